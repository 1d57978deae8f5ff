"""Profiles of behavior strategies, and the checks of their probabilities."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypeGuard

import numpy as np
from gmpy2 import mpq

from lemke.errors import NumberError, ProbabilityError, ProfileError, type_name
from lemke.game.builder import check_distribution
from lemke.game.recall import Sequences, imbalances
from lemke.game.tree import Game, InformationSet, require_game
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, binary, exact, quoted, short
from lemke.ground.sparse import Vector, zeros
from lemke.ground.words import count

Distribution: TypeAlias = tuple[mpq, ...]
"""A probability for every move at an information set."""
Behavior: TypeAlias = tuple[Distribution, ...]
"""One distribution per information set of the player, in breadth-first order."""
PartialBehavior: TypeAlias = tuple[Distribution | None, ...]
"""The same, with None at sets where a plan leaves the moves open."""


BETWEEN_CHECKS = 256
"""Information sets between two checks of the limits; numbers in a plan may grow with the depth of the game."""


def realization_plan(sequences: Sequences, behavior: Behavior) -> Vector:
    """Return x(σ) for every sequence of the player: the product of the probabilities of its moves.

    x(∅) = 1 and Σ_c x(σ_h c) = x(σ_h) at every information set h (Koller, Megiddo, von Stengel 1996).
    """
    plan = zeros(sequences.size)
    plan[0] = ONE
    for h, distribution in enumerate(limits.checked(behavior, BETWEEN_CHECKS)):
        reach = plan[sequences.parent[h]]
        for sequence, probability in zip(sequences.moves(h), distribution, strict=True):
            plan[sequence] = reach * probability
    return plan


def behavior(sequences: Sequences, plan: Vector) -> PartialBehavior:
    """Return b(c | h) = x(σ_h c) / x(σ_h), or None where x(σ_h) = 0, so that the plan leaves the moves open."""
    ranges = map(sequences.moves, limits.checked(range(len(sequences.sets)), BETWEEN_CHECKS))
    reached = zip(plan[sequences.parent], ranges, strict=True)
    return tuple(tuple(plan[moves.start : moves.stop] / reach) if reach else None for reach, moves in reached)


def is_realization_plan(sequences: Sequences, plan: Vector) -> bool:
    """Return whether the vector is nonnegative, starts with 1 and has exact sums at every information set."""
    if len(plan) != sequences.size or plan[0] != ONE or np.any(plan < 0):
        return False
    return not np.any(imbalances(sequences, plan) != 0)


def centroid(sequences: Sequences) -> Behavior:
    """Return the player's behavior strategy with equal probabilities for all moves at a set."""
    sizes = [len(sequences.moves(h)) for h in range(len(sequences.sets))]
    return tuple([(mpq(1, size),) * size for size in sizes])


def balanced(sequences: Sequences) -> Behavior:
    """Return a completely mixed behavior strategy whose realization plan has short numbers also in deep games.

    A sequence's weight is the greatest weight of the information sets directly after it, or 1 without any. A set's
    weight is the sum over its moves, and a move's probability is its share. Along a chain the products telescope, so
    the length of numbers in the plan grows with that of the number of moves, not with the depth.
    """
    weights, parent = [1] * sequences.size, sequences.parent.tolist()
    totals = [0] * len(parent)
    for h in limits.checked(range(len(parent) - 1, -1, -1), BETWEEN_CHECKS):
        totals[h] = sum(weights[move] for move in sequences.moves(h))
        weights[parent[h]] = max(weights[parent[h]], totals[h])
    return tuple([tuple([mpq(weights[move], total) for move in sequences.moves(h)]) for h, total in enumerate(totals)])


def random_behavior(sequences: Sequences, source: random.Random) -> Behavior:
    """Return a random completely mixed behavior strategy: integers from 1 to 10⁶ per move, normalised."""
    strategy = []
    for h in range(len(sequences.sets)):
        weights = [source.randint(1, 10**6) for _ in sequences.moves(h)]
        strategy.append(tuple(mpq(weight, sum(weights)) for weight in weights))
    return tuple(strategy)


@dataclass(frozen=True, slots=True)
class Normalization:
    """How far the numbers of a profile were from distributions, before division by the exact sum at each set.

    Attributes
    ----------
    sets : int
        Information sets at which the sum was not 1.
    largest : mpq
        The sum that is farthest from 1, minus 1; 0 if all were 1.
    place : str
        The name of the set with that sum; empty if all were 1.
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
        The positions h whose moves were filled in, since no plan decides them. The player's plan does not reach them;
        in a refined equilibrium, neither does that of the subgame solved for them. Empty by default.
    normalization : Normalization | None
        How far the given numbers were from distributions; None if they had to be exact.
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
            Whether floats are accepted, each as its exact binary value; otherwise they are refused.
        normalize : bool
            Whether nonnegative numbers with a sum other than 1 are divided by their exact sum, and the profile gets a
            ``normalization``; otherwise they are refused.

        Raises ProfileError, ProbabilityError or NumberError, which names the information set, for a wrong number of
        sets or moves, or for numbers that are no distribution.

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
        """Return the same profile, given the information sets of every player instead of the game."""
        if not is_container(behavior):
            expected = "a behavior strategy for every player"
            raise ProfileError(f"a behavior of type {type_name(behavior)}, expected {expected}")
        if len(behavior) != len(sets):
            raise ProfileError(f"strategies of {count(len(behavior), 'player')}, expected {len(sets)}")
        numbers = [
            numbers_of(player, player_sets, strategy, binary if floats else exact)
            for player, (player_sets, strategy) in enumerate(zip(sets, behavior, strict=True))
        ]
        if not normalize:
            return cls(tuple(map(_distributions, sets, numbers)))
        strategies, normalizations = zip(*map(normalized, sets, numbers), strict=True) if numbers else ((), ())
        return cls(tuple(strategies), normalization=sum(normalizations, Normalization()))

    def replaced(self, game: Game, strategies: Mapping[int, Sequence[Sequence[object]]]) -> Profile:
        """Return (σ′_i, σ_{−i}): the profile with new behavior strategies for some players, 0, 1, ….

        Raises ProfileError or ProbabilityError for a player or a strategy that does not fit the game.
        """
        if wrong := [player for player in strategies if player not in range(len(self.behavior))]:
            raise ProfileError(f"a strategy of player {wrong[0] + 1}, expected one of 1 to {len(self.behavior)}")
        mixed = [strategies.get(player, current) for player, current in enumerate(self.behavior)]
        filled = (frozenset() if player in strategies else positions for player, positions in enumerate(self.filled))
        return replace(Profile.of(game, mixed), filled=tuple(filled), normalization=self.normalization)

    def always(self, game: Game, information_set: int, move: int) -> Profile:
        """Return σ|I→a, the profile with one move played for certain at an information set and unchanged elsewhere.

        The set is an index into ``game.information_sets``, and moves count from 0.

        >>> from lemke.game import GameBuilder
        >>> builder = GameBuilder(["Ann"])
        >>> _ = builder.move(builder.root, 0, ["L", "R"])
        >>> game = builder.build(unpaid="zero")
        >>> Profile.of(game, [[["1/2", "1/2"]]]).always(game, 0, 1).behavior
        (((mpq(0,1), mpq(1,1)),),)
        """
        if not 0 <= information_set < len(game.information_sets):
            raise ProfileError(f"information set {information_set}, expected one of {len(game.information_sets)}")
        changed = game.information_sets[information_set]
        if changed.player not in range(len(self.behavior)) or not 0 <= move < len(changed.actions):
            raise ProfileError(f"move {move} at {changed.name}, expected a move that a player has")
        strategy = list(self.behavior[changed.player])
        h = game.sets_of(changed.player).index(information_set)
        strategy[h] = tuple(mpq(k == move) for k in range(len(changed.actions)))
        return self.replaced(game, {changed.player: strategy})


def check_profile(game: Game, profile: Profile) -> None:
    """Raise :class:`ProfileError` or :class:`ProbabilityError` unless the profile fits the game exactly.

    Functions that take a profile from a caller check it with this.
    """
    if not isinstance(profile, Profile):
        raise ProfileError(f"an object of type {type_name(profile)}, expected a Profile (see Profile.of)")
    Profile.of(game, profile.behavior)


def behavior_of(player: int, sets: Sequence[InformationSet], behavior: Sequence[Sequence[object]]) -> Behavior:
    """Return one player's behavior strategy, exact, after checking that it fits the player's information sets.

    Raises ProfileError or ProbabilityError, which names the information set, for a wrong number of sets or moves, or
    for numbers that are no distribution.
    """
    return _distributions(sets, numbers_of(player, sets, behavior, exact))


def numbers_of(
    player: int,
    sets: Sequence[InformationSet],
    behavior: Sequence[Sequence[object] | None],
    number: Callable[[object], mpq],
) -> Behavior:
    """Return one player's numbers, one for every move at every set; they need not be distributions.

    ``number`` converts each: :func:`~lemke.ground.rational.exact` or :func:`~lemke.ground.rational.binary`.
    """
    if not is_container(behavior):
        expected_sets = count(len(sets), "information set")
        raise ProfileError(f"{quoted(str(behavior))} of player {player + 1}, expected {expected_sets}")
    if len(behavior) != len(sets):
        raise ProfileError(f"{count(len(behavior), 'information set')} of player {player + 1}, expected {len(sets)}")
    numbers = []
    for information_set, probabilities in zip(sets, limits.checked(behavior, BETWEEN_CHECKS), strict=True):
        expected = len(information_set.actions)
        if probabilities is None:
            raise ProfileError(f"no probabilities at {information_set.name}, expected {expected}")
        if not is_container(probabilities):
            raise ProfileError(
                f"{quoted(str(probabilities))} at {information_set.name}, expected {count(expected, 'number')}"
            )
        try:
            numbers.append(tuple(map(number, probabilities)))
        except NumberError as error:
            raise NumberError(f"{information_set.name}: {error.message}") from None
        if len(numbers[-1]) != expected:
            raise ProfileError(f"{len(numbers[-1])} probabilities at {information_set.name}, expected {expected}")
    return tuple(numbers)


def _distributions(sets: Sequence[InformationSet], numbers: Behavior) -> Behavior:
    """Return the numbers of a player, after checking that they are distributions."""
    for information_set, moves in zip(sets, limits.checked(numbers, BETWEEN_CHECKS), strict=True):
        try:
            check_distribution(moves)
        except ProbabilityError as error:
            raise ProbabilityError(f"{information_set.name}: {error.message}") from None
    return numbers


def normalized(sets: Sequence[InformationSet], numbers: Behavior) -> tuple[Behavior, Normalization]:
    """Return the numbers of a player divided by their exact sums, and how far the sums missed 1.

    Raises ProbabilityError, which names the information set, for a negative number and for numbers that are all 0.
    """
    strategy, missed = [], Normalization()
    for information_set, moves in zip(sets, numbers, strict=True):
        if min(moves) < 0:
            raise ProbabilityError(
                f"{information_set.name}: the probability {short(min(moves))}, expected none below 0"
            )
        total = sum(moves, ZERO)
        if not total:
            raise ProbabilityError(f"{information_set.name}: probabilities that are all 0, expected a positive sum")
        strategy.append(moves if total == 1 else tuple(move / total for move in moves))
        if total != 1:
            missed += Normalization(1, total - 1, information_set.name)
    return tuple(strategy), missed


def is_container(value: object) -> TypeGuard[Collection[Any]]:
    """Return whether a value may contain several numbers: a sequence, an array or a mapping, but no text."""
    if isinstance(value, Mapping | Sequence):
        return not isinstance(value, str | bytes)
    return hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0
