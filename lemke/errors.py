"""All errors of the library: one root, one class per mistake.

A message says what was found and what was expected, in one line. Whoever knows the place (a file and its line)
adds it with :func:`located`, so that the code which finds a mistake need not know where its input came from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import UnionType

_NEAR = 0.6  # of the letters in common, as difflib measures it
_NEAR_IF_SHORT, _SHORT = 0.75, 4
_NEARLY_AS_NEAR = 0.15


def one_line(words: str) -> str:
    r"""Return words fit for a terminal: on one line, unprintable characters escaped.

    >>> one_line("two\n lines \x1b[2J")
    'two lines \\x1b[2J'
    """
    line = " ".join(words.split())
    return line if line.isprintable() else "".join(each if each.isprintable() else repr(each)[1:-1] for each in line)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a question that names what a misspelt word may stand for; nothing if nothing is near.

    >>> suggestion("slove", ["solve", "verify"])
    ", did you mean 'solve'?"
    >>> suggestion("play", ["solve", "verify"])
    ''
    """
    return question(close(word, known))


def question(near: Sequence[str]) -> str:
    """Return the question whether one of several words was meant; nothing if there are none.

    >>> question(["kuhn3", "kuhn4", "kuhn5"])
    ", did you mean 'kuhn3', 'kuhn4' or 'kuhn5'?"
    """
    *others, last = map(repr, near) if near else ("",)
    return f", did you mean {' or '.join(filter(None, (', '.join(others), last)))}?" if last else ""


def close(word: str, known: Iterable[str]) -> list[str]:
    """Return what a misspelt word may stand for, the nearest first, at most three; letters' case aside.

    >>> close("LCPP", ["lp", "lcp", "lemke-howson"])
    ['lcp']
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  for a mistake only

    matcher = SequenceMatcher(None, "", word.casefold())
    ratios = {}
    for each in known:
        matcher.set_seq1(each.casefold())
        ratios[each] = matcher.ratio()
    best = max(ratios.values(), default=0.0)
    near = [
        each
        for each, ratio in ratios.items()
        if ratio >= max(_NEAR_IF_SHORT if min(len(word), len(each)) <= _SHORT else _NEAR, best - _NEARLY_AS_NEAR)
    ]
    return sorted(near, key=lambda each: -ratios[each])[:3]


class LemkeError(Exception):
    """Root of all errors that this library raises on purpose.

    Attributes
    ----------
    exit_status : int
        The status with which a command ends that meets this error.
    source, line : str | None, int | None
        The file and the line the mistake stands in, where they are known.
    """

    exit_status = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        self.source: str | None = None
        self.line: int | None = None

    def __str__(self) -> str:
        place = [str(part) for part in (self.source, self.line) if part]
        return ": ".join([":".join(place), self.message]) if place else self.message


class InputError(LemkeError):
    """Something that a user gave is not what it should be."""


class NumberError(InputError):
    """A number that is no exact rational within the bounds."""


class ShapeError(InputError):
    """Vectors or matrices whose sizes do not fit together."""


class GameError(InputError):
    """A game that breaks a rule of the extensive form."""


class ProbabilityError(GameError):
    """Probabilities that are negative or do not sum to one."""


class InformationSetError(GameError):
    """Nodes of one information set that differ in player, actions or chance probabilities."""


class OutcomeError(GameError):
    """An outcome that is undefined or contradicts its definition."""


class PlayersError(GameError):
    """A game with another number of players than the operation is for."""


class RecallError(GameError):
    """A player without perfect recall where perfect recall is needed."""


class ProfileError(InputError):
    """A profile of strategies that does not fit its game."""


class UnknownNameError(ProfileError, KeyError):
    """A name of no information set, player or action, or of several."""


class UndefinedError(InputError):
    """A conditional quantity where the condition has probability zero."""


class FormatError(InputError):
    """Text that does not follow its file format."""


class LimitError(LemkeError):
    """A limit that the user set was reached."""

    exit_status = 3


class NotProvedError(LemkeError):
    """No kernel could prove an answer; the message says what was tried."""

    exit_status = 4


def type_name(value: object) -> str:
    """Return the full name of an object's type as its user writes it, such as ``pygambit.Game``.

    >>> from fractions import Fraction
    >>> type_name(3), type_name(Fraction(1, 3))
    ('int', 'fractions.Fraction')
    """
    kind = type(value)
    module = kind.__module__.partition(".")[0]
    if getattr(sys.modules.get(module), kind.__qualname__, None) is not kind:
        module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def require_type(value: object, kinds: type | UnionType, expected: str, name: str = "an object") -> None:
    """Raise :class:`InputError` unless a value is of one of the types; True and False are no numbers.

    >>> require_type(3, str, "text")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: an object of type int, expected text
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise InputError(f"{name} of type {type_name(value)}, expected {expected}")


def require_flag(value: object, name: str) -> None:
    """Raise :class:`InputError` unless a value is True or False, Python's or numpy's.

    >>> require_flag(1, "weak")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: weak of type int, expected True or False
    """
    if type_name(value) not in ("bool", "numpy.bool", "numpy.bool_"):
        raise InputError(f"{name} of type {type_name(value)}, expected True or False")


@contextmanager
def located(source: str | None = None, line: int | None = None) -> Iterator[None]:
    """Add a file and a line to any error of ours that passes and has none yet.

    >>> with located("game.efg", 3):
    ...     raise FormatError("found 'x', expected a node")
    Traceback (most recent call last):
        ...
    lemke.errors.FormatError: game.efg:3: found 'x', expected a node
    """
    try:
        yield
    except LemkeError as error:
        error.source = error.source or source
        error.line = error.line or line
        raise
