"""Expressions of sympy as text, with numbers of any length.

Python's own ``str`` refuses integers of more than 4300 digits (``sys.set_int_max_str_digits``, which holds for all of
a process), and sympy's printers use it. Those here leave integers to gmpy2. Elements of sympy's fields print any
length themselves: their coefficients are gmpy2's.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from gmpy2 import mpz

SHOWN = 100
"""Characters of an expression in a one-line message."""


def written(expression: Any) -> str:
    """Return the text of an expression as sympy's ``str`` writes it, however long its numbers.

    >>> import sympy
    >>> written(sympy.Symbol("t") / 2 - 1), len(written(sympy.Integer(10) ** 5000))
    ('t/2 - 1', 5001)
    """
    return str(_printers()[0].doprint(expression))


def latex(expression: Any) -> str:
    r"""Return an expression in LaTeX as sympy's ``latex`` writes it, however long its numbers.

    >>> import sympy
    >>> latex(sympy.Symbol("t") / 2), len(latex(sympy.Integer(10) ** 5000))
    ('\\frac{t}{2}', 5001)
    """
    return str(_printers()[1].doprint(expression))


def shown(expression: Any) -> str:
    """Return an expression for a one-line message, shortened where it is long.

    >>> import sympy
    >>> len(shown(sympy.Integer(10) ** 5000))
    100
    """
    text = written(expression)
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."


@cache
def _printers() -> tuple[Any, Any]:
    from sympy.printing.latex import LatexPrinter
    from sympy.printing.str import StrPrinter

    class _Text(StrPrinter):  # type: ignore[misc]  # sympy has no types
        def _print_Integer(self, expr: Any) -> str:
            return str(mpz(expr.p))

        def _print_Rational(self, expr: Any) -> str:
            return f"{mpz(expr.p)}/{mpz(expr.q)}"

    class _Latex(LatexPrinter):  # type: ignore[misc]  # nor here
        def _print_Integer(self, expr: Any) -> str:
            return str(mpz(expr.p))

        def _print_Rational(self, expr: Any) -> str:
            sign = "- " if expr.p < 0 else ""
            return rf"{sign}\frac{{{abs(mpz(expr.p))}}}{{{mpz(expr.q)}}}"

    return _Text({"order": None}), _Latex()
