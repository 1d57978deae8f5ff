"""What check_certificate.py, which has to be beside it, examines where a certificate claims a refinement.

Written from docs/reference/certificate-format.md and the definitions alone. The proof is a plan of each player near the
equilibrium: for every sequence the weight as a polynomial in a small number ε, a list of coefficients from ε⁰ on. A
sequence is given by its last move, (set, k); the empty one is None. Comparing such lists as Python does compares the
polynomials for small ε > 0. All is done by walks along the tree, once for every power of ε, except for determinants.

A proof by power series, where `refinement.epsilon` is null, has the first K + 1 coefficients of both plans, and all is
worked out without higher powers. At every move either its weight beyond ε times that of its set or its loss must be
other than 0, and not both, so that later coefficients change no sign. Call moves with such a weight mixing moves. A
player has as many equations, that the mixing moves of a set are equally good, as it has mixing moves beyond one at
every set; they are linear in the other's plan. If both players have as many, and their equations are regular at ε = 0,
then exactly one pair of power series solves them (implicit function theorem), and begins with these coefficients.
"""

from fractions import Fraction

from check_certificate import ONE, PROVED, ZERO, agree, best, member, parsed, plan_of, require

SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT, EXTENSIVE_FORM_PERFECT = PROVED
OTHER_PROOFS = {SEQUENTIAL: (QUASI_PERFECT, EXTENSIVE_FORM_PERFECT)}
PRIMES = [2**61 - less for less in (1, 31, 45, 229, 259, 283)]


class Player:
    """A player's information sets, in the order of the file, and its plan near the equilibrium."""

    def __init__(self, i, sets, rows):
        self.i, self.sets, where = i, sets, f"refinement.plans[{i}]"
        breadth_first = sorted(sets, key=lambda each: each.first)
        sequences = [None, *(move for each in breadth_first for move in moves_of(each))]
        found = f"{len(rows)} of them" if isinstance(rows, list) else rows
        require(isinstance(rows, list) and len(rows) == len(sequences), where, found, f"{len(sequences)} lists")
        self.width = len(rows[0]) if isinstance(rows[0], list) else 0
        require(self.width, f"{where}[0]", rows[0], "a list of numbers")
        self.place = {sequence: f"{where}[{k}]" for k, sequence in enumerate(sequences)}
        unknown = [None] * self.width
        self.plan = {sequence: agree(row, self.place[sequence], unknown) for sequence, row in zip(sequences, rows)}
        self.length = {None: 0}
        for each in sets:
            self.length |= dict.fromkeys(moves_of(each), self.length[each.before] + 1)

    def check_sums(self):
        """Check that the moves of every set have together what leads there."""
        for each in self.sets:
            for power, weight in enumerate(self.plan[each.before]):
                total = sum(self.plan[move][power] for move in moves_of(each))
                require(total == weight, f"{self.place[each, 0]} and on, sum of the moves, [{power}]", total, weight)

    def check_limit(self, behavior):
        """Check that the probabilities of moves are the limits of their shares: ratios of the lowest terms."""
        for each in self.sets:
            before = self.plan[each.before]
            power = order(before)
            require(power < len(before), self.place[each.before], "only 0", "a positive polynomial")
            for move in moves_of(each):
                *vanishing, weight = self.plan[move][: power + 1]
                tends = not any(vanishing) and weight == behavior[each][move[1]] * before[power]
                require(tends, self.place[move], "another limit than in the behavior", "the same")


def moves_of(each):
    """Return the sequences that end with the moves of a set."""
    return [(each, k) for k in range(len(each.moves))]


def order(polynomial):
    """Return the lowest power with a coefficient other than 0; the number of coefficients, if all are 0."""
    return next((power for power, coefficient in enumerate(polynomial) if coefficient), len(polynomial))


def at(polynomial, epsilon):
    return sum(coefficient * epsilon**power for power, coefficient in enumerate(polynomial) if coefficient)


def is_nonnegative(polynomial, epsilon):
    """Return whether the first coefficient outweighs all negative ones at this ε; then it does at any smaller one."""
    first, *others = polynomial[order(polynomial) :] or [ZERO]
    return first + at([ZERO, *(min(each, ZERO) for each in others)], epsilon) >= 0


def plus(one, other):
    return [a + b for a, b in zip(one, other)]


def minus(one, other):
    return [a - b for a, b in zip(one, other)]


def later(polynomial):
    """Return ε times a polynomial, without the power that is one too high."""
    return [ZERO, *polynomial[:-1]]


def chances(nodes):
    """Return for every node the product of the probabilities of the moves of chance that lead there."""
    chance = {}
    for node in nodes:
        before = node.parent
        chance[node] = chance[before] if before else ONE
        if before and before.set.player == 0:
            chance[node] *= before.set.probabilities[node.move]
    return chance


def payoffs_of_pairs(nodes):
    """Return for every pair of last own moves the payoffs of both players, times the probability of chance."""
    table, chance = {}, chances(nodes)
    for node in nodes:
        if node.set is None:
            paid = [chance[node] * payoff for payoff in node.paid]
            table[node.last] = plus(table.get(node.last, [ZERO, ZERO]), paid)
    return table


def worth_of_moves(table, i, plan):
    """Return what the leaves after which a move of player i is its last are worth against the other's plan."""
    worth = {}
    for last, payoffs in table.items():
        row = worth.setdefault(last[i], [ZERO] * len(plan[None]))
        for power, weight in enumerate(plan[last[1 - i]] if payoffs[i] else ()):
            if weight:
                row[power] += payoffs[i] * weight
    return worth


def losses(player, worth, width, trembling):
    """Return what each move is worth less than the best of its set.

    A player who is trembling makes every move with probability ε at least, so its set is worth as much less.
    """
    zero = [ZERO] * width
    total, loss = dict(worth), {}
    for each in reversed(player.sets):
        moves = moves_of(each)
        most = max(total.get(move, zero) for move in moves)
        loss |= {move: minus(most, total.get(move, zero)) for move in moves}
        for move in moves if trembling else ():
            most = minus(most, later(loss[move]))
        total[each.before] = plus(total.get(each.before, zero), most)
    return loss


def surpluses(player, trembling):
    """Return what each move has beyond its tremble: ε times its set's weight, or ε to the number of own moves."""
    surplus = {}
    for each in player.sets:
        for move in moves_of(each):
            tremble = [ONE if power == player.length[move] else ZERO for power in range(len(player.plan[move]))]
            surplus[move] = minus(player.plan[move], later(player.plan[each.before]) if trembling else tremble)
    return surplus


def check_perfect(name, epsilon, players, nodes, behavior):
    """Check that plans are best replies to each other but for trembles: quasi-perfect, or of the extensive form."""
    impossible = any(0 in behavior[node.set] for node in nodes if node.set and node.set.player == 0)
    require(not impossible, "game", "a move of chance with probability 0", f"none where {name} is claimed")
    trembling, longest = name == EXTENSIVE_FORM_PERFECT, max(max(each.length.values()) for each in players)
    if not trembling:
        check_widths(players, longest + 1)
    elif epsilon is None:
        check_widths(players, max(2, players[1].width))
    for player in players:
        check_start(player, epsilon, scaled=trembling and epsilon is not None)
        player.check_sums()
        player.check_limit(behavior)
    width = max(player.width for player in players)
    if trembling and epsilon is not None:  # losses have higher powers
        width += longest
    for player in players:
        player.plan = {sequence: (row + [ZERO] * width)[:width] for sequence, row in player.plan.items()}
    table, surplus = payoffs_of_pairs(nodes), {}
    for player in players:
        surplus |= surpluses(player, trembling)
        worth = worth_of_moves(table, player.i, players[1 - player.i].plan)
        for move, loss in losses(player, worth, width, trembling).items():
            check_reply(surplus[move], loss, player.place[move], epsilon)
    if epsilon is None:
        check_regular(players, table, surplus)


def check_widths(players, width):
    for player in players:
        require(player.width == width, player.place[None], f"{player.width} coefficients", width)


def check_start(player, epsilon, scaled):
    """Check that a plan starts with 1, or, if it stands over a polynomial, with a positive one."""
    first = player.plan[None]
    if scaled:
        positive = is_nonnegative(first, epsilon) and at(first, epsilon) > 0
        require(positive, player.place[None], "a polynomial that is not positive up to epsilon", "a positive one")
    else:
        agree(first, player.place[None], [ONE] + [ZERO] * (player.width - 1))


def check_reply(surplus, loss, place, epsilon):
    """Check that a move has its tremble at least, and no more if another is better: up to ε₀, or by its first sign."""
    require(not any(surplus) or not any(loss), place, "more than its tremble, though it is not best", "its tremble")
    if epsilon is None:
        terms = [each for each in surplus + loss if each]
        require(terms, place, "neither more than its tremble nor a loss, by these coefficients", "one of both")
        require(terms[0] > 0, place, "less than its tremble for small epsilon", "its tremble at least")
    else:
        require(is_nonnegative(surplus, epsilon), place, "less than its tremble somewhere up to epsilon", "as much")
        require(is_nonnegative(loss, epsilon), place, "a loss below 0 somewhere up to epsilon", "none")


def check_regular(players, table, surplus):
    """Check that both players have as many equations as unknowns, and that they are regular at ε = 0."""
    columns = [directions(player, surplus) for player in players]
    found = " and ".join(f"{len(each)}" for each in columns)
    as_many = len(columns[0]) == len(columns[1])
    require(as_many, "refinement.plans", f"{found} mixing moves beyond one at every set", "as many of both players")
    for i in (0, 1):
        regular = any(is_regular(products(table, i, columns, prime), prime) for prime in PRIMES)
        require(regular, "refinement.plans", f"singular equations of player {i + 1} at epsilon 0", "regular ones")


def directions(player, surplus):
    """Return how the plan may change at ε = 0: a mixing move gets more, the first one of its set, the base, less.

    After both moves base moves follow. There is one direction for every mixing move that is no base move.
    """
    base, mixing, following = {}, [], {}
    for each in player.sets:
        base[each], *others = [move for move in moves_of(each) if any(surplus[move])]
        mixing += others
        following.setdefault(each.before, []).append(each)

    def onward(move):
        reached = [move]
        for sequence in reached:  # which grows
            reached += [base[each] for each in following.get(sequence, ())]
        return reached

    return [dict.fromkeys(onward(move), 1) | dict.fromkeys(onward(base[move[0]]), -1) for move in mixing]


def products(table, i, columns, prime):
    """Return S₂ᵀ Aᵀ S₁ modulo a prime, A the payoffs of player i, S the directions; None if the prime does not fit."""
    by_second = {}
    for (one, other), payoffs in table.items():
        if payoffs[i].denominator % prime == 0:
            return None
        entry = payoffs[i].numerator * pow(payoffs[i].denominator, -1, prime)
        by_second.setdefault(other, []).append((one, entry % prime))
    matrix = []
    for direction in columns[1]:
        worth = {}
        for other, sign in direction.items():
            for one, entry in by_second.get(other, ()):
                worth[one] = worth.get(one, 0) + sign * entry
        matrix.append([sum(sign * worth.get(one, 0) for one, sign in row.items()) % prime for row in columns[0]])
    return matrix


def is_regular(matrix, prime):
    """Return whether a determinant is other than 0 modulo a prime, so that it is other than 0; by elimination."""
    while matrix:
        pivot = next((k for k, row in enumerate(matrix) if row[-1]), None)
        if pivot is None:
            return False
        *pivots, last = matrix.pop(pivot)
        factors = [row[-1] * pow(last, -1, prime) % prime for row in matrix]
        matrix = [[(a - b * factor) % prime for a, b in zip(row, pivots)] for row, factor in zip(matrix, factors)]
    return matrix is not None


def check_normal_form_perfect(epsilon, players, nodes, behavior):
    """Check that the equilibrium's plans are best replies to completely mixed ones, so to all on the way to them."""
    table, limits = payoffs_of_pairs(nodes), [plan_of(player.sets, behavior) for player in players]
    for player, limit in zip(players, limits):
        for sequence, row in player.plan.items():
            place, value = player.place[sequence], at(row, epsilon)
            require(row[0] == limit[sequence], f"{place}[0]", row[0], limit[sequence])
            require(value > 0, f"{place} at epsilon", value, "a positive number")
            player.plan[sequence] = [value]
        agree(player.plan[None], f"{player.place[None]} at epsilon", [ONE])
        player.check_sums()
    for player, limit in zip(players, limits):
        worth = worth_of_moves(table, player.i, players[1 - player.i].plan)
        worth = {sequence: value for sequence, (value,) in worth.items()}
        payoff = sum(limit[sequence] * value for sequence, value in worth.items())
        where = f"refinement.plans[{1 - player.i}] at epsilon, best payoff of player {player.i + 1}"
        require(payoff == (most := best(player.sets, worth)), where, most, payoff)


def expected_payoffs(nodes, behavior):
    """Return for every node what both players expect there."""
    expected = {node: list(node.paid) if node.set is None else [ZERO, ZERO] for node in nodes}
    for node in reversed(nodes):
        if node.parent:
            probability = behavior[node.parent.set][node.move]
            expected[node.parent] = plus(expected[node.parent], [probability * each for each in expected[node]])
    return expected


def check_sequential(players, nodes, behavior):
    """Check that no other move at any set gains, given the limits of beliefs; then no other strategy does.

    D. M. Kreps, R. Wilson 1982; E. Hendon, H. J. Jacobsen, B. Sloth 1996 (one-shot deviations).
    """
    for player in players:
        for sequence, row in player.plan.items():
            positive = next(filter(None, row), ZERO) > 0
            require(positive, player.place[sequence], "no positive weight", "one for small epsilon")
        player.check_sums()
        player.check_limit(behavior)
    beliefs, expected, gains = limit_beliefs(players, nodes), expected_payoffs(nodes, behavior), {}
    for node in nodes:
        if belief := beliefs.get(node.parent):
            move, i = (node.parent.set, node.move), node.parent.set.player - 1
            gain = belief * (expected[node][i] - expected[node.parent][i])
            gains[move] = gains.get(move, ZERO) + gain
    for player in players:
        for k, each in enumerate(player.sets):
            where = f"behavior[{player.i}].information_sets[{k}]"
            gain = max(gains.get(move, ZERO) for move in moves_of(each))
            require(gain <= 0, where, "less than another move gets, given the beliefs", "best moves")


def limit_beliefs(players, nodes):
    """Return the weights of the nodes of every set that are likely for small ε: of lowest power among those there."""
    chance, power, least = chances(nodes), {}, {}
    inner = [node for node in nodes if node.set and node.set.player and node.possible]
    for node in inner:
        power[node] = sum(order(player.plan[last]) for player, last in zip(players, node.last))
        least[node.set] = min(power[node], least.get(node.set, power[node]))
    beliefs = {node: chance[node] for node in inner if power[node] == least[node.set]}
    for node in beliefs:
        for player, last in zip(players, node.last):
            beliefs[node] *= next(filter(None, player.plan[last]))
    return beliefs


def proper_subgames(nodes):
    """Return the nodes behind which are all nodes of every set or none, the leaves included."""
    first, last = {}, {}
    for k, node in enumerate(nodes):
        if node.set and node.set.player:
            first.setdefault(node.set, k)
            last[node.set] = k
    reach = {node: [first.get(node.set, k), last.get(node.set, k), k] for k, node in enumerate(nodes)}
    for node in reversed(nodes):
        if node.parent:
            (low, high, end), above = reach[node], reach[node.parent]
            above[:] = min(low, above[0]), max(high, above[1]), max(end, above[2])
    return {node for k, node in enumerate(nodes) if reach[node][0] >= k and reach[node][1] <= reach[node][2]}


def check_subgame_perfect(nodes, sets, behavior):
    """Check that nobody gains in any stage: a proper subgame in which those inside it are replaced by what they pay."""
    starts, expected = proper_subgames(nodes), expected_payoffs(nodes, behavior)
    stage, weights, worth = {}, {}, ({}, {})  # stage: of a node, and of a set
    for node in nodes:
        before, weight = node.parent, [ONE, ONE]  # all probabilities since the start of the stage but the player's own
        for i in (0, 1) if before else ():
            probability = behavior[before.set][node.move] if before.set.player != i + 1 else ONE
            weight[i] = weights[before][i] * probability
            if node in starts:
                sequence = within(stage[before], node.last[i], stage)
                worth[i][sequence] = worth[i].get(sequence, ZERO) + weight[i] * expected[node][i]
        stage[node], weights[node] = (node, [ONE, ONE]) if node in starts else (stage[before], weight)
        stage.setdefault(node.set, stage[node])
    for i in (0, 1):
        for each in reversed(sets[i + 1]):
            sequence = within(stage[each], each.before, stage)
            worth[i][sequence] = worth[i].get(sequence, ZERO) + max(worth[i][move] for move in moves_of(each))
        for k, start in enumerate(nodes, 1):
            gain = worth[i].get(start, expected[start][i]) - expected[start][i]
            require(gain <= 0, f"behavior, gain of player {i + 1} in the subgame at node {k}", gain, 0)


def within(start, sequence, stage):
    """Return the last own move in a stage, or its start if it is before."""
    return sequence if sequence and stage[sequence[0]] is start else start


def check_refinement(method, stated, nodes, sets, behavior):
    """Check the refinement that a certificate claims by its method, or by a proof, whose name must be the same."""
    name = stated.get("name") if isinstance(stated, dict) else None
    if method == "subgame-perfect" and name not in PROVED:
        check_subgame_perfect(nodes, sets, behavior)
        return
    name = member(member({"refinement": stated}, "refinement", dict), "name", str, "refinement")
    require(name == method or name in OTHER_PROOFS.get(method, ()), "refinement.name", name, method)
    plans, epsilon = member(stated, "plans", list, "refinement"), stated.get("epsilon")
    if epsilon is not None or name != EXTENSIVE_FORM_PERFECT:
        epsilon = parsed(epsilon, "refinement.epsilon", 1) if isinstance(epsilon, str) else epsilon
        require(isinstance(epsilon, Fraction) and epsilon > 0, "refinement.epsilon", epsilon, "a positive number")
    require(len(plans) == 2, "refinement.plans", f"{len(plans)} of them", "2")
    players = [Player(i, sets[i + 1], plans[i]) for i in (0, 1)]
    if method == SEQUENTIAL:
        check_sequential(players, nodes, behavior)
    elif method == NORMAL_FORM_PERFECT:
        check_normal_form_perfect(epsilon, players, nodes, behavior)
    else:
        check_perfect(method, epsilon, players, nodes, behavior)
