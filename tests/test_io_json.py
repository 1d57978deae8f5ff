"""Games as JSON, "lemke-game/2"."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

from lemke import io
from lemke.errors import FormatError, GameError, LemkeError, NumberError
from lemke.game import Game, GameBuilder
from strategies import ODD_LABELS, games

# Chance tosses a coin, which Ann then guesses without seeing it.
DOCUMENT: dict[str, Any] = {
    "format": "lemke-game/2",
    "title": "guessing",
    "comment": "",
    "players": ["Ann"],
    "information_sets": [
        {"player": "chance", "number": 1, "label": "coin", "actions": ["H", "T"], "probabilities": ["1/2", 0.5]},
        {"player": 1, "number": 7, "label": "", "actions": ["h", "t"]},
    ],
    "outcomes": [{"number": 1, "label": "right", "payoffs": [0.1]}],
    "nodes": [
        {"set": 0, "outcome": None},
        {"set": 1, "outcome": None},
        {"set": None, "outcome": 0, "label": "well done"},
        {"set": None, "outcome": None},
        {"set": 1, "outcome": None},
        {"set": None, "outcome": None},
        {"set": None, "outcome": 0},
    ],
}


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """The text of the document after a change."""
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return json.dumps(document)


def assert_identical(game: Game, expected: Game) -> None:
    """Two games are equal in all fields."""
    for name in ("title", "comment", "players", "information_sets", "outcomes", "node_labels", "strategic"):
        assert getattr(game, name) == getattr(expected, name), name
    for name in ("parent", "player", "information_set", "move", "outcome", "first_child"):
        assert np.array_equal(getattr(game, name), getattr(expected, name)), name


def test_titles_labels_numbers_and_payoffs_are_read() -> None:
    game = io.loads(json.dumps(DOCUMENT), "json")
    assert (game.title, game.players, game.size) == ("guessing", ("Ann",), 7)
    assert game.information_sets[0].probabilities == (mpq(1, 2), mpq(1, 2))
    assert (game.information_sets[1].player, game.information_sets[1].number) == (0, 7)
    assert game.outcomes[0].payoffs == (mpq(1, 10),)
    assert [game.node_labels[node] for node in game.preorder()] == ["", "", "well done", "", "", "", ""]
    assert not game.strategic


def test_labels_and_title_may_be_left_out() -> None:
    def change(document: dict[str, Any]) -> None:
        del document["title"], document["comment"], document["outcomes"][0]["label"]
        for information_set in document["information_sets"]:
            del information_set["label"]

    game = io.loads("\ufeff" + changed(change), "json")
    assert game.title == game.comment == game.outcomes[0].label == game.information_sets[0].label == ""


@given(games(labels=ODD_LABELS), games(players=3, perfect_recall=False, labels=ODD_LABELS))
def test_every_game_is_read_back_identical(game_of_2: Game, game_of_3: Game) -> None:
    for game in (game_of_2, game_of_3):
        assert_identical(io.loads(io.dumps(game, "json"), "json"), game)


def test_a_strategic_form_is_read_back_as_one() -> None:
    game = io.loads('NFG 1 R "" { "A" "B" } { 1 2 } 1 2 3 4', "nfg")
    assert_identical(io.loads(io.dumps(game, "json"), "json"), game)


def test_long_numbers_are_read_back() -> None:
    builder = GameBuilder(["A"])
    builder.pay(builder.root, mpq(10**20_000 + 1, 3**9_000))
    game = builder.build()
    assert_identical(io.loads(io.dumps(game, "json"), "json"), game)


MALFORMED: dict[str, tuple[str, type[LemkeError], str]] = {
    "no json": ("{\n\n]", FormatError, "game.json:3: "),
    "truncated": (json.dumps(DOCUMENT, indent=1)[:-30], FormatError, "game.json:6"),
    "nothing": ("", FormatError, "game.json:1: "),
    "nested deeply": ('{"nodes":' + "[" * 10**6, FormatError, "game.json: "),
    "an array": ("[]", FormatError, "a document without a format, expected 'lemke-game/2'"),
    "another format": (changed(lambda d: d.update(format="lemke-lcp/2")), FormatError, "expected 'lemke-game/2'"),
    "no nodes": (changed(lambda d: d.pop("nodes")), FormatError, "missing required field `nodes`"),
    "a misspelt key": (changed(lambda d: d.update(outcom=[])), FormatError, "unknown field `outcom`"),
    "a key twice": ('{"format": "lemke-game/2", "format": 1}', FormatError, "twice"),
    "title no text": (changed(lambda d: d.update(title=1)), FormatError, "$.title: "),
    "half a surrogate pair": (changed(lambda d: d.update(players=["\ud800"])), FormatError, "surrogate"),
    "too many players": (changed(lambda d: d.update(players=["A"] * 1001)), GameError, "a game of 1001 players"),
    "unknown player": (changed(lambda d: d["information_sets"][1].update(player=2)), GameError, "sets[1]: player 2"),
    "player a word": (changed(lambda d: d["information_sets"][1].update(player="Ann")), FormatError, "sets[1].player"),
    "no actions": (changed(lambda d: d["information_sets"][1].update(actions=[])), GameError, "sets[1]: "),
    "number twice": (
        changed(lambda d: d["information_sets"].append(d["information_sets"][1])),
        GameError,
        "information_sets[2]: information set 7 of player 1 declared twice",
    ),
    "no probabilities": (
        changed(lambda d: d["information_sets"][0].pop("probabilities")),
        FormatError,
        "$.information_sets[0]: expected probabilities",
    ),
    "sum of probabilities": (
        changed(lambda d: d["information_sets"][0].update(probabilities=["1/2", "1/3"])),
        NumberError,
        "information_sets[0]: probabilities that sum to 5/6",
    ),
    "payoff missing": (changed(lambda d: d["outcomes"][0].update(payoffs=[])), GameError, "outcomes[0]: 0 payoffs"),
    "payoff no number": (
        changed(lambda d: d["outcomes"][0].update(payoffs=["much"])),
        FormatError,
        "$.outcomes[0].payoffs[0]: 'much' is no number",
    ),
    "infinite payoff": (
        changed(lambda d: d["outcomes"][0].update(payoffs=[float("inf")])),
        NumberError,
        "the number Infinity, expected a finite one",
    ),
    "endless digits": (json.dumps(DOCUMENT).replace("0.1", "1" * 10**6), NumberError, "1000000 characters"),
    "no outcomes": (
        changed(lambda d: d.update(outcomes=[])),
        FormatError,
        ".outcome: 0, expected the index of an outcome",
    ),
    "unknown set": (
        changed(lambda d: d["nodes"][1].update(set=2)),
        FormatError,
        "$.nodes[1].set: 2, expected the index of an information set",
    ),
    "no outcome": (changed(lambda d: d["nodes"][1].pop("outcome")), FormatError, "$.nodes[1]: "),
    "nodes missing": (changed(lambda d: d["nodes"].pop()), FormatError, "$.nodes: 6 nodes, expected at least 1 more"),
    "nodes too many": (changed(lambda d: d["nodes"].append(d["nodes"][2])), FormatError, "$.nodes[7]: a node after"),
    "another game's sum": (changed(lambda d: d.update(sha256="0" * 64)), FormatError, "$.sha256: 000000000000..."),
}


@pytest.mark.parametrize("phenomenon", MALFORMED)
def test_malformed_text_is_refused_in_one_line_with_its_place(phenomenon: str) -> None:
    text, error_class, message = MALFORMED[phenomenon]
    with pytest.raises(error_class) as raised:
        io.loads(text, "json", "game.json")
    assert type(raised.value) is error_class
    assert str(raised.value).startswith("game.json:")
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 300
