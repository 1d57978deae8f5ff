"""Gambit's `.efg`: odd text that is read, malformed text that is refused, and the text that is written."""

from collections.abc import Callable

import pytest
from hypothesis import given

from lemke import io
from lemke.errors import FormatError, GameError, LemkeError, NumberError
from lemke.game import Game, GameBuilder, canonical_lines
from strategies import ODD_LABELS, games

HEADER = 'EFG 2 R "title" { "A" "B" } "comment"\n'
ROOT = HEADER + 'p "" 1 1 "root" { "l" "r" } 0\n'
LEAF = 't "" 1 "win" { 1, 2 }\n'

# After l and after r player 2 moves, in one information set; the other leaves pay nothing.
PLAIN = ROOT + 'p "" 2 1 "s" { "a" "b" } 0\n' + LEAF + 't "" 0\n' + 'p "" 2 1 "s" { "a" "b" } 0\n' + LEAF + 't "" 0\n'

# The same with a move of chance in place of player 2.
CHANCE = PLAIN.replace('p "" 2 1 "s" { "a" "b" }', 'c "" 1 "s" { "a" 1/2 "b" 1/2 }')


def replaced(old: str, new: str, text: str = PLAIN) -> str:
    """The text with the last occurrence of a part replaced."""
    head, separator, tail = text.rpartition(old)
    assert separator
    return head + new + tail


def same_game(first: Game, second: Game) -> bool:
    """Whether two games have the same canonical form."""
    return list(canonical_lines(first)) == list(canonical_lines(second))


PLAYER_2 = 'p "" 2 1 "s" { "a" "b" } 0'
CHANCE_1 = 'c "" 1 "s" { "a" 1/2 "b" 1/2 } 0'

TOLERATED = {
    "no comment": PLAIN.replace(' "comment"', ""),
    "D": PLAIN.replace("EFG 2 R", "EFG 2 D"),
    "CRLF": PLAIN.replace("\n", "\r\n"),
    "CR": PLAIN.replace("\n", "\r"),
    "byte order mark": "\ufeff" + PLAIN,
    "one line": PLAIN.replace("\n", " "),
    "no blanks": PLAIN.replace(" {", "{")
    .replace("{ ", "{")
    .replace(" }", "}")
    .replace(", 2", ",2")
    .replace('" "', '""'),
    "no commas": PLAIN.replace(",", ""),
    "comma after the last payoff": PLAIN.replace("2 }", "2, }"),
    "glued by a sign": replaced("{ 1, 2 }", "{ +1+2 }"),
    "decimals": PLAIN.replace("1, 2", "1.0 .2e1"),
    "set repeated without moves": replaced(PLAYER_2, 'p "" 2 1 "s" 0'),
    "set repeated with empty label": replaced(PLAYER_2, 'p "" 2 1 "" { "a" "b" } 0'),
    "set repeated by number only": replaced(PLAYER_2, 'p "" 2 1 0'),
    "outcome repeated without payoffs": replaced('1 "win" { 1, 2 }', '1 "win"'),
    "outcome repeated by number only": replaced('1 "win" { 1, 2 }', "1"),
    "negative numbers": PLAIN.replace("2 1", "2 -7").replace('1 "win"', '-1 "win"'),
    "non-ASCII labels": PLAIN.replace('"a"', '"ä"').replace('"A"', '"日本"'),
    "quotes in labels": PLAIN.replace('"a"', r'"say \"a\""'),
    "a backslash before the closing brace": PLAIN.replace('"a"', r'"\a\\b"'),
    "a string of several lines": PLAIN.replace('"comment"', '"several\n\nlines, { \\"quoted\\" }"'),
    "empty labels": PLAIN.replace('"a" "b"', '"" ""').replace('"A" "B"', '"" ""').replace('"l" "r"', '"" ""'),
    "labels twice": PLAIN.replace('"a" "b"', '"a" "a"').replace('t ""', 't "x"').replace('p ""', 'p "x"'),
}


@pytest.mark.parametrize("phenomenon", TOLERATED)
def test_odd_text_is_read_as_the_same_game(phenomenon: str) -> None:
    game = io.loads(TOLERATED[phenomenon])
    assert same_game(game, io.loads(PLAIN))


def test_a_repeated_chance_set_may_omit_its_moves_or_write_them_differently() -> None:
    for repeated in ('c "" 1 "s" 0', 'c "" 1 0', 'c "" 1 "s" { "a" .5 "b" 0.50 } 0', 'c""1"s"{"a".5"b".5}0'):
        assert same_game(io.loads(replaced(CHANCE_1, repeated, CHANCE)), io.loads(CHANCE))


def test_titles_labels_numbers_and_payoffs_are_read() -> None:
    game = io.loads(PLAIN.replace('t "" 0', r't "a \"leaf\" \o/" 0', 1))
    assert (game.title, game.comment, game.players) == ("title", "comment", ("A", "B"))
    assert [
        (information_set.player, information_set.number, information_set.label, information_set.actions)
        for information_set in game.information_sets
    ] == [
        (0, 1, "root", ("l", "r")),
        (1, 1, "s", ("a", "b")),
    ]
    assert [(outcome.number, outcome.label, outcome.payoffs) for outcome in game.outcomes] == [(1, "win", (1, 2))]
    assert game.node_labels == ("", "", "", "", r'a "leaf" \o/', "", "")


@pytest.mark.parametrize(
    "text",
    [
        'EFG 2 R "" { } t "" 0',
        'EFG 2 R "" { } t "" 1 "" { }',
        'EFG 2 R "" { } c "" 1 "" { "a" 1 } 1 "" { } t "" 1',
        'EFG 2 R "" { "A" } p "" 1 1 "" { "a" } 0 t "" 1 "" { 5 }',
        'EFG 2 R "" { "A" "B" "C" } p "" 3 1 "" { "a" } 0 t "" 1 "" { 1 2 3 }',
    ],
)
def test_games_of_any_number_of_players_are_read_and_written(text: str) -> None:
    game = io.loads(text)
    assert len(game.players) == text.partition("}")[0].count('"') // 2 - 1
    assert same_game(game, io.loads(io.dumps(game)))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_contradiction_is_found_after_any_number_of_repetitions(times: int) -> None:
    root = 'EFG 2 R "" { "A" "B" } c "" 1 "" { "a" 1/2 "b" 1/2 } 0 '
    repeated = 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0 t "" 7 "" { 1, 2 } '
    with pytest.raises(GameError, match=r"outcome 7 .*'2', expected '1'"):
        io.loads(root + repeated * times + 't "" 7 "" { 2, 1 } t "" 0')
    with pytest.raises(GameError, match="'1/4', expected '1/2'"):
        io.loads(root + repeated * times + 'c "" 1 "" { "a" 1/4 "b" 3/4 } 0 t "" 0 t "" 0')


MALFORMED: dict[str, tuple[str, int, type[LemkeError], str]] = {
    # text, line, class, message
    "empty": ("", 1, FormatError, "the file ends, expected EFG"),
    "another file": ("hello", 1, FormatError, "found 'hello', expected EFG or NFG or {, the start of a game"),
    "version 1": (PLAIN.replace("EFG 2", "EFG 1"), 1, FormatError, "found '1', expected 2"),
    "no players": (PLAIN.replace('{ "A" "B" }', ""), 1, FormatError, "expected the players"),
    "no nodes": (HEADER, 2, FormatError, "the file ends, expected a node"),
    "nodes after the tree": (PLAIN + 't "" 0', 9, FormatError, "found 't', expected the end of the file"),
    "unknown node": (replaced("t", "x"), 8, FormatError, "found 'x', expected a node"),
    "no outcome": (replaced('t "" 0', 't ""'), 9, FormatError, "the file ends, expected the number of the outcome"),
    "braces not closed": (PLAIN.replace('"r" }', '"r"'), 2, FormatError, "found '0', expected a move in quotes or '}'"),
    "quote not closed": (PLAIN[:-5] + '"', 8, FormatError, "a quote that is never closed"),
    "huge outcome number": (replaced('1 "win"', "1" * 10**6), 7, FormatError, "a whole number of at most 9 digits"),
    "words as payoffs": (replaced("1, 2", "1 two"), 7, FormatError, "found 'two', expected a payoff"),
    "division by zero": (replaced("1, 2", "1/0 2"), 7, NumberError, "'1/0' divides by zero"),
    "endless digits": (replaced("1, 2", "1" * 10**6), 7, NumberError, "a number of 1000000 characters"),
    "payoff missing": (PLAIN.replace("1, 2", "1"), 4, GameError, "1 payoff, expected 2"),
    "outcome redefined": (replaced("1, 2", "1, 3"), 7, GameError, "the payoff '3', expected '2' as before"),
    "outcome undefined": (PLAIN.replace("{ 1, 2 }", ""), 4, GameError, "outcome 1 without payoffs"),
    "outcome defined later": (PLAIN.replace(' "win" { 1, 2 }', "", 1), 4, GameError, "at its first mention"),
    "payoffs of outcome 0": (replaced("0", '0 "" { 1, 2 }'), 8, GameError, "payoffs of outcome 0"),
    "too many players": ('EFG 2 R "" {\n' + '"A"\n' * 3000 + '}\nt "" 0', 1, GameError, "3000 players, expected at"),
    "player 3 of 2": (replaced("2 1", "3 1"), 6, GameError, "player 3, expected one of 2 players"),
    "other moves": (replaced('"b"', '"c"'), 6, GameError, "the move 'c', expected 'b' as before"),
    "other set label": (replaced('"s"', '"z"'), 6, GameError, "the label 'z', expected 's' as before"),
    "no moves": (PLAIN.replace('"l" "r"', ""), 2, GameError, "without moves, expected at least one"),
    "undefined moves": (PLAIN.replace('{ "a" "b" }', ""), 3, GameError, "without moves, expected moves"),
    "other probabilities": (replaced('1/2 "b" 1/2', '1/3 "b" 2/3', CHANCE), 6, GameError, "'1/3', expected '1/2'"),
    "probabilities missing": (CHANCE.replace("1/2", ""), 3, FormatError, "a move in quotes with its probability"),
    "negative probability": (CHANCE.replace('1/2 "b" 1/2', '3/2 "b" -1/2'), 3, NumberError, "-1/2, expected none"),
    "sum of probabilities": (CHANCE.replace("1/2", "1/3"), 3, NumberError, "sum to 2/3, expected exactly 1"),
}


@pytest.mark.parametrize("phenomenon", MALFORMED)
@pytest.mark.parametrize("ends", [str, lambda text: text.replace("\n", "\r\n"), lambda text: text.replace("\n", "\r")])
def test_malformed_text_is_refused_in_one_line_with_its_place(phenomenon: str, ends: Callable[[str], str]) -> None:
    text, line, error_class, message = MALFORMED[phenomenon]
    with pytest.raises(error_class) as raised:
        io.loads(ends(text), source="game.efg")
    assert type(raised.value) is error_class
    assert str(raised.value).startswith(f"game.efg:{line}: ")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    "text", ['"' + "\\" * 10**6, '"' + '\\"' * 10**6, "{" * 10**6, '{ "a"' * 10**5, "{ 1 " * 10**5]
)
@pytest.mark.parametrize("before", ["", 'EFG 2 R "" ', ROOT, ROOT + 't "" 1 '])
def test_hostile_text_is_refused_at_once(before: str, text: str) -> None:
    """A reader that tries any part of it again takes forever."""
    with pytest.raises(FormatError):
        io.loads(before + text)


@given(games(labels=ODD_LABELS), games(players=3, perfect_recall=False, labels=ODD_LABELS))
def test_a_written_game_is_read_as_the_same_game(game_of_2: Game, game_of_3: Game) -> None:
    for game in (game_of_2, game_of_3):
        again = io.loads(io.dumps(game))
        assert same_game(again, game)
        assert io.dumps(again) == io.dumps(game)


HARMLESS = "x y", "(a)", "~!@#$%^&*'<>?,./|`{}", 'say "x"', r"\o/", r"C:\\dir", "x_2"


def labelled(labels: list[str]) -> Game:
    """A game whose players, moves, sets, nodes and outcomes all have these labels."""
    builder = GameBuilder(labels, title="".join(labels), comment="\n".join(labels))
    pending = [builder.root]
    for label in labels:
        node = pending.pop()
        builder.label(node, label)
        pending += builder.move(node, 0, labels, label)
        builder.attach(pending[-1], builder.outcome([1] * len(labels), label))
    return builder.build(unpaid="zero")


def test_harmless_labels_are_written_as_they_are() -> None:
    game = labelled([*HARMLESS])
    again = io.loads(io.dumps(game))
    assert (again.title, again.comment, again.players) == (game.title, game.comment, game.players)
    assert again.information_sets == game.information_sets
    assert again.node_labels == game.node_labels
    assert sorted(outcome.label for outcome in again.outcomes) == sorted(outcome.label for outcome in game.outcomes)


@pytest.mark.parametrize(
    ("label", "written"),
    [
        ("für", r"f\xfcr"),
        ("日", r"\u65e5"),
        ("two\nlines", "two lines"),
        (" \t x \x00  y ", "x y"),
        ("\\", r"\_"),
        (" ", ""),
        ("\ud800", r"\ud800"),
    ],
)
def test_labels_that_gambit_refuses_are_changed(label: str, written: str) -> None:
    again = io.loads(io.dumps(labelled([label, "x"])))
    assert again.players == again.information_sets[0].actions == (written, "x")
    assert again.node_labels[0] == again.information_sets[0].label == written


def test_labels_that_must_be_unique_for_gambit_are_made_unique() -> None:
    again = io.loads(io.dumps(labelled(["x", "x_2", "x", "x", "", ""])))
    assert [information_set.label for information_set in again.information_sets] == ["x", "x_2", "x_3", "x_4", "", ""]
    assert [label for label in again.node_labels if label] == ["x", "x_2", "x_3", "x_4"]
    assert again.players == ("x", "x_2", "x", "x", "", "")


def test_title_and_comment_keep_their_lines() -> None:
    builder = GameBuilder(title='a  "title"\n', comment="of\r\n\tseveral\n\nlines é \x01 \\")
    again = io.loads(io.dumps(builder.build(unpaid="zero")))
    assert again.title == 'a  "title"\n'
    assert again.comment == "of\r\n\tseveral\n\nlines \\xe9   \\ "


def test_numbers_that_cannot_be_written_are_replaced() -> None:
    builder = GameBuilder()
    left, right = builder.decide(builder.root, builder.information_set(0, ["l", "r"], number=10**12))
    builder.decide(left, builder.information_set(1, ["a"], number=-5))
    builder.attach(right, builder.outcome([1, 2], number=0))
    again = io.loads(io.dumps(builder.build(unpaid="zero")))
    assert [information_set.number for information_set in again.information_sets] == [1, -5]
    assert [outcome.number for outcome in again.outcomes] == [1]
