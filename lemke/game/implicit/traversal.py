"""One depth-first pass below a state that keeps what a sequence form needs, and no tree.

The memory it takes is that of the information sets, of the payoffs per pair of sequences, and of the states beside one
path.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq

from lemke.errors import RecallError
from lemke.game import CHANCE, InformationSet
from lemke.game.implicit.state import Progress, State, available, draws, mover, require_same_actions, results
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Vector, vector


@dataclass(frozen=True, eq=False)
class Leaves:
    """The leaves of a two-player game, those with the same pair of sequences added up.

    Attributes
    ----------
    sequences : (Sequences, Sequences)
    rows, columns : int64 arrays
        Sequences of player 1 and player 2.
    payoffs : (exact vector, exact vector)
        Of both players, weighted with chance probabilities.
    total : mpq | None
        What both players get together, if that is the same at all leaves that chance reaches.
    """

    sequences: tuple[Sequences, Sequences]
    rows: Integers
    columns: Integers
    payoffs: tuple[Vector, Vector]
    total: mpq | None


def traverse(root: State) -> Leaves:
    """Visit everything below a state of a two-player game with perfect recall.

    Branches of probability zero are visited too, since their information sets belong to the game.

    Raises
    ------
    PlayersError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For what a state says that no two-player game may be.
    RecallError
        Naming an information set that its player reaches by different own moves.
    """
    players = _Numbering(0), _Numbering(1)
    merged: dict[tuple[int, int], list[mpq]] = {}
    pending: list[tuple[State, tuple[int, int], mpq, int]] = [(root, (EMPTY, EMPTY), ONE, 0)]
    totals: set[mpq] = set()
    progress = Progress("sequence form")
    while pending:
        state, last, reach, depth = pending.pop()
        if state.is_terminal():
            one, two = results(state, 2)
            if not reach:
                continue
            if len(totals) < 2:
                totals.add(one + two)
            entry = merged.setdefault(last, [ZERO, ZERO])
            entry[0] += reach * one
            entry[1] += reach * two
            continue
        player = mover(state)
        depth += 1
        if player == CHANCE:
            children = [(state.child(action), last, reach * share, depth) for action, share in draws(state, progress)]
        else:
            actions = available(state)
            progress.add(len(actions))
            first = players[player].visit(state.information_state(), actions, last[player], depth)
            lasts = ((last[0], own) if player else (own, last[1]) for own in range(first, first + len(actions)))
            children = [(state.child(action), pair, reach, depth) for action, pair in zip(actions, lasts, strict=True)]
        children.reverse()  # the stack gives the last one first
        pending += children
    (one, rows), (two, columns) = (numbering.finish() for numbering in players)
    places = np.array(list(merged), dtype=np.int64).reshape(-1, 2)
    payoffs = vector(entry[0] for entry in merged.values()), vector(entry[1] for entry in merged.values())
    total = totals.pop() if len(totals) == 1 else None
    return Leaves((one, two), rows[places[:, 0]], columns[places[:, 1]], payoffs, total)


class _Numbering:
    """A player's information sets and sequences, numbered as they are found; by :meth:`finish` in their final order."""

    def __init__(self, player: int) -> None:
        self._player = player
        self._known: dict[Hashable, int] = {}
        self._sets: list[InformationSet] = []
        self._actions: list[Sequence[Hashable]] = []
        self._first: list[int] = []
        self._parent: list[int] = []
        self._depth: list[int] = []
        self._rank: list[int] = []  # of the first node at that depth: how many came before it
        self._visits = 0
        self._size = 1

    def visit(self, key: Hashable, actions: Sequence[Hashable], parent: int, depth: int) -> int:
        """Return the first sequence of the information set at a node, which a sequence of the player leads to."""
        self._visits += 1
        h = self._known.get(key)
        if h is None:
            h = self._known[key] = len(self._sets)
            self._sets.append(InformationSet(self._player, h + 1, str(key), tuple(map(str, actions))))
            self._actions.append(actions)
            self._first.append(self._size)
            self._parent.append(parent)
            self._depth.append(depth)
            self._rank.append(self._visits)
            self._size += len(actions)
            return self._first[h]
        if actions is not self._actions[h]:
            require_same_actions(self._sets[h], actions)
        if parent != self._parent[h]:
            raise RecallError(
                f"imperfect recall at {self._sets[h].name} "
                f"({self._last_move(self._parent[h])} | {self._last_move(parent)}), expected perfect recall"
            )
        if depth < self._depth[h]:
            self._depth[h], self._rank[h] = depth, self._visits
        return self._first[h]

    def _last_move(self, sequence: int) -> str:
        if sequence == 0:
            return "no own move before"
        h = int(np.searchsorted(self._first, sequence, side="right")) - 1
        return f"after {self._sets[h].actions[sequence - self._first[h]]} at {self._sets[h].label!r}"

    def finish(self) -> tuple[Sequences, Integers]:
        """Return the sets in breadth-first order, and the final number of every sequence.

        Among nodes of equal depth the depth-first order is the breadth-first order; so the first node of a set is the
        first one found of least depth. A prefix comes first, since it leads to nodes of less depth.
        """
        order = np.lexsort((self._rank, self._depth))
        sizes = np.array([len(actions) for actions in self._actions], dtype=np.int64)
        first = np.ones(len(order), dtype=np.int64)
        first[1:] = 1 + np.cumsum(sizes[order])[:-1]
        renumbered = np.zeros(self._size, dtype=np.int64)
        for new, h in zip(first.tolist(), order.tolist(), strict=True):
            renumbered[self._first[h] : self._first[h] + sizes[h]] = np.arange(new, new + sizes[h])
        parent = renumbered[np.array(self._parent, dtype=np.int64)[order]]
        sets = tuple(replace(self._sets[h], number=number) for number, h in enumerate(order.tolist(), 1))
        return Sequences(self._player, tuple(range(len(sets))), first, parent, self._size, sets), renumbered
