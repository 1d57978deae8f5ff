"""The file to which outcomes are written as they arrive, and from which an exploration can continue.

Every line of the file is a JSON object. The first line has ``"format": "lemke-exploration/1"``, the ``game`` (title,
players, SHA-256 of the canonical form), ``priors`` (``random`` or ``given``), ``seed`` and ``kernel``. Every other line
is a start, in order of arrival, with these members:

- ``prior``: its number;
- ``key``: the SHA-256 of the realization plans at the end of the path (the numbers of a player's plan joined by commas,
  the plans by a line feed);
- ``pivots``, ``kernel``, ``tries``, ``bits``: as in :class:`~lemke.certificate.How`;
- ``perfect``: whether the last edge proves the plans normal-form perfect;
- ``plans``: both realization plans, only in the first line with this key;
- ``witness``: completely mixed plans to which the plans are best replies. A line has a witness if ``perfect`` is true
  and ``prior`` is smaller than in all earlier lines with this key and a witness;
- ``given``: the key of the prior's plans, if priors are given.

Numbers in plans are texts such as ``"2"`` and ``"1/3"``. A start that failed has only ``prior``, ``failure`` (the
reason, in words) and ``given``.

A last line without a line feed was cut off while it was written. This line is dropped, and its start is computed again.
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
from lemke.ground.rational import parse, quoted, shown, text
from lemke.ground.sparse import vector
from lemke.linear.guided import KERNELS
from lemke.studies.explore.ends import PathEnd, PathOutcome, Plans

if sys.platform != "win32":
    import fcntl

FORMAT = "lemke-exploration/1"

Json: TypeAlias = dict[str, Any]

_END_TYPES = {"prior": int, "key": str, "pivots": int, "kernel": str, "tries": int, "bits": int, "perfect": bool}
"""The members of a line for a path that has ended, without plans, and their types."""
_FAILURE_TYPES = {"prior": int, "failure": str}
"""The members of a line for a start that failed, and their types."""
_PLANS = ("plans", "witness")
"""The members with a pair of plans."""


def header(game: Game, priors: str, seed: int, kernel: str) -> Json:
    """Return the first line of a file as an object."""
    return {"format": FORMAT, "game": identity(game), "priors": priors, "seed": seed, "kernel": kernel}


@dataclass(eq=False)
class Journal:
    """An open file of outcomes."""

    path: str
    stream: FileIO
    header: Json  # the first line that a file of this exploration has
    prior_keys: Callable[[int], str | None]
    """A function from the number of a given prior to the key of its plans; from any other number to None."""

    def read(self) -> Iterator[tuple[int, PathOutcome]]:
        """Yield (number of the line, outcome) for the whole file; afterwards :meth:`add` appends to the file.

        Raises
        ------
        FormatError, NumberError, InputError
            The file does not have the format of explorations, or has another game or other options. The error names
            the line.
        LimitError
            The first line cannot be written, as on a full disk.
        """
        self.stream.seek(0)
        first_line, line, end = _text(self.header), b"", 0  # end: of the last complete line, in bytes
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
        if not end and not first_line.startswith(line):  # not empty, nor cut off in the first line
            raise FormatError(f"no exploration, expected a new file or one with the format {FORMAT!r}")
        self.stream.truncate(end)
        self.stream.seek(end)
        if not end:
            self._write(first_line)

    def add(self, outcome: PathOutcome) -> None:
        """Write an outcome, unbuffered; LimitError if it cannot be written, as on a full disk."""
        self._write(_text(self._line(outcome)))

    def _write(self, line: bytes) -> None:
        unwritten = memoryview(line)
        try:
            while unwritten:  # a full disk may take a part of the line; it raises an error at the next write
                unwritten = unwritten[self.stream.write(unwritten) :]
        except OSError as error:
            with located(self.path):
                raise LimitError(f"cannot be written: {error.strerror or error}") from None

    def _check_header(self, header: Json) -> None:
        if header.get("format") != FORMAT:
            raise FormatError(f"no exploration, expected the format {FORMAT!r}")
        game = header.get("game")
        digest = game.get("sha256") if isinstance(game, dict) else None
        if digest != (expected := self.header["game"]["sha256"]):
            fault = f"an exploration of another game, SHA-256 {str(digest)[:12]}..."
            raise FormatError(f"{fault}, expected {expected[:12]}..., or another file")
        for name in ("priors", "seed", "kernel"):
            # JSON's true and 1.0 equal 1 in Python, so types are compared as well
            if type(header.get(name)) is not type(self.header[name]) or header[name] != self.header[name]:
                value = quoted(header.get(name))
                raise FormatError(f"an exploration with {name} {value}, expected {self.header[name]}, or another file")

    def _line(self, outcome: PathOutcome) -> Json:
        """Return the line for an outcome as an object."""
        prior_key = self.prior_keys(outcome.prior)
        prior_member = {} if prior_key is None else {"given": prior_key}
        if isinstance(outcome, FailedStart):
            return {"prior": outcome.prior, "failure": outcome.message} | prior_member
        pairs = {name: plans for name in _PLANS if (plans := getattr(outcome, name)) is not None}
        texts = {name: [[text(value) for value in plan] for plan in plans] for name, plans in pairs.items()}
        return {name: getattr(outcome, name) for name in _END_TYPES} | prior_member | texts

    def _outcome(self, line: Json) -> PathOutcome:
        """Return the outcome in a line, after checking the line."""
        types = _FAILURE_TYPES if "failure" in line else _END_TYPES
        for name, kind in types.items():
            if type(line.get(name)) is not kind:
                fault = f"the member {name} is {shown(line[name])}" if name in line else f"no member {name}"
                raise FormatError(f"{fault}, expected {_TYPE_NAMES[kind]}")
        if unknown := [name for name in line if name not in types and name not in _PLANS and name != "given"]:
            raise FormatError(
                f"the unknown member {quoted(unknown[0])}, expected only {', '.join([*types, *_PLANS, 'given'])}"
            )
        if negative := [name for name, kind in types.items() if kind is int and line[name] < 0]:
            name = negative[0]
            raise FormatError(f"the member {name} is the negative number {line[name]}, expected 0 or more")
        if line.get("given") != self.prior_keys(line["prior"]):
            is_random = self.header["priors"] == "random"
            expected_prior = "a random one" if is_random else "a prior that was given to this run with this number"
            raise FormatError(f"prior {line['prior']} of another run, expected {expected_prior}")
        if "failure" in line:
            return FailedStart(line["prior"], line["failure"])
        if line["kernel"] not in KERNELS:
            raise FormatError(f"the kernel {quoted(line['kernel'])}, expected one of {', '.join(KERNELS)}")
        members: Json = {name: line[name] for name in _END_TYPES}
        return PathEnd(**members, plans=_plans(line, "plans"), witness=_plans(line, "witness"))


_TYPE_NAMES = {int: "a whole number", str: "text", bool: "a truth value"}

_open: weakref.WeakSet[FileIO] = weakref.WeakSet()
"""Open files of this process. A forked process closes them, so that it does not hold their locks."""


def _close_all() -> None:
    for stream in list(_open):
        stream.close()


if sys.platform != "win32":
    os.register_at_fork(after_in_child=_close_all)


@contextmanager
def open_journal(
    path: str | os.PathLike[str], first_line: Json, prior_keys: Callable[[int], str | None]
) -> Iterator[Journal]:
    """Open the file of an exploration, new or existing, and lock it against other processes if the system has locks.

    An InputError says that the file cannot be read or written, or that another exploration writes it.
    """
    name = os.fspath(path)
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise OSError(None, "not a regular file")
        stream = FileIO(name, "r+" if os.path.exists(name) else "x+")  # unbuffered: closing writes nothing
    except (OSError, ValueError) as error:
        with located(name):
            raise InputError(f"cannot be written: {getattr(error, 'strerror', None) or error}") from None
    with stream, _lock(stream, name):
        _open.add(stream)
        yield Journal(name, stream, first_line, prior_keys)


@contextmanager
def _lock(stream: FileIO, name: str) -> Iterator[None]:
    """Lock a file until the end of the block, also against processes forked from this one; not on Windows."""
    if sys.platform != "win32":
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            with located(name):
                raise InputError("is being written by another exploration, expected another file") from None
        except OSError:  # a file system without locks
            pass
    try:
        yield
    finally:
        if sys.platform != "win32":
            with suppress(OSError, ValueError):  # a file system without locks, or a closed file
                fcntl.flock(stream, fcntl.LOCK_UN)


def _text(line: Json) -> bytes:
    """Return an object as a line of the file."""
    return (json.dumps(line, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")


def _object(line: bytes) -> Json:
    """Return the object in a line of the file."""
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        raise FormatError("a line that is not JSON, expected a JSON object") from None
    if not isinstance(value, dict):
        raise FormatError("a line of JSON without an object, expected a JSON object")
    return value


def _plans(line: Json, name: str) -> Plans | None:
    """Return the pair of plans in the member ``name`` of a line, or None if there is no such member."""
    if name not in line:
        return None
    match line[name]:
        case [list(x), list(y)] if all(isinstance(value, str) for value in x + y):
            try:
                return vector(map(parse, x)), vector(map(parse, y))
            except NumberError as error:
                raise NumberError(f"the member {name}: {error.message}") from None
    raise FormatError(f'the member {name}, expected two lists of numbers as text such as "1/3"')
