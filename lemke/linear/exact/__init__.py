"""Exact linear systems: sparse solves and eliminations, from a basis to its solution, integers modulo primes.

:mod:`~lemke.linear.exact.basis_solution` (from a basis of an LCP or a linear program to its solution) →
:mod:`~lemke.linear.exact.sparse_solve` (A x = b from one factorisation in floats) →
:mod:`~lemke.linear.exact.reconstruction` (from digits to fractions); beside them :mod:`~lemke.linear.exact.residues`.
"""

from lemke.linear.exact.basis_solution import Proposal, independent_parts, optimal, outcome, repaired
from lemke.linear.exact.elimination import (
    Elimination,
    Row,
    back_substituted,
    eliminate,
    integer_elimination,
    linear_forms,
    sparsest_pivots,
)
from lemke.linear.exact.residues import Moduli, Residues, minors_bound, remainder
from lemke.linear.exact.sparse_solve import Singular, evened, factor, solve_system, solve_systems

__all__ = [
    "Elimination",
    "Moduli",
    "Proposal",
    "Residues",
    "Row",
    "Singular",
    "back_substituted",
    "eliminate",
    "evened",
    "factor",
    "independent_parts",
    "integer_elimination",
    "linear_forms",
    "minors_bound",
    "optimal",
    "outcome",
    "remainder",
    "repaired",
    "solve_system",
    "solve_systems",
    "sparsest_pivots",
]
