"""The page `docs/how-to/openspiel.md`: its commands run."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from lemke.cli import run

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "openspiel.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


COMMANDS = [line for block in blocks("sh") for line in block.splitlines() if line.startswith("lemke ")]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run_without_errors(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    _, *arguments = shlex.split(command)
    assert run(arguments) == 0
    assert capsys.readouterr().err == ""
