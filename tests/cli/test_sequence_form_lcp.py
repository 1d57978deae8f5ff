"""``lemke sequence-form --format lcp``: the problem that ``lemke lcp`` reads, solved, and its plans judged."""

import numpy as np
import pytest
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


def test_three_players_have_no_such_problem(capsys: pytest.CaptureFixture[str]) -> None:
    (name,) = MORE_PLAYERS
    assert run(["sequence-form", str(GAMES / name), "--format", "lcp"]) == 2
    assert "expected 2 players" in capsys.readouterr().err
