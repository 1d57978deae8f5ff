"""Counterfactual values of information sets and moves, and counterfactual best responses.

    v_i(I) = Σ_{h ∈ I, z} π_{−i}(h) π(h, z) u_i(z) / π_{−i}(I)

is player i's expected payoff if i plays to reach the information set I and then follows the profile (notes on imperfect
information, section "Extensive form"; Zinkevich, Johanson, Bowling, Piccione 2007). v_i(I, a) is this payoff if i takes
action a at I. Both values are undefined if π_{−i}(I) = 0, that is, if the others and chance never reach I. The products
π_{−i}(I) v_i(I) and π_{−i}(I) v_i(I, a), the *weighted* values, are always defined. With perfect recall, one backward
induction over the player's sequences computes them all.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import Game
from lemke.game.best_response.induction import (
    BestResponse,
    best_response,
    immediate_regrets,
    induction,
    reached_by_others,
    sequence_values,
)
from lemke.game.reach import reach
from lemke.game.recall import Histories, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Behavior, Profile, check_profile, realization_plan
from lemke.game.tree import unique_names
from lemke.ground.brief import brief
from lemke.ground.rational import short
from lemke.ground.sparse import Vector, summed, zeros
from lemke.ground.table import Table


@dataclass(frozen=True, eq=False)
class SetValues:
    """Counterfactual values of a player's information sets under some strategy of the player.

    The index h is a set's position in breadth-first order, as in :class:`~lemke.game.recall.Sequences`.

    Attributes
    ----------
    sequences : Sequences
    reach : exact vector, one probability per information set
        π_{−i}(I), the sum of π_{−i}(h) over the nodes h of the set.
    weighted : exact vector, one number per information set
        π_{−i}(I) v_i(I), in units of payoff; 0 where π_{−i}(I) = 0.
    weighted_moves : exact vector, one number per sequence
        π_{−i}(I) v_i(I, a) for the sequence σ_I a; for the empty sequence, the player's expected payoff.
    """

    sequences: Sequences
    reach: Vector
    weighted: Vector
    weighted_moves: Vector

    __repr__ = brief

    def value(self, h: int) -> mpq:
        """Return v_i(I) for the player's h-th set I; raise InputError if π_{−i}(I) = 0."""
        return self.weighted[h] / self._reach(h)

    def move_value(self, h: int, move: int) -> mpq:
        """Return v_i(I, a) for a move a at the player's h-th set I; raise InputError if π_{−i}(I) = 0."""
        return self.weighted_moves[self.sequences.moves(h)[move]] / self._reach(h)

    def _reach(self, h: int) -> mpq:
        if not self.reach[h]:
            name = self.sequences.information_sets[h].name
            raise InputError(
                f"undefined counterfactual value at {name}: chance and the other players do not reach this set"
            )
        return self.reach[h]


@dataclass(frozen=True, eq=False)
class Counterfactual:
    """A player's counterfactual values under a profile, and under the player's counterfactual best response.

    Attributes
    ----------
    behavior : behavior strategy of the player in the profile
    values : SetValues
        v_i(I) and v_i(I, a) under the profile.
    best_values : SetValues
        v_i(I) and v_i(I, a) if the player follows the counterfactual best response CBR_i. This v_i(I) is called
        CBV_i(I).
    response : BestResponse
        CBR_i, with the best move of lowest index at every set. CBR_i is also a best response.
    """

    behavior: Behavior
    values: SetValues
    best_values: SetValues
    response: BestResponse

    __repr__ = brief

    @property
    def payoff(self) -> mpq:
        """u_i(σ), the player's expected payoff."""
        payoff: mpq = self.values.weighted_moves[0]
        return payoff

    @property
    def is_best_response(self) -> bool:
        """Whether the strategy is a best response BR_i: no other strategy gets more. Unreached sets do not matter."""
        return bool(self.response.value == self.payoff)

    @property
    def is_counterfactual_best_response(self) -> bool:
        """Whether the player's strategy is a CBR_i.

        At every set with π_{−i}(I) > 0, a CBR_i plays only actions with maximal v_i(I, a), where v_i is the value if
        the player continues with CBR_i. This includes sets that the player's own moves avoid, so a best response need
        not be a CBR_i.
        """
        return all(
            not probability or self.best_values.weighted_moves[sequence] == best
            for h, best in enumerate(self.best_values.weighted)
            for probability, sequence in zip(self.behavior[h], self.best_values.sequences.moves(h), strict=True)
        )

    @property
    def weighted_regrets(self) -> Vector:
        """π_{−i}(I) · max_a [v_i(I, a) − v_i(I)]⁺ for every set, in units of payoff.

        The sum over all sets is at least the player's regret (Zinkevich, Johanson, Bowling, Piccione 2007, Theorem 3).
        """
        return immediate_regrets(self.values.sequences, self.values.weighted, self.values.weighted_moves)


def counterfactual(game: Game, profile: Profile, player: int) -> Counterfactual:
    """Return a player's counterfactual values under a profile; see :func:`lemke.counterfactual`.

    Time is linear in the tree. Raises RecallError if a player does not have perfect recall; ProfileError, NumberError
    or GameError if the profile or the player does not fit the game.
    """
    check_profile(game, profile)
    game.check_player(player)
    game_histories = histories(game)
    sequences = require_perfect_recall(game, game_histories)
    plans = list(map(realization_plan, sequences, profile.behavior))
    player_sequences, strategy = sequences[player], profile.behavior[player]
    values = sequence_values(game, game_histories, player, plans)
    response = best_response(player_sequences, values)
    best_strategy = tuple(
        tuple(mpq(k == move) for k in range(len(player_sequences.moves(h)))) for h, move in enumerate(response.moves)
    )
    reached = _others_reach(game, game_histories, player_sequences, plans)
    return Counterfactual(
        strategy,
        SetValues(player_sequences, reached, *induction(player_sequences, values, strategy)),
        SetValues(player_sequences, reached, *induction(player_sequences, values, best_strategy)),
        response,
    )


def _others_reach(game: Game, game_histories: Histories, sequences: Sequences, plans: list[Vector]) -> Vector:
    """Return π_{−i}(I) for every information set of the player, in breadth-first order."""
    nodes = np.flatnonzero(game.player == sequences.player)
    number, terms = reached_by_others(
        game_histories, nodes, sequences.player, plans, game_histories.product[nodes], game_histories.products
    )
    position = np.searchsorted(np.array(sequences.sets, dtype=np.int64), game.information_set[nodes])
    reach = zeros(len(sequences.sets))
    positions, sums = summed(position, number, terms)
    reach[positions] = sums
    return reach


def counterfactual_values(game: Game, profile: Profile) -> Table:
    """Return a row for every move, with the values of its set; below, whether strategies are best responses.

    The columns are π(I), π_{−i}(I), v_i(I) and CBV_i(I) for the set, and π(I, a) and v_i(I, a) for the move; an
    undefined value is None. CBV_i(I) is the value under the counterfactual best response. Errors are those of
    :func:`counterfactual`.
    """
    rows, notes, reached = [], [], reach(game, profile)
    for player in range(len(game.players)):
        of_player = counterfactual(game, profile, player)
        values, best = of_player.values, of_player.best_values
        for h, information_set in enumerate(values.sequences.information_sets):
            others = values.reach[h]
            of_set = (values.value(h), best.value(h)) if others else (None, None)
            head = player + 1, information_set.number, information_set.label
            head += reached.sets[values.sequences.sets[h]], others, *of_set
            for move, action in enumerate(unique_names(information_set.actions)):
                value = values.move_value(h, move) if others else None
                rows.append((*head, action, of_player.behavior[h][move], value))
        payoffs = f"payoff {short(of_player.payoff)}, best response {short(of_player.response.value)}"
        notes.append(f"player {player + 1}: {payoffs}; {_verdict(of_player)}")
    of_sets = ("player", "set", "", "reached", "by others", "value", "best value")
    return Table((*of_sets, "move", "probability", "move value"), rows, game.title, notes, 3)


def _verdict(counterfactual: Counterfactual) -> str:
    if not counterfactual.is_best_response:
        return "not a best response"
    if not counterfactual.is_counterfactual_best_response:
        return "a best response, but not a counterfactual best response"
    return "a counterfactual best response"
