"""Refinements: equilibria that hold up to more than the definition of Nash. One table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lemke.certificate import Equilibrium
from lemke.game import Game
from lemke.refinements import subgame_perfect
from lemke.solvers import Prior
from lemke.strategy import Profile
from lemke.watch import Watch

__all__ = ["REFINEMENTS", "Refinement", "Refine"]


class Refine(Protocol):
    """A function that finds a refined equilibrium; its parameters are those of :func:`lemke.solvers.solve`."""

    def __call__(
        self,
        game: Game,
        method: str = ...,
        kernel: str = ...,
        prior: Prior = ...,
        seed: int = ...,
        watch: Watch | None = ...,
    ) -> Equilibrium:
        """Return the equilibrium, proved to be what it claims."""


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refinement.

    Attributes
    ----------
    description : str
        A line for people.
    solve : Refine
        Finds such an equilibrium.
    objections_to : callable
        Says in words why a profile is not one; nothing if it is.
    """

    description: str
    solve: Refine
    objections_to: Callable[[Game, Profile, Watch | None], list[str]]


REFINEMENTS: dict[str, Refinement] = {
    "subgame-perfect": Refinement(
        "an equilibrium of every proper subgame, also off the path",
        subgame_perfect.solve,
        subgame_perfect.objections_to,
    ),
}
