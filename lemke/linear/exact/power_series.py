"""The solution of a basis whose constants and matrix depend on a symbol ε: its power series, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count, islice

import numpy as np

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Indices, SparseMatrix, Vector, exact_dot, zeros
from lemke.linear.exact.basis_solution import independent_parts, places_of
from lemke.linear.exact.sparse_solve import System, dependent_lines

LONGEST = 12
"""Powers of ε in multipliers, at most."""


class Pencil:
    """A square matrix K₀ + ε K₁, for solutions z(ε) of (K₀ + ε K₁) z = r(ε) as power series.

    K₀ zₖ = rₖ − K₁ zₖ₋₁: one factorisation is enough. If K₀ is singular, with the left null vectors N, then
    Nᵀ(rₖ₊₁ − K₁ zₖ) = 0 is needed for the next term: these equations stand in the place of as many that follow from the
    others. Without K₁ the matrix is constant, and must be regular.

    Attributes
    ----------
    kernel : list of exact vectors
        The null vectors of K₀; none if it is regular.

    Raises
    ------
    InputError
        If a singular K₀ and these equations do not determine z.
    """

    def __init__(self, constant: SparseMatrix, linear: SparseMatrix | None) -> None:
        self._linear, self._size = linear, constant.shape[0]
        self.kernel: list[Vector] = []
        self._left: list[Vector] = []
        self._parts: list[tuple[Indices, Indices, System]] = []
        self._replaced, columns = np.zeros((2, 0), dtype=np.int64)
        if linear is not None and self._size:
            self._replaced, columns = dependent_lines(constant)
        if linear is not None and len(self._replaced):
            self._left = null_vectors(constant, self._replaced, columns)
            self.kernel = null_vectors(constant.T, columns, self._replaced)
            everything = np.arange(self._size)
            self._parts = [(everything, everything, System(self._completed(constant, linear)))]
            return
        for rows, columns in independent_parts(self._size, constant.rows, constant.columns):
            if len(rows) != len(columns):
                raise InputError("a singular basis, expected a regular one")
            self._parts.append((rows, columns, System(constant.part(rows, columns))))

    def _completed(self, constant: SparseMatrix, linear: SparseMatrix) -> SparseMatrix:
        """Return K₀ with NᵀK₁ in the place of rows that follow from the others."""
        transposed, kept = linear.T, np.isin(constant.rows, self._replaced, invert=True)
        entries = [(constant.rows[kept], constant.columns[kept], constant.values[kept])]
        for row, change in zip(self._replaced, self._left, strict=True):
            equation = transposed @ change
            places = np.flatnonzero(equation)
            entries.append((np.full(len(places), row), places, equation[places]))
        return SparseMatrix.from_entries(constant.shape, *map(np.concatenate, zip(*entries, strict=True)))

    def series(self, rights: Sequence[Vector]) -> Iterator[Vector]:
        """Yield z₀, z₁, … for r₀, r₁, …, which 0 follow; without K₁ as many as these.

        Raises InputError if z(ε) has no limit for ε → 0, or K₀ is singular.

        >>> from itertools import islice
        >>> from lemke.ground.sparse import vector
        >>> one = SparseMatrix.from_dense([[1]])
        >>> [z.tolist() for z in islice(Pencil(one, one).series([vector([1])]), 3)]  # 1 / (1 + ε)
        [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
        """
        if any(exact_dot(change, rights[0]) for change in self._left):
            raise InputError("a basis whose solution grows beyond all bounds as ε falls, expected a limit")
        z, nothing = zeros(self._size), zeros(self._size)
        for k in count() if self._linear is not None else range(len(rights)):
            limits.check()
            side = rights[k].copy() if k < len(rights) else nothing.copy()
            if self._linear is not None:
                side -= self._linear @ z
            following = rights[k + 1] if k + 1 < len(rights) else nothing
            side[self._replaced] = [exact_dot(change, following) for change in self._left]
            z = zeros(self._size)
            for rows, columns, system in self._parts:
                z[columns] = system.solve(side[rows])
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
        self._kernels = kernels[0], kernels[1] if len(kernels) > 1 else None
        self._pencil = Pencil(*self._kernels)

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

        With z = −K⁻¹q a variable z_i is −ℓᵀq where Kᵀℓ is a unit vector, and a slack w_i = (M z)_i where Kᵀℓ is the row
        of M; the right-hand side may be multiplied by ε. ``variable`` is i, of a q without entries there.

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
        if multipliers is None or any(exact_dot(self._constants[0][self._tight], column) for column in multipliers):
            return None
        return np.column_stack([self._spread(column, self._tight) for column in multipliers])

    def _polynomials(self, rights: Sequence[Vector]) -> list[Vector] | None:
        """Return the coefficients of ℓ(ε) with Kᵀℓ = r(ε), if there are few; None if not."""
        columns = list[Vector]()
        with suppress(InputError):  # no limit
            for column in islice(self._transposed.series(rights), LONGEST):
                if not column.any() and len(columns) >= len(rights):
                    return columns
                columns.append(column)
        return None

    @cached_property
    def _transposed(self) -> Pencil:
        constant, linear = self._kernels
        assert linear is not None
        return Pencil(constant.T, linear.T)

    def _spread(self, values: Vector, places: Indices) -> Vector:
        spread = zeros(len(self._constants[0]))
        spread[places] = values
        return spread


def null_vectors(matrix: SparseMatrix, rows: Indices, columns: Indices) -> list[Vector]:
    """Return the vectors n with nᵀA = 0 that are 1 in one of some rows, and 0 in the others.

    Raises
    ------
    InputError
        Unless A is regular without these rows and as many columns, and the other rows span them.

    >>> rows, columns = np.array([1]), np.array([0])
    >>> null_vectors(SparseMatrix.from_dense([[1, 2], [2, 4]]), rows, columns)
    [array([mpq(-2,1), mpq(1,1)], dtype=object)]
    """
    size = matrix.shape[0]
    if len(rows) != len(columns):
        raise InputError("a singular basis, expected a regular one")
    spanning, others = np.setdiff1d(np.arange(size), rows), np.setdiff1d(np.arange(size), columns)
    system, transposed = System(matrix.part(spanning, others)), matrix.T
    vectors = []
    for row in rows:
        change, unit = zeros(size), zeros(size)
        unit[row] = ONE
        change[spanning] = system.solve(-(transposed @ unit)[others], transposed=True)
        change[row] = ONE
        if np.any(transposed @ change):
            raise InputError("a basis that floats take for singular, expected a null vector of its matrix")
        vectors.append(change)
    return vectors
