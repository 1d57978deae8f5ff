"""Sequential equilibria (Kreps, Wilson 1982): consistent beliefs, and best moves given these beliefs.

Beliefs are the probabilities of the nodes of an information set, given that it is reached. They are consistent if they
are the limits of the beliefs of completely mixed plans that tend to the profile (D. M. Kreps, R. Wilson 1982,
Econometrica 50). With consistent beliefs it suffices to check single moves: if none gains, no other strategy gains (E.
Hendon, H. J. Jacobsen, B. Sloth 1996, The one-shot-deviation principle for sequential rationality, Games and Economic
Behavior 12). Everything is computed on the tree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import numpy as np

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.refined import lowest_terms, misfit, objection_to_limit, objection_to_sums
from lemke.certificate.verdict import SEQUENTIAL, RefinementFinding
from lemke.errors import ProfileError
from lemke.game import CHANCE
from lemke.game.reach import reach, reached_sets
from lemke.game.strategy import Distribution, Profile
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector, exact_sum, zeros


def limit_beliefs(judge: Judge, plans: tuple[Vector, Vector]) -> Vector:
    """Return the limits of beliefs for ε → 0: the probability of every node, given that its set is reached.

    ``plans`` are polynomials in ε, sequences x (K + 1), all positive for small ε > 0. The belief is 0 at leaves, and at
    sets to which chance never leads.
    """
    game = judge.game
    # the probability of a node has the lowest term weight · ε^order; nodes of the least order at a set share the belief
    order, weight = np.zeros(game.size, dtype=np.int64), judge.histories.chance
    for plan, last_move in zip(plans, judge.histories.last_move, strict=True):
        orders, coefficients = lowest_terms(plan)
        order, weight = order + orders[last_move], weight * coefficients[last_move]
    beliefs = zeros(game.size)
    for nodes in game.nodes_by_set():
        possible = nodes[weight[nodes] != 0]
        if len(possible):
            least = possible[order[possible] == order[possible].min()]
            beliefs[least] = weight[least] / exact_sum(weight[least])
    return beliefs


def objections_to_sequential(judge: Judge, claim: Claim) -> Sequence[str]:
    """Return why a claim does not prove that its profile is sequential, in words; nothing if it does.

    The limits of the beliefs of completely mixed plans near the profile are consistent. Stated beliefs must be equal to
    these limits. Without such plans, the claim is judged by :func:`finding_from_beliefs`.
    """
    trembles = claim.refinement
    if trembles is None:
        return finding_from_beliefs(judge, claim).objections
    if mismatch := misfit(judge, trembles, SEQUENTIAL):
        return [mismatch]
    objections = []
    for sequences, plan, strategy in zip(judge.sequences, trembles.plans, claim.profile.behavior, strict=True):
        objection = (
            _objection_to_signs(plan)
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, strategy)
        )
        if objection:
            objections.append(f"the plans of player {sequences.player + 1} near the equilibrium {objection}")
    if objections:
        return objections
    beliefs = limit_beliefs(judge, trembles.plans)
    return objections_to_limits(judge, claim, beliefs) or gains_by_one_move(judge, claim, beliefs)


def objections_to_limits(judge: Judge, claim: Claim, limits: Vector) -> list[str]:
    """Return where stated beliefs are not the limits of the beliefs of the plans near the equilibrium, in words."""
    expected = {index: tuple(limits[nodes]) for index, nodes in _sets_with_beliefs(judge)}
    return _objections_to_beliefs(judge, claim, expected, "the limits of the beliefs of the plans near the equilibrium")


def finding_from_beliefs(judge: Judge, claim: Claim) -> RefinementFinding:
    """Judge an equilibrium by the beliefs that follow from it and by stated beliefs, without plans near it.

    Beliefs follow from a profile by Bayes' rule at the sets that it reaches, and at sets with only one node that chance
    allows. The verdict is ``refuted`` if stated beliefs contradict the beliefs that follow. It is also ``refuted`` if a
    player gains by one move: on average at a set with known beliefs, or at all nodes that chance allows at another set.
    Otherwise it is ``holds`` if beliefs follow at all sets, because then they are consistent. If not, it is ``open``,
    because nothing here proves that stated beliefs are consistent. Beliefs that are stated, but are missing at a set
    where none follow from the profile, raise a ProfileError.
    """
    implied = implied_beliefs(judge, claim.profile)
    if objections := _objections_to_beliefs(judge, claim, implied, "the beliefs that follow from the profile"):
        return RefinementFinding(objections, "refuted")
    stated = {} if claim.beliefs is None else claim.beliefs
    beliefs, unknown = zeros(judge.game.size), {}
    for index, nodes in _sets_with_beliefs(judge):
        if (believed := implied.get(index, stated.get(index))) is None:
            unknown[index] = nodes
        else:
            beliefs[nodes] = believed
    if claim.beliefs is not None and unknown:
        lacking = judge.game.set_name(next(iter(unknown)))
        raise ProfileError(f"no beliefs at {lacking}, expected beliefs, because none follow from the profile")
    if gains := gains_by_one_move(judge, claim, beliefs) or _gains_whatever_is_believed(judge, claim, unknown):
        return RefinementFinding(gains, "refuted")
    if unknown:
        where, more = judge.game.set_name(next(iter(unknown))), len(unknown) - 1
        places = f"{where} and {more} more" if more else where
        return RefinementFinding([f"not proved {SEQUENTIAL}: no beliefs follow from the profile at {places}"], "open")
    if any(index not in implied for index, _ in _sets_with_beliefs(judge)):
        unproved = "sequentially rational with these beliefs; it is not proved that they are consistent"
        return RefinementFinding([unproved], "open")
    return RefinementFinding([], "holds")


def implied_beliefs(judge: Judge, profile: Profile) -> dict[int, Distribution]:
    """Return the beliefs that follow from a profile: index of an information set → probabilities of the set's nodes."""
    profile_reach, reached = reach(judge.game, profile), reached_sets(judge.game, profile)
    possible = judge.histories.chance != 0
    beliefs = {}
    for index, nodes in _sets_with_beliefs(judge):
        if index in reached:
            beliefs[index] = profile_reach.beliefs(index)
        elif np.count_nonzero(possible[nodes]) == 1:
            beliefs[index] = tuple(ONE if likely else ZERO for likely in possible[nodes])
    return beliefs


def gains_by_one_move(judge: Judge, claim: Claim, beliefs: Vector) -> list[str]:
    """Return where a player gains by another move, given beliefs about the nodes, in words; nothing if no one does."""
    sentences = []
    for index, nodes, action, gains in _gains(judge, claim):
        if (gain := exact_sum(beliefs[nodes] * gains)) > ZERO:
            sentences.append(_gain_in_words(judge, index, action, short(gain)))
    return sentences


def _gains_whatever_is_believed(judge: Judge, claim: Claim, unknown: Collection[int]) -> list[str]:
    """Return, in words, at which of the sets ``unknown`` one move gains at every node that chance allows."""
    sentences = []
    for index, nodes, action, gains in _gains(judge, claim):
        if index in unknown and (least := min(gains[judge.histories.chance[nodes] != 0])) > ZERO:
            sentences.append(f"{_gain_in_words(judge, index, action, f'at least {short(least)}')}, for any beliefs")
    return sentences


def _gains(judge: Judge, claim: Claim) -> Iterator[tuple[int, Integers, str, Vector]]:
    """Yield (set, nodes of the set, move, gain at each node) for all moves, if the profile is played after the move."""
    game, profile_reach = judge.game, reach(judge.game, claim.profile)
    values = [profile_reach.values(player) for player in range(len(game.players))]
    for index, nodes in _sets_with_beliefs(judge):
        player_values, first = values[game.information_sets[index].player], game.first_child[nodes]
        for move, action in enumerate(game.information_sets[index].actions):
            yield index, nodes, action, player_values[first + move] - player_values[nodes]


def _gain_in_words(judge: Judge, index: int, action: str, gain: str) -> str:
    player = judge.game.information_sets[index].player + 1
    return f"player {player} gains {gain} by {action!r} at {judge.game.set_name(index)}"


def _sets_with_beliefs(judge: Judge) -> Iterator[tuple[int, Integers]]:
    """Yield (index, nodes) for all information sets of players to which chance may lead."""
    game, possible = judge.game, judge.histories.chance != 0
    for index, nodes in enumerate(game.nodes_by_set()):
        if game.information_sets[index].player != CHANCE and possible[nodes].any():
            yield index, nodes


def _objections_to_beliefs(judge: Judge, claim: Claim, expected: Mapping[int, Distribution], origin: str) -> list[str]:
    """Return, in words, where stated beliefs differ from expected ones, or are positive where chance never leads."""
    stated = {} if claim.beliefs is None else claim.beliefs
    for index, nodes in _sets_with_beliefs(judge):
        believed = stated.get(index, expected.get(index, ()))
        if index in expected and believed != expected[index]:
            shown, right = (", ".join(map(short, numbers)) for numbers in (believed, expected[index]))
            return [f"the beliefs {shown} at {judge.game.set_name(index)}, expected {origin}: {right}"]
        # strict=False: there are no beliefs where none are stated or expected
        if any(belief and not judge.histories.chance[node] for belief, node in zip(believed, nodes, strict=False)):
            return [f"a belief at {judge.game.set_name(index)} in a node to which chance never leads, expected 0 there"]
    return []


def _objection_to_signs(plan: Vector) -> str:
    """Return an objection in words if a polynomial is not positive for small ε."""
    return "" if all((lowest_terms(plan)[1] > 0).tolist()) else "are not completely mixed for small trembles"
