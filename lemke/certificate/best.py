"""An equilibrium that maximizes a linear function or the number of sequences played, with the proof of the maximum."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gmpy2 import mpq

from lemke.certificate.conditions import Combination
from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.certificate.goal import Objective
from lemke.certificate.resolution import EquilibriumSet, ProofStep, step_object
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import Played
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile, behavior_object, named_sets, statement
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import page_table
from lemke.ground.words import count, player_name

BEST = Format(
    "lemke-best/1",
    """
game | a game |
claim, program, proof | texts | as in `lemke-enumeration/1`
objective | object, null | the function that is maximized; null if the number of sequences that are played is maximized
- text | text | the function as you wrote it
- payoffs | two numbers | the coefficients of the two payoffs
- weights | two objects | number of a sequence of player 1, and of player 2 → coefficient of its realization weight
stopped | text | `done`: no equilibrium has a greater value, and this is proved; `limit` or `interrupt`: the best
    equilibrium so far
value | number | the value of the objective at this equilibrium
payoffs | two numbers | per player
behavior | list, per player | `player` and `information_sets`, with `filled`, as in
    [certificates](certificate-format.md)
plans | two lists | the realization plans of the equilibrium
sets | list | with `constant-sum` the one maximal set; otherwise, if `objective` is null, the maximal sets that were
    found; else empty. Each has `plans`, `values` and `maximal` as in `lemke-enumeration/1`
combinations, steps | lists | as in `lemke-enumeration/1`, with one more kind of [step](#steps-of-a-proof), `bounded`
""",
)


@dataclass(frozen=True, eq=False)
class BestEquilibrium(ByValue, Played):
    """An equilibrium that maximizes an objective, a linear function of payoffs and realization weights.

    Without an objective, it maximizes the number of sequences that are played. If the search was stopped, it is the
    best equilibrium so far.

    Attributes
    ----------
    game : Game
    sequences : (Sequences, Sequences)
    objective : Objective | None
        The function; None if the number of sequences that are played is maximized.
    value : mpq
    payoffs : (mpq, mpq)
    plans : (exact vector, exact vector)
    profile : Profile
        The equilibrium, with best replies filled in off the path.
    sets : tuple of EquilibriumSet
        Without an objective: the maximal sets that were found, all of them if ``stopped`` is ``done``. With an
        objective: in a constant-sum game the set of all equilibria, in other games none.
    combinations : tuple of Combination
    steps : tuple of ProofStep
        The proof that no equilibrium has a greater value; if the search was stopped, the steps that were proved so far.
        Empty in a constant-sum game without an objective, where the set in ``sets`` is the proof.
    stopped : str
        ``done``, ``limit`` or ``interrupt``.
    reason : str
        Which limit was reached, or ``interrupted``; empty if ``stopped`` is ``done``.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    game: Game
    sequences: tuple[Sequences, Sequences]
    objective: Objective | None
    value: mpq
    payoffs: tuple[mpq, mpq]
    plans: tuple[Vector, Vector]
    profile: Profile
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    stopped: EnumerationStop
    reason: str
    proof: str

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The equilibrium, as a tuple of one profile."""
        return (self.profile,)

    @property
    def is_complete(self) -> bool:
        """Whether it is proved that no equilibrium has a greater value."""
        return self.stopped == "done"

    def document(self) -> Document:
        """Return the equilibrium, as JSON with the proof."""
        return Document(self._blocks, BEST, lambda: dict(self._members()))

    def _members(self) -> Iterator[tuple[str, object]]:
        yield from statement(self.game, "an equilibrium; a best one if stopped is done").items()
        yield "objective", self.objective and self.objective.object()
        yield "stopped", self.stopped
        yield "value", self.value
        yield "payoffs", self.payoffs
        yield "behavior", behavior_object(self.game, self.profile)
        yield "plans", self.plans
        yield "proof", self.proof
        yield "sets", [equilibrium_set.object() for equilibrium_set in self.sets]
        yield "combinations", [combination.object() for combination in self.combinations]
        yield "steps", list(map(step_object, self.steps))

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        kind = "greatest" if self.is_complete else f"so far ({self.stopped})"
        payoffs = ", ".join(map(short, self.payoffs))
        yield f"{self._equation()}, {kind}; payoffs {payoffs}"
        for player in (0, 1):
            yield ""
            yield player_name(self.game.players, player)
            rows = list(self._rows(player))
            yield page_table(rows) if rows else "  never moves"
        yield ""
        steps = count(len(self.steps), "step")
        if not self.is_complete:
            yield f"Proved: the equilibrium; {steps} towards a proof that no equilibrium has a greater value."
        elif self.proof == "constant-sum":
            yield "Proved: the game is constant-sum, so all equilibria are in one set; none has a greater value."
        else:
            yield f"Proved: no equilibrium has a greater value ({steps})."

    def _equation(self) -> str:
        text = "sequences played" if self.objective is None else one_line(self.objective.text)
        return f"{text} = {short(self.value)}"

    def _rows(self, player: int) -> Iterator[list[object]]:
        for h, information_set, _ in named_sets(self.game, player):
            head: list[object] = [] if self.game.strategic else [information_set.number, information_set.label]
            filled = ["off the path; filled in"] if h in self.profile.filled[player] else []
            names = unique_names(information_set.actions)
            for name, probability in zip(names, self.profile.behavior[player][h], strict=True):
                yield [*head, name, short(probability), *filled]
                head, filled = [""] * len(head), []  # only the first row of a set names it

    def __repr__(self) -> str:
        return f"<BestEquilibrium of {self.game!r}: {self._equation()}, {self.stopped}>"
