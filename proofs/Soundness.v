(** * The checker is right

    What [check] accepts is a Nash equilibrium of a well-formed game with perfect recall. The proof is weak duality of
    linear programs in sequence form (von Stengel 1996). The payoff of a strategy of player [i] is the sum of the gains
    of all moves, each times the probability of the player's own moves up to it. At every information set the dual
    bounds the gains of all its moves. So no strategy gets more than the gain before any move. *)

Require Import List PArith QArith FMapPositive Lia Lqa Bool.
From LemkeProofs Require Import Game Checker.
Import ListNotations.
Open Scope Q_scope.

(** ** Small facts *)

Lemma plus_correct p q : plus p q == p + q.
Proof. apply Qred_correct. Qed.

Lemma times_correct p q : times p q == p * q.
Proof. apply Qred_correct. Qed.

Lemma equal_correct p q : equal p q = true -> p == q.
Proof. apply Qeq_bool_eq. Qed.

Lemma at_most_correct p q : at_most p q = true -> p <= q.
Proof. apply Qle_bool_imp_le. Qed.

Lemma same_correct i j : same i j = true <-> i = j.
Proof. destruct i, j; simpl; intuition congruence. Qed.

Lemma same_false i j : same i j = false -> j <> i.
Proof. destruct i, j; simpl; congruence. Qed.

Lemma same_refl i : same i i = true.
Proof. destruct i; reflexivity. Qed.

Lemma same_length_correct {A B} (l : list A) (k : list B) : same_length l k = true -> length l = length k.
Proof. revert k; induction l; destruct k; simpl; auto; discriminate. Qed.

Lemma fold_plus l : forall b, fold plus l b == b + sum l.
Proof.
  induction l as [|q l IH]; simpl; intros b; [ring|]. rewrite IH, plus_correct. ring.
Qed.

Lemma is_distribution_correct l : is_distribution l = true -> distribution (length l) l.
Proof.
  unfold is_distribution. rewrite andb_true_iff, forallb_forall. intros [H S]. split; [reflexivity|split].
  - intros q I. apply at_most_correct, H, I.
  - apply equal_correct in S. rewrite fold_plus in S. unfold zero, one in S. lra.
Qed.

(** An induction principle for trees with lists of children. *)
Lemma tree_induction (P : tree -> Prop) :
  (forall u1 u2, P (Leaf u1 u2)) ->
  (forall ps ts, (forall t, In t ts -> P t) -> P (Chance ps ts)) ->
  (forall j h ts, (forall t, In t ts -> P t) -> P (Decision j h ts)) ->
  forall t, P t.
Proof.
  intros HL HC HD. fix IH 1. intros [u1 u2|ps ts|j h ts]; [apply HL|apply HC|apply HD];
    (induction ts as [|t ts IHts]; [intros t' []|intros t' [E|I]; [rewrite <- E; apply IH|apply IHts, I]]).
Qed.

(** ** Numbered lists *)

Lemma numbered_In {A} (l : list A) x : In x l -> forall k, exists a, In (a, x) (numbered k l).
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros [->|I] k; [exists k; auto|].
  destruct (IH I (Pos.succ k)) as [a Ha]. exists a; auto.
Qed.

Lemma In_numbered {A} (l : list A) a x : forall k, In (a, x) (numbered k l) -> In x l.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros k [E|I]; [inversion E; auto|right; eauto].
Qed.

Lemma numbered_le {A} (l : list A) a x : forall k, In (a, x) (numbered k l) -> (k <= a)%positive.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros k [E|I]; [inversion E; lia|]. apply IH in I. lia.
Qed.

Lemma numbered_NoDup {A} (l : list A) : forall k, NoDup (map fst (numbered k l)).
Proof.
  induction l as [|y l IH]; simpl; constructor; auto.
  intros I. apply in_map_iff in I as [[a x] [E I]]. simpl in E. subst. apply numbered_le in I. lia.
Qed.

Lemma numbered_fst {A B} (l : list A) (l' : list B) : length l = length l' ->
  forall k, map fst (numbered k l) = map fst (numbered k l').
Proof.
  revert l'. induction l as [|y l IH]; destruct l'; simpl; try discriminate; auto.
  intros E k. f_equal. apply IH. lia.
Qed.

Lemma numbered_other {A B} (l : list A) (l' : list B) k a x : length l = length l' ->
  In (a, x) (numbered k l) -> exists y, In (a, y) (numbered k l').
Proof.
  intros E I. apply (in_map fst) in I. rewrite (numbered_fst l l' E) in I.
  apply in_map_iff in I as [[a' y] [E' I]]. simpl in E'. subst. eauto.
Qed.

(** ** Every node is looked at *)

Lemma all_nodes_children f t : all_nodes f t = true ->
  f t = true /\
  match t with
  | Leaf _ _ => True
  | Chance _ ts | Decision _ _ ts => forall t', In t' ts -> all_nodes f t' = true
  end.
Proof.
  destruct t; simpl; rewrite andb_true_iff, ?forallb_forall; tauto.
Qed.

Lemma all_nodes_correct f game i past t :
  all_nodes f game = true -> node i game past t -> all_nodes f t = true.
Proof.
  intros H N. induction N; auto.
  - apply all_nodes_children in IHN as [_ IH]. auto.
  - apply all_nodes_children in IHN as [_ IH]. eauto using In_numbered.
  - apply all_nodes_children in IHN as [_ IH]. auto.
Qed.

Lemma all_nodes_node f game i past t :
  all_nodes f game = true -> node i game past t -> f t = true.
Proof. intros H N. eapply all_nodes_correct in N; [|exact H]. apply all_nodes_children in N. tauto. Qed.

(** A last move before a node was made at a node. *)
Lemma last_move i game past t : node i game past t ->
  match past with
  | [] => True
  | (h, a) :: past => exists ts t', node i game past (Decision i h ts) /\ In (a, t') (numbered 1 ts)
  end.
Proof. induction 1; auto. eauto. Qed.

(** ** Visits are nodes, and nodes are visits *)

Lemma fold_app {A B} (f : A -> list B -> list B) (ts : list A) :
  (forall t, In t ts -> forall acc, f t acc = f t [] ++ acc) ->
  forall acc, fold f ts acc = fold f ts [] ++ acc.
Proof.
  induction ts as [|t ts IH]; simpl; auto. intros H acc.
  rewrite (IH (fun t I => H t (or_intror I)) (f t acc)), (IH (fun t I => H t (or_intror I)) (f t [])).
  rewrite (H t (or_introl eq_refl) acc), app_assoc. reflexivity.
Qed.

Lemma fold_numbered_app {A B} (f : positive -> A -> list B -> list B) (ts : list A) :
  (forall a t, In t ts -> forall acc, f a t acc = f a t [] ++ acc) ->
  forall k acc, fold_numbered f k ts acc = fold_numbered f k ts [] ++ acc.
Proof.
  induction ts as [|t ts IH]; simpl; auto. intros H k acc.
  rewrite (IH (fun a t I => H a t (or_intror I)) _ (f k t acc)), (IH (fun a t I => H a t (or_intror I)) _ (f k t [])).
  rewrite (H k t (or_introl eq_refl) acc), app_assoc. reflexivity.
Qed.

Lemma visits_app i t : forall past acc, visits i past t acc = visits i past t [] ++ acc.
Proof.
  induction t as [| ps ts IH | j h ts IH] using tree_induction; simpl; intros past acc; auto.
  - apply fold_app. auto.
  - destruct (same i j); [|apply fold_app; auto]. simpl. f_equal. apply fold_numbered_app. auto.
Qed.

Lemma fold_In {A B} (f : A -> list B -> list B) (ts : list A) x :
  (forall t, In t ts -> forall acc, f t acc = f t [] ++ acc) ->
  (In x (fold f ts []) <-> exists t, In t ts /\ In x (f t [])).
Proof.
  induction ts as [|t ts IH]; simpl; intros H.
  - split; [tauto|]. intros [t [[] _]].
  - rewrite (fold_app f ts (fun t I => H t (or_intror I)) (f t [])), in_app_iff, IH by auto. split.
    + intros [[t' [I I']]|I]; eauto.
    + intros [t' [[->|I] I']]; eauto.
Qed.

Lemma fold_numbered_In {A B} (f : positive -> A -> list B -> list B) (ts : list A) x :
  (forall a t, In t ts -> forall acc, f a t acc = f a t [] ++ acc) ->
  forall k, (In x (fold_numbered f k ts []) <-> exists a t, In (a, t) (numbered k ts) /\ In x (f a t [])).
Proof.
  induction ts as [|t ts IH]; simpl; intros H k.
  - split; [tauto|]. intros [a [t [[] _]]].
  - rewrite (fold_numbered_app f ts (fun a t I => H a t (or_intror I)) _ (f k t [])), in_app_iff, IH by auto. split.
    + intros [[a [t' [I I']]]|I]; eauto 6.
    + intros [a [t' [[E|I] I']]]; [inversion E; subst; auto|eauto 6].
Qed.

Lemma visit_is_node i game h p : forall t past, node i game past t -> In (h, p) (visits i past t []) ->
  exists ts, node i game p (Decision i h ts).
Proof.
  induction t as [| ps ts IH | j h' ts IH] using tree_induction; simpl; intros past N I; [tauto| |].
  - apply fold_In in I as [t [I I']]; [|auto using visits_app].
    eapply IH; eauto. eapply after_chance; eauto.
  - destruct (same i j) eqn:S.
    + apply same_correct in S. subst j. destruct I as [E|I]; [inversion E; subst; eauto|].
      apply fold_numbered_In in I as [a [t [I I']]]; [|auto using visits_app].
      eapply IH; [eapply In_numbered; eauto| |eauto]. eapply after_own; eauto.
    + apply fold_In in I as [t [I I']]; [|auto using visits_app].
      eapply IH; eauto. eapply after_other; eauto. apply same_false, S.
Qed.

Lemma node_is_visit i game past t : node i game past t ->
  forall v, In v (visits i past t []) -> In v (visits i [] game []).
Proof.
  induction 1 as [|past ps ts t N IH I|past h ts a t N IH I|past j h ts t D N IH I]; intros v V; auto; apply IH; simpl.
  - apply fold_In; [auto using visits_app|]. eauto.
  - rewrite same_refl. right. apply fold_numbered_In; [auto using visits_app|]. eauto.
  - replace (same i j) with false by (destruct i, j; simpl; congruence).
    apply fold_In; [auto using visits_app|]. eauto.
Qed.

Lemma decision_is_visit i game past h ts : node i game past (Decision i h ts) -> In (h, past) (visits i [] game []).
Proof. intros N. eapply node_is_visit; eauto. simpl. rewrite same_refl. left. reflexivity. Qed.

(** ** The information sets, and perfect recall *)

Lemma same_head_correct p q : same_head p q = true <-> hd_error p = hd_error q.
Proof.
  destruct p as [|[h a] p], q as [|[h' a'] q]; simpl; try (split; (discriminate || auto); fail).
  rewrite andb_true_iff, !Pos.eqb_eq. split; [intros [-> ->]; auto|intros E; inversion E; auto].
Qed.

Definition known (pasts : PositiveMap.t (list move)) (acc : list (positive * list move)) : Prop :=
  NoDup (map fst acc) /\ forall h p, PositiveMap.find h pasts = Some p <-> In (h, p) acc.

Lemma sets_of_correct vs : forall pasts acc sets, known pasts acc -> sets_of vs pasts acc = Some sets ->
  NoDup (map fst sets) /\
  (forall v, In v acc -> In v sets) /\
  (forall v, In v sets -> In v acc \/ In v vs) /\
  (forall h p, In (h, p) vs -> exists q, In (h, q) sets /\ hd_error q = hd_error p).
Proof.
  induction vs as [|[h p] vs IH]; simpl; intros pasts acc sets [ND K] E.
  - inversion E; subst. repeat split; auto. intros h p [].
  - destruct (PositiveMap.find h pasts) as [q|] eqn:F.
    + destruct (same_head p q) eqn:S; [|discriminate]. apply same_head_correct in S.
      destruct (IH _ _ _ (conj ND K) E) as (N & I1 & I2 & I3). repeat split; auto.
      * intros v V. apply I2 in V. tauto.
      * intros h' p' [E'|V]; [|eauto]. inversion E'; subst. exists q. split; [apply I1, K, F|auto].
    + assert (K' : known (PositiveMap.add h p pasts) ((h, p) :: acc)).
      { split.
        - simpl. constructor; auto. intros V. apply in_map_iff in V as [[h' q] [E' V]]. simpl in E'. subst.
          apply K in V. congruence.
        - intros h' q. destruct (Pos.eq_dec h h') as [->|D].
          + rewrite PositiveMap.gss. split.
            * intros E'. inversion E'. left. auto.
            * intros [E'|V]; [inversion E'; auto|]. apply K in V. congruence.
          + rewrite PositiveMap.gso by congruence. rewrite K. simpl. split; [auto|].
            intros [E'|V]; [inversion E'; congruence|auto]. }
      destruct (IH _ _ _ K' E) as (N & I1 & I2 & I3). repeat split; auto.
      * intros v V. apply I1. right. auto.
      * intros v V. apply I2 in V as [[V|V]|V]; auto.
      * intros h' p' [E'|V]; [|eauto]. inversion E'; subst. exists p'. split; [apply I1; left; auto|auto].
Qed.

Section Sets.

Variable i : player.
Variable game : tree.
Variable sets : list (positive * list move).
Hypothesis sets_eq : sets_of (visits i [] game []) (PositiveMap.empty _) [] = Some sets.

Lemma known_empty : known (PositiveMap.empty _) [].
Proof.
  split; [constructor|]. intros h p. rewrite PositiveMap.gempty. simpl. split; [discriminate|tauto].
Qed.

Lemma sets_NoDup : NoDup (map fst sets).
Proof. apply (sets_of_correct _ _ _ _ known_empty sets_eq). Qed.

Lemma set_is_node h p : In (h, p) sets -> exists ts, node i game p (Decision i h ts).
Proof.
  intros I. apply (sets_of_correct _ _ _ _ known_empty sets_eq) in I as [[]|I].
  eapply visit_is_node; eauto. apply at_root.
Qed.

Lemma node_has_head h p ts : node i game p (Decision i h ts) -> exists q, In (h, q) sets /\ hd_error q = hd_error p.
Proof.
  intros N. apply decision_is_visit in N. apply (sets_of_correct _ _ _ _ known_empty sets_eq) in N. exact N.
Qed.

Lemma same_set_same_head h p ts q ts' :
  node i game p (Decision i h ts) -> node i game q (Decision i h ts') -> hd_error p = hd_error q.
Proof.
  intros N N'. apply node_has_head in N as [r [I E]], N' as [r' [I' E']].
  enough (r = r') by congruence. pose proof sets_NoDup as ND. clear - I I' ND.
  induction sets as [|[h' q] l IH]; [destruct I|]. simpl in ND. apply NoDup_cons_iff in ND as [NI ND].
  assert (F : forall r, In (h, r) l -> h' = h -> False)
    by (intros s V ->; apply NI; apply in_map_iff; exists (h, s); auto).
  destruct I as [E|I], I' as [E'|I']; try inversion E; try inversion E'; subst; auto; exfalso; eapply F; eauto.
Qed.

Lemma same_past h : forall p ts q ts',
  node i game p (Decision i h ts) -> node i game q (Decision i h ts') -> p = q.
Proof.
  intros p. revert h. induction p as [|[h' a] p IH]; intros h ts q ts' N N';
    pose proof (same_set_same_head _ _ _ _ _ N N') as E; destruct q as [|m q]; simpl in E; try discriminate; auto.
  inversion E; subst m. f_equal.
  apply last_move in N as [us [u [N _]]], N' as [us' [u' [N' _]]]. eauto.
Qed.

Lemma node_in_sets h p ts : node i game p (Decision i h ts) -> In (h, p) sets.
Proof.
  intros N. destruct (node_has_head _ _ _ N) as [q [I _]].
  destruct (set_is_node _ _ I) as [us M]. rewrite (same_past _ _ _ _ _ N M). exact I.
Qed.

End Sets.

(** ** Sums *)

Definition sum_of {A} (f : A -> Q) (l : list A) : Q := fold_right (fun x q => f x + q) 0 l.

Lemma sum_of_plus {A} (f g : A -> Q) l : sum_of (fun x => f x + g x) l == sum_of f l + sum_of g l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_scale {A} (f : A -> Q) c l : sum_of (fun x => c * f x) l == c * sum_of f l.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_app {A} (f : A -> Q) l k : sum_of f (l ++ k) == sum_of f l + sum_of f k.
Proof. induction l as [|x l IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma sum_of_ext {A} (f g : A -> Q) l : (forall x, In x l -> f x == g x) -> sum_of f l == sum_of g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|]. rewrite (H x), IH by auto. reflexivity.
Qed.

Lemma sum_of_le {A} (f g : A -> Q) l : (forall x, In x l -> f x <= g x) -> sum_of f l <= sum_of g l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [apply Qle_refl|]. apply Qplus_le_compat; auto.
Qed.

Lemma sum_of_zero {A} (f : A -> Q) l : (forall x, In x l -> f x == 0) -> sum_of f l == 0.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|]. rewrite (H x), IH by auto. ring.
Qed.

Lemma sum_of_map {A B} (f : B -> Q) (g : A -> B) l : sum_of f (map g l) = sum_of (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; congruence. Qed.

(** In a sum over a list without repetition only one term has a given key. *)
Lemma sum_of_pick {A} (key : A -> positive) (f : A -> Q) l y :
  NoDup (map key l) -> In y l -> (forall x, In x l -> key x <> key y -> f x == 0) -> sum_of f l == f y.
Proof.
  induction l as [|x l IH]; simpl; intros ND I H; [tauto|]. apply NoDup_cons_iff in ND as [NI ND].
  destruct I as [->|I].
  - rewrite sum_of_zero; [ring|]. intros z Z. apply H; auto.
    intros E. apply NI. rewrite <- E. apply in_map, Z.
  - rewrite IH by auto. rewrite H; [ring|auto|]. intros E. apply NI. rewrite E. apply in_map, I.
Qed.

(** ** The table of gains *)

Definition total (past : list move) (l : list (list move * Q)) : Q :=
  sum_of (fun e => if same_head past (fst e) then snd e else 0) l.

Lemma gain_add p q past g :
  gain (add_gain past q g) p == gain g p + (if same_head p past then q else 0).
Proof.
  destruct p as [|[h a] p], past as [|[h' a'] past]; unfold add_gain; cbn [gain start rows same_head];
    rewrite ?plus_correct; try (unfold row; cbn [rows]; ring).
  unfold row at 1. cbn [rows]. destruct (Pos.eqb h h') eqn:H; cbn [andb].
  - apply Pos.eqb_eq in H. subst h'. rewrite PositiveMap.gss. destruct (Pos.eqb a a') eqn:A.
    + apply Pos.eqb_eq in A. subst a'. rewrite PositiveMap.gss, plus_correct. reflexivity.
    + apply Pos.eqb_neq in A. rewrite PositiveMap.gso by auto. ring.
  - apply Pos.eqb_neq in H. rewrite PositiveMap.gso by auto. fold (row g h). ring.
Qed.

Lemma gain_add_all l p : forall g, gain (add_all l g) p == gain g p + total p l.
Proof.
  unfold add_all, total. induction l as [|e l IH]; simpl; intros g; [ring|].
  rewrite IH, gain_add. ring.
Qed.

Lemma gain_none p : gain no_gain p == 0.
Proof.
  destruct p as [|[h a] p]; cbn; [reflexivity|]. unfold row. cbn.
  rewrite !PositiveMap.gempty. reflexivity.
Qed.

(** The entries of the table: the duals of the sets, and the leaves. *)
Definition entries (c : certificate) (i : player) (game : tree) (sets : list (positive * list move)) :=
  map (fun v => (snd v, dual_of c i (fst v))) sets ++ leaves i (plans c) [] one game [].

Lemma gains_correct c i game sets p : gain (gains c i game sets) p == total p (entries c i game sets).
Proof.
  unfold gains, entries. rewrite gain_add_all. unfold total at 2. rewrite sum_of_app.
  apply Qplus_comp; [|reflexivity].
  rewrite <- (Qplus_0_l (sum_of _ _)), <- (gain_none p). generalize no_gain.
  induction sets as [|v l IH]; simpl; intros g; [ring|]. rewrite IH, gain_add. ring.
Qed.

(** ** Payoffs as sums over the leaves *)

Definition probability (x : strategy) (m : move) : Q := nth (pred (Pos.to_nat (snd m))) (x (fst m)) 0.

(** The probability of the player's own moves. *)
Fixpoint weight (x : strategy) (past : list move) : Q :=
  match past with
  | [] => 1
  | m :: past => probability x m * weight x past
  end.

Definition worth (x : strategy) (l : list (list move * Q)) : Q := sum_of (fun e => weight x (fst e) * snd e) l.

Lemma fold_weighted_worth x (f : Q -> tree -> list (list move * Q) -> list (list move * Q)) (u : tree -> Q) c ts :
  (forall t, In t ts -> forall p acc, worth x (f p t acc) == c * p * u t + worth x acc) ->
  forall ps acc, worth x (fold_weighted f ps ts acc) == c * mean u ps ts + worth x acc.
Proof.
  induction ts as [|t ts IH]; intros H [|p ps] acc; simpl; try ring.
  rewrite IH by (intros; apply H; right; auto). rewrite H by (left; auto). ring.
Qed.

Lemma fold_numbered_worth x (f : positive -> tree -> list (list move * Q) -> list (list move * Q))
  (u : tree -> Q) c h ts :
  (forall t, In t ts -> forall a acc, worth x (f a t acc) == c * probability x (h, a) * u t + worth x acc) ->
  forall k ps acc, (forall a, (k <= a)%positive ->
                   probability x (h, a) = nth (Pos.to_nat a - Pos.to_nat k) ps 0) ->
  worth x (fold_numbered f k ts acc) == c * mean u ps ts + worth x acc.
Proof.
  induction ts as [|t ts IH]; intros H k ps acc P; simpl.
  - destruct ps; simpl; ring.
  - rewrite (IH (fun t I => H t (or_intror I)) _ (tl ps)).
    + rewrite (H t (or_introl eq_refl)), P by lia. rewrite Nat.sub_diag. destruct ps; simpl; try ring.
      destruct ts; simpl; ring.
    + intros a L. rewrite P by lia. replace (Pos.to_nat a - Pos.to_nat k)%nat
        with (S (Pos.to_nat a - Pos.to_nat (Pos.succ k)))%nat by lia.
      destruct ps; simpl; [|reflexivity]. destruct (Pos.to_nat a - Pos.to_nat (Pos.succ k))%nat; reflexivity.
Qed.

Lemma leaves_worth i s x t : forall past w acc,
  worth x (leaves i s past w t acc) == w * weight x past * payoff i (replace s i x) t + worth x acc.
Proof.
  induction t as [u1 u2 | ps ts IH | j h ts IH] using tree_induction; simpl; intros past w acc.
  - unfold worth at 1. cbn [sum_of fold_right fst snd]. fold (worth x acc). rewrite times_correct. destruct i; ring.
  - apply (fold_weighted_worth x _ _ (w * weight x past)). intros t I p acc'. rewrite IH by auto.
    rewrite times_correct. ring.
  - unfold replace at 2. destruct (same i j) eqn:S.
    + apply (fold_numbered_worth x _ _ (w * weight x past) h).
      * intros t I a acc'. rewrite IH by auto. simpl. ring.
      * intros a _. unfold probability. simpl. f_equal. lia.
    + apply (fold_weighted_worth x _ _ (w * weight x past)). intros t I p acc'. rewrite IH by auto.
      rewrite times_correct. ring.
Qed.

Lemma expected_correct i s t : expected i s t == payoff i s t.
Proof.
  induction t as [u1 u2 | ps ts IH | j h ts IH] using tree_induction; simpl; [reflexivity| |].
  - enough (E : forall acc, fold_weighted (fun p t acc => plus acc (times p (expected i s t))) ps ts acc
                == acc + mean (payoff i s) ps ts) by (rewrite E; unfold zero; ring).
    revert ps. induction ts as [|t ts IHts]; intros [|p ps] acc; simpl; try ring.
    rewrite IHts by (intros; apply IH; right; auto).
    rewrite plus_correct, times_correct, IH by (left; auto). ring.
  - enough (E : forall ps acc, fold_weighted (fun p t acc => plus acc (times p (expected i s t))) ps ts acc
                == acc + mean (payoff i s) ps ts) by (rewrite E; unfold zero; ring).
    induction ts as [|t ts IHts]; intros [|p ps] acc; simpl; try ring.
    rewrite IHts by (intros; apply IH; right; auto).
    rewrite plus_correct, times_correct, IH by (left; auto). ring.
Qed.

(** Every entry of a leaf belongs to a node. *)
Lemma leaf_is_node i s game e : forall t past w acc, node i game past t -> In e (leaves i s past w t acc) ->
  In e acc \/ exists u1 u2, node i game (fst e) (Leaf u1 u2).
Proof.
  induction t as [u1 u2 | ps ts IH | j h ts IH] using tree_induction; simpl; intros past w acc N I.
  - destruct I as [<-|I]; [right; eauto|auto].
  - assert (N' : forall t, In t ts -> node i game past t) by (intros; eapply after_chance; eauto). clear N.
    revert ps acc I. induction ts as [|t ts IHts]; intros [|p ps] acc I; simpl in I; auto.
    apply IHts in I; [|intros; eapply IH; eauto; right; auto|intros; apply N'; right; auto].
    destruct I as [I|I]; [|auto]. eapply IH in I; eauto; [left; auto|apply N'; left; auto].
  - destruct (same i j) eqn:S.
    + apply same_correct in S. subst j.
      assert (N' : forall a t, In (a, t) (numbered 1 ts) -> node i game ((h, a) :: past) t)
        by (intros; eapply after_own; eauto). clear N.
      revert N' acc I. generalize 1%positive as k.
      induction ts as [|t ts IHts]; intros k N' acc I; simpl in I; auto.
      apply IHts in I; [|intros; eapply IH; eauto; right; auto|intros; apply N'; right; auto].
      destruct I as [I|I]; [|auto]. eapply IH in I; eauto; [left; auto|apply N'; left; auto].
    + assert (N' : forall t, In t ts -> node i game past t)
        by (intros; eapply after_other; eauto; apply same_false, S). clear N.
      generalize dependent acc. generalize (s j h) as ps.
      induction ts as [|t ts IHts]; intros [|p ps] acc I; simpl in I; auto.
      apply IHts in I; [|intros; eapply IH; eauto; right; auto|intros; apply N'; right; auto].
      destruct I as [I|I]; [|auto]. eapply IH in I; eauto; [left; auto|apply N'; left; auto].
Qed.

(** ** Weak duality *)

Lemma nth_numbered (l : list Q) a q : forall k, In (a, q) (numbered k l) -> nth (Pos.to_nat a - Pos.to_nat k) l 0 = q.
Proof.
  induction l as [|p l IH]; simpl; [tauto|]. intros k [E|I].
  - inversion E; subst. rewrite Nat.sub_diag. reflexivity.
  - pose proof (numbered_le _ _ _ _ I). apply IH in I.
    replace (Pos.to_nat a - Pos.to_nat k)%nat with (S (Pos.to_nat a - Pos.to_nat (Pos.succ k)))%nat by lia. exact I.
Qed.

Lemma probability_numbered x h a q : In (a, q) (numbered 1 (x h)) -> probability x (h, a) = q.
Proof.
  intros I. apply nth_numbered in I. unfold probability. simpl. rewrite <- I. f_equal. lia.
Qed.

Lemma sum_numbered (l : list Q) : forall k, sum_of snd (numbered k l) == sum l.
Proof. induction l as [|q l IH]; simpl; intros k; [reflexivity|]. rewrite IH. reflexivity. Qed.

Section Duality.

Variable i : player.
Variable game : tree.
Variable sets : list (positive * list move).
Hypothesis sets_eq : sets_of (visits i [] game []) (PositiveMap.empty _) [] = Some sets.
Variable x : strategy.
Hypothesis x_valid : valid i game x.

(** The gains of all moves, each times its probability. *)
Definition by_moves (G : list move -> Q) : Q :=
  G [] + sum_of (fun v => sum_of (fun b => weight x ((fst v, fst b) :: snd v) * G [(fst v, fst b)])
                            (numbered 1 (x (fst v)))) sets.

Lemma by_moves_ext G G' : (forall p, G p == G' p) -> by_moves G == by_moves G'.
Proof.
  intros E. unfold by_moves. rewrite E. apply Qplus_comp; [reflexivity|].
  apply sum_of_ext. intros v _. apply sum_of_ext. intros b _. rewrite E. reflexivity.
Qed.

Lemma by_moves_plus G G' : by_moves (fun p => G p + G' p) == by_moves G + by_moves G'.
Proof.
  unfold by_moves.
  rewrite (sum_of_ext _ (fun v =>
    sum_of (fun b => weight x ((fst v, fst b) :: snd v) * G [(fst v, fst b)]) (numbered 1 (x (fst v))) +
    sum_of (fun b => weight x ((fst v, fst b) :: snd v) * G' [(fst v, fst b)]) (numbered 1 (x (fst v))))).
  - rewrite sum_of_plus. ring.
  - intros v _. rewrite <- sum_of_plus. apply sum_of_ext. intros b _. ring.
Qed.

Definition single (e : list move * Q) (p : list move) : Q := if same_head p (fst e) then snd e else 0.

Lemma by_moves_single e t : node i game (fst e) t -> by_moves (single e) == weight x (fst e) * snd e.
Proof.
  destruct e as [past q]. simpl. intros N. unfold by_moves, single. cbn [fst snd].
  destruct past as [|[h a] past].
  - cbn [same_head]. rewrite sum_of_zero; [simpl; ring|]. intros v _. apply sum_of_zero. intros b _. ring.
  - apply last_move in N as [ts [t' [N I]]].
    assert (V : In (h, past) sets) by (eapply node_in_sets; eauto).
    assert (L : length ts = length (x h)) by (symmetry; apply (x_valid _ _ _ N)).
    destruct (numbered_other _ _ _ _ _ L I) as [r B].
    rewrite (sum_of_pick fst _ sets (h, past)); auto.
    + cbn [fst snd]. rewrite (sum_of_pick fst _ _ (a, r)); auto using numbered_NoDup.
      * cbn. rewrite !Pos.eqb_refl. cbn. ring.
      * intros [b s] _ D. cbn in *. apply Pos.eqb_neq in D. rewrite D, andb_false_r. ring.
    + eapply sets_NoDup; eauto.
    + intros [h' p'] _ D. cbn in D. apply sum_of_zero. intros b _. cbn.
      apply Pos.eqb_neq in D. rewrite D. cbn. ring.
Qed.

Lemma worth_by_moves l : (forall e, In e l -> exists t, node i game (fst e) t) ->
  worth x l == by_moves (fun p => total p l).
Proof.
  induction l as [|e l IH]; intros H.
  - unfold worth, by_moves, total. simpl. rewrite sum_of_zero; [ring|].
    intros v _. apply sum_of_zero. intros b _. ring.
  - destruct (H e (or_introl eq_refl)) as [t N].
    rewrite (by_moves_ext _ (fun p => single e p + total p l)) by (intros p; reflexivity).
    rewrite by_moves_plus, (by_moves_single e t N), <- IH by (intros; apply H; right; auto). reflexivity.
Qed.

Lemma weight_nonnegative past t : node i game past t -> 0 <= weight x past.
Proof.
  revert t. induction past as [|[h a] past IH]; simpl; intros t N; [discriminate|].
  apply last_move in N as [ts [t' [N I]]]. apply Qmult_le_0_compat; [|eauto].
  destruct (x_valid _ _ _ N) as (L & P & _). symmetry in L.
  destruct (numbered_other _ _ _ _ _ L I) as [q B]. rewrite (probability_numbered _ _ _ _ B).
  apply P. eapply In_numbered; eauto.
Qed.

Variable c : certificate.
Variable G : list move -> Q.
Hypothesis G_bound : forall h past ts a t, node i game past (Decision i h ts) -> In (a, t) (numbered 1 ts) ->
  G [(h, a)] <= dual_of c i h.

Lemma by_moves_bound : by_moves G <= G [] + sum_of (fun v => weight x (snd v) * dual_of c i (fst v)) sets.
Proof.
  unfold by_moves. apply Qplus_le_compat; [apply Qle_refl|]. apply sum_of_le. intros [h past] V. cbn [fst snd].
  destruct (set_is_node _ _ _ sets_eq _ _ V) as [ts N].
  destruct (x_valid _ _ _ N) as (L & P & S).
  rewrite <- (Qmult_1_r (_ * dual_of c i h)), <- S, <- (sum_numbered (x h) 1), <- sum_of_scale.
  apply sum_of_le. intros [a q] B. cbn [fst snd].
  destruct (numbered_other _ _ _ _ _ L B) as [t I].
  simpl. rewrite (probability_numbered _ _ _ _ B).
  assert (0 <= q) by (apply P; eapply In_numbered; eauto).
  assert (W : 0 <= weight x past) by (eapply weight_nonnegative; eauto).
  rewrite <- Qmult_assoc, (Qmult_comm (weight x past)), Qmult_assoc.
  setoid_replace (weight x past * dual_of c i h * q) with (q * dual_of c i h * weight x past) by ring.
  apply Qmult_le_compat_r; [|exact W]. rewrite !(Qmult_comm q).
  apply Qmult_le_compat_r; eauto.
Qed.

End Duality.

Lemma fold_numbered_all {A} (f : positive -> bool) (l : list A) : forall k good,
  fold_numbered (fun a _ good => f a && good) k l good = true ->
  good = true /\ forall a y, In (a, y) (numbered k l) -> f a = true.
Proof.
  induction l as [|y l IH]; simpl; intros k good E; [split; [auto|tauto]|].
  apply IH in E as [E H]. apply andb_true_iff in E as [E E']. split; [auto|].
  intros a z [I|I]; [inversion I; subst; auto|eauto].
Qed.

Section Player.

Variable game : tree.
Variable c : certificate.
Variable v : player -> Q.
Variable i : player.
Hypothesis nodes_good : all_nodes (good_node c) game = true.
Hypothesis checked : check_player game c v i = true.

Lemma decision_good j past h ts : node j game past (Decision j h ts) ->
  length (plans c j h) = length ts /\ PositiveMap.mem h (c j) = true /\ PositiveMap.mem h (c (other j)) = false.
Proof.
  intros N. apply (all_nodes_node _ _ _ _ _ nodes_good) in N. simpl in N.
  rewrite !andb_true_iff, negb_true_iff in N. intuition auto using same_length_correct.
Qed.

Lemma checked_sets : exists sets,
  sets_of (visits i [] game []) (PositiveMap.empty _) [] = Some sets /\
  (forall h p, In (h, p) sets -> good_set c i (gains c i game sets) h = true) /\
  gain (gains c i game sets) [] <= v i /\ payoff i (plans c) game == v i.
Proof.
  unfold check_player in checked. destruct (sets_of _ _ _) as [sets|]; [|discriminate]. exists sets.
  rewrite !andb_true_iff, forallb_forall in checked. destruct checked as [[S A] E]. split; [auto|split].
  - intros h p I. apply (S (h, p) I).
  - apply at_most_correct in A. apply equal_correct in E. rewrite expected_correct in E. auto.
Qed.

Lemma plans_valid : valid i game (plans c i).
Proof.
  intros past h ts N. destruct checked_sets as [sets [E [S _]]].
  assert (I : In (h, past) sets) by (eapply node_in_sets; eauto). apply S in I.
  unfold good_set in I. apply andb_true_iff in I as [D _]. apply is_distribution_correct in D.
  destruct (decision_good _ _ _ _ N) as [L _]. rewrite <- L. exact D.
Qed.

Lemma recall past past' h ts ts' : node i game past (Decision i h ts) -> node i game past' (Decision i h ts') ->
  past = past' /\ length ts = length ts'.
Proof.
  intros N N'. destruct checked_sets as [sets [E _]]. split; [eapply same_past; eauto|].
  destruct (decision_good _ _ _ _ N) as [L _], (decision_good _ _ _ _ N') as [L' _]. congruence.
Qed.

Lemma payoff_bound x : valid i game x -> payoff i (replace (plans c) i x) game <= v i.
Proof.
  intros X. destruct checked_sets as [sets [E [S [B _]]]]. eapply Qle_trans; [|exact B].
  set (G := gain (gains c i game sets)) in *.
  assert (B' : by_moves sets x G <= G [] + sum_of (fun v => weight x (snd v) * dual_of c i (fst v)) sets).
  { apply (by_moves_bound i game sets E x X c). intros h past ts a t N I.
    assert (V : In (h, past) sets) by (eapply node_in_sets; eauto). apply S in V.
    unfold good_set in V. apply andb_true_iff in V as [_ V]. apply fold_numbered_all in V as [_ V].
    destruct (decision_good _ _ _ _ N) as [L _]. symmetry in L.
    destruct (numbered_other _ _ _ _ _ L I) as [y Y]. apply V in Y. apply at_most_correct in Y. exact Y. }
  assert (W : worth x (entries c i game sets) == by_moves sets x G).
  { rewrite (worth_by_moves i game sets E x X).
    - apply by_moves_ext. intros p. symmetry. apply gains_correct.
    - intros e I. unfold entries in I. apply in_app_iff in I as [I|I].
      + apply in_map_iff in I as [[h p] [<- I]]. apply (set_is_node _ _ _ E) in I as [ts N]. simpl. eauto.
      + eapply leaf_is_node in I; [|apply at_root]. destruct I as [[]|[u1 [u2 N]]]. eauto. }
  unfold entries, worth in W. rewrite sum_of_app, sum_of_map in W.
  fold (worth x (leaves i (plans c) [] one game [])) in W.
  rewrite leaves_worth in W. unfold one in W. cbn [weight] in W. cbn [fst snd] in W.
  change (worth x []) with 0 in W. lra.
Qed.

End Player.

(** ** The theorems *)

Theorem check_sound (game : tree) (c : certificate) (v : player -> Q) :
  check game c v = true ->
  well_formed game /\ perfect_recall game /\ nash game (plans c) /\ forall i, payoff i (plans c) game == v i.
Proof.
  intros C. unfold check in C. rewrite !andb_true_iff in C. destruct C as [[N C1] C2].
  assert (C : forall i, check_player game c v i = true) by (intros []; assumption). clear C1 C2.
  assert (P : forall i, payoff i (plans c) game == v i)
    by (intros i; destruct (checked_sets _ _ _ _ (C i)) as [_ [_ [_ [_ P]]]]; exact P).
  split; [split|split; [|split; [split|exact P]]].
  - intros i past ps ts I. apply (all_nodes_node _ _ _ _ _ N) in I. simpl in I.
    apply andb_true_iff in I as [L D]. apply same_length_correct in L. rewrite <- L. apply is_distribution_correct, D.
  - intros i j past past' h ts ts' I J. apply (decision_good _ _ N) in I, J.
    destruct i, j; auto; simpl in *; intuition congruence.
  - intros i past past' h ts ts'. apply (recall _ _ _ _ N (C i)).
  - intros i. apply (plans_valid _ _ _ _ N (C i)).
  - intros i x X. rewrite P. apply (payoff_bound _ _ _ _ N (C i) _ X).
Qed.

Lemma mean_opposite (f g : tree -> Q) ts : (forall t, In t ts -> f t + g t == 0) ->
  forall ps, mean f ps ts + mean g ps ts == 0.
Proof.
  induction ts as [|t ts IH]; intros H [|p ps]; simpl; try ring.
  setoid_replace (p * f t + mean f ps ts + (p * g t + mean g ps ts))
    with (p * (f t + g t) + (mean f ps ts + mean g ps ts)) by ring.
  rewrite H by (left; auto). rewrite IH by (intros; apply H; right; auto). ring.
Qed.

Lemma payoffs_opposite s t : all_nodes zero_leaf t = true -> payoff One s t + payoff Two s t == 0.
Proof.
  induction t as [u1 u2 | ps ts IH | j h ts IH] using tree_induction; intros Z; apply all_nodes_children in Z as [Z Z'].
  - simpl in *. apply equal_correct in Z. rewrite plus_correct in Z. exact Z.
  - simpl. apply mean_opposite. auto.
  - simpl. apply mean_opposite. auto.
Qed.

Lemma check_zero_sum_correct game : check_zero_sum game = true -> zero_sum game.
Proof.
  intros Z i past u1 u2 N. apply (all_nodes_node _ _ _ _ _ Z) in N. simpl in N.
  apply equal_correct in N. rewrite plus_correct in N. exact N.
Qed.

Theorem check_value (game : tree) (c : certificate) (v : player -> Q) :
  check game c v = true -> check_zero_sum game = true ->
  value game (v One) /\ guarantees game One Two (plans c) (v One) /\ guarantees game Two One (plans c) (- v One).
Proof.
  intros C Z. apply check_sound in C as (_ & _ & [V N] & P).
  assert (G1 : guarantees game One Two (plans c) (v One)).
  { split; [apply V|]. intros y Y. pose proof (N Two y Y). pose proof (P One).
    pose proof (payoffs_opposite (replace (plans c) Two y) game Z).
    pose proof (payoffs_opposite (plans c) game Z). lra. }
  assert (G2 : guarantees game Two One (plans c) (- v One)).
  { split; [apply V|]. intros y Y. pose proof (N One y Y). pose proof (P One).
    pose proof (payoffs_opposite (replace (plans c) One y) game Z). lra. }
  split; [|auto]. split; [apply check_zero_sum_correct, Z|]. split; exists (plans c); auto.
Qed.
