"""Exact linear programming: every outcome has a witness that passes the check, even if floats are misled."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, LimitError
from lemke.generators import kuhn_state, leduc_state
from lemke.ground.limits import limits
from lemke.ground.sparse import SparseMatrix
from lemke.linear.guided import highs, linear_programs, optima, solve_lp
from lemke.linear.guided.highs import Solver
from lemke.linear.lp import LP, Basis, Infeasible, Optimal, Unbounded, check

Outcome = Optimal | Infeasible | Unbounded
NUMBERS = {
    "ties": lambda source: source.choice((0, 0, 1, -1, 2, -2, mpq(1, 2), mpq(-3, 7))),
    "generic": lambda source: mpq(source.randint(-(10**6), 10**6), source.randint(1, 10**6)),
    "far apart": lambda source: source.choice((-1, 0, 1)) * mpq(10) ** source.randint(-6, 6),
}


def program(kind: str, m: int, n: int, seed: int) -> LP:
    """All senses, free variables, feasible or not."""
    source = random.Random(seed)
    number = NUMBERS[kind]
    table = [[number(source) for _ in range(n)] for _ in range(m)]
    right, cost = [number(source) for _ in range(m)], [number(source) for _ in range(n)]
    senses = [source.choice((">=", "=", "<=")) for _ in range(m)]
    free = [j for j in range(n) if source.random() < 0.3]
    return LP.of(SparseMatrix.from_dense(table, n), right, cost, senses, free)


def bounded(m: int, n: int, seed: int) -> LP:
    """A program with an optimum: a point and a dual point are chosen first."""
    source = random.Random(seed)
    table = [[source.randint(-9, 9) for _ in range(n)] for _ in range(m)]
    A = SparseMatrix.from_dense(table, n)
    x, y = ([source.randint(0, 5) for _ in range(size)] for size in (n, m))
    room, loss = ([source.randint(0, 3) for _ in range(size)] for size in (m, n))
    return LP.of(A, A @ x - room, A.T @ y + loss)


def by_lemke(program: LP) -> Outcome:
    """The outcome by Lemke's algorithm, which uses no floats."""
    (outcome,) = linear_programs._by_lemke(program)
    assert check(program, outcome) is None
    return outcome


@given(st.sampled_from(list(NUMBERS)), st.integers(0, 6), st.integers(0, 6), st.integers(0, 10**6))
def test_every_program_has_one_of_three_outcomes_and_lemkes_algorithm_agrees(
    kind: str, m: int, n: int, seed: int
) -> None:
    problem = program(kind, m, n, seed)
    outcome, lemke_outcome = solve_lp(problem), by_lemke(problem)
    assert check(problem, outcome) is None
    assert type(outcome) is type(lemke_outcome)
    if isinstance(outcome, Optimal):
        assert outcome.value == lemke_outcome.value


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10**6), st.data())
def test_a_witness_with_one_number_moved_is_rejected(m: int, n: int, seed: int, data: st.DataObject) -> None:
    problem = bounded(m, n, seed)
    outcome = solve_lp(problem)
    j = data.draw(st.integers(0, n - 1))
    step = data.draw(st.sampled_from([1, -1])) * mpq(1, 10**30)
    x = outcome.x.copy()
    x[j] += step
    if problem.c[j]:
        assert check(problem, replace(outcome, x=x)) is not None
    i = data.draw(st.integers(0, m - 1))
    y = outcome.y.copy()
    y[i] += step
    if problem.b[i]:
        assert check(problem, replace(outcome, y=y)) is not None
    assert check(problem, replace(outcome, value=outcome.value + step)) is not None


EMPTY = {
    "nothing": (LP.of([], [], []), Optimal),
    "no rows": (LP.of([], [], [1, 0]), Optimal),
    "no rows, falling": (LP.of([], [], [1, -1]), Unbounded),
    "no rows, free": (LP.of([], [], [1], free=[0]), Unbounded),
    "no columns": (LP.of([[], []], [0, -1], []), Optimal),
    "no columns, infeasible": (LP.of([[], []], [0, -1], [], [">=", "="]), Infeasible),
    "zeros": (LP.of([[0, 0]], [0], [0, 0]), Optimal),
    "zeros, infeasible": (LP.of([[0, 0]], [1], [0, -1]), Infeasible),
}


@pytest.mark.parametrize("name", EMPTY)
def test_empty_programs_have_an_outcome_that_passes_the_check(name: str) -> None:
    problem, expected = EMPTY[name]
    outcome = solve_lp(problem)
    assert isinstance(outcome, expected)
    assert check(problem, outcome) is None


TINY = mpq(1, 10**20)
MISLEADING = {
    "a cost lower by 10^-20": (LP.of([[1, 1]], [1], [1, 1 - TINY]), 1 - TINY),
    "a coefficient of 10^-20": (LP.of([[TINY]], [1], [1]), 10**20),
    "a coefficient of 10^-20 that pays": (LP.of([[TINY, 1]], [1], [1, 10**21]), 10**20),
    "a wedge of 10^-20": (LP.of([[1, -1], [-1, 1 + TINY]], [0, 1], [1, 1]), 2 / TINY),
    "10^20 beside 1": (LP.of([[1 / TINY, 1], [1, 1 / TINY]], [1, 1], [1, 1]), 2 / (1 / TINY + 1)),
    "beyond floats": (LP.of([[mpq(10) ** 400]], [1], [1]), mpq(10) ** -400),
}


@pytest.mark.parametrize("name", MISLEADING)
def test_numbers_that_mislead_floats_are_solved_exactly(name: str) -> None:
    problem, value = MISLEADING[name]
    outcome = solve_lp(problem)
    assert isinstance(outcome, Optimal) and outcome.value == value
    assert check(problem, outcome) is None


@pytest.mark.parametrize(
    ("problem", "expected"),
    [
        (LP.of([[1], [-1]], [TINY, 0], [1]), Infeasible),
        (LP.of([[1], [-1]], [1, TINY - 1], [1]), Infeasible),
        (LP.of([[1, -1]], [0], [1, TINY - 1]), Optimal),
        (LP.of([[1, -1]], [0], [1, -TINY - 1]), Unbounded),
        (LP.of([[1 + TINY, -1]], [0], [1, -1]), Unbounded),
    ],
    ids=["x ≥ 10^-20, x ≤ 0", "10^-20 too narrow", "just bounded", "just unbounded", "a slope 10^-20 too steep"],
)
def test_the_kind_of_outcome_may_hang_on_a_hair(problem: LP, expected: type[Outcome]) -> None:
    outcome = solve_lp(problem)
    assert isinstance(outcome, expected)
    assert check(problem, outcome) is None


# ---------------------------------------------------------------------- from a wrong basis on


class Misled(Solver):
    """HiGHS, but what it says first is drawn at random."""

    source = random.Random(0)

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)
        self.asked = 0

    def propose(self) -> tuple[str, Basis | None]:
        status, basis = super().propose()
        self.asked += 1
        if self.asked > self.wrong or basis is None:
            return status, basis
        basic = np.zeros(len(basis.columns) + len(basis.rows), dtype=bool)
        basic[self.source.sample(range(len(basic)), len(basis.rows))] = True
        return "optimal", Basis(*np.split(basic, [len(basis.columns)]))


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**6), st.sampled_from([1, 2, 99]))
def test_wrong_bases_are_never_returned(m: int, n: int, seed: int, wrong: int) -> None:
    problem = bounded(m, n, seed)
    right = solve_lp(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Misled, "wrong", wrong, raising=False)
        patch.setattr(Misled, "source", random.Random(seed))
        patch.setattr(linear_programs, "Solver", Misled)
        outcome = solve_lp(problem)
    assert isinstance(outcome, Optimal) and outcome.value == right.value
    assert check(problem, outcome) is None


@pytest.mark.parametrize("status", ["infeasible", "unbounded", "unknown"])
@pytest.mark.parametrize("problem", [bounded(3, 3, 0), bounded(2, 5, 1), EMPTY["no rows"][0]])
def test_an_optimum_that_floats_deny_is_found(problem: LP, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Floats find no optimum of the first program, but of those that are solved on the way."""
    right = by_lemke(problem)
    asked = []

    class Denying(Solver):
        def propose(self) -> tuple[str, Basis | None]:
            asked.append(status)
            return (status, None) if len(asked) == 1 else super().propose()

    monkeypatch.setattr(linear_programs, "Solver", Denying)
    outcome = solve_lp(problem)
    assert isinstance(outcome, Optimal) and outcome.value == right.value


@pytest.mark.parametrize("sense", ["=", ">="])
def test_a_wrong_first_basis_is_refined(sense: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """HiGHS continues from the magnified residual of x = (1, 0), a feasible point that is not optimal."""
    asked = []

    class First(Solver):
        def propose(self) -> tuple[str, Basis | None]:
            proposal = super().propose()
            asked.append(proposal)
            return ("optimal", Basis(np.array([True, False]), np.array([False]))) if len(asked) == 1 else proposal

    monkeypatch.setattr(linear_programs, "Solver", First)
    outcome = solve_lp(LP.of([[1, 1]], [1], [2, 1], [sense]))
    assert (outcome.value, outcome.kernel, outcome.tries) == (1, "refined", 2)
    assert list(outcome.x) == [0, 1]


# ---------------------------------------------------------------------- from a given start on


def starts_at(problem: LP, columns: object, rows: object) -> LP:
    return replace(problem, start=Basis(columns, rows))


def random_start(problem: LP, size: str, seed: int) -> LP:
    """As many basic variables and slacks as there are rows, or any number."""
    source = random.Random(seed)
    m, n = problem.A.shape
    number = {"as rows": m, "none": 0, "all": m + n, "any": source.randint(0, m + n)}[size]
    basic = np.zeros(m + n, dtype=bool)
    basic[source.sample(range(m + n), number)] = True
    return starts_at(problem, *np.split(basic, [n]))


def belongs_to(problem: LP, optimum: Optimal, basis: Basis) -> bool:
    """Whether nonbasic variables and slacks are 0, and so are the dual multipliers of basic ones."""
    slacks, costs = problem.A @ optimum.x - problem.b, problem.c - problem.A.T @ optimum.y
    zero = (optimum.x[~basis.columns], slacks[~basis.rows], optimum.y[basis.rows], costs[basis.columns])
    return basis.columns.sum() + basis.rows.sum() == problem.A.shape[0] and not any(part.any() for part in zero)


@given(
    st.sampled_from(list(NUMBERS)),
    st.integers(0, 6),
    st.integers(0, 6),
    st.integers(0, 10**6),
    st.sampled_from(["as rows", "none", "all", "any"]),
)
def test_no_start_changes_the_kind_of_outcome_or_the_value(kind: str, m: int, n: int, seed: int, size: str) -> None:
    problem = random_start(program(kind, m, n, seed), size, seed)
    outcome, lemke_outcome = solve_lp(problem), by_lemke(problem)
    assert check(problem, outcome) is None
    assert type(outcome) is type(lemke_outcome)
    if isinstance(outcome, Optimal):
        assert outcome.value == lemke_outcome.value
        assert (outcome.basis is None) == (outcome.kernel == "exact")
        assert outcome.basis is None or belongs_to(problem, outcome, outcome.basis)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 10**6))
def test_from_its_own_basis_there_is_no_pivot_and_from_anothers_the_same_value(m: int, n: int, seed: int) -> None:
    problem = bounded(m, n, seed)
    first = solve_lp(problem)
    again = solve_lp(replace(problem, start=first.basis))
    assert (again.kernel, again.tries, again.pivots) == ("highs", 1, 0)
    assert (list(again.x), list(again.y), again.value) == (list(first.x), list(first.y), first.value)
    changed = replace(problem, b=problem.b - 1, start=first.basis)
    warm = solve_lp(changed)
    assert check(changed, warm) is None
    assert warm.value == solve_lp(replace(changed, start=None)).value


LEDUC = lemke.sequence_form(leduc_state(ranks=3)).lp()


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both methods of HiGHS run on all programs."""
    monkeypatch.setattr(highs, "BOTH", 0)


@pytest.mark.usefixtures("both")
def test_a_start_is_for_the_simplex_method_also_in_large_programs() -> None:
    problem = lemke.sequence_form(kuhn_state(5)).lp()
    first = solve_lp(problem)
    assert first.pivots > 0
    again = solve_lp(replace(problem, start=first.basis))
    assert (again.pivots, again.method) == (0, "")


@pytest.mark.usefixtures("both")
@pytest.mark.parametrize("cores", [1, 2])
def test_both_methods_of_highs_run_until_one_ends(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highs, "_cores", lambda: cores)
    monkeypatch.setattr(highs, "BRIEF", 0)
    outcome = next(optima(LEDUC, "both"))
    assert outcome.method in highs.METHODS and outcome.tries == 1 and not solve_lp(LEDUC).method
    assert outcome.value == solve_lp(replace(LEDUC, start=outcome.basis)).value
    infeasible = LP.of([[1, 1], [-1, -1]], [1, 0], [1, 1])
    assert Solver(infeasible, "both").propose()[0] == "infeasible"


@pytest.mark.parametrize("method", highs.METHODS)
def test_a_method_of_highs_may_be_asked_for(method: str) -> None:
    answer = lemke.solve("example:kuhn3", "lp", lp_method=method)
    assert answer.how.lp_method == method and f"kernel highs ({method})" in str(answer)
    assert lemke.solve("example:kuhn3", "lp").how.lp_method is None
    with pytest.raises(InputError, match="lp_method"):
        lemke.solve("example:kuhn3", "lcp", lp_method=method)


@pytest.mark.parametrize("slow", highs.METHODS)
def test_the_method_that_ends_first_stops_the_other(slow: str) -> None:
    class Slow:
        """A HiGHS that ends only when it is told to."""

        def __init__(self) -> None:
            self.told = Event()

        def __getattr__(self, name: str) -> Callable[..., float]:
            return {"run": self.told.wait, "cancelSolve": self.told.set}.get(name, lambda *_: 0.0)

    programs = {method: Solver(LEDUC, method).highs for method in highs.METHODS}
    other = programs[slow] = Slow()
    assert highs.first_to_end(programs) != slow and other.told.is_set()
    other.told.clear()
    with pytest.raises(LimitError), limits(time=0.3):
        highs.first_to_end({slow: other})
    assert other.told.is_set()


@pytest.mark.usefixtures("both")
def test_with_one_core_a_method_that_needs_more_iterations_has_another_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(highs, "_cores", lambda: 1)
    monkeypatch.setattr(highs, "TURN", dict.fromkeys(highs.TURN, 1))
    solver = Solver(LEDUC, "both")
    assert solver.propose()[0] == "optimal" and solver.method in highs.METHODS
    assert solver.highs.getOptionValue("simplex_iteration_limit")[1] > 10**6


def test_a_game_that_changes_little_takes_few_pivots() -> None:
    problem = lemke.sequence_form(leduc_state(ranks=3)).lp()
    A, source = problem.A, random.Random(0)
    payoffs = ~problem.free[A.columns] & (problem.senses[A.rows] != 0)
    factors = [mpq(source.randint(990, 1010), 1000) if payoff else 1 for payoff in payoffs]
    nearby = replace(problem, A=SparseMatrix.from_entries(A.shape, A.rows, A.columns, A.values * factors))
    cold, warm = (next(optima(variant)) for variant in (problem, replace(problem, start=solve_lp(nearby).basis)))
    assert warm.pivots < cold.pivots / 2
    assert warm.value == cold.value
    assert solve_lp(replace(problem, start=warm.basis)).pivots == 0


# ---------------------------------------------------------------------- games, limits


def test_the_time_limit_is_kept_within_highs() -> None:
    form = lemke.sequence_form(leduc_state(ranks=8))
    begin = time.monotonic()
    with pytest.raises(LimitError, match=r"the time limit of 0\.2 s was reached"), limits(time=0.2):
        lemke.solve(form, method="lp")
    assert time.monotonic() - begin < 5


def test_threads_that_cannot_start_are_a_lack_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def run() -> None:
        raise RuntimeError("Resource temporarily unavailable")  # as HiGHS 1.16 says where memory is limited

    solver = Solver(LP.of([[1]], [1], [1]))
    monkeypatch.setattr(solver.highs, "run", run)
    with pytest.raises(MemoryError, match="threads"):
        solver.propose()


def test_highs_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert Solver(LP.of([[1]], [1], [1])).propose()[0] == "optimal"
    assert capfd.readouterr() == ("", "")
