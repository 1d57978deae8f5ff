"""Every method and kernel on every named game, judged by theory, then by known payoffs."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix
from lemke.errors import InputError
from lemke.game.implicit import State
from lemke.generators import kuhn, leduc_state, liars_dice_state
from lemke.ground.limits import limits
from lemke.linear.guided import KERNELS, optima
from lemke.linear.lp import LP, Optimal
from lemke.solvers import METHODS, sequence_lp
from methods import solved_by
from named_games import GAMES, KUHN_VALUES, MORE_PLAYERS, NAMED, Known

KERNEL_NAMES = ["auto", *KERNELS]


def is_constant_sum(game: lemke.Game) -> bool:
    return lemke.sequence_form(game).total is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "kernel"),
    # Lemke–Howson takes no kernel
    [
        (method, kernel)
        for method in ("auto", *METHODS)
        for kernel in KERNEL_NAMES[: 1 if method == "lemke-howson" else 3]
    ],
)
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_end_in_a_known_equilibrium(named: Known, method: str, kernel: str) -> None:
    game = lemke.read(GAMES / named.file)
    if method == "lp" and not is_constant_sum(game):
        with pytest.raises(InputError, match=r"general-sum .*expected a zero-sum"):
            lemke.solve(game, method=method, kernel=kernel)
        return
    for options in ({}, {"prior": "random", "seed": 5}):
        equilibrium = lemke.solve(game, method=method, kernel=kernel, **options)
        report = lemke.verify(game, equilibrium.profile)
        assert report.regrets == (0, 0)
        assert report.payoffs == equilibrium.payoffs
        assert equilibrium.payoffs in named.payoffs
        assert method in ("auto", equilibrium.how.method) and equilibrium.how.unproved is None


def test_every_bundled_game_is_named() -> None:
    assert {path.name for path in GAMES.glob("*.efg")} == {named.file for named in NAMED} | {*MORE_PLAYERS}


@pytest.mark.parametrize("cards", KUHN_VALUES)
def test_kuhn_poker_has_its_value(cards: int) -> None:
    assert lemke.solve(kuhn(cards)).payoffs == (mpq(KUHN_VALUES[cards]), -mpq(KUHN_VALUES[cards]))


LEDUC = mpq("-1454920850547486749701863871533/16995463438839962469905132501930")


@pytest.mark.parametrize(
    ("state", "sequences", "value"),
    [
        (leduc_state(), 337, LEDUC),
        (leduc_state(ranks=2), 155, mpq(0)),
        (liars_dice_state(faces=3), 190, mpq(1, 9)),
        (liars_dice_state(faces=4), 1021, mpq(1, 16)),
    ],
    ids=["leduc", "leduc of 2 ranks", "3 faces", "4 faces"],
)
def test_larger_zero_sum_games_have_their_value(state: State, sequences: int, value: mpq) -> None:
    form = lemke.sequence_form(state)
    proved = lemke.solve(form)
    assert form.A.shape == (sequences, sequences)
    assert proved.payoffs == (value, -value)
    assert form.payoffs(*proved.plans) == proved.payoffs
    assert (proved.method, proved.prior, proved.seed) == ("lp", None, None)


@pytest.mark.slow
def test_both_kernels_give_leduc_of_2_ranks_its_value() -> None:
    form = lemke.sequence_form(leduc_state(ranks=2))
    for kernel in ("exact", "guided"):
        proved = solved_by(form, "lcp", kernel=kernel)
        assert proved.payoffs == (0, 0)
        assert proved.kernel == kernel


def far_from_zero_sum() -> lemke.Game:
    """Both players get the same, so that A − B says nothing."""
    return bimatrix(*[[[(i * j + 3 * i) % 7 for j in range(60)] for i in range(60)]] * 2)


@pytest.mark.slow
def test_the_prior_is_named_and_automatic_ones_fit_the_game() -> None:
    raked = lemke.sequence_form(leduc_state(rake="1/20"))
    assert lemke.solve(raked, method="lcp").prior == "crash"
    assert lemke.solve(raked, prior="centroid").prior == "centroid"
    assert lemke.solve(far_from_zero_sum()).prior == "centroid"
    small = kuhn(3, "1/20")
    first = lemke.solve(small)
    assert first.prior == "centroid"
    assert lemke.solve(small, prior="random").prior == "random"
    assert lemke.solve(small, prior=first.profile).prior == "profile"
    assert solved_by(kuhn(3), "lp").prior is None


def test_a_kernel_or_a_prior_by_name_asks_for_the_path() -> None:
    form = lemke.sequence_form(kuhn(12))
    assert lemke.solve(form).method == "lp"
    for options in ({"kernel": "guided"}, {"kernel": "exact"}, {"prior": "centroid"}, {"prior": "random"}):
        proved = lemke.solve(form, **options)
        assert proved.method == "lcp"
        assert proved.payoffs == lemke.solve(form).payoffs


def test_where_linear_programming_fails_the_path_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_lp, "optima", lambda *_: iter(()))
    equilibrium = lemke.solve(kuhn(5), method="lp")
    assert equilibrium.payoffs == (mpq(-1, 15), mpq(1, 15))
    assert (equilibrium.method, equilibrium.prior) == ("lcp", "centroid")
    assert equilibrium.how.unproved == "lp"
    assert "method lp: no optimal basis could be proved; method lcp," in equilibrium.to_text()
    assert json.loads(equilibrium.to_json())["how"]["unproved"] == "lp"
    assert "unproved" not in json.loads(lemke.solve(kuhn(5), method="lcp").to_json())["how"]


def test_wrong_plans_of_a_linear_program_are_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    def tampered(program: LP, *_: object) -> Iterator[Optimal]:
        for optimum in optima(program):
            zero = optimum.x * 0
            yield replace(optimum, x=zero)
            yield replace(optimum, y=-optimum.y)
            yield replace(optimum, x=optimum.x + mpq(1, 10**30))
            yield replace(optimum, y=optimum.y * 0, x=zero + 1)
            yield replace(optimum, kernel="right")

    monkeypatch.setattr(sequence_lp, "optima", tampered)
    equilibrium = lemke.solve(kuhn(5), method="lp")
    assert equilibrium.payoffs == (mpq(-1, 15), mpq(1, 15))
    assert equilibrium.kernel == "right"


def test_random_priors_reach_the_three_equilibria_of_the_tracing_example() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    reached = set()
    for seed in range(40):
        equilibrium = lemke.solve(game, prior="random", seed=seed)
        reached.add(tuple(tuple(plan) for plan in equilibrium.plans))
        assert equilibrium.seed == seed
    assert len(reached) == 3


def test_the_example_of_stoc_1994_has_its_plans() -> None:
    equilibrium = lemke.solve(lemke.read(GAMES / "stoc_1994.efg"))
    form = lemke.sequence_form(equilibrium.game)
    plan_1, plan_2 = (dict(zip(form.sequence_names(i), plan, strict=True)) for i, plan in enumerate(equilibrium.plans))
    assert plan_1 == {"∅": 1, "l": 0, "r": 1, "c": mpq(1, 3), "d": mpq(2, 3), "r L": mpq(2, 3), "r R": mpq(1, 3)}
    assert plan_2 == {"∅": 1, "p": mpq(5, 6), "q": mpq(1, 6), "s": mpq(5, 9), "t": mpq(4, 9)}


def test_the_hard_bimatrix_game_has_its_unique_mixed_equilibrium() -> None:
    equilibrium = lemke.solve(lemke.read(GAMES / "savani_von_stengel_6x6.efg"))
    assert equilibrium.profile.behavior == (
        (tuple(mpq(k, 30) for k in (1, 5, 9, 9, 5, 1)),),
        (tuple(mpq(k, 30) for k in (5, 1, 9, 9, 1, 5)),),
    )


def test_the_same_call_gives_the_same_path() -> None:
    runs = [lemke.solve(kuhn(4, "1/20"), prior="random", seed=9) for _ in range(2)]
    assert runs[0].pivots == runs[1].pivots
    assert runs[0].profile == runs[1].profile


def test_a_game_of_one_node_has_its_payoffs() -> None:
    builder = lemke.GameBuilder()
    builder.pay(builder.root, 3, "-1/2")
    equilibrium = lemke.solve(builder.build(unpaid="zero"))
    assert equilibrium.payoffs == (3, mpq(-1, 2))
    assert equilibrium.profile.behavior == ((), ())


def test_unknown_names_are_refused() -> None:
    for options in ({"method": "magic"}, {"kernel": "magic"}, {"prior": "magic"}):
        with pytest.raises(InputError, match="magic"):
            lemke.solve(kuhn(3), **options)


def test_progress_is_reported_per_pivot() -> None:
    stages: list[str] = []
    with limits(progress=stages.append):
        equilibrium = lemke.solve(kuhn(3))
    assert len(stages) == equilibrium.pivots
    assert stages[-1].startswith(f"pivot {equilibrium.pivots}, z0 = 0")


def test_seeds_and_problems_of_other_types_are_refused() -> None:
    for seed in (-1, "1", 0.5, None):
        with pytest.raises(InputError, match="seed"):
            lemke.solve(kuhn(3), prior="random", seed=seed)
    with pytest.raises(InputError, match="expected a game"):
        lemke.solve(3)
