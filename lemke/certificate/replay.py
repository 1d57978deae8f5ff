"""The check of a stated set of equilibria: every set and every step of the proof is done again; nothing is searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from lemke.certificate.conditions import Combination
from lemke.certificate.described_set import DescribedSet, Overview
from lemke.certificate.judge import Judge
from lemke.certificate.ranges import Interval, MoveRange, PlanRanges, RangeProof
from lemke.certificate.resolution import EquilibriumSet, Ledger, Step
from lemke.errors import NotProvedError, ShapeError
from lemke.game import Game
from lemke.game.strategy import identity
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.tables import Table
from lemke.ground.words import count

REPLAY = Format(
    "lemke-enumeration-report/1",
    """
game | a game |
sets, steps, combinations | whole | that were checked
complete | truth value | whether it is stated that all equilibria are in the sets
holds | truth value | whether all that is stated is proved
objection | text or null | the first statement that is not proved
""",
)
CONSTANT_SUM, RESOLUTION = "constant-sum", "resolution"
STRIDE = 64
"""Steps between two looks at the limits."""


@dataclass(frozen=True, eq=False)
class StatedSet:
    """What a document states of one set.

    Attributes
    ----------
    equilibrium_set : EquilibriumSet
    ranges : (RangeProof, RangeProof)
    payoffs, dimensions : tuples
        None for what is not stated.
    pure : bool
        Whether it is one equilibrium in pure strategies.
    moves : (dict, dict)
        Sequence → its range, None where it is not stated.
    """

    equilibrium_set: EquilibriumSet
    ranges: tuple[RangeProof, RangeProof]
    payoffs: tuple[Interval | None, ...]
    dimensions: tuple[int | None, ...]
    pure: bool
    moves: tuple[dict[int, MoveRange | None], dict[int, MoveRange | None]]


@dataclass(frozen=True, eq=False)
class StatedOverview:
    """What a document states of all equilibria; None for what it does not state.

    Attributes
    ----------
    unique : bool | None
    payoffs : tuple of Interval
    moves : dict
        (player, sequence) → by which equilibria it is played, and its range.
    """

    unique: bool | None
    payoffs: tuple[Interval | None, ...]
    moves: dict[tuple[int, int], tuple[str | None, MoveRange | None]]


@dataclass(frozen=True, eq=False)
class StatedSets:
    """What a document states of the equilibria of a game.

    Attributes
    ----------
    sets : tuple of StatedSet
    combinations : tuple of Combination
    steps : tuple of Step
    complete : bool
        Whether all equilibria are in the sets.
    proof : str
        ``resolution`` or ``constant-sum``.
    overview : StatedOverview | None
        Of all sets together, if it is stated.
    """

    sets: tuple[StatedSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[Step, ...]
    complete: bool
    proof: str
    overview: StatedOverview | None = None


@dataclass(frozen=True, eq=False)
class Replay(Tabular):
    """The verdict on stated sets of equilibria.

    Attributes
    ----------
    game : Game
    stated : StatedSets
    ledger : Ledger
        What was proved up to the first objection.
    ranges : list of (PlanRanges, PlanRanges)
        What was proved of each set.
    objection : str
        The first statement that is not proved; empty if all are.
    """

    game: Game
    stated: StatedSets
    ledger: Ledger
    ranges: list[tuple[PlanRanges, PlanRanges]]
    objection: str

    @property
    def holds(self) -> bool:
        """Whether all that is stated is proved."""
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
        sets = count(len(self.stated.sets), "maximal set")
        if not self.stated.complete:
            return f"Proved: {sets} of equilibria; it is not stated that there are no others."
        how = "the game is constant-sum" if self.stated.proof == CONSTANT_SUM else count(len(self.stated.steps), "step")
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


def replay(game: Game, stated: StatedSets) -> Replay:
    """Check all that is stated of the equilibria of a game.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    LimitError
        If a limit is reached.
    """
    ledger = Ledger(Judge.of(game))
    ranges: list[tuple[PlanRanges, PlanRanges]] = []
    return Replay(game, stated, ledger, ranges, _objection(ledger, ranges, stated))


def _first_objection(noun: str, first: int, additions: Iterable[Callable[[], object]]) -> str:
    """Return why the first of several things cannot be added to a ledger; an empty text if all can."""
    for number, add in enumerate(limits.checked(additions, STRIDE), first):
        try:
            add()
        except (NotProvedError, ShapeError) as error:
            return f"{noun} {number}: {error.message}"
    return ""


def _include(ledger: Ledger, ranges: list[tuple[PlanRanges, PlanRanges]], stated: StatedSet) -> None:
    """Add a set and what is stated of it; a NotProvedError says what is not proved."""
    ledger.include(stated.equilibrium_set)
    first, second = (PlanRanges.of(ledger, stated.equilibrium_set, player) for player in (0, 1))
    first.add(stated.ranges[0])
    second.add(stated.ranges[1])
    ranges.append((first, second))
    proved = DescribedSet(stated.equilibrium_set, ranges[-1])
    for player in (0, 1):
        who = f"player {player + 1}"
        _require_proved(stated.payoffs[player], proved.payoffs[player], f"payoff of {who}")
        _require_proved(stated.dimensions[player], proved.dimensions[player], f"dimension of {who}")
        for sequence, move in stated.moves[player].items():
            _require_proved(move, proved.moves[player][sequence], f"range of sequence {sequence} of {who}")
    if stated.pure and not proved.is_pure:
        raise NotProvedError("a set that is not proved to be a pure equilibrium")


def _require_proved(value: object | None, proved: object | None, what: str) -> None:
    if value is not None and value != proved:
        raise NotProvedError(f"the {what} is stated as {value}, expected {'nothing' if proved is None else proved}")


def _objection(ledger: Ledger, ranges: list[tuple[PlanRanges, PlanRanges]], stated: StatedSets) -> str:
    objection = (
        _first_objection("set", 1, (partial(_include, ledger, ranges, each) for each in stated.sets))
        or _first_objection("combination", 0, map(partial(partial, ledger.combine), stated.combinations))
        or _first_objection("step", 0, map(partial(partial, ledger.add), stated.steps))
        or _incomplete(ledger, stated)
    )
    if objection or stated.overview is None:
        return objection
    sets = tuple(DescribedSet(each.equilibrium_set, pair) for each, pair in zip(stated.sets, ranges, strict=True))
    try:
        _check_overview(stated.overview, Overview(sets, stated.complete))
    except NotProvedError as error:
        return f"overview: {error.message}"
    return ""


def _check_overview(stated: StatedOverview, proved: Overview) -> None:
    """Raise a NotProvedError unless what is stated of all equilibria is so."""
    _require_proved(stated.unique, proved.is_unique, "uniqueness")
    for player in (0, 1):
        _require_proved(stated.payoffs[player], proved.payoffs[player], f"payoff of player {player + 1}")
    if stated.moves and not proved.sets:
        raise NotProvedError("what is played, without a set of equilibria")
    for (player, sequence), (played, move) in stated.moves.items():
        who = f"sequence {sequence} of player {player + 1}"
        _require_proved(played, proved.played(player, sequence), f"word on which equilibria play {who}")
        _require_proved(move, proved.moves[player][sequence], f"range of {who}")


def _incomplete(ledger: Ledger, stated: StatedSets) -> str:
    """Return why the sets need not have all equilibria; an empty text if they have, or that is not stated."""
    if not stated.complete:
        return ""
    if stated.proof == CONSTANT_SUM:
        if ledger.judge.total is None:
            return "the game is not constant-sum, so one set need not have all equilibria"
        return "" if len(stated.sets) == 1 else f"{len(stated.sets)} sets of a constant-sum game, expected one"
    return "" if ledger.is_complete else "the last step leaves other equilibria possible"
