"""An equilibrium that maximizes a linear function or the number of sequences played, with the proof of the maximum."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from gmpy2 import mpq

from lemke.certificate.conditions import Combination
from lemke.certificate.equilibrium_sets import EnumerationStop, ProofKind
from lemke.certificate.goal import Objective
from lemke.certificate.resolution import EquilibriumSet, ProofStep
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.canonical import identified_game
from lemke.game.played import Played, behavior_object
from lemke.game.strategy import Profile
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.ground.words import count


@dataclass(frozen=True, eq=False)
class BestEquilibrium(ByValue, Played):
    """An equilibrium that maximizes an objective, a linear function of payoffs and realization weights.

    Without an objective, it maximizes the number of sequences that are played. If the search was stopped, it is the
    best equilibrium so far.

    Attributes
    ----------
    game : Game
    objective : Objective | None
        The function; None if the number of sequences that are played is maximized.
    value : mpq
        The value of the objective at this equilibrium.
    payoffs : (mpq, mpq)
    plans : (exact vector, exact vector)
        The realization plans of the equilibrium.
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
        ``done``: it is proved that no equilibrium has a greater value. Otherwise ``limit`` or ``interrupt``.
    reason : str
        Which limit was reached, or ``interrupted``; empty if ``stopped`` is ``done``.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    json_format = "lemke-best/2"

    game: Game
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
    proof: ProofKind

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The equilibrium, as a tuple of one profile."""
        return (self.profile,)

    @property
    def is_complete(self) -> bool:
        """Whether it is proved that no equilibrium has a greater value."""
        return self.stopped == "done"

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the equilibrium, and the proof."""
        members = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "profile"}
        behavior = behavior_object(self.game, self.profile)
        return members | {"game": identified_game(self.game), "behavior": behavior}

    def to_table(self) -> Table:
        """Return the moves of the equilibrium; the title has the value, and a note says what is proved."""
        kind = "greatest" if self.is_complete else f"so far ({self.stopped})"
        title = f"{self.equation}, {kind}; payoffs {', '.join(map(short, self.payoffs))}"
        steps = count(len(self.steps), "step")
        note = f"Proved: no equilibrium has a greater value ({steps})."
        if not self.is_complete:
            note = f"Proved: the equilibrium; {steps} towards a proof that no equilibrium has a greater value."
        elif self.proof == "constant-sum":
            note = "Proved: the game is constant-sum, so all equilibria are in one set; none has a greater value."
        title = f"{one_line(self.game.title)}: {title}" if self.game.title else title
        return replace(super().to_table(), title=title, notes=[note])

    @property
    def equation(self) -> str:
        """The objective and its value, in words."""
        text = "sequences played" if self.objective is None else one_line(self.objective.text)
        return f"{text} = {short(self.value)}"

    def __repr__(self) -> str:
        return f"<BestEquilibrium of {self.game!r}: {self.equation}, {self.stopped}>"
