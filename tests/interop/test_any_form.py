"""Games and profiles of pygambit and OpenSpiel, given to the public functions as they are."""

from pathlib import Path

import pygambit
import pyspiel
import pytest
from gmpy2 import mpq
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr

import lemke
from lemke.errors import InputError, ProfileError
from lemke.interop.gambit import to_gambit_profile, to_pygambit
from lemke.interop.openspiel import to_openspiel

KUHN = lemke.example("kuhn3")


def test_a_game_of_pygambit_is_solved_and_judged() -> None:
    gambit_game = to_pygambit(KUHN)
    equilibrium = lemke.solve(gambit_game)
    assert equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))
    assert lemke.verify(gambit_game, equilibrium).is_equilibrium
    assert lemke.verify(gambit_game, pygambit.nash.lp_solve(gambit_game).equilibria[0]).is_equilibrium
    assert lemke.sha256(gambit_game) == lemke.sha256(KUHN)


def test_a_table_of_pygambit_is_solved() -> None:
    gambit_game = pygambit.Game.from_arrays([[3, 0], [1, 2]], [[2, 0], [0, 1]])
    assert lemke.solve(gambit_game).payoffs == lemke.solve(lemke.bimatrix([[3, 0], [1, 2]], [[2, 0], [0, 1]])).payoffs


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


def test_a_misspelt_game_of_openspiel_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean 'kuhn_poker'"):
        lemke.solve("openspiel:kuhn_pokr")


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


def test_an_equilibrium_goes_back_as_its_profile() -> None:
    game = lemke.read("openspiel:kuhn_poker")
    equilibrium = lemke.solve(game)
    table = to_openspiel(game, equilibrium).action_probability_array
    assert (table == to_openspiel(game, equilibrium.profile).action_probability_array).all()
    gambit_game = to_pygambit(KUHN)
    assert to_gambit_profile(KUHN, lemke.solve(KUHN), gambit_game).max_regret() == 0


def test_a_report_takes_lists_of_foreign_profiles() -> None:
    gambit_game = to_pygambit(KUHN)
    result = pygambit.nash.lp_solve(gambit_game)
    assert lemke.report(gambit_game, result.equilibria) == lemke.report(
        KUHN, [lemke.profile(gambit_game, result.equilibria[0])]
    )
    spiel = pyspiel.load_game("kuhn_poker")
    uniform = policies.UniformRandomPolicy(spiel)
    page = lemke.report(spiel, [uniform, uniform.action_probabilities])
    assert page == lemke.report(spiel, [lemke.profile(spiel, uniform)] * 2)
    with pytest.raises(ProfileError, match="type list, expected a profile"):
        lemke.verify(spiel, [uniform, uniform])


def test_objects_that_are_no_game_or_profile_of_pygambit_are_refused() -> None:
    with pytest.raises(InputError, match="type str, expected a Game"):
        to_pygambit("example:kuhn3")
    gambit_game = to_pygambit(KUHN)
    with pytest.raises(InputError, match="expected a profile"):
        lemke.verify(gambit_game, pygambit.nash.lp_solve(gambit_game))
