"""Twelve calls that users make first, each with a right answer."""

from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.game import Game, GameBuilder
from named_games import GAMES

VALUE = (mpq(-1, 18), mpq(1, 18))
PENNIES = ([[1, -1], [-1, 1]], [[-1, 1], [1, -1]])


def pennies() -> Game:
    builder = GameBuilder(["Even", "Odd"])
    guess = builder.information_set(1, ["H", "T"])
    for k, node in enumerate(builder.move(builder.root, 0, ["h", "t"])):
        for j, leaf in enumerate(builder.decide(node, guess)):
            builder.pay(leaf, *((1, -1) if j == k else (-1, 1)))
    return builder.build()


def test_solve_takes_paths_names_and_games() -> None:
    for game in (GAMES / "kuhn3.efg", str(GAMES / "kuhn3.efg"), "example:kuhn3", lemke.example("kuhn3")):
        assert tuple(lemke.solve(game).payoffs) == VALUE


def test_solve_takes_a_built_game_and_matrices() -> None:
    for game in (pennies(), lemke.bimatrix(*PENNIES)):
        assert tuple(lemke.solve(game).payoffs) == (0, 0)


def test_solve_takes_a_game_of_pygambit() -> None:
    pygambit = pytest.importorskip("pygambit")
    assert tuple(lemke.solve(pygambit.read_efg(str(GAMES / "kuhn3.efg"))).payoffs) == VALUE


def test_solve_and_verify_take_a_game_and_a_policy_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    policy = pytest.importorskip("open_spiel.python.policy")
    game = pyspiel.load_game("kuhn_poker")
    assert tuple(lemke.solve(game).payoffs) == VALUE
    verdict = lemke.verify(game, policy.UniformRandomPolicy(game))
    assert not verdict.is_equilibrium and verdict.nash_conv == mpq(11, 12)


def test_verify_takes_probabilities_by_labels() -> None:
    verdict = lemke.verify(pennies(), {"Even": {"1": {"h": "1/2", "t": "1/2"}}, "Odd": {"1": {"H": "1/2", "T": "1/2"}}})
    assert verdict.is_equilibrium and tuple(verdict.payoffs) == (0, 0)


def test_verify_takes_a_file_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.json"
    equilibrium = lemke.solve("example:kuhn3")
    lemke.write(equilibrium, path)
    assert lemke.verify("example:kuhn3", path).holds
    assert lemke.load(path) == equilibrium


def test_results_are_written_as_latex_and_tables() -> None:
    equilibrium = lemke.solve("example:kuhn3")
    assert r"\begin{tabular}" in equilibrium.to_latex()
    pytest.importorskip("pandas")
    assert len(equilibrium.to_pandas()) > 0
