"""Games in strategic form whose payoffs and best responses come from an oracle (McMahan, Gordon, Blum 2003)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol, runtime_checkable

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.normal_form import NormalForm
from lemke.ground.rational import ONE, cleared, quoted, short
from lemke.ground.sparse import over_one_denominator
from lemke.solvers.double_oracle.responses import PartialStrategy, Payoffs, Response, follow
from lemke.solvers.double_oracle.restricted_game import RestrictedGame

ONLY = ""
"""The information state of both players: neither knows anything when choosing a pure strategy."""


@runtime_checkable
class Oracle(Protocol):
    """A two-player game in strategic form whose pure strategies are any hashable objects.

    There may be far too many of them to list. A method must give equal answers to equal calls. An oracle need not
    inherit from this class; any object with these methods is an oracle.

    >>> class LastDigit:
    ...     '''Two numbers up to 10^30 are named. Player 1 wins if their last digits are equal, else player 2.'''
    ...     def start(self):
    ...         return 0, 0
    ...     def payoffs(self, row, column):
    ...         return (1, -1) if row % 10 == column % 10 else (-1, 1)
    ...     def response(self, player, opponent):
    ...         shares = [0] * 10
    ...         for number, probability in opponent.items():
    ...             shares[number % 10] += probability
    ...         return shares.index(max(shares) if player == 0 else min(shares))
    >>> isinstance(LastDigit(), Oracle)
    True
    """

    def start(self) -> tuple[Hashable, Hashable]:
        """Return a pure strategy of each player to begin with."""

    def payoffs(self, row: Any, column: Any, /) -> Sequence[object]:
        """Return both players' payoffs, exact numbers, for a pure strategy of player 1 and one of player 2."""

    def response(self, player: int, opponent: Mapping[Any, mpq], /) -> Hashable:
        """Return a pure best response, in the whole game, of a player (0 or 1) to a mixed strategy of the opponent."""


class MatrixOracle:
    """The oracle of a strategic form. Its pure strategies are the numbers of rows and of columns, from 0."""

    def __init__(self, form: NormalForm) -> None:
        self._payoffs = form.matrices()
        # one line per strategy of the opponent: the player's payoffs times one number, so that responses add integers;
        # unless this number is much longer than the denominators
        self._lines = tuple(
            over_one_denominator(matrix.ravel(), 2 * matrix.size)[0].reshape(matrix.shape)
            for matrix in (self._payoffs[0].T, self._payoffs[1])
        )

    def start(self) -> tuple[int, int]:
        """Return a best response of player 1 to the first column, and a best response of player 2 to this row."""
        row = self.response(0, {0: ONE})
        return row, self.response(1, {row: ONE})

    def payoffs(self, row: int, column: int) -> tuple[mpq, mpq]:
        """Return the entries of both matrices at a row and a column."""
        A, B = self._payoffs
        return A[row, column], B[row, column]

    def response(self, player: int, opponent: Mapping[int, mpq]) -> int:
        """Return the first of a player's best responses to a mixed strategy of the opponent."""
        weights, _ = cleared(list(opponent.values()))
        return int(np.argmax(np.array(weights, dtype=object) @ self._lines[player][list(opponent)]))


@dataclass(frozen=True, slots=True)
class _OracleState:
    """A strategic form as a tree: player 1 chooses a pure strategy, then player 2, who does not see it.

    The actions are the strategies that the oracle has named so far.
    """

    oracle: Oracle
    known: tuple[list[Hashable], list[Hashable]]
    chosen: tuple[Hashable, ...] = ()

    def is_terminal(self) -> bool:
        return len(self.chosen) == 2

    def player(self) -> int:
        return len(self.chosen)

    def information_state(self) -> str:
        return ONLY

    def actions(self) -> list[Hashable]:
        return self.known[len(self.chosen)]

    def chance(self) -> list[tuple[Hashable, object]]:
        return []

    def child(self, action: Hashable, /) -> _OracleState:
        return _OracleState(self.oracle, self.known, (*self.chosen, action))

    def payoffs(self) -> Sequence[object]:
        return self.oracle.payoffs(*self.chosen)


class RestrictedMatrices(RestrictedGame):
    """The matrices of the pure strategies that have joined.

    At first these are each player's strategies in ``start``, or the oracle's start for a player without any. So no node
    is a temporary leaf.
    """

    unit = "strategies"

    def __init__(self, oracle: Oracle, constant_sum: bool, start: Sequence[Sequence[Hashable]] = ((), ())) -> None:
        self.oracle = oracle
        first = tuple(oracle.start())
        if len(first) != 2:
            raise InputError(f"a start of {len(first)} strategies, expected one of each player")
        self.known: tuple[list[Hashable], list[Hashable]] = ([], [])
        self.indices: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})  # where each is in ``known``
        for player, strategies in enumerate(start):
            for strategy in strategies or [first[player]]:
                self._index(player, strategy)
        moves_1, moves_2 = ([(ONLY, strategy) for strategy in known] for known in self.known)
        super().__init__(_OracleState(oracle, self.known), constant_sum, (moves_1, moves_2))

    def _index(self, player: int, strategy: Hashable) -> int:
        """Return the index of a strategy among the known ones, to which it is added if it is new."""
        try:
            hash(strategy)
        except TypeError as error:
            raise InputError(f"the strategy {quoted(strategy)} of player {player + 1}: {error}") from None
        index = self.indices[player].setdefault(strategy, len(self.known[player]))
        if index == len(self.known[player]):
            self.known[player].append(strategy)
        return index

    @property
    def sizes(self) -> tuple[int, int]:
        """How many strategies each player has."""
        return self._sizes[0] - 1, self._sizes[1] - 1

    def take_new(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return each player's strategies that have joined since the last call."""
        new_1, new_2 = (tuple(strategy for _, strategy in moves) for moves in super().take_new())
        return new_1, new_2

    def named(self, strategies: tuple[PartialStrategy, PartialStrategy]) -> tuple[Any, Any]:
        """Return the supports of mixed strategies with their probabilities."""
        mixed_1, mixed_2 = (
            {known[index]: share for index, share in strategy(ONLY)}
            for known, strategy in zip(self.known, strategies, strict=True)
        )
        return mixed_1, mixed_2

    def responses(
        self, strategies: tuple[PartialStrategy, PartialStrategy], payoffs: Payoffs
    ) -> tuple[Response, Response]:
        """Return the oracle's best responses, without moves if nothing is gained.

        Raises InputError if a response cannot be best, is not hashable, or contradicts earlier payoffs.
        """
        return self._response(0, strategies, payoffs[0]), self._response(1, strategies, payoffs[1])

    def _response(self, player: int, strategies: tuple[PartialStrategy, PartialStrategy], payoff: mpq) -> Response:
        """Return a player's response; a best one gets at least ``payoff``, and more only if it is a new strategy."""
        strategy = self.oracle.response(player, MappingProxyType(self.named(strategies)[1 - player]))
        index = self._index(player, strategy)
        pure = PartialStrategy({ONLY: ((index, ONE),)})
        profile = (pure, strategies[1]) if player == 0 else (strategies[0], pure)
        value = follow([(self.root, ONE)], profile, self._payoffs_at, self._progress)[0][player]
        if value < payoff or (value > payoff and index in self.sets[player][ONLY].allowed):
            raise InputError(
                f"a response of the oracle with which player {player + 1} gets {short(value)}, expected a best "
                f"response: with earlier payoffs, strategies of the restricted game get {short(payoff)}"
            )
        return value, [(ONLY, index, [])] if value > payoff else []
