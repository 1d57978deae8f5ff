"""Solvers: from a game or its sequence form to a proved equilibrium. One table of methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, overload

from lemke.certificate import Equilibrium, ProvedPlans
from lemke.errors import InputError
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.strategy import Profile, check_profile
from lemke.linear.guided import SMALL
from lemke.solvers.answers import MixedEquilibrium, answer, judged, posed
from lemke.solvers.methods import METHODS, Method, Option, check_options
from lemke.solvers.refinements import REFINEMENTS
from lemke.solvers.sequence_lcp import Prior, named_prior, starting_point

__all__ = [
    "METHODS",
    "Method",
    "MixedEquilibrium",
    "Option",
    "Prior",
    "REFINEMENTS",
    "check_options",
    "judged",
    "named_prior",
    "solve",
]


@overload
def solve(
    problem: Game,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    *,
    refine: str | None = ...,
) -> Equilibrium: ...


@overload
def solve(
    problem: NormalForm, method: str = ..., kernel: str = ..., prior: Prior | Strategies = ..., seed: int = ...
) -> MixedEquilibrium: ...


@overload
def solve(
    problem: SequenceForm | State, method: str = ..., kernel: str = ..., prior: Prior = ..., seed: int = ...
) -> ProvedPlans: ...


@overload
def solve(problem: Game | NormalForm | SequenceForm | State, method: str = ..., **options: Any) -> Any: ...


def solve(
    problem: Game | NormalForm | SequenceForm | State,
    method: str = "auto",
    kernel: str = "auto",
    prior: Prior | Strategies = "auto",
    seed: int = 0,
    *,
    refine: str | None = None,
    **options: Any,
) -> Any:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved.

    Parameters
    ----------
    problem : Game | NormalForm | SequenceForm | State
        For a game the answer is an :class:`~lemke.certificate.Equilibrium`, with behavior strategies, judged on the
        tree. For a strategic form it is a :class:`~lemke.solvers.MixedEquilibrium`, judged on the
        matrices. For a sequence form, or a game given by its first state, it is
        :class:`~lemke.certificate.ProvedPlans`, without the judge.
    method : str
        A name of :data:`METHODS`, or ``auto``: ``lp`` for constant-sum games beyond a small size, unless a kernel or a
        prior is named, else ``lcp``.
    kernel : str
        A name of :data:`lemke.linear.guided.KERNELS`, or ``auto``. It is that of Lemke's path; the method ``lp`` has
        no use for it unless its own proposals fail, ``lemke-howson`` has none.
    prior : ``"auto"``, ``"centroid"``, ``"random"`` or Profile
        Where Lemke's path starts. ``auto`` is the centroid, but for large games that are nearly zero-sum a profile near
        an equilibrium of the zero-sum game with payoffs A − B, from which the path is shorter. For a strategic form
        also a pair of mixed strategies.
    seed : int
        Of the random prior, and of the guided kernel's perturbations.
    refine : str, optional
        A name of :data:`~lemke.solvers.refinements.REFINEMENTS`: not any equilibrium of a game, but a refined one,
        whose method is that name.
    **options
        The method's own, as in :data:`METHODS`. ``lemke-howson`` has ``label``, the missing label from 0: player 1's
        strategies in the reduced strategic form, then player 2's; with ``all_labels`` or ``reachable`` it returns
        :class:`~lemke.solvers.lemke_howson.Walks`. ``double-oracle`` has ``expand`` and ``gap``; if a gap is given, 0
        too, it returns a :class:`~lemke.certificate.EpsilonEquilibrium` where the search was ended before an
        equilibrium.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    InputError
        For an unknown option, and for a method that is not for this game.
    ProfileError, ProbabilityError
        For a prior that is no profile of the game, and one that is not completely mixed where a refinement needs that.
    LimitError
        If a limit is reached.
    NotProvedError
        If no kernel could prove an answer.

    >>> from lemke.generators import kuhn
    >>> equilibrium = solve(kuhn(3))
    >>> equilibrium.payoffs
    (mpq(-1,18), mpq(1,18))
    >>> solve(NormalForm.of([[3, 0], [1, 2]], [[2, 0], [0, 1]]), method="lemke-howson", label=1).strategies[1]
    array([mpq(0,1), mpq(1,1)], dtype=object)
    >>> walks = solve(kuhn(3), method="lemke-howson", all_labels=True)
    >>> len(walks.paths), [str(equilibrium.payoffs[0]) for equilibrium in walks.ends]
    (91, ['-1/18'])
    >>> solve(kuhn(3), method="double-oracle", gap="1/2").interval
    (mpq(-1,6), mpq(1,6))
    >>> solve(kuhn(3), refine="quasi-perfect").method
    'quasi-perfect'
    """
    if refine is not None:
        return _refined(problem, refine, method, kernel, prior, seed, options)
    own = check_options(method, kernel, seed, options)
    if isinstance(problem, State) and method in METHODS and not METHODS[method].takes_states:
        states = f"a game given by its states, expected one held as a tree for the method {method}"
        raise InputError(f"{states}; lemke.double_oracle takes states")
    form, prior = posed(problem, prior)
    if method == "auto":  # small games take the exact path, which is the same on every machine
        large = form.total is not None and form.lcp_size > SMALL
        method = "lp" if large and (kernel, prior) == ("auto", "auto") else "lcp"
    start = starting_point(form, "centroid" if prior == "auto" and method != "lcp" else prior, seed, kernel)
    found = METHODS[method].load().solve(form, start, **own)
    return answer(problem, form, found, start.profile) if type(found) is ProvedPlans else found


def _refined(
    problem: object, refine: str, method: str, kernel: str, prior: object, seed: int, options: Mapping[str, object]
) -> Equilibrium:
    """Return a refined equilibrium of a game; options of a method's own are an InputError."""
    if refine not in REFINEMENTS:
        raise InputError(f"the refinement {refine!r}, expected one of {', '.join(REFINEMENTS)}")
    if not isinstance(problem, Game):
        raise InputError(f"an object of type {type(problem).__name__} with the refinement {refine}, expected a Game")
    if own := check_options(method, kernel, seed, options):
        raise InputError(f"a {next(iter(own))} with the refinement {refine}, expected a method alone")
    problem.require_two_players()
    start = named_prior(prior)
    if isinstance(start, Profile):
        check_profile(problem, start)
    return REFINEMENTS[refine].load().solve(problem, method, kernel, start, seed)
