"""The method ``lemke-howson``: Lemke–Howson paths on the strategic form of a game, and the plans at their ends.

A game with a tree is solved through its reduced strategic form, which may have exponentially many strategies. The
labels are player 1's reduced strategies in their order, then player 2's. The *artificial equilibrium* is the pair of
zero vectors, at which paths begin (:mod:`lemke.linear.pivoting.lemke_howson`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from lemke.certificate import Equilibrium, How, ProvedPlans
from lemke.errors import InputError
from lemke.forms.normal_form import NormalForm, StrategicForm, TreeNormalForm, normal_form
from lemke.forms.sequence_form import SequenceForm, TreeForm, sequence_form
from lemke.game import Game
from lemke.game.pure_strategies import plan_of_mixed
from lemke.ground.brief import brief
from lemke.ground.rational import ONE, approximated
from lemke.ground.results import Result
from lemke.ground.table import Table
from lemke.linear.pivoting import LabeledPair
from lemke.linear.pivoting import lemke_howson as paths
from lemke.solvers.answers import judged, proved_by_replies
from lemke.solvers.sequence_lcp import PathStart

METHOD = "lemke-howson"


ARTIFICIAL = "artificial"


class LabelPath(NamedTuple):
    """A Lemke–Howson path between two completely labeled pairs of points.

    ``start`` and ``end`` are numbers of pairs: 0 is the artificial equilibrium, the others are equilibria. ``label`` is
    the missing label, counted from 0, and ``pivots`` the length of the path.
    """

    start: int
    label: int
    pivots: int
    end: int


@dataclass(frozen=True, eq=False)
class LabelPaths(Result):
    """Several paths, and the equilibria at their ends, made by :func:`lemke.lemke_howson`.

    Attributes
    ----------
    normal_form : NormalForm
        The form whose strategies are the labels.
    paths : tuple of LabelPath
    ends : tuple of Equilibrium
        ``ends[k - 1]`` is the equilibrium with number k in the paths; ``how`` has the label and the length of the first
        path to this equilibrium. If payoffs tie, several bases may give the same equilibrium, which is then listed
        several times.
    """

    normal_form: NormalForm
    paths: tuple[LabelPath, ...]
    ends: tuple[Equilibrium, ...]

    __repr__ = brief

    def to_table(self) -> Table:
        """Return a row for every path: the numbers of the equilibria at its ends, its label and its length.

        The notes have the payoffs of the equilibria; a repeated equilibrium refers to the first of its kind.
        """
        strategies = [(player, name) for player, names in enumerate(self.normal_form.strategies) for name in names]
        rows = []
        for path in self.paths:
            player, strategy = strategies[path.label]
            ends = path.start or ARTIFICIAL, path.end or ARTIFICIAL  # number 0 is the artificial equilibrium
            rows.append((ends[0], path.label + 1, player + 1, strategy, path.pivots, ends[1]))
        return Table(("from", "label", "player", "strategy", "pivots", "to"), rows, notes=tuple(self._notes()))

    def _notes(self) -> Iterator[str]:
        first_numbers: dict[object, int] = {}
        for number, end in enumerate(self.ends, 1):
            first_number = first_numbers.setdefault(tuple(map(tuple, end.plans)), number)
            same = f"; the same as {first_number}" if first_number != number else ""
            yield f"Equilibrium {number}: payoffs {', '.join(map(approximated, end.payoffs))}{same}"


def solve(form: SequenceForm, start: PathStart, label: int = 0) -> ProvedPlans:
    """Return the equilibrium at the end of the path of one missing label, from 0, from the artificial equilibrium.

    Raises InputError for a sequence form without matrices or a tree, or for a label that the game does not have;
    GameError if the strategic form would be too large.
    """
    if isinstance(form, StrategicForm):
        strategic = form.normal_form
    elif isinstance(form, TreeForm):
        strategic = normal_form(form.game, reduced=True)
    else:
        without_tree = f"the method {METHOD} with a sequence form that has no tree"
        raise InputError(f"{without_tree}, expected a game with a tree, or matrices")
    end, picked_up = paths.lemke_howson(*strategic.matrices(), label)
    return _proved_plans(form, strategic, end, label, len(picked_up))


def paths_of_labels(game: Game, reachable: bool = False) -> LabelPaths:
    """Return the paths of all labels and the equilibria at their ends; see :func:`lemke.lemke_howson`."""
    form = sequence_form(game)
    strategic = normal_form(game, reduced=True)
    pairs, by_start = paths.reachable(*strategic.matrices(), chains=reachable)
    label_paths = [
        LabelPath(start, label, length, end)
        for start, ends in enumerate(by_start if reachable else by_start[:1])
        for label, (end, length) in enumerate(ends)
    ]
    first_paths = {path.end: path for path in reversed(label_paths)}  # reversed: the first path to an end is kept
    ends = [
        _proved_plans(form, strategic, pair, first_paths[k].label, first_paths[k].pivots)
        for k, pair in enumerate(pairs[1:], 1)  # pair 0 is the artificial equilibrium
    ]
    return LabelPaths(strategic, tuple(label_paths), tuple(judged(form, ends)))


def _proved_plans(form: SequenceForm, strategic: NormalForm, pair: LabeledPair, label: int, pivots: int) -> ProvedPlans:
    """Return the plans of a pair of mixed strategies in equilibrium."""
    plans = [np.append([ONE], mixed) for mixed in (pair.x, pair.y)]  # the empty sequence, then the strategies
    if isinstance(strategic, TreeNormalForm):
        mixed = (strategic.mixed_strategy(player, shares) for player, shares in enumerate((pair.x, pair.y)))
        plans = list(map(plan_of_mixed, form.sequences, mixed))
    how = How(method=METHOD, kernel="exact", pivots=pivots, bits=pair.bits, label=label)
    return proved_by_replies(form, plans, how)
