"""The example `examples/cfr.py`: a solver in floats whose output is judged exactly."""

import importlib.util
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import centroid, is_realization_plan, realization_plan
from lemke.generators import kuhn, leduc
from naive import naive_regrets, own_sets, payoff, reach, steps
from named_games import GAMES, NAMED
from strategies import games

SCRIPT = GAMES.parent / "cfr.py"
SPEC = importlib.util.spec_from_file_location("cfr", SCRIPT)
cfr = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(cfr)

BOTH = pytest.mark.parametrize("plus", [False, True], ids=cfr.METHODS)


def uniform(game: lemke.Game) -> lemke.Profile:
    sequences = require_perfect_recall(game, histories(game))
    return lemke.Profile.of(game, [centroid(own) for own in sequences])


def verdicts(game: lemke.Game, iterations: int, plus: bool) -> dict[int, mpq]:
    return {iteration: cfr.exploitability(report) for iteration, report in cfr.run(game, iterations, plus)}


@BOTH
def test_in_kuhn_poker_the_exploitability_falls_below_a_hundredth(plus: bool) -> None:
    found = verdicts(kuhn(), 600, plus)
    assert [*found] == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600]
    assert found[1] == mpq(11, 24)
    assert 0 < found[600] < mpq(1, 100)
    assert found[600] < found[64] < found[8] < found[1]


def test_cfr_plus_is_ahead_in_kuhn_poker() -> None:
    plain, plus = (verdicts(kuhn(), 256, plus)[256] for plus in (False, True))
    assert plus < plain / 10


@BOTH
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_the_first_average_is_the_uniform_strategy_exactly(named, plus: bool) -> None:
    game = lemke.read(GAMES / named.file)
    ((iteration, report),) = cfr.run(game, 1, plus)
    assert iteration == 1
    assert report == lemke.verify(game, uniform(game))


def average_positive_regret(player, iterations: int) -> Fraction:
    """Σ over information sets of the largest positive regret, a sum of floats at their exact values, per iteration."""
    own = (max(0.0, *player.regret[player.sequences.moves(h)].tolist()) for h in range(len(player.sequences.sets)))
    return sum(map(Fraction, own), Fraction(0)) / iterations


@pytest.mark.parametrize("game", [kuhn(), kuhn(4), leduc(2, 2), lemke.read(GAMES / "sequence_lecture_with_chance.efg")])
def test_nashconv_is_within_the_regret_bound(game: lemke.Game) -> None:
    """Zinkevich, Johanson, Bowling, Piccione 2007, theorems 2 and 3: in zero-sum games NashConv ≤ Σ_h R⁺(h) / T.

    The bound has room for what rounding does to the left and right: a millionth part.
    """
    players = cfr.learners(game)
    for iteration in range(1, 65):
        cfr.iterate(*players, iteration, plus=False)
        if iteration in (1, 2, 3, 10, 64):
            bound = sum(average_positive_regret(player, iteration) for player in players)
            assert sum(cfr.judge(game, *players).regrets) <= bound * Fraction(1_000_001, 1_000_000)


def naive_counterfactual_regret(game: lemke.Game, behavior, player: int) -> list[mpq]:
    """Of every move at every set: reached by the others, what it would gain over the strategy, from the definition."""
    found = []
    for index in own_sets(game, player):
        nodes = set(game.nodes_by_set()[index].tolist())
        position = own_sets(game, player).index(index)
        gains = [mpq(0)] * len(game.information_sets[index].actions)
        for leaf in game.leaves.tolist():
            path, above = [], leaf
            while above != -1:
                path.append(above)
                above = int(game.parent[above])
            for node in nodes.intersection(path):
                here = len(steps(game, node))
                _, move = steps(game, leaf)[here]
                own = [step for step in steps(game, leaf)[here + 1 :] if step[0] in own_sets(game, player)]
                after = np.prod([mpq(1), *(behavior[player][own_sets(game, player).index(i)][k] for i, k in own)])
                worth = reach(game, leaf, behavior, without=player) * after * payoff(game, leaf, player)
                gains[move] += worth
                for k in range(len(gains)):
                    gains[k] -= behavior[player][position][move] * worth
        found += gains
    return found


@given(games(max_depth=3, max_moves=2), st.data())
def test_the_regret_of_one_iteration_is_that_of_the_definition(game: lemke.Game, data: st.DataObject) -> None:
    """Probabilities are powers of 1/2 here, and payoffs are replaced by integers, so that floats are exact."""
    builder = lemke.GameBuilder(game.players)
    nodes = {0: builder.root}
    handles = [
        builder.declare(replace(each, probabilities=tuple(mpq(1, len(each.actions)) for _ in each.probabilities)))
        for each in game.information_sets
    ]
    for node in range(game.size):
        if game.information_set[node] >= 0:
            children = builder.decide(nodes[node], handles[game.information_set[node]])
            nodes |= dict(zip(game.children(node), children, strict=True))
        else:
            builder.pay(nodes[node], data.draw(st.integers(-4, 4)), data.draw(st.integers(-4, 4)))
    dyadic = builder.build()
    players = cfr.learners(dyadic)
    cfr.iterate(*players, 1, plus=False)
    behavior = uniform(dyadic).behavior
    for player, learner in enumerate(players):
        regret = [mpq(Fraction(each)) for each in learner.regret[1:].tolist()]
        assert regret == naive_counterfactual_regret(dyadic, behavior, player)


@given(games(), st.booleans())
def test_every_game_gives_profiles_that_can_be_judged(game: lemke.Game, plus: bool) -> None:
    players = cfr.learners(game)
    for iteration in range(1, 4):
        cfr.iterate(*players, iteration, plus)
    profile = lemke.Profile.of(game, [player.exact_average() for player in players])
    report = cfr.judge(game, *players)
    assert report.regrets == naive_regrets(game, profile.behavior)
    for learner, strategy in zip(players, profile.behavior, strict=True):
        assert is_realization_plan(learner.sequences, realization_plan(learner.sequences, strategy))


def test_floats_are_taken_at_their_binary_value_over_their_exact_sum() -> None:
    one, _ = cfr.learners(kuhn())
    one.plans[:] = 0
    moves = one.sequences.moves(0)
    one.plans[moves] = 0.1, 0.3
    average = one.exact_average()
    assert average[0] == [
        Fraction(0.1) / (Fraction(0.1) + Fraction(0.3)),
        Fraction(0.3) / (Fraction(0.1) + Fraction(0.3)),
    ]
    assert average[0] != [Fraction(1, 4), Fraction(3, 4)]
    assert set(map(tuple, average[1:])) == {(Fraction(1, 2), Fraction(1, 2))}  # never reached


def only_choice(payoffs: list[object]) -> lemke.Game:
    """Player 1 chooses among payoffs, player 2 never moves."""
    builder = lemke.GameBuilder()
    moves = [str(k) for k in range(len(payoffs))]
    for node, amount in zip(builder.move(builder.root, 0, moves), payoffs, strict=True):
        builder.pay(node, amount, 0)
    return builder.build()


@pytest.mark.slow
def test_the_average_at_a_set_of_many_moves_is_found_in_one_pass() -> None:
    game = only_choice([k % 2 for k in range(50_000)])
    one, _ = players = cfr.learners(game)
    cfr.iterate(*players, 1, plus=False)
    cfr.iterate(*players, 2, plus=False)
    ((*average,),) = one.exact_average()
    assert sum(average) == 1
    assert len(set(average)) == 2  # of what pays 0 and is played once, and of what pays 1


@BOTH
@pytest.mark.parametrize("payoff_here", ["1e400", "-1e400", "1.7e308"])
def test_payoffs_that_floats_cannot_hold_are_refused(plus: bool, payoff_here: str) -> None:
    game = only_choice([payoff_here, 0, payoff_here, f"-{payoff_here}".replace("--", "")])
    with pytest.raises(lemke.LemkeError, match="beyond the range of floats, expected smaller payoffs"):
        list(cfr.run(game, 64, plus))


def script(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[1])


@pytest.mark.parametrize("game", [["examples/games/kuhn3.efg"], [], ["--cards", "3"]])
def test_the_script_prints_a_table_for_each_method(game: list[str]) -> None:
    done = script(*game, "--iterations", "100")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "CFR: Kuhn poker, 3 cards"
    assert "CFR+: Kuhn poker, 3 cards" in lines
    assert [line.split()[0] for line in lines if line.strip()[:1].isdigit()] == [
        "1",
        "2",
        "4",
        "8",
        "16",
        "32",
        "64",
        "100",
    ] * 2
    assert sum(line.endswith(" 11/24") for line in lines) == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file.efg"], "cfr.py: no-such-file.efg: cannot be read"),
        (["--cards", "1"], "cfr.py: cards 1, expected a whole number from 2"),
        (["--iterations", "0"], "cfr.py: error: 0 iterations, expected at least 1"),
        (["examples/games/kuhn3.efg", "--cards", "4"], "cfr.py: error: --cards 4 beside a game file"),
    ],
)
def test_mistakes_are_told_without_a_traceback(arguments: list[str], message: str) -> None:
    done = script(*arguments)
    assert done.returncode != 0
    assert done.stdout == ""
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_payoffs_beyond_floats_are_one_line(tmp_path: Path) -> None:
    lemke.write(only_choice(["1e400", 0]), tmp_path / "huge.efg")
    done = script(str(tmp_path / "huge.efg"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "cfr.py: regrets beyond the range of floats, expected smaller payoffs\n"


def test_a_reader_who_goes_away_ends_the_script_quietly() -> None:
    command = [sys.executable, str(SCRIPT), str(GAMES / "kuhn3.efg"), "--iterations", "100"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
