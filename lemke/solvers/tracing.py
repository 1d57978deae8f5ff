"""The path of a game from a prior, in exact arithmetic, with all its vertices and the proved equilibrium at its end."""

from __future__ import annotations

from lemke.certificate import Equilibrium
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import TracingForm, TracingPath, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.ground.rational import decimal
from lemke.linear.lcp import Ray, check
from lemke.linear.pivoting import CycleError, GeneratorWithEnd, TieRule, path_vertices
from lemke.solvers.answers import judged
from lemke.solvers.sequence_lcp import Prior, end_of_path, starting_point


def path(
    game: Game, prior: Prior = "centroid", seed: int = 0, tie_rule: TieRule = "ascending"
) -> TracingPath[Equilibrium]:
    """Return the path of a game from a prior, with all its vertices and the equilibrium; see :func:`lemke.path`."""
    if isinstance(prior, Profile):
        check_profile(game, prior)
    form = sequence_form(game)
    start = starting_point(form, prior, seed, "exact")
    tracing = TracingForm(form, start.plans(form))
    steps = GeneratorWithEnd(path_vertices(tracing.problem, tie_rule))
    try:
        vertices = tuple(tracing.vertex(step) for step in steps)
    except CycleError as error:
        raise CycleError.of(error.cycle, tracing.names) from None
    outcome = steps.end
    if isinstance(outcome, Ray):  # only with the tie rule least-index
        ended = f"the path with the tie rule {tie_rule} ended in a ray at z0 = {decimal(outcome.z0)}"
        raise NotProvedError(f"{ended}, expected a lexicographic rule")
    if (defect := check(tracing.problem, outcome)) is not None:
        raise NotProvedError(f"the path's end is no equilibrium: {defect}")
    end = judged(form, [end_of_path(form, start, outcome, "lcp", "exact", 1, None)], start.profile)[0]
    random_seed = start.seed if start.name == "random" else None
    rule = tie_rule if isinstance(tie_rule, str) else tuple(tie_rule)
    return TracingPath(form, tracing.prior, start.name, random_seed, rule, vertices, end, end.pivots)
