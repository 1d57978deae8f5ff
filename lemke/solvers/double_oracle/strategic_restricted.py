"""The restricted games of the double oracle in strategic form, and their exact solution, one after another."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, OutcomeError
from lemke.forms.normal_form import NormalForm
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, cleared, exact, text
from lemke.ground.sparse import SparseMatrix, Vector, vector, zeros
from lemke.linear.lp import LP, Basis, Optimal
from lemke.linear.pivoting import solve
from lemke.solvers import sequence_lcp
from lemke.solvers.double_oracle.strategic_oracle import Mixed, Oracle
from lemke.solvers.priors import Start


class RestrictedMatrices:
    """The matrices of the pure strategies that are known, one of each player to begin with.

    Attributes
    ----------
    strategies : (dict, dict)
        The pure strategies, as keys: they keep their order, and are found quickly.
    payoffs : list of two arrays
        A and B, m x n.
    total : mpq | None
        What both players get together, in a constant-sum game.
    """

    def __init__(self, oracle: Oracle, constant_sum: bool) -> None:
        if not isinstance(oracle, Oracle):
            raise InputError(f"an object of type {type(oracle).__name__}, expected an Oracle")
        self.oracle, self.constant_sum = oracle, constant_sum
        self.total: mpq | None = None
        self.strategies: tuple[dict[Hashable, None], dict[Hashable, None]] = ({}, {})
        self.payoffs: list[NDArray[np.object_]] = [np.empty((0, 0), dtype=object)] * 2
        start = oracle.start()
        if len(start) != 2:
            raise InputError(f"{len(start)} strategies to begin with, expected 2, one per player")
        for player, strategy in enumerate(start):
            self.add(player, strategy)

    @property
    def sizes(self) -> tuple[int, int]:
        """Numbers of strategies."""
        one, two = map(len, self.strategies)
        return one, two

    def add(self, player: int, strategy: Hashable) -> None:
        """Add a pure strategy of a player."""
        limits.check()
        pairs = [self._paid(player, strategy, other) for other in self.strategies[1 - player]]
        lines = np.array(pairs, dtype=object).reshape(-1, 2).T
        self.payoffs = [
            np.concatenate([table, np.expand_dims(line, player)], axis=player)
            for table, line in zip(self.payoffs, lines, strict=True)
        ]
        self.strategies[player][strategy] = None

    def mixed(self, player: int, probabilities: Vector) -> dict[Hashable, mpq]:
        """Return the support of a mixed strategy with its probabilities."""
        pairs = zip(self.strategies[player], probabilities.tolist(), strict=True)
        return {strategy: probability for strategy, probability in pairs if probability}

    def value(self, player: int, strategy: Hashable, opponent: Mixed) -> mpq:
        """Return what a pure strategy, known or not, gets against a mixed one."""
        limits.check()
        weights, denominator = cleared(list(opponent.values()))
        payoffs = [self._paid(player, strategy, other)[player] for other in opponent]
        return sum((weight * payoff for weight, payoff in zip(weights, payoffs, strict=True)), start=ZERO) / denominator

    def _paid(self, player: int, strategy: Hashable, other: Hashable) -> tuple[mpq, mpq]:
        """Return both players' payoffs for a player's strategy and one of the opponent, checked."""
        found = self.oracle.payoffs(strategy, other) if player == 0 else self.oracle.payoffs(other, strategy)
        if len(found) != 2:
            raise OutcomeError(f"{len(found)} payoffs, expected 2, one per player")
        one, two = map(exact, found)
        if self.constant_sum and one + two != self.total:
            if self.total is not None:
                sums = f"{text(self.total)} here and {text(one + two)} there"
                raise InputError(f"payoffs that add up to {sums}, expected a zero-sum or constant-sum game")
            self.total = one + two
        return one, two


@dataclass(frozen=True, slots=True)
class Solved:
    """An equilibrium of a restricted game: probabilities of its strategies, and the payoffs."""

    strategies: tuple[Vector, Vector]
    payoffs: tuple[mpq, mpq]


class LinearPrograms:
    """Solves zero-sum and constant-sum games, each with the strategies of the last one first, from its basis."""

    def __init__(self) -> None:
        self._basis: Basis | None = None

    def solved(self, game: RestrictedMatrices) -> Solved:
        """Solve min v subject to 1ᵀy = 1, v 1 − A y ≥ 0, y ≥ 0; x are the multipliers of the second rows.

        A new row's slack is taken to be basic, a new column not to be.
        """
        m, n = game.sizes
        table = np.full((1 + m, 1 + n), ONE, dtype=object)
        table[0, 0] = ZERO
        table[1:, 1:] = -game.payoffs[0]
        rows, columns = np.nonzero(table)
        A = SparseMatrix.from_entries(table.shape, rows, columns, table[rows, columns])
        right, cost = vector([1, *[0] * m]), vector([1, *[0] * n])
        start = self._basis
        if start is not None:
            start = Basis(_longer(start.columns, 1 + n, False), _longer(start.rows, 1 + m, True))
        program = LP(A, right, cost, np.sign(np.arange(1 + m)), np.arange(1 + n) == 0, start)
        found = solve(program)
        assert isinstance(found, Optimal)
        assert game.total is not None
        self._basis = found.basis
        return Solved((found.y[1:], found.x[1:]), (found.value, game.total - found.value))


class Paths:
    """Solves games by Lemke's algorithm, each from the equilibrium of the last one as prior."""

    def __init__(self) -> None:
        self._last = vector([1]), vector([1])

    def solved(self, game: RestrictedMatrices) -> Solved:
        """Return the equilibrium at the end of the path; of the prior, new strategies have probability 0."""
        one, two = (np.append(own, zeros(size - len(own))) for own, size in zip(self._last, game.sizes, strict=True))
        prior = Profile(((tuple(one),), (tuple(two),)), (frozenset(), frozenset()))
        proved = sequence_lcp.solve(NormalForm.of(*game.payoffs).sequence_form(), Start(prior))
        x, y = proved.plans
        self._last = x[1:], y[1:]
        return Solved(self._last, proved.payoffs)


def _longer(mask: NDArray[np.bool_], size: int, rest: bool) -> NDArray[np.bool_]:
    return np.append(mask, np.full(size - len(mask), rest))
