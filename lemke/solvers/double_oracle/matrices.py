"""Restricted games of games in strategic form, with payoffs and best responses from an oracle.

A restricted game has some pure strategies of each player. It needs neither the matrices of the whole game nor a list of
its strategies (McMahan, Gordon, Blum 2003).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import GameError, InputError
from lemke.forms.normal_form import NormalForm
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE, ZERO, cleared, exact, quoted, short
from lemke.ground.sparse import Vector, over_one_denominator
from lemke.solvers.double_oracle.chosen import Chosen
from lemke.solvers.double_oracle.iteration import Payoffs, Response, RestrictedGame

Mixed: TypeAlias = Mapping[Hashable, mpq]
"""A mixed strategy: the pure strategies that are played, with their probabilities, all positive, with sum 1."""


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
        # from a player and a strategy of the opponent to the numerators of the player's payoffs and their common
        # denominator; if it would be much longer than the denominators, to the payoffs themselves and 1
        self._lines: dict[tuple[int, int], tuple[Vector, mpz]] = {}

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
        lines = [self._against(player, strategy) for strategy in opponent]
        shares = [share / denominator for share, (_, denominator) in zip(opponent.values(), lines, strict=True)]
        values = np.array(cleared(shares)[0], dtype=object) @ np.stack([numerators for numerators, _ in lines])
        return int(np.argmax(values))

    def _against(self, player: int, opponent: int) -> tuple[Vector, mpz]:
        """Return a player's payoffs against a strategy of the opponent, with their denominator; cached."""
        if (player, opponent) not in self._lines:
            line = self._payoffs[0][:, opponent] if player == 0 else self._payoffs[1][opponent]
            # 2 uses per number: the payoffs are converted unless the common denominator is long
            self._lines[player, opponent] = over_one_denominator(line, 2 * len(line))
        return self._lines[player, opponent]


class RestrictedMatrices(RestrictedGame[dict[Hashable, mpq]]):
    """The matrices of the pure strategies that have joined.

    At first these are each player's ``chosen`` strategies, or the oracle's start for a player without chosen ones.
    """

    def __init__(self, oracle: Oracle, constant_sum: bool, chosen: Chosen = ((), ())) -> None:
        super().__init__(constant_sum)
        self.oracle = oracle
        # by pure strategy that has joined, the number of its sequence
        self.joined: tuple[dict[Hashable, int], dict[Hashable, int]] = ({}, {})
        start = tuple(oracle.start())
        if len(start) != 2:
            raise InputError(f"a start of {len(start)} strategies, expected one of each player")
        for player, strategy in enumerate(start):
            _require_hashable(player, strategy)
            for first_strategy in dict.fromkeys(chosen[player] or (strategy,)):  # each once
                self._add(player, first_strategy)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many strategies each player has."""
        return len(self.joined[0]), len(self.joined[1])

    def choices(self, player: int) -> list[tuple[int, Collection[int]]]:
        """Return the only choice of a player: the choice among all strategies."""
        return [(EMPTY, self.joined[player].values())]

    def strategies(self) -> tuple[dict[Hashable, mpq], dict[Hashable, mpq]]:
        """Return the supports of mixed strategies with their probabilities."""
        support_1, support_2 = (
            {strategy: plan[sequence] for strategy, sequence in sequences.items() if plan[sequence]}
            for sequences, plan in zip(self.joined, self.plans, strict=True)
        )
        return support_1, support_2

    def responses(
        self, strategies: tuple[dict[Hashable, mpq], dict[Hashable, mpq]], payoffs: Payoffs
    ) -> tuple[Response, Response]:
        """Return the oracle's best responses, without moves if nothing is gained.

        Raises InputError if a response cannot be best, is not hashable, or contradicts earlier payoffs.
        """
        reply_1, reply_2 = (self.oracle.response(k, MappingProxyType(strategies[1 - k])) for k in (0, 1))
        response_1 = self._response(0, reply_1, strategies[1], payoffs[0])
        return response_1, self._response(1, reply_2, strategies[0], payoffs[1])

    def _response(self, player: int, strategy: Hashable, opponent: Mixed, payoff: mpq) -> Response:
        """Return a response of the oracle with its payoff.

        ``payoff`` is what the player gets in the restricted equilibrium. A best response does not get less, and gets
        more only if it is a new strategy.
        """
        _require_hashable(player, strategy)
        weights, denominator = cleared(list(opponent.values()))
        pure_payoffs = [self._oracle_payoffs(player, strategy, pure)[player] for pure in opponent]
        terms = [weight * pure_payoff for weight, pure_payoff in zip(weights, pure_payoffs, strict=True)]
        value = sum(terms, start=ZERO) / denominator
        if value < payoff or (value > payoff and strategy in self.joined[player]):
            raise InputError(
                f"a response of the oracle with which player {player + 1} gets {short(value)}, expected a best "
                f"response: with earlier payoffs, strategies of the restricted game get {short(payoff)}"
            )
        return value, [strategy] if value > payoff else []

    def add(self, player: int, response: Response) -> bool:
        """Add the strategy of a response; return whether there is one: only a response that gains has one."""
        _, strategies = response
        for strategy in strategies:
            self._add(player, strategy)
        return bool(strategies)

    def _add(self, player: int, strategy: Hashable) -> None:
        sequence = 1 + len(self.joined[player])
        for opponent, number in self.joined[1 - player].items():
            pair = (sequence, number) if player == 0 else (number, sequence)
            self.payoffs[pair] = self._oracle_payoffs(player, strategy, opponent)
        self.joined[player][strategy] = sequence
        self.new[player].append(strategy)

    def _oracle_payoffs(self, player: int, strategy: Hashable, opponent: Hashable) -> Payoffs:
        """Return both players' payoffs for a player's strategy and a strategy of the opponent, checked."""
        payoffs = self.oracle.payoffs(strategy, opponent) if player == 0 else self.oracle.payoffs(opponent, strategy)
        if len(payoffs) != 2:
            raise GameError(f"{len(payoffs)} payoffs from the oracle, expected 2, one per player")
        return self.checked_payoffs(tuple(map(exact, payoffs)))


def _require_hashable(player: int, strategy: object) -> None:
    """Raise InputError for a strategy of an oracle that cannot be a key."""
    if not isinstance(strategy, Hashable):
        raise InputError(f"the strategy {quoted(strategy)} of player {player + 1}, expected a hashable object")
