"""The solution of a basis whose matrix is linear in a symbol ε: the terms of its power series, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.exact.basis_solution import independent_parts, places_of
from lemke.linear.exact.sparse_solve import System


def power_series(
    matrices: tuple[SparseMatrix, SparseMatrix], constant: Vector, basis: Iterable[int]
) -> Iterator[tuple[Vector, Vector]]:
    """Yield the coefficients of ε⁰, ε¹, … in z(ε) and w(ε), where w = q + (M₀ + ε M₁) z.

    With K₀ and K₁ the parts of M₀ and M₁ that belong to the basis, K₀ z₀ = −q and K₀ zₖ = −K₁ zₖ₋₁: one factorisation
    is enough. Parameters are those of :func:`lemke.linear.exact.numerators`.

    Raises
    ------
    InputError
        If K₀ is singular.

    z = 1 / (1 + ε):

    >>> one = SparseMatrix.from_dense([[1]])
    >>> series = power_series((one, one), np.array([mpq(-1)], dtype=object), [0])
    >>> [next(series)[0].tolist() for _ in range(3)]
    [[mpq(1,1)], [mpq(-1,1)], [mpq(1,1)]]
    """
    fixed, linear = matrices
    inside, tight = places_of(len(constant), basis)
    kernel = fixed.part(tight, inside)
    parts = []
    for rows, columns in independent_parts(len(tight), kernel.rows, kernel.columns):
        if len(rows) != len(columns):
            raise InputError("a singular basis, expected a regular one")
        parts.append((tight[rows], inside[columns], System(kernel.part(rows, columns))))
    side = constant
    while True:
        limits.check()
        z = zeros(len(constant))
        for rows, columns, system in parts:
            z[columns] = system.solve(-side[rows])
        yield z, side + fixed @ z
        side = linear @ z
