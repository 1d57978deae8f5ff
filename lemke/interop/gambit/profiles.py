"""Profiles of pygambit 16.7 become profiles, and back: behavior or mixed strategies, from floats or rationals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError, NumberError, type_name
from lemke.game import CHANCE, Game
from lemke.game.builder import check_distribution
from lemke.game.played import Played
from lemke.game.pure_strategies import STAR, MixedStrategy, plan_of_mixed, pure_strategies
from lemke.game.recall import player_sequences
from lemke.game.strategy import Missing, Normalization, Profile, behavior, check_profile, complete_numbers
from lemke.ground.packages import require
from lemke.ground.rational import ZERO, binary
from lemke.interop.gambit.games import EXTRA, gambit_sets, short_numbers

StatedMoves: TypeAlias = dict[int, list[object]]
"""Index of an information set → the stated numbers of its moves; sets without stated numbers are left out."""


def gambit_profile(game: Game, pygambit_profile: Any, normalize: bool = False, missing: Missing = None) -> Profile:
    """Return a profile of pygambit as a profile of behavior strategies; floats mean their exact binary values.

    A mixed strategy of a tree becomes the behavior strategy with the same realization plan (Kuhn 1953). pygambit leaves
    all probabilities 0 at a set that the player's own strategy does not reach. So a set with zeros only is missing, and
    so is a set that a mixed strategy does not reach.

    Parameters
    ----------
    game : Game
        The game of the profile: the result of :func:`from_pygambit`, or the argument of :func:`to_pygambit`.
    pygambit_profile : pygambit.MixedBehaviorProfile or pygambit.MixedStrategyProfile
        In rationals or in floats.
    normalize, missing
        See :func:`lemke.profile`.
    """
    pygambit = require("pygambit", EXTRA)
    if not isinstance(pygambit_profile, pygambit.MixedBehaviorProfile | pygambit.MixedStrategyProfile):
        several = ", such as an entry of the object's equilibria" if hasattr(pygambit_profile, "equilibria") else ""
        raise InputError(f"an object of type {type_name(pygambit_profile)}, expected a profile of pygambit{several}")
    normalization: Normalization | None = None
    with short_numbers():
        if not pygambit_profile.game.is_tree:
            stated = _of_table(game, pygambit_profile)
        elif isinstance(pygambit_profile, pygambit.MixedBehaviorProfile):
            named = zip(game.information_sets, gambit_sets(game, pygambit_profile.game), strict=True)
            numbers = [
                [pygambit_profile[move] for move in pygambit_set.actions] if information_set.player != CHANCE else []
                for information_set, pygambit_set in named
            ]
            # at a set with zeros only, pygambit states nothing
            stated = {index: moves for index, moves in enumerate(numbers) if any(moves)}
        else:
            stated, normalization = _of_mixed(game, pygambit_profile, normalize)
    profile = complete_numbers(game, stated, missing, floats=True, normalize=normalize)
    return replace(profile, normalization=normalization or profile.normalization)


def _of_table(game: Game, pygambit_profile: Any) -> StatedMoves:
    """Return the numbers of mixed strategies in a table: each player has one information set."""
    numbers = [
        [pygambit_profile[strategy] for strategy in player.strategies] for player in pygambit_profile.game.players
    ]
    _require_table(game, "a profile of a table", list(map(len, numbers)))
    return dict(enumerate(numbers))


def _require_table(game: Game, kind: str, sizes: list[int]) -> None:
    """Raise :class:`InputError` unless the game is a table in which the players have these numbers of strategies."""
    if not game.strategic or sizes != [len(information_set.actions) for information_set in game.information_sets]:
        raise InputError(f"{kind} of {' x '.join(map(str, sizes))} strategies, expected one of {game!r}")


def _of_mixed(game: Game, pygambit_profile: Any, normalize: bool) -> tuple[StatedMoves, Normalization | None]:
    """Return the behavior of mixed strategies at the sets that they reach, and with ``normalize`` the normalization."""
    sets = gambit_sets(game, pygambit_profile.game)
    stated: StatedMoves = {}
    normalization = Normalization()
    for player, pygambit_player in enumerate(pygambit_profile.game.players):
        name = f"the mixed strategy of player {player + 1}"
        sequences, pure = player_sequences(game, player), pure_strategies(game, player)
        numbers: dict[Sequence[int] | str, mpq] = {}
        for strategy in pygambit_player.strategies:
            moves = (strategy.action(sets[index]) for index in pure.sets)  # None at a set that is not reached
            numbers[tuple(STAR if move is None else move.number for move in moves)] = binary(pygambit_profile[strategy])
        if normalize:
            total = sum(numbers.values(), ZERO)
            if not total:
                raise NumberError(f"{name}: probabilities that sum to 0, expected a positive sum")
            normalization += Normalization(int(total != 1), total - 1, name if total != 1 else "")
            numbers = {strategy: number / total for strategy, number in numbers.items()}
        try:
            check_distribution(tuple(numbers.values()))
        except NumberError as error:
            raise NumberError(f"{name}: {error.message}") from None
        plan = plan_of_mixed(sequences, MixedStrategy.of(pure, numbers))
        for index, played in zip(pure.sets, behavior(sequences, plan), strict=True):
            if played is not None:
                stated[index] = list(played)
    return stated, normalization if normalize else None


def to_gambit_profile(game: Game, profile: Profile | Played, pygambit_game: Any) -> Any:
    """Return a profile, or the profile of an equilibrium, as a rational profile of pygambit.

    Parameters
    ----------
    game : Game
    profile : Profile, or a result that has one
    pygambit_game : pygambit.Game
        The same game: the result of :func:`to_pygambit`, or the argument of :func:`from_pygambit`.

    Returns
    -------
    pygambit.MixedBehaviorProfile
        For a table, a ``pygambit.MixedStrategyProfile``.
    """
    rational = require("pygambit", EXTRA).Rational
    profile = profile.profile if isinstance(profile, Played) else profile
    check_profile(game, profile)
    converted, keys = _empty_profile(game, pygambit_game)
    with short_numbers():
        for player, strategy in enumerate(profile.behavior):
            for index, distribution in zip(game.sets_of(player), strategy, strict=True):
                for key, number in zip(keys[index], distribution, strict=True):
                    converted[key] = rational(int(number.numerator), int(number.denominator))
    return converted


def _empty_profile(game: Game, pygambit_game: Any) -> tuple[Any, list[list[Any]]]:
    """Return an empty profile of pygambit, and the keys in it of the moves at each of our information sets."""
    if getattr(pygambit_game, "is_tree", True):  # gambit_sets refuses an object that is no game
        keys = [list(pygambit_set.actions) for pygambit_set in gambit_sets(game, pygambit_game)]
        return pygambit_game.mixed_behavior_profile(rational=True), keys
    keys = [list(player.strategies) for player in pygambit_game.players]
    _require_table(game, "a table", list(map(len, keys)))
    return pygambit_game.mixed_strategy_profile(rational=True), keys
