"""Games with a parameter as JSON, ``"format": "lemke-parametric-game/2"``.

The object has a ``game`` as in :mod:`~lemke.io.game_json`, the name of the ``parameter``, and expressions in the
parameter: ``payoffs`` by the number of an outcome, and probabilities of ``chance`` by the number of an information set.
They replace those of the game. :class:`lemke.studies.parametric.ParametricGame` interprets their text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os import PathLike, fspath
from typing import NamedTuple

from lemke.errors import FormatError, located
from lemke.game import Game
from lemke.ground.rational import ZERO, text
from lemke.io import exact_json, game_json
from lemke.io.bundled import PREFIX
from lemke.io.exact_json import Value, described, elements, integer, member, of_kind
from lemke.io.game_json import line
from lemke.io.source import text_of

FORMAT = "lemke-parametric-game/2"


class ParametricText(NamedTuple):
    """A game whose expressions are text: the arguments of :meth:`lemke.ParametricGame.of`."""

    game: Game
    parameter: str
    payoffs: Mapping[int, Sequence[str]]
    chance: Mapping[int, Sequence[str]]


def dumps(game: ParametricText) -> str:
    """Return a game with a parameter as JSON, one information set, outcome, node or list of expressions per line."""
    members = [f'"format": "{FORMAT}"', f'"parameter": {line(game.parameter)}']
    for key, rows in (("payoffs", game.payoffs), ("chance", game.chance)):
        if rows:
            body = ",\n".join(f"{line(str(number))}: {line(row)}" for number, row in rows.items())
            members.append(f'"{key}": {{\n{body}\n}}')
    members.append(f'"game": {game_json.dumps(game.game).strip()}')
    return "{\n" + ",\n".join(members) + "\n}\n"


def read(path: str | PathLike[str]) -> ParametricText:
    """Return the game of a file, of the standard input for ``-``, or the bundled game that ``example:NAME`` names.

    An InputError is raised if no bundled game has this name, or else an error as of :func:`loads`.
    """
    content, source = text_of(fspath(path), ("{",), "a game with a parameter, JSON")
    if source.startswith(PREFIX) and not content.startswith("{"):
        with located(source):
            raise FormatError(f"a game without a parameter, expected a game with a parameter ({FORMAT})")
    return loads(content, source)


def loads(content: str, source: str | None = None) -> ParametricText:
    """Return the game of a JSON text.

    Raises
    ------
    FormatError, NumberError, GameError
        The message has the source, and the line or a path such as ``nodes[3].set``.

    >>> loads('''{"format": "lemke-parametric-game/2", "parameter": "t", "payoffs": {"1": ["t/2"]},
    ... "game": {"format": "lemke-game/1", "players": ["Ann"], "information_sets": [],
    ... "outcomes": [{"number": 1, "payoffs": ["0"]}], "nodes": [{"set": null, "outcome": 0}]}}''').payoffs
    {1: ['t/2']}
    """
    document = exact_json.loads(content.removeprefix("\ufeff"), source)
    with located(source):
        if (format_name := member(document, "format", str, "the game")) != FORMAT:
            raise FormatError(f"format is {described(format_name)}, expected {FORMAT!r}")
        if unknown := document.keys() - {"format", "parameter", "game", "payoffs", "chance"}:
            raise FormatError(f"the game has a member {min(unknown)!r}, expected payoffs and chance")
        parameter = member(document, "parameter", str, "the game")
        game = game_json.loads(json.dumps(member(document, "game", dict, "the game"), default=text), source)
        return ParametricText(game, parameter, _expressions(document, "payoffs"), _expressions(document, "chance"))


def _expressions(document: Value, key: str) -> dict[int, list[str]]:
    """Return lists of expressions by the number of an outcome or an information set."""
    rows = {}
    for number, row in of_kind(document.get(key, {}), dict, key).items():
        rows[integer(number, f"a key of {key}")] = [
            text(value) if isinstance(value, type(ZERO)) else of_kind(value, str, where)
            for value, where in elements(row, f"{key}[{number}]")
        ]
    return rows
