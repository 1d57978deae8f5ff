"""Weakly dominated plans. The plans that dominate them are witnesses, which passes over the tree check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.certificate.judge import Judge
from lemke.errors import NotProvedError
from lemke.game import Game
from lemke.game.best_response import best_response, plan_value, sequence_values
from lemke.game.recall import EMPTY, Sequences, sets_from
from lemke.game.strategy import (
    Behavior,
    Distribution,
    Profile,
    centroid,
    named_sets,
    realization_plan,
)
from lemke.game.tree import unique_names
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import ByValue, Vector, zeros
from lemke.ground.words import count

LISTED = 3
"""A sentence lists at most so many information sets with the moves of the dominating plan."""


@dataclass(frozen=True, eq=False)
class Dominated(ByValue):
    """A plan that weakly dominates what a player plays in a profile, in the whole game or from an information set on.

    The dominating plan never gets less, and it gets more against some plan of the other player.

    Attributes
    ----------
    player : int
        0 or 1.
    information_set : int | None
        The player's information set from which on the plans are compared, as a position in breadth-first order; None
        if they are compared from the start of the game on.
    plan : exact vector, one weight per sequence of the player
        The dominating plan: a realization plan. Or, if plans are compared only from an information set h on, a vector
        with the weight 1 at σ_h, the sequence that leads to h, the weights of the sequences from there on, and 0 at all
        other sequences.
    gain : mpq
        How much more the dominating plan gets if the other player makes all moves at each set with equal probability
        (:func:`centroid`), in units of payoff. If plans are compared from an information set on, the difference is
        multiplied by the probability that chance and the other player lead there.
    sequences : Sequences
        The player's sequences.
    played : Behavior
        What the player plays in the profile.
    """

    player: int
    information_set: int | None
    plan: Vector
    gain: mpq
    sequences: Sequences
    played: Behavior

    @classmethod
    def of(
        cls, judge: Judge, profile: Profile, player: int, plan: Vector, information_set: int | None = None
    ) -> Dominated:
        """Return the witness after its check on the tree.

        The check computes the least difference in payoff between the dominating plan and the plan of the profile, over
        all plans of the other player; it must not be negative. The dominating plan must also get more against some plan
        of the other player. That is so if it gets more against the centroid, which gives every plan some weight.

        Raises
        ------
        NotProvedError
            If the weights are no plan, or the plan does not dominate the plan of the profile.
        """
        sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
        played = profile.behavior[player]
        if not _is_plan(sequences, plan, information_set):
            raise NotProvedError(f"weights that form no plan of player {player + 1}, expected a dominating plan")
        # what the difference gains against each sequence of the other player; sequence_values reads only the player's
        # entry of the list, the other one is a placeholder
        differences = [plan - plan_from(sequences, played, information_set)] * 2
        gains = sequence_values(judge.game, judge.histories, 1 - player, differences, payoffs_of=player)
        gain = plan_value(realization_plan(opposing, centroid(opposing)), gains)
        if best_response(opposing, -gains).value > 0 or gain <= 0:
            fault = f"a plan of player {player + 1} that does not dominate the plan of the profile"
            raise NotProvedError(f"{fault}, expected a dominating plan")
        return cls(player, information_set, plan, gain, sequences, played)

    @property
    def changes(self) -> dict[int, Distribution]:
        """Position of a set → what the dominating plan plays there, if it reaches the set and differs there."""
        changes = {}
        for h in sets_from(self.sequences, self.information_set):
            moves = self.sequences.moves(h)
            if reach := self.plan[self.sequences.parent[h]]:
                behavior = tuple(self.plan[moves.start : moves.stop] / reach)
                if behavior != self.played[h]:
                    changes[h] = behavior
        return changes

    def sentence(self) -> str:
        """Return a sentence: what is dominated, by what, and the gain."""
        name, opponent = f"player {self.player + 1}", f"player {2 - self.player}"
        subject = f"the plan of {name}"
        if self.information_set is not None:
            subject = f"the plan of {name} from {self.sequences.information_sets[self.information_set].name} on"
        changes = self.changes
        moves = [
            f"{mixture_at(self.sequences, h, behavior)} at {self.sequences.information_sets[h].name}"
            for h, behavior in list(changes.items())[:LISTED]
        ]
        more = f" and {count(len(changes) - LISTED, 'more set')}" if len(changes) > LISTED else ""
        effect = f"never gets less, and gets {short(self.gain)} more if all moves of {opponent} are equally likely"
        return f"{subject} is weakly dominated: playing {', '.join(moves)}{more} instead {effect}"

    def members(self, game: Game) -> dict[str, Any]:
        """Return the dominance as a JSON object."""
        return dominance_object(game, self.player, self.information_set, self.gain, self.changes, self.plan)


def dominance_object(
    game: Game,
    player: int,
    information_set: int | None,
    gain: mpq,
    changes: Mapping[int, Distribution],
    plan: Vector | None,
) -> dict[str, Any]:
    """Return a JSON object: what dominates, from which set on, and the gain.

    ``information_set`` and the keys of ``changes`` are positions among the player's information sets in breadth-first
    order; ``plan`` is None if only the moves at one set are compared.
    """
    compared_from, changed_sets = None, []
    for h, set_at_h, names in named_sets(game, player):
        if h == information_set:
            compared_from = names
        if h in changes:
            actions = dict(zip(unique_names(set_at_h.actions), changes[h], strict=True))
            changed_sets.append(names | {"actions": actions})
    return {
        "player": player + 1,
        "from": compared_from,
        "gain": gain,
        "changes": changed_sets,
        "plan": plan,
    }


def plan_from(sequences: Sequences, behavior: Behavior, information_set: int | None = None) -> Vector:
    """Return a player's plan from an information set h on.

    It is 1 at the sequence that leads to h; from h on it has the probabilities of moves, multiplied along a sequence;
    at all other sequences it is 0. Without an information set, return the realization plan of the behavior.

    >>> from lemke.generators import kuhn
    >>> sequences = Judge.of(kuhn(3)).sequences[0]
    >>> [str(weight) for weight in plan_from(sequences, centroid(sequences), 3)]
    ['0', '1', '0', '0', '0', '0', '0', '1/2', '1/2', '0', '0', '0', '0']
    """
    if information_set is None:
        return realization_plan(sequences, behavior)
    plan = zeros(sequences.size)
    plan[sequences.parent[information_set]] = ONE
    for h in sets_from(sequences, information_set):
        moves = sequences.moves(h)
        plan[moves.start : moves.stop] = plan[sequences.parent[h]] * np.array(behavior[h], dtype=object)
    return plan


def _is_plan(sequences: Sequences, plan: Vector, information_set: int | None) -> bool:
    """Return whether nonnegative weights start with 1, add up at every set from there on, and are 0 elsewhere.

    The first sequence is the one that leads to ``information_set``; without an information set, the empty sequence.
    """
    if len(plan) != sequences.size or np.any(plan < 0):
        return False
    expected = zeros(sequences.size)
    expected[EMPTY if information_set is None else sequences.parent[information_set]] = ONE
    for h in sets_from(sequences, information_set):
        moves = sequences.moves(h)
        if sum(plan[moves.start : moves.stop], ZERO) != plan[sequences.parent[h]]:
            return False
        expected[moves.start : moves.stop] = plan[moves.start : moves.stop]
    return bool(np.all(plan == expected))


def mixture_at(sequences: Sequences, h: int, behavior: Distribution) -> str:
    """Return the moves that are played at a set, with their probabilities if there are several, as words."""
    names = unique_names(sequences.information_sets[h].actions)
    return " and ".join(_played_moves(names, behavior))


def _played_moves(names: Iterable[str], behavior: Distribution) -> Iterator[str]:
    for name, probability in zip(names, behavior, strict=True):
        if probability == 1:
            yield repr(name)
        elif probability:
            yield f"{short(probability)} {name!r}"
