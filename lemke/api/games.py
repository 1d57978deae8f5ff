"""Games and priors that are arguments of commands: files, bundled games, and games of OpenSpiel."""

from __future__ import annotations

from lemke.errors import FormatError, InputError, ProfileError, located
from lemke.game import Game
from lemke.interop.openspiel import PREFIX, Payoffs, from_openspiel
from lemke.io import bundled, parametric, read
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.solvers import Prior


def read_game(argument: str, payoffs: Payoffs = "binary") -> Game:
    """Return the game in a file, on the standard input for ``-``, or one that ``example:`` or ``openspiel:`` names.

    ``payoffs`` is that of :func:`from_openspiel`.

    Raises
    ------
    LemkeError
        Located at the argument.
    """
    if argument.startswith(PREFIX):
        return from_openspiel(argument.removeprefix(PREFIX), payoffs)
    if payoffs == "snapped":
        raise InputError(f"payoffs to snap in {argument}, expected a game of OpenSpiel, {PREFIX}NAME")
    if argument.startswith(bundled.PREFIX):
        return bundled.example(argument.removeprefix(bundled.PREFIX))
    return read(argument)


def read_parametric(argument: str) -> parametric.ParametricText:
    """Return the game with parameters in a file, on the standard input for ``-``, or one that ``example:`` names.

    Raises
    ------
    LemkeError
        Located at the argument.
    """
    if argument.startswith(bundled.PREFIX):
        found = bundled.find(argument.removeprefix(bundled.PREFIX))
        if not found.file.endswith(".json"):
            with located(argument):
                raise FormatError("a game without parameters, expected one with (lemke-parametric-game/1)")
        return parametric.loads(read_text(found.path), argument)
    return parametric.read(argument)


def read_prior(name: str, game: Game) -> Prior:
    """Return the prior of a name, or the profile in a file."""
    match name:
        case "auto" | "centroid" | "random":
            return name
    game.require_two_players()
    claims = profiles.loads(read_text(name), game, name)
    if len(claims) != 1:
        with located(name):
            raise ProfileError(f"{len(claims)} profiles, expected one as prior")
    return claims[0].profile
