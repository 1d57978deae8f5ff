"""Normal-form perfect equilibria (Selten 1975), proved by the last edge of a path from a completely mixed prior.

On Lemke's path from a prior (p, q), x + p z0 and y + q z0 are realization plans, and all sequences that x and y play
are best replies to these plans (von Stengel, van den Elzen, Talman 2002). The variable z0 is 1 at the prior and 0 at
the end point. So the end point is a best reply to the points on the last edge, if that edge has positive length. With a
completely mixed prior these points are completely mixed, and they come arbitrarily near to the end point. This proves a
property of the plans, not of the moves filled in off the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from lemke.certificate import (
    NORMAL_FORM_PERFECT,
    Claim,
    Dominated,
    Equilibrium,
    Judge,
    objections_to_normal_form_perfect,
)
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game import Game
from lemke.linear.guided import Proved
from lemke.linear.lcp import Solution
from lemke.solvers.answers import judged
from lemke.solvers.last_edge import LastEdgePoint, last_edge, proved_by_edge, solution_with_edge
from lemke.solvers.refinements.undominated import judged_plans
from lemke.solvers.sequence_lcp import PathStart, Prior, end_of_path, follow, mixed_starts, start_words

TRIES = 5
"""Number of priors that are tried with the given kernel; then ``exact`` takes over if the kernel was ``auto``."""


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a normal-form perfect equilibrium; ``lemke.solve`` has checked the options.

    The exact kernel follows the last edge until z0 leaves, so one prior is enough. If there are ties, the guided kernel
    may end at a basis that is not on the last edge; then a few exact pivots lead to an edge. If they do not, random
    priors follow, and finally the kernel ``exact``, unless the kernel is ``guided``.

    Raises InputError for a method without a path from a prior; ProfileError for a prior that is not completely mixed;
    NotProvedError if no prior led to a proved equilibrium.

    Parameters
    ----------
    game : Game
    method : ``"auto"`` or ``"lcp"``
    kernel, seed
        As in :func:`lemke.solvers.solve`; further random priors have the next seeds.
    prior : Prior
        A completely mixed profile from which the path starts.

    Returns
    -------
    Equilibrium
        ``method`` is ``normal-form-perfect``, ``refinement`` the proof: x(ε) and y(ε) are the point of the last edge at
        which z0 = ε. It proves nothing about moves that are filled in off the path.

    >>> import lemke
    >>> game = lemke.example("entry_deterrence")
    >>> equilibrium = lemke.solve(game, refine="normal-form-perfect")
    >>> equilibrium.payoffs, equilibrium.refinement.epsilon
    ((mpq(2,1), mpq(2,1)), mpq(1,2))
    """
    form = sequence_form(game)
    failures: list[str] = []
    for start, kernel_name in _attempts(form, method, kernel, prior, seed):
        plans = start.plans(form)
        proved = follow(form, plans, kernel_name, seed)
        assert isinstance(proved.outcome, Solution)
        solution: Solution | None = proved.outcome
        edge = last_edge(form, plans, proved.outcome)
        if edge is None and (solution := solution_with_edge(form, plans, proved.outcome)) is not None:
            edge = last_edge(form, plans, solution)
        if edge is not None and solution is not None:
            return _proved(form, start, proved._replace(outcome=solution), edge, len(failures) + 1)
        failures.append(f"prior {start_words(start)}, kernel {proved.kernel}")
    raise NotProvedError(
        f"no path led to a proved {NORMAL_FORM_PERFECT} equilibrium: the last edge of each path has length 0 "
        f"({'; '.join(failures)}), expected a positive length, as on paths of the kernel exact"
    )


def _attempts(form: TreeForm, method: str, kernel: str, prior: Prior, seed: int) -> Iterator[tuple[PathStart, str]]:
    """Yield priors with the given kernel; if it is ``auto``, at the end also the first prior with ``exact``."""
    first = None
    for start in islice(mixed_starts(form, NORMAL_FORM_PERFECT, method, kernel, prior, seed), TRIES):
        first = first or start
        yield start, kernel
    if first is not None and kernel == "auto":
        yield first, "exact"


def _proved(form: TreeForm, start: PathStart, path_end: Proved, edge: LastEdgePoint, tries: int) -> Equilibrium:
    """Return the end of a path as an equilibrium with its proof, if the judge confirms both."""
    solution = path_end.outcome
    assert isinstance(solution, Solution)
    proved = end_of_path(form, start, solution, "lcp", path_end.kernel, max(tries, path_end.tries), path_end.seed)
    (equilibrium,) = judged(form, [proved], start.profile)
    return proved_by_edge(form, equilibrium, edge)


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove that its plans are normal-form perfect; an empty list if it does.

    Raises GameError, RecallError unless the game has two players with perfect recall.
    """
    return objections_to_normal_form_perfect(Judge.of(game), claim)


def without_proof(judge: Judge, claim: Claim) -> Dominated | list[str]:
    """Return a plan that weakly dominates a plan of an equilibrium, or an empty list if no plan does.

    An equilibrium of two players is normal-form perfect iff no plan in it is weakly dominated (van Damme 1991, theorem
    3.2.2).
    """
    judgment = judged_plans(judge, claim.profile)
    return judgment if isinstance(judgment, Dominated) else []
