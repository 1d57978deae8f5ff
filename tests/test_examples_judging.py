"""The examples in `examples/judging/` that need no other program; the others are in `interop/test_examples.py`."""

import shlex
import sys

import pytest
from gmpy2 import mpq

import lemke
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import centroid, of_plans
from lemke.generators import leduc
from naive import naive_regrets
from named_games import GAMES
from scripts import script


def run(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
    script(f"examples/judging/{name}").main()


@pytest.mark.parametrize(
    ("name", "arguments", "package", "extra"),
    [
        ("cfr_convergence", ["--solver", "openspiel"], "open_spiel", "openspiel"),
        ("lp_bug", [], "pygambit", "gambit"),
        ("openspiel_lp", [], "open_spiel", "openspiel"),
    ],
)
def test_a_missing_package_is_one_line(name, arguments, package, extra, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(SystemExit) as ended:
        run(monkeypatch, name, *arguments)
    assert all(words in ended.value.code for words in (f"{name}.py: ", package, f"pip install 'lemke[{extra}]'"))
    assert "\n" not in ended.value.code


def uniform(game: lemke.Game) -> lemke.Profile:
    sequences = require_perfect_recall(game, histories(game))
    return lemke.Profile.of(game, [centroid(player_sequences) for player_sequences in sequences])


def test_the_averages_are_those_of_the_library() -> None:
    convergence = script("examples/judging/cfr_convergence")
    for method in convergence.RATES:
        reports = {iteration: report for iteration, report, *_ in convergence.run("own", method, 4)}
        known = {
            iterations: lemke.verify(leduc(), lemke.learn(leduc(), iterations, rule=method.lower()))
            for iterations in (1, 2, 4)
        }
        assert [*reports] == [1, 2, 3, 4]
        for iterations, report in known.items():  # up to the rounding of plans to behavior
            assert abs(reports[iterations].nash_conv - report.nash_conv) < mpq(1, 10**12)
        assert reports[1].nash_conv == lemke.verify(leduc(), uniform(leduc())).nash_conv == mpq(1709, 360)
        assert reports[1].profile.normalization.largest != 0
        assert reports[4].exploitability < reports[1].exploitability


def test_the_game_of_stakes_has_one_equilibrium_which_is_found_exactly() -> None:
    game = script("examples/judging/float_lp").stakes(12)
    equilibrium = lemke.solve(game)
    half = (mpq(2, 5), mpq(3, 5))
    assert equilibrium.profile.behavior == ((half,) * 13,) * 2
    assert equilibrium.payoffs[0] == sum(mpq(1, 10**k) for k in range(13)) / 13 / 5
    profile_1, profile_2 = (
        lemke.Profile.of(game, [[probabilities] * 13 for probabilities in pair])
        for pair in (([1, 0], half), (half, [0, 1]))
    )
    assert lemke.verify(game, profile_1).best_values[1] > -equilibrium.payoffs[0]
    assert lemke.verify(game, profile_2).best_values[0] > equilibrium.payoffs[0]


def test_an_optimum_in_floats_loses_whole_stakes_where_they_are_small(capsys) -> None:
    example = script("examples/judging/float_lp")
    report = example.judge(example.stakes(12))
    printed = capsys.readouterr().out
    assert "value 1111111111111/65000000000000, regrets 0 and 0" in printed
    lost = [sum(deviation.losses[h] for deviation in report.deviations) * 13 * 10**h for h in range(13)]
    assert all(loss < mpq(1, 10**9) for loss in lost[:8])
    assert all(loss > 1 for loss in lost[9:])
    assert sum(loss / (13 * 10**h) for h, loss in enumerate(lost)) == report.nash_conv > mpq(1, 10**10)


def test_the_verdict_on_an_optimum_in_floats_is_that_of_the_definition() -> None:
    example = script("examples/judging/float_lp")
    game = example.stakes(3)
    _, value, plans = example.solve_in_floats(game)
    profile = of_plans(game, plans, normalize=True)
    report = lemke.verify(game, profile)
    assert report.regrets == naive_regrets(game, profile.behavior)
    assert abs(mpq(value) - lemke.solve(game).payoffs[0]) < mpq(1, 10**12)


def test_a_solver_is_judged_game_by_game(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    games = [str(GAMES / f"{name}.efg") for name in ("matching_pennies", "always_lost")]
    solver = shlex.join([sys.executable, "-m", "lemke", "solve", "{}", "--format", "gambit"])
    for command, verdicts in {
        solver: ["1 right", "1 right"],
        "echo NE,0.51,0.49,1/2,1/2": ["a regret of 1/50", "1: 4 probabilities, expected 6"],
        "echo nothing": ["no answer", "no answer"],
    }.items():
        run(monkeypatch, "challenge", command, *games)
        pairs = zip(games, verdicts, strict=True)
        assert capsys.readouterr().out.splitlines() == [f"{path}: {verdict}" for path, verdict in pairs]


def test_a_solver_that_fails_is_no_end_of_the_run(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    for command, words in {"false": "exit status 1", "sleep 9": "timed out", "no-such-solver": "No such file"}.items():
        run(monkeypatch, "challenge", command, "--seconds", "0.1", str(GAMES / "matching_pennies.efg"))
        assert words in capsys.readouterr().out
