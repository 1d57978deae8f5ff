"""Accept or reject a certificate of an equilibrium: python check_certificate.py GAME.efg CERTIFICATE.json

This script follows docs/reference/certificate-format.md and the definitions of game theory, and uses no code of lemke,
so that nobody needs to trust the program that made the certificate. It prints one line; exit status 0: accepted,
1: rejected, 2: a file cannot be read. Refinements, such as quasi-perfect, are checked by
check_refinement.py and check_identities.py, which must be in the same folder.

The nodes of an .efg file are in depth-first order, parents before children. Information sets are in the order of their
first nodes. Every step of the check is one pass over the nodes or the sets, so the time is linear in the size of the
tree, apart from the size of the numbers.

Best responses: the weight of a leaf for a player is the product of all probabilities on the path to the leaf except the
player's own. With perfect recall all nodes of a set come after the same last move of the player. So the worth of a move
is the sum of the weighted payoffs of the leaves before which it is the player's last move, plus the worth of the sets
before which it is the player's last move. The worth of a set is the worth of its best move. The worth of the empty
sequence is the payoff of a best response. Sets are visited from the last to the first.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from fractions import Fraction

EQUILIBRIUM, EPSILON = "lemke-equilibrium/1", "lemke-epsilon-equilibrium/1"
PROVED = ("sequential", "quasi-perfect", "normal-form-perfect", "extensive-form-perfect")  # need a proof
KINDS = {dict: "an object", list: "a list", str: "text", Fraction: "a number", bool: "a truth value"}
MOST_CHARACTERS, LARGEST_EXPONENT = 10**5, 10**4  # numbers beyond these bounds are refused before they are evaluated
ZERO, ONE = Fraction(0), Fraction(1)

# The quantifiers are possessive (++, *+), so that no input makes a pattern backtrack for long.
TEXT = r'"(?>(?:[^"\\]++|\\"?+)*)"\s*+'  # \" is a quote within the text
NUMBER = r'[+-]?(?:[0-9]++/[0-9]++|(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?>(?:[eE][+-]?[0-9]++)?))(?![^\s{}",+-])\s*+'
INTEGER = r'([+-]?[0-9]{1,9}+)(?![^\s{}",])\s*+'
MOVES, DRAWS, PAYOFFS = (rf"\{{\s*+((?>(?:{item})*))\}}\s*+" for item in (TEXT, TEXT + NUMBER, rf"{NUMBER},?\s*+"))
SET, OUTCOME = rf"{INTEGER}(?>(?:{TEXT})?)", rf"{INTEGER}(?>(?:{TEXT})?)(?>(?:{PAYOFFS})?)"
HEADER = re.compile(rf"\ufeff?\s*+EFG\s++2\s++[RD]\s*+{TEXT}{MOVES}(?>(?:{TEXT})?)")
NODES = {
    "c": re.compile(rf"c\s*+{TEXT}(){SET}(?>(?:{DRAWS})?){OUTCOME}"),
    "p": re.compile(rf"p\s*+{TEXT}{INTEGER}{SET}(?>(?:{MOVES})?){OUTCOME}"),
    "t": re.compile(rf"t\s*+{TEXT}{OUTCOME}"),
}


class Refused(Exception):
    """An exit status (1: the certificate is rejected, 2: a file cannot be read) and the reason."""


class Set:
    """An information set of player 1 or 2, or chance nodes with the same moves and probabilities (player 0)."""

    def __init__(self, player, moves, probabilities):
        self.player, self.moves, self.probabilities = player, moves, probabilities
        # first: the least (depth, position in the file) of the set's nodes; before: the player's last move before it
        self.first = self.before = None


class Node:
    """A node of the tree.

    depth: the number of moves before it; parent, move: the node before it, and the number of the move from there;
    last: the last move of each player on the path, as (set, number of the move), or None; set: its information set, or
    None at a leaf; paid: the payoffs of both players added up on the path; possible: whether chance can reach it.
    """

    __slots__ = ("depth", "last", "move", "paid", "parent", "possible", "set")


def shown(value):
    """Return a value as short, printable text, or the name of its kind."""
    kind = next((name for kind, name in KINDS.items() if isinstance(value, kind)), "")
    words = str(value) if isinstance(value, Fraction | int) else ascii(value)[1:-1] if isinstance(value, str) else kind
    return f"{words[:50]}... ({len(words)} characters)" if len(words) > 100 else words or "nothing"


def require(condition, where, value, expected, status=1):
    """Raise Refused with what was found and expected at a place of the input, unless the condition holds."""
    if not condition:
        raise Refused(status, f"{where}: found {shown(value)}, expected {shown(expected)}")


def parsed(text, where="certificate", status=2):
    """Return the exact value of 3, -1/3, 0.25 or 1e-3."""
    digits = text.strip()
    valid = len(digits) <= MOST_CHARACTERS and re.fullmatch(NUMBER, digits) and not re.search("/0+$", digits)
    small = valid and abs(int(re.split("[eE]", f"{digits}e0")[1])) <= LARGEST_EXPONENT
    require(small, where, text, "a rational number within bounds", status)
    return Fraction(digits)


def read_game(text):
    """Return the nodes of an .efg file in the order of the file, and the sets of chance, of player 1 and of player 2.

    The sets are three lists, in the order of their first nodes.
    """
    at, nodes, sets, defined, outcomes = 0, [], ([], [], []), {}, {0: None}

    def check(condition, expected):
        require(condition, f"game, node {len(nodes) + 1}", text[at : at + 40] or "the end", expected, 2)

    def numbers(block):
        return [parsed(word, f"game, node {len(nodes) + 1}") for word in re.findall(NUMBER, block)]

    def set_of(player, number, block):
        if block is not None:
            moves = [label.strip()[1:-1].replace('\\"', '"') for label in re.findall(TEXT, block)]
            probabilities = numbers(re.sub(TEXT, " ", block)) if player == 0 else None
            known = defined.setdefault((player, number), Set(player, moves, probabilities))
            check(moves and (moves, probabilities) == (known.moves, known.probabilities), "moves, the same as before")
            check(player or (sum(probabilities) == 1 and min(probabilities) >= 0), "probabilities with the sum 1")
        check((player, number) in defined, "the moves where an information set is first mentioned")
        return defined[player, number]

    def paid_by(number, block):
        if block is not None:
            payoffs = numbers(block)
            check(len(payoffs) == 2 and outcomes.setdefault(number, payoffs) == payoffs, "2 payoffs, as before")
        check(number in outcomes, "the payoffs where an outcome is first mentioned")
        return outcomes[number] or (ZERO, ZERO)

    check(header := HEADER.match(text), 'EFG 2 R "title" { "player" "player" }')
    require((players := len(re.findall(TEXT, header[1]))) == 2, "game", f"{players} players", "2")
    at, waiting = header.end(), [(None, 0)]  # a stack of moves, as (node, k), to nodes that are not read yet
    while waiting:
        check(match := text[at : at + 1] in NODES and NODES[text[at]].match(text, at), "a node, c, p or t")
        *mention, outcome, payoffs = match.groups()
        node = Node()
        node.parent, node.move = parent, move = waiting.pop()
        node.depth, node.set, node.possible = 0, None, True
        node.last, node.paid = (None, None), paid_by(int(outcome), payoffs)
        if parent:
            mover, node.depth = parent.set.player, parent.depth + 1
            node.last = tuple((parent.set, move) if mover == i else parent.last[i - 1] for i in (1, 2))
            node.paid = tuple(map(Fraction.__add__, parent.paid, node.paid))
            node.possible = parent.possible and (mover > 0 or parent.set.probabilities[move] > 0)
        if mention:
            check((player := int(mention[0] or 0)) in (1, 2) or text[at] == "c", "player 1 or 2")
            node.set = info_set = set_of(player, int(mention[1]), mention[2])
            before = node.last[player - 1] if player else None
            if info_set.first is None:
                info_set.first, info_set.before = (node.depth, len(nodes)), before
                sets[player].append(info_set)
            info_set.first = min(info_set.first, (node.depth, len(nodes)))
            require(before == info_set.before, f"game, node {len(nodes) + 1}", "imperfect recall", "perfect recall")
            waiting += [(node, k) for k in reversed(range(len(info_set.moves)))]
        nodes.append(node)
        at = match.end()
    check(at == len(text), "the end after the last node")
    return nodes, sets


def sha256(nodes, sets):
    """Return the SHA-256 of the game's canonical form."""
    numbered = [(k, info_set) for sets_of_player in sets for k, info_set in enumerate(sets_of_player, 1)]
    lines = {info_set: f"p {info_set.player} {k} {len(info_set.moves)}" for k, info_set in numbered}
    lines |= {info_set: " ".join(map(str, ["c", *info_set.probabilities])) for info_set in sets[0]}
    form = (lines[node.set] if node.set else f"t {node.paid[0]} {node.paid[1]}" for node in nodes)
    return hashlib.sha256("".join(f"{line}\n" for line in ("players 2", *form)).encode()).hexdigest()


def read_certificate(text):
    """Return the value of a JSON text, with its numbers as fractions."""

    def once(pairs):
        require(len(dict(pairs)) == len(pairs), "certificate", "a key twice in one object", "each key once", 2)
        return dict(pairs)

    try:
        return json.loads(text, parse_int=parsed, parse_float=parsed, parse_constant=parsed, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused(2, f"certificate: {error}, expected JSON") from None


def member(value, key, kind, where=""):
    """Return a member of an object, after checking that it exists and has the right type."""
    require(isinstance(value, dict), where or "certificate", value, KINDS[dict])
    require(isinstance(value.get(key), kind), f"{where}.{key}".strip("."), value.get(key), KINDS[kind])
    return value[key]


def agree(stated, where, values):
    """Return the numbers in a list, after checking that they equal ``values``, in which None stands for any number."""
    words = f"{len(stated)} of them" if isinstance(stated, list) else stated
    require(isinstance(stated, list) and len(stated) == len(values), where, words, f"a list of {len(values)}")
    numbers = [parsed(entry, f"{where}[{k}]", 1) if isinstance(entry, str) else entry for k, entry in enumerate(stated)]
    for k, (number, value) in enumerate(zip(numbers, values)):
        require(isinstance(number, Fraction), f"{where}[{k}]", number, "a number")
        require(value is None or number == value, f"{where}[{k}]", number, value)
    return numbers


def names(labels):
    """Return the names of a set's moves: the label; #k if the k-th label is empty; label#k if it is not unique."""
    times = Counter(labels)
    labelled = [label if label and times[label] == 1 else f"{label}#{k}" for k, label in enumerate(labels, 1)]
    return labelled if len({*labelled}) == len(labelled) else [f"{label}#{k}" for k, label in enumerate(labels, 1)]


def read_behavior(document, sets):
    """Return a dict from all sets, including the sets of chance, to the probabilities of their moves."""
    behavior, players = ({info_set: info_set.probabilities for info_set in sets[0]}, member(document, "behavior", list))
    require(len(players) == 2, "behavior", f"{len(players)} players", "2")
    for i, (player, sets_of_player) in enumerate(zip(players, sets[1:])):
        where = f"behavior[{i}].information_sets"
        stated = member(player, "information_sets", list, f"behavior[{i}]")
        # "player" may be left out; read_certificate reads numbers as Fraction, so that true is refused
        number = member({"player": ONE + i} | player, "player", Fraction, f"behavior[{i}]")
        require(number == i + 1, f"behavior[{i}].player", number, i + 1)
        require(len(stated) == len(sets_of_player), where, f"{len(stated)} of them", len(sets_of_player))
        for k, (info_set, entry) in enumerate(zip(sets_of_player, stated)):
            actions, expected = member(entry, "actions", dict, f"{where}[{k}]"), names(info_set.moves)
            number = member({"index": ONE + k} | entry, "index", Fraction, f"{where}[{k}]")
            require(number == k + 1, f"{where}[{k}].index", number, k + 1)
            place = f"{where}[{k}].actions"
            require(actions.keys() == {*expected}, place, ", ".join(actions), ", ".join(expected))
            behavior[info_set] = moves = agree([actions[name] for name in expected], place, [None] * len(expected))
            require(min(moves) >= 0, place, min(moves), "none below 0")
            require(sum(moves) == 1, place, f"the sum {shown(sum(moves))}", "1")
    return behavior


def payoffs_and_worth(nodes, behavior):
    """Return both players' expected payoffs, and for each player a dict from last moves to sums of weighted payoffs.

    The sum of a move has all leaves before which it is the player's last move.
    """
    payoffs, worth, path = [ZERO, ZERO], ({}, {}), []
    for node in nodes:
        del path[node.depth :]  # path keeps the weights of the nodes above this node
        # products of the probabilities on the path: without player 1's, without player 2's, of all moves
        weights = path[-1] if path else (ONE, ONE, ONE)
        if node.parent:
            probability, mover = behavior[node.parent.set][node.move], node.parent.set.player
            weights = [weight if mover == i else weight * probability for i, weight in enumerate(weights, 1)]
        path.append(weights)
        for i in (0, 1) if node.set is None else ():
            payoffs[i] += weights[2] * node.paid[i]
            worth[i][node.last[i]] = worth[i].get(node.last[i], ZERO) + weights[i] * node.paid[i]
    return payoffs, worth


def best(player_sets, worth, duals=None):
    """Return the worth of the empty sequence: the payoff of a best response to the other player's strategy.

    With duals (set -> value, name) return an upper bound of it, after checking that the dual of every set is at least
    the worth of each of its moves, computed with the duals of the sets after it.
    """
    worth = {None: ZERO} | worth
    for info_set in reversed(player_sets):
        value = max(worth[info_set, k] for k in range(len(info_set.moves)))
        dual, name = duals[info_set] if duals else (value, "")
        require(dual >= value, name, dual, f"at least {shown(value)}")
        worth[info_set.before] = worth.get(info_set.before, ZERO) + dual
    return worth[None]


def plan_of(player_sets, behavior):
    """Return a dict from the last moves of the sequences σ to x(σ), the product of the player's probabilities in σ."""
    plan = {None: ONE}
    for info_set in player_sets:
        plan |= {(info_set, k): plan[info_set.before] * probability for k, probability in enumerate(behavior[info_set])}
    return plan


def check_proof(document, i, player_sets, behavior, worth, payoff):
    """Check the plan x of a player, and that the duals u prove that no strategy of the player gets more than u₀.

    Every x(σ) must be the product of the probabilities in σ, and u₀ the payoff.
    """
    plans, duals = (member(document, key, list) for key in ("realization_plans", "duals"))
    require(len(plans) == len(duals) == 2, "realization_plans, duals", "other lists", "a list for each player")
    plan = plan_of(player_sets, behavior)
    breadth_first = sorted(player_sets, key=lambda info_set: info_set.first)
    moves = (plan[info_set, k] for info_set in breadth_first for k in range(len(info_set.moves)))
    agree(plans[i], f"realization_plans[{i}]", [ONE, *moves])
    _, *set_duals = agree(duals[i], f"duals[{i}]", [payoff, *([None] * len(player_sets))])
    stated = {info_set: (u, f"duals[{i}][{k}]") for k, (info_set, u) in enumerate(zip(breadth_first, set_duals), 1)}
    proved = best(player_sets, worth, stated)
    require(payoff >= proved, f"duals[{i}][0]", payoff, f"at least {shown(proved)}")


def check(game, certificate):
    """Return in words what a certificate proves about a game, both given as text."""
    document, (nodes, sets) = read_certificate(certificate), read_game(game)
    form, digest = member(document, "format", str), sha256(nodes, sets)
    require(form in (EQUILIBRIUM, EPSILON), "format", form, f"{EQUILIBRIUM} or {EPSILON}")
    stated = member(member(document, "game", dict), "sha256", str, "game")
    require(stated == digest, "game.sha256", stated, f"{digest}, of this game")
    behavior = read_behavior(document, sets)
    payoffs, worth = payoffs_and_worth(nodes, behavior)
    agree(member(document, "payoffs", list), "payoffs", payoffs)
    most = [best(sets[i + 1], worth[i]) for i in (0, 1)]
    regrets = [most[0] - payoffs[0], most[1] - payoffs[1]]
    words = f"payoffs {shown(payoffs[0])} and {shown(payoffs[1])}, regrets {shown(regrets[0])} and {shown(regrets[1])}"
    if form == EPSILON:
        agree(member(document, "regrets", list), "regrets", regrets)
        if document.get("interval") is not None:
            sums = {sum(node.paid) for node in nodes if node.set is None and node.possible}
            require(len(sums) == 1, "interval", document["interval"], "null in a general-sum game")
            agree(document["interval"], "interval", [sums.pop() - most[1], most[0]])
        return f"a profile with the {words}"
    require(not any(regrets), "behavior", words, "regrets 0 and 0")
    for i in (0, 1):
        check_proof(document, i, sets[i + 1], behavior, worth[i], payoffs[i])
    method, stated = member({"method": ""} | document, "method", str), document.get("refinement")
    proved = stated.get("name") if isinstance(stated, dict) else None
    if method in PROVED or proved in PROVED or method == "subgame-perfect":
        from check_refinement import check_refinement  # here, because check_refinement.py imports this file

        check_refinement(method, stated, nodes, sets, behavior)
        words += f"; {method}"
    return f"an equilibrium, {words}"


def read_text(path):
    """Return the text of a file, which is in UTF-8 or, if it is not valid UTF-8, in Latin-1."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        with open(path, encoding="latin-1", newline="") as file:
            return file.read()


def main(paths, check=check, files="GAME.efg CERTIFICATE.json", read=read_text):
    """Print the verdict and return the exit status."""
    sys.set_int_max_str_digits(0)
    try:
        require(len(paths) == len(files.split()), "usage", f"{len(paths)} files", files, 2)
        print("accepted:", check(*map(read, paths)))
    except (Refused, OSError, ImportError) as error:
        status, why = error.args if isinstance(error, Refused) else (2, error)
        print(("rejected:", "unreadable:")[status - 1], why)
        return status
    return 0


if __name__ == "__main__":
    # check_refinement.py then imports this module, not a second copy
    sys.modules["check_certificate"] = sys.modules["__main__"]
    sys.exit(main(sys.argv[1:]))
