"""Workers that share the search for all equilibria: the sets are the same, the proof holds, and nothing is lost."""

import json
import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partialmethod
from pathlib import Path

import pytest
from hypothesis import given

import lemke
from certificates import sets_checker
from lemke.certificate import EquilibriumSets, replay
from lemke.errors import InputError, LimitError
from lemke.game import Game
from lemke.generators import kuhn, random_signaling
from lemke.ground.limits import limits
from lemke.ground.workers import WorkerProcesses, packed, unpacked
from lemke.io.enumeration import stated_in
from lemke.solvers.equilibrium_sets import shared_search
from lemke.solvers.equilibrium_sets.search import Search
from maximal_sets import supports
from named_games import GAMES
from strategies import games

FORK = pytest.mark.skipif(
    "fork" not in multiprocessing.get_all_start_methods(), reason="the workers have no changed functions"
)


def raked(cards: int = 4) -> Game:
    return kuhn(cards, rake="1/20")


def tracing() -> Game:
    return lemke.read(GAMES / "tracing_2002.efg")


def forked(workers: int = 2) -> WorkerProcesses:
    return WorkerProcesses(workers, multiprocessing.get_context("fork"))


def threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2)


@pytest.fixture(autouse=True)
def slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every task searches few states."""
    monkeypatch.setattr(shared_search, "SLICE", 0.01)
    monkeypatch.setattr(shared_search, "SHARE", 0.0)


def shared(game: Game, executor: Executor, **options: object) -> EquilibriumSets:
    equilibria = lemke.enumerate(game, "sets", executor=executor, **options)
    assert isinstance(equilibria, EquilibriumSets)
    return equilibria


def accepted(equilibria: EquilibriumSets) -> bool:
    """Whether both checkers accept the proof."""
    text = equilibria.document().to_json()
    stated = stated_in(text, equilibria.game)
    assert stated is not None and replay(equilibria.game, stated).objection == ""
    words = sets_checker.check(lemke.dumps(equilibria.game, "efg"), text)
    return bool(words.startswith("all equilibria")) == equilibria.is_complete


MADE: dict[str, Callable[[], Game]] = {
    "raked": raked,
    "tracing": tracing,
    "signaling": lambda: random_signaling(4, 3, 3, seed=1),
    "constant-sum": lambda: kuhn(3),
}
POOLS = [threads, pytest.param(forked, marks=FORK)]


@pytest.mark.slow
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("name", MADE)
def test_two_workers_find_the_same_sets(
    name: str, pool: Callable[[], Executor], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, parts = MADE[name](), []
    add = shared_search._add
    monkeypatch.setattr(shared_search, "_add", lambda search, part: (parts.append(part), add(search, part)))
    with pool() as executor:
        equilibria = shared(game, executor)
    expected = lemke.enumerate(game, "sets")
    assert equilibria.is_complete and supports(equilibria) == supports(expected)
    assert equilibria.overview.moves == expected.overview.moves and equilibria.components == expected.components
    assert accepted(equilibria)
    if name == "constant-sum":
        assert not parts  # one set, without a search
    else:
        assert len(parts) > 1 and any(part.steps for part in parts)  # how many there are depends on the machine
        assert parts[-1].open_branches == 0


@pytest.mark.slow
@given(games(max_depth=3))
def test_threads_find_the_same_sets_of_random_trees(game: Game) -> None:
    with threads() as executor:
        equilibria = shared(game, executor)
    assert supports(equilibria) == supports(lemke.enumerate(game, "sets"))
    assert accepted(equilibria)


def test_every_thread_unpacks_its_own_copy() -> None:
    """HiGHS's programs are for one thread at a time."""
    task = packed([1, 2])
    with ThreadPoolExecutor(1) as executor:
        copy_of_the_thread = executor.submit(unpacked, task).result()
    assert unpacked(task) == copy_of_the_thread == [1, 2]
    assert unpacked(task) is unpacked(task) is not copy_of_the_thread


@pytest.mark.slow
@pytest.mark.parametrize("error", [LimitError("the time limit of 1 s was reached"), KeyboardInterrupt()])
def test_a_limit_leaves_what_workers_have_proved_and_a_later_run_goes_on(error: BaseException) -> None:
    game, stages = raked(), []

    def stop(stage: str) -> None:
        stages.append(stage)
        if len(stages) == 8:
            raise error

    with limits(progress=stop), threads() as executor:
        part = shared(game, executor)
    assert part.stopped == ("limit" if isinstance(error, LimitError) else "interrupt")
    assert part.open_branches > 0 and not part.is_complete and accepted(part)
    assert 0 < len(part.steps)
    complete = lemke.enumerate(game, "sets")
    stated = stated_in(part.document().to_json(), game)
    with threads() as executor:
        for again in (shared(game, executor, resume=stated), lemke.enumerate(game, "sets", resume=stated)):
            assert again.is_complete and supports(again) == supports(complete) and accepted(again)


def test_workers_stop_after_the_first_sets() -> None:
    with threads() as executor:
        equilibria = shared(tracing(), executor, first=2)
    assert equilibria.stopped == "first" and len(equilibria.sets) == 2 and accepted(equilibria)


def changed_in_workers(monkeypatch: pytest.MonkeyPatch, act: Callable[[Search], object]) -> None:
    """Have workers do something before they look at a state."""
    examine, main_process = Search._examine, os.getpid()

    def examines(search: Search, level: object) -> object:
        if os.getpid() != main_process:
            act(search)
        return examine(search, level)

    monkeypatch.setattr(Search, "_examine", examines)


@FORK
def test_a_worker_that_dies_once_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, died = raked(), tmp_path / "died"

    def die_once(search: Search) -> None:
        if len(search.ledger.conflicts) > 20 and not died.exists():
            died.touch()
            os._exit(1)

    changed_in_workers(monkeypatch, die_once)
    with forked() as executor:
        equilibria = shared(game, executor)
    assert died.exists() and supports(equilibria) == supports(lemke.enumerate(game, "sets")) and accepted(equilibria)


@FORK
def test_states_that_kill_their_workers_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    changed_in_workers(monkeypatch, lambda search: os._exit(1) if search.conflicts.learned else None)
    with (
        forked(1) as executor,
        pytest.raises(InputError, match=r"\d+ conflicts?.* died"),
    ):
        shared(raked(), executor)


@FORK
def test_an_error_in_a_worker_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    changed_in_workers(monkeypatch, lambda search: 1 // 0)
    with forked(1) as executor, pytest.raises(InputError, match=r"^.*ZeroDivisionError.*\Z"):
        shared(raked(), executor)


@FORK
def test_a_limit_that_a_worker_reaches_leaves_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    def reach(search: Search) -> None:
        if search.ledger.sets:
            raise LimitError("the memory limit of 9 MiB was reached")

    with monkeypatch.context() as patch, forked(1) as executor:
        changed_in_workers(patch, reach)
        part = shared(raked(), executor)
    assert part.stopped == "limit" and part.reason == "the memory limit of 9 MiB was reached"
    assert part.sets and accepted(part)


@pytest.mark.parametrize("way", ["strategies", "pure"])
def test_only_the_search_for_sets_takes_workers(way: str) -> None:
    with threads() as executor, pytest.raises(InputError, match=f"executor= with by='{way}'"):
        lemke.enumerate(tracing(), way, executor=executor)


@pytest.mark.parametrize("lane", [1, 2, 5, -1])
@pytest.mark.parametrize("name", ["raked", "tracing", "signaling"])
def test_the_order_of_branches_does_not_matter(name: str, lane: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = MADE[name]()
    expected = lemke.enumerate(game, "sets")
    monkeypatch.setattr(Search, "sets", partialmethod(in_lane, Search.sets, lane))
    equilibria = lemke.enumerate(game, "sets")
    assert supports(equilibria) == supports(expected) and accepted(equilibria)
    assert equilibria.steps != expected.steps


def in_lane(search: Search, sets: Callable[[Search], Iterator[int]], lane: int) -> Iterator[int]:
    search.lane = lane
    return sets(search)


def test_an_executor_of_another_type_is_refused() -> None:
    with pytest.raises(InputError, match="executor of type int"):
        lemke.enumerate(tracing(), "sets", executor=2)


def test_every_step_follows_the_steps_that_it_needs() -> None:
    """A document of a run with workers numbers its steps from 0."""
    with threads() as executor:
        steps = json.loads(shared(raked(), executor).document().to_json())["steps"]
    for number, step in enumerate(steps):
        if step[0] == "resolved":
            assert max(step[2:]) < number
