"""Games and stand-alone checkers that come with this package.

In the repository they are in ``examples``; once installed, in ``lemke/bundled_games`` and ``lemke/bundled_checkers``.
The list of games is ``index.json`` beside them: for every game the attributes of an :class:`Example`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from lemke.errors import FormatError, InputError, suggestion
from lemke.ground.table import Table

PREFIX = "example:"
"""The prefix that distinguishes a bundled game from a file."""

_PACKAGE = Path(__file__).parents[1]
FOLDERS = (_PACKAGE / "bundled_games", _PACKAGE.parent / "examples" / "games")
"""Folders that may have the games: the first one if the package is installed, the second one in a checkout."""
CHECKERS = (_PACKAGE / "bundled_checkers", _PACKAGE.parent / "examples")
"""Folders that may have the checkers: the first one if the package is installed, the second one in a checkout."""


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled game."""

    name: str  # follows ``example:``
    file: str  # the name of its file, whose suffix tells the format
    title: str
    players: int
    shows: str  # what it is an example of
    source: str  # author and year; the file cites it in full

    @property
    def path(self) -> Path:
        """The path of the file."""
        return _folder() / self.file


def examples() -> tuple[Example, ...]:
    """Return the bundled games, the best known first.

    >>> examples()[0].name, examples()[0].source
    ('kuhn3', 'Kuhn 1950')
    """
    index = _folder() / "index.json"
    return tuple(Example(**entry) for entry in json.loads(index.read_text(encoding="utf-8")))  # our own file


def examples_table() -> Table:
    """Return the table of the bundled games."""
    rows = [[example.name, example.players, example.shows, example.source] for example in examples()]
    usage = "As a GAME: example:NAME. A copy: lemke examples copy NAME"
    return Table(["name", "players", "shows", "source"], rows, notes=[usage], index=1)


def example_names() -> tuple[str, ...]:
    """Return the names of the bundled games, for :func:`lemke.example`.

    >>> example_names()[:3]
    ('kuhn3', 'kuhn4', 'kuhn5')
    """
    return tuple(example.name for example in examples())


def find(name: str) -> Example:
    """Return the bundled game with a name; the name may end with the suffix of the game's file.

    >>> find("winkels_1979").file
    'winkels_1979.nfg'
    >>> find("kuhn33")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: no bundled game is named 'kuhn33', did you mean 'kuhn3'? lemke examples lists them
    """
    bundled_games = examples()
    for bundled_game in bundled_games:
        if name in (bundled_game.name, bundled_game.file):
            return bundled_game
    hint = suggestion(name.rpartition(".")[0] or name, example_names())
    raise InputError(f"no bundled game is named {name!r}{hint or ','} lemke examples lists them")


def _folder() -> Path:
    for folder in FOLDERS:
        if (folder / "index.json").is_file():
            return folder
    raise FormatError(f"no bundled games in {' or '.join(map(str, FOLDERS))}, expected the files of the package lemke")


def checker(name: str) -> str:
    """Return the text of a stand-alone checker.

    Raises a FormatError if the checker is in neither of the folders :data:`CHECKERS`.

    >>> "lemke" in checker("check.py")
    True
    """
    for folder in CHECKERS:
        if (folder / name).is_file():
            return (folder / name).read_text(encoding="utf-8")
    raise FormatError(f"no {name} in {' or '.join(map(str, CHECKERS))}, expected the checkers of this package")
