"""Doors for files: games in any form, profiles and results are written, games are read."""

from __future__ import annotations

import os
from typing import Any

from lemke import io
from lemke.api import games
from lemke.api.doors import GAMES, door
from lemke.certificate import Equilibrium
from lemke.errors import require_type
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.document import Tabular
from lemke.ground.results import Result
from lemke.io.proofs import PROOF_FORMATS, Certificate, files, format_of, output_files
from lemke.io.source import write_together

OPENSPIEL_GAMES = """

    ``path`` may also be ``openspiel:`` with a game string, for a game of OpenSpiel."""

PROOFS = """
    An equilibrium is also written as a proof for other programs: ``"vipr"`` (.vipr; for kuhn3.vipr the files
    kuhn3.player1.vipr and so on), ``"proof"`` (.proof), ``"coq"`` (.v) or ``"bundle"`` (.zip)."""


@door(io.read, OPENSPIEL_GAMES)
def read(path: str | os.PathLike[str]) -> Game:  # noqa: D103
    require_type(path, str | os.PathLike, "a path", "a file")
    return games.read_game(os.fspath(path))


@door(io.dumps, GAMES)
def dumps(game: object, format: str | None = None, *, of: object = None) -> str:  # noqa: D103
    return io.dumps(_content(game), format, of=_game_of(of))


@door(io.write, GAMES + PROOFS)
def write(  # noqa: D103
    game: object, path: str | os.PathLike[str], format: str | None = None, *, of: object = None
) -> None:
    proof = format or format_of(os.fspath(path))
    if isinstance(game, Equilibrium) and not game.epsilon and proof in PROOF_FORMATS:
        contents = files(Certificate(game.game, game.claim, game.to_json()), proof)
        write_together(output_files(contents, os.fspath(path)))
        return
    io.write(_content(game), path, format, of=_game_of(of))


def _content(stated: object) -> Any:
    """Return a game that is stated in any form as a Game or form; return a profile or a result unchanged."""
    return stated if isinstance(stated, Game | Profile | Tabular | Result) else games.problem(stated)


def _game_of(of: object) -> Game | None:
    """Return the option ``of``, a game in any form, as a Game; None if it was not given."""
    return None if of is None else games.game(of)
