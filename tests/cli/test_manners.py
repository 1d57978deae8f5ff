"""First steps at the command line: the first page, suggestions, colours, completion, and how little is loaded."""

import ast
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lemke
from command_line import printed
from lemke.cli import COMMANDS, run, terminal
from named_games import GAMES
from terminals import at_terminal, plain

KUHN = str(GAMES / "kuhn3.efg")
PTY = pytest.mark.skipif(os.name == "nt", reason="no pseudo terminals")


def python(program: str, **environment: str) -> str:
    call = [sys.executable, "-c", program]
    return subprocess.run(call, capture_output=True, text=True, check=True, env=os.environ | environment).stdout


def test_the_command_alone_shows_calls_that_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = printed(capsys)
    calls = re.findall(r"^  lemke (.*?)(?:   .*)?$", page, re.M)
    tried = [command for command in calls if not re.search("FILE|COMMAND", command)]
    assert len(tried) == 4
    for command in tried:
        printed(capsys, *shlex.split(command))
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn3.svg"]


def test_help_has_every_command_by_purpose_on_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    page = printed(capsys, "--help").splitlines()
    for purpose, entries in COMMANDS.items():
        start = page.index(f"{purpose}:") + 1
        shown = [line.split(maxsplit=1) for line in page[start : start + len(entries)]]
        assert shown == [[name, entry.summary] for name, entry in entries.items()]
    assert max(map(len, page)) <= 100


def test_the_version_names_the_arithmetic_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = printed(capsys, "--version").splitlines()
    assert first == f"lemke, version {lemke.__version__}"
    assert re.fullmatch(r"Python 3\.\d+\.\d+\S*, gmpy2 \d+\.\d+\S*, GMP \d+\.\d+\.\d+", second)


MISTAKES = {
    "slove x": "'slove'",
    "solve example:kuhn3 --methd lp": "--method",
    "solve example:kuhn3 --seed x": "'--seed'",
    "solve example:kuhn3 -z": "-z",
    "solve a b": "extra argument (b)",
    "solve example:kuhn3 --kernel gided": "'gided' is not one of 'auto', 'exact', 'guided'",
    "ranges example:kuhn3 --player Ann": "'Ann'",
    "solve example:kuhn3 -o kuhn3.csv": "one of text, json, latex, gambit",
    "generate leducc": "'leducc'",
    "generate kuhn 4": "extra argument (4)",
    "solve": "'GAME'",
    "solve kuhn3": "cannot be read",
    "solve example:knuh3": "'knuh3', did you mean 'kuhn3'?",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_refused_in_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1
    assert MISTAKES[words] in err


RESULTS = {
    "solve": ["solve", "example:kuhn3"],
    "verify": ["verify", "example:matching_pennies", "-"],
    "enumerate": ["enumerate", "example:battle_of_the_sexes"],
    "lcp": ["lcp", "-"],
    "path": ["path", "example:tracing_2002"],
    "json": ["solve", "example:kuhn3", "--format", "json"],
    "gambit": ["solve", "example:kuhn3", "--format", "gambit"],
    "latex": ["sequence-form", "example:kuhn3", "--format", "latex"],
    "efg": ["examples", "show", "kuhn3"],
}
INPUT = {"verify": "NE,1/2,1/2,1,0", "lcp": "n= 1 M= -1 q= -1"}


@pytest.mark.parametrize("name", RESULTS)
def test_colours_add_nothing_but_colours(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "input").write_text(INPUT.get(name, ""))
    arguments = [str(tmp_path / "input") if word == "-" else word for word in RESULTS[name]]
    statuses = []
    texts = []
    for colored in (False, True):
        monkeypatch.setattr(terminal, "has_colors", lambda stream, colored=colored: colored)
        statuses.append(run(arguments))
        texts.append(capsys.readouterr().out)
    assert statuses[0] == statuses[1] == (1 if name in INPUT else 0)
    assert "\x1b" not in texts[0] and plain(texts[1]) == texts[0]
    assert ("\x1b" in texts[1]) == (name not in ("json", "gambit", "latex", "efg", "path"))


def test_headings_are_bold_zeros_dim_and_verdicts_green_or_red(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "has_colors", lambda stream: True)
    text = (
        "Game\nPayoffs\n  Player 1  0\n\nPlayer 1\n  1  J  pass  0  x\n        bet   10\n\nProved exactly; by hand.\n"
    )
    assert terminal.painted(text) == (
        "Game\n\033[1mPayoffs\033[0m\n  Player 1  0\n\n\033[1mPlayer 1\033[0m\n  1  J  pass  \033[2m0\033[0m  x\n"
        "        bet   10\n\n\033[32mProved exactly; by hand.\033[0m\n"
    )
    assert terminal.painted("Values\n  1\n  2\n") == "\033[1mValues\033[0m\n  1\n  2\n"
    for verdict in ("An equilibrium: both regrets are exactly 0.", "It is quasi-perfect.", "Solved and proved; x."):
        assert terminal.painted(verdict) == f"\033[32m{verdict}\033[0m"
    for verdict in (
        "Not an equilibrium: the largest regret is 1.",
        "As stated, not an equilibrium: the largest regret is 1.",
        "Not quasi-perfect: x.",
        "Not true: x.",
        "No solution: x.",
        "No equilibrium yet: x.",
    ):
        assert terminal.painted(verdict) == f"\033[31m{verdict}\033[0m"
    assert terminal.complaint("lemke: no such thing") == "\033[31mlemke:\033[0m no such thing"


@pytest.mark.slow
@PTY
@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
    ids=str,
)
def test_an_error_is_coloured_at_a_terminal_unless_switched_off(environment: dict[str, str], coloured: bool) -> None:
    status, got, _ = at_terminal(["-m", "lemke", "verify", KUHN, "nothing"], environment=environment)
    assert status == 2
    assert got.startswith("\x1b[31mlemke:\x1b[0m nothing: " if coloured else "lemke: nothing: ")


@PTY
def test_a_pipe_has_no_colours(capsys: pytest.CaptureFixture[str]) -> None:
    status, got, piped = at_terminal(["-m", "lemke", "solve", KUHN], separate=True)
    assert (status, got, piped) == (0, "", printed(capsys, "solve", KUHN))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("lemke sol", ["plain,solve"]),
        ("lemke --ver", ["plain,--version"]),
        ("lemke solve example:kuhn3_", ["file,example:kuhn3_", "plain,example:kuhn3_raked",
                                        "plain,example:kuhn3_parametric"]),
        ("lemke verify example:kuhn3 exa", ["file,exa"]),
        ("lemke solve x --kernel g", ["plain,guided"]),
        ("lemke generate led", ["plain,leduc"]),
    ],
)  # fmt: skip
def test_words_are_completed(line: str, expected: list[str]) -> None:
    asked = {"_LEMKE_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    assert python("from lemke.cli import main; main()", **asked).splitlines() == expected


def test_the_word_help_means_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "help") == printed(capsys, "--help")
    assert printed(capsys, "help", "generate", "kuhn") == printed(capsys, "generate", "kuhn", "--help")
    assert printed(capsys, "generate") == printed(capsys, "generate", "--help")


@pytest.mark.skipif(os.name == "nt", reason="no bash")
@pytest.mark.parametrize("words", ["", "--help", "help", "generate", "--version"])
def test_a_closed_stdout_is_an_error_in_one_line(words: str) -> None:
    line = f"{sys.executable} -m lemke {words} >&-"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("lemke: -: cannot be written")


@PTY
def test_a_picture_in_bytes_is_not_for_a_terminal() -> None:
    status, got, _ = at_terminal(["-m", "lemke", "draw", "nowhere.txt", "--format", "png"])
    assert status == 2 and got.count("\n") == 1
    assert plain(got).startswith("lemke: the format png at a terminal, expected -o FILE.png")


@pytest.mark.slow
@PTY
def test_a_web_page_is_not_for_a_terminal() -> None:
    status, got, _ = at_terminal(["-m", "lemke", "report", "nowhere.txt"])
    assert status == 2 and "expected -o report.html" in plain(got) and got.count("\n") == 1
    status, _, piped = at_terminal(["-m", "lemke", "report", "example:prisoners_dilemma"], separate=True)
    assert status == 0 and piped.startswith("<!DOCTYPE html>")


def loaded(program: str, **environment: str) -> set[str]:
    """The modules that are loaded after a program."""
    return set(python(f"{program}\nimport sys; print(*sys.modules)", **environment).split())


@pytest.mark.parametrize(
    "arguments",
    [[], ["--help"], ["-x"], ["slove"]],
    ids=lambda words: " ".join(words) or "alone",
)
def test_a_call_without_a_game_loads_no_arithmetic(arguments: list[str]) -> None:
    modules = loaded(f"from lemke.cli import run; run({arguments})")
    assert not modules & {"numpy", "gmpy2", "rich", "lemke.game"}


def test_a_command_loads_no_other() -> None:
    modules = loaded("from lemke.cli import run; run(['solve', 'example:kuhn3', '-o', '/dev/null'])")
    unused = {f"lemke.cli.{module}" for module in ("sweep", "explore", "draw", "report")}
    assert not modules & {"rich", "lemke.studies", "lemke.interop.gambit", "lemke.interop.openspiel", *unused}


def test_a_small_game_is_solved_without_packages_that_take_long_to_load() -> None:
    modules = loaded("from lemke.cli import run; run(['solve', 'example:kuhn3', '-o', '/dev/null'])")
    modules -= loaded("import numpy")  # old versions load more of themselves
    assert not modules & {"scipy", "highspy", "threadpoolctl", "numpy.ma", "concurrent.futures"}


def test_a_command_starts_no_threads_for_matrices_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    shown = "print(os.environ['OPENBLAS_NUM_THREADS'])"
    program = f"import atexit, os; from lemke.cli import main; atexit.register(lambda: {shown}); main(['examples'])"
    assert python(program).split()[-1] == "1"
    assert python(program, OPENBLAS_NUM_THREADS="3").split()[-1] == "3"
    assert python("import lemke, os; print('OPENBLAS_NUM_THREADS' in os.environ)").strip() == "False"


def test_parts_of_the_library_are_loaded_when_they_are_used() -> None:
    assert not loaded("import lemke") & {"numpy", "gmpy2", "lemke.game"}
    used = loaded("import lemke; lemke.Game, lemke.__version__")
    assert "lemke.game" in used and not used & {"lemke.solvers", "lemke.studies"}


def test_type_checkers_read_the_same_names_as_the_library_has() -> None:
    tree = ast.parse(Path(str(lemke.__file__)).read_text(encoding="utf-8"))
    (checked,) = (
        statement
        for statement in tree.body
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING"
    )
    imports = [statement for statement in checked.body if isinstance(statement, ast.ImportFrom)]
    names = [alias.name for statement in imports for alias in statement.names]
    assert names == lemke.__all__ and len(names) == len(set(names)) <= 45
    for statement in imports:
        for alias in statement.names:
            assert alias.asname == alias.name  # so that type checkers take it for public
            assert getattr(lemke, alias.name) is getattr(importlib.import_module(str(statement.module)), alias.name)


def test_dir_lists_public_names_and_subpackages() -> None:
    folders = [
        folder.name for folder in Path(str(lemke.__file__)).parent.iterdir() if (folder / "__init__.py").exists()
    ]
    assert dir(lemke) == sorted([*lemke.__all__, *folders, "errors"])


def test_no_public_name_is_a_module() -> None:
    program = """import lemke.game.reach, lemke.forms.sequence_form, types
print(*[name for name in lemke.__all__ if isinstance(getattr(lemke, name), types.ModuleType)], end="|")
print(lemke.reach.__module__, lemke.solvers.__name__, lemke.io.__name__)"""
    assert python(program) == "|lemke lemke.solvers lemke.io\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"^module 'lemke' has no attribute 'slove'$"):
        vars(lemke)["__getattr__"]("slove")
