"""Pure and reduced strategies are counted, numbered and generated as the naive rule says, even too many to list.

A slot is the position of one of the player's information sets in a strategy.
"""

from itertools import islice, product
from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given, reject
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError
from lemke.game import Game, GameBuilder
from lemke.game.pure_strategies import STAR, PureStrategies, PureStrategy, pure_strategies, slots
from naive import blueprints, own_sets, steps
from strategies import games

ANY_GAMES = st.one_of(
    games(max_depth=4),
    *(games(players=players, perfect_recall=False, max_depth=4) for players in (1, 2, 3)),
    blueprints().map(lambda blueprint: blueprint.build()),
)
MOST = 300
"""Full strategies that the naive way may go through."""


def last_moves(game: Game, player: int) -> list[set[tuple[int, int] | None]]:
    """For every slot the last own moves, as (slot, move), on the way to the nodes of its set; None for no move."""
    slots = own_sets(game, player)
    moves_before: list[set[tuple[int, int] | None]] = [set() for _ in slots]
    for node, index in enumerate(game.information_set.tolist()):
        if index in slots:
            path = [(slots.index(h), move) for h, move in steps(game, node) if h in slots]
            moves_before[slots.index(index)].add(path[-1] if path else None)
    return moves_before


def naive_reduced(lasts: list[set[tuple[int, int] | None]], full: PureStrategy) -> PureStrategy:
    """A full strategy with * wherever its own moves do not lead: the least set of slots that the rule allows."""
    reachable: set[int] = set()
    while grown := {
        slot
        for slot, moves in enumerate(lasts)
        if slot not in reachable
        and any(last is None or (last[0] in reachable and full[last[0]] == last[1]) for last in moves)
    }:
        reachable |= grown
    return tuple(move if slot in reachable else STAR for slot, move in enumerate(full))


def full_strategies(game: Game, player: int) -> list[PureStrategy]:
    sizes = [len(game.information_sets[index].actions) for index in own_sets(game, player)]
    if prod(sizes) > MOST:
        reject()
    return list(product(*map(range, sizes)))


def assert_numbered(strategies: PureStrategies, listed: list[PureStrategy]) -> None:
    """Assert that the count, the numbers and the strategies of numbers agree with the list."""
    assert strategies.count == len(listed) == len(set(listed))
    for number, strategy in enumerate(listed):
        assert strategies.nth(number) == strategy
        assert strategies.rank(strategy) == number
        assert strategies.parse(strategies.text(strategy)) == strategy
    for outside in (-1, len(listed)):
        with pytest.raises(InputError, match=f"strategy {outside}, .* 0 to {len(listed) - 1}"):
            strategies.nth(outside)


@given(ANY_GAMES)
def test_all_pure_strategies_are_the_product_of_the_moves_in_lexicographic_order(game):
    for player in range(len(game.players)):
        expected = full_strategies(game, player)
        strategies = pure_strategies(game, player, reduced=False)
        assert list(strategies) == expected
        assert_numbered(strategies, expected)


@given(ANY_GAMES)
def test_reduced_strategies_are_the_full_ones_with_stars_where_they_do_not_get(game):
    for player in range(len(game.players)):
        lasts = last_moves(game, player)
        expected = list(dict.fromkeys(naive_reduced(lasts, full) for full in full_strategies(game, player)))
        strategies = pure_strategies(game, player)
        listed = list(strategies)
        if any(last and last[0] >= slot for slot, moves in enumerate(lasts) for last in moves):
            assert set(listed) == set(expected)  # a move leads back: slots are not filled in their order
        else:
            assert listed == expected
        assert_numbered(strategies, listed)


def circle() -> Game:
    """Chance decides whether Ann meets h or k first, and Ann does not know which."""
    builder = GameBuilder(["Ann"])
    start = builder.move(builder.root, 0, ["skip", "enter"], label="start")[1]
    h = builder.information_set(0, ["a", "b"], label="h")
    k = builder.information_set(0, ["c", "d"], label="k")
    h_first, k_first = builder.chance(start, {"h first": "1/2", "k first": "1/2"})
    onward, _ = builder.move(h_first, 0, ["go", "stop"], label="gate")
    builder.decide(builder.decide(onward, h)[0], k)
    further, _ = builder.move(k_first, 0, ["go", "stop"], label="other gate")
    builder.decide(builder.decide(further, k)[0], h)
    return builder.build(unpaid="zero")


def test_sets_that_precede_each_other_do_not_make_each_other_reachable():
    game = circle()
    strategies = pure_strategies(game, 0)
    assert [information_set.label for information_set in strategies.information_sets] == [
        "start",
        "gate",
        "other gate",
        "h",
        "k",
    ]
    lasts = last_moves(game, 0)
    assert lasts[3] == {(1, 0), (4, 0)}
    assert lasts[4] == {(2, 0), (3, 0)}
    listed = list(strategies)
    assert set(listed) == {naive_reduced(lasts, full) for full in full_strategies(game, 0)}
    assert_numbered(strategies, listed)
    texts = [strategies.text(strategy) for strategy in listed]
    assert "skip * * * *" in texts
    # After "stop stop" a would lead to k and c to h, but no move leads to either of them first.
    assert "enter stop stop * *" in texts
    assert "enter stop go * d" in texts
    assert "enter stop go b c" in texts


def test_a_player_without_moves_has_one_strategy_and_a_stranger_none():
    game = GameBuilder(["Ann", "Bob"]).build(unpaid="zero")
    for reduced in (True, False):
        strategies = pure_strategies(game, 1, reduced)
        assert [strategies.text(strategy) for strategy in strategies] == [""]
        assert_numbered(strategies, [()])
    for stranger in (-1, 2):
        with pytest.raises(GameError, match=f"player {stranger}, .*2 players"):
            pure_strategies(game, stranger)


@given(games(players=1, perfect_recall=False, max_depth=3, labels=st.text('a"*# 1\té日\u2028', max_size=3)))
def test_any_labels_make_texts_that_can_be_read_back(game):
    full_strategies(game, 0)
    for reduced in (True, False):
        strategies = pure_strategies(game, 0, reduced)
        texts = {strategies.text(strategy): strategy for strategy in strategies}
        assert len(texts) == strategies.count
        assert all(strategies.parse(text) == strategy for text, strategy in texts.items())


def test_texts_that_are_no_strategies_are_refused_and_the_message_names_the_set():
    game = circle()
    strategies = pure_strategies(game, 0)
    with pytest.raises(InputError, match="a strategy of 2 moves, expected 5"):
        strategies.parse("skip *")
    with pytest.raises(InputError, match=r"'up' at information set 1 \"start\" of player 1, expected one of skip"):
        strategies.parse("up * * * *")
    with pytest.raises(InputError, match=r"a at .* \"h\" of player 1, expected \*, as the strategy does not reach"):
        strategies.parse("skip * * a *")
    with pytest.raises(InputError, match=r"\* at information set 4 \"gate\" of player 1, expected one of go stop"):
        strategies.parse("enter * go a c")


def dealt(builder: GameBuilder, hands: int) -> list[int]:
    """The nodes after chance has dealt one of so many hands."""
    return builder.decide(builder.root, builder.chance_set([""] * hands, [mpq(1, hands)] * hands))


def test_a_player_who_forgets_too_much_is_refused_but_may_still_be_listed(monkeypatch):
    monkeypatch.setattr(slots, "MAX_STATES", 1000)
    builder = GameBuilder(["Ann"])
    last = builder.information_set(0, ["e", "f"])
    middle = [builder.information_set(0, ["c", "d"]) for _ in range(40)]
    for k, node in enumerate(dealt(builder, 40)):
        for child, handle in zip(builder.move(node, 0, ["a", "b"]), (middle[k], middle[k * 7 % 40]), strict=True):
            builder.decide(builder.decide(child, handle)[0], last)
    strategies = pure_strategies(builder.build(unpaid="zero"), 0)
    with pytest.raises(GameError, match="more than 1000 cases"):
        _ = strategies.count
    assert len(set(islice(strategies, 100))) == 100


def test_very_many_sets_after_two_moves_are_counted_and_numbered() -> None:
    """A first move that is forgotten at many sets: which of them are reached depends on it alone."""
    builder = lemke.GameBuilder(["1"])
    later = [builder.information_set(0, ["l", "r"]) for _ in range(300)]
    for node in builder.move(builder.root, 0, ["a", "b"]):
        deal = builder.chance_set([""] * 300, ["1/300"] * 300)
        for child, handle in zip(builder.decide(node, deal), later, strict=True):
            builder.decide(child, handle)
    game = builder.build(unpaid="zero")
    strategies = pure_strategies(game, 0)
    assert strategies.count == 2 * 2**300
    assert strategies.rank(strategies.nth(3**150)) == 3**150
