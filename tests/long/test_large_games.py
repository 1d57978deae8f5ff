"""Games too large for the quick suite."""

import os
import signal
import subprocess
import sys
import time

import pytest
from gmpy2 import mpq

import lemke
from lemke.generators import goofspiel_state, kuhn, leduc_state, liars_dice, random_signaling
from lemke.solvers import sequence_lp

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("cards", [13, 20, 30])
def test_large_poker_is_solved_and_judged(cards: int) -> None:
    for rake in ("0", "1/20"):
        equilibrium = lemke.solve(kuhn(cards, rake))
        assert lemke.verify(equilibrium.game, equilibrium.profile).is_equilibrium


def test_liars_dice_with_four_faces_has_its_value() -> None:
    assert lemke.solve(liars_dice(faces=4)).payoffs == (mpq(1, 16), mpq(-1, 16))


@pytest.mark.parametrize("seed", range(20))
def test_random_signaling_games_are_solved_and_judged(seed: int) -> None:
    game = random_signaling(8, 5, 5, seed)
    for prior in ("centroid", "random"):
        equilibrium = lemke.solve(game, prior=prior, seed=seed)
        assert lemke.verify(game, equilibrium.profile).is_equilibrium


def test_leduc_poker_of_13_ranks_is_solved_by_linear_programming() -> None:
    form = lemke.sequence_form(leduc_state(ranks=13))
    proved = lemke.solve(form)
    assert form.A.shape == (6007, 6007) and proved.method == "lp"
    assert form.payoffs(*proved.plans) == proved.payoffs
    assert sum(proved.payoffs) == 0


def test_goofspiel_of_six_cards_does_not_begin_at_learned_supports() -> None:
    form = lemke.sequence_form(goofspiel_state(6, "descending", seen="winner"))
    program = sequence_lp._program(form)
    assert program.A.shape == (54_281, 54_281) and program.start is None
    proved = lemke.solve(form)
    assert (proved.method, proved.payoffs) == ("lp", (0, 0))


def test_raked_leduc_poker_with_distinct_suits_is_solved_from_learned_plans() -> None:
    form = lemke.sequence_form(leduc_state(distinct=True, rake="1/20"))
    learned, far = (lemke.solve(form, prior=prior) for prior in ("auto", "centroid"))
    for proved in (learned, far):
        assert form.payoffs(*proved.plans) == proved.payoffs
        assert sum(proved.payoffs) < 0
    assert learned.method == "learn"
    assert (far.method, far.kernel, far.prior) == ("lcp", "guided", "centroid")


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_an_interrupt_stops_highs() -> None:
    script = """
import lemke
from lemke.generators import leduc_state
form = lemke.sequence_form(leduc_state(ranks=13))
print("ready", flush=True)
try:
    lemke.solve(form)
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(2)
        running.send_signal(signal.SIGINT)
        interrupted = time.monotonic()
        assert running.stdout.read() == "interrupted\n"
        assert running.wait(30) == 0
        assert time.monotonic() - interrupted < 5


def test_a_million_nodes_side_by_side_are_solved() -> None:
    builder = lemke.GameBuilder()
    deal = builder.chance_set([""] * 250_000, ["1/250000"] * 250_000)
    call = builder.information_set(0, ["a", "b", "c"])
    for k, node in enumerate(builder.decide(builder.root, deal)):
        for j, leaf in enumerate(builder.decide(node, call)):
            builder.pay(leaf, (k * j) % 7, k % 5)
    game = lemke.loads(lemke.dumps(builder.build(unpaid="zero")))
    assert game.size == 1_000_001
    equilibrium = lemke.solve(game)
    assert equilibrium.payoffs[1] == 2
    assert lemke.verify(game, equilibrium.profile).is_equilibrium


def test_a_chain_of_a_million_nodes_is_solved() -> None:
    builder = lemke.GameBuilder()
    node = builder.root
    for _ in range(10**6):
        (node,) = builder.chance(node, {"on": 1})
    builder.pay(node, "1/3", mpq(2, 3))
    game = lemke.loads(lemke.dumps(builder.build(unpaid="zero")))
    assert game.size == 10**6 + 1
    assert lemke.solve(game).payoffs == (mpq(1, 3), mpq(2, 3))


def test_a_long_chain_of_information_sets_is_solved() -> None:
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(10_000):
        (node,) = builder.move(node, k % 2, ["on"])
    builder.pay(node, 1, 2)
    assert lemke.solve(builder.build(unpaid="zero")).payoffs == (1, 2)
