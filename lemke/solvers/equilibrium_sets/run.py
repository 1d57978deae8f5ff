"""Return all equilibria of a game, with their description and proof, and the ranges of moves over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    Bounded,
    Claim,
    Combination,
    DescribedSet,
    EquilibriumRanges,
    EquilibriumSets,
    Excluded,
    Inside,
    Judge,
    Ledger,
    PlanRanges,
    ProofStep,
    Resolved,
    replay,
)
from lemke.certificate.equilibrium_sets import EnumerationStop, SetsMembers
from lemke.errors import InputError, LimitError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.ground import limits
from lemke.ground.rational import quoted
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.linear.exact import determinant_sign
from lemke.solvers.answers import confirm
from lemke.solvers.equilibrium_sets.ranges import ChosenSequences, describe, vertices
from lemke.solvers.equilibrium_sets.search import Search
from lemke.solvers.methods import solve

Earlier: TypeAlias = SetsMembers | EquilibriumSets | EquilibriumRanges
"""What an earlier search for sets of equilibria found, or what its JSON states."""
RangesPair: TypeAlias = tuple[PlanRanges, PlanRanges]
"""What is proved about both players' plans in a set."""


def equilibrium_sets(
    game: Game,
    first: int | None = None,
    earlier: Earlier | None = None,
    moves: ChosenSequences | None = None,
    *,
    with_vertices: bool = False,
) -> EquilibriumSets:
    """Return all equilibria of a game as maximal convex sets; after a limit, the sets found so far.

    The search stops after ``first`` sets, and goes on from ``earlier``, whose proofs are checked again. ``moves`` are
    the sequences of both players whose ranges are proved; by default all. With ``with_vertices`` the vertices follow.

    Raises NotProvedError if a step of the search could not be proved, or the judge does not confirm a set; InputError
    if a proof of ``earlier`` does not hold.
    """
    ledger, ranges = (Ledger(Judge.of(game)), list[RangesPair]()) if earlier is None else _replayed(game, earlier)
    judge = ledger.judge
    set_vertices: dict[int, tuple[tuple[Vector, ...], tuple[Vector, ...]]] = {}
    if moves is None:
        moves = range(1, judge.sequences[0].size), range(1, judge.sequences[1].size)
    form = sequence_form(game)
    search = Search(form, ledger)
    set_components: tuple[tuple[int, ...], ...] = ()
    component_indices: tuple[int | None, ...] = ()
    stopped: EnumerationStop = "done"
    reason = ""
    try:
        for number in chain(range(len(ledger.sets)), _new_sets(search, form)):
            if number == len(ranges):
                ranges.append(_unproved_ranges(ledger, number))
            describe(search.halves, search.by_half(ledger.outside[number]), ranges[number], moves)
            if number + 1 == first and judge.total is None:
                stopped = "first"
                break
        if with_vertices:
            for number, (ranges_1, ranges_2) in enumerate(ranges):
                half_1, half_2 = search.halves
                set_vertices[number] = vertices(half_1, ranges_1), vertices(half_2, ranges_2)
        if stopped == "done":
            order = _order(ledger)
            set_components = components(search, order)
            component_indices = indices(form, set_components, [ranges[number] for number in order])
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    with limits.lifted():  # after a limit, too, the answer has all sets found so far and judged
        ranges += [_unproved_ranges(ledger, number) for number in range(len(ranges), len(ledger.sets))]
        order = _order(ledger)
        sets = [DescribedSet(game, ledger.sets[number], ranges[number], set_vertices.get(number)) for number in order]
        steps, used = needed_steps(search, ledger.is_complete, order)
        equilibria = EquilibriumSets(
            game=game,
            sets=tuple(sets),
            components=set_components,
            indices=component_indices,
            combinations=used,
            steps=steps,
            stopped=stopped,
            reason=reason,
            open_branches=0 if stopped == "done" else search.open_branches,
            proof="resolution" if judge.total is None else "constant-sum",
        )
        for described, profile in zip(sets, equilibria.profiles, strict=True):
            point = described.equilibrium_set
            confirm(judge, Claim(profile, point.payoffs, point.plans), "enumeration")
    return equilibria


def equilibrium_ranges(
    game: Game, player: int | None = None, only: str | None = None, earlier: Earlier | None = None
) -> EquilibriumRanges:
    """Return the range of every move over all equilibria of a game, proved; see :func:`lemke.ranges`."""
    all_sequences = Judge.of(game).sequences
    is_label = any(only == part.label for sequences in all_sequences for part in sequences.information_sets)
    moves_1, moves_2 = (
        tuple(
            sequence
            for h, part in enumerate(sequences.information_sets)
            # a text that is no label is the number of a set
            if player in (None, sequences.player) and only in (None, part.label if is_label else str(part.number))
            for sequence in sequences.moves(h)
        )
        for sequences in all_sequences
    )
    if only is not None and not moves_1 and not moves_2:
        owner = "" if player is None else f" of player {player + 1}"
        raise InputError(f"only {quoted(only)}, expected the label or the number of an information set{owner}")
    return EquilibriumRanges(equilibrium_sets(game, None, earlier, (moves_1, moves_2)), (moves_1, moves_2))


def _replayed(game: Game, earlier: Earlier) -> tuple[Ledger, list[RangesPair]]:
    """Return the proofs of an earlier search, checked again, and the ranges of its sets.

    If an interrupt left the equations or the dimension of a set open, its ranges start anew.
    """
    replayed = replay(game, earlier.equilibria if isinstance(earlier, EquilibriumRanges) else earlier)
    if replayed.objection:
        raise InputError(f"unproved sets of equilibria to resume: {replayed.objection}")
    ledger = replayed.ledger
    return ledger, [
        _unproved_ranges(ledger, number) if None in described.dimensions else described.ranges
        for number, described in enumerate(replayed.sets)
    ]


def _unproved_ranges(ledger: Ledger, number: int) -> RangesPair:
    """Return the ranges of both players' plans in a set, of which nothing is proved yet."""
    return PlanRanges.of(ledger, ledger.sets[number], 0), PlanRanges.of(ledger, ledger.sets[number], 1)


def _new_sets(search: Search, form: SequenceForm) -> Iterator[int]:
    """Yield the numbers of the sets that were not in the ledger; a constant-sum game has one set."""
    if search.ledger.judge.total is None:
        yield from search.sets()
    elif not search.ledger.sets:
        search.start(solve(form.plain()).plans)
        yield 0


def _order(ledger: Ledger) -> list[int]:
    """Return the numbers of the sets in the order of the answer: sets that play the first sequences come first."""
    return sorted(
        range(len(ledger.sets)), key=lambda number: [(plan == 0).tolist() for plan in ledger.sets[number].plans]
    )


def judged_profile(judge: Judge, payoffs: tuple[mpq, mpq], plans: tuple[Vector, Vector]) -> PlayedProfile:
    """Return plans in equilibrium as a profile with best replies filled in off the path, judged on the tree."""
    profile = judge.completed(plans)
    confirm(judge, Claim(profile, payoffs, plans), "enumeration")
    return profile


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
        ledger.signs[step.combination][0]
        for step in ledger.steps
        if isinstance(step, Excluded) and step.variable is None
    ]
    for first, second in combinations(range(len(ledger.sets)), 2):
        label, new_label = component[first], component[second]
        if label != new_label:
            zero = ledger.outside[first] | ledger.outside[second]
            if not any(core & ~zero == 0 for core in empty_cores) and _meet(search, zero):
                component = [new_label if set_label == label else set_label for set_label in component]
    members: dict[int, list[int]] = {}
    for index, number in enumerate(order):
        members.setdefault(component[number], []).append(index)
    return tuple(sorted(map(tuple, members.values())))


def indices(
    form: SequenceForm, components: tuple[tuple[int, ...], ...], ranges: list[RangesPair]
) -> tuple[int | None, ...]:
    """Return the index of every component of the set of all equilibria; None if it is not cheap to compute.

    The index of a single regular equilibrium is cheap, unless the game is large. The indices add up to 1, so a single
    missing index follows from the others (Shapley 1974; Govindan, Wilson 2002, for trees). A component is given by the
    indices of its sets in ``ranges``, which has what is proved of both players' plans in every set.
    """
    component_indices = [_index(form, ranges[sets[0]]) if len(sets) == 1 else None for sets in components]
    if component_indices.count(None) == 1:
        known_sum = sum(index for index in component_indices if index is not None)
        component_indices[component_indices.index(None)] = 1 - known_sum
    return tuple(component_indices)


def _index(form: SequenceForm, ranges: RangesPair) -> int | None:
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


def needed_steps(
    search: Search, is_complete: bool, order: list[int]
) -> tuple[tuple[ProofStep, ...], tuple[Combination, ...]]:
    """Return the steps that prove the last conflict or, if the search is not complete, all learned conflicts.

    Return also the combinations that these steps use. Steps and combinations are numbered anew; sets are numbered by
    their index in ``order``.
    """
    ledger = search.ledger
    pending = [len(ledger.steps) - 1] if is_complete else list(search.conflicts.learned)
    needed = set()
    while pending:
        number = pending.pop()
        if number not in needed:
            needed.add(number)
            step = ledger.steps[number]
            if isinstance(step, Resolved):
                pending += [step.zero, step.positive]
    new_step = {number: new for new, number in enumerate(sorted(needed))}
    new_combinations: dict[int, int] = {}

    def new_combination(number: int) -> int:
        """Return the new number of a combination; numbers are given in the order of first use."""
        return new_combinations.setdefault(number, len(new_combinations))

    steps: list[ProofStep] = []
    for step in map(ledger.steps.__getitem__, sorted(needed)):
        if isinstance(step, Resolved):
            steps.append(Resolved(step.variable, new_step[step.zero], new_step[step.positive]))
        elif isinstance(step, Excluded):
            steps.append(Excluded(new_combination(step.combination), step.variable))
        elif isinstance(step, Bounded):
            first, second = (None if number is None else new_combination(number) for number in step.combinations)
            steps.append(Bounded(step.zero, (first, second)))
        elif isinstance(step, Inside):
            steps.append(Inside(order.index(step.equilibrium_set), tuple(map(new_combination, step.combinations))))
        else:
            steps.append(step)
    return tuple(steps), tuple(ledger.combinations[number] for number in new_combinations)
