"""Many starts: equal equilibria are counted together, whatever the executor, and every equilibrium is proved."""

import runpy
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from hard_games import few_payoffs
from lemke.errors import InputError, LemkeError, LimitError, NotProvedError, RecallError
from lemke.game.best_response import best_response
from lemke.ground.limits import limits
from lemke.solvers import sequence_lcp
from lemke.studies.explore import Exploration, explore
from naive import naive_regrets
from named_games import GAMES
from strategies import games
from trembling import is_undominated

TRACING = lemke.read(GAMES / "tracing_2002.efg")


@pytest.fixture(scope="module")
def few() -> Exploration:
    return explore(TRACING, 24, 3)


# ---------------------------------------------------------------- equilibria


@pytest.mark.slow
def test_the_tracing_example_has_exactly_three_equilibria() -> None:
    tracing = explore(TRACING, 500)
    plans = {tuple(tuple(map(str, plan)) for plan in reached.equilibrium.plans) for reached in tracing.equilibria}
    assert plans == {
        (("1", "1", "0", "0", "0"), ("1", "1", "0", "1", "0")),
        (("1", "1", "0", "0", "0"), ("1", "1", "0", "1/12", "11/12")),
        (("1", "0", "1", "1/3", "2/3"), ("1", "0", "1", "2/3", "1/3")),
    }
    counted = [(str(reached.share), len(reached.seeds), reached.seeds[0]) for reached in tracing.equilibria]
    assert counted == [("63/100", 315, 0), ("1/4", 125, 4), ("3/25", 60, 3)]
    assert (tracing.starts, tracing.reason, tracing.failures) == (500, "", ())


def test_every_equilibrium_has_regret_0_and_mixed_plans_to_which_it_is_a_best_reply(few: Exploration) -> None:
    form = lemke.sequence_form(TRACING)
    for reached in few.equilibria:
        equilibrium = reached.equilibrium
        assert naive_regrets(TRACING, equilibrium.profile.behavior) == (0, 0)
        assert equilibrium.method == "normal-form-perfect"
        trembles = equilibrium.refinement
        near_x, near_y = (plan[:, 0] + trembles.epsilon * plan[:, 1] for plan in trembles.plans)
        assert all(np.all(plan > 0) for plan in (near_x, near_y))
        for near, E in ((near_x, form.E), (near_y, form.F)):
            assert list(E @ near) == [1] + [0] * (E.shape[0] - 1)
        against = form.A @ near_y, form.B.T @ near_x
        for sequences, values, plan in zip(form.sequences, against, equilibrium.plans, strict=True):
            assert best_response(sequences, values).value == sum(plan * values)


@pytest.mark.parametrize("name", ["tracing_2002.efg", "beer_quiche.efg", "lecture9_imperfect.efg"])
def test_ends_are_those_of_solve_with_the_same_seed(name: str) -> None:
    game = lemke.read(GAMES / name)
    for reached in explore(game, starts=12, seed=40).equilibria:
        for seed, pivots in zip(reached.seeds, reached.pivots, strict=True):
            solution = lemke.solve(game, prior="random", seed=seed)
            assert all(map(np.array_equal, solution.plans, reached.equilibrium.plans)) and solution.pivots == pivots
        first = lemke.solve(game, prior="random", seed=reached.seeds[0])
        for member in ("profile", "payoffs", "seed", "kernel", "pivots"):
            assert getattr(first, member) == getattr(reached.equilibrium, member)


@given(games())
def test_equilibria_of_random_games_are_verified_and_distinct(game: lemke.Game) -> None:
    try:
        lemke.sequence_form(game)
    except LemkeError:
        return
    exploration = explore(game, starts=4)
    assert sum(len(reached.seeds) for reached in exploration.equilibria) == exploration.starts == 4
    assert all(lemke.verify(game, reached.equilibrium.profile).is_equilibrium for reached in exploration.equilibria)
    plans = {tuple(map(tuple, reached.equilibrium.plans)) for reached in exploration.equilibria}
    assert len(plans) == len(exploration.equilibria)


@pytest.mark.parametrize("seed", range(12))
def test_no_equilibrium_in_dominated_strategies_is_called_perfect(seed: int) -> None:
    """An equilibrium of two players is normal-form perfect iff its strategies are undominated (van Damme 1987)."""
    for reached in explore(lemke.NormalForm.of(*few_payoffs(3, 3, 2, seed)).tree(), starts=4).equilibria:
        equilibrium = reached.equilibrium
        undominated = [is_undominated(equilibrium.game, equilibrium.profile.behavior, player) for player in (0, 1)]
        assert all(undominated) or equilibrium.refinement is None


# ---------------------------------------------------------------- executors, limits and failures


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_find_the_same_equilibria(pool: Callable[[int], Executor], few: Exploration) -> None:
    with pool(2) as executor:
        assert explore(TRACING, 24, 3, executor) == few
        assert explore(TRACING, 24, 3, executor) == few  # it is still there


def failing(monkeypatch: pytest.MonkeyPatch, errors: dict[int, BaseException]) -> None:
    """Have the paths with some seeds end with errors."""
    lemke_path = sequence_lcp.lemke_steps

    def path(problem, kernel, seed, **more):
        if seed in errors:
            raise errors[seed]
        return lemke_path(problem, kernel, seed, **more)

    monkeypatch.setattr(sequence_lcp, "lemke_steps", path)


@pytest.mark.parametrize("threads", [0, 2])
def test_a_limit_leaves_the_first_starts(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, {8: LimitError("the time limit")})
    with ThreadPoolExecutor(threads or 1) as pool:
        exploration = explore(TRACING, 10**15, 3, pool if threads else None)
    assert exploration.reason == "the time limit"
    assert exploration.equilibria == explore(TRACING, 5, 3).equilibria and exploration.starts == 5


def test_a_limit_after_the_last_start_leaves_a_complete_exploration() -> None:
    def late(stage: str) -> None:
        if stage.startswith("5 of 5 starts"):
            raise LimitError(stage)

    with limits(progress=late):
        exploration = explore(TRACING, 5)
    assert (exploration.starts, exploration.reason) == (5, "")


def test_a_limit_or_an_interrupt_without_a_result_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LimitError), limits(time=0):
        explore(TRACING)
    failing(monkeypatch, {2: KeyboardInterrupt()})
    with pytest.raises(KeyboardInterrupt):
        explore(TRACING)


def test_a_start_that_fails_is_named_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, {1: NotProvedError("no kernel\ncould"), 5: NotProvedError("none")})
    exploration = explore(TRACING, starts=8)
    assert exploration.failures == ((1, "no kernel\ncould"), (5, "none"))
    assert sum(reached.share for reached in exploration.equilibria) == mpq(6, 8) and exploration.starts == 8
    assert "2 starts failed, first seed 1: no kernel could" in str(exploration)


def test_wrong_arguments_are_refused() -> None:
    for words, arguments in (
        ("starts .*, expected a whole number", {"starts": np.int64(5)}),
        ("starts 0", {"starts": 0}),
        ("seed -1", {"seed": -1}),
        ("executor of type int", {"executor": 2}),
    ):
        with pytest.raises(InputError, match=words):
            lemke.explore(TRACING, **arguments)
    builder = lemke.GameBuilder()
    moves = builder.information_set(0, ["a", "b"])
    for node in builder.decide(builder.root, moves):
        builder.decide(node, moves)
    with pytest.raises(RecallError):
        explore(builder.build(unpaid="zero"))


# ---------------------------------------------------------------- the example


def test_the_plane_of_priors_has_three_basins(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["basins.py", "--steps", "6"])
    runpy.run_path(str(GAMES.parent / "research" / "basins.py"), run_name="__main__")
    printed = capsys.readouterr().out.splitlines()
    assert [name.rpartition("to ")[2] for name in printed[:3]] == [
        "payoffs 4, 7/3 with s 2/3",
        "payoffs 11, 3 with s 1/12",
        "payoffs 11, 3 with s 1",
    ]
    assert printed[3:] == ["   BBCAAA", "   BBCAAA", "   BBCCAA", "   BBCCCA", "   AAAAAA", "   AAAAAA"]
