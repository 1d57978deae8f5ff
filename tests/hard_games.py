"""Games that are hard for floats or long for paths, each with what theory says of it."""

import random
from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

import lemke
from lemke import Game, GameBuilder, SparseMatrix
from lemke.pivoting.exact_solve import solve_all
from lemke.sparse import vector

Table = Sequence[Sequence[object]]


def bimatrix(A: Table, B: Table, title: str = "") -> Game:
    """The game in which both players choose at once, from the rows and the columns."""
    builder = GameBuilder(title=title)
    columns = [str(j) for j in range(len(A[0]))]
    unseen = builder.information_set(1, columns)
    for i, node in enumerate(builder.move(builder.root, 0, [str(i) for i in range(len(A))])):
        for j, leaf in enumerate(builder.decide(node, unseen)):
            builder.pay(leaf, A[i][j], B[i][j])
    return builder.build()


def opposed(A: Table) -> Game:
    """The zero-sum game of a matrix."""
    return bimatrix(A, [[-mpq(value) for value in row] for row in A])


def dual_cyclic(d: int) -> tuple[list[list[mpq]], list[list[mpq]]]:
    """The d x d game of Savani and von Stengel (2006), d even: one equilibrium, fully mixed, at the end of long paths.

    Best reply polytopes are {x ≥ 0, Bᵀx ≤ 1} and {y ≥ 0, A y ≤ 1}. Both are made of the polar of a cyclic polytope, the
    hull of points (t, t², …, t^d), around their centre: facet k = 1 … 2d belongs to t = k. The vertex on the
    first d facets (the last d, for the second polytope) goes to the origin. In the second, facet k has the label l'(k):
    of the first half 1 and d stay and others swap, l'(k) = k + (−1)^k; of the last half l'(k) = k − (−1)^k.
    """
    points = [[mpq(t) ** power for power in range(1, d + 1)] for t in range(1, 2 * d + 1)]
    centre = [sum(column) / (2 * d) for column in zip(*points, strict=True)]
    facets = [[value - middle for value, middle in zip(point, centre, strict=True)] for point in points]
    first, last = facets[:d], facets[d:]
    label = [1, *(k + (-1) ** k for k in range(2, d)), d, *(k - (-1) ** k for k in range(d + 1, 2 * d + 1))]
    rows, columns = np.argsort(label[:d]), np.argsort(label[d:])
    B = list(zip(*_from_vertex(first, last), strict=True))
    A = _from_vertex(last, first)
    return [[A[i][j] for j in columns] for i in rows], [list(row) for row in B]


def _from_vertex(at: list[list[mpq]], others: list[list[mpq]]) -> list[list[mpq]]:
    """Return R such that {s ≥ 0, R s ≤ 1} is the polytope {at x ≤ 1, others x ≤ 1} in the slacks s = 1 − at x."""
    # row · x = (row at⁻¹)(1 − s)
    products = solve_all(SparseMatrix.from_dense(at), [], list(map(vector, others)), lemke.Watch())
    return [[-value / (1 - sum(product)) for value in product] for product in products]


def nearly_zero_sum(n: int, seed: int) -> Game:
    """A dense n x n game with small A + B and a large diagonal: its equilibrium is fully mixed, with long numbers."""
    source = random.Random(seed)
    A = [[10**9 * (i == j) + source.randint(-(10**6), 10**6) for j in range(n)] for i in range(n)]
    B = [[-a + source.randint(-(10**5), 10**5) for a in row] for row in A]
    return bimatrix(A, B)


def rare_pennies(chance: mpq) -> Game:
    """Only with this probability do the moves matter: [[2, −1], [−1, 1]], with the value 1/5 at (2/5, 3/5) twice."""
    builder = GameBuilder()
    one, two = builder.information_set(0, ["H", "T"]), builder.information_set(1, ["H", "T"])
    payoffs = ((2, -1), (-1, 1))
    branches = builder.chance(builder.root, {"rare": chance, "else": 1 - chance})
    for matters, node in zip((True, False), branches, strict=True):
        for i, seen in enumerate(builder.decide(node, one)):
            for j, leaf in enumerate(builder.decide(seen, two)):
                payoff = payoffs[i][j] if matters else 0
                builder.pay(leaf, payoff, -payoff)
    return builder.build()
