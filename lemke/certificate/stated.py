"""The check of stated sets of equilibria: every set and every step of the proof is checked again, without a search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np
from gmpy2 import mpq

from lemke.certificate.conditions import Combination
from lemke.certificate.described_set import DescribedSet, Overview
from lemke.certificate.goal import Objective
from lemke.certificate.intervals import Interval, MoveRange
from lemke.certificate.judge import Claim, Judge
from lemke.certificate.ranges import PlanRanges, RangeProof
from lemke.certificate.resolution import Conflict, EquilibriumSet, Ledger, ProofStep
from lemke.errors import InputError, NotProvedError, one_line
from lemke.game import Game
from lemke.game.strategy import Profile, identity
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import short
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table
from lemke.ground.words import count

REPLAY = Format(
    "lemke-enumeration-report/1",
    """
game | a game |
sets, steps, combinations | whole | the numbers of sets, of steps and of combinations in the document
complete | true, false | whether the document states that the sets contain all equilibria; for `lemke-best/1`, that no
    equilibrium has a greater value
holds | true, false | whether all statements that are checked are proved
objection | text, null | why the first unproved statement is not proved; null if there is none
""",
)
CONSTANT_SUM, RESOLUTION = "constant-sum", "resolution"


@dataclass(frozen=True, eq=False)
class StatedSet:
    """What a document states about one set.

    Attributes
    ----------
    equilibrium_set : EquilibriumSet
    ranges : (RangeProof, RangeProof)
    payoffs : (Interval | None, Interval | None)
        The payoffs of player 1 and of player 2; None if not stated.
    dimensions : (int | None, int | None)
        The dimensions of X and of Y; None if not stated.
    pure : bool
        Whether the set is stated to be one equilibrium in pure strategies.
    moves : (dict, dict)
        Sequence of player 1, and of player 2 → range of its last move; None if not stated.
    vertices : tuple of tuple of exact vectors
        The vertices of X and of Y; empty if not stated.
    """

    equilibrium_set: EquilibriumSet
    ranges: tuple[RangeProof, RangeProof]
    payoffs: tuple[Interval | None, ...]
    dimensions: tuple[int | None, ...]
    pure: bool
    moves: tuple[dict[int, MoveRange | None], dict[int, MoveRange | None]]
    vertices: tuple[tuple[Vector, ...], ...]


@dataclass(frozen=True, eq=False)
class StatedOverview:
    """What a document states about all equilibria together; a field is None where the document states nothing.

    Attributes
    ----------
    unique : bool | None
    payoffs : tuple of Interval | None
    moves : dict
        (player, sequence) → which equilibria play the sequence (``every``, ``some`` or ``no``), range of its last move.
    """

    unique: bool | None
    payoffs: tuple[Interval | None, ...]
    moves: dict[tuple[int, int], tuple[str | None, MoveRange | None]]


@dataclass(frozen=True, eq=False)
class StatedSets:
    """What a document states about the equilibria of a game.

    Attributes
    ----------
    sets : tuple of StatedSet
    combinations : tuple of Combination
    steps : tuple of ProofStep
    complete : bool
        Whether all equilibria are in the sets.
    proof : str
        ``resolution`` or ``constant-sum``.
    overview : StatedOverview | None
        What is stated about all sets together; None if nothing is.
    components : tuple of tuple of int
        For each component the numbers of its sets, from 1.
    indices : tuple of (int | None)
        The indices of the components.
    open_branches : int
    """

    sets: tuple[StatedSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    complete: bool
    proof: str
    overview: StatedOverview | None
    components: tuple[tuple[int, ...], ...]
    indices: tuple[int | None, ...]
    open_branches: int


@dataclass(frozen=True, eq=False)
class StatedBest:
    """What a document states about a best equilibrium.

    Attributes
    ----------
    objective : Objective | None
        The function; None if the number of sequences that are played is maximized.
    value : mpq
    payoffs : (mpq, mpq)
    profile : Profile
    plans : (exact vector, exact vector)
    sets : tuple of EquilibriumSet
        Without an objective: maximal sets, all of them if ``complete``. With an objective: in a constant-sum game the
        set of all equilibria, in other games none.
    combinations : tuple of Combination
    steps : tuple of ProofStep
    complete : bool
        Whether no equilibrium has a greater value.
    proof : str
    """

    objective: Objective | None
    value: mpq
    payoffs: tuple[mpq, mpq]
    profile: Profile
    plans: tuple[Vector, Vector]
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    complete: bool
    proof: str


@dataclass(frozen=True, eq=False)
class Replay(Tabular):
    """The verdict on stated sets of equilibria, or on a best equilibrium.

    Attributes
    ----------
    game : Game
    stated : StatedSets | StatedBest
    ledger : Ledger
        What was proved up to the first objection.
    ranges : list of (PlanRanges, PlanRanges)
        What was proved about each set, up to the first objection; empty for a best equilibrium.
    objection : str
        Why the first unproved statement is not proved; empty if all statements that are checked are proved.
    """

    game: Game
    stated: StatedSets | StatedBest
    ledger: Ledger
    ranges: list[tuple[PlanRanges, PlanRanges]]
    objection: str

    @property
    def holds(self) -> bool:
        """Whether all statements that are checked are proved."""
        return not self.objection

    def to_table(self) -> Table:
        """Return how many sets, steps and combinations are stated, and whether they hold."""
        stated = self.stated
        row = (len(stated.sets), len(stated.steps), len(stated.combinations), stated.complete, self.holds)
        return Table(("sets", "steps", "combinations", "complete", "holds"), (row,), self.sentence)

    @property
    def sentence(self) -> str:
        """The verdict in words."""
        if self.objection:
            return f"Not proved: {self.objection}."
        stated = self.stated
        how = "the game is constant-sum" if stated.proof == CONSTANT_SUM else count(len(stated.steps), "step")
        if isinstance(stated, StatedBest):
            text = "sequences played" if stated.objective is None else one_line(stated.objective.text)
            objective = f"{text} = {short(stated.value)}"
            if not stated.complete:
                missing = "the file does not state that no equilibrium has a greater value"
                return f"Proved: an equilibrium with {objective}; {missing}."
            return f"Proved: an equilibrium with {objective}; no equilibrium has a greater value ({how})."
        sets = count(len(stated.sets), "maximal set")
        if not stated.complete:
            return f"Proved: {sets} of equilibria; the file does not state that there are no others."
        return f"Proved: all equilibria are in {sets} ({how})."

    def document(self) -> Document:
        """Return the verdict."""

        def blocks() -> list[Block]:
            return [self.sentence]

        return Document(
            blocks,
            REPLAY,
            lambda: {
                "game": identity(self.game),
                "sets": len(self.stated.sets),
                "steps": len(self.stated.steps),
                "combinations": len(self.stated.combinations),
                "complete": self.stated.complete,
                "holds": self.holds,
                "objection": self.objection or None,
            },
        )


def replay(game: Game, stated: StatedSets | StatedBest) -> Replay:
    """Check all that is stated about the equilibria of a game.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    LimitError
        If a limit is reached.
    """
    judge, ranges = Judge.of(game), list[tuple[PlanRanges, PlanRanges]]()
    if isinstance(stated, StatedSets):
        ledger = Ledger(judge)
        return Replay(game, stated, ledger, ranges, _objection_to_sets(ledger, ranges, stated))
    ledger = Ledger(judge, stated.objective)
    return Replay(game, stated, ledger, ranges, _objection_to_best(ledger, stated))


def _first_objection(noun: str, first: int, additions: Iterable[Callable[[], object]]) -> str:
    """Make additions to a ledger until one fails; return its number, from ``first``, and why; else an empty text."""
    for number, add in enumerate(additions, first):
        limits.check()
        try:
            add()
        except (NotProvedError, InputError) as error:
            return f"{noun} {number}: {error.message}"
    return ""


def _include(ledger: Ledger, ranges: list[tuple[PlanRanges, PlanRanges]], stated: StatedSet) -> None:
    """Add a set and check all statements about it; a NotProvedError or InputError says which one is not proved."""
    ledger.include(stated.equilibrium_set)
    first, second = (PlanRanges.of(ledger, stated.equilibrium_set, player) for player in (0, 1))
    first.add(stated.ranges[0])
    second.add(stated.ranges[1])
    ranges.append((first, second))
    proved = DescribedSet(stated.equilibrium_set, ranges[-1])
    for player in (0, 1):
        name = f"player {player + 1}"
        _require_proved(stated.payoffs[player], proved.payoffs[player], f"payoff of {name}")
        _require_proved(stated.dimensions[player], proved.dimensions[player], f"dimension of the plans of {name}")
        for sequence, move in stated.moves[player].items():
            _require_proved(move, proved.moves[player][sequence], f"range of sequence {sequence} of {name}")
    _require_proved(stated.pure, proved.is_pure, "member pure")
    for vertices, plans in zip(stated.vertices, ranges[-1], strict=False):  # strict=False: there may be none
        for number, vertex in enumerate(vertices):
            if vertex.shape != plans.plan.shape or not plans.is_in(vertex):
                player = plans.conditions.sequences.player
                raise NotProvedError(
                    f"a vertex that is no plan of the set: vertices[{player}][{number}], expected a plan of player "
                    f"{player + 1} in the set"
                )


def _require_proved(value: object | None, proved: object | None, noun: str) -> None:
    """Raise a NotProvedError if a value is stated and differs from the proved one."""
    if value is not None and value != proved:
        in_json, expected = (str(part).lower() if isinstance(part, bool) else part for part in (value, proved))
        unproved = "null, because nothing is proved about it"
        raise NotProvedError(f"the {noun} is stated as {in_json}, expected {unproved if proved is None else expected}")


def _objection_to_sets(ledger: Ledger, ranges: list[tuple[PlanRanges, PlanRanges]], stated: StatedSets) -> str:
    objection = _first_objection(
        "set", 1, (partial(_include, ledger, ranges, stated_set) for stated_set in stated.sets)
    )
    objection = objection or _objection_to_steps(ledger, stated) or _objection_to_components(stated)
    if objection or stated.overview is None:
        return objection
    sets = tuple(map(DescribedSet, ledger.sets, ranges))
    try:
        _check_overview(stated.overview, Overview(sets, stated.complete))
    except NotProvedError as error:
        return f"all sets together: {error.message}"
    return ""


def _objection_to_components(stated: StatedSets) -> str:
    """Return a contradiction between components, indices, open branches and sets; an empty text if there is none.

    Not checked: whether the sets of a component are connected, and whether the indices are right.
    """
    if stated.complete and stated.open_branches:
        return f"{stated.open_branches} open branches although stopped is done, expected 0"
    if not stated.complete and any(stated.components):
        return "components although stopped is not done, expected none, because further sets may exist"
    if stated.complete and sorted(chain.from_iterable(stated.components)) != [*range(1, len(stated.sets) + 1)]:
        sets = f"each number from 1 to {len(stated.sets)} once"
        return f"components that lack or repeat a set, or have another number, expected {sets}"
    if len(stated.indices) != len(stated.components):
        return f"indices of {count(len(stated.indices), 'component')}, expected {len(stated.components)}"
    if stated.indices and None not in stated.indices and (total := sum(filter(None, stated.indices))) != 1:
        return f"indices of components with the sum {total}, expected 1"
    return ""


def _objection_to_best(ledger: Ledger, stated: StatedBest) -> str:
    claim = Claim(stated.profile, stated.payoffs, stated.plans)
    report, objections = ledger.judge.judge(claim)
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


def _objection_to_steps(ledger: Ledger, stated: StatedSets | StatedBest) -> str:
    return (
        _first_objection("combination", 0, (partial(ledger.combine, row) for row in stated.combinations))
        or _first_objection("step", 0, (partial(ledger.add, step) for step in stated.steps))
        or _objection_to_completeness(ledger, stated)
    )


def _check_overview(stated: StatedOverview, proved: Overview) -> None:
    """Raise a NotProvedError unless all that is stated about all equilibria together is proved."""
    _require_proved(stated.unique, proved.is_unique, "member unique")
    for player in (0, 1):
        _require_proved(stated.payoffs[player], proved.payoffs[player], f"payoff of player {player + 1}")
    if stated.moves and not proved.sets:
        raise NotProvedError("moves with ranges, but no set of equilibria, expected an empty list of moves")
    for (player, sequence), (played, move) in stated.moves.items():
        name = f"sequence {sequence} of player {player + 1}"
        _require_proved(played, proved.played(player, sequence), f"member played of {name}")
        _require_proved(move, proved.moves[player][sequence], f"range of {name}")


def _objection_to_completeness(ledger: Ledger, stated: StatedSets | StatedBest) -> str:
    """Return why it is not proved that nothing is missing; an empty text if it is proved or not stated."""
    if not stated.complete:
        return ""
    if stated.proof == RESOLUTION:
        if ledger.is_complete:
            return ""
        excluded = (
            "equilibria outside the sets" if isinstance(stated, StatedSets) else "equilibria with a greater value"
        )
        last_step = "the last step does not exclude" if ledger.conflicts else "without steps nothing excludes"
        return f"{last_step} {excluded}, expected a step that excludes them, because stopped is done"
    if ledger.judge.total is None:
        return "the proof constant-sum in a game that is not constant-sum, expected resolution"
    if len(ledger.sets) != 1:
        return f"the proof constant-sum with {count(len(ledger.sets), 'set')}, expected 1"
    if isinstance(stated, StatedSets) or stated.objective is None:
        return ""
    # if there is no step, take a conflict with a positive variable, which bounds nothing
    last = ledger.conflicts[-1] if ledger.conflicts else Conflict(positive=1)
    bounds_the_set = not last.positive and not last.zero & ~ledger.outside(0)
    last_step = "the last step does not bound" if ledger.conflicts else "without steps nothing bounds"
    if bounds_the_set:
        return ""
    return f"{last_step} the objective on the set of all equilibria, expected a step that bounds it"
