"""Judging profiles on the tree, and equilibria as certificates.

The judge uses none of the solvers' code: expected payoffs and best responses come from passes over the tree.
"""

from typing import TYPE_CHECKING

from lemke.ground.names import importer

_NAMES = {
    "conditions": "Combination Objective",
    "described_set": "DescribedSet",
    "dominated": "Dominated Team plan_from",
    "equilibrium_sets": "BestEquilibrium Comparison EquilibriumRanges EquilibriumSets StrangeMove",
    "extensive_form_perfect": "Identity objections_to_extensive_form_perfect perfect_trembles",
    "judge": "Claim Judge",
    "proved": "Equilibrium Growth GrowthRound How ProvedPlans",
    "ranges": "PAYOFF Bound Equation Interval MoveRange PlanRanges RangeProof",
    "refined": "NO_PROOF Trembles largest_tremble objections_to_normal_form_perfect objections_to_quasi_perfect",
    "replaying": "Replay replay",
    "resolution": "Bounded Complementary Conflict EquilibriumSet Excluded Inside Ledger ProofStep Resolved",
    "sequential": "finding_from_beliefs limit_beliefs objections_to_limits objections_to_sequential",
    "verdict": "EXTENSIVE_FORM_PERFECT NORMAL_FORM_PERFECT PROOFS QUASI_PERFECT SEQUENTIAL SUBGAME_PERFECT "
    "RefinementFinding Verdict Verdicts",
}

if TYPE_CHECKING:  # the same table for type checkers and editors
    from lemke.certificate.conditions import Combination as Combination
    from lemke.certificate.conditions import Objective as Objective
    from lemke.certificate.described_set import DescribedSet as DescribedSet
    from lemke.certificate.dominated import Dominated as Dominated
    from lemke.certificate.dominated import Team as Team
    from lemke.certificate.dominated import plan_from as plan_from
    from lemke.certificate.equilibrium_sets import BestEquilibrium as BestEquilibrium
    from lemke.certificate.equilibrium_sets import Comparison as Comparison
    from lemke.certificate.equilibrium_sets import EquilibriumRanges as EquilibriumRanges
    from lemke.certificate.equilibrium_sets import EquilibriumSets as EquilibriumSets
    from lemke.certificate.equilibrium_sets import StrangeMove as StrangeMove
    from lemke.certificate.extensive_form_perfect import Identity as Identity
    from lemke.certificate.extensive_form_perfect import (
        objections_to_extensive_form_perfect as objections_to_extensive_form_perfect,
    )
    from lemke.certificate.extensive_form_perfect import perfect_trembles as perfect_trembles
    from lemke.certificate.judge import Claim as Claim
    from lemke.certificate.judge import Judge as Judge
    from lemke.certificate.proved import Equilibrium as Equilibrium
    from lemke.certificate.proved import Growth as Growth
    from lemke.certificate.proved import GrowthRound as GrowthRound
    from lemke.certificate.proved import How as How
    from lemke.certificate.proved import ProvedPlans as ProvedPlans
    from lemke.certificate.ranges import PAYOFF as PAYOFF
    from lemke.certificate.ranges import Bound as Bound
    from lemke.certificate.ranges import Equation as Equation
    from lemke.certificate.ranges import Interval as Interval
    from lemke.certificate.ranges import MoveRange as MoveRange
    from lemke.certificate.ranges import PlanRanges as PlanRanges
    from lemke.certificate.ranges import RangeProof as RangeProof
    from lemke.certificate.refined import NO_PROOF as NO_PROOF
    from lemke.certificate.refined import Trembles as Trembles
    from lemke.certificate.refined import largest_tremble as largest_tremble
    from lemke.certificate.refined import objections_to_normal_form_perfect as objections_to_normal_form_perfect
    from lemke.certificate.refined import objections_to_quasi_perfect as objections_to_quasi_perfect
    from lemke.certificate.replaying import Replay as Replay
    from lemke.certificate.replaying import replay as replay
    from lemke.certificate.resolution import Bounded as Bounded
    from lemke.certificate.resolution import Complementary as Complementary
    from lemke.certificate.resolution import Conflict as Conflict
    from lemke.certificate.resolution import EquilibriumSet as EquilibriumSet
    from lemke.certificate.resolution import Excluded as Excluded
    from lemke.certificate.resolution import Inside as Inside
    from lemke.certificate.resolution import Ledger as Ledger
    from lemke.certificate.resolution import ProofStep as ProofStep
    from lemke.certificate.resolution import Resolved as Resolved
    from lemke.certificate.sequential import finding_from_beliefs as finding_from_beliefs
    from lemke.certificate.sequential import limit_beliefs as limit_beliefs
    from lemke.certificate.sequential import objections_to_limits as objections_to_limits
    from lemke.certificate.sequential import objections_to_sequential as objections_to_sequential
    from lemke.certificate.verdict import EXTENSIVE_FORM_PERFECT as EXTENSIVE_FORM_PERFECT
    from lemke.certificate.verdict import NORMAL_FORM_PERFECT as NORMAL_FORM_PERFECT
    from lemke.certificate.verdict import PROOFS as PROOFS
    from lemke.certificate.verdict import QUASI_PERFECT as QUASI_PERFECT
    from lemke.certificate.verdict import SEQUENTIAL as SEQUENTIAL
    from lemke.certificate.verdict import SUBGAME_PERFECT as SUBGAME_PERFECT
    from lemke.certificate.verdict import RefinementFinding as RefinementFinding
    from lemke.certificate.verdict import Verdict as Verdict
    from lemke.certificate.verdict import Verdicts as Verdicts
else:
    __getattr__ = importer(__name__, _NAMES)
