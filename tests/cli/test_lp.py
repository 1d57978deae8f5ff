"""``lemke lp``: every form of every named game, solved; options, JSON, bad input; the examples of the help text run."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from gmpy2 import mpq

import command_line
import lemke
from lemke.cli import commands, run
from lemke.cli import programs as command
from lemke.errors import InputError, NotProvedError
from lemke.forms.programs import FORMS, information_set_lp
from lemke.io.lp_text import dumps
from lemke.linear.guided import solve_lp
from lemke.linear.lp import Optimal
from named_games import GAMES, NAMED, Known

REPOSITORY = GAMES.parent.parent
POKER, TRACING = str(GAMES / "small_poker_g_values.efg"), str(GAMES / "tracing_2002.efg")

DIRECTION = {
    "best-response": "max",
    "best-response-dual": "min",
    "primal": "max",
    "dual": "min",
    "information-set": "max",
    "information-set-min": "min",
}


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, "lp", *arguments, status=status).splitlines()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "lp", *arguments, status=status)


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_zero_sum_games_have_their_value_in_every_form(named: Known) -> None:
    game_form = lemke.sequence_form(lemke.read(GAMES / named.file))
    for player in (0, 1):
        for name, form in FORMS.items():
            if form.takes == "plan":
                continue
            if game_form.total is None:
                with pytest.raises(InputError, match="a general-sum game"):
                    form.build(game_form, player)
                continue
            program = form.build(game_form, player)
            outcome = solve_lp(program.program)
            payer = 1 - player if name == "information-set-min" else player
            ((*payoffs,),) = named.payoffs
            assert program.check(outcome) is None and program.value(outcome) == payoffs[payer]


def test_the_text_is_that_of_the_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = lemke.sequence_form(lemke.read(POKER))
    for player in (0, 1):
        for bounds in (False, True):
            arguments = [POKER, "--player", str(player + 1), *["--bounds"] * bounds]
            expected = dumps(information_set_lp(form, player, bounds))
            assert "\n".join([*lines(capsys, *arguments), ""]) == expected
            assert lines(capsys, *arguments, "-o", str(tmp_path / "out.lp")) == []
            assert (tmp_path / "out.lp").read_text(encoding="ascii") == expected


def test_a_certificate_is_a_profile_to_play_against(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Against an equilibrium the best response gets the equilibrium payoff."""
    assert run(["solve", TRACING, "--format", "json", "-o", str(tmp_path / "c.json")]) == 0
    payoffs = json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))["payoffs"]
    for player in (1, 2):
        arguments = (TRACING, "--form", "best-response", "--against", str(tmp_path / "c.json"), "--player", str(player))
        value = next(line for line in lines(capsys, *arguments, "--solve") if line.startswith("value"))
        assert value.split()[-1] == payoffs[player - 1]


# Refusals


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--form", "primal", "--against", "centroid"],
            "--against with the form primal",
        ),
        (["--form", "dual", "--bounds"], "--bounds with the form dual"),
        (["--player", "3"], "Invalid value for '--player': 3 is not in the range 1<=x<=2."),
        (["--form", "best"], "Invalid value for '--form': 'best' is not one of 'best-response', "),
        (["--form", "best-response", "--against", "nowhere"], "nowhere: cannot be read"),
        (["--form", "best-response", "--against", ""], "an empty name, expected"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "out"
    assert refused(capsys, POKER, *arguments, "-o", str(target)).startswith(message)
    assert not target.exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("NE,1/2,1/2,1,0\nNE,1,0,1,0\n", ": 2 profiles, expected one to play against"),
        ("NE,1/2,1/2,1\n", ":1: 3 probabilities, expected 4"),
        ("NE,1/2,1/2,1/2,1/3\n", ":1: information set 1"),
    ],
)
def test_a_bad_profile_is_refused_by_its_name(
    content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "profile"
    path.write_text(content)
    arguments = ("--form", "best-response", "--against", str(path), "--solve")
    assert refused(capsys, str(GAMES / "matching_pennies.efg"), *arguments).startswith(f"{path}{message}")


def test_a_game_of_three_players_is_refused_in_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "three.efg"
    path.write_text('EFG 2 R "" { "1" "2" "3" }\nt "" 0\n')
    for name in FORMS:
        assert refused(capsys, str(path), "--form", name).startswith(f"{path}: a game of 3 players")


@pytest.mark.parametrize(
    "arguments",
    ["lp - --form best-response --against -", "solve - --prior -", "values - -", "verify - -"],
)
@pytest.mark.parametrize("piped", [False, True])
def test_the_standard_input_cannot_be_the_game_and_the_profile(arguments: str, piped: bool) -> None:
    game = Path(TRACING).read_bytes()
    with open(TRACING, "rb") as file:
        source = {"input": game} if piped else {"stdin": file}
        command_line = [sys.executable, "-m", "lemke", *arguments.split()]
        done = subprocess.run(command_line, check=False, capture_output=True, **source)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"lemke: -: the standard input was already read") and done.stderr.count(b"\n") == 1


def test_a_wrong_solution_is_never_printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An error of 10⁻³⁰ in x or in y is found."""
    for part in ("x", "y"):

        def tampered(program, part=part):
            outcome = lemke.linear.guided.solve_lp(program)
            vectors = {"x": outcome.x.copy(), "y": outcome.y.copy()}
            vectors[part][0] += mpq(1, 10**30)
            return Optimal(**vectors, value=outcome.value)

        monkeypatch.setattr(command, "solve_lp", tampered)
        message = refused(capsys, POKER, "--solve", status=NotProvedError.exit_status)
        broken = {"x": "the row of x fails at plan(root): 1/1000", "y": "c - A'y >= 0 fails at r1(): -1/1000"}[part]
        assert message.startswith(f"{POKER}: the solution of the linear program is wrong") and broken in message


# Help


def test_help_names_every_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lp", "-h"]) == 0
    out = "".join(capsys.readouterr().out.split())  # blanks do not count
    for name, form in FORMS.items():
        assert "".join(f"{name}{form.description}".split()) in out


def help_examples() -> list[str]:
    lp = commands.get_command(click.Context(commands), "lp")
    assert lp is not None and lp.help is not None
    return [line.strip() for line in lp.help.partition("Examples:")[2].splitlines() if "lemke lp" in line]


@pytest.mark.parametrize("example", help_examples())
def test_examples_of_the_help_run(example: str, tmp_path: Path) -> None:
    *producer, call = example.split(" | ")
    arguments = [part.replace("examples/", f"{REPOSITORY}/examples/") for part in shlex.split(call)[1:]]
    fed = " ".join(shlex.split(producer[0])[1:]) if producer else None
    subprocess.run(
        [sys.executable, "-m", "lemke", *arguments], input=fed, text=True, cwd=tmp_path, check=True, capture_output=True
    )
