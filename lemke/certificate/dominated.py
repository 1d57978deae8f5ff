"""Weakly dominated plans and moves. What dominates them is a witness, which passes over the tree check.

In the agent form every information set has a player of its own, an agent. We ask for the least that one mixture of
moves gains over another, whatever the other agents do. That is hard to find, because agents do not know each other's
moves. So we join agents in a *team* that remembers all its moves since the start of the game: the agents of the other
players, and the player's own agents at later sets. The player's earlier moves are assumed to lead to this set. The team
has perfect recall, so the least gain is a best response value, as with plans. The team can do everything that separate
agents can do. So if the mixture never loses against the team, it never loses against separate agents. The stated gain
is for the case that all agents of the team make all moves with equal probability; separate agents can do so, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.certificate.conditions import require
from lemke.certificate.judge import Judge
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.best_response import best_response, sequence_values
from lemke.game.played import named_sets
from lemke.game.recall import EMPTY, Sequences, sets_from, weighted_payoffs
from lemke.game.strategy import Behavior, Distribution, Profile, centroid, realization_plan
from lemke.game.tree import Integers, unique_names
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import ByValue, Vector, exact_dot, vector, zeros
from lemke.ground.words import count

LISTED = 3
"""A sentence lists at most so many information sets with the moves of the dominating plan."""


@dataclass(frozen=True, eq=False)
class Dominated(ByValue):
    """A plan, or a mixture of moves at one set, that weakly dominates what a player plays in a profile.

    A dominating plan never gets less, and it gets more against some plan of the other player. A dominating mixture gets
    no less whatever the other agents do, including the same player's agents at later sets.

    Attributes
    ----------
    player : int
        0 or 1.
    information_set : int | None
        The player's information set, as a position in breadth-first order, at which moves are compared, or from which
        on plans are compared; None if plans are compared from the start of the game on.
    plan : exact vector, one weight per sequence of the player | None
        The dominating plan: a realization plan. Or, if plans are compared only from an information set h on, a vector
        with the weight 1 at σ_h, the sequence that leads to h, the weights of the sequences from there on, and 0 at all
        other sequences. None if only moves are compared.
    gain : mpq
        How much more it gets if the other player, or all other agents, make all moves at each set with equal
        probability (:func:`centroid`), in units of payoff. From an information set on, the difference is multiplied by
        the probability that chance and the other players lead there.
    changes : mapping
        Position of a set → what the dominating plan plays there, if it reaches the set and differs there; or the
        mixture of moves.
    sequences : Sequences
        The player's sequences.
    """

    player: int
    information_set: int | None
    plan: Vector | None
    gain: mpq
    changes: Mapping[int, Distribution]
    sequences: Sequences

    @classmethod
    def of(
        cls, judge: Judge, profile: Profile, player: int, plan: Vector, information_set: int | None = None
    ) -> Dominated:
        """Return the witness after its check on the tree; NotProvedError for weights that are no dominating plan.

        The check computes the least difference in payoff between the dominating plan and the plan of the profile, over
        all plans of the other player; it must not be negative. The dominating plan must also get more against some plan
        of the other player. That is so if it gets more against the centroid, which gives every plan some weight.
        """
        sequences, opposing = judge.sequences[player], judge.sequences[1 - player]
        played = profile.behavior[player]
        fault = f"weights that form no plan of player {player + 1}"
        require(_is_plan(sequences, plan, information_set), fault, "a dominating plan")
        # what the difference gains against each sequence of the other player; sequence_values reads only the player's
        # entry of the list, the other one is a placeholder
        differences = [plan - plan_from(sequences, played, information_set)] * 2
        gains = sequence_values(judge.game, judge.histories, 1 - player, differences, payoffs_of=player)
        gain = _gain(opposing, gains, f"a plan of player {player + 1} that does not dominate the plan of the profile")
        changes = {}
        for h in sets_from(sequences, information_set):
            moves = sequences.moves(h)
            if reach := plan[sequences.parent[h]]:
                behavior = tuple(plan[moves.start : moves.stop] / reach)
                if behavior != played[h]:
                    changes[h] = behavior
        return cls(player, information_set, plan, gain, changes, sequences)

    @classmethod
    def by_moves(
        cls, judge: Judge, profile: Profile, player: int, information_set: int, mixture: Distribution
    ) -> Dominated:
        """Return the witness after the check that a mixture of moves dominates, whatever the team plays.

        Raises NotProvedError if the numbers are no mixture, or the mixture does not dominate what is played.
        """
        sequences, played = judge.sequences[player], profile.behavior[player][information_set]
        name = sequences.information_sets[information_set].name
        fault = f"{len(mixture)} numbers that are no mixture of moves at {name}"
        is_mixture = len(mixture) == len(played) and min(mixture) >= 0 and sum(mixture) == ONE
        require(is_mixture, fault, f"{len(played)}, none negative, with the sum 1")
        team = Team.of(judge.game, sequences.sets[information_set])
        gains = zeros(team.sequences.size)
        difference = vector(mixture) - vector(played)
        np.add.at(gains, team.leaf_sequences, team.payoffs(judge, player) * difference[team.moves])
        gain = _gain(team.sequences, gains, f"a mixture of moves that does not dominate the strategy at {name}")
        return cls(player, information_set, None, gain, {information_set: mixture}, sequences)

    def sentence(self) -> str:
        """Return a sentence: what is dominated, by what, and the gain."""
        opponent, sets = f"player {2 - self.player}", self.sequences.information_sets
        names = {h: sets[h].name for h in (*self.changes, self.information_set) if h is not None}
        mixtures = {h: self._moves(h, mixture) for h, mixture in list(self.changes.items())[:LISTED]}
        if self.plan is None:
            ((h, moves),) = mixtures.items()
            gain = f"gets {short(self.gain)} more if all moves are equally likely"
            effect = f"never gets less, whatever is played elsewhere, and {gain}"
            return f"the strategy at {names[h]} is weakly dominated: playing {moves} instead {effect}"
        start = "" if self.information_set is None else f" from {names[self.information_set]} on"
        moves = ", ".join(f"{mixture} at {names[h]}" for h, mixture in mixtures.items())
        more = f" and {count(len(self.changes) - LISTED, 'more set')}" if len(self.changes) > LISTED else ""
        effect = f"never gets less, and gets {short(self.gain)} more if all moves of {opponent} are equally likely"
        return (
            f"the plan of player {self.player + 1}{start} is weakly dominated: playing {moves}{more} instead {effect}"
        )

    def _moves(self, h: int, mixture: Distribution) -> str:
        """Return the moves that are played at a set, with their probabilities if there are several, as words."""
        played = zip(unique_names(self.sequences.information_sets[h].actions), mixture, strict=True)
        shares = ((name, "" if share == 1 else f"{short(share)} ") for name, share in played if share)
        return " and ".join(f"{share}{name!r}" for name, share in shares)

    def members(self, game: Game) -> dict[str, Any]:
        """Return a JSON object: what dominates, from which set on, and the gain."""
        compared_from, changed_sets = None, []
        for h, set_at_h, names in named_sets(game, self.player):
            if h == self.information_set:
                compared_from = names
            if h in self.changes:
                actions = dict(zip(unique_names(set_at_h.actions), self.changes[h], strict=True))
                changed_sets.append(names | {"actions": actions})
        gain, plan = self.gain, self.plan
        return {"player": self.player + 1, "from": compared_from, "gain": gain, "changes": changed_sets, "plan": plan}


def _gain(opposing: Sequences, gains: Vector, fault: str) -> mpq:
    """Return the gain against the centroid; NotProvedError unless it is positive and no gain is negative.

    ``gains`` are what each sequence of the opponent concedes.
    """
    gain = exact_dot(realization_plan(opposing, centroid(opposing)), gains)
    require(best_response(opposing, -gains).value <= 0 < gain, fault, "one that dominates")
    return gain


@dataclass(frozen=True, eq=False)
class Team(ByValue):
    """The other players' agents and a player's agents after an information set, as one player with perfect recall.

    Attributes
    ----------
    sequences : Sequences
        The team's sequences. They contain an agent's set once for every sequence of the team that leads there. Their
        player is −1, because the team is no player of the game.
    leaves : int64 array
        The nodes of the leaves below the set.
    moves : int64 array, one number per leaf
        The number of the move at the set that leads to the leaf, from 0.
    leaf_sequences : int64 array, one number per leaf
        The team's sequence at the leaf.
    """

    sequences: Sequences
    leaves: Integers
    moves: Integers
    leaf_sequences: Integers

    @classmethod
    def of(cls, game: Game, information_set: int) -> Team:
        """Return the team against the agent of a set, an index into ``game.information_sets``."""
        numbers: dict[tuple[int, int], int] = {}  # (information set, team's sequence before it) → its first sequence
        size = EMPTY + 1  # sequences numbered so far

        def sequence(index: int, before: int, move: int) -> int:
            """Return the team's sequence that extends ``before`` by a move; a set is numbered on its first visit."""
            nonlocal size
            first = numbers.setdefault((index, before), size)
            if first == size:  # the key is new
                size += len(game.information_sets[index].actions)
            return first + move

        player, rows = game.information_sets[information_set].player, []
        stack = []
        for node in np.flatnonzero(game.information_set == information_set).tolist():
            before = EMPTY
            for index, move in _path(game, node):
                # the player's own earlier moves are not the team's: they are assumed to lead to the set
                if game.information_sets[index].player not in (CHANCE, player):
                    before = sequence(index, before, move)
            stack += [(child, move, before) for move, child in enumerate(game.children(node))]
        while stack:
            node, first_move, before = stack.pop()
            mover, index = game.player[node], int(game.information_set[node])
            if mover == TERMINAL:
                rows.append((node, first_move, before))
                continue
            for move, child in enumerate(game.children(node)):
                stack.append((child, first_move, before if mover == CHANCE else sequence(index, before, move)))
        sets, parents = zip(*numbers, strict=True) if numbers else ((), ())
        first, parent = (np.array(list(column), dtype=np.int64) for column in (numbers.values(), parents))
        information_sets = tuple(game.information_sets[index] for index in sets)
        leaves, moves, leaf_sequences = np.array(rows, dtype=np.int64).T
        return cls(Sequences(-1, sets, first, parent, size, information_sets), leaves, moves, leaf_sequences)

    def payoffs(self, judge: Judge, player: int) -> Vector:
        """Return the player's payoffs at the leaves, times chance's probabilities."""
        # number: the position of a leaf's payoff in terms, for the leaves in the ascending order of game.leaves
        number, terms = weighted_payoffs(judge.game, judge.histories, player)
        return terms[number[np.searchsorted(judge.game.leaves, self.leaves)]]


def plan_from(sequences: Sequences, behavior: Behavior, information_set: int | None = None) -> Vector:
    """Return a player's plan from an information set h on.

    It is 1 at the sequence that leads to h; from h on it has the probabilities of moves, multiplied along a sequence;
    at all other sequences it is 0. Without an information set, return the realization plan of the behavior.
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
    start = EMPTY if information_set is None else sequences.parent[information_set]
    places = {start}
    for h in sets_from(sequences, information_set):
        moves = sequences.moves(h)
        if sum(plan[moves.start : moves.stop], ZERO) != plan[sequences.parent[h]]:
            return False
        places.update(moves)
    return plan[start] == ONE and places.issuperset(np.flatnonzero(plan).tolist())


def _path(game: Game, node: int) -> list[tuple[int, int]]:
    """Return the pairs (information set, move) on the path from the root to a node, chance moves included."""
    pairs = []
    while node:  # the root is node 0
        parent = int(game.parent[node])
        pairs.append((int(game.information_set[parent]), int(game.move[node])))
        node = parent
    return pairs[::-1]  # they were collected from the node up
