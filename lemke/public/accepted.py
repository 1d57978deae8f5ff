"""What users may pass for a game or a profile: types, :func:`read` and :func:`as_game`, checks of other arguments."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Never, Protocol, SupportsFloat, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from lemke.errors import FormatError, InputError, require_type, type_name
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.strategy import Profile
from lemke.ground.rational import shown
from lemke.interop import OPENSPIEL, is_openspiel_game, is_pygambit_game
from lemke.io import read as read_file
from lemke.io.bundled import PREFIX, example_names

# ---------------------------------------------------------------------- types


class PygambitGame(Protocol):
    """A ``pygambit.Game``."""

    @property
    def is_tree(self) -> bool: ...  # noqa: D102


class OpenSpielGame(Protocol):
    """A ``pyspiel.Game``."""

    def num_distinct_actions(self) -> int: ...  # noqa: D102


class PygambitProfile(Protocol):
    """A ``pygambit.MixedBehaviorProfile`` or ``MixedStrategyProfile``."""

    def liap_value(self) -> SupportsFloat: ...  # noqa: D102


class OpenSpielPolicy(Protocol):
    """A policy of OpenSpiel."""

    def action_probabilities(self, state: Never, /) -> Mapping[int, float]: ...  # noqa: D102  states of any type


class HasProfile(Protocol):
    """An equilibrium, a claim, or another result with a profile."""

    @property
    def profile(self) -> Profile: ...  # noqa: D102


class HasShape(Protocol):
    """An array, a sparse matrix or a data frame."""

    @property
    def shape(self) -> tuple[int, ...]: ...  # noqa: D102


Number: TypeAlias = SupportsFloat | str
"""An exact number: int, Fraction, Decimal, mpq or a text such as "1/3" and "0.1"; a float only where this is said."""

Path: TypeAlias = str | os.PathLike[str]

MatrixLike: TypeAlias = Sequence[Sequence[Number]] | HasShape
"""A matrix: nested lists, or an array of numpy, scipy, sympy or pandas."""

GameLike: TypeAlias = Game | NormalForm | Path | PygambitGame | OpenSpielGame
"""A game: a Game, a file, ``example:NAME``, ``openspiel:NAME``, a strategic form, or a game of pygambit or pyspiel."""

Moves: TypeAlias = Mapping[str, Number] | Mapping[int, Number] | Sequence[Number]
"""Probabilities at an information set, by action, or in the order of the actions."""

ByLabels: TypeAlias = Mapping[str, object] | Mapping[int, object] | Mapping[tuple[int, str], object]
"""Information set → action → probability, or player → information set → action → probability."""

Policy: TypeAlias = OpenSpielPolicy | Callable[[Never], Mapping[int, float]]
"""A policy of OpenSpiel, or a function from its states to probabilities by action number."""

ProfileLike: TypeAlias = (
    Profile | HasProfile | ByLabels | Path | PygambitProfile | Policy | Sequence[Number] | NDArray[np.float64]
)
"""A profile: a Profile, a result that has one, probabilities by labels, a file or its text, a profile of pygambit or a
policy of OpenSpiel; with ``normalize``, also the numbers of an ``NE,`` line."""

PriorLike: TypeAlias = Literal["auto", "centroid", "random"] | ProfileLike
"""Where Lemke's path starts: the name of a prior, or a profile."""


# ---------------------------------------------------------------------- games


def as_game(game: GameLike) -> Game:
    """Return a game as a :class:`~lemke.Game`; of a strategic form the tree.

    Raises
    ------
    LemkeError
        For a mistake in a file or in the name of a game; the message has the file or the name.

    >>> as_game("example:kuhn3").size
    55
    """
    converted = as_game_or_form(game)
    return converted.tree() if isinstance(converted, NormalForm) else converted


def as_game_or_form(game: GameLike) -> Game | NormalForm:
    """Return a strategic form unchanged, any other game as :func:`as_game` does."""
    if isinstance(game, Game | NormalForm):
        return game
    if isinstance(game, str | os.PathLike):
        return read(game)
    if is_pygambit_game(game):
        from lemke.interop.gambit import from_pygambit  # noqa: PLC0415  loaded for its games only

        return from_pygambit(game)
    if is_openspiel_game(game):
        from lemke.interop.openspiel import from_openspiel  # noqa: PLC0415  loaded for its games only

        return from_openspiel(game)
    raise InputError(f"an object of type {type_name(game)}, expected {_expected(game)}")


def _expected(stated: object) -> str:
    """Return the call that makes a game of an object that was passed instead of one."""
    if isinstance(stated, list | tuple) or (hasattr(stated, "shape") and not isinstance(stated, type)):
        return "a game; of payoff matrices, lemke.bimatrix(A, B) makes one"
    if isinstance(stated, State):
        return "a tree, lemke.game.implicit.expand(state); lemke.solve also takes lemke.sequence_form(state)"
    if isinstance(stated, SequenceForm):
        return "a game, not its sequence form"
    return f"a game: a Game, a file, {PREFIX}NAME, {OPENSPIEL}NAME, or an object of pygambit or pyspiel"


def read(path: Path, *, snap_payoffs: bool = False) -> Game:
    """Return the game in a file, or on the standard input for ``-``; the content tells the format.

    Parameters
    ----------
    path : str or path
        A file (.efg, .nfg or .json); ``example:NAME`` for a game that comes with this package; ``openspiel:`` with a
        game string, for a game of OpenSpiel.
    snap_payoffs : bool
        For a game of OpenSpiel, whether a payoff is the simplest rational near its float, such as 20 for
        19.999999999999996, not the exact value of the float.

    Raises
    ------
    FormatError, NumberError, GameError
        For a mistake in the file; the message has the path and, if there is one, the line.

    >>> import lemke
    >>> lemke.read("example:kuhn3")
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    require_type(path, str | os.PathLike, "the path of a file")
    name = os.fspath(path)
    if name.startswith(OPENSPIEL):
        from lemke.interop.openspiel import from_openspiel  # noqa: PLC0415  loaded for its games only

        return from_openspiel(name.removeprefix(OPENSPIEL), "snapped" if snap_payoffs else "binary")
    if snap_payoffs:
        raise InputError(f"snapped payoffs, expected a game of OpenSpiel, {OPENSPIEL}NAME")
    try:
        return read_file(name)
    except FormatError as error:
        if name in example_names():
            error.message += f"; the bundled game is {PREFIX}{name}"
        raise


# ---------------------------------------------------------------------- other arguments


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise InputError unless a value is one of some words.

    >>> check_choice("method", "lpp", ["lp", "lcp"])
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: method 'lpp', expected one of lp, lcp
    """
    words = list(choices)
    if not isinstance(value, str) or value not in words:
        raise InputError(f"{name} {shown(value)}, expected one of {', '.join(words)}")


def check_whole(name: str, value: object, least: int, most: int | None = None) -> None:
    """Raise InputError unless a value is a whole number of type int, and neither too small nor too great."""
    if type(value) is not int or value < least or (most is not None and value > most):  # True is an instance of int
        bound = f"{least} or more" if most is None else f"{least} to {most}"
        raise InputError(f"{name} {shown(value)}, expected a whole number, {bound}, of type int")


def check_flags(**flags: object) -> None:
    """Raise InputError unless all values are True or False, of Python or numpy."""
    for name, value in flags.items():
        if not isinstance(value, bool | np.bool_):
            raise InputError(f"{name} of type {type_name(value)}, expected True or False")


def check_executor(executor: object) -> None:
    """Raise InputError unless a value is None or an executor of :mod:`concurrent.futures`."""
    if executor is not None:
        from concurrent.futures import Executor  # noqa: PLC0415  the import takes longer than a small game

        require_type(executor, Executor, "an Executor of concurrent.futures", "executor")


def is_text(stated: str) -> bool:
    """Return whether a text is a profile, beliefs or a certificate, not the path of a file with one."""
    return "\n" in stated or stated.lstrip("\ufeff ").startswith(("NE,", "{"))


def is_prior_name(prior: object) -> TypeGuard[Literal["auto", "centroid", "random"]]:
    """Return whether a prior is given by its name."""
    return isinstance(prior, str) and prior in ("auto", "centroid", "random")
