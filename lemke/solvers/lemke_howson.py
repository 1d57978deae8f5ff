"""Lemke–Howson on the strategic form of a game, and from the mixed strategies at a path's end to realization plans.

A game that is held as a tree is solved through its reduced strategic form, which may have exponentially many
strategies. The labels are player 1's reduced strategies in their order, then player 2's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lemke.certificate import How, ProvedPlans
from lemke.errors import InputError
from lemke.forms.normal_form import (
    LabelPath,
    NormalForm,
    StrategicForm,
    TreeNormalForm,
    labeled_strategies,
    normal_form,
)
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game import Game
from lemke.game.pure_strategies import plan_of_mixed, pure_strategies
from lemke.ground.brief import brief
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table
from lemke.linear.pivoting import LabeledPair
from lemke.linear.pivoting import lemke_howson as paths
from lemke.solvers.answers import judged, proved_by_replies
from lemke.solvers.sequence_lcp import PathStart

METHOD = "lemke-howson"


@dataclass(frozen=True, kw_only=True)
class PathOfLabel(How):
    """How a Lemke–Howson path found its answer.

    Attributes
    ----------
    label : int
        The missing label, from 0; for people and in JSON it counts from 1.
    """

    label: int

    def members(self) -> dict[str, Any]:
        """Return the same as members of a JSON object."""
        return super().members() | {"label": self.label + 1}

    def words(self) -> list[str]:
        """Return the same in words."""
        return [*super().words(), f"label {self.label + 1}"]


PATHS = Format(
    "lemke-paths/1",
    """
labels | list | the `player` and the `strategy` of label 1, 2, …
paths | list | `from` and `to`: numbers of equilibria, 0 for the artificial one; `label`; `pivots`
equilibria | list of certificates | number 1, 2, …
""",
)
ARTIFICIAL = "artificial"


@dataclass(frozen=True, eq=False, slots=True)
class Walks(Tabular):
    """Several paths, and the equilibria at their ends.

    Attributes
    ----------
    normal_form : NormalForm
        The form whose strategies are the labels.
    paths : tuple of LabelPath
    ends : tuple of ProvedPlans
        Equilibrium k of the paths at place k − 1, with the label and the length of the path that found it first.
        If payoffs tie, several may be the same. For a game that is held as a tree they are judged on the tree.
    """

    normal_form: NormalForm
    paths: tuple[LabelPath, ...]
    ends: tuple[ProvedPlans, ...]

    __repr__ = brief

    def to_table(self) -> Table:
        """Return a row for every path: the equilibria it joins, by number, its label and its length."""
        strategies = labeled_strategies(self.normal_form)
        rows = []
        for path in self.paths:
            player, strategy = strategies[path.label]
            ends = path.start or ARTIFICIAL, path.end or ARTIFICIAL
            rows.append((ends[0], path.label + 1, player + 1, strategy, path.pivots, ends[1]))
        return Table(("from", "label", "player", "strategy", "pivots", "to"), tuple(rows), right={1, 2, 4})

    def document(self) -> Document:
        """Return a line for every path, then the equilibria; the first alone of those that are equal."""
        strategies = labeled_strategies(self.normal_form)
        return Document(
            self._blocks,
            PATHS,
            lambda: {
                "labels": [{"player": player + 1, "strategy": strategy} for player, strategy in strategies],
                "paths": [
                    {"from": path.start, "label": path.label + 1, "pivots": path.pivots, "to": path.end}
                    for path in self.paths
                ],
                "equilibria": [end.document() for end in self.ends],
            },
        )

    def _blocks(self) -> Iterator[Block]:
        yield self.to_table()
        first: dict[object, int] = {}
        for number, end in enumerate(self.ends, 1):
            earliest = first.setdefault(tuple(map(tuple, end.plans)), number)
            yield from ("", f"Equilibrium {number}")
            yield from end.document().blocks() if earliest == number else [f"The same as {earliest}."]


def solve(
    form: SequenceForm, start: PathStart, label: int = 0, all_labels: bool = False, reachable: bool = False
) -> ProvedPlans | Walks:
    """Return the equilibrium at the end of the path of one label from the artificial equilibrium, or several paths.

    The missing label counts from 0. With ``all_labels`` the paths of all labels are followed. With ``reachable`` they
    are followed again from every equilibrium at an end, until no new one is reached. The start is not used, and the
    arithmetic is exact with every kernel. Raises InputError for a game that is not held as a tree, or a label that it
    does not have; GameError if the strategic form would be too large.
    """
    if isinstance(form, StrategicForm):
        strategic = form.normal_form
    elif isinstance(form, TreeForm):
        strategic = normal_form(form.game, reduced=True)
    else:
        raise InputError(f"a game given by its states, expected one held as a tree for the method {METHOD}")
    matrices = strategic.matrices()
    if not all_labels and not reachable:
        path = paths.lemke_howson(*matrices, label)
        return _proved(form, strategic, path.end, path.label, path.length)
    walked, pairs = _from_everywhere(*matrices) if reachable else _of_all_labels(*matrices)
    first = {path.end: path for path in reversed(walked)}
    ends: Sequence[ProvedPlans] = [
        _proved(form, strategic, pair, first[k].label, first[k].pivots) for k, pair in enumerate(pairs, 1)
    ]
    return Walks(strategic, tuple(walked), tuple(judged(form, ends) if isinstance(form, TreeForm) else ends))


def read_label(number: int, game: Game) -> int:
    """Return a label from 0, given the number from 1 that people write.

    Raises InputError if the reduced strategic form of the game has fewer labels.
    """
    game.require_two_players()
    sizes = [pure_strategies(game, player).count for player in (0, 1)]
    if number > sum(sizes):
        raise InputError(
            f"label {number}, expected 1 to {sum(sizes)}: {sizes[0]} of player 1 and {sizes[1]} of player 2"
        )
    return number - 1


def _of_all_labels(A: Vector, B: Vector) -> tuple[list[LabelPath], list[LabeledPair]]:
    """Follow the paths of all labels from the artificial equilibrium; return them and the equilibria at their ends."""
    label_paths = paths.all_labels(A, B)
    pairs = {path.end.labels: path.end for path in reversed(label_paths)}
    number = {labels: k for k, labels in enumerate(dict.fromkeys(path.end.labels for path in label_paths), 1)}
    walked = [LabelPath(0, path.label, path.length, number[path.end.labels]) for path in label_paths]
    return walked, [pairs[labels] for labels in number]


def _from_everywhere(A: Vector, B: Vector) -> tuple[list[LabelPath], Sequence[LabeledPair]]:
    """Follow the paths of all labels from the artificial equilibrium, and again from every equilibrium at an end."""
    graph = paths.reachable(A, B)
    walked = [
        LabelPath(start, label, arrow.length, arrow.pair)
        for start, arrows in enumerate(graph.arrows)
        for label, arrow in enumerate(arrows)
    ]
    return walked, graph.pairs[1:]


def _proved(form: SequenceForm, strategic: NormalForm, pair: LabeledPair, label: int, pivots: int) -> ProvedPlans:
    """Return the plans of a pair of mixed strategies in equilibrium."""
    plans = [np.append([ONE], mixed) for mixed in (pair.x, pair.y)]
    if isinstance(strategic, TreeNormalForm):
        mixed = (strategic.mixed_strategy(player, shares) for player, shares in enumerate((pair.x, pair.y)))
        plans = list(map(plan_of_mixed, form.sequences, mixed))
    how = PathOfLabel(method=METHOD, kernel="exact", pivots=pivots, bits=pair.bits, label=label)
    return proved_by_replies(form, plans, how)
