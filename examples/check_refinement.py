"""Checks of the refinements that a certificate may claim.

check_certificate.py calls this file; both must be in the same folder. Like that script, this file follows
docs/reference/certificate-format.md and the definitions of game theory, and uses no code of lemke.

A proof has a plan of each player near the equilibrium: for every sequence its weight as a polynomial in a small number
ε, a list of coefficients that begins with the coefficient of ε⁰. A sequence is represented by its last move, (set, k),
and the empty sequence by None. Python compares such lists lexicographically, which compares the polynomials for small
ε > 0. Every check is a pass over the tree, once for every power of ε, except for the determinants.

A proof by power series (`refinement.epsilon` is null) has the first K + 1 coefficients of both plans; higher powers are
ignored. The surplus of a move is its weight minus ε times the weight of its set. The loss of a move is the worth of the
best move at its set minus its own worth. Every move must have a surplus or a loss, and not both, so that higher powers
change no sign. Both may be 0 only by an identity or a tie (check_identities.py). A move is called mixing if it has a
surplus or if an identity says so.

At every set all mixing moves are equally good. For each mixing move except the first of its set this is a linear
equation in the opponent's plan. The unknowns of a plan are the weights of its mixing moves, except the first of each
set; both players must have equally many unknowns. If the matrix C(ε) of the equations is regular at ε = 0, exactly one
pair of power series solves the equations (implicit function theorem), and the given coefficients are its first.

If C(0) is singular, the proof lists null vectors of C(0): changes N of the opponent's plan. If the rows of the block
matrix [C(0), C(ε) N to first order] are independent, there are no other null vectors, and C(ε)⁻¹ has a pole of first
order. Then there is still only one pair of power series, but the last given coefficient may be wrong, so no sign may
depend on it.
"""

from fractions import Fraction

from check_certificate import ONE, PROVED, ZERO, agree, best, member, parsed, plan_of, require
from check_identities import check_tied, later, minus, moves_of, plus, read_identities

SEQUENTIAL, QUASI_PERFECT, NORMAL_FORM_PERFECT, EXTENSIVE_FORM_PERFECT = PROVED
OTHER_PROOFS = {SEQUENTIAL: (QUASI_PERFECT, EXTENSIVE_FORM_PERFECT)}
# the six largest primes below 2**61; a determinant that is not 0 modulo one of them is not 0
PRIMES = [2**61 - less for less in (1, 31, 45, 229, 259, 283)]


class Player:
    """A player's information sets, in the order of the file, and the player's plan near the equilibrium.

    plan: sequence -> coefficients of its weight; width: their number; length: sequence -> number of its moves;
    place: sequence -> its position in the certificate, for messages.
    """

    def __init__(self, i, sets, rows):
        self.i, self.sets, where = i, sets, f"refinement.plans[{i}]"
        breadth_first = sorted(sets, key=lambda information_set: information_set.first)
        sequences = [None, *(move for information_set in breadth_first for move in moves_of(information_set))]
        stated = f"{len(rows)} of them" if isinstance(rows, list) else rows
        require(isinstance(rows, list) and len(rows) == len(sequences), where, stated, f"{len(sequences)} lists")
        self.width = len(rows[0]) if isinstance(rows[0], list) else 0
        require(self.width, f"{where}[0]", rows[0], "a list of numbers")
        self.place = {sequence: f"{where}[{k}]" for k, sequence in enumerate(sequences)}
        unknown = [None] * self.width
        self.plan = {sequence: agree(row, self.place[sequence], unknown) for sequence, row in zip(sequences, rows)}
        self.length = {None: 0}
        for information_set in sets:
            self.length |= dict.fromkeys(moves_of(information_set), self.length[information_set.before] + 1)

    def check_sums(self):
        """Check that the weights of the moves of every set add up to the weight of the sequence that leads there."""
        for information_set in self.sets:
            moves = moves_of(information_set)
            for power, weight in enumerate(self.plan[information_set.before]):
                total = sum(self.plan[move][power] for move in moves)
                require(total == weight, f"{self.place[moves[0]]} and on, sum of the moves, [{power}]", total, weight)

    def check_limit(self, behavior):
        """Check that the limit of every move's weight divided by its set's weight is the probability of the move.

        The limit is the ratio of the coefficients at the lowest power in the weight of the set.
        """
        for information_set in self.sets:
            before = self.plan[information_set.before]
            power = order(before)
            require(power < len(before), self.place[information_set.before], "only 0", "a positive polynomial")
            for move, probability in zip(moves_of(information_set), behavior[information_set]):
                *vanishing, weight = self.plan[move][: power + 1]
                tends = not any(vanishing) and weight == probability * before[power]
                require(tends, self.place[move], "another limit", "the probability in the behavior")


def order(polynomial):
    """Return the lowest power with a coefficient other than 0, or the number of coefficients if all are 0."""
    return next((power for power, coefficient in enumerate(polynomial) if coefficient), len(polynomial))


def at(polynomial, epsilon):
    return sum(coefficient * epsilon**power for power, coefficient in enumerate(polynomial) if coefficient)


def is_nonnegative(polynomial, epsilon):
    """Return whether the first nonzero coefficient outweighs all negative ones at ε, and so at every smaller ε."""
    first, *coefficients = polynomial[order(polynomial) :] or [ZERO]
    return first + at([ZERO, *(min(coefficient, ZERO) for coefficient in coefficients)], epsilon) >= 0


def check_positive(polynomial, place, epsilon):
    positive = is_nonnegative(polynomial, epsilon) and at(polynomial, epsilon) > 0
    require(positive, place, "a polynomial that is not positive up to epsilon", "a positive one")


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
    """Return a dict from pairs of last moves (player 1's, player 2's) to the payoffs of both, weighted with chance."""
    table, chance = {}, chances(nodes)
    for node in nodes:
        if node.set is None:
            paid = [chance[node] * payoff for payoff in node.paid]
            table[node.last] = plus(table.get(node.last, [ZERO, ZERO]), paid)
    return table


def worth_of_moves(table, i, plan):
    """Return a dict from moves of player i to sums of payoffs against the other player's plan, as polynomials.

    The sum of a move has all leaves before which it is the last move of player i.
    """
    worth = {}
    for last, payoffs in table.items():
        row = worth.setdefault(last[i], [ZERO] * len(plan[None]))
        for power, weight in enumerate(plan[last[1 - i]] if payoffs[i] else ()):
            if weight:
                row[power] += payoffs[i] * weight
    return worth


def losses(player, worth, width, trembling):
    """Return the loss of every move: the worth of the best move at its set minus its own worth.

    A trembling player (extensive-form perfection) plays every move with probability ε at least. So a set is worth less
    than its best move: ε times the losses of all its moves are subtracted.
    """
    zero = [ZERO] * width
    total, loss = dict(worth), {}
    for information_set in reversed(player.sets):
        moves, before = moves_of(information_set), information_set.before
        most = max(total.get(move, zero) for move in moves)
        loss |= {move: minus(most, total.get(move, zero)) for move in moves}
        for move in moves if trembling else ():
            most = minus(most, later(loss[move]))
        total[before] = plus(total.get(before, zero), most)
    return loss


def surpluses(player, trembling):
    """Return the surplus of every move: its weight minus its tremble.

    The tremble is ε times the weight of the set (extensive-form perfection), or ε to the power of the number of moves.
    """
    surplus = {}
    for information_set in player.sets:
        for move in moves_of(information_set):
            tremble = [ONE if power == player.length[move] else ZERO for power in range(len(player.plan[move]))]
            if trembling:
                tremble = later(player.plan[information_set.before])
            surplus[move] = minus(player.plan[move], tremble)
    return surplus


def check_perfect(name, epsilon, players, nodes, behavior, kernels, identities):
    """Check a proof by plans that are best replies except for trembles: quasi-perfect or extensive-form perfect."""
    impossible = any(0 in behavior[node.set] for node in nodes if node.set and node.set.player == 0)
    require(not impossible, "game", "a move of chance with probability 0", f"none where {name} is claimed")
    trembling, longest = name == EXTENSIVE_FORM_PERFECT, max(max(player.length.values()) for player in players)
    widths = [player.width for player in players]
    # every set before a move may multiply its loss by ε once more
    width = min(widths) if epsilon is None else max(widths) + trembling * longest
    is_constant_sum = len({sum(node.paid) for node in nodes if node.set is None}) == 1
    judged = players[:1] if is_constant_sum else players  # with a constant sum both players have the same equations
    # the number of coefficients that are proved: with null vectors all except the last
    certain = width - any(kernels[1 - player.i] for player in judged)
    for player in players:
        if epsilon is None:  # ignore coefficients that only one plan has
            player.plan, player.width = {sequence: row[:width] for sequence, row in player.plan.items()}, width
        check_start(player, epsilon, longest, trembling)
        player.check_sums()
        player.check_limit(behavior)
        for sequence, row in player.plan.items():
            check_orders([row], player.place[sequence], epsilon, certain)
        player.plan = {sequence: row + [ZERO] * (width - player.width) for sequence, row in player.plan.items()}
    table, surplus, settled = payoffs_of_pairs(nodes), {}, {identity.move for identity in identities}
    open_moves = {player: [] for player in players}
    for player in players:
        surplus |= surpluses(player, trembling)
        worth = worth_of_moves(table, player.i, players[1 - player.i].plan)
        for move, loss in losses(player, worth, width, trembling).items():
            if move in settled:
                is_open = not any(surplus[move] + loss)
                require(is_open, player.place[move], "an identity of a move with a surplus or a loss", "none")
            elif epsilon is None and not any(surplus[move] + loss):
                open_moves[player].append(move)
            else:
                check_reply(surplus[move], loss, player.place[move], epsilon)
            check_orders([surplus[move], loss], player.place[move], epsilon, certain)
    if epsilon is None:
        # any polynomial other than 0 makes a move count as mixing
        surplus |= {identity.move: [ONE] for identity in identities if identity.mixing}
        mixing = {move for move, above in surplus.items() if any(above)}
        for player in players:
            check_tied(table, player, open_moves[player], mixing)
        require(len(settled) == len(identities), "refinement.identities", "two identities of a move", "at most one")
        for identity in identities:
            identity.check(table, mixing)
        check_regular(judged, players, table, surplus, kernels)


def check_orders(polynomials, place, epsilon, certain):
    """Check that the first nonzero coefficient of each polynomial, which decides its sign, is a proved one."""
    in_time = epsilon or all(order(polynomial) < certain for polynomial in polynomials if any(polynomial))
    require(in_time, place, "a sign that only the last coefficient shows", f"one of the first {certain} to show it")


def check_start(player, epsilon, longest, trembling):
    """Check the number of coefficients, and that the empty sequence has weight 1, or a positive polynomial."""
    first, place = player.plan[None], player.place[None]
    if trembling and epsilon is not None:
        check_positive(first, place, epsilon)
    else:
        width = player.width if trembling else longest + 1
        agree(first, place, [ONE] + [ZERO] * (width - 1))


def check_reply(surplus, loss, place, epsilon):
    """Check that a move has at least its tremble, and exactly its tremble if another move is better.

    With epsilon the inequalities must hold up to ε₀; without epsilon the first coefficients must be positive.
    """
    require(not any(surplus) or not any(loss), place, "more than its tremble, though it is not best", "its tremble")
    if epsilon is None:
        terms = [coefficient for coefficient in surplus + loss if coefficient]
        require(terms, place, "neither a surplus nor a loss in these coefficients", "one of them")
        require(terms[0] > 0, place, "less than its tremble for small epsilon", "at least its tremble")
    else:
        require(
            is_nonnegative(surplus, epsilon),
            place,
            "less than its tremble somewhere up to epsilon",
            "at least its tremble",
        )
        require(is_nonnegative(loss, epsilon), place, "a loss below 0 somewhere up to epsilon", "none")


def check_regular(judged, players, table, surplus, kernels):
    """Check that there are as many equations as unknowns, and that they have only one solution near ε = 0."""
    columns = [directions(player, surplus) for player in players]
    as_many = len(columns[0]) == len(columns[1])
    require(as_many, "refinement.plans", "more mixing moves of one player", "as many, less the first of each set")
    for player in judged:
        i, opponent, changes = player.i, players[1 - player.i], []
        for k, change in enumerate(kernels[opponent.i]):
            place = f"refinement.kernels[{opponent.i}][{k}]"
            worth = worth_of_moves(table, i, first_order(opponent, surplus, change, place))
            changes.append(changed_equations(player, surplus, worth, place))
        regular = any(is_regular(table, i, columns, kernels[opponent.i], changes, prime) for prime in PRIMES)
        where = f"refinement.kernels[{opponent.i}]" if changes else "refinement.plans"
        require(regular, where, f"singular equations of player {i + 1} near epsilon 0", "regular ones")


def first_order(player, surplus, change, place):
    """Check that only mixing moves change, and return the change of the plan to first order in ε."""
    change = dict(zip(player.plan, change))
    require(change[None] == 0, f"{place}[0]", change[None], 0)
    rows = {None: [ZERO, ZERO]}
    for information_set in player.sets:
        moves, before = moves_of(information_set), information_set.before
        mixing = [move for move in moves if any(surplus[move])]
        require(
            sum(change[move] for move in mixing) == change[before], place, "another sum than the set", "the same sum"
        )
        for move in moves:
            require(move in mixing or change[move] == 0, place, "a change of a move that does not mix", "none")
            rows[move] = [change[move], ZERO] if move in mixing else later(rows[before])
        # at first order the other moves change by their trembles alone, and the first mixing move by the rest
        rows[mixing[0]][1] = rows[before][1] - sum(rows[move][1] for move in moves)
    return rows


def changed_equations(player, surplus, worth, place):
    """Check that at ε = 0 every mixing move stays as good as the first mixing move of its set.

    Return for all mixing moves but the first of each set the change of this difference, the coefficient of ε.
    """
    zero, changes = [ZERO, ZERO], []
    for information_set in reversed(player.sets):
        moves, before = moves_of(information_set), information_set.before
        first = next(worth.get(move, zero) for move in moves if any(surplus[move]))
        gains = {move: minus(worth.get(move, zero), first) for move in moves}
        mixing = [gains[move] for move in moves if any(surplus[move])]
        equal = {constant for constant, _ in mixing} == {ZERO}
        require(equal, place, f"unequal payoffs of mixing moves of player {player.i + 1}", "equal ones")
        changes[:0] = [linear for _, linear in mixing[1:]]  # in front, because the sets come from the last to the first
        # the set is worth its first mixing move, minus ε times the losses, which are the negative gains
        with_trembles = plus(first, [ZERO, sum(constant for constant, _ in gains.values())])
        worth[before] = plus(worth.get(before, zero), with_trembles)
    return changes


def is_regular(table, i, columns, kernel, changes, prime):
    """Return whether, modulo a prime, the null vectors are independent, and the rows of [C(0), changes] too."""
    try:
        matrix = products(table, i, columns, prime)
        kernel, changes = ([[modulo(number, prime) for number in row] for row in rows] for rows in (kernel, changes))
    except ValueError:  # the prime divides a denominator
        return False
    side_by_side = [*(zip(*matrix) if i else matrix), *changes]
    return are_independent(kernel, prime) and are_independent([*zip(*side_by_side)], prime)


def directions(player, surplus):
    """Return the changes of a plan at ε = 0 from the first mixing move of a set to another mixing move of the set.

    At the sets after both moves the plan plays the first mixing moves. A change is a dict from sequences to 1 and −1.
    """
    base, mixing, following = {}, [], {}
    for information_set in player.sets:
        base[information_set], *further_moves = [move for move in moves_of(information_set) if any(surplus[move])]
        mixing += further_moves
        following.setdefault(information_set.before, []).append(information_set)

    def onward(move):
        reached = [move]
        for sequence in reached:  # the list grows during the loop
            reached += [base[information_set] for information_set in following.get(sequence, ())]
        return reached

    return [dict.fromkeys(onward(move), 1) | dict.fromkeys(onward(base[move[0]]), -1) for move in mixing]


def modulo(number, prime):
    return number.numerator * pow(number.denominator, -1, prime) % prime


def products(table, i, columns, prime):
    """Return S₂ᵀ Aᵀ S₁ modulo a prime; A is player i's payoff matrix, the columns of S are a player's directions."""
    entries = {}  # sequence of player 2 -> the entries of A in its column
    for (sequence_1, sequence_2), payoffs in table.items():
        entries.setdefault(sequence_2, []).append((sequence_1, modulo(payoffs[i], prime)))
    matrix = []
    for column in columns[1]:
        worth = {}
        for sequence_2, sign in column.items():
            for sequence_1, entry in entries.get(sequence_2, ()):
                worth[sequence_1] = worth.get(sequence_1, 0) + sign * entry
        sums = [sum(sign * worth.get(sequence, 0) for sequence, sign in row.items()) for row in columns[0]]
        matrix.append([total % prime for total in sums])
    return matrix


def are_independent(rows, prime):
    """Return whether rows are linearly independent modulo a prime, by elimination; then they are independent."""
    while rows:
        *rows, last = rows
        pivot = next((k for k, entry in enumerate(last) if entry), None)
        if pivot is None:
            return False
        inverse = pow(last[pivot], -1, prime)
        for k, row in enumerate(rows):
            if factor := row[pivot] * inverse % prime:
                rows[k] = [(a - b * factor) % prime for a, b in zip(row, last)]
    return True


def check_normal_form_perfect(epsilon, players, nodes, behavior):
    """Check that the equilibrium's plans are best replies to completely mixed plans, and so to all plans between."""
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
    """Return a dict from nodes to the expected payoffs of both players from the node on."""
    expected = {node: list(node.paid) if node.set is None else [ZERO, ZERO] for node in nodes}
    for node in reversed(nodes):
        if node.parent:
            probability = behavior[node.parent.set][node.move]
            expected[node.parent] = plus(expected[node.parent], [probability * payoff for payoff in expected[node]])
    return expected


def check_sequential(players, nodes, behavior):
    """Check that no move at any set gains, with the limits of the beliefs; then no other strategy gains.

    D. M. Kreps, R. Wilson 1982; E. Hendon, H. J. Jacobsen, B. Sloth 1996 (one-shot deviations).
    """
    for player in players:
        for sequence, row in player.plan.items():
            require(next(filter(None, row), ZERO) > 0, player.place[sequence], "no positive weight", "a positive one")
        player.check_sums()
        player.check_limit(behavior)
    beliefs, expected, gains = limit_beliefs(players, nodes), expected_payoffs(nodes, behavior), {}
    for node in nodes:
        if belief := beliefs.get(node.parent):
            move, i = (node.parent.set, node.move), node.parent.set.player - 1
            gain = belief * (expected[node][i] - expected[node.parent][i])
            gains[move] = gains.get(move, ZERO) + gain
    for player in players:
        for k, information_set in enumerate(player.sets):
            where = f"behavior[{player.i}].information_sets[{k}]"
            gain = max(gains.get(move, ZERO) for move in moves_of(information_set))
            require(gain <= 0, where, "a move that gets less than another move, with the beliefs", "best moves")


def limit_beliefs(players, nodes):
    """Return the limits of the beliefs, up to a positive factor for every set.

    Only nodes whose weight has the lowest power of ε in their set are in the dict; all other nodes have belief 0.
    """
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
    """Return the roots of proper subgames: nodes whose subtree has all nodes or no node of every set. Leaves count."""
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


def ends_of_stages(nodes, behavior, starts, expected):
    """Return a dict from nodes and sets to the roots of their stages, and for each player the worth of last moves.

    A stage is a proper subgame in which every smaller proper subgame is replaced by the players' expected payoffs in
    it. The worth of a last move has the ends of the stage before which it is the player's last move; the root of a
    stage represents the empty sequence.
    """
    stage, weights, worth = {}, {}, ({}, {})
    for node in nodes:
        # weight: for each player the product of all probabilities since the stage's root except the player's own
        before, weight = node.parent, [ONE, ONE]
        for i in (0, 1) if before else ():
            probability = behavior[before.set][node.move] if before.set.player != i + 1 else ONE
            weight[i] = weights[before][i] * probability
            if node in starts:
                sequence = within(stage[before], node.last[i], stage)
                worth[i][sequence] = worth[i].get(sequence, ZERO) + weight[i] * expected[node][i]
        stage[node], weights[node] = (node, [ONE, ONE]) if node in starts else (stage[before], weight)
        stage.setdefault(node.set, stage[node])
    return stage, worth


def check_subgame_perfect(nodes, sets, behavior):
    """Check that no player gains in any stage; then none gains in any proper subgame."""
    starts, expected = proper_subgames(nodes), expected_payoffs(nodes, behavior)
    stage, worth = ends_of_stages(nodes, behavior, starts, expected)
    for i in (0, 1):
        for information_set in reversed(sets[i + 1]):
            most = max(worth[i][move] for move in moves_of(information_set))
            sequence = within(stage[information_set], information_set.before, stage)
            worth[i][sequence] = worth[i].get(sequence, ZERO) + most
        for k, node in enumerate(nodes, 1):
            gain = worth[i].get(node, expected[node][i]) - expected[node][i]
            require(gain <= 0, f"behavior, gain of player {i + 1} in the subgame at node {k}", gain, 0)


def within(start, sequence, stage):
    """Return the player's last move if it is in the stage that begins at ``start``, otherwise ``start``."""
    return sequence if sequence and stage[sequence[0]] is start else start


def kernels_of(stated, players):
    """Return for each player the stated null vectors, with a number for every sequence; none if they are left out."""
    kernels, lists = [], member({"kernels": [[], []]} | stated, "kernels", list, "refinement")
    require(len(lists) == 2, "refinement.kernels", f"{len(lists)} lists", "2 lists")
    for player, changes in zip(players, lists):
        place, unknown = f"refinement.kernels[{player.i}]", [None] * len(player.plan)
        require(isinstance(changes, list), place, changes, "a list")
        kernels.append([agree(change, f"{place}[{k}]", unknown) for k, change in enumerate(changes)])
    return kernels


def check_refinement(method, stated, nodes, sets, behavior):
    """Check the refinement that a certificate claims. Its method and its proof must name the same refinement.

    The proof of a stronger refinement may prove a weaker one (OTHER_PROOFS).
    """
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
    require(len(plans) == 2, "refinement.plans", f"{len(plans)} plans", "2 plans")
    players = [Player(i, sets[i + 1], plans[i]) for i in (0, 1)]
    if method == SEQUENTIAL:
        check_sequential(players, nodes, behavior)
    elif method == NORMAL_FORM_PERFECT:
        check_normal_form_perfect(epsilon, players, nodes, behavior)
    else:
        identities = read_identities(stated, players) if epsilon is None else []
        check_perfect(method, epsilon, players, nodes, behavior, kernels_of(stated, players), identities)
