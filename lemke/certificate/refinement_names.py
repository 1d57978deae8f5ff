"""Names of the refinements, and which proofs suffice for each of them."""

NORMAL_FORM_PERFECT = "normal-form-perfect"
QUASI_PERFECT = "quasi-perfect"
EXTENSIVE_FORM_PERFECT = "extensive-form-perfect"
SEQUENTIAL = "sequential"
SUBGAME_PERFECT = "subgame-perfect"
PROOFS = {
    QUASI_PERFECT: (QUASI_PERFECT,),
    NORMAL_FORM_PERFECT: (NORMAL_FORM_PERFECT, QUASI_PERFECT),
    EXTENSIVE_FORM_PERFECT: (EXTENSIVE_FORM_PERFECT,),
    SEQUENTIAL: (SEQUENTIAL, QUASI_PERFECT, EXTENSIVE_FORM_PERFECT),
}
"""Refinement → refinements whose proofs, plans near an equilibrium, suffice for it: itself, and stronger ones."""
