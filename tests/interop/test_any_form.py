"""Games and profiles of pygambit and OpenSpiel, given to the public functions as they are."""

import pygambit
import pyspiel
import pytest
from gmpy2 import mpq
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr

import lemke
from lemke.errors import InputError
from lemke.interop.gambit import to_pygambit

KUHN = lemke.example("kuhn3")


def test_a_game_of_pygambit_is_solved_and_judged() -> None:
    theirs = to_pygambit(KUHN)
    equilibrium = lemke.solve(theirs)
    assert equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))
    assert lemke.verify(theirs, equilibrium).is_equilibrium
    assert lemke.verify(theirs, pygambit.nash.lp_solve(theirs).equilibria[0]).is_equilibrium
    assert lemke.sha256(theirs) == lemke.sha256(KUHN)


def test_a_table_of_pygambit_is_solved() -> None:
    theirs = pygambit.Game.from_arrays([[3, 0], [1, 2]], [[2, 0], [0, 1]])
    assert lemke.solve(theirs).payoffs == lemke.solve([[3, 0], [1, 2]], [[2, 0], [0, 1]]).payoffs


def test_a_game_of_openspiel_is_solved_and_its_policies_judged() -> None:
    theirs = pyspiel.load_game("kuhn_poker")
    assert lemke.solve(theirs).payoffs == lemke.solve("openspiel:kuhn_poker").payoffs == (mpq(-1, 18), mpq(1, 18))
    solver = cfr.CFRSolver(theirs)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    verdict = lemke.verify(theirs, solver.average_policy(), normalize=True)
    assert verdict.nash_conv > 0
    assert lemke.polish(theirs, solver.average_policy(), normalize=True).equilibrium.payoffs[0] == mpq(-1, 18)
    uniform = policies.UniformRandomPolicy(theirs)
    assert lemke.expected_payoffs(theirs, uniform) == (mpq(1, 8), mpq(-1, 8))
    assert lemke.draw(theirs, uniform).svg


def test_a_misspelt_game_of_openspiel_gets_a_suggestion() -> None:
    with pytest.raises(InputError, match="did you mean 'kuhn_poker'"):
        lemke.solve("openspiel:kuhn_pokr")
