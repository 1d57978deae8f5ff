"""Sequential equilibria (Kreps, Wilson 1982): beliefs that come from trembles, and best moves given them.

Beliefs are consistent if they are the limits of those of completely mixed plans that tend to the profile (D. M. Kreps,
R. Wilson 1982, Econometrica 50). With such beliefs what no single move improves no other play does (E. Hendon, H. J.
Jacobsen, B. Sloth 1996, The one-shot-deviation principle for sequential rationality, Games and Economic Behavior 12).
Everything is worked out on the tree.
"""

from __future__ import annotations

import numpy as np

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.polynomials import lowest_terms
from lemke.certificate.refined import broken_limit, broken_sums, misfit
from lemke.certificate.refinement_names import SEQUENTIAL
from lemke.game import CHANCE
from lemke.game.reach import reach, reached_sets
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector, exact_sum, zeros


def limit_beliefs(judge: Judge, plans: tuple[Vector, Vector]) -> Vector:
    """Return the limits of beliefs for ε → 0: of every node its probability, given that its set is reached.

    Parameters
    ----------
    judge : Judge
        Of a game of two players.
    plans : (exact array, exact array)
        Polynomials in ε, sequences x (K + 1), all positive for small ε > 0.

    Returns
    -------
    exact vector, one probability per node
        0 for leaves, and at sets to which chance never leads.
    """
    game = judge.game
    order, weight = np.zeros(game.size, dtype=np.int64), judge.behind.chance
    for plan, last_move in zip(plans, judge.behind.last_move, strict=True):
        orders, coefficients = lowest_terms(plan)
        order, weight = order + orders[last_move], weight * coefficients[last_move]
    beliefs = zeros(game.size)
    for members in game.nodes_by_set():
        possible = members[weight[members] != 0]
        if len(possible):
            likely = possible[order[possible] == order[possible].min()]
            beliefs[likely] = weight[likely] / exact_sum(weight[likely])
    return beliefs


def objections_to_sequential(judge: Judge, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove its profile to be sequential; nothing if it does.

    Completely mixed plans near the profile prove that beliefs are consistent. Without them beliefs are known at sets
    that the profile reaches, and at those of a single node.
    """
    trembles = claim.refinement
    if trembles is None:
        return _without_plans(judge, claim)
    if wrong := misfit(judge, trembles, SEQUENTIAL):
        return [wrong]
    found = []
    for own, plan, strategy in zip(judge.sequences, trembles.plans, claim.profile.behavior, strict=True):
        if broken := _not_positive(plan) or broken_sums(own, plan) or broken_limit(own, plan, strategy):
            found.append(f"the plans of player {own.player + 1} near it {broken}")
    return found or gains_by_one_move(judge, claim, limit_beliefs(judge, trembles.plans))


def _without_plans(judge: Judge, claim: Claim) -> list[str]:
    """Judge a profile alone, where every set is reached, or has a single node that chance allows."""
    game, possible = judge.game, judge.behind.chance != 0
    at, reached = reach(game, claim.profile), reached_sets(game, claim.profile)
    beliefs = zeros(game.size)
    for index, members in enumerate(game.nodes_by_set()):
        members = members[possible[members]]
        if index in reached:
            beliefs[members] = [at.belief(node) for node in members.tolist()]
        elif len(members) == 1:
            beliefs[members] = ONE
        elif len(members) and game.information_sets[index].player != CHANCE:
            return [f"no plans near it are stated, from which beliefs at {game.set_name(index)} would follow"]
    return gains_by_one_move(judge, claim, beliefs)


def gains_by_one_move(judge: Judge, claim: Claim, beliefs: Vector) -> list[str]:
    """Say where a player gains by another move, given beliefs about the nodes; nothing if nobody does."""
    game, at = judge.game, reach(judge.game, claim.profile)
    values = [at.values(player) for player in range(len(game.players))]
    found = []
    for index, members in enumerate(game.nodes_by_set()):
        player = game.information_sets[index].player
        if player == CHANCE:
            continue
        first = game.first_child[members]
        now = exact_sum(beliefs[members] * values[player][members])
        for move, action in enumerate(game.information_sets[index].actions):
            gain = exact_sum(beliefs[members] * values[player][first + move]) - now
            if gain > ZERO:
                found.append(f"player {player + 1} gains {short(gain)} by {action!r} at {game.set_name(index)}")
    return found


def _not_positive(plan: Vector) -> str:
    """Say that a polynomial is not positive for small ε; nothing if all are."""
    return "" if all((lowest_terms(plan)[1] > 0).tolist()) else "are not completely mixed for small trembles"
