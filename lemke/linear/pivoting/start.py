"""The dictionary of an LCP at its start basis, by sparse exact elimination.

A dictionary expresses the basic variables by the nonbasic ones, the parameter z0 and a constant (Chvátal 1983):

    xᵢ = Σⱼ aᵢⱼ xⱼ + dᵢ z0 + qᵢ

Entering a start basis one variable at a time costs a third to nine tenths of a textbook run. Here all its variables
are exchanged by sparse elimination before the path begins; the best reply basis of a game is triangular, so there is
little fill. Free variables never leave the basis: their rows are put aside, as they are when the variable enters,
until the path has ended. Slacks of equations are fixed at zero: their columns are dropped. For a game, what remains
is the reduced sequence form.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ZERO
from lemke.linear.lcp import LCP

Row: TypeAlias = dict[int, mpq]


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Rows (basic variable → its coefficients) of the variables with a sign, and apart from them the free ones.

    Variables are coded as in :meth:`LCP.variable`; ``columns`` are the nonbasic ones, ``constant`` is the key of the
    constants, ``z0`` that of z0. A free row may refer to signed variables, basic or not, and to free ones further down.
    """

    rows: dict[int, Row]
    free: dict[int, Row]
    columns: tuple[int, ...]
    z0: int
    constant: int


def start_dictionary(problem: LCP) -> Dictionary:
    """Return the dictionary at the start basis of the problem, or at z = 0 where it has none.

    Raises
    ------
    InputError
        If the start basis is singular, or missing where there are free variables.
    """
    if problem.start is None and problem.free.any():
        raise InputError("free variables without a start, expected a start basis that contains them")
    n = problem.size
    z0, constant = 2 * n, 2 * n + 1
    rows: dict[int, Row] = {n + i: {} for i in range(n)}
    for i, j, value in problem.M.entries:
        rows[n + i][j] = value
    for key, column in ((z0, problem.d), (constant, problem.q)):
        for i, value in enumerate(column):
            if value:
                rows[n + i][key] = value
    basic = problem.start.basic if problem.start else frozenset()
    elimination = _Elimination(problem, rows, basic)
    while elimination.leaving:
        limits.check()
        elimination.step()
    columns = tuple(n + i if i in basic else i for i in range(n) if not problem.free[i])
    return Dictionary(rows, elimination.free_rows, columns, z0, constant)


class _Elimination:
    """Lets zᵢ enter and wᵢ leave for all i of a basis; ``rows`` is changed in place.

    ``users`` knows for every variable the rows it stands in, free ones put aside excepted.
    """

    def __init__(self, problem: LCP, rows: dict[int, Row], basis: frozenset[int]) -> None:
        self.rows = rows
        self.free = frozenset(i for i in range(problem.size) if problem.free[i])
        self.fixed = frozenset(problem.size + i for i in self.free)
        self.free_rows: dict[int, Row] = {}
        self.entering = set(basis)
        self.leaving = {problem.size + i for i in basis}
        self.users: defaultdict[int, set[int]] = defaultdict(set)
        for basic, row in rows.items():
            for key in row:
                self.users[key].add(basic)
        self.singles = sorted(key for key in self.free if len(self.users[key]) == 1)
        self.queue = [(self._candidates(basic), basic) for basic in self.leaving]
        heapq.heapify(self.queue)

    def step(self) -> None:
        """Do one exchange: a free variable that stands in a single row, else in the row with fewest candidates.

        The first kind changes no other row, however long the chain of information sets.
        """
        while self.singles:
            column = self.singles.pop()
            if column in self.entering and len(self.users[column]) == 1:
                (basic,) = self.users[column]
                if basic in self.leaving:
                    return self._exchange(basic, column)
        while True:
            size, basic = heapq.heappop(self.queue)
            if basic not in self.leaving:
                continue
            if (now := self._candidates(basic)) != size:
                heapq.heappush(self.queue, (now, basic))
            elif now == 0:
                raise InputError("a singular start basis, expected a regular one")
            else:
                candidates = (key for key in self.rows[basic] if key in self.entering)
                return self._exchange(basic, min(candidates, key=lambda key: (len(self.users[key]), key)))

    def _candidates(self, basic: int) -> int:
        return sum(key in self.entering for key in self.rows[basic])

    def _exchange(self, leaving: int, entering: int) -> None:
        row = self.rows.pop(leaving)
        for key in row:
            self.users[key].discard(leaving)
        pivot = row.pop(entering)
        solved = {key: -value / pivot for key, value in row.items()}
        if leaving not in self.fixed:
            solved[leaving] = 1 / pivot
        touched = self.users.pop(entering)
        for basic in touched:
            self._substitute(basic, entering, solved)
        if entering in self.free:
            self.free_rows[entering] = solved
        else:
            self.rows[entering] = solved
            for key in solved:
                self.users[key].add(entering)
        self.entering.remove(entering)
        self.leaving.remove(leaving)
        self.singles.extend(sorted(key for key in row if key in self.free and len(self.users[key]) == 1))
        for basic in touched & self.leaving:
            heapq.heappush(self.queue, (self._candidates(basic), basic))

    def _substitute(self, basic: int, entering: int, solved: Row) -> None:
        """Replace a variable in a row by what it equals."""
        row = self.rows[basic]
        factor = row.pop(entering)
        for key, value in solved.items():
            total = row.get(key, ZERO) + factor * value
            if total:
                row[key] = total
                self.users[key].add(basic)
            elif key in row:
                del row[key]
                self.users[key].discard(basic)
