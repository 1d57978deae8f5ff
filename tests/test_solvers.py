"""Every method and kernel on every named game, judged by theory, then by what is known."""

import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import InputError, LimitError, PlayersError, ProfileError, RecallError, ShapeError
from lemke.generators import kuhn
from lemke.pivoting import KERNELS
from lemke.solvers import METHODS
from naive import naive_regrets
from named_games import GAMES, KUHN_VALUES, NAMED, Known

KERNEL_NAMES = ["auto", *KERNELS]


@pytest.mark.parametrize("kernel", KERNEL_NAMES)
@pytest.mark.parametrize("method", ["auto", *METHODS])
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_end_in_a_known_equilibrium(named: Known, method: str, kernel: str) -> None:
    game = lemke.read(GAMES / named.file)
    for options in ({}, {"prior": "random", "seed": 5}):
        equilibrium = lemke.solve(game, method=method, kernel=kernel, **options)
        report = lemke.verify(game, equilibrium.profile)
        assert report.regrets == (0, 0)
        assert report.payoffs == equilibrium.payoffs
        assert equilibrium.payoffs in named.payoffs


def test_every_bundled_game_is_named() -> None:
    assert {path.name for path in GAMES.glob("*.efg")} == {named.file for named in NAMED}


@pytest.mark.parametrize("cards", KUHN_VALUES)
def test_kuhn_poker_has_its_value(cards: int) -> None:
    assert lemke.solve(kuhn(cards)).payoffs == (mpq(KUHN_VALUES[cards]), -mpq(KUHN_VALUES[cards]))


def test_raked_poker_is_an_equilibrium_for_the_naive_judge() -> None:
    game = kuhn(3, "1/20")
    assert naive_regrets(game, lemke.solve(game).profile.behavior) == (0, 0)


def test_random_priors_reach_the_three_equilibria_of_the_tracing_example() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    reached = set()
    for seed in range(40):
        equilibrium = lemke.solve(game, prior="random", seed=seed)
        reached.add(tuple(tuple(plan) for plan in equilibrium.plans))
        assert equilibrium.seed == seed
    assert len(reached) == 3


def test_stoc_1994_plans() -> None:
    equilibrium = lemke.solve(lemke.read(GAMES / "stoc_1994.efg"))
    form = lemke.sequence_form(equilibrium.game)
    one, two = (dict(zip(form.sequence_names(i), plan, strict=True)) for i, plan in enumerate(equilibrium.plans))
    assert one == {"∅": 1, "l": 0, "r": 1, "c": mpq(1, 3), "d": mpq(2, 3), "r L": mpq(2, 3), "r R": mpq(1, 3)}
    assert two == {"∅": 1, "p": mpq(5, 6), "q": mpq(1, 6), "s": mpq(5, 9), "t": mpq(4, 9)}


def test_the_hard_bimatrix_game_has_its_unique_mixed_equilibrium() -> None:
    equilibrium = lemke.solve(lemke.read(GAMES / "savani_von_stengel_6x6.efg"))
    assert equilibrium.profile.behavior == (
        (tuple(mpq(k, 30) for k in (1, 5, 9, 9, 5, 1)),),
        (tuple(mpq(k, 30) for k in (5, 1, 9, 9, 1, 5)),),
    )


def test_a_prior_in_equilibrium_needs_no_pivot() -> None:
    game = kuhn(3)
    first = lemke.solve(game)
    again = lemke.solve(game, prior=first.profile)
    assert again.payoffs == first.payoffs


def test_the_same_call_gives_the_same_path() -> None:
    runs = [lemke.solve(kuhn(4, "1/20"), prior="random", seed=9) for _ in range(2)]
    assert runs[0].pivots == runs[1].pivots
    assert runs[0].profile == runs[1].profile


def test_one_node_game_and_silent_players() -> None:
    builder = lemke.GameBuilder()
    builder.pay(builder.root, 3, "-1/2")
    equilibrium = lemke.solve(builder.build())
    assert equilibrium.payoffs == (3, mpq(-1, 2))
    assert equilibrium.profile.behavior == ((), ())


def test_a_form_gives_plans_without_the_judge() -> None:
    form = lemke.sequence_form(kuhn(3))
    proved = lemke.solve(form)
    assert form.payoffs(*proved.plans) == proved.payoffs
    assert not hasattr(proved, "profile")


def test_three_players_are_refused() -> None:
    with pytest.raises(PlayersError, match="3 players, expected 2"):
        lemke.solve(lemke.GameBuilder(["a", "b", "c"]).build())


def test_imperfect_recall_is_refused_with_its_witness() -> None:
    builder = lemke.GameBuilder()
    forgot = builder.information_set(0, ["x", "y"], label="forgot")
    for child in builder.move(builder.root, 0, ["L", "R"]):
        builder.decide(child, forgot)
    with pytest.raises(RecallError, match=r'information set 1 "forgot" of player 1 \(L \| R\)'):
        lemke.solve(builder.build())


def test_unknown_names_are_refused() -> None:
    for options in ({"method": "magic"}, {"kernel": "magic"}, {"prior": "magic"}):
        with pytest.raises(InputError, match="magic"):
            lemke.solve(kuhn(3), **options)


def test_limits_are_kept() -> None:
    with pytest.raises(LimitError, match="time limit"):
        lemke.solve(kuhn(6), watch=lemke.Watch(time_limit=0))
    with pytest.raises(LimitError, match="memory limit"):
        lemke.solve(kuhn(3), watch=lemke.Watch(memory_limit=1))


def test_progress_is_reported_per_pivot() -> None:
    stages: list[str] = []
    equilibrium = lemke.solve(kuhn(3), watch=lemke.Watch(observer=stages.append))
    assert len(stages) == equilibrium.pivots
    assert stages[-1].startswith(f"pivot {equilibrium.pivots}, z0 = 0")


def test_priors_that_are_none_are_refused() -> None:
    form = lemke.sequence_form(kuhn(3))
    one, two = lemke.solve(form).plans
    for prior in ((one[:-1], two), (one * 2, two), (one, -two)):
        with pytest.raises(ProfileError, match="no realization plan"):
            form.lcp(prior)
    with pytest.raises(ShapeError, match="expected 40"):
        form.plans(one)
    with pytest.raises(ShapeError, match="expected 13"):
        form.payoffs(one[:1], two)


def test_seeds_and_problems_of_other_types_are_refused() -> None:
    for seed in (-1, "1", 0.5, None):
        with pytest.raises(InputError, match="the seed"):
            lemke.solve(kuhn(3), prior="random", seed=seed)
    with pytest.raises(InputError, match="expected a Game"):
        lemke.solve("kuhn3.efg")
