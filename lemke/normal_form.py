"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

A pure strategy names one move at every information set of its player, so their number is exponential; any number of
players and any recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import GameError
from lemke.game import CHANCE, NONE, Game
from lemke.game.tree import count, unique_names
from lemke.rational import ONE, ZERO, short
from lemke.watch import Watch

MAX_COMBINATIONS = 10**6

Choice: TypeAlias = tuple[tuple[int, int], ...]
"""Moves (information set, index) that a path asks of a player."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """A game in strategic form.

    Attributes
    ----------
    players : tuple of str
    strategies : tuple of tuple of str, one per player
        Labels of the pure strategies: a move for every information set in breadth-first order, the last set's move
        changing fastest.
    payoffs : tuple of exact arrays, one per player
        Each of shape (strategies of player 1, of player 2, …), in units of payoff.
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    payoffs: tuple[NDArray[np.object_], ...]


def normal_form(game: Game, watch: Watch | None = None) -> NormalForm:
    """Return the full strategic form of a game, with exact expected payoffs.

    Raises
    ------
    GameError
        If it had more than 10⁶ combinations of strategies.

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
    own = [game.sets_of(player) for player in range(len(game.players))]
    sizes = [prod(len(game.information_sets[each].actions) for each in sets) for sets in own]
    if prod(sizes) > MAX_COMBINATIONS:
        raise GameError(
            f"a strategic form of {' x '.join(short(mpq(size)) for size in sizes)} strategies, "
            f"expected at most {count(MAX_COMBINATIONS, 'combination')}"
        )
    pure = [list(product(*(range(len(game.information_sets[each].actions)) for each in sets))) for sets in own]
    tables = [np.array(strategies, dtype=np.int64) for strategies in pure]
    payoffs = tuple(np.full(sizes, ZERO, dtype=object) for _ in own)
    for reach, choices, gains in _paths(game):
        watch.check()
        places = [_playing(table, sets, choice) for table, sets, choice in zip(tables, own, choices, strict=True)]
        for player, gain in enumerate(gains):
            if weighted := reach * gain:
                payoffs[player][np.ix_(*places)] += weighted
    labels = tuple(tuple(_labels(game, sets, strategies)) for sets, strategies in zip(own, pure, strict=True))
    return NormalForm(game.players, labels, payoffs)


def _paths(game: Game) -> Iterator[tuple[mpq, list[Choice], tuple[mpq, ...]]]:
    """Yield for every leaf the chance probability, the moves that it asks of each player, and its payoffs."""
    index, totals = game.payoffs()
    for leaf in game.leaves.tolist():
        moves: list[set[tuple[int, int]]] = [set() for _ in game.players]
        reach, node = ONE, leaf
        while (parent := int(game.parent[node])) != NONE:
            each, move = int(game.information_set[parent]), int(game.move[node])
            if (player := int(game.player[parent])) == CHANCE:
                reach *= game.information_sets[each].probabilities[move]
            else:
                moves[player].add((each, move))
            node = parent
        yield reach, [tuple(sorted(asked)) for asked in moves], totals[index[leaf]]


def _playing(table: NDArray[np.int64], sets: list[int], choice: Choice) -> NDArray[np.int64]:
    """Return the strategies that make all these moves; an absent-minded path may ask for two at one set."""
    playing = np.ones(len(table), dtype=bool)
    for each, move in choice:
        playing &= table[:, sets.index(each)] == move
    return np.flatnonzero(playing)


def _labels(game: Game, sets: list[int], strategies: list[tuple[int, ...]]) -> list[str]:
    """Return unique labels for people: the moves' labels, or their numbers where labels do not serve."""
    names = [unique_names(game.information_sets[each].actions) for each in sets]
    return unique_names(
        [" ".join(name[move] for name, move in zip(names, strategy, strict=True)) for strategy in strategies]
    )
