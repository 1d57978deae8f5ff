"""Games and priors that are arguments of commands: files, bundled games, and games of OpenSpiel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lemke.errors import InputError
from lemke.game import Game
from lemke.interop import OPENSPIEL
from lemke.io import profile as profiles
from lemke.io import read
from lemke.solvers import Prior

if TYPE_CHECKING:
    from lemke.interop.openspiel import Payoffs


def read_game(argument: str, payoffs: Payoffs = "binary") -> Game:
    """Return the game in a file, on the standard input for ``-``, or one that ``example:`` or ``openspiel:`` names.

    ``payoffs`` is that of :func:`from_openspiel`.

    Raises
    ------
    LemkeError
        Located at the argument.
    """
    if argument.startswith(OPENSPIEL):
        from lemke.interop.openspiel import from_openspiel  # noqa: PLC0415  loaded for its games only

        return from_openspiel(argument.removeprefix(OPENSPIEL), payoffs)
    if payoffs == "snapped":
        raise InputError(f"payoffs to snap in {argument}, expected a game of OpenSpiel, {OPENSPIEL}NAME")
    return read(argument)


def read_prior(name: str, game: Game) -> Prior:
    """Return the prior of a name, or the profile in a file."""
    match name:
        case "auto" | "centroid" | "random":
            return name
    game.require_two_players()
    return profiles.read(name, game, " as prior").profile
