"""Runs commands in this process: what they print, and how they refuse."""

import subprocess
import sys

import pytest

from lemke.cli import run


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """The text that a command prints, with nothing on stderr."""
    assert run(arguments) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    """The one line on stderr of a command that prints nothing else, without the name of the program."""
    assert run(arguments) == status
    out, err = capsys.readouterr()
    assert out == ""
    return _message(err)


def refused_stream(command: str, line: str) -> str:
    """The one line on stderr of a command in a process of its own whose standard input repeats a line without end."""
    endless = f"import sys\ntry:\n while True: sys.stdout.write({line!r} * 1000)\nexcept OSError: pass"
    call = [sys.executable, "-m", "lemke", command, "-"]
    with subprocess.Popen(
        [sys.executable, "-c", endless], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as producer:
        ran = subprocess.run(call, stdin=producer.stdout, capture_output=True, text=True, check=False)
        producer.kill()
    assert (ran.returncode, ran.stdout) == (2, "")
    return _message(ran.stderr)


def _message(err: str) -> str:
    assert err.startswith("lemke: ") and err.count("\n") == 1 and len(err) < 600
    return err.removeprefix("lemke: ").removesuffix("\n")
