"""The content of a page, which a study puts together; and how numbers and labels are written on it."""

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

    name: str
    kind: str  # media type
    text: str
    about: str  # a sentence about the file


@dataclass(frozen=True)
class Command:
    """A command that reproduces something on the page, and a sentence about it."""

    line: str
    about: str


@dataclass(frozen=True)
class Headline:
    """The headline of the page."""

    title: str  # a few words
    sentence: str
    tone: str  # good, bad, or neutral: the claims are true, but it is no equilibrium
    remarks: Sequence[str] = ()


@dataclass(frozen=True)
class View:
    """A profile on the page; if there are several, the reader chooses one."""

    verdict: Verdict  # on the profile
    filled: str = FILLED  # the mark of sets whose moves were filled in
    name: str = ""  # tells it from other views
    about: Sequence[str] = ()  # sentences
    payoffs: Sequence[str] = ()  # of both players, if they are expressions or ranges
    # by player and number h of an information set: a text beside the probability of every move
    beside: Mapping[tuple[int, int], Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Subject:
    """The content of a page: profiles of a game, statements about them, and how to reproduce the page."""

    game: Game
    headline: Headline
    views: Sequence[View]
    facts: Sequence[tuple[str, str]]  # of the game
    digest: str  # of the game; empty if its numbers depend on a parameter
    argument: str  # how commands name the game
    files: Sequence[File]
    commands: Sequence[Command]
    version: str  # of this package
    noun: str = "equilibrium"  # the noun for a view
    left_out: str = ""  # how many profiles have no view
    equilibrium: Equilibrium | None = None  # with a single view: the solver's result
    path: TracingPath[Any] | None = None  # the path that led to it
    no_path: str = ""  # a sentence that says why there is no path
    is_open: bool = False  # nothing is refuted, but something is not proved: status 4 of lemke verify

    @property
    def holds(self) -> bool:
        """Whether all claims are true."""
        return self.headline.tone != "bad"


# ---------------------------------------------------------------------- numbers

FULL = 4000
"""The most characters of a fraction; of a longer one the page has only the length and a decimal."""
ASIDE = 400
"""The same for numbers at every information set."""
LONG = 24
"""The most characters of a fraction in a line; for a longer one the line has only a decimal."""


class Number(NamedTuple):
    """A number on the page."""

    exact: str  # the fraction; empty if it is too long for the page
    decimal: str  # empty for an integer that is shown in full
    sizes: str  # the numbers of digits, if the fraction is too long to show at first


def number(value: mpq, full: int = FULL) -> Number:
    """Return a number for the page; if it has more than ``full`` characters, only its decimal and its length.

    >>> number(mpq(1, 3)), number(mpq(2)).decimal, number(mpq(10) ** 50).sizes
    (Number(exact='1/3', decimal='0.333333', sizes=''), '', '51 digits')
    """
    shown, exact = exactly(value), text(value)
    sizes = shown if shown != exact else ""
    near = "" if value.denominator == 1 and not sizes else decimal(value)
    return Number(exact if len(exact) <= full else "", near, sizes)


def brief(value: mpq) -> str:
    """Return a number in a few characters: the fraction or, if that is long, a decimal near it.

    >>> brief(mpq(1, 3)), brief(mpq(1000003, 3000000)), brief(1 - mpq(1, 10**12))
    ('1/3', '≈ 0.3333', '≈ 1')
    """
    exact = text(value)
    return exact if len(exact) <= 9 else f"≈ {decimal(value, 4)}"


def beside(value: mpq) -> str:
    """Return a number for a line: the fraction and a decimal near it; if the fraction is long, only the decimal.

    >>> beside(mpq(1, 3)), beside(mpq(2)), beside(mpq(10**30, 3**40))
    ('1/3 ≈ 0.333333', '2', '≈ 8.22526e+10')
    """
    exact = text(value)
    if len(exact) > LONG:
        return f"≈ {decimal(value)}"
    return exact if value.denominator == 1 else f"{exact} ≈ {decimal(value)}"


def middle(label: str, most: int = 28) -> str:
    """Return a label with … for the part left out. More is kept of its end, where labels differ most.

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
