"""Profiles of pygambit 16.7, in and out: in floats and in rationals, of behavior and of mixed strategies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError, ProbabilityError
from lemke.game import Game
from lemke.game.builder import check_distribution
from lemke.game.pure_strategies import STAR, MixedStrategy, plan_of_mixed, pure_strategies
from lemke.game.recall import player_sequences
from lemke.game.strategy import Missing, Normalization, Profile, behavior, check_profile, complete_numbers
from lemke.ground.packages import require
from lemke.ground.rational import ZERO, binary
from lemke.interop.gambit.games import EXTRA, gambit_sets, short_numbers

Stated: TypeAlias = dict[int, list[object]]
"""Numbers by index of information set, where there are any."""


def gambit_profile(game: Game, theirs: Any, normalize: bool = False, missing: Missing = None) -> Profile:
    """Return a profile of pygambit as one of behavior strategies, its floats at their exact binary values.

    A mixed strategy of a tree becomes the behavior strategy with the same realization plan (Kuhn 1953). Where a
    player's own strategy does not reach an information set, pygambit leaves the probabilities there all 0.

    Parameters
    ----------
    game : Game
        The game of the profile in our terms, from :func:`from_pygambit` or given to :func:`to_pygambit`.
    theirs : pygambit.MixedBehaviorProfile or pygambit.MixedStrategyProfile
        In rationals or in floats.
    normalize : bool
        Whether nonnegative numbers that miss the sum 1 are divided by their exact sum, which the profile's
        ``normalization`` then tells; else they are refused.
    missing : ``"uniform"`` or None
        What to do at information sets where nothing is stated; None is to refuse the profile. They are marked as
        ``filled``.

    Raises
    ------
    InputError
        For an object of another kind, or a profile of another game.
    ProfileError
        Where nothing is stated, naming the information set.
    ProbabilityError
        For numbers that are no distribution.
    """
    _check_kind(theirs)
    found: Normalization | None = None
    with short_numbers():
        if not theirs.game.is_tree:
            stated = _of_table(game, theirs)
        elif isinstance(theirs, require("pygambit", EXTRA).MixedBehaviorProfile):
            stated = _of_behavior(game, theirs)
        else:
            stated, found = _of_mixed(game, theirs, normalize)
    profile = complete_numbers(game, stated, missing).profile(game, floats=True, normalize=normalize)
    return replace(profile, normalization=found or profile.normalization)


def _check_kind(theirs: Any) -> None:
    pygambit = require("pygambit", EXTRA)
    if not isinstance(theirs, pygambit.MixedBehaviorProfile | pygambit.MixedStrategyProfile):
        raise InputError(f"an object of type {type(theirs).__name__}, expected a profile of pygambit")


def _of_behavior(game: Game, theirs: Any) -> Stated:
    sets = gambit_sets(game, theirs.game)
    numbers = {
        index: [theirs[action] for action in sets[index].actions]
        for player in range(len(game.players))
        for index in game.sets_of(player)
    }
    return {index: own for index, own in numbers.items() if any(own)}


def _of_table(game: Game, theirs: Any) -> Stated:
    numbers = [[theirs[strategy] for strategy in player.strategies] for player in theirs.game.players]
    if not game.strategic or list(map(len, numbers)) != [len(each.actions) for each in game.information_sets]:
        sizes = " x ".join(str(len(own)) for own in numbers)
        raise InputError(f"a profile of a table of {sizes} strategies, expected one of {game!r}")
    return dict(enumerate(numbers))


def _of_mixed(game: Game, theirs: Any, normalize: bool) -> tuple[Stated, Normalization | None]:
    """Return what mixed strategies of a tree do where they get, and what it took to make them distributions."""
    sets = gambit_sets(game, theirs.game)
    stated: Stated = {}
    taken = Normalization() if normalize else None
    for player, their_player in enumerate(theirs.game.players):
        sequences, pure = player_sequences(game, player), pure_strategies(game, player)
        own = [sets[index] for index in pure.sets]
        numbers = {_moves(own, strategy): binary(theirs[strategy]) for strategy in their_player.strategies}
        if normalize:
            found = _defect(player, numbers)
            numbers = {strategy: number / (1 + found.largest) for strategy, number in numbers.items()}
            taken = taken + found if taken else found
        try:
            check_distribution(tuple(numbers.values()))
        except ProbabilityError as error:
            raise ProbabilityError(f"the mixed strategy of player {player + 1}: {error.message}") from None
        plan = plan_of_mixed(sequences, MixedStrategy.of(pure, {each: numbers[each] for each in numbers}))
        for index, moves in zip(pure.sets, behavior(sequences, plan), strict=True):
            if moves is not None:
                stated[index] = list(moves)
    return stated, taken


def _moves(sets: list[Any], strategy: Any) -> tuple[int, ...]:
    """Return the places of the moves of a reduced strategy; pygambit names none where it does not get."""
    made = (strategy.action(each) for each in sets)
    return tuple(STAR if move is None else move.number for move in made)


def _defect(player: int, numbers: dict[tuple[int, ...], mpq]) -> Normalization:
    total = sum(numbers.values(), ZERO)
    if not total:
        raise ProbabilityError(f"the mixed strategy of player {player + 1}: probabilities that sum to 0, expected more")
    return Normalization(int(total != 1), total - 1, f"the mixed strategy of player {player + 1}" if total != 1 else "")


def to_gambit_profile(game: Game, profile: Profile, theirs: Any) -> Any:
    """Return a profile as one of pygambit, in rationals.

    Parameters
    ----------
    game : Game
    profile : Profile
    theirs : pygambit.Game
        The same game, from :func:`to_pygambit` or what :func:`from_pygambit` was given.

    Returns
    -------
    pygambit.MixedBehaviorProfile
        For a table a ``pygambit.MixedStrategyProfile``.

    Raises
    ------
    ProfileError, ProbabilityError
        If the profile does not fit the game.
    InputError
        If ``theirs`` is another game.
    """
    rational = require("pygambit", EXTRA).Rational
    check_profile(game, profile)
    found, places = _places(game, theirs)
    with short_numbers():
        for player, strategy in enumerate(profile.behavior):
            for index, distribution in zip(game.sets_of(player), strategy, strict=True):
                for place, number in zip(places[index], distribution, strict=True):
                    found[place] = rational(int(number.numerator), int(number.denominator))
    return found


def _places(game: Game, theirs: Any) -> tuple[Any, list[list[Any]]]:
    """Return an empty profile of pygambit, and what stands in it for the moves at our information sets."""
    if getattr(theirs, "is_tree", True):
        places = [list(each.actions) for each in gambit_sets(game, theirs)]
        return theirs.mixed_behavior_profile(rational=True), places
    places = [list(player.strategies) for player in theirs.players]
    if not game.strategic or list(map(len, places)) != [len(each.actions) for each in game.information_sets]:
        raise InputError(f"a table of pygambit of another size, expected {game!r} in its terms")
    return theirs.mixed_strategy_profile(rational=True), places
