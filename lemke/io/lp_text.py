r"""Named linear programs in CPLEX's LP format (most solvers read it), in JSON, and as formulas of LaTeX.

The LP text is exact, in integers: a row with fractions is multiplied by its common denominator, and a comment before
the row states this factor. If the objective has fractions, a free variable ``objective`` replaces it, and a scaled
equation ``define(objective)`` sets this variable; so the optimal value does not change. Variables are nonnegative
unless ``Bounds`` lists them as free. Lines are broken at 100 characters; longer lines have a single term, name or
number.

If the n denominators of a row have few common factors, the common denominator has about as many digits as all of them
together, and the row has n times as many digits: 4000 different primes make 65 MB. JSON has the same program unscaled,
in 0.3 MB.

Integers are written in full, however long. A solver with floats rounds integers beyond 2⁵³, and then solves another
program. Integers beyond about 10³⁰⁸ become infinite or are refused. HiGHS refuses coefficients from 10¹⁵ on.

>>> from lemke.generators import kuhn
>>> from lemke.forms.programs import information_set_lp
>>> from lemke.forms.sequence_form import sequence_form
>>> lines = dumps(information_set_lp(sequence_form(kuhn(3)), player=1)).splitlines()
>>> print(*lines[:4], *lines[12:15], sep="\n")
\ Kuhn poker, 3 cards: information-set program of player 2
\ The value is in payoffs of player 2. In rows 'times k', the multiplier is divided by k.
Maximize
 obj: v(root)
 reply(): - v(root) + v(1) + v(2) + v(3) >= 0
\ times 6:
 reply(1.pass): r2(2_p.pass) + r2(3_p.pass) - 6 v(1) + 6 v(1_pb) >= 0
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.forms.programs import DIRECTIONS, NamedLP, heading
from lemke.ground.document import Document, Format
from lemke.ground.latex import latex_label, latex_number
from lemke.ground.rational import ONE, cleared
from lemke.linear.lp import SENSES

PROGRAM = Format(
    "lemke-lp/1",
    """
title, direction | text | the program's title; `maximize` or `minimize`
payoffs_of_player | whole | the number of a player: the value is in payoffs of this player
objective | object | variable → coefficient other than 0
rows | list | `name`, `terms` (variable → coefficient other than 0), `relation` (`=`, `>=` or `<=`), and the number on
    the `right`
variables, free | lists of texts | all variables in order; the variables that may be negative
""",
)
WIDTH = 100
"""The largest number of characters of a line. A longer term, name or number has a line of its own."""
OBJECTIVE = "objective"
TERMS = 5
"""The most terms of a sum on one line of LaTeX."""
EMPTY = r"\emptyset"
SIGNS = {"=": "=", ">=": r"\ge", "<=": r"\le"}
"""Relations in LaTeX."""

_RELATIONS = {sense: relation for relation, sense in SENSES.items()}


def dumps(named_lp: NamedLP) -> str:
    """Return the program in CPLEX's LP format, exact, in ASCII; a LimitError if a limit is reached."""
    return program_document(named_lp).to_text()


def program_document(named_lp: NamedLP) -> Document:
    """Return the program as a document: the text is in CPLEX's LP format; JSON and LaTeX are unscaled."""
    return Document(
        lambda: _lines(named_lp),
        PROGRAM,
        lambda: heading(named_lp) | _members(named_lp),
        latex=lambda decimals: _aligned(named_lp, decimals),
    )


def _lines(named_lp: NamedLP) -> list[str]:
    player = named_lp.payoff + 1
    title = one_line(named_lp.title).encode("ascii", "backslashreplace").decode("ascii")
    lines = [
        *(f"\\ {line}" for line in textwrap.wrap(title, WIDTH - 2)),
        f"\\ The value is in payoffs of player {player}. In rows 'times k', the multiplier is divided by k.",
        DIRECTIONS[named_lp.maximise].capitalize(),
    ]
    objective = _objective(named_lp)
    names, coefficients = list(objective), list(objective.values())
    free = _free_variables(named_lp)
    definition: list[str] = []
    if any(value.denominator != 1 for value in coefficients):
        definition = list(_row(f"define({OBJECTIVE})", [*coefficients, -ONE], [*names, OBJECTIVE], "=", mpq(0)))
        coefficients, names = [ONE], [OBJECTIVE]
        free.append(OBJECTIVE)
    # the format has no empty sum: without terms, _terms writes 0 times the first variable
    lines += _wrapped("obj:", _terms(cleared(coefficients)[0], names or named_lp.variables[:1]))
    lines += ["Subject To", *definition]
    for name, terms, relation, right in _sparse_rows(named_lp):
        lines += _row(name, list(terms.values()), list(terms) or named_lp.variables[:1], relation, right)
    if free:
        lines += ["Bounds", *(f" {name} free" for name in free)]
    return [*lines, "End"]


def _objective(named_lp: NamedLP) -> dict[str, mpq]:
    """Return variable → coefficient, without coefficients 0."""
    return {name: value for name, value in zip(named_lp.variables, named_lp.objective, strict=True) if value}


def _free_variables(named_lp: NamedLP) -> list[str]:
    return [name for name, is_free in zip(named_lp.variables, named_lp.program.free, strict=True) if is_free]


def _sparse_rows(named_lp: NamedLP) -> Iterator[tuple[str, dict[str, mpq], str, mpq]]:
    """Yield name, terms, relation and right-hand side of every row."""
    program, names = named_lp.program, np.array(named_lp.variables, dtype=object)
    # entries are sorted by rows: row i has those from row_starts[i] up to row_starts[i + 1]
    row_starts = np.searchsorted(program.A.rows, np.arange(program.A.shape[0] + 1))
    parts = zip(pairwise(row_starts.tolist()), named_lp.rows, program.senses.tolist(), program.b, strict=True)
    for (start, end), name, sense, right in parts:
        terms = zip(names[program.A.columns[start:end]], program.A.values[start:end], strict=True)
        yield name, dict(terms), _RELATIONS[sense], right


def _row(name: str, values: Sequence[mpq], variables: Sequence[str], relation: str, right: mpq) -> Iterator[str]:
    """Yield the lines of a row, with all numbers multiplied by their least common denominator."""
    (*integers, constant), factor = cleared([*values, right])
    if factor != 1:
        yield f"\\ times {factor}:"
    yield from _wrapped(f"{name}:", [*_terms(integers, variables), f"{relation} {constant}"])


def _terms(integers: Sequence[mpz], variables: Sequence[str]) -> list[str]:
    """Return terms such as ``r1(a)``, ``- 2 r1(b)``; if there are none, the first variable with coefficient 0."""
    if not integers:
        return [f"0 {variables[0]}"]
    terms: list[str] = []
    for integer, variable in zip(integers, variables, strict=True):
        sign = "-" if integer < 0 else "+" if terms else ""  # the first term has no +
        size = "" if abs(integer) == 1 else str(abs(integer))
        terms.append(" ".join(part for part in (sign, size, variable) if part))
    return terms


def _wrapped(start: str, parts: Sequence[str]) -> Iterator[str]:
    """Yield lines with ``start`` and the parts in turn. A line of several parts has at most WIDTH characters."""
    line = f" {start}"
    for part in parts:
        if len(line) + 1 + len(part) > WIDTH:
            yield line
            line = "  "
        line += f" {part}"
    yield line


def _members(named_lp: NamedLP) -> dict[str, object]:
    return {
        "objective": _objective(named_lp),
        "rows": [
            {"name": name, "terms": terms, "relation": relation, "right": right}
            for name, terms, relation, right in _sparse_rows(named_lp)
        ],
        "variables": named_lp.variables,
        "free": _free_variables(named_lp),
    }


# ---------------------------------------------------------------------- formulas


def _aligned(named_lp: NamedLP, decimals: int | None) -> str:
    """Return the program as aligned formulas of LaTeX, unscaled; a sum of many terms has several lines."""
    free = [_variable(name) for name in _free_variables(named_lp)]
    lines = [_sum(_objective(named_lp), decimals)]
    for _, terms, relation, right in _sparse_rows(named_lp):
        lines.append(f"{_sum(terms, decimals)} {SIGNS[relation]} {latex_number(right, decimals)}")
    if free:
        names = [f"{name}, " for name in free[:-1]] + [f"{free[-1]}\\ "]
        lines.append(_in_lines(names) + latex_label("free"))
    if len(free) < len(named_lp.variables):
        lines.append(f"{latex_label('all others' if free else 'all variables')} \\ge 0")
    heads = [f"{latex_label(words)}\\quad " for words in (DIRECTIONS[named_lp.maximise], "subject to")]
    rows = [f"{head}& {line}" for head, line in zip_longest(heads, lines, fillvalue="")]
    return "\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}"


def _sum(terms: Mapping[str, mpq], decimals: int | None) -> str:
    parts: list[str] = []
    for name, value in terms.items():
        size = "" if abs(value) == 1 else f"{latex_number(abs(value), decimals)} "
        sign = "-" if value < 0 else ""
        if parts:
            sign = " - " if value < 0 else " + "
        parts.append(f"{sign}{size}{_variable(name)}")
    return _in_lines(parts) or "0"


def _in_lines(parts: Sequence[str]) -> str:
    """Return the parts on lines of TERMS parts; the lines after the first are indented."""
    lines = ("".join(parts[k : k + TERMS]) for k in range(0, len(parts), TERMS))
    return " \\\\\n&\\qquad ".join(lines)


def _variable(name: str) -> str:
    r"""Return a variable as a formula of LaTeX.

    >>> print(_variable("r1(a,c)"), _variable("y()"))
    r_{1}(\text{a,c}) y(\emptyset)
    """
    head, _, arguments = name.removesuffix(")").partition("(")
    letters = head.rstrip("0123456789")
    index = f"_{{{head.removeprefix(letters)}}}" if head != letters else ""
    word = letters if len(letters) == 1 else latex_label(letters)
    return f"{word}{index}({latex_label(arguments) if arguments else EMPTY})"
