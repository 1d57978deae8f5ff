"""A game that is held as a tree, as a state: the way back from :func:`~lemke.implicit.expand`."""

from __future__ import annotations

from dataclasses import dataclass, field

from gmpy2 import mpq

from lemke.game import TERMINAL, Game
from lemke.game.tree import Integers


@dataclass(frozen=True, slots=True)
class TreeState:
    """A node of a tree. Actions are the moves' places; what a player knows is the information set's place.

    Attributes
    ----------
    game : Game
    node : int
        In breadth-first order; 0 is the root.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(right, 1, -1)
    >>> TreeState.root(builder.build()).child(1).payoffs()
    (mpq(1,1), mpq(-1,1))
    """

    game: Game
    node: int
    totals: tuple[Integers, list[tuple[mpq, ...]]] = field(repr=False)

    @classmethod
    def root(cls, game: Game) -> TreeState:
        """Return the state at the root."""
        return cls(game, 0, game.payoffs())

    def is_terminal(self) -> bool:
        """Return whether the node is a leaf."""
        return bool(self.game.player[self.node] == TERMINAL)

    def player(self) -> int:
        """Return who moves."""
        return int(self.game.player[self.node])

    def information_state(self) -> int:
        """Return the place of the information set in ``game.information_sets``."""
        return int(self.game.information_set[self.node])

    def actions(self) -> range:
        """Return the moves."""
        return range(len(self.game.children(self.node)))

    def chance(self) -> list[tuple[int, mpq]]:
        """Return the moves of chance with their probabilities."""
        return list(enumerate(self.game.information_sets[self.information_state()].probabilities))

    def child(self, action: int, /) -> TreeState:
        """Return the node after a move."""
        return TreeState(self.game, int(self.game.first_child[self.node]) + action, self.totals)

    def payoffs(self) -> tuple[mpq, ...]:
        """Return the payoffs at a leaf, those of the nodes on the way added."""
        number, totals = self.totals
        found: tuple[mpq, ...] = totals[number[self.node]]
        return found
