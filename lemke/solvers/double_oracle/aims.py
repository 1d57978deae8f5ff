"""Whose payoffs are meant, and what states tell of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias, cast

from gmpy2 import mpq

from lemke.game.implicit import State
from lemke.game.implicit.state import BoundedState, bounds
from lemke.ground.rational import ZERO

Payoffs: TypeAlias = tuple[mpq, mpq]
"""Of both players."""
Weighted: TypeAlias = list[tuple[State, mpq]]
"""States with the probabilities that lead there."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The payoffs of one player.

    Attributes
    ----------
    player : int
        0 or 1.
    payoffs : callable
        From a state at the end to both players' payoffs.
    bounded : bool
        Whether states tell bounds of the player's payoffs below them.
    total : mpq | None
        What both players get together, where that is always the same.
    """

    player: int
    payoffs: Callable[[State], Payoffs]
    bounded: bool
    total: mpq | None

    @classmethod
    def at(cls, root: State, player: int, payoffs: Callable[[State], Payoffs], total: mpq | None) -> Aim:
        """Return the aim of a player in the game with a root.

        The bounds that states tell are of player 1's payoffs; they say something of player 2's only if the total is
        known.
        """
        bounded = isinstance(root, BoundedState) and (player == 0 or total is not None)
        return cls(player, payoffs, bounded, total)

    def most(self, nodes: Weighted) -> mpq | None:
        """Return a bound of what the player gets at weighted nodes together; None if the states tell none."""
        if not self.bounded:
            return None
        most = ZERO
        for state, weight in nodes:
            low, high = bounds(cast(BoundedState, state))
            most += weight * (high if self.player == 0 else self.total - low)
        return most
