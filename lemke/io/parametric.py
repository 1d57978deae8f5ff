"""Games with parameters as JSON, ``"format": "lemke-parametric-game/1"``.

The object is that of :mod:`~lemke.io.game_json` with one more member, ``parameters``, a list of names; payoffs and
chance probabilities are expressions in them, as text such as ``"(1 + b)/2"``, or numbers. The reader returns them as
text: what they mean is for :class:`lemke.studies.parametric.ParametricGame`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from os import PathLike, fspath
from typing import NamedTuple

from lemke.errors import FormatError, located
from lemke.game import CHANCE, Game
from lemke.ground.rational import ZERO, text
from lemke.io import exact_json, game_json
from lemke.io.bundled import PREFIX
from lemke.io.exact_json import Value, described, member, of_kind
from lemke.io.game_json import line, lines
from lemke.io.source import text_of

FORMAT = "lemke-parametric-game/1"


class ParametricText(NamedTuple):
    """A game with parameters as it is written: what :meth:`lemke.ParametricGame.of_texts` takes.

    Attributes
    ----------
    structure : Game
        The tree, with payoffs and chance probabilities that say nothing.
    parameters : tuple of str
    payoffs : tuple of tuples of str
        One expression per player of every outcome.
    probabilities : tuple of tuples of str
        One per move of every information set that is chance's; empty for others.
    """

    structure: Game
    parameters: tuple[str, ...]
    payoffs: tuple[tuple[str, ...], ...]
    probabilities: tuple[tuple[str, ...], ...]


def dumps(written: ParametricText) -> str:
    """Return a game with parameters as JSON, one information set, outcome or node per line.

    >>> text = '''{"format": "lemke-parametric-game/1", "parameters": ["t"], "players": ["Ann"], "information_sets": [],
    ... "outcomes": [{"number": 1, "payoffs": ["t/2"]}], "nodes": [{"set": null, "outcome": 0}]}'''
    >>> loads(dumps(loads(text))).payoffs
    (('t/2',),)
    """
    document = json.loads(game_json.dumps(written.structure))
    for each, expressions in zip(document["outcomes"], written.payoffs, strict=True):
        each["payoffs"] = expressions
    for each, expressions in zip(document["information_sets"], written.probabilities, strict=True):
        if each["player"] == "chance":
            each["probabilities"] = expressions
    document = {"format": FORMAT, "parameters": written.parameters} | {**document, "format": FORMAT}
    members = [
        f"{line(key)}: {lines(value) if isinstance(value, list) else line(value)}" for key, value in document.items()
    ]
    return "{\n" + ",\n".join(members) + "\n}\n"


def read(path: str | PathLike[str]) -> ParametricText:
    """Return the game of a file, of the standard input for ``-``, or one that ``example:`` names.

    Raises
    ------
    InputError
        No bundled game has this name.
    FormatError, NumberError, GameError
        As :func:`loads`, and for a file that cannot be read.
    """
    content, source = text_of(fspath(path), ("{",))
    if source.startswith(PREFIX) and not content.startswith("{"):
        with located(source):
            raise FormatError(f"a game without parameters, expected one with ({FORMAT})")
    return loads(content, source)


def loads(content: str, source: str | None = None) -> ParametricText:
    """Return the game of a JSON text.

    Raises
    ------
    FormatError, NumberError, GameError
        With the source, and the line or a path such as ``nodes[3].set``.

    >>> found = loads('''{"format": "lemke-parametric-game/1", "parameters": ["t"], "players": ["Ann"],
    ... "information_sets": [], "outcomes": [{"number": 1, "payoffs": ["t/2"]}],
    ... "nodes": [{"set": null, "outcome": 0}]}''')
    >>> found.parameters, found.payoffs
    (('t',), (('t/2',),))
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        if (found := member(document, "format", str, "the game")) != FORMAT:
            raise FormatError(f"format is {described(found)}, expected {FORMAT!r}")
        names = [of_kind(each, str, "parameters") for each in member(document, "parameters", list, "the game")]
        payoffs = _taken(document, "outcomes", "payoffs", lambda size: ["0"] * size)
        moves = _taken(document, "information_sets", "probabilities", lambda size: [f"1/{size}"] * size)
    plain = {key: value for key, value in document.items() if key != "parameters"} | {"format": game_json.FORMAT}
    game = game_json.loads(json.dumps(plain, default=text), source)
    by_number = {
        exact_json.integer(each["number"], "number"): own
        for each, own in zip(document["information_sets"], moves, strict=True)
        if each["player"] == "chance"
    }
    probabilities = (by_number[each.number] if each.player == CHANCE else () for each in game.information_sets)
    return ParametricText(game, tuple(names), tuple(payoffs), tuple(probabilities))


def _taken(document: Value, table: str, key: str, plain: Callable[[int], list[str]]) -> list[tuple[str, ...]]:
    """Return the expressions under a key of the objects in a table, and put plain numbers in their places.

    What is of another kind than it should be is left for the reader of games to refuse.
    """
    found = []
    rows = document.get(table)
    for k, row in enumerate(rows if isinstance(rows, list) else []):
        stated = row.get(key) if isinstance(row, dict) else None
        expressions = stated if isinstance(stated, list) else []
        found.append(
            tuple(
                text(value) if isinstance(value, type(ZERO)) else str(of_kind(value, str, f"{table}[{k}].{key}[{i}]"))
                for i, value in enumerate(expressions)
            )
        )
        if expressions:
            row[key] = plain(len(expressions))
    return found
