"""Game strings of OpenSpiel, tried in another process and then loaded; and errors of OpenSpiel as errors of lemke.

Parameters may crash OpenSpiel's C++ code and so the whole process: ``y(board_size=-1)`` always does,
``blotto(coins=-3)`` only with certain bytes in memory. So a string with parameters is first loaded and played once in a
child process. A string that fails there is not loaded here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from tempfile import TemporaryFile
from typing import Any, NoReturn

from lemke.errors import GameError, InputError, LemkeError, question, suggestion
from lemke.ground import limits
from lemke.ground.packages import require
from lemke.ground.rational import quoted

EXTRA = "openspiel"
"""The extra of this package that installs OpenSpiel."""

_PLAYABLE = "a game that OpenSpiel can play"
_MOVES = 1000  # the most moves of a trial play
_SECONDS = 300  # how long a trial may take
# the errors that a child process may report
_ERRORS = {kind.__name__: kind for kind in (GameError, InputError, MemoryError)}
# the program of the child process; its standard input has sys.path of this process and the game string
_CHILD = f"""\
import json, sys
sys.path[:], name = json.load(sys.stdin)
from {__name__} import try_and_exit
try_and_exit(name)
"""
_ANSWERED = 77
"""The exit status of a child process that has printed its answer; a crash has another status."""


def load_checked(name: str) -> Any:
    """Return the ``pyspiel.Game`` that a string names; a string with parameters is first tried in a child process.

    Raises
    ------
    InputError
        If OpenSpiel is not installed, or does not know or load the game. For a string with parameters also if the trial
        crashes, takes too long, or shows that the game cannot be a tree with exact numbers.
    GameError
        If a game with parameters cannot be played.
    """
    short, bracket, _ = name.partition("(")
    _require_known(short.strip())
    if bracket:
        _try_in_child(name)
    return _load(name)


def is_registered(short: str) -> bool:
    """Return whether OpenSpiel has registered a game of this short name; games in Python are registered on import."""
    try:
        return short in require("pyspiel", EXTRA).registered_names()
    except InputError:
        return False


def turn_based(game: Any) -> tuple[Any, Any]:
    """Return the game and its first state; a game with simultaneous moves is converted to moves in turn.

    Raises
    ------
    InputError
        If the game is of a kind that cannot be a tree with exact numbers.
    GameError
        If OpenSpiel fails.
    """
    pyspiel = require("pyspiel", EXTRA)
    kind = game.get_type()
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        raise InputError("a mean-field game, expected a game of players who move in turn or at the same time")
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise InputError("chance moves are sampled, expected chance moves with explicit probabilities")
    if not kind.provides_information_state_string:
        raise InputError("a game with no information-state strings, expected strings that identify information sets")
    with failing(GameError, "OpenSpiel failed", _PLAYABLE), quiet():
        if kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            game = pyspiel.convert_to_turn_based(game)
        return game, game.new_initial_state()


def _require_known(short: str) -> None:
    """Raise an error unless OpenSpiel has a game of this short name; ``python_…`` first registers games in Python."""
    if short.startswith("python_"):
        require("open_spiel.python.games", EXTRA)
    if short not in (known := require("pyspiel", EXTRA).registered_names()):
        longer = [name for name in known if short and name.startswith(short)][:3]
        expected = suggestion(short, known) or question(longer) or ", expected one of pyspiel.registered_names()"
        raise InputError(f"OpenSpiel has no game {quoted(short)}{expected}")


def _load(name: str) -> Any:
    with failing(InputError, "OpenSpiel cannot load it", "a game string"), quiet():
        return require("pyspiel", EXTRA).load_game(name)


@cache  # an error is not cached: a file that the string names may change
def _try_in_child(name: str) -> None:
    """Try a string in a child process; raise the child's error, or :class:`InputError` if the child dies or hangs."""
    command = [sys.executable, "-P", "-c", _CHILD]  # -P: nothing is imported from the working directory
    pipe, devnull = subprocess.PIPE, subprocess.DEVNULL
    with TemporaryFile("w+", encoding="ascii") as request:
        json.dump([sys.path, name], request)
        request.seek(0)
        with subprocess.Popen(
            command, stdin=request, stdout=pipe, stderr=devnull, text=True, errors="replace"
        ) as process:
            try:
                answer = _answer(process)
            finally:
                process.kill()
    if (status := process.returncode) != _ANSWERED:
        cause = signal.Signals(-status).name if status < 0 else f"status {status}"
        raise InputError(f"OpenSpiel crashes ({cause}), expected {_PLAYABLE}")
    if (error := json.loads(answer.splitlines()[-1])) is not None:
        kind, message = error
        raise _ERRORS[kind](message)


def _answer(process: subprocess.Popen[str]) -> str:
    """Return what a process prints until it ends, within the limits."""
    with suppress(subprocess.TimeoutExpired):
        return process.communicate(timeout=min(_SECONDS, limits.current().seconds_left()))[0]
    limits.check()
    raise InputError(f"OpenSpiel does not load and play the game in {_SECONDS} s, expected {_PLAYABLE}")


def try_and_exit(name: str) -> NoReturn:
    """In the child process: load a game, play it once, print the error as JSON, null if there is none, and exit."""
    error = None
    try:
        _require_known(name.partition("(")[0].strip())
        _, state = turn_based(_load(name))
        with failing(GameError, "OpenSpiel failed", _PLAYABLE):
            _play(state)
    except (LemkeError, MemoryError) as caught:
        error = [type(caught).__name__, str(caught)]
    print("\n" + json.dumps(error))  # OpenSpiel may have printed something, without an end of line
    sys.exit(_ANSWERED)


def _play(state: Any) -> None:
    """Play the first move at every state, until the end or for 1000 moves, so that a faulty game fails."""
    for _ in range(_MOVES):
        if state.is_terminal():
            state.returns()
            return
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            state.information_state_string()
            actions = state.legal_actions()
        if not actions:  # StateWalk has a message of its own for this
            return
        state.apply_action(actions[0])


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
