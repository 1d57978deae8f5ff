"""Linear programs with named variables and rows, and the realization plans in their solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.ground.rational import ONE, short, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.ground.table import Table
from lemke.linear.lp import LP, SENSES, Infeasible, Optimal, Unbounded, check

# conditions of lemke.linear.lp.check: their defects have the index of a variable, or of a row; other defects have none
_OF_VARIABLES = {"x >= 0", "the direction >= 0", "c - A'y >= 0"}
_OF_ROWS = {"the row of x", "the row of the direction", "the sign of y"}


PlanPlace: TypeAlias = tuple[int, range, bool]
"""The place of a player's realization plan in a vector of variables or multipliers: the player; the indices, one per
sequence; and whether the empty sequence, whose probability is 1, is omitted."""


@dataclass(frozen=True, eq=False)
class NamedLP(ByValue, Result):
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
    """

    title: str
    program: LP
    variables: tuple[str, ...]
    rows: tuple[str, ...]
    maximise: bool
    payoff: int
    plan: PlanPlace | None = None
    reply: PlanPlace | None = None

    @property
    def objective(self) -> Vector:
        """The objective as it is maximized or minimized: one coefficient per variable."""
        objective: Vector = -self.program.c if self.maximise else self.program.c
        return objective

    def sparse_rows(self) -> Iterator[tuple[str, dict[str, mpq], str, mpq]]:
        """Yield name, terms (variable → coefficient other than 0), relation and right-hand side of every row."""
        program, names = self.program, np.array(self.variables, dtype=object)
        # entries are sorted by rows: row i has those from row_starts[i] up to row_starts[i + 1]
        row_starts = np.searchsorted(program.A.rows, np.arange(program.A.shape[0] + 1))
        parts = zip(pairwise(row_starts.tolist()), self.rows, program.senses.tolist(), program.b, strict=True)
        for (start, end), name, sense, right in parts:
            terms = zip(names[program.A.columns[start:end]], program.A.values[start:end], strict=True)
            yield name, dict(terms), _RELATIONS[sense], right

    def to_table(self) -> Table:
        """Return the objective and the rows, with their terms, relations and right-hand sides; unscaled."""
        objective = {name: value for name, value in zip(self.variables, self.objective, strict=True) if value}
        rows = [(DIRECTIONS[self.maximise], _sum(objective), "", None)]
        rows += [(name, _sum(terms), relation, right) for name, terms, relation, right in self.sparse_rows()]
        free = [name for name, is_free in zip(self.variables, self.program.free, strict=True) if is_free]
        notes = [f"The value is in payoffs of player {self.payoff + 1}.", f"free: {', '.join(free) or 'none'}"]
        return Table(("row", "terms", "", "right"), rows, self.title, notes, 1)

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
        """Return a solution as a dict by the names of the variables."""
        return dict(zip(self.variables, x, strict=True))

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
                player, places, without_empty = place
                plan = values[places.start : places.stop]
                plans[player] = vector([ONE, *plan]) if without_empty else plan
        return plans


DIRECTIONS = {True: "maximize", False: "minimize"}
"""The words for ``maximise``."""
_RELATIONS = {sense: relation for relation, sense in SENSES.items()}


def _sum(terms: dict[str, mpq]) -> str:
    """Return a sum of terms as text.

    >>> _sum({"x": mpq(-1), "y": mpq(1, 2)})
    '- x + 1/2 y'
    """
    parts = []
    for name, value in terms.items():
        size = "" if abs(value) == 1 else f"{short(abs(value))} "
        parts.append(f"{'-' if value < 0 else '+'} {size}{name}")
    return " ".join(parts).removeprefix("+ ") or "0"
