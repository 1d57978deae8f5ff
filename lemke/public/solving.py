"""One equilibrium of a game: by any method, along one path, or through restricted games that grow."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args, overload

from lemke import solvers
from lemke.certificate import Equilibrium, ProvedPlans
from lemke.errors import InputError
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.strategy import Profile
from lemke.linear.guided import KERNELS
from lemke.public.accepted import (
    GameLike,
    HasProfile,
    Number,
    PriorLike,
    as_game,
    as_game_or_form,
    check_choice,
    check_executor,
    check_flags,
    check_whole,
    is_prior_name,
)
from lemke.solvers import METHODS, OPTIONS, REFINEMENTS, Prior

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gmpy2 import mpq

    from lemke.forms.sequence_form import TracingPath
    from lemke.linear.pivoting import TieRule
    from lemke.solvers.double_oracle import DoubleOracle, Oracle, PartialStrategy
    from lemke.solvers.lemke_howson import LabelPaths

Expand: TypeAlias = Literal["both", "larger"]
LPMethod: TypeAlias = Literal["simplex", "ipm"]
StartLike: TypeAlias = Profile | HasProfile | tuple[Sequence[Hashable], Sequence[Hashable]]
"""The first restricted game: sequences or strategies of both players, or a profile."""


@overload
def solve(
    game: SequenceForm,
    method: str = ...,
    *,
    prior: Prior = ...,
    kernel: str = ...,
    seed: int = ...,
    lp_method: LPMethod | None = ...,
    executor: Executor | None = ...,
) -> ProvedPlans: ...


@overload
def solve(
    game: GameLike,
    method: str = ...,
    *,
    refine: str | None = ...,
    prior: PriorLike = ...,
    kernel: str = ...,
    seed: int = ...,
    label: int | None = ...,
    lp_method: LPMethod | None = ...,
    gap: Number | None = ...,
    expand: Expand | None = ...,
    start: StartLike | None = ...,
    rounds: bool = ...,
    executor: Executor | None = ...,
) -> Equilibrium: ...


def solve(
    game: GameLike | SequenceForm,
    method: str = "auto",
    *,
    refine: str | None = None,
    prior: PriorLike = "auto",
    kernel: str = "auto",
    seed: int = 0,
    label: int | None = None,
    lp_method: LPMethod | None = None,
    gap: Number | None = None,
    expand: Expand | None = None,
    start: StartLike | None = None,
    rounds: bool = False,
    executor: Executor | None = None,
) -> Equilibrium | ProvedPlans:
    """Return an equilibrium of a two-player game with perfect recall, exact and proved.

    Parameters
    ----------
    game : game
        A :class:`~lemke.Game`; the path of a file (.efg, .nfg, .json); ``example:NAME``; ``openspiel:NAME``; a
        strategic form, such as ``lemke.bimatrix(A, B)``; a game of pygambit or of OpenSpiel. For a sequence form the
        answer is :class:`~lemke.certificate.ProvedPlans`, without the judge on the tree.
    method : str
        A name of :data:`~lemke.solvers.METHODS`, or ``auto``. ``auto`` is ``lcp`` for small games, and if a kernel or a
        prior is named. For other constant-sum games it is ``lp``. For other general-sum games it is a race of ``lcp``
        and ``learn``: the first proof is the answer. If ``lp`` can prove no basis, ``lcp`` gives the answer, and
        ``how.unproved`` is ``lp``.
    refine : str, optional
        A name of :data:`~lemke.solvers.refinements.REFINEMENTS`. The answer is then an equilibrium of this refinement,
        and its method has the same name.
    prior : ``"auto"``, ``"centroid"``, ``"random"`` or profile
        Where Lemke's path starts. ``auto`` is the centroid. In very deep games it is a profile whose plans have shorter
        numbers. In large games that are nearly zero-sum, the path starts at an equilibrium basis of the zero-sum game
        with payoffs A − B. This path is shorter, and may end early.
    kernel : str
        A name of :data:`~lemke.linear.guided.KERNELS`, or ``auto``: the kernel that follows Lemke's path. The method
        ``lp`` uses it only if its own proposals fail; ``learn`` and ``lemke-howson`` do not use it.
    seed : int
        Seed of the random prior, of all perturbations, and of the first strategies of learning.
    label : int, optional
        With ``lemke-howson``: the missing label, from 0: player 1's strategies in the reduced strategic form, then
        player 2's. :func:`lemke.lemke_howson` follows the paths of all labels.
    lp_method : ``"simplex"`` or ``"ipm"``, optional
        With ``lp``: the method of HiGHS, the simplex method or the interior point method. By default small programs
        are solved by the simplex method; from 8000 rows on both run at once, and ``how.lp_method`` names the quicker.
    gap, expand, start : optional
        With ``double-oracle``, as in :func:`lemke.double_oracle`. If a gap is given, even 0, the search may end before
        an equilibrium, and the answer then holds up to its ``epsilon``.
    rounds : bool
        With ``double-oracle``: whether the ``growth`` of the answer has all rounds.
    executor : concurrent.futures.Executor, optional
        Its workers run the race of the method ``auto``, each worker from another start; the quickest wins. Games
        without a race do not use the executor. After the first proof no further task begins, but tasks that run go on
        to their end, or to the time limit.

    Returns
    -------
    Equilibrium
        ``profile``, ``payoffs``, ``plans``, ``duals``, ``how``; probabilities by ``equilibrium["set"]["action"]``.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError, NumberError
        For a prior that is no profile of the game, or is not completely mixed although a refinement needs that.
    NotProvedError
        If no answer could be proved.

    See Also
    --------
    lemke.limits : a limit for the time, and progress

    Examples
    --------
    >>> import lemke
    >>> equilibrium = lemke.solve("example:kuhn3")
    >>> equilibrium.payoffs, equilibrium["J:p"]["bet"]
    ((mpq(-1,18), mpq(1,18)), mpq(1,3))
    >>> lemke.solve(lemke.bimatrix([[3, 0], [1, 2]], [[2, 0], [0, 1]]), method="lemke-howson", label=1).payoffs
    (mpq(2,1), mpq(1,1))
    >>> lemke.solve("example:kuhn3", refine="quasi-perfect").method
    'quasi-perfect'
    """
    check_choice("method", method, ("auto", *METHODS))
    check_choice("kernel", kernel, ("auto", *KERNELS))
    check_whole("seed", seed, 0)
    check_flags(rounds=rounds)
    if label is not None:
        check_whole("label", label, 0)
    check_executor(executor)
    if lp_method is not None:
        check_choice("lp_method", lp_method, get_args(LPMethod))
    options: dict[str, object] = {"label": label, "lp_method": lp_method, "gap": gap, "expand": expand, "start": start}
    options = {name: value for name, value in {**options, "rounds": rounds or None}.items() if value is not None}
    is_auto = method == "auto" and kernel == "auto" and is_prior_name(prior) and prior == "auto" and refine is None
    if executor is not None and not is_auto:
        raise InputError("workers with a method, kernel, prior or refinement, expected auto for all of them")
    allowed = () if method == "auto" or refine is not None else OPTIONS.get(method, ())
    if others := sorted(options.keys() - allowed):
        owner = next(name for name, known in OPTIONS.items() if others[0] in known)
        raise InputError(f"the option {others[0]}, expected it with the method {owner} and without refine")
    if isinstance(game, SequenceForm):
        if refine is not None:
            raise InputError(f"a sequence form with refine={refine!r}, expected a game")
        return solvers.solve(game, method, kernel, _as_prior(None, prior), seed, executor=executor, options=options)
    if expand is not None:
        check_choice("expand", expand, ("both", "larger"))
    problem = as_game_or_form(game)
    if refine is not None:
        check_choice("refine", refine, REFINEMENTS)
        tree = as_game(problem)
        return solvers.solve(tree, method, kernel, _as_prior(tree, prior), seed, refine=refine)
    start_prior = _as_prior(problem, prior)
    return solvers.solve(problem, method, kernel, start_prior, seed, executor=executor, options=options)


def _as_prior(problem: Game | NormalForm | None, prior: PriorLike) -> Prior:
    """Return the name of a prior unchanged, any other prior as a profile of the game, if there is one."""
    if is_prior_name(prior) or (problem is None and isinstance(prior, Profile)):
        return prior
    if problem is None:
        raise InputError("the prior of a sequence form, expected auto, centroid, random or a Profile")
    from lemke.public.profiles import as_prior  # noqa: PLC0415  loaded for such priors only

    return as_prior(as_game(problem), prior)


def lemke_howson(game: GameLike, *, reachable: bool = False) -> LabelPaths:
    """Return the Lemke–Howson paths of all labels, and the equilibria at their ends, judged on the tree.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`; the labels are the strategies of its reduced strategic form.
    reachable : bool
        Whether the paths from all equilibria that a path reaches are followed, too, until no path reaches a new one.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall; or if the strategic form would be too large.

    >>> import lemke
    >>> found = lemke.lemke_howson("example:kuhn3")
    >>> len(found.paths), [str(equilibrium.payoffs[0]) for equilibrium in found.ends]
    (91, ['-1/18'])
    """
    from lemke.solvers.lemke_howson import paths_of_labels  # noqa: PLC0415  loaded for this method only

    check_flags(reachable=reachable)
    return paths_of_labels(as_game(game), reachable)


def path(
    game: GameLike, prior: PriorLike = "centroid", seed: int = 0, tie_rule: TieRule = "ascending"
) -> TracingPath[Equilibrium]:
    """Return the path of a two-player game from a prior to an equilibrium, in exact arithmetic, with all its vertices.

    It is the path that :func:`lemke.solve` follows with ``method="lcp"``, ``kernel="exact"`` and the same prior.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    prior : ``"centroid"``, ``"random"``, ``"auto"`` or profile
        Where the path starts. ``auto`` is the centroid, or in very deep games the balanced profile.
    seed : int
        Seed of the random prior.
    tie_rule : ``"ascending"``, ``"descending"``, ``"least-index"`` or a sequence of all pairs
        Which of several tied variables leaves (see :mod:`lemke.linear.pivoting.lemke_path`). In a sequence of pairs,
        pair k, from 0, is sequence k of player 1 with its slack; the sequences of player 2 follow those of player 1.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError
        For a prior that is no profile of the game.
    CycleError, NotProvedError
        With ``least-index``, if the path cycles or ends in a ray; with the other rules neither happens.

    >>> import lemke
    >>> kuhn_path = lemke.path("example:kuhn3")
    >>> kuhn_path
    <TracingPath of 'Kuhn poker, 3 cards': 13 pivots, 0 turns, to payoffs -1/18, 1/18>
    >>> str(kuhn_path[1].z0), kuhn_path[1].entering
    ('2/3', 'z0')
    """
    from lemke.solvers.tracing import path as path_of  # noqa: PLC0415  loaded for paths only

    check_whole("seed", seed, 0)
    tree = as_game(game)
    return path_of(tree, _as_prior(tree, prior), seed, tie_rule)


@overload
def double_oracle(
    game: GameLike | State,
    gap: Number = ...,
    expand: Expand = ...,
    constant_sum: bool | None = ...,
    start: StartLike | None = ...,
) -> DoubleOracle[PartialStrategy]: ...


@overload
def double_oracle(
    game: Oracle,
    gap: Number = ...,
    expand: Expand = ...,
    constant_sum: bool | None = ...,
    start: StartLike | None = ...,
) -> DoubleOracle[dict[Hashable, mpq]]: ...


def double_oracle(
    game: GameLike | State | Oracle,
    gap: Number = 0,
    expand: Expand = "both",
    constant_sum: bool | None = None,
    start: StartLike | None = None,
) -> DoubleOracle[PartialStrategy] | DoubleOracle[dict[Hashable, mpq]]:
    """Solve a two-player game by restricted games that grow by best responses, up to a given gap.

    Zero-sum and constant-sum games get certified bounds of the value from the first round on (McMahan, Gordon, Blum
    2003 for the strategic form; Bošanský, Kiekintveld, Lisý, Pěchouček 2014 for the sequence form). In other games the
    same growth is a heuristic, and the strategies come with exact regrets.

    Parameters
    ----------
    game : game, State or Oracle
        A game as in :func:`lemke.solve`; or a game's first state, so that the tree is never built and only the
        restricted game takes memory; or an oracle with payoffs and best responses of a strategic form too large to
        write down.
    gap : exact number
        In units of payoff: stop as soon as the difference of the bounds is at most this; in general-sum games, as soon
        as all regrets are at most this.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added in every round: both players', or those of the player who gains more.
    constant_sum : bool, optional
        Whether the game is constant-sum. For games None finds it out, and True is checked. States and oracles count as
        constant-sum unless this is False; payoffs with another sum raise InputError as soon as they are seen. With
        False any game is solved as a general-sum game.
    start : pair, or Profile, optional
        The first restricted game, as a list for player 1 and a list for player 2. The default is the empty sequences,
        and for matrices and oracles one strategy of each player. For a game the lists have sequences. A sequence is
        given by its name, as in ``sequence_form(game).sequence_names(player)``, or by its last move: the pair of an
        information set's label or number and an action. Earlier moves are added. For a state the lists have all moves,
        also the earlier ones: pairs of an information state and an action. For a strategic form they have labels or
        numbers of strategies, for oracles strategies. A profile of a game or strategic form stands for all that it
        plays with positive probability. A sequence joins the restricted game as soon as the opponent's sequences lead
        to its information set; if they never do, it has no effect.

    Raises
    ------
    InputError, GameError, RecallError, NumberError
        For an object that is no such game, as soon as this is noticed; for an oracle that contradicts itself.
    InputError, ProfileError, NumberError
        For a start that does not fit the game.
    NotProvedError
        If no kernel could prove an equilibrium of a restricted game.

    >>> import lemke
    >>> from lemke.generators import kuhn_state
    >>> result = lemke.double_oracle(kuhn_state(3))
    >>> result
    <DoubleOracle: an equilibrium after 6 iterations, 11 + 10, gap 0>
    >>> result.last.lower, result.strategies[1]("3:b")
    (mpq(-1,18), ((1, mpq(1,1)),))
    >>> result = lemke.double_oracle("example:double_oracle_lecture", start=(["A C"], ["g i"]))
    >>> [str(payoff) for played in result.rounds for payoff in played.restricted_payoffs[:1]]
    ['-1', '-2', '-1/2']
    """
    from lemke.solvers.double_oracle import Oracle  # noqa: PLC0415  loaded for this method only
    from lemke.solvers.double_oracle import double_oracle as grow  # noqa: PLC0415

    check_choice("expand", expand, ("both", "larger"))
    if constant_sum is not None:
        check_flags(constant_sum=constant_sum)
    if isinstance(game, type):
        raise InputError(f"the class {game.__name__}, expected an object of this class")
    problem = game if isinstance(game, State | Oracle) else as_game_or_form(game)
    return grow(problem, gap, expand, constant_sum, start)
