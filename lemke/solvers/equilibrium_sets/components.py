"""How the maximal sets of equilibria are connected, and the index of a component if it is cheap to compute."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from lemke.certificate import Excluded, PlanRanges
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix
from lemke.linear.exact import determinant_sign
from lemke.solvers.equilibrium_sets.search import Search

INDEXED = 300
"""Largest number of rows of a determinant that is computed."""


def components(search: Search, order: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the components as places in ``order``; two sets are connected if they have a common point."""
    ledger = search.ledger
    component = list(range(len(ledger.sets)))
    empty = [
        ledger.signs(step.combination)[0]
        for step in ledger.steps
        if isinstance(step, Excluded) and step.variable is None
    ]
    for number, earlier in combinations(range(len(ledger.sets)), 2):
        joined, into = component[number], component[earlier]
        if joined != into:
            zero = ledger.outside(number) | ledger.outside(earlier)
            if not any(core & ~zero == 0 for core in empty) and _meet(search, zero):
                component = [into if place == joined else place for place in component]
    members: dict[int, list[int]] = {}
    for place, number in enumerate(order):
        members.setdefault(component[number], []).append(place)
    return tuple(sorted(map(tuple, members.values())))


def indices(
    form: SequenceForm, components: tuple[tuple[int, ...], ...], ranges: list[tuple[PlanRanges, PlanRanges]]
) -> tuple[int | None, ...]:
    """Return the index of every component of the set of all equilibria; None if it is not cheap to compute.

    The indices add up to 1, so a single missing one follows (Shapley 1974; Govindan, Wilson 2002, for trees).

    Parameters
    ----------
    ranges : list of (PlanRanges, PlanRanges)
        One entry for every set, numbered as in the components.
    """
    known = [_index(form, ranges[sets[0]]) if len(sets) == 1 else None for sets in components]
    if known.count(None) == 1:
        known[known.index(None)] = 1 - sum(index for index in known if index is not None)
    return tuple(known)


def _index(form: SequenceForm, ranges: tuple[PlanRanges, PlanRanges]) -> int | None:
    """Return the index of a regular equilibrium, the sign of a determinant; None if the equilibrium is not regular.

    In a regular equilibrium every sequence either is played or has a positive slack, and the plans (x, y) and values
    (u, v) change continuously with the payoffs: the system of the played sequences is not singular.

        | 0  P | | x, y |        P = | 0   −A |     C = | E  0 |
        |  C   | | u, v |            | −Bᵀ  0 |         | 0  F |
    """
    first, second = ranges
    played = [np.flatnonzero(plans.plan > 0) for plans in ranges]
    for chosen, slack in zip(played, (second.slack, first.slack), strict=True):
        if len(chosen) + np.count_nonzero(slack) != len(slack):
            return None
    rows, columns = played
    sizes = len(rows), len(columns), form.E.shape[0], form.F.shape[0]
    if sum(sizes) > INDEXED:
        return None
    limits.check()
    x, y, u, v = (sum(sizes[:k]) for k in range(4))
    E, F = form.E.part(np.arange(sizes[2]), rows), form.F.part(np.arange(sizes[3]), columns)
    blocks = [
        (x, y, -form.A.part(rows, columns)),
        (y, x, -form.B.part(rows, columns).T),
        (x, u, E.T),
        (y, v, F.T),
        (u, x, -E),
        (v, y, -F),
    ]
    return determinant_sign(SparseMatrix.of_blocks((sum(sizes), sum(sizes)), blocks)) or None


def _meet(search: Search, zero: int) -> bool:
    """Return whether both players have plans with these variables 0; both answers are proved."""
    for half, part in zip(search.halves, search.halved(zero), strict=True):
        nonempty = half.point(part).positive >> half.constant & 1  # an exact point shows it
        if not nonempty and half.proof(part, 1 << half.constant) is not None:
            return False
    return True  # a face without a proof that it is empty has a point
