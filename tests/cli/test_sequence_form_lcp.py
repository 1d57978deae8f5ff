"""``lemke sequence-form --format lcp``: the problem that ``lemke lcp`` reads, solved, and its plans judged."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from command_line import printed
from lemke.cli import run
from lemke.game.strategy import centroid, realization_plan
from lemke.io.lcp_formats import dumps_lcp, loads_json
from lemke.linear.lcp import Solution
from named_games import GAMES, MORE_PLAYERS, NAMED, Known
from strategies import games

SMALL = ["kuhn3", "lecture9_imperfect", "tracing_2002", "small_poker", "matching_pennies", "silent_player"]


@pytest.mark.parametrize("kernel", ["exact", "guided"])
@pytest.mark.parametrize("name", SMALL)
def test_the_plans_in_z_are_an_equilibrium(
    name: str, kernel: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, problem, plans = str(GAMES / f"{name}.efg"), tmp_path / "game.lcp.json", tmp_path / "plans.json"
    problem.write_text(printed(capsys, "sequence-form", game, "--format", "lcp"))
    z = json.loads(printed(capsys, "lcp", str(problem), "--kernel", kernel, "--format", "json"))["z"]
    form = json.loads(printed(capsys, "sequence-form", game, "--format", "json"))
    first, second = (len(names) for names in form["sequences"])
    plans.write_text(json.dumps({"realization_plans": [z[:first], z[first : first + second]]}))
    assert "An equilibrium" in printed(capsys, "verify", game, str(plans))
    verdict = json.loads(printed(capsys, "verify", game, str(plans), "--format", "json"))["profiles"][0]
    sets = form["E"]["shape"][0]
    values = z[first + second], z[first + second + sets]
    assert [payoff["exact"] for payoff in verdict["payoffs"]] == list(values)  # u₀ and v₀


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_the_problem_is_that_of_the_sequence_form(named: Known, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GAMES / named.file)
    form = lemke.sequence_form(lemke.read(path))
    read = loads_json(printed(capsys, "sequence-form", path, "--format", "lcp"))
    p, q = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    expected = form.lcp((p, q))
    assert (read.M, read.start) == (expected.M, expected.start)
    for part in ("q", "d", "free"):
        assert np.array_equal(getattr(read, part), getattr(expected, part))


@given(games(max_depth=3))
def test_the_problem_of_a_random_game_is_read_back_and_solved(game: lemke.Game) -> None:
    form = lemke.sequence_form(game)
    p, q = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    solution = lemke.solve_lcp(loads_json(dumps_lcp(form.lcp((p, q)))))
    assert isinstance(solution, Solution)
    plans = form.plans(solution.z)
    assert lemke.verify(game, lemke.profile(game, [plans.x, plans.y])).is_equilibrium


def test_the_problem_goes_through_a_pipe_and_is_solved() -> None:
    command = f"{sys.executable} -m lemke"
    line = f"{command} sequence-form example:kuhn3 --format lcp | {command} lcp - --format json"
    ran = subprocess.run(line, shell=True, capture_output=True, text=True, check=True, env=os.environ)
    z = json.loads(ran.stdout)["z"]
    assert mpq(z[26]) == mpq(-1, 18) and ran.stderr == ""


def test_the_suffix_json_means_the_sequence_form_and_not_the_lcp(tmp_path: Path) -> None:
    path = tmp_path / "form.json"
    assert run(["sequence-form", str(GAMES / "kuhn3.efg"), "-o", str(path)]) == 0
    assert json.loads(path.read_text())["format"] == "lemke-sequence-form/1"
    assert run(["sequence-form", str(GAMES / "kuhn3.efg"), "-o", str(path), "--format", "lcp"]) == 0
    assert json.loads(path.read_text())["format"] == "lemke-lcp/1"


def test_three_players_have_no_such_problem(capsys: pytest.CaptureFixture[str]) -> None:
    (name,) = MORE_PLAYERS
    assert run(["sequence-form", str(GAMES / name), "--format", "lcp"]) == 2
    assert "expected 2 players" in capsys.readouterr().err
