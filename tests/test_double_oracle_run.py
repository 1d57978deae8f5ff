"""``lemke.double_oracle`` and the method: kinds of games, gaps, limits, interrupts, and the judge's verdict."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Judge
from lemke.errors import GameError, InputError, LimitError, NotProvedError, NumberError, RecallError
from lemke.game import Game
from lemke.game.implicit import TreeState
from lemke.generators import kuhn, kuhn_state, leduc, random_bimatrix
from lemke.ground.limits import limits
from lemke.io import profile as profiles
from lemke.solvers.double_oracle import PartialStrategy, Round, run
from methods import solved_by
from strategies import games, opposed

# ---------------------------------------------------------------------- kinds of games


def test_trees_states_and_matrices_have_one_value() -> None:
    game = kuhn(4)
    for problem in (game, kuhn_state(4), TreeState.root(game), lemke.normal_form(game)):
        result = lemke.double_oracle(problem)
        assert (result.stopped, result.gap, result.last.interval) == ("equilibrium", 0, (mpq(-1, 24), mpq(-1, 24)))
    with pytest.raises(InputError, match="double-oracle"):
        lemke.solve(lemke.sequence_form(game).plain(), method="double-oracle")


@given(st.integers(0, 20), st.booleans())
def test_matrices_are_solved_to_the_end_and_judged(seed: int, zero_sum: bool) -> None:
    A, B = random_bimatrix(6, 4, seed=seed)
    form = lemke.NormalForm.zero_sum(A) if zero_sum else lemke.NormalForm.of(A, B)
    equilibrium = lemke.solve(form, method="double-oracle", gap=2)
    assert not any(form.regrets(equilibrium.profile))
    assert equilibrium.how.growth.whole == (6, 4)
    if zero_sum:
        assert equilibrium.payoffs == solved_by(form, "lp").payoffs


def test_unsuitable_games_are_refused() -> None:
    with pytest.raises(InputError, match="an object of type int, expected a game"):
        lemke.double_oracle(7)
    builder = lemke.GameBuilder(["a", "b", "c"])
    builder.move(builder.root, 2, ["l", "r"])
    three = builder.build(unpaid="zero")
    for problem in (three, TreeState.root(three)):
        with pytest.raises(GameError):
            lemke.double_oracle(problem)
    builder = lemke.GameBuilder()
    forgets = builder.information_set(0, ["l", "r"])
    for node in builder.move(builder.root, 0, ["L", "R"]):
        builder.decide(node, forgets)
    with pytest.raises(RecallError):
        lemke.solve(builder.build(unpaid="zero"), method="double-oracle", gap=1)
    for problem in (kuhn(3, "1/20"), lemke.NormalForm.of([[0, 0], [0, 0]], [[0, 0], [1, 5]])):
        with pytest.raises(InputError, match="a general-sum game, expected "):
            lemke.double_oracle(problem, constant_sum=True)


def test_bad_gaps_are_refused() -> None:
    with pytest.raises(InputError, match="the gap -1, expected 0 or more"):
        lemke.double_oracle(kuhn_state(3), gap=-1)
    with pytest.raises(NumberError, match="float"):
        lemke.double_oracle(kuhn_state(3), gap=0.1)


# ---------------------------------------------------------------------- gaps, limits, interrupts


@given(games(), st.sampled_from([mpq(0), mpq(1, 2), mpq(2)]), st.booleans())
def test_a_gap_is_reached_and_certified(game: Game, gap: mpq, zero_sum: bool) -> None:
    played = opposed(game) if zero_sum else game
    solution = lemke.solve(played, method="double-oracle", gap=gap)
    if not solution.epsilon:
        assert lemke.verify(played, solution.profile).is_equilibrium
        return
    reached = solution.epsilon if solution.interval is None else solution.interval[1] - solution.interval[0]
    assert solution.how.stopped == "gap" and 0 < reached <= gap
    assert 0 < solution.epsilon <= reached
    if solution.interval is not None:  # other games may turn out to be constant-sum
        value = solved_by(played, "lp").payoffs[0]
        assert solution.interval[0] <= value <= solution.interval[1]
    else:
        assert not zero_sum
    for player, sequences in enumerate(lemke.sequence_form(played).sequences):
        unreached = {h for h, reach in enumerate(solution.plans[player][sequences.parent]) if not reach}
        assert solution.profile.filled[player] == unreached
    (claim,) = profiles.loads(lemke.dumps(solution), played)
    report, objections = Judge.of(played).judge(claim)
    assert (report.regrets, objections) == (solution.regrets, [])


LATE = LimitError("the time limit of 1 s was reached")
STOPS = pytest.mark.parametrize(
    ("error", "stopped", "reason"),
    [(LATE, "limit", str(LATE)), (KeyboardInterrupt(), "interrupt", "interrupted")],
    ids=["limit", "interrupt"],
)


def rounds_until(error: BaseException, number: int, rounds: Any = run.rounds) -> Iterator[Round[PartialStrategy]]:
    """Rounds of a game, and then an error."""
    for step in rounds(run.restricted_game(leduc(2)), "both"):
        if step.number > number:
            raise error
        yield step


@STOPS
def test_a_stopped_run_leaves_the_best_certified_interval(
    error: BaseException, stopped: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "rounds", lambda *_: rounds_until(error, 4))
    result = lemke.double_oracle(leduc(2))
    assert (result.stopped, result.reason, result.last.number) == (stopped, reason, 4)
    assert result.last.lower < 0 < result.last.upper
    message = "limit of 1 s was reached with a gap of .* left" if stopped == "limit" else "^$"
    with pytest.raises(type(error), match=message):
        lemke.solve(leduc(2), method="double-oracle")
    monkeypatch.setattr(run, "rounds", lambda *_: rounds_until(error, 0))
    with pytest.raises(type(error)):
        lemke.double_oracle(leduc(2))


def test_an_interrupt_after_the_last_round_leaves_the_equilibrium() -> None:
    def interrupting(line: str) -> None:
        if line.endswith("gap 0"):
            raise KeyboardInterrupt

    with limits(progress=interrupting):
        assert lemke.double_oracle(kuhn(3)).stopped == "equilibrium"


@pytest.mark.parametrize("end", [5, 1000], ids=["stopped", "equilibrium"])
def test_limits_of_the_search_do_not_stop_the_judge(end: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> Iterator[Round[PartialStrategy]]:
        try:
            yield from rounds_until(LATE, end)
        finally:
            clock = SimpleNamespace(monotonic=lambda: time.monotonic() + 101)
            monkeypatch.setattr("lemke.ground.limits.clock", clock)

    monkeypatch.setattr(run, "rounds", late)
    with limits(time=100):
        solution = lemke.solve(leduc(2), method="double-oracle", gap=0)
    assert bool(solution.epsilon) == (end == 5)
    if solution.epsilon:
        assert (solution.how.stopped, solution.how.reason) == ("limit", str(LATE))
        assert solution.interval is not None and solution.interval[0] < solution.interval[1]


# ---------------------------------------------------------------------- claims that are not true


@pytest.mark.parametrize("rake", ["0", "1/20"], ids=["zero-sum", "general-sum"])
def test_bounds_and_regrets_that_the_judge_does_not_find_are_never_returned(rake: str) -> None:
    game = kuhn(3, rake)
    result = lemke.double_oracle(game, gap="1/2")
    if result.last.interval is None:
        too_good = replace(result.last, regrets=(mpq(0), mpq(1, 100)))
    else:
        too_good = replace(result.last, interval=(result.last.upper - mpq(1, 100), result.last.upper))
    with pytest.raises(NotProvedError, match="the judge found"):
        run.epsilon_equilibrium(lemke.sequence_form(game), replace(result, last=too_good))


@pytest.mark.parametrize("rake", ["0", "1/20"], ids=["zero-sum", "general-sum"])
@pytest.mark.parametrize("member", ["payoffs", "regrets", "interval", "behavior"])
def test_certificates_that_were_tampered_with_are_rejected(member: str, rake: str) -> None:
    game = kuhn(3, rake)
    solution = lemke.solve(game, method="double-oracle", gap="1/2")
    assert solution.epsilon > 0
    document: dict[str, Any] = json.loads(lemke.dumps(solution))
    if member == "behavior":
        actions = document["behavior"][0]["information_sets"][0]["actions"]
        actions |= dict(zip(actions, reversed(actions.values()), strict=True))
    else:
        document[member] = ["1/7", "1/7"]
        document["epsilon"] = max(document["regrets"], key=mpq)
    (claim,) = profiles.loads(json.dumps(document), game)
    _, objections = Judge.of(game).judge(claim)
    named = {"payoffs": "the payoff 1/7", "regrets": "the regret 1/7", "interval": "the interval 1/7 to 1/7"}
    assert objections
    assert member == "behavior" or all(objection.startswith(named[member]) for objection in objections)
    assert member != "interval" or ("expected none" in objections[0]) == (rake != "0")
