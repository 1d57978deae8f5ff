"""Game files: one module per format, and the table FORMATS that names them all.

A format is recognised by how the text starts when reading, by the suffix when writing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from lemke.certificate import Equilibrium
from lemke.errors import FormatError, InputError, located
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.strategy import Profile, behavior_object, check_profile
from lemke.game.tree import require_game
from lemke.ground.document import dumps as dumps_json
from lemke.io import bundled
from lemke.io.source import write_atomically


class GameModule(Protocol):
    """What the module of a format has."""

    def loads(self, content: str, source: str | None = ...) -> Game:
        """Return the game of a text."""

    def dumps(self, game: Game) -> str:
        """Return the text of a game."""


@dataclass(frozen=True, slots=True)
class GameFormat:
    """A file format for games.

    Attributes
    ----------
    name : str
    starts : str
        How a text of the format starts, blanks aside.
    load : callable
        Imports the module of the format, and returns it.
    """

    name: str
    starts: str
    load: Callable[[], GameModule]

    def dumps(self, game: Game) -> str:
        """Return the text of a game."""
        return self.load().dumps(game)


def _efg() -> GameModule:
    from lemke.io import efg

    return efg


def _nfg() -> GameModule:
    from lemke.io import nfg

    return nfg


def _json() -> GameModule:
    from lemke.io import game_json

    return game_json


FORMATS = {
    "efg": GameFormat("Gambit's extensive form", "EFG", _efg),
    "nfg": GameFormat("Gambit's strategic form", "NFG", _nfg),
    "json": GameFormat("lemke-game/1", "{", _json),
}
"""The formats, by suffix."""


def suffixes(last: str) -> str:
    """Return the suffixes for people, the last one after a word.

    >>> suffixes("or")
    '.efg, .nfg or .json'
    """
    *most, end = (f".{suffix}" for suffix in FORMATS)
    return f"{', '.join(most)} {last} {end}"


STARTS = tuple(known.starts for known in FORMATS.values())
"""What a game's text may start with."""

SUFFIXES = {**{suffix: suffix for suffix in FORMATS}, "ne": "gambit", "tex": "latex", "csv": "csv"}
"""What a file is taken to hold by its name: formats of games and of results, by suffix."""


def read(path: str | os.PathLike[str]) -> Game:
    """Return the game in a file, or on the standard input for ``-``; the content tells the format.

    ``example:`` and a name stand for a game that comes with this package, as on the command line.

    Raises
    ------
    InputError
        No bundled game has this name.
    FormatError, NumberError, GameError
        With the path and, where there is one, the line.

    >>> read("example:kuhn3")
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    text, source = bundled.text_of(os.fspath(path), STARTS)
    return loads(text, source=source)


def example(name: str) -> Game:
    """Return a game that comes with this package.

    Parameters
    ----------
    name : str
        One of :func:`~lemke.io.bundled.example_names`.

    Raises
    ------
    InputError
        No bundled game has this name.
    FormatError
        It has parameters: a :class:`lemke.ParametricGame` is made of its file.

    >>> example("kuhn3")
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    return read(bundled.PREFIX + name)


def loads(text: str, format: str | None = None, source: str | None = None) -> Game:
    """Return the game of a text in a format of the table FORMATS; the content tells which, unless one is named.

    Raises
    ------
    FormatError, NumberError, GameError
        With the source, if one is given, and the line.

    >>> loads('EFG 2 R "nothing to do" { "Ann" } t "" 1 "win" { 1/3 }')
    <Game 'nothing to do': 1 player, 1 node>
    """
    if format is None:
        format, start = "efg", text.lstrip()  # whose reader refuses a text that starts like no format
        for suffix, known in FORMATS.items():
            if start.startswith(known.starts):
                format = suffix
    if format not in FORMATS:
        raise FormatError(f"no games are read as {format!r}, expected {' or '.join(FORMATS)}")
    return FORMATS[format].load().loads(text, source)


def dumps(game: Game | NormalForm | Equilibrium | Profile, format: str | None = None, *, of: Game | None = None) -> str:
    r"""Return the text of a game in a format of the table FORMATS; by default .nfg for strategic games, else .efg.

    Of an equilibrium, its certificate in JSON; of a profile, JSON with the names of information sets and moves. As
    ``"gambit"``, the line ``NE,...`` of either.

    Parameters
    ----------
    game : Game, NormalForm, Equilibrium or Profile
    format : str or None
    of : Game, optional
        For a profile, the game that it is one of.

    Raises
    ------
    FormatError
        For an unknown format.
    InputError
        For an object of which there is no file, and a profile without its game.
    ProfileError, ProbabilityError
        For no profile of the game.

    >>> game = example("matching_pennies")
    >>> dumps(Profile.of(game, [[["1/3", "2/3"]], [[1, 0]]]), "gambit", of=game)
    'NE,1/3,2/3,1,0\n'
    """
    if isinstance(game, Equilibrium | Profile):
        return _dumped_profile(game, format, of)
    if not isinstance(game, Game | NormalForm):
        kind = type(game).__name__
        raise InputError(f"an object of type {kind}, expected a Game, a NormalForm, an Equilibrium or a Profile")
    strategic = isinstance(game, NormalForm) or game.strategic
    chosen = suffix_format("-", strategic) if format is None else format
    if chosen not in FORMATS:
        raise FormatError(f"no games are written as {format!r}, expected {' or '.join(FORMATS)}")
    if isinstance(game, Game):
        return FORMATS[chosen].dumps(game)
    from lemke.io import nfg

    return nfg.dumps_form(game) if chosen == "nfg" else FORMATS[chosen].dumps(game.tree())


def _dumped_profile(found: Equilibrium | Profile, format: str | None, of: Game | None) -> str:
    from lemke.io import profile as profiles

    if format not in (None, "json", "gambit"):
        kind = "equilibria" if isinstance(found, Equilibrium) else "profiles"
        raise FormatError(f"no {kind} are written as {format!r}, expected json or gambit, whose suffix is .ne")
    if isinstance(found, Equilibrium):
        return profiles.dumps(found.game, found.profile) if format == "gambit" else found.document().to_json()
    if of is None:
        raise InputError("a Profile without its game, expected of=game too")
    require_game(of)
    check_profile(of, found)
    if format == "gambit":
        return profiles.dumps(of, found)
    return dumps_json({"behavior": behavior_object(of, found)})


def write(
    game: Game | NormalForm | Equilibrium | Profile,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    of: Game | None = None,
) -> None:
    """Write what :func:`dumps` makes to a file, whole or not at all; its suffix tells the format unless one is named.

    ``-`` is the standard output, as .nfg for a strategic game, as .efg for others, as JSON for an equilibrium or a
    profile. The suffix of Gambit's lines ``NE,...`` is .ne.

    Raises
    ------
    FormatError
        For an unknown format, or the suffix of one.
    InputError
        The file cannot be written, or a profile comes without its game.
    ProfileError, ProbabilityError
        For no profile of the game.
    """
    with located(os.fspath(path)):
        text = dumps(game, _written(game, path) if format is None else format, of=of)
    write_atomically(path, text)


def suffix_format(path: str | os.PathLike[str], strategic: bool = False) -> str:
    """Return the format in which a game, strategic or not, is written to a path.

    Raises
    ------
    FormatError
        For the suffix of an unknown format.

    >>> suffix_format("game.json"), suffix_format("-"), suffix_format("-", strategic=True)
    ('json', 'efg', 'nfg')
    """
    standard = "nfg" if strategic else "efg"
    suffix = standard if path == "-" else _suffix(path)
    if suffix not in FORMATS:
        with located(os.fspath(path)):
            raise FormatError(f"no games are written as {suffix!r}, expected {' or '.join(FORMATS)}")
    return suffix


def _suffix(path: str | os.PathLike[str]) -> str:
    return os.path.splitext(path)[1].lower().removeprefix(".")


def _written(game: object, path: str | os.PathLike[str]) -> str | None:
    """Return the format in which something is written to a path; None for the one that it has by itself."""
    if path == "-":
        return None
    if not isinstance(game, Equilibrium | Profile):
        return suffix_format(path)
    suffix = _suffix(path)
    return "gambit" if suffix == "ne" else suffix
