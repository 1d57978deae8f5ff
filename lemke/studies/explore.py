"""Lemke's paths from many priors: the different equilibria at the ends, and the number of paths to each equilibrium."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from typing import NamedTuple

from gmpy2 import mpq

from lemke.certificate import NORMAL_FORM_PERFECT, Equilibrium, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError, one_line, require_type
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile, identity
from lemke.game.tree import require_game
from lemke.ground import executors, limits
from lemke.ground.document import Block, Document, Format, Members, Tabular
from lemke.ground.rational import shown
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table
from lemke.ground.words import count
from lemke.linear.lcp import Solution
from lemke.solvers import check_options, judged, sequence_lcp
from lemke.solvers.last_edge import LastEdgePoint, last_edge, proved_by_edge
from lemke.solvers.sequence_lcp import PathStart, end_of_path, starting_point

STARTS = 100
"""The number of random priors, by default."""
LONGEST = 40
"""Most characters of a number that the text shows exactly."""

EXPLORED = Format(
    "lemke-explored/2",
    """
game | a game |
seed | whole | path number k, from 0, has the seed `seed` + k
starts | whole | how many paths were followed
reason | text | the limit that stopped the command; otherwise empty
failures | list | for each path that failed the number of its `prior`, and a `message`
equilibria | list | the most frequent first
- share | number | the share of the paths that end there
- priors, pivots | lists | the numbers of these paths, and their lengths
- equilibrium | a certificate | the end of the first of these paths; its method is `normal-form-perfect` if any of the
    paths proves this
""",
)


class PathEnd(NamedTuple):
    """The equilibrium at the end of a path, and the last edge if it proves the equilibrium normal-form perfect."""

    prior: int
    proved: ProvedPlans
    edge: LastEdgePoint | None


class FailedStart(NamedTuple):
    """A start that led to no proved equilibrium: the number of its prior, and a message."""

    prior: int
    message: str


@dataclass(frozen=True, eq=False)
class ReachedEquilibrium(ByValue):
    """An equilibrium at which paths end; two equilibria are different if their realization plans differ.

    Attributes
    ----------
    equilibrium : Equilibrium
        The end of the first of these paths; its ``method`` is ``normal-form-perfect``, with the proof, if any of the
        paths proves this.
    share : mpq
        The number of these paths, divided by the number of all paths that were followed.
    priors, pivots : tuple of int
        For each of these paths the number of its prior, in ascending order, and its length.
    """

    equilibrium: Equilibrium
    share: mpq
    priors: tuple[int, ...]
    pivots: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Exploration(ByValue, Tabular):
    """The different equilibria reached from many priors.

    Attributes
    ----------
    game : Game
    equilibria : tuple of ReachedEquilibrium
        The most frequent first; equally frequent ones in the order of their first priors.
    starts : int
        Paths that were followed to their end, failures included.
    failures : tuple of FailedStart
    seed : int
        Path number k, from 0, has the seed ``seed`` + k.
    reason : str
        The limit that stopped the exploration; otherwise empty.
    """

    game: Game
    equilibria: tuple[ReachedEquilibrium, ...]
    starts: int
    failures: tuple[FailedStart, ...]
    seed: int
    reason: str

    def to_table(self) -> Table:
        """Return a table with a row for every equilibrium; numbers are exact."""
        lengths = "least pivots", "mean pivots", "most pivots"
        columns = "equilibrium", "share", "starts", "payoff 1", "payoff 2", NORMAL_FORM_PERFECT, *lengths, "first prior"
        rows = []
        for number, reached in enumerate(self.equilibria, 1):
            starts, pivots = len(reached.priors), reached.pivots
            known = number, reached.share, starts, *reached.equilibrium.payoffs
            proof = "not proved" if reached.equilibrium.refinement is None else "proved"
            mean = mpq(sum(pivots), starts)
            rows.append((*known, proof, min(pivots), mean, max(pivots), reached.priors[0]))
        return Table(columns, rows, f"{self.starts} starts", index=1, longest=LONGEST)

    def document(self) -> Document:
        """Return the table of the different equilibria, and what went wrong."""
        return Document(self._blocks, EXPLORED, self._members)

    def _members(self) -> Members:
        return {
            "game": identity(self.game),
            "seed": self.seed,
            "starts": self.starts,
            "reason": self.reason,
            "failures": [failure._asdict() for failure in self.failures],
            "equilibria": [
                vars(reached) | {"equilibrium": reached.equilibrium.document()} for reached in self.equilibria
            ],
        }

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        yield repr(self)[1:-1]
        if self.equilibria:
            yield ""
            yield replace(self.to_table(), caption="", indent="  ")
        if self.failures:
            prior, message = self.failures[0]
            yield f"{count(len(self.failures), 'start')} failed, first prior {prior}: {one_line(message)}"
        if self.reason:
            yield f"Not all starts: {self.reason}."

    def __repr__(self) -> str:
        noun = "equilibrium" if len(self.equilibria) == 1 else "different equilibria"
        return f"<{len(self.equilibria)} {noun} from {count(self.starts, 'start')}, seeds from {self.seed}>"


def explore(
    game: Game | NormalForm,
    starts: int = STARTS,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    priors: Iterable[Profile] | None = None,
    kernel: str = "auto",
) -> Exploration:
    """Return the different equilibria at which Lemke's paths from many priors end, with their frequencies.

    Prior number k = 0, 1, … is the random, completely mixed profile with the seed ``seed`` + k. The path from this
    prior ends at the equilibrium of ``lemke.solve(game, "lcp", kernel, "random", seed + k)``, unless ``lemke.solve``
    follows the path of a similar game (``how.kernel`` is ``scaled``). Two equilibria are the same if their realization
    plans are exactly equal; the probabilities at unreached information sets are chosen from the first prior. Every
    equilibrium is judged on the tree. It is called normal-form perfect if the last edge of a path proves this.

    After a limit the result covers the first starts, those done so far, if there are any. With the kernel ``exact`` the
    result does not depend on the executor. With ``guided`` it depends on the machine's linear algebra; ``auto`` uses
    ``guided`` for large games.

    Parameters
    ----------
    game : Game | NormalForm
        A game of two players with perfect recall; for a strategic form, its :meth:`~lemke.NormalForm.tree`.
    starts : int
        The number of random priors.
    seed : int
        The seed of the first random prior, and of the guided kernel's perturbations on its path.
    executor : concurrent.futures.Executor | None
        Its workers follow the paths; without an executor, this process does. Workers may be threads, processes, or
        machines of a cluster, for example with ``distributed.Client(…).get_executor()``.
    priors : profiles, optional
        Priors to start from instead of random ones.
    kernel : str
        A name in :data:`lemke.linear.guided.KERNELS`, or ``auto``.

    Raises
    ------
    InputError
        An option is unknown, the workers fail, or a prior does not fit the game.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    LimitError
        A limit was reached before the first start was done.
    NotProvedError
        The judge has an objection. A start whose end no kernel can prove raises no error, and counts as a failure.

    >>> from lemke.forms.normal_form import NormalForm
    >>> exploration = explore(NormalForm.of([[2, 0], [0, 1]], [[1, 0], [0, 2]]), starts=20)
    >>> [(str(reached.share), len(reached.priors)) for reached in exploration.equilibria]
    [('7/10', 14), ('3/10', 6)]
    """
    if isinstance(game, NormalForm):
        game = game.tree()
    require_game(game)
    require_type(executor, Executor | None, "an Executor of concurrent.futures", "executor")
    check_options("lcp", kernel, seed)
    require_type(starts, int, "an int, 1 or more", "starts")
    if starts < 1:
        raise InputError(f"{shown(starts)} starts, expected 1 or more")
    form, profiles = sequence_form(game), None if priors is None else _checked_priors(game, priors)
    total = starts if profiles is None else len(profiles)
    task, numbered = partial(_path_end, form.plain(), seed, kernel), zip(range(total), profiles or repeat(None))
    failures: list[FailedStart] = []
    equilibria: dict[object, Equilibrium] = {}
    # by the plans of an equilibrium: the numbers and the lengths of the paths that end there
    paths: dict[object, list[tuple[int, int]]] = {}
    done, reason = 0, ""
    try:
        with closing(executors.map_in_order(executor, task, numbered)) as ends:
            for end in ends:
                if isinstance(end, FailedStart):
                    failures.append(end)
                else:
                    plans = tuple(map(tuple, end.proved.plans))
                    prior = profiles[end.prior] if profiles else None
                    start = _start(form, seed, end.prior, prior)
                    equilibria[plans] = _judged(form, end, start, equilibria.get(plans))
                    paths.setdefault(plans, []).append((end.prior, end.proved.how.pivots))
                done += 1
                words = partial("{} of {} starts, {} different equilibria".format, done, total, len(paths))
                limits.report(words)
    except LimitError as error:
        if not done:
            raise
        reason = str(error)
    reached = []
    for key in sorted(paths, key=lambda key: -len(paths[key])):  # equally frequent ones stay in the order of priors
        numbers, pivots = zip(*paths[key], strict=True)
        reached.append(ReachedEquilibrium(equilibria[key], mpq(len(numbers), done), numbers, pivots))
    return Exploration(game, tuple(reached), done, tuple(failures), seed, reason)


def _checked_priors(game: Game, priors: Iterable[Profile]) -> list[Profile]:
    require_type(priors, Iterable, "profiles", "priors")
    profiles = list(priors)
    for number, profile in enumerate(profiles):
        try:
            check_profile(game, profile)
        except InputError as error:
            error.message = f"prior {number}: {error.message}"
            raise
    if not profiles:
        raise InputError("no priors, expected one or more")
    return profiles


def _start(form: SequenceForm, seed: int, number: int, prior: Profile | None) -> PathStart:
    """Return where path ``number`` starts: at a prior, or at a random one."""
    return starting_point(form, "random" if prior is None else prior, seed + number, "auto")


def _path_end(
    form: SequenceForm, seed: int, kernel: str, numbered: tuple[int, Profile | None]
) -> PathEnd | FailedStart:
    """Follow a path to its end."""
    start = _start(form, seed, *numbered)
    prior = start.plans(form)
    try:
        path = sequence_lcp.follow(form, prior, kernel, start.seed)
        assert isinstance(path.outcome, Solution)
        edge = last_edge(form, prior, path.outcome)
    except NotProvedError as error:
        return FailedStart(numbered[0], error.message)
    proved = end_of_path(form, start, path.outcome, "lcp", path.kernel, path.tries, start.seed)
    return PathEnd(numbered[0], proved, edge)


def _judged(form: TreeForm, end: PathEnd, start: PathStart, known: Equilibrium | None) -> Equilibrium:
    """Return the equilibrium at an end, judged on the tree, as far as what is known of it leaves something to judge."""
    equilibrium = known or judged(form, [end.proved], start.profile)[0]
    if end.edge is None or equilibrium.refinement is not None:
        return equilibrium
    equilibrium = replace(equilibrium, how=replace(equilibrium.how, method=NORMAL_FORM_PERFECT))
    return proved_by_edge(form, equilibrium, end.edge)
