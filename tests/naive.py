"""The naive judge: payoffs and regrets from the definitions, slow and short. Also naive games and random profiles.

The judge reads the arrays of a game and nothing else of `lemke`: no sequences, no plans, no totals of outcomes. A path
is walked move by move, and a best reply is the best of all pure strategies.

A naive game, a :class:`Blueprint`, is a set of paths, which tells what the arrays of the game must be.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from gmpy2 import mpq
from hypothesis import strategies as st

from lemke.game import CHANCE, TERMINAL, Game, GameBuilder
from lemke.game.strategy import Profile

Path = tuple[int, ...]
"""A node: the moves from the root."""

Behavior = Sequence[Sequence[mpq]]
"""One distribution per information set of a player, by the order of their first nodes."""


def own_sets(game: Game, player: int) -> list[int]:
    """The information sets of a player."""
    return [index for index, information_set in enumerate(game.information_sets) if information_set.player == player]


def steps(game: Game, node: int) -> list[tuple[int, int]]:
    """The (information set, move) pairs on the path from the root to a node, those of chance included."""
    pairs = []
    while game.parent[node] != -1:
        above = int(game.parent[node])
        pairs.append((int(game.information_set[above]), int(game.move[node])))
        node = above
    return pairs[::-1]


def payoff(game: Game, leaf: int, player: int) -> mpq:
    """The sum of all outcomes on the path to a leaf, both ends included."""
    total, node = mpq(0), leaf
    while node != -1:
        if game.outcome[node] != -1:
            total += game.outcomes[game.outcome[node]].payoffs[player]
        node = int(game.parent[node])
    return total


def reach(game: Game, node: int, behavior: Sequence[Behavior], without: int | None = None) -> mpq:
    """The product of the probabilities on the path to a node, without those of one player if it is given."""
    factors = [mpq(1)]
    for index, move in steps(game, node):
        player = game.information_sets[index].player
        if player == CHANCE:
            factors.append(game.information_sets[index].probabilities[move])
        elif player != without:
            factors.append(behavior[player][own_sets(game, player).index(index)][move])
    return prod(factors)


def leaves(game: Game) -> list[int]:
    """The terminal nodes."""
    return [node for node in range(game.size) if game.player[node] == TERMINAL]


def pure_strategies(game: Game, player: int) -> Iterator[dict[int, int]]:
    """All pure strategies of a player, as dictionaries from information sets to moves."""
    sets = own_sets(game, player)
    for moves in product(*(range(len(game.information_sets[index].actions)) for index in sets)):
        yield dict(zip(sets, moves, strict=True))


def naive_payoffs(game: Game, behavior: Sequence[Behavior]) -> tuple[mpq, ...]:
    """The expected payoff of every player."""
    return tuple(
        sum((reach(game, leaf, behavior) * payoff(game, leaf, player) for leaf in leaves(game)), mpq(0))
        for player in range(len(game.players))
    )


def naive_best_value(game: Game, behavior: Sequence[Behavior], player: int) -> mpq:
    """The largest payoff of a pure strategy of the player against the strategies of the others."""
    worth: dict[frozenset[tuple[int, int]], mpq] = {}
    sets = set(own_sets(game, player))
    for leaf in leaves(game):
        needed = frozenset(step for step in steps(game, leaf) if step[0] in sets)
        value = reach(game, leaf, behavior, without=player) * payoff(game, leaf, player)
        if value:
            worth[needed] = worth.get(needed, mpq(0)) + value
    return max(
        sum((value for needed, value in worth.items() if needed <= pure.items()), mpq(0))
        for pure in pure_strategies(game, player)
    )


def naive_regrets(game: Game, behavior: Sequence[Behavior]) -> tuple[mpq, ...]:
    """The regret of every player against the best pure strategy; all are 0 iff the profile is an equilibrium."""
    got = naive_payoffs(game, behavior)
    return tuple(naive_best_value(game, behavior, player) - got[player] for player in range(len(game.players)))


@dataclass(frozen=True)
class Blueprint:
    """A game of three players: its nodes by their paths."""

    sets: list[tuple[int, int]]  # player and number of moves
    inner: dict[Path, int]  # the set of an inner node
    payoffs: dict[Path, tuple[mpq, ...]]  # at nodes of any kind

    @property
    def paths(self) -> list[Path]:
        below = [(*path, move) for path, index in self.inner.items() for move in range(self.sets[index][1])]
        return [(), *below]

    def payoff(self, path: Path) -> tuple[mpq, ...]:
        """Everything paid on the way to a node."""
        paid = [self.payoffs.get(path[:k], (0, 0, 0)) for k in range(len(path) + 1)]
        return tuple(sum(column, mpq(0)) for column in zip(*paid, strict=True))

    def build(self, order: Sequence[Path] | None = None, label: Callable[[int], str] = str) -> Game:
        """The game. Inner nodes are made in the given order, but a parent always before its children."""
        builder = GameBuilder(["A", "B", "C"])
        node, handles = {(): builder.root}, {}
        waiting = list(self.inner if order is None else order)
        while waiting:
            path = next(path for path in waiting if path in node)
            waiting.remove(path)
            index = self.inner[path]
            player, moves = self.sets[index]
            if index not in handles:
                labels = [label(move) for move in range(moves)]
                handles[index] = (
                    builder.chance_set(labels, [mpq(2 * k + 1, moves**2) for k in range(moves)])
                    if player == CHANCE
                    else builder.information_set(player, labels, label(index))
                )
            for move, child in enumerate(builder.decide(node[path], handles[index])):
                node[(*path, move)] = child
                builder.label(child, label(len(path)))
        for path, payoffs in self.payoffs.items():
            builder.pay(node[path], *payoffs)
        return builder.build(unpaid="zero")


@st.composite
def blueprints(draw):
    """Games of perfect or imperfect recall: a node's set is new or any earlier one, even one on its own path."""
    blueprint = Blueprint([], {}, {})
    for _ in range(draw(st.integers(0, 8))):
        leaves = [path for path in blueprint.paths if path not in blueprint.inner]
        index = draw(st.integers(0, len(blueprint.sets)))
        if index == len(blueprint.sets):
            blueprint.sets.append((draw(st.integers(CHANCE, 2)), draw(st.integers(1, 3))))
        blueprint.inner[draw(st.sampled_from(leaves))] = index
    numbers = st.builds(mpq, st.integers(-3, 3), st.integers(1, 3))
    paid = st.dictionaries(st.sampled_from(blueprint.paths), st.tuples(numbers, numbers, numbers), max_size=6)
    return replace(blueprint, payoffs=draw(paid))


@st.composite
def behaviors(draw, game: Game) -> tuple[Behavior, ...]:
    """A behavior strategy for every player, many of its probabilities 0 or 1."""
    profile = []
    for player in range(len(game.players)):
        sizes = [len(game.information_sets[index].actions) for index in own_sets(game, player)]
        weights = [draw(st.lists(st.integers(0, 3), min_size=size, max_size=size).filter(any)) for size in sizes]
        profile.append(tuple(tuple(mpq(weight, sum(row)) for weight in row) for row in weights))
    return tuple(profile)


def breadth_first(blueprint: Blueprint) -> list[Path]:
    """All nodes, the shorter paths first."""
    return sorted(blueprint.paths, key=lambda path: (len(path), path))


def always(game: Game, profile: Profile, index: int, move: int) -> Profile:
    """The profile that makes a move at an information set with probability 1, and is unchanged elsewhere."""
    information_set = game.information_sets[index]
    strategy = list(profile.behavior[information_set.player])
    pure = tuple(mpq(k == move) for k in range(len(information_set.actions)))
    strategy[own_sets(game, information_set.player).index(index)] = pure
    return profile.replaced(game, {information_set.player: strategy})
