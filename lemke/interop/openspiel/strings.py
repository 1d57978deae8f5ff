"""Game strings of OpenSpiel, and errors of OpenSpiel as errors of lemke."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lemke.errors import GameError, InputError, LemkeError, suggestion
from lemke.ground.packages import require
from lemke.ground.rational import quoted

EXTRA = "openspiel"
"""The extra of this package that installs OpenSpiel."""

PLAYABLE = "a game that OpenSpiel can play"


def load(name: str) -> Any:
    """Return the ``pyspiel.Game`` that a string names; ``python_…`` first registers games in Python.

    Raises InputError if OpenSpiel is not installed, or does not know or load the game. Parameters that crash
    OpenSpiel's C++ code, such as ``y(board_size=-1)``, crash the process.
    """
    short = name.partition("(")[0].strip()
    if short.startswith("python_"):
        require("open_spiel.python.games", EXTRA)
    pyspiel = require("pyspiel", EXTRA)
    if short not in (known := pyspiel.registered_names()):
        expected = suggestion(short, known) or ", expected one of pyspiel.registered_names()"
        raise InputError(f"OpenSpiel has no game {quoted(short)}{expected}")
    with failing(InputError, "OpenSpiel cannot load it", "a game string"), quiet():
        return pyspiel.load_game(name)


def turn_based(game: Any) -> tuple[Any, Any]:
    """Return the game and its first state; a game with simultaneous moves is converted to moves in turn."""
    pyspiel = require("pyspiel", EXTRA)
    kind = game.get_type()
    refused = {
        "a mean-field game": kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD,
        "chance moves are sampled": kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        "a game with no information-state strings": not kind.provides_information_state_string,
    }
    if any(refused.values()):
        fault = next(name for name, is_so in refused.items() if is_so)
        raise InputError(f"{fault}, expected explicit probabilities, and strings that identify information sets")
    with failing(GameError, "OpenSpiel failed", PLAYABLE), quiet():
        if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        return game, game.new_initial_state()


@contextmanager
def failing(kind: type[InputError], failure: str, expected: str) -> Iterator[None]:
    """Turn an error of OpenSpiel into an error of class ``kind``: failure, OpenSpiel's words, what was expected.

    OpenSpiel raises errors of any class, in C++ and in games written in Python. A MemoryError and errors of lemke pass
    through.
    """
    try:
        yield
    except (LemkeError, MemoryError):
        raise
    except Exception as error:
        line = str(error).strip().split("\n")[0].rstrip(".")
        name = type(error).__name__
        if name != "SpielError":  # not OpenSpiel's own
            line = f"{name}: {line}" if line else name
        raise kind(f"{failure}: {line}, expected {expected}") from error


@contextmanager
def quiet() -> Iterator[None]:
    """Keep OpenSpiel from writing an error to the standard error before it raises it."""
    try:
        saved = os.dup(2)
    except OSError:  # the standard error is closed
        yield
        return
    try:
        with open(os.devnull, "wb") as sink:
            os.dup2(sink.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
