"""Names of the refinements, and what proves those that need a proof."""

NORMAL_FORM_PERFECT = "normal-form-perfect"
QUASI_PERFECT = "quasi-perfect"
EXTENSIVE_FORM_PERFECT = "extensive-form-perfect"
SEQUENTIAL = "sequential"
PROPER = "proper"
SUBGAME_PERFECT = "subgame-perfect"
PROOFS = {
    QUASI_PERFECT: (QUASI_PERFECT,),
    NORMAL_FORM_PERFECT: (NORMAL_FORM_PERFECT, QUASI_PERFECT),
    EXTENSIVE_FORM_PERFECT: (EXTENSIVE_FORM_PERFECT,),
    PROPER: (PROPER,),
    SEQUENTIAL: (SEQUENTIAL, QUASI_PERFECT, EXTENSIVE_FORM_PERFECT),
}
"""What plans near an equilibrium must be stated to prove, for each refinement that is proved by such plans."""
