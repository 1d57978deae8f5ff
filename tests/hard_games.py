"""Games that are hard for floats or long for paths, each with what theory says of it."""

import random
from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

import lemke
from lemke import Game, GameBuilder
from lemke.generators import hard_to_solve, random_bimatrix
from lemke.generators.bimatrix import Bimatrix

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
    """The d x d game of Savani and von Stengel (2006): one equilibrium, fully mixed, at the end of long paths."""
    A, B = hard_to_solve(d)
    return A.tolist(), B.tolist()


def bundled(name: str) -> Bimatrix:
    """The matrices of a game that comes with the package."""
    A, B = lemke.normal_form(lemke.example(name)).payoffs
    return A, B


def all_ties(rows: int = 2, columns: int = 2) -> Bimatrix:
    """The same payoff everywhere: every profile is an equilibrium, every pure profile an extreme equilibrium."""
    return random_bimatrix(rows, columns, 0, 0, 0)


def few_payoffs(rows: int, columns: int, values: int, seed: int = 0) -> Bimatrix:
    """Random payoffs 0, 1, …, values − 1: degenerate almost surely."""
    return random_bimatrix(rows, columns, seed, 0, values - 1)


def hard_unit_vector(d: int, copies: int = 1) -> Bimatrix:
    """The d x (copies · d) game of unit vectors with Morris' labels: one equilibrium, at the end of long paths.

    Column j of A is the unit vector of row l(j), so Q is a product of simplices, and equilibria are the vertices
    x ≠ 0 of P, dual to a cyclic polytope of dimension d, that have every label 1 … d once; column j has the label l(j),
    the facet xᵢ = 0 the label i. The columns have the labels d; d − 2, d − 1; d − 4, d − 3; …; 2, 3; 1, each so many
    times in a row (for d = 6 and one copy 6 45 23 1).

    Gale strings with all labels pair these off along the two paths 1, 2, …, d and d, d − 2, d − 1, …, 2, 3, 1. If d is
    paired with d − 1, on the first path, then d − 2 must be with d − 3, and so on: these are the first d facets, x = 0.
    If it is with d − 2, on the second, then d − 1 must be with d − 4, …, and 3 with 1. So one equilibrium remains: x is
    fully mixed, and y mixes d columns, one choice of C(copies · d, d).

    All Lemke–Howson paths are long. With one copy that of row 1 has 2 h(d/2 + 1) − 2 pivots, with h = 1, 3, 7, 17, …,
    h(k) = 2 h(k − 1) + h(k − 2); the shortest path is more than twice that of d − 4 (both seen up to d = 16).

    After W. D. Morris (1994), "Lemke paths on simple polytopes", Mathematics of Operations Research 19, and R. Savani
    and B. von Stengel (2016), "Unit vector games", International Journal of Economic Theory 12.
    """
    pairs = [k for first in range(d - 3, 0, -2) for k in (first, first + 1)]
    label = [k for k in (d - 1, *pairs, 0) for _ in range(copies)]
    A = np.full((d, len(label)), mpq(0), dtype=object)
    A[label, range(len(label))] = mpq(1)
    return A, np.array([[mpq((-1) ** i, k - i) for k in range(d, d + len(label))] for i in range(d)], dtype=object)


def sgc(k: int) -> Bimatrix:
    """The game of Sandholm, Gilpin and Conitzer: one equilibrium, with supports of about half of all strategies.

    Both players have 4k − 1 strategies. Where both choose among the first 2k − 1, each gets 3/4, but 1 for the strategy
    that follows the other's in a circle and 1/2 for the one before it; the equilibrium is uniform there. Against a
    later strategy each of them gets 1/2, a later one gets nothing against them. Where both choose later ones, player 1
    gets 3/4 for the strategy of player 2, who gets it for the partner of player 1's, 2k and 2k + 1 being partners and
    so on; else nothing.

    From T. Sandholm, A. Gilpin and V. Conitzer (2005), "Mixed-integer programming methods for finding Nash equilibria",
    AAAI; payoffs from 0 to 1, as in QuantEcon's ``sgc_game``.
    """
    inner, size = 2 * k - 1, 4 * k - 1
    A, B = (np.full((size, size), mpq(0), dtype=object) for _ in range(2))
    circle = np.full((inner, size), mpq(1, 2), dtype=object)
    circle[:, :inner] = mpq(3, 4)
    for i in range(inner):
        circle[i, (i - 1) % inner], circle[i, (i + 1) % inner] = mpq(1), mpq(1, 2)
    A[:inner], B[:, :inner] = circle, circle.T
    for i in range(inner, size):
        A[i, i] = mpq(3, 4)
        B[i, inner + ((i - inner) ^ 1)] = mpq(3, 4)
    return A, B


def nearly_zero_sum(n: int, seed: int) -> Game:
    """A dense n x n game with small A + B and a large diagonal: its equilibrium is fully mixed, with long numbers."""
    source = random.Random(seed)
    A = [[10**9 * (i == j) + source.randint(-(10**6), 10**6) for j in range(n)] for i in range(n)]
    B = [[-a + source.randint(-(10**5), 10**5) for a in row] for row in A]
    return bimatrix(A, B)


def rare_pennies(chance: mpq) -> Game:
    """With this probability [[2, −1], [−1, 1]], of value 1/5 at (2/5, 3/5) for both players; otherwise payoffs 0."""
    builder = GameBuilder()
    set_1, set_2 = builder.information_set(0, ["H", "T"]), builder.information_set(1, ["H", "T"])
    payoffs = ((2, -1), (-1, 1))
    branches = builder.chance(builder.root, {"rare": chance, "else": 1 - chance})
    for matters, node in zip((True, False), branches, strict=True):
        for i, seen in enumerate(builder.decide(node, set_1)):
            for j, leaf in enumerate(builder.decide(seen, set_2)):
                payoff = payoffs[i][j] if matters else 0
                builder.pay(leaf, payoff, -payoff)
    return builder.build()
