"""``lemke lcp``: outcomes and what they prove, formats, exit statuses, bad input."""

from pathlib import Path

import pytest

import command_line

SOLVED = "n= 2 M= 2 1 1 2 q= -5 -6"
SKEW = "n= 2 M= 0 1 -1 0 q= 0 -1"
FEASIBLE = "n= 2 M= -1 2 3 -1 q= -1 -1"
HIDDEN = "n= 2 M= -1 2 1/2 -1 q= -1 -1"
"""Infeasible: the first row plus twice the second show it, but the direction of the ray does not."""


@pytest.fixture
def problem(tmp_path: Path):
    def write(content: str) -> str:
        path = tmp_path / "problem"
        path.write_text(content)
        return str(path)

    return write


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    return command_line.printed(capsys, "lcp", *arguments, status=status)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "lcp", *arguments, status=status)


TRUNCATED = {
    "plain": "n= 2\nM= 2 1 1 2\nq= -5",
    "json": '{"M": [[2, 1], [1, 2]], "q": [-5',
    "nothing": "",
    "a game": 'EFG 2 R "" { "1" "2" }',
}


@pytest.mark.parametrize("name", TRUNCATED)
def test_a_truncated_file_is_refused(name: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(TRUNCATED[name])
    assert refused(capsys, path).startswith(f"{path}")


@pytest.mark.parametrize("content", [b"n= 2\0M=", b"\xff\xfe\0"])
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f").write_bytes(content)
    refused(capsys, str(tmp_path / "f"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_an_endless_device_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "/dev/zero")


def test_an_endless_stream_is_not_read_to_its_end() -> None:
    assert command_line.refused_stream("lcp", "y\n").startswith("-:1: found 'y', expected ")
