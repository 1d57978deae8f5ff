"""The dictionary of an LCP at its start basis, by sparse exact elimination.

A dictionary expresses the basic variables by the nonbasic ones, the parameter z0 and a constant (Chvátal 1983):

    xᵢ = Σⱼ aᵢⱼ xⱼ + dᵢ z0 + qᵢ

Entering a start basis one variable at a time costs a third to nine tenths of a textbook run. Here all its variables
are exchanged by sparse elimination before the path begins; each best reply basis of a game is triangular, so there is
next to no fill. Free variables never leave the basis: their rows are put aside until the path has ended. Slacks of
equations are fixed at zero: their columns are dropped. For a game, what remains is the reduced sequence form.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.lcp import LCP
from lemke.rational import ZERO
from lemke.watch import Watch

Row: TypeAlias = dict[int, mpq]


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Rows (basic variable → its coefficients) of the variables with a sign, and apart from them the free ones.

    Variables are coded as in :meth:`LCP.variable`; ``columns`` are the nonbasic ones, ``constant`` is the key of the
    constants, ``z0`` that of z0.
    """

    rows: dict[int, Row]
    free: dict[int, Row]
    columns: tuple[int, ...]
    z0: int
    constant: int


def start_dictionary(problem: LCP, watch: Watch) -> Dictionary:
    """Return the dictionary at the start basis of the problem, or at z = 0 where it has none.

    Raises
    ------
    InputError
        If the start basis is singular.
    """
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
    _exchange(rows, basic, n, {n + i for i in range(n) if problem.free[i]}, watch)
    free = {i: rows.pop(i) for i in range(n) if problem.free[i]}
    columns = tuple(n + i if i in basic else i for i in range(n) if not problem.free[i])
    return Dictionary(rows, free, columns, z0, constant)


def _exchange(rows: dict[int, Row], entering: Iterable[int], n: int, fixed: set[int], watch: Watch) -> None:
    """Let zᵢ enter and wᵢ leave for all i in ``entering``, each time in the leaving row with fewest candidates."""
    remaining = set(entering)
    leaving = {n + i for i in remaining}
    users: defaultdict[int, set[int]] = defaultdict(set)  # variable → the rows it stands in
    for basic, row in rows.items():
        for key in row:
            users[key].add(basic)
    queue = [(sum(key in remaining for key in rows[basic]), basic) for basic in leaving]
    heapq.heapify(queue)
    while leaving:
        size, row_key = heapq.heappop(queue)
        if row_key not in leaving:
            continue
        candidates = [key for key in rows[row_key] if key in remaining]
        if len(candidates) != size:
            heapq.heappush(queue, (len(candidates), row_key))
            continue
        if not candidates:
            raise InputError("a singular start basis, expected a regular one")
        watch.check()
        column = min(candidates, key=lambda key: (len(users[key]), key))
        touched = _pivot(rows, users, row_key, column, row_key in fixed)
        remaining.remove(column)
        leaving.remove(row_key)
        for basic in touched & leaving:
            heapq.heappush(queue, (sum(key in remaining for key in rows[basic]), basic))


def _pivot(
    rows: dict[int, Row], users: defaultdict[int, set[int]], leaving: int, entering: int, fixed: bool
) -> set[int]:
    """Exchange two variables; return the rows that changed. A leaving variable fixed at 0 leaves no column."""
    row = rows.pop(leaving)
    for key in row:
        users[key].discard(leaving)
    pivot = row.pop(entering)
    solved = {key: -value / pivot for key, value in row.items()}
    if not fixed:
        solved[leaving] = 1 / pivot
    touched = users.pop(entering, set())
    for basic in touched:
        other = rows[basic]
        factor = other.pop(entering)
        for key, value in solved.items():
            total = other.get(key, ZERO) + factor * value
            if total:
                other[key] = total
                users[key].add(basic)
            elif key in other:
                del other[key]
                users[key].discard(basic)
    rows[entering] = solved
    for key in solved:
        users[key].add(entering)
    return touched
