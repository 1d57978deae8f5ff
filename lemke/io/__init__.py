"""Game files: one module per format, and the table FORMATS that names them all.

A format is recognised by how the text starts when reading, by the suffix when writing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from lemke.certificate import Equilibrium
from lemke.errors import FormatError, InputError, located
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.strategy import Profile, check_profile
from lemke.game.strategy.documents import behavior
from lemke.game.tree import require_game
from lemke.io import efg, efg_writer, equilibrium, game_json, json_text, nfg
from lemke.io import profile as profiles
from lemke.io.source import read_text, write_atomically


@dataclass(frozen=True, slots=True)
class GameFormat:
    """A file format for games.

    Attributes
    ----------
    name : str
    starts : str
        How a text of the format starts, blanks aside.
    loads : callable
        From text, source (for messages) and watch to the game.
    dumps : callable
        From a game to its text.
    """

    name: str
    starts: str
    loads: Callable[[str, str | None], Game]
    dumps: Callable[[Game], str]


FORMATS = {
    "efg": GameFormat("Gambit's extensive form", "EFG", efg.loads, efg_writer.dumps),
    "nfg": GameFormat("Gambit's strategic form", "NFG", nfg.loads, nfg.dumps),
    "json": GameFormat("lemke-game/1", "{", game_json.loads, game_json.dumps),
}
"""The formats, by suffix."""


def read(path: str | os.PathLike[str]) -> Game:
    """Return the game in a file, or on the standard input for ``-``; the content tells the format.

    ``example:`` and a name stand for a game that comes with this package, as on the command line.

    Raises
    ------
    FormatError, NumberError, GameError
        With the path and, where there is one, the line.
    """
    from lemke.io import bundled  # noqa: PLC0415  it reads its games by this module

    name = os.fspath(path)
    if name.startswith(bundled.PREFIX):
        return bundled.example(name.removeprefix(bundled.PREFIX))
    text = read_text(path, tuple(each.starts for each in FORMATS.values()))
    return _recognised(text).loads(text, os.fspath(path))


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
        return _recognised(text).loads(text, source)
    if format not in FORMATS:
        raise FormatError(f"no games are read as {format!r}, expected {' or '.join(FORMATS)}")
    return FORMATS[format].loads(text, source)


def _recognised(text: str) -> GameFormat:
    """Return the format of a text by how it starts; the first one, for its reader to refuse the text, if by none."""
    start = text.lstrip()
    return next((each for each in FORMATS.values() if start.startswith(each.starts)), FORMATS["efg"])


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

    >>> from lemke.io.bundled import example
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
    if isinstance(game, NormalForm):
        return nfg.dumps_form(game) if chosen == "nfg" else FORMATS[chosen].dumps(game.tree())
    return FORMATS[chosen].dumps(game)


def _dumped_profile(found: Equilibrium | Profile, format: str | None, of: Game | None) -> str:
    if format not in (None, "json", "gambit"):
        kind = "equilibria" if isinstance(found, Equilibrium) else "profiles"
        raise FormatError(f"no {kind} are written as {format!r}, expected json or gambit, whose suffix is .ne")
    if isinstance(found, Equilibrium):
        return profiles.dumps(found.game, found.profile) if format == "gambit" else equilibrium.dumps(found)
    if of is None:
        raise InputError("a Profile without its game, expected of=game too")
    require_game(of)
    check_profile(of, found)
    return profiles.dumps(of, found) if format == "gambit" else json_text.dumps({"behavior": behavior(of, found)})


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
