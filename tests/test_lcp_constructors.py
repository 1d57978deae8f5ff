"""LCPs of linear programs, obstacles, markets and capital, and their solutions read back."""

import random
import sys
from itertools import product

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.ground.sparse import SparseMatrix, exact_sum, vector
from lemke.linear.guided import lemke as by_lemke
from lemke.linear.guided import solve_lp
from lemke.linear.lcp import Solution
from lemke.linear.lp import LP, Optimal
from lemke.linear.lp import check as check_lp
from scripts import script

# ---------------------------------------------------------------------- linear programs


@given(st.integers(0, 4), st.integers(1, 4), st.integers(0, 10**6))
def test_a_solution_of_the_lcp_has_the_optimum_and_its_multipliers(m: int, n: int, seed: int) -> None:
    source = random.Random(seed)
    A = [[source.randint(-3, 3) for _ in range(n)] for _ in range(m)]
    senses = [source.choice((">=", "=", "<=")) for _ in range(m)]
    free = [j for j in range(n) if source.random() < 0.3]
    b, c = ([source.randint(-3, 3) for _ in range(size)] for size in (m, n))
    program = LP.of(SparseMatrix.from_dense(A, n), b, c, senses, free)
    outcome = by_lemke(program.lcp()).outcome
    assert isinstance(outcome, Solution) == isinstance(solve_lp(program), Optimal)
    if isinstance(outcome, Solution):
        x, y = program.x_and_y(outcome.z)
        assert check_lp(program, Optimal(x, y, exact_sum(program.c * x))) is None


# ---------------------------------------------------------------------- an obstacle


@pytest.mark.parametrize("nodes", [1, 2, 15, 63])
def test_the_string_is_the_least_concave_function_above_the_obstacle(nodes: int) -> None:
    """The string is straight where it is free, and is pushed up where it touches."""
    example = script("examples/research/obstacle")
    places, heights, problem = example.problem(nodes)
    solution = lemke.solve_lcp(problem.M, problem.q)
    u = [mpq(0), *(heights + solution.z), mpq(0)]
    for i in range(1, nodes + 1):
        bend = (2 * u[i] - u[i - 1] - u[i + 1]) * (nodes + 1)
        assert u[i] >= example.obstacle(places[i - 1])
        assert bend == solution.w[i - 1] >= 0
        assert bend == 0 or u[i] == example.obstacle(places[i - 1])
    # at each node, that function is the highest chord of the obstacle's points and the ends
    points = [(mpq(0), mpq(0)), *zip(places, heights, strict=True), (mpq(1), mpq(0))]
    for i in range(1, nodes + 1):
        t, height = points[i]
        chords = (
            left + (right - left) * (t - s) / (r - s) for (s, left), (r, right) in product(points[:i], points[i + 1 :])
        )
        assert u[i] == max([height, *chords])


def test_the_solution_is_the_least_feasible_point() -> None:
    """In class Z, z is the least of all feasible ones (Cottle, Veinott 1972): minimise Σz instead."""
    _, _, problem = script("examples/research/obstacle").problem(31)
    least = solve_lp(LP.of(problem.M, -problem.q, [1] * 31))
    assert list(least.x) == list(lemke.solve_lcp(problem.M, problem.q).z)


# ---------------------------------------------------------------------- markets


def test_trade_between_regions_makes_no_profit_and_no_loss() -> None:
    example = script("examples/research/market")
    problem = example.problem()
    assert problem.M != problem.M.T  # so no program
    trade = example.table(lemke.solve_lcp(problem.M, problem.q).z)
    _, _, ask, bid = example.prices(trade)
    for i, j in product(range(len(ask)), range(len(bid))):
        gap = bid[j] - ask[i] - example.T[i][j]
        assert gap <= 0 <= trade[i][j]
        assert gap == 0 or trade[i][j] == 0
    assert sum(map(sum, trade)) > 0


def test_prices_of_a_symmetric_market_are_unique(monkeypatch: pytest.MonkeyPatch) -> None:
    """Samuelson (1952): a symmetric market is a quadratic program, so its prices are unique, but not its trade."""
    example = script("examples/research/market")
    monkeypatch.setattr(example, "B", [[1, "1/4"], ["1/4", 1]])
    monkeypatch.setattr(example, "G", [[1, 0, 0], [0, 1, "1/3"], [0, "1/3", 1]])
    problem = example.problem()
    assert problem.M == problem.M.T
    prices = [
        example.prices(example.table(lemke.solve_lcp(problem.M, problem.q, d).z))
        for d in ([1] * problem.size, range(1, problem.size + 1))
    ]
    assert all(list(first) == list(second) for first, second in zip(*prices, strict=True))


def test_the_capital_stock_comes_back_and_no_activity_pays_more_than_it_costs() -> None:
    example = script("examples/research/capital_stock")
    problem = example.problem()
    solution = lemke.solve_lcp(problem.M, problem.q)
    A, B, L = (SparseMatrix.from_dense(table) for table in (example.A, example.B, example.L))
    n, goods = len(example.ACTIVITIES), len(example.GOODS)
    x, y, r = solution.z[:n], solution.z[n : n + goods], solution.z[n + goods :]
    left, idle = B @ x - A @ x, vector(example.w) - L @ x
    loss = A.T @ y - mpq(9, 10) * (B.T @ y) + L.T @ r - vector(example.v)
    for quantity, slack in ((x, loss), (y, left), (r, idle)):
        assert min(quantity) >= 0 and min(slack) >= 0
        assert not (quantity * slack).any()
    assert exact_sum(x) > 0


# ---------------------------------------------------------------------- the scripts as commands


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("market", "an equilibrium, exactly: True"),
        ("capital_stock", "Solution checked exactly: True"),
    ],
)
def test_the_scripts_say_that_the_conditions_hold(
    name: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [f"{name}.py"])
    script(f"examples/research/{name}").main()
    assert line in capsys.readouterr().out.splitlines()
