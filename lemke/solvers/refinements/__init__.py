"""Refinements: equilibria that hold up to more than the definition of Nash. One table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lemke.certificate import NORMAL_FORM_PERFECT, QUASI_PERFECT, Claim, Equilibrium
from lemke.game import Game
from lemke.solvers import Prior
from lemke.solvers.refinements import normal_form_perfect, quasi_perfect, subgame_perfect

__all__ = ["REFINEMENTS", "Refinement", "Refine", "objections_to"]


class Refine(Protocol):
    """A function that finds a refined equilibrium; its parameters are those of :func:`lemke.solvers.solve`."""

    def __call__(
        self, game: Game, method: str = ..., kernel: str = ..., prior: Prior = ..., seed: int = ...
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
        Says in words why a profile is not one, or why what is claimed of it does not prove that; nothing if it is.
    """

    description: str
    solve: Refine
    objections_to: Callable[[Game, Claim], list[str]]


REFINEMENTS: dict[str, Refinement] = {
    "subgame-perfect": Refinement(
        "an equilibrium of every proper subgame, also off the path",
        subgame_perfect.solve,
        lambda game, claim: subgame_perfect.objections_to(game, claim.profile),
    ),
    QUASI_PERFECT: Refinement(
        "best replies to trembling opponents at every information set; sequential, and no move is weakly dominated",
        quasi_perfect.solve,
        quasi_perfect.objections_to,
    ),
    NORMAL_FORM_PERFECT: Refinement(
        "plans that are best replies to completely mixed ones near them, so no weakly dominated ones",
        normal_form_perfect.solve,
        normal_form_perfect.objections_to,
    ),
}
"""The refinements, by name."""


def objections_to(game: Game, claim: Claim, asked: str | None = None) -> dict[str, list[str]]:
    """Return what speaks against a refinement that is asked for and the one that is claimed, by name; none if it holds.

    What is claimed is the claim's method, if that is the name of a refinement.
    """
    return {
        name: refinement.objections_to(game, claim)
        for name, refinement in REFINEMENTS.items()
        if name in (asked, claim.method)
    }
