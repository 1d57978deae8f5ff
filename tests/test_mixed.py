"""Mixed strategies, realization plans and behavior strategies, compared on the tree (Kuhn 1953)."""

from collections.abc import Sequence
from itertools import product
from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, NumberError, RecallError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.pure_strategies import (
    STAR,
    MixedStrategy,
    plan_of_mixed,
    pure_strategies,
)
from lemke.game.recall import Sequences, player_sequences
from lemke.game.strategy import Behavior, behavior, realization_plan
from naive import own_sets, steps
from naive import pure_strategies as naive_pure_strategies
from named_games import GAMES
from strategies import games

SMALL = st.one_of(*(games(players=players, max_depth=3) for players in (1, 2, 3)))


def node_probabilities(game: Game, player: int, strategy: MixedStrategy | Behavior) -> list[list[mpq]]:
    """The probability of every node, for every way in which the others play pure strategies."""
    sets = own_sets(game, player)
    opponents = [
        list(naive_pure_strategies(game, opponent)) for opponent in range(len(game.players)) if opponent != player
    ]
    probabilities = [own_probability(game, sets, node, strategy) for node in range(game.size)]
    by_choice = []
    for choice in product(*opponents):
        fixed = {index: move for pure in choice for index, move in pure.items()}
        by_choice.append(
            [probabilities[node] * others_probability(game, sets, node, fixed) for node in range(game.size)]
        )
    return by_choice


def own_probability(game: Game, sets: list[int], node: int, strategy: MixedStrategy | Behavior) -> mpq:
    path = [(sets.index(index), move) for index, move in steps(game, node) if index in sets]
    if not isinstance(strategy, MixedStrategy):
        return prod((strategy[slot][move] for slot, move in path), start=mpq(1))
    shares = strategy.probabilities.items()
    return sum((share for pure, share in shares if all(pure[slot] == move for slot, move in path)), mpq(0))


def others_probability(game: Game, sets: list[int], node: int, fixed: dict[int, int]) -> mpq:
    probability = mpq(1)
    for index, move in steps(game, node):
        if game.information_sets[index].player == CHANCE:
            probability *= game.information_sets[index].probabilities[move]
        elif index not in sets:
            probability *= fixed[index] == move
    return probability


@st.composite
def mixed_strategies(draw: st.DrawFn, game: Game, player: int) -> MixedStrategy:
    """A few pure strategies with random weights, of the reduced ones or of all."""
    strategies = pure_strategies(game, player, draw(st.booleans()))
    numbers = draw(st.lists(st.integers(0, int(strategies.count) - 1), min_size=1, max_size=5, unique=True))
    weights = draw(st.lists(st.integers(0, 3), min_size=len(numbers), max_size=len(numbers)).filter(any))
    shares = {strategies.nth(k): mpq(weight, sum(weights)) for k, weight in zip(numbers, weights, strict=True)}
    return MixedStrategy.of(strategies, shares)


def closed(sequences: Sequences, partial: Sequence[Sequence[mpq] | None]) -> Behavior:
    """A complete strategy: the first move at every set that the plan does not reach."""
    return tuple(
        moves or tuple(mpq(sequence == numbers.start) for sequence in numbers)
        for moves, numbers in ((moves, sequences.moves(h)) for h, moves in enumerate(partial))
    )


@given(st.data(), SMALL)
def test_every_mixed_strategy_has_an_equivalent_behavior_strategy(data, game):
    for player in range(len(game.players)):
        mixed = data.draw(mixed_strategies(game, player))
        sequences = player_sequences(game, player)
        plan = plan_of_mixed(sequences, mixed)
        strategy = closed(sequences, behavior(sequences, plan))
        assert realization_plan(sequences, strategy).tolist() == plan.tolist()
        assert node_probabilities(game, player, mixed) == node_probabilities(game, player, strategy)


def lecture_9() -> Game:
    return lemke.read(GAMES / "lecture9_perfect.efg")


def forgetful() -> Game:
    """Ann chooses twice, and the second time does not know her first choice."""
    builder = GameBuilder(["Ann"])
    second = builder.information_set(0, ["l", "r"], label="second")
    for node in builder.move(builder.root, 0, ["L", "R"], label="first"):
        builder.decide(node, second)
    return builder.build(unpaid="zero")


def test_a_forgetful_player_has_a_mixed_strategy_that_no_behavior_strategy_equals():
    game = forgetful()
    mixed = MixedStrategy.of(pure_strategies(game, 0), {"L l": "1/2", "R r": "1/2"})
    (reached,) = node_probabilities(game, 0, mixed)
    assert reached[3:] == [mpq(1, 2), 0, 0, mpq(1, 2)]  # never p q, p (1 − q), (1 − p) q, (1 − p) (1 − q):
    for p, q in product([mpq(k, 6) for k in range(7)], repeat=2):  # the second is 0 only if p = 0 or q = 1
        (probabilities,) = node_probabilities(game, 0, ((p, 1 - p), (q, 1 - q)))
        assert probabilities != reached
    with pytest.raises(RecallError, match=r'imperfect recall at information set 1 "second" of player 1 \(L \| R\)'):
        player_sequences(game, 0)


def test_wrong_mixed_strategies_are_refused():
    game = lecture_9()
    reduced, every = pure_strategies(game, 0), pure_strategies(game, 0, reduced=False)
    with pytest.raises(NumberError, match="sum"):
        MixedStrategy.of(reduced, {"A *": "1/2"})
    with pytest.raises(NumberError, match="-1"):
        MixedStrategy.of(reduced, {"A *": 2, "B G": -1})
    with pytest.raises(InputError, match=r"G at .* of player 1, expected \*"):
        MixedStrategy.of(reduced, {(0, 0): 1})
    with pytest.raises(InputError, match=r"\* at .* of player 1, expected one of .*, since \* is only for reduced"):
        MixedStrategy.of(every, {(0, STAR): 1})
    with pytest.raises(InputError, match=r"\* at .* of player 1, expected one of .*, since the strategy reaches"):
        MixedStrategy.of(reduced, {(STAR, STAR): 1})
    with pytest.raises(InputError, match=r"move None at .* of player 1, expected one of"):
        reduced.rank([None, 0])
