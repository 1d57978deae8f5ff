"""Return all equilibria of a game, with their description and proof."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from gmpy2 import mpq

from lemke.certificate import (
    Claim,
    DescribedSet,
    EquilibriumSets,
    Judge,
    Ledger,
    PlanRanges,
)
from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.certificate.replaying import Replay
from lemke.errors import LimitError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.ground import limits
from lemke.ground.masks import mask_where
from lemke.ground.sparse import Vector
from lemke.solvers.answers import confirm
from lemke.solvers.equilibrium_sets.components import components, indices
from lemke.solvers.equilibrium_sets.ranges import ChosenSequences, describe
from lemke.solvers.equilibrium_sets.search import Search
from lemke.solvers.equilibrium_sets.steps import needed_steps
from lemke.solvers.equilibrium_sets.vertices import vertices


def equilibrium_sets(
    game: Game,
    first: int | None = None,
    earlier: Replay | None = None,
    moves: ChosenSequences | None = None,
    *,
    with_vertices: bool = False,
) -> EquilibriumSets:
    """Return all equilibria of a game as maximal convex sets; after a limit, the sets found so far.

    Parameters
    ----------
    game : Game
    first : int, optional
        Stop after this number of sets.
    earlier : Replay, optional
        The checked proofs of an earlier search, from which the search goes on.
    moves : (collection of int, collection of int), optional
        The sequences of player 1 and of player 2 whose ranges are proved; by default all sequences.
    with_vertices : bool
        Whether to find the vertices of the sets, after all sets.

    Raises
    ------
    InputError, GameError, RecallError
        For an object that is no game, or no game of two players with perfect recall.
    NotProvedError
        If a step of the search could not be proved, or the judge does not confirm a set.

    >>> from lemke.generators import kuhn
    >>> equilibria = equilibrium_sets(kuhn(3))
    >>> len(equilibria.sets), equilibria.sets[0].dimensions, str(equilibria.sets[0].payoffs[0])
    (1, (1, 0), '-1/18')
    """
    ledger = Ledger(Judge.of(game)) if earlier is None else earlier.ledger
    judge = ledger.judge
    ranges = [] if earlier is None else _earlier_ranges(earlier)
    set_vertices: dict[int, tuple[tuple[Vector, ...], tuple[Vector, ...]]] = {}
    if moves is None:
        moves = range(1, judge.sequences[0].size), range(1, judge.sequences[1].size)
    form = sequence_form(game)
    search = Search(form, ledger)
    search.recall()
    set_components: tuple[tuple[int, ...], ...] = ()
    component_indices: tuple[int | None, ...] = ()
    stopped: EnumerationStop = "done"
    reason = ""
    try:
        for number in chain(range(len(ledger.sets)), _new_sets(search, form)):
            if number == len(ranges):
                ranges.append(_ranges(ledger, number))
            describe(search.halves, search.by_half(ledger.outside(number)), ranges[number], moves)
            if number + 1 == first and judge.total is None:
                stopped = "first"
                break
        for number, (first_ranges, second_ranges) in enumerate(ranges if with_vertices else ()):
            half_1, half_2 = search.halves
            set_vertices[number] = vertices(half_1, first_ranges), vertices(half_2, second_ranges)
        if stopped == "done":
            order = _order(ledger)
            set_components = components(search, order)
            component_indices = indices(form, set_components, [ranges[number] for number in order])
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    with limits.lifted():  # after a limit, too, the answer has all sets found so far and judged
        ranges += [_ranges(ledger, number) for number in range(len(ranges), len(ledger.sets))]
        order = _order(ledger)
        sets = tuple(
            DescribedSet(game, ledger.sets[number], ranges[number], set_vertices.get(number)) for number in order
        )
        steps, used = needed_steps(ledger, None if ledger.is_complete else search.conflicts.steps(), order)
        equilibria = EquilibriumSets(
            game=game,
            sets=sets,
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


def _new_sets(search: Search, form: SequenceForm) -> Iterator[int]:
    """Yield the numbers of the sets that were not in the ledger; a constant-sum game has one set."""
    if search.ledger.judge.total is None:
        yield from search.sets()
    elif not search.ledger.sets:
        x, y = an_equilibrium(form)
        search.start(mask_where(x > 0), mask_where(y > 0))
        yield 0


def _earlier_ranges(earlier: Replay) -> list[tuple[PlanRanges, PlanRanges]]:
    """Return the proved ranges of the sets of an earlier search.

    If an interrupt left the equations or the dimension of a set open, its ranges start anew.
    """
    ledger = earlier.ledger
    return [
        _ranges(ledger, number) if None in described.dimensions else described.ranges
        for number, described in enumerate(earlier.sets)
    ]


def _ranges(ledger: Ledger, number: int) -> tuple[PlanRanges, PlanRanges]:
    """Return the ranges of both players' plans in a set; nothing is proved of them yet."""
    first, second = (PlanRanges.of(ledger, ledger.sets[number], player) for player in (0, 1))
    return first, second


def an_equilibrium(form: SequenceForm) -> tuple[Vector, Vector]:
    """Return the plans of some equilibrium."""
    from lemke.solvers import solve  # noqa: PLC0415  the table of methods is above this folder

    plans: tuple[Vector, Vector] = solve(form.plain()).plans
    return plans


def _order(ledger: Ledger) -> list[int]:
    """Return the numbers of the sets in the order of the answer, by :func:`_sort_key`."""
    return sorted(range(len(ledger.sets)), key=partial(_sort_key, ledger))


def _sort_key(ledger: Ledger, number: int) -> list[list[bool]]:
    """Return the sort key of a set: sets that play the first sequences come first."""
    return [(plan == 0).tolist() for plan in ledger.sets[number].plans]


def judged_profile(judge: Judge, payoffs: tuple[mpq, mpq], plans: tuple[Vector, Vector]) -> PlayedProfile:
    """Return plans in equilibrium as a profile with best replies filled in off the path, judged on the tree.

    The probabilities of the profile can be read by name.
    """
    profile = judge.completed(plans)
    confirm(judge, Claim(profile, payoffs, plans), "enumeration")
    return profile
