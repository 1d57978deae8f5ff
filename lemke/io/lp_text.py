r"""Named linear programs in CPLEX's LP format, which most solvers read.

The LP text is exact, in integers: a row with fractions is multiplied by its common denominator, and a comment before
the row states this factor. If the objective has fractions, a free variable ``objective`` replaces it, and a scaled
equation ``define(objective)`` sets this variable; so the optimal value does not change. Variables are nonnegative
unless ``Bounds`` lists them as free. Lines are broken at 100 characters; longer lines have a single term, name or
number.

If the n denominators of a row have few common factors, the common denominator has about as many digits as all of them
together, and the row has n times as many digits: 4000 different primes make 65 MB.

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
from collections.abc import Iterator, Sequence

from gmpy2 import mpq, mpz

from lemke.errors import one_line
from lemke.forms.programs import DIRECTIONS, NamedLP
from lemke.ground.rational import ONE, cleared

WIDTH = 100
"""The largest number of characters of a line. A longer term, name or number has a line of its own."""
OBJECTIVE = "objective"


def dumps(named_lp: NamedLP) -> str:
    """Return the program in CPLEX's LP format, exact, in ASCII; a LimitError if a limit is reached."""
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
    for name, terms, relation, right in named_lp.sparse_rows():
        lines += _row(name, list(terms.values()), list(terms) or named_lp.variables[:1], relation, right)
    if free:
        lines += ["Bounds", *(f" {name} free" for name in free)]
    return "\n".join([*lines, "End"]) + "\n"


def _objective(named_lp: NamedLP) -> dict[str, mpq]:
    """Return variable → coefficient, without coefficients 0."""
    return {name: value for name, value in zip(named_lp.variables, named_lp.objective, strict=True) if value}


def _free_variables(named_lp: NamedLP) -> list[str]:
    return [name for name, is_free in zip(named_lp.variables, named_lp.program.free, strict=True) if is_free]


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
