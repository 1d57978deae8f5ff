"""Many starts: equal equilibria are counted together, and no start is lost or counted twice."""

import json
import multiprocessing
import os
import pickle
import runpy
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given

import lemke
from hard_games import few_payoffs
from lemke.certificate.exploration import Exploration, FailedStart
from lemke.errors import InputError, LemkeError, LimitError, NotProvedError, ProfileError, RecallError
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile
from lemke.ground.limits import current, limits
from lemke.linear.lp import LP
from lemke.solvers import sequence_lcp
from lemke.studies.explore import WorkerProcesses, ends, explore, workers
from naive import naive_regrets
from named_games import GAMES
from strategies import games

TRACING = lemke.read(GAMES / "tracing_2002.efg")
SHARES = {"63/100": 0, "1/4": 4, "3/25": 3}
"""Share of each of the three equilibria in 500 starts → the first seed that leads to it."""


@pytest.fixture(scope="module")
def tracing() -> Exploration:
    return explore(TRACING, starts=500)


@pytest.fixture(scope="module")
def few() -> Exploration:
    return explore(TRACING, starts=24, seed=3)


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- equilibria


@pytest.mark.slow
def test_the_tracing_example_has_exactly_three_equilibria(tracing: Exploration) -> None:
    plans = {tuple(tuple(map(str, plan)) for plan in reached.equilibrium.plans) for reached in tracing.equilibria}
    assert plans == {
        (("1", "1", "0", "0", "0"), ("1", "1", "0", "1", "0")),
        (("1", "1", "0", "0", "0"), ("1", "1", "0", "1/12", "11/12")),
        (("1", "0", "1", "1/3", "2/3"), ("1", "0", "1", "2/3", "1/3")),
    }
    assert {str(reached.share): reached.first for reached in tracing.equilibria} == SHARES
    assert [reached.count for reached in tracing.equilibria] == [315, 125, 60]
    assert (tracing.starts, tracing.wanted, tracing.stopped, tracing.failures) == (500, 500, "done", ())


def test_frequencies_add_up_and_belong_to_the_ends(tracing: Exploration) -> None:
    assert sum(reached.share for reached in tracing.equilibria) == 1
    for place, reached in enumerate(tracing.equilibria):
        assert reached.count == tracing.ends.count(place) == reached.share * 500
        assert reached.first == tracing.ends.index(place)
        assert reached.pivots.least <= reached.pivots.mean <= reached.pivots.most


def test_every_equilibrium_has_regret_0_and_a_witness_to_which_it_is_a_best_reply(tracing: Exploration) -> None:
    form = lemke.sequence_form(TRACING)
    for reached in tracing.equilibria:
        assert naive_regrets(TRACING, reached.equilibrium.profile.behavior) == (0, 0)
        assert reached.witness is not None and reached.proofs >= 1
        assert tracing.ends[reached.witness.prior] == tracing.equilibria.index(reached)
        (x, y), (near_x, near_y) = reached.equilibrium.plans, reached.witness.plans
        assert all(np.all(plan > 0) for plan in (near_x, near_y))
        for near, E in ((near_x, form.E), (near_y, form.F)):
            assert list(E @ near) == [1] + [0] * (E.shape[0] - 1)
        for sequences, values, plan in zip(form.sequences, (form.A @ near_y, form.B.T @ near_x), (x, y), strict=True):
            assert best_response(sequences, values).value == sum(plan * values)


@pytest.mark.parametrize("name", ["tracing_2002.efg", "beer_quiche.efg", "lecture9_imperfect.efg"])
def test_ends_are_those_of_solve_with_the_same_seed(name: str) -> None:
    game = lemke.read(GAMES / name)
    exploration = explore(game, starts=12, seed=40)
    solved = [lemke.solve(game, prior="random", seed=40 + k) for k in range(12)]
    for k, end in enumerate(exploration.ends):
        for j, solution in enumerate(solved):
            equal = all(map(np.array_equal, solution.plans, solved[k].plans))
            assert equal == (exploration.ends[j] == end)
    for reached in exploration.equilibria:
        first_solution = solved[reached.first]
        assert (
            reached.equilibrium.profile == first_solution.profile
            and reached.equilibrium.seed == first_solution.seed == 40 + reached.first
        )
        assert (reached.equilibrium.payoffs, reached.equilibrium.pivots) == (
            first_solution.payoffs,
            first_solution.pivots,
        )
        assert (reached.equilibrium.kernel, reached.equilibrium.how.bits) == (
            first_solution.kernel,
            first_solution.how.bits,
        )
        pivots = [
            solved[k].pivots for k, end in enumerate(exploration.ends) if end == exploration.equilibria.index(reached)
        ]
        assert reached.pivots == (min(pivots), mpq(sum(pivots), len(pivots)), max(pivots))


@given(games())
def test_equilibria_of_random_games_are_verified_and_distinct(game: lemke.Game) -> None:
    try:
        lemke.sequence_form(game)
    except LemkeError:
        return
    exploration = explore(game, starts=4)
    assert sum(reached.count for reached in exploration.equilibria) == exploration.starts == 4
    assert all(lemke.verify(game, reached.equilibrium.profile).is_equilibrium for reached in exploration.equilibria)
    keys = {ends.key(reached.equilibrium.plans) for reached in exploration.equilibria}
    assert len(keys) == len(exploration.equilibria)


def test_rows_have_the_columns_of_the_table(few: Exploration) -> None:
    assert len(few.columns) == len(few.rows[0]) == 10
    row = dict(zip(few.columns, few.rows[0], strict=True))
    assert row["first seed"] == 3 + few.equilibria[0].first and row["payoff 1"] == 11
    assert "<table" in few._repr_html_()


# ---------------------------------------------------------------- normal-form perfection


def dominated(matrix: list[list[mpq]], strategy: list[mpq]) -> bool:
    """Whether a mixed strategy of the rows is weakly dominated by another, by an exact linear program.

    max Σ s subject to pᵀA − s = xᵀA, p a distribution, s ≥ 0: it is dominated iff that is positive.
    """
    m, n = len(matrix), len(matrix[0])
    rows = [[matrix[i][j] for i in range(m)] + [-mpq(j == k) for k in range(n)] for j in range(n)]
    rows.append([mpq(1)] * m + [mpq(0)] * n)
    right = [sum(x * matrix[i][j] for i, x in enumerate(strategy)) for j in range(n)] + [mpq(1)]
    outcome = lemke.solve_lp(LP.of(rows, right, [0] * m + [-1] * n, ["="] * (n + 1)))
    return sum(outcome.x[m:]) > 0


def test_no_equilibrium_in_dominated_strategies_has_a_witness() -> None:
    """An equilibrium of two players is normal-form perfect iff its strategies are undominated (van Damme 1987)."""
    counts = {(proved, bad): 0 for proved in (True, False) for bad in (True, False)}
    for seed in range(12):
        form = lemke.NormalForm.of(*few_payoffs(3, 3, 2, seed))
        game = form.tree()
        A, B = (matrix.tolist() for matrix in form.payoffs)
        units = [[mpq(i == j) for j in range(3)] for i in range(3)]
        pure = (Profile.of(game, [[x], [y]]) for x in units for y in units)
        for reached in explore(game, starts=4).equilibria + explore(game, pure).equilibria:
            x, y = (list(plan[1:]) for plan in reached.equilibrium.plans)
            bad = dominated(A, x) or dominated([list(column) for column in zip(*B, strict=True)], y)
            counts[reached.witness is not None, bad] += 1
    assert counts[True, True] == 0 and counts[True, False] and counts[False, True]


# ---------------------------------------------------------------- workers


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_find_the_same_equilibria(pool: Callable[[int], Executor], few: Exploration) -> None:
    with pool(2) as executor:
        assert explore(TRACING, starts=24, seed=3, executor=executor) == few
        assert explore(TRACING, starts=24, seed=3, executor=executor) == few  # it is still there


@pytest.mark.slow
def test_worker_processes_find_the_same_equilibria(few: Exploration) -> None:
    with WorkerProcesses(2) as executor:
        assert explore(TRACING, starts=24, seed=3, executor=executor) == few


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no signals")
def test_nothing_is_lost_or_counted_twice_when_workers_are_killed(tmp_path: Path, tracing: Exploration) -> None:
    path, killed = tmp_path / "runs.jsonl", []

    def kill(stage: str) -> None:
        if stage.split(maxsplit=1)[0] in ("40", "200") and stage.split(maxsplit=1)[0] not in killed:
            killed.append(stage.split(maxsplit=1)[0])
            os.kill(
                min(process.pid for process in multiprocessing.active_children() if process not in before),
                signal.SIGKILL,
            )

    before = multiprocessing.active_children()
    with WorkerProcesses(2) as executor, limits(progress=kill):
        exploration = explore(TRACING, starts=500, executor=executor, results=path)
    assert killed == ["40", "200"] and exploration == tracing
    assert sorted(line["prior"] for line in lines(path)[1:]) == list(range(500))


def die() -> None:
    os._exit(1)


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the workers have no changed functions")
def test_workers_that_die_at_every_task_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "unpacked", lambda form: die())
    with (
        WorkerProcesses(1, multiprocessing.get_context("fork")) as executor,
        pytest.raises(InputError, match=r"died 4 times.*BrokenProcessPool"),
    ):
        explore(TRACING, starts=3, executor=executor, results=tmp_path / "runs.jsonl")
    assert len(lines(tmp_path / "runs.jsonl")) == 1


def test_a_pool_that_breaks_for_good_ends_the_exploration(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1, initializer=die) as executor,
        pytest.raises(InputError, match=r"takes no tasks.*not usable anymore"),
    ):
        explore(TRACING, starts=3, executor=executor, results=tmp_path / "runs.jsonl")
    assert len(lines(tmp_path / "runs.jsonl")) == 1


def deadly(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the start with a seed kill its worker."""
    path = sequence_lcp.lemke_steps

    def kills(problem, kernel, path_seed, **more):
        if path_seed == seed:
            die()
        return path(problem, kernel, path_seed, **more)

    monkeypatch.setattr(sequence_lcp, "lemke_steps", kills)


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the workers have no changed functions")
@pytest.mark.parametrize("number", [1, 2])
def test_a_start_that_kills_its_workers_is_a_failure(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = explore(TRACING, starts=40)
    deadly(11, monkeypatch)
    with WorkerProcesses(number, multiprocessing.get_context("fork")) as executor:
        exploration = explore(TRACING, starts=40, executor=executor)
    assert exploration.failures == (FailedStart(11, "its worker died 4 times"),) and exploration.starts == 40
    assert exploration.ends[11] is None and sum(reached.count for reached in exploration.equilibria) == 39
    assert exploration.ends == (*plain.ends[:11], None, *plain.ends[12:])


@pytest.mark.slow
def test_tasks_and_their_results_are_of_bounded_size(monkeypatch: pytest.MonkeyPatch, few: Exploration) -> None:
    """Whatever the number of starts: a task has no plans of random priors, and returns the plans of an end once."""
    run, sent = workers.run, []

    def noted(*arguments):
        done = run(*arguments)
        sent.append((len(pickle.dumps(arguments)), [end.key for end in done.outcomes if end.plans is not None]))
        return done

    monkeypatch.setattr(workers, "run", noted)
    with ThreadPoolExecutor(1) as executor:
        assert explore(TRACING, starts=400, executor=executor).starts == 400
        assert max(size for size, _ in sent) < sent[0][0] + 16 * 400
        assert all(len(keys) == len(set(keys)) for _, keys in sent)
        assert explore(TRACING, starts=24, seed=3, executor=executor) == few


def test_starts_that_are_still_to_come_take_no_memory() -> None:
    with stopping(LimitError("the time limit"), 5):
        exploration = explore(TRACING, starts=10**15)
    assert (exploration.starts, exploration.wanted, len(exploration.ends)) == (5, 10**15, 5)


class Spoilt(Executor):
    """An executor whose tasks all raise an error; no worker dies."""

    def __init__(self, error: BaseException) -> None:
        self.error, self.tasks = error, 0

    def submit(self, function, /, *arguments, **more):
        self.tasks += 1
        future: Future = Future()
        future.set_exception(self.error)
        return future


def test_errors_of_workers_are_raised_at_once() -> None:
    with pytest.raises(InputError, match="ModuleNotFoundError: No module named 'lemke'"):
        explore(TRACING, executor=Spoilt(ModuleNotFoundError("No module named 'lemke'")))
    with pytest.raises(KeyboardInterrupt):
        explore(TRACING, executor=Spoilt(KeyboardInterrupt()))
    with pytest.raises(LimitError, match="memory"):
        explore(TRACING, executor=Spoilt(LimitError("the memory limit")))


def test_an_executor_that_was_shut_down_is_refused() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(InputError, match=r"takes no tasks.*cannot schedule new futures"):
        explore(TRACING, executor=executor)


def failing(monkeypatch: pytest.MonkeyPatch, seeds: set[int]) -> None:
    lemke_path = sequence_lcp.lemke_steps

    def path(problem, kernel, seed, **more):
        if seed in seeds:
            raise NotProvedError("no kernel\ncould")
        return lemke_path(problem, kernel, seed, **more)

    monkeypatch.setattr(sequence_lcp, "lemke_steps", path)


def test_a_start_that_fails_is_named_and_counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    failing(monkeypatch, {1, 5})
    for _ in range(2):  # first computed, then read from the file
        exploration = explore(TRACING, starts=8, results=tmp_path / "runs.jsonl")
        assert exploration.failures == (FailedStart(1, "no kernel\ncould"), FailedStart(5, "no kernel\ncould"))
        assert [k for k, end in enumerate(exploration.ends) if end is None] == [1, 5]
        assert sum(reached.count for reached in exploration.equilibria) == 6 and exploration.starts == 8
        assert sum(reached.share for reached in exploration.equilibria) == mpq(6, 8)
        monkeypatch.undo()


# ---------------------------------------------------------------- priors that are given


def grid(steps: int) -> Iterator[Profile]:
    """Priors that differ in what player 1 does after R."""
    for k in range(1, steps):
        after = [mpq(k, steps), mpq(steps - k, steps)]
        yield Profile.of(TRACING, [[["1/4", "3/4"], after], [["1/4", "3/4"], ["3/4", "1/4"]]])


def test_given_priors_lead_to_the_equilibria_of_solve(tmp_path: Path) -> None:
    exploration = explore(TRACING, grid(10), results=tmp_path / "runs.jsonl")
    assert (exploration.starts, exploration.priors, exploration.columns[-1]) == (9, "given", "first prior")
    for k, prior in enumerate(grid(10)):
        plans = lemke.solve(TRACING, prior=prior, seed=k).plans
        assert all(map(np.array_equal, plans, exploration.equilibria[exploration.ends[k]].equilibrium.plans))
    assert len(set(exploration.ends)) == 3
    assert all(reached.equilibrium.prior == "profile" for reached in exploration.equilibria)
    assert explore(TRACING, grid(10), starts=9, results=tmp_path / "runs.jsonl") == exploration
    with pytest.raises(InputError, match=r"runs.jsonl:10: prior 8 .* given to this run with this number$"):
        explore(TRACING, grid(10), starts=8, results=tmp_path / "runs.jsonl")
    with pytest.raises(InputError, match=r"runs.jsonl:2: prior 0 "):
        explore(TRACING, grid(11), results=tmp_path / "runs.jsonl")
    with pytest.raises(InputError, match=r"runs.jsonl:1: .*priors 'given', expected random"):
        explore(TRACING, results=tmp_path / "runs.jsonl")


def test_a_prior_that_is_not_completely_mixed_proves_nothing_by_itself() -> None:
    pure = Profile.of(TRACING, [[[1, 0], [1, 0]], [[1, 0], [1, 0]]])
    (reached,) = explore(TRACING, [pure]).equilibria
    assert reached.witness is None and reached.proofs == 0


def test_wrong_priors_are_refused() -> None:
    with pytest.raises(InputError, match="'centroid'"):
        explore(TRACING, "centroid")
    with pytest.raises(ProfileError, match="4 priors, expected 5"):
        explore(TRACING, grid(5), starts=5)
    with pytest.raises(ProfileError, match="0 priors"):
        explore(TRACING, [])
    with pytest.raises(ProfileError, match=r"prior 0: .*int, expected a Profile"):
        explore(TRACING, [3])
    with pytest.raises(ProfileError, match=r"^prior 1: "):
        explore(TRACING, [next(grid(3)), Profile.of(lemke.read(GAMES / "matching_pennies.efg"), [[[1, 0]], [[1, 0]]])])


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="expected a Game"):
        explore(lemke.sequence_form(TRACING))
    with pytest.raises(InputError, match=r"^starts of type numpy.int64, expected an int, 1 or more$"):
        explore(TRACING, starts=np.int64(5))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="0 starts"):
        explore(TRACING, starts=0)
    with pytest.raises(InputError, match="the kernel 'fast'"):
        explore(TRACING, kernel="fast")
    with pytest.raises(InputError, match="the seed -1"):
        explore(TRACING, seed=-1)
    builder = lemke.GameBuilder()
    moves = builder.information_set(0, ["a", "b"])
    for node in builder.decide(builder.root, moves):
        builder.decide(node, moves)
    with pytest.raises(RecallError):
        explore(builder.build(unpaid="zero"))


# ---------------------------------------------------------------- the file


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory, few: Exploration) -> bytes:
    path = tmp_path_factory.mktemp("recorded") / "runs.jsonl"
    assert explore(TRACING, starts=24, seed=3, results=path) == few
    return path.read_bytes()


@pytest.fixture
def written(tmp_path: Path, recorded: bytes) -> Path:
    path = tmp_path / "runs.jsonl"
    path.write_bytes(recorded)
    return path


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the priors that are computed from now on."""
    numbers: list[int] = []
    follow = workers.follow

    def noted(form, number, *more):
        numbers.append(number)
        return follow(form, number, *more)

    monkeypatch.setattr(workers, "follow", noted)
    return numbers


def test_an_exploration_goes_on_from_a_file_that_is_cut_off_anywhere(written: Path, monkeypatch) -> None:
    lines_kept = 9
    complete = b"".join(written.read_bytes().splitlines(keepends=True)[:lines_kept])
    expected = explore(TRACING, starts=lines_kept - 1, seed=3)
    ends = [k + 1 for k, byte in enumerate(complete) if byte == ord("\n")]
    cuts = sorted({0, 1, *ends, *(end - 1 for end in ends), *(end - 9 for end in ends[1:])})
    numbers = counted(monkeypatch)
    for cut in cuts:
        written.write_bytes(complete[:cut])
        numbers.clear()
        assert explore(TRACING, starts=lines_kept - 1, seed=3, results=written) == expected
        kept = max(0, complete[:cut].count(b"\n") - 1)
        assert numbers == list(range(kept, lines_kept - 1))
        assert written.read_bytes() == complete


def test_a_file_is_used_for_more_and_for_fewer_starts(written: Path, few: Exploration, monkeypatch) -> None:
    numbers = counted(monkeypatch)
    more = explore(TRACING, starts=30, seed=3, results=written)
    assert numbers == list(range(24, 30)) and more.starts == 30
    assert more == explore(TRACING, starts=30, seed=3)
    assert explore(TRACING, starts=24, seed=3, results=written) == few
    numbers.clear()
    assert explore(TRACING, starts=7, seed=3, results=written) == explore(TRACING, starts=7, seed=3)
    assert numbers == list(range(7))  # only those of the second call: the first reads all from the file


def test_lines_in_any_order_give_the_same_exploration(written: Path, few: Exploration) -> None:
    with ThreadPoolExecutor(3) as executor:
        path = written.with_name("other.jsonl")
        explore(TRACING, starts=24, seed=3, executor=executor, results=path)
    assert explore(TRACING, starts=24, seed=3, results=path) == few
    assert sorted(line["prior"] for line in lines(path)[1:]) == list(range(24))


Change = Callable[[list[dict]], object]


def witness_of(records: list[dict]) -> dict:
    return next(line for line in records if "witness" in line)


def without_plans(records: list[dict]) -> None:
    records[1]["perfect"] = False
    del records[1]["plans"], records[1]["witness"]


TAMPERED: list[tuple[str, Change, str]] = [
    ("format", lambda records: records[0].update(format="lemke-exploration/2"), "1: no exploration"),
    ("game", lambda records: records[0]["game"].update(sha256="0" * 64), "1: 000000000000"),
    ("seed", lambda records: records[0].update(seed=0), "1: seed '0', expected 3"),
    ("seed true", lambda records: records[0].update(seed=True), "1: seed 'True', expected 3"),
    ("kernel", lambda records: records[0].update(kernel="exact"), "1: kernel 'exact', expected auto"),
    ("twice", lambda records: records.append(records[1]), "26: prior 0 twice"),
    ("negative", lambda records: records[1].update(prior=-1), "2: negative"),
    ("no number", lambda records: records[2].update(pivots=1.5), "3: pivots is 1.5"),
    ("truth", lambda records: records[2].update(perfect=1), "3: perfect is 1"),
    ("no kernel", lambda records: records[3].update(kernel="oracle"), "4: kernel 'oracle'"),
    ("more", lambda records: records[3].update(more=1), "4: member 'more'"),
    ("given", lambda records: records[3].update(given="ab"), "4: prior 2 "),
    ("without plans", without_plans, "2: 7df49f4ad8f1... has no plans"),
    ("no plans", lambda records: records[1].update(plans=[["1"]]), "2: plans, expected two lists"),
    ("floats", lambda records: records[1].update(plans=[[1.0], [1.0]]), "2: plans, expected two lists"),
    ("letters", lambda records: records[1].update(plans=[["1"], ["one"]]), "2: plans: 'one' "),
    ("key", lambda records: records[1].update(key="0" * 64), "2: key"),
    ("no witness", lambda records: records[1].pop("witness"), "2: no witness at prior 0"),
    (
        "unproved",
        lambda records: records[1].update(perfect=False),
        "2: witness at prior 0, expected no witness, as perfect",
    ),
    (
        "short",
        lambda records: witness_of(records)["witness"][0].pop(),
        "2: witness at prior 0 of 4 and 5 numbers, expected 5 and 5",
    ),
    (
        "no proof",
        lambda records: records[1].update(witness=records[1]["plans"]),
        "2: witness at prior 0 proves nothing",
    ),
]


@pytest.mark.parametrize(("change", "message"), [row[1:] for row in TAMPERED], ids=[row[0] for row in TAMPERED])
def test_tampered_files_are_refused(change: Change, message: str, written: Path) -> None:
    records = lines(written)
    change(records)
    text = "".join(f"{json.dumps(line)}\n" for line in records)
    written.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        explore(TRACING, starts=24, seed=3, results=written)
    line, _, words = message.partition(": ")
    error = str(caught.value)
    assert error.startswith(f"{written}:{line}: ") and words in error and "\n" not in error
    assert written.read_text(encoding="utf-8") == text  # as it was


def test_plans_with_their_own_key_that_are_no_equilibrium_are_refused(written: Path) -> None:
    for plans, message in (
        ([["1", "0", "1", "1", "0"], ["1", "1", "0", "1", "0"]], "not in equilibrium"),
        ([["1", "1", "1", "0", "0"], ["1", "1", "0", "1", "0"]], "do not fit the game"),
        ([["1"], ["1"]], "do not fit the game"),
    ):
        records = lines(written)
        exact = tuple(lemke.vector(plan) for plan in plans)
        records[1] |= {"plans": plans, "key": ends.key(exact), "perfect": False}
        records[1].pop("witness", None)
        path = written.with_name("other.jsonl")
        path.write_text("".join(f"{json.dumps(line)}\n" for line in records))
        with pytest.raises(InputError, match=message):
            explore(TRACING, starts=24, seed=3, results=path)


@pytest.mark.parametrize("text", ["a note\n", "a note", "[1]\n", '{"format": 1}\n', "[" * 10**5 + "\n", "\xff\n"])
def test_files_that_are_no_exploration_are_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InputError, match=r"note.txt(:1)?: (no exploration|a line )"):
        explore(TRACING, starts=2, results=path)
    assert path.read_bytes() == text.encode("latin-1")


def test_a_file_that_cannot_be_written_is_an_input_error(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "runs.jsonl"):
        with pytest.raises(InputError, match=r"cannot be written: (not a regular file|No such file)"):
            explore(TRACING, starts=2, results=path)


@pytest.mark.skipif(os.name != "posix", reason="no locks")
def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    messages = []

    def meanwhile(_: str) -> None:
        if not messages:
            with pytest.raises(InputError) as caught:
                explore(TRACING, starts=2, results=path)
            messages.append(str(caught.value))

    with limits(progress=meanwhile):
        assert explore(TRACING, starts=2, results=path).starts == 2
    (message,) = messages
    assert message.startswith(f"{path}: ") and "another exploration" in message


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no processes are forked")
def test_forked_workers_do_not_keep_the_file(tmp_path: Path, few: Exploration) -> None:
    path = tmp_path / "runs.jsonl"
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as executor:
        explore(TRACING, starts=12, seed=3, executor=executor, results=path)
        open_in = Path(f"/proc/{executor.submit(os.getpid).result()}/fd")
        if open_in.exists():
            assert path not in [Path(os.readlink(descriptor)) for descriptor in open_in.iterdir()]
        assert explore(TRACING, starts=24, seed=3, executor=executor, results=path) == few


@pytest.mark.skipif(os.name != "posix", reason="no limits of files")
def test_a_full_disk_is_a_limit(written: Path, few: Exploration) -> None:
    import resource

    path = written.with_name("full.jsonl")
    size = len(b"".join(written.read_bytes().splitlines(keepends=True)[:9])) + 5
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        exploration = explore(TRACING, starts=24, seed=3, results=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (exploration.stopped, exploration.starts) == ("limit", 8) and path.stat().st_size == size
    assert exploration.reason.startswith(f"{path}: cannot be written: ")
    assert explore(TRACING, starts=24, seed=3, results=path) == few
    assert path.read_bytes() == written.read_bytes()


# ---------------------------------------------------------------- explorations that are stopped


def stopping(error: BaseException, after: int) -> AbstractContextManager[None]:
    def observer(stage: str) -> None:
        if stage.startswith(f"{after} of "):
            raise error

    return limits(progress=observer)


@pytest.mark.parametrize(
    ("error", "stopped"), [(KeyboardInterrupt(), "interrupt"), (LimitError("the time limit"), "limit")]
)
@pytest.mark.parametrize("threads", [0, 2])
def test_a_stopped_exploration_returns_and_keeps_the_starts_that_are_done(
    error: BaseException, stopped: str, threads: int, tmp_path: Path, few: Exploration
) -> None:
    path = tmp_path / "runs.jsonl"
    with ThreadPoolExecutor(threads or 1) as pool:
        executor = pool if threads else None
        with stopping(error, 5):
            exploration = explore(TRACING, starts=24, seed=3, executor=executor, results=path)
    assert (exploration.stopped, exploration.starts, exploration.wanted) == (stopped, 5, 24)
    assert (
        sum(reached.count for reached in exploration.equilibria)
        == 5
        == len(exploration.ends) - exploration.ends.count(None)
    )
    assert exploration.ends[-1] is not None
    assert len(lines(path)) == 6
    assert explore(TRACING, starts=24, seed=3, results=path) == few


def test_a_stop_before_the_first_start_is_done_is_raised() -> None:
    with pytest.raises(LimitError), limits(time=0):
        explore(TRACING)

    def interrupt(stage: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limits(progress=interrupt):
        explore(TRACING)


# ---------------------------------------------------------------- the example


def test_the_plane_of_priors_has_three_basins(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(sys, "argv", ["basins.py", "--steps", "6"])
    runpy.run_path(str(GAMES.parent / "research" / "basins.py"), run_name="__main__")
    *names, _, _, _, _, _, _ = printed = capsys.readouterr().out.splitlines()
    assert [name.rpartition("to ")[2] for name in names] == [
        "payoffs 4, 7/3 with s 2/3",
        "payoffs 11, 3 with s 1/12",
        "payoffs 11, 3 with s 1",
    ]
    assert printed[3:] == ["   BBCAAA", "   BBCAAA", "   BBCCAA", "   BBCCCA", "   AAAAAA", "   AAAAAA"]


def test_the_plane_of_priors_may_have_holes_and_many_equilibria(monkeypatch: pytest.MonkeyPatch) -> None:
    script = runpy.run_path(str(GAMES.parent / "research" / "basins.py"))
    failing(monkeypatch, {1})
    exploration = explore(TRACING, grid(5))
    assert exploration.ends[1] is None and (script["plane_of"](exploration, 3) == -1).tolist() == [
        [False, True, False],
        [False, True, True],
        [True, True, True],
    ]
    assert "".join(map(script["letter"], [-1, 0, 25, 26])) == ".AZA"


def test_equilibria_are_judged_as_they_arrive_not_when_a_limit_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    module, times = sys.modules["lemke.studies.explore"], []
    judged = module.judged

    def noted(*arguments: object) -> object:
        times.append(current().time)
        return judged(*arguments)

    monkeypatch.setattr(module, "judged", noted)
    with limits(time=1000):
        exploration = explore(TRACING, starts=20)
    assert times == [1000] * len(exploration.equilibria)


def test_equilibria_that_the_file_has_are_not_judged_again_as_further_ends_arrive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, priors = sys.modules["lemke.studies.explore"], []
    exploration = explore(TRACING, starts=20, results=tmp_path / "results.jsonl")
    equilibrium = module._equilibrium

    def noted(*arguments: object) -> object:
        priors.append(arguments[-1].prior)
        return equilibrium(*arguments)

    monkeypatch.setattr(module, "_equilibrium", noted)
    more = explore(TRACING, starts=40, results=tmp_path / "results.jsonl")
    assert len(more.equilibria) == len(exploration.equilibria)
    assert sorted(priors) == sorted(reached.first for reached in more.equilibria)
