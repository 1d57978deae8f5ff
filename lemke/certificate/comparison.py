"""A profile compared with all equilibria: the distance, and the moves whose probability occurs in no equilibrium."""

from __future__ import annotations

from collections.abc import Iterator

from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.ranges import Interval
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.played import LONGEST
from lemke.ground.rational import approximated
from lemke.ground.words import count, player_name

MOVES = 20
"""The text lists at most so many moves."""


class StrangeMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move whose probability in a profile occurs in no equilibrium whose plan reaches the set.

    Attributes
    ----------
    player, number, label, action : int, int, str, str
    probability : number
    equilibria : list of intervals
        The ranges of the probability in the maximal sets that reach the information set, equal ranges once.
    """

    player: int
    number: int
    label: str
    action: str
    probability: mpq
    equilibria: tuple[Interval, ...]

    @property
    def expected(self) -> str:
        """The probabilities of the move in equilibria, in words; or that no equilibrium reaches the information set."""
        return " or ".join(map(str, self.equilibria)) or "not reached"


class Comparison(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile compared with all equilibria.

    Attributes
    ----------
    sets : int
        The number of maximal sets of equilibria of the game.
    moves : tuple of StrangeMove
        Moves whose probability occurs in no equilibrium, at information sets that the profile's plan reaches.
    distances : pair of numbers
        ``Σ |x(σ) − x*(σ)|`` for player 1's plan x, and the same sum for player 2's plan y. (x*, y*) is an
        equilibrium for which the sum of both distances is least.
    nearest : pair of lists of numbers
        The plans x* and y*.
    """

    sets: int
    moves: tuple[StrangeMove, ...]
    distances: tuple[mpq, mpq]
    nearest: tuple[tuple[mpq, ...], tuple[mpq, ...]]

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
            label = f' "{one_line(move.label)}"' if move.label else ""
            where = f"information set {move.number}{label} of player {move.player}"
            yield f"- {move.action!r} at {where}: {probability}; in equilibria {move.expected}"
        if len(self.moves) > MOVES:
            yield f"- and {count(len(self.moves) - MOVES, 'more move')}, in the JSON format"
