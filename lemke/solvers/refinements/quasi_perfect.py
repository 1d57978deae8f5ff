"""Quasi-perfect equilibria (van Damme 1984) by Lemke's path with trembles held as symbols.

In a quasi-perfect equilibrium the moves from every information set on are a best reply to opponents who tremble there
and later. The player expects no own trembles. The equilibrium is sequential. Unlike Selten's perfect equilibria of the
extensive form, it never plays a weakly dominated strategy. If every sequence σ of |σ| moves has the tremble ε^|σ|,
equilibria tend to a quasi-perfect equilibrium for ε → 0 (Miltersen and Sørensen 2010). For the conditions see
:mod:`lemke.forms.sequence_form.perturbed`, for the path :func:`lemke.linear.pivoting.follow`. In large games
bases are proposed for given ε (:mod:`lemke.solvers.refinements.small_trembles`), and proved in the same way.
"""

from __future__ import annotations

import numpy as np

from lemke.certificate import (
    NO_PROOF,
    QUASI_PERFECT,
    Claim,
    Dominated,
    Equilibrium,
    Judge,
    Trembles,
    largest_tremble,
    objections_to_quasi_perfect,
)
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import PerturbedForm, limit_behavior, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.rational import bits
from lemke.linear.guided import SMALL
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import follow
from lemke.solvers.answers import confirm
from lemke.solvers.refinements.normal_form_perfect import dominated_continuation
from lemke.solvers.refinements.small_trembles import bases, impossible_move, require_possible_moves
from lemke.solvers.sequence_lcp import PathStart, Prior, how_of_path, mixed_starts, start_words


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int, asked: str = QUASI_PERFECT) -> Equilibrium:
    """Return a quasi-perfect equilibrium; ``lemke.solve(game, refine="quasi-perfect")`` has checked the options.

    The kernel ``guided`` proposes bases for given ε, by a linear program in constant-sum games and by a path in others,
    and then proves one of these bases for all small ε. ``exact`` follows the path with ε as a symbol. ``auto`` is
    ``exact`` for small games; for others it is ``guided``, and then ``exact``. If no path can start at the prior
    because of ties, random priors follow, from which paths in large games take several times as long. ``asked`` is the
    refinement that errors name: sequential equilibria are found in this way, too. No moves are filled in: trembles
    reach every information set.

    Raises InputError for a move of chance with probability zero, or a method without a path from a prior; ProfileError
    for a prior that is not completely mixed; NotProvedError if no prior led to a proved equilibrium.
    """
    form = sequence_form(game)
    # in a constant-sum game linear programs propose the bases, so the prior needs no guide for a path
    path_kernel = kernel if form.total is None else "exact"
    priors = mixed_starts(form, asked, method, path_kernel, prior, seed)
    require_possible_moves(game, asked)
    judge = Judge(form.game, form.behind, form.sequences)
    failures: list[str] = []
    for tries, start in enumerate(priors, 1):
        perturbed = PerturbedForm.of(form, start.plans(form))
        guide = PerturbedForm.of(form.against(), perturbed.prior) if start.program is not None else None
        proposes_bases = kernel == "guided" or (kernel == "auto" and form.lcp_size > SMALL)
        if proposes_bases and (proposed := _proposed_solution(perturbed, seed, guide)) is not None:
            kernel_name, solution = proposed
            return _proved(judge, perturbed, solution, start, tries, kernel_name)
        if kernel == "guided":
            failures.append(f"{start_words(start)}: no basis solves the conditions for all small trembles")
            continue
        outcome = follow(perturbed.problem, perturbed.powers)
        if isinstance(outcome, Solution):
            return _proved(judge, perturbed, outcome, start, tries, "exact")
        failures.append(f"{start_words(start)}: {outcome.reason}")
    raise NotProvedError(f"no prior led to a {asked} equilibrium; {'; '.join(failures)}")


def _proposed_solution(perturbed: PerturbedForm, seed: int, guide: PerturbedForm | None) -> tuple[str, Solution] | None:
    """Return a kernel's name and a solution for all small ε, from a basis that the kernel proposed for some ε.

    Return None if no proposed basis solves the conditions for all small ε.
    """
    pivots = 0
    for proposal in bases(perturbed, "guided", seed, guide):
        pivots += proposal.pivots
        if proposal.expansion.signs == "right":
            z, w = proposal.expansion.terms, proposal.expansion.variables
            return proposal.kernel, Solution(z, w, tuple(sorted(proposal.basis)), pivots, bits(z.ravel()))
    return None


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove its profile to be quasi-perfect; an empty list if it does."""
    judge, impossible = Judge.of(game), impossible_move(game)
    return [impossible] if impossible else objections_to_quasi_perfect(judge, claim)


def without_proof(judge: Judge, claim: Claim) -> Dominated | list[str]:
    """Return a dominating plan, which refutes that an equilibrium is quasi-perfect; otherwise, that a proof is missing.

    In a quasi-perfect equilibrium the moves from an information set on are a best response, from there on, to
    completely mixed plans of the opponent (van Damme 1984), so they are not weakly dominated. The converse does not
    hold.
    """
    if impossible := impossible_move(judge.game):
        return [impossible]
    return dominated_continuation(judge, claim.profile) or [NO_PROOF]


def _proved(
    judge: Judge, perturbed: PerturbedForm, solution: Solution, start: PathStart, tries: int, kernel: str
) -> Equilibrium:
    """Return the limit for ε → 0 as an equilibrium, if the judge confirms all claims."""
    x, y, u, v = perturbed.plans(solution.z)
    behavior_1, behavior_2 = map(limit_behavior, judge.sequences, (x, y))
    profile = Profile((behavior_1, behavior_2))
    # rows are variables, columns powers of ε; of each pair z and w the basic variable must not be negative
    basic = np.isin(np.arange(len(solution.z)), solution.basis)[:, None]
    largest = largest_tremble([np.where(basic, solution.z, solution.w)[~perturbed.free]])
    trembles = Trembles(QUASI_PERFECT, largest, (x, y))
    plans, duals, payoffs = (x[:, 0], y[:, 0]), (u[:, 0], v[:, 0]), (u[0, 0], v[0, 0])
    claim = Claim(profile, payoffs, plans, duals, QUASI_PERFECT, refinement=trembles)
    confirm(judge, claim, "the path", objections_to_quasi_perfect(judge, claim))
    how = how_of_path(start, solution, QUASI_PERFECT, kernel, tries)
    return Equilibrium(plans, duals, payoffs, how, game=judge.game, profile=profile, refinement=trembles)
