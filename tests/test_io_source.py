"""Text is read from files and streams, and written completely or not at all; the table of formats."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given

from lemke import io
from lemke.errors import FormatError, InputError, NotProvedError
from lemke.game import Game, canonical_lines
from lemke.io import source
from lemke.io.source import read_stream, read_text, write_atomically, write_together
from strategies import games

EFG = 'EFG 2 R "title" { "A" "B" } t "" 1 "" { 1 2 }\n'
NFG = 'NFG 1 R "title" { "A" "B" } { 1 1 } 1 2\n'
JSON = io.dumps(io.loads(EFG), "json")


class Endless(BytesIO):
    """A stream that never ends and counts how often it is read."""

    def __init__(self, block: bytes) -> None:
        super().__init__()
        self.block = block
        self.reads = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None and size > 0
        self.reads += 1
        return self.block * (size // len(self.block))


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        (b"", ""),
        ("ünï日".encode(), "ünï日"),
        (b"\xef\xbb\xbfmarked", "marked"),
        ("Müller\r\n\t\f".encode("latin-1"), "Müller\r\n\t\f"),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n"),
        (b"x" * (1 << 20) + "é".encode() * (1 << 20), "x" * (1 << 20) + "é" * (1 << 20)),
    ],
)
def test_text_is_decoded(data: bytes, text: str) -> None:
    assert read_stream(BytesIO(data)) == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"EFG\0", "is binary"),
        ("EFG 2 R".encode("utf-16"), "is binary"),
        (b"x" * (1 << 21) + b"\0", "is binary"),
        (b"\x89PNG\r\n\x1a\n", "is neither UTF-8 nor Latin-1"),
        (b"\xfftext\x07", "is neither UTF-8 nor Latin-1"),
    ],
)
def test_data_that_are_no_text_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_stream(BytesIO(data))


@pytest.mark.parametrize("block", [b"y\n", b"\0", b"\n", b"EF\n"])
def test_an_endless_stream_with_another_start_is_read_once(block: bytes) -> None:
    stream = Endless(block)
    with pytest.raises(FormatError):
        read_stream(stream, starts=("EFG", "{"))
    assert stream.reads == 1


def test_an_endless_stream_with_the_right_start_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_MEBIBYTES", 3)
    stream = Endless(b"EFG ")
    with pytest.raises(FormatError, match="more than 3 MiB"):
        read_stream(stream, starts=("EFG",))
    assert stream.reads == 4


def test_the_start_is_found_behind_blanks() -> None:
    assert read_stream(BytesIO(b"\xef\xbb\xbf\n EFG"), starts=("EFG",)) == "\n EFG"
    with pytest.raises(FormatError) as raised:
        read_stream(BytesIO(b"\n\n hello world"), starts=("EFG", "{"))
    assert str(raised.value).startswith("3: found 'hello', expected") and "EFG or {" in str(raised.value)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("no such file", "no such file: cannot be read: No such file or directory"),
        (".", ".: cannot be read: Is a directory"),
        ("a\0b", "cannot be read: embedded null byte"),
        ("x" * 5000, "cannot be read: File name too long"),
    ],
)
def test_files_that_cannot_be_read_are_named_with_the_reason(path: str, message: str) -> None:
    with pytest.raises(FormatError) as raised:
        read_text(path)
    assert message in str(raised.value)


def test_the_standard_input_is_read_unless_it_is_empty_or_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(EFG.encode()), encoding="ascii"))
    assert io.read("-").title == "title"
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"")))
    with pytest.raises(FormatError, match=r"-: found nothing, expected .*EFG or NFG or"):
        io.read("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(FormatError, match=r"-: cannot be read: .*closed"):
        io.read("-")


@pytest.mark.parametrize("text", [EFG, NFG, JSON, "\ufeff\n" + EFG, "\ufeff" + JSON])
def test_the_content_decides_the_format_that_is_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    assert io.read(path).title == io.read(str(path)).title == io.loads(text).title == "title"


@pytest.mark.parametrize("suffix", io.FORMATS)
@given(game=games(max_depth=2))
def test_every_format_that_is_written_is_read_again(suffix: str, game: Game) -> None:
    text = io.dumps(game, suffix)
    assert text.startswith(io.FORMATS[suffix][0])
    assert text.endswith("\n")
    again = io.loads(text, suffix)
    if again.strategic and not game.strategic:  # it becomes strategic, and is the same from then on
        assert io.dumps(again, suffix) == text
    else:
        assert list(canonical_lines(again)) == list(canonical_lines(game))


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(FormatError, match="'xml', expected efg or nfg or json"):
        io.loads(EFG, "xml")


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, OSError("No space left on device"), MemoryError])
@pytest.mark.parametrize("before", [None, "old"])
def test_an_interrupted_write_leaves_no_part_of_a_file(
    before: str | None, interruption: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    if before is not None:
        path.write_text(before)

    def interrupted(*_: object) -> None:
        raise interruption

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises((KeyboardInterrupt, InputError, MemoryError)):
        write_atomically(path, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == [before] * (before is not None)


@pytest.mark.parametrize("last", ["no/such/folder/out", ".", "a\0b"])
def test_none_of_several_files_is_written_if_the_last_cannot_be(tmp_path: Path, last: str) -> None:
    (tmp_path / "first").write_text("old")
    with pytest.raises(InputError, match="cannot be written"):
        write_together([(tmp_path / "first", "new"), (tmp_path / "second", b"new"), (tmp_path / last, "new")])
    assert [path.name for path in tmp_path.iterdir()] == ["first"]
    assert (tmp_path / "first").read_text() == "old"


def test_no_file_is_written_if_a_content_cannot_be_made(tmp_path: Path) -> None:
    def pieces() -> Iterator[str]:
        yield "half"
        raise NotProvedError("not so")

    with pytest.raises(NotProvedError):
        write_together([(tmp_path / "first", "whole"), (tmp_path / "second", pieces())])
    assert not list(tmp_path.iterdir())


def test_a_file_in_a_read_only_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """There a temporary file can neither be made nor removed."""

    def refuse(path: str, *_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", path)

    monkeypatch.setattr(source, "open", refuse, raising=False)
    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(InputError, match=r"out: cannot be written: Read-only file system$"):
        write_atomically(tmp_path / "out", "text")


@pytest.mark.skipif(sys.platform == "win32", reason="other permissions")
def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    umask = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new", "text")
    finally:
        os.umask(umask)
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    (tmp_path / "new").chmod(0o600)
    (tmp_path / "link").symlink_to(tmp_path / "new")
    write_atomically(tmp_path / "link", "other")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "new").read_text() == "other"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600


def test_a_lack_of_memory_is_no_input_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_memory(*_: object) -> None:
        raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))

    monkeypatch.setattr("builtins.open", without_memory)
    with pytest.raises(MemoryError):
        read_text("game.efg")
