"""The doors of the library: public functions that take a game in any form, convert it, and call an inner function.

The inner function gets a Game; in a door by :func:`of_problem` it may also get a strategic form, a sequence form or a
state. A door has the name, signature and docstring of the inner function; the docstring gets a paragraph about the
accepted forms.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from lemke.api import games
from lemke.api.profiles import profile
from lemke.errors import InputError
from lemke.game import Game

P = ParamSpec("P")
R = TypeVar("R")
Door = TypeVar("Door", bound=Callable[..., Any])

GAMES = """

    A game may also be the path of a file, ``example:NAME`` or ``openspiel:NAME``, a game of pygambit or OpenSpiel, a
    strategic form, a matrix of player 1's payoffs in a zero-sum game, or a pair of matrices."""
TWO_MATRICES = f"{GAMES.removesuffix('.')}, also as two arguments or as ``A=`` and ``B=``."
PROFILES = """
    A profile may be anything that :func:`lemke.profile` accepts."""
OPTIONS = """
    The options ``normalize`` and ``missing`` are as in :func:`lemke.profile`."""


def of_game(function: Callable[Concatenate[Game, P], R]) -> Callable[Concatenate[object, P], R]:
    """Return a door that takes a game in any form as first argument, or two matrices as first and second argument."""

    @door(function, TWO_MATRICES)
    @wraps(function)
    def opened(game: object = None, /, *arguments: Any, **options: Any) -> R:
        game, arguments = _paired(game, arguments, options)
        return function(games.game(game), *arguments, **options)

    return opened


def _paired(stated: object, arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[object, tuple[Any, ...]]:
    """Return the game and the other arguments; two leading matrices, or A= and B=, become one pair, the game.

    A= without B= is the matrix of a zero-sum game.
    """
    if stated is None and "A" in options:
        A = options.pop("A")
        matrices = (A, options.pop("B")) if "B" in options else A
        return matrices, arguments
    if "B" in options:
        problem = "a game together with A= and B=" if "A" in options else "B= without A="
        raise InputError(f"{problem}, expected A= and B=, or two matrices as the first two arguments")
    if arguments and games.dimensions(stated) == games.dimensions(arguments[0]) == 2:
        return (stated, arguments[0]), arguments[1:]
    return stated, arguments


def of_problem(function: Callable[..., R]) -> Callable[..., R]:
    """Return a door that takes a game, form or state as first argument, or two matrices as first and second argument.

    >>> from lemke.solvers import solve
    >>> of_problem(solve)([[3, 0], [1, 2]], [[2, 0], [0, 1]]).payoffs
    (mpq(3,1), mpq(2,1))
    """

    @door(function, TWO_MATRICES)
    @wraps(function)
    def opened(problem: Any = None, /, *arguments: Any, **options: Any) -> R:
        problem, arguments = _paired(problem, arguments, options)
        converted = games.problem(problem)
        games.refuse_payoffs(converted)
        return function(converted, *arguments, **options)

    return opened


def of_profile(function: Callable[Concatenate[Game, Any, P], R]) -> Callable[Concatenate[object, object, P], R]:
    """Return a door whose first two arguments are a game in any form and a profile in any form."""

    @door(function, GAMES + PROFILES)
    @wraps(function)
    def opened(game: object, stated: object, /, *arguments: P.args, **options: P.kwargs) -> R:
        tree = games.game(game)
        return function(tree, profile(tree, stated), *arguments, **options)

    return opened


def door(function: Callable[..., Any], additions: str) -> Callable[[Door], Door]:
    """Return a decorator that gives a door the docstring of ``function`` with additions, and the module ``lemke``.

    Pickle sends tasks to workers; it looks up a door by name in the door's module.
    """

    def documented(opened: Door) -> Door:
        head, gap, body = (function.__doc__ or "").partition("\n")
        opened.__doc__ = f"{head}{additions}{gap}{body}"  # the additions follow the first line
        opened.__module__ = "lemke"
        return opened

    return documented
