"""The sequence form of any number of players: the 4-tuple (P, S, u, C).

P are the players, S their sequences, u the payoffs of tuples of sequences and C the linear constraints on realization
plans (M. Balko, lecture 9; von Stengel 1996). The payoff of (σ1, …, σn) is the sum of payoff × chance probability over
the leaves to which these sequences lead: the extended utility g (slides "Solving extensive-form games", 2016). Every
leaf belongs to one tuple, so the tuples with payoffs are at most as many as the leaves. For two players, C is E and F,
and u is A and B.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from gmpy2 import mpq

from lemke.errors import GameError, InputError, ProfileError
from lemke.forms.sequence_form.two_players import constraints
from lemke.game import Game
from lemke.game.recall import Sequences, histories, require_perfect_recall, weighted_payoffs
from lemke.game.tree import Integers, unique_names
from lemke.ground.rational import ZERO, quoted
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, exact_sum, summed
from lemke.ground.table import Table


@dataclass(frozen=True, eq=False)
class PlayersForm(ByValue, Result):
    """The sequence form of a game with perfect recall.

    Attributes
    ----------
    players : tuple of str
        P, the labels of the players.
    sequences : tuple of Sequences, one per player
        S, the numbered sequences of each player.
    support : int64 array, tuples x players
        The different tuples of sequences that lead to leaves, in lexicographic order.
    payoffs : tuple of exact vectors, one per player
        u, the payoffs of the tuples in ``support`` times chance probabilities, in units of payoff; other tuples have 0.
    constraints : tuple of SparseMatrix, one per player
        C: x ≥ 0 is a realization plan iff ``constraints[i] @ x`` is (1, 0, …, 0). Row 0 is x(∅), row h + 1 is
        Σ_c x(σ_h c) − x(σ_h).
    """

    players: tuple[str, ...]
    sequences: tuple[Sequences, ...]
    support: Integers
    payoffs: tuple[Vector, ...]
    constraints: tuple[SparseMatrix, ...]

    def utility(self, sequences: Sequence[int | str]) -> tuple[mpq, ...]:
        """Return g(σ1, …, σn) for every player; 0 if these sequences lead to no leaf.

        Every player's sequence is given by its number or by its name in ``sequences[player].names()``. Raises
        InputError for a wrong number of sequences, and ProfileError for an unknown sequence.
        """
        if len(sequences) != len(self.players):
            raise InputError(f"{len(sequences)} sequences, expected {len(self.players)}, one for each player")
        key = tuple(self._number(player, sequence) for player, sequence in enumerate(sequences))
        row = self._rows.get(key)
        return tuple(ZERO if row is None else payoffs[row] for payoffs in self.payoffs)

    def expected_payoffs(self, plans: Sequence[Vector]) -> tuple[mpq, ...]:
        """Return Σ u(σ1, …, σn) x1(σ1) … xn(σn) for every player, in units of payoff."""
        weights = plans[0][self.support[:, 0]]
        for player, plan in enumerate(plans[1:], 1):
            weights = weights * plan[self.support[:, player]]
        return tuple(exact_sum(payoffs * weights) for payoffs in self.payoffs)

    def to_table(self) -> Table:
        """Return the tuples of sequences that lead to leaves, with every player's payoff."""
        names = [sequences.names() for sequences in self.sequences]
        players = unique_names(self.players)
        rows = tuple(
            (*(names_of_player[number] for names_of_player, number in zip(names, key, strict=True)), *payoffs)
            for key, *payoffs in zip(self.support.tolist(), *self.payoffs, strict=True)
        )
        return Table((*players, *(f"payoff {name}" for name in players)), rows, index=len(players))

    def _number(self, player: int, sequence: int | str) -> int:
        """Return the number of a sequence that is given by its number or its name."""
        if isinstance(sequence, str):
            if sequence not in self._numbers[player]:
                expected = f"one of the names in form.sequences[{player}].names()"
                raise ProfileError(f"the sequence {quoted(sequence)} of player {player + 1}, expected {expected}")
            return self._numbers[player][sequence]
        if sequence not in range(size := self.sequences[player].size):
            raise ProfileError(f"sequence {sequence} of player {player + 1}, expected one from 0 to {size - 1}")
        return sequence

    @cached_property
    def _numbers(self) -> list[dict[str, int]]:
        """For each player, the names of sequences → their numbers."""
        return [{name: number for number, name in enumerate(sequences.names())} for sequences in self.sequences]

    @cached_property
    def _rows(self) -> dict[tuple[int, ...], int]:
        """The tuples in ``support`` → their rows."""
        return {tuple(key): row for row, key in enumerate(self.support.tolist())}


def players_form(game: Game) -> PlayersForm:
    """Return the sequence form (P, S, u, C) of a game of any number of players.

    Raises
    ------
    GameError
        If there are no players.
    RecallError
        If a player does not have perfect recall; the message names an information set.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann", "Bob", "Cid"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> stop, on = builder.move(right, 2, ["stop", "on"])
    >>> builder.pay(left, 1, 2, 3)
    >>> builder.pay(stop, 4, 5, 6)
    >>> form = players_form(builder.build(unpaid="zero"))
    >>> form.support.tolist()
    [[1, 0, 0], [2, 0, 1], [2, 0, 2]]
    >>> form.utility(["R", "∅", "stop"])
    (mpq(4,1), mpq(5,1), mpq(6,1))
    """
    if not game.players:
        raise GameError("a game of 0 players, expected at least 1")
    game_histories = histories(game)
    sequences = require_perfect_recall(game, game_histories)
    leaves = game.leaves
    support, place = np.unique(
        np.stack([game_histories.last_move[player][leaves] for player in range(len(sequences))], axis=1),
        axis=0,
        return_inverse=True,
    )
    payoffs = []
    for player in range(len(sequences)):
        number, terms = weighted_payoffs(game, game_histories, player)
        payoffs.append(summed(place.ravel(), number, terms)[1])
    return PlayersForm(game.players, sequences, support, tuple(payoffs), tuple(map(constraints, sequences)))
