"""The first restricted game of a double oracle, which a user may choose: sequences, strategies, or a profile."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, TypeAlias

import numpy as np

from lemke.errors import InputError, type_name
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.game.names import SetNames
from lemke.game.recall import EMPTY, Sequences, histories, require_perfect_recall
from lemke.game.strategy import Profile, check_profile, is_container, realization_plan
from lemke.game.tree import move_places, unique_names
from lemke.ground.rational import quoted

Start: TypeAlias = tuple[Sequence[Any], Sequence[Any]]
"""For each player the moves to begin with, as pairs of an information state and an action; or pure strategies."""


def start_of(problem: object, start: object) -> Start:
    """Return a user's start, as in :func:`lemke.double_oracle`, in the form that restricted games take.

    Two empty tuples stand for None. Actions of states and strategies of oracles are not checked here.

    >>> from lemke.io import example
    >>> start_of(example("double_oracle_lecture"), (["A C"], [("i2", "i")]))
    ([(0, 0), (2, 0)], [(1, 0), (4, 0)])
    """
    if start is None:
        return (), ()
    start = getattr(start, "profile", start)  # an equilibrium has a profile
    if not isinstance(start, Profile) and not (
        is_container(start) and len(start) == 2 and all(map(is_container, start))
    ):
        expected = "two lists, the sequences or strategies of player 1 and of player 2, or a profile"
        raise InputError(f"the start {quoted(start)}, expected {expected}")
    if isinstance(problem, NormalForm):
        return _strategies(problem, start)
    if isinstance(problem, Game):
        return _moves(problem, start)
    if isinstance(start, Profile):
        expected = "two lists; only a Game or a NormalForm can start from a profile"
        raise InputError(f"a profile to start from with an object of type {type_name(problem)}, expected {expected}")
    part_1, part_2 = map(list, start)
    for move in part_1 + part_2 if isinstance(problem, State) else ():
        if not isinstance(move, tuple) or len(move) != 2:
            raise InputError(f"the move {quoted(move)} to start from, expected a pair (information state, action)")
    return part_1, part_2


def action_place(
    action: Hashable, places: Mapping[Any, int], player: int, key: Hashable, actions: Sequence[Hashable]
) -> int:
    """Return the place of a chosen action at an information state. Raises InputError for an action without a place."""
    if action not in places:
        owner, listed = f"player {player + 1} at {quoted(key)} to start from", ", ".join(map(str, actions))
        raise InputError(f"the action {quoted(action)} of {owner}, expected one of {quoted(listed)}")
    return places[action]


def _moves(game: Game, start: Any) -> Start:
    """Return the moves of sequences that are given by their names or last moves, or of all that a profile plays."""
    game.require_two_players()
    both = require_perfect_recall(game, histories(game))
    if isinstance(start, Profile):
        check_profile(game, start)
        numbers = [
            np.flatnonzero(realization_plan(sequences, behavior)).tolist()
            for sequences, behavior in zip(both, start.behavior, strict=True)
        ]
    else:
        names = SetNames(game)
        numbers = [list(_sequence_numbers(sequences, part, names)) for sequences, part in zip(both, start, strict=True)]
    moves_1, moves_2 = map(_moves_on, both, numbers)
    return moves_1, moves_2


def last_moves(sequences: Sequences) -> dict[int, tuple[int, int]]:
    """Return the last move of every sequence but the empty one, as a pair of indices: information set and action."""
    return {
        number: (index, place)
        for h, index in enumerate(sequences.sets)
        for place, number in enumerate(sequences.moves(h))
    }


def _moves_on(sequences: Sequences, numbers: list[int]) -> list[tuple[int, int]]:
    """Return all moves of sequences, earlier moves first."""
    moves = last_moves(sequences)
    prefixes: set[int] = set()  # all prefixes of the sequences, including the sequences themselves
    for number in numbers:
        while number != EMPTY and number not in prefixes:
            prefixes.add(number)
            number = sequences.shorter[number]
    return [moves[number] for number in sorted(prefixes)]


def _sequence_numbers(sequences: Sequences, stated: Sequence[Any], names: SetNames) -> Iterator[int]:
    """Yield the numbers of sequences that are given by their names or by their last moves."""
    number_of = {name: number for number, name in enumerate(sequences.names())}
    for sequence in stated:
        if isinstance(sequence, tuple) and len(sequence) == 2:
            name, action = sequence
            h = sequences.sets.index(names.find(name, sequences.player))
            actions = unique_names(sequences.information_sets[h].actions)
            yield sequences.moves(h)[action_place(str(action), move_places(actions), sequences.player, name, actions)]
        elif isinstance(sequence, str) and sequence in number_of:
            yield number_of[sequence]
        else:
            purpose = f"of player {sequences.player + 1} to start from"
            expected = "a name that lemke sequence-form lists, or in Python a tuple (information set, action)"
            raise InputError(f"the sequence {quoted(sequence)} {purpose}, expected {expected}")


def _strategies(form: NormalForm, start: Any) -> Start:
    """Return the numbers, from 0, of strategies that are given by labels or numbers, or of all that a profile plays."""
    if isinstance(start, Profile):
        support_1, support_2 = (np.flatnonzero(mixed).tolist() for mixed in form.mixed(start))
        return support_1, support_2
    numbers: tuple[list[int], list[int]] = ([], [])
    for player, stated in enumerate(start):
        labels = unique_names(form.strategies[player])
        for strategy in stated:
            if isinstance(strategy, str) and strategy in labels:
                numbers[player].append(labels.index(strategy))
            elif isinstance(strategy, Integral) and strategy in range(len(labels)):
                numbers[player].append(int(strategy))
            else:
                expected = f"a label, or a number from 0 to {len(labels) - 1}"
                raise InputError(
                    f"the strategy {quoted(strategy)} of player {player + 1} to start from, expected {expected}"
                )
    return numbers
