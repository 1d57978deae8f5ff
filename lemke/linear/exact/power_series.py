"""The solution of a basis whose constants and matrix depend on a symbol ε: its power series, term by term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.exact.basis_solution import independent_parts, places_of
from lemke.linear.exact.sparse_solve import System


def power_series(
    matrices: Sequence[SparseMatrix], constants: Sequence[Vector], basis: Iterable[int]
) -> Iterator[tuple[Vector, Vector]]:
    """Yield the coefficients of ε⁰, ε¹, … in z(ε) and w(ε), where w = q(ε) + M(ε) z.

    With K₀ and K₁ the parts of M = M₀ + ε M₁ that belong to the basis, K₀ zₖ = −qₖ − K₁ zₖ₋₁: one factorisation is
    enough. If M is constant the series end with q.

    Parameters
    ----------
    matrices : M₀ and M₁, n x n; or M₀ alone
    constants : exact vectors of n numbers
        q₀, q₁, …; those that follow are 0.
    basis : n codes, as of :meth:`lemke.linear.lcp.LCP.variable`

    Raises
    ------
    InputError
        If K₀ is singular.

    z = 1 / (1 + ε):

    >>> from itertools import islice
    >>> from lemke.ground.sparse import vector
    >>> one = SparseMatrix.from_dense([[1]])
    >>> [z.tolist() for z, w in islice(power_series((one, one), [vector([-1])], [0]), 3)]
    [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
    """
    size = len(constants[0])
    inside, tight = places_of(size, basis)
    kernel = matrices[0].part(tight, inside)
    parts = []
    for rows, columns in independent_parts(len(tight), kernel.rows, kernel.columns):
        if len(rows) != len(columns):
            raise InputError("a singular basis, expected a regular one")
        parts.append((tight[rows], inside[columns], System(kernel.part(rows, columns))))
    z = zeros(size)
    for constant in chain(constants, repeat(zeros(size)) if len(matrices) > 1 else ()):
        limits.check()
        side = constant + matrices[1] @ z if len(matrices) > 1 else constant
        z = zeros(size)
        for rows, columns, system in parts:
            z[columns] = system.solve(-side[rows])
        yield z, side + matrices[0] @ z
