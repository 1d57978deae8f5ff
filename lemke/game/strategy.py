"""Behavior strategies, realization plans, and profiles: made of lists, of plans, or of numbers stated by names."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any, Literal, TypeAlias, TypeGuard, cast

import numpy as np
from gmpy2 import mpq

from lemke.errors import NumberError, ProfileError, suggestion, type_name
from lemke.game.builder import check_distribution
from lemke.game.names import NodeNames, SetNames
from lemke.game.recall import Sequences, histories, imbalances, require_perfect_recall
from lemke.game.tree import Game, InformationSet, move_places, require_game, unique_names
from lemke.ground.rational import ONE, ZERO, binary, exact, plain, quoted, short
from lemke.ground.sparse import Vector, vector, zeros
from lemke.ground.words import count

Distribution: TypeAlias = tuple[mpq, ...]
"""A probability for every move at an information set."""
Behavior: TypeAlias = tuple[Distribution, ...]
"""A behavior strategy: one distribution per information set of the player, in breadth-first order."""
PartialBehavior: TypeAlias = tuple[Distribution | None, ...]
"""A behavior strategy with None at sets that a realization plan does not reach, so that the moves are left open."""


Missing: TypeAlias = Literal["uniform"] | None
"""The rule for information sets without numbers: all moves equally likely (``"uniform"``), or an error (None)."""


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
    sizes = (len(sequences.moves(h)) for h in range(len(sequences.sets)))
    return tuple([(mpq(1, size),) * size for size in sizes])


def balanced(sequences: Sequences) -> Behavior:
    """Return a completely mixed behavior strategy whose realization plan has short numbers, even in deep games.

    The weight of a sequence is the largest weight of the sets directly after it, or 1 if there are none; the weight of
    a set is the sum of the weights of its sequences. A move c has the probability weight(σ_h c) / weight(h). Along a
    chain of sets the weights cancel, so numbers have about as many digits as the number of moves, whatever the depth.
    """
    weights, parent = [1] * sequences.size, sequences.parent.tolist()
    set_weights = [0] * len(parent)
    for h in range(len(parent) - 1, -1, -1):
        set_weights[h] = sum(weights[sequence] for sequence in sequences.moves(h))
        weights[parent[h]] = max(weights[parent[h]], set_weights[h])
    shares = (
        [mpq(weights[sequence], weight) for sequence in sequences.moves(h)] for h, weight in enumerate(set_weights)
    )
    return tuple(map(tuple, shares))


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

    @classmethod
    def of(cls, errors: Iterable[tuple[mpq, str]]) -> Normalization:
        """Return the summary of the errors of sums, each with the name of its set."""
        return sum((cls(1, error, place) for error, place in errors if error), cls())


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
        """Return the profile of players who choose once, given one distribution for every player."""
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
            Whether floats are accepted, at their exact binary values.
        normalize : bool
            Whether nonnegative numbers with a sum other than 1 are divided by their exact sum, and the profile gets a
            ``normalization``; otherwise such numbers are refused.

        Raises ProfileError for a wrong number of sets or moves, NumberError for numbers that are no distribution; the
        message names the information set.

        >>> from lemke.generators import kuhn
        >>> Profile.of(kuhn(3), [[["1/2", "1/2"]] * 6, [[3, 1]] * 6], normalize=True).behavior[1][0]
        (mpq(3,4), mpq(1,4))
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
        number = binary if floats else exact
        stated = zip(sets, list_of(behavior, len(sets), "player"), strict=True)
        pairs = [_strategy(player, *pair, number, normalize) for player, pair in enumerate(stated)]
        normalization = Normalization.of(error for _, errors in pairs for error in errors)
        return cls(tuple(strategy for strategy, _ in pairs), normalization=normalization if normalize else None)

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


def _strategy(
    player: int,
    sets: Sequence[InformationSet],
    stated: object,
    number: Callable[[object], mpq],
    normalize: bool,
) -> tuple[Behavior, list[tuple[mpq, str]]]:
    """Return a player's behavior strategy, and how far the sums were from 1 at the sets where they are divided.

    ``number`` converts every number. Raises ProfileError or NumberError, which names the information set, for a wrong
    number of moves or for numbers that are no distribution.
    """
    strategy, errors = [], []
    distributions = list_of(stated, len(sets), "information set", f" of player {player + 1}")
    for information_set, probabilities in zip(sets, distributions, strict=True):
        try:
            numbers = tuple(map(number, list_of(probabilities, len(information_set.actions), "probability")))
            if normalize and (total := sum(numbers, ZERO)) > 0:
                errors.append((total - 1, information_set.name))
                numbers = tuple(probability / total for probability in numbers)
            check_distribution(numbers)
        except (NumberError, ProfileError) as error:
            error.message = f"{information_set.name}: {error.message}"
            raise
        strategy.append(numbers)
    return tuple(strategy), errors


def list_of(value: object, size: int, noun: str, place: str = "") -> list[Any]:
    """Return a sequence or an array as a list; raise :class:`ProfileError` unless it has the right size."""
    numbers = list(value.tolist() if hasattr(value, "tolist") else value) if is_container(value) else None
    if numbers is None or len(numbers) != size:
        found = quoted(value) if numbers is None else count(len(numbers), noun)
        raise ProfileError(f"{found}{place}, expected {count(size, noun) if numbers is None else size}")
    return numbers


def is_container(value: object) -> TypeGuard[Collection[Any]]:
    """Return whether a value is a sequence, an array or a mapping, but no text."""
    if isinstance(value, Mapping | Sequence):
        return not isinstance(value, str | bytes)
    return hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0


# ---------------------------------------------------------------------- of realization plans


def of_plans(game: Game, plans: Sequence[Any], normalize: bool = False) -> Profile:
    """Return the profile of realization plans, one for each player; all moves are equally likely at unreached sets.

    A plan has one probability per sequence; a float is taken at its exact binary value. With ``normalize``, the sums of
    a plan may be inexact: the probabilities at an information set are then divided by their sum, and the profile's
    ``normalization`` reports by how much the sums were wrong.

    Raises RecallError if a player does not have perfect recall; ProfileError for a wrong number of plans or
    probabilities; NumberError for a value that is negative or no finite number, and, without ``normalize``, for an
    inexact sum.
    """
    sequences = require_perfect_recall(game, histories(game))
    stated = zip(sequences, list_of(plans, len(sequences), "player"), strict=True)
    strategies = [_of_plan(*pair, normalize) for pair in stated]
    behavior, filled = (
        tuple(strategy for strategy, *_ in strategies),
        tuple(positions for _, positions, _ in strategies),
    )
    normalization = Normalization.of(error for *_, errors in strategies for error in errors)
    return Profile(behavior, filled, normalization if normalize else None)


def _of_plan(
    sequences: Sequences, stated: object, normalize: bool
) -> tuple[Behavior, frozenset[int], list[tuple[mpq, str]]]:
    """Return a plan's behavior strategy, the positions of sets that the plan does not reach, and the errors of sums."""
    player, sets = f"player {sequences.player + 1}", sequences.information_sets
    name = f"the realization plan of {player}"
    numbers = list_of(stated, sequences.size, "probability", f" in {name}")
    try:
        plan = vector(map(binary, numbers))
    except NumberError as error:
        raise NumberError(f"{name}: {error.message}") from None
    if (lowest := min(plan)) < 0:
        raise NumberError(f"{name}: the probability {short(lowest)}, expected none below 0")
    places = [f"the empty sequence of {player}", *(information_set.name for information_set in sets)]
    defects = [plan[0] - 1, *imbalances(sequences, plan)]
    wrong = next((k for k, defect in enumerate(defects) if defect), None)
    if wrong is not None and not normalize:
        reach = plan[sequences.parent[wrong - 1]] if wrong else ONE  # defects[0] is that of the empty sequence
        expected = f"{short(reach)}{', the probability of the sequence that leads there' if wrong else ''}"
        raise NumberError(f"{name}: the sum at {places[wrong]} is off by {short(defects[wrong])}, expected {expected}")
    strategy, filled = [], []
    for h, (parent, defect) in enumerate(zip(sequences.parent.tolist(), defects[1:], strict=True)):
        moves, total = sequences.moves(h), plan[parent] + defect
        if not total:
            filled.append(h)
        weights = plan[moves.start : moves.stop] / total if total else [mpq(1, len(moves))] * len(moves)
        strategy.append(tuple(weights))
    return tuple(strategy), frozenset(filled), list(zip(defects, places, strict=True))


# ---------------------------------------------------------------------- by names


def by_name(
    game: Game,
    stated: Mapping[Any, object],
    missing: Missing = None,
    floats: bool = False,
    normalize: bool = False,
) -> Profile:
    """Return a profile stated by names; ``floats`` and ``normalize`` are the options of :meth:`Profile.of`.

    ``stated`` maps information sets to numbers, or players to such mappings. The numbers at a set are a mapping from
    actions, or a sequence. A set is named by its label or its number (a name that is both is a label), or by a
    pair ``(player, label)`` if two players use the label. A player is a whole number 0, 1, … or a text: ``"1"``,
    ``"2"``, … or the name. Actions left out have probability 0; ``missing`` is the rule for sets left out.

    Raises ProfileError for a name that is unknown, ambiguous or used twice, a wrong number of probabilities, and, if
    ``missing`` is None, for a set left out.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> by_name(game, {"3": {"bet": 1}, "1:pb": ["2/3", "1/3"]}, missing="uniform").behavior[0][2:4]
    ((mpq(0,1), mpq(1,1)), (mpq(2,3), mpq(1,3)))
    """
    numbers = _by_set(game, stated)
    for index, probabilities in numbers.items():
        if isinstance(probabilities, Mapping):
            numbers[index] = _by_action(game.information_sets[index], probabilities)
    return complete_numbers(game, numbers, missing, floats, normalize)


def complete_numbers(
    game: Game, numbers: Mapping[int, object], missing: Missing, floats: bool = False, normalize: bool = False
) -> Profile:
    """Return the profile of ``numbers``, given by index of information set; a rule fills in missing sets.

    Raises ProfileError, which names a missing set, if a set is missing and there is no rule.
    """
    player_sets = [game.sets_of(player) for player in range(len(game.players))]
    missing_sets = [index for sets in player_sets for index in sets if index not in numbers]
    if missing_sets and missing is None:
        more = f" and {count(len(missing_sets) - 1, 'more set')}" if len(missing_sets) > 1 else ""
        question = "" if numbers else "; is it a profile of another game?"
        expected = f"expected all, or a rule for them{question}"
        raise ProfileError(f"no probabilities at {game.set_name(missing_sets[0])}{more}, {expected}")
    sizes = {index: len(game.information_sets[index].actions) for index in missing_sets}
    uniform: dict[int, list[object]] = {index: [mpq(1, size)] * size for index, size in sizes.items()}
    filled = tuple(frozenset(h for h, index in enumerate(sets) if index in uniform) for sets in player_sets)
    stated: dict[int, Any] = {**numbers, **uniform}
    profile = Profile.of(game, [[stated[index] for index in sets] for sets in player_sets], floats, normalize)
    return replace(profile, filled=filled)


ANY = object()
"""Stands for the player of a set that is stated by its name alone."""


def _by_set(game: Game, stated: Mapping[Any, object]) -> dict[int, object]:
    """Return what is stated about information sets, by index of the set."""
    names = SetNames(game)
    mappings = [value for value in stated.values() if isinstance(value, Mapping)]
    # with one more level of mappings or sequences, the keys are players; otherwise they are sets
    if len(mappings) == len(stated) and all(is_container(value) for mapping in mappings for value in mapping.values()):
        entries = [(key, name, value) for key, sets in stated.items() for name, value in cast(Any, sets).items()]
    else:
        entries = [
            (*(key if isinstance(key, tuple) and len(key) == 2 else (ANY, key)), value) for key, value in stated.items()
        ]
    numbers: dict[int, object] = {}
    for player, name, value in entries:
        index = names.find(name, None if player is ANY else names.player(player))
        _state(numbers, index, value, game.set_name(index))
    return numbers


def _state(numbers: dict[int, object], key: int, number: object, name: str) -> None:
    """Note a stated number; raise :class:`ProfileError` if something that has a name is stated twice."""
    if key in numbers:
        raise ProfileError(f"{name} twice, expected once")
    numbers[key] = number


def _by_action(information_set: InformationSet, stated: Mapping[Any, object]) -> list[object]:
    """Return the numbers of a set's moves in their order, given by the names of actions; 0 for actions left out.

    An action is named by its label. The k-th action is named ``#k`` if its label is empty, and ``label#k`` if several
    actions have the label; ``#k`` is always allowed.
    """
    names = unique_names(information_set.actions)
    index = move_places(names)
    numbers: dict[int, object] = {}
    for name, number in stated.items():
        if (k := index.get(plain(name))) is None:
            expected = quoted(", ".join(names)) + suggestion(plain(name), names)
            raise ProfileError(f"the action {quoted(name)} at {information_set.name}, expected one of {expected}")
        _state(numbers, k, number, f"the action {quoted(names[k])} at {information_set.name}")
    return [numbers.get(k, ZERO) for k in range(len(names))]


def beliefs_by_name(game: Game, stated: Mapping[Any, object]) -> dict[int, Distribution]:
    """Return the stated beliefs by index of information set: probabilities of the set's nodes in breadth-first order.

    Sets are named as in :func:`by_name`. The probabilities of a set are a sequence in breadth-first order of its nodes,
    or a mapping from nodes; nodes left out have probability 0. A node is named by the moves that lead to it, or by its
    number N in breadth-first order, from 0, as a text ``@N`` or an integer.

    Raises ProfileError for a set or node that is unknown or stated twice, and a wrong number of probabilities;
    InputError for an unknown name of a node; NumberError if probabilities are no distribution over the nodes of a set.
    """
    names, nodes_by_set = NodeNames(game), game.nodes_by_set()
    beliefs: dict[int, Distribution] = {}
    for index, numbers in _by_set(game, stated).items():
        set_name, nodes = game.set_name(index), nodes_by_set[index].tolist()
        if isinstance(numbers, Mapping):
            numbers = _by_node(set_name, names, nodes, numbers)
        try:
            distribution = tuple(map(binary, list_of(numbers, len(nodes), "belief", f" at {set_name}")))
            check_distribution(distribution)
        except NumberError as error:
            error.message = f"beliefs at {set_name}: {error.message}"
            raise
        beliefs[index] = distribution
    return beliefs


def _by_node(set_name: str, names: NodeNames, nodes: list[int], stated: Mapping[Any, object]) -> list[object]:
    """Return the numbers of a set's nodes in their order, given by the names of nodes; 0 for nodes left out."""
    members, numbers = set(nodes), dict[int, object]()
    for name, number in stated.items():
        node = int(name) if isinstance(name, Integral) else names.node(plain(name))
        if node not in members:
            expected = ", ".join(quoted(names.place(member)) for member in nodes)
            raise ProfileError(f"the node {quoted(name)} at {set_name}, expected one of {expected}")
        _state(numbers, node, number, f"the node {quoted(names.place(node))} at {set_name}")
    return [numbers.get(node, ZERO) for node in nodes]
