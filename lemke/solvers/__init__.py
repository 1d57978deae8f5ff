"""Solvers: from a game or its sequence form to a proved equilibrium. One table of methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import overload

from lemke.certificate import Claim, EpsilonEquilibrium, Equilibrium, Judge, ProvedPlans
from lemke.errors import InputError, NotProvedError
from lemke.forms.normal_form import NormalForm, Strategies
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.rational import text
from lemke.ground.sparse import Vector
from lemke.linear.pivoting import KERNELS, SMALL
from lemke.solvers import lemke_howson, sequence_lcp, sequence_lp
from lemke.solvers.completion import completed
from lemke.solvers.double_oracle import DoubleOracle, Expansion, PartialStrategy
from lemke.solvers.double_oracle import double_oracle as run_double_oracle
from lemke.solvers.double_oracle import method as by_double_oracle
from lemke.solvers.lemke_howson import Walks
from lemke.solvers.mixed_equilibrium import MixedEquilibrium
from lemke.solvers.priors import Prior, starting_point
from lemke.solvers.request import Request

__all__ = [
    "METHODS",
    "Method",
    "MixedEquilibrium",
    "Prior",
    "Walks",
    "all_label_equilibria",
    "check_options",
    "judged",
    "named_prior",
    "reachable_equilibria",
    "solve",
    "solve_by_double_oracle",
]


@dataclass(frozen=True, slots=True)
class Method:
    """One way to solve a sequence form: a line for people, and the function."""

    description: str
    solve: Callable[[SequenceForm, Request], ProvedPlans]


METHODS: dict[str, Method] = {
    "lcp": Method("Lemke's algorithm on the sequence form, for general-sum games", sequence_lcp.solve),
    "lp": Method("linear programming on the sequence form, for zero-sum and constant-sum games", sequence_lp.solve),
    lemke_howson.METHOD: Method("a Lemke-Howson path on the reduced strategic form, exact", lemke_howson.solve),
    by_double_oracle.METHOD: Method(
        "restricted games that grow by best responses, where few sequences matter", by_double_oracle.solve
    ),
}
"""The methods of :func:`solve`, by name."""


@overload
def solve(
    problem: Game, method: str = ..., kernel: str = ..., prior: Prior = ..., seed: int = ..., label: int | None = ...
) -> Equilibrium: ...


@overload
def solve(
    problem: NormalForm,
    method: str = ...,
    kernel: str = ...,
    prior: Prior | Strategies = ...,
    seed: int = ...,
    label: int | None = ...,
) -> MixedEquilibrium: ...


@overload
def solve(
    problem: SequenceForm | State,
    method: str = ...,
    kernel: str = ...,
    prior: Prior = ...,
    seed: int = ...,
    label: int | None = ...,
) -> ProvedPlans: ...


def solve(
    problem: Game | NormalForm | SequenceForm | State,
    method: str = "auto",
    kernel: str = "auto",
    prior: Prior | Strategies = "auto",
    seed: int = 0,
    label: int | None = None,
) -> ProvedPlans:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved.

    Parameters
    ----------
    problem : Game | NormalForm | SequenceForm | State
        For a game the answer is an :class:`~lemke.certificate.Equilibrium`, with behavior strategies, judged on the
        tree. For a strategic form it is a :class:`~lemke.solvers.mixed_equilibrium.MixedEquilibrium`, judged on the
        matrices. For a sequence form, or a game given by its first state, it is
        :class:`~lemke.certificate.ProvedPlans`, without the judge.
    method : str
        A name of :data:`METHODS`, or ``auto``: ``lp`` for constant-sum games beyond a small size, unless a kernel or a
        prior is named, else ``lcp``.
    kernel : str
        A name of :data:`lemke.linear.pivoting.KERNELS`, or ``auto``. It is that of Lemke's path; the method ``lp`` has
        no use for it unless its own proposals fail, ``lemke-howson`` has none.
    prior : ``"auto"``, ``"centroid"``, ``"random"`` or Profile
        Where Lemke's path starts. ``auto`` is the centroid, but for large games that are nearly zero-sum a profile near
        an equilibrium of the zero-sum game with payoffs A − B, from which the path is shorter. For a strategic form
        also a pair of mixed strategies.
    seed : int
        Of the random prior, and of the guided kernel's perturbations.
    label : int | None
        With the method ``lemke-howson`` the missing label, 0 if none is given: player 1's strategies in the reduced
        strategic form, then player 2's.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    InputError
        For an unknown option, and for a method that is not for this game.
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
    """
    if isinstance(problem, NormalForm):
        choice = prior if isinstance(prior, str | Profile) else _profile(problem.mixed(prior))
        proved = solve(problem.sequence_form(), method, kernel, named_prior(choice), seed, label)
        return MixedEquilibrium.judged(problem, proved)
    if not isinstance(problem, Game | SequenceForm | State):
        raise InputError(
            f"an object of type {type(problem).__name__}, expected a Game, a NormalForm, a SequenceForm or a State"
        )
    prior = named_prior(prior)
    check_options(method, kernel, seed, label)
    if method == by_double_oracle.METHOD and not isinstance(problem, Game | SequenceForm):
        raise InputError(
            f"a game given by its states with the method {method}, expected a Game (lemke.double_oracle takes states)"
        )
    form = problem if isinstance(problem, SequenceForm) else sequence_form(problem)
    name = _method(form, kernel, prior) if method == "auto" else method
    wanted: Prior = "centroid" if prior == "auto" and name != "lcp" else prior
    start_name, start = starting_point(form, wanted, seed, kernel)
    proved = METHODS[name].solve(form, Request(start, kernel, seed, 0 if label is None else label))
    if proved.method == "lcp":
        proved = replace(proved, prior=start_name, seed=seed if prior == "random" else proved.seed)
    if isinstance(problem, SequenceForm) or not isinstance(form, TreeForm):
        return proved
    return judged(form, [proved], start)[0]


def check_options(method: str, kernel: str, seed: int, label: int | None = None) -> None:
    """Raise :class:`InputError` unless these are options of :func:`solve`."""
    for word, value, names in (("method", method, METHODS), ("kernel", kernel, KERNELS)):
        if not isinstance(value, str) or value not in ("auto", *names):
            raise InputError(f"the {word} {value!r}, expected one of auto, {', '.join(names)}")
    if type(seed) is not int or seed < 0:
        raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")
    if label is not None and method != lemke_howson.METHOD:
        raise InputError(f"a label for the method {method}, expected the method {lemke_howson.METHOD}")


def _method(form: SequenceForm, kernel: str, prior: Prior) -> str:
    """Small games take the exact path, which is the same on every machine."""
    return "lp" if form.total is not None and form.lcp_size > SMALL and (kernel, prior) == ("auto", "auto") else "lcp"


def named_prior(prior: object) -> Prior:
    """Return a prior; an InputError for what is none. A profile is left to be looked at by :func:`solve`."""
    match prior:
        case "auto" | "centroid" | "random" | Profile():
            return prior
    raise InputError(f"the prior {prior!r}, expected auto, centroid, random or a profile")


def all_label_equilibria(game: Game) -> tuple[Walks, tuple[Equilibrium, ...]]:
    """Return the Lemke–Howson paths of all labels on the reduced strategic form, and the equilibria at their ends.

    >>> from lemke.generators import kuhn
    >>> walks, equilibria = all_label_equilibria(kuhn(3))
    >>> len(walks.paths), len(equilibria), {str(each.payoffs[0]) for each in equilibria}
    (91, 1, {'-1/18'})
    """
    return _walked(game, lemke_howson.walk_all_labels)


def reachable_equilibria(game: Game) -> tuple[Walks, tuple[Equilibrium, ...]]:
    """Return the same, with the paths of all labels from the equilibria found as well, until they lead to no other."""
    return _walked(game, lemke_howson.walk_on)


def solve_by_double_oracle(
    game: Game, gap: object = 0, expand: Expansion = "both"
) -> tuple[DoubleOracle[PartialStrategy], Equilibrium | EpsilonEquilibrium]:
    """Return what a double oracle finds in a game that is held as a tree, and the same judged on the tree.

    That is an equilibrium or, if the search ended before, the best profile until then with its exact regrets.

    Parameters
    ----------
    game : Game
    gap : exact number
        In units of payoff: how far apart bounds of the value may be at the end; in general-sum games the largest
        regret.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added in every round: both players', or those of the one who gains more.

    Raises
    ------
    InputError
        For what is no game, and unknown options.
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    LimitError
        If a limit is reached in the first round.

    >>> from lemke.generators import kuhn
    >>> run, found = solve_by_double_oracle(kuhn(3), gap="1/2")
    >>> run.stopped, found.interval
    ('gap', (mpq(-1,6), mpq(1,6)))
    """
    if not isinstance(game, Game):
        raise InputError(f"an object of type {type(game).__name__}, expected a Game (lemke.double_oracle takes others)")
    judge = Judge.of(game)  # other games are refused before the search
    found = run_double_oracle(game, gap, expand, judge.total is not None)
    with limits.lifted():  # they have ended the search
        if found.stopped != "equilibrium":
            return found, by_double_oracle.epsilon_equilibrium(judge, found)
        form = sequence_form(game)
        _, start = starting_point(form, "centroid", 0, "exact")
        return found, judged(form, [by_double_oracle.proved(form, found)], start)[0]


def _walked(game: Game, walk: Callable[[SequenceForm], Walks]) -> tuple[Walks, tuple[Equilibrium, ...]]:
    form = sequence_form(game)
    walks = walk(form)
    _, start = starting_point(form, "centroid", 0, "exact")
    return walks, tuple(judged(form, walks.ends, start))


def _profile(strategies: Sequence[Vector]) -> Profile:
    """Return the profile of players who choose once."""
    return Profile(tuple((tuple(own),) for own in strategies), (frozenset(),) * len(strategies))


def judged(form: TreeForm, found: Sequence[ProvedPlans], prior: Profile) -> list[Equilibrium]:
    """Complete proved plans to behavior strategies, and let the judge confirm all that they claim, on the tree.

    Off the path best replies are filled in, among these the best against a prior.

    Raises
    ------
    NotProvedError
        If the judge has any objection.
    """
    judge = Judge(form.game, form.behind, form.sequences)
    prior_plans = judge.plans(prior)
    prior_values = [judge.values(player, prior_plans) for player in (0, 1)]
    equilibria = []
    for proved in found:
        profile = completed(judge, proved.plans, prior_values)
        limits.check()
        report, objections = judge.judge(Claim(profile, proved.payoffs, proved.plans, proved.duals))
        if objections or not report.is_equilibrium:
            regrets = ", ".join(map(text, report.regrets))
            raise NotProvedError(
                "; ".join([f"kernel {proved.kernel} proposed regrets {regrets} on the tree", *objections])
            )
        equilibria.append(Equilibrium(**vars(proved), game=form.game, profile=profile))
    return equilibria
