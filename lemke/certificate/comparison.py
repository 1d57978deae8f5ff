"""A profile compared with all equilibria: the distance, and the moves whose probability occurs in no equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from lemke.certificate.equilibrium_sets import EquilibriumSets
from lemke.certificate.intervals import Interval
from lemke.game.strategy import LONGEST, exact_and_decimal
from lemke.game.tree import InformationSet
from lemke.ground.document import Block
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import page_table
from lemke.ground.words import count, decimal_beside, player_name

MOVES = 20
"""The text lists at most so many moves."""


@dataclass(frozen=True, eq=False)
class StrangeMove(ByValue):
    """A move whose probability in a profile occurs in no equilibrium whose plan reaches the set.

    Attributes
    ----------
    player : int
    information_set : InformationSet
    action : str
    probability : mpq
    ranges : tuple of Interval
        The ranges of the move's probability in the maximal sets with plans that reach the information set, equal ranges
        once; empty if no plan does.
    """

    player: int
    information_set: InformationSet
    action: str
    probability: mpq
    ranges: tuple[Interval, ...]

    @property
    def expected(self) -> str:
        """The probabilities of the move in equilibria, in words; or that no equilibrium reaches the information set."""
        return " or ".join(map(str, self.ranges)) or "not reached"


@dataclass(frozen=True, eq=False)
class Comparison(ByValue):
    """A profile compared with all equilibria.

    Attributes
    ----------
    equilibria : EquilibriumSets
        All equilibria of the game.
    moves : tuple of StrangeMove
        Moves whose probability occurs in no equilibrium, at information sets that the profile's plan reaches.
    distances : (mpq, mpq)
        ``Σ |x(σ) − x*(σ)|`` for player 1's plan x, and the same sum for player 2's plan y. (x*, y*) is an
        equilibrium for which the sum of both distances is least.
    nearest : (exact vector, exact vector)
        The plans x* and y*.
    """

    equilibria: EquilibriumSets
    moves: tuple[StrangeMove, ...]
    distances: tuple[mpq, mpq]
    nearest: tuple[Vector, Vector]

    def blocks(self) -> Iterator[Block]:
        """Yield the distances, and the moves whose probabilities occur in no equilibrium."""
        players = self.equilibria.game.players
        yield f"Against all equilibria, in {count(len(self.equilibria.sets), 'maximal set')}"
        rows = [
            [player_name(players, player), distance, decimal_beside(distance, LONGEST)]
            for player, distance in enumerate(self.distances)
        ]
        yield page_table(rows, ["", "distance to the nearest", ""], longest=LONGEST)
        if not self.moves:
            yield "The probability of every single move occurs in some equilibrium."
            return
        yield ""
        yield "Moves with a probability that occurs in no equilibrium:"
        head = ["", "set", "", "move", "probability", "in equilibria"]
        yield page_table([self._row(move) for move in self.moves[:MOVES]], head, longest=LONGEST)
        if len(self.moves) > MOVES:
            yield f"  ... and {count(len(self.moves) - MOVES, 'more move')}, in the JSON format"

    def _row(self, move: StrangeMove) -> list[object]:
        names = move.information_set.number, move.information_set.label, move.action
        return [f"player {move.player + 1}", *names, short(move.probability, LONGEST), move.expected]

    def members(self) -> dict[str, Any]:
        """Return the members of a JSON object."""
        return {
            "sets": len(self.equilibria.sets),
            "distances": map(exact_and_decimal, self.distances),
            "nearest": self.nearest,
            "moves": [
                {
                    "player": move.player + 1,
                    "number": move.information_set.number,
                    "label": move.information_set.label,
                    "action": move.action,
                    "probability": exact_and_decimal(move.probability),
                    "equilibria": [interval.object() for interval in move.ranges],
                }
                for move in self.moves
            ],
        }
