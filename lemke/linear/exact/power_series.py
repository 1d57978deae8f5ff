"""The solution of a basis whose constants and matrix depend on a symbol ε: its power series, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

import numpy as np

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ONE
from lemke.ground.sparse import Indices, SparseMatrix, Vector, exact_dot, zeros
from lemke.linear.exact.basis_solution import independent_parts, places_of
from lemke.linear.exact.sparse_solve import System, dependent_lines


class PowerSeries:
    """z(ε) and w(ε) of a basis, where w = q(ε) + M(ε) z.

    With K₀ and K₁ the parts of M = M₀ + ε M₁ that belong to the basis, K₀ zₖ = −qₖ − K₁ zₖ₋₁: one factorisation is
    enough. If K₀ is singular, with the left null vectors N, then Nᵀ(qₖ₊₁ + K₁ zₖ) = 0 is needed for the next term:
    these equations stand in the place of as many that follow from the others.

    Parameters
    ----------
    matrices : M₀ and M₁, n x n; or M₀ alone
    constants : exact vectors of n numbers
        q₀, q₁, …; those that follow are 0.
    basis : n codes, as of :meth:`lemke.linear.lcp.LCP.variable`

    Attributes
    ----------
    kernel : list of exact vectors of n numbers
        The null vectors of K₀, z₀ can be changed by; none if it is regular.

    Raises
    ------
    InputError
        If z(ε) has no limit for ε → 0, or K₀ and these equations do not determine it.

    z = 1 / (1 + ε):

    >>> from itertools import islice
    >>> from lemke.ground.sparse import vector
    >>> one = SparseMatrix.from_dense([[1]])
    >>> [z.tolist() for z, w in islice(PowerSeries((one, one), [vector([-1])], [0]).terms(), 3)]
    [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
    """

    def __init__(self, matrices: Sequence[SparseMatrix], constants: Sequence[Vector], basis: Iterable[int]) -> None:
        self._matrices, self._constants, self.kernel = matrices, constants, list[Vector]()
        inside, tight = places_of(len(constants[0]), basis)
        matrix = matrices[0].part(tight, inside)
        self._replaced: Indices = np.zeros(0, dtype=np.int64)
        doubtful = dependent_lines(matrix) if len(matrices) > 1 and len(inside) else ((), ())
        if len(doubtful[0]):
            self._parts = [(tight, inside, self._completed(matrix, tight, inside, *doubtful))]
            return
        self._parts = []
        for rows, columns in independent_parts(len(tight), matrix.rows, matrix.columns):
            if len(rows) != len(columns):
                raise InputError("a singular basis, expected a regular one")
            self._parts.append((tight[rows], inside[columns], System(matrix.part(rows, columns))))

    def _completed(
        self, matrix: SparseMatrix, tight: Indices, inside: Indices, rows: Indices, columns: Indices
    ) -> System:
        """Return K₀ with NᵀK₁ in the place of rows that follow from the others; keep its null vectors."""
        left, right = null_vectors(matrix, rows, columns), null_vectors(matrix.T, columns, rows)
        if any(exact_dot(change, self._constants[0][tight]) for change in left):
            raise InputError("a basis whose solution grows beyond all bounds as ε falls, expected a limit")
        for change in right:
            z = zeros(len(self._constants[0]))
            z[inside] = change
            self.kernel.append(z)
        self._replaced = tight[rows]
        linear = self._matrices[1].part(tight, inside).T
        kept = np.isin(matrix.rows, rows, invert=True)
        entries = [(matrix.rows[kept], matrix.columns[kept], matrix.values[kept])]
        for row, change in zip(rows, left, strict=True):
            equation = linear @ change
            places = np.flatnonzero(equation)
            entries.append((np.full(len(places), row), places, equation[places]))
        return System(SparseMatrix.from_entries(matrix.shape, *map(np.concatenate, zip(*entries, strict=True))))

    def terms(self) -> Iterator[tuple[Vector, Vector]]:
        """Yield the coefficients of ε⁰, ε¹, … in z and w; if M is constant they end with q."""
        matrices, size = self._matrices, len(self._constants[0])
        z = zeros(size)
        for constant in chain(self._constants, repeat(zeros(size)) if len(matrices) > 1 else ()):
            limits.check()
            side = constant + matrices[1] @ z if len(matrices) > 1 else constant
            right = -side
            right[self._replaced] = 0 * ONE
            z = zeros(size)
            for rows, columns, system in self._parts:
                z[columns] = system.solve(right[rows])
            yield z, side + matrices[0] @ z


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
