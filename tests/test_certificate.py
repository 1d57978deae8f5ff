"""The judge compared with a naive judge, and claims in which every tampered number raises an objection."""

from dataclasses import replace

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import verify
from lemke.certificate import Claim, Judge
from lemke.errors import InputError, ProfileError, RecallError
from lemke.game import Game, GameBuilder
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile
from lemke.generators import kuhn
from lemke.ground.sparse import vector
from naive import behaviors, naive_best_value, naive_payoffs, naive_regrets
from named_games import GAMES
from strategies import games

TINY = mpq(1, 10**30)


def objections_to(judge: Judge, claim: Claim) -> list[str]:
    """The judge's objections to the claims about a profile."""
    return judge.judge(claim)[1]


def pennies() -> Game:
    builder = GameBuilder(title="matching pennies")
    blind = builder.information_set(1, ["h", "t"])
    for node, sign in zip(builder.move(builder.root, 0, ["H", "T"]), (1, -1), strict=True):
        equal, different = builder.decide(node, blind)
        builder.pay(equal, sign, -sign)
        builder.pay(different, -sign, sign)
    return builder.build()


@given(st.data(), games())
def test_the_judge_agrees_with_the_naive_one(data, game):
    behavior = data.draw(behaviors(game))
    report = verify(game, Profile.of(game, behavior))
    assert report.payoffs == naive_payoffs(game, behavior)
    assert report.best_values == tuple(naive_best_value(game, behavior, player) for player in (0, 1))
    assert report.regrets == naive_regrets(game, behavior)
    assert report.is_equilibrium == (report.regrets == (0, 0))
    assert min(report.regrets) >= 0
    assert all(isinstance(number, mpq) for number in (*report.payoffs, *report.best_values))


def test_a_profile_off_by_a_tiny_amount_is_no_equilibrium_and_has_its_exact_regret():
    half = mpq(1, 2)
    report = verify(pennies(), Profile.of(pennies(), [[[half + TINY, half - TINY]], [[half, half]]]))
    assert report.payoffs == (0, 0) and report.regrets == (0, 2 * TINY)
    assert not report.is_equilibrium
    assert verify(pennies(), Profile.of(pennies(), [[[half, half]], [[half, half]]])).is_equilibrium


def test_games_of_imperfect_recall_are_refused_with_the_witness():
    builder = GameBuilder()
    again = builder.information_set(1, ["x", "y"], label="again")
    for node in builder.move(builder.root, 1, ["L", "R"]):
        builder.decide(node, again)
    game = builder.build(unpaid="zero")
    with pytest.raises(RecallError, match=r'"again" of player 2 \(L \| R\), expected perfect recall$'):
        verify(game, Profile.of(game, [[], [[1, 0], [1, 0]]]))


@given(st.data(), games())
def test_the_best_values_are_duals_and_prove_exactly_the_profiles_without_regret(data, game):
    """u₀ the best value and u_h the best value at h are feasible; they prove a payoff iff it is the best one."""
    profile = Profile.of(game, data.draw(behaviors(game)))
    judge = Judge.of(game)
    plans = judge.plans(profile)
    best = [best_response(sequences, judge.values(player, plans)) for player, sequences in enumerate(judge.sequences)]
    duals = tuple(vector([response.value, *response.set_values]) for response in best)
    report = judge.judge(Claim(profile))[0]
    objections = objections_to(judge, Claim(profile, report.payoffs, tuple(plans), duals))
    expected = [
        f"the duals of player {player + 1} do not prove that {payoff} "
        for player, (payoff, regret) in enumerate(zip(report.payoffs, report.regrets, strict=True))
        if regret
    ]
    assert all(objection.startswith(words) for objection, words in zip(objections, expected, strict=True))


def true_claim(game: Game) -> Claim:
    equilibrium = lemke.solve(game)
    return Claim(equilibrium.profile, equilibrium.payoffs, equilibrium.plans, equilibrium.duals)


@given(games(max_depth=3))
def test_claims_of_the_solver_are_accepted_whole_and_in_part(game):
    judge, claim = Judge.of(game), true_claim(game)
    assert objections_to(judge, claim) == []
    for part in ("payoffs", "plans", "duals"):
        assert objections_to(judge, replace(claim, **{part: ()})) == []
    assert objections_to(judge, Claim(claim.profile)) == []


@given(games(max_depth=3))
def test_every_tampered_payoff_and_plan_is_objected_to(game):
    judge, claim = Judge.of(game), true_claim(game)
    for player, name in enumerate(("player 1", "player 2")):
        payoffs = list(claim.payoffs)
        payoffs[player] += TINY
        (objection,) = objections_to(judge, replace(claim, payoffs=tuple(payoffs)))
        assert objection == f"the payoff {payoffs[player]} of {name}, expected {claim.payoffs[player]}"
        for k in range(len(claim.plans[player])):
            (objection,) = objections_to(judge, replace(claim, plans=off(claim.plans, player, k, TINY)))
            assert objection.startswith(f"the realization plan of {name} ")


@given(games(max_depth=3))
def test_every_tampered_dual_is_objected_to(game):
    """A lower dual breaks the constraint of a best move there. A higher one breaks that of a played sequence above."""
    judge, claim = Judge.of(game), true_claim(game)
    for player, sequences in enumerate(judge.sequences):
        tight = best_response(sequences, judge.values(player, judge.plans(claim.profile)))
        duals = list(claim.duals)
        duals[player] = vector([tight.value, *tight.set_values])
        assert objections_to(judge, replace(claim, duals=tuple(duals))) == []
        for k in range(len(duals[player])):
            changes = [-TINY, TINY] if k == 0 or claim.plans[player][sequences.parent[k - 1]] else [-TINY]
            for change in changes:
                (objection,) = objections_to(judge, replace(claim, duals=off(duals, player, k, change)))
                assert objection.startswith(f"the duals of player {player + 1} do not prove ")


def off(vectors, player, k, change):
    """The two vectors with one number changed."""
    changed = list(vectors)
    changed[player] = changed[player].copy()
    changed[player][k] += change
    return tuple(changed)


@pytest.mark.parametrize("part", ["plans", "duals"])
@pytest.mark.parametrize(
    "change", [lambda v: v[:-1], lambda v: vector([*v, 0]), lambda v: v[:0]], ids=["-", "+", "none"]
)
def test_vectors_of_another_length_are_objected_to(part, change):
    game = lemke.read(GAMES / "kuhn3_raked.efg")
    judge, claim = Judge.of(game), true_claim(game)
    first, second = getattr(claim, part)
    assert len(objections_to(judge, replace(claim, **{part: (first, change(second))}))) == 1
    assert len(objections_to(judge, replace(claim, **{part: (change(first), change(second))}))) == 2


def test_claims_about_the_opponent_are_no_proof():
    game = lemke.read(GAMES / "kuhn3_raked.efg")
    judge, claim = Judge.of(game), true_claim(game)
    for part in ("payoffs", "plans", "duals"):
        assert len(objections_to(judge, replace(claim, **{part: getattr(claim, part)[::-1]}))) == 2


def test_true_plans_and_duals_of_another_profile_are_no_proof():
    game = pennies()
    claim = true_claim(game)
    profile = Profile.of(game, [[[1, 0]], [["1/2", "1/2"]]])
    plan, dual = objections_to(Judge.of(game), replace(claim, profile=profile))
    assert plan.startswith("the realization plan of player 1 ")
    assert dual.startswith("the duals of player 2 do not prove that 0 ")


@pytest.mark.parametrize(
    "behavior",
    [((), ()), (((mpq(3), mpq(-2)),), ()), (((1.0, 1e-300),), ()), (((mpq(1),),), ()), (((mpq(1), mpq(0)), ()), ())],
    ids=["no distribution", "negative", "floats", "too few moves", "too many sets"],
)
def test_an_invalid_profile_is_not_judged(behavior):
    """The judge checks a profile first, however it was made, and the solver checks a prior."""
    builder = GameBuilder()
    for leaf in builder.move(builder.root, 0, ["L", "R"]):
        builder.pay(leaf, 0, 0)
    game, profile = builder.build(), Profile(behavior, (frozenset(), frozenset()))
    for judged in (lambda: verify(game, profile), lambda: lemke.solve(game, prior=profile)):
        with pytest.raises(InputError):
            judged()


def test_a_profile_of_another_game_is_not_judged():
    with pytest.raises(ProfileError, match="expected 8"):
        verify(kuhn(4), lemke.solve(kuhn(3)).profile)
    with pytest.raises(ProfileError, match="expected 6"):
        lemke.solve(kuhn(3), prior=lemke.solve(kuhn(4)).profile)
    with pytest.raises(ProfileError, match="expected a profile"):
        verify(kuhn(3), [[["1/2", "1/2"]], []])


@pytest.mark.parametrize("suffix", ["vipr", "proof", "v", "zip"])
def test_an_equilibrium_up_to_its_epsilon_is_no_proof(suffix: str, tmp_path) -> None:
    rough = lemke.solve(kuhn(3), "double-oracle", gap="1/2")
    assert rough.epsilon > 0
    with pytest.raises(ProfileError, match="up to its epsilon"):
        lemke.write(rough, tmp_path / f"e.{suffix}")
    assert not [*tmp_path.iterdir()]
