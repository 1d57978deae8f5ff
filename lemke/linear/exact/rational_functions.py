"""The solution of a basis as rational functions of ε over a common denominator, if the matrix is linear in ε."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.exact.basis_solution import basic_columns_and_tight_rows
from lemke.linear.exact.elimination import Elimination, Row, back_substituted, sparsest_pivots

CONSTANT = -1
"""The key of the constant in a linear form: no column has a negative number."""


def numerators(
    matrices: tuple[SparseMatrix, SparseMatrix], constant: Vector, basis: Iterable[int], slices: Iterable[slice]
) -> list[Vector]:
    """Return slices of the z(ε) of a basis, where w = q + (M₀ + ε M₁) z, each slice times its common denominator.

    Parameters
    ----------
    matrices : (SparseMatrix, SparseMatrix)
        M₀ and M₁, n x n.
    constant : exact vector of n numbers
        The vector q.
    basis : n codes, as of :meth:`lemke.linear.lcp.LCP.variable`
    slices : slices of the variables z

    Returns
    -------
    list of exact arrays
        For every slice an array, variables x (degree + 1); column k has the coefficients of εᵏ. The variables of a
        slice have been multiplied by their common denominator, which is positive for small ε > 0. No factor divides
        both this denominator and all polynomials of the slice.

    Raises
    ------
    InputError
        If the basis is singular for all ε, or does not have n variables.

    z = 1 / (1 + ε):

    >>> unit = SparseMatrix.from_dense([[1]])
    >>> numerators((unit, unit), np.array([mpq(-1)], dtype=object), [0], [slice(0, 1)])
    [array([[mpq(1,1)]], dtype=object)]
    """
    from sympy import ZZ
    from sympy.polys.fields import FracField
    from sympy.polys.orderings import lex

    field = FracField(["epsilon"], ZZ, lex)
    (epsilon,) = field.gens

    @cache
    def element(number: mpq) -> Any:
        return field(int(number.numerator)) / int(number.denominator)

    basic_columns, tight_rows = basic_columns_and_tight_rows(len(constant), basis)
    rows: dict[int, Row] = {i: {} for i in range(len(tight_rows))}
    for power, matrix in zip((field.one, epsilon), matrices, strict=True):
        for i, j, entry in matrix.part(tight_rows, basic_columns).entries:
            term = power * element(entry)
            rows[i][j] = rows[i][j] + term if j in rows[i] else term
    for i, number in enumerate(constant[tight_rows]):
        if number:
            rows[i][CONSTANT] = element(number)
    rows = {i: {j: entry for j, entry in row.items() if entry} for i, row in rows.items()}
    z = dict(zip(basic_columns.tolist(), _solution(rows, len(basic_columns), field.zero), strict=True))
    return [_numerators([z.get(k, field.zero) for k in range(part.start, part.stop)]) for part in slices]


def _solution(rows: dict[int, Row], columns: int, zero: Any) -> list[Any]:
    """Solve a square system: return the values of the columns at which all rows, as linear forms, are 0."""
    forms = Elimination(rows)
    for name, column in sparsest_pivots(forms, range(len(rows)), range(columns), range(columns)):
        forms.eliminate(name, column)
    solution = back_substituted(forms.solved, {CONSTANT: zero.field.one}, zero)
    return [solution[column] for column in range(columns)]


def _numerators(functions: Collection[Any]) -> Vector:
    """Return functions times their least common denominator, as rows of coefficients, the constant first.

    The lowest coefficient of the denominator is made positive, so that the denominator is positive for small ε > 0.
    """
    common = next(iter(functions)).denom
    for function in functions:
        common = common.lcm(function.denom)
    lowest = next(coefficient for coefficient in reversed(common.to_dense()) if coefficient)
    sign = 1 if lowest > 0 else -1
    # dense lists of sympy start with the highest power
    polynomials = [(function.numer * (common.quo(function.denom))).to_dense()[::-1] for function in functions]
    table = np.array([zeros(max(map(len, polynomials), default=1)) for _ in polynomials])
    for row, coefficients in zip(table, polynomials, strict=True):
        row[: len(coefficients)] = [ONE * int(coefficient) * sign for coefficient in coefficients]
    return table
