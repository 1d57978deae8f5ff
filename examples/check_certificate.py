"""Accept or reject a certificate of an equilibrium: python check_certificate.py GAME.efg CERTIFICATE.json

Written from docs/reference/certificate-format.md and the definitions alone, for whoever would rather not trust the
program that made the certificate. Prints one line; exit status 0: accepted, 1: rejected, 2: a file cannot be read.
Refinements, such as quasi-perfect, are examined by check_refinement.py, which has to be beside it then.

The nodes of an .efg file stand in depth-first order, parents before children, and so do the information sets by their
first nodes. Every step is a walk along them: the time is linear in the tree, apart from the size of the numbers.

Best responses: a player's weight of a leaf is the product of all probabilities on the way there but the player's own.
With perfect recall all nodes of a set come after the same last own move. So a move is worth the weighted payoffs of
the leaves after which it is the last own move, plus what the sets right after it are worth; a set is worth its best
move; the player gets what the start is worth. Sets are settled from the last in the file to the first.
"""

import hashlib
import json
import re
import sys
from collections import Counter
from fractions import Fraction

EQUILIBRIUM, EPSILON = "lemke-equilibrium/1", "lemke-epsilon-equilibrium/1"
PROVED = ("sequential", "quasi-perfect", "normal-form-perfect", "extensive-form-perfect", "proper")  # with a proof
KINDS = {dict: "an object", list: "a list", str: "text", Fraction: "a number", bool: "a truth value"}
MOST_CHARACTERS, LARGEST_EXPONENT = 10**5, 10**4  # of numbers: beyond that they are not evaluated
ZERO, ONE = Fraction(0), Fraction(1)

TEXT = r'"(?>(?:[^"\\]++|\\"?+)*)"\s*+'  # a backslash keeps a quote in the text
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
    """The exit status, 1 for a certificate that is rejected, 2 for a file that cannot be read; and why."""


class Set:
    """An information set of player 1 or 2, or draws of chance (player 0)."""

    def __init__(self, player, moves, probabilities):
        self.player, self.moves, self.probabilities = player, moves, probabilities
        self.first = self.before = None  # the least (depth, place in the file) of its nodes; their last own move


class Node:
    """A node; paid: what both players get on the way here; last: their last own moves, as (set, k), or None."""

    __slots__ = ("depth", "last", "move", "paid", "parent", "possible", "set")


def shown(value):
    """Return a value, or words about one, printable and short."""
    kind = next((name for kind, name in KINDS.items() if isinstance(value, kind)), "")
    words = str(value) if isinstance(value, Fraction | int) else ascii(value)[1:-1] if isinstance(value, str) else kind
    return f"{words[:50]}... ({len(words)} characters)" if len(words) > 100 else words or "nothing"


def require(condition, where, found, expected, status=1):
    """Reject the certificate, or a file, unless the condition holds."""
    if not condition:
        raise Refused(status, f"{where}: found {shown(found)}, expected {shown(expected)}")


def parsed(text, where="certificate", status=2):
    """Return the exact value of 3, -1/3, 0.25 or 1e-3."""
    digits = text.strip()
    valid = len(digits) <= MOST_CHARACTERS and re.fullmatch(NUMBER, digits) and not re.search("/0+$", digits)
    small = valid and abs(int(re.split("[eE]", f"{digits}e0")[1])) <= LARGEST_EXPONENT
    require(small, where, text, "a rational number within bounds", status)
    return Fraction(digits)


def read_game(text):
    """Return the nodes of an .efg file in its order, and the sets of chance and both players by first appearance."""
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
    at, waiting = header.end(), [(None, 0)]  # moves, as (node, k), to nodes that were not read yet; the next one last
    while waiting:
        check(found := text[at : at + 1] in NODES and NODES[text[at]].match(text, at), "a node, c, p or t")
        *mention, outcome, payoffs = found.groups()
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
            node.set = own = set_of(player, int(mention[1]), mention[2])
            before = node.last[player - 1] if player else None
            if own.first is None:
                own.first, own.before = (node.depth, len(nodes)), before
                sets[player].append(own)
            own.first = min(own.first, (node.depth, len(nodes)))
            require(before == own.before, f"game, node {len(nodes) + 1}", "imperfect recall", "perfect recall")
            waiting += [(node, k) for k in reversed(range(len(own.moves)))]
        nodes.append(node)
        at = found.end()
    check(at == len(text), "the end after the last node")
    return nodes, sets


def sha256(nodes, sets):
    """Return the SHA-256 of the game's canonical form."""
    lines = {each: f"p {each.player} {k} {len(each.moves)}" for own in sets for k, each in enumerate(own, 1)}
    lines |= {each: " ".join(map(str, ["c", *each.probabilities])) for each in sets[0]}
    form = (lines[node.set] if node.set else f"t {node.paid[0]} {node.paid[1]}" for node in nodes)
    return hashlib.sha256("".join(f"{line}\n" for line in ("players 2", *form)).encode()).hexdigest()


def read_certificate(text):
    """Return the value of a JSON text, its numbers exact."""

    def once(pairs):
        require(len(dict(pairs)) == len(pairs), "certificate", "a key twice in one object", "it once", 2)
        return dict(pairs)

    try:
        return json.loads(text, parse_int=parsed, parse_float=parsed, parse_constant=parsed, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused(2, f"certificate: {error}, expected JSON") from None


def member(value, key, kind, where=""):
    """Return a member of an object, after checking that it is there and of its kind."""
    require(isinstance(value, dict), where or "certificate", value, KINDS[dict])
    require(isinstance(value.get(key), kind), f"{where}.{key}".strip("."), value.get(key), KINDS[kind])
    return value[key]


def agree(stated, where, values):
    """Return the numbers in a list, after checking that they are these; None stands for any number."""
    found = f"{len(stated)} of them" if isinstance(stated, list) else stated
    require(isinstance(stated, list) and len(stated) == len(values), where, found, f"a list of {len(values)}")
    numbers = [parsed(each, f"{where}[{k}]", 1) if isinstance(each, str) else each for k, each in enumerate(stated)]
    for k, (number, value) in enumerate(zip(numbers, values)):
        require(isinstance(number, Fraction), f"{where}[{k}]", number, "a number")
        require(value is None or number == value, f"{where}[{k}]", number, value)
    return numbers


def names(labels):
    """Return the names of moves: their labels, #k for the k-th if it is empty, label#k if it is not the only one."""
    times = Counter(labels)
    found = [label if label and times[label] == 1 else f"{label}#{k}" for k, label in enumerate(labels, 1)]
    return found if len({*found}) == len(found) else [f"{label}#{k}" for k, label in enumerate(labels, 1)]


def read_behavior(document, sets):
    """Return the probabilities of the moves at all sets, those of chance included."""
    behavior, players = {each: each.probabilities for each in sets[0]}, member(document, "behavior", list)
    require(len(players) == 2, "behavior", f"{len(players)} players", "2")
    for i, (player, sets_of_player) in enumerate(zip(players, sets[1:])):
        where = f"behavior[{i}].information_sets"
        stated = member(player, "information_sets", list, f"behavior[{i}]")
        number = member({"player": ONE + i} | player, "player", Fraction, f"behavior[{i}]")  # True is no number here
        require(number == i + 1, f"behavior[{i}].player", number, i + 1)
        require(len(stated) == len(sets_of_player), where, f"{len(stated)} of them", len(sets_of_player))
        for k, (own, each) in enumerate(zip(sets_of_player, stated)):
            actions, expected = member(each, "actions", dict, f"{where}[{k}]"), names(own.moves)
            number = member({"index": ONE + k} | each, "index", Fraction, f"{where}[{k}]")
            require(number == k + 1, f"{where}[{k}].index", number, k + 1)
            place = f"{where}[{k}].actions"
            require(actions.keys() == {*expected}, place, ", ".join(actions), ", ".join(expected))
            behavior[own] = moves = agree([actions[name] for name in expected], place, [None] * len(expected))
            require(min(moves) >= 0, place, min(moves), "none below 0")
            require(sum(moves) == 1, place, f"the sum {shown(sum(moves))}", "1")
    return behavior


def payoffs_and_worth(nodes, behavior):
    """Return both players' expected payoffs, and for each the weighted payoffs of leaves by its last own move."""
    payoffs, worth, path = [ZERO, ZERO], ({}, {}), []
    for node in nodes:
        del path[node.depth :]  # what remains belongs to the nodes above
        weights = path[-1] if path else (ONE, ONE, ONE)  # products of all probabilities but player 1's, 2's, nobody's
        if node.parent:
            probability, mover = behavior[node.parent.set][node.move], node.parent.set.player
            weights = [weight if mover == i else weight * probability for i, weight in enumerate(weights, 1)]
        path.append(weights)
        for i in (0, 1) if node.set is None else ():
            payoffs[i] += weights[2] * node.paid[i]
            worth[i][node.last[i]] = worth[i].get(node.last[i], ZERO) + weights[i] * node.paid[i]
    return payoffs, worth


def best(own_sets, worth, duals=None):
    """Return what the start is worth at best, or by duals (set -> value, name), which must be at least the best."""
    worth = {None: ZERO} | worth
    for own in reversed(own_sets):
        value = max(worth[own, k] for k in range(len(own.moves)))
        dual, name = duals[own] if duals else (value, "")
        require(dual >= value, name, dual, f"at least {shown(value)}")
        worth[own.before] = worth.get(own.before, ZERO) + dual
    return worth[None]


def plan_of(own_sets, behavior):
    """Return the probabilities of a player's own moves up to each move: x(σ), for the sequence σ that ends with it."""
    plan = {None: ONE}
    for own in own_sets:
        plan |= {(own, k): plan[own.before] * probability for k, probability in enumerate(behavior[own])}
    return plan


def check_proof(document, i, own_sets, behavior, worth, payoff):
    """Check that x(σ) is the product of the moves in σ, and that u proves the payoff to be the best: u₀ is both."""
    plans, duals = (member(document, key, list) for key in ("realization_plans", "duals"))
    require(len(plans) == len(duals) == 2, "realization_plans, duals", "other lists", "one for each player")
    plan = plan_of(own_sets, behavior)
    breadth_first = sorted(own_sets, key=lambda own: own.first)
    moves = (plan[own, k] for own in breadth_first for k in range(len(own.moves)))
    agree(plans[i], f"realization_plans[{i}]", [ONE, *moves])
    _, *rest = agree(duals[i], f"duals[{i}]", [payoff, *([None] * len(own_sets))])
    stated = {own: (dual, f"duals[{i}][{k}]") for k, (own, dual) in enumerate(zip(breadth_first, rest), 1)}
    proved = best(own_sets, worth, stated)
    require(payoff >= proved, f"duals[{i}][0]", payoff, f"at least {shown(proved)}")


def check(game, certificate):
    """Return in words what a certificate proves of a game, both given as text."""
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
        from check_refinement import check_refinement  # a file that imports this one

        check_refinement(method, stated, nodes, sets, behavior)
        words += f"; {method}"
    return f"an equilibrium, {words}"


def read_text(path):
    """Return the text of a file in UTF-8 or, as old ones are, Latin-1."""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            return file.read()
    except UnicodeDecodeError:
        with open(path, encoding="latin-1", newline="") as file:
            return file.read()


def main(paths, check=check, files="GAME.efg CERTIFICATE.json"):
    """Print the verdict and return the exit status."""
    sys.set_int_max_str_digits(0)
    try:
        require(len(paths) == 2, "usage", f"{len(paths)} files", files, 2)
        print("accepted:", check(*map(read_text, paths)))
    except (Refused, OSError, ImportError) as error:
        status, why = error.args if isinstance(error, Refused) else (2, error)
        print(("rejected:", "unreadable:")[status - 1], why)
        return status
    return 0


if __name__ == "__main__":
    sys.modules["check_certificate"] = sys.modules[
        "__main__"
    ]  # what check_refinement.py imports is this, no second one
    sys.exit(main(sys.argv[1:]))
