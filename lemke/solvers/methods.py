"""The tables of methods and proposers, and :func:`solve`, which imports a method when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.ground.steps import Steps, done
from lemke.linear.guided import SMALL
from lemke.solvers import crash, refinements
from lemke.solvers.answers import Problem, answer
from lemke.solvers.proposals import first_proved
from lemke.solvers.sequence_lcp import Prior, even_start, starting_point

if TYPE_CHECKING:
    from concurrent.futures import Executor


METHODS = {
    "lcp": "sequence_lcp",  # Lemke's algorithm on the sequence form, for general-sum games
    "learn": "learned",  # learning in floating point, then exact linear programs or a restricted game
    "lp": "sequence_lp",  # linear programming on the sequence form, for constant-sum games
    "lemke-howson": "lemke_howson",  # a Lemke-Howson path on the reduced strategic form
    "double-oracle": "double_oracle.run",  # restricted games that grow by best responses, where few sequences matter
}
"""The methods of :func:`lemke.solve` by name, with their modules in this package. A module is imported when it is used.
Its ``solve`` takes a form, a start and the options by name, and returns the answer; ``proposals`` in the modules of
``lcp`` and ``learn`` takes a form and a seed, and yields plans that may be an equilibrium."""
OPTIONS = {"lp": ("lp_method",), "lemke-howson": ("label",), "double-oracle": ("gap", "expand", "start", "rounds")}
"""The options that only one method has. All methods take ``kernel``, ``prior`` and ``seed``."""


ORDER: dict[str, tuple[str, ...]] = {
    "small": ("lcp",),
    "constant-sum": ("lp",),
    "nearly zero-sum": ("learn", "lcp"),
    "large": ("learn", "lcp"),
    "medium": ("lcp", "learn"),
}
"""Which methods propose equilibria of which games. The first works alone for LEAD; then they take turns: the method
with the least work so far makes the next step, so that the winner does not depend on the speed of the machine. In
nearly zero-sum games and in large games learning won all races against Lemke's path, in smaller games it lost most."""
LEAD = 500_000
"""Nanoseconds of work, per variable of the LCP, that the first method works alone. Two linear programs of a nearly
zero-sum game, or 1400 pivots of a matrix game with 400 variables, end within this time."""
LARGE = 900
"""With more variables of the LCP learning begins, otherwise the path. With unrelated payoffs learning won 15 of 15
races beyond 1000 variables, and takes half the time of the path in Leduc poker of 3 ranks (964 variables)."""
STARTS = 64
"""With an executor, number of tasks for learning; each tries several seeds."""


def kind_of(form: SequenceForm) -> str:
    """Return the kind of a game, a key of :data:`ORDER`."""
    if form.lcp_size <= SMALL:
        return "small"
    if form.total is not None:
        return "constant-sum"
    if crash.is_guide(form):
        return "nearly zero-sum"
    return "large" if form.lcp_size > LARGE else "medium"


def race(form: SequenceForm, seed: int, executor: Executor | None = None) -> ProvedPlans:
    """Return the first equilibrium that the methods of a general-sum game prove.

    With an executor each worker runs one method with another seed. Raises NotProvedError with all reasons if no method
    proves an equilibrium; LimitError in this process, or if a worker reaches a limit and no other proves an
    equilibrium; InputError as :func:`executors.first_proof`.
    """
    if executor is None:
        return done(race_in_turns(form, seed))
    from lemke.ground import executors

    rounds = _load("learn").ROUNDS  # learning itself tries so many seeds from its seed on
    starts = [("lcp", seed), *(("learn", seed + k * rounds) for k in range(STARTS))]
    tasks = {f"{method}, seed {start_seed}": (method, start_seed) for method, start_seed in starts}
    return executors.first_proof(executor, partial(_proved_by, form.plain()), tasks)


def race_in_turns(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Return what :func:`race` returns in one process, in steps."""
    proposals = {method: _load(method).proposals(form, seed) for method in ORDER[kind_of(form)]}
    return (yield from first_proved(form, proposals, LEAD * form.lcp_size))


def _proved_by(form: SequenceForm, start: tuple[str, int]) -> ProvedPlans:
    """Return the equilibrium that one method proves from a seed, in a worker."""
    method, seed = start
    return done(first_proved(form, {method: _load(method).proposals(form, seed)}, 0))


def _load(method: str) -> Any:
    """Return the module of a method."""
    return import_module(f"{__package__}.{METHODS[method]}")


@overload
def solve(
    problem: SequenceForm,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    *,
    refine: None = ...,
    executor: Executor | None = ...,
    options: Mapping[str, object] | None = ...,
) -> ProvedPlans: ...


@overload
def solve(
    problem: Game | NormalForm,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    *,
    refine: str | None = ...,
    executor: Executor | None = ...,
    options: Mapping[str, object] | None = ...,
) -> Equilibrium: ...


def solve(
    problem: Problem,
    method: str = "auto",
    kernel: str = "auto",
    prior: Prior = "auto",
    seed: int = 0,
    *,
    refine: str | None = None,
    executor: Executor | None = None,
    options: Mapping[str, object] | None = None,
) -> Any:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved; see :func:`lemke.solve`.

    The answer for a game is judged on the tree, for a strategic form on the matrices; for a sequence form it is
    :class:`~lemke.certificate.ProvedPlans`. Arguments are checked by :func:`lemke.solve`, except those that need the
    game. ``options`` are the method's own.

    >>> from lemke.generators import kuhn
    >>> solve(kuhn(3)).payoffs
    (mpq(-1,18), mpq(1,18))
    """
    if refine is not None:
        assert isinstance(problem, Game)
        problem.require_two_players()
        if isinstance(prior, Profile):
            check_profile(problem, prior)
        return refinements.load(refine).solve(problem, method, kernel, prior, seed)
    if isinstance(problem, NormalForm):
        form = problem.sequence_form()
    else:
        form = problem if isinstance(problem, SequenceForm) else sequence_form(problem)
    if method == "auto":
        methods = ORDER[kind_of(form)] if kernel == "auto" and prior == "auto" else ("lcp",)
        if len(methods) > 1:
            return answer(problem, form, race(form, seed, executor), even_start(form, kernel, seed).profile)
        (method,) = methods
    if prior == "auto" and method != "lcp":  # other methods need no short path
        start = even_start(form, kernel, seed)
    else:
        start = starting_point(form, prior, seed, kernel)
    result = _load(method).solve(form, start, **(options or {}))
    if type(result) is ProvedPlans:  # other types are judged already
        return answer(problem, form, result, start.profile)
    return result
