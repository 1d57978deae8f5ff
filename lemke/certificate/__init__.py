"""Judging profiles on the tree, and equilibria as certificates.

The judge shares no code with the pivots: expected payoffs and best responses come from passes over the tree.
"""

from lemke.certificate.judge import Claim, Judge, verify, verify_all
from lemke.certificate.proved import EpsilonEquilibrium, Equilibrium, Growth, ProvedPlans
from lemke.certificate.report import Report

__all__ = [
    "Claim",
    "EpsilonEquilibrium",
    "Equilibrium",
    "Growth",
    "Judge",
    "ProvedPlans",
    "Report",
    "verify",
    "verify_all",
]
