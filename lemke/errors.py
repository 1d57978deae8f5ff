"""All errors of the library: one root, one class per mistake.

A message says in one line what was found and what was expected. The code that knows the file and the line adds them
with :func:`located`, so the code that finds a mistake need not know where its input came from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import UnionType


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
    """Return a question for the known word most similar to a misspelled word; empty if none is similar.

    >>> suggestion("kuhn33", ["kuhn3", "leduc"])
    ", did you mean 'kuhn3'?"
    >>> suggestion("play", ["solve", "verify"])
    ''
    """
    from difflib import get_close_matches  # noqa: PLC0415  for a mistake only

    return "".join(f", did you mean {name!r}?" for name in get_close_matches(word, list(known), n=1))


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
