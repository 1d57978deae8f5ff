"""Moves that are weakly dominated in the agent form, which refute that a profile is extensive-form perfect.

In the agent form every information set has a player of its own, an agent. In an equilibrium that is perfect in Selten's
sense (1975) the moves at every information set are a best response to completely mixed moves of all other agents, also
of the later agents of the same player. So these moves are not weakly dominated: no mixture at the same set gets at
least as much whatever the other agents do, and more for some moves of the other agents.

All other agents are joined into one team of perfect recall (:mod:`lemke.certificate.dominated`). Then the linear
program is the same as for plans (:mod:`~lemke.solvers.refinements.undominated`). Every mixture that is returned
dominates. The program may miss dominated moves where the team can harm a mixture and single agents cannot. It misses
none if the player does not move again after the set and there is one opponent: then the opponent is the team.
"""

from __future__ import annotations

from collections.abc import Iterator

from lemke.certificate import Dominated, Judge, Team
from lemke.game.recall import part_of
from lemke.game.strategy import Profile, realization_plan
from lemke.ground.sparse import SparseMatrix
from lemke.solvers.refinements.undominated import best_improvement


def dominated_moves(judge: Judge, profile: Profile) -> Iterator[Dominated]:
    """Yield moves that are weakly dominated in the agent form; for any number of players with perfect recall.

    A single dominated move refutes that the profile is extensive-form perfect. If there are none, nothing is proved.

    >>> import lemke
    >>> game = lemke.example("entry_deterrence")
    >>> threat = lemke.Profile.of(game, [[[1, 0]], [[0, 1]]])
    >>> [(moves.player, moves.changes, moves.gain) for moves in dominated_moves(Judge.of(game), threat)]
    [(1, {0: (mpq(1,1), mpq(0,1))}, mpq(1,1))]
    """
    for player, sequences in enumerate(judge.sequences):
        for h, played in enumerate(profile.behavior[player]):
            if len(played) == 1:
                continue
            team = Team.of(judge.game, sequences.sets[h])
            agent, _ = part_of(sequences, [h], int(sequences.parent[h]))
            shape = agent.size, team.sequences.size
            # + 1: the agent's sequence 0 is empty, move k is sequence k + 1
            payoffs = SparseMatrix.from_entries(shape, team.moves + 1, team.leaf_sequences, team.payoffs(judge, player))
            better, mixed_plan = best_improvement(agent, team.sequences, payoffs, realization_plan(agent, (played,)))
            if mixed_plan is None:
                yield Dominated.by_moves(judge, profile, player, h, tuple(better[1:].tolist()))
