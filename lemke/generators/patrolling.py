"""Search games on a graph: a patrol, and an attacker who wants to cross its zones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from lemke.errors import InputError
from lemke.game import Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import whole_number

MOST_POSTS = 1000
"""The most ways to post the units: a game with more cannot be solved, so it is a mistake."""

STAY, CROSS = "stay", "cross"
"""The attacker's moves other than those to a row of the next column; ``CROSS`` is the move to the goal."""

START = (0, 0)


class _Posts(tuple[int, ...]):
    """The row of every unit in its zone."""

    __slots__ = ()

    def __str__(self) -> str:
        return "-".join(map(str, self))


NONE = _Posts()
"""The posts before the first turn."""


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`border_patrol`.

    The attacker starts in column 0 and the goal is the last column; the zone of unit k = 0, 1, … is column 2 k + 1.
    """

    rows: int
    units: int
    turns: int

    @property
    def goal(self) -> int:
        """The last column."""
        return 2 * self.units

    @cached_property
    def posts(self) -> dict[_Posts, tuple[_Posts, ...]]:
        """The posts that the units can reach in a turn, from all posts; before the first turn they can reach all."""
        anywhere = tuple(map(_Posts, product(range(1, self.rows + 1), repeat=self.units)))
        reached = {posts: tuple(map(_Posts, product(*map(self._near, posts)))) for posts in anywhere}
        return {NONE: anywhere, **reached}

    @cached_property
    def moves(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The attacker's moves at every node."""
        rows = range(1, self.rows + 1)
        moves = {START: tuple(map(str, rows))}
        for column, row in product(range(1, self.goal), rows):
            ahead = [row] if column % 2 else self._near(row)
            moves[column, row] = (*map(str, ahead), STAY) if column + 1 < self.goal else (CROSS, STAY)
        return moves

    def _near(self, row: int) -> range:
        return range(max(row - 1, 1), min(row + 1, self.rows) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _PatrolState:
    """The positions after some turns, or between the defender's move and the attacker's move in a turn."""

    rules: _Rules
    turn: int = 0  # the number of turns that are over
    posts: _Posts = NONE  # none before the first turn
    node: tuple[int, int] = START  # the attacker's column and row
    covered: bool = True  # whether the attacker leaves no tracks here
    tracks: frozenset[tuple[int, int]] = frozenset()  # the nodes with tracks
    views: tuple[str, str] = ("start", "start")  # what each player has seen and done
    ordered: _Posts = NONE  # the posts of this turn, hidden from the attacker; none before the defender moves

    def is_terminal(self) -> bool:
        crossed = self.node[0] == self.rules.goal
        return not self.ordered and (crossed or self._caught() or self.turn == self.rules.turns)

    def player(self) -> int:
        return 1 if self.ordered else 0

    def information_state(self) -> str:
        return self.views[1 if self.ordered else 0]

    def actions(self) -> tuple[_Posts, ...] | tuple[str, ...]:
        return self.rules.moves[self.node] if self.ordered else self.rules.posts[self.posts]

    def chance(self) -> list[tuple[str, object]]:
        return []  # chance does not move

    def child(self, action: _Posts | str, /) -> _PatrolState:
        if isinstance(action, _Posts):
            now = self.rules, self.turn, self.posts, self.node, self.covered, self.tracks, self.views
            return _PatrolState(*now, action)
        node, tracks = self._moved(action)
        marks = ("*" if (2 * unit + 1, post) in tracks else "" for unit, post in enumerate(self.ordered))
        seen = "-".join(f"{post}{mark}" for post, mark in zip(self.ordered, marks, strict=True))
        views = f"{self.views[0]} {seen}", f"{self.views[1]} {action}"
        return _PatrolState(self.rules, self.turn + 1, self.ordered, node, action == STAY, tracks, views)

    def _moved(self, move: str) -> tuple[tuple[int, int], frozenset[tuple[int, int]]]:
        """Return the attacker's node after a move, and the nodes with tracks."""
        if move == STAY:
            return self.node, self.tracks
        node = self.node[0] + 1, 0 if move == CROSS else int(move)
        return node, self.tracks if self.covered else self.tracks | {self.node}

    def _caught(self) -> bool:
        """Return whether the attacker is in the node of a unit."""
        column, row = self.node
        return column % 2 == 1 and self.posts[column // 2] == row

    def payoffs(self) -> tuple[int, int]:
        if self._caught():
            return 1, -1
        return (-1, 1) if self.node[0] == self.rules.goal else (0, 0)

    def bounds(self) -> tuple[int, int]:
        """Return bounds on the defender's payoff: the attacker cannot cross with too few turns left."""
        if self.is_terminal():
            return (self.payoffs()[0],) * 2
        in_time = self.rules.goal - self.node[0] <= self.rules.turns - self.turn
        return -1 if in_time else 0, 1


def border_patrol_state(rows: int = 3, units: int = 1, turns: int = 3) -> State:
    """Return the first state of :func:`border_patrol`, which needs no tree.

    >>> from lemke import sequence_form
    >>> sequence_form(border_patrol_state(2, 2, 4)).A.shape
    (405, 41)
    """
    posts = whole_number("rows", rows, 1) ** whole_number("units", units, 1, 10)
    if posts > MOST_POSTS:
        raise InputError(f"{rows} rows and {units} units, expected at most {MOST_POSTS} ways to post the units")
    return _PatrolState(_Rules(rows, units, whole_number("turns", turns, 1, 1000)))


def border_patrol(rows: int = 3, units: int = 1, turns: int = 3) -> Game:
    """Return a search game: an attacker (player 2) crosses the zones that units of a defender (player 1) patrol.

    Between start and goal there are 2 · units − 1 columns with ``rows`` rows. Columns 1, 3, … are zones with a unit
    each. In a turn both players move at the same time. Each unit goes to the row above or below in its zone, or stays;
    in the first turn it takes any row. The attacker goes from the start to any row of column 1, and from the last
    column to the goal. From a zone it goes straight on, and from a column between zones straight on or to a row beside.
    It may also stay, but not at the start. In the node of a unit the attacker is caught: 1 and −1. At the goal the
    attacker has won: −1 and 1. After the last turn the game is a draw.

    The attacker leaves tracks in a node, unless it stays there for a turn to cover them. A unit finds the tracks in its
    node. Otherwise players see only their own moves, and recall all of them. In the tree the defender moves first and
    the attacker does not see it.

    The zones, the moves at the same time, the payoffs, the tracks and the second turn that covers them are those of the
    search games of Bošanský, Kiekintveld, Lisý, Pěchouček (2014). The graph is our own.

    With one unit and at least two turns the value is 2 / rows − 1. Each player guarantees it by choosing all rows with
    the same probability: the defender then stays, the attacker goes on.

    Parameters
    ----------
    rows : int
        At least 1.
    units : int
        From 1 to 10.
    turns : int
        At least 1; the attacker needs 2 · units to cross.

    >>> border_patrol()
    <Game 'border patrol, 3 rows, 1 unit, 3 turns': 2 players, 127 nodes>
    """
    title = f"border patrol, {rows} rows, {units} unit{'s' * (units > 1)}, {turns} turns"
    return expand(border_patrol_state(rows, units, turns), title, ("Defender", "Attacker"))
