"""Tasks on executors: their order, the first proof, limits, deaths of workers, and the processes of commands."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import lemke
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.generators import kuhn, leduc
from lemke.ground import executors, limits
from lemke.ground.executors import first_proof, map_in_order, opened
from lemke.io import dumps
from lemke.solvers import learned, methods, sequence_lcp

GAME = leduc(2, rake="1/20")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "leduc.efg"
    path.write_text(dumps(GAME, "efg"))
    return path


@pytest.fixture
def threads() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def endless(_: object) -> None:
    while True:
        limits.check()
        time.sleep(0.01)


def unproved(item: object) -> None:
    raise NotProvedError(f"nothing of {item}")


def out_of_memory(item: int) -> int:
    if item:
        raise LimitError("the memory limit")
    return item


def refuted(item: int) -> int:
    return 1 // item


def die(_: object) -> None:
    os._exit(1)


# ---------------------------------------------------------------- maps and first proofs


def test_results_come_in_the_order_of_the_items_and_few_tasks_are_sent_ahead(threads: Executor) -> None:
    begun: list[int] = []

    def late(item: int) -> int:
        begun.append(item)
        time.sleep(0.002 * (item % 3))
        return item

    results = map_in_order(threads, late, iter(range(10**15)))
    assert [next(results) for _ in range(20)] == list(range(20))
    results.close()
    assert max(begun) < 20 + executors.IN_FLIGHT


def test_tasks_have_the_limits_of_the_call(threads: Executor) -> None:
    with pytest.raises(LimitError, match=r"time limit of 0\.3 s"), limits.limits(time=0.3):
        list(map_in_order(threads, endless, [1, 2, 3]))
    with pytest.raises(LimitError, match=r"time limit of 0\.3 s"), limits.limits(time=0.3):
        first_proof(threads, endless, {"a": 1, "b": 2, "c": 3})
    seconds: list[float] = []
    with ProcessPoolExecutor(1) as processes, limits.limits(time=30):
        seconds += [block.time for block in map_in_order(processes, held, [0])]
    assert seconds == [30]


def held(_: object) -> limits.Limits:
    assert 0 < limits.current().deadline - time.monotonic() <= 30
    return limits.current()


def test_a_task_without_a_proof_ends_no_race_and_all_reasons_are_given(threads: Executor) -> None:
    assert first_proof(threads, out_of_memory, {"one": 1, "none": 0}) == 0
    with pytest.raises(LimitError, match="the memory limit"):
        first_proof(threads, out_of_memory, {"one": 1, "two": 2})
    with pytest.raises(NotProvedError, match=r"^a: nothing of 1; b: nothing of 2$"):
        first_proof(threads, unproved, {"a": 1, "b": 2})


def test_other_errors_are_one_clear_error(threads: Executor) -> None:
    with pytest.raises(InputError, match=r"^the workers failed \(ZeroDivisionError: .*\Z"):
        list(map_in_order(threads, refuted, [0]))
    with ProcessPoolExecutor(1) as processes:
        with pytest.raises(InputError, match=r"^the workers failed \(BrokenProcessPool: .*stay alive.*\Z"):
            first_proof(processes, die, {str(k): k for k in range(50)})
        with pytest.raises(InputError, match="BrokenProcessPool"):
            list(map_in_order(processes, abs, [1]))
    threads.shutdown()
    with pytest.raises(InputError, match="cannot schedule new futures"):
        list(map_in_order(threads, abs, [1]))


@pytest.mark.slow
def test_processes_end_with_the_block_that_opened_them() -> None:
    before = multiprocessing.active_children()
    begin = time.monotonic()
    with opened(2) as processes, pytest.raises(LimitError), limits.limits(time=5):
        list(map_in_order(processes, time.sleep, [600] * 300))
    assert time.monotonic() - begin < 60 and multiprocessing.active_children() == before


# ---------------------------------------------------------------- races


def test_the_first_proof_of_a_race_is_an_equilibrium(threads: Executor, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {"lcp": sequence_lcp, "learn": learned}
    monkeypatch.setattr(methods, "STARTS", 2)
    for failed, method in (("learn", "lcp"), ("lcp", "learn")):
        with monkeypatch.context() as patch:
            patch.setattr(modules[failed], "proposals", lambda *_: unproved("it"))
            answer = lemke.solve(GAME, executor=threads)
        assert answer.method == method and lemke.verify(GAME, answer.profile).is_equilibrium
    for module in modules.values():
        monkeypatch.setattr(module, "proposals", lambda *_: unproved("it"))
    with pytest.raises(NotProvedError, match=r"^lcp, seed 0: nothing of it; learn, seed 0: .*; learn, seed 9: "):
        lemke.solve(GAME, executor=threads)


@pytest.mark.parametrize(
    "options",
    [
        *({"method": "lp"}, {"method": "learn"}, {"refine": "quasi-perfect"}),
        *({"kernel": "guided"}, {"kernel": "exact"}, {"prior": "random"}),
    ],
)
def test_only_the_race_takes_workers(options: dict, threads: Executor) -> None:
    with pytest.raises(InputError, match="workers with a method, kernel, prior or refinement"):
        lemke.solve(kuhn(3), executor=threads, **options)


def test_workers_with_a_prior_that_is_an_array_are_refused(threads: Executor) -> None:
    prior = np.array([[1, 0], [0, 1]])
    with pytest.raises(InputError, match="workers with"):
        lemke.solve(lemke.NormalForm.of([[1, 0], [0, 1]], [[1, 0], [0, 1]]), prior=prior, executor=threads)


# ---------------------------------------------------------------- commands


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes")
def test_an_interrupt_of_all_processes_ends_them_with_one_line(file: Path) -> None:
    """Terminals send an interrupt to all processes."""
    command = [sys.executable, "-m", "lemke", "explore", str(file), "--starts", "100000", "--workers", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        time.sleep(6)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "lemke: interrupted\n")


@pytest.mark.slow
def test_a_script_that_starts_workers_at_import_gets_a_hint(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import lemke\nfrom lemke.generators import leduc\nfrom lemke.ground.executors import opened\n"
        "with opened(2) as executor:\n    lemke.solve(leduc(2, rake='1/20'), executor=executor)\n"
    )
    process = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert process.returncode == 1 and "`if __name__ == '__main__':`" in process.stderr
