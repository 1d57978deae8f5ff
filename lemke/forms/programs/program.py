"""Linear programs with named variables and rows, and the realization plans in their solutions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import InputError, one_line
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import ONE, quoted, text
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, decimal_beside
from lemke.linear.lp import LP, Infeasible, Optimal, Unbounded, check

# no e at the start: in CPLEX's LP format it could be read as the exponent of a number
_NAME = re.compile(r"[a-df-z][a-z]*[0-9]?\([A-Za-z0-9_.,#]{0,240}\)", re.ASCII)
_RULE = (
    "one such as r1(a): small letters, the first not e, a digit or none, and in parentheses at most 240 letters, "
    "digits and _.,#"
)

# conditions of lemke.linear.lp.check: their defects have the index of a variable, or of a row; other defects have none
_OF_VARIABLES = {"x >= 0", "the direction >= 0", "c - A'y >= 0"}
_OF_ROWS = {"the row of x", "the row of the direction", "the sign of y"}


class PlanPlace(NamedTuple):
    """The place of a player's realization plan in a vector of variables or multipliers.

    Attributes
    ----------
    player : int
    places : range
        The indices, one per sequence of the player.
    without_empty : bool
        Whether the empty sequence, whose probability is 1, is omitted in the vector.
    """

    player: int
    places: range
    without_empty: bool = False


@dataclass(frozen=True, eq=False)
class NamedLP(ByValue):
    """A linear program with names of its m rows and n columns.

    Attributes
    ----------
    title : str
        One line that describes the program.
    program : LP
        The program as a minimization. If ``maximise`` is true, it minimizes the negative of the objective.
    variables, rows : tuple of str
        n names of variables, n ≥ 1, and m names of rows. No two variables and no two rows have the same name. A name
        such as ``r1(A,C)`` is a lower-case word that does not start with e, at most one digit, and in parentheses up to
        240 ASCII letters, digits, ``_``, ``.``, ``,`` and ``#``: all readers of CPLEX's LP format accept such names.
    maximise : bool
        Whether the objective is maximized.
    payoff : int
        The player whose payoff is the optimal value.
    plan : PlanPlace | None
        Where the variables hold a player's realization plan; None if they hold none.
    reply : PlanPlace | None
        Where the multipliers hold a player's realization plan, up to their sign; None if they hold none.

    Raises
    ------
    InputError
        If the number or the form of names is wrong, or a name comes twice among the variables or among the rows; if the
        program has no variables.
    """

    title: str
    program: LP
    variables: tuple[str, ...]
    rows: tuple[str, ...]
    maximise: bool
    payoff: int
    plan: PlanPlace | None = None
    reply: PlanPlace | None = None

    def __post_init__(self) -> None:
        if not self.program.A.shape[1]:
            raise InputError("a linear program without variables, expected one or more")
        for kind, names, expected in zip(
            ("rows", "variables"), (self.rows, self.variables), self.program.A.shape, strict=True
        ):
            if len(names) != expected:
                raise InputError(f"{len(names)} names of {kind}, expected {expected}")
            if invalid := next((name for name in names if not _NAME.fullmatch(name)), None):
                raise InputError(f"the name {quoted(invalid)} in the {kind}, expected {_RULE}")
            if len(set(names)) < len(names):
                twice = next(name for name, times in Counter(names).items() if times > 1)
                raise InputError(f"the name {quoted(twice)} twice in the {kind}, expected it once")

    @property
    def objective(self) -> Vector:
        """The objective as it is maximized or minimized: one coefficient per variable."""
        objective: Vector = -self.program.c if self.maximise else self.program.c
        return objective

    def value(self, outcome: Optimal) -> mpq:
        """Return the optimal value, in units of payoff of the player ``payoff``."""
        return -outcome.value if self.maximise else outcome.value

    def check(self, outcome: Optimal | Infeasible | Unbounded) -> str | None:
        """Return the condition that an outcome breaks, with the name of the row or variable; None if it breaks none.

        The conditions are those of :func:`lemke.linear.lp.check`.

        >>> program = NamedLP("", LP.of([[1, 1]], [1], [2, 3]), ("x(a)", "x(b)"), ("plan(root)",), False, 0)
        >>> program.check(Optimal(vector([1, 0]), vector([2]), mpq(2))) is None
        True
        >>> program.check(Optimal(vector([0, 0]), vector([2]), mpq(2)))
        'the row of x fails at plan(root): -1'
        """
        defect = check(self.program, outcome)
        if defect is None:
            return None
        names = {**dict.fromkeys(_OF_VARIABLES, self.variables), **dict.fromkeys(_OF_ROWS, self.rows)}
        place = "" if defect.index is None else f" at {names[defect.condition][defect.index]}"
        number = "" if defect.value is None else f": {text(defect.value)}"
        return f"{defect.condition} fails{place}{number}"

    def by_name(self, x: Vector) -> dict[str, mpq]:
        """Return a solution as a dict by the names of the variables; raise InputError for a wrong size."""
        if len(x) != len(self.variables):
            raise InputError(f"a solution of {len(x)} numbers, expected {len(self.variables)}, one for each variable")
        return dict(zip(self.variables, vector(x), strict=True))

    def multipliers(self, outcome: Optimal) -> Vector:
        """Return the dual solution: for each row the rate at which the right-hand side of the row changes the value."""
        multipliers: Vector = -outcome.y if self.maximise else outcome.y
        return multipliers

    def plans(self, outcome: Optimal) -> dict[int, Vector]:
        """Return the realization plans in the solution and in its multipliers: a dict from players to plans.

        If the dict has two plans, they are an equilibrium. Other programs give one plan or none.
        """
        plans = {}
        for place, values in ((self.plan, outcome.x), (self.reply, abs(outcome.y))):
            if place is not None:
                plan = values[place.places.start : place.places.stop]
                plans[place.player] = vector([ONE, *plan]) if place.without_empty else plan
        return plans


SOLUTION = Format(
    "lemke-lp-solution/1",
    """
title, direction, payoffs_of_player | | as in `lemke-lp/1`
value | number | the optimal value
variables | object | variable → value in the solution
multipliers | object | row → multiplier, the rate at which the right-hand side of the row changes the value
kernel, pivots | text, whole | how the solution was found
""",
)
DIRECTIONS = {True: "maximize", False: "minimize"}
"""The words for ``maximise`` in documents."""


def heading(named: NamedLP) -> dict[str, object]:
    """Return the title, the direction and the player of a program, as members of a document."""
    return {"title": named.title, "direction": DIRECTIONS[named.maximise], "payoffs_of_player": named.payoff + 1}


def solution_document(named: NamedLP, outcome: Optimal) -> Document:
    """Return the document of a solution: the value, the variables and the multipliers of the rows.

    The text ends with the statement that the solution is proved, so the outcome must have passed :meth:`NamedLP.check`.
    The check implies complementary slackness: c·x − b·y = 0 is the sum of all x_j (c − Aᵀy)_j and y_i (A x − b)_i, and
    none of these products is negative.
    """
    value, multipliers = named.value(outcome), named.multipliers(outcome)

    def blocks() -> Iterator[Block]:
        yield one_line(named.title)
        name = f"Value, {'max' if named.maximise else 'min'}, of player {named.payoff + 1}"
        yield page_table([[name, value, decimal_beside(value)]], indent="")
        yield from ("", "Variables", _table(named.variables, outcome.x))
        yield from ("", "Multipliers of the rows", _table(named.rows, multipliers), "")
        yield (
            "Proved exactly: both solutions are feasible, their values are equal (strong duality), and complementary "
            f"slackness holds; kernel {outcome.kernel}, {count(outcome.pivots, 'pivot')}."
        )

    def members() -> dict[str, object]:
        return heading(named) | {
            "value": value,
            "variables": named.by_name(outcome.x),
            "multipliers": dict(zip(named.rows, multipliers, strict=True)),
            "kernel": outcome.kernel,
            "pivots": outcome.pivots,
        }

    return Document(blocks, SOLUTION, members)


def _table(names: tuple[str, ...], values: Vector) -> Table:
    """Return a table of names, exact values and rounded values."""
    return page_table([[name, value, decimal_beside(value)] for name, value in zip(names, values, strict=True)])
