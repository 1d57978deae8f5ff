"""Runs commands in this process: what they print, and how they refuse."""

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


def _message(err: str) -> str:
    assert err.startswith("lemke: ") and err.count("\n") == 1 and len(err) < 600
    return err.removeprefix("lemke: ").removesuffix("\n")
