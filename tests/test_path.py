"""The path as an object: vertices of LCPs and of games, tie rules, cycles; judged by the conditions."""

import pickle
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import LCP
from lemke.errors import GameError, InputError, NotProvedError
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import TracingPath, TracingVertex, variable_names
from lemke.game import Game
from lemke.game.strategy import of_plans
from lemke.generators import kuhn
from lemke.linear.lcp import Ray, check
from lemke.linear.pivoting import CycleError, TieRule, path
from methods import solved_by
from naive import naive_best_value, naive_payoffs
from naive_lemke import naive_path
from named_games import GAMES
from strategies import games

TRACING = GAMES / "tracing_2002.efg"
KOSTREVA = [[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1]
"""M. M. Kostreva (1979), Cycling in linear complementarity problems, Mathematical Programming 16."""
CYCLING = NormalForm.of([[1, 0, 1], [0, 0, 2], [0, 0, 0]], [[0, 1, 1], [2, 0, 1], [0, 0, 0]])
"""From the centroid, with the least index, Lemke's algorithm cycles on this game."""

SMALL = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(-1), mpq(2), mpq(1, 2), mpq(-3, 7)])
PRIORS = st.sampled_from(["centroid", "random"])
LEXICOGRAPHIC = st.sampled_from(["ascending", "descending"])


@st.composite
def problems(draw: st.DrawFn) -> LCP:
    """Small LCPs with many ties, n at least 1."""
    n = draw(st.integers(1, 5))
    table = draw(st.lists(st.lists(SMALL, min_size=n, max_size=n), min_size=n, max_size=n))
    return LCP.of(table, draw(st.lists(SMALL, min_size=n, max_size=n)))


def renumbered(problem: LCP, order: list[int]) -> LCP:
    """The same problem with its pairs in another order."""
    table = problem.M.to_lists()
    M = [[table[i][j] for j in order] for i in order]
    return LCP.of(M, problem.q[order], problem.d[order])


# ---------------------------------------------------------------------- LCPs


@given(problems(), LEXICOGRAPHIC)
def test_every_vertex_of_an_lcp_is_almost_complementary(problem: LCP, rule: TieRule) -> None:
    lcp_path = lemke.lcp_path(problem, tie_rule=rule)
    for vertex in lcp_path:
        slacks = problem.q + problem.M @ vertex.z + problem.d * vertex.z0
        assert np.array_equal(vertex.w, slacks)
        assert not np.any(vertex.z < 0) and not np.any(slacks < 0) and vertex.z0 >= 0
        assert not np.any(vertex.z * slacks)
        values = [*vertex.z, *slacks, vertex.z0]
        assert len(vertex.basis) == problem.size
        assert not any(value for code, value in enumerate(values) if code not in vertex.basis)
    for before, after in pairwise(lcp_path):
        assert {*before.basis} ^ {*after.basis} == {after.entering, after.leaving}
        assert after.number == before.number + 1
    assert check(problem, lcp_path.outcome) is None
    assert np.array_equal(lcp_path[-1].z, lcp_path.outcome.z)
    steps = [(vertex.entering, vertex.leaving, vertex.z0) for vertex in lcp_path if lcp_path.pivots]
    assert steps == [(entering, leaving, z0) for _, entering, leaving, z0, _ in path(problem, tie_rule=rule)]


@given(problems(), st.data())
def test_a_lexicographic_order_is_that_of_renumbered_pairs(problem: LCP, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(problem.size)))
    n = problem.size
    code = {2 * n: 2 * n} | {new + shift: old + shift for new, old in enumerate(order) for shift in (0, n)}
    expected, _ = naive_path(renumbered(problem, order))
    steps = path(problem, tie_rule=order)
    assert [(entering, leaving, z0) for _, entering, leaving, z0, _ in steps] == [
        (code[a], code[b], z0) for a, b, z0 in expected
    ]


@given(problems())
def test_descending_is_the_order_backwards(problem: LCP) -> None:
    backwards = list(range(problem.size))[::-1]
    assert [*path(problem, tie_rule="descending")] == [*path(problem, tie_rule=backwards)]
    assert [*path(problem)] == [*path(problem, tie_rule=backwards[::-1])]


@given(problems())
def test_the_least_index_is_the_textbooks(problem: LCP) -> None:
    expected, end = naive_path(problem, least_index=True)
    steps = []
    try:
        for _, entering, leaving, z0, _ in path(problem, tie_rule="least-index"):
            steps.append((entering, leaving, z0))
    except CycleError as error:
        assert end == "cycle"
        assert steps == expected
        assert [step[:2] for step in steps[-len(error.cycle) :]] == list(error.cycle)
    else:
        assert steps == expected and end != "cycle"


def test_kostrevas_example_cycles_with_the_least_index_and_with_no_lexicographic_order() -> None:
    with pytest.raises(CycleError) as caught:
        lemke.lcp_path(*KOSTREVA, tie_rule="least-index")
    pivots = "z2 for z1, w1 for w3, z3 for z2, w2 for w1, z1 for z3, w3 for w2"
    assert all(words in caught.value.message for words in ("least-index", "6 pivots", pivots, "lexicographic"))
    assert caught.value.cycle == ((1, 0), (3, 5), (2, 1), (4, 3), (0, 2), (5, 4))
    assert isinstance(caught.value, NotProvedError) and caught.value.exit_status == 4
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.message, again.cycle) == (caught.value.message, caught.value.cycle)
    for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]):
        lcp_path = lemke.lcp_path(*KOSTREVA, tie_rule=order)
        assert list(lcp_path.outcome.z) == [mpq(1, 3)] * 3


@pytest.mark.parametrize(
    "rule",
    ["random", 7, [1, 2, 3], [0, [1], 2], [0, 1], [0, 1, 1], [0, 1, 2, 2], [0, 1, 2.0], [0, 1, 2, 3]],
)
def test_bad_tie_rules_are_refused(rule: object) -> None:
    with pytest.raises(InputError, match=r"the tie rule .*, expected ascending, descending, least-index or a list"):
        path(LCP.of(*KOSTREVA), tie_rule=rule)


# ---------------------------------------------------------------------- games


def require_conditions(game_path: TracingPath, point: TracingVertex) -> None:
    """Assert the conditions that every point of the path fulfils, from the matrices alone."""
    form, (x, y), (p, q), z0 = game_path.form, point.plans, game_path.prior, point.z0
    assert np.array_equal(x, point.x + z0 * p) and np.array_equal(y, point.y + z0 * q)
    for plan, matrix, right in ((x, form.E, form.e), (y, form.F, form.f)):
        assert np.array_equal(matrix @ plan, right) and not np.any(plan < 0)
    r, s = form.E.T @ point.u - form.A @ y, form.F.T @ point.v - form.B.T @ x
    for variables, slack in ((point.x, r), (point.y, s)):
        assert not np.any(variables < 0) and not np.any(slack < 0) and not np.any(variables * slack)
    if z0 < 1:
        replies = point.x / (1 - z0), point.y / (1 - z0)
        for reply, values, best in zip(replies, (form.A @ y, form.B.T @ x), point.best_values, strict=True):
            assert sum(reply * values) == best


def point_between(before: TracingVertex, after: TracingVertex, share: mpq) -> TracingVertex:
    """The point on the edge between two vertices at this share of its length."""
    values = {
        name: (1 - share) * getattr(before, name) + share * getattr(after, name) for name in ("z0", "x", "y", "u", "v")
    }
    return replace(before, **values)


def require_best_replies(game: Game, point: TracingVertex) -> None:
    """Assert by the naive judge, on the tree, the payoffs of the plans and of best replies to them."""
    profile = of_plans(game, point.plans) if all(map(np.all, point.plans)) else None
    if profile is not None:
        assert naive_payoffs(game, profile.behavior) == point.payoffs
        assert tuple(naive_best_value(game, profile.behavior, player) for player in (0, 1)) == point.best_values


@given(games(), PRIORS, st.integers(0, 9), LEXICOGRAPHIC, st.data())
def test_every_point_of_a_games_path(game: Game, prior: str, seed: int, rule: str, data: st.DataObject) -> None:
    game_path = lemke.path(game, prior, seed, rule)
    assert (game_path[0].z0, game_path[-1].z0) == (1, 0)
    assert [vertex.number for vertex in game_path] == list(range(len(game_path)))
    for vertex in game_path:
        require_conditions(game_path, vertex)
    share = mpq(1, data.draw(st.integers(1, 5)))
    between = [point_between(before, after, share) for before, after in pairwise(game_path)]
    for point in between:
        require_conditions(game_path, point)
    require_best_replies(game, game_path[0])
    require_best_replies(game, between[0])
    names = variable_names(game_path.form, game_path.form.lcp(game_path.prior))
    for before, after in pairwise(game_path):
        exchanged = {*before.basis} ^ {*after.basis}
        assert {names[code] for code in exchanged} == ({*after.names} if game_path.pivots else set())


@given(games(), PRIORS, st.integers(0, 9))
def test_a_path_ends_where_solve_does(game: Game, prior: str, seed: int) -> None:
    game_path = lemke.path(game, prior, seed)
    solved = solved_by(game, "lcp", kernel="exact", prior=prior, seed=seed)
    for plan, solved_plan in zip(game_path.end, solved.plans, strict=True):
        assert np.array_equal(plan, solved_plan)
    assert game_path.equilibrium.profile == solved.profile
    assert (game_path.pivots, game_path.equilibrium.prior) == (solved.pivots, prior)
    assert game_path.equilibrium.how == solved.how
    assert lemke.verify(game, game_path.equilibrium.profile).is_equilibrium


@given(games(), st.integers(0, 9))
def test_with_the_least_index_a_path_ends_at_an_equilibrium_or_says_that_it_cannot(game: Game, seed: int) -> None:
    try:
        game_path = lemke.path(game, "random", seed, "least-index")
    except NotProvedError as error:
        assert "expected a lexicographic rule" in error.message
    else:
        for vertex in game_path:
            require_conditions(game_path, vertex)
        assert lemke.verify(game, game_path.equilibrium.profile).is_equilibrium


def test_the_tracing_example_from_the_centroid() -> None:
    """The best reply L, l, s to the centroid; indifference between R S and R T stops it first."""
    game_path = lemke.path(lemke.read(TRACING))
    assert [vertex.z0 for vertex in game_path] == [1, mpq(2, 3), mpq(2, 3), 0]
    assert [vertex.names for vertex in game_path[1:]] == [
        ("z0", "slack r(R T)"),
        ("x(R T)", "x(R S)"),
        ("slack r(R S)", "z0"),
    ]
    assert game_path.turning_points == () and game_path.equilibrium.payoffs == (11, 3)
    assert [list(plan) for plan in game_path.end] == [[1, 1, 0, 0, 0], [1, 1, 0, 1, 0]]
    assert repr(game_path[1]) == "<TracingVertex 1 at z0 = 2/3: z0 for slack r(R T)>"


def test_random_priors_reach_three_equilibria_of_the_tracing_example() -> None:
    game = lemke.read(TRACING)
    paths = [lemke.path(game, "random", seed) for seed in range(40)]
    ends = {tuple(tuple(map(str, plan[1:])) for plan in game_path.end) for game_path in paths}
    assert ends == {
        (("1", "0", "0", "0"), ("1", "0", "1", "0")),
        (("1", "0", "0", "0"), ("1", "0", "1/12", "11/12")),
        (("0", "1", "1/3", "2/3"), ("0", "1", "2/3", "1/3")),
    }


def test_a_path_lists_the_pivots_after_which_z0_turns_back() -> None:
    game_path = lemke.path(lemke.read(TRACING), "random", 2)
    heights = [vertex.z0 for vertex in game_path]
    assert game_path.turning_points == (2, 4)
    assert heights[2] < heights[3] == heights[4] > heights[5]
    assert repr(game_path).endswith(": 5 pivots, 2 turns, to payoffs 11, 3>")
    assert not any("plans" in vars(vertex) for vertex in game_path)  # z0 alone tells the turns


def test_paths_are_traced_for_strategic_forms() -> None:
    pennies = NormalForm.zero_sum([[1, -1], [-1, 1]])
    game_path = lemke.path(pennies, lemke.Profile.mixed(([1, 0], [mpq(1, 3), mpq(2, 3)])))
    assert isinstance(game_path.equilibrium, lemke.Equilibrium) and game_path.prior_name == "profile"
    assert [list(plan) for plan in game_path.prior] == [[1, 1, 0], [1, mpq(1, 3), mpq(2, 3)]]
    assert game_path.equilibrium.payoffs == (0, 0)


def test_what_cannot_be_traced_is_refused() -> None:
    game = kuhn(3)
    for options, message in (
        ({"prior": "uniform"}, "the prior 'uniform'"),
        ({"seed": -1}, "seed -1"),
        ({"tie_rule": "first"}, "the tie rule 'first'"),
    ):
        with pytest.raises(InputError, match=message):
            lemke.path(game, **options)
    builder = lemke.GameBuilder(["a", "b", "c"])
    builder.move(builder.root, 2, ["l", "r"])
    with pytest.raises(GameError):
        lemke.path(builder.build(unpaid="zero"))


def test_a_game_on_which_the_least_index_cycles() -> None:
    with pytest.raises(CycleError) as caught:
        lemke.path(CYCLING, tie_rule="least-index")
    assert "8 pivots without end" in caught.value.message
    assert len(caught.value.cycle) == 8
    for rule in ("ascending", "descending"):
        assert CYCLING.regrets(lemke.path(CYCLING, tie_rule=rule).equilibrium.profile) == (0, 0)


def test_a_ray_of_a_game_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Ray(*(np.array([mpq(0)]), mpq(1)), np.array([mpq(1)]), mpq(0), 3, 1)

    def astray(*_: object):
        yield from ()
        return ray

    monkeypatch.setattr("lemke.solvers.tracing.path_vertices", astray)
    with pytest.raises(NotProvedError, match="ray at z0 = 1, expected a lexicographic"):
        lemke.path(kuhn(3), tie_rule="least-index")
