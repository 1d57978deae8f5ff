"""The pure, reduced and mixed strategies of a player: count, list, the number of a strategy; and realization plans.

A pure strategy has one slot for every information set of the player, in breadth-first order; a slot is filled with a
move at its set. In a reduced strategy, a slot holds ``*`` if the player's earlier moves make its set unreachable. This
is decided by the player's last moves on the paths to the nodes of the set (B. von Stengel, unpublished comments on
generating reduced strategies):

    A set is reachable iff it has a node without an earlier move of the player,
    or a node for which the strategy makes the player's last move.

With perfect recall all nodes of a set have the same last move. Without perfect recall a set may have several last
moves, and it is enough that the strategy makes one of them. The rule may then call an unreachable set reachable:
the strategy makes a last move before the set, but not an earlier move. In this case, several reduced strategies play
alike.

A mixed strategy μ is a distribution over pure strategies. Its realization plan is x(σ) = Σ μ(p), summed over the pure
strategies p that make all moves of σ. Strategies with the same realization plan are equivalent. For a player with
perfect recall every mixed strategy has the realization plan of some behavior strategy (Kuhn 1953; Theorem 2.62 of
M. Balko's lecture notes), and vice versa. The game may have any number of players and any recall.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
from gmpy2 import mpq, mpz

from lemke.errors import InputError
from lemke.game import Game, InformationSet
from lemke.game.builder import check_distribution
from lemke.game.pure_strategies.slots import STAR, GraphCounts, PureStrategy, Slots, SlotWalk, TreeCounts
from lemke.game.recall import EMPTY, Histories, Sequences, histories, last_moves
from lemke.game.tree import move_names, move_places, split_moves
from lemke.ground.rational import ZERO, exact, quoted, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, zeros
from lemke.ground.table import Table

LISTED = 100_000
"""The most strategies in a table."""


@dataclass(frozen=True, eq=False)
class PureStrategies(ByValue, Result):
    """All pure or all reduced strategies of a player, in lexicographic order, generated on demand.

    With imperfect recall, a move may make an earlier slot reachable. Then the lexicographic order compares slots in the
    order in which a :class:`~lemke.game.pure_strategies.slots.SlotWalk` fills them.

    Attributes
    ----------
    player : int
    sets : tuple of int
        The player's information sets, one per slot, as indices into ``game.information_sets``.
    information_sets : tuple of InformationSet
        The sets themselves.
    reduced : bool
    slots : Slots
        The slots that are reachable without a move of the player, and the slots that each move makes reachable.
    """

    player: int
    sets: tuple[int, ...]
    information_sets: tuple[InformationSet, ...]
    reduced: bool
    slots: Slots

    def to_table(self) -> Table:
        """Return the first strategies with their numbers, from 1; a cell is a move, ``*`` at an unreachable slot."""
        sets = [f"{slot.number} {slot.label}".rstrip() for slot in self.information_sets]
        rows = [
            (number, *("*" if move == STAR else names[move] for names, move in zip(self.names, strategy, strict=True)))
            for number, strategy in enumerate(islice(self, LISTED), 1)
        ]
        notes = [f"The first {LISTED} of {self.count}; nth(k) returns any."] if len(rows) == LISTED else []
        return Table(("", *sets), rows, repr(self)[1:-1], notes, 1)

    @property
    def count(self) -> mpz:
        """The number of strategies, computed without generating them.

        Raises GameError if a player without perfect recall forgets so much that counting would take too long.
        """
        return self._completions.all()

    def __iter__(self) -> Iterator[PureStrategy]:
        """Generate the strategies one by one."""
        walk, slots = SlotWalk(self.slots), self.slots
        while True:
            while (slot := walk.next()) is not None:
                walk.choose(slot, 0)
            yield tuple(walk.choice)
            while walk.trail:  # the last slot that has a next move gets this move; later slots are emptied
                slot, move = walk.undo()
                if move + 1 < len(slots.after[slot]):
                    walk.choose(slot, move + 1)
                    break
            else:
                return

    def nth(self, number: int) -> PureStrategy:
        """Return the strategy with a number, from 0; raise InputError if no strategy has this number."""
        total = self.count
        if not 0 <= number < total:
            raise InputError(f"strategy {short(mpq(number))}, expected a number from 0 to {short(mpq(total - 1))}")
        walk, remaining = SlotWalk(self.slots), mpz(number)
        while (slot := walk.next()) is not None:
            options, move = self._options(walk, slot, total), 0
            while remaining >= options[move]:
                remaining -= options[move]
                move += 1
            walk.choose(slot, move)
            total = options[move]
        return tuple(walk.choice)

    def rank(self, strategy: Sequence[int]) -> mpz:
        """Return the number of a strategy, from 0; the inverse of :meth:`nth`.

        ``strategy`` has for every slot a move, from 0, or :data:`STAR`. Raises InputError, which names the information
        set, if ``strategy`` is not one of these strategies.
        """
        self._check_length(strategy)
        walk, rank, total = SlotWalk(self.slots), mpz(0), self.count
        while (slot := walk.next()) is not None:
            move, options = strategy[slot], self._options(walk, slot, total)
            if move not in range(len(options)):
                expected = " ".join(self.names[slot][:20])
                reason = "the strategy reaches the set" if self.reduced else "* is only for reduced strategies"
                hint = f", since {reason}" if move == STAR else ", numbered from 0"
                raise InputError(f"{self._move_text(slot, move)}, expected one of {expected}{hint}")
            rank += sum(options[:move])
            total = options[move]
            walk.choose(slot, move)
        for slot, (move, chosen) in enumerate(zip(strategy, walk.choice, strict=True)):
            if move != chosen:
                raise InputError(f"{self._move_text(slot, move)}, expected *, as the strategy does not reach the set")
        return rank

    def _check_length(self, strategy: Sequence[object]) -> None:
        if len(strategy) != len(self.sets):
            raise InputError(f"a strategy of {len(strategy)} moves, expected {len(self.sets)}, one per information set")

    def _options(self, walk: SlotWalk, slot: int, total: mpz) -> list[mpz]:
        """Return for every move at the next slot how many of the ``total`` remaining strategies make this move."""
        linked_ways = self._completions.ways(walk, slot)
        unlinked_ways = total // sum(linked_ways)  # ways to fill the slots that do not depend on the move
        return [unlinked_ways * ways for ways in linked_ways]

    def _move_text(self, slot: int, move: int) -> str:
        names = self.names[slot]
        word = "*" if move == STAR else names[move] if move in range(len(names)) else f"move {move!r}"
        return f"{word} at {self.information_sets[slot].name}"

    def __repr__(self) -> str:
        kind = "reduced" if self.reduced else "pure"
        return f"<{kind} strategies of player {self.player + 1}, {len(self.sets)} information sets>"

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The :func:`~lemke.game.tree.move_names` at every slot; no move has the name ``*``."""
        return tuple(tuple(move_names(information_set.actions)) for information_set in self.information_sets)

    @cached_property
    def _places(self) -> tuple[dict[str, int], ...]:
        """For every slot, a dictionary from names to indices of moves; cached, since many strategies are parsed."""
        return tuple({"*": STAR} | move_places(moves) for moves in self.names)

    def text(self, strategy: Sequence[int]) -> str:
        """Return a strategy as unambiguous text: names of moves separated by blanks, ``*`` for unreachable slots."""
        return " ".join("*" if move == STAR else names[move] for names, move in zip(self.names, strategy, strict=True))

    def parse(self, text: str) -> PureStrategy:
        """Return the strategy of a text written by :meth:`text`; ``#k`` is always allowed for the k-th move.

        Raises InputError, which names the information set, if the text is no strategy.
        """
        words = split_moves(text)
        self._check_length(words)
        strategy = []
        for word, names, places, information_set in zip(
            words, self.names, self._places, self.information_sets, strict=True
        ):
            if word not in places:
                raise InputError(f"{quoted(word)} at {information_set.name}, expected one of {' '.join(names[:20])}")
            strategy.append(places[word])
        self.rank(strategy)
        return tuple(strategy)

    @cached_property
    def _completions(self) -> TreeCounts | GraphCounts:
        return TreeCounts(self.slots) if self.slots.is_forest else GraphCounts(self.slots)


def pure_strategies(game: Game, player: int, reduced: bool = True, behind: Histories | None = None) -> PureStrategies:
    """Return the reduced strategies of a player, or all pure strategies; see :func:`lemke.pure_strategies`.

    ``behind`` are :func:`lemke.game.recall.histories` of the same game, if already known.
    """
    game.check_player(player)
    sets = game.sets_of(player)
    information_sets = tuple(game.information_sets[index] for index in sets)
    # the number of every set's first move; moves are numbered from 1, since 0 means no move
    first = np.cumsum([1, *(len(information_set.actions) for information_set in information_sets)])
    if reduced:
        last_moves_of_sets = last_moves(game, behind or histories(game), player)
    else:
        last_moves_of_sets = [[EMPTY]] * len(sets)  # as if all sets were reachable
    return PureStrategies(player, tuple(sets), information_sets, reduced, Slots.of(first, last_moves_of_sets))


@dataclass(frozen=True, eq=False)
class MixedStrategy(ByValue):
    """A distribution over the pure or the reduced strategies of a player.

    Attributes
    ----------
    strategies : PureStrategies
        All pure or all reduced strategies of the player.
    probabilities : dict from strategy to mpq
        Positive, with sum 1, in the order of the strategies.
    """

    strategies: PureStrategies
    probabilities: dict[PureStrategy, mpq]

    @classmethod
    def of(cls, strategies: PureStrategies, probabilities: Mapping[Sequence[int] | str, object]) -> MixedStrategy:
        """Return the mixed strategy with these exact probabilities; strategies without a probability have 0.

        Strategies are given as sequences of moves or as texts. Raises InputError for a key that is no strategy, and
        NumberError for values that are no distribution.
        """
        weights: dict[PureStrategy, mpq] = {}
        for key, value in probabilities.items():
            strategy = strategies.parse(key) if isinstance(key, str) else tuple(key)
            weights[strategy] = weights.get(strategy, ZERO) + exact(value)
        ranks = {strategy: strategies.rank(strategy) for strategy in weights}
        check_distribution(tuple(weights.values()))
        support = sorted((strategy for strategy in weights if weights[strategy]), key=ranks.__getitem__)
        return cls(strategies, {strategy: weights[strategy] for strategy in support})

    def __repr__(self) -> str:
        shares = (f"{self.strategies.text(strategy)}: {share}" for strategy, share in self.probabilities.items())
        return "<MixedStrategy {" + ", ".join(shares) + "}>"


def plan_of_mixed(sequences: Sequences, mixed: MixedStrategy) -> Vector:
    """Return the realization plan of a mixed strategy: x(σ) is the probability of making all moves of σ."""
    plan = zeros(sequences.size)
    for strategy, probability in mixed.probabilities.items():
        played = {EMPTY}  # the sequences of which the strategy makes all moves
        for h, (parent, move) in enumerate(zip(sequences.parent.tolist(), strategy, strict=True)):
            if parent in played and move != STAR:
                played.add(sequences.moves(h)[move])
        plan[sorted(played)] += probability
    return plan
