"""Proper equilibria (Myerson 1978) of players who choose once, by Lemke's path with ε held as a symbol.

Mistakes that cost more are less likely, by a factor ε; see :mod:`lemke.forms.sequence_form.permuted` for the
conditions. A proper equilibrium of a tree's strategic form gives a quasi-perfect equilibrium of the tree (van Damme
1984).
"""

from __future__ import annotations

from lemke.certificate import (
    NO_PROOF,
    PROPER,
    Claim,
    Dominated,
    Equilibrium,
    Judge,
    objections_to_proper,
    proper_trembles,
)
from lemke.errors import InputError, NotProvedError
from lemke.forms.sequence_form import ProperForm, limit_behavior, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile, realization_plan
from lemke.ground.sparse import zeros
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import NoSolution, follow
from lemke.solvers.refinements.undominated import judged_plans
from lemke.solvers.sequence_lcp import PathStart, Prior, how_of_path, mixed_starts, start_words


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a proper equilibrium; ``lemke.solve(game, refine="proper")`` has checked the options.

    Raises InputError for other methods and kernels than the ones below, and if a player has several information sets;
    ProfileError for a prior that is not completely mixed; NotProvedError if no prior led to a proved equilibrium.

    Parameters
    ----------
    game : Game
        Every player has one information set at most, as in the tree of a strategic form.
    method : ``"auto"`` or ``"lcp"``
    kernel : ``"auto"`` or ``"exact"``
    prior : Prior
        A completely mixed profile from which the path starts. If strategies tie against the prior, so that no path
        starts there, random priors follow.
    seed : int
        Seed of the first random prior; further random priors have the next seeds.

    Returns
    -------
    Equilibrium
        ``method`` is ``proper``, ``refinement`` the proof: plans x(ε), y(ε), each times a polynomial. For every ε up to
        ``refinement.epsilon`` a worse move has at most ε times the probability of a better move.

    Player 2 guesses in which of two places player 1 hides a penny (columns 1 and 2), or simply takes it (column 3).
    In equilibrium player 2 takes it, and any mixture of player 1 is a best reply. But by mistake player 2 guesses, and
    against guesses player 1 has to mix equally:

    >>> import lemke
    >>> game = lemke.NormalForm.zero_sum([[-1, 0, -1], [0, -1, -1]]).tree()
    >>> pennies = lemke.solve(game, refine="proper")
    >>> [[str(share) for share in strategy] for (strategy,) in pennies.profile.behavior]
    [['1/2', '1/2'], ['0', '0', '1']]
    """
    if kernel not in ("auto", "exact"):
        raise InputError(f"the kernel {kernel} with {PROPER}, expected auto or exact")
    form = sequence_form(game)
    judge = Judge(form.game, form.behind, form.sequences)
    failures: list[str] = []
    for tries, start in enumerate(mixed_starts(form, PROPER, method, "exact", prior, seed), 1):
        conditions = ProperForm.of(form, start.plans(form))
        outcome = _path_end(conditions)
        if isinstance(outcome, Solution):
            return _proved(judge, conditions, outcome, start, tries)
        failures.append(f"{start_words(start)}: {outcome.reason}")
    raise NotProvedError(f"no prior led to a {PROPER} equilibrium; {'; '.join(failures)}")


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove its profile to be proper; an empty list if it does.

    Raises PlayersError, RecallError unless the game has two players with perfect recall.
    """
    return objections_to_proper(Judge.of(game), claim)


def without_proof(judge: Judge, claim: Claim) -> Dominated | list[str]:
    """Return a dominating plan, which refutes that an equilibrium is proper; otherwise, that a proof is missing."""
    judgment = judged_plans(judge, claim.profile)
    return judgment if isinstance(judgment, Dominated) else [NO_PROOF]


def _path_end(conditions: ProperForm) -> Solution | NoSolution:
    """Return the end of the path; if no player has a choice, the problem has no variables and no path."""
    if not conditions.problem.size:
        return Solution(zeros(0), zeros(0), (), 0, 0)
    return follow(conditions.problem, conditions.powers)


def _proved(judge: Judge, conditions: ProperForm, solution: Solution, start: PathStart, tries: int) -> Equilibrium:
    """Return the limit for ε → 0 as an equilibrium, if the judge confirms all claims."""
    trembling_plans = conditions.plans(solution.z)
    profile = Profile(tuple(map(limit_behavior, judge.sequences, trembling_plans)))
    trembles = proper_trembles(judge, trembling_plans)
    x, y = map(realization_plan, judge.sequences, profile.behavior)
    u, v = (best_response(sequences, judge.values(sequences.player, [x, y])).dual for sequences in judge.sequences)
    claim = Claim(profile, (u[0], v[0]), (x, y), (u, v), PROPER, refinement=trembles)
    report, objections = judge.judge(claim)
    objections += objections_to_proper(judge, claim)
    if objections or not report.is_equilibrium:
        raise NotProvedError("; ".join([f"the end of the path is no {PROPER} equilibrium", *objections]))
    how = how_of_path(start, solution, PROPER, "exact", tries)
    return Equilibrium((x, y), (u, v), (u[0], v[0]), how, game=judge.game, profile=profile, refinement=trembles)
