"""Lemke's paths from many priors: the different equilibria at the ends, and the number of paths to each equilibrium."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from gmpy2 import mpq

from lemke.certificate import NORMAL_FORM_PERFECT, Equilibrium, ProvedPlans, Trembles
from lemke.errors import LimitError, NotProvedError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground import executors, limits
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count
from lemke.linear.lcp import Solution
from lemke.solvers import judged
from lemke.solvers.last_edge import last_edge, proved_by_edge
from lemke.solvers.sequence_lcp import end_of_path, follow, starting_point


class ReachedEquilibrium(NamedTuple):
    """An equilibrium at which paths end; two equilibria are the same if their realization plans are exactly equal.

    ``equilibrium`` is the end of the first of these paths; its ``method`` is ``normal-form-perfect``, with the proof,
    if any of them proves this. ``share`` is their number, divided by the number of all paths that were followed.
    ``seeds`` are the seeds of the priors where they start, in ascending order, and ``pivots`` are their lengths.
    """

    equilibrium: Equilibrium
    share: mpq
    seeds: tuple[int, ...]
    pivots: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Exploration(ByValue, Result):
    """The different equilibria reached from many priors.

    Attributes
    ----------
    game : Game
    starts : int
        Paths that were followed to their end, failures included.
    reason : str
        The limit that stopped the exploration; otherwise empty.
    failures : tuple of (int, str)
        The seeds from which no equilibrium was proved, with messages.
    equilibria : tuple of ReachedEquilibrium
        The most frequent first; equally frequent ones in the order of their first seeds.
    """

    game: Game
    starts: int
    reason: str
    failures: tuple[tuple[int, str], ...]
    equilibria: tuple[ReachedEquilibrium, ...]

    def to_table(self) -> Table:
        """Return a table with a row for every equilibrium; numbers are exact."""
        lengths = "least pivots", "mean pivots", "most pivots"
        columns = "equilibrium", "share", "starts", "payoff 1", "payoff 2", NORMAL_FORM_PERFECT, *lengths, "first seed"
        rows = []
        for number, (equilibrium, share, seeds, pivots) in enumerate(self.equilibria, 1):
            proof = "not proved" if equilibrium.refinement is None else "proved"
            least, mean, most = min(pivots), mpq(sum(pivots), len(pivots)), max(pivots)
            rows.append((number, share, len(seeds), *equilibrium.payoffs, proof, least, mean, most, seeds[0]))
        notes = [f"Not all starts: {self.reason}."] if self.reason else []
        if self.failures:
            seed, message = self.failures[0]
            notes.append(f"{count(len(self.failures), 'start')} failed, first seed {seed}: {message}")
        title = ". ".join(filter(None, [self.game.title, repr(self)[1:-1]]))
        return Table(columns, rows, title, notes, index=1)

    def __repr__(self) -> str:
        noun = "equilibrium" if len(self.equilibria) == 1 else "different equilibria"
        return f"<{len(self.equilibria)} {noun} from {count(self.starts, 'start')}>"


def explore(game: Game, starts: int = 100, seed: int = 0, executor: Executor | None = None) -> Exploration:
    """Return the different equilibria at which Lemke's paths from many priors end, as :func:`lemke.explore` says."""
    form = sequence_form(game)
    seeds = range(seed, seed + starts)
    failures: list[tuple[int, str]] = []
    found: dict[object, tuple[Equilibrium, list[tuple[int, int]]]] = {}  # by plans; with the paths' seeds and lengths
    done, reason = 0, ""
    try:
        with closing(executors.map_in_order(executor, partial(_end_of_path, form.plain()), seeds)) as ends:
            for end in ends:
                if isinstance(end, str):
                    failures.append((seeds[done], end))
                else:
                    proved, edge, prior = end
                    plans = tuple(map(tuple, proved.plans))
                    equilibrium, paths = found.get(plans) or (judged(form, [proved], prior)[0], [])
                    if edge is not None and equilibrium.refinement is None:
                        equilibrium = proved_by_edge(form, equilibrium, edge)
                    paths.append((seeds[done], proved.how.pivots))
                    found[plans] = equilibrium, paths
                done += 1
                limits.report(partial("{} of {} starts, {} different equilibria".format, done, starts, len(found)))
    except LimitError as error:
        if not done:
            raise
        reason = str(error) if done < starts else ""
    groups = sorted(found.values(), key=lambda group: -len(group[1]))  # equally frequent ones stay in order of seeds
    reached = (ReachedEquilibrium(known, mpq(len(paths), done), *zip(*paths, strict=True)) for known, paths in groups)
    return Exploration(game, done, reason, tuple(failures), tuple(reached))


def _end_of_path(form: SequenceForm, seed: int) -> tuple[ProvedPlans, Trembles | None, Profile] | str:
    """Return the end, the last edge and the start of the path from a random prior; or why no kernel proves them."""
    start = starting_point(form, "random", seed, "auto")
    prior = start.plans(form)
    try:
        path = follow(form, prior, "auto", seed)
        assert isinstance(path.outcome, Solution)
        edge = last_edge(form, prior, path.outcome)
    except NotProvedError as error:
        return error.message
    return end_of_path(form, start, path.outcome, "lcp", path.kernel, path.tries, seed), edge, start.profile
