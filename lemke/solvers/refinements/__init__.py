"""Refinements: equilibria that hold up to more than the definition of Nash. One table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from lemke.certificate import NORMAL_FORM_PERFECT, QUASI_PERFECT, Claim
from lemke.game import Game


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refinement.

    Attributes
    ----------
    description : str
        A line for people.
    load : callable
        Imports the module of the refinement, and returns it: its ``solve`` is what :func:`lemke.solvers.solve` calls
        after checking the options, its ``objections_to`` says in words why a claim does not prove it, or, if it needs
        no proof, why a profile is not one.
    of_profiles : bool
        Whether a profile is judged by itself; else only a proof shows it, ``Claim.refinement``.
    """

    description: str
    load: Callable[[], ModuleType]
    of_profiles: bool = False

    def objections_to(self, game: Game, claim: Claim) -> list[str]:
        """Say in words why a profile is not one, or why what is claimed of it does not prove that; nothing if it is."""
        found: list[str] = self.load().objections_to(game, claim.profile if self.of_profiles else claim)
        return found


def _subgame_perfect() -> ModuleType:
    from lemke.solvers.refinements import subgame_perfect

    return subgame_perfect


def _quasi_perfect() -> ModuleType:
    from lemke.solvers.refinements import quasi_perfect

    return quasi_perfect


def _normal_form_perfect() -> ModuleType:
    from lemke.solvers.refinements import normal_form_perfect

    return normal_form_perfect


REFINEMENTS: dict[str, Refinement] = {
    "subgame-perfect": Refinement(
        "an equilibrium of every proper subgame, also off the path", _subgame_perfect, of_profiles=True
    ),
    QUASI_PERFECT: Refinement(
        "best replies to trembling opponents at every information set; sequential, and no move is weakly dominated",
        _quasi_perfect,
    ),
    NORMAL_FORM_PERFECT: Refinement(
        "plans that are best replies to completely mixed ones near them, so no weakly dominated ones",
        _normal_form_perfect,
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
