"""Moves that are weakly dominated in the agent form, which refute that a profile is extensive-form perfect.

In the agent form every information set has a player of its own. In an equilibrium that is perfect in Selten's sense
(1975) every agent's moves are a best response to completely mixed ones of all other agents, the later ones of its own
player included. So they are not weakly dominated: no mixture at the same set gets no less whatever the other agents do,
and more for some of their moves.

The least that a mixture gets is hard to find, as agents remember nothing of each other. So all other agents are made a
*team* that remembers every move it has made since the start of the game: the agents of others, and those of the player
itself after the set. It has perfect recall, and so the least is a best response value again, as with plans. Whoever
remembers more can do all that agents can; so what the team cannot harm agents cannot harm. The gain is counted where
all moves are equally likely, as agents can play too. So every mixture that is returned dominates. But dominated moves
may stay unseen, where the team can harm a mixture and agents cannot. None do if the player does not move again after
the set and there is one other player, who then is the team.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.certificate import Judge
from lemke.game import CHANCE, TERMINAL, Game, InformationSet
from lemke.game.recall import EMPTY, Sequences, part_of, weighted_payoffs
from lemke.game.strategy import Distribution, Profile, centroid, realization_plan
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix, exact_dot, vector
from lemke.solvers.refinements.undominated import contest


class DominatedMoves(NamedTuple):
    """What a player plays at an information set, by its position in breadth-first order, and what dominates it there.

    ``gain`` is what the mixture gets more if all moves of all other agents are equally likely and the player moves to
    the set, in units of payoff.
    """

    player: int
    information_set: int
    mixture: Distribution
    gain: mpq


def dominated_moves(judge: Judge, profile: Profile) -> Iterator[DominatedMoves]:
    """Yield what is weakly dominated in the agent form; any number of players, with perfect recall.

    One is enough to refute that the profile is extensive-form perfect; none proves nothing.

    >>> import lemke
    >>> game = lemke.example("entry_deterrence")
    >>> threat = lemke.Profile.of(game, [[[1, 0]], [[0, 1]]])
    >>> list(dominated_moves(Judge.of(game), threat))
    [DominatedMoves(player=1, information_set=0, mixture=(mpq(1,1), mpq(0,1)), gain=mpq(1,1))]
    """
    for player, own in enumerate(judge.sequences):
        number, terms = weighted_payoffs(judge.game, judge.behind, player)
        payoffs = dict(zip(judge.game.leaves.tolist(), terms[number], strict=True))
        for h, played in enumerate(profile.behavior[player]):
            limits.check()
            if len(played) == 1:
                continue
            team = _Team(judge.game)
            matrix = team.payoffs(own.sets[h], payoffs)
            agent, _ = part_of(own, [h], int(own.parent[h]))
            others = team.sequences()
            plan = realization_plan(agent, (played,))
            best, replied_to = contest(agent, others, matrix, plan)
            if replied_to is None:
                gain = exact_dot(best - plan, matrix @ realization_plan(others, centroid(others)))
                yield DominatedMoves(player, h, tuple(best[1:].tolist()), gain)


@dataclass(eq=False)
class _Team:
    """The other agents as a player of perfect recall: an agent's set is one for every sequence that leads there."""

    game: Game
    numbers: dict[tuple[int, int], int] = field(default_factory=dict)  # first sequence of (information set, parent)
    size: int = EMPTY + 1

    def sequence(self, information_set: int, parent: int, move: int) -> int:
        """Return the sequence of a move after another sequence; new sets are numbered as they come."""
        first = self.numbers.setdefault((information_set, parent), self.size)
        if first == self.size:
            self.size += len(self.game.information_sets[information_set].actions)
        return first + move

    def payoffs(self, information_set: int, payoffs: dict[int, mpq]) -> SparseMatrix:
        """Return what the moves at a set get, row 0 for none, against the team's sequences."""
        game, entries = self.game, []
        player = game.information_sets[information_set].player
        stack = [
            (child, move, self._before(int(node), player))
            for node in np.flatnonzero(game.information_set == information_set)
            for move, child in enumerate(game.children(int(node)), 1)
        ]
        while stack:
            node, row, sequence = stack.pop()
            mover, index = int(game.player[node]), int(game.information_set[node])
            if mover == TERMINAL:
                entries.append((row, sequence, payoffs[node]))
                continue
            for move, child in enumerate(game.children(node)):
                after = sequence if mover == CHANCE else self.sequence(index, sequence, move)
                stack.append((child, row, after))
        rows, columns, values = zip(*entries, strict=True)
        shape = len(game.information_sets[information_set].actions) + 1, self.size
        return SparseMatrix.from_entries(shape, np.array(rows), np.array(columns), vector(values))

    def _before(self, node: int, player: int) -> int:
        """Return the team's sequence at a node of the set: the moves of all others, the player moves there itself."""
        path = []
        while node:
            above = int(self.game.parent[node])
            if self.game.player[above] not in (CHANCE, player):
                path.append((int(self.game.information_set[above]), int(self.game.move[node])))
            node = above
        sequence = EMPTY
        for index, move in reversed(path):
            sequence = self.sequence(index, sequence, move)
        return sequence

    def sequences(self) -> Sequences:
        """Return the team's sequences, after its payoffs."""
        sets, parents = zip(*self.numbers, strict=True) if self.numbers else ((), ())
        first = np.array(list(self.numbers.values()), dtype=np.int64)
        members: tuple[InformationSet, ...] = tuple(map(self.game.information_sets.__getitem__, sets))
        return Sequences(-1, tuple(sets), first, np.array(parents, dtype=np.int64), self.size, members)
