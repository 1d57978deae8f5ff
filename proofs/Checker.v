(** * The checker

    A certificate gives each information set its player's probabilities, and its dual: what the set is worth to the
    player against the other player's strategy (times the probability that chance and the other player lead there).
    The checker verifies two systems of linear inequalities, one for each player. Soundness.v proves that this is
    enough. *)

Require Import List PArith QArith FMapPositive.
From LemkeProofs Require Import Game.
Import ListNotations.

(** ** Numbers: the operations that Extract.v replaces *)

Definition zero : Q := 0.
Definition one : Q := 1.
Definition plus (p q : Q) : Q := Qred (p + q).
Definition times (p q : Q) : Q := Qred (p * q).
Definition equal (p q : Q) : bool := Qeq_bool p q.
Definition at_most (p q : Q) : bool := Qle_bool p q.

(** ** Folds, which are tail recursive when extracted *)

Definition fold {A B : Type} (f : A -> B -> B) : list A -> B -> B :=
  fix fold l b {struct l} :=
    match l with
    | [] => b
    | x :: l => fold l (f x b)
    end.

Definition fold_numbered {A B : Type} (f : positive -> A -> B -> B) : positive -> list A -> B -> B :=
  fix fold_numbered k l b {struct l} :=
    match l with
    | [] => b
    | x :: l => fold_numbered (Pos.succ k) l (f k x b)
    end.

Definition fold_weighted {A B : Type} (f : Q -> A -> B -> B) : list Q -> list A -> B -> B :=
  fix fold_weighted ps l b {struct l} :=
    match ps, l with
    | p :: ps, x :: l => fold_weighted ps l (f p x b)
    | _, _ => b
    end.

Fixpoint same_length {A B : Type} (l : list A) (k : list B) : bool :=
  match l, k with
  | [], [] => true
  | _ :: l, _ :: k => same_length l k
  | _, _ => false
  end.

Definition is_distribution (l : list Q) : bool :=
  forallb (at_most zero) l && equal (fold plus l zero) one.

(** ** Certificates *)

Record entry := Entry { dual : Q; probabilities : list Q }.

Definition certificate := player -> PositiveMap.t entry.

Definition plans (c : certificate) : profile :=
  fun i h => match PositiveMap.find h (c i) with Some e => probabilities e | None => [] end.

Definition dual_of (c : certificate) (i : player) (h : positive) : Q :=
  match PositiveMap.find h (c i) with Some e => dual e | None => zero end.

(** ** Nodes, one by one *)

Fixpoint all_nodes (f : tree -> bool) (t : tree) : bool :=
  f t && match t with
         | Leaf _ _ => true
         | Chance _ children | Decision _ _ children => forallb (all_nodes f) children
         end.

Definition other (i : player) : player := match i with One => Two | Two => One end.

Definition good_node (c : certificate) (t : tree) : bool :=
  match t with
  | Leaf _ _ => true
  | Chance ps children => same_length ps children && is_distribution ps
  | Decision i h children =>
      same_length (plans c i h) children && PositiveMap.mem h (c i) && negb (PositiveMap.mem h (c (other i)))
  end.

Definition zero_leaf (t : tree) : bool :=
  match t with
  | Leaf payoff_1 payoff_2 => equal (plus payoff_1 payoff_2) zero
  | _ => true
  end.

(** ** Information sets: each with the moves of its player before *)

Fixpoint visits (i : player) (past : list move) (t : tree) (acc : list (positive * list move)) :=
  match t with
  | Leaf _ _ => acc
  | Chance _ children => fold (visits i past) children acc
  | Decision j h children =>
      if same i j
      then (h, past) :: fold_numbered (fun a => visits i ((h, a) :: past)) 1 children acc
      else fold (visits i past) children acc
  end.

Definition same_head (p q : list move) : bool :=
  match p, q with
  | [], [] => true
  | (h, a) :: _, (h', a') :: _ => Pos.eqb h h' && Pos.eqb a a'
  | _, _ => false
  end.

(** The information sets among the visits, each once, if the last move before is the same at all nodes of a set. *)
Fixpoint sets_of (vs : list (positive * list move)) (pasts : PositiveMap.t (list move))
  (acc : list (positive * list move)) : option (list (positive * list move)) :=
  match vs with
  | [] => Some acc
  | (h, past) :: vs =>
      match PositiveMap.find h pasts with
      | Some past' => if same_head past past' then sets_of vs pasts acc else None
      | None => sets_of vs (PositiveMap.add h past pasts) ((h, past) :: acc)
      end
  end.

(** ** Gains: a number for no move, and for each move *)

(** A leaf adds its payoff, times the probabilities of chance and of the other player, to the player's last move. *)
Fixpoint leaves (i : player) (s : profile) (past : list move) (w : Q) (t : tree) (acc : list (list move * Q)) :=
  match t with
  | Leaf payoff_1 payoff_2 => (past, times w match i with One => payoff_1 | Two => payoff_2 end) :: acc
  | Chance ps children => fold_weighted (fun p => leaves i s past (times w p)) ps children acc
  | Decision j h children =>
      if same i j
      then fold_numbered (fun a => leaves i s ((h, a) :: past) w) 1 children acc
      else fold_weighted (fun p => leaves i s past (times w p)) (s j h) children acc
  end.

Record table := Table { start : Q; rows : PositiveMap.t (PositiveMap.t Q) }.

Definition no_gain : table := Table zero (PositiveMap.empty _).

Definition row (g : table) (h : positive) : PositiveMap.t Q :=
  match PositiveMap.find h (rows g) with Some r => r | None => PositiveMap.empty _ end.

Definition gain (g : table) (past : list move) : Q :=
  match past with
  | [] => start g
  | (h, a) :: _ => match PositiveMap.find a (row g h) with Some q => q | None => zero end
  end.

Definition add_gain (past : list move) (q : Q) (g : table) : table :=
  match past with
  | [] => Table (plus (start g) q) (rows g)
  | (h, a) :: _ => Table (start g) (PositiveMap.add h (PositiveMap.add a (plus (gain g past) q) (row g h)) (rows g))
  end.

Definition add_all (l : list (list move * Q)) (g : table) : table :=
  fold (fun e => add_gain (fst e) (snd e)) l g.

(** ** The checker *)

Fixpoint expected (i : player) (s : profile) (t : tree) : Q :=
  match t with
  | Leaf payoff_1 payoff_2 => match i with One => payoff_1 | Two => payoff_2 end
  | Chance ps children => fold_weighted (fun p t acc => plus acc (times p (expected i s t))) ps children zero
  | Decision j h children => fold_weighted (fun p t acc => plus acc (times p (expected i s t))) (s j h) children zero
  end.

(** The dual of an information set is at least what each action gains: the payoffs of leaves where this is the player's
    last move, and the duals of the information sets where it is the last move before. *)
Definition good_set (c : certificate) (i : player) (g : table) (h : positive) : bool :=
  is_distribution (plans c i h) &&
  fold_numbered (fun a _ good => at_most (gain g [(h, a)]) (dual_of c i h) && good) 1 (plans c i h) true.

Definition gains (c : certificate) (i : player) (game : tree) (sets : list (positive * list move)) : table :=
  add_all (leaves i (plans c) [] one game [])
    (fold (fun v => add_gain (snd v) (dual_of c i (fst v))) sets no_gain).

Definition check_player (game : tree) (c : certificate) (v : player -> Q) (i : player) : bool :=
  match sets_of (visits i [] game []) (PositiveMap.empty _) [] with
  | None => false
  | Some sets =>
      let g := gains c i game sets in
      forallb (fun set => good_set c i g (fst set)) sets && at_most (gain g []) (v i) &&
      equal (expected i (plans c) game) (v i)
  end.

Definition check (game : tree) (c : certificate) (v : player -> Q) : bool :=
  all_nodes (good_node c) game && check_player game c v One && check_player game c v Two.

Definition check_zero_sum (game : tree) : bool := all_nodes zero_leaf game.

(** ** For files that state a game and its certificate *)

Definition table_of (l : list (positive * entry)) : PositiveMap.t entry :=
  fold (fun e => PositiveMap.add (fst e) (snd e)) l (PositiveMap.empty _).

Definition by_player {A : Type} (a b : A) (i : player) : A := match i with One => a | Two => b end.
