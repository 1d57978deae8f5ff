"""Last moves, sequences and perfect recall, beside paths walked from the root."""

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import RecallError
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.recall import EMPTY, Sequences, describe, histories, require_perfect_recall, violations
from naive import own_sets, steps
from strategies import games

ANY_RECALL = games(players=3, perfect_recall=False, max_depth=3)


def own_steps(game: Game, player: int, node: int) -> list[tuple[int, int]]:
    return [step for step in steps(game, node) if game.information_sets[step[0]].player == player]


def sequences_of(game: Game) -> tuple[Sequences, ...]:
    return require_perfect_recall(game, histories(game))


@given(ANY_RECALL)
def test_last_moves_and_chance_are_those_of_the_path(game):
    behind = histories(game)
    for player in range(3):
        numbers, size = {}, 1  # the empty sequence is 0
        for index in own_sets(game, player):
            assert behind.first[index] == size
            for move in range(len(game.information_sets[index].actions)):
                numbers[index, move], size = size, size + 1
        assert behind.moves[player] == size
        paths = [own_steps(game, player, node) for node in range(game.size)]
        expected = [numbers[path[-1]] if path else EMPTY for path in paths]
        assert behind.last_move[player].tolist() == expected
    for node in range(game.size):
        product = mpq(1)
        for index, move in own_steps(game, CHANCE, node):
            product *= game.information_sets[index].probabilities[move]
        assert behind.chance[node] == product


@given(ANY_RECALL)
def test_recall_is_perfect_iff_the_nodes_of_each_set_have_the_same_own_path(game):
    for player, violation in enumerate(violations(game, histories(game))):
        nodes = [node for node in range(game.size) if game.player[node] == player]
        known = {(int(game.information_set[node]), tuple(own_steps(game, player, node))) for node in nodes}
        met_again = [node for node in nodes if game.information_set[node] in dict(own_steps(game, player, node))]
        assert (violation is None) == (len(known) == len(own_sets(game, player)))
        if violation is None:
            continue
        index, (node_1, node_2), is_absent_minded = violation
        assert game.player[node_1] == player
        assert game.information_set[node_1] == game.information_set[node_2] == index
        assert own_steps(game, player, node_1) != own_steps(game, player, node_2)
        assert is_absent_minded == bool(met_again)
        if is_absent_minded:
            assert steps(game, node_2)[: len(steps(game, node_1))] == steps(game, node_1)


@given(games(players=3))
def test_sequences_are_numbered_with_every_prefix_first(game):
    behind = histories(game)
    for player, sequences in enumerate(sequences_of(game)):
        assert sequences.player == player
        assert list(sequences.sets) == own_sets(game, player)
        assert [s for h in range(len(sequences.sets)) for s in sequences.moves(h)] == list(range(1, sequences.size))
        for h, index in enumerate(sequences.sets):
            assert len(sequences.moves(h)) == len(game.information_sets[index].actions)
            assert sequences.parent[h] < sequences.moves(h)[0] == sequences.first[h]
            for node in game.nodes_by_set()[index]:
                assert sequences.parent[h] == behind.last_move[player][node]
                below = [int(behind.last_move[player][child]) for child in game.children(node)]
                assert below == list(sequences.moves(h))


@given(games(labels=st.sampled_from(["", "", "a", "b"])))
def test_names_of_sequences_are_unambiguous_with_repeated_and_empty_labels(game):
    for sequences in sequences_of(game):
        names = sequences.names()
        assert len(set(names)) == len(names) == sequences.size
        assert names[0] == "∅"
        assert all(names)


def driver() -> Game:
    """The absent-minded driver of Piccione and Rubinstein (1997), behind a move of player 2."""
    builder = GameBuilder()
    crossing = builder.information_set(0, ["exit", "go on"], label="crossing")
    _, start = builder.move(builder.root, 1, ["rain", "sun"])
    _, second = builder.decide(start, crossing)
    builder.decide(second, crossing)
    return builder.build(unpaid="zero")


def test_absent_mindedness_and_forgetting_a_move_have_different_messages():
    game = driver()
    with pytest.raises(RecallError) as error:
        sequences_of(game)
    place = 'information set 1 "crossing" of player 1'
    words = f'absent-mindedness at {place} (sun | sun "go on")'
    assert words in error.value.message
    violation, nothing = violations(game, histories(game))
    assert nothing is None
    assert violation[-1]
    assert describe(game, violation) == words


def test_forgetting_the_order_of_two_own_moves_is_imperfect_recall():
    builder = GameBuilder()
    a, b, c = (builder.information_set(0, [label], label=label) for label in "abc")
    for node, order in zip(builder.chance(builder.root, {"1": "1/2", "2": "1/2"}), ((a, b), (b, a)), strict=True):
        for information_set in (*order, c):
            (node,) = builder.decide(node, information_set)
    game = builder.build(unpaid="zero")
    violation = violations(game, histories(game))[0]
    assert not violation[-1]


def in_turn(*moves: tuple[str, list[str]]) -> list[str]:
    """Names of the sequences of one player who always goes on by the first move; pairs of a set and its actions."""
    builder = GameBuilder(["1"])
    node = builder.root
    for label, actions in moves:
        node = builder.move(node, 0, actions, label)[0]
    game = builder.build(unpaid="zero")
    return sequences_of(game)[0].names()


@pytest.mark.parametrize(
    ("moves", "names"),
    [
        ([("", ["l", "r"]), ("", ["L", "R"])], "∅; l; r; l L; l R"),
        ([("", ["l", "r"]), ("", ["l", "r"])], "∅; 1:l; 1:r; 1:l 2:l; 1:l 2:r"),
        ([("now", ["l", "r"]), ("then", ["l", "s"])], "∅; now:l; r; now:l then:l; now:l s"),
        ([("h", ["l"]), ("h", ["l"])], "∅; 1:l; 1:l 2:l"),
        ([("", ["l", "l"])], "∅; 1:l#1; 1:l#2"),
        ([("h", ["", "r"])], "∅; h:#1; r"),
    ],
)
def test_names_of_sequences_are_the_labels_of_the_moves_in_turn(moves, names):
    assert in_turn(*moves) == names.split("; ")


@pytest.mark.parametrize("labels", [("2", ""), ("2", "1"), ("", "1"), ("2", "3", "1"), ("3", "2", "2")])
def test_a_set_may_be_labelled_like_another_ones_number(labels):
    builder = GameBuilder()
    for node, label in zip(builder.move(builder.root, 1, ["x"] * len(labels)), labels, strict=True):
        builder.move(node, 0, ["l", "r"], label)
    game = builder.build(unpaid="zero")
    names = sequences_of(game)[0].names()
    assert len(set(names)) == len(names)
