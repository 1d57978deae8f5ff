"""Game files. Every format has a module; the table FORMATS names all formats and modules.

A reader knows the format from the start of the text, a writer from the suffix of the file.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType

from lemke.errors import FormatError, InputError, located, require_type, type_name
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.played import Played, PlayedProfile
from lemke.game.strategy import Profile, check_profile
from lemke.game.tree import require_game
from lemke.ground.results import Result
from lemke.io.bundled import PREFIX
from lemke.io.source import text_of, write_atomically


@dataclass(frozen=True, slots=True)
class GameFormat:
    """A file format for games.

    Attributes
    ----------
    starts : str
        How a text of the format starts, after blanks.
    module : str
        The name of its module in this folder. The module has ``loads`` and ``dumps`` and is imported on first use.
    """

    starts: str
    module: str

    def load(self) -> ModuleType:
        """Return the module of the format."""
        return import_module(f"{__name__}.{self.module}")


FORMATS = {
    "efg": GameFormat("EFG", "efg"),
    "nfg": GameFormat("NFG", "nfg"),
    "json": GameFormat("{", "game_json"),
}
"""The formats of games, by suffix."""


def suffixes(conjunction: str) -> str:
    """Return the suffixes as a phrase, with a conjunction before the last one.

    >>> suffixes("or")
    '.efg, .nfg or .json'
    """
    *most, last = (f".{suffix}" for suffix in FORMATS)
    return f"{', '.join(most)} {conjunction} {last}"


STARTS = tuple(game_format.starts for game_format in FORMATS.values())
"""What a game's text may start with."""

SUFFIXES = {**{suffix: suffix for suffix in FORMATS}, "ne": "gambit", "tex": "latex", "csv": "csv"}
"""Suffix of a file → the format that it names, for games and for results."""


def read(path: str | os.PathLike[str]) -> Game:
    """Return the game in a file, or on the standard input for ``-``; the content tells the format.

    ``example:NAME`` is a game that comes with this package, as on the command line.

    Raises
    ------
    InputError
        No bundled game has this name.
    FormatError, NumberError, GameError
        For a mistake in the file; the message has the path and, if there is one, the line.

    >>> read("example:kuhn3")
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    require_type(path, str | os.PathLike, "a path", "a file")
    text, source = text_of(os.fspath(path), STARTS)
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
        The game has a parameter; :meth:`lemke.ParametricGame.read` reads it, as ``example:NAME``.

    >>> example("kuhn3")
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    require_type(name, str, "the name of a bundled game")
    return read(PREFIX + name)


def loads(text: str, format: str | None = None, source: str | None = None) -> Game:
    """Return the game of a text in one of the FORMATS; the content tells the format unless one is named.

    Raises
    ------
    FormatError, NumberError, GameError
        For a mistake in the text; the message has the line and, if it is given, the source.

    >>> loads('EFG 2 R "nothing to do" { "Ann" } t "" 1 "win" { 1/3 }')
    <Game 'nothing to do': 1 player, 1 node>
    """
    require_type(text, str, "the text of a game")
    require_type(format, str | None, f"a name of a format, {' or '.join(FORMATS)}", "a format")
    require_type(source, str | None, "a name of the text for messages", "a source")
    if format is None:
        start = text.removeprefix("\ufeff").lstrip()
        matching = (suffix for suffix, game_format in FORMATS.items() if start.startswith(game_format.starts))
        if (format := next(matching, None)) is None:
            from lemke.io.grammar import misfit

            with located(source):
                hint = " (lemke.read takes the path of a file)" if start and not source else ""
                expected = f"{' or '.join(STARTS)}, the start of a game{hint}"
                raise misfit(text, len(text) - len(start), expected)
    if format not in FORMATS:
        raise FormatError(f"no games are read as {format!r}, expected {' or '.join(FORMATS)}")
    game: Game = FORMATS[format].load().loads(text, source)
    return game


def dumps(game: Game | NormalForm | Profile | Result, format: str | None = None, *, of: Game | None = None) -> str:
    r"""Return the text of a game in one of the FORMATS; by default .nfg for strategic games, else .efg.

    An equilibrium becomes a certificate in JSON. A profile becomes JSON with the names of information sets and moves.
    With ``"gambit"``, an equilibrium or a profile becomes the line ``NE,...``. Other results, such as all equilibria,
    become the JSON that commands print. With ``"latex"``, any result becomes LaTeX for a paper.

    Parameters
    ----------
    game : Game, NormalForm, Equilibrium, Profile or another result
    format : str or None
    of : Game, optional
        The game of the profile, if the profile does not hold its game.

    Raises
    ------
    FormatError
        For an unknown format.
    InputError
        For an object that has no file format, and for a profile without its game.
    ProfileError, NumberError
        If the profile does not fit the game.

    >>> game = example("matching_pennies")
    >>> dumps(Profile.of(game, [[["1/3", "2/3"]], [[1, 0]]]), "gambit", of=game)
    'NE,1/3,2/3,1,0\n'
    """
    require_type(format, str | None, "a name of a format", "a format")
    if not isinstance(game, Game | NormalForm):
        return _dumped_result(game, format, of)
    if format is None:
        format = "nfg" if isinstance(game, NormalForm) or game.strategic else "efg"
    if format not in FORMATS:
        raise FormatError(f"no games are written as {format!r}, expected {' or '.join(FORMATS)}")
    module = FORMATS[format].load()
    if isinstance(game, NormalForm) and format == "nfg":
        text: str = module.dumps_form(game)
    else:
        text = module.dumps(game.tree() if isinstance(game, NormalForm) else game)
    return text


def _dumped_result(result: Profile | Result, format: str | None, of: Game | None) -> str:
    from lemke.io import profile as profiles

    if isinstance(result, Profile) and (of is not None or not isinstance(result, PlayedProfile)):
        if of is None:
            raise InputError("a Profile without its game, expected the option of=game")
        require_game(of)
        check_profile(of, result)
        result = PlayedProfile.of_game(of, result)
    if not isinstance(result, Result):
        raise InputError(f"an object of type {type_name(result)}, expected a Game, a NormalForm, a Profile or a result")
    match format:
        case None | "json":
            return result.to_json()
        case "latex":
            return result.to_latex()
        case "gambit" if isinstance(result, Played):
            return profiles.dumps(result.game, result.profile)
    formats = ["json (.json)", "latex (.tex)"]
    if isinstance(result, Played):
        formats.append("gambit (.ne)")
    stated = repr(format) if format else "a file without a suffix"
    raise FormatError(f"no {type(result).__name__} is written as {stated}, expected {' or '.join(formats)}")


def write(
    game: Game | NormalForm | Profile | Result,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    of: Game | None = None,
) -> None:
    """Write the text of :func:`dumps` to a file, whole or not at all; the suffix tells the format unless one is named.

    ``-`` is the standard output. It gets .nfg for a strategic game, .efg for other games, and JSON for results. The
    suffix of Gambit's lines ``NE,...`` is .ne, the suffix of LaTeX is .tex.

    Raises
    ------
    FormatError
        For an unknown format or suffix.
    InputError
        The file cannot be written, or a profile comes without its game.
    ProfileError, NumberError
        If the profile does not fit the game.
    """
    require_type(path, str | os.PathLike, "a path", "a file")
    if format is None and path != "-":
        suffix = _suffix(path)
        format = suffix_format(path) if isinstance(game, Game | NormalForm) else SUFFIXES.get(suffix, suffix)
    with located(os.fspath(path)):
        text = dumps(game, format, of=of)
    write_atomically(path, text)


def suffix_format(path: str | os.PathLike[str], strategic: bool = False) -> str:
    """Return the format in which a game, strategic or not, is written to a path.

    Raises
    ------
    FormatError
        For an unknown suffix.

    >>> suffix_format("game.json"), suffix_format("-"), suffix_format("-", strategic=True)
    ('json', 'efg', 'nfg')
    """
    if path == "-":
        return "nfg" if strategic else "efg"
    if (suffix := _suffix(path)) not in FORMATS:
        with located(os.fspath(path)):
            if not suffix:
                raise FormatError(f"no suffix, expected {suffixes('or')}, or the format: --to, or format= in Python")
            raise FormatError(f"no games are written as {suffix!r}, expected {' or '.join(FORMATS)}")
    return suffix


def _suffix(path: str | os.PathLike[str]) -> str:
    return os.path.splitext(path)[1].lower().removeprefix(".")
