"""All errors of the library: one root, one class per mistake.

A message says in one line what was found and what was expected. The code that knows the file and the line adds them
with :func:`located`, so the code that finds a mistake need not know where its input came from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import UnionType

_LEAST_RATIO = 0.6  # least similarity ratio of difflib at which a word is suggested
_LEAST_RATIO_IF_SHORT, _SHORT = 0.75, 4  # least ratio if one of the words has at most 4 characters
_MARGIN = 0.15  # how far below the best ratio a further suggestion may be


def one_line(words: str) -> str:
    r"""Return a text that a terminal can print: on one line, unprintable characters escaped.

    >>> one_line("two\n lines \x1b[2J")
    'two lines \\x1b[2J'
    """
    line = " ".join(words.split())
    if line.isprintable():
        return line
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in line)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a question that lists the known words most similar to a misspelled word; an empty text if there are none.

    >>> suggestion("slove", ["solve", "verify"])
    ", did you mean 'solve'?"
    >>> suggestion("play", ["solve", "verify"])
    ''
    """
    return question(similar_words(word, known))


def question(words: Sequence[str]) -> str:
    """Return a question that asks whether one of these words was meant; an empty text if there are none.

    >>> question(["kuhn3", "kuhn4", "kuhn5"])
    ", did you mean 'kuhn3', 'kuhn4' or 'kuhn5'?"
    """
    if not words:
        return ""
    *before, last = map(repr, words)
    return f", did you mean {', '.join(before)} or {last}?" if before else f", did you mean {last}?"


def similar_words(word: str, known: Iterable[str]) -> list[str]:
    """Return at most three known words similar to a misspelled word, the most similar first; case does not matter.

    >>> similar_words("LCPP", ["lp", "lcp", "lemke-howson"])
    ['lcp']
    """
    from difflib import SequenceMatcher  # noqa: PLC0415  for a mistake only

    matcher = SequenceMatcher(None, "", word.casefold())
    ratios = {}
    for candidate in known:
        matcher.set_seq1(candidate.casefold())
        ratios[candidate] = matcher.ratio()
    best = max(ratios.values(), default=0.0)
    similar = []
    for candidate, ratio in ratios.items():
        is_short = min(len(word), len(candidate)) <= _SHORT
        if ratio >= max(_LEAST_RATIO_IF_SHORT if is_short else _LEAST_RATIO, best - _MARGIN):
            similar.append(candidate)
    return sorted(similar, key=lambda candidate: -ratios[candidate])[:3]


class LemkeError(Exception):
    """Root of all errors that this library raises on purpose.

    Attributes
    ----------
    exit_status : int
        The exit status of a command that ends with this error.
    source : str | None
        The file with the mistake; None if unknown.
    line : int | None
        The line of the mistake, from 1; None if unknown.
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
    """Invalid input: a wrong type, size or name, or a quantity that is undefined."""


class NumberError(InputError):
    """A value that is no exact number or is too long, or probabilities that are no distribution."""


class GameError(InputError):
    """A game that breaks a rule of the extensive form, or has the wrong number of players for an operation."""


class RecallError(GameError):
    """A player without perfect recall, in an operation that needs perfect recall."""


class ProfileError(InputError, KeyError):
    """A profile that does not fit its game, or a name that no player, information set or action has."""


class FormatError(InputError):
    """Text that does not follow its file format, or a file that cannot be read."""


class LimitError(LemkeError):
    """A limit that the user set was reached, the work was stopped, or the disk is full."""

    exit_status = 3


class NotProvedError(LemkeError):
    """An answer that could not be proved, or a statement that its proof does not prove; the message says why."""

    exit_status = 4


def type_name(value: object) -> str:
    """Return the full name of an object's type as users write it, for example ``fractions.Fraction``.

    >>> from fractions import Fraction
    >>> type_name(3), type_name(Fraction(1, 3))
    ('int', 'fractions.Fraction')
    """
    kind = type(value)
    module = kind.__module__.partition(".")[0]
    if getattr(sys.modules.get(module), kind.__qualname__, None) is not kind:  # the package does not export it
        module = kind.__module__
    return kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"


def require_type(value: object, kinds: type | UnionType, expected: str, name: str = "an object") -> None:
    """Raise :class:`InputError` unless a value has one of the types; always raise it for True and False.

    >>> require_type(3, str, "text")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: an object of type int, expected text
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise InputError(f"{name} of type {type_name(value)}, expected {expected}")


def require_flag(value: object, name: str) -> None:
    """Raise :class:`InputError` unless a value is True or False, of Python or numpy.

    >>> require_flag(1, "weak")
    Traceback (most recent call last):
        ...
    lemke.errors.InputError: weak of type int, expected True or False
    """
    if type_name(value) not in ("bool", "numpy.bool", "numpy.bool_"):
        raise InputError(f"{name} of type {type_name(value)}, expected True or False")


@contextmanager
def located(source: str | None = None, line: int | None = None) -> Iterator[None]:
    """Add a file and a line to a :class:`LemkeError` raised in the block, each unless the error already has one.

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
