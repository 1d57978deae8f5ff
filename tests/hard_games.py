"""Games that are hard for floats or long for paths, each with what theory says of it."""

import random
from collections.abc import Sequence

from gmpy2 import mpq

from lemke import Game, GameBuilder
from lemke.generators import hard_to_solve

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
