"""The content of a page (:mod:`lemke.studies.report` collects it), and numbers and labels as texts on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gmpy2 import mpq

from lemke.certificate import Verdict
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game
from lemke.game.played import FILLED
from lemke.game.strategy import Distribution
from lemke.ground.rational import decimal, text
from lemke.ground.words import count

UNSTATED = "not stated; all moves equally likely"


@dataclass(frozen=True)
class File:
    """A text to save from the page."""

    name: str
    kind: str  # the media type
    text: str
    about: str  # a sentence about the file


@dataclass(frozen=True)
class Headline:
    """The headline of the page."""

    title: str  # a few words
    sentence: str
    # "good": all claims are proved. "bad": a claim is false or not proved; a profile without claimed regrets counts as
    # the claim that it is an equilibrium. "neutral": the claims are true, but a profile with claimed regrets is no
    # equilibrium, or the list of equilibria is not complete.
    tone: str
    remarks: Sequence[str] = ()  # sentences below the headline


@dataclass(frozen=True)
class View:
    """A profile on the page; if there are several, the reader chooses one."""

    verdict: Verdict  # on the profile
    filled: str = FILLED  # the mark of information sets whose moves were filled in
    name: str = ""  # by which the reader chooses the view
    about: Sequence[str] = ()  # sentences about the view
    payoffs: Sequence[str] = ()  # of both players, if they are expressions or ranges
    # by player and number h of an information set: expressions or ranges of the probabilities of its moves
    move_texts: Mapping[tuple[int, int], Sequence[str]] = field(default_factory=dict)
    # beliefs that the proof of a refinement gives, by index of information set
    assessment: Mapping[int, Distribution] | None = None


@dataclass(frozen=True)
class Subject:
    """The content of a page: profiles of a game, and statements about them."""

    game: Game
    headline: Headline
    views: Sequence[View]
    facts: Sequence[tuple[str, str]]  # names and values of facts about the game
    digest: str  # the SHA-256 of the game; empty if its numbers depend on a parameter
    files: Sequence[File]
    version: str  # of this package
    origin: Sequence[tuple[str, str]] = ()  # names and values of facts about how the equilibrium was found
    noun: str = "equilibrium"  # what a view shows
    left_out: str = ""  # how many profiles have no view, in words; empty if every profile has one
    path: TracingPath[Any] | None = None  # the path that led to the equilibrium
    no_path: str = ""  # a sentence that says why there is no path
    status: int = 0  # 0: all claims are proved. 4: no claim is refuted, but some are not proved. 1: a claim is false


MAX_FRACTION = 1000
"""The largest number of characters of a fraction; for a longer one the page has only the length and a decimal."""
MAX_INLINE_FRACTION = 24
"""The largest number of characters of a fraction in a line of text; for a longer one the line has only a decimal."""


SHORT = 40
"""A number with more characters is folded."""


class Number(NamedTuple):
    """A number on the page."""

    exact: str  # the fraction; empty if it is too long for the page
    decimal: str  # empty for an integer that is shown in full
    sizes: str  # how many digits the fraction has, if it is so long that the reader must unfold it; otherwise empty


def number(value: mpq) -> Number:
    """Return a number for the page.

    >>> number(mpq(1, 3)), number(mpq(2)).decimal, number(mpq(10) ** 50).sizes
    (Number(exact='1/3', decimal='0.333333', sizes=''), '', '51 digits')
    """
    exact = text(value)
    parts = exact.lstrip("-").split("/")
    sizes = " / ".join(count(len(part), "digit") for part in parts) if len(exact) > SHORT else ""
    decimal_text = "" if value.denominator == 1 and not sizes else decimal(value)
    return Number(exact if len(exact) <= MAX_FRACTION else "", decimal_text, sizes)


def brief_text(value: mpq) -> str:
    """Return a number in a few characters: the fraction or, if this is long, a decimal.

    >>> brief_text(mpq(1, 3)), brief_text(mpq(1000003, 3000000)), brief_text(1 - mpq(1, 10**12))
    ('1/3', '≈ 0.3333', '≈ 1')
    """
    exact = text(value)
    return exact if len(exact) <= 9 else f"≈ {decimal(value, 4)}"


def inline_text(value: mpq) -> str:
    """Return a number for a line of text: the fraction and a decimal; only the decimal if the fraction is long.

    >>> inline_text(mpq(1, 3)), inline_text(mpq(2)), inline_text(mpq(10**30, 3**40))
    ('1/3 ≈ 0.333333', '2', '≈ 8.22526e+10')
    """
    exact = text(value)
    if len(exact) > MAX_INLINE_FRACTION:
        return f"≈ {decimal(value)}"
    return exact if value.denominator == 1 else f"{exact} ≈ {decimal(value)}"


def short_label(label: str, length: int = 28) -> str:
    """Return a label of at most ``length`` characters; a longer label has … for its middle.

    Two thirds of the characters are from the end of the label, where labels differ most.

    >>> short_label("p1 [round 1][pot: 2][cards: K Q]", 16), short_label("short")
    ('p1 [r…ards: K Q]', 'short')
    """
    if len(label) <= length:
        return label
    front = (length - 1) // 3
    back = length - 1 - front
    return f"{label[:front]}…{label[-back:]}"
