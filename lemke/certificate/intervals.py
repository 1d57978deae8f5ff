"""Ranges of numbers: of weights, probabilities and payoffs in a set of equilibria."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gmpy2 import mpq
from msgspec import Struct

from lemke.ground.rational import short


class Interval(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the greatest value of a weight, a probability or a payoff.

    Attributes
    ----------
    least, greatest : mpq
    """

    least: mpq
    greatest: mpq

    @classmethod
    def around(cls, *values: mpq) -> Interval:
        """Return the least interval that contains some values."""
        return cls(min(values), max(values))

    def __iter__(self) -> Iterator[mpq]:
        return iter((self.least, self.greatest))

    def __str__(self) -> str:
        return short(self.least) if self.least == self.greatest else f"{short(self.least)} to {short(self.greatest)}"

    @property
    def cell(self) -> object:
        """The cell of a table: one number, or the least and the greatest in words."""
        return self.least if self.least == self.greatest else str(self)

    def union(self, interval: Interval) -> Interval:
        """Return the least interval that contains this one and another."""
        return Interval.around(*self, *interval)


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


class MoveRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in JSON: the sequence that ends with it, its names, and its range.

    Attributes
    ----------
    sequence : int
        The number of the sequence that ends with the move.
    number, label : int, str
        The number and the label of the information set.
    action : str
        The name of the move.
    weight : Interval | None
        The realization weight of the sequence; null if it was not computed.
    probability : Interval | None
        The probability of the move in the plans that reach the information set; null also if no plan does.
    """

    sequence: int
    number: int
    label: str
    action: str
    weight: Interval | None
    probability: Interval | None
