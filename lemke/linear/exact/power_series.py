"""The solution of a basis that depends on a symbol ε: power series term by term, and rational functions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from itertools import count, islice
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.rational import ONE
from lemke.ground.sparse import Indices, SparseMatrix, Vector, exact_dot, vector, zeros
from lemke.linear.exact.basis_solution import basic_columns_and_tight_rows, independent_parts
from lemke.linear.exact.elimination import Elimination, Row, back_substituted, eliminate, require, sparsest_pivots
from lemke.linear.exact.factors import System, dependent_lines

LONGEST = 12
"""The most terms that are computed of a series of multipliers."""
CONSTANT = -1
"""The key of the constant in a linear form: no column has a negative number."""
DEGREE = 3
"""The product of a series of multipliers and a polynomial may end; polynomials up to this degree are tried."""


class PowerSeries:
    """z(ε) and w(ε) of a basis, where w = q(ε) + (M₀ + ε M₁) z.

    ``matrices`` are M₀ and M₁, or M₀ alone, ``constants`` the coefficients q₀, q₁, … of q(ε). The basis has n codes, as
    of :meth:`lemke.linear.lcp.LCP.variable`; its matrix is K₀ + ε K₁.

    The terms of a solution of (K₀ + ε K₁) z = r(ε) satisfy K₀ zₖ = rₖ − K₁ zₖ₋₁, so one factorization of K₀ is enough.
    Let K₀ be singular: NᵀK₀ = 0 and K₀ R = 0. If zₖ is a solution, so is zₖ + R c for all c. The equation for zₖ₊₁ has
    a solution iff Nᵀ(rₖ₊₁ − K₁ (zₖ + R c)) = 0, which determines c. Without K₁, K₀ must be regular.

    Raises InputError if an independent part of K₀ is not square. With K₁, rows and columns of K₀ that are dependent in
    floats are first left out; an InputError is also raised if they are not dependent exactly.
    """

    def __init__(self, matrices: Sequence[SparseMatrix], constants: Sequence[Vector], basis: Iterable[int]) -> None:
        self._matrices, self._constants = matrices, constants
        self._basic_columns, self._tight_rows = basic_columns_and_tight_rows(len(constants[0]), basis)
        constant, *further = [matrix.part(self._tight_rows, self._basic_columns) for matrix in matrices]
        self._size = constant.shape[0]
        self._linear = (further[0], further[0].T) if further else None  # K₁ and K₁ᵀ, by `transposed`
        require(constant.shape == (self._size, self._size))
        rows, columns = np.zeros((2, 0), dtype=np.int64)
        if further and self._size:
            rows, columns = dependent_lines(constant)
        all_lines = np.arange(self._size)
        independent_rows, independent_columns = np.setdiff1d(all_lines, rows), np.setdiff1d(all_lines, columns)
        core = constant.part(independent_rows, independent_columns)
        self._parts: list[tuple[Indices, Indices, System]] = []
        for part_rows, part_columns in independent_parts(len(independent_rows), core.rows, core.columns):
            system = System(core.part(part_rows, part_columns))
            self._parts.append((independent_rows[part_rows], independent_columns[part_columns], system))
        self._right = [self._null_vector(constant, column) for column in columns]  # the columns of R
        self._left = [self._null_vector(constant.T, row, transposed=True) for row in rows]

    @property
    def kernel(self) -> list[Vector]:
        """The null vectors of the basis matrix at ε = 0, as changes of z: vectors of n numbers."""
        return [self._spread(null_vector, self._basic_columns) for null_vector in self._right]

    def _null_vector(self, matrix: SparseMatrix, place: int, *, transposed: bool = False) -> Vector:
        """Return the null vector that is 1 at one dependent line, ``place``, and 0 at all other dependent lines."""
        unit = zeros(self._size)
        unit[place] = ONE
        null_vector: Vector = unit + self._solve(-(matrix @ unit), transposed)
        exactly_singular = not np.any(matrix @ null_vector)
        require(exactly_singular, "a basis that is singular in floats but not exactly, expected a regular one")
        return null_vector

    def _solve(self, right: Vector, transposed: bool) -> Vector:
        """Solve the independent equations of K₀, or of K₀ᵀ if ``transposed``; dependent variables are 0."""
        z = zeros(self._size)
        for rows, columns, system in self._parts:
            equations, unknowns = (columns, rows) if transposed else (rows, columns)
            z[unknowns] = system.solve(right[equations], transposed=transposed)
        return z

    @cached_property
    def _system_for_c(self) -> System:
        """The matrix NᵀK₁R of the equations for c."""
        assert self._linear is not None
        images = [self._linear[0] @ null_vector for null_vector in self._right]
        return System(SparseMatrix.from_dense([[exact_dot(left, image) for image in images] for left in self._left]))

    def _series(self, rights: Sequence[Vector], *, transposed: bool = False) -> Iterator[Vector]:
        """Yield z₀, z₁, … without end for r₀, r₁, … = ``rights``, then 0.

        Without K₁ the series ends with the last term of ``rights``. If ``transposed``, the matrix is K₀ᵀ + ε K₁ᵀ.
        Raises InputError if z(ε) has no limit for ε → 0, or if NᵀK₁R is singular, so that c is not determined.
        """
        left, kernel = (self._right, self._left) if transposed else (self._left, self._right)
        has_limit = not any(exact_dot(null_vector, rights[0]) for null_vector in left)
        require(has_limit, "a basis whose solution grows without bound as ε falls to 0, expected one with a limit")
        zero = zeros(self._size)
        if self._linear is None:
            for right in rights:
                yield self._solve(right, transposed)
            return
        linear = self._linear[transposed]
        product = zero  # K₁ zₖ₋₁, and K₁ zₖ at the end of a round
        for k in count():
            z = self._solve((rights[k] if k < len(rights) else zero) - product, transposed)
            product = linear @ z
            if left:
                defect = (rights[k + 1] if k + 1 < len(rights) else zero) - product
                c = self._system_for_c.solve(vector(exact_dot(n, defect) for n in left), transposed=transposed)
                z = z + sum(null_vector * factor for null_vector, factor in zip(kernel, c, strict=True))
                product = linear @ z
            yield z

    def terms(self) -> Iterator[tuple[Vector, Vector]]:
        """Yield the coefficients of ε⁰, ε¹, … in z and w; if M is constant, up to the degree of q, else without end.

        >>> from lemke.ground.sparse import vector
        >>> unit = SparseMatrix.from_dense([[1]])
        >>> [z.tolist() for z, _ in islice(PowerSeries([unit, unit], [vector([-1])], [0]).terms(), 3)]  # 1 / (1 + ε)
        [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
        """
        last = zeros(len(self._constants[0]))
        for k, basic in enumerate(self._series([-constant[self._tight_rows] for constant in self._constants])):
            z = self._spread(basic, self._basic_columns)
            w = self._matrices[0] @ z
            w += self._constants[k] if k < len(self._constants) else 0
            w += self._matrices[1] @ last if len(self._matrices) > 1 else 0
            last = z
            yield z, w

    def vanishing(self, variable: int, is_slack: bool) -> Vector | None:
        """Return multipliers ℓ(ε) of the rows (n x powers of ε) that prove that a variable is 0 for all ε; or None.

        The basic z are −K⁻¹q, where K is the matrix of the basis. So z_i = −ℓᵀq if Kᵀℓ is the i-th unit vector. A slack
        w_i = (M z)_i with qᵢ = 0 is −ℓᵀq if Kᵀℓ is the i-th row of M in the basic columns. Kᵀℓ may also be a polynomial
        of ε times this vector. ``variable`` is i: for the basic variable w_i if ``is_slack``, else for z_i.
        """
        # if M is constant, the series ends and needs no proof; the proof needs a constant q
        if len(self._matrices) == 1 or len(self._constants) > 1:
            return None
        if is_slack:
            rows = [matrix.part(np.array([variable]), self._basic_columns) for matrix in self._matrices]
            rights = [row.T @ [ONE] for row in rows]
        else:
            rights = [zeros(len(self._basic_columns))]
            rights[0][np.searchsorted(self._basic_columns, variable)] = ONE
        # if Kᵀ(0) is singular, a series may exist only for ε times the right-hand side
        multipliers = self._polynomials(rights) or self._polynomials([0 * rights[0], *rights])
        if not multipliers or any(exact_dot(self._constants[0][self._tight_rows], column) for column in multipliers):
            return None
        return np.column_stack([self._spread(column, self._tight_rows) for column in multipliers])

    def _polynomials(self, rights: Sequence[Vector]) -> list[Vector] | None:
        """Return the coefficients of a polynomial ℓ(ε) with Kᵀℓ = p(ε) r(ε) and p(0) = 1; None if none is found.

        ``rights`` are the coefficients of r. Let s(ε) be the power series with Kᵀs = r. ℓ = p s must end, so the terms
        of s satisfy a linear recurrence with the coefficients of p. The recurrence is found from random combinations of
        each term's numbers, and then checked. Return None if s has no limit, or if ℓ or p has a large degree.
        """
        columns, projections = list[Vector](), list[mpq]()
        weights = np.random.default_rng(0).integers(1, 1 << 20, len(rights[0])).tolist()
        with suppress(InputError):  # no limit
            for column in islice(self._series(rights, transposed=True), LONGEST):
                columns.append(column)
                projections.append(exact_dot(weights, column))
                for degree in range(min(DEGREE + 1, len(columns) - len(rights))):
                    factor = _recurrence(projections, degree)
                    # beyond the degree of p r each coefficient follows from the one before: after a 0 all are 0
                    if factor is not None and not _convolved(columns, factor, len(columns) - 1).any():
                        return [_convolved(columns, factor, k) for k in range(len(columns) - 1)]
        return None

    def _spread(self, values: Vector, places: Indices) -> Vector:
        """Return n numbers: ``values`` at ``places``, and 0 elsewhere."""
        spread = zeros(len(self._constants[0]))
        spread[places] = values
        return spread


def _recurrence(numbers: Sequence[mpq], degree: int) -> list[mpq] | None:
    """Return 1, p₁, …, p_d with Σᵢ pᵢ aₖ₋ᵢ = 0 for the last d indices k of ``numbers`` a; d is the degree.

    Return None if there are too few numbers, or not exactly one such p.

    >>> _recurrence([mpq(5), mpq(2), mpq(4), mpq(8)], 1)
    [mpq(1,1), mpq(-2,1)]
    """
    last = len(numbers) - 1
    if not degree:
        return [ONE]
    if last < 2 * degree - 1:
        return None
    rows = [[numbers[last - k - i] for i in range(1, degree + 1)] for k in range(degree)]
    try:
        solution = eliminate(SparseMatrix.from_dense(rows), vector(-numbers[last - k] for k in range(degree)))
    except InputError:  # singular
        return None
    return [ONE, *solution]


def _convolved(columns: Sequence[Vector], factor: Sequence[mpq], k: int) -> Vector:
    """Return the coefficient of εᵏ in the product of a series and a polynomial.

    ``columns`` are the terms of the series, ``factor`` the coefficients of the polynomial, of which the first is 1.
    """
    total = columns[k].copy()
    for power in range(1, min(k, len(factor) - 1) + 1):
        total += factor[power] * columns[k - power]
    return total


def numerators(
    matrices: tuple[SparseMatrix, SparseMatrix], constant: Vector, basis: Iterable[int], slices: Iterable[slice]
) -> list[Vector]:
    """Return slices of the z(ε) of a basis, where w = q + (M₀ + ε M₁) z, each slice times its common denominator.

    M₀ and M₁ are n x n, and the basis has n codes, as of :meth:`lemke.linear.lcp.LCP.variable`. For every slice of z an
    array has a row of coefficients of 1, ε, … for each variable. The common denominator is positive for small ε > 0,
    and no factor divides both this denominator and all polynomials of the slice. Raises InputError if the basis is
    singular for all ε, or does not have n variables.

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
