"""Game files. Every format has a module; the table FORMATS names all formats and modules.

A reader knows the format from the start of the text, a writer from the suffix of the file.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

from lemke.errors import FormatError, InputError, located, require_type
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.played import Played, PlayedProfile
from lemke.game.strategy import Profile, check_profile
from lemke.ground.results import Result
from lemke.io.bundled import PREFIX
from lemke.io.source import text_of, write_together

FORMATS = {
    "efg": ("EFG", "efg"),
    "nfg": ("NFG", "nfg"),
    "json": ("{", "game_json"),
}
"""Suffix of a format of games → how its text starts, after blanks, and its module here, loaded on first use."""


def suffixes(conjunction: str) -> str:
    """Return the suffixes as a phrase, with a conjunction before the last one.

    >>> suffixes("or")
    '.efg, .nfg or .json'
    """
    *most, last = (f".{suffix}" for suffix in FORMATS)
    return f"{', '.join(most)} {conjunction} {last}"


STARTS = tuple(start for start, _ in FORMATS.values())
"""What a game's text may start with."""

SUFFIXES = {"json": "json", "tex": "latex", "ne": "gambit", "lcp": "lcp", "lp": "lp"}
"""The format of a result that the suffix of its file names."""


def read(path: str | os.PathLike[str]) -> Game:
    """Return the game in a file, of the standard input for ``-``, or the bundled game of ``example:NAME``."""
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
    if format is None:
        start = text.removeprefix("\ufeff").lstrip()
        matching = (suffix for suffix, (first, _) in FORMATS.items() if start.startswith(first))
        if (format := next(matching, None)) is None:
            from lemke.io.grammar import misfit

            with located(source):
                hint = " (lemke.read takes the path of a file)" if start and not source else ""
                expected = f"{' or '.join(STARTS)}, the start of a game{hint}"
                raise misfit(text, len(text) - len(start), expected)
    game: Game = _module(format, "read").loads(text, source)
    return game


def dumps(game: Game | NormalForm | Profile | Result, format: str | None = None, *, of: Game | None = None) -> str:
    """Return the text of a game, a profile or a result, as :func:`lemke.dumps` describes."""
    if not isinstance(game, Game | NormalForm):
        return _dump_result(game, format, of)
    format = format or ("nfg" if isinstance(game, NormalForm) or game.strategic else "efg")
    module = _module(format, "written")
    if isinstance(game, NormalForm) and format == "nfg":
        text: str = module.dumps_form(game)
    else:
        text = module.dumps(game.tree() if isinstance(game, NormalForm) else game)
    return text


def _dump_result(result: Profile | Result, format: str | None, of: Game | None) -> str:
    from lemke.io import profile as profiles

    if isinstance(result, Profile) and (of is not None or not isinstance(result, PlayedProfile)):
        if of is None:
            raise InputError("a Profile without its game, expected the option of=game")
        check_profile(of, result)
        result = PlayedProfile.of_game(of, result)
    assert isinstance(result, Result)
    match format:
        case None | "json":
            return result.to_json()
        case "latex":
            return result.to_latex()
        case "gambit" if isinstance(result, Played):
            return profiles.dumps(result.game, result.profile)
    formats = "json (.json) or latex (.tex)" + " or gambit (.ne)" * isinstance(result, Played)
    stated = repr(format) if format else "a file without a suffix"
    raise FormatError(f"no {type(result).__name__} is written as {stated}, expected {formats}")


def _module(format: str, verb: str) -> ModuleType:
    """Return the module of a format of games."""
    if format not in FORMATS:
        raise FormatError(f"no games are {verb} as {format!r}, expected {' or '.join(FORMATS)}")
    return import_module(f"{__name__}.{FORMATS[format][1]}")


def write(
    game: Game | NormalForm | Profile | Result,
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    of: Game | None = None,
) -> None:
    """Write the text of :func:`dumps` to a file, as :func:`lemke.write` describes."""
    if format is None and path != "-":
        suffix = _suffix(path)
        format = suffix_format(path) if isinstance(game, Game | NormalForm) else SUFFIXES.get(suffix, suffix)
    with located(os.fspath(path)):
        text = dumps(game, format, of=of)
    write_together([(path, text)])


def suffix_format(path: str | os.PathLike[str], strategic: bool = False) -> str:
    """Return the format in which a game, strategic or not, is written to a path.

    >>> suffix_format("game.json"), suffix_format("-"), suffix_format("-", strategic=True)
    ('json', 'efg', 'nfg')
    """
    if path == "-":
        return "nfg" if strategic else "efg"
    suffix = _suffix(path)
    with located(os.fspath(path)):
        if not suffix:
            raise FormatError(f"no suffix, expected {suffixes('or')}, or the format: --to, or format= in Python")
        _module(suffix, "written")
    return suffix


def _suffix(path: str | os.PathLike[str]) -> str:
    return os.path.splitext(path)[1].lower().removeprefix(".")
