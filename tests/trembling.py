"""Refinements judged naively, from their definitions: walks along paths, all pure strategies, one-shot deviations.

A plan has a row of coefficients for every sequence: the empty one, then the moves of the player's information sets in
breadth-first order. Nothing here comes from `lemke` but the arrays of a game and the solver of linear programs.
"""

import random
from collections.abc import Iterator, Sequence

import numpy as np
from gmpy2 import mpq

import lemke
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder
from naive import Behavior, leaves, naive_payoffs, own_sets, payoff, pure_strategies, steps
from seeded_games import grown

Polynomial = Sequence[mpq]


def tie_rich_game(seed: int, nodes: int = 25) -> Game:
    """A random game of perfect recall with three different payoffs at most, whose moves of chance are all possible."""
    source = random.Random(seed)
    payoffs = source.choice([(0, 1), (0, 0, 1), (-1, 0, 1), (0, 1, 2)])
    is_zero_sum, builder = source.random() < 0.2, GameBuilder(title=f"tie-rich game {seed}")
    return grown(builder, source, nodes, payoffs, is_zero_sum, 0.7, actions=(1, 2, 2, 2, 3), weights=(1, 1, 2))


def slips(sum_zero: bool = False) -> Game:
    """Matching pennies whose result counts only if player 1 then makes a mistake that costs 9."""
    builder = GameBuilder()
    guess = builder.information_set(1, ["H", "T"])
    for k, side in enumerate(builder.move(builder.root, 0, ["h", "t"])):
        later = builder.information_set(0, ["stay", "slip"])
        for j, end in enumerate(builder.decide(side, guess)):
            stay, slip = builder.decide(end, later)
            match = 1 if j == k else -1
            builder.pay(stay, 0, 0)
            builder.pay(slip, match - 9, (9 if sum_zero else 0) - match)
    return builder.build()


def sequence(game: Game, player: int, node: int) -> int:
    """The number of the player's last move on the way to a node."""
    path = [(index, move) for index, move in steps(game, node) if game.information_sets[index].player == player]
    if not path:
        return 0
    (index, move), number = path[-1], 1
    for h in own_sets(game, player):
        if h == index:
            return number + move
        number += len(game.information_sets[h].actions)
    raise AssertionError(index)


def chance(game: Game, node: int) -> mpq:
    """The product of chance's probabilities on the way to a node."""
    product = mpq(1)
    for index, move in steps(game, node):
        if game.information_sets[index].player == CHANCE:
            product *= game.information_sets[index].probabilities[move]
    return product


def times(p: Polynomial, q: Polynomial) -> list[mpq]:
    """The product of two polynomials."""
    product = [mpq(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            product[i + j] += a * b
    return product


def beliefs(game: Game, plans: Sequence[Sequence[Polynomial]], index: int) -> dict[int, mpq]:
    """The limits of the probabilities of the nodes of an information set, given that it is reached."""
    reach = {
        node: [
            chance(game, node) * coefficient
            for coefficient in times(plans[0][sequence(game, 0, node)], plans[1][sequence(game, 1, node)])
        ]
        for node in range(game.size)
        if game.information_set[node] == index
    }
    order = min(k for row in reach.values() for k, coefficient in enumerate(row) if coefficient)
    total = sum((row[order] for row in reach.values()), mpq(0))
    return {node: row[order] / total for node, row in reach.items()}


def one_shot_gains(game: Game, behavior: Sequence[Behavior], plans: Sequence[Sequence[Polynomial]]) -> list[mpq]:
    """For every information set, the most that another move there gains, given the beliefs from the trembles."""
    place = {index: (i, h) for i in (0, 1) for h, index in enumerate(own_sets(game, i))}
    value: dict[int, list[mpq]] = {}
    for node in reversed(range(game.size)):
        if game.player[node] == TERMINAL:
            value[node] = [payoff(game, node, i) for i in (0, 1)]
            continue
        index = int(game.information_set[node])
        chances = game.information_sets[index].probabilities
        shares = behavior[place[index][0]][place[index][1]] if index in place else chances
        below = [value[child] for child in game.children(node)]
        value[node] = [sum((p * payoffs[i] for p, payoffs in zip(shares, below, strict=True)), mpq(0)) for i in (0, 1)]
    gains = []
    for index, (i, _) in place.items():
        belief = beliefs(game, plans, index)
        now = sum(p * value[node][i] for node, p in belief.items())
        moves = range(len(game.information_sets[index].actions))
        gains.append(max(sum(p * value[game.children(node)[k]][i] for node, p in belief.items()) for k in moves) - now)
    return gains


def continuation_losses(
    game: Game, behavior: Sequence[Behavior], plans: Sequence[Sequence[Polynomial]], epsilon: mpq
) -> list[mpq]:
    """For every information set, the loss from there on in van Damme's definition.

    The opponent plays the trembling plan at ε, and the player does not tremble. The loss is the payoff of the best pure
    strategy minus that of the behavior.
    """
    losses = []
    for i in (0, 1):
        opponent_plan = [sum((a * epsilon**k for k, a in enumerate(row)), mpq(0)) for row in plans[1 - i]]
        sets = own_sets(game, i)
        for index in sets:
            worth = []
            for leaf in leaves(game):
                path = steps(game, leaf)
                player_path = [step for step in path if step[0] in sets]
                if (places := [k for k, step in enumerate(player_path) if step[0] == index]) != []:
                    weight = chance(game, leaf) * opponent_plan[sequence(game, 1 - i, leaf)] * payoff(game, leaf, i)
                    worth.append((player_path[places[0] :], weight))
            now = mpq(0)
            for later, weight in worth:
                for h, move in later:
                    weight *= behavior[i][sets.index(h)][move]
                now += weight
            best = max(
                sum((weight for later, weight in worth if all(pure[h] == move for h, move in later)), mpq(0))
                for pure in pure_strategies(game, i)
            )
            losses.append(best - now)
    return losses


def is_undominated(game: Game, behavior: Sequence[Behavior], player: int) -> bool:
    """Whether no mixed strategy weakly dominates a player's, by a linear program on all pure strategies.

    A strategy of a two-player game is normal-form perfect against something iff it is undominated, and an equilibrium
    is normal-form perfect iff both are (van Damme 1987, theorem 3.2.2).
    """
    opponent_strategies = list(_pure_behaviors(game, 1 - player))

    def row(strategy: Behavior) -> list[mpq]:
        profiles = [(strategy, opponent) if player == 0 else (opponent, strategy) for opponent in opponent_strategies]
        return [naive_payoffs(game, profile)[player] for profile in profiles]

    mine, rows = row(behavior[player]), [row(strategy) for strategy in _pure_behaviors(game, player)]
    # weights of the player's pure strategies, and a surplus against each of the opponent's: what the mixture gets more
    table = [
        [payoffs[j] for payoffs in rows] + [-mpq(j == k) for k in range(len(opponent_strategies))]
        for j in range(len(opponent_strategies))
    ]
    table.append([mpq(1)] * len(rows) + [mpq(0)] * len(opponent_strategies))
    program = lemke.LP.of(table, [*mine, 1], [0] * len(rows) + [-1] * len(opponent_strategies), ["="] * len(table))
    return lemke.solve_lp(program).value == 0


def _pure_behaviors(game: Game, player: int) -> Iterator[Behavior]:
    for pure in pure_strategies(game, player):
        yield [
            [mpq(k == pure[index]) for k in range(len(game.information_sets[index].actions))]
            for index in own_sets(game, player)
        ]


def behavior_at(game: Game, equilibrium: lemke.Equilibrium, epsilon: mpq) -> list[list[list[mpq]]]:
    """The behavior of the trembling players at a value of ε, from the plans of the certificate."""
    strategies = []
    for player, plan in enumerate(equilibrium.refinement.plans):
        values = [sum((a * epsilon**k for k, a in enumerate(row)), mpq(0)) for row in plan]
        strategy, sequence = [], 1
        for index in own_sets(game, player):
            moves = values[sequence : sequence + len(game.information_sets[index].actions)]
            sequence += len(moves)
            strategy.append([move / sum(moves) for move in moves])
        strategies.append(strategy)
    return strategies


def losses(game: Game, behavior: list[list[list[mpq]]], epsilon: mpq) -> list[mpq]:
    """For every move played with more than its tremble, the gain of another move in its place (Selten's definition).

    All other moves stay as they are, also those of the player.
    """
    lost = []
    for player in (0, 1):
        for h, strategy in enumerate(behavior[player]):
            gains = []
            for move in range(len(strategy)):
                changed = [list(map(list, side)) for side in behavior]
                changed[player][h] = [mpq(k == move) for k in range(len(strategy))]
                gains.append(naive_payoffs(game, changed)[player])
            lost += [max(gains) - gain for gain, share in zip(gains, strategy, strict=True) if share > epsilon]
    return lost


def judge_perfect(equilibrium: lemke.Equilibrium) -> None:
    """Assert that the trembling plans are perfect by definition, come near the equilibrium, and make it sequential."""
    game, largest = equilibrium.game, equilibrium.refinement.epsilon
    for epsilon in (largest, largest / 3, largest / 1000, largest / 10**12):
        behavior = behavior_at(game, equilibrium, epsilon)
        assert all(share >= epsilon for side in behavior for moves in side for share in moves)
        assert not any(losses(game, behavior, epsilon))
    limit = equilibrium.profile.behavior
    for strategy, near in zip(limit, behavior, strict=True):
        for moves, shares in zip(strategy, near, strict=True):
            assert all(abs(move - share) < mpq(1, 10**6) for move, share in zip(moves, shares, strict=True))
    assert equilibrium.profile.filled == (frozenset(), frozenset())
    assert not any(one_shot_gains(game, limit, equilibrium.refinement.plans))
    assert lemke.verify(game, equilibrium.profile).is_equilibrium


def terms_of(functions: np.ndarray, count: int) -> np.ndarray:
    """The first terms of the power series of polynomials divided by the first polynomial."""
    divisor, series = functions[0], np.full((len(functions), count), mpq(0), dtype=object)
    shift = int(np.flatnonzero(divisor)[0])
    for row, polynomial in zip(series, functions, strict=True):
        padded = [*polynomial[shift:], *[mpq(0)] * count]
        for k in range(count):
            known = (divisor[shift + j] * row[k - j] for j in range(1, k + 1) if shift + j < len(divisor))
            row[k] = (padded[k] - sum(known)) / divisor[shift]
    return series
