"""The path of a game from a prior, in exact arithmetic, with all its vertices and the proved equilibrium at its end."""

from __future__ import annotations

from lemke.certificate import Equilibrium
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, TracingPath, TracingVertex, sequence_form, variable_names
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.ground.rational import decimal
from lemke.ground.sparse import Vector
from lemke.linear.lcp import Ray
from lemke.linear.pivoting import CycleError, GeneratorWithEnd, PathVertex, TieRule, path_vertices
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
    start_plans = start.plans(form)
    problem = form.lcp(start_plans)
    names = variable_names(form, problem)
    steps = GeneratorWithEnd(path_vertices(problem, tie_rule))
    try:
        vertices = tuple(_vertex(form, start_plans, names, step) for step in steps)
    except CycleError as error:
        raise CycleError.of(error.cycle, names) from None
    outcome = steps.end
    if isinstance(outcome, Ray):  # only with the tie rule least-index
        ended = f"the path with the tie rule {tie_rule} ended in a ray at z0 = {decimal(outcome.z0)}"
        raise NotProvedError(f"{ended}, expected a lexicographic rule")
    end = judged(form, [end_of_path(form, start, outcome, "lcp", "exact", 1, None)], start.profile)[0]
    random_seed = start.seed if start.name == "random" else None
    rule = tie_rule if isinstance(tie_rule, str) else tuple(tie_rule)
    return TracingPath(form, start_plans, start.name, random_seed, rule, vertices, end, end.pivots)


def _vertex(form: SequenceForm, prior: tuple[Vector, Vector], names: list[str], vertex: PathVertex) -> TracingVertex:
    """Return a vertex of the LCP's path as a vertex of the game's path."""
    entering, leaving = ("" if code is None else names[code] for code in (vertex.entering, vertex.leaving))
    plans = form.plans(vertex.z)
    return TracingVertex(form, prior, vertex.z0, *plans, vertex.number, entering, leaving, vertex.basis, vertex.bits)
