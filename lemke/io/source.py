"""Files and streams: reading text from anywhere, and writing it whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import BinaryIO, TypeAlias
from weakref import WeakSet

from lemke.errors import FormatError, InputError, located
from lemke.io.bundled import PREFIX, find

Content: TypeAlias = Iterable[str] | bytes
"""The content of a file: bytes, a text, or an iterator that makes a text in pieces."""
MAX_MEBIBYTES = 512

_CHUNK = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CONTROL_CHARACTER = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_exhausted_inputs: WeakSet[BinaryIO] = WeakSet()  # standard inputs that were read to their end


def text_of(argument: str, starts: tuple[str, ...] = (), kind: str = "a text") -> tuple[str, str]:
    """Return the text and the name of a file, of the standard input for ``-``, or of the game that ``example:`` names.

    ``starts`` and ``kind`` are as in :func:`read_text`; the name is for messages.

    >>> text, name = text_of("example:kuhn3.efg")
    >>> text[:3], name
    ('EFG', 'example:kuhn3')
    """
    if not argument.startswith(PREFIX):
        return read_text(argument, starts, kind), argument
    game = find(argument.removeprefix(PREFIX))
    return game.path.read_text(encoding="utf-8"), PREFIX + game.name  # our own file


def read_text(path: str | os.PathLike[str], starts: tuple[str, ...] = (), kind: str = "a text") -> str:
    """Return the text of a file, or of the standard input for ``-``."""
    with located(os.fspath(path)):
        try:
            if path != "-":
                with open(path, "rb") as stream:
                    return read_stream(stream, starts, kind)
            return _read_standard_input(starts, kind)
        except (OSError, ValueError) as error:
            raise FormatError(f"cannot be read: {_reason(error)}") from None


def _read_standard_input(starts: tuple[str, ...], kind: str) -> str:
    if sys.stdin is None:
        raise FormatError("cannot be read: the standard input is closed, expected a text")
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:  # a program has replaced it by a stream of text
        stream = BytesIO(sys.stdin.read().encode())
    text = read_stream(stream, starts, kind)
    if not text and stream in _exhausted_inputs:  # new text is accepted: a terminal may have some
        raise FormatError("the standard input was already read, expected a file here: only one input can be -")
    _exhausted_inputs.add(stream)
    return text


def read_stream(stream: BinaryIO, starts: tuple[str, ...] = (), kind: str = "a text") -> str:
    r"""Return the text of a stream of bytes; as :func:`read_text`, but the errors do not name the source.

    >>> from io import BytesIO
    >>> read_stream(BytesIO(b"caf\xc3\xa9 or caf\xe9"))  # no UTF-8, so it is taken for Latin-1
    'cafÃ© or café'
    """
    chunks: list[bytes] = []
    while chunk := stream.read(_CHUNK):
        if b"\0" in chunk:
            raise FormatError("is binary, expected text in UTF-8")
        if starts and not chunks:
            _check_start(chunk, starts, kind)
        if len(chunks) * _CHUNK + len(chunk) > MAX_MEBIBYTES << 20:
            raise FormatError(f"has more than {MAX_MEBIBYTES} MiB, expected a smaller file")
        chunks.append(chunk)
    if starts and not chunks:
        _check_start(b"", starts, kind)
    data = b"".join(chunks)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if _CONTROL_CHARACTER.search(data):
            raise FormatError("is neither UTF-8 nor Latin-1, expected text in UTF-8") from None
        return data.decode("latin-1")  # old game files are in Latin-1


def _check_start(chunk: bytes, starts: tuple[str, ...], kind: str) -> None:
    text = chunk.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if text.startswith(tuple(map(str.encode, starts))):
        return
    line = chunk.count(b"\n", 0, len(chunk) - len(text)) + 1
    start = f"found {text.split(maxsplit=1)[0][:20].decode('latin-1')!r}" if text else "found nothing"
    with located(line=line if text else None):
        raise FormatError(f"{start}, expected {kind} that starts with {' or '.join(starts)}")


def write_atomically(path: str | os.PathLike[str], text: Content) -> None:
    """Write one file, as :func:`write_together` does."""
    write_together([(path, text)])


def write_together(files: Iterable[tuple[str | os.PathLike[str], Content]]) -> None:
    """Write several files together; ``-`` is the standard output.

    The files appear under their names only when all are complete; until then existing files stay as they were. New
    files have the permissions of the files that they replace. The standard output, pipes and devices are exceptions:
    they get a text in pieces, the standard output each piece at once. No piece is kept in memory.
    """
    pending: list[tuple[str, str]] = []  # temporary files and their final names
    try:
        for name, content in files:
            path = os.fspath(name)
            with located(path), _writing():
                pieces = (content,) if isinstance(content, str | bytes) else content
                target = None if path == "-" else _replaceable(path)
                if path == "-":
                    _print(pieces)
                elif target is None:
                    _write(path, "wb", pieces)
                else:
                    pending.append((os.path.join(os.path.dirname(target), f".lemke-{os.urandom(8).hex()}.tmp"), target))
                    _write(pending[-1][0], "xb", pieces)
        for temporary, target in pending:
            with located(target), _writing():
                with suppress(FileNotFoundError):
                    shutil.copymode(target, temporary)
                os.replace(temporary, target)
    finally:
        for temporary, _ in pending:
            with suppress(OSError):  # it was renamed or never made; a read-only folder has a message of its own
                os.unlink(temporary)


@contextmanager
def _writing() -> Iterator[None]:
    """Turn errors of the system into an :class:`InputError`, except a broken pipe."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be written: {_reason(error)}") from None


def _print(pieces: Iterable[str | bytes]) -> None:
    """Write pieces to the standard output, each at once."""
    if sys.stdout is None:
        raise ValueError("the standard output is closed")
    stream = getattr(sys.stdout, "buffer", None)
    for piece in pieces:
        if stream is None:  # a program has replaced it by a stream of text
            sys.stdout.write(piece if isinstance(piece, str) else piece.decode())
        else:
            sys.stdout.flush()
            stream.write(_encoded(piece))
            stream.flush()


def _replaceable(name: str) -> str | None:
    """Return the path that a new file can replace; None for a pipe, a device, a folder, or a deleted file.

    A deleted file has a name only while it is open, such as ``/dev/fd/3``. A name that no file can have raises a
    ValueError; a file without permission to write raises an OSError.
    """
    if not os.path.basename(name):
        raise ValueError("an empty name or the name of a folder, expected the name of a file")
    path = os.path.realpath(name)
    try:
        is_regular = stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:  # other errors are raised, as for a loop of links
        return path
    if not is_regular or not os.path.exists(path):
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(None, "Permission denied")
    return path


def _write(path: str, mode: str, pieces: Iterable[str | bytes]) -> None:
    with open(path, mode) as stream:
        stream.writelines(map(_encoded, pieces))


def _encoded(text: str | bytes) -> bytes:
    if isinstance(text, bytes):
        return text
    return text.encode("utf-8", "backslashreplace")  # UTF-8 cannot encode half a surrogate pair


def _reason(error: OSError | ValueError) -> str:
    """Return the words of an error, without its number and path; a MemoryError is raised again."""
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        raise MemoryError from error
    return (isinstance(error, OSError) and error.strerror) or str(error)
