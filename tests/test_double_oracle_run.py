"""``lemke.double_oracle``: kinds of games, general sums, gaps, limits, interrupts, and the judge's verdict."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Judge
from lemke.errors import GameError, InputError, LimitError, NotProvedError, NumberError, RecallError
from lemke.game import Game
from lemke.game.implicit import TreeState
from lemke.game.strategy import Profile
from lemke.generators import kuhn, kuhn_state, leduc, leduc_state, random_bimatrix
from lemke.ground.limits import limits
from lemke.io import profile as profiles
from lemke.solvers.double_oracle import PartialStrategy, Round, iterations, run
from lemke.solvers.double_oracle.run import epsilon_equilibrium
from methods import solved_by
from strategies import games, opposed


def profile(game: Game, strategies: tuple[PartialStrategy, PartialStrategy]) -> Profile:
    behavior = [
        [
            [dict(strategy(index)).get(place, mpq(0)) for place in range(len(game.information_sets[index].actions))]
            for index in game.sets_of(player)
        ]
        for player, strategy in enumerate(strategies)
    ]
    return Profile.of(game, behavior)


# ---------------------------------------------------------------------- general sums


@given(games(), st.sampled_from(["both", "larger"]))
def test_iterations_of_general_sum_games_have_exact_payoffs_and_regrets(game: Game, expansion: str) -> None:
    steps = list(iterations(TreeState.root(game), expansion, constant_sum=False))
    assert steps[-1].gap == 0
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert len(steps) <= sum(sequences.size for sequences in lemke.sequence_form(game).sequences)
    for step in steps:
        report = lemke.verify(game, profile(game, step.strategies))
        assert (report.payoffs, report.regrets) == (step.payoffs, step.regrets)
    for before, after in pairwise(steps):
        assert after.gap <= before.gap
        assert sum(before.sizes) < sum(after.sizes)
    equilibrium = solved_by(game, "double-oracle")
    assert lemke.verify(game, equilibrium.profile).regrets == (0, 0)


def test_general_sum_states_need_the_option_constant_sum() -> None:
    root = kuhn_state(3, "1/20")
    with pytest.raises(InputError, match="expected equal sums, or constant_sum=False"):
        lemke.double_oracle(root)
    for flag in (False, np.False_):
        result = lemke.double_oracle(root, constant_sum=flag)
        assert result.last.interval is None
    assert result.last.payoffs == lemke.solve(kuhn(3, "1/20")).payoffs


@pytest.mark.slow
def test_raked_leduc_poker_needs_not_all_sequences() -> None:
    game = leduc(2, rake="1/20")
    equilibrium = solved_by(game, "double-oracle")
    assert lemke.verify(game, equilibrium.profile).is_equilibrium
    assert max(equilibrium.how.growth.sizes) < 155 == max(equilibrium.how.growth.whole)


def test_default_actions_are_added_at_temporary_leaves_that_an_equilibrium_reaches() -> None:
    """While player 1's second move is not allowed, the temporary leaf is worth as much as y, but the default is x.

    So player 1 goes there in the restricted equilibrium but stops in its best response. Neither has a new sequence.
    """
    builder = lemke.GameBuilder()
    stop, go = builder.move(builder.root, 0, ["stop", "go"])
    r, on = builder.move(go, 1, ["r", "on"])
    a, b = builder.move(on, 0, ["a", "b"])
    x, y = builder.move(a, 1, ["x", "y"])
    for node, payoffs in ((stop, (1, 0)), (r, (2, 1)), (b, (-6, -6)), (x, (-5, 0)), (y, (5, 3))):
        builder.pay(node, *payoffs)
    game = builder.build()
    steps = list(iterations(TreeState.root(game), constant_sum=False))
    assert [step.sizes for step in steps] == [(1, 1), (2, 1), (2, 2), (3, 2), (4, 2)]
    assert [step.gap for step in steps] == [1, 1, 1, 1, 0]
    assert solved_by(game, "double-oracle").payoffs == (1, 0)


# ---------------------------------------------------------------------- kinds of games


def test_trees_states_and_matrices_have_one_value() -> None:
    game = kuhn(4)
    values = set()
    for problem in (game, kuhn_state(4), TreeState.root(game), lemke.normal_form(game)):
        result = lemke.double_oracle(problem)
        assert result.last.interval is not None
        assert (result.stopped, result.gap) == ("equilibrium", 0)
        values.add(result.last.lower)
    assert values == {mpq(-1, 24)}


@given(st.integers(0, 20), st.booleans())
def test_matrices_are_solved_and_judged(seed: int, zero_sum: bool) -> None:
    A, B = random_bimatrix(6, 4, seed=seed)
    form = lemke.NormalForm.zero_sum(A) if zero_sum else lemke.NormalForm.of(A, B)
    equilibrium = solved_by(form, "double-oracle")
    assert not any(form.regrets(equilibrium.profile))
    assert equilibrium.how.growth.whole == (6, 4)
    if zero_sum:
        assert equilibrium.payoffs == solved_by(form, "lp").payoffs


def test_a_state_has_no_profile_to_be_judged() -> None:
    with pytest.raises(InputError, match="double-oracle"):
        lemke.solve(lemke.sequence_form(kuhn_state(3)), method="double-oracle")


def test_unsuitable_games_are_refused() -> None:
    with pytest.raises(InputError, match="an object of type int, expected a game"):
        lemke.double_oracle(7)
    builder = lemke.GameBuilder(["a", "b", "c"])
    builder.move(builder.root, 2, ["l", "r"])
    with pytest.raises(GameError):
        lemke.double_oracle(builder.build(unpaid="zero"))
    with pytest.raises(GameError):
        lemke.solve(builder.build(unpaid="zero"), method="double-oracle", gap=1)


def test_the_option_constant_sum_is_refused_for_general_sum_games() -> None:
    builder = lemke.GameBuilder()
    _, b = builder.move(builder.root, 1, ["a", "b"])
    builder.pay(b, 1, 5)
    for problem in (builder.build(unpaid="zero"), lemke.NormalForm.of([[0, 0], [0, 0]], [[0, 0], [1, 5]])):
        with pytest.raises(InputError, match="a general-sum game, expected "):
            lemke.double_oracle(problem, constant_sum=True)


def test_matrices_are_solved_to_the_end_whatever_the_gap() -> None:
    form = lemke.NormalForm.zero_sum([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert lemke.solve(form, method="double-oracle", gap=2).payoffs == (0, 0)


def test_imperfect_recall_off_the_first_paths_is_refused() -> None:
    builder = lemke.GameBuilder()
    forgets = builder.information_set(0, ["l", "r"])
    for node in builder.move(builder.root, 0, ["L", "R"]):
        builder.decide(node, forgets)
    with pytest.raises(RecallError):
        lemke.solve(builder.build(unpaid="zero"), method="double-oracle", gap=1)


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
    assert lemke.verify(played, solution.profile).regrets == solution.regrets
    assert 0 < solution.epsilon <= reached
    if solution.interval is not None:  # other games may turn out to be constant-sum
        value = solved_by(played, "lp").payoffs[0]
        assert solution.interval[0] <= value <= solution.interval[1]
    else:
        assert not zero_sum
    (claim,) = profiles.loads(lemke.dumps(solution), played)
    report, objections = Judge.of(played).judge(claim)
    assert (report.regrets, objections) == (solution.regrets, [])


def test_bad_gaps_are_refused() -> None:
    with pytest.raises(InputError, match="the gap -1, expected 0 or more"):
        lemke.double_oracle(kuhn_state(3), gap=-1)
    with pytest.raises(NumberError, match="float"):
        lemke.double_oracle(kuhn_state(3), gap=0.1)


def stopped_by(error: BaseException, after: int) -> Iterator[Round[PartialStrategy]]:
    for k, step in enumerate(iterations(leduc_state(2))):
        if k == after:
            raise error
        yield step


@pytest.mark.parametrize(
    ("error", "stopped", "reason"),
    [
        (LimitError("the time limit of 1 s was reached"), "limit", "the time limit of 1 s was reached"),
        (KeyboardInterrupt(), "interrupt", "interrupted"),
    ],
    ids=["limit", "interrupt"],
)
def test_a_stopped_run_leaves_the_best_certified_interval(
    error: BaseException, stopped: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = leduc(2)
    for after in (0, 4):
        steps = list(zip(range(4), iterations(leduc_state(2)), strict=False))
        monkeypatch.setattr(run, "_rounds_of", lambda *_, after=after: (stopped_by(error, after), "sequences"))
        if not after:
            with pytest.raises(type(error)):
                lemke.double_oracle(game)
        else:
            result = lemke.double_oracle(game)
            assert (result.stopped, result.reason, result.last.number) == (stopped, reason, after)
            assert result.gap == steps[-1][1].gap > 0
        monkeypatch.undo()


@pytest.mark.slow
def test_a_limit_that_stops_solve_is_raised_with_the_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError, match="time limit of 0 s"), limits(time=0):
        lemke.solve(leduc(2), method="double-oracle")
    for error, message in ((LimitError("too late"), "too late with a gap of .* left"), (KeyboardInterrupt(), "^$")):
        monkeypatch.setattr(run, "_rounds_of", lambda *_, error=error: (tree_steps(leduc(2), error), "sequences"))
        with pytest.raises(type(error), match=message):
            lemke.solve(leduc(2), method="double-oracle")


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the clock of the limits be ahead."""
    ahead = SimpleNamespace(monotonic=lambda: time.monotonic() + seconds)
    monkeypatch.setattr("lemke.ground.limits.clock", ahead)


def test_an_interrupt_after_the_last_round_leaves_the_equilibrium() -> None:
    def interrupting(line: str) -> None:
        if line.endswith("gap 0"):
            raise KeyboardInterrupt

    with limits(progress=interrupting):
        assert lemke.double_oracle(kuhn(3)).stopped == "equilibrium"


def test_progress_says_iteration_sizes_and_gap() -> None:
    lines: list[str] = []
    with limits(progress=lines.append):
        lemke.double_oracle(kuhn(3))
    assert "double oracle: iteration 1, 1 + 1 sequences, gap 2" in lines
    assert lines[-1] == "double oracle: iteration 6, 11 + 10 sequences, gap 0"


def test_limits_of_the_search_do_not_stop_the_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    error = LimitError("the time limit of 1 s was reached")
    for end, stops in ((5, True), (1000, False)):

        def steps(*_: object, end: int = end) -> tuple[Iterator[Round[PartialStrategy]], str]:
            yielded = tree_steps(leduc(2), error, end)
            return late(yielded), "sequences"

        def late(yielded: Iterator[Round[PartialStrategy]]) -> Iterator[Round[PartialStrategy]]:
            yield from yielded
            later(monkeypatch, 101)

        monkeypatch.setattr(run, "_rounds_of", steps)
        later(monkeypatch, 0)
        with limits(time=100):
            solution = lemke.solve(leduc(2), method="double-oracle", gap=0)
        assert bool(solution.epsilon) == stops
        if stops:
            assert (solution.how.stopped, solution.how.reason) == ("limit", str(error))
            assert solution.interval is not None and solution.interval[0] < solution.interval[1]


def tree_steps(game: Game, error: BaseException, end: int = 5) -> Iterator[Round[PartialStrategy]]:
    for k, step in enumerate(iterations(TreeState.root(game))):
        yield step
        if k == end:
            raise error


# ---------------------------------------------------------------------- tampered certificates


def early(game: Game) -> run.DoubleOracle[PartialStrategy]:
    result = lemke.double_oracle(game, gap="1/2")
    assert result.gap > 0
    return result


def test_bounds_that_the_judge_does_not_find_are_never_returned() -> None:
    game = kuhn(3)
    result = early(game)
    assert result.last.interval is not None
    too_good = replace(result, last=replace(result.last, interval=(result.last.upper - mpq(1, 100), result.last.upper)))
    with pytest.raises(NotProvedError, match="the judge found"):
        epsilon_equilibrium(Judge.of(game), too_good)


def shown(bounded: lemke.Equilibrium) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(lemke.dumps(bounded))
    return document


@pytest.mark.parametrize("rake", ["0", "1/20"], ids=["zero-sum", "general-sum"])
@pytest.mark.parametrize("member", ["payoffs", "regrets", "interval", "behavior"])
def test_certificates_that_were_tampered_with_are_rejected(member: str, rake: str) -> None:
    game = kuhn(3, rake)
    solution = lemke.solve(game, method="double-oracle", gap="1/2")
    assert solution.epsilon > 0
    document = shown(solution)
    verdict, objections = Judge.of(game).judge(profiles.loads(json.dumps(document), game)[0])
    assert (verdict.regrets, objections) == (solution.regrets, [])
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


def test_documents_that_are_no_certificates_are_refused() -> None:
    game = kuhn(3)
    solution = lemke.solve(game, method="double-oracle", gap="1/2")
    assert solution.epsilon > 0
    for member, value, message in (
        ("interval", ["0"], r"\$.interval"),
        ("payoffs", ["0", None], r"\$.payoffs\[1\]"),
        ("regrets", ["0"], r"\$.regrets: 1, expected 2"),
        ("game", {"sha256": "0" * 64}, "another game"),
        ("format", "lemke-epsilon-equilibrium/1", "the format 'lemke-epsilon-equilibrium/1'"),
    ):
        with pytest.raises(InputError, match=message):
            profiles.loads(json.dumps(shown(solution) | {member: value}), game)


def test_regrets_that_the_judge_does_not_find_are_never_returned() -> None:
    game = kuhn(3, "1/20")
    result = lemke.double_oracle(game, gap="1/2")
    assert result.last.interval is None and result.gap > 0
    too_good = replace(result, last=replace(result.last, regrets=(mpq(0), mpq(1, 100))))
    with pytest.raises(NotProvedError, match="the judge found"):
        epsilon_equilibrium(Judge.of(game), too_good)


def test_moves_that_the_player_s_plan_does_not_reach_are_marked_as_filled() -> None:
    game = kuhn(3)
    solution = lemke.solve(game, method="double-oracle", gap="1/2")
    assert solution.epsilon > 0
    for player, sequences in enumerate(lemke.sequence_form(game).sequences):
        unreached = {h for h, reach in enumerate(solution.plans[player][sequences.parent]) if not reach}
        assert solution.profile.filled[player] == unreached
    builder = lemke.GameBuilder()
    _, again = builder.move(builder.root, 0, ["stop", "on"])
    guess = builder.information_set(1, ["l", "r"])
    for k, node in enumerate(builder.move(again, 0, ["L", "R"])):
        for j, leaf in enumerate(builder.decide(node, guess)):
            builder.pay(leaf, *((-1, 1) if j == k else (-2, 2)))
    solution = lemke.solve(builder.build(unpaid="zero"), method="double-oracle", gap=2)
    assert solution.profile.filled[0] == {1}


# ---------------------------------------------------------------------- memory

MEASURED = """
import lemke
from lemke.generators import FAMILIES
import resource

def peak_memory(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10)
lemke.double_oracle(FAMILIES["no-limit-kuhn"].state(stack=3))  # packages are loaded
before = peak_memory()
result = lemke.double_oracle(FAMILIES["no-limit-kuhn"].state(stack=10))
print(result.gap, *result.last.sizes, peak_memory() - before)
"""


@pytest.mark.slow
def test_memory_grows_with_the_restricted_game_only() -> None:
    """A stack of 10 chips has 9 211 + 9 211 sequences, 24 558 leaves, and needs about 950 sequences."""
    gap, rows, columns, grown = subprocess.run(
        [sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True
    ).stdout.split()
    assert gap == "0"
    assert int(rows) + int(columns) < 1200
    assert float(grown) < 15
