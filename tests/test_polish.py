"""From approximate profiles to exact equilibria: all ways, all kinds of games, and wrong guesses."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Judge
from lemke.errors import LimitError
from lemke.game import GameBuilder
from lemke.game.best_response import best_response
from lemke.game.recall import histories, require_perfect_recall
from lemke.game.strategy import centroid, is_realization_plan
from lemke.generators import kuhn, leduc
from lemke.ground.limits import limits
from lemke.ground.sparse import floats
from lemke.io import profile as profiles
from lemke.solvers.halves import GRAIN, Alternation, Half
from lemke.solvers.learning import Learning
from lemke.studies import polish as module
from lemke.studies.polish import Polished, guesses, polish
from methods import solved_by
from naive import behaviors, naive_regrets
from named_games import GAMES, NAMED
from seeded_games import ADVERSARIAL, payoff_kind, random_game
from strategies import games, opposed

pytestmark = pytest.mark.slow  # as a whole

LEDUC = mpq(-1454920850547486749701863871533, 16995463438839962469905132501930)
NOISE = (1e-2, 1e-3, 1e-5, 1e-8)


def accepted(game: lemke.Game, polished: Polished) -> Polished:
    """Return it after checking that both regrets are 0 on the tree and that the certificate is accepted."""
    equilibrium = polished.equilibrium
    assert lemke.verify(game, equilibrium.profile).regrets == (0, 0)
    (claim,) = profiles.loads(lemke.dumps(equilibrium), game)
    report, objections = Judge.of(game).judge(claim)
    assert report.is_equilibrium and objections == []
    assert claim.plans and claim.duals and equilibrium.method == "polish"
    return polished


def uniform(game: lemke.Game) -> lemke.Profile:
    sequences = require_perfect_recall(game, histories(game))
    return lemke.Profile.of(game, [centroid(player_sequences) for player_sequences in sequences])


def noisy(game: lemke.Game, profile: lemke.Profile, noise: float, seed: int = 0) -> lemke.Profile:
    """Floats near a profile, like the output of an approximate solver."""
    source = random.Random(seed)
    near = [
        [[float(p) + noise * source.random() for p in moves] for moves in strategy] for strategy in profile.behavior
    ]
    return lemke.Profile.of(game, near, floats=True, normalize=True)


def averages(game: lemke.Game, iterations: int) -> lemke.Profile:
    """The average strategies of CFR+."""
    return lemke.learn(game, iterations, rule="cfr+").profile


def scaled(game: lemke.Game, *factors: mpq) -> lemke.Game:
    """The game with every player's payoffs times a factor."""
    paid = [tuple(f * v for f, v in zip(factors, outcome.payoffs, strict=True)) for outcome in game.outcomes]
    outcomes = [replace(outcome, payoffs=payoffs) for outcome, payoffs in zip(game.outcomes, paid, strict=True)]
    return replace(game, outcomes=tuple(outcomes))


def largest_change(game: lemke.Game, before: lemke.Profile, after: lemke.Profile) -> mpq:
    judge = Judge.of(game)
    return max(abs(a - b) for p, q in zip(judge.plans(before), judge.plans(after), strict=True) for a, b in zip(p, q))


@given(games(), st.data())
def test_any_profile_of_any_game_leads_to_an_equilibrium(game: lemke.Game, data: st.DataObject) -> None:
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    polished = accepted(game, polish(game, profile))
    assert naive_regrets(game, polished.equilibrium.profile.behavior) == (0, 0)
    assert polished.given.regrets == naive_regrets(game, profile.behavior)
    assert (polished.way == "given") == (not any(polished.given.regrets))
    assert polished.distance == largest_change(game, profile, polished.equilibrium.profile)
    changes = zip(polished.equilibrium.payoffs, polished.given.payoffs, strict=True)
    assert polished.payoff_changes == tuple(after - before for after, before in changes)


@given(games(), st.data())
def test_a_constant_sum_game_is_polished_to_its_value(game: lemke.Game, data: st.DataObject) -> None:
    game = opposed(game, constant=mpq(5, 3))
    polished = accepted(game, polish(game, lemke.Profile.of(game, data.draw(behaviors(game)))))
    assert polished.equilibrium.payoffs == solved_by(game, "lp").payoffs


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_are_polished_from_the_uniform_profile_and_from_noise(named) -> None:
    game = lemke.read(GAMES / named.file)
    for profile in (uniform(game), noisy(game, lemke.solve(game).profile, 1e-4)):
        polished = accepted(game, polish(game, profile))
        assert not named.payoffs or polished.equilibrium.payoffs in named.payoffs


@pytest.mark.parametrize("noise", NOISE)
def test_an_equilibrium_behind_noise_is_found_from_its_supports(noise: float) -> None:
    ways = Counter()
    for seed in (seed for seed in range(40) if payoff_kind(seed) not in ADVERSARIAL):
        game = random_game(seed, nodes=30)
        profile = noisy(game, lemke.solve(game, prior="random", seed=seed).profile, noise, seed)
        polished = accepted(game, polish(game, profile))
        ways[polished.way] += 1
    assert {*ways} <= {"given", "support"} and ways["support"] > 20


def test_cfr_plus_on_kuhn_poker_becomes_the_exact_equilibrium() -> None:
    game = kuhn()
    profile = averages(game, 1000)
    polished = accepted(game, polish(game, profile))
    assert polished.equilibrium.payoffs == (mpq(-1, 18), mpq(1, 18))
    assert polished.way == "support"
    assert all(polished.given.regrets) and polished.distance < mpq(1, 100)


def test_cfr_plus_on_leduc_poker_becomes_the_exact_equilibrium() -> None:
    game = leduc()
    polished = accepted(game, polish(game, averages(game, 1000)))
    assert polished.equilibrium.payoffs == (LEDUC, -LEDUC)
    assert polished.way == "program"
    assert all(polished.given.regrets) and polished.distance < mpq(1, 10)


def test_in_zero_sum_games_no_equilibrium_is_nearer() -> None:
    """Player 1 has many equilibrium strategies in Kuhn poker."""
    game = kuhn()
    profile = noisy(game, uniform(game), 0.5)
    form, judge = lemke.sequence_form(game), Judge.of(game)
    target = judge.plans(profile)

    def far(plans) -> mpq:
        return sum((abs(a - b) for p, q in zip(plans, target, strict=True) for a, b in zip(p, q)), mpq(0))

    distance = far(accepted(game, polish(game, profile)).equilibrium.plans)
    lcp_plans, lp_plans = (solved_by(form, method, prior="centroid").plans for method in ("lcp", "lp"))
    assert not np.array_equal(lcp_plans[0], lp_plans[0])
    between = [[a + mpq(k, 8) * (b - a) for a, b in zip(lcp_plans, lp_plans, strict=True)] for k in range(9)]
    assert distance <= min(map(far, between)) + mpq(sum(map(len, target)), GRAIN)


def test_an_equilibrium_is_returned_as_it_is() -> None:
    game = lemke.read(GAMES / "centipede6.efg")
    profile = lemke.solve(game, prior="random").profile
    polished = accepted(game, polish(game, profile))
    assert polished.equilibrium.profile is profile
    assert (polished.way, polished.guesses, polished.distance) == ("given", 0, 0)
    assert polished.moved_near == (True, True)
    assert repr(polished).startswith("<Polished by given, distance 0: <Equilibrium of")


UNGUESSED = lemke.NormalForm.of([[1, 0, 2], [3, 3, 1], [2, 3, 0]], [[2, 0, 0], [0, 2, 3], [1, 0, 0]]).tree()
FAR = lemke.Profile.of(UNGUESSED, [[["1/3"] * 3]] * 2)


def test_a_path_leads_on_where_no_guess_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Half, "feasible", lambda *_: None)
    monkeypatch.setattr(Alternation, "rounds", lambda *_: iter(()))
    game = lemke.read(GAMES / "tracing_2002.efg")
    for profile in (uniform(game), noisy(game, lemke.solve(game).profile, 1e-3)):
        polished = accepted(game, polish(game, profile))
        assert polished.way == "path" and polished.guesses >= 3
        assert (polished.equilibrium.prior, polished.equilibrium.kernel) == ("profile", "exact")


def test_a_game_in_which_only_further_programs_lead_on() -> None:
    polished = accepted(UNGUESSED, polish(UNGUESSED, FAR))
    assert (polished.way, polished.distance) == ("program", mpq(1, 3))
    assert polished.equilibrium.payoffs == (mpq(5, 3), mpq(6, 5))


def test_the_game_of_the_moves_it_makes_leads_on_where_the_path_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Half, "feasible", lambda *_: None)
    monkeypatch.setattr(Alternation, "rounds", lambda *_: iter(()))
    game = leduc(5)
    source = np.random.default_rng(1)
    paid = [replace(end, payoffs=tuple(map(mpq, source.integers(-10, 11, 2).tolist()))) for end in game.outcomes]
    game = replace(game, outcomes=tuple(paid))
    polished = accepted(game, polish(game, averages(game, 50)))
    assert polished.way == "restricted" and polished.guesses >= 3


def test_without_proposals_from_floats_the_path_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lemke.solvers.halves.optima", lambda *_: iter(()))
    monkeypatch.setattr(Alternation, "rounds", lambda *_: iter(()))
    game = lemke.read(GAMES / "kuhn3_raked.efg")
    polished = accepted(game, polish(game, averages(game, 50)))
    assert (polished.way, polished.equilibrium.prior) == ("path", "profile")
    assert polished.moved_near == (False, False)


HUGE = mpq(10) ** 400
FACTORS = [(mpq(10) ** 12,) * 2, (mpq(1, 10**12),) * 2, (HUGE, HUGE), (mpq(7, 3), 1 / HUGE)]


@pytest.mark.parametrize("factors", FACTORS, ids=["large", "small", "beyond floats", "apart"])
@pytest.mark.parametrize("rake", [0, "1/20"])
@pytest.mark.parametrize(("noise", "ways"), [(1e-6, {"support"}), (0.5, {"program", "support"})])
def test_nothing_depends_on_the_unit_of_payoffs(factors, rake, noise: float, ways) -> None:
    game = kuhn(3, rake)
    profile = noisy(game, lemke.solve(game).profile, noise)
    unit, rescaled = (accepted(variant, polish(variant, profile)) for variant in (game, scaled(game, *factors)))
    assert rescaled.equilibrium.profile == unit.equilibrium.profile
    assert (rescaled.way, rescaled.guesses, rescaled.distance) == (unit.way, unit.guesses, unit.distance)
    assert unit.way in ways and unit.moved_near == rescaled.moved_near == (True, True)
    assert noise == 0.5 or unit.distance < mpq(1, 10**5)


@pytest.mark.parametrize("stays", [0, 1])
def test_a_plan_that_is_not_moved_near_is_marked(monkeypatch: pytest.MonkeyPatch, stays: int) -> None:
    game = kuhn()
    profile = noisy(game, uniform(game), 0.5)
    unhindered, players = polish(game, profile), iter((0, 1))
    nearest = Half.nearest
    monkeypatch.setattr(Half, "nearest", lambda *arguments: nearest(*arguments) if next(players) != stays else None)
    polished = accepted(game, polish(game, profile))
    assert unhindered.moved_near == (True, True)
    assert polished.moved_near == (stays != 0, stays != 1)
    assert polished.distance >= unhindered.distance


def test_plans_are_moved_near_one_after_the_other() -> None:
    # when player 2's plan has moved, a plan of player 1 nearer to the given one may be in equilibrium with it
    game = lemke.NormalForm.of([[2, 1, 1], [2, 2, 0], [0, 0, 2]], [[2, 0, 1], [1, 2, 2], [2, 2, 2]]).tree()
    (given_strategy, _) = behavior = [["0", "1/3", "2/3"]], [["3/8", "1/2", "1/8"]]
    polished = polish(game, lemke.Profile.of(game, behavior))
    nearer = lemke.Profile.of(game, [given_strategy, polished.profile.behavior[1]])
    assert polished.moved_near == (True, True) and polished.profile.behavior[0] != nearer.behavior[0]
    assert lemke.verify(game, nearer).is_equilibrium
    assert "Player by player, each plan was replaced" in str(polished)


def test_games_in_which_payoffs_are_all_0_are_polished() -> None:
    game = scaled(KUHN, mpq(0), mpq(0))
    assert accepted(game, polish(game, uniform(game))).way == "given"
    game = scaled(KUHN, mpq(1), mpq(0))
    assert accepted(game, polish(game, uniform(game))).equilibrium.payoffs[1] == 0


@given(games(), st.data())
def test_wrong_guesses_are_never_returned(game: lemke.Game, data: st.DataObject) -> None:
    sizes = [sequences.size for sequences in require_perfect_recall(game, histories(game))]
    masks = [
        tuple(np.array([True, *data.draw(st.lists(st.booleans(), min_size=n - 1, max_size=n - 1))]) for n in sizes)
        for _ in range(3)
    ]
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "guesses", lambda *_: iter(masks))
        accepted(game, polish(game, profile))


def guessed(game: lemke.Game, profile: lemke.Profile) -> list:
    form = lemke.sequence_form(game)
    learning = Learning(form)
    return [*guesses(form.sequences, profile, learning, learning.point(*map(floats, Judge.of(game).plans(profile))))]


@given(games(), st.data())
def test_guesses_are_supports_and_differ(game: lemke.Game, data: st.DataObject) -> None:
    form = lemke.sequence_form(game)
    profile = lemke.Profile.of(game, data.draw(behaviors(game)))
    pairs = guessed(game, profile)
    assert 1 <= len(pairs) <= 4
    assert len({tuple(support.tobytes() for support in pair) for pair in pairs}) == len(pairs)
    for supports in pairs:
        for sequences, support in zip(form.sequences, supports, strict=True):
            assert support[0]
            for h, parent in enumerate(sequences.parent):
                assert support[sequences.moves(h).start : sequences.moves(h).stop].any() == support[parent]


@given(st.lists(st.integers(0, 2), min_size=12, max_size=12))
def test_supports_lead_to_an_equilibrium_exactly_if_an_extreme_one_has_them(payoffs: list[int]) -> None:
    """All pairs of supports of a 2 x 3 game with ties, against the enumeration of extreme equilibria."""
    table = np.array(payoffs).reshape(2, 2, 3).tolist()
    normal_form = lemke.NormalForm.of(*table)
    form = normal_form.sequence_form()
    halves = Half.pair(form)
    extreme = [(equilibrium.x, equilibrium.y) for equilibrium in lemke.enumerate(normal_form).equilibria]
    rows, columns = (
        [np.array([True, *mask]) for mask in product((False, True), repeat=n) if any(mask)] for n in (2, 3)
    )
    for support_1, support_2 in product(rows, columns):
        x, y = halves[0].feasible(support_1, support_2), halves[1].feasible(support_2, support_1)
        expected = any(_supported(table, pair, (support_1[1:], support_2[1:])) for pair in extreme)
        assert (x is not None and y is not None) == expected
        for half, feasible, support, opponent_support in (
            (halves[0], x, support_1, support_2),
            (halves[1], y, support_2, support_1),
        ):
            if feasible is not None:
                plan, _ = feasible
                values = half.B.T @ plan
                slack = half.F.T @ best_response(half.opposing_sequences, values).dual - values
                assert is_realization_plan(form.sequences[half is halves[1]], plan)
                assert not np.any(plan[~support] != 0) and not np.any(slack[opponent_support] != 0)


def _supported(table, pair, supports) -> bool:
    """Whether an equilibrium plays within the supports, all of which are best replies."""
    x, y = (np.array(strategy, dtype=object) for strategy in pair)
    rows, columns = np.array(table[0]) @ y, x @ np.array(table[1])
    return all(
        not np.any(strategy[~inside] != 0) and all(value == max(values) for value in values[inside])
        for strategy, inside, values in ((x, supports[0], rows), (y, supports[1], columns))
    )


def test_games_of_one_node_and_with_players_who_never_move_are_polished() -> None:
    builder = GameBuilder(["1", "2"])
    builder.pay(builder.root, 1, 2)
    game = builder.build(unpaid="zero")
    assert accepted(game, polish(game, lemke.Profile.of(game, [[], []]))).way == "given"
    builder = GameBuilder(["1", "2"])
    left, _ = builder.move(builder.root, 1, ["l", "r"])
    builder.pay(left, 1, 2)
    game = builder.build(unpaid="zero")
    polished = accepted(game, polish(game, lemke.Profile.of(game, [[], [["1/3", "2/3"]]])))
    assert polished.equilibrium.payoffs == (1, 2) and polished.distance == mpq(2, 3)


KUHN = kuhn()


def test_limits_and_interrupts_reach_the_caller() -> None:
    profile = uniform(KUHN)
    with pytest.raises(LimitError), limits(time=0):
        polish(KUHN, profile)
    stages = []
    with limits(progress=stages.append):
        polish(UNGUESSED, FAR)
    assert any("trying supports" in stage for stage in stages)

    def interrupt(stage: str) -> None:
        if "trying supports" in stage:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), limits(progress=interrupt):
        polish(UNGUESSED, FAR)
