"""Sparse elimination over any field: the one loop of every exact elimination of sparse rows.

A row is a linear form Σ aₖ xₖ: a dict from columns k to nonzero coefficients aₖ, rationals or rational functions. A
pivot solves a form for one column and substitutes the solution into all other forms (Gauss, Jordan). The caller chooses
the pivots, for example constants, the diagonal, or those of :func:`sparsest_pivots`.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

import gmpy2
import numpy as np

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Indices, SparseMatrix, Vector, zeros

Number: TypeAlias = Any
"""An element of a field: ``mpq``, or a rational function of sympy."""
Row: TypeAlias = dict[int, Number]


def require(fulfilled: bool, broken: str = "a singular basis, expected a regular one") -> None:
    """Raise InputError, with what is broken, unless a condition is fulfilled."""
    if not fulfilled:
        raise InputError(broken)


def linear_forms(matrix: SparseMatrix, constants: Mapping[int, Vector], first: int = 0) -> dict[int, Row]:
    """Return the forms M x + Σₖ cₖ xₖ, numbered from ``first`` on; ``constants`` has cₖ for each further column k.

    >>> from lemke.ground.sparse import vector
    >>> linear_forms(SparseMatrix.from_dense([[1, 0], [2, 3]]), {7: vector([0, 5])})
    {0: {0: mpq(1,1)}, 1: {0: mpq(2,1), 1: mpq(3,1), 7: mpq(5,1)}}
    """
    rows: dict[int, Row] = {first + i: {} for i in range(matrix.shape[0])}
    for i, j, entry in matrix.entries:
        rows[first + i][j] = entry
    for key, column in constants.items():
        for i, entry in enumerate(column):
            if entry:
                rows[first + i][key] = entry
    return rows


class Elimination:
    """Linear forms, and the columns that have been solved for.

    ``rows`` maps the name of a form to its coefficients, ``users`` a column to the names of the forms that contain it.
    ``solved`` maps a column, in the order of pivots, to the form that is equal to it, in columns that were not yet
    solved for.

    >>> from gmpy2 import mpq
    >>> forms = Elimination({0: {0: mpq(2), 1: mpq(4), 2: mpq(-2)}, 1: {0: mpq(1), 1: mpq(1)}})  # 2x + 4y - 2, x + y
    >>> forms.eliminate(0, 0)
    >>> forms.rows
    {1: {1: mpq(-1,1), 2: mpq(1,1)}}
    """

    def __init__(self, rows: dict[int, Row]) -> None:
        self.rows: dict[int, Row] = {}
        self.users: defaultdict[int, set[int]] = defaultdict(set)
        self.solved: dict[int, Row] = {}
        for name, row in rows.items():
            self._add(name, row)

    def _add(self, name: int, row: Row) -> None:
        self.rows[name] = row
        for column in row:
            self.users[column].add(name)

    def exchange(self, name: int, column: int, slack: int | None = None) -> None:
        """Solve a form for a column as :meth:`eliminate` does, and keep the solution as the form named ``column``."""
        self.eliminate(name, column, slack)
        self._add(column, self.solved.pop(column))

    def eliminate(self, name: int, column: int, slack: int | None = None) -> None:
        """Solve form = 0, Σ aₖ xₖ = 0, for a column c: substitute x_c = −Σ (aₖ / a_c) xₖ into all other forms.

        If ``slack``, a further column, is given, solve form = x_slack instead. ``solved`` keeps the solution.
        """
        limits.check()
        row = self.rows.pop(name)
        for key in row:
            self.users[key].discard(name)
        pivot = row.pop(column)
        self.solved[column] = solved = {key: -entry / pivot for key, entry in row.items()}
        if slack is not None:
            solved[slack] = 1 / pivot
        for user in self.users.pop(column):
            target = self.rows[user]
            factor = target.pop(column)
            for key, entry in solved.items():
                if key not in target:
                    target[key] = factor * entry
                    self.users[key].add(user)
                elif total := target[key] + factor * entry:
                    target[key] = total
                else:
                    del target[key]
                    self.users[key].discard(user)


def back_substituted(solved: dict[int, Row], known_values: Row, zero: Number = ZERO) -> Row:
    """Return the known values of columns and those of all solved columns; all other columns are 0.

    >>> back_substituted({0: {1: 2, 5: 1}, 1: {5: 3}}, {5: 1})
    {5: 1, 1: mpq(3,1), 0: mpq(7,1)}
    """
    values = dict(known_values)
    for column, row in reversed(solved.items()):  # a solution may use columns that were solved for later
        values[column] = sum((entry * values[key] for key, entry in row.items() if key in values), zero)
    return values


def sparsest_pivots(
    forms: Elimination,
    names: Collection[int],
    columns: Collection[int],
    singletons: Collection[int],
    *,
    dependent: bool = False,
) -> Iterator[tuple[int, int]]:
    """Yield pivots (form, column) until each named form is solved for one of the columns.

    The caller makes each pivot before it asks for the next one. Columns of ``singletons`` that are in a single form
    come first, as such a pivot changes no other form. Otherwise the form with the fewest remaining columns comes next;
    of its remaining columns, it is solved for the one in the fewest forms.

    Raises InputError if a form contains none of the remaining columns. With ``dependent``, such a form is left out.
    """
    names, columns = set(names), set(columns)
    single_columns = sorted(key for key in singletons if len(forms.users[key]) == 1)
    queue = [(len(forms.rows[name].keys() & columns), name) for name in names]
    heapq.heapify(queue)  # counts may become wrong: a popped count is compared with the form's present count
    while names:
        pivot = None
        while single_columns and pivot is None:
            column = single_columns.pop()
            if column in columns and len(forms.users[column]) == 1:
                (user,) = forms.users[column]
                pivot = (user, column) if user in names else None
        while pivot is None:
            size, name = heapq.heappop(queue)
            if name not in names:
                continue
            possible = forms.rows[name].keys() & columns
            if len(possible) != size:
                heapq.heappush(queue, (len(possible), name))
            elif not possible:
                require(dependent, "a singular matrix, expected a regular one")
                names.discard(name)
                break
            else:
                pivot = name, min(possible, key=lambda key: (len(forms.users[key]), key))
        if pivot is None:  # a dependent form was left out
            continue
        name, column = pivot
        keys, users = list(forms.rows[name]), forms.users[column] - {name}
        yield pivot
        names.discard(name)
        columns.discard(column)
        single_columns.extend(sorted(key for key in keys if key in singletons and len(forms.users[key]) == 1))
        for user in users & names:
            heapq.heappush(queue, (len(forms.rows[user].keys() & columns), user))


def eliminate(matrix: SparseMatrix, right: Vector) -> Vector:
    """Return the exact x with A x = b by sparse elimination over the rationals; raise InputError if A is singular."""
    n = matrix.shape[0]
    forms, everything = Elimination(linear_forms(matrix, {n: -right})), range(n)
    for name, column in sparsest_pivots(forms, everything, everything, everything):
        forms.eliminate(name, column)
    values = back_substituted(forms.solved, {n: ONE})
    solution = zeros(n)
    solution[:] = [values[column] for column in everything]
    return solution


def determinant_sign(matrix: SparseMatrix) -> int:
    """Return the sign of a determinant: the product of the signs of all pivots and the sign of their permutation.

    >>> determinant_sign(SparseMatrix.from_dense([[0, 2], [3, 5]])), determinant_sign(SparseMatrix.from_dense([[0]]))
    (-1, 0)
    """
    n = matrix.shape[0]
    forms, sign, pivots = Elimination(linear_forms(matrix, {})), 1, np.zeros(n, dtype=np.int64)
    try:
        for name, column in sparsest_pivots(forms, range(n), range(n), ()):
            sign *= gmpy2.sign(forms.rows[name][column])
            pivots[name] = column
            forms.eliminate(name, column)
    except InputError:  # a singular matrix
        return 0
    return sign * permutation_sign(pivots)


def permutation_sign(order: Indices) -> int:
    """Return the sign of the permutation that sorts n distinct numbers; with k cycles it is (−1)ⁿ⁻ᵏ.

    >>> permutation_sign(np.array([7, 9, 8]))
    -1
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    n = len(order)
    cycles, _ = connected_components(coo_matrix((np.ones(n), (np.arange(n), np.argsort(order))), shape=(n, n)))
    return -1 if (n - cycles) % 2 else 1
