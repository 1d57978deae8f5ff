"""Lemke–Howson on the strategic form of a game: a mixed strategy at the end of a path, back to realization plans.

A game that is held as a tree is solved through its reduced strategic form, which may have exponentially many
strategies; the labels are player 1's reduced strategies in their order, then player 2's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lemke.certificate import ProvedPlans
from lemke.errors import InputError
from lemke.forms.normal_form import LabelPath, NormalForm, StrategicForm, TreeNormalForm, normal_form
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.pure_strategies.mixed import plan_of_mixed
from lemke.ground.rational import ONE
from lemke.ground.sparse import Vector
from lemke.linear.pivoting.labeled_pair import LabeledPair
from lemke.linear.pivoting.lemke_howson import Path, all_labels, lemke_howson, reachable
from lemke.solvers.replies import proved_by_replies
from lemke.solvers.request import Request

METHOD = "lemke-howson"


def solve(form: SequenceForm, request: Request) -> ProvedPlans:
    """Return the equilibrium at the end of the path of one label from the artificial equilibrium.

    The arithmetic is exact whatever kernel is asked for.

    Raises
    ------
    InputError
        For a game that is not held as a tree, or no such label.
    GameError
        If the strategic form would be too large.
    """
    side = Strategic.of(form)
    found = lemke_howson(*side.normal_form.matrices(), request.label)
    return side.proved(found.end, found.label, found.length)


@dataclass(frozen=True, eq=False, slots=True)
class Walks:
    """Several paths, and the equilibria at their ends.

    Attributes
    ----------
    normal_form : NormalForm
        Whose strategies the labels are.
    paths : tuple of LabelPath
    ends : tuple of ProvedPlans
        Equilibrium k of the paths at place k − 1, with the label and the length of the path that found it first.
        Where payoffs tie several may be the same.
    """

    normal_form: NormalForm
    paths: tuple[LabelPath, ...]
    ends: tuple[ProvedPlans, ...]


def walk_all_labels(form: SequenceForm) -> Walks:
    """Walk the paths of all labels from the artificial equilibrium."""
    side = Strategic.of(form)
    found = all_labels(*side.normal_form.matrices())
    first: dict[tuple[int, ...], Path] = {}
    for each in found:
        first.setdefault(each.end.labels, each)
    number = {labels: k for k, labels in enumerate(first, 1)}
    paths = (LabelPath(0, each.label, each.length, number[each.end.labels]) for each in found)
    ends = (side.proved(each.end, each.label, each.length) for each in first.values())
    return Walks(side.normal_form, tuple(paths), tuple(ends))


def walk_on(form: SequenceForm) -> Walks:
    """Walk the paths of all labels from the artificial equilibrium, and from every equilibrium so found again."""
    side = Strategic.of(form)
    found = reachable(*side.normal_form.matrices())
    paths = [
        LabelPath(start, label, arrow.length, arrow.pair)
        for start, arrows in enumerate(found.arrows)
        for label, arrow in enumerate(arrows)
    ]
    first = {each.end: each for each in reversed(paths)}
    ends = (side.proved(pair, first[k].label, first[k].pivots) for k, pair in enumerate(found.pairs) if k)
    return Walks(side.normal_form, tuple(paths), tuple(ends))


@dataclass(frozen=True, eq=False, slots=True)
class Strategic:
    """A sequence form beside the strategic form whose mixed strategies are its plans."""

    form: SequenceForm
    normal_form: NormalForm

    @classmethod
    def of(cls, form: SequenceForm) -> Strategic:
        """Return the two; an InputError for a form of which neither the matrices nor the tree is known."""
        if isinstance(form, StrategicForm):
            return cls(form, form.normal_form)
        if isinstance(form, TreeForm):
            return cls(form, normal_form(form.game, reduced=True))
        raise InputError(f"a game given by its states, expected one held as a tree for the method {METHOD}")

    def proved(self, pair: LabeledPair, label: int, pivots: int) -> ProvedPlans:
        """Return the plans of a pair of mixed strategies in equilibrium."""
        plans = self._plan(0, pair.x), self._plan(1, pair.y)
        return proved_by_replies(
            self.form, plans, method=METHOD, kernel="exact", pivots=pivots, bits=pair.bits, label=label
        )

    def _plan(self, player: int, mixed: Vector) -> Vector:
        if not isinstance(self.normal_form, TreeNormalForm):
            return np.append([ONE], mixed)
        return plan_of_mixed(self.form.sequences[player], self.normal_form.mixed_strategy(player, mixed))
