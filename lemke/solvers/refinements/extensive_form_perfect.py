"""Perfect equilibria of the extensive form (Selten 1975): limits of equilibria of games whose players tremble.

In the game in which every move has at least the probability ε at its information set, equilibria are the solutions of
conditions whose matrix is linear in ε (:mod:`lemke.forms.sequence_form.trembling`). A basis that solves them for all
small ε > 0 has a solution in rational functions of ε (Farina, Gatti 2017); its limit for ε → 0 is perfect. Bases come
from numbers ε (:mod:`lemke.solvers.refinements.small_trembles`); the functions are the proof.
"""

from __future__ import annotations

from itertools import chain

import numpy as np

from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    NO_PROOF,
    Claim,
    DominatedMoves,
    Equilibrium,
    Judge,
    Trembles,
    largest_tremble,
    objections_to_extensive_form_perfect,
)
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import TremblingForm, limit_behavior, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile, realization_plan
from lemke.ground import limits
from lemke.ground.rational import bits
from lemke.ground.sparse import Vector
from lemke.linear.exact import numerators
from lemke.solvers.refinements.dominated_moves import dominated_moves
from lemke.solvers.refinements.small_trembles import Solved, bases, impossible_move
from lemke.solvers.sequence_lcp import PathFromPrior, Prior, Start, starts, words


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a perfect one; ``lemke.solve(game, refine="extensive-form-perfect")`` has checked the options.

    Raises InputError for a move of chance with probability zero, or another method; ProfileError for a prior that is
    not completely mixed; NotProvedError if no prior led to a proved equilibrium.

    Parameters
    ----------
    game : Game
        Every move of chance must have a positive probability.
    method : ``"auto"`` or ``"lcp"``
    kernel : ``"auto"``, ``"guided"`` or ``"exact"``
        Of paths at numbers ε, in games that are not constant-sum.
    prior : Prior
        Where paths start, a completely mixed profile; linear programs of constant-sum games need none. Random ones
        follow.
    seed : int
        Of the first random prior; those that follow have the numbers after it.

    Returns
    -------
    Equilibrium
        ``method`` is ``extensive-form-perfect``, ``refinement`` the proof: plans x(ε), y(ε), each times a polynomial,
        that are an equilibrium of the game with trembles up to ``refinement.epsilon``.

    Player 2 would fight if player 1 could not tremble:

    >>> import lemke
    >>> game = lemke.example("entry_deterrence")
    >>> equilibrium = lemke.solve(game, refine="extensive-form-perfect")
    >>> equilibrium.payoffs, equilibrium.refinement.plans[1].tolist()
    ((mpq(2,1), mpq(2,1)), [[mpq(1,1), mpq(0,1)], [mpq(1,1), mpq(-1,1)], [mpq(0,1), mpq(1,1)]])
    """
    form = sequence_form(game)
    priors = starts(form, EXTENSIVE_FORM_PERFECT, method, "exact", prior, seed)
    if impossible := impossible_move(game):
        raise InputError(f"{impossible}, expected a positive one for {EXTENSIVE_FORM_PERFECT}")
    judge = Judge(form.game, form.behind, form.sequences)
    failures: list[str] = []
    for start in priors:
        trembling = TremblingForm(form, start.plans(form))
        # a program's basis may be singular for all ε where its degenerate variables are free
        proposed = chain(*(bases(trembling, kernel, seed, by_path=by_path) for by_path in (False, True)))
        for tries, solved in enumerate(proposed, 1):
            limits.check()
            try:
                x, y = numerators(trembling.matrices, trembling.constant, solved.basis, trembling.plan_parts)
            except InputError:  # a basis that is singular for all ε, since its degenerate variables are 0
                continue
            if (equilibrium := _proved(judge, (x, y), solved, start, tries)) is not None:
                return equilibrium
        failures.append(f"{words(start)}: no basis solves the conditions for all small trembles")
    raise NotProvedError(f"no prior led to an {EXTENSIVE_FORM_PERFECT} equilibrium; {'; '.join(failures)}")


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove its profile to be perfect; nothing if it does.

    Raises what :func:`solve` does for other games.
    """
    judge, impossible = Judge.of(game), impossible_move(game)
    return [impossible] if impossible else objections_to_extensive_form_perfect(judge, claim)


def without_proof(judge: Judge, profile: Profile) -> DominatedMoves | list[str]:
    """Return what refutes that an equilibrium is perfect, moves that are dominated; else what a proof is missing."""
    if impossible := impossible_move(judge.game):
        return [impossible]
    return next(dominated_moves(judge, profile), [NO_PROOF])


def _proved(judge: Judge, plans: tuple[Vector, Vector], solved: Solved, start: Start, tries: int) -> Equilibrium | None:
    """Return the limit of plans as an equilibrium, once the judge confirms it; None if they prove nothing."""
    if not all(plan.any(axis=1).all() for plan in plans):
        return None
    profile = Profile(tuple(map(limit_behavior, judge.sequences, plans)))
    trembles = Trembles(EXTENSIVE_FORM_PERFECT, largest_tremble(judge, EXTENSIVE_FORM_PERFECT, plans), plans)
    if objections_to_extensive_form_perfect(judge, Claim(profile, refinement=trembles)):
        return None
    x, y = (realization_plan(own, strategy) for own, strategy in zip(judge.sequences, profile.behavior, strict=True))
    u, v = (best_response(own, judge.values(own.player, [x, y])).dual for own in judge.sequences)
    claim = Claim(profile, (u[0], v[0]), (x, y), (u, v), EXTENSIVE_FORM_PERFECT, refinement=trembles)
    report, objections = judge.judge(claim)
    if objections or not report.is_equilibrium:
        raise NotProvedError("; ".join(["the limit of trembles is no equilibrium", *objections]))
    how = PathFromPrior(
        method=EXTENSIVE_FORM_PERFECT,
        kernel=solved.kernel,
        pivots=solved.pivots,
        bits=bits(np.concatenate([x, y])),
        tries=tries,
        prior=start.name,
        seed=start.seed if start.name == "random" else None,
    )
    return Equilibrium((x, y), (u, v), (u[0], v[0]), how, game=judge.game, profile=profile, refinement=trembles)
