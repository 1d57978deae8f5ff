"""Search games on a graph: a defender patrols zones that an attacker wants to cross."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product

from lemke.errors import InputError
from lemke.game import Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import whole_number
from lemke.ground.words import count

MOST_POSTS = 1000
"""Largest number of joint positions of all units; games with more are too large to solve."""

STAY, CROSS = "stay", "cross"
"""Moves of the attacker; ``CROSS`` is the move to the goal. The other moves are rows of the next column."""

START = (0, 0)
"""Column and row of the attacker's first node."""


class _Posts(tuple[int, ...]):
    """The positions of all units: the row of every unit in the unit's zone."""

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
        """From posts to the posts that the units can reach in one turn; from NONE, in the first turn, to all posts."""
        all_posts = tuple(map(_Posts, product(range(1, self.rows + 1), repeat=self.units)))
        next_posts = {posts: tuple(map(_Posts, product(*map(self._adjacent_rows, posts)))) for posts in all_posts}
        return {NONE: all_posts, **next_posts}

    @cached_property
    def moves(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The attacker's moves at every node before the goal, given by column and row."""
        rows = range(1, self.rows + 1)
        moves = {START: tuple(map(str, rows))}
        for column, row in product(range(1, self.goal), rows):
            next_rows = [row] if column % 2 else self._adjacent_rows(row)  # odd columns are zones
            moves[column, row] = (*map(str, next_rows), STAY) if column + 1 < self.goal else (CROSS, STAY)
        return moves

    def _adjacent_rows(self, row: int) -> range:
        """Return the row with the rows above and below, as far as they exist."""
        return range(max(row - 1, 1), min(row + 1, self.rows) + 1)


@dataclass(frozen=True, slots=True, eq=False)
class _PatrolState:
    """A state between two turns, or between the defender's and the attacker's move in a turn."""

    rules: _Rules
    turn: int = 0  # the number of turns that are over
    posts: _Posts = NONE  # the posts of the previous turn; NONE before the first turn
    node: tuple[int, int] = START  # the attacker's column and row
    leaves_no_tracks: bool = True  # whether the attacker's next step leaves no tracks: after a stay, or at the start
    tracks: frozenset[tuple[int, int]] = frozenset()  # the nodes with tracks
    views: tuple[str, str] = ("start", "start")  # what each player has seen and done
    new_posts: _Posts = NONE  # the posts of this turn, hidden from the attacker; NONE before the defender moves

    def is_terminal(self) -> bool:
        if self.new_posts:  # the attacker is to move
            return False
        at_goal = self.node[0] == self.rules.goal
        return at_goal or self._caught() or self.turn == self.rules.turns

    def player(self) -> int:
        return 1 if self.new_posts else 0

    def information_state(self) -> str:
        return self.views[1 if self.new_posts else 0]

    def actions(self) -> tuple[_Posts, ...] | tuple[str, ...]:
        return self.rules.moves[self.node] if self.new_posts else self.rules.posts[self.posts]

    def chance(self) -> list[tuple[str, object]]:
        return []  # chance does not move

    def child(self, action: _Posts | str, /) -> _PatrolState:
        if isinstance(action, _Posts):
            fields = self.rules, self.turn, self.posts, self.node, self.leaves_no_tracks, self.tracks, self.views
            return _PatrolState(*fields, action)
        node, tracks = self._node_and_tracks(action)
        # the defender sees a star at a unit that finds tracks
        stars = ("*" if (2 * unit + 1, row) in tracks else "" for unit, row in enumerate(self.new_posts))
        posts_and_stars = "-".join(f"{row}{star}" for row, star in zip(self.new_posts, stars, strict=True))
        views = f"{self.views[0]} {posts_and_stars}", f"{self.views[1]} {action}"
        return _PatrolState(self.rules, self.turn + 1, self.new_posts, node, action == STAY, tracks, views)

    def _node_and_tracks(self, move: str) -> tuple[tuple[int, int], frozenset[tuple[int, int]]]:
        """Return the attacker's node after a move, and the nodes with tracks."""
        if move == STAY:
            return self.node, self.tracks
        row = 0 if move == CROSS else int(move)  # the goal has no rows
        tracks = self.tracks if self.leaves_no_tracks else self.tracks | {self.node}
        return (self.node[0] + 1, row), tracks

    def _caught(self) -> bool:
        """Return whether the attacker is in the node of a unit."""
        column, row = self.node
        return column % 2 == 1 and self.posts[column // 2] == row  # unit k is in column 2 k + 1

    def payoffs(self) -> tuple[int, int]:
        if self._caught():
            return 1, -1
        return (-1, 1) if self.node[0] == self.rules.goal else (0, 0)

    def bounds(self) -> tuple[int, int]:
        """Return bounds on the defender's payoff: −1 is possible only if the attacker has enough turns to cross."""
        if self.is_terminal():
            return (self.payoffs()[0],) * 2
        can_cross = self.rules.goal - self.node[0] <= self.rules.turns - self.turn
        return -1 if can_cross else 0, 1


def border_patrol_state(rows: int = 3, units: int = 1, turns: int = 3) -> State:
    """Return the first state of :func:`border_patrol`, from which the game can be solved without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(border_patrol_state(2, 2, 4)).A.shape
    (405, 41)
    """
    positions = whole_number("rows", rows, 1) ** whole_number("units", units, 1, 10)
    if positions > MOST_POSTS:
        raise InputError(f"{rows} rows and {count(units, 'unit')}, expected rows^units at most {MOST_POSTS}")
    return _PatrolState(_Rules(rows, units, whole_number("turns", turns, 1, 1000)))


def border_patrol(rows: int = 3, units: int = 1, turns: int = 3) -> Game:
    """Return a search game: an attacker (player 2) crosses the zones that units of a defender (player 1) patrol.

    Between start and goal there are columns 1, …, 2 · units − 1, each with ``rows`` rows; a node is a row of a column.
    The odd columns are zones, one for every unit. In a turn both players move at the same time. Every unit stays or
    goes to the row above or below in its zone; in the first turn it takes any row. The attacker goes from the start to
    any row of column 1, from a zone to the same row of the next column, from any other column to the same or an
    adjacent row of the next column, and from the last column to the goal. The attacker may also stay, but not at the
    start. An attacker in the same node as a unit is caught: the defender gets 1 and the attacker −1. An attacker at the
    goal gets 1, and the defender −1. After the last turn the game is a draw.

    The attacker leaves tracks in every node, except in nodes where it stays for a turn. A unit finds the tracks in its
    node. Otherwise players see only their own moves, and recall all of them. In the tree the defender moves first, and
    the attacker does not see this move.

    The zones, simultaneous moves, payoffs and tracks are taken from the search games of Bošanský, Kiekintveld, Lisý,
    Pěchouček (2014). The graph is our own.

    With one unit and at least two turns the value is 2 / rows − 1. Each player guarantees this value by choosing a row
    of column 1 at random, with equal probabilities; then the defender stays, and the attacker goes on.

    Parameters
    ----------
    rows : int
        Number of rows, at least 1.
    units : int
        Number of units, from 1 to 10; rows^units is at most 1000.
    turns : int
        Number of turns, from 1 to 1000; the attacker needs 2 · units turns to cross.

    >>> border_patrol()
    <Game 'border patrol, 3 rows, 1 unit, 3 turns': 2 players, 127 nodes>
    """
    root = border_patrol_state(rows, units, turns)
    title = f"border patrol, {rows} rows, {count(units, 'unit')}, {turns} turns"
    return expand(root, title, ("Defender", "Attacker"))
