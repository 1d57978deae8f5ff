(** The build fails unless Coq prints "Closed under the global context" for each theorem. *)

From LemkeProofs Require Import Game Checker Soundness.

Check check_sound.
Print Assumptions check_sound.
Check check_value.
Print Assumptions check_value.
