"""Limits and progress: only a check interrupts a computation."""

import asyncio
import contextvars
import os
import pickle
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from gmpy2 import mpq

from lemke.errors import InputError, LimitError
from lemke.ground import limits as module
from lemke.ground.limits import Limits, Stage, check, current, entered, lifted, limits, peak_memory, report, silent


def set_clock(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    monkeypatch.setattr(module, "clock", SimpleNamespace(monotonic=lambda: now))


def test_without_limits_none_is_reached() -> None:
    check()
    with limits():
        check()
    assert current() == Limits()


def test_time_counts_from_the_beginning_of_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 1000)
    with limits(time=3600):
        check()
        set_clock(monkeypatch, 4599.9)
        check()
        set_clock(monkeypatch, 4600)
        with pytest.raises(LimitError, match="time limit of 3600 s"):
            check()
    check()


def test_a_time_limit_of_zero_is_reached_at_once() -> None:
    with limits(time=0), pytest.raises(LimitError, match="time limit of 0 s"):
        check()


def test_a_time_limit_is_reached_as_time_passes() -> None:
    with limits(time=0.01):
        time.sleep(0.02)
        with pytest.raises(LimitError, match=r"0\.01 s") as error:
            check()
    assert error.value.exit_status == 3


def test_changing_the_wall_clock_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with limits(time=3600):
        monkeypatch.setattr(time, "time", lambda: 4e9)
        check()


@pytest.mark.parametrize("value", [10**400, Fraction(601, 10), Decimal(60), np.int64(60), np.float32(60), mpq(60)])
def test_limits_are_numbers_of_any_kind(value: object) -> None:
    with limits(time=value, memory=10**6):
        check()


@pytest.mark.parametrize("value", [float("nan"), -1, -0.5, "60", b"1", [1], True, False, 1j, Decimal("NaN")])
@pytest.mark.parametrize("name", ["time", "memory"])
def test_a_limit_that_is_no_number_is_refused_before_the_block(name: str, value: object) -> None:
    with pytest.raises(InputError) as refused:
        limits(**{name: value})
    for fact in (name, repr(value), type(value).__name__):
        assert fact in refused.value.message


def test_nested_blocks_keep_the_narrower_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 0)
    with limits(time=10, memory=500):
        with limits(time=60, memory=9000):
            assert (current().deadline, current().time, current().memory) == (10, 10, 500)
        with limits(time=5, memory=100):
            assert (current().deadline, current().time, current().memory) == (5, 5, 100)
        assert (current().deadline, current().memory) == (10, 500)


def test_an_error_within_a_block_ends_its_limits() -> None:
    with pytest.raises(ZeroDivisionError), limits(time=0):
        _ = 1 / 0
    check()


def test_limits_that_are_lifted_come_back() -> None:
    with limits(time=0):
        with lifted():
            check()
        with pytest.raises(LimitError):
            check()


def test_every_check_calls_the_stop() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    with entered(Limits(stop=stop)), pytest.raises(KeyboardInterrupt):
        check()


def test_pickled_limits_have_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    set_clock(monkeypatch, 1000)
    with limits(time=60, memory=400, progress=print):
        set_clock(monkeypatch, 1020)
        sent = pickle.dumps(current())
    set_clock(monkeypatch, 5)  # another machine's clock
    assert pickle.loads(sent) == Limits(deadline=45, time=60, memory=400)
    assert pickle.loads(pickle.dumps(Limits())) == Limits()


def test_threads_see_the_limits_of_the_context_that_they_are_given() -> None:
    def reached() -> bool:
        try:
            check()
        except LimitError:
            return True
        return False

    with ThreadPoolExecutor(1) as pool, limits(time=0):
        assert pool.submit(contextvars.copy_context().run, reached).result()
        assert not pool.submit(reached).result()
        assert asyncio.run(asyncio.to_thread(reached))


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such number")
def test_peak_memory_is_in_mebibytes_and_grows_with_the_memory_in_use() -> None:
    before = peak_memory()
    assert 5 < before < 100_000  # a Python process with numpy; bytes or KiB would lie outside
    held = b"x" * (int(before + 64) << 20)
    assert before + 64 <= peak_memory() < before + 64 + 2 * len(held) / 2**20
    del held
    assert peak_memory() >= before + 64


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such number")
def test_memory_of_the_process_that_started_this_one_does_not_count() -> None:
    """On Linux `ru_maxrss` survives fork and exec: the peak of a large parent is not ours."""
    held = bytearray(b"x") * (400 << 20)
    program = "from lemke.ground.limits import peak_memory; print(peak_memory())"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    del held
    assert 5 < float(run.stdout) < 400


@pytest.mark.skipif(sys.platform == "win32", reason="the system has no such number")
def test_the_memory_limit_is_compared_with_the_memory_of_the_process() -> None:
    with limits(memory=10**9):
        check()
    message = r"memory limit of 1 MiB .*held [0-9]+ MiB"
    with limits(memory=1), pytest.raises(LimitError, match=message):
        check()


def test_the_memory_limit_is_compared_with_the_peak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "peak_memory", lambda: 100.0)
    with limits(memory=100):
        check()
    message = r"memory limit of 99 MiB .*held 100 MiB"
    with limits(memory=99), pytest.raises(LimitError, match=message):
        check()


def test_progress_has_every_stage_with_its_counts() -> None:
    stages: list[str] = []
    with limits(progress=stages.append):
        report(lambda: "pivot 3")
        with limits(time=60):
            report(lambda: "3 of 4 starts", 3, 4)
        with silent():
            report(lambda: "within a restricted game")
    assert stages == ["pivot 3", "3 of 4 starts"]
    assert [(stage.done, stage.total) for stage in stages if isinstance(stage, Stage)] == [(None, None), (3, 4)]


def test_the_text_of_a_stage_is_not_made_without_a_listener() -> None:
    report(lambda: str(1 / 0), 3, 4)


def test_limits_are_checked_before_progress_is_reported() -> None:
    stages: list[str] = []
    with pytest.raises(LimitError), limits(time=0, progress=stages.append):
        report(lambda: "pivot 1")
    assert stages == []


def test_an_interrupt_passes_through() -> None:
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limits(progress=interrupted):
        report(lambda: "pivot 1")
