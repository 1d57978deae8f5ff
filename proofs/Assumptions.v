(** The build prints both theorems. It fails unless Coq says "Closed under the global context" of each: no axioms. *)

Require Import QArith.
From LemkeProofs Require Import Game Checker Soundness.
Open Scope Q_scope.

Check check_sound.
Print Assumptions check_sound.
Check check_value.
Print Assumptions check_value.
