"""The strategic (normal) form of a game: a payoff for every combination of pure strategies.

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

from lemke.errors import GameError
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.tree import Integers, count, unique_names
from lemke.pure_strategies import PureStrategies, Strategy, pure_strategies
from lemke.rational import ONE, ZERO, short
from lemke.watch import Watch

MAX_COMBINATIONS = 10**6

Playing: TypeAlias = tuple[Integers, ...]
"""For every player the places of the strategies that make all moves on the way to a node."""


@dataclass(frozen=True, eq=False)
class NormalForm:
    """A game in strategic form.

    Attributes
    ----------
    players : tuple of str
    strategies : tuple of tuple of str, one per player
        Labels of the strategies: a move for every information set in breadth-first order, the last set's move
        changing fastest; ``*`` at sets that a reduced strategy does not reach.
    payoffs : tuple of exact arrays, one per player
        Each of shape (strategies of player 1, of player 2, …), in units of payoff.
    pure : tuple of PureStrategies, one per player
        What the strategies are, in the same order.
    """

    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    payoffs: tuple[NDArray[np.object_], ...]
    pure: tuple[PureStrategies, ...]


def normal_form(game: Game, reduced: bool = False, watch: Watch | None = None) -> NormalForm:
    """Return the full or the reduced strategic form of a game, with exact expected payoffs.

    Raises
    ------
    GameError
        If it had more than 10⁶ combinations of strategies; the message says how many strategies there are.

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
    pure = tuple(pure_strategies(game, player, reduced, watch) for player in range(len(game.players)))
    sizes = [own.count for own in pure]
    if prod(sizes) > MAX_COMBINATIONS:
        raise GameError(
            f"a strategic form of {' x '.join(short(mpq(size)) for size in sizes)} strategies, "
            f"expected at most {count(MAX_COMBINATIONS, 'combination')}"
        )
    lists = [list(own) for own in pure]
    tables = [np.array(own, dtype=np.int64).reshape(len(own), -1) for own in lists]
    payoffs = tuple(np.full([len(own) for own in lists], ZERO, dtype=object) for _ in pure)
    for reach, playing, gains in _leaves(game, pure, tables):
        watch.check()
        for table, gain in zip(payoffs, gains, strict=True):
            if weighted := reach * gain:
                table[np.ix_(*playing)] += weighted
    labels = tuple(tuple(_labels(own, each)) for own, each in zip(pure, lists, strict=True))
    return NormalForm(game.players, labels, payoffs, pure)


def _labels(pure: PureStrategies, strategies: list[Strategy]) -> list[str]:
    """Return unique labels for people: those of the moves as they are, so that a strategic game keeps its own."""
    names = [[*unique_names(each.actions), "*"] for each in pure.information_sets]  # STAR is the last index
    return unique_names(
        [" ".join(name[move] for name, move in zip(names, strategy, strict=True)) for strategy in strategies]
    )


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
            moves = tables[player][playing[player], slots[each]]
            for move, child in enumerate(game.children(node)):
                going_on = playing[player][moves == move]
                stack.append((child, reach, (*playing[:player], going_on, *playing[player + 1 :])))
