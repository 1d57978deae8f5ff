(** * The checker as an OCaml program

    What is replaced here is trusted. Booleans, pairs, options and lists become OCaml's own. Rationals become those of
    Zarith, always in lowest terms; the functions of Checker.v compute in lowest terms, too, and use no others. *)

Require Import QArith Extraction ExtrOcamlBasic.
From LemkeProofs Require Import Checker.

(** No extracted function builds a rational from its parts or takes one apart, and the build fails if one does. *)
Extract Inductive Q => "Q.t" [ "Q.refused" ] "Q.refused".
Extract Constant zero => "Q.zero".
Extract Constant one => "Q.one".
Extract Constant plus => "Q.add".
Extract Constant times => "Q.mul".
Extract Constant equal => "Q.equal".
Extract Constant at_most => "Q.leq".

Extraction Language OCaml.
Extraction "checker.ml" check check_zero_sum.
