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


SUGGESTIONS = {
    "slove x": "'slove', did you mean 'solve'?",
    "nash x": "'nash', expected a command that lemke --help",
    "solve example:kuhn3 --json": "did you mean '--format json'?",
    "solve example:kuhn3 --all": "did you mean 'lemke enumerate'?",
    "verify example:kuhn3 - --all": "did you mean '--against-all'?",
    "solve example:kuhn3 --methd lp": "'--methd', did you mean '--method'?",
    "version": "'version', did you mean '--version'?",
    "-V": "'-V', did you mean '--version'?",
    "solve example:kuhn3 --seed x": "'--seed': 'x', expected a whole number",
    "solve example:kuhn3 --xyz": "'--xyz', expected an option that lemke solve --help",
    "solve a b": "extra argument (b); lemke solve --help shows",
    "solve example:kuhn3 --kernel gided": "'gided' is not one of 'auto', 'exact', 'guided', did you mean 'guided'?",
    "solve example:kuhn3 --refine quasiperfect": "did you mean 'quasi-perfect'?",
    "examples kuhn3": "did you mean 'show kuhn3'?",
    "solve example:kuhn3 --prior centriod": "did you mean 'centroid'?",
    "ranges example:kuhn3 --player Ann": "'Ann', expected a whole number from 1 to 2",
    "verify example:kuhn3 NE,1,0": "standard input",
    "solve example:kuhn3 -o kuhn3.csv": "one of text, json, latex, gambit",
    "solve example:kuhn3 --format jsn": "did you mean 'json'?",
    "generate chess": "'chess', expected a family that lemke generate --help",
    "solve": "'GAME'; lemke solve --help",
    "solve example:knuh3": "'knuh3', did you mean 'kuhn3'? lemke examples",
}


@pytest.mark.parametrize("words", SUGGESTIONS)
def test_a_mistake_is_refused_with_a_suggestion(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1
    assert SUGGESTIONS[words] in err and ("did you mean" in err) == ("did you mean" in SUGGESTIONS[words])


FILES = {
    "kuhn3.egf": ", did you mean 'kuhn3.efg'?",
    "kuhn3": ", did you mean 'kuhn3.efg' or 'kuhn3.json'?",
    "sub/min.efg": ", did you mean 'sub/mine.efg'?",
    "tracing_2002.efg": ", did you mean 'example:tracing_2002'?",
    "chess.efg": "",
    "nowhere/kuhn3.efg": ", did you mean 'example:kuhn3'?",
    "examples:kuhn4": ", did you mean 'example:kuhn4'?",
    "stoc_1994": ", did you mean 'example:stoc_1994'?",
}


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_refused_with_a_suggestion(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    for file in ("kuhn3.efg", "kuhn3.json", "sub/mine.efg", "stoc_1994.svg"):
        (tmp_path / file).write_text("")
    assert run(["info", name]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(f"lemke: {name}: cannot be read") and err.count("\n") == 1
    assert err.endswith(f"{FILES[name]}\n") and ("did you mean" in err) == bool(FILES[name])


def test_a_missing_profile_is_not_taken_for_a_bundled_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "exact.json").write_text("")
    for name, near in (("exact.jsn", f", did you mean '{tmp_path / 'exact.json'}'?"), ("kuhn3", "")):
        missing = str(tmp_path / name)
        assert run(["verify", KUHN, missing]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"lemke: {missing}: cannot be read") and err.count("\n") == 1
        assert err.endswith(f"{near}\n") and ("did you mean" in err) == bool(near)


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
    program = "import sys; sys.argv = ['lemke']; import lemke, os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    assert python(program).strip() == "1"
    assert python(program, OPENBLAS_NUM_THREADS="3").strip() == "3"
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
