"""Behavior strategies, realization plans and profiles, with the checks of their probabilities."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from gmpy2 import mpq

from lemke.errors import NumberError, ProfileError, type_name
from lemke.game.builder import check_distribution
from lemke.game.recall import Sequences, imbalances
from lemke.game.tree import Game, InformationSet, require_game
from lemke.ground.rational import ONE, ZERO, binary, exact, quoted
from lemke.ground.sparse import Vector, zeros
from lemke.ground.words import count

Distribution: TypeAlias = tuple[mpq, ...]
"""A probability for every move at an information set."""
Behavior: TypeAlias = tuple[Distribution, ...]
"""A behavior strategy: one distribution per information set of the player, in breadth-first order."""
PartialBehavior: TypeAlias = tuple[Distribution | None, ...]
"""A behavior strategy with None at sets that a realization plan does not reach, so that the moves are left open."""


def realization_plan(sequences: Sequences, behavior: Behavior) -> Vector:
    """Return x(σ) for every sequence σ of the player: the product of the probabilities of the moves in σ.

    x(∅) = 1 and Σ_c x(σ_h c) = x(σ_h) at every information set h (Koller, Megiddo, von Stengel 1996).
    """
    plan = zeros(sequences.size)
    plan[0] = ONE
    for h, distribution in enumerate(behavior):
        reach = plan[sequences.parent[h]]
        for sequence, probability in zip(sequences.moves(h), distribution, strict=True):
            plan[sequence] = reach * probability
    return plan


def behavior(sequences: Sequences, plan: Vector) -> PartialBehavior:
    """Return b(c | h) = x(σ_h c) / x(σ_h) for every information set h and move c; None for a set with x(σ_h) = 0."""
    move_ranges = map(sequences.moves, range(len(sequences.sets)))
    sets = zip(plan[sequences.parent], move_ranges, strict=True)
    return tuple(tuple(plan[moves.start : moves.stop] / reach) if reach else None for reach, moves in sets)


def is_realization_plan(sequences: Sequences, plan: Vector) -> bool:
    """Return whether a vector is nonnegative, 1 at the empty sequence, and has the right sums at information sets."""
    if len(plan) != sequences.size or plan[0] != ONE or np.any(plan < 0):
        return False
    return not np.any(imbalances(sequences, plan) != 0)


def require_realization_plan(sequences: Sequences, plan: Vector) -> None:
    """Raise :class:`ProfileError` unless :func:`is_realization_plan` holds."""
    if not is_realization_plan(sequences, plan):
        rules = "none negative, the first 1, and at every information set a sum equal to that of the sequence before it"
        found = f"{count(len(plan), 'number')} that are no realization plan of player {sequences.player + 1}"
        raise ProfileError(f"{found}, expected {count(sequences.size, 'weight')}: {rules}")


def centroid(sequences: Sequences) -> Behavior:
    """Return the player's behavior strategy with equal probabilities for all moves at a set."""
    sizes = [len(sequences.moves(h)) for h in range(len(sequences.sets))]
    return tuple([(mpq(1, size),) * size for size in sizes])


def balanced(sequences: Sequences) -> Behavior:
    """Return a completely mixed behavior strategy whose realization plan has short numbers, even in deep games.

    The weight of a sequence is the largest weight of the information sets directly after it, or 1 if there are none.
    The weight of a set is the sum of the weights of its sequences σ_h c. A move c has the probability weight(σ_h c) /
    weight(h). Along a chain of sets the weights cancel in the products, so the numbers in the plan have about as
    many digits as the number of moves, whatever the depth.
    """
    weights, parent = [1] * sequences.size, sequences.parent.tolist()
    set_weights = [0] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        set_weights[h] = sum(weights[sequence] for sequence in sequences.moves(h))
        weights[parent[h]] = max(weights[parent[h]], set_weights[h])
    return tuple(
        [
            tuple([mpq(weights[sequence], set_weight) for sequence in sequences.moves(h)])
            for h, set_weight in enumerate(set_weights)
        ]
    )


def random_behavior(sequences: Sequences, source: random.Random) -> Behavior:
    """Return a random completely mixed behavior strategy: random integers from 1 to 10⁶, divided by their sum."""
    strategy = []
    for h in range(len(sequences.sets)):
        weights = [source.randint(1, 10**6) for _ in sequences.moves(h)]
        strategy.append(tuple(mpq(weight, sum(weights)) for weight in weights))
    return tuple(strategy)


@dataclass(frozen=True, slots=True)
class Normalization:
    """The errors of sums in a stated profile, before the numbers were divided by their sums.

    The sum at an information set should be 1; in a realization plan x, the sum Σ_c x(σ_h c) should be x(σ_h). Moreover,
    x(∅) and the sum of a mixed strategy should be 1; each of them counts like the sum at one more set.

    Attributes
    ----------
    sets : int
        The number of information sets at which the sum was wrong.
    largest : mpq
        The error of a sum that is largest in absolute value, with its sign; 0 if all sums were right.
    place : str
        The name of the set with this error; empty if all sums were right.
    """

    sets: int = 0
    largest: mpq = ZERO
    place: str = ""

    def __add__(self, other: Normalization) -> Normalization:
        worst = self if abs(self.largest) >= abs(other.largest) else other
        return Normalization(self.sets + other.sets, worst.largest, worst.place)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Profile:
    """A behavior strategy for every player.

    Attributes
    ----------
    behavior : tuple of behavior strategies, one per player
        ``behavior[player][h]`` is the distribution over the moves at the player's h-th set in breadth-first order.
    filled : tuple of frozenset of int, one per player
        The positions h of sets whose probabilities were filled in, since none were stated, or since the player's
        realization plan does not reach the set. In a refined equilibrium, such a set is also not reached by the plans
        of the subgames solved for the refinement. Empty by default.
    normalization : Normalization | None
        How far the stated sums were from the right ones; None if the sums had to be exact.
    """

    behavior: tuple[Behavior, ...]
    filled: tuple[frozenset[int], ...] = ()
    normalization: Normalization | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "filled", self.filled or (frozenset(),) * len(self.behavior))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return (self.behavior, self.filled) == (other.behavior, other.filled)

    def __hash__(self) -> int:
        return hash((self.behavior, self.filled))

    def __repr__(self) -> str:
        return f"<Profile: {', '.join(count(len(strategy), 'information set') for strategy in self.behavior)}>"

    @classmethod
    def mixed(cls, strategies: Iterable[Iterable[mpq]]) -> Profile:
        """Return the profile of players who choose once, given one distribution for every player.

        >>> Profile.mixed([[mpq(1, 2), mpq(1, 2)], [mpq(1)]]).behavior
        (((mpq(1,2), mpq(1,2)),), ((mpq(1,1),),))
        """
        return cls(tuple((tuple(strategy),) for strategy in strategies))

    @classmethod
    def of(
        cls,
        game: Game,
        behavior: Sequence[Sequence[Sequence[object]]],
        floats: bool = False,
        normalize: bool = False,
    ) -> Profile:
        """Return the profile with these probabilities, after checking that it fits the game.

        Parameters
        ----------
        game : Game
        behavior : nested sequences of numbers: player, information set in breadth-first order, move
        floats : bool
            Whether floats are accepted, at their exact binary values; otherwise floats are refused.
        normalize : bool
            Whether nonnegative numbers with a sum other than 1 are divided by their exact sum, and the profile gets a
            ``normalization``; otherwise such numbers are refused.

        Raises ProfileError, NumberError for a wrong number of sets or moves, or for numbers that
        are no distribution; the message names the information set.

        >>> from lemke.game import GameBuilder
        >>> builder = GameBuilder(["Ann"])
        >>> _ = builder.move(builder.root, 0, ["a", "b", "c"])
        >>> profile = Profile.of(builder.build(unpaid="zero"), [[[0.5, 0.25, 0.125]]], floats=True, normalize=True)
        >>> profile.behavior[0][0], profile.normalization.largest
        ((mpq(4,7), mpq(2,7), mpq(1,7)), mpq(-1,8))
        """
        require_game(game)
        sets = [list(map(game.information_sets.__getitem__, game.sets_of(i))) for i in range(len(game.players))]
        return cls.at(sets, behavior, floats, normalize)

    @classmethod
    def at(
        cls,
        sets: Sequence[Sequence[InformationSet]],
        behavior: Sequence[Sequence[Sequence[object]]],
        floats: bool = False,
        normalize: bool = False,
    ) -> Profile:
        """Return the profile as :meth:`of` does, given the information sets of every player instead of the game."""
        strategies = list_of(behavior, len(sets), "player")
        numbers = [
            numbers_of(player, player_sets, strategy, binary if floats else exact)
            for player, (player_sets, strategy) in enumerate(zip(sets, strategies, strict=True))
        ]
        if not normalize:
            return cls(tuple(map(_distributions, sets, numbers)))
        pairs = list(map(normalized, sets, numbers))
        return cls(tuple(strategy for strategy, _ in pairs), normalization=sum((n for _, n in pairs), Normalization()))

    def replaced(self, game: Game, strategies: Mapping[int, Sequence[Sequence[object]]]) -> Profile:
        """Return (σ′_i, σ_{−i}): the profile with new behavior strategies for some players, 0, 1, ….

        Raises GameError for an unknown player, ProfileError or NumberError for a strategy that does not fit the game.
        """
        for player in strategies:
            game.check_player(player)
        behavior = [strategies.get(player, strategy) for player, strategy in enumerate(self.behavior)]
        filled = (frozenset() if player in strategies else positions for player, positions in enumerate(self.filled))
        return replace(Profile.of(game, behavior), filled=tuple(filled), normalization=self.normalization)


def check_profile(game: Game, profile: Profile) -> None:
    """Raise :class:`ProfileError` or :class:`NumberError` unless the profile fits the game.

    Public functions call it for every profile that a user passes.
    """
    if not isinstance(profile, Profile):
        raise ProfileError(f"an object of type {type_name(profile)}, expected a Profile (see Profile.of)")
    Profile.of(game, profile.behavior)


def numbers_of(
    player: int,
    sets: Sequence[InformationSet],
    behavior: Sequence[Sequence[object] | None],
    number: Callable[[object], mpq],
) -> Behavior:
    """Return one player's numbers, one for every move at every set, after a check of how many they are.

    The numbers need not be distributions. ``number`` converts every number:
    :func:`~lemke.ground.rational.exact` or :func:`~lemke.ground.rational.binary`.
    """
    numbers = []
    strategy = list_of(behavior, len(sets), "information set", f" of player {player + 1}")
    for information_set, probabilities in zip(sets, strategy, strict=True):
        try:
            numbers.append(tuple(map(number, list_of(probabilities, len(information_set.actions), "probability"))))
        except (NumberError, ProfileError) as error:
            error.message = f"{information_set.name}: {error.message}"
            raise
    return tuple(numbers)


def list_of(value: object, size: int, noun: str, place: str = "") -> list[Any]:
    """Return a sequence or an array as a list; raise :class:`ProfileError` unless it has the right size.

    >>> list_of([1, 2, 3], 2, "probability", " at the root")
    Traceback (most recent call last):
        ...
    lemke.errors.ProfileError: 3 probabilities at the root, expected 2
    """
    numbers = list(value.tolist() if hasattr(value, "tolist") else value) if is_container(value) else None
    if numbers is None or len(numbers) != size:
        found = quoted(value) if numbers is None else count(len(numbers), noun)
        raise ProfileError(f"{found}{place}, expected {count(size, noun) if numbers is None else size}")
    return numbers


def _distributions(sets: Sequence[InformationSet], numbers: Behavior) -> Behavior:
    """Return the numbers of a player unchanged, after checking that they are distributions."""
    for information_set, moves in zip(sets, numbers, strict=True):
        try:
            check_distribution(moves)
        except NumberError as error:
            error.message = f"{information_set.name}: {error.message}"
            raise
    return numbers


def normalized(sets: Sequence[InformationSet], numbers: Behavior) -> tuple[Behavior, Normalization]:
    """Return the numbers of a player divided by their exact sums, and how far the sums were from 1.

    Raises NumberError, which names the information set, for a negative number and for numbers that are all 0.
    """
    strategy, normalization = [], Normalization()
    for information_set, moves in zip(sets, numbers, strict=True):
        total = sum(moves, ZERO)
        strategy.append(tuple(move / total for move in moves) if total > 0 else moves)
        if total != 1:
            normalization += Normalization(1, total - 1, information_set.name)
    return _distributions(sets, tuple(strategy)), normalization


def is_container(value: object) -> TypeGuard[Collection[Any]]:
    """Return whether a value is a sequence, an array or a mapping, but no text."""
    if isinstance(value, Mapping | Sequence):
        return not isinstance(value, str | bytes)
    return hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0
