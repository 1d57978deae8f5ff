"""The check of a stated set of equilibria: every set and every step of the proof is done again; nothing is searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from lemke.certificate.conditions import Combination
from lemke.certificate.judge import Judge
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
class StatedSets:
    """What a document states of the equilibria of a game.

    Attributes
    ----------
    sets : tuple of EquilibriumSet
    combinations : tuple of Combination
    steps : tuple of Step
    complete : bool
        Whether all equilibria are in the sets.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[Step, ...]
    complete: bool
    proof: str


@dataclass(frozen=True, eq=False)
class Replay(Tabular):
    """The verdict on stated sets of equilibria.

    Attributes
    ----------
    game : Game
    stated : StatedSets
    ledger : Ledger
        What was proved up to the first objection.
    objection : str
        The first statement that is not proved; empty if all are.
    """

    game: Game
    stated: StatedSets
    ledger: Ledger
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
    return Replay(game, stated, ledger, _objection(ledger, stated))


def _first_objection(noun: str, first: int, additions: Iterable[Callable[[], int]]) -> str:
    """Return why the first of several things cannot be added to a ledger; an empty text if all can."""
    for number, add in enumerate(limits.checked(additions, STRIDE), first):
        try:
            add()
        except (NotProvedError, ShapeError) as error:
            return f"{noun} {number}: {error.message}"
    return ""


def _objection(ledger: Ledger, stated: StatedSets) -> str:
    objection = (
        _first_objection("set", 1, map(partial(partial, ledger.include), stated.sets))
        or _first_objection("combination", 0, map(partial(partial, ledger.combine), stated.combinations))
        or _first_objection("step", 0, map(partial(partial, ledger.add), stated.steps))
    )
    if objection:
        return objection
    if not stated.complete:
        return ""
    if stated.proof == CONSTANT_SUM:
        if ledger.judge.total is None:
            return "the game is not constant-sum, so one set need not have all equilibria"
        return "" if len(stated.sets) == 1 else f"{len(stated.sets)} sets of a constant-sum game, expected one"
    return "" if ledger.is_complete else "the last step leaves other equilibria possible"
