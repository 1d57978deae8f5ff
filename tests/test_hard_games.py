"""Games made to mislead floats, or to have long paths: all must be solved exactly, if need be by another method."""

from collections.abc import Callable

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix, dual_cyclic, nearly_zero_sum, opposed, rare_pennies
from lemke import Equilibrium, Game
from lemke.linear.guided import KERNELS, lcp_feasibility, solve_lp
from lemke.linear.lp import LP

HUGE, TINY = mpq(10) ** 15, mpq(1, 10**15)
HAIR = mpq(1, 10**25)


def judged(game: Game, method: str = "lcp", beyond_highs: bool = False, **options: object) -> Equilibrium:
    """The judged equilibrium of a method. With `beyond_highs` another method may answer in place of lp, and says so."""
    equilibrium = lemke.solve(game, method=method, **{"kernel": "guided"} | options)
    stands_in = beyond_highs and equilibrium.how.unproved == "lp"
    assert equilibrium.how.method == method or stands_in
    report = lemke.verify(game, equilibrium.profile)
    assert report.regrets == (0, 0)
    assert report.payoffs == equilibrium.payoffs
    return equilibrium


SADDLELESS = {
    "payoffs from 10^-15 to 10^15": [[HUGE, -TINY], [-1, 1]],
    "a huge and a tiny prize": [[HUGE, 0], [0, TINY]],
    "a tiny loss": [[1, -TINY], [-TINY, HUGE]],
    "10^300 and its inverse": [[HUGE**20, -1], [0, TINY**20]],
    "beyond floats": [[HUGE**30, -1], [0, TINY**30]],
    "10^-25 apart": [[1 + HAIR, 1], [1, 1 + 2 * HAIR]],
    "10^-25 apart around 0": [[HAIR, 0], [0, 2 * HAIR]],
    "10^-25 apart, far from 0": [[HUGE + HAIR, HUGE], [HUGE, HUGE + 3 * HAIR]],
}


BEYOND_HIGHS = {"payoffs from 10^-15 to 10^15", "10^300 and its inverse", "beyond floats", *list(SADDLELESS)[-3::2]}
"""Games for which HiGHS may propose no basis that can be proved."""


@pytest.mark.parametrize("method", ["lcp", "lp"])
@pytest.mark.parametrize("name", SADDLELESS)
def test_two_by_two_games_have_the_value_and_plans_of_the_formula(name: str, method: str) -> None:
    """Without a saddle point, ((a, b), (c, d)) has the value (ad − bc)/(a + d − b − c) (von Neumann 1928)."""
    (a, b), (c, d) = SADDLELESS[name]
    total = a + d - b - c
    equilibrium = judged(opposed([[a, b], [c, d]]), method, beyond_highs=name in BEYOND_HIGHS)
    assert equilibrium.payoffs[0] == (a * d - b * c) / total
    strategy_1, strategy_2 = ((d - c) / total, (a - b) / total), ((d - b) / total, (a - c) / total)
    assert equilibrium.profile.behavior == ((strategy_1,), (strategy_2,))


@pytest.mark.parametrize("prior", ["centroid", "random"])
def test_a_hair_decides_between_ten_rows(prior: str) -> None:
    A = [[1 + k * HAIR] * 3 for k in range(10)]
    B = [[0, HAIR if k == 9 else -HAIR, 0] for k in range(10)]
    equilibrium = judged(bimatrix(A, B), prior=prior)
    assert equilibrium.payoffs == (1 + 9 * HAIR, HAIR)
    assert equilibrium.profile.behavior == (((*[0] * 9, 1),), ((0, 1, 0),))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("prior", ["centroid", "random"])
@pytest.mark.parametrize("d", [2, 4, 6, 8])
def test_the_long_paths_of_savani_and_von_stengel_end_at_the_one_equilibrium(d: int, prior: str, kernel: str) -> None:
    A, B = dual_cyclic(d)
    equilibrium = judged(bimatrix(A, B), prior=prior, seed=1, kernel=kernel)
    mixed = [np.array(strategy[0]) for strategy in equilibrium.profile.behavior]
    assert all((strategy > 0).all() for strategy in mixed)
    # in a completely mixed equilibrium A y and xᵀB are constant
    assert set(np.array(A) @ mixed[1]) == {equilibrium.payoffs[0]}
    assert set(mixed[0] @ np.array(B)) == {equilibrium.payoffs[1]}


def test_the_game_of_the_moment_curve_has_long_paths() -> None:
    A, B = dual_cyclic(10)
    equilibrium = judged(bimatrix(A, B), kernel="exact", prior="centroid")
    assert equilibrium.pivots > 500
    assert judged(bimatrix(A, B), prior="centroid").profile == equilibrium.profile


TIED = {
    "all the same": ([[1] * 12] * 12, [[1] * 12] * 12),
    "zero": ([[0] * 12] * 12, [[0] * 12] * 12),
    "identity": ([[int(i == j) for j in range(12)] for i in range(12)],) * 2,
    "opposite identity": (
        [[int(i == j) for j in range(12)] for i in range(12)],
        [[-int(i == j) for j in range(12)] for i in range(12)],
    ),
    "only player 1 cares": ([[i] * 9 for i in range(9)], [[0] * 9] * 9),
    "repeated rows and columns": ([[i // 4 * (j // 4) % 2 for j in range(12)] for i in range(12)],) * 2,
    "one row": ([[0] * 12], [[0] * 12]),
}


@pytest.mark.parametrize("prior", ["centroid", "random"])
@pytest.mark.parametrize("name", TIED)
def test_games_full_of_ties_are_solved(name: str, prior: str) -> None:
    game = bimatrix(*TIED[name])
    equilibrium = judged(game, prior=prior)
    if name == "opposite identity":
        assert equilibrium.payoffs == (mpq(1, 12), mpq(-1, 12))
    if lemke.sequence_form(game).total is not None:
        assert judged(game, method="lp").payoffs == equilibrium.payoffs


@pytest.mark.parametrize("method", ["lcp", "lp"])
@pytest.mark.parametrize("power", [19, 30, 400])
def test_a_rare_chance_decides_the_equilibrium(power: int, method: str) -> None:
    chance = mpq(1, mpq(10) ** power)
    equilibrium = judged(rare_pennies(chance), method)
    assert equilibrium.payoffs == (chance / 5, -chance / 5)
    assert equilibrium.profile.behavior == (((mpq(2, 5), mpq(3, 5)),),) * 2


def test_a_dense_game_whose_equilibrium_has_thousand_bit_denominators() -> None:
    game = nearly_zero_sum(40, 1)
    equilibrium = judged(game)
    assert equilibrium.kernel == "guided" and equilibrium.how.bits > 1000
    assert all(probability > 0 for strategy in equilibrium.profile.behavior for probability in strategy[0])


SCALES = {"10^310": (310, 310), "10^400": (400, 400), "10^-400": (-400, -400), "10^400 and 10^-400": (400, -400)}


@pytest.mark.parametrize("exponents", SCALES.values(), ids=SCALES)
def test_payoffs_beyond_the_range_of_floats_are_scaled_before_the_path_in_floats(exponents: tuple[int, int]) -> None:
    source = np.random.default_rng(5)
    matrices = source.integers(-9, 10, (2, 30, 30)).tolist()
    plain, scaled = (
        bimatrix(*([[mpq(10) ** power * number for number in row] for row in matrix] for power, matrix in pairs))
        for pairs in (zip((0, 0), matrices, strict=True), zip(exponents, matrices, strict=True))
    )
    first, second = judged(plain), judged(scaled)
    assert (second.kernel, second.how.tries, second.how.method) == (first.kernel, 1, "lcp") == ("guided", 1, "lcp")
    assert second.pivots <= 2 * first.pivots


LEVELS: dict[str, Callable[[int, int], int]] = {
    "rows": lambda i, _: 400 if i % 2 else -400,
    "columns": lambda _, j: 400 if j % 2 else -400,
    "one entry": lambda i, j: 400 if (i, j) == (1, 2) else 0,
}


@pytest.mark.parametrize("method", ["lcp", "lp"])
@pytest.mark.parametrize("level", LEVELS.values(), ids=LEVELS)
def test_payoffs_of_mixed_size_are_solved_in_exact_arithmetic(level: Callable[[int, int], int], method: str) -> None:
    source, size = np.random.default_rng(5), 12
    powers = np.array([[mpq(10) ** level(i, j) for j in range(size)] for i in range(size)])
    A = np.array(source.integers(-9, 10, (size, size)), dtype=object) * powers
    assert judged(opposed(A.tolist()), method, beyond_highs=True, kernel="guided").how.pivots > 0


CROSSED = [[mpq(10) ** 400, mpq(10) ** -400], [mpq(10) ** -400, mpq(10) ** 400]]
"""No units of rows and columns make all of these entries floats."""
FAR_APART = {
    "a linear program": lambda: solve_lp(LP.of(CROSSED, [1, 1], [1, 1])),
    "feasibility of an LCP": lambda: lcp_feasibility(lemke.LCP.of(CROSSED, [-1, -1])),
    "a zero-sum game": lambda: lemke.solve(opposed(CROSSED), method="lp"),
    "double oracle": lambda: lemke.solve(opposed(CROSSED), method="double-oracle"),
}


@pytest.mark.parametrize("solve", FAR_APART.values(), ids=FAR_APART)
def test_entries_that_no_units_make_floats_overflow_without_a_warning(solve: Callable[[], object]) -> None:
    assert solve() is not None


@pytest.mark.parametrize("method", ["lcp", "lp"])
def test_one_factor_of_all_payoffs_changes_only_the_units(method: str) -> None:
    matrix = np.array(np.random.default_rng(5).integers(-9, 10, (30, 30)), dtype=object)
    factor = mpq(10) ** 400 / 7
    plain, scaled = (judged(opposed((matrix * unit).tolist()), method, kernel="auto") for unit in (mpq(1), factor))
    assert (scaled.profile, scaled.pivots, scaled.kernel) == (plain.profile, plain.pivots, plain.kernel)
    assert scaled.payoffs == tuple(factor * payoff for payoff in plain.payoffs)
    assert [list(values) for values in scaled.duals] == [list(factor * values) for values in plain.duals]
