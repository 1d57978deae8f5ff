"""The examples in `examples/judging/` with the real packages: their output is exactly right."""

import sys

import pytest
from gmpy2 import mpq

import lemke
from lemke.ground.rational import binary
from lemke.interop.openspiel import from_openspiel, openspiel_profile, to_openspiel
from scripts import script

LEDUC = mpq(-1454920850547486749701863871533, 16995463438839962469905132501930)


def run(monkeypatch: pytest.MonkeyPatch, name: str, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
    script(f"examples/judging/{name}").main()


def test_gambits_answer_is_no_profile_though_it_finds_no_regret(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    example = script("examples/judging/lp_bug")
    answers, _ = example.answers(example.GAME)
    (answer,) = answers
    assert answer.max_regret() == 0
    assert [sum(probabilities) for probabilities in example.probabilities(answer).values()] == [0, 1, 1]
    game = lemke.read(example.GAME)
    for normalize in (False, True):
        verdict = example.verdict(game, answer, normalize=normalize)
        assert verdict.startswith("refused: 1: information set 1 of player 1") and "sum to 0, expected" in verdict
    assert [answer.payoff(player) for player in answer.game.players] == [0, 0]
    assert lemke.solve(game).payoffs == (-1, 1)
    run(monkeypatch, "lp_bug")
    printed = capsys.readouterr().out
    assert "max_regret               0\n" in printed and "payoffs                  -1 and 1\n" in printed


def test_openspiels_averages_are_judged_and_its_own_verdict_is_close() -> None:
    convergence = script("examples/judging/cfr_convergence")
    for method in convergence.RATES:
        rows = list(convergence.run("openspiel", method, 3))
        assert [(iteration, shown) for iteration, _, shown, _ in rows] == [(1, True), (2, True), (3, True)]
        assert rows[0][1].nash_conv == mpq(1709, 360)
        for _, report, _, reported in rows:
            assert abs(binary(reported) - report.nash_conv) < mpq(1, 10**12)
            assert report.constant_sum and report.profile.normalization.sets > 0


def test_the_policy_of_the_linear_program_is_refused_and_judged_without_negative_numbers(capsys) -> None:
    pytest.importorskip("cvxpy")
    pytest.importorskip("ecos")
    from open_spiel.python.algorithms import exploitability

    example = script("examples/judging/openspiel_lp")
    game = from_openspiel(example.GAME)
    value, policy = example.solve_in_floats(game)
    stated = example.table(policy)
    assert len(stated) == 2 * 144
    assert min(min(moves.values()) for moves in stated.values()) < 0
    openspiel_nash_conv = exploitability.nash_conv(game.spiel, policy)
    assert 0 < openspiel_nash_conv < 1e-6
    assert example.refusal(game, stated, normalize=False).startswith("refused: ")
    assert example.refusal(game, stated, normalize=True).endswith("expected none below 0")

    clipped = example.clipped(stated)
    assert example.refusal(game, clipped, normalize=True) == "accepted"
    report = lemke.verify(game, openspiel_profile(game, clipped, normalize=True))
    assert 0 < report.nash_conv < mpq(1, 10**6)
    assert -report.best_values[1] <= LEDUC <= report.best_values[0]
    assert LEDUC != binary(value)
    example.show(example.GAME)
    printed = capsys.readouterr().out
    assert f"value                    {LEDUC}\n" in printed and "NashConv                 0, exactly\n" in printed


def test_nashconv_of_negative_probabilities_is_negative_and_they_are_refused() -> None:
    """The example of `docs/how-to/judging.md`: an equilibrium of Kuhn poker, but −1 and 2 at one set."""
    from open_spiel.python.algorithms import exploitability

    kuhn = from_openspiel("kuhn_poker")
    policy = to_openspiel(kuhn, lemke.solve(kuhn).profile)
    policy.policy_for_key("2")[:] = [-1, 2]
    assert abs(binary(exploitability.nash_conv(kuhn.spiel, policy)) + mpq(1, 3)) < mpq(1, 10**12)
    with pytest.raises(lemke.errors.NumberError, match="probability -1, expected"):
        openspiel_profile(kuhn, policy, normalize=True)
