"""``lemke challenge``."""

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
from lemke.cli.options import emit, rendered, result
from lemke.errors import FormatError, InputError, located
from lemke.game import Game
from lemke.ground.process import ending_on_request
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
    help=f"Use the games in FOLDER ({suffixes('and')}) instead of bundled ones.",
)
@click.option("--timeout", type=float, default=60.0, show_default=True, metavar="S", help="Seconds for each game.")
@click.option(
    "--normalize",
    is_flag=True,
    help="Divide probabilities by their exact sum if it is not 1, and print how far off it was.",
)
@result("markdown")
def challenge(command: str, games: Path | None, timeout: float, normalize: bool, form: str, output: str) -> int:
    """Run another solver on games, and judge its answers.

    SOLVER_COMMAND is one argument, split into words as by a shell. The path of an .efg file replaces {} in it, or is
    added at the end. The solver prints lines "NE,1/2,1/2,…" or a JSON object with "behavior". Each answer is judged
    exactly. Status 0: every answer is right. Status 1: otherwise.

    \b
    Examples:
      lemke challenge "lemke solve --format gambit"
      lemke challenge "lemke solve {} --format gambit" --format markdown
    """
    if not 0 < timeout < math.inf:
        raise click.BadParameter(f"{timeout}, expected a positive number of seconds", param_hint="--timeout")
    _check_target(output)

    def read_answer(text: str, game: Game) -> Sequence[Claim]:
        return profiles.loads(_answer(text), game, None, normalize=normalize)

    with ending_on_request(), tempfile.TemporaryDirectory(prefix="lemke-") as folder:
        paths = None if games is None else _paths(games)
        tasks = _bundled(Path(folder)) if paths is None else _files(paths, Path(folder))
        rows = list(run_challenge(command, tasks, read_answer, timeout, len(CHALLENGES if paths is None else paths)))
    judgements = judgements_document(command, timeout, normalize, rows)
    emit(output, rendered(judgements, form, markdown=lambda: judgements_markdown(rows)))
    # status 0 needs at least one answer
    return 0 if {row.verdict for row in rows} - {"refused", "skipped"} == {"right"} else 1


def _check_target(output: str) -> None:
    """Refuse an OUT that cannot be written, before the solver runs."""
    if output == "-":
        return
    exists = os.path.exists(output)
    path = (
        os.path.realpath(output) if not exists or os.path.isfile(output) else output
    )  # the real path of a pipe cannot be opened
    folder = os.path.dirname(path) or "."
    with located(output):
        if not os.path.isdir(folder):
            raise InputError("cannot be written: no such folder, expected one that exists")
        if os.path.isdir(path):
            raise InputError("cannot be written: a folder, expected a file")
        if not os.access(path if exists else folder, os.W_OK):
            raise InputError("cannot be written: Permission denied, expected a file to write")


def _answer(text: str) -> str:
    """Return an output with all lines but ``NE,`` ones empty, so that messages number them right; else all of it."""
    lines = re.split(r"\r\n?|\n", text)  # no other ends of lines: they may be inside strings of JSON
    lines = [line if line.partition(",")[0].strip() == "NE" else "" for line in lines]
    return "\n".join(lines) if any(lines) else text


def _bundled(folder: Path) -> Iterator[ChallengeTask]:
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
    for number, path in enumerate(paths):
        place = folder / str(number)
        place.mkdir()
        try:
            if path.suffix.lower() == ".efg":
                copy = _copied(path, place / path.name)
                task = ChallengeTask(path.name, str(copy), read(copy))
            else:
                task = _written(path.name, read(path), place / "game.efg")
        except InputError as error:
            task = ChallengeTask(path.name, str(path), error)
        yield task


def _copied(path: Path, copy: Path) -> Path:
    """Copy a file byte for byte, so that no solver can change it."""
    try:
        return shutil.copyfile(path, copy)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or error}") from None


def _written(name: str, game: Game, path: Path) -> ChallengeTask:
    """Write a game for the solver, and judge answers by that file, since its labels may differ."""
    content = dumps(game, "efg")
    path.write_text(content, encoding="ascii")
    return ChallengeTask(name, str(path), loads(content, "efg"))
