"""The guided kernel: proposed bases are solved and checked exactly, and wrong ones are never returned."""

import random
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from hard_games import bimatrix
from lemke import LCP
from lemke.cli import run
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.game.strategy import realization_plan
from lemke.generators import kuhn, leduc_state
from lemke.ground.limits import limits
from lemke.ground.sparse import SparseMatrix, zeros
from lemke.linear import exact, guided
from lemke.linear.exact import outcome, repaired
from lemke.linear.guided import KERNELS, kernels
from lemke.linear.guided import lemke as solve_proved
from lemke.linear.guided.float_path import Proposal, Proposals, propose
from lemke.linear.guided.kernels import Attempts
from lemke.linear.lcp import NoOutcome, Ray, Solution, StartBasis, check
from lemke.solvers.sequence_lcp import starting_point
from methods import solved_by
from named_games import GAMES

NUMBERS = {
    "ties": lambda source: source.choice((0, 0, 1, -1, 2, -2, mpq(1, 2), mpq(-3, 7))),
    "generic": lambda source: mpq(source.randint(-(10**6), 10**6), source.randint(1, 10**6)),
    "far apart": lambda source: source.choice((-1, 0, 1)) * mpq(10) ** source.randint(-9, 9),
}


def general(kind: str, n: int, seed: int) -> LCP:
    """A random problem that does not come from a game."""
    source = random.Random(seed)
    number = NUMBERS[kind]
    table = [[number(source) for _ in range(n)] for _ in range(n)]
    return LCP.of(SparseMatrix.from_dense(table, n), [number(source) for _ in range(n)])


def positive_definite(n: int, seed: int) -> LCP:
    """A problem with exactly one solution (Cottle, Pang, Stone 1992), so every start must lead to it."""
    source = random.Random(seed)
    table = [[mpq(source.randint(-99, 99), 7) for _ in range(n)] for _ in range(n)]
    M = [
        [sum(a * b for a, b in zip(row_i, row_j, strict=True)) + (row_i is row_j) for row_j in table] for row_i in table
    ]
    return LCP.of(M, [source.randint(-999, 999) for _ in range(n)])


def of_game(game: lemke.Game, seed: int) -> LCP:
    form = lemke.sequence_form(game)
    prior = starting_point(form, "random", seed, False).profile
    plan_1, plan_2 = map(realization_plan, form.sequences, prior.behavior)
    return form.lcp((plan_1, plan_2))


def agree(first: Solution | Ray, second: Solution | Ray) -> None:
    assert type(first) is type(second)
    for name in ("z", "w") if isinstance(first, Solution) else ("z", "z0", "direction", "direction_z0"):
        assert np.array_equal(getattr(first, name), getattr(second, name))


# ---------------------------------------------------------------------- right proposals


@pytest.mark.parametrize("rounds", [0, 1])
def test_the_end_of_the_last_path_is_proposed(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "ROUNDS", rounds)
    problem = positive_definite(12, 0)
    end = kernels.approximate_end(problem, 0, range(12, 24))  # all z are 0, some w negative
    assert (end is None) == (rounds == 0)
    assert end is None or check(problem, outcome(problem, end)) is None


@given(st.integers(1, 12), st.integers(0, 10**6))
def test_without_ties_it_ends_where_the_exact_path_ends(n: int, seed: int) -> None:
    problem = general("generic", n, seed)
    exact, guided = (solve_proved(problem, kernel) for kernel in ("exact", "guided"))
    agree(exact.outcome, guided.outcome)
    assert guided.kernel == "guided"  # nearly always at the first try


@given(st.integers(1, 7), st.integers(1, 7), st.integers(0, 10**6))
def test_in_games_without_ties_it_ends_where_the_exact_path_ends(m: int, n: int, seed: int) -> None:
    source = random.Random(seed)
    draws = (source.sample(range(-99999, 99999), m * n) for _ in range(2))  # no payoff twice
    A, B = ([[mpq(numerator, 997) for numerator in drawn[i * n : i * n + n]] for i in range(m)] for drawn in draws)
    problem = of_game(bimatrix(A, B), seed)
    exact, guided = (solve_proved(problem, kernel).outcome for kernel in ("exact", "guided"))
    assert isinstance(guided, Solution)
    agree(exact, guided)


@given(st.sampled_from(["ties", "far apart"]), st.integers(0, 9), st.integers(0, 10**6))
def test_with_ties_it_ends_at_an_outcome_of_its_own_or_refuses_for_a_reason(kind: str, n: int, seed: int) -> None:
    problem = general(kind, n, seed)
    try:
        proved = solve_proved(problem, "guided").outcome
    except InputError as error:  # the path along which z stays 0
        assert "leads back to the ray" in str(error)
        return
    assert check(problem, proved) is None


RAYS = {
    "falling": ([[-1]], [-1], None),
    "skew": ([[0, 1], [-1, 0]], [0, -1], None),
    "zeros": ([[0, 0], [0, 1]], [-1, 1], None),
    "a later ray": ([[1, 2, 0], [0, -1, 1], [1, 0, -2]], [-1, -2, -3], None),
    "uneven covering vector": ([[0, 1], [-1, 0]], [0, -1], ["1/3", 2]),
}


@pytest.mark.parametrize("name", RAYS)
def test_rays_are_proved(name: str) -> None:
    problem = LCP.of(*RAYS[name])
    exact, guided = (solve_proved(problem, kernel) for kernel in ("exact", "guided"))
    assert isinstance(guided.outcome, Ray) and guided.kernel == "guided"
    assert check(problem, guided.outcome) is None
    agree(exact.outcome, guided.outcome)


def test_a_ray_of_a_positive_semidefinite_problem_proves_that_there_is_no_solution() -> None:
    """Rows 1 and 2 ask for z1 ≥ 1 and −z1 ≥ 0: M = (0 Aᵀ; −A 0) is copositive-plus (Lemke 1965)."""
    problem = LCP.of([[0, 0, -1], [0, 0, 1], [1, -1, 0]], [-1, 0, 0])
    ray = solve_proved(problem, "guided").outcome
    assert isinstance(ray, Ray)
    assert ray.direction_z0 == 0
    slack = problem.M.T @ ray.direction  # Farkas: direction ≥ 0, Mᵀ direction ≤ 0 and q · direction < 0
    assert all(slack <= 0) and sum(problem.q * ray.direction) < 0


@pytest.mark.parametrize(
    "problem",
    [
        LCP.of([[1]], [-1], [0]),
        LCP.of([[1]], [-1], [-1]),
        LCP.of([[1, 2], [3, 4]], [-1, -1], [1, 0]),
        replace(LCP.of([[0]], [-1]), start=StartBasis(frozenset([0]), mpq(1))),
    ],
    ids=["not covered", "negative", "one of two", "singular start"],
)
def test_starts_that_the_exact_kernel_refuses_are_refused_in_the_same_words(problem: LCP) -> None:
    with pytest.raises(InputError) as exact:
        solve_proved(problem, "exact")
    with pytest.raises(InputError) as guided:
        solve_proved(problem, "guided")
    assert str(exact.value) == str(guided.value)


@pytest.mark.parametrize("power", [15, 30, 300, 400])
def test_both_kernels_agree_on_numbers_far_apart_and_beyond_floats(power: int) -> None:
    huge, tiny = mpq(10) ** power, mpq(1, mpq(10) ** power)
    for M, q in (([[huge, tiny], [tiny, 3]], [-huge, -1]), ([[1, tiny], [-tiny, tiny]], [-tiny, -tiny])):
        exact, guided = (lemke.solve_lcp(M, q, kernel=kernel) for kernel in ("exact", "guided"))
        agree(exact, guided)


def test_the_empty_problem_has_the_empty_solution() -> None:
    proved = solve_proved(LCP.of([], []), "guided")
    assert isinstance(proved.outcome, Solution) and len(proved.outcome.z) == 0


# ---------------------------------------------------------------------- from a wrong basis on


@given(st.integers(1, 8), st.integers(0, 10**6), st.data())
def test_from_any_basis_the_repaired_path_ends_at_the_one_solution(n: int, seed: int, data: st.DataObject) -> None:
    problem = positive_definite(n, seed)
    inside = data.draw(st.sets(st.integers(0, n - 1)))
    wrong = outcome(problem, Proposal(frozenset(i if i in inside else n + i for i in range(n)), 0))
    assert isinstance(wrong, Solution)
    assert np.array_equal(wrong.w, problem.q + problem.M @ wrong.z)
    right = solve_proved(problem, "exact").outcome
    if check(problem, wrong) is None:
        return agree(wrong, right)
    nearby = repaired(problem, wrong)
    for kernel in ("exact", "guided"):
        proved = solve_proved(nearby, kernel).outcome
        assert check(problem, proved) is None
        agree(proved, right)


# q < 0, so that z = 0 is wrong; M is positive definite, so that only (4/3, 7/3) is right.
PROBLEM = LCP.of([[2, 1], [1, 2]], [-5, -6])
WRONG = {
    "infeasible": Proposal(frozenset([2, 3]), 5),
    "half of it": Proposal(frozenset([0, 3]), 5),
    "both of a pair": Proposal(frozenset([0, 2]), 5),
    "too small": Proposal(frozenset([0]), 5),
    "too large": Proposal(frozenset([0, 1, 2]), 5),
    "with z0": Proposal(frozenset([0, 1, 4]), 5),
    "no ray": Proposal(frozenset([0, 4]), 5, entering=1),
    "a ray that is none, without z0": Proposal(frozenset([0, 1]), 5, entering=2),
    "lost": NoOutcome("on purpose", 5),
}


def first_proposing(monkeypatch: pytest.MonkeyPatch, *wrong: Proposal | NoOutcome) -> None:
    """Make the guided kernel propose these first."""
    coming = iter(wrong)

    def instead(*arguments: object, **options: object) -> Proposals:
        proposal = next(coming, None)
        yield 1
        return proposal if proposal is not None else (yield from propose(*arguments, **options))

    monkeypatch.setattr(guided, "propose", instead)


@pytest.mark.parametrize("name", WRONG)
def test_after_a_wrong_basis_the_exact_path_answers(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first_proposing(monkeypatch, WRONG[name])
    proved = solve_proved(PROBLEM, "guided", seed=3)
    assert list(proved.outcome.z) == [mpq(4, 3), mpq(7, 3)]
    assert (proved.kernel, proved.tries, proved.seed) == ("exact", 2, 3)


@pytest.mark.parametrize("seed", range(8))
def test_random_bases_are_never_returned_unless_they_solve_the_game(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = of_game(lemke.read(GAMES / "tracing_2002.efg"), seed)
    source = random.Random(seed)

    def drawn() -> Proposal:
        inside = [free or source.random() < 0.5 for free in problem.free]
        return Proposal(frozenset(i if is_inside else problem.size + i for i, is_inside in enumerate(inside)), 1)

    first_proposing(monkeypatch, *(drawn() for _ in range(99)))
    proved = solve_proved(problem, "guided").outcome
    assert isinstance(proved, Solution) and check(problem, proved) is None


def _shifted(problem: LCP, solution: Solution) -> Solution:
    return replace(solution, z=solution.z + mpq(1, 10**30))


def _swapped(problem: LCP, solution: Solution) -> Solution:
    return replace(solution, z=solution.w, w=solution.z)


def _nothing(problem: LCP, solution: Solution) -> Solution:
    return replace(solution, z=zeros(problem.size), w=problem.q)


@pytest.mark.parametrize("tamper", [_shifted, _swapped, _nothing])
def test_tampered_outcomes_are_rejected(
    tamper: Callable[[LCP, Solution], Solution], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Change the numbers of the first right basis."""
    tampered = []

    def wrong(problem: LCP, *arguments: object) -> Solution | Ray:
        honest = outcome(problem, *arguments)
        if tampered:
            return honest
        tampered.append(tamper(problem, honest))
        return tampered[0]

    monkeypatch.setattr(exact, "outcome", wrong)
    proved = solve_proved(PROBLEM, "guided")
    assert len(tampered) == 1 and proved.tries > 1
    assert list(proved.outcome.z) == [mpq(4, 3), mpq(7, 3)]


def never_right(problem: LCP, seed: int, early: bool) -> Attempts:
    yield "guided", NoOutcome("the way home", 7), False, False
    yield "guided", Solution(zeros(problem.size), zeros(problem.size), (), 1, 1), False, False
    yield "exact", Ray(zeros(problem.size), mpq(0), zeros(problem.size), mpq(0), 1, 1), False, False


def test_where_no_kernel_is_right_nothing_is_returned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(KERNELS, "guided", never_right)
    with pytest.raises(NotProvedError) as error:
        solve_proved(PROBLEM, "guided")
    assert str(error.value).startswith("no outcome is proved after 3 tries; guided: the way home; guided: w = q + Mz")
    assert "; exact: z0 > 0 along the ray fails" in str(error.value)
    assert run(["solve", str(GAMES / "kuhn3.efg"), "--kernel", "guided"]) == 4
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lemke: ") and "no outcome is proved after 3 tries" in err and err.count("\n") == 1


# ---------------------------------------------------------------------- seeds, limits, progress


def test_seeds_are_recorded_and_reach_the_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def listening(problem: LCP, seed: int, *arguments: object, **options: object) -> Proposals:
        seeds.append(seed)
        return propose(problem, seed, *arguments, **options)

    monkeypatch.setattr(guided, "propose", listening)
    assert solve_proved(PROBLEM, "guided", seed=12).seed == 12
    assert seeds == [12]
    assert solve_proved(PROBLEM, "exact", seed=12).seed is None
    assert lemke.solve(kuhn(4, "1/20"), kernel="guided", seed=5).seed == 5
    assert lemke.solve(kuhn(4, "1/20"), kernel="exact").seed is None


def test_the_same_seed_gives_the_same_answer_twice() -> None:
    form = lemke.sequence_form(kuhn(9, "1/20"))
    for seed in (0, 1):
        first, second = (solved_by(form, "lcp", kernel="guided", seed=seed) for _ in range(2))
        assert first.how == second.how
        assert all(np.array_equal(*plans) for plans in zip(first.plans, second.plans, strict=True))


def test_the_time_limit_is_kept_on_the_guided_path() -> None:
    form = lemke.sequence_form(leduc_state(distinct=True, rake="1/20"))
    begin = time.monotonic()
    with pytest.raises(LimitError, match=r"the time limit of 0\.2 s was reached"), limits(time=0.2):
        lemke.solve(form, kernel="guided", prior="centroid")
    assert time.monotonic() - begin < 5


def test_progress_is_reported_on_the_guided_path() -> None:
    stages: list[str] = []
    with limits(progress=stages.append):
        lemke.solve(kuhn(9, "1/20"), kernel="guided")
    assert any(stage.startswith("guided: pivot ") and ", z0 = " in stage for stage in stages)


def lost(*_: object, **__: object) -> Proposals:
    yield 1
    return NoOutcome("lost on purpose", 0)


def test_large_problems_have_no_dense_tableau(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "propose", lost)
    problem = positive_definite(4, 1)
    assert solve_proved(problem, "guided").kernel == "exact"
    monkeypatch.setattr(kernels, "DENSE", 3)
    with pytest.raises(NotProvedError, match="exact: 4 pairs of variables"):
        solve_proved(problem, "guided")
    assert solve_proved(problem, "exact").kernel == "exact"
