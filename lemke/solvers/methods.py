"""The table of methods, and :func:`solve`, which imports a method when it is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, overload

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.linear.guided import SMALL
from lemke.solvers.answers import Problem, answer, form_of
from lemke.solvers.refinements import REFINEMENTS
from lemke.solvers.sequence_lcp import Prior, even_start, starting_point

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a sequence form.

    Attributes
    ----------
    description : str
        One line for help texts.
    module : str
        The name of the method's module in this package, which is imported when the method is used. The module's
        ``solve`` takes a form, a start and the options by name, and returns the answer.
    options : tuple of str
        The options that only this method has. All methods take ``kernel``, ``prior`` and ``seed``.
    """

    description: str
    module: str
    options: tuple[str, ...] = ()

    def load(self) -> ModuleType:
        """Return the module of the method."""
        return import_module(f"{__package__}.{self.module}")


METHODS: dict[str, Method] = {
    "lcp": Method("Lemke's algorithm on the sequence form, for general-sum games", "sequence_lcp"),
    "learn": Method(
        "learning in floating point, then exact linear programs or a restricted game, for general-sum games",
        "learned",
    ),
    "lp": Method("linear programming on the sequence form, for constant-sum games", "sequence_lp"),
    "lemke-howson": Method("a Lemke-Howson path on the reduced strategic form, exact", "lemke_howson", ("label",)),
    "double-oracle": Method(
        "restricted games that grow by best responses, where few sequences matter",
        "double_oracle.method",
        ("gap", "expand", "start", "rounds"),
    ),
}
"""The methods of :func:`lemke.solve`, by name."""


@overload
def solve(
    problem: Game,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    *,
    refine: str | None = ...,
    executor: Executor | None = ...,
    options: Mapping[str, object] | None = ...,
) -> Equilibrium: ...


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
    refine: None = ...,
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
        return REFINEMENTS[refine].load().solve(problem, method, kernel, prior, seed)
    form = form_of(problem)
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
    result = METHODS[method].load().solve(form, start, **(options or {}))
    if type(result) is ProvedPlans:  # other types are judged already
        return answer(problem, form, result, start.profile)
    return result
