"""Perfect equilibria of the extensive form (Selten 1975): limits of equilibria of games whose players tremble.

If every move must have at least the probability ε at its information set, the equilibria are the solutions of
conditions with a matrix that is linear in ε (:mod:`lemke.forms.sequence_form.trembling`). Suppose that a basis solves
the conditions for all small ε > 0. Then its solution has rational functions of ε (Farina, Gatti 2017), and the limit
for ε → 0 is perfect. Bases are proposed for given ε (:mod:`lemke.solvers.refinements.small_trembles`). In small games
the rational functions are the proof. In larger games the first terms of the power series are the proof; if signs stay
open, the functions are tried.

Weakly dominated moves refute that a profile is perfect. In the agent form every information set has a player of its
own, an agent, whose moves are a best response to completely mixed moves of all other agents, also of the later agents
of the same player. All other agents are joined into one team of perfect recall
(:mod:`lemke.certificate.dominated`), so that the linear program is the same as for plans. Every mixture that is
returned dominates. The program may miss dominated moves where the team can harm a mixture and single agents cannot; it
misses none if the player does not move again after the set and there is one opponent.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TypeAlias

import numpy as np

from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    NO_PROOF,
    Claim,
    Dominated,
    Equilibrium,
    How,
    Identity,
    Judge,
    Team,
    Trembles,
    objections_to_extensive_form_perfect,
    perfect_trembles,
)
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import TremblingForm, limit_behavior, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.recall import part_of
from lemke.game.strategy import Profile, realization_plan
from lemke.ground.rational import bits
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.linear.exact import numerators
from lemke.linear.guided import SMALL
from lemke.solvers.answers import confirm
from lemke.solvers.refinements.normal_form_perfect import best_improvement
from lemke.solvers.refinements.small_trembles import ProposedBasis, bases, impossible_move, require_possible_moves
from lemke.solvers.sequence_lcp import PathStart, Prior, mixed_starts, start_words

SHORT = 6000
"""Largest number of variables with which rational functions are tried; in larger games the functions are too long."""


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a perfect equilibrium; ``lemke.solve(game, refine="extensive-form-perfect")`` has checked the options.

    The kernel is that of paths for given ε. In small constant-sum games linear programs come first; paths follow only
    if the programs prove nothing. If the prior leads to no proof, random priors follow. The proof has polynomials times
    x(ε) and y(ε) for all ε up to some epsilon; or, without epsilon, the first terms of power series of x(ε) and y(ε).

    Raises InputError for a move of chance with probability zero, or a method without a path from a prior; ProfileError
    for a prior that is not completely mixed; NotProvedError if no prior led to a proved equilibrium.
    """
    form = sequence_form(game)
    # in a constant-sum game the program of A − B is the guide, below; with "exact" no other guide is sought here
    path_kernel = kernel if form.total is None else "exact"
    priors = mixed_starts(form, EXTENSIVE_FORM_PERFECT, method, path_kernel, prior, seed)
    require_possible_moves(game, EXTENSIVE_FORM_PERFECT)
    judge = Judge(form.game, form.behind, form.sequences)
    failures: list[str] = []
    for start in priors:
        trembling = TremblingForm(form, start.plans(form))
        is_guided = form.total is not None or start.program is not None
        guide = TremblingForm(form.against(), trembling.prior) if is_guided else None
        for tries, candidate in enumerate(_candidates(trembling, kernel, seed, guide), 1):
            if (equilibrium := _proved(judge, *candidate, start, tries)) is not None:
                return equilibrium
        failures.append(f"{start_words(start)}: no basis solves the conditions for all small trembles")
    raise NotProvedError(f"no prior led to an {EXTENSIVE_FORM_PERFECT} equilibrium; {'; '.join(failures)}")


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove its profile to be perfect; an empty list if it does."""
    judge, impossible = Judge.of(game), impossible_move(game)
    return [impossible] if impossible else objections_to_extensive_form_perfect(judge, claim)


def without_proof(judge: Judge, claim: Claim) -> Dominated | list[str]:
    """Return dominated moves, which refute that an equilibrium is perfect; otherwise, that a proof is missing."""
    if impossible := impossible_move(judge.game):
        return [impossible]
    return next(dominated_moves(judge, claim.profile), [NO_PROOF])


Candidate: TypeAlias = tuple[ProposedBasis, tuple[Vector, Vector], Trembles | None]
"""A basis and its plans as functions of ε: the first terms of power series, with their proof; or polynomials, which are
the plans times a common denominator, without proof."""


def _candidates(trembling: TremblingForm, kernel: str, seed: int, guide: TremblingForm | None) -> Iterator[Candidate]:
    """Yield plans of bases that may solve the conditions for all small ε.

    In small games, yield the plans as functions of ε. In constant-sum games bases of programs come first; such a basis
    may be singular for all ε. Then bases of paths follow. In larger games, yield series, and at last functions for the
    bases whose signs the series leave open.
    """
    for by_path in (False, True) if trembling.size <= SMALL else (True,):
        undecided = []
        for proposal in bases(trembling, kernel, seed, guide, by_path=by_path):
            if trembling.size <= SMALL:
                yield from _function_candidates(trembling, proposal)
            elif proposal.expansion.signs == "right":
                yield _series_candidate(trembling, proposal)
            elif proposal.expansion.signs == "open" and proposal.is_solution:
                undecided.append(proposal)
        if trembling.size <= SHORT:
            for proposal in reversed(undecided):
                yield from _function_candidates(trembling, proposal)


def _series_candidate(trembling: TremblingForm, proposal: ProposedBasis) -> Candidate:
    """Return a basis's plans as power series, with the proofs of variables that are 0 for all ε."""
    terms, kernel, vanishing = proposal.expansion.terms, proposal.expansion.kernel, proposal.expansion.vanishing
    x_part, y_part = trembling.plan_parts
    kernels = [tuple(z[part] for z in kernel if z[part].any()) for part in (x_part, y_part)]
    identities = []
    for (variable, mixing), multipliers in vanishing.items():
        player, sequence = trembling.owner(variable)
        # an identity of a mixing move changes the plan of the other player
        changes_y = mixing if player == 0 else not mixing
        identities.append(Identity(player, sequence, mixing, multipliers[y_part if changes_y else x_part]))
    plans = terms[x_part], terms[y_part]
    return proposal, plans, Trembles(EXTENSIVE_FORM_PERFECT, None, plans, (kernels[0], kernels[1]), tuple(identities))


def _function_candidates(trembling: TremblingForm, proposal: ProposedBasis) -> Iterator[Candidate]:
    """Yield a basis's plans as polynomials; nothing if the basis is singular or some weight is 0 for all ε."""
    with suppress(InputError):  # singular for all ε
        x, y = numerators(trembling.matrices, trembling.constant, proposal.basis, trembling.plan_parts)
        if all(plan.any(axis=1).all() for plan in (x, y)):
            yield proposal, (x, y), None


def _proved(
    judge: Judge,
    proposal: ProposedBasis,
    plans: tuple[Vector, Vector],
    trembles: Trembles | None,
    start: PathStart,
    tries: int,
) -> Equilibrium | None:
    """Return the limit of plans as an equilibrium, if the judge confirms it; None if the plans prove nothing."""
    profile = Profile(tuple(map(limit_behavior, judge.sequences, plans)))
    trembles = trembles or perfect_trembles(judge, plans)
    if objections_to_extensive_form_perfect(judge, Claim(profile, refinement=trembles)):
        return None
    x, y = map(realization_plan, judge.sequences, profile.behavior)
    u, v = (best_response(sequences, judge.values(sequences.player, [x, y])).dual for sequences in judge.sequences)
    claim = Claim(profile, (u[0], v[0]), (x, y), (u, v), EXTENSIVE_FORM_PERFECT, refinement=trembles)
    confirm(judge, claim, "the limit for small trembles")
    how = How(
        method=EXTENSIVE_FORM_PERFECT,
        kernel=proposal.kernel,
        pivots=proposal.pivots,
        bits=bits(np.concatenate([x, y])),
        tries=tries,
        prior=start.name,
        seed=start.seed if start.name == "random" else None,
    )
    return Equilibrium((x, y), (u, v), (u[0], v[0]), how, game=judge.game, profile=profile, refinement=trembles)


def dominated_moves(judge: Judge, profile: Profile) -> Iterator[Dominated]:
    """Yield moves that are weakly dominated in the agent form; for any number of players with perfect recall."""
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
