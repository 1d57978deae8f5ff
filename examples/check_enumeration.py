"""Accept or reject a proof that a list of equilibria is complete: python check_enumeration.py GAME.efg SETS.json

This script follows docs/textbook/all_equilibria.md and the definitions of game theory, and uses no code of lemke, so
that nobody needs to trust the program that made the list. check_certificate.py, which must be in the same folder, reads
games and numbers. The script does not search: it multiplies out every combination, and compares every set with its
definition and every step of the proof with earlier steps. It identifies moves by the numbers of their sequences. It
does not check names, components and indices, or whether all vertices are listed. It prints one line; exit status 0:
accepted, 1: rejected, 2: a file cannot be read.

Variables are numbered from 0: x(σ) for the sequences of player 1, the slacks s of the sequences of player 2, y(σ) for
the sequences of player 2, the slacks r of the sequences of player 1. A step of the proof states a conflict, a pair of
sets of variables: outside the listed sets, no equilibrium has all variables of the first set 0 and all variables of the
second set positive.
"""

import sys
from fractions import Fraction

from check_certificate import ONE, ZERO, main, member, parsed, read_certificate, read_game, require, sha256

ENUMERATION, RANGES = "lemke-equilibria/2", "lemke-ranges/2"


class Player:
    """The numbered sequences of a player; the empty sequence is 0.

    sets: the player's information sets in breadth-first order, as (the sequence that leads to the set, the first
    sequence that ends with a move of the set, the number of moves).
    """

    def __init__(self, sets):
        breadth_first = sorted(sets, key=lambda information_set: information_set.first)
        self.number, self.sets, self.size = {None: 0}, [], 1
        for information_set in breadth_first:  # the sequence that leads to a set already has its number
            moves = len(information_set.moves)
            self.sets.append((self.number[information_set.before], self.size, moves))
            self.number |= {(information_set, k): self.size + k for k in range(moves)}
            self.size += moves

    def spread(self, values):
        """Return Eᵀu: per sequence the value of the set of its last move minus the values of the sets right after."""
        spread = [ZERO] * self.size
        spread[0] = values[0]
        for (parent, first, moves), value in zip(self.sets, values[1:]):
            for k in range(first, first + moves):
                spread[k] += value
            spread[parent] -= value
        return spread

    def sums(self, plan):
        """Return, for every set, the sum of the weights of its moves minus the weight of the sequence before it."""
        return [sum(plan[first : first + moves], ZERO) - plan[parent] for parent, first, moves in self.sets]


class Rows:
    """The conditions of an equilibrium: E x = e, Fᵀv − Bᵀx = s, and the same conditions with the players exchanged.

    half is the number of variables in the conditions of one player's plan: x and s, or y and r.
    """

    def __init__(self, nodes, sets):
        self.players = [Player(sets_of_player) for sets_of_player in sets[1:]]
        self.sizes = [player.size for player in self.players]
        self.half = sum(self.sizes)
        self.entries, path, totals = [], [], set()  # (row, column, both payoffs), weighted with chance
        for node in nodes:
            del path[node.depth :]
            weight = path[-1] if path else ONE
            if node.parent and node.parent.set.player == 0:
                weight *= node.parent.set.probabilities[node.move]
            path.append(weight)
            if node.set is None and weight:
                row, column = (player.number[last] for player, last in zip(self.players, node.last))
                self.entries.append((row, column, [weight * paid for paid in node.paid]))
                totals.add(sum(node.paid))
        self.is_constant_sum = len(totals) == 1

    def partner(self, k):
        """Return the variable that is complementary to a variable: the slack of a weight, the weight of a slack."""
        n, m = self.sizes
        if k < n:
            return self.half + m + k
        if k < self.half:
            return self.half + k - n
        return n + k - self.half if k < self.half + m else k - self.half - m

    def times(self, i, vector, transposed=False):
        """Return B m or, transposed, Bᵀx, where x is a plan of player i and B has the other player's payoffs."""
        result = [ZERO] * self.sizes[1 - i if transposed else i]
        for *sequences, payoffs in self.entries:
            row, column = (sequences[1 - i], sequences[i]) if transposed else (sequences[i], sequences[1 - i])
            result[row] += payoffs[1 - i] * vector[column]
        return result

    def coefficients(self, stated, where):
        """Return the player of a combination, and its coefficients; the last is the coefficient of the constant.

        ``stated`` is [player, λ, m]: multipliers of the conditions on this player's plan.
        """
        require(isinstance(stated, list) and len(stated) == 3, where, stated, "a player and two objects")
        require(isinstance(stated[0], Fraction) and stated[0] in (1, 2), where, stated[0], "1 or 2")
        i = int(stated[0]) - 1
        constraints = sparse(stated[1], len(self.players[i].sets) + 1, where)
        deviation = sparse(stated[2], self.sizes[1 - i], where)
        balanced = deviation[0] == 0 and not any(self.players[1 - i].sums(deviation))
        require(balanced, where, "F m other than 0", "0")
        # λ (E x − e) − m (Fᵀv − Bᵀx − s) = 0 with F m = 0 says: (B m + Eᵀλ) x + m s − λ₀ = 0
        products, spread = self.times(i, deviation), self.players[i].spread(constraints)
        return i, [a + b for a, b in zip(products, spread)] + deviation + [-constraints[0]]

    def combined(self, stated, where):
        """Return the player of a combination, and the sets of variables with negative and with positive coefficients.

        The constant counts as one more variable, the last.
        """
        i, coefficients = self.coefficients(stated, where)
        negative = {k for k, c in enumerate(coefficients) if c < 0}
        return i, negative, {k for k, c in enumerate(coefficients) if c > 0}

    def read_set(self, stated, where):
        """Check a set of equilibria; return the variables that are 0 in it, and the proved ranges of both players."""
        positive, plans = [], []
        for i in (0, 1):
            plan = numbers(stated, "plans", i, self.sizes[i], where)
            values = numbers(stated, "values", i, len(self.players[1 - i].sets) + 1, where)
            proper = plan[0] == 1 and min(plan) >= 0 and not any(self.players[i].sums(plan))
            require(proper, f"{where}.plans[{i}]", "other numbers", "a realization plan")
            payoffs = self.times(i, plan, transposed=True)
            slack = [a - b for a, b in zip(self.players[1 - i].spread(values), payoffs)]
            require(min(slack) >= 0, f"{where}.values[{i}]", "values less than a move gets", "at least as much")
            positive.append([{k for k, value in enumerate(part) if value} for part in (plan, slack)])
            plans.append(plan)
        (support_1, slack_2), (support_2, slack_1) = positive
        require(
            not (support_1 & slack_1 or support_2 & slack_2), where, "plans that are not best replies", "an equilibrium"
        )
        proofs = member(stated, "maximal", list, where)
        require(len(proofs) == 2, f"{where}.maximal", f"{len(proofs)} proofs", "2 proofs")
        for i, (support, slack, opposing, lost) in enumerate(
            ((support_1, slack_2, support_2, slack_1), (support_2, slack_1, support_1, slack_2))
        ):
            n = self.sizes[i]
            # core: variables that are 0 in the set because their partners are positive; left: all others that are 0 at
            # this plan. A combination that is negative in the core alone makes all variables in left 0.
            core = lost | {n + k for k in opposing}
            left = {*range(self.half)} - core - support - {n + k for k in slack}
            player, negative, zero = (i, set(), set()) if proofs[i] is None else self.combined(proofs[i], where)
            proved = player == i and negative <= core and left <= zero
            require(proved, f"{where}.maximal[{i}]", "no proof", "a proof that the set is maximal")
        pair_of_ranges = [Ranges(self, i, plans, *positive[i]) for i in (0, 1)]
        check_facts(stated, pair_of_ranges, where)
        n, m = self.sizes
        first = {*range(n)} - support_1 | {n + k for k in support_2}
        second = {*range(m)} - support_2 | {m + k for k in support_1}
        return first | {self.half + k for k in second}, pair_of_ranges


class Ranges:
    """The proved facts about player i's plans in a set of equilibria.

    forms: weights as linear functions of the coordinates (the weights that no equation gives), where 0 stands for the
    constant 1; bounds: (1 for least or −1 for greatest, objective, reference) -> value; steps: the coordinates that
    can vary.
    """

    def __init__(self, rows, i, plans, support, slack):
        self.rows, self.i, self.player = rows, i, rows.players[i]
        self.plan, self.opposing, self.support = plans[i], plans[1 - i], support
        self.n = len(self.plan)
        self.positive = support | {self.n + k for k in slack}
        self.payoff = rows.times(i, self.opposing)  # the other player's payoff as a linear function of the plan
        self.forms, self.used, self.bounds, self.steps = {0: {0: ONE}}, {0}, {}, set()
        self.parent, self.moves = {0: None}, {0: None}
        for parent, first, moves in self.player.sets:
            for k in range(first, first + moves):
                self.parent[k], self.moves[k] = parent, range(first, first + moves)

    def read(self, stated, where):
        """Read and check the equations, the steps and the bounds of a set."""
        for k, equation in enumerate(member(stated, "equations", list, where)):
            self.equate(equation, f"{where}.equations[{k}]")
        steps = sparse(member(stated, "steps", dict, where), self.n, f"{where}.steps")
        inner = {k: self.plan[k] for k in self.coordinates()}
        for k in map(int, stated["steps"]):
            place = f"{where}.steps.{k}"
            require(k in inner and steps[k] != self.plan[k], place, steps[k], "another weight of a coordinate")
            self.plan_at(inner | {k: steps[k]}, place)
            self.steps.add(k)
        for k, bound in enumerate(member(stated, "bounds", list, where)):
            self.bound(bound, f"{where}.bounds[{k}]")

    def equate(self, stated, where):
        require(isinstance(stated, list) and len(stated) == 2, where, stated, "a sequence and a combination")
        sequence = self.sequence(stated[0], where)
        i, c = self.rows.coefficients(stated[1], where)
        require(i == self.i, where, f"player {i + 1}", "the player of the set of plans")
        terms = {k: c[k] for k in self.positive if c[k]}
        require(all(k < self.n for k in terms), where, "a slack that may be positive in the set", "none")
        terms[0] = terms.get(0, ZERO) + c[-1]
        factor = terms.pop(sequence, ZERO)
        require(factor and sequence not in self.used, where, sequence, "a sequence whose weight is new")
        self.forms[sequence] = self.total({k: -value / factor for k, value in terms.items()})
        self.used |= {sequence, *terms}

    def sequence(self, stated, where):
        """Return the number of a sequence."""
        known = isinstance(stated, Fraction) and stated in self.moves
        require(known, where, stated, f"a sequence from 0 to {self.n - 1}")
        return int(stated)

    def coordinates(self):
        return [k for k in self.support if k not in self.forms]

    def dimension(self):
        """Return the dimension of the set of plans, or None if it is not proved."""
        coordinates = set(self.coordinates())
        return len(coordinates) if coordinates <= self.steps else None

    def total(self, terms):
        """Return a sum of multiples of weights as a linear function of the coordinates; 0 stands for the constant 1."""
        total = {}
        for k, factor in terms.items():
            for j, value in self.forms.get(k, {k: ONE}).items() if k in self.support else ():
                total[j] = total.get(j, ZERO) + factor * value
        return {k: value for k, value in total.items() if value}

    def plan_at(self, coordinates, where):
        """Return the plan with these coordinates, after checking that the other player's plan is a best reply to it."""
        plan, known = [ZERO] * self.n, {0: ONE} | coordinates
        for k in self.support:
            plan[k] = sum((factor * known.get(j, ZERO) for j, factor in self.total({k: ONE}).items()), ZERO)
        require(min(plan) >= 0 and not any(self.player.sums(plan)), where, "other numbers", "a realization plan")
        payoffs, opponent = self.rows.times(self.i, plan, transposed=True), self.rows.players[1 - self.i]
        best, totals = [], list(payoffs)
        for parent, first, moves in reversed(opponent.sets):
            best.append(max(totals[first : first + moves]))
            totals[parent] += best[-1]
        spread = opponent.spread([totals[0], *reversed(best)])
        lost = any(a != b for a, b, weight in zip(spread, payoffs, self.opposing) if weight)
        require(not lost, where, "a plan against which the other player can gain", "a plan of the set")
        return plan

    def bound(self, stated, where):
        require(isinstance(stated, list) and len(stated) == 5, where, stated, "five members")
        end, objective, reference, combination, attained = stated
        require(end in ("least", "greatest"), where, end, "least or greatest")
        objective = None if objective is None else self.sequence(objective, where)
        reference = self.sequence(reference, where)
        coordinates = {k: value for k, value in enumerate(sparse(attained, self.n, where)) if value}
        plan, sign = self.plan_at(coordinates, where), 1 if end == "least" else -1
        a = self.payoff if objective is None else [ONE if k == objective else ZERO for k in range(self.n)]
        require(plan[reference] > 0, where, f"sequence {reference} of weight 0", "a positive weight")
        value = sum((x * y for x, y in zip(a, plan)), ZERO) / plan[reference]
        if combination is None:  # 0 ≤ x(σ) ≤ x(parent) ≤ 1 proves the bounds 0 and 1
            plain = objective is not None and value == (sign < 0)
            plain = plain and (sign > 0 or reference in (0, self.parent[objective]))
            require(plain, where, value, "a combination that proves it")
        else:
            i, d = self.rows.coefficients(combination, where)
            require(i == self.i, where, f"player {i + 1}", "the player of the set of plans")
            # d = ±a + combination; with d ≥ 0 at all variables that can be positive, ±a x ≥ d(ref) x(ref)
            for k in range(self.n):
                d[k] += sign * a[k]
            d[0] += d[-1]  # x(∅) = 1 stands for the constant
            proved = all(d[k] >= 0 for k in self.positive if k != reference) and d[reference] == sign * value
            require(proved, where, value, "a value that is proved")
        self.bounds[sign, objective, reference] = value

    def reduced(self, objective):
        """Return (k, a, b): a weight or the payoff is a + b times weight k; k may be "constant" or "itself"."""
        terms = dict(enumerate(self.payoff)) if objective is None else {objective: ONE}
        form = self.total({k: value for k, value in terms.items() if value})
        constant = form.pop(0, ZERO)
        if len(form) > 1:
            return "itself", ZERO, ONE
        return (*form, constant, *form.values()) if form else ("constant", constant, ZERO)

    def interval(self, objective):
        """Return the least and the greatest value of a weight or of the payoff, or None if they are not proved."""
        k, constant, factor = self.reduced(objective)
        if k == "constant":
            return constant, constant
        ends = self.ends(objective if k == "itself" else k, 0)
        return ends and ordered(constant + factor * end for end in ends)

    def ends(self, objective, reference):
        ends = [self.bounds.get((sign, objective, reference)) for sign in (1, -1)]
        return None if None in ends else tuple(ends)

    def probability(self, k):
        """Return the least and the greatest probability of a move in plans that reach its set; None if not proved."""
        parent, share = self.parent[k], self.plan[k] / self.plan[self.parent[k]]
        basis, constant, _ = self.reduced(parent)
        if basis == "constant":
            weight = self.interval(k)
            return weight and tuple(end / constant for end in weight)
        if self.total({k: ONE}) == self.total({parent: share}):
            return share, share
        # of two moves only the first has bounds; the second has the remaining probability
        first = self.moves[k][0] if len(self.moves[k]) == 2 else k
        ends = self.ends(first, parent)
        return ends if ends is None or first == k else ordered(1 - end for end in ends)


def ordered(ends):
    return tuple(sorted(ends))


def check_facts(stated, pair_of_ranges, where):
    """Check payoffs, dimensions and ranges of a set against the proved facts of both players' plans."""
    for i, ranges in enumerate(pair_of_ranges):
        ranges.read(pair(stated, "ranges", where)[i], f"{where}.ranges[{i}]")
        agree(pair(stated, "payoffs", where)[1 - i], ranges.interval(None), f"{where}.payoffs[{1 - i}]")
        dimension = pair(stated, "dimensions", where)[i]
        proved = dimension is None or (isinstance(dimension, Fraction) and dimension == ranges.dimension())
        require(proved, f"{where}.dimensions[{i}]", dimension, "what is proved")
        moves = dict(enumerate(member({"moves": pair(stated, "moves", where)[i]}, "moves", list, where)))
        numbers_of_moves = [ranges.sequence(entry(move, "sequence", where), where) for move in moves.values()]
        complete = sorted(numbers_of_moves) == [*range(1, ranges.n)]
        require(complete, f"{where}.moves[{i}]", "other sequences", "all sequences except the empty one")
        for (k, move), sequence in zip(moves.items(), numbers_of_moves):
            reached = [ranges] if ranges.plan[ranges.parent[sequence]] else []
            check_move(move, [ranges], reached, sequence, f"{where}.moves[{i}][{k}]")
    pure = all(not ranges.coordinates() and {*ranges.plan} <= {ZERO, ONE} for ranges in pair_of_ranges)
    require(member(stated, "pure", bool, where) == pure, f"{where}.pure", str(not pure).lower(), str(pure).lower())
    for i, vertices in enumerate(pair(stated, "vertices", where) if "vertices" in stated else ()):
        for k, stated_plan in enumerate(member({"vertices": vertices}, "vertices", list, where)):
            place, ranges = f"{where}.vertices[{i}][{k}]", pair_of_ranges[i]
            plan = numbers({"plan": [stated_plan, stated_plan]}, "plan", 0, ranges.n, place)
            inside = ranges.plan_at({k: plan[k] for k in ranges.coordinates()}, place) == plan
            require(inside, place, "another plan", "a plan of the set")


def check_move(stated, all_ranges, reached, sequence, where):
    """Check the stated ranges of a move over several sets of equilibria; return the proved range of its weight.

    ``reached`` has the sets in which the player's own plan reaches the move's information set.
    """
    weight, probability = (entry(stated, name, where) for name in ("weight", "probability"))
    ends = joined(ranges.interval(sequence) for ranges in all_ranges)
    agree(weight, ends, f"{where}.weight")
    known = probability is not None if reached and weight is not None else probability is None
    require(known, f"{where}.probability", probability, "a probability if a plan reaches the set, otherwise null")
    agree(probability, joined(ranges.probability(sequence) for ranges in reached), f"{where}.probability")
    return ends


def entry(stated, name, where):
    """Return a member of an object, of any type."""
    require(isinstance(stated, dict) and name in stated, where, stated, f"an object with {name}")
    return stated[name]


def pair(stated, name, where):
    """Return a member that is a list of two values."""
    values = member(stated, name, list, where)
    require(len(values) == 2, f"{where}.{name}", f"{len(values)} members", "2")
    return values


def number(value, where):
    return value if isinstance(value, Fraction) else parsed(value, where, 1)


def sparse(stated, size, where):
    """Return a vector that the document gives as an object from positions to numbers."""
    require(isinstance(stated, dict), where, stated, "an object")
    vector = [ZERO] * size
    for place, value in stated.items():
        require(place.isascii() and place.isdecimal() and int(place) < size, where, place, f"a position below {size}")
        vector[int(place)] = number(value, where)
    return vector


def numbers(stated, name, i, size, where):
    """Return the numbers of list i of a member with two lists."""
    lists = member(stated, name, list, where)
    fits = len(lists) == 2 and isinstance(lists[i], list) and len(lists[i]) == size
    require(fits, f"{where}.{name}", "lists of another length", f"two, of which [{i}] has {size}")
    return [number(value, where) for value in lists[i]]


def conflict(rows, step, where, sets, combinations, conflicts):
    """Return the conflict that a step states."""

    def one_of(value, allowed):
        is_index = isinstance(value, Fraction) and value.denominator == 1 and 0 <= value < len(allowed)
        require(is_index, where, value, f"a number below {len(allowed)}")
        return int(value)

    variables = range(2 * rows.half)
    require(isinstance(step, list) and step, where, step, "a step")
    kind, *arguments = step
    if kind == "excluded" and arguments[1:] == [None]:
        arguments.pop()
    if kind == "complementary" and len(arguments) == 1:  # a variable and its partner are not both positive
        k = one_of(arguments[0], variables)
        return frozenset(), frozenset({k, rows.partner(k)})
    # where the core is 0, a combination makes its variables with positive coefficients 0; if it cannot be 0, there is
    # no equilibrium
    if kind == "excluded" and len(arguments) in (1, 2):
        core, zero, impossible = combinations[one_of(arguments[0], combinations)]
        if len(arguments) == 1:
            require(impossible, where, "a combination that can be 0", "one that cannot be 0")
            return core, frozenset()
        k = one_of(arguments[1], variables)
        require(k in zero, where, f"variable {k}", "a variable that the combination makes 0")
        return core, frozenset({k})
    # where all variables that define a set are 0, by assumption or by combinations, an equilibrium is in the set
    if kind == "inside" and len(arguments) == 2 and isinstance(arguments[1], list):
        left, cores = sets[one_of(arguments[0], sets)], frozenset()
        for number in arguments[1]:
            core, zero, _ = combinations[one_of(number, combinations)]
            left, cores = left - zero, cores | core
        return left | cores, frozenset()
    require(kind == "resolved" and len(arguments) == 3, where, kind, "a step")
    # variable k is 0, excluded by the first conflict, or positive and its partner 0, excluded by the second
    k, zero, positive = (
        one_of(arguments[0], variables),
        *(conflicts[one_of(number, conflicts)] for number in arguments[1:]),
    )
    return zero[0] - {k} | positive[0] - {rows.partner(k)}, zero[1] | positive[1] - {k}


def check_overview(stated, sets, complete):
    """Check the statements about all equilibria against the proved facts about both players' plans in every set."""
    for i, payoff in enumerate(pair(stated, "payoffs", "document")):
        agree(payoff, joined(pair_of_ranges[1 - i].interval(None) for pair_of_ranges in sets), f"payoffs[{i}]")
    dimensions = [pair_of_ranges[i].dimension() for pair_of_ranges in sets for i in (0, 1)]
    several = len(sets) > 1 or any(dimensions)
    known = True if complete and dimensions == [0, 0] else None
    unique = entry(stated, "unique", "document")
    require(unique is None or unique is (False if several else known), "unique", unique, "what is proved")
    for k, move in enumerate(member(stated, "moves", list)):
        place = f"moves[{k}]"
        player = entry(move, "player", place)
        require(isinstance(player, Fraction) and player in (1, 2), place, player, "player 1 or 2")
        require(sets, place, "a move although there are no sets", "no move")
        plans = [pair_of_ranges[int(player) - 1] for pair_of_ranges in sets]
        sequence = plans[0].sequence(entry(move, "sequence", place), place)
        require(sequence, place, sequence, "the sequence of a move")
        reached = [ranges for ranges in plans if ranges.plan[ranges.parent[sequence]]]
        ends = check_move(move, plans, reached, sequence, place)
        word = ends and ("every" if ends[0] else "some" if ends[1] else "no")
        played = entry(move, "played", place)
        require(played is None or (complete and played == word), f"{place}.played", played, word)


def joined(intervals):
    """Return the least interval that contains all intervals, or None if an interval is None or there is none."""
    intervals = list(intervals)
    if not intervals or None in intervals:
        return None
    return min(least for least, _ in intervals), max(greatest for _, greatest in intervals)


def agree(value, proved, where):
    """Check that a stated interval, unless it is null, is the proved interval."""
    if value is not None:
        ends = tuple(number(entry(value, end, where), f"{where}.{end}") for end in ("least", "greatest"))
        require(ends == proved, where, " to ".join(map(str, ends)), "what is proved")


def check(game, enumeration):
    """Return in words what a document proves about a game, both given as text."""
    document, (nodes, sets_of_moves) = read_certificate(enumeration), read_game(game)
    digest, overview = sha256(nodes, sets_of_moves), None
    if document.get("format") == RANGES:
        overview, document = document, member(document, "equilibria", dict)
    known = overview is not None or document.get("format") == ENUMERATION
    require(known, "format", document.get("format"), f"{ENUMERATION} or {RANGES}")
    named = member(member(overview or document, "game", dict), "sha256", str, "game")
    require(named == digest, "game.sha256", named, f"{digest}, of this game")
    rows = Rows(nodes, sets_of_moves)
    sets, plans, combinations, conflicts = [], [], [], []
    for k, equilibria in enumerate(member(document, "sets", list)):
        outside, pair_of_ranges = rows.read_set(equilibria, f"sets[{k}]")
        require(frozenset(outside) not in sets, f"sets[{k}]", "a set listed before", "another set")
        sets.append(frozenset(outside))
        plans.append(pair_of_ranges)
    for k, combination in enumerate(member(document, "combinations", list)):
        i, negative, positive = rows.combined(combination, f"combinations[{k}]")
        require(rows.half not in negative, f"combinations[{k}]", "a negative constant", "at least 0")
        shift, impossible = rows.half * i, rows.half in positive
        core = frozenset(shift + place for place in negative)
        combinations.append((core, frozenset(shift + place for place in positive - {rows.half}), impossible))
    for k, step in enumerate(member(document, "steps", list)):
        conflicts.append(conflict(rows, step, f"steps[{k}]", sets, combinations, conflicts))
    complete = member(document, "stopped", str) == "done"
    if complete and member(document, "proof", str) == "constant-sum":
        require(rows.is_constant_sum, "proof", "constant-sum", "resolution, because the sums of payoffs differ")
        require(len(sets) == 1, "sets", f"{len(sets)} sets", "1 set in a constant-sum game")
    elif complete:
        last = bool(conflicts) and conflicts[-1] == (frozenset(), frozenset())
        require(last, "steps", "no step that excludes all other equilibria", "such a step at the end")
    if overview is not None:
        check_overview(overview, plans, complete)
    if not complete:
        return f"maximal sets of equilibria: {len(sets)}; there may be more"
    return f"all equilibria; maximal sets: {len(sets)}, steps of the proof: {len(conflicts)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], check, "GAME.efg SETS.json"))
