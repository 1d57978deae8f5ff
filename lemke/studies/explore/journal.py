"""The file to which outcomes are written as they arrive, and from which an exploration can go on.

The file has lines of JSON. The first is an object with ``"format": "lemke-exploration/1"``, the ``game`` (title,
players, sha256 of the canonical form), ``priors`` (``random`` or ``given``), ``seed`` and ``kernel``. Then a line for
every start, in order of arrival: the number of its ``prior``, ``key`` (SHA-256 of the realization plans at its end:
both players' numbers as text, joined by commas, the players by a line feed), ``pivots``, ``kernel``, ``tries``,
``bits``, and ``perfect``, whether the last edge proves the plans normal-form perfect. The first line of a key has the
``plans``, the first with a proof, and any later one of a smaller prior, a ``witness``: completely mixed plans to which
the plans are best replies. Numbers of plans are text, ``"p/q"``. A start that failed has ``prior`` and ``failure``
instead, a line for people. Where priors are given, ``given`` is the key of the prior's own plans.

If the last line has no line feed, an exploration was cut off while it wrote the line; it is dropped and written again.
"""

from __future__ import annotations

import json
import os
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from typing import Any, TypeAlias

from lemke.certificate.exploration import FailedStart
from lemke.errors import FormatError, InputError, LimitError, NumberError, located
from lemke.game import Game
from lemke.game.strategy import identity
from lemke.ground.rational import parse, quoted, text
from lemke.ground.sparse import vector
from lemke.linear.guided import KERNELS
from lemke.studies.explore.ends import PathEnd, PathOutcome, Plans

if sys.platform != "win32":
    import fcntl

FORMAT = "lemke-exploration/1"

Json: TypeAlias = dict[str, Any]

_ENDS = {"prior": int, "key": str, "pivots": int, "kernel": str, "tries": int, "bits": int, "perfect": bool}
_FAILURES = {"prior": int, "failure": str}
_PLANS = ("plans", "witness")


def header(game: Game, priors: str, seed: int, kernel: str) -> Json:
    """Return the first line of a file as an object."""
    return {"format": FORMAT, "game": identity(game), "priors": priors, "seed": seed, "kernel": kernel}


@dataclass(eq=False)
class Journal:
    """An open file of outcomes."""

    path: str
    stream: FileIO
    header: Json
    prior_keys: Callable[[int], str | None]
    """From the number of a prior to the key of its plans; None for random priors."""

    def read(self) -> Iterator[tuple[int, PathOutcome]]:
        """Yield the outcomes in the file, each with the number of its line; then the file is ready for more.

        Raises
        ------
        FormatError, NumberError, InputError
            With the line: the file is of no exploration, or of one with another game or other options.
        LimitError
            The disk is full.
        """
        self.stream.seek(0)
        first, line, end = _text(self.header), b"", 0
        with open(self.stream.fileno(), "rb", closefd=False) as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                with located(line=number):
                    if number == 1:
                        self._check_header(_object(line))
                    else:
                        yield number, self._outcome(_object(line))
                end += len(line)
        if not end and not first.startswith(line):
            raise FormatError(f"no exploration, expected a new file or one with the format {FORMAT!r}")
        self.stream.truncate(end)
        self.stream.seek(end)
        if not end:
            self._write(first)

    def add(self, outcome: PathOutcome) -> None:
        """Write an outcome, unbuffered; LimitError if there is no room for it."""
        self._write(_text(self._line(outcome)))

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        try:
            while left:  # a full disk may take a part of the line; it raises an error at the next write
                left = left[self.stream.write(left) :]
        except OSError as error:
            with located(self.path):
                raise LimitError(f"cannot be written: {error.strerror or error}") from None

    def _check_header(self, header: Json) -> None:
        if header.get("format") != FORMAT:
            raise FormatError(f"no exploration, expected the format {FORMAT!r}")
        game = header.get("game")
        digest = game.get("sha256") if isinstance(game, dict) else None
        if digest != (expected := self.header["game"]["sha256"]):
            raise FormatError(f"an exploration of the game {str(digest)[:12]}..., expected {expected[:12]}...")
        for name in ("priors", "seed", "kernel"):
            if type(header.get(name)) is not type(self.header[name]) or header[name] != self.header[name]:
                shown = quoted(str(header.get(name)))
                raise FormatError(f"an exploration with {name} {shown}, expected {self.header[name]}, as requested")

    def _line(self, outcome: PathOutcome) -> Json:
        prior_key = self.prior_keys(outcome.prior)
        prior_member = {} if prior_key is None else {"given": prior_key}
        if isinstance(outcome, FailedStart):
            return {"prior": outcome.prior, "failure": outcome.message} | prior_member
        pairs = {name: plans for name in _PLANS if (plans := getattr(outcome, name)) is not None}
        texts = {name: [[text(value) for value in plan] for plan in plans] for name, plans in pairs.items()}
        return {name: getattr(outcome, name) for name in _ENDS} | prior_member | texts

    def _outcome(self, line: Json) -> PathOutcome:
        kinds = _FAILURES if "failure" in line else _ENDS
        for name, kind in kinds.items():
            if type(line.get(name)) is not kind:
                raise FormatError(f"the member {name} is {quoted(repr(line.get(name)))}, expected {_NAMES[kind]}")
        if unknown := [name for name in line if name not in kinds and name not in _PLANS and name != "given"]:
            raise FormatError(f"the member {quoted(unknown[0])}, expected {', '.join(kinds)}")
        if min(line[name] for name, kind in kinds.items() if kind is int) < 0:
            raise FormatError("a negative number, expected none below 0")
        if line.get("given") != (expected := self.prior_keys(line["prior"])):
            expected_prior = "a random one" if expected is None else "the same as in the file"
            raise FormatError(f"prior {line['prior']} of another run, expected {expected_prior}")
        if "failure" in line:
            return FailedStart(line["prior"], line["failure"])
        if line["kernel"] not in KERNELS:
            raise FormatError(f"the kernel {quoted(line['kernel'])}, expected one of {', '.join(KERNELS)}")
        members: Json = {name: line[name] for name in _ENDS}
        return PathEnd(**members, plans=_plans(line, "plans"), witness=_plans(line, "witness"))


_NAMES = {int: "a whole number", str: "text", bool: "a truth value"}

_open: weakref.WeakSet[FileIO] = weakref.WeakSet()
"""Open files of this process. A forked process closes them, so that it does not hold their locks."""


def _close_all() -> None:
    for stream in list(_open):
        stream.close()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_close_all)


@contextmanager
def opened(path: str | os.PathLike[str], first: Json, prior_keys: Callable[[int], str | None]) -> Iterator[Journal]:
    """Open the file of an exploration, new or existing, for one process at a time.

    An InputError says that it cannot be read or written.
    """
    name = os.fspath(path)
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise OSError(None, "no regular file")
        stream = FileIO(name, "r+" if os.path.exists(name) else "x+")  # no buffer, which closing would write out again
    except (OSError, ValueError) as error:
        with located(name):
            raise InputError(f"cannot be written: {getattr(error, 'strerror', None) or error}") from None
    with stream, _locked(stream, name):
        _open.add(stream)
        yield Journal(name, stream, first, prior_keys)


@contextmanager
def _locked(stream: FileIO, name: str) -> Iterator[None]:
    """Lock a file until the end of the block, also against processes that were forked from this one."""
    if sys.platform != "win32":
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with located(name):
                raise InputError("is being written by another exploration, expected a file of its own") from None
        except OSError:  # a file system without locks
            pass
    try:
        yield
    finally:
        if sys.platform != "win32":
            with suppress(OSError, ValueError):  # without locks, or closed
                fcntl.flock(stream, fcntl.LOCK_UN)


def _text(line: Json) -> bytes:
    return (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _object(line: bytes) -> Json:
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise FormatError("no line of JSON, expected an object") from None
    if not isinstance(value, dict):
        raise FormatError("no object, expected one")
    return value


def _plans(line: Json, name: str) -> Plans | None:
    """Return the plans in a line under a name, or None."""
    if name not in line:
        return None
    match line[name]:
        case [list(x), list(y)] if all(isinstance(value, str) for value in x + y):
            try:
                return vector(map(parse, x)), vector(map(parse, y))
            except NumberError as error:
                raise NumberError(f"the member {name}: {error.message}") from None
    raise FormatError(f'the member {name}, expected two lists of numbers as text such as "1/3"')
