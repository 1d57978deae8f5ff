"""Help: every command has an example that works, and fits on a page; little is loaded for it."""

import os
import re
import shlex
import subprocess
import sys

import click
import pytest

from command_line import printed
from lemke.cli import COMMANDS, commands
from lemke.io.bundled import example_names
from lemke.solvers import METHODS, REFINEMENTS

SUMMARIES = {name: summary for entries in COMMANDS.values() for name, (_, summary) in entries.items()}


def below(command: click.Command, names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The names of a command and of the commands below it."""
    subcommands = command.commands.items() if isinstance(command, click.Group) else ()
    return [names, *(deeper for name, part in subcommands for deeper in below(part, (*names, name)))]


def loaded_command(name: str) -> click.Command:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    return command


ALL = [names for name in SUMMARIES for names in below(loaded_command(name), (name,))]


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("names", ALL, ids=" ".join)
def test_a_help_fits_on_a_page_and_has_an_example(names: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, *names, "--help")
    assert page == printed(capsys, *names, "-h")
    assert page.count("\n") <= 60 and max(map(len, page.splitlines())) <= 100
    assert re.search(r"^  Examples?:\n(    .*\n)*    .*\blemke ", page, re.M)
    assert set(re.findall(r"\bexample:([a-z0-9_]+)", page)) <= {*example_names()}
    if names[0] in SUMMARIES and len(names) == 1:
        assert " ".join(page.split("\n\n")[1].split()).startswith(SUMMARIES[names[0]])


def test_the_help_of_solve_lists_all_methods_and_refinements(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "solve", "--help")
    for title, names in ("Methods", ["auto", *METHODS]), ("Refinements", [*REFINEMENTS]):
        table = page.partition(f"{title}:\n")[2].split("\n\n")[0]
        assert sorted(re.findall(r"^ {4}(\S+)", table, re.M)) == sorted(names)


def test_the_command_alone_shows_calls_that_work(
    tmp_path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    calls = re.findall(r"^  lemke (.*?)(?:   .*)?$", printed(capsys), re.M)
    tried = [call for call in calls if not re.search("FILE|COMMAND", call)]
    assert len(tried) == 4
    for call in tried:
        printed(capsys, *shlex.split(call))


# ---------------------------------------------------------------------- what is loaded


def python(program: str, **environment: str) -> str:
    call = [sys.executable, "-c", program]
    return subprocess.run(call, capture_output=True, text=True, check=True, env=os.environ | environment).stdout


def loaded(program: str) -> set[str]:
    """The modules that are loaded after a program."""
    return set(python(f"{program}\nimport sys; print(*sys.modules)").split())


@pytest.mark.parametrize("words", [[], ["--help"], ["slove"]], ids=str)
def test_a_call_without_a_game_loads_no_arithmetic(words: list[str]) -> None:
    assert not loaded(f"from lemke.cli import run; run({words})") & {"numpy", "gmpy2", "rich", "lemke.game"}


def test_a_small_game_is_solved_without_other_commands_and_packages_that_take_long_to_load() -> None:
    modules = loaded("from lemke.cli import run; run(['solve', 'example:kuhn3', '-o', '/dev/null'])")
    modules -= loaded("import numpy")  # old versions load more of themselves
    assert not modules & {"rich", "scipy", "highspy", "threadpoolctl", "numpy.ma", "concurrent.futures", "msgspec"}
    assert not modules & {f"lemke.{name}" for name in ("cli.sets", "cli.pictures", "cli.games", "studies", "show")}


def test_a_command_starts_no_threads_for_matrices_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    shown = "print(os.environ['OPENBLAS_NUM_THREADS'])"
    program = f"import atexit, os; from lemke.cli import main; atexit.register(lambda: {shown}); main(['examples'])"
    assert python(program).split()[-1] == "1"
    assert python(program, OPENBLAS_NUM_THREADS="3").split()[-1] == "3"


@pytest.mark.parametrize(
    ("line", "expected"),
    [("lemke sol", "plain,solve"), ("lemke solve x --kernel g", "plain,guided"), ("lemke solve exa", "file,exa")],
)
def test_words_are_completed(line: str, expected: str) -> None:
    asked = {"_LEMKE_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    assert python("from lemke.cli import main; main()", **asked).splitlines() == [expected]
