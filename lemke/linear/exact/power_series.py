"""The solution of a basis whose constants and matrix depend on a symbol ε: its power series, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count, islice

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Indices, SparseMatrix, Vector, exact_dot, vector, zeros
from lemke.linear.exact.basis_solution import independent_parts, places_of
from lemke.linear.exact.elimination import eliminate
from lemke.linear.exact.sparse_solve import System, dependent_lines

LONGEST = 12
"""Powers of ε in multipliers, at most."""
DEGREE = 3
"""Of polynomials that series of multipliers are multiplied by to make them end."""


class Pencil:
    """A square matrix K₀ + ε K₁, for solutions z(ε) of (K₀ + ε K₁) z = r(ε) as power series.

    K₀ zₖ = rₖ − K₁ zₖ₋₁: one factorisation is enough. Let K₀ be singular, with null vectors N on the left and R on the
    right. Then zₖ + R c solves this for all c; c follows from the next equation, which needs Nᵀ(rₖ₊₁ − K₁ zₖ) = 0.
    Without K₁ the matrix is constant, and must be regular.

    Attributes
    ----------
    kernel : list of exact vectors
        The null vectors R of K₀; none if it is regular.

    Raises
    ------
    InputError
        If a part of K₀ is not square. If there is a K₁, lines that are dependent in floats are left out first; it is
        also an error if they do not depend on the others exactly.
    """

    def __init__(self, constant: SparseMatrix, linear: SparseMatrix | None) -> None:
        self._size = constant.shape[0]
        self._linear = (linear, linear.T) if linear is not None else None
        rows, columns = np.zeros((2, 0), dtype=np.int64)
        if linear is not None and self._size:
            rows, columns = dependent_lines(constant)
        all_lines = np.arange(self._size)
        independent_rows, independent_columns = np.setdiff1d(all_lines, rows), np.setdiff1d(all_lines, columns)
        core = constant.part(independent_rows, independent_columns)
        self._parts: list[tuple[Indices, Indices, System]] = []
        for part_rows, part_columns in independent_parts(len(independent_rows), core.rows, core.columns):
            if len(part_rows) != len(part_columns):
                raise InputError("a singular basis, expected a regular one")
            system = System(core.part(part_rows, part_columns))
            self._parts.append((independent_rows[part_rows], independent_columns[part_columns], system))
        self.kernel = [self._null_vector(constant, column) for column in columns]
        self._left = [self._null_vector(constant.T, row, transposed=True) for row in rows]

    def _null_vector(self, matrix: SparseMatrix, place: int, *, transposed: bool = False) -> Vector:
        """Return the null vector that is 1 at the place of one dependent line, and 0 at those of the others."""
        unit = zeros(self._size)
        unit[place] = ONE
        change: Vector = unit + self._solve(-(matrix @ unit), transposed)
        if np.any(matrix @ change):
            raise InputError("a basis that is singular in floats only, expected a null vector of its matrix")
        return change

    def _solve(self, right: Vector, transposed: bool) -> Vector:
        """Solve the equations of K₀ that are independent; dependent variables are 0."""
        z = zeros(self._size)
        for rows, columns, system in self._parts:
            equations, unknowns = (columns, rows) if transposed else (rows, columns)
            z[unknowns] = system.solve(right[equations], transposed=transposed)
        return z

    @cached_property
    def _linked(self) -> System:
        """NᵀK₁R, of the equations for c."""
        assert self._linear is not None
        images = [self._linear[0] @ change for change in self.kernel]
        return System(SparseMatrix.from_dense([[exact_dot(left, image) for image in images] for left in self._left]))

    def series(self, rights: Sequence[Vector], *, transposed: bool = False) -> Iterator[Vector]:
        """Yield z₀, z₁, … for r₀, r₁, … and zeros after them; without K₁ one for each. Or those of the transpose.

        Raises InputError if z(ε) has no limit for ε → 0, or K₀ + ε K₁ does not determine it.

        >>> from itertools import islice
        >>> from lemke.ground.sparse import vector
        >>> unit = SparseMatrix.from_dense([[1]])
        >>> [z.tolist() for z in islice(Pencil(unit, unit).series([vector([1])]), 3)]  # 1 / (1 + ε)
        [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
        """
        left, kernel = (self.kernel, self._left) if transposed else (self._left, self.kernel)
        if any(exact_dot(change, rights[0]) for change in left):
            raise InputError("a basis whose solution grows beyond all bounds as ε falls, expected a limit")
        zero = zeros(self._size)
        if self._linear is None:
            for right in rights:
                yield self._solve(right, transposed)
            return
        linear = self._linear[transposed]
        moved = zero  # K₁ zₖ₋₁
        for k in count():
            limits.check()
            z = self._solve((rights[k] if k < len(rights) else zero) - moved, transposed)
            moved = linear @ z
            if left:
                defect = (rights[k + 1] if k + 1 < len(rights) else zero) - moved
                shares = self._linked.solve(vector(exact_dot(n, defect) for n in left), transposed=transposed)
                z = z + sum(change * share for change, share in zip(kernel, shares, strict=True))
                moved = linear @ z
            yield z


class PowerSeries:
    """z(ε) and w(ε) of a basis, where w = q(ε) + (M₀ + ε M₁) z.

    Parameters
    ----------
    matrices : M₀ and M₁, n x n; or M₀ alone
    constants : exact vectors of n numbers
        q₀, q₁, …; those that follow are 0.
    basis : n codes, as of :meth:`lemke.linear.lcp.LCP.variable`

    Raises
    ------
    InputError
        As :class:`Pencil`.
    """

    def __init__(self, matrices: Sequence[SparseMatrix], constants: Sequence[Vector], basis: Iterable[int]) -> None:
        self._matrices, self._constants = matrices, constants
        self._inside, self._tight = places_of(len(constants[0]), basis)
        kernels = [matrix.part(self._tight, self._inside) for matrix in matrices]
        self._pencil = Pencil(kernels[0], kernels[1] if len(kernels) > 1 else None)

    @property
    def kernel(self) -> list[Vector]:
        """The null vectors of M₀'s part that belongs to the basis, as changes of z."""
        return [self._spread(change, self._inside) for change in self._pencil.kernel]

    def terms(self) -> Iterator[tuple[Vector, Vector]]:
        """Yield the coefficients of ε⁰, ε¹, … in z and w; if M is constant they end with q."""
        last = zeros(len(self._constants[0]))
        for k, basic in enumerate(self._pencil.series([-constant[self._tight] for constant in self._constants])):
            z = self._spread(basic, self._inside)
            w = self._matrices[0] @ z
            w += self._constants[k] if k < len(self._constants) else 0
            w += self._matrices[1] @ last if len(self._matrices) > 1 else 0
            last = z
            yield z, w

    def vanishing(self, variable: int, is_slack: bool) -> Vector | None:
        """Return multipliers ℓ(ε), polynomials, of the rows that prove that a variable is 0 for all ε; None if none do.

        As z = −K⁻¹q, a variable z_i is −ℓᵀq if Kᵀℓ is its unit vector; a slack w_i = (M z)_i is −ℓᵀq if Kᵀℓ is its row
        of M. The right-hand side may be multiplied by a polynomial. ``variable`` is i, of a q without entries there.

        Returns
        -------
        exact array, n x powers of ε
        """
        if len(self._matrices) == 1 or len(self._constants) > 1:
            return None
        if is_slack:
            rows = [matrix.part(np.array([variable]), self._inside) for matrix in self._matrices]
            rights = [row.T @ [ONE] for row in rows]
        else:
            rights = [zeros(len(self._inside))]
            rights[0][np.searchsorted(self._inside, variable)] = ONE
        multipliers = self._polynomials(rights) or self._polynomials([0 * rights[0], *rights])
        if not multipliers or any(exact_dot(self._constants[0][self._tight], column) for column in multipliers):
            return None
        return np.column_stack([self._spread(column, self._tight) for column in multipliers])

    def _polynomials(self, rights: Sequence[Vector]) -> list[Vector] | None:
        """Return the coefficients of ℓ(ε) with Kᵀℓ = p(ε) r(ε) for a p with p(0) = 1, if there are few; None if not."""
        columns, shadows = list[Vector](), list[mpq]()
        weights = np.random.default_rng(0).integers(1, 1 << 20, len(rights[0])).tolist()
        with suppress(InputError):  # no limit
            for column in islice(self._pencil.series(rights, transposed=True), LONGEST):
                columns.append(column)
                shadows.append(exact_dot(weights, column))
                for degree in range(min(DEGREE + 1, len(columns) - len(rights))):
                    factor = _recurrence(shadows, degree)
                    # once a coefficient of ℓ beyond those of p r is 0, all later ones are: each follows from the last
                    if factor is not None and not _convolved(columns, factor, len(columns) - 1).any():
                        return [_convolved(columns, factor, k) for k in range(len(columns) - 1)]
        return None

    def _spread(self, values: Vector, places: Indices) -> Vector:
        spread = zeros(len(self._constants[0]))
        spread[places] = values
        return spread


def _recurrence(numbers: Sequence[mpq], degree: int) -> list[mpq] | None:
    """Return 1, p₁, …, p_d with Σ pᵢ aₖ₋ᵢ = 0 for the last d of some numbers; None if there are too few, or many p.

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
    """Return the coefficient of εᵏ in a polynomial times a series."""
    total = columns[k].copy()
    for power in range(1, min(k, len(factor) - 1) + 1):
        total += factor[power] * columns[k - power]
    return total
