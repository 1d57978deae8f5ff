"""The strategic form of a game tree, full or reduced.

A pure strategy has one move at every information set of its player. A reduced strategy has moves only at the sets that
its own moves do not exclude (:mod:`lemke.game.pure_strategies`). The number of strategies is exponential in the number
of sets. Games may have any number of players and any recall.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

import gmpy2
import numpy as np
from gmpy2 import mpq, mpz
from numpy.typing import NDArray

from lemke.errors import GameError, InputError, type_name
from lemke.forms.normal_form.form import Array, NormalForm, check_players
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.pure_strategies import MixedStrategy, PureStrategies, PureStrategy, pure_strategies
from lemke.game.recall import histories, weighted_payoffs
from lemke.game.tree import Integers, unique_names
from lemke.ground import limits
from lemke.ground.rational import short
from lemke.ground.sparse import Vector, over_one_denominator, vector

MAX_COMBINATIONS = 10**6
"""The most combinations of strategies, one per player, in a strategic form."""
MACHINE = 1 << 62
"""Sums of absolute value below this bound fit in ``int64``."""
MAX_MOVES = 10**7
"""The most moves in all strategies together: even a few strategies may have too many."""

ReachingStrategies: TypeAlias = tuple[Integers, ...]
"""For every player the numbers of the strategies that have all the player's moves on the path to a node."""


@dataclass(frozen=True, eq=False)
class TreeNormalForm(NormalForm):
    """The strategic form of a game that is held as a tree.

    The label of a strategy has a move for every information set in breadth-first order, and ``*`` at sets that a
    reduced strategy excludes; equal labels are made different. The move at the last set changes fastest from one
    strategy to the next.

    Attributes
    ----------
    game : Game
    pure : tuple of PureStrategies, one per player
        The strategies of each player, in the order of the labels.
    """

    game: Game
    pure: tuple[PureStrategies, ...]

    def mixed_strategy(self, player: int, probabilities: Sequence[object] | Vector) -> MixedStrategy:
        """Return the mixed strategy of a player, 0, 1, …, from a probability per strategy.

        Probabilities at the end may be left out if they are 0. Raises InputError or one of its subclasses for what is
        no distribution over the strategies.
        """
        pure = self.pure[player]
        return MixedStrategy.of(
            pure, {pure.nth(k): probability for k, probability in enumerate(probabilities) if probability}
        )


def normal_form(game: Game, reduced: bool = False) -> TreeNormalForm:
    """Return the full or the reduced strategic form of a game, with exact payoffs; see :func:`lemke.normal_form`."""
    check_players(len(game.players))
    pure = tuple(pure_strategies(game, player, reduced) for player in range(len(game.players)))
    sizes = [strategies.count for strategies in pure]
    if prod(sizes) > MAX_COMBINATIONS or sum(player.count * len(player.sets) for player in pure) > MAX_MOVES:
        raise GameError(
            f"a strategic form of {' x '.join(short(mpq(size)) for size in sizes)} strategies, expected at most "
            f"{MAX_COMBINATIONS} combinations of them, and {MAX_MOVES} moves in all strategies together"
        )
    lists = [list(strategies) for strategies in pure]
    labels = tuple(tuple(_labels(game, *pair)) for pair in zip(pure, lists, strict=True))
    if game.strategic:  # the leaves are in row-major order
        arrays = (game.leaf_payoffs(player).reshape(list(map(int, sizes))) for player in range(len(pure)))
        return TreeNormalForm(game.players, labels, tuple(arrays), game.title, game, pure)
    tables = [np.array(strategies, dtype=np.int64).reshape(len(strategies), -1) for strategies in lists]
    shape = list(map(len, lists))
    game_histories = histories(game)
    terms, denominators = zip(
        *(_terms(*weighted_payoffs(game, game_histories, player), prod(shape)) for player in range(len(pure))),
        strict=True,
    )
    sums = [np.zeros(shape, dtype=numerators.dtype) for numerators in terms]  # a sum of terms per combination
    index_of = {leaf: k for k, leaf in enumerate(game.leaves.tolist())}
    for leaf, reaching in _leaves(game, pure, tables):
        limits.check()
        # flat indices in row-major order, not np.ix_, which takes fewer than MAX_PLAYERS axes
        places = reaching[0]
        for strategies, size in zip(reaching[1:], shape[1:], strict=True):
            places = np.add.outer(places * size, strategies).ravel()
        for numerators, table in zip(terms, sums, strict=True):
            if term := numerators[index_of[leaf]]:
                table.ravel()[places] += term
    return TreeNormalForm(game.players, labels, tuple(map(_payoffs, sums, denominators)), game.title, game, pure)


def strategic_form(problem: Game | NormalForm) -> NormalForm:
    """Return a strategic form unchanged, for a game its reduced strategic form; raise InputError for other objects."""
    if isinstance(problem, NormalForm):
        return problem
    if isinstance(problem, Game):
        return normal_form(problem, reduced=True)
    raise InputError(f"an object of type {type_name(problem)}, expected a Game or a NormalForm")


def _terms(number: Integers, different: Vector, size: int) -> tuple[NDArray[Any], mpz]:
    """Return the terms of a player's expected payoffs as integers over one denominator: in ``int64`` if all sums fit.

    ``different[number[k]]`` is chance's probability times the payoff at leaf k; ``size`` is the number of sums. The
    terms are numerators; if a common denominator would be long, it is 1, and the terms are fractions.
    """
    small = _in_machine_integers(different, len(number))
    numerators, denominator = small or over_one_denominator(different, size)
    return numerators[number], denominator


def _payoffs(sums: NDArray[Any], denominator: mpz) -> Array:
    """Return sums of terms as exact payoffs."""
    if sums.dtype != np.int64:
        payoffs: Array = np.frompyfunc(lambda total: mpq(total) / denominator, 1, 1)(sums)
        return payoffs
    # most games have few different payoffs: each different one is converted once
    different, places = np.unique(sums, return_inverse=True)
    values = vector(mpq(total, denominator) for total in different.tolist())
    return values[places.reshape(sums.shape)]


def _in_machine_integers(numbers: Vector, terms: int) -> tuple[NDArray[Any], mpz] | None:
    """Return the numerators over the least common denominator; None if a sum of ``terms`` numerators may overflow."""
    common = mpz(1)
    for denominator in {number.denominator for number in numbers}:
        common = gmpy2.lcm(common, denominator)
        if common >= MACHINE:
            return None
    integers = [number.numerator * (common // number.denominator) for number in numbers]
    if max(map(abs, integers), default=0) * terms >= MACHINE:
        return None
    return np.array(integers, dtype=np.int64), common


def _labels(game: Game, pure: PureStrategies, strategies: list[PureStrategy]) -> list[str]:
    """Return unique labels of strategies; a game given in strategic form keeps its labels."""
    if game.strategic:
        names = [unique_names(information_set.actions) for information_set in pure.information_sets]
        return [" ".join(labels[move] for labels, move in zip(names, moves, strict=True)) for moves in strategies]
    return unique_names(list(map(pure.text, strategies)))


def _leaves(
    game: Game, pure: tuple[PureStrategies, ...], tables: list[NDArray[np.int64]]
) -> Iterator[tuple[int, ReachingStrategies]]:
    """Yield every leaf that chance reaches, with the strategies that lead to the leaf: a walk down the tree."""
    slots = {h: slot for player in pure for slot, h in enumerate(player.sets)}  # the column of each set in its table
    stack: list[tuple[int, ReachingStrategies]] = [(0, tuple(np.arange(len(table)) for table in tables))]
    while stack:
        node, reaching = stack.pop()
        player, information_set = int(game.player[node]), int(game.information_set[node])
        if player == TERMINAL:
            yield node, reaching
        elif player == CHANCE:
            branches = zip(game.children(node), game.information_sets[information_set].probabilities, strict=True)
            stack += [(child, reaching) for child, probability in branches if probability]
        else:
            children, moves = game.children(node), tables[player][reaching[player], slots[information_set]]
            # split the player's strategies by their moves at this set; strategies that reach the set have a move there
            order = np.argsort(moves, kind="stable")
            by_move = np.split(reaching[player][order], np.searchsorted(moves[order], np.arange(1, len(children))))
            for child, strategies in zip(children, by_move, strict=True):
                stack.append((child, (*reaching[:player], strategies, *reaching[player + 1 :])))
