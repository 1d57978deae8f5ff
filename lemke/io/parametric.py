"""Games with parameters as JSON, ``"format": "lemke-parametric-game/1"``.

The object is as in :mod:`~lemke.io.game_json` with one more member, ``parameters``, a list of names. Payoffs and chance
probabilities are numbers, or expressions in the parameters, as text such as ``"(1 + b)/2"``. The reader returns all of
them as text; :class:`lemke.studies.parametric.ParametricGame` interprets this text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from os import PathLike, fspath
from typing import NamedTuple

from lemke.errors import FormatError, located
from lemke.game import Game
from lemke.ground.rational import ZERO, text
from lemke.io import exact_json, game_json
from lemke.io.bundled import PREFIX
from lemke.io.exact_json import Value, described, elements, member, of_kind
from lemke.io.game_json import line, lines
from lemke.io.source import text_of

FORMAT = "lemke-parametric-game/1"


class ParametricText(NamedTuple):
    """A game whose expressions are text: the arguments of :meth:`lemke.ParametricGame.of`.

    Attributes
    ----------
    structure : Game
        The tree; its payoffs and chance probabilities are placeholders.
    parameters : list of str
    payoffs : dict
        The expressions of an outcome, one per player, by its number.
    probabilities : dict
        The expressions of an information set of chance, one per move, by its number.
    """

    structure: Game
    parameters: Sequence[str]
    payoffs: Mapping[int, Sequence[str]]
    probabilities: Mapping[int, Sequence[str]]


def dumps(game: ParametricText) -> str:
    """Return a game with parameters as JSON, one information set, outcome or node per line.

    >>> text = '''{"format": "lemke-parametric-game/1", "parameters": ["t"], "players": ["Ann"], "information_sets": [],
    ... "outcomes": [{"number": 1, "payoffs": ["t/2"]}], "nodes": [{"set": null, "outcome": 0}]}'''
    >>> loads(dumps(loads(text))).payoffs
    {1: ['t/2']}
    """
    document = json.loads(game_json.dumps(game.structure))
    for row in document["outcomes"]:
        row["payoffs"] = game.payoffs[row["number"]]
    for row in document["information_sets"]:
        if row["player"] == "chance":
            row["probabilities"] = game.probabilities[row["number"]]
    # a key keeps its first place and its last value: the format comes first, the parameters second
    document = {"format": FORMAT, "parameters": game.parameters} | document | {"format": FORMAT}
    members = [
        f"{line(key)}: {lines(value) if isinstance(value, list) and key != 'parameters' else line(value)}"
        for key, value in document.items()
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
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        if (format_name := member(document, "format", str, "the game")) != FORMAT:
            raise FormatError(f"format is {described(format_name)}, expected {FORMAT!r}")
        parameters = elements(member(document, "parameters", list, "the game"), "parameters")
        names = [of_kind(parameter, str, where) for parameter, where in parameters]
        # with placeholders the document is a valid game without parameters
        payoffs = _taken(document, "outcomes", "payoffs", lambda size: ["0"] * size)
        moves = _taken(document, "information_sets", "probabilities", lambda size: [f"1/{size}"] * size)
    plain = {key: value for key, value in document.items() if key != "parameters"} | {"format": game_json.FORMAT}
    game = game_json.loads(json.dumps(plain, default=text), source)
    # the reader of games may change the order of sets, but not their numbers, which differ for chance
    sets = zip(document["information_sets"], moves, strict=True)
    probabilities = {int(row["number"]): expressions for row, expressions in sets if row["player"] == "chance"}
    outcomes = zip(document["outcomes"], payoffs, strict=True)
    return ParametricText(game, names, {int(row["number"]): texts for row, texts in outcomes}, probabilities)


def _taken(document: Value, table: str, key: str, placeholders: Callable[[int], list[str]]) -> list[list[str]]:
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
        all_expressions.append(expressions)
        if values:
            row[key] = placeholders(len(values))
    return all_expressions
