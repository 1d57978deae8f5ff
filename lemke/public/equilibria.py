"""All equilibria of a game, what holds in all of them, and which of them are reached, learned or near."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from lemke.certificate import (
    BestEquilibrium,
    EquilibriumRanges,
    EquilibriumSets,
    Objective,
)
from lemke.errors import InputError, require_type
from lemke.forms.normal_form import AllEquilibria, Elimination
from lemke.game import Game
from lemke.game.strategy import Missing
from lemke.io import enumeration
from lemke.io.source import read_text
from lemke.public.accepted import (
    GameLike,
    Path,
    ProfileLike,
    as_game,
    as_game_or_form,
    check_choice,
    check_executor,
    check_flags,
    check_whole,
)
from lemke.public.profiles import as_profile
from lemke.solvers import dominance
from lemke.solvers import equilibrium_sets as sets
from lemke.solvers.enumeration import by_strategies
from lemke.solvers.learning import RULES
from lemke.solvers.pure_equilibria import PureEquilibria, pure_equilibria
from lemke.studies import explore as exploring
from lemke.studies import learn as learning
from lemke.studies import polish as polishing
from lemke.studies.explore import Exploration
from lemke.studies.learn import ITERATIONS, LearnedProfile
from lemke.studies.polish import Polished

if TYPE_CHECKING:
    from concurrent.futures import Executor

Way: TypeAlias = Literal["sets", "strategies", "pure"]
Earlier: TypeAlias = EquilibriumSets | EquilibriumRanges | Path
"""An earlier result of :func:`enumerate` by sets or of :func:`ranges`, or the file with its JSON."""
WAYS: dict[str, tuple[str, ...]] = {"sets": ("first", "resume", "vertices"), "strategies": (), "pure": ("first",)}
"""The ways to list equilibria, with their options; ``sets`` is the default for trees, ``strategies`` for matrices."""


@overload
def enumerate(game: GameLike, by: Literal["strategies"]) -> AllEquilibria: ...


@overload
def enumerate(
    game: GameLike,
    by: Literal["sets"],
    first: int | None = ...,
    resume: Earlier | None = ...,
    vertices: bool = ...,
) -> EquilibriumSets: ...


@overload
def enumerate(game: GameLike, by: Literal["pure"], first: int | None = ...) -> PureEquilibria: ...


@overload
def enumerate(game: GameLike, *, best: str | Objective) -> BestEquilibrium: ...


@overload
def enumerate(
    game: GameLike,
    by: None = ...,
    first: int | None = ...,
    resume: Earlier | None = ...,
    vertices: bool = ...,
) -> EquilibriumSets | AllEquilibria: ...


def enumerate(
    game: GameLike,
    by: Way | None = None,
    first: int | None = None,
    resume: Earlier | None = None,
    vertices: bool = False,
    *,
    best: str | Objective | None = None,
) -> AllEquilibria | EquilibriumSets | PureEquilibria | BestEquilibrium:
    """Return all equilibria of a two-player game: as convex sets, as extreme equilibria, or the pure ones; exact.

    By ``sets``, the default for trees: the maximal products X × Y of convex sets of realization plans in which every
    pair is an equilibrium, with the proof that there is no other equilibrium. By ``strategies``, the default for games
    in strategic form: the extreme equilibria of the strategic form. By ``pure``: the pure equilibria of a tree. Pure
    equilibria that differ only at unreached information sets are listed once.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    by : "sets" | "strategies" | "pure", optional
    first : int, optional
        With ``sets`` and ``pure``: stop after this number of sets or equilibria.
    resume : path, optional
        With ``sets``: the file with the JSON of an earlier search, from which the search goes on.
    vertices : bool
        With ``sets``: find the (perhaps many) vertices of the sets, too; pairs of vertices are the extreme equilibria.
    best : str | Objective, optional
        Return one equilibrium at which this objective is greatest, with the proof: ``"u1 + u2"`` or another function
        that :func:`lemke.io.objective.objective` reads, or ``"support"`` for the number of played sequences. No other
        option may be set at the same time.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall; or if the strategic form would be too large.
    NotProvedError
        If the judges do not confirm an answer.

    >>> import lemke
    >>> answer = lemke.enumerate(lemke.bimatrix([[3, 3], [2, 5], [0, 6]], [[3, 3], [2, 6], [3, 1]]))
    >>> [tuple(map(str, equilibrium.payoffs)) for equilibrium in answer.equilibria]
    [('3', '3'), ('3', '3'), ('4', '8/3')]
    >>> len(answer.components)
    2
    """
    check_flags(vertices=vertices)
    options = {"first": first, "resume": resume, "vertices": vertices or None}
    stated = [name for name, value in options.items() if value is not None]
    if best is not None:
        if by is not None or stated:
            raise InputError(f"best with {stated[0] if stated else 'by'}, expected at most one of them")
        require_type(best, str | Objective, "text or an Objective", "best")
        return sets.best_equilibrium(as_game(game), best)
    problem = as_game_or_form(game)
    if by is None:
        by = "sets" if isinstance(problem, Game) and not problem.strategic else "strategies"
    check_choice("by", by, WAYS)
    if others := [name for name in stated if name not in WAYS[by]]:
        ways = " or ".join(repr(way) for way, names in WAYS.items() if others[0] in names)
        raise InputError(f"{others[0]} with by={by!r}, expected by={ways}")
    if first is not None:
        check_whole("first", first, 1)
    if by == "strategies":
        return by_strategies(problem)
    tree = as_game(problem)
    if by == "pure":
        return pure_equilibria(tree, first)
    return sets.equilibrium_sets(tree, first, _earlier(tree, resume), with_vertices=vertices)


def ranges(
    game: GameLike, player: int | None = None, only: str | None = None, resume: Earlier | None = None
) -> EquilibriumRanges:
    """Return the least and the greatest weight and probability of every move over all equilibria of a game, proved.

    Weights are realization weights x(σ). The range of a move's probability is taken over the equilibria in which the
    player's plan reaches the information set (Charnes, Cooper 1962). A constant-sum game has one set of equilibria and
    needs no search. In other games all equilibria are searched for first, as by :func:`lemke.enumerate`. After a limit
    or Ctrl-C the answer has the results proved so far, and says so.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    player : 0 | 1, optional
        Only the moves of this player.
    only : str, optional
        Only the moves at information sets with this label, or with this number if no label matches.
    resume : path, optional
        The file with the JSON of an earlier run, from which this run goes on.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    NotProvedError
        If the judges do not confirm an answer.

    >>> import lemke
    >>> known = lemke.ranges("example:kuhn3", only="K")
    >>> print(known.to_table().rows[1])
    (1, 5, 'K', 'bet', 'some', mpq(0,1), mpq(1,1), mpq(0,1), mpq(1,1))
    """
    if player is not None:
        check_whole("player", player, 0, 1)
    require_type(only, str | None, "the label or the number of an information set", "only")
    tree = as_game(game)
    return sets.equilibrium_ranges(tree, player, only, _earlier(tree, resume))


def _earlier(game: Game, resume: Earlier | None) -> sets.Earlier | None:
    """Return the proofs of an earlier run."""
    if isinstance(resume, str | PathLike):
        return enumeration.sets_in(read_text(resume), game, fspath(resume))
    require_type(resume, EquilibriumSets | EquilibriumRanges | None, "an earlier result or its file", "resume")
    return resume


def explore(game: GameLike, starts: int = 100, seed: int = 0, executor: Executor | None = None) -> Exploration:
    """Return the different equilibria at which Lemke's paths from many priors end, with their frequencies.

    The priors are the random, completely mixed profiles with the seeds ``seed``, ``seed`` + 1, … A path ends where
    ``lemke.solve(game, "lcp", prior="random", seed=…)`` does. The probabilities at unreached information sets are
    chosen from the first prior. All equilibria are judged on the tree, and called normal-form perfect if the last edge
    of a path proves this. After a limit the result covers the first starts, those done so far, if there are any. In
    small games it is the same with any executor; in large games it depends on the linear algebra of the machine.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    starts : int
        The number of random priors.
    seed : int
        The seed of the first random prior, and of the guided kernel's perturbations on its path.
    executor : concurrent.futures.Executor, optional
        Its workers follow the paths; for Dask, ``distributed.Client(…).get_executor()``. None: this process does.

    Raises
    ------
    GameError, RecallError
        The game does not have two players with perfect recall.
    NotProvedError
        The judge has an objection. A start whose end no kernel can prove raises no error, and counts as a failure.

    >>> import lemke
    >>> exploration = lemke.explore(lemke.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]]), starts=20)
    >>> [(str(reached.share), len(reached.seeds)) for reached in exploration.equilibria]
    [('7/10', 14), ('3/10', 6)]
    """
    check_whole("starts", starts, 1)
    check_whole("seed", seed, 0)
    check_executor(executor)
    return exploring.explore(as_game(game), starts, seed, executor)


def learn(game: GameLike, iterations: int = ITERATIONS, seed: int = 0, rule: str = "predictive") -> LearnedProfile:
    """Let both players of a game learn from play against each other, and judge the learned profile exactly.

    In zero-sum games the average strategies tend to an equilibrium. In general-sum games they need not. The exact
    regrets show how far the profile is from an equilibrium, and :func:`lemke.polish` computes an equilibrium near it.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    iterations : int
        The largest number of iterations, at least 1. Learning stops earlier if, after 1, 2, 4, 8, … iterations, both
        regrets are 0 up to rounding errors.
    seed : int
        0: all moves are equally likely at first. Otherwise the seed of the random regrets at the start.
    rule : ``"predictive"``, ``"cfr+"`` or ``"cfr"``
        Predictive CFR⁺, CFR⁺ or CFR, as in :mod:`lemke.solvers.learning`.

    Raises
    ------
    GameError, RecallError
        The game does not have two players with perfect recall.

    >>> import lemke
    >>> learned = lemke.learn("example:kuhn3", iterations=500)
    >>> float(max(learned.regrets)) < 0.01, [step.iterations for step in learned.steps][-2:]
    (True, [64, 128])
    """
    check_whole("iterations", iterations, 1)
    check_whole("seed", seed, 0)
    check_choice("rule", rule, RULES)
    return learning.learn(as_game(game), iterations, seed, rule)


def polish(
    game: GameLike, profile: ProfileLike, seed: int = 0, normalize: bool = False, missing: Missing = None
) -> Polished:
    """Return an exact equilibrium of a two-player game near an approximate one, proved.

    An equilibrium is returned as it is. Otherwise supports are guessed from the profile, and exact linear programs
    decide whether they are the supports of an equilibrium; if none is, Lemke's path from the profile and a restricted
    game that grows take turns (:mod:`lemke.studies.polish`). Each plan is then replaced by the plan nearest to the
    given one that is in equilibrium with the other, if that is proved (``moved_near``). Distance is the sum of the
    absolute differences over the player's sequences.

    The equilibrium need not be the nearest of all. In constant-sum games it is, up to rounding, if ``moved_near`` is
    true for both players.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    profile : profile
        As in :func:`lemke.profile`.
    seed : int
        The seed of the guided kernel's perturbations.
    normalize, missing
        As in :func:`lemke.profile`.

    Raises
    ------
    GameError, RecallError
        The game does not have two players with perfect recall.
    ProfileError, NumberError
        ``profile`` does not fit the game.
    NotProvedError
        No guess was right, and the path and the restricted game ended without a proof.

    >>> import lemke
    >>> lemke.polish("example:kuhn3", {}, missing="uniform").equilibrium.payoffs
    (mpq(-1,18), mpq(1,18))
    """
    check_whole("seed", seed, 0)
    tree = as_game(game)
    return polishing.polish(tree, as_profile(tree, profile, normalize, missing), seed)


def eliminate(game: GameLike, weak: bool = False, pure: bool = False, rounds: int | None = None) -> Elimination:
    """Eliminate dominated strategies round by round, until no strategy is dominated, or for a number of rounds.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`, with any number of players. Of a tree the reduced strategic form is used.
    weak : bool
        Whether to eliminate weakly dominated strategies, or only strictly dominated strategies. With weak dominance the
        order matters; a round eliminates all dominated strategies at once.
    pure : bool
        Whether only pure strategies may dominate, or mixed strategies too.
    rounds : int, optional
        The largest number of rounds; unlimited by default.

    Returns
    -------
    Elimination
        The result, checked exactly from the payoffs (:func:`lemke.forms.normal_form.objections`).

    Raises
    ------
    NotProvedError
        If a linear program is left unsolved, or the result fails the check.

    >>> import lemke
    >>> elimination = lemke.eliminate(lemke.bimatrix([[3, 0], [0, 3], [1, 1]], [[1, 0], [1, 0], [0, 5]]))
    >>> for step in elimination.eliminated:
    ...     print(step.round, step.player, step.label, {k: str(share) for k, share in step.mixture.items()})
    1 0 3 {0: '1/2', 1: '1/2'}
    2 1 2 {0: '1'}
    3 0 2 {0: '1'}
    """
    check_flags(weak=weak, pure=pure)
    if rounds is not None:
        check_whole("rounds", rounds, 1)
    return dominance.eliminate(as_game_or_form(game), weak, pure, rounds)
