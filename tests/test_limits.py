"""Limits and progress: the main loops look at a deadline, and report how far they are."""

import contextvars
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from types import SimpleNamespace

import pytest

import lemke
from lemke.errors import InputError, LimitError
from lemke.ground import limits as module
from lemke.ground.limits import Limits, check, current, lifted, limits, report


def set_clock(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    monkeypatch.setattr(module, "clock", SimpleNamespace(monotonic=lambda: now))


FUNCTIONS: dict[str, Callable[[lemke.Game], object]] = {
    "solve": lemke.solve,
    "solve by a linear program": lambda game: lemke.solve(game, method="lp"),
    "enumerate": lambda game: lemke.enumerate(game, by="strategies"),
    "learn": lemke.learn,
    "double_oracle": lemke.double_oracle,
}


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_a_time_limit_of_zero_ends_a_function(function: Callable[[lemke.Game], object]) -> None:
    with lemke.limits(time=0), pytest.raises(LimitError, match="time limit of 0 s") as error:
        function(lemke.example("kuhn3"))
    assert error.value.exit_status == 3


def test_ranges_keep_what_was_proved_before_a_limit() -> None:
    with lemke.limits(time=0):
        assert lemke.ranges(lemke.example("kuhn3_raked")).equilibria.stopped == "limit"


def test_time_counts_from_the_beginning_of_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 1000)
    with limits(time=3600):
        set_clock(monkeypatch, 4599.9)
        check()
        set_clock(monkeypatch, 4600)
        with pytest.raises(LimitError, match="time limit of 3600 s"):
            check()
    check()


@pytest.mark.parametrize("value", [float("nan"), -1, -0.5, "60", b"1", [1], True, False, 1j, Decimal("NaN")])
def test_a_limit_that_is_no_number_is_refused_before_the_block(value: object) -> None:
    with pytest.raises(InputError) as refused:
        limits(time=value)
    for fact in (repr(value), type(value).__name__):
        assert fact in refused.value.message


def test_nested_blocks_keep_the_earlier_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 0)
    with limits(time=10):
        with limits(time=60):
            assert (current().deadline, current().time) == (10, 10)
        with limits(time=5):
            assert (current().deadline, current().time) == (5, 5)
        assert current().deadline == 10


def test_limits_that_are_lifted_come_back() -> None:
    with limits(time=0):
        with lifted():
            check()
        with pytest.raises(LimitError):
            check()


def test_pickled_limits_have_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 1000)
    with limits(time=60, progress=print):
        set_clock(monkeypatch, 1020)
        sent = pickle.dumps(current())
    set_clock(monkeypatch, 5)  # another machine's clock
    assert pickle.loads(sent) == Limits(deadline=45, time=60)
    assert pickle.loads(pickle.dumps(Limits())) == Limits()


def test_threads_see_the_limits_of_the_context_that_they_are_given() -> None:
    with ThreadPoolExecutor(1) as pool, limits(time=0):
        with pytest.raises(LimitError):
            pool.submit(contextvars.copy_context().run, check).result()
        pool.submit(check).result()


def test_progress_has_every_stage() -> None:
    stages: list[str] = []
    with lemke.limits(progress=stages.append):
        report(lambda: "pivot 3")
        with limits(time=60):
            report(lambda: "3 of 4 starts")
    assert stages == ["pivot 3", "3 of 4 starts"]


def test_a_double_oracle_that_reached_the_gap_is_not_stopped() -> None:
    def late(stage: str) -> None:
        raise LimitError(stage)

    with limits(progress=lambda stage: late(stage) if "double oracle" in stage else None):
        assert lemke.double_oracle(lemke.example("kuhn3"), gap=100).stopped == "gap"


def test_the_text_of_a_stage_is_not_made_without_a_listener() -> None:
    report(lambda: str(1 / 0))


def test_an_error_of_the_progress_function_ends_the_computation() -> None:
    def interrupt(stage: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limits(progress=interrupt):
        lemke.solve(lemke.example("kuhn3"))
