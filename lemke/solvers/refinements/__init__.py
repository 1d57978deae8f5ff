"""The table of refinements: equilibria that satisfy more than Nash's definition."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from types import ModuleType

from lemke import certificate
from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    NORMAL_FORM_PERFECT,
    PROOFS,
    QUASI_PERFECT,
    SEQUENTIAL,
    SUBGAME_PERFECT,
    Claim,
    Judge,
    RefinementFinding,
    Verdict,
)
from lemke.game import Game

REFINEMENTS = {
    # an equilibrium of every proper subgame, also off the path
    SUBGAME_PERFECT: "subgame_perfect",
    # best moves at every information set, given beliefs that follow from small mistakes
    SEQUENTIAL: "sequential",
    # best replies to trembling opponents at every information set; sequential, and no move is weakly dominated
    QUASI_PERFECT: "quasi_perfect",
    # a limit of equilibria in which every move has some small probability; it is sequential
    EXTENSIVE_FORM_PERFECT: "extensive_form_perfect",
    # plans that are best replies to completely mixed plans near them, so none is weakly dominated
    NORMAL_FORM_PERFECT: "normal_form_perfect",
}
"""The module of every refinement, by the refinement's name. Its ``solve`` finds a refined equilibrium.

Its ``objections_to`` returns in words why a claim does not prove the refinement. For subgame perfection the profile
alone decides. Every other module has ``without_proof``, which judges an equilibrium for which no proof is claimed. It
returns a plan or moves that dominate, which refute the refinement; or a list of what is not proved, in words, which is
empty if the refinement holds; or a finding."""


def load(name: str) -> ModuleType:
    """Return the module of a refinement, which is imported when the refinement is used."""
    return import_module(f"{__name__}.{REFINEMENTS[name]}")


def objections_to(name: str, game: Game, claim: Claim) -> list[str]:
    """Return in words why a profile does not satisfy a refinement, or why a claim does not prove it."""
    objections: list[str] = load(name).objections_to(game, claim.profile if name == SUBGAME_PERFECT else claim)
    return objections


def _finding(name: str, judge: Judge, claim: Claim, is_equilibrium: bool) -> RefinementFinding:
    """Judge a profile by a claimed proof of a refinement; without one, by the profile and claimed beliefs."""
    is_proof = claim.refinement is not None and claim.refinement.name in PROOFS.get(name, ())
    if name == SUBGAME_PERFECT or is_proof:
        objections = objections_to(name, judge.game, claim)
        is_left = not objections and name not in (SUBGAME_PERFECT, SEQUENTIAL)  # their own checks compare beliefs
        if is_left and claim.beliefs is not None and claim.refinement is not None:
            limits = certificate.limit_beliefs(judge, claim.refinement.plans)
            objections = certificate.objections_to_limits(judge, claim, limits)
        if not objections:
            return RefinementFinding(objections, "holds")
        # an invalid proof says nothing about an equilibrium
        is_refuted = name == SUBGAME_PERFECT or not is_equilibrium
        return RefinementFinding(objections, "refuted" if is_refuted else "not proved")
    if not is_equilibrium:
        return RefinementFinding(["it is no equilibrium"], "refuted")
    judgment: certificate.Dominated | RefinementFinding | list[str] = load(name).without_proof(judge, claim)
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


def judged_claim(judge: Judge, claim: Claim, asked: str | None = None) -> Verdict:
    """Return the verdict on a profile, on all its claims, and on the refinement ``asked``, if that is not None.

    Raises GameError unless the game has two players, for all refinements but subgame perfection; NotProvedError if a
    linear program stays unsolved, so that it is open whether a plan is dominated.
    """
    verdict, _ = judge.judge(claim)
    by_name = {}
    for name in REFINEMENTS:
        if name in (asked, claim.method, claim.refinement and claim.refinement.name):
            if name != SUBGAME_PERFECT:
                judge.game.require_two_players(f" to judge whether it is {name}")
            by_name[name] = _finding(name, judge, claim, verdict.is_equilibrium)
    objections = {name: finding.objections for name, finding in by_name.items()}
    standing = {name: finding.standing for name, finding in by_name.items()}
    dominated = {name: finding.dominated for name, finding in by_name.items() if finding.dominated is not None}
    return replace(verdict, refinements=objections, standing=standing, dominated=dominated)
