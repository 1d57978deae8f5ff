"""Solvers: from a game or its sequence form to a proved equilibrium. One table of methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import overload

from lemke.best_response import complete
from lemke.certificate import Claim, Equilibrium, Judge, ProvedPlans
from lemke.errors import InputError, NotProvedError
from lemke.game import Game
from lemke.implicit import State
from lemke.pivoting import KERNELS, SMALL
from lemke.rational import text
from lemke.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.solvers import sequence_lcp, sequence_lp
from lemke.solvers.priors import PRIORS, Prior, starting_point
from lemke.strategy import Profile, behavior
from lemke.watch import Watch

__all__ = ["METHODS", "Method", "Prior", "check_options", "solve"]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a sequence form: a line for people, and the function."""

    description: str
    solve: Callable[[SequenceForm, Profile, str, int, Watch], ProvedPlans]


METHODS: dict[str, Method] = {
    "lcp": Method("Lemke's algorithm on the sequence form, for general-sum games", sequence_lcp.solve),
    "lp": Method("linear programming on the sequence form, for zero-sum and constant-sum games", sequence_lp.solve),
}


@overload
def solve(
    problem: Game,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    watch: Watch | None = ...,
) -> Equilibrium: ...


@overload
def solve(
    problem: SequenceForm | State,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    watch: Watch | None = ...,
) -> ProvedPlans: ...


def solve(
    problem: Game | SequenceForm | State,
    method: str = "auto",
    kernel: str = "auto",
    prior: Prior = "auto",
    seed: int = 0,
    watch: Watch | None = None,
) -> ProvedPlans:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved.

    Parameters
    ----------
    problem : Game | SequenceForm | State
        For a game the answer is an :class:`~lemke.certificate.Equilibrium`, with behavior strategies, judged on the
        tree. For a sequence form, or a game given by its first state, it is
        :class:`~lemke.certificate.ProvedPlans`, without the judge.
    method : str
        A name of :data:`METHODS`, or ``auto``: ``lp`` for constant-sum games beyond a small size, unless a kernel or a
        prior is named, else ``lcp``.
    kernel : str
        A name of :data:`lemke.pivoting.KERNELS`, or ``auto``. It is that of Lemke's path; the method ``lp`` has no use
        for it unless its own proposals fail.
    prior : ``"auto"``, ``"centroid"``, ``"random"`` or Profile
        Where Lemke's path starts. ``auto`` is the centroid, but for large games that are nearly zero-sum a profile near
        an equilibrium of the zero-sum game with payoffs A − B, from which the path is shorter.
    seed : int
        Of the random prior, and of the guided kernel's perturbations.
    watch : Watch | None
        Limits and progress.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    LimitError
        If a limit of the watch is reached.
    NotProvedError
        If no kernel could prove an answer.

    >>> from lemke.generators import kuhn
    >>> equilibrium = solve(kuhn(3))
    >>> equilibrium.payoffs
    (mpq(-1,18), mpq(1,18))
    """
    watch = watch or Watch()
    if not isinstance(problem, Game | SequenceForm | State):
        raise InputError(f"an object of type {type(problem).__name__}, expected a Game, a SequenceForm or a State")
    check_options(method, kernel, prior, seed)
    form = problem if isinstance(problem, SequenceForm) else sequence_form(problem, watch)
    name = _method(form, kernel, prior) if method == "auto" else method
    wanted: Prior = "centroid" if (name, prior) == ("lp", "auto") else prior
    start_name, start = starting_point(form, wanted, seed, kernel, watch)
    proved = METHODS[name].solve(form, start, kernel, seed, watch)
    if proved.method == "lcp":
        proved = replace(proved, prior=start_name, seed=seed if prior == "random" else proved.seed)
    if isinstance(problem, SequenceForm) or not isinstance(form, TreeForm):
        return proved
    return _equilibrium(form, proved, start, watch)


def check_options(method: str, kernel: str, prior: Prior, seed: int) -> None:
    """Raise :class:`InputError` unless these are options of :func:`solve`; a profile is left to be looked at there."""
    for word, value, names in (("method", method, METHODS), ("kernel", kernel, KERNELS)):
        if not isinstance(value, str) or value not in ("auto", *names):
            raise InputError(f"the {word} {value!r}, expected one of auto, {', '.join(names)}")
    if not isinstance(prior, Profile) and prior not in PRIORS:
        raise InputError(f"the prior {prior!r}, expected auto, centroid, random or a profile")
    if type(seed) is not int or seed < 0:
        raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")


def _method(form: SequenceForm, kernel: str, prior: Prior) -> str:
    """Small games take the exact path, which is the same on every machine."""
    return "lp" if form.total is not None and form.lcp_size > SMALL and (kernel, prior) == ("auto", "auto") else "lcp"


def _equilibrium(form: TreeForm, proved: ProvedPlans, prior: Profile, watch: Watch) -> Equilibrium:
    """Complete proved plans to behavior strategies, and let the judge confirm all that they claim, on the tree."""
    judge = Judge(form.game, form.behind, form.sequences)
    plans, prior_plans = list(proved.plans), judge.plans(prior)
    completed = [
        complete(own, behavior(own, plans[i]), judge.values(i, plans), judge.values(i, prior_plans))
        for i, own in enumerate(form.sequences)
    ]
    profile = Profile(tuple(each for each, _ in completed), tuple(filled for _, filled in completed))
    watch.check()
    report, objections = judge.judge(Claim(profile, proved.payoffs, proved.plans, proved.duals))
    if objections or not report.is_equilibrium:
        regrets = ", ".join(map(text, report.regrets))
        raise NotProvedError("; ".join([f"kernel {proved.kernel} proposed regrets {regrets} on the tree", *objections]))
    stated = {each.name: getattr(proved, each.name) for each in fields(ProvedPlans)}
    return Equilibrium(**stated, game=form.game, profile=profile)
