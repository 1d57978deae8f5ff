"""B. von Stengel, unpublished comments on generating reduced strategies, step by step.

The numbers 1 to 5 are those of the comments' list; the rules for "*" follow it.
"""

import pytest
from hypothesis import given

from lemke.errors import RecallError
from lemke.game import Game, GameBuilder
from lemke.game.pure_strategies import STAR, PureStrategy, pure_strategies
from lemke.game.recall import histories, player_sequences, require_perfect_recall
from naive import own_sets, steps
from strategies import games


def slots_x_y_z_and_p_q() -> Game:
    """Player 1 has the slots {X, Y, Z} and {P, Q}; player 2 moves after each of X, Y, Z, and P, Q follow X alone."""
    builder = GameBuilder(["I", "II"])
    after_x, *_ = [
        builder.move(node, 1, ["a", "b"])[0] for node in builder.move(builder.root, 0, ["X", "Y", "Z"], label="first")
    ]
    builder.move(after_x, 0, ["P", "Q"], label="second")
    return builder.build(unpaid="zero")


def two_subtrees() -> Game:
    """Two subtrees that chance chooses: breadth first, the list of sets alternates between them."""
    builder = GameBuilder(["I"])
    node_1, node_2 = builder.chance(builder.root, {"one": "1/2", "two": "1/2"})
    left, right = builder.move(node_1, 0, ["A", "B"], label="one"), builder.move(node_2, 0, ["C", "D"], label="two")
    builder.move(left[0], 0, ["E", "F"], label="below A")
    builder.move(right[1], 0, ["G", "H"], label="below D")
    return builder.build(unpaid="zero")


def forgetful() -> Game:
    """A set of player 1 is reached by L, by M, or without a move."""
    builder = GameBuilder(["I"])
    node_1, node_2 = builder.chance(builder.root, {"one": "1/2", "two": "1/2"})
    left, middle, _ = builder.move(node_1, 0, ["L", "M", "R"], label="one")
    late = builder.information_set(0, ["S", "T"], label="late")
    for node in (left, middle):
        builder.decide(node, late)
    builder.move(node_2, 0, ["U", "V"], label="two")
    return builder.build(unpaid="zero")


def written_by_the_comments(game: Game, player: int) -> list[PureStrategy]:
    """The comments' procedure for perfect recall: one slot after the other, "*" unless c[h'] equals lastmove[h]."""
    sets = own_sets(game, player)
    strategies: list[PureStrategy] = [()]
    for slot, index in enumerate(sets):
        node = game.information_set.tolist().index(index)  # take a node x in h
        player_steps = [step for step in steps(game, node) if step[0] in sets]
        longer = []
        for strategy in strategies:
            reachable = not player_steps or strategy[sets.index(player_steps[-1][0])] == player_steps[-1][1]
            moves = range(len(game.information_sets[index].actions)) if reachable else [STAR]
            longer += [(*strategy, move) for move in moves]
        strategies = longer
        assert all(len(strategy) == slot + 1 for strategy in strategies)
    return strategies


def judged_by_the_list(game: Game, player: int) -> list[PureStrategy]:
    """The mistake that the comments correct: "earlier" is taken to mean the slot before in the linear list."""
    sets = own_sets(game, player)
    strategies: list[PureStrategy] = [()]
    for index in sets:
        node = game.information_set.tolist().index(index)
        player_steps = [step for step in steps(game, node) if step[0] in sets]
        moves = range(len(game.information_sets[index].actions))
        strategies = [
            (*strategy, move)
            for strategy in strategies
            for move in (moves if not player_steps or (strategy and strategy[-1] == player_steps[-1][1]) else [STAR])
        ]
    return strategies


def test_5_perfect_recall_is_one_last_move_for_all_nodes_of_a_set():
    game = forgetful()
    with pytest.raises(RecallError, match=r'"late" of player 1 \(one L \| one M\)'):
        require_perfect_recall(game, histories(game))
    assert player_sequences(two_subtrees(), 0).parent.tolist() == [0, 0, 1, 4]  # lastmove[h]: none, none, A, D


def test_the_slots_of_the_figure_have_four_reduced_strategies():
    game = slots_x_y_z_and_p_q()
    strategies = pure_strategies(game, 0)
    assert [strategies.text(strategy) for strategy in strategies] == ["X P", "X Q", "Y *", "Z *"]
    assert pure_strategies(game, 0, reduced=False).count == 6
    assert pure_strategies(game, 1).count == 8


@given(games())
def test_reduced_strategies_are_those_of_the_comments_rule_for_perfect_recall(game):
    for player in range(2):
        strategies = pure_strategies(game, player)
        if strategies.count <= 300:
            assert list(strategies) == written_by_the_comments(game, player)


def test_earlier_means_earlier_in_the_tree_not_in_the_list():
    game = two_subtrees()
    strategies = pure_strategies(game, 0)
    assert [information_set.label for information_set in strategies.information_sets] == [
        "one",
        "two",
        "below A",
        "below D",
    ]
    texts = [strategies.text(strategy) for strategy in strategies]
    assert texts == ["A C E *", "A C F *", "A D E G", "A D E H", "A D F G", "A D F H", "B C * *", "B D * G", "B D * H"]
    assert list(strategies) == written_by_the_comments(game, 0)
    wrong = judged_by_the_list(game, 0)
    assert (0, 1, STAR, STAR) in wrong  # A D * *, though A leads to E, F
    assert set(wrong) != set(strategies)


def test_with_imperfect_recall_any_last_move_that_is_made_makes_a_set_reachable():
    strategies = pure_strategies(forgetful(), 0)
    assert [information_set.label for information_set in strategies.information_sets] == ["one", "two", "late"]
    texts = [strategies.text(strategy) for strategy in strategies]
    assert texts == [
        *(f"{move_1} {move_2} {move_3}" for move_1 in "LM" for move_2 in "UV" for move_3 in "ST"),
        "R U *",
        "R V *",
    ]
