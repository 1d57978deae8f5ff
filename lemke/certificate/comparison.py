"""A profile compared with all equilibria: the distance, and the moves whose probability occurs in no equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from lemke.certificate.ranges import Interval
from lemke.game import Game
from lemke.game.strategy import LONGEST
from lemke.game.tree import InformationSet
from lemke.ground.rational import approximated
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.words import count, player_name

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
    sets : int
        The number of maximal sets of equilibria of the game.
    moves : tuple of StrangeMove
        Moves whose probability occurs in no equilibrium, at information sets that the profile's plan reaches.
    distances : (mpq, mpq)
        ``Σ |x(σ) − x*(σ)|`` for player 1's plan x, and the same sum for player 2's plan y. (x*, y*) is an
        equilibrium for which the sum of both distances is least.
    nearest : (exact vector, exact vector)
        The plans x* and y*.
    """

    sets: int
    moves: tuple[StrangeMove, ...]
    distances: tuple[mpq, mpq]
    nearest: tuple[Vector, Vector]

    def notes(self, game: Game) -> Iterator[str]:
        """Yield the distances, and the moves whose probabilities occur in no equilibrium."""
        distances = (
            f"{player_name(game.players, player)} {approximated(distance, LONGEST)}"
            for player, distance in enumerate(self.distances)
        )
        yield f"Distance to the nearest of all equilibria, in {count(self.sets, 'maximal set')}: {', '.join(distances)}"
        if not self.moves:
            yield "The probability of every single move occurs in some equilibrium."
            return
        yield "Moves with a probability that occurs in no equilibrium:"
        for move in self.moves[:MOVES]:
            probability = approximated(move.probability, LONGEST)
            where = f"{move.information_set.name} of player {move.player + 1}"
            yield f"- {move.action!r} at {where}: {probability}; in equilibria {move.expected}"
        if len(self.moves) > MOVES:
            yield f"- and {count(len(self.moves) - MOVES, 'more move')}, in the JSON format"

    def members(self) -> dict[str, Any]:
        """Return the members of a JSON object."""
        return {
            "sets": self.sets,
            "distances": self.distances,
            "nearest": self.nearest,
            "moves": [
                {
                    "player": move.player + 1,
                    "number": move.information_set.number,
                    "label": move.information_set.label,
                    "action": move.action,
                    "probability": move.probability,
                    "equilibria": move.ranges,
                }
                for move in self.moves
            ],
        }
