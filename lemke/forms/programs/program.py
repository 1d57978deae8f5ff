"""A linear program with named variables and rows, which reads the plans in its solution."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import InputError, ShapeError, one_line
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import ONE, quoted, text
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, near
from lemke.linear.lp import LP, Infeasible, Optimal, Unbounded, check

# In CPLEX's LP format a reader could take a letter e at the start for an exponent.
_NAME = re.compile(r"[a-df-z][a-z]*[0-9]?\([A-Za-z0-9_.,#]{0,240}\)", re.ASCII)
_RULE = (
    "one such as r1(a): small letters, the first not e, a digit or none, and in parentheses at most 240 letters, "
    "digits and _.,#"
)

# The conditions whose defects have the index of a variable, or of a row; all others concern the program as a whole.
_OF_VARIABLES = {"x >= 0", "the direction >= 0", "c - A'y >= 0"}
_OF_ROWS = {"the row of x", "the row of the direction", "the sign of y"}


class PlanPlace(NamedTuple):
    """Where a vector of variables or of multipliers contains the realization plan of a player.

    Attributes
    ----------
    player : int
    places : range
        The indices, one per sequence of the player.
    without_empty : bool
        Whether the empty sequence, with probability 1, is not in the vector.
    """

    player: int
    places: range
    without_empty: bool = False


@dataclass(frozen=True, eq=False)
class NamedLP(ByValue):
    """A linear program with m rows and n columns, named.

    Attributes
    ----------
    title : str
        One line for people.
    program : LP
        It minimises: if ``maximise``, its objective is the negative one.
    variables, rows : tuple of str
        n ≥ 1 and m different names such as ``r1(A,C)``, which every reader of CPLEX's LP format accepts: a lower-case
        word that does not start with e, with or without a digit, then in parentheses up to 240 ASCII letters, digits,
        ``_``, ``.``, ``,`` and ``#``.
    maximise : bool
        Whether the objective is maximised.
    payoff : int
        The player whose payoff the value is.
    plan, reply : PlanPlace | None
        The plan among the variables, and the plan among the multipliers, up to their sign.

    Raises
    ------
    ShapeError, InputError
        For a wrong number of names, a name twice, or a name of another form; for a program without variables.
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
            raise ShapeError("a linear program without variables, expected one or more")
        for kind, names, expected in zip(
            ("rows", "variables"), (self.rows, self.variables), self.program.A.shape, strict=True
        ):
            if len(names) != expected:
                raise ShapeError(f"{len(names)} names of {kind}, expected {expected}")
            if wrong := next((name for name in names if not _NAME.fullmatch(name)), None):
                raise InputError(f"the name {quoted(wrong)} in the {kind}, expected {_RULE}")
            if len(set(names)) < len(names):
                twice = next(name for name, times in Counter(names).items() if times > 1)
                raise InputError(f"the name {quoted(twice)} twice in the {kind}, expected it once")

    @property
    def objective(self) -> Vector:
        """The objective that is maximised or minimised, one coefficient per variable."""
        objective: Vector = -self.program.c if self.maximise else self.program.c
        return objective

    def value(self, outcome: Optimal) -> mpq:
        """Return the optimal value, in units of payoff of the player ``payoff``."""
        return -outcome.value if self.maximise else outcome.value

    def check(self, outcome: Optimal | Infeasible | Unbounded) -> str | None:
        """Return the condition that an outcome breaks, in names (:func:`lemke.linear.lp.check`), or None.

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
        place = f" at {names[defect.condition][defect.index]}" if defect.condition in names else ""
        return f"{defect.condition} fails{place}: {text(defect.value)}"

    def by_name(self, x: Vector) -> dict[str, mpq]:
        """Return a solution by the names of the variables; a ShapeError for one of another size."""
        if len(x) != len(self.variables):
            raise ShapeError(f"{len(x)} variables, expected {len(self.variables)}")
        return dict(zip(self.variables, vector(x), strict=True))

    def multipliers(self, outcome: Optimal) -> Vector:
        """Return the dual solution: per row, the change of the value with the row's right-hand side."""
        multipliers: Vector = -outcome.y if self.maximise else outcome.y
        return multipliers

    def plans(self, outcome: Optimal) -> dict[int, Vector]:
        """Return the realization plans in the solution and in its multipliers, by player.

        In a program for both players' plans they are an equilibrium. A best-response program has one plan only.
        """
        plans = {}
        for place, values in ((self.plan, outcome.x), (self.reply, abs(outcome.y))):
            if place is not None:
                part = values[place.places.start : place.places.stop]
                plans[place.player] = vector([ONE, *part]) if place.without_empty else part
        return plans


HEADING = """
title, direction | text | `maximize` or `minimize`
payoffs_of_player | whole | the player whose payoff the value is
"""
SOLUTION = Format(
    "lemke-lp-solution/1",
    HEADING
    + """value | number | the optimal value
variables, multipliers | objects | from the names of variables, and of rows, to numbers
kernel, pivots | text, whole | how the solution was found
""",
)
DIRECTIONS = {True: "maximize", False: "minimize"}


def heading(named: NamedLP) -> dict[str, object]:
    """Return the title, the direction and the player, as members of a document."""
    return {"title": named.title, "direction": DIRECTIONS[named.maximise], "payoffs_of_player": named.payoff + 1}


def solution_document(named: NamedLP, outcome: Optimal) -> Document:
    """Return the value, the variables and the multipliers of the rows.

    The last line of the text says what is proved, so call this only for outcomes that pass :meth:`NamedLP.check`. That
    implies complementary slackness: c·x − b·y = 0 is the sum of all x_j (c − Aᵀy)_j and y_i (A x − b)_i, and none of
    them is negative.
    """
    value, multipliers = named.value(outcome), named.multipliers(outcome)

    def blocks() -> Iterator[Block]:
        yield one_line(named.title)
        name = f"Value, {'max' if named.maximise else 'min'}, of player {named.payoff + 1}"
        yield page_table([[name, value, near(value)]], indent="")
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
    return page_table([[name, value, near(value)] for name, value in zip(names, values, strict=True)])
