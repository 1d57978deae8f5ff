"""Subgame-perfect equilibria: no regret in any proper subgame, for judges that are independent of the solver."""

import json
import random
from dataclasses import replace
from functools import partial

import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError, NotProvedError, ProfileError, RecallError
from lemke.game import CHANCE, TERMINAL, Game
from lemke.game.subgames import subgame_regrets
from lemke.generators import kuhn
from lemke.solvers import REFINEMENTS, sequence_lp
from lemke.solvers.refinements import subgame_perfect
from naive import naive_regrets, own_sets
from named_games import GAMES, NAMED, Known
from seeded_games import random_game
from strategies import games
from test_subgames import chain, driver, extracted, naive_proper

solve = partial(lemke.solve, refine="subgame-perfect")


@given(games(max_depth=3, max_moves=2))
def test_no_regret_in_any_proper_subgame_for_the_naive_judge(game: Game) -> None:
    equilibrium = solve(game)
    behavior = equilibrium.profile.behavior
    for root in naive_proper(game):
        assert naive_regrets(*extracted(game, root, behavior)) == (0, 0)
    report = lemke.verify(game, equilibrium.profile)
    assert (report.payoffs, report.regrets) == (equilibrium.payoffs, (0, 0))


@given(games(), st.sampled_from(["auto", "exact", "guided"]), st.sampled_from(["auto", "centroid", "random"]))
def test_every_kernel_and_prior_ends_in_a_subgame_perfect_equilibrium(game: Game, kernel: str, prior: str) -> None:
    equilibrium = solve(game, kernel=kernel, prior=prior, seed=3)
    assert subgame_regrets(game, equilibrium.profile).is_subgame_perfect
    assert equilibrium.method == "subgame-perfect"
    again = solve(game, kernel=kernel, prior=equilibrium.profile)
    assert subgame_regrets(game, again.profile).is_subgame_perfect


@pytest.mark.parametrize("seed", range(30))
def test_larger_random_games_have_no_regret_in_any_subgame(seed: int) -> None:
    game = random_game(seed, 80)
    assert subgame_regrets(game, solve(game).profile).is_subgame_perfect


def perfect_information(seed: int, nodes: int = 60) -> Game:
    """A random tree without information sets of several nodes, all payoffs of a player different."""
    source = random.Random(seed)
    builder = lemke.GameBuilder()
    pending = [builder.root]
    payoffs = [source.sample(range(10**6), 2 * nodes) for _ in range(2)]
    made = 1
    while pending:
        node = pending.pop(source.randrange(len(pending)))
        mover = source.choice((0, 1, CHANCE)) if made < nodes else TERMINAL
        if mover == TERMINAL:
            builder.pay(node, *(column.pop() for column in payoffs))
            continue
        if mover == CHANCE:
            children = builder.chance(node, {"a": "1/3", "b": "2/3", "c": 0})
        else:
            children = builder.move(node, mover, [str(k) for k in range(source.randint(1, 3))])
        made += len(children)
        pending += children
    return builder.build(unpaid="zero")


def backward_induction(game: Game, node: int = 0) -> tuple[mpq, ...]:
    """The payoffs of the only subgame-perfect equilibrium, by recursion."""
    if game.player[node] == TERMINAL:
        outcome = int(game.outcome[node])
        return game.outcomes[outcome].payoffs
    below = [backward_induction(game, child) for child in game.children(node)]
    player = int(game.player[node])
    if player != CHANCE:
        values = [payoffs[player] for payoffs in below]
        assume(len(set(values)) == len(values))
        return below[values.index(max(values))]
    probabilities = game.information_sets[game.information_set[node]].probabilities
    return tuple(sum(p * payoffs[i] for p, payoffs in zip(probabilities, below, strict=True)) for i in (0, 1))


@given(st.integers(0, 10**6))
def test_perfect_information_is_backward_induction(seed: int) -> None:
    game = perfect_information(seed)
    expected = backward_induction(game)
    equilibrium = solve(game)
    assert equilibrium.payoffs == expected
    assert equilibrium.kernel == "best moves"
    assert (equilibrium.pivots, equilibrium.how.tries, equilibrium.prior, equilibrium.seed) == (0, 1, None, None)
    assert equilibrium.profile.filled == (frozenset(), frozenset())
    assert all(1 in moves for strategy in equilibrium.profile.behavior for moves in strategy)


PERFECT = {
    "centipede6.efg": ("2/5", "1/10"),
    "entry_deterrence.efg": (2, 2),
    "lecture9_imperfect.efg": (4, "8/3"),
    "lecture9_perfect.efg": (3, 8),
    "public_chance.efg": ("1/3", "-1/3"),
    "rock_paper_scissors.efg": (0, 0),
}


@pytest.mark.parametrize("file", PERFECT)
def test_games_of_the_literature_have_their_known_payoffs(file: str) -> None:
    game = lemke.read(GAMES / file)
    payoff_1, payoff_2 = PERFECT[file]
    for options in ({}, {"prior": "random", "seed": 4}, {"kernel": "guided"}):
        assert solve(game, **options).payoffs == (mpq(payoff_1), mpq(payoff_2))


@pytest.mark.parametrize("refinement", REFINEMENTS)
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_every_refinement_solves_the_named_games(named: Known, refinement: str) -> None:
    game = lemke.read(GAMES / named.file)
    equilibrium = lemke.solve(game, refine=refinement)
    assert lemke.verify(game, equilibrium.profile).is_equilibrium
    assert equilibrium.payoffs in named.payoffs


def test_in_the_centipede_all_take_everywhere() -> None:
    profile = solve(lemke.read(GAMES / "centipede6.efg")).profile
    assert profile.behavior == (((1, 0),) * 3, ((1, 0),) * 3)


@pytest.mark.parametrize("file", ["centipede6.efg", "lecture9_perfect.efg"])
def test_a_plain_equilibrium_may_be_no_subgame_perfect_one(file: str) -> None:
    game = lemke.read(GAMES / file)
    plain = lemke.solve(game)
    assert not subgame_regrets(game, plain.profile).is_subgame_perfect
    assert subgame_regrets(game, solve(game, prior=plain.profile).profile).is_subgame_perfect


@pytest.mark.slow
def test_a_long_chain_takes_one_pass() -> None:
    game = chain(10_000)
    equilibrium = solve(game)
    assert equilibrium.payoffs == (2, 0)
    assert all(moves == (1, 0) for strategy in equilibrium.profile.behavior for moves in strategy)


def pennies(builder: lemke.GameBuilder, node: int, stake: object = 1) -> None:
    hidden = builder.information_set(1, ["h", "t"])
    for k, below in enumerate(builder.move(node, 0, ["H", "T"])):
        for j, leaf in enumerate(builder.decide(below, hidden)):
            sign = 1 if j == k else -1
            builder.pay(leaf, sign * mpq(stake), -sign * mpq(stake))


def test_subgames_behind_chance_of_probability_zero_are_solved() -> None:
    builder = lemke.GameBuilder()
    never, always = builder.chance(builder.root, {"never": 0, "always": 1})
    pennies(builder, never)
    builder.pay(always, 3, 4)
    equilibrium = solve(builder.build(unpaid="zero"))
    assert equilibrium.payoffs == (3, 4)
    half = ((mpq(1, 2),) * 2,)
    assert equilibrium.profile.behavior == (half, half)
    assert equilibrium.profile.filled == (frozenset(), frozenset())


def test_what_was_paid_before_counts_in_every_stage() -> None:
    builder = lemke.GameBuilder()
    left, right = builder.move(builder.root, 0, ["L", "R"])
    builder.pay(builder.root, 10, 20)
    builder.pay(left, "1/2", 0)
    pennies(builder, left)
    builder.pay(right, "1/3", 0)
    game = builder.build(unpaid="zero")
    assert solve(game).payoffs == (mpq(21, 2), 20)


def test_ties_go_to_the_move_of_lowest_index_and_a_set_may_have_several_nodes() -> None:
    """A single set after chance is one stage; its expected payoffs decide."""
    builder = lemke.GameBuilder()
    blind = builder.information_set(1, ["a", "b", "c"])
    for node, payoffs in zip(
        builder.chance(builder.root, {"x": "1/4", "y": "3/4"}), ((4, 0, 1), (0, "4/3", 1)), strict=True
    ):
        for leaf, payoff in zip(builder.decide(node, blind), payoffs, strict=True):
            builder.pay(leaf, 0, payoff)
    equilibrium = solve(builder.build(unpaid="zero"))
    assert equilibrium.profile.behavior == ((), ((1, 0, 0),))
    assert equilibrium.payoffs == (0, 1)
    assert equilibrium.kernel == "best moves"


def test_what_the_stages_took_is_put_together() -> None:
    builder = lemke.GameBuilder()
    left, right = builder.move(builder.root, 0, ["L", "R"])
    pennies(builder, left)
    pennies(builder, right, "1/7")
    game = builder.build(unpaid="zero")
    stage = lemke.GameBuilder()
    pennies(stage, stage.root)
    alone = lemke.solve(stage.build())
    equilibrium = solve(game, prior="random", seed=5)
    assert (equilibrium.kernel, equilibrium.prior, equilibrium.seed, equilibrium.how.tries) == ("exact", "random", 5, 1)
    assert solve(game).pivots == 2 * alone.pivots
    assert solve(game, kernel="guided").kernel == "guided"
    programs = solve(game, method="lp")
    assert (programs.prior, programs.kernel, programs.how.unproved) == (None, "highs", None)


def test_a_stage_that_linear_programming_could_not_prove_is_in_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence_lp, "optima", lambda *_: iter(()))
    equilibrium = solve(kuhn(3), method="lp")
    assert equilibrium.how.unproved == "lp" and equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))


def test_moves_that_a_stage_leaves_open_are_marked() -> None:
    game = kuhn(3)
    plain, perfect = lemke.solve(game), solve(game)  # one stage
    assert plain.profile == perfect.profile
    assert any(perfect.profile.filled)
    assert (perfect.pivots, perfect.prior) == (plain.pivots, plain.prior)


def test_a_zero_sum_game_keeps_its_value() -> None:
    for cards in (3, 5, 12):
        game = kuhn(cards)
        assert solve(game).payoffs == lemke.solve(game).payoffs
        programs = solve(game, method="lp")
        assert programs.payoffs == lemke.solve(game).payoffs
        assert (programs.prior, programs.how.unproved) == (None, None)


def test_games_of_one_leaf_and_with_silent_players_are_solved() -> None:
    builder = lemke.GameBuilder()
    builder.pay(builder.root, 3, "-1/2")
    assert solve(builder.build(unpaid="zero")).payoffs == (3, mpq(-1, 2))
    assert solve(lemke.read(GAMES / "silent_player.efg")).payoffs == (mpq(45, 2), mpq(39, 100))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "method 'magic', expected one of auto, "),
        ({"kernel": "magic"}, "kernel 'magic', expected one of auto, "),
        ({"prior": "magic"}, "the prior 'magic', expected "),
        ({"seed": -1}, "seed -1, expected a whole number"),
    ],
)
def test_wrong_options_are_refused_even_where_no_stage_needs_them(options: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        solve(lemke.read(GAMES / "centipede6.efg"), **options)


def test_games_and_priors_that_do_not_fit_are_refused() -> None:
    with pytest.raises(GameError):
        solve(driver())
    builder = lemke.GameBuilder()
    again = builder.information_set(0, ["on", "off"])
    builder.decide(builder.decide(builder.root, again)[0], again)
    with pytest.raises(RecallError):
        solve(builder.build(unpaid="zero"))
    with pytest.raises(ProfileError):
        solve(lemke.read(GAMES / "centipede6.efg"), prior=lemke.Profile(((), ()), (frozenset(), frozenset())))
    with pytest.raises(InputError, match="a general-sum game"):
        solve(lemke.read(GAMES / "lecture9_imperfect.efg"), method="lp")


@pytest.mark.parametrize("off_path", [False, True])
def test_wrong_stages_are_never_returned(off_path: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The solution of a stage is wrong, on the path or off it; off it the judge of the whole game would not see it."""
    builder = lemke.GameBuilder()
    out, enter = builder.move(builder.root, 0, ["out", "in"])
    builder.pay(out, 5 if off_path else -5, 0)
    pennies(builder, enter)
    real = subgame_perfect.solve_game

    def tampered(game: Game, *options: object) -> lemke.Equilibrium:
        equilibrium = real(game, *options)
        pure = lemke.Profile.of(game, [[[1, 0]] for _ in (0, 1)]) if len(own_sets(game, 0)) else equilibrium.profile
        return replace(equilibrium, profile=pure, payoffs=(mpq(1), mpq(-1)))

    monkeypatch.setattr(subgame_perfect, "solve_game", tampered)
    with pytest.raises(
        NotProvedError,
        match="after 'in' player 2 gains 2 by changing moves",
    ):
        solve(builder.build(unpaid="zero"))


def test_the_certificate_is_accepted() -> None:
    from lemke.certificate import Judge
    from lemke.io import profile as profiles

    game = lemke.read(GAMES / "lecture9_imperfect.efg")
    written = lemke.dumps(solve(game))
    assert json.loads(written)["method"] == "subgame-perfect"
    (claim,) = profiles.loads(written, game)
    report, objections = Judge.of(game).judge(claim)
    assert report.is_equilibrium and not objections
