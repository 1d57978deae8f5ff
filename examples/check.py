"""Check what lemke states, without lemke: python3 check.py FILE [GAME]

FILE is a document of lemke (JSON), a bundle (zip) or a proof of a linear program (VIPR); GAME is the lemke-game/2 that
it must be about. Exit status 0: every claim, each on a line, holds; 1: one does not; 2: the file is none of these.

With perfect recall, moves stand for sequences: 1, 2, … in breadth-first order of the sets; 0 is none. A plan has their
weights: 1 for 0, and moves add up to the move before their set (von Stengel 1996). Polynomials in ε begin with ε⁰.
"""

import hashlib
import io
import json
import math
import re
import sys
import zipfile
import zlib
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cached_property, reduce
from pathlib import Path

ZERO, ONE, NOTHING = Fraction(0), Fraction(1), frozenset()
NUMBER = re.compile(r"[+-]?(?:[0-9]+/0*[1-9][0-9]*|(?=\.?[0-9])[0-9]*(?:\.[0-9]*)?(?:[eE]([+-]?[0-9]+))?)")


class Failure(Exception):
    """An exit status (1: a claim does not hold; 2: the file is malformed), and words that name the place."""


class Stated:
    """A value of a document and its path: every reading checks the kind of the value, every message names the path."""

    def __init__(self, value, path="$"):
        self.value, self.path = value, path

    @classmethod
    def read(cls, text):
        def once(pairs):
            return dict(pairs) if len(dict(pairs)) == len(pairs) else cls(dict(pairs)).fail("each key once")

        try:
            value = json.loads(text, object_pairs_hook=once, parse_float=lambda digits: cls(digits).number())
            json.dumps(value, ensure_ascii=False, default=str).encode()  # an error for half a surrogate pair
        except (ValueError, RecursionError) as error:
            raise Failure(2, f"$: {error}, expected JSON") from None
        return cls(value)

    def fail(self, expected, found=None, status=2):
        words = {list: "a list", dict: "an object"}.get(type(self.value)) or json.dumps(self.value, default=str)
        raise Failure(status, f"{self.path}: {str(words if found is None else found)[:80]}, expected {expected}")

    def require(self, condition, expected, found=None, status=1):
        return condition or self.fail(expected, found, status)

    def of(self, kind):
        names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a whole number"}
        return self.value if type(self.value) is kind else self.fail(names[kind])

    def __getitem__(self, name):
        return self.get(name) if name in self.of(dict) else self.fail("one", f"no member {name}")

    def get(self, name, default=None):
        return Stated(self.of(dict).get(name, default), f"{self.path}.{name}")

    def list(self, length=None):
        self.require(length in (None, len(self.of(list))), length, f"{len(self.value)} elements", 2)
        return [Stated(value, f"{self.path}[{k}]") for k, value in enumerate(self.value)]

    def text(self, *choices):
        return self.of(str) if not choices or self.value in choices else self.fail(" or ".join(choices))

    def whole(self, least=-(2**62), most=2**62):
        return self.value if least <= self.of(int) <= most else self.fail(f"a whole number from {least} to {most}")

    def among(self, rows):
        return rows[self.whole(0, len(rows) - 1)]

    def number(self):
        text = str(self.value).strip() if type(self.value) in (int, str, Fraction) else ""
        match = NUMBER.fullmatch(text) if len(text) <= 10**5 else None
        return Fraction(text) if match and abs(int(match[1] or 0)) <= 10**4 else self.fail("a number")

    def numbers(self, length=None):
        return [element.number() for element in self.list(length)]

    def distribution(self, length=None):
        numbers = self.numbers(length)
        return numbers if sum(numbers) == 1 and min(numbers) >= 0 else self.fail("probabilities with the sum 1")

    def sparse(self, size):
        vector = [ZERO] * size
        for place in self.of(dict):
            fits = re.fullmatch("0|[1-9][0-9]{0,11}", place) and int(place) < size
            vector[int(place) if fits else self.fail(f"positions below {size}", place)] = self[place].number()
        return vector

    def agree(self, values):
        for element, value in zip(self.list(len(values)), values):
            element.require(element.number() == value, value)


class Side:
    """A player's sets in the order of numbers of moves, and for each move its set and its length, with those before."""

    def __init__(self, depth_first):
        self.depth_first, self.sets, self.set_of, self.length, self.size = depth_first, [], [None], [0], 1

    def plan(self, strategy):
        plan = [ONE]
        for h in self.sets:
            plan += [plan[h.before] * strategy[k] for k in h.moves]
        return plan

    def is_balanced(self, vector):
        return all(sum(vector[k] for k in h.moves) == vector[h.before] for h in self.sets)

    def is_plan(self, vector):
        return vector[0] == 1 and min(vector) >= 0 and self.is_balanced(vector)

    def spread(self, values):  # Eᵀu: the value of a move's set minus the values of the sets right after it
        spread = [values[0], *(value for value, h in zip(values[1:], self.sets) for _ in h.moves)]
        for value, h in zip(values[1:], self.sets):
            spread[h.before] -= value
        return spread

    def losses(self, total, trembling=False, bases=None):
        """Return losses of moves against the best (or first in bases) of their sets, whose worths go to ``total``."""
        losses = [[ZERO]] * self.size
        for h in reversed(self.sets):
            best = total[next(k for k in h.moves if k in bases)] if bases else max(total[k] for k in h.moves)
            losses[h.moves[0] : h.moves[-1] + 1] = [minus(best, total[k]) for k in h.moves]
            worth = minus(best, [ZERO, *added(losses[k] for k in h.moves)[:-1]]) if trembling else best
            total[h.before] = added([total[h.before], worth])
        return losses


def added(rows):
    return reduce(lambda p, q: [a + b for a, b in zip(p, q, strict=True)], rows)


def minus(p, q):
    return [a - b for a, b in zip(p, q, strict=True)]


class Game:
    """A game: its sides and nodes. A set gets its player (0 is chance), its moves and the player's last move before it;
    a node its parent, the move from there, its set, and payoffs, chance and the players' last moves on the way."""

    def __init__(self, stated, named=False):
        self.stated, self.nodes, self.recall, exact = stated, [], "", "parameter" not in stated.of(dict)
        self.players = len([label.text() for label in stated["players"].list()])
        sets, entries = [self.read_set(h, exact) for h in stated["information_sets"].list()], stated["outcomes"].list()
        rows = [entry["payoffs"].list(self.players) for entry in entries]
        outcomes = [[paid.number() if exact else ZERO for paid in row] for row in rows]
        numbers = [entry["number"].whole() for entry in entries] + [(h.player, h.number) for h in sets]
        stated.require(len({*numbers}) == len(numbers), "different numbers of sets, of outcomes", "a number twice", 2)
        waiting, by_player = [(None, 0)], [{} for _ in range(self.players + 1)]
        for node in stated["nodes"].list():
            which, outcome = node["set"], node["outcome"]
            parent, node.move = waiting.pop() if waiting else node.fail("no node after the last one of the tree")
            node.parent, node.set = parent, None if which.value is None else which.among(sets)
            node.paid = [ZERO] * self.players if outcome.value is None else outcome.among(outcomes)
            node.depth, node.chance = 0, ONE
            if parent:
                node.depth, node.paid = parent.depth + 1, added([parent.paid, node.paid])
                node.chance = parent.chance * (1 if parent.set.player else parent.set.shares[node.move])
            if node.set:
                by_player[node.set.player][node.set] = None
                waiting += [(node, move) for move in reversed(range(len(node.set.names)))]
            self.nodes.append(node)
        stated["nodes"].require(not waiting, "a whole tree", f"{len(self.nodes)} nodes", 2)
        self.chance_sets, *self.sides = by_player[0], *(Side([*own]) for own in by_player[1:])
        for node in sorted(self.nodes, key=lambda node: node.depth):
            h, above, node.last = node.set, node.parent, [*node.parent.last] if node.parent else [0] * self.players
            if above and above.set.player:
                node.last[above.set.player - 1] = above.set.moves[node.move]
            if h and h.player:
                side, before = self.sides[h.player - 1], node.last[h.player - 1]
                if h.moves is None:
                    h.before, h.moves = before, range(side.size, side.size + len(h.names))
                    side.sets.append(h)
                    side.set_of += [h] * len(h.names)
                    side.length += [side.length[before] + 1] * len(h.names)
                    side.size = h.moves.stop
                if h.before != before:
                    self.recall = f"a player who forgets a move at {h.path}"
        self.leaves = [node for node in self.nodes if node.set is None]
        sums = {sum(node.paid) for node in self.leaves if node.chance}
        self.constant = sums.pop() if len(sums) == 1 else None  # the sum of payoffs wherever chance leads
        digest = stated["sha256"] if named and exact else stated.get("sha256", exact and self.sha256)
        digest.require(not exact or digest.text() == self.sha256, f"{self.sha256}, of this game")

    def read_set(self, h, exact):
        h.player = 0 if h["player"].value == "chance" else h["player"].whole(1, self.players)
        h.number, h.label, h.moves = h["number"].whole(), h.get("label", "").text(), None
        labels = [label.text() for label in h["actions"].list()] or h.fail("moves")
        times, numbered = Counter(labels), [f"{label}#{k}" for k, label in enumerate(labels, 1)]
        names = [label if label and times[label] == 1 else name for label, name in zip(labels, numbered)]
        h.names = names if len({*names}) == len(names) else numbered
        shares = Stated([Fraction(1, len(labels))] * len(labels)) if h.player else h["probabilities"]
        h.shares = shares.distribution(len(labels)) if exact else [ONE for _ in shares.list(len(labels))]
        return h

    @cached_property
    def sha256(self):
        lines = {h: " ".join(map(str, ["c", *h.shares])) for h in self.chance_sets}
        for side in self.sides:
            lines |= {h: f"p {h.player} {k} {len(h.names)}" for k, h in enumerate(side.depth_first, 1)}
        form = [lines[node.set] if node.set else " ".join(map(str, ["t", *node.paid])) for node in self.nodes]
        return hashlib.sha256("".join(f"{line}\n" for line in [f"players {self.players}", *form]).encode()).hexdigest()

    def require(self, players=None):
        right = not self.recall and players in (None, self.players)
        self.stated.require(right, "2 players of perfect recall", self.recall or f"{self.players} players")
        return self.sides

    def read_behavior(self, stated):
        behavior = [[ONE] * side.size for side in self.sides]
        for i, (player, side, strategy) in enumerate(zip(stated.list(self.players), self.sides, behavior), 1):
            _ = player.get("player").value is None or player["player"].whole(i, i)
            for k, (entry, h) in enumerate(zip(player["information_sets"].list(len(side.sets)), side.depth_first), 1):
                actions, _ = entry["actions"], entry.get("index").value is None or entry["index"].whole(k, k)
                actions.require(actions.of(dict).keys() == {*h.names}, f"the moves {', '.join(h.names)}", None, 2)
                shares = Stated([actions.value[name] for name in h.names], actions.path)
                strategy[h.moves[0] : h.moves[-1] + 1] = shares.distribution()
        return behavior

    def read_strategies(self, document, plans):
        behavior = self.read_behavior(document["behavior"])
        products = [side.plan(strategy) for side, strategy in zip(self.require(2), behavior)]
        for stated, plan in zip(document[plans].list(2), products):
            stated.agree(plan)
        document["payoffs"].agree(self.judge(behavior)[0])
        return behavior, products, *self.judge(behavior)

    def probability(self, node, behavior):
        h = node.parent.set
        return behavior[h.player - 1][h.moves[node.move]] if h.player else h.shares[node.move]

    def judge(self, behavior, start=0, end=None):
        """Return payoffs and those of best responses if play begins at a node, by induction from the last sets."""
        part, weights, players = self.nodes[start:end], {}, range(self.players)
        payoffs, worth = [ZERO for _ in players], [defaultdict(Fraction) for _ in players]
        for node in part:
            weights[node] = [ONE] * (self.players + 1)  # of all moves except those of player 1, 2, …; of all moves
            if node is not part[0]:
                share, mover = self.probability(node, behavior), node.parent.set.player - 1
                weights[node] = [w if i == mover else w * share for i, w in enumerate(weights[node.parent])]
            for i in players if node.set is None else ():
                payoffs[i] += weights[node][-1] * node.paid[i]
                worth[i][node.last[i]] += weights[node][i] * node.paid[i]
        for h in sorted({node.set for node in part if node.set and node.set.player}, key=lambda h: -h.moves[0]):
            worth[h.player - 1][h.before] += max(worth[h.player - 1][k] for k in h.moves)
        return payoffs, [total[last] for total, last in zip(worth, part[0].last)]

    @cached_property
    def rows(self):  # for both players, by their moves: the other's moves → the payoffs of both, times chance
        rows = [[{} for _ in range(side.size)] for side in self.sides]
        for node in self.leaves:
            for own, other, row in zip(node.last, node.last[::-1], rows):
                paid = [node.chance * value for value in node.paid]
                row[own][other] = added([row[own].get(other, [ZERO, ZERO]), paid])
        return rows

    def worth(self, payee, i, plan):
        total = [ZERO] * self.sides[i].size
        for row, weight in zip(self.rows[1 - i], plan):
            for k, paid in row.items() if weight else ():
                total[k] += paid[payee] * weight
        return total

    def worths(self, payee, i, polynomials):
        return [list(row) for row in zip(*(self.worth(payee, i, power) for power in zip(*polynomials)))]

    def is_best_reply(self, i, plan, opposing):
        losses = self.sides[i].losses(self.worths(i, i, [[weight] for weight in opposing]))
        return not any(weight and loss for weight, (loss,) in zip(plan, losses))


class Proof:
    """A proof of a refinement: for each player a plan of polynomials in ε near the equilibrium, for 0 < ε ≤ ε₀."""

    def __init__(self, stated, game, behavior):
        self.stated, self.game, self.behavior, epsilon = stated, game, behavior, stated.get("epsilon")
        self.places = [rows.list(side.size) for rows, side in zip(stated["plans"].list(2), game.sides)]
        widths = [len(first.list() or first.fail("coefficients")) for first, *_ in self.places]
        self.plans = [[row.numbers(width) for row in rows] for rows, width in zip(self.places, widths)]
        series = epsilon.value is None and stated["name"].value == "extensive-form-perfect"
        self.epsilon, self.certain = None if series else epsilon.number(), 0  # of series, only terms before are proved
        epsilon.require(series or self.epsilon > 0, "a positive number")

    def order(self, polynomial):
        return next((power for power, coefficient in enumerate(polynomial) if coefficient), len(polynomial))

    def at(self, polynomial):
        return sum((coefficient * self.epsilon**power for power, coefficient in enumerate(polynomial)), ZERO)

    def is_nonnegative(self, polynomial):
        """Return whether the first nonzero coefficient outweighs all negative ones at ε₀, and so at every smaller ε."""
        if self.epsilon is None:
            return not any(polynomial) or (any(polynomial[: self.certain]) and polynomial > [ZERO] * len(polynomial))
        first, *rest = polynomial[self.order(polynomial) :] or [ZERO]
        return first + self.at([ZERO, *(min(coefficient, ZERO) for coefficient in rest)]) >= 0

    def check_plans(self):
        """Check sums, and that weight of a move / weight before its set tends to the move's probability."""
        for places, plan, side, strategy in zip(self.places, self.plans, self.game.sides, self.behavior):
            for h in side.sets:
                before, power = plan[h.before], self.order(plan[h.before])
                places[h.before].require(added(plan[k] for k in h.moves) == before, "the sum of the moves after it")
                for k in h.moves:
                    places[k].require(plan[k] > [ZERO] * len(before), "a positive polynomial")
                    limit = [ZERO] * power + [strategy[k] * before[power]]
                    places[k].require(plan[k][: power + 1] == limit, f"a weight with the limit {strategy[k]}")

    def check_normal_form(self):
        """Normal-form perfect (Selten 1975): best replies to completely mixed plans, and so to all plans between."""
        limits = [side.plan(strategy) for side, strategy in zip(self.game.sides, self.behavior)]
        mixed = [[self.at(row) for row in plan] for plan in self.plans]
        for i, side in enumerate(self.game.sides):
            right = side.is_plan(mixed[i]) and min(mixed[i]) > 0 and [row[0] for row in self.plans[i]] == limits[i]
            right = right and self.game.is_best_reply(i, limits[i], mixed[1 - i])
            self.stated.require(right, "best replies to completely mixed plans that tend to those of the equilibrium")

    def check_sequential(self):
        """Sequential (Kreps, Wilson 1982): moves are best with the limits of beliefs, the ratios of lowest terms."""
        game, lowest, least, worth = self.game, {}, {}, defaultdict(Fraction)
        self.check_plans()
        for node in [node for node in game.nodes if node.set and node.set.player and node.chance]:
            rows = [plan[k] for plan, k in zip(self.plans, node.last)]
            a, b = map(self.order, rows)
            lowest[node] = a + b, node.chance * rows[0][a] * rows[1][b]
            least[node.set] = min(a + b, least.get(node.set, a + b))
        expected = {node: [ZERO, ZERO] if node.set else node.paid for node in game.nodes}
        for node in reversed(game.nodes[1:]):
            parent, h, share = node.parent, node.parent.set, game.probability(node, self.behavior)
            expected[parent] = added([expected[parent], [share * value for value in expected[node]]])
            if parent in lowest and lowest[parent][0] == least[h]:
                worth[h, h.moves[node.move]] += lowest[parent][1] * expected[node][h.player - 1]
        for (h, k), total in worth.items():
            best = self.behavior[h.player - 1][k] == 0 or total == max(worth[h, other] for other in h.moves)
            self.places[h.player - 1][k].require(best, "a best move, with the limits of the beliefs")

    def check_perfect(self):
        """Quasi-perfect (Miltersen, Sørensen 2010) or extensive-form perfect (Selten 1975; Farina, Gatti 2017).
        For all ε up to ε₀, the loss and the surplus of a move are nonnegative, and one of them is 0. The surplus is the
        weight without the tremble: ε to the power of the number of moves, or ε times the weight before the set."""
        game, trembling = self.game, self.stated["name"].value == "extensive-form-perfect"
        game.stated.require(all(all(h.shares) for h in game.chance_sets), "no move of chance of probability 0")
        longest, widths = max(max(side.length) for side in game.sides), [len(plan[0]) for plan in self.plans]
        # every set before a move may multiply its loss by ε once more; series begin with the terms that both plans have
        width = max(*widths, longest + 1) + trembling * longest if self.epsilon else min(widths)
        self.plans = [[(row + [ZERO] * width)[:width] for row in plan] for plan in self.plans]
        # with a constant sum the equations of both players are the same; with null vectors the last term may be wrong
        kernels = zip(self.stated.get("kernels", [[], []]).list(2), game.sides)
        kernels = [[(change, change.numbers(side.size)) for change in row.list()] for row, side in kernels]
        kernels = [*enumerate(kernels)][game.constant is not None :]
        self.certain = width - any(changes for _, changes in kernels)
        for (first, *_), (place, *_) in zip(self.plans, self.places):
            one = first == [ONE] + [ZERO] * (width - 1)
            positive = trembling and self.epsilon and self.is_nonnegative(first) and self.at(first) > 0
            place.require(one or positive, "1, or a positive factor of the plan")
        self.check_plans()
        mixing, unclear = (set(), set()), (set(), set())
        for i, (side, plan) in enumerate(zip(game.sides, self.plans)):
            losses = side.losses(game.worths(i, i, self.plans[1 - i]), trembling)
            for k, place in [*enumerate(self.places[i])][1:]:
                tremble = ([ZERO] * side.length[k] + [ONE] + [ZERO] * width)[:width]
                surplus = minus(plan[k], ([ZERO, *plan[side.set_of[k].before][:-1]] if trembling else tremble))
                place.require(not any(surplus) or not any(losses[k]), "its tremble, as another move is better")
                right = all(map(self.is_nonnegative, (surplus, losses[k], [] if self.epsilon else plan[k])))
                place.require(right, "at least its tremble, and no better than the best move, by certain terms")
                (mixing if any(surplus) else unclear)[i].update([] if any(losses[k]) else [k])
        if self.epsilon is None:
            self.check_identities(mixing, unclear, [ZERO] * (longest + 1))
            self.check_regular(mixing, kernels)

    def check_identities(self, mixing, unclear, padding):
        """Every move has a surplus (it is mixing) or a loss, or an identity or a tie proves that both remain 0.
        A change of a plan gains − Σ surplus · loss. If only mixing moves and the move have a surplus, and the gain is 0
        by the trembles of the opponent, the move loses nothing; if it is a multiple of a surplus, this surplus is 0."""
        game, sides, identities = self.game, self.game.sides, []
        for stated in self.stated.get("identities", []).list():
            i, k, opens = stated["player"].whole(1, 2) - 1, stated["sequence"].whole(), stated["mixing"].of(bool)
            stated.require(k in unclear[i], "a move without a surplus, a loss, and another identity")
            unclear[i].remove(k)
            mixing[i].update([k] if opens else [])
            identities.append((stated["change"], i, 1 - i if opens else i, k))
        for i, side in enumerate(sides):
            followed = {h.before for h in side.sets}
            rows = [{j: paid[i] for j, paid in row.items() if paid[i]} for row in game.rows[i]]
            for k in unclear[i]:
                ties = [j for j in side.set_of[k].moves if j in mixing[i] - followed and rows[j] == rows[k]]
                self.places[i][k].require(ties and k not in followed, "a surplus, a loss, an identity or a tie")
        for stated, i, j, k in identities:
            side, table = sides[j], [row.numbers() for row in stated.list()]
            rows = {number: row + padding for number, *row in table if row}
            if len({*map(len, table)}) != 1 or len(rows) < len(table) or not rows.keys() <= {*range(side.size)}:
                stated.fail("rows of one length, each with another move and its polynomial")
            change = [rows.get(c, [ZERO] * (len(table[0]) - 1 + len(padding))) for c in range(side.size)]
            surplus = {c for h in side.sets for c in h.moves if change[c] != [ZERO, *change[h.before][:-1]]}
            total, alike = game.worths(j, 1 - j, change), mixing[1 - j] - ({k} if i != j else set())
            losses = sides[1 - j].losses(total, True, alike)
            right = not any(change[0] + total[0]) and all(map(side.is_balanced, zip(*change)))
            right = right and (any(losses[k]) and surplus <= mixing[j] if i != j else k in surplus <= mixing[j] | {k})
            stated.require(right and not any(any(losses[c]) for c in alike), "a change that proves the identity")

    def check_regular(self, mixing, kernels):
        """That mixing moves are equally good determines the plans: the equations C(ε) are regular for small ε.
        The unknowns are weights of mixing moves but the first of each set. If N are all null vectors of C(0), the rows
        of [C(0), C(ε) N to first order] are independent, and C(ε)⁻¹ has a pole of first order (Kato 1966, II.2)."""
        game, sides = self.game, self.game.sides
        first = [{min(mixing[i] & {*h.moves}) for h in side.sets} for i, side in enumerate(sides)]
        further = [sorted(mixing[i] - first[i]) for i in (0, 1)]

        def changed(j, weights):  # to first order in ε; other moves have their trembles, the first of a set the rest
            rows = [[ZERO, ZERO]]
            for h in sides[j].sets:
                above, others = rows[h.before], [k for k in h.moves if k not in first[j]]
                row = {k: [weights.get(k, ZERO), ZERO] if k in mixing[j] else [ZERO, above[0]] for k in others}
                rest = reduce(minus, row.values(), above)
                rows += [row.get(k, rest) for k in h.moves]
            losses = sides[1 - j].losses(game.worths(1 - j, 1 - j, rows), True, first[1 - j])
            return [weight for weight, _ in rows], [losses[k] for k in further[1 - j]]

        self.stated.require(len(further[0]) == len(further[1]), "as many unknowns as equations")
        for j, changes in kernels:
            columns = [[constant for constant, _ in changed(j, {k: ONE})[1]] for k in further[j]]
            for place, change in changes:
                weights, losses = changed(j, dict(enumerate(change)))
                place.require(weights == change and not any(constant for constant, _ in losses), "a null vector")
                columns.append([linear for _, linear in losses])
            regular = are_independent([change for _, change in changes]) and are_independent(zip(*columns))
            self.stated.require(regular, "terms that the equations determine")


def are_independent(rows):
    """Return whether rows, as whole numbers, are independent modulo a prime; then they are independent."""
    scaled = [(row, math.lcm(*(number.denominator for number in row))) for row in rows]
    rows, prime = [[int(number * scale) for number in row] for row, scale in scaled], 2**61 - 1
    while rows:
        *rows, last = [[number % prime for number in row] for row in rows]
        if not any(last):
            return False
        pivot = next(k for k, number in enumerate(last) if number)
        monic = [number * pow(last[pivot], -1, prime) for number in last]
        rows = [[a - row[pivot] * b for a, b in zip(row, monic)] for row in rows]
    return True


class Sets:
    """Maximal sets X × Y of equilibria, and the proof by resolution that there are no others, or no better ones.
    Variables: weights x of player 1, slacks s of player 2's moves (how much less than a best reply a move gets), then y
    and r. The weight and the slack of a move are partners: one is 0. A combination [player, λ, m] with F m = 0 of the
    conditions E x = e, Fᵀv − Bᵀx = s says c·(x, s, 1) = 0, c = (Eᵀλ + B m, m, −λ₀). Where its core, the variables with
    c < 0, is 0 and −λ₀ ≥ 0, all with c > 0 are 0; with −λ₀ > 0 this is impossible, as if a variable None were positive
    (Farkas 1902). A step states a conflict: no further equilibrium has these variables 0 and those positive."""

    def __init__(self, document, game):
        n, m = (side.size for side in game.require(2))
        self.document, self.game, self.half, self.objective, self.best = document, game, n + m, None, None
        self.partner = [*range(n + 2 * m, 2 * (n + m)), *range(n + m, n + 2 * m), *range(n, n + m), *range(n)]
        self.outside, self.ranges, self.combinations, self.conflicts = [], [], [], []

    def check(self, describe):
        """Check sets, combinations and steps, and that nothing is missing; say in words what proves that, if stated."""
        for stated in self.document["sets"].list():
            self.ranges.append(self.include(stated))
            describe(stated, self.ranges[-1])
        self.stated = self.document["combinations"].list()
        for stated in self.stated:
            i, c = self.coefficients(stated)
            stated.require(c[-1] >= 0 or self.objective, "a constant of at least 0")  # others only bound an objective
            numbers = [i * self.half + k for k in range(self.half)] + [None]
            signs = [frozenset(k for k, value in zip(numbers, c) if sign * value > 0) for sign in (-1, 1)]
            self.combinations.append(signs if c[-1] >= 0 else [NOTHING, NOTHING])
        for stated in self.document["steps"].list():
            self.conflicts.append(self.step(stated))
        proof, (zero, positive) = self.document["proof"], self.conflicts[-1] if self.conflicts else ({None}, NOTHING)
        by_sum = proof.text("constant-sum", "resolution") == "constant-sum"
        if self.document["stopped"].text("done", "limit", "interrupt", "first") != "done":
            return ""
        proof.require(not by_sum or (self.game.constant is not None and len(self.ranges) == 1), "resolution")
        excluded = not positive and zero <= (self.outside[0] if by_sum else NOTHING)
        proof.require(excluded or (by_sum and not self.objective), "a last step that excludes all others")
        return f"; there are no others, by {proof.value} and {len(self.conflicts)} steps"

    def coefficients(self, stated, player=None):
        owner, constraints, deviation = stated.list(3)
        i = owner.whole(1, 2) - 1
        side, other = self.game.sides[i], self.game.sides[1 - i]
        multipliers, m = constraints.sparse(len(side.sets) + 1), deviation.sparse(other.size)
        stated.require(player in (None, i) and m[0] == 0 and other.is_balanced(m), "this player, and m with F m = 0")
        return i, [*added([self.game.worth(1 - i, i, m), side.spread(multipliers)]), *m, -multipliers[0]]

    def include(self, stated):
        """Check a set: inner points that are an equilibrium, and combinations that prove that the set is maximal."""
        positive, sides, plans, outside = [], self.game.sides, [], NOTHING
        for i, (rows, values) in enumerate(zip(stated["plans"].list(2), stated["values"].list(2))):
            plans.append(rows.numbers(sides[i].size))
            rows.require(sides[i].is_plan(plans[i]), "a realization plan")
            most = sides[1 - i].spread(values.numbers(len(sides[1 - i].sets) + 1))
            slack = minus(most, self.game.worth(1 - i, 1 - i, plans[i]))
            values.require(min(slack) >= 0, "at least what every move gets")
            positive.append([{k for k, value in enumerate(part) if value} for part in (plans[i], slack)])
        for i, proof in enumerate(stated["maximal"].list(2)):
            (support, slack), (opposing, lost), n = positive[i], positive[1 - i], sides[i].size
            stated.require(not support & lost, "plans that are best replies")
            used, slack = {n + k for k in opposing}, {n + k for k in slack}
            c = [] if proof.value is None else self.coefficients(proof, i)[1]
            below, above = ({k for k, value in enumerate(c) if sign * value > 0} for sign in (-1, 1))
            right = below <= lost | used and {*range(self.half)} - lost - used - support - slack <= above
            proof.require(right, "a proof that the set is maximal")
            outside |= {i * self.half + k for k in {*range(n)} - support | used}
        stated.require(outside not in self.outside, "a set that is not listed before")
        self.outside.append(outside)
        return [Ranges(self, i, plans, *positive[i]) for i in (0, 1)]

    def step(self, stated):
        kind, *rest = stated.list() or [stated]
        most = {"excluded": 2, "complementary": 1, "inside": 2, "resolved": 3, "bounded": 2}
        stated.require(len(rest) <= most[kind.text(*most)], f"at most {most[kind.value]} elements after it", None, 2)
        first, second, third = [*rest, *[Stated(None, stated.path)] * 3][:3]
        variables = range(2 * self.half)
        if kind.value == "complementary":
            return NOTHING, frozenset({first.among(variables), self.partner[first.value]})
        if kind.value == "excluded":
            core, zero = first.among(self.combinations)
            k = None if second.value is None else second.among(variables)
            first.require(k in zero, "a combination that makes the variable 0, or that is impossible")
            return core, frozenset({k} - {None})
        if kind.value == "inside":  # where the cores and what is 0 in the set are 0, the equilibrium is in the set
            kind.require(not self.objective, "bounded, since a set may have better equilibria")
            left, cores = first.among(self.outside), NOTHING
            for core, zero in [number.among(self.combinations) for number in second.list()]:
                left, cores = left - zero, cores | core
            return left | cores, NOTHING
        if kind.value == "bounded":
            kind.require(self.objective, "a step of a proof without an objective")
            zero = frozenset(number.among(variables) for number in first.list())
            self.require_bound(stated, zero, second.list(2))
            return zero, NOTHING
        # the variable is 0, excluded by the first conflict, or positive and its partner 0, excluded by the second
        k, zero, positive = first.among(variables), second.among(self.conflicts), third.among(self.conflicts)
        return zero[0] - {k} | positive[0] - {self.partner[k]}, zero[1] | positive[1] - {k}

    def require_bound(self, stated, zero, proofs):
        """Check that no equilibrium with these variables 0 has a greater value. Player 2 gets ŷᵀ(Bᵀx + s) for any ŷ, so
        the objective is f·z, z = (x, s, 1), plus a function of (y, r). If d = c − f ≥ 0 where variables may be
        positive, f·z ≤ −d₁. Without a combination, weights and payoffs have their greatest sums over all plans."""
        game, bound, factors, values = self.game, ZERO, [ZERO, ZERO], defaultdict(list)
        for i, (proof, (payoffs, weights)) in enumerate(zip(proofs, self.objective)):
            side, other = game.sides[i], game.sides[1 - i]
            reply, total = [payoffs[1 - i]] + [ZERO] * (other.size - 1), [[weight] for weight in weights]
            if proof.value is None:
                factors[1 - i] = payoffs[1 - i]
                side.losses(total)
                bound += total[0][0]
                continue
            for h in other.sets:
                reply[h.moves[0]] = reply[h.before]
            c = self.coefficients(proof.among(self.stated), i)[1]
            d = minus(c, [*added([game.worth(1 - i, i, reply), weights]), *reply, ZERO])
            core = {i * self.half + k for k, value in enumerate(d[:-1]) if k and value < 0}
            proof.require(core <= zero, "a combination that bounds the objective where the variables are 0")
            bound -= d[0] + d[-1]  # x(∅) = 1
        for node in reversed(game.nodes) if any(factors) else ():  # a node without a value ends in moves of weight 0
            h, below = node.set, values[node]
            if h is None:
                below = [node.chance * sum(factor * paid for factor, paid in zip(factors, node.paid))]
            elif below:
                below = [max(below)] if h.player else [sum(below)] * (len(below) == len(h.names))
            above = node.parent and node.parent.set
            closed = above and above.player and (above.player - 1) * self.half + above.moves[node.move] in zero
            values[node.parent] += [] if closed else below
        stated.require(values[None] or not any(factors), "a bound of the payoffs")
        bound += sum(values[None])
        stated.require(bound <= self.best, f"a bound of at most {self.best}", bound)

    def check_interval(self, stated, proved):
        """Check that a stated interval, unless it is null, is the least one with all proved ones; return that one."""
        ends = [min(next(zip(*proved))), max(high for _, high in proved)] if proved and None not in proved else None
        right = stated.value is None or [stated["least"].number(), stated["greatest"].number()] == ends
        stated.require(right, f"{ends[0]} to {ends[1]}" if ends else "null, as not all is proved")
        return ends

    def check_move(self, stated, side, ranges):
        k, share = stated["sequence"].whole(1, side.size - 1), stated["probability"]
        h = side.set_of[k]
        names = [stated["action"].text(), stated["number"].whole(), stated["label"].text()]
        stated.require(names == [h.names[k - h.moves[0]], h.number, h.label], "the names of the move")
        ends = self.check_interval(stated["weight"], [plans.interval(k) for plans in ranges])
        reached = [plans for plans in ranges if plans.plan[h.before]]
        known = bool(reached) and stated["weight"].value is not None
        share.require((share.value is not None) == known, "a range if a plan reaches the set, else null")
        self.check_interval(share, [plans.interval(k, h.before) for plans in reached])
        return k, ends

    def describe(self, stated, pair):
        for i, plans in enumerate(pair):
            plans.read(stated["ranges"].list(2)[i])
            self.check_interval(stated["payoffs"].list(2)[1 - i], [plans.interval(None)])
            dimension, rows = stated["dimensions"].list(2)[i], stated["moves"].list(2)[i]
            dimension.require(dimension.value is None or dimension.whole() == plans.dimension, plans.dimension)
            moves = [self.check_move(row, plans.side, [plans])[0] for row in rows.list()]
            rows.require(moves == [k for h in plans.side.depth_first for k in h.moves], "all moves, depth-first")
        pure = all(plans.dimension == 0 and {*plans.plan} <= {ZERO, ONE} for plans in pair)
        stated["pure"].require(stated["pure"].of(bool) == pure, pure)


class Ranges:
    """Player i's plans in a set: equations give some weights as linear functions of others, the coordinates."""

    def __init__(self, sets, i, plans, support, slack):
        self.sets, self.i, self.side, self.plan, self.opposing = sets, i, sets.game.sides[i], plans[i], plans[1 - i]
        self.support, self.positive = support, support | {len(plans[i]) + k for k in slack}
        self.payoff = dict(enumerate(sets.game.worth(1 - i, i, self.opposing)))  # of the other player
        self.forms, self.used, self.bounds = {0: {0: ONE}}, {0}, {}

    def read(self, stated):
        for sequence, combination in [row.list(2) for row in stated["equations"].list()]:
            k, c = sequence.among(range(self.side.size)), self.sets.coefficients(combination, self.i)[1]
            terms = {j: c[j] for j in self.positive if c[j]} | {0: c[0] + c[-1]}  # x(∅) = 1
            right = max(terms) < self.side.size and terms.get(k) and k not in self.used
            combination.require(right, "an equation of weights alone that gives a new one")
            factor = terms.pop(k)
            self.forms[k] = self.total({j: -value / factor for j, value in terms.items()})
            self.used |= {k, *terms}
        self.coordinates, steps = {k: self.plan[k] for k in self.support if k not in self.forms}, stated["steps"]
        for k, weight in [(int(k), steps.sparse(self.side.size)[int(k)]) for k in steps.of(dict)]:
            steps.require(self.coordinates.get(k, weight) != weight, f"another weight of a coordinate for {k}")
            self.plan_at(self.coordinates | {k: weight}, steps)
        self.dimension = len(self.coordinates) if len(self.coordinates) == len(steps.value) else None
        for row in stated["bounds"].list():
            self.bound(*row.list(5))

    def total(self, terms):
        total = defaultdict(Fraction)
        for k, factor in terms.items():
            for j, value in self.forms.get(k, {k: ONE}).items() if k in self.support else ():
                total[j] += factor * value
        return {k: value for k, value in total.items() if value}

    def plan_at(self, coordinates, place):
        forms, known = [self.total({k: ONE}) for k in range(self.side.size)], coordinates | {0: ONE}
        plan = [sum((factor * known.get(j, ZERO) for j, factor in form.items()), ZERO) for form in forms]
        inside = self.side.is_plan(plan) and self.sets.game.is_best_reply(1 - self.i, self.opposing, plan)
        place.require(inside, "coordinates of a plan of the set")
        return plan

    def bound(self, end, objective, reference, combination, attained):
        """Add a bound: the plan attains it, and with d = ±a + c ≥ 0 at all positive variables ±a·x ≥ d_ρ x_ρ."""
        sign, n = 1 if end.text("least", "greatest") == "least" else -1, self.side.size
        goal, base = None if objective.value is None else objective.among(range(n)), reference.among(range(n))
        plan = self.plan_at(dict(enumerate(attained.sparse(n))), attained)
        a = self.payoff if goal is None else {goal: ONE}
        reference.require(plan[base], "a move of positive weight")
        value = sum(factor * plan[k] for k, factor in a.items()) / plan[base]
        if combination.value is None:  # 0 ≤ x(σ) ≤ x(before) ≤ 1 proves the bounds 0 and 1
            below = base == 0 or (goal and base == self.side.set_of[goal].before)
            right = goal is not None and (value == 0 if sign > 0 else value == 1 and below)
        else:
            d = self.sets.coefficients(combination, self.i)[1]
            d[:n] = [c + sign * a.get(k, ZERO) for k, c in enumerate(d[:n])]
            d[0] += d[-1]  # x(∅) = 1
            right = all(d[k] >= 0 for k in self.positive if k != base) and d[base] == sign * value
        combination.require(right, f"a proof of {value}")
        self.bounds[sign, goal, base] = value

    def interval(self, objective, base=0):
        """Return the proved range of the weight of a move (None: of the payoff) divided by a weight, or None."""
        terms, shift, factor, key = self.payoff if objective is None else {objective: ONE}, ZERO, ONE, (objective, base)
        form, divisor = self.total(terms), self.total({base: ONE})
        share = sum(value * self.plan[k] for k, value in terms.items()) / self.plan[base]
        if form == {k: share * value for k, value in divisor.items() if share}:
            return [share, share]
        if divisor.keys() == {0}:  # a linear function of one coordinate has the bounds of the coordinate
            several, (k, *_) = len(form.keys() - {0}) > 1, form.keys() - {0}
            shift, factor, key = (ZERO, ONE, (objective, 0)) if several else (form.get(0, ZERO), form[k], (k, 0))
            shift, factor = shift / divisor[0], factor / divisor[0]
        elif len(moves := self.side.set_of[objective].moves) == 2 and objective == moves[1]:
            shift, factor, key = ONE, -ONE, (moves[0], base)
        ends = [self.bounds.get((sign, *key)) for sign in (1, -1)]
        return None if None in ends else sorted(shift + factor * end for end in ends)


class Document(Stated):
    """A document about a game. A method for each format checks and yields what it claims."""

    def profile(self):
        kinds = [name for name in ("behavior", "realization_plans", "mixed_strategies") if name in self.value]
        if kinds == ["realization_plans"]:
            for strategy, side in zip(self[kinds[0]].list(self.game.players), self.game.require()):
                strategy.require(side.is_plan(strategy.numbers(side.size)), "a realization plan")
        elif kinds != ["mixed_strategies"]:
            self.game.read_behavior(self["behavior"] if len(kinds) < 2 else self.fail("one kind", " and ".join(kinds)))
        yield f"a profile of the game, by its {kinds[0]}; not checked: beliefs and mixed strategies"

    def equilibrium(self):
        """An equilibrium: nobody gains, or at most ε, by deviating; duals are at least the worths of all moves."""
        behavior, plans, payoffs, best = self.game.read_strategies(self, "realization_plans")
        regrets, epsilon, sides = minus(best, payoffs), self.get("epsilon", "0"), self.game.sides
        epsilon.require(epsilon.number() == max(regrets), f"{max(regrets)}, the greatest regret")
        for name in ("refinement", "duals", "beliefs") if any(regrets) else ("regrets", "interval"):
            self.require(self.get(name).value is None, f"no member {name} with this epsilon", f"the member {name}")
        if any(regrets):
            self["regrets"].agree(regrets)
            if (interval := self.get("interval")).value is not None:
                interval.require(self.game.constant is not None, "none, as the game is not constant-sum")
                interval.agree([self.game.constant - best[1], best[0]])
        for i, stated in enumerate([] if any(regrets) else self["duals"].list(2)):
            duals = stated.numbers(len(sides[i].sets) + 1)
            gaps = minus(sides[i].spread(duals), self.game.worth(i, i, plans[1 - i]))
            stated.require(min(gaps) >= 0 and duals[0] == payoffs[i], "the payoff and values of at least every move")
        yield f"payoffs {payoffs[0]} and {payoffs[1]}, regrets {regrets[0]} and {regrets[1]}; not checked: beliefs"
        method, proof = self.get("method", "").text(), self.get("refinement")
        name = proof.value and proof["name"].text()
        checks = {"sequential": Proof.check_sequential, "normal-form-perfect": Proof.check_normal_form}
        checks |= dict.fromkeys(("quasi-perfect", "extensive-form-perfect"), Proof.check_perfect)
        if name or method in checks:
            proof.require(name, "a proof: without one, lemke verify alone judges")
            checks[proof["name"].text(self["method"].text(*checks))](Proof(proof, self.game, behavior))
            yield f"{name}: the plans near the equilibrium prove it"
        elif method == "subgame-perfect":  # proper subgames have all nodes or no node of every set (Selten 1965)
            nodes, count = self.game.nodes, Counter(node.set for node in self.game.nodes)
            for k, node in enumerate(nodes):
                end = next((j for j in range(k + 1, len(nodes)) if nodes[j].depth <= node.depth), None)
                inside = Counter(other.set for other in nodes[k:end] if other.set and other.set.player)
                payoffs, best = self.game.judge(behavior, k, end) if inside.items() <= count.items() else ((), ())
                self["behavior"].require(payoffs == best, f"no gain in the subgame at node {k}")
            yield "subgame-perfect: nobody gains in any proper subgame"

    def equilibria(self):
        done = (sets := Sets(self, self.game)).check(sets.describe)
        yield f"{len(sets.ranges)} maximal sets{done}; not checked: components, indices, vertices, open cases"

    def ranges(self):
        done, seen = (sets := Sets(self["equilibria"], self.game)).check(sets.describe), []
        for i, payoff in enumerate(self["payoffs"].list(2)):
            sets.check_interval(payoff, [pair[1 - i].interval(None) for pair in sets.ranges])
        dimensions, unique = [plans.dimension for pair in sets.ranges for plans in pair], self["unique"]
        one = False if len(dimensions) > 2 or any(dimensions) else True if done and dimensions == [0, 0] else None
        unique.require(unique.value is None or unique.of(bool) is one, one)
        for move in self["moves"].list():
            i, played = move["player"].whole(1, 2) - 1, move["played"]
            k, ends = sets.check_move(move, self.game.sides[i], [pair[i] for pair in sets.ranges])
            word = ends and done and ("every" if ends[0] else "some" if ends[1] else "no")
            played.require(played.value is None or played.text("every", "some", "no") == word, word)
            seen.append((i, k))
        order = [(i, k) for i, side in enumerate(self.game.sides) for h in side.depth_first for k in h.moves]
        self["moves"].require([move for move in order if move in seen] == seen, "every move once, depth-first")
        yield f"ranges of the payoffs and of {len(seen)} moves over {len(sets.ranges)} maximal sets of equilibria{done}"

    def best(self):
        sets, stated, value, sides = Sets(self, self.game), self["objective"], self["value"], self.game.sides
        _, plans, payoffs, best = self.game.read_strategies(self, "plans")
        self["behavior"].require(payoffs == best, "strategies without regret")
        sets.best, reached = value.number(), sum(weight != 0 for plan in plans for weight in plan)
        if stated.value is not None:
            factors, weights = stated["payoffs"].numbers(2), zip(stated["weights"].list(2), sides)
            sets.objective = [(factors, row.sparse(side.size)) for row, side in weights]
            reached = sum(a * b for a, b in zip(sum((row for _, row in sets.objective), factors), sum(plans, payoffs)))
        value.require(sets.best == reached, reached)
        done = sets.check(lambda *_: None).replace("others", "better ones")
        played = max((sum(len(plans.support) for plans in pair) for pair in sets.ranges), default=0)
        value.require(sets.objective or played <= reached, f"{played}, the moves that an equilibrium in the sets plays")
        yield f"an equilibrium with the value {reached}{done}; not checked: the words of the objective"

    def lcp(self):
        n, matrix = len(self["q"].numbers()), self["M"]
        rows, width = (matrix["entries"].list(), 3) if type(matrix.value) is dict else (matrix.list(n), n)
        _ = [row.numbers(width) for row in rows], self.get("d").value is None or self["d"].numbers(n)
        yield f"a linear complementarity problem with {n} rows; not checked: places of entries, free variables, start"

    def verdict(self):
        for profile in self.get("profiles", []).list():
            payoffs, best = self.game.judge(self.game.require() and self.game.read_behavior(profile["behavior"]))
            regrets, equal = minus(best, payoffs), profile["is_equilibrium"]
            for name, numbers in (("payoffs", payoffs), ("best_response_values", best), ("regrets", regrets)):
                profile[name].agree(numbers)
            profile["nash_conv"].require(profile["nash_conv"].number() == sum(regrets), sum(regrets))
            equal.require(equal.of(bool) != any(regrets), not any(regrets))
            yield f"regrets {', '.join(map(str, regrets))}; not checked: refinements, deviations, other members"
        if not self.get("profiles", []).value:
            yield f"sets of equilibria: {self['holds'].of(bool)}; not checked, as the sets are not in the file"

    def sweep(self):
        pieces, reached, points = self["pieces"].list(), 0, [self["low"], *self["critical"].list(), self["high"]]
        ends = [*points, *(piece[end] for piece in pieces for end in ("low", "high"))]
        values = [sorted(end.value.items()) if type(end.value) is dict else end.number() for end in ends]
        places, overlap = [values.index(value) for value in values[len(points) :]], self["samples"].list()
        for piece, low, high in zip(pieces, places[::2], places[1::2]):
            right = low < high < len(points) and (low == reached or (low < reached and overlap))
            piece.require(right, "a piece between critical values, without a gap before")
            reached = max(reached, high)
        self["pieces"].require(reached == len(points) - 1, "pieces up to the end")
        yield f"{len(points) - 1} intervals covered; not checked: critical values, that expressions are equilibria"


def check_vipr(text, path, expected):
    """A solution attains a range, and sums of constraints bound it: VIPR 1.0 (Cheung, Gleixner, Steffy 2017)."""
    words = re.sub(r"\A(%[^\n]*\n)*", "", text).split()[::-1]

    def take(*expected):
        for choices in [[word] for word in expected] or [[]]:
            word = Stated(words.pop() if words else "", f"{path}, {len(words)} words before the end")
            _ = word.text(*choices) if choices or word.value else word.fail("more words")
        return word

    def index():
        return int(word.value) if re.fullmatch("[0-9]{1,9}", (word := take()).value) else word.fail("a whole number")

    def terms():
        pairs = [(index(), take().number()) for _ in range(index())]
        return {k: v for k, v in pairs if v} if len(dict(pairs)) == len(pairs) else take().fail("each index once")

    def constraint():
        name, sense, right = take(), {"G": 1, "E": 0, "L": -1}[take().text("G", "E", "L")], take().number()
        return name, (objective if words[-1:] == ["OBJ"] and words.pop() else terms(), sense, right)

    def implies(stronger, weaker):
        (left, sense, right), (others, kind, bound) = stronger, weaker
        return left == others and sense in (0, kind) and (right * kind >= bound * kind if kind else right == bound)

    _ = take("VER", "1.0", "VAR"), [take() for _ in range(index())], take("INT", "0", "OBJ")
    sign, objective = 1 if take().text("min", "max") == "min" else -1, terms()
    count, _ = take("CON") and index(), index()
    known, _ = [constraint()[1] for _ in range(count)], take("RTP", "range")
    (low, high), attained, _ = [take().number(), take().number()], False, take("SOL")
    for _ in range(index()):
        name, solution = take(), terms()
        *sums, reached = [sum(v * solution.get(k, 0) for k, v in row[0].items()) for row in [*known, (objective,)]]
        feasible = all(implies(({}, 0, total), ({}, *bound)) for total, (_, *bound) in zip(sums, known))
        name.require(feasible, "a feasible solution")
        attained |= reached <= high if sign > 0 else reached >= low
    take("DER")
    for _ in range(index()):
        (name, derived), total, bound, signs = constraint(), defaultdict(Fraction), ZERO, set()
        for k, factor in (take("{", "lin") and terms()).items():
            left, sense, right = known[k] if k < len(known) else name.fail("a sum of earlier constraints")
            signs, bound = signs | {sense if factor > 0 else -sense} - {0}, bound + factor * right
            for j, number in left.items():
                total[j] += factor * number
        combined = {j: number for j, number in total.items() if number}, sum(signs), bound
        name.require(len(signs) < 2 and implies(combined, derived), "a sum that proves the constraint")
        _ = take("}", "-1"), known.append(derived)
    proved = len(known) > count and implies(known[-1], (objective, sign, low if sign > 0 else high))
    right = expected in (None, (objective, known[:count], low)) and (not expected or (sign < 0 and low == high))
    take("").require(attained and proved and right, f"a proof of a value from {low} to {high} in this program")
    yield f"{path}: an optimal value from {low} to {high}{'; a best response in the game' if expected else ''}"


def claims(data, path, given=None):
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if info.compress_type in (0, 8)]  # stored or deflated
            files = {info.filename: archive.read(info).decode("utf-8-sig") for info in infos}
        manifest = Stated.read(files.get("manifest.json", ""))
        name, digest = manifest["certificate"].text(*files), manifest["sha256"].text(*([given] if given else []))
        yield from claims(files[name].encode(), name, digest if manifest["format"].text("lemke-bundle/2") else "")
        game = Game((document := Stated.read(files[name]))["game"])
        programs, (_, plans, payoffs, _) = {}, game.read_strategies(document, "realization_plans")
        for i, side in enumerate(game.sides):
            objective = {k: paid for k, paid in enumerate(game.worth(i, i, plans[1 - i])) if paid}
            rows = [({k: ONE}, 1, ZERO) for k in range(side.size)] + [({0: ONE}, 0, ONE)]
            rows += [(dict.fromkeys(h.moves, ONE) | {h.before: -ONE}, 0, ZERO) for h in side.sets]
            programs[f"player{i + 1}.vipr"] = objective, rows, payoffs[i]
        for proof in manifest["proofs"].list():
            yield from check_vipr(files[proof.text(*files)], proof.value, programs.get(proof.value))
    elif re.match(rb"(%[^\n]*\n)*VER", data):
        yield from check_vipr(data.decode(), path, None)
    else:
        document = Document.read(data.decode("utf-8-sig"))
        names = ("game", "lcp", "profile", "equilibrium", "equilibria", "ranges", "best", "verdict", "sweep")
        name = document["format"].text(*(f"lemke-{name}/2" for name in names))[6:-2]
        stated = document if name == "game" else None if name == "lcp" else document["game"]
        _ = name in ("game", "lcp", "sweep") or stated.require("parameter" not in stated.of(dict), "no parameter")
        document.game = game = stated and Game(stated, name != "game")
        document.require(not given or (game and game.sha256 == given), f"the game {given}", "another game")
        found = [f"a game with {len(game.nodes)} nodes"] if name == "game" else getattr(document, name)()
        yield from (f"{path}: {claim}" for claim in found)


def main(paths):
    sys.set_int_max_str_digits(0)
    try:
        contents = [Path(path).read_bytes() for path in paths[:2]] or Stated(paths).fail("FILE [GAME]", "no file")
        given = Game(Stated.read(contents[1].decode("utf-8-sig"))).sha256 if contents[1:] else None
        for claim in claims(contents[0], paths[0], given):
            print(claim)
        return 0
    except (Failure, OSError, UnicodeError, zipfile.BadZipFile, RuntimeError, EOFError, zlib.error) as error:
        status, words = error.args if isinstance(error, Failure) else (2, str(error) or type(error).__name__)
    print(("does not hold:", "malformed:")[status - 1], words)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
