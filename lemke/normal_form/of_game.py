"""From a game to its strategic form, full or reduced.

A pure strategy names one move at every information set of its player, a reduced one only at those that its own moves
let it reach (:mod:`lemke.pure_strategies`). There are exponentially many; any number of players and any recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError, PlayersError
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.tree import Integers, count, unique_names
from lemke.normal_form.form import MAX_PLAYERS, NormalForm
from lemke.pure_strategies import PureStrategies, Strategy, pure_strategies
from lemke.rational import ONE, ZERO, short
from lemke.watch import Watch

MAX_COMBINATIONS = 10**6
MAX_MOVES = 10**7
"""Moves in all strategies together: there may be few long ones."""

Playing: TypeAlias = tuple[Integers, ...]
"""For every player the places of the strategies that make all moves on the way to a node."""


@dataclass(frozen=True, eq=False)
class TreeNormalForm(NormalForm):
    """The strategic form of a game that is held as a tree.

    The label of a strategy has a move for every information set in breadth-first order, the last set's move changing
    fastest from one strategy to the next; ``*`` at sets that a reduced strategy does not reach.

    Attributes
    ----------
    game : Game
    pure : tuple of PureStrategies, one per player
        What the strategies are, in the same order.
    """

    game: Game
    pure: tuple[PureStrategies, ...]


def normal_form(game: Game, reduced: bool = False, watch: Watch | None = None) -> TreeNormalForm:
    """Return the full or the reduced strategic form of a game, with exact expected payoffs.

    Raises
    ------
    PlayersError
        For no players, or more than 32.
    GameError
        If it had more than 10⁶ combinations of strategies, or strategies of more than 10⁷ moves together; the message
        says how many strategies there are.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> builder.pay(builder.move(right, 1, ["l", "r"])[0], 3, 4)
    >>> form = normal_form(builder.build())
    >>> form.strategies
    (('L', 'R'), ('l', 'r'))
    >>> form.payoffs[0].tolist()
    [[mpq(1,1), mpq(1,1)], [mpq(3,1), mpq(0,1)]]
    """
    watch = watch or Watch()
    if not 0 < len(game.players) <= MAX_PLAYERS:
        raise PlayersError(f"a game of {count(len(game.players), 'player')}, expected 1 to {MAX_PLAYERS}")
    pure = tuple(pure_strategies(game, player, reduced, watch) for player in range(len(game.players)))
    sizes = [own.count for own in pure]
    if prod(sizes) > MAX_COMBINATIONS or sum(own.count * len(own.sets) for own in pure) > MAX_MOVES:
        raise GameError(
            f"a strategic form of {' x '.join(short(mpq(size)) for size in sizes)} strategies, expected at most "
            f"{count(MAX_COMBINATIONS, 'combination')} of strategies with {MAX_MOVES} moves in all"
        )
    lists = [_listed(own, watch) for own in pure]
    tables = [np.array(own, dtype=np.int64).reshape(len(own), -1) for own in lists]
    shape = [len(own) for own in lists]
    payoffs = [np.full(prod(shape), ZERO, dtype=object) for _ in pure]
    for reach, playing, gains in _leaves(game, pure, tables):
        watch.check()
        places = _combinations(playing, shape)
        for table, gain in zip(payoffs, gains, strict=True):
            if weighted := reach * gain:
                table[places] += weighted
    labels = tuple(tuple(_labels(game, own, each)) for own, each in zip(pure, lists, strict=True))
    arrays = tuple(table.reshape(shape) for table in payoffs)
    return TreeNormalForm(game.players, labels, arrays, game.title, game, pure)


def _listed(pure: PureStrategies, watch: Watch) -> list[Strategy]:
    strategies = []
    for each in pure:
        watch.check()
        strategies.append(each)
    return strategies


def _combinations(playing: Playing, shape: list[int]) -> Integers:
    """Return the numbers of all combinations of the players' strategies, in row-major order of the whole table."""
    places = playing[0]
    for own, size in zip(playing[1:], shape[1:], strict=True):
        places = np.add.outer(places * size, own).ravel()
    return places


def _labels(game: Game, pure: PureStrategies, strategies: list[Strategy]) -> list[str]:
    """Return unique labels for people; those of a game given in strategic form as they are."""
    if game.strategic:
        names = [unique_names(each.actions) for each in pure.information_sets]
        return [" ".join(own[move] for own, move in zip(names, each, strict=True)) for each in strategies]
    return unique_names(list(map(pure.text, strategies)))


def _leaves(
    game: Game, pure: tuple[PureStrategies, ...], tables: list[NDArray[np.int64]]
) -> Iterator[tuple[mpq, Playing, tuple[mpq, ...]]]:
    """Yield for every leaf the chance probability, the strategies that lead there, and its payoffs."""
    index, totals = game.payoffs()
    slots = {each: slot for own in pure for slot, each in enumerate(own.sets)}
    stack: list[tuple[int, mpq, Playing]] = [(0, ONE, tuple(np.arange(len(table)) for table in tables))]
    while stack:
        node, reach, playing = stack.pop()
        player, each = int(game.player[node]), int(game.information_set[node])
        if player == TERMINAL:
            yield reach, playing, totals[index[node]]
        elif player == CHANCE:
            probabilities = game.information_sets[each].probabilities
            stack += [
                (child, reach * probability, playing)
                for child, probability in zip(game.children(node), probabilities, strict=True)
                if probability
            ]
        else:
            children = game.children(node)
            split = _by_move(tables[player], playing[player], slots[each], len(children))
            for child, own in zip(children, split, strict=True):
                stack.append((child, reach, (*playing[:player], own, *playing[player + 1 :])))


def _by_move(table: NDArray[np.int64], playing: Integers, slot: int, moves: int) -> list[Integers]:
    """Split strategies by the move that they make in a slot."""
    made = table[playing, slot]
    order = np.argsort(made, kind="stable")
    return np.split(playing[order], np.searchsorted(made[order], np.arange(1, moves)))
