"""Games and profiles of pygambit and OpenSpiel, given to the public functions as they are."""

from pathlib import Path

import pygambit
import pyspiel
from gmpy2 import mpq
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr

import lemke
from lemke.interop.gambit import to_pygambit

KUHN = lemke.example("kuhn3")


def test_a_game_of_pygambit_is_solved_and_judged() -> None:
    gambit_game = to_pygambit(KUHN)
    equilibrium = lemke.solve(gambit_game)
    assert equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))
    assert lemke.verify(gambit_game, equilibrium).is_equilibrium
    assert lemke.verify(gambit_game, pygambit.nash.lp_solve(gambit_game).equilibria[0]).is_equilibrium
    assert lemke.sha256(gambit_game) == lemke.sha256(KUHN)


def test_a_game_of_openspiel_is_solved_and_its_policies_judged() -> None:
    spiel_game = pyspiel.load_game("kuhn_poker")
    assert lemke.solve(spiel_game).payoffs == lemke.solve("openspiel:kuhn_poker").payoffs == (mpq(-1, 18), mpq(1, 18))
    solver = cfr.CFRSolver(spiel_game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    verdict = lemke.verify(spiel_game, solver.average_policy(), normalize=True)
    assert verdict.nash_conv > 0
    assert lemke.polish(spiel_game, solver.average_policy(), normalize=True).equilibrium.payoffs[0] == mpq(-1, 18)
    uniform = policies.UniformRandomPolicy(spiel_game)
    assert lemke.reach(spiel_game, uniform).payoffs == (mpq(1, 8), mpq(-1, 8))
    assert lemke.draw(spiel_game, uniform).svg


def test_games_are_read_and_written_in_any_form(tmp_path: Path) -> None:
    game = lemke.read("openspiel:kuhn_poker")
    spiel_game = pyspiel.load_game("kuhn_poker")
    assert lemke.sha256(game) == lemke.sha256(spiel_game)
    lemke.write(spiel_game, tmp_path / "kuhn.efg")
    lemke.write("openspiel:kuhn_poker", tmp_path / "kuhn.json")
    assert {lemke.sha256(lemke.read(tmp_path / name)) for name in ("kuhn.efg", "kuhn.json")} == {lemke.sha256(game)}
    assert lemke.dumps(to_pygambit(KUHN)).startswith("EFG")
    equilibrium = lemke.solve(spiel_game)
    for form in (spiel_game, "openspiel:kuhn_poker"):
        assert lemke.dumps(equilibrium.profile, "gambit", of=form) == lemke.dumps(equilibrium, "gambit")
