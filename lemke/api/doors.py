"""The doors of the library: functions of the rooms below that take a game in any form that people have it in.

A door has the name, the signature and the words of what is behind it, and says what it takes besides.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from lemke.api import games
from lemke.api.profiles import profile
from lemke.game import Game

P = ParamSpec("P")
R = TypeVar("R")
Door = TypeVar("Door", bound=Callable[..., Any])

GAMES = """

    A game may also be the path of a file, ``example:NAME`` or ``openspiel:NAME``, a game of pygambit or OpenSpiel, a
    strategic form, a matrix of player 1's payoffs in a zero-sum game, or a pair of matrices."""
PROFILES = """
    A profile may be whatever :func:`lemke.profile` takes."""
OPTIONS = """
    The options ``normalize`` and ``missing`` are those of :func:`lemke.profile`."""


def of_game(function: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[object, P], R]:
    """Return a function whose first argument is a game in any form."""

    @door(function, GAMES)
    @wraps(function)
    def opened(game: object, /, *arguments: P.args, **options: P.kwargs) -> R:
        return function(games.game(game), *arguments, **options)

    return opened


def of_problem(function: Callable[..., R]) -> Callable[..., R]:
    """Return a function whose first argument is a game in any form, or a form of one; or whose first two are matrices.

    >>> from lemke.solvers import solve
    >>> of_problem(solve)([[3, 0], [1, 2]], [[2, 0], [0, 1]]).payoffs
    (mpq(3,1), mpq(2,1))
    """

    @door(function, f"{GAMES[:-1]}, also as two arguments.")
    @wraps(function)
    def opened(problem: Any, /, *arguments: Any, **options: Any) -> R:
        if arguments and games.dimensions(problem) == games.dimensions(arguments[0]) == 2:
            problem, arguments = (problem, arguments[0]), arguments[1:]
        return function(games.problem(problem), *arguments, **options)

    return opened


def of_profile(function: Callable[Concatenate[Game, Any, P], R]) -> Callable[Concatenate[object, object, P], R]:
    """Return a function whose first arguments are a game and a profile of it, both in any form."""

    @door(function, GAMES + PROFILES)
    @wraps(function)
    def opened(game: object, stated: object, /, *arguments: P.args, **options: P.kwargs) -> R:
        taken = games.game(game)
        return function(taken, profile(taken, stated), *arguments, **options)

    return opened


def door(function: Callable[..., Any], more: str) -> Callable[[Door], Door]:
    """Return what gives a door the words of a function and some more; it lives in ``lemke`` itself.

    What is pickled by its name, such as a task for a worker, is found there.
    """

    def marked(opened: Door) -> Door:
        head, gap, rest = (function.__doc__ or "").partition("\n")
        opened.__doc__ = f"{head}{more}{gap}{rest}"
        opened.__module__ = "lemke"
        return opened

    return marked
