(* Reads a proof in the format lemke-proof/1, runs the extracted checker on it, and prints its verdict.
   Not verified: whoever doubts that the file is read as README.md says reads these lines. *)

module Integer = Z
open Checker (* has a module Z of Coq's *)

exception Bad of string
let line_number = ref 0
let bad expected = raise (Bad (Printf.sprintf "line %d: expected %s" !line_number expected))

let read_line channel =
  let start = pos_in channel in
  match input_line channel with
  | line ->
      incr line_number;
      if pos_in channel = start + String.length line then bad "a line feed at its end";
      Some (String.split_on_char ' ' line)
  | exception End_of_file -> None

(* Numbers: digits, a minus before them if negative, and for fractions a slash with a denominator that is not 0. *)

let natural s =
  if s <> "" && String.for_all (fun c -> '0' <= c && c <= '9') s then Integer.of_string s else bad "a number"

let integer s =
  if s <> "" && s.[0] = '-' then Integer.neg (natural (String.sub s 1 (String.length s - 1))) else natural s

let rational s =
  match String.split_on_char '/' s with
  | [ p ] -> Q.of_bigint (integer p)
  | [ p; q ] ->
      let q = natural q in
      if Integer.sign q = 0 then bad "a denominator that is not 0" else Q.make (integer p) q
  | _ -> bad "a number"

let small s =
  let n = natural s in
  if Integer.sign n > 0 && Integer.fits_int n then Integer.to_int n else bad "a positive number of at most 18 digits"

let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))

(* Information sets: for each player a map from their numbers to duals and probabilities. *)

let entries_1, entries_2 = ref PositiveMap.empty, ref PositiveMap.empty
let entries = function One -> entries_1 | Two -> entries_2
let owner number = List.find_opt (fun player -> PositiveMap.mem number !(entries player)) [ One; Two ]

let add_set player number dual probabilities =
  let number = positive (small number) in
  let player = match player with "1" -> One | "2" -> Two | _ -> bad "player 1 or 2" in
  if owner number <> None then bad "another number, since a set before has this one";
  let entry = { dual = rational dual; probabilities = List.map rational probabilities } in
  entries player := PositiveMap.add number entry !(entries player)

(* The tree, in depth-first order. A node on the stack waits for so many children; it has some already, last first. *)

let node = function
  | [ "leaf"; u; v ] -> `Leaf (Leaf0 (rational u, rational v))
  | "chance" :: (_ :: _ as probabilities) ->
      let probabilities = List.map rational probabilities in
      `Inner ((fun children -> Chance (probabilities, children)), List.length probabilities)
  | [ "move"; number; n ] ->
      let number = positive (small number) in
      (match owner number with
       | Some player -> `Inner ((fun children -> Decision (player, number, children)), small n)
       | None -> bad "a set that is listed before")
  | _ -> bad "a leaf, chance or move"

let rec tree channel line stack =
  match node line with
  | `Leaf leaf -> close channel leaf stack
  | `Inner (build, n) -> next channel ((build, n, []) :: stack)

and next channel stack =
  match read_line channel with
  | Some line -> tree channel line stack
  | None -> bad "more nodes, but the file ends"

and close channel t = function
  | [] -> if read_line channel = None then t else bad "the end, since the tree is complete"
  | (build, 1, children) :: stack -> close channel (build (List.rev (t :: children))) stack
  | (build, n, children) :: stack -> next channel ((build, n - 1, t :: children) :: stack)

let rec sets_and_tree channel =
  match read_line channel with
  | Some ("set" :: player :: number :: dual :: probabilities) ->
      add_set player number dual probabilities;
      sets_and_tree channel
  | Some line -> tree channel line []
  | None -> bad "a tree, but the file ends"

let read channel =
  if read_line channel <> Some [ "lemke-proof/1" ] then bad "lemke-proof/1";
  match read_line channel with
  | Some [ "payoffs"; v; w ] ->
      let v, w = rational v, rational w in
      (v, w, sets_and_tree channel)
  | _ -> bad "payoffs and two numbers"

let verdict v w game =
  let certificate player = !(entries player) and payoffs = function One -> v | Two -> w in
  if check game certificate payoffs then begin
    Printf.printf "accepted: an equilibrium with payoffs %s and %s%s\n" (Q.to_string v) (Q.to_string w)
      (if check_zero_sum game then ", the value of a zero-sum game" else "");
    0 end
  else begin
    print_endline ("refused: " ^
      if not (all_nodes (good_node certificate) game) then "the tree has a wrong number of actions or wrong chances"
      else if not (check_player game certificate payoffs One) then "player 1 has a wrong plan, payoff, dual or recall"
      else "player 2 has a wrong plan, payoff, dual or recall");
    1 end

let () =
  exit (try
    if Array.length Sys.argv <> 2 then raise (Bad "expected one argument, a file");
    let channel = open_in_bin Sys.argv.(1) in
    let v, w, game = read channel in
    verdict v w game
  with
  | Bad message | Sys_error message -> prerr_endline ("bad input: " ^ message); 2
  | Stack_overflow -> prerr_endline "bad input: too deep for the stack (see ulimit -s)"; 2)
