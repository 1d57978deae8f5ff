"""What OpenSpiel raises, as one error of ours in one line, and what it writes before that, kept away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from lemke.errors import InputError, LemkeError


@contextmanager
def failing(kind: type[InputError], found: str, expected: str) -> Iterator[None]:
    """Raise whatever OpenSpiel raises as an error of this kind.

    That may be an error of any class: of OpenSpiel, of the C++ library, of a game written in Python. Memory that runs
    out passes through, as do our own errors.

    Parameters
    ----------
    kind : class of errors
    found, expected : str
        The words before and behind what OpenSpiel says.
    """
    try:
        yield
    except (LemkeError, MemoryError):
        raise
    except Exception as error:
        raise kind(f"{found}: {_words(error)}, expected {expected}") from error


@contextmanager
def quiet() -> Iterator[None]:
    """Keep OpenSpiel from writing an error to the standard error before it raises it."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    try:
        with open(os.devnull, "wb") as sink:
            os.dup2(sink.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _words(error: Exception) -> str:
    """Return the first line of the message, behind the class of an error that is not OpenSpiel's own."""
    line = str(error).strip().split("\n")[0].rstrip(".")
    name = type(error).__name__
    return line if name == "SpielError" else f"{name}: {line}" if line else name
