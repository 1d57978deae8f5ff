(** * Games in extensive form, and their Nash equilibria

    This file says what the theorems of this folder are about. It proves nothing.
    Numbers are the rationals [Q]: [==] is their equality, [<=] their order. *)

Require Import List PArith QArith.
Import ListNotations.
Open Scope Q_scope.

(** ** Games *)

Inductive player := One | Two.

Definition same (i j : player) : bool :=
  match i, j with One, One | Two, Two => true | _, _ => false end.

(** A game is a tree. A leaf has a payoff to each player. A chance node has a probability for each child.
    At a decision node a player chooses a child; nodes of one information set have its number. *)
Inductive tree :=
| Leaf (payoff_1 payoff_2 : Q)
| Chance (probabilities : list Q) (children : list tree)
| Decision (mover : player) (information_set : positive) (children : list tree).

(** The actions at a node have the numbers 1, 2, 3, ... : [numbered 1 [x; y; z]] is [[(1, x); (2, y); (3, z)]]. *)
Fixpoint numbered {A : Type} (k : positive) (l : list A) : list (positive * A) :=
  match l with
  | [] => []
  | x :: l => (k, x) :: numbered (Pos.succ k) l
  end.

(** A move is an information set, and the number of an action there. *)
Definition move := (positive * positive)%type.

(** [node i game past t]: the tree [t] hangs at a node of [game], and on the way there from the root player [i] has made
    the moves [past], the last one first. *)
Inductive node (i : player) (game : tree) : list move -> tree -> Prop :=
| at_root :
    node i game [] game
| after_chance past probabilities children t :
    node i game past (Chance probabilities children) -> In t children -> node i game past t
| after_own past h children a t :
    node i game past (Decision i h children) -> In (a, t) (numbered 1 children) -> node i game ((h, a) :: past) t
| after_other past j h children t :
    j <> i -> node i game past (Decision j h children) -> In t children -> node i game past t.

(** [distribution n l]: the list [l] has [n] numbers, not negative, of sum 1. *)
Fixpoint sum (l : list Q) : Q :=
  match l with
  | [] => 0
  | q :: l => q + sum l
  end.

Definition distribution (n : nat) (l : list Q) : Prop :=
  length l = n /\ (forall q, In q l -> 0 <= q) /\ sum l == 1.

(** In a well-formed game the probabilities of chance are distributions, and no set belongs to two players. *)
Definition well_formed (game : tree) : Prop :=
  (forall i past probabilities children,
     node i game past (Chance probabilities children) -> distribution (length children) probabilities) /\
  (forall i j past past' h children children',
     node i game past (Decision i h children) -> node j game past' (Decision j h children') -> i = j).

(** Perfect recall: at all nodes of an information set its player has made the same moves before,
    and has the same number of actions. *)
Definition perfect_recall (game : tree) : Prop :=
  forall i past past' h children children',
    node i game past (Decision i h children) -> node i game past' (Decision i h children') ->
    past = past' /\ length children = length children'.

Definition zero_sum (game : tree) : Prop :=
  forall i past payoff_1 payoff_2, node i game past (Leaf payoff_1 payoff_2) -> payoff_1 + payoff_2 == 0.

(** ** Strategies and payoffs *)

(** A behavior strategy gives the probabilities of the actions at an information set. *)
Definition strategy := positive -> list Q.

(** It is one of player [i] in a game if there are distributions at all of the player's information sets. *)
Definition valid (i : player) (game : tree) (x : strategy) : Prop :=
  forall past h children, node i game past (Decision i h children) -> distribution (length children) (x h).

(** A profile has a strategy for each player. [replace s i x] is [s], but player [i] plays [x]. *)
Definition profile := player -> strategy.

Definition replace (s : profile) (i : player) (x : strategy) : profile :=
  fun j => if same i j then x else s j.

(** [mean f [p; q; ...] [t; u; ...]] is [p * f t + q * f u + ...]. *)
Definition mean {A : Type} (f : A -> Q) : list Q -> list A -> Q :=
  fix mean l children {struct children} :=
    match l, children with
    | p :: l, t :: children => p * f t + mean l children
    | _, _ => 0
    end.

(** The expected payoff of player [i]. *)
Fixpoint payoff (i : player) (s : profile) (t : tree) : Q :=
  match t with
  | Leaf payoff_1 payoff_2 => match i with One => payoff_1 | Two => payoff_2 end
  | Chance probabilities children => mean (payoff i s) probabilities children
  | Decision j h children => mean (payoff i s) (s j h) children
  end.

(** ** Equilibria and values *)

(** Nash equilibrium: no player gains by another strategy. *)
Definition nash (game : tree) (s : profile) : Prop :=
  (forall i, valid i game (s i)) /\
  (forall i x, valid i game x -> payoff i (replace s i x) game <= payoff i s game).

(** Player [i] gets at least [v] by the strategy of [i] in [s], whatever valid strategy the other player [j] has. *)
Definition guarantees (game : tree) (i j : player) (s : profile) (v : Q) : Prop :=
  valid i game (s i) /\ forall y, valid j game y -> v <= payoff i (replace s j y) game.

(** The value [v] of a zero-sum game: player 1 can guarantee [v], and player 2 can guarantee [-v]. *)
Definition value (game : tree) (v : Q) : Prop :=
  zero_sum game /\
  (exists s, guarantees game One Two s v) /\
  (exists s, guarantees game Two One s (- v)).
