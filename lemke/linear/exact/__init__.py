"""Exact solutions of sparse linear systems, and of bases of LCPs and linear programs.

Reading order: :mod:`~lemke.linear.exact.basis_solution` (from a basis of an LCP or a linear program to its solution) →
:mod:`~lemke.linear.exact.factors` (A x = b from a factorization in floats, from digits to fractions) →
:mod:`~lemke.linear.exact.elimination` (if floats fail). Apart from these: :mod:`~lemke.linear.exact.scaling` (powers of
two that bring entries near 1) and :mod:`~lemke.linear.exact.power_series` (bases that depend on a symbol ε).
"""

from typing import TYPE_CHECKING

from lemke.ground.names import importer

_NAMES = {
    "basis_solution": "Proposal independent_parts optimal outcome repaired",
    "elimination": "Elimination Row back_substituted determinant_sign linear_forms "
    "permutation_sign require sparsest_pivots",
    "factors": "System float_factors",
    "power_series": "PowerSeries numerators",
    "scaling": "scaled_entries",
}

if TYPE_CHECKING:  # the same table for type checkers and editors
    from lemke.linear.exact.basis_solution import Proposal as Proposal
    from lemke.linear.exact.basis_solution import independent_parts as independent_parts
    from lemke.linear.exact.basis_solution import optimal as optimal
    from lemke.linear.exact.basis_solution import outcome as outcome
    from lemke.linear.exact.basis_solution import repaired as repaired
    from lemke.linear.exact.elimination import Elimination as Elimination
    from lemke.linear.exact.elimination import Row as Row
    from lemke.linear.exact.elimination import back_substituted as back_substituted
    from lemke.linear.exact.elimination import determinant_sign as determinant_sign
    from lemke.linear.exact.elimination import linear_forms as linear_forms
    from lemke.linear.exact.elimination import permutation_sign as permutation_sign
    from lemke.linear.exact.elimination import require as require
    from lemke.linear.exact.elimination import sparsest_pivots as sparsest_pivots
    from lemke.linear.exact.factors import System as System
    from lemke.linear.exact.factors import float_factors as float_factors
    from lemke.linear.exact.power_series import PowerSeries as PowerSeries
    from lemke.linear.exact.power_series import numerators as numerators
    from lemke.linear.exact.scaling import scaled_entries as scaled_entries
else:
    __getattr__ = importer(__name__, _NAMES)
