"""Text for LaTeX: labels with special characters escaped, and exact or rounded numbers as formulas.

The LaTeX compiles with pdfLaTeX and UTF-8 if pdfLaTeX has all characters of the labels; otherwise :func:`preamble` asks
for LuaLaTeX.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gmpy2 import mpq, mpz

from lemke.errors import InputError, one_line, require_type
from lemke.ground.rational import decimal, shown, text

SIGNS = {sign: f"\\{sign}" for sign in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    '"': r"\textquotedblright{}",
    "−": "$-$",
    "≈": r"$\approx$",
    "…": r"\ldots{}",
    "≥": r"$\ge$",
    "≤": r"$\le$",
    "≠": r"$\ne$",
    "×": r"$\times$",
    "→": r"$\to$",
    "∅": r"$\emptyset$",
    "ᵀ": r"$^{\mathsf T}$",
    "\N{THIN SPACE}": r"\,",
}
"""LaTeX commands for characters that are special in LaTeX or missing in some fonts."""
LATIN = 0x17F
"""pdfLaTeX prints the characters up to this code point with the package fontenc, except those in FOREIGN."""
FOREIGN = frozenset("ĦħĸĿŀŉŦŧſ")
"""Letters up to LATIN that pdfLaTeX does not print even with the package fontenc."""
COMMON = frozenset("–—‘’“”‚„†‡•€™←")
"""Characters with larger code points that pdfLaTeX prints, too."""
MOST_DECIMALS = 10_000
PARAGRAPH_BREAK = "\n\n\\smallskip\\noindent\n"
"""Separates two paragraphs that may be tables."""
PACKAGES = {
    "booktabs": (r"\toprule",),
    "graphicx": (r"\resizebox",),
    "amsmath": (r"\text{", "matrix}", r"\begin{align"),
}
"""For each package, the LaTeX that needs it."""


def latex_text(label: str) -> str:
    r"""Return a label as one line of LaTeX text; special characters are escaped.

    >>> print(latex_text(r"50 % of \x_1 − {}"))
    50 \% of \textbackslash{}x\_1 $-$ \{\}
    """
    words = "".join(SIGNS.get(letter, letter) for letter in one_line(label))
    return re.sub("(?<=([-',]))\\1", r"\\/\1", words)  # LaTeX would print --, '' and ,, as a dash or quotation marks


def latex_label(label: str) -> str:
    r"""Return a label as upright text within a formula, for the package amsmath.

    >>> print(latex_label("a_1 & b"))
    \text{a\_1 \& b}
    """
    return f"\\text{{{latex_text(label)}}}"


def latex_number(value: mpq, decimals: int | None = None) -> str:
    r"""Return a number for a formula: rounded to ``decimals``, for None exact, with ``\frac`` for a fraction.

    >>> print(latex_number(mpq(-1, 3)), latex_number(mpq(2, 3), decimals=2))
    -\frac{1}{3} 0.67
    """
    if decimals is not None:
        return rounded(value, decimals)
    numerator, _, denominator = text(abs(value)).partition("/")
    sign = "-" if value < 0 else ""
    return f"{sign}\\frac{{{numerator}}}{{{denominator}}}" if denominator else sign + numerator


def latex_about(value: mpq) -> str:
    r"""Return an approximation of a number, with the sign ≈, for use in a formula.

    >>> print(latex_about(mpq(10) ** 50 + 1))
    \approx 1 \cdot 10^{50}
    """
    digits, _, power = decimal(value).partition("e")
    return f"\\approx {digits}" + (f" \\cdot 10^{{{int(power)}}}" if power else "")


def rounded(value: mpq, decimals: int) -> str:
    """Return a number rounded to a number of decimals, halves away from 0; a whole number is returned without decimals.

    >>> [rounded(mpq(value), 2) for value in ("2/3", "-1/8", "1", "199/200", "-1/999")]
    ['0.67', '-0.13', '1', '1.00', '0.00']
    """
    require_decimals(decimals)
    if value.denominator == 1:
        return text(value)
    scale = mpz(10) ** decimals
    digits = (2 * abs(value) * scale + 1) // 2  # the floor of |value| · scale + 1/2
    integer_part, decimal_part = divmod(digits, scale)
    sign = "-" if value < 0 and digits else ""
    return f"{sign}{integer_part}.{str(decimal_part).zfill(decimals)}" if decimals else f"{sign}{integer_part}"


def require_decimals(decimals: int) -> None:
    """Raise InputError for a number of decimals that is not whole, or not from 0 to MOST_DECIMALS."""
    require_type(decimals, int, "a whole number of decimals", "decimals")
    if not 0 <= decimals <= MOST_DECIMALS:
        raise InputError(f"{shown(decimals)} decimals, expected a number from 0 to {MOST_DECIMALS}")


def stacked(parts: Iterable[str]) -> str:
    """Return texts and tables as paragraphs of LaTeX with a little space between them."""
    body = PARAGRAPH_BREAK.join(parts)
    return f"\\noindent\n{body}" if PARAGRAPH_BREAK in body and not body.startswith("\\noindent") else body


def preamble(body: str) -> str:
    r"""Return comment lines that name the packages and the engine that a piece of LaTeX needs.

    >>> print(preamble(r"\toprule \text{β}"), end="")
    % \usepackage{booktabs}
    % \usepackage{amsmath}
    % lualatex, and a font that has the letters: there are some beyond Latin
    """
    needed = [f"{{{name}}}" for name, signs in PACKAGES.items() if any(sign in body for sign in signs)]
    last = engine(body)
    if not last and not body.isascii():
        needed.append("[T1]{fontenc}")
    return "".join(f"% \\usepackage{package}\n" for package in needed) + last


def engine(body: str) -> str:
    """Return a comment line that names LuaLaTeX if pdfLaTeX lacks a letter, otherwise an empty text."""
    if all((ord(letter) <= LATIN or letter in COMMON) and letter not in FOREIGN for letter in body):
        return ""
    return "% lualatex, and a font that has the letters: there are some beyond Latin\n"
