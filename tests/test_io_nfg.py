"""Gambit's `.nfg`, read as a tree in which players move in turn and do not see each other's moves."""

from itertools import product
from math import prod

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke import io
from lemke.errors import FormatError, GameError, LemkeError, NumberError
from lemke.forms.normal_form import normal_form
from lemke.game import Game, canonical_lines
from strategies import games

HEADER = 'NFG 1 R "title" { "A" "B" }\n'
PAYOFFS = HEADER + "{ 2 3 }\n" + "11 -11  21 -21  12 -12  22 -22  13 -13  23 -23\n"
LISTED = HEADER + '{ { "T" "B" }\n{ "l" "m" "r" } }\n"comment"\n{\n{ "one" 1, -1 }\n{ "two" 2 -2 }\n}\n1 2 0 2 1 1\n'


def table(game: Game) -> dict[tuple[int, ...], tuple[mpq, ...]]:
    """The payoffs for every combination of strategies."""
    total, totals = game.payoffs()
    sizes = [len(game.information_sets[sets[0]].actions) for sets in game.preorder_sets()]
    payoffs = {}
    for combination in product(*map(range, sizes)):
        node = 0
        for strategy in combination:
            node = game.children(node)[strategy]
        payoffs[combination] = totals[total[node]]
    return payoffs


def test_the_first_player_s_strategy_changes_fastest() -> None:
    game = io.loads(PAYOFFS, "nfg")
    assert table(game) == {(i, j): (10 * i + j + 11, -10 * i - j - 11) for i in range(2) for j in range(3)}
    assert [information_set.actions for information_set in game.information_sets] == [("1", "2"), ("1", "2", "3")]


def test_listed_outcomes_are_read_with_numbers_and_labels() -> None:
    game = io.loads(LISTED, "nfg")
    numbers = {(0, 0): 1, (1, 0): 2, (0, 1): 0, (1, 1): 2, (0, 2): 1, (1, 2): 1}
    assert table(game) == {combination: (number, -number) for combination, number in numbers.items()}
    assert [information_set.actions for information_set in game.information_sets] == [("T", "B"), ("l", "m", "r")]
    assert [(outcome.number, outcome.label) for outcome in game.outcomes] == [(1, "one"), (2, "two")]
    assert (game.title, game.comment, game.players) == ("title", "comment", ("A", "B"))


@pytest.mark.parametrize(
    "text",
    [
        PAYOFFS.replace(" R ", " D "),
        PAYOFFS.replace("\n", "\r\n"),
        "\ufeff\n" + PAYOFFS.replace("11 -11", "11, -11,"),
        PAYOFFS.replace("{ 2 3 }", '{ 2 3 } "comment"'),
        PAYOFFS.replace("{ 2 3 }", '{ { "x" "x" } { "" "" "" } }'),
        PAYOFFS.replace("11 -11", "11.0 -22/2"),
        PAYOFFS.replace("\n", " "),
    ],
)
def test_odd_text_is_read_as_the_same_game(text: str) -> None:
    assert table(io.loads(text, "nfg")) == table(io.loads(PAYOFFS, "nfg"))


@given(st.lists(st.integers(1, 3), max_size=5), st.data())
def test_games_of_any_number_of_players_are_read(sizes: list[int], data: st.DataObject) -> None:
    numbers = data.draw(st.lists(st.integers(0, 2), min_size=prod(sizes), max_size=prod(sizes)))
    players = " ".join(f'"{player}"' for player in range(len(sizes)))
    outcomes = " ".join(f'{{ "" {" ".join([str(number)] * len(sizes))} }}' for number in (1, 2))
    text = (
        f'NFG 1 R "" {{ {players} }} {{ {" ".join(map(str, sizes))} }} {{ {outcomes} }} {" ".join(map(str, numbers))}'
    )
    payoffs = table(io.loads(text, "nfg"))
    # The naive order: the last player in the outermost loop.
    for combination, number in zip(product(*(range(size) for size in reversed(sizes))), numbers, strict=True):
        assert payoffs[combination[::-1]] == (number,) * len(sizes)


MALFORMED: dict[str, tuple[str, int, type[LemkeError], str]] = {
    "empty": ("", 1, FormatError, "the file ends, expected NFG"),
    "version 2": (PAYOFFS.replace("1 R", "2 R"), 1, FormatError, "found '2', expected 1, the version"),
    "no players": (PAYOFFS.replace('{ "A" "B" }', ""), 2, FormatError, "found '2', expected a player's label"),
    "no strategies": (HEADER + "1 2", 2, FormatError, "found '1', expected the strategies in braces"),
    "strategies of too few": (
        PAYOFFS.replace("2 3", "2"),
        2,
        FormatError,
        "found '}', expected the number of strategies",
    ),
    "strategies of too many": (PAYOFFS.replace("2 3", "2 3 1"), 2, FormatError, "found '1', expected '}' after"),
    "no strategy": (PAYOFFS.replace("2 3", "0 3"), 2, FormatError, "player 1 with 0 strategies"),
    "labels and numbers": (HEADER + '{ { "x" } 2 } 1 1', 2, FormatError, "found '2', expected the strategies of the"),
    "absurd size": (HEADER + "{ 1000000 1000000 }", 2, FormatError, "more than 1000000 combinations"),
    "most absurd size": (HEADER + "{ " + "9" * 10**5 + " 1 }", 2, FormatError, "at most 9 digits"),
    "absurd depth": (
        'NFG 1 R "" { ' + '"" ' * 100 + "} { 1000000 " + "1 " * 99 + "} { } ",
        1,
        FormatError,
        "of strategies, or 4000000 nodes",
    ),
    "too many players": (
        'NFG 1 R "" { ' + '"" ' * 300_000 + "} { " + "1 " * 300_000 + "} " + "1 " * 300_000,
        1,
        GameError,
        "a game of 300000 players, expected at most 1000",
    ),
    "payoffs missing": (
        HEADER + "{ 1 3 }\n1 1 2 2",
        3,
        FormatError,
        "payoffs for 3 combinations of strategies, not for 2",
    ),
    "no payoffs": (HEADER + "{ 1 3 }", 2, FormatError, "expected payoffs for 3 combinations of strategies, not for 0"),
    "payoffs too many": (PAYOFFS + "1", 4, FormatError, "found '1', expected the end of the file"),
    "words after the payoffs": (PAYOFFS + "\nend", 5, FormatError, "found 'end', expected the end of the file"),
    "a word among the payoffs": (PAYOFFS.replace("12 ", "x "), 3, FormatError, "found 'x', expected a payoff"),
    "endless digits": (PAYOFFS.replace("12 ", "1" * 10**6 + " "), 3, NumberError, "a number of 1000000 characters"),
    "indices too many": (LISTED + "1", 10, FormatError, "found '1', expected the end of the file"),
    "unknown outcome": (LISTED.replace("1 1\n", "1 3\n"), 9, GameError, "outcome 3, expected 1 to 2"),
    "negative outcome": (LISTED.replace("1 1\n", "1 -1\n"), 9, GameError, "outcome -1, expected 1 to 2"),
    "payoff missing": (LISTED.replace("1, -1", "1"), 6, GameError, "1 payoff, expected 2"),
    "outcome not closed": (LISTED.replace("-1 }", "-1"), 7, FormatError, "found '{', expected a payoff or '}'"),
    "outcomes not closed": (LISTED.replace("\n}\n", "\n"), 8, FormatError, "found '1', expected an outcome in braces"),
}


@pytest.mark.parametrize("phenomenon", MALFORMED)
def test_malformed_text_is_refused_in_one_line_with_its_place(phenomenon: str) -> None:
    text, line, error_class, message = MALFORMED[phenomenon]
    with pytest.raises(error_class) as raised:
        io.loads(text, "nfg", "game.nfg")
    assert type(raised.value) is error_class
    assert str(raised.value).startswith(f"game.nfg:{line}: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("text", [PAYOFFS, LISTED])
def test_a_strategic_game_is_written_as_it_was(text: str) -> None:
    game = io.loads(text, "nfg")
    again = io.loads(io.dumps(game, "nfg"), "nfg")
    assert list(canonical_lines(again)) == list(canonical_lines(game))
    assert [information_set.actions for information_set in again.information_sets] == [
        information_set.actions for information_set in game.information_sets
    ]
    assert (again.title, again.comment, again.players) == (game.title, game.comment, game.players)


@given(games(players=3, perfect_recall=False, max_depth=3))
def test_a_tree_is_written_as_its_strategic_form(game: Game) -> None:
    form = normal_form(game)
    written = table(io.loads(io.dumps(game, "nfg"), "nfg"))
    for combination, payoffs in written.items():
        assert payoffs == tuple(matrix[combination] for matrix in form.payoffs)
    assert len(written) == form.payoffs[0].size
