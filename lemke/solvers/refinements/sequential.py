"""Sequential equilibria (Kreps, Wilson 1982), found as quasi-perfect equilibria, whose trembles give the beliefs.

Other profiles are proved to be sequential by completely mixed plans near them, which need not be in equilibrium. The
beliefs come from these plans, and the tree shows that no single move is better (:mod:`lemke.certificate.sequential`).
"""

from __future__ import annotations

from dataclasses import replace

from lemke.certificate import (
    SEQUENTIAL,
    Claim,
    Equilibrium,
    Judge,
    RefinementFinding,
    finding_from_beliefs,
    objections_to_sequential,
)
from lemke.game import Game
from lemke.solvers.refinements import quasi_perfect
from lemke.solvers.sequence_lcp import Prior


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a quasi-perfect equilibrium, whose trembles prove that it is sequential."""
    equilibrium = quasi_perfect.solve(game, method, kernel, prior, seed, SEQUENTIAL)
    assert equilibrium.refinement is not None
    return replace(
        equilibrium,
        how=replace(equilibrium.how, method=SEQUENTIAL),
        refinement=replace(equilibrium.refinement, name=SEQUENTIAL),
    )


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove its profile to be sequential; an empty list if it does."""
    return list(objections_to_sequential(Judge.of(game), claim))


def without_proof(judge: Judge, claim: Claim) -> RefinementFinding:
    """Judge an equilibrium without claimed trembles: by implied beliefs, and by claimed beliefs."""
    return finding_from_beliefs(judge, claim)
