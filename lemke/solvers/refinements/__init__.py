"""The table of refinements: equilibria that satisfy more than Nash's definition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType

from lemke import certificate
from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    NORMAL_FORM_PERFECT,
    PROOFS,
    QUASI_PERFECT,
    SEQUENTIAL,
    Claim,
    Judge,
    RefinementFinding,
    Verdict,
)
from lemke.game import Game


@dataclass(frozen=True, slots=True)
class Refinement:
    """One refinement, in a module that is imported when the refinement is used.

    Its ``solve`` finds a refined equilibrium; :func:`lemke.solve` checks the options. ``objections_to`` returns in
    words why a claim does not prove the refinement or, with ``of_profiles``, where the profile alone decides, why a
    profile does not satisfy it. Without ``of_profiles`` the module also has ``without_proof``, which judges an
    equilibrium for which no proof is claimed. It returns a plan or moves that dominate, which refute the refinement; or
    a list of what is not proved, in words, which is empty if the refinement holds; or a finding.
    """

    module: str
    of_profiles: bool = False

    def load(self) -> ModuleType:
        """Return the module of the refinement."""
        return import_module(f"{__name__}.{self.module}")

    def objections_to(self, game: Game, claim: Claim) -> list[str]:
        """Return in words why a profile does not satisfy the refinement, or why a claim does not prove it."""
        objections: list[str] = self.load().objections_to(game, claim.profile if self.of_profiles else claim)
        return objections

    def finding(self, name: str, judge: Judge, claim: Claim, is_equilibrium: bool) -> RefinementFinding:
        """Judge a profile by a claimed proof of this refinement; without one, by the profile and claimed beliefs."""
        is_proof = claim.refinement is not None and claim.refinement.name in PROOFS.get(name, ())
        if self.of_profiles or is_proof:
            objections = self.objections_to(judge.game, claim)
            if not objections:
                return RefinementFinding(objections, "holds")
            # an invalid proof says nothing about an equilibrium
            is_refuted = self.of_profiles or not is_equilibrium
            return RefinementFinding(objections, "refuted" if is_refuted else "not proved")
        if not is_equilibrium:
            return RefinementFinding(["it is no equilibrium"], "refuted")
        judgment: certificate.Dominated | RefinementFinding | list[str] = self.load().without_proof(judge, claim)
        if isinstance(judgment, RefinementFinding):
            return judgment
        if isinstance(judgment, list):
            # The refinements in PROOFS[SEQUENTIAL] imply sequential equilibrium, so none of them holds if a player
            # gains whatever is believed. The stated beliefs are left out, since other beliefs might do.
            beliefs = certificate.finding_from_beliefs(judge, replace(claim, beliefs=None))
            if judgment == [certificate.NO_PROOF] and name in PROOFS[SEQUENTIAL] and beliefs.standing == "refuted":
                return RefinementFinding(
                    [f"it is not {SEQUENTIAL}: {objection}" for objection in beliefs.objections], "refuted"
                )
            return RefinementFinding(judgment, "not proved" if judgment else "holds")
        return RefinementFinding([judgment.sentence()], "refuted", judgment)


REFINEMENTS = {
    # an equilibrium of every proper subgame, also off the path
    "subgame-perfect": Refinement("subgame_perfect", of_profiles=True),
    # best moves at every information set, given beliefs that follow from small mistakes
    SEQUENTIAL: Refinement("sequential"),
    # best replies to trembling opponents at every information set; sequential, and no move is weakly dominated
    QUASI_PERFECT: Refinement("quasi_perfect"),
    # a limit of equilibria in which every move has some small probability; it is sequential
    EXTENSIVE_FORM_PERFECT: Refinement("extensive_form_perfect"),
    # plans that are best replies to completely mixed plans near them, so none is weakly dominated
    NORMAL_FORM_PERFECT: Refinement("normal_form_perfect"),
}
"""The refinements by name."""


def judged_claim(judge: Judge, claim: Claim, asked: str | None = None) -> Verdict:
    """Return the verdict on a profile, on all its claims, and on the refinement ``asked``, if that is not None.

    Raises GameError unless the game has two players, for all refinements but subgame perfection; NotProvedError if a
    linear program stays unsolved, so that it is open whether a plan is dominated.
    """
    verdict, _ = judge.judge(claim)
    by_name = {}
    for name, refinement in REFINEMENTS.items():
        if name in (asked, claim.method, claim.refinement and claim.refinement.name):
            if not refinement.of_profiles:
                judge.game.require_two_players(f" to judge whether it is {name}")
            by_name[name] = refinement.finding(name, judge, claim, verdict.is_equilibrium)
    objections = {name: finding.objections for name, finding in by_name.items()}
    standing = {name: finding.standing for name, finding in by_name.items()}
    dominated = {name: finding.dominated for name, finding in by_name.items() if finding.dominated is not None}
    return replace(verdict, refinements=objections, standing=standing, dominated=dominated)
