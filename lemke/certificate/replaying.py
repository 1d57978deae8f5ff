"""The check of sets of equilibria and of best equilibria: every set and step is checked again, without a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, TypeAlias

import numpy as np
from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.conditions import require
from lemke.certificate.described_set import DescribedSet, SetMembers
from lemke.certificate.equilibrium_sets import (
    BestEquilibrium,
    EquilibriumRanges,
    EquilibriumSets,
    RangesMembers,
    SetsMembers,
)
from lemke.certificate.judge import Claim, Judge
from lemke.certificate.ranges import MoveRow, PlanRanges
from lemke.certificate.resolution import Conflict, EquilibriumSet, Ledger
from lemke.errors import NotProvedError
from lemke.game import Game
from lemke.game.canonical import identified_game
from lemke.ground import limits
from lemke.ground.rational import short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count

Stated: TypeAlias = SetsMembers | RangesMembers | BestEquilibrium
"""What is stated about the equilibria of a game, not yet checked."""
SetResult: TypeAlias = EquilibriumSets | EquilibriumRanges | BestEquilibrium


@dataclass(frozen=True, eq=False)
class SetsVerdict(ByValue, Result):
    """The verdict on sets of equilibria, ranges, or a best equilibrium.

    Attributes
    ----------
    game : Game
    claim : str
        What is stated, in words.
    objection : str | None
        Why the first unproved statement is not proved; None if all statements that are checked are proved.
    sets, steps, combinations : int
        The numbers of stated sets, steps and combinations.
    complete : bool
        Whether it is stated that no equilibrium, or none with a greater value, is missing.
    """

    json_format = "lemke-verdict/2"

    game: Game
    claim: str
    objection: str | None
    sets: int
    steps: int
    combinations: int
    complete: bool

    @property
    def holds(self) -> bool:
        """Whether all statements that are checked are proved."""
        return self.objection is None

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        return f"Proved: {self.claim}." if self.holds else f"Not proved: {self.objection}."

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the verdict, and what was checked."""
        return {**super().json_members(), "game": identified_game(self.game), "holds": self.holds}

    def to_table(self) -> Table:
        """Return how many sets, steps and combinations are stated, and whether they hold."""
        names = ("sets", "steps", "combinations", "complete", "holds")
        return Table(names, [tuple(getattr(self, name) for name in names)], notes=[self.sentence])


@dataclass(frozen=True, eq=False)
class Replay:
    """What a check of stated equilibria has proved.

    Attributes
    ----------
    ledger : Ledger
        What was proved up to the first objection.
    sets : list of DescribedSet
        What was proved about each set, up to the first objection; empty for a best equilibrium.
    verdict : SetsVerdict
    proved : EquilibriumSets | EquilibriumRanges | BestEquilibrium | None
        What was stated; None unless all statements that are checked are proved.
    """

    ledger: Ledger
    sets: list[DescribedSet]
    verdict: SetsVerdict
    proved: SetResult | None

    @property
    def result(self) -> SetResult:
        """What was stated; a NotProvedError if a statement is not proved."""
        if self.proved is None:
            raise NotProvedError(f"{self.objection}, expected statements that are proved")
        return self.proved

    @property
    def objection(self) -> str:
        """Why the first unproved statement is not proved; empty if all statements that are checked are proved."""
        return self.verdict.objection or ""


def replay(game: Game, stated: Stated | EquilibriumSets | EquilibriumRanges) -> Replay:
    """Check all that is stated about the equilibria of a game of two players with perfect recall, or up to a limit."""
    if isinstance(stated, EquilibriumSets | EquilibriumRanges):
        stated = stated.members()
    inner = stated.equilibria if isinstance(stated, RangesMembers) else stated
    ledger = Ledger(Judge.of(game), inner.objective if isinstance(inner, BestEquilibrium) else None)
    sets: list[DescribedSet] = []
    result: SetResult | None
    if isinstance(inner, BestEquilibrium):
        result, objection = inner, _objection_to_best(ledger, inner)
    else:
        additions = (partial(_include, ledger, sets, part) for part in inner.sets)
        objection = _first_objection("set", 1, additions) or _objection_to_steps(ledger, inner)
        objection = objection or _objection_to_components(inner)
        result = None if objection else _result(game, inner, sets)
        if isinstance(stated, RangesMembers) and isinstance(result, EquilibriumSets):
            rows = (sorted(row.sequence for row in stated.moves if row.player == player) for player in (1, 2))
            first, second = map(tuple, rows)
            result = EquilibriumRanges(result, (first, second))
            objection = _first_difference(stated, result.members(), ("unique", "payoffs", "moves"))
    steps, combinations, complete = len(inner.steps), len(inner.combinations), inner.stopped == "done"
    verdict = SetsVerdict(game, _claim(inner), objection or None, len(inner.sets), steps, combinations, complete)
    return Replay(ledger, sets, verdict, None if objection else result)


def _claim(stated: SetsMembers | BestEquilibrium) -> str:
    """Return in words what is stated."""
    how = "the game is constant-sum" if stated.proof == "constant-sum" else count(len(stated.steps), "step")
    if isinstance(stated, BestEquilibrium):
        more = "it is not stated that no equilibrium has a greater value"
        if stated.is_complete:
            more = f"no equilibrium has a greater value ({how})"
        return f"an equilibrium with {stated.equation}; {more}"
    sets = count(len(stated.sets), "maximal set")
    if stated.stopped != "done":
        return f"{sets} of equilibria; it is not stated that there are no others"
    return f"all equilibria are in {sets} ({how})"


def _result(game: Game, stated: SetsMembers, sets: list[DescribedSet]) -> EquilibriumSets:
    """Return what is stated as a result, given the proved sets."""
    return EquilibriumSets(
        game=game,
        sets=tuple(sets),
        components=tuple(tuple(number - 1 for number in component) for component in stated.components),
        indices=stated.indices,
        combinations=stated.combinations,
        steps=stated.steps,
        stopped=stated.stopped,
        reason=stated.reason,
        open_branches=stated.open,
        proof=stated.proof,
    )


def _first_difference(stated: Struct, proved: Struct, names: Iterable[str]) -> str:
    """Return the first difference of what is stated from what is proved, in some members; else an empty text."""
    differences = (_differences(getattr(stated, name), getattr(proved, name), name) for name in names)
    return next(chain.from_iterable(differences), "")


def _differences(stated: object, proved: object, path: str) -> Iterator[str]:
    """Yield the parts of a document that differ from what is proved; None states nothing."""
    if stated is None or (not isinstance(stated, np.ndarray) and stated == proved):
        return
    if isinstance(stated, MoveRow) and isinstance(proved, MoveRow):
        known = stated.weight is not None and proved.probability is not None
        if (stated.probability is not None) != known:
            yield f"{path}.probability is {_shown(stated.probability)}, expected {_shown(proved.probability)}"
    if isinstance(stated, Struct) and type(stated) is type(proved):
        for name in stated.__struct_fields__:
            yield from _differences(getattr(stated, name), getattr(proved, name), f"{path}.{name}")
    elif isinstance(stated, tuple) and isinstance(proved, tuple) and len(stated) == len(proved):
        for k, pair in enumerate(zip(stated, proved, strict=True)):
            yield from _differences(*pair, f"{path}[{k}]")
    elif isinstance(stated, tuple) and isinstance(proved, tuple):
        yield f"{path} has {count(len(stated), 'element')}, expected {len(proved)}"
    else:
        yield f"{path} is {_shown(stated)}, expected {_shown(proved)}"


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value) if isinstance(value, str) else str(value)


def _first_objection(noun: str, first: int, additions: Iterable[Callable[[], object]]) -> str:
    """Make additions to a ledger until one fails; return its number, from ``first``, and why; else an empty text."""
    for number, add in enumerate(additions, first):
        limits.check()
        try:
            add()
        except NotProvedError as error:
            return f"{noun} {number}: {error.message}"
    return ""


def _include(ledger: Ledger, sets: list[DescribedSet], stated: SetMembers) -> None:
    """Add a set and check all statements about it; a NotProvedError says which one is not proved."""
    equilibrium_set = EquilibriumSet(stated.plans, stated.values, stated.maximal)
    ledger.include(equilibrium_set)
    first, second = (PlanRanges.of(ledger, equilibrium_set, player) for player in (0, 1))
    for player, ranges in enumerate((first, second)):
        ranges.add(stated.ranges[player])
        for number, vertex in enumerate(stated.vertices[player] if stated.vertices else ()):
            is_member = vertex.shape == ranges.plan.shape and ranges.is_in(vertex)
            fault = f"vertices[{player}][{number}] that is no plan of the set"
            require(is_member, fault, f"a plan of player {player + 1} in the set")
    described = DescribedSet(ledger.judge.game, equilibrium_set, (first, second), stated.vertices)
    if difference := _first_difference(stated, described.members(), ("payoffs", "dimensions", "pure", "moves")):
        raise NotProvedError(difference)
    sets.append(described)


def _objection_to_components(stated: SetsMembers) -> str:
    """Return a contradiction between components, indices, open branches and sets; an empty text if there is none.

    Not checked: whether the sets of a component are connected, and whether the indices are right.
    """
    complete = stated.stopped == "done"
    if stated.open < 0 or (complete and stated.open):
        return f"open is {stated.open}, expected {'0, because stopped is done' if complete else '0 or more'}"
    if not complete and any(stated.components):
        return "components although stopped is not done, expected none, because further sets may exist"
    if complete and sorted(chain.from_iterable(stated.components)) != [*range(1, len(stated.sets) + 1)]:
        sets = f"each number from 1 to {len(stated.sets)} once"
        return f"components that lack or repeat a set, or have another number, expected {sets}"
    if len(stated.indices) != len(stated.components):
        return f"indices of {count(len(stated.indices), 'component')}, expected {len(stated.components)}"
    if stated.indices and None not in stated.indices and (total := sum(filter(None, stated.indices))) != 1:
        return f"indices of components with the sum {total}, expected 1"
    return ""


def _objection_to_best(ledger: Ledger, stated: BestEquilibrium) -> str:
    report, objections = ledger.judge.judge(Claim(stated.profile, stated.payoffs, stated.plans))
    if objections or not report.is_equilibrium:
        regret = short(max(report.regrets))
        return "; ".join(objections or [f"a profile with the largest regret {regret}, expected an equilibrium"])
    if stated.objective is None:
        value = mpq(sum(int(np.count_nonzero(plan != 0)) for plan in stated.plans))
    else:
        value = stated.objective.value(stated.payoffs, stated.plans)
    if stated.value != value:
        return f"the value {stated.value} of the equilibrium, expected {value}"
    ledger.best = stated.value
    objection = _first_objection("set", 1, (partial(ledger.include, equilibria) for equilibria in stated.sets))
    if not objection and stated.objective is None and any(equilibria.support > value for equilibria in ledger.sets):
        played = max(equilibria.support for equilibria in ledger.sets)
        objection = (
            f"a set with an equilibrium that plays {played} sequences, expected at most {value}, as in the profile"
        )
    return objection or _objection_to_steps(ledger, stated)


def _objection_to_steps(ledger: Ledger, stated: SetsMembers | BestEquilibrium) -> str:
    return (
        _first_objection("combination", 0, (partial(ledger.combine, row) for row in stated.combinations))
        or _first_objection("step", 0, (partial(ledger.add, step) for step in stated.steps))
        or _objection_to_completeness(ledger, stated)
    )


def _objection_to_completeness(ledger: Ledger, stated: SetsMembers | BestEquilibrium) -> str:
    """Return why it is not proved that nothing is missing; an empty text if it is proved or not stated."""
    if stated.stopped != "done":
        return ""
    if stated.proof == "resolution":
        if ledger.is_complete:
            return ""
        excluded = (
            "equilibria outside the sets" if isinstance(stated, SetsMembers) else "equilibria with a greater value"
        )
        last_step = "the last step does not exclude" if ledger.conflicts else "without steps nothing excludes"
        return f"{last_step} {excluded}, expected a step that excludes them, because stopped is done"
    if ledger.judge.total is None:
        return "the proof constant-sum in a game that is not constant-sum, expected resolution"
    if len(ledger.sets) != 1:
        return f"the proof constant-sum with {count(len(ledger.sets), 'set')}, expected 1"
    if isinstance(stated, SetsMembers) or stated.objective is None:
        return ""
    # if there is no step, take a conflict with a positive variable, which bounds nothing
    last = ledger.conflicts[-1] if ledger.conflicts else Conflict(positive=1)
    bounds_the_set = not last.positive and not last.zero & ~ledger.outside[0]
    last_step = "the last step does not bound" if ledger.conflicts else "without steps nothing bounds"
    if bounds_the_set:
        return ""
    return f"{last_step} the objective on the set of all equilibria, expected a step that bounds it"
