"""Profiles as mappings, tables and floats: what does not fit is refused, and the message names it."""

import math

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import Game, GameBuilder, Profile, errors
from lemke.game.strategy import Normalization, by_name
from lemke.game.tree import unique_names
from lemke.ground.rational import binary
from lemke.io import profile as profiles
from naive import behaviors
from strategies import games


def two_sets(label_1: str = "first", label_2: str = "second") -> Game:
    """Ann moves at two sets, then Bob at one with the label of Ann's first."""
    builder = GameBuilder(["Ann", "Bob"])
    left, right = builder.move(builder.root, 0, ["L", "R"], label_1)
    top, _ = builder.move(left, 0, ["t", "t"], label_2)
    builder.move(right, 1, ["", "r"], label_1)
    builder.pay(top, 1, 1)
    return builder.build(unpaid="zero")


HALF = mpq(1, 2)


@pytest.mark.parametrize(
    "stated",
    [
        {"Ann": {"first": {"L": "0.25", "R": "3/4"}, "second": ["1/2", "1/2"]}, "Bob": {"first": {"r": 1}}},
        {"1": {"1": ["1/4", "3/4"], "2": {"t#1": HALF, "t#2": HALF}}, "2": {"1": {"#1": 0, "#2": 1}}},
        {0: {"first": (mpq(1, 4), mpq(3, 4)), "second": ["1/2", "1/2"]}, 1: {1: [0, 1]}},
        {(0, "first"): ["1/4", "3/4"], "second": {"t#1": "1/2", "t#2": "0.5"}, ("2", "first"): {"r": 1}},
    ],
)
def test_a_mapping_gives_probabilities_by_names(stated) -> None:
    game = two_sets()
    expected = Profile.of(game, [[["1/4", "3/4"], [HALF, HALF]], [[0, 1]]])
    assert by_name(game, stated) == expected


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ({"first": [1, 0]}, "'first' names 2 information sets, expected one"),
        ({"third": [1, 0]}, "the information set 'third', expected a label or number in the game"),
        ({"Cid": {"first": [1, 0]}}, "the player 'Cid', expected 'Ann', 'Bob'"),
        (
            {(0, "first"): [1, 0], "second": [1, 0, 0], (1, "first"): [1, 0]},
            'information set 2 "second" of player 1: 3 probabilities, expected 2',
        ),
        ({"second": {"x": 1}}, "'x' at information set 2 \"second\" of player 1, expected one of 't#1, t#2'"),
        ({"second": [1, 0], (0, 2): [1, 0]}, 'information set 2 "second" of player 1 twice, expected once'),
        ({"second": [1, 0]}, 'no probabilities at information set 1 "first" of player 1 and 1 more set, expected all'),
    ],
)
def test_a_mapping_that_does_not_fit_is_refused(stated, message: str) -> None:
    with pytest.raises(errors.ProfileError) as refused:
        by_name(two_sets(), stated)
    assert message in str(refused.value)


def test_sets_left_out_are_uniform_where_that_is_asked_for() -> None:
    game = two_sets()
    profile = by_name(game, {"second": [1, 0]}, missing="uniform")
    assert profile.behavior == (((HALF, HALF), (1, 0)), ((HALF, HALF),))
    assert profile.filled == ({0}, {0})
    with pytest.raises(errors.InputError, match="missing 'guess'"):
        lemke.profile(game, {}, missing="guess")


@given(st.data(), games())
def test_mappings_and_tables_are_read_back(data, game: Game) -> None:
    behavior = data.draw(behaviors(game))
    rows = ["probability,player,information set,action,remark"]
    stated = {}
    for player, strategy in enumerate(behavior):
        for index, moves in zip(game.sets_of(player), strategy, strict=True):
            information_set = game.information_sets[index]
            names = unique_names(information_set.actions)
            stated[player, information_set.number] = dict(zip(names, moves, strict=True))
            rows += [f"{moves[k]},{player + 1},{information_set.number},#{k + 1},x" for k in range(len(moves))]
    labels = {information_set.label for information_set in game.information_sets}
    if labels & {str(information_set.number) for information_set in game.information_sets}:
        return  # a label hides a number
    profile = Profile.of(game, behavior)
    assert by_name(game, stated) == profile
    if any(behavior):
        (claim,) = profiles.loads("\n".join(rows), game)
        assert claim.profile == profile


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("player,information set,action,probability\nAnn,second,t#1,x\n", errors.NumberError, ":2: 'x' is no number"),
        ("player,information set,action,probability\nAnn,second,t#1\n", errors.FormatError, ":2: a row without prob"),
        (
            "player,information set,action,probability\n1,second,t#1,1\n1,second,t#1,0\n",
            errors.FormatError,
            "f.csv:3: the action 't#1' at 'second' twice, expected once",
        ),
        ('player,information set,action,probability\n1,"second,t#1,1\n', errors.FormatError, "no CSV"),
        ("player,information set,action,probability\n", errors.ProfileError, "f.csv: no probabilities at"),
        ("player,set,action,probability\n1,second,t#1,1\n", errors.FormatError, "f.csv:1: CSV without the column 'inf"),
    ],
)
def test_a_table_that_does_not_fit_is_refused(content: str, error: type, message: str) -> None:
    with pytest.raises(error) as refused:
        profiles.loads(content, two_sets(), "f.csv")
    assert message in str(refused.value)


def test_floats_mean_their_exact_binary_value() -> None:
    assert binary(0.1) == mpq(3602879701896397, 2**55)
    game = two_sets()
    profile = Profile.of(game, [[[0.25, 0.75], [0.5, 0.5]], [[0.0, 1.0]]], floats=True)
    assert profile.behavior == (((mpq(1, 4), mpq(3, 4)), (HALF, HALF)), ((0, 1),))
    assert profile.normalization is None
    for wrong in (math.nan, math.inf):
        with pytest.raises(errors.NumberError, match=r'set 1 "first" of player 1: the float .*, expected a finite one'):
            Profile.of(game, [[[wrong, 0], [1, 0]], [[0, 1]]], floats=True)
    with pytest.raises(errors.NumberError, match=r"the float 0.25, expected an exact number"):
        Profile.of(game, [[[0.25, 0.75], [1, 0]], [[0, 1]]])


def test_floats_a_hair_off_are_refused_with_the_defect_or_divided_by_their_sum() -> None:
    game = two_sets()
    off = [[[0.1] * 2, [0.7, 0.1 + 0.2]], [[0.0, 1.0]]]
    with pytest.raises(errors.NumberError, match="3602879701896397/18014398509481984, expected exactly 1"):
        Profile.of(game, off, floats=True)
    profile = Profile.of(game, off, floats=True, normalize=True)
    assert profile.behavior[0][0] == (HALF, HALF)
    assert all(sum(moves) == 1 for strategy in profile.behavior for moves in strategy)
    assert profile.normalization == Normalization(1, 2 * binary(0.1) - 1, 'information set 1 "first" of player 1')


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        (["A", "B"], ["1", "2", "#1", "#1"]),
        (["A", "B"], ["#1", "3", "##2", "1"]),
        (["", "#1"], ["2", "1", "2", "1"]),
    ],
    ids=str,
)
def test_labels_that_look_like_numbers_do_not_hide_others(players: list[str], labels: list[str]) -> None:
    """A dictionary is read back even if the label of a set or player is the number of another one."""
    builder = GameBuilder(players)
    ends = builder.move(builder.root, 0, ["L", "R"], labels[0])
    for k, label in enumerate(labels[1:]):
        ends = builder.move(ends[0], k % 2, ["l", "r"], label)
    game = builder.build(unpaid="zero")
    strategies = [[[mpq(1, 2 + k), mpq(1 + k, 2 + k)] for k in game.sets_of(player)] for player in (0, 1)]
    profile = lemke.profile(game, Profile.of(game, strategies))
    assert len(set(profile)) == len(game.information_sets)
    assert lemke.profile(game, profile.to_dict()) == profile
