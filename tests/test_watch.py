"""Limits and progress: a watch never interrupts, it answers when it is asked."""

import dataclasses
import os
import subprocess
import sys
import time

import pytest

from lemke.errors import LimitError
from lemke.watch import Stage, Watch, peak_memory


def test_no_limit_is_never_reached():
    Watch().check()
    Watch(started=0.0).check()


def test_time_limit_counts_from_the_making_of_the_watch():
    watch = Watch(time_limit=3600)
    watch.check()
    assert 0 <= watch.elapsed() < 3600
    late = dataclasses.replace(watch, started=watch.started - 3600)
    with pytest.raises(LimitError, match=r"^the time limit of 3600 s was reached$"):
        late.check()


def test_time_limit_of_zero_is_reached_at_once():
    with pytest.raises(LimitError, match=r"^the time limit of 0 s was reached$"):
        Watch(time_limit=0).check()


def test_time_passes():
    watch = Watch(time_limit=0.01)
    time.sleep(0.02)
    with pytest.raises(LimitError, match=r"0\.01 s") as error:
        watch.check()
    assert error.value.exit_status == 3


def test_changing_the_wall_clock_changes_nothing(monkeypatch):
    watch = Watch(time_limit=3600)
    monkeypatch.setattr(time, "time", lambda: 4e9)
    watch.check()


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell")
def test_peak_memory_is_in_mebibytes_and_grows_with_what_is_held():
    before = peak_memory()
    assert 5 < before < 100_000  # a Python process with numpy; bytes or KiB would lie outside
    held = b"x" * (int(before + 64) << 20)
    assert before + 64 <= peak_memory() < before + 64 + 2 * len(held) / 2**20
    del held
    assert peak_memory() >= before + 64


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell")
def test_memory_of_the_process_that_started_this_one_does_not_count():
    """On Linux `ru_maxrss` survives fork and exec: the peak of a large parent is not ours."""
    held = bytearray(b"x") * (400 << 20)
    found = subprocess.run(
        [sys.executable, "-c", "from lemke.watch import peak_memory; print(peak_memory())"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    del held
    assert 5 < float(found.stdout) < 400


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not tell")
def test_memory_limit_is_reached_by_what_the_process_holds():
    Watch(memory_limit=10**9).check()
    with pytest.raises(LimitError, match=r"^the memory limit of 1 MiB was reached \([0-9]+ MiB in use\)$"):
        Watch(memory_limit=1).check()


def test_memory_limit_compares_with_the_peak(monkeypatch):
    monkeypatch.setattr("lemke.watch.peak_memory", lambda: 100.0)
    Watch(memory_limit=100).check()
    with pytest.raises(LimitError, match=r"^the memory limit of 99 MiB was reached \(100 MiB in use\)$"):
        Watch(memory_limit=99).check()


def test_observer_is_told_every_stage():
    told = []
    watch = Watch(observer=told.append)
    watch.report(lambda: "pivot 1")
    watch.report(lambda: "pivot 2")
    assert told == ["pivot 1", "pivot 2"]


def test_a_stage_that_nobody_observes_is_not_put_into_words():
    def words() -> str:
        raise AssertionError("evaluated")

    Watch().report(words)


def test_limits_are_checked_before_the_observer_is_told():
    told = []
    with pytest.raises(LimitError):
        Watch(time_limit=0, observer=told.append).report(lambda: "pivot 1")
    assert told == []


def test_an_interrupt_passes_through():
    def interrupted(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Watch(observer=interrupted).report(lambda: "pivot 1")


def test_a_watch_cannot_be_wound():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Watch().time_limit = 5


def test_a_stage_is_its_text_and_what_it_counts():
    told = []
    watch = Watch(observer=told.append)
    watch.report(lambda: "pivot 3")
    watch.report(lambda: "3 of 4 starts", 3, 4)
    assert told == ["pivot 3", "3 of 4 starts"]
    assert [(stage.done, stage.total) for stage in told] == [(None, None), (3, 4)]
    assert all(isinstance(stage, Stage) for stage in told)


def test_without_an_observer_no_stage_is_put_into_words():
    Watch().report(lambda: 1 / 0, 3, 4)
