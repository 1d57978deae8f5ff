"""What a page is about, as those tell it who may solve, read and write; and how its numbers are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from gmpy2 import mpq

from lemke.certificate import Equilibrium, Verdict
from lemke.forms.sequence_form import TracingPath
from lemke.ground.rational import approximate, decimal, text
from lemke.ground.words import exactly


@dataclass(frozen=True)
class File:
    """A text to save from the page."""

    name: str  # of the file
    kind: str  # its media type
    text: str
    about: str  # a sentence for people


@dataclass(frozen=True)
class Command:
    """A command that makes again what the page shows, and a sentence on it."""

    line: str
    about: str


@dataclass(frozen=True)
class Subject:
    """A profile of a game with the verdict on it, and how it was found if it is known."""

    verdict: Verdict  # on the profile, of its game
    equilibrium: Equilibrium | None  # the profile as a solver found it; None for one that was given
    path: TracingPath[Any] | None  # the path that led to it
    no_path: str  # a sentence: why there is none
    argument: str  # how commands name the game
    files: Sequence[File]
    commands: Sequence[Command]
    version: str  # of this package

    @property
    def as_read(self) -> bool:
        """Whether nothing had to be done to the profile's numbers."""
        profile = self.verdict.claim.profile
        return not any(profile.filled) and (profile.normalization is None or not profile.normalization.sets)


# ---------------------------------------------------------------------- numbers

FULL = 4000
"""Characters beyond which only the length of a fraction is told."""
ASIDE = 400
"""The same for numbers that stand beside every information set."""


class Number(NamedTuple):
    """A number on the page."""

    exact: str  # the fraction; empty if it is too long for the page
    decimal: str  # empty for a whole number that is shown
    sizes: str  # the numbers of digits, if the fraction is too long to be shown at once


def number(value: mpq, full: int = FULL) -> Number:
    """Return a number for the page; of one of more than ``full`` characters no more than decimal and length.

    >>> number(mpq(1, 3)), number(mpq(2)).decimal, number(mpq(10) ** 50).sizes
    (Number(exact='1/3', decimal='0.333333', sizes=''), '', '51 digits')
    """
    shown, exact = exactly(value), text(value)
    sizes = shown if shown != exact else ""
    near = "" if value.denominator == 1 and not sizes else decimal(value)
    return Number(exact if len(exact) <= full else "", near, sizes)


def brief(value: mpq) -> str:
    """Return a few characters: the fraction, or a decimal near it where that is long.

    >>> brief(mpq(1, 3)), brief(mpq(1000003, 3000000)), brief(1 - mpq(1, 10**12))
    ('1/3', '≈ 0.3333', '≈ 1')
    """
    exact = text(value)
    return exact if len(exact) <= 9 else f"≈ {decimal(value, 4)}"


def percent(share: mpq) -> str:
    """Return a share as the width of a bar.

    >>> percent(mpq(1, 3)), percent(mpq(1))
    ('33.33', '100')
    """
    return format(round(approximate(100 * share), 2), "g")
