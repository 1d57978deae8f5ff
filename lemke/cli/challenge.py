"""The command ``lemke challenge``."""

from __future__ import annotations

import math
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from lemke.certificate import Claim
from lemke.cli.options import emit, normalize_option, rendered, result
from lemke.errors import FormatError, InputError, located
from lemke.game import Game
from lemke.io import FORMATS, dumps, loads, read, suffixes
from lemke.io import profile as profiles
from lemke.studies.challenge import CHALLENGES, ChallengeTask, judgements_document, judgements_markdown
from lemke.studies.challenge import challenge as run_challenge


@click.command()
@click.argument("command", metavar="SOLVER_COMMAND")
@click.option(
    "--games",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=f"Use the games in FOLDER ({suffixes('and')}) instead of games that come with lemke.",
)
@click.option("--timeout", type=float, default=60.0, show_default=True, metavar="S", help="Seconds for each game.")
@normalize_option
@result("markdown")
def challenge(command: str, games: Path | None, timeout: float, normalize: bool, form: str, output: str) -> int:
    """Run another solver on games, and judge its answers.

    SOLVER_COMMAND is one argument, which is split into words as in a shell. For each game, the path of an .efg file
    replaces {} in SOLVER_COMMAND, or is added at the end. The solver must print a profile that lemke verify reads, or
    refuse the game by the exit status 77.

    Status 0: at least one verdict is right, and all others are right, refused or skipped. Status 1: otherwise.

    \b
    Examples:
      lemke challenge "lemke solve --format gambit"
      lemke challenge "lemke solve {} --format gambit" --format markdown
    """
    if not 0 < timeout < math.inf:
        raise click.BadParameter(f"{timeout}, expected a finite number of seconds above 0", param_hint="--timeout")
    _check_target(output)

    def read_answer(text: str, game: Game) -> Sequence[Claim]:
        return profiles.loads(_answer(text), game, None, normalize=normalize)

    with tempfile.TemporaryDirectory(prefix="lemke-") as folder:
        paths = None if games is None else _paths(games)
        tasks = _bundled(Path(folder)) if paths is None else _files(paths, Path(folder))
        rows = list(run_challenge(command, tasks, read_answer, timeout, len(CHALLENGES if paths is None else paths)))
    judgements = judgements_document(command, timeout, normalize, rows)
    emit(output, rendered(judgements, form, markdown=lambda: judgements_markdown(rows)))
    # status 0 needs at least one answer
    return 0 if {row.verdict for row in rows} - {"refused", "skipped"} == {"right"} else 1


def _check_target(output: str) -> None:
    """Raise an error before the solver runs if OUT cannot be written."""
    if output == "-":
        return
    exists = os.path.exists(output)
    is_special = exists and not os.path.isfile(output)  # a folder or a pipe; the real path of a pipe cannot be opened
    path = output if is_special else os.path.realpath(output)
    folder = os.path.dirname(path) or "."
    with located(output):
        if not os.path.isdir(folder):
            raise InputError("cannot be written: no such folder, expected a folder that exists")
        if os.path.isdir(path):
            raise InputError("cannot be written: a folder, expected a file")
        if not os.access(path if exists else folder, os.W_OK):
            raise InputError("cannot be written: Permission denied, expected a file to write")


def _answer(text: str) -> str:
    """Return the part of a solver's output that is its answer: the ``NE,`` lines, or without such lines all of it.

    Other lines are replaced by empty lines, so that messages have the right line numbers.
    """
    lines = re.split(r"\r\n?|\n", text)  # not splitlines(), which splits at characters that JSON strings may contain
    lines = [line if line.partition(",")[0].strip() == "NE" else "" for line in lines]
    return "\n".join(lines) if any(lines) else text


def _bundled(folder: Path) -> Iterator[ChallengeTask]:
    """Yield the tasks of the games that come with lemke, written into a temporary folder."""
    for number, (name, make) in enumerate(CHALLENGES.items()):
        yield _written(name, make(), folder / f"{number}.efg")


def _paths(games: Path) -> list[Path]:
    paths = sorted(
        path for path in games.iterdir() if path.suffix.lower().removeprefix(".") in FORMATS and path.is_file()
    )
    if not paths:
        raise InputError(f"{games} has no games, expected files {', '.join(f'.{suffix}' for suffix in FORMATS)}")
    return paths


def _files(paths: Sequence[Path], folder: Path) -> Iterator[ChallengeTask]:
    """Yield tasks with the games in files, copied into a temporary folder; an invalid game is replaced by its error."""
    for number, path in enumerate(paths):
        game_folder = folder / str(number)
        game_folder.mkdir()
        try:
            if path.suffix.lower() == ".efg":
                copy = _copied(path, game_folder / path.name)
                task = ChallengeTask(path.name, str(copy), read(copy))
            else:
                task = _written(path.name, read(path), game_folder / "game.efg")
        except InputError as error:
            task = ChallengeTask(path.name, str(path), error)
        yield task


def _copied(path: Path, copy: Path) -> Path:
    """Copy a file byte for byte, so that solvers cannot change the file itself; return the path of the copy."""
    try:
        return shutil.copyfile(path, copy)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or error}") from None


def _written(name: str, game: Game, path: Path) -> ChallengeTask:
    """Write a game as .efg, and return a task with the game read from this file: the labels may differ there."""
    content = dumps(game, "efg")
    path.write_text(content, encoding="ascii")
    return ChallengeTask(name, str(path), loads(content, "efg"))
