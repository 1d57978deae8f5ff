"""Games in any form: files, names, matrices, states, games of other programs."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Number
from typing import TYPE_CHECKING, Any

from lemke.errors import FormatError, InputError, NumberError, question, suggestion, type_name
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game import Game, implicit
from lemke.game.implicit import State
from lemke.game.strategy import is_container
from lemke.ground.words import count
from lemke.interop import OPENSPIEL, is_openspiel_game, is_pygambit_game
from lemke.io import profile as profiles
from lemke.io import read
from lemke.io.bundled import PREFIX, example_names
from lemke.solvers import Prior

if TYPE_CHECKING:
    from lemke.interop.openspiel import Payoffs

ACCEPTED = (
    "a Game, the path of a file, example:NAME, openspiel:NAME, a game of pygambit or OpenSpiel, a NormalForm, a payoff "
    "matrix or a pair of matrices"
)


def game(stated: object) -> Game:
    """Return a game that is stated in any form as a :class:`~lemke.Game`.

    Parameters
    ----------
    stated : object
        A :class:`~lemke.Game`; text or a path as on the command line (:func:`read_game`); a ``pygambit.Game`` or a
        ``pyspiel.Game``; a :class:`~lemke.NormalForm`, whose tree is taken; a matrix of player 1's payoffs in a
        zero-sum game, or one array of payoffs for every player, in a tuple or list; the first state of a game
        (:class:`lemke.game.implicit.State`); the sequence form of a tree.

    Raises
    ------
    InputError
        For any other object, and for invalid matrices.
    LemkeError
        For a mistake in a file or in the name of a game; the message has the file or the name.

    >>> game("example:kuhn3").size, game([[1, -1], [-1, 1]]).size, game(([[3, 0]], [[2, 1]])).size
    (55, 7, 4)
    """
    converted = problem(stated)
    match converted:
        case NormalForm():
            return converted.tree()
        case TreeForm():
            return converted.game
        case Game():
            return converted
        case State():
            return implicit.expand(converted)
    refuse_payoffs(converted)
    raise InputError(f"an object of type {type_name(stated)}, expected {ACCEPTED}")


def problem(stated: object) -> Any:
    """Return a Game for a path, a name or a game of another program, and a :class:`~lemke.NormalForm` for matrices.

    Any other object, such as a Game, a form or a state, is returned unchanged.
    """
    if isinstance(stated, str | os.PathLike):
        return _read(os.fspath(stated))
    if is_pygambit_game(stated):
        from lemke.interop.gambit import from_pygambit  # noqa: PLC0415  loaded for its games only

        return from_pygambit(stated)
    if is_openspiel_game(stated):
        from lemke.interop.openspiel import from_openspiel  # noqa: PLC0415  loaded for its games only

        return from_openspiel(stated)
    if isinstance(stated, Game | NormalForm | SequenceForm | State):
        return stated
    depth = dimensions(stated)
    if depth == 2:
        return _from_matrices(NormalForm.zero_sum, stated)
    # an array of payoffs for each of n players has n dimensions, a list of these arrays has n + 1
    if depth > 2 and isinstance(stated, Iterable) and len(payoffs := list(stated)) == depth - 1:
        return _from_matrices(NormalForm.of, *payoffs)
    return stated


def _read(argument: str) -> Game:
    """Return the game that an argument names; an error suggests a prefix that is missing."""
    try:
        return read_game(argument)
    except FormatError as error:
        if argument in example_names():
            error.message += question([PREFIX + argument])
        elif argument.isidentifier() and _is_openspiel_name(argument):
            error.message += question([OPENSPIEL + argument])
        raise


def _is_openspiel_name(name: str) -> bool:
    from lemke.interop.openspiel import is_registered  # noqa: PLC0415  loaded for an error message only

    return is_registered(name)


def _from_matrices(constructor: Any, *payoffs: object) -> NormalForm:
    """Return the strategic form; the message about a float names the public function that allows floats."""
    try:
        form: NormalForm = constructor(*payoffs)
    except NumberError as error:
        error.message = error.message.replace("or floats=True", "or lemke.NormalForm.of(A, B, floats=True)")
        raise
    return form


def dimensions(value: object) -> int:
    """Return the number of dimensions of an array or of nested lists or tuples; 0 for an empty list and other objects.

    Only the first entry of a list is looked at.

    >>> dimensions([[1, 2], [3, 4]]), dimensions(([[1]], [[2]])), dimensions("12")
    (2, 3, 0)
    """
    if isinstance(shape := getattr(value, "shape", None), tuple) and not isinstance(value, NormalForm):
        return len(shape)
    if not is_container(value) or not isinstance(value, list | tuple) or not value:
        return 0
    return 1 + dimensions(value[0])


def refuse_payoffs(converted: Any) -> None:
    """Raise InputError for payoffs in an array, list or tuple that :func:`problem` could not convert."""
    depth = dimensions(converted)
    # other lists, such as a list of games, have no payoffs
    is_table = isinstance(converted, list | tuple) and (depth > 1 or (depth == 1 and isinstance(converted[0], Number)))
    if is_table or (depth and hasattr(converted, "tolist")):
        arrays = f", {count(len(converted), 'array')} of {count(depth - 1, 'dimension')}" if depth > 1 else ""
        expected = "expected a matrix, or for n players a list of n arrays of n dimensions"
        raise InputError(f"payoffs in {count(depth, 'dimension')}{arrays}, {expected}")


def read_game(argument: str, payoffs: Payoffs = "binary") -> Game:
    """Return the game that an argument names: a file, ``-`` for stdin, ``example:NAME`` or ``openspiel:NAME``.

    ``payoffs`` is as in :func:`from_openspiel`.

    Raises
    ------
    LemkeError
        If the game cannot be read; the message has the argument.
    """
    if argument.startswith(OPENSPIEL):
        from lemke.interop.openspiel import from_openspiel  # noqa: PLC0415  loaded for its games only

        return from_openspiel(argument.removeprefix(OPENSPIEL), payoffs)
    if payoffs == "snapped":
        raise InputError(f"--snap-payoffs for {argument}, expected a game of OpenSpiel, {OPENSPIEL}NAME")
    return read(argument)


def read_prior(name: str, game: Game) -> Prior:
    """Return ``auto``, ``centroid`` or ``random`` unchanged, or the profile in a file; InputError for other names."""
    match name:
        case "auto" | "centroid" | "random":
            return name
    if name.isidentifier() and not os.path.exists(name):
        names = "auto", "centroid", "random"
        raise InputError(f"the prior {name!r}, expected {', '.join(names)} or a file{suggestion(name, names)}")
    game.require_two_players()
    return profiles.read(name, game, " as prior").profile
