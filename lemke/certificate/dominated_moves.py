"""Moves that are weakly dominated in the agent form, checked by passes over the tree.

In the agent form every information set has a player of its own, an agent. We ask for the least that one mixture of
moves gains over another, whatever the other agents do. That is hard to find, because agents do not know each other's
moves. So we join agents in a *team* that remembers all its moves since the start of the game: the agents of the other
players, and the player's own agents at later sets. The player's earlier moves are assumed to lead to this set. The team
has perfect recall, so the least gain is a best response value, as with plans. The team can do everything that separate
agents can do. So if the mixture never loses against the team, it never loses against separate agents. The stated gain
is for the case that all agents of the team make all moves with equal probability; separate agents can do so, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from gmpy2 import mpq

from lemke.certificate.dominated import dominance_object, mixture_at
from lemke.certificate.judge import Judge
from lemke.errors import NotProvedError
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.best_response import best_response, plan_value
from lemke.game.recall import EMPTY, Sequences, weighted_payoffs
from lemke.game.strategy import Distribution, Profile, centroid, realization_plan
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, short
from lemke.ground.sparse import ByValue, Vector, vector, zeros


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


@dataclass(frozen=True, eq=False)
class DominatedMoves(ByValue):
    """A mixture of moves that weakly dominates what a player plays at an information set.

    Whatever the other agents do, including the same player's agents at later sets, the mixture gets no less. If the
    other agents make all moves with equal probability, it gets more.

    Attributes
    ----------
    player : int
    information_set : int
        Its position among the player's information sets, in breadth-first order.
    mixture : tuple of mpq
        A probability for every move at the set.
    gain : mpq
        How much more the mixture gets, in units of payoff, if the player's earlier moves lead to the set and the other
        agents make all moves with equal probability. This difference is multiplied by the probability that chance and
        the other players lead to the set.
    sequences : Sequences
        The player's sequences.
    """

    player: int
    information_set: int
    mixture: Distribution
    gain: mpq
    sequences: Sequences

    @classmethod
    def of(
        cls, judge: Judge, profile: Profile, player: int, information_set: int, mixture: Distribution
    ) -> DominatedMoves:
        """Return the witness after the check on the tree that it dominates, whatever the team plays.

        Raises
        ------
        NotProvedError
            If the numbers are no mixture, or the mixture does not dominate what is played.
        """
        sequences, played = judge.sequences[player], profile.behavior[player][information_set]
        name = sequences.information_sets[information_set].name
        if len(mixture) != len(played) or min(mixture) < 0 or sum(mixture) != ONE:
            numbers = f"{len(mixture)} numbers that are no mixture of moves at {name}"
            raise NotProvedError(f"{numbers}, expected {len(played)}, none negative, with the sum 1")
        team = Team.of(judge.game, sequences.sets[information_set])
        gains = zeros(team.sequences.size)
        difference = vector(mixture) - vector(played)
        np.add.at(gains, team.leaf_sequences, team.payoffs(judge, player) * difference[team.moves])
        gain = plan_value(realization_plan(team.sequences, centroid(team.sequences)), gains)
        if best_response(team.sequences, -gains).value > 0 or gain <= 0:
            raise NotProvedError(f"a mixture of moves that does not dominate the strategy at {name}")
        return cls(player, information_set, mixture, gain, sequences)

    def sentence(self) -> str:
        """Return a sentence: what is dominated, by what, and the gain."""
        name = self.sequences.information_sets[self.information_set].name
        moves = mixture_at(self.sequences, self.information_set, self.mixture)
        gain = f"gets {short(self.gain)} more if all moves are equally likely"
        effect = f"never gets less, whatever is played elsewhere, and {gain}"
        return f"the strategy at {name} is weakly dominated: playing {moves} instead {effect}"

    def members(self, game: Game) -> dict[str, Any]:
        """Return the dominance as a JSON object."""
        changes = {self.information_set: self.mixture}
        return dominance_object(game, self.player, self.information_set, self.gain, changes, None)


def _path(game: Game, node: int) -> list[tuple[int, int]]:
    """Return the pairs (information set, move) on the path from the root to a node, chance moves included."""
    pairs = []
    while node:  # the root is node 0
        parent = int(game.parent[node])
        pairs.append((int(game.information_set[parent]), int(game.move[node])))
        node = parent
    return pairs[::-1]  # they were collected from the node up
