"""The first restricted game of a double oracle, which a user may choose: sequences, strategies, or a profile."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np

from lemke.errors import InputError, type_name
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.names import SetNames
from lemke.game.recall import EMPTY, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile, is_container, realization_plan
from lemke.game.tree import move_places, unique_names
from lemke.ground.rational import quoted

Chosen: TypeAlias = tuple[Sequence[Hashable], Sequence[Hashable]]
"""For each player the moves to begin with, as pairs of an information state and an action; or pure strategies."""


def move_of(move: Hashable) -> tuple[Hashable, Hashable]:
    """Return a move as an information state and an action. Raises InputError for an object that is no such pair."""
    if not isinstance(move, tuple) or len(move) != 2:
        raise InputError(f"the move {quoted(move)} to start from, expected a pair (information state, action)")
    return move[0], move[1]


def action_place(
    action: Hashable, places: Mapping[Any, int], player: int, key: Hashable, actions: Iterable[Hashable]
) -> int:
    """Return the place of a chosen action at an information state. Raises InputError for an action without a place."""
    if action not in places:
        owner, listed = f"player {player + 1} at {quoted(key)} to start from", ", ".join(map(str, actions))
        raise InputError(f"the action {quoted(action)} of {owner}, expected one of {quoted(listed)}")
    return places[action]


def chosen(problem: object, start: object) -> Chosen:
    """Return a user's start, as in :func:`lemke.double_oracle`, in the form that restricted games take.

    Two empty tuples stand for None. Moves of states and strategies of oracles are not checked here.

    >>> from lemke.io import example
    >>> chosen(example("double_oracle_lecture"), (["A C"], [("i2", "i")]))
    ([(0, 0), (2, 0)], [(1, 0), (4, 0)])
    """
    if start is None:
        return (), ()
    start = getattr(start, "profile", start)  # an equilibrium has a profile
    if isinstance(start, Profile):
        return _support(problem, start)
    part_1, part_2 = _two_lists(start)
    if isinstance(problem, Game):
        names, (sequences_1, sequences_2) = SetNames(problem), _sequences(problem)
        return _moves_of(sequences_1, part_1, names), _moves_of(sequences_2, part_2, names)
    if isinstance(problem, NormalForm):
        return _strategy_numbers(problem, 0, part_1), _strategy_numbers(problem, 1, part_2)
    return part_1, part_2


def _two_lists(start: object) -> tuple[list[Any], list[Any]]:
    """Return the parts of a start. Raises InputError unless a start is two lists or other containers."""
    if not is_container(start) or len(start) != 2 or not all(map(is_container, start)):
        expected = "two lists, the sequences or strategies of player 1 and of player 2, or a profile"
        raise InputError(f"the start {quoted(start)}, expected {expected}")
    part_1, part_2 = start
    return list(part_1), list(part_2)


def sequence_moves(sequences: Sequences, numbers: Collection[int]) -> list[tuple[int, int]]:
    """Return all moves of sequences, earlier moves first, as pairs of indices: information set and action."""
    shorter = sequences.shorter
    prefixes: set[int] = set()  # all prefixes of the sequences, including the sequences themselves
    for number in numbers:
        while number != EMPTY and number not in prefixes:
            prefixes.add(number)
            number = shorter[number]
    moves = []
    for number in sorted(prefixes):
        # the sequence is at the last set whose first sequence does not have a larger number
        h = int(np.searchsorted(sequences.first, number, "right")) - 1
        moves.append((sequences.sets[h], number - int(sequences.first[h])))
    return moves


def _sequences(game: Game) -> tuple[Sequences, Sequences]:
    game.require_two_players()
    sequences_1, sequences_2 = require_perfect_recall(game, histories(game))
    return sequences_1, sequences_2


def _support(problem: object, profile: Profile) -> Chosen:
    """Return the moves or pure strategies that a profile plays with positive probability."""
    if isinstance(problem, NormalForm):
        numbers_1, numbers_2 = (np.flatnonzero(mixed).tolist() for mixed in problem.mixed(profile))
        return numbers_1, numbers_2
    if not isinstance(problem, Game):
        expected = "two lists; only a Game or a NormalForm can start from a profile"
        raise InputError(f"a profile to start from with an object of type {type_name(problem)}, expected {expected}")
    player_sequences = _sequences(problem)
    check_profile(problem, profile)
    plans = map(realization_plan, player_sequences, profile.behavior)
    moves_1, moves_2 = (
        sequence_moves(sequences, np.flatnonzero(plan).tolist())
        for sequences, plan in zip(player_sequences, plans, strict=True)
    )
    return moves_1, moves_2


def _moves_of(sequences: Sequences, stated: Iterable[Any], names: SetNames) -> list[tuple[int, int]]:
    """Return the moves of sequences that are given by their names or by their last moves."""
    number_of = {name: number for number, name in enumerate(sequences.names())}
    return sequence_moves(sequences, list(_sequence_numbers(sequences, stated, number_of, names)))


def _sequence_numbers(
    sequences: Sequences, stated: Iterable[Any], number_of: dict[str, int], names: SetNames
) -> Iterator[int]:
    """Yield the numbers of sequences that are given by their names or by their last moves."""
    purpose = f"of player {sequences.player + 1} to start from"
    for sequence in stated:
        if isinstance(sequence, tuple) and len(sequence) == 2:
            name, action = sequence
            h = sequences.sets.index(names.find(name, sequences.player))
            actions = unique_names(sequences.information_sets[h].actions)
            yield sequences.moves(h)[action_place(str(action), move_places(actions), sequences.player, name, actions)]
        elif isinstance(sequence, str) and sequence in number_of:
            yield number_of[sequence]
        else:
            expected = "a name that lemke sequence-form lists, or in Python a tuple (information set, action)"
            raise InputError(f"the sequence {quoted(sequence)} {purpose}, expected {expected}")


def _strategy_numbers(form: NormalForm, player: int, stated: Iterable[Any]) -> list[int]:
    """Return the numbers, from 0, of strategies that are given by their labels or numbers."""
    labels = unique_names(form.strategies[player])
    numbers = []
    for strategy in stated:
        if isinstance(strategy, str) and strategy in labels:
            numbers.append(labels.index(strategy))
        elif isinstance(strategy, Integral) and strategy in range(len(labels)):
            numbers.append(int(strategy))
        else:
            expected = f"a label, or a number from 0 to {len(labels) - 1}"
            raise InputError(
                f"the strategy {quoted(strategy)} of player {player + 1} to start from, expected {expected}"
            )
    return numbers
