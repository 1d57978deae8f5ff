"""What a page is about, as those tell it who may solve, read and write; and how its numbers and labels are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gmpy2 import mpq

from lemke.certificate import Equilibrium, Verdict
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game
from lemke.game.played import FILLED
from lemke.ground.rational import approximate, decimal, text
from lemke.ground.words import exactly

UNSTATED = "not stated; all moves equally likely"


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
class Headline:
    """What the page says first."""

    title: str  # in few words
    sentence: str
    tone: str  # good, bad, or neutral where what is stated is true, but no equilibrium
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class View:
    """A profile that the page shows: of several, the reader chooses one."""

    verdict: Verdict  # on the profile, of its game
    filled: str = FILLED  # a word on the sets of which nothing decides the moves
    name: str = ""  # among several
    about: Sequence[str] = ()  # sentences
    payoffs: Sequence[str] = ()  # of both players, where they are more than the numbers of the profile
    # by player and place h of an information set: a text beside the probability of every move
    beside: Mapping[tuple[int, int], Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Subject:
    """The profiles of a game that a page shows, what is said of them all, and how to make it again."""

    game: Game
    headline: Headline
    views: Sequence[View]
    facts: Sequence[tuple[str, str]]  # of the game
    digest: str  # of the game; empty if its numbers depend on a parameter
    argument: str  # how commands name the game
    files: Sequence[File]
    commands: Sequence[Command]
    version: str  # of this package
    noun: str = "equilibrium"  # what the views are
    left_out: str = ""  # how many more there are than views
    equilibrium: Equilibrium | None = None  # the profile of the only view as a solver found it
    path: TracingPath[Any] | None = None  # the path that led to it
    no_path: str = ""  # a sentence: why there is none
    is_open: bool = False  # nothing is refuted, as by status 4 of lemke verify

    @property
    def holds(self) -> bool:
        """Whether all that is stated is true."""
        return self.headline.tone != "bad"


# ---------------------------------------------------------------------- numbers

FULL = 4000
"""Characters beyond which only the length of a fraction is told."""
ASIDE = 400
"""The same for numbers that stand beside every information set."""
LONG = 24
"""Characters beyond which a line has a decimal alone."""


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


def beside(value: mpq) -> str:
    """Return a number in a line: the fraction and a decimal near it, or the decimal alone where that is long.

    >>> beside(mpq(1, 3)), beside(mpq(2)), beside(mpq(10**30, 3**40))
    ('1/3 ≈ 0.333333', '2', '≈ 8.22526e+10')
    """
    exact = text(value)
    if len(exact) > LONG:
        return f"≈ {decimal(value)}"
    return exact if value.denominator == 1 else f"{exact} ≈ {decimal(value)}"


def middle(label: str, most: int = 28) -> str:
    """Return a label with a sign in the place of what is left out, mostly of its front: ends tell labels apart.

    >>> middle("p1 [round 1][pot: 2][cards: K Q]", 16), middle("short")
    ('p1 [r…ards: K Q]', 'short')
    """
    if len(label) <= most:
        return label
    front = (most - 1) // 3
    return f"{label[:front]}…{label[front + 1 - most :]}"


def percent(share: mpq) -> str:
    """Return a share as the width of a bar.

    >>> percent(mpq(1, 3)), percent(mpq(1))
    ('33.33', '100')
    """
    return format(round(approximate(100 * share), 2), "g")
