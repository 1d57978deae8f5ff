"""Games with parameters as JSON, ``"format": "lemke-parametric-game/1"``.

The object is as in :mod:`~lemke.io.game_json` with one more member, ``parameters``, a list of names. Payoffs and chance
probabilities are numbers, or expressions in the parameters, as text such as ``"(1 + b)/2"``. The reader returns all of
them as text; :class:`lemke.studies.parametric.ParametricGame` interprets this text.
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
from lemke.io.exact_json import Value, described, elements, member, of_kind
from lemke.io.game_json import line, lines
from lemke.io.source import text_of

FORMAT = "lemke-parametric-game/1"


class ParametricText(NamedTuple):
    """The text of a game with parameters, for :meth:`lemke.ParametricGame.of_texts`.

    Attributes
    ----------
    structure : Game
        The tree; its payoffs and chance probabilities are placeholders.
    parameters : tuple of str
    payoffs : tuple of tuples of str
        For every outcome, one expression per player.
    probabilities : tuple of tuples of str
        For every information set of chance, one expression per move; empty for other sets.
    """

    structure: Game
    parameters: tuple[str, ...]
    payoffs: tuple[tuple[str, ...], ...]
    probabilities: tuple[tuple[str, ...], ...]


def dumps(game: ParametricText) -> str:
    """Return a game with parameters as JSON, one information set, outcome or node per line.

    >>> text = '''{"format": "lemke-parametric-game/1", "parameters": ["t"], "players": ["Ann"], "information_sets": [],
    ... "outcomes": [{"number": 1, "payoffs": ["t/2"]}], "nodes": [{"set": null, "outcome": 0}]}'''
    >>> loads(dumps(loads(text))).payoffs
    (('t/2',),)
    """
    document = json.loads(game_json.dumps(game.structure))
    for entry, expressions in zip(document["outcomes"], game.payoffs, strict=True):
        entry["payoffs"] = expressions
    for entry, expressions in zip(document["information_sets"], game.probabilities, strict=True):
        if entry["player"] == "chance":
            entry["probabilities"] = expressions
    # a key keeps its first place and its last value: the format comes first, the parameters second
    document = {"format": FORMAT, "parameters": game.parameters} | document | {"format": FORMAT}
    members = [
        f"{line(key)}: {lines(value) if isinstance(value, list) else line(value)}" for key, value in document.items()
    ]
    return "{\n" + ",\n".join(members) + "\n}\n"


def read(path: str | PathLike[str]) -> ParametricText:
    """Return the game of a file, of the standard input for ``-``, or the bundled game that ``example:NAME`` names.

    Raises
    ------
    InputError
        No bundled game has this name.
    FormatError, NumberError, GameError
        As for :func:`loads`, and for a file that cannot be read or a bundled game without parameters.
    """
    content, source = text_of(fspath(path), ("{",), "a game with parameters, JSON")
    if source.startswith(PREFIX) and not content.startswith("{"):
        with located(source):
            raise FormatError(f"a game without parameters, expected a game with parameters ({FORMAT})")
    return loads(content, source)


def loads(content: str, source: str | None = None) -> ParametricText:
    """Return the game of a JSON text.

    Raises
    ------
    FormatError, NumberError, GameError
        The message has the source, and the line or a path such as ``nodes[3].set``.

    >>> written = loads('''{"format": "lemke-parametric-game/1", "parameters": ["t"], "players": ["Ann"],
    ... "information_sets": [], "outcomes": [{"number": 1, "payoffs": ["t/2"]}],
    ... "nodes": [{"set": null, "outcome": 0}]}''')
    >>> written.parameters, written.payoffs
    (('t',), (('t/2',),))
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        if (format_name := member(document, "format", str, "the game")) != FORMAT:
            raise FormatError(f"format is {described(format_name)}, expected {FORMAT!r}")
        parameters = member(document, "parameters", list, "the game")
        names = [of_kind(parameter, str, where) for parameter, where in elements(parameters, "parameters")]
        # with placeholders the document is a valid game without parameters
        payoffs = _take_expressions(document, "outcomes", "payoffs", lambda size: ["0"] * size)
        moves = _take_expressions(document, "information_sets", "probabilities", lambda size: [f"1/{size}"] * size)
    plain = {key: value for key, value in document.items() if key != "parameters"} | {"format": game_json.FORMAT}
    game = game_json.loads(json.dumps(plain, default=text), source)
    by_number = {  # the reader of games may change the order of sets, but not the numbers of sets
        exact_json.integer(information_set["number"], "number"): expressions
        for information_set, expressions in zip(document["information_sets"], moves, strict=True)
        if information_set["player"] == "chance"
    }
    probabilities = (
        by_number[information_set.number] if information_set.player == CHANCE else ()
        for information_set in game.information_sets
    )
    return ParametricText(game, tuple(names), tuple(payoffs), tuple(probabilities))


def _take_expressions(
    document: Value, table: str, key: str, placeholders: Callable[[int], list[str]]
) -> list[tuple[str, ...]]:
    """Return the expressions under a key of all objects in a table, and replace them by placeholders.

    A value that is no list stays as it is: the reader of games refuses it.
    """
    all_expressions = []
    rows = document.get(table)
    for k, row in enumerate(rows if isinstance(rows, list) else []):
        stated = row.get(key) if isinstance(row, dict) else None
        values = stated if isinstance(stated, list) else []
        expressions = [
            text(value) if isinstance(value, type(ZERO)) else str(of_kind(value, str, f"{table}[{k}].{key}[{i}]"))
            for i, value in enumerate(values)
        ]
        all_expressions.append(tuple(expressions))
        if values:
            row[key] = placeholders(len(values))
    return all_expressions
