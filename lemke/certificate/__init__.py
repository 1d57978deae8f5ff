"""Judging profiles on the tree, and equilibria as certificates.

The judge shares no code with the pivots: expected payoffs and best responses come from passes over the tree.
"""

from lemke.certificate.judge import Claim, Judge, Report
from lemke.certificate.proved import EpsilonEquilibrium, Equilibrium, Growth, How, ProvedPlans
from lemke.certificate.refined import (
    NORMAL_FORM_PERFECT,
    PROOFS,
    QUASI_PERFECT,
    Trembles,
    largest_tremble,
    objections_to_normal_form_perfect,
    objections_to_quasi_perfect,
)
from lemke.certificate.verdict import Verdict, verdicts_document, verify, verify_all

__all__ = [
    "Claim",
    "EpsilonEquilibrium",
    "Equilibrium",
    "Growth",
    "How",
    "Judge",
    "NORMAL_FORM_PERFECT",
    "PROOFS",
    "ProvedPlans",
    "QUASI_PERFECT",
    "Report",
    "Trembles",
    "Verdict",
    "largest_tremble",
    "objections_to_normal_form_perfect",
    "objections_to_quasi_perfect",
    "verify",
    "verdicts_document",
    "verify_all",
]
