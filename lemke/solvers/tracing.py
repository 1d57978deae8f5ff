"""The path of a game from a prior, in exact arithmetic, with all its vertices and the proved equilibrium at its end."""

from __future__ import annotations

from typing import Any, overload

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm, TracingForm, TracingPath
from lemke.game import Game
from lemke.game.implicit import State
from lemke.ground.rational import decimal
from lemke.linear.lcp import Ray, check
from lemke.linear.pivoting import CycleError, GeneratorWithEnd, TieRule, path_vertices
from lemke.solvers import check_options
from lemke.solvers.answers import Problem, answer, form_and_prior
from lemke.solvers.sequence_lcp import Prior, end_of_path, starting_point


@overload
def path(problem: Game, prior: Prior = ..., seed: int = ..., tie_rule: TieRule = ...) -> TracingPath[Equilibrium]: ...


@overload
def path(
    problem: NormalForm, prior: Prior | Strategies = ..., seed: int = ..., tie_rule: TieRule = ...
) -> TracingPath[Equilibrium]: ...


@overload
def path(
    problem: SequenceForm | State, prior: Prior = ..., seed: int = ..., tie_rule: TieRule = ...
) -> TracingPath[ProvedPlans]: ...


def path(
    problem: Problem,
    prior: Prior | Strategies = "centroid",
    seed: int = 0,
    tie_rule: TieRule = "ascending",
) -> TracingPath[Any]:
    """Return the path of a two-player game from a prior to an equilibrium, in exact arithmetic, with all its vertices.

    It is the path that :func:`~lemke.solve` follows with ``method="lcp"``, ``kernel="exact"`` and the same prior.

    Parameters
    ----------
    problem : Game | NormalForm | SequenceForm | State
    prior : ``"centroid"``, ``"random"``, ``"auto"`` or Profile
        Where the path starts. ``auto`` is the centroid, or in very deep games the balanced profile. For a strategic
        form also a pair of mixed strategies.
    seed : int
        Seed of the random prior.
    tie_rule : ``"ascending"``, ``"descending"``, ``"least-index"`` or a sequence of all pairs
        Which of several tied variables leaves (see :mod:`lemke.linear.pivoting.lemke_path`). In a sequence of pairs,
        pair k, from 0, is sequence k of player 1 with its slack; the sequences of player 2 follow those of player 1.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    InputError
        For an unknown prior, seed or tie rule, or an object that is neither a game nor a form of one.
    ProfileError
        For a prior that is no profile of the game.
    CycleError, NotProvedError
        With ``least-index``, if the path cycles or ends in a ray; with the other rules neither happens.
    LimitError
        If a limit is reached.

    >>> from lemke.generators import kuhn
    >>> kuhn_path = path(kuhn(3))
    >>> kuhn_path
    <TracingPath of 'Kuhn poker, 3 cards': 13 pivots, 0 turns, to payoffs -1/18, 1/18>
    >>> str(kuhn_path[1].z0), kuhn_path[1].entering, kuhn_path[1].leaving
    ('2/3', 'z0', 'slack s(1:p:pass)')
    """
    check_options("lcp", "exact", seed)
    form, form_prior = form_and_prior(problem, prior)
    start = starting_point(form, form_prior, seed, "exact")
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
    end = answer(problem, form, end_of_path(form, start, outcome, "lcp", "exact", 1, None), start.profile)
    random_seed = start.seed if start.name == "random" else None
    rule = tie_rule if isinstance(tie_rule, str) else tuple(tie_rule)
    return TracingPath(form, tracing.prior, start.name, random_seed, rule, vertices, end, end.pivots)
