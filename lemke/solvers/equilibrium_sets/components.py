"""How the maximal sets of equilibria are connected, and the index of a component if it is cheap to compute."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from lemke.certificate import Excluded, PlanRanges
from lemke.forms.sequence_form import SequenceForm
from lemke.ground.sparse import SparseMatrix
from lemke.linear.exact import determinant_sign
from lemke.solvers.equilibrium_sets.search import Search

INDEXED = 300
"""Largest number of rows of a determinant that is computed for an index."""


def components(search: Search, order: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the components, each as the indices of its sets in ``order``.

    Sets with a common point are in the same component.
    """
    ledger = search.ledger
    component = list(range(len(ledger.sets)))  # the label of every set's component; at first every set is alone
    # sets of variables of which the search has proved that they cannot all be 0
    empty_cores = [
        ledger.signs(step.combination)[0]
        for step in ledger.steps
        if isinstance(step, Excluded) and step.variable is None
    ]
    for first, second in combinations(range(len(ledger.sets)), 2):
        label, new_label = component[first], component[second]
        if label != new_label:
            zero = ledger.outside(first) | ledger.outside(second)
            if not any(core & ~zero == 0 for core in empty_cores) and _meet(search, zero):
                component = [new_label if set_label == label else set_label for set_label in component]
    members: dict[int, list[int]] = {}
    for index, number in enumerate(order):
        members.setdefault(component[number], []).append(index)
    return tuple(sorted(map(tuple, members.values())))


def indices(
    form: SequenceForm, components: tuple[tuple[int, ...], ...], ranges: list[tuple[PlanRanges, PlanRanges]]
) -> tuple[int | None, ...]:
    """Return the index of every component of the set of all equilibria; None if it is not cheap to compute.

    The index of a single regular equilibrium is cheap, unless the game is large. The indices add up to 1, so a single
    missing index follows from the others (Shapley 1974; Govindan, Wilson 2002, for trees).

    Parameters
    ----------
    components : tuple of tuples of int
        For each component the numbers of its sets, which are their indices in ``ranges``.
    ranges : list of (PlanRanges, PlanRanges)
        What is proved of both players' plans in every set.
    """
    component_indices = [_index(form, ranges[sets[0]]) if len(sets) == 1 else None for sets in components]
    if component_indices.count(None) == 1:
        known_sum = sum(index for index in component_indices if index is not None)
        component_indices[component_indices.index(None)] = 1 - known_sum
    return tuple(component_indices)


def _index(form: SequenceForm, ranges: tuple[PlanRanges, PlanRanges]) -> int | None:
    """Return the index of a regular equilibrium, the sign of a determinant.

    Return None if the equilibrium is not regular, or the determinant has more than INDEXED rows. In a regular
    equilibrium every sequence either is played or has a positive slack, and the plans (x, y) and values (u, v) change
    continuously with the payoffs: the matrix of this system, with the played sequences alone, is not singular.

        |  P  Cᵀ | | x, y |        P = | 0   −A |     C = | E  0 |
        | −C  0  | | u, v |            | −Bᵀ  0 |         | 0  F |
    """
    first, second = ranges
    played = [np.flatnonzero(plans.plan > 0) for plans in ranges]
    # the slacks of a player's sequences are in the opponent's half
    for sequences, slack in zip(played, (second.slack, first.slack), strict=True):
        if len(sequences) + np.count_nonzero(slack) != len(slack):
            return None
    rows, columns = played
    sizes = len(rows), len(columns), form.E.shape[0], form.F.shape[0]
    if sum(sizes) > INDEXED:
        return None
    x, y, u, v = (sum(sizes[:k]) for k in range(4))  # the first row and the first column of every block
    E, F = form.E.part(np.arange(sizes[2]), rows), form.F.part(np.arange(sizes[3]), columns)
    blocks = [
        (x, y, -form.A.part(rows, columns)),
        (y, x, -form.B.part(rows, columns).T),
        (x, u, E.T),
        (y, v, F.T),
        (u, x, -E),
        (v, y, -F),
    ]
    sign = determinant_sign(SparseMatrix.of_blocks((sum(sizes), sum(sizes)), blocks))
    return sign or None  # 0: the system is singular


def _meet(search: Search, zero: int) -> bool:
    """Return whether both players have plans with these variables 0; either answer is proved."""
    for half, half_zero in zip(search.halves, search.by_half(zero), strict=True):
        has_plan = half.point(half_zero).positive >> half.constant & 1  # the point is exact: a proof
        if not has_plan and half.proof(half_zero, 1 << half.constant) is not None:
            return False
    return True  # ``proof`` returns None only if the face has a point
