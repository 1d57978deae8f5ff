"""The table of methods, and :func:`solve`, which imports a method when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.linear.guided import SMALL
from lemke.solvers import refinements
from lemke.solvers.answers import Problem, answer
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
Its ``solve`` takes a form, a start and the options by name, and returns the answer."""
OPTIONS = {"lemke-howson": ("label",), "double-oracle": ("gap", "expand", "start", "rounds")}
"""The options that only one method has. All methods take ``kernel``, ``prior`` and ``seed``."""


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
    if method == "auto":  # small games take the exact path, which is the same on every machine
        is_large = form.lcp_size > SMALL and kernel == "auto" and prior == "auto"
        if is_large and form.total is None:
            race = import_module(f"{__package__}.race")
            proved = race.first_proved(form, seed, executor)
            return answer(problem, form, proved, even_start(form, kernel, seed).profile)
        method = "lp" if is_large else "lcp"
    if prior == "auto" and method != "lcp":  # other methods need no short path
        start = even_start(form, kernel, seed)
    else:
        start = starting_point(form, prior, seed, kernel)
    result = import_module(f"{__package__}.{METHODS[method]}").solve(form, start, **(options or {}))
    if type(result) is ProvedPlans:  # other types are judged already
        return answer(problem, form, result, start.profile)
    return result
