"""Games as JSON, ``"format": "lemke-game/1"``: everything that a :class:`~lemke.game.Game` holds.

A game is one object with ``title``, ``comment``, ``players`` (labels), ``information_sets``, ``outcomes`` and
``nodes``; a strategic game also has ``strategic``, true. An information set has ``player`` (1, 2, … or ``"chance"``),
``number``, ``label`` and ``actions``; a set of chance also has ``probabilities``. An outcome has ``number``, ``label``
and ``payoffs``. The nodes are a flat list in depth-first order. A node has ``set`` (an index into the information sets,
null at a leaf), ``outcome`` (an index into the outcomes, or null) and perhaps ``label``. Indices count from 0.
``title``, ``comment`` and labels of sets and outcomes may be left out. Probabilities and payoffs are text, ``"1/3"``,
or JSON numbers, which are exact decimals: 0.1 is 1/10.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import NoReturn

from lemke.errors import FormatError, GameError, InputError, located
from lemke.game import CHANCE, NONE, Game, GameBuilder, InformationSet
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.ground.rational import text
from lemke.ground.words import count
from lemke.io import exact_json
from lemke.io.exact_json import Value, described, elements, integer, numbers, of_kind
from lemke.io.grammar import check_players

FORMAT = "lemke-game/1"


def dumps(game: Game) -> str:
    """Return a game as JSON, one information set, outcome or node per line.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"], title="choice")
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, "0.5")
    >>> loads(dumps(builder.build(unpaid="zero")))
    <Game 'choice': 1 player, 3 nodes>
    """
    members = {
        "format": line(FORMAT),
        "title": line(game.title),
        "comment": line(game.comment),
        "strategic": "true" if game.strategic else "",
        "players": line(game.players),
        "information_sets": lines(map(_set_object, game.information_sets)),
        "outcomes": lines(
            {"number": outcome.number, "label": outcome.label, "payoffs": list(map(text, outcome.payoffs))}
            for outcome in game.outcomes
        ),
        "nodes": lines(_node_objects(game)),
    }
    body = ",\n".join(f"{line(key)}: {value}" for key, value in members.items() if value)
    return f"{{\n{body}\n}}\n"


def line(value: object) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


def lines(values: Iterable[object]) -> str:
    """Return an array as JSON, an element per line."""
    body = ",\n".join(map(line, values))
    return f"[\n{body}\n]" if body else "[]"


def _set_object(information_set: InformationSet) -> dict[str, object]:
    members: dict[str, object] = {
        "player": "chance" if information_set.player == CHANCE else information_set.player + 1,
        "number": information_set.number,
        "label": information_set.label,
        "actions": information_set.actions,
    }
    if information_set.player == CHANCE:
        members["probabilities"] = list(map(text, information_set.probabilities))
    return members


def _node_objects(game: Game) -> Iterator[dict[str, object]]:
    order = game.preorder()
    columns = game.information_set[order].tolist(), game.outcome[order].tolist()
    for node, information_set, outcome in zip(order, *columns, strict=True):
        members: dict[str, object] = {
            "set": None if information_set == NONE else information_set,
            "outcome": None if outcome == NONE else outcome,
        }
        if game.node_labels[node]:
            members["label"] = game.node_labels[node]
        yield members


def loads(content: str, source: str | None = None) -> Game:
    """Return the game of a JSON text.

    Raises
    ------
    FormatError, NumberError, GameError
        The message has the source, and the line or a path such as ``nodes[3].set``.
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        format_name = document.get("format") if isinstance(document, dict) else None
        if format_name == "lemke-parametric-game/2":
            takes = "lemke sweep and lemke.ParametricGame.read take it"
            raise FormatError(f"a game with a parameter, expected a game without one; {takes}")
        if format_name in ("lemke-equilibrium/1", "lemke-epsilon-equilibrium/1"):
            raise FormatError(f"holds a certificate ({format_name}), expected a game")
        return _game(document)


def _game(document: Value) -> Game:
    of_kind(document, dict, "the game")
    if (format_name := document.get("format", FORMAT)) != FORMAT:
        raise FormatError(f"format is {described(format_name)}, expected {FORMAT!r}")
    _check_members(
        document, "", ("format", "players", "information_sets", "outcomes", "nodes"), ("title", "comment", "strategic")
    )
    players = of_kind(document["players"], list, "players")
    check_players(len(players))
    builder = GameBuilder(
        _texts(players, "players"),
        _text(document.get("title", ""), "title"),
        _text(document.get("comment", ""), "comment"),
    )
    builder.strategic = of_kind(document.get("strategic", False), bool, "strategic")
    stated_sets = elements(document["information_sets"], "information_sets")
    sets = [_read_set(builder, value, where) for value, where in stated_sets]
    outcomes = [_read_outcome(builder, value, where) for value, where in elements(document["outcomes"], "outcomes")]
    return _read_nodes(builder, of_kind(document["nodes"], list, "nodes"), sets, outcomes)


def _read_set(builder: GameBuilder, value: Value, where: str) -> SetHandle:
    _check_members(value, where, ("player", "number", "actions"), ("label", "probabilities"))
    actions = _texts(value["actions"], f"{where}.actions")
    label = _text(value.get("label", ""), f"{where}.label")
    number = integer(value["number"], f"{where}.number")
    if value["player"] == "chance":
        if "probabilities" not in value:
            _refuse(where, "has no member 'probabilities', expected one for a set of chance")
        probabilities = numbers(value["probabilities"], f"{where}.probabilities")
        with _within(where):
            return builder.chance_set(actions, probabilities, label, number)
    if "probabilities" in value:
        _refuse(where, "has the member 'probabilities', expected it only if the player is \"chance\"")
    player = integer(value["player"], f"{where}.player", 'a whole number, or "chance"')
    with _within(where):
        if not 1 <= player <= len(builder.players):
            players = count(len(builder.players), "player")
            raise GameError(f"player {player}, expected one of {players}, counted from 1")
        return builder.information_set(player - 1, actions, label, number)


def _read_outcome(builder: GameBuilder, value: Value, where: str) -> OutcomeHandle:
    _check_members(value, where, ("number", "payoffs"), ("label",))
    payoffs = numbers(value["payoffs"], f"{where}.payoffs")
    label = _text(value.get("label", ""), f"{where}.label")
    number = integer(value["number"], f"{where}.number")
    with _within(where):
        return builder.outcome(payoffs, label, number)


def _read_nodes(builder: GameBuilder, nodes: list[Value], sets: list[SetHandle], outcomes: list[OutcomeHandle]) -> Game:
    missing_nodes = 1  # nodes still to come: the root, then the children of nodes that were read
    node_sets: list[int] = []
    node_outcomes: list[int] = []
    labels = {}
    for k, value in enumerate(nodes):
        where = f"nodes[{k}]"
        if not missing_nodes:
            _refuse(where, f"comes after the last node of the tree, expected {count(k, 'node')}")
        _check_members(value, where, ("set", "outcome"), ("label",))
        outcome = _index(value["outcome"], len(outcomes), f"{where}.outcome")
        node_outcomes.append(NONE if outcome is None else outcomes[outcome])
        if "label" in value:
            labels[k] = _text(value["label"], f"{where}.label")
        index = _index(value["set"], len(sets), f"{where}.set")
        node_sets.append(NONE if index is None else sets[index])
        missing_nodes += (0 if index is None else len(builder.sets[sets[index]].actions)) - 1
    if missing_nodes:
        raise FormatError(f"nodes has {count(len(nodes), 'node')}, expected at least {missing_nodes} more")
    return builder.build_depth_first(node_sets, node_outcomes, labels)


def _index(value: Value, size: int, where: str) -> int | None:
    if value is None:
        return None
    index = integer(value, where, _index_or_null(size))
    if not 0 <= index < size:
        _refuse(where, f"is {index}, expected {_index_or_null(size)}")
    return index


@cache
def _index_or_null(size: int) -> str:
    """Return the words in messages for "an index into a list of this size, or null"."""
    if size > 1:
        return f"an index from 0 to {size - 1}, or null"
    return "0 or null" if size else "null, since there are none"


def _texts(value: Value, where: str) -> list[str]:
    return [_text(element, place) for element, place in elements(value, where)]


def _text(value: Value, where: str) -> str:
    """Return text that can be encoded; JSON texts may contain halves of surrogate pairs, which are refused."""
    label: str = of_kind(value, str, where)
    if not label.isascii() and any("\ud800" <= character <= "\udfff" for character in label):
        _refuse(where, "has half a surrogate pair, expected whole characters")
    return label


def _check_members(value: Value, where: str, required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    """Refuse an object that lacks a required key or has an unknown key: a misspelled key would change the game."""
    name = where or "the game"
    of_kind(value, dict, name)
    for key in required:
        if key not in value:
            _refuse(name, f"has no member {key!r}, expected one")
    for key in value:
        if key not in required and key not in optional:
            _refuse(name, f"has the member {key[:40]!r}, expected only {', '.join((*required, *optional))}")


def _refuse(where: str, message: str) -> NoReturn:
    raise FormatError(f"{where} {message}")


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Put ``where``, the path of a part of the document, before the message of every error in the block."""
    try:
        yield
    except InputError as error:
        error.message = f"{where}: {error.message}"
        raise
