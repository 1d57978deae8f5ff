"""Ranges of numbers: of weights, probabilities and payoffs in a set of equilibria."""

from __future__ import annotations

from typing import NamedTuple

from gmpy2 import mpq

from lemke.ground.rational import short


class Interval(NamedTuple):
    """The least and the greatest value of a weight, a probability or a payoff."""

    least: mpq
    greatest: mpq

    @classmethod
    def around(cls, *values: mpq) -> Interval:
        """Return the least interval that contains some values."""
        return cls(min(values), max(values))

    def __str__(self) -> str:
        return short(self.least) if self.least == self.greatest else f"{short(self.least)} to {short(self.greatest)}"

    @property
    def cell(self) -> object:
        """The cell of a table: one number, or the least and the greatest with a word between them."""
        return self.least if self.least == self.greatest else [self.least, "to", self.greatest]

    def union(self, interval: Interval) -> Interval:
        """Return the least interval that contains this one and another."""
        return Interval(min(self.least, interval.least), max(self.greatest, interval.greatest))

    def object(self) -> dict[str, mpq]:
        """Return the interval as a JSON object."""
        return self._asdict()


class MoveRange(NamedTuple):
    """How much of a move is played in a set: its weight and its probability.

    Attributes
    ----------
    weight : Interval
        The realization weight x(σ), a probability.
    probability : Interval | None
        The probability of the move at its information set, in the plans that reach this set; None if none does.
    """

    weight: Interval
    probability: Interval | None

    def __str__(self) -> str:
        probability = "no probability" if self.probability is None else f"probability {self.probability}"
        return f"weight {self.weight}, {probability}"

    @staticmethod
    def ends_of(move: MoveRange | None) -> tuple[mpq | None, ...]:
        """Return the ends of both ranges, the least and greatest weight first; each is None if not known."""
        weight, probability = (None, None) if move is None else move
        return (*(weight or (None, None)), *(probability or (None, None)))

    @staticmethod
    def object_of(move: MoveRange | None) -> dict[str, object]:
        """Return the members of a JSON object; null if not known."""
        weight, probability = (None, None) if move is None else move
        return {"weight": weight and weight.object(), "probability": probability and probability.object()}
