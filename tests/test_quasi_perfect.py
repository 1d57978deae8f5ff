"""Quasi-perfect equilibria: judged by van Damme's definition, by beliefs and dominance, and on known games."""

import json
import random
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import Claim, Judge, Trembles, objections_to_quasi_perfect
from lemke.certificate.refined import values
from lemke.cli import run
from lemke.errors import GameError, InputError, NotProvedError, NumberError, ProfileError, RecallError
from lemke.forms.sequence_form import PerturbedForm, sequence_form
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.strategy import centroid, random_behavior, realization_plan
from lemke.generators import kuhn, leduc
from lemke.io import dumps as certificate
from lemke.linear import lcp, lp
from lemke.linear.exact import optimal
from lemke.linear.lcp import NoOutcome, Solution
from lemke.linear.pivoting import follow
from lemke.linear.pivoting.lemke_path import check_for_small
from lemke.solvers.refinements import REFINEMENTS, normal_form_perfect, quasi_perfect, small_trembles
from lemke.solvers.refinements.quasi_perfect import objections_to
from lemke.solvers.refinements.small_trembles import bases
from methods import solved_by
from named_games import GAMES, NAMED, Known
from trembling import continuation_losses, is_undominated, one_shot_gains, tie_rich_game

solve = partial(lemke.solve, refine="quasi-perfect")

HALF = mpq(1, 2)
BY_CENTROID = 81
"""A seed: ties make the centroid no start in its game."""


def judge_naively(equilibrium: lemke.Equilibrium, small: bool = True) -> None:
    """Assert that it is quasi-perfect by definition at some numbers, sequential, and in small games undominated."""
    game, behavior = equilibrium.game, equilibrium.profile.behavior
    plans, epsilon = equilibrium.refinement.plans, equilibrium.refinement.epsilon
    assert equilibrium.profile.filled == (frozenset(), frozenset())
    for divisor in (1, 3, 1000):
        assert not any(continuation_losses(game, behavior, plans, epsilon / divisor))
    assert not any(one_shot_gains(game, behavior, plans))
    assert not small or (is_undominated(game, behavior, 0) and is_undominated(game, behavior, 1))


def claim_of(equilibrium: lemke.Equilibrium) -> Claim:
    return Claim(equilibrium.profile, method=equilibrium.method, refinement=equilibrium.refinement)


@pytest.mark.parametrize("seed", range(32))
def test_equilibria_of_tie_rich_random_games_are_quasi_perfect_by_definition(seed: int) -> None:
    equilibrium = solve(tie_rich_game(seed, nodes=16))
    assert (equilibrium.how.tries, equilibrium.seed, equilibrium.prior) == (1, None, "centroid")
    judge_naively(equilibrium)
    random_one = solve(equilibrium.game, prior="random", seed=seed)
    assert (random_one.how.tries, random_one.seed, random_one.prior) == (1, seed, "random")
    judge_naively(random_one)


@pytest.mark.slow
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_have_quasi_perfect_equilibria_with_their_known_payoffs(named: Known) -> None:
    game = lemke.read(GAMES / named.file)
    equilibrium = solve(game)
    assert lemke.verify(game, equilibrium.profile).is_equilibrium
    assert equilibrium.payoffs in named.payoffs
    judge_naively(equilibrium, small=False) if game.size < 60 else None


# ---------------------------------------------------------------------- bases at numbers


@pytest.mark.parametrize("seed", range(24))
def test_bases_at_numbers_prove_tie_rich_games(seed: int) -> None:
    equilibrium = solve(tie_rich_game(seed, nodes=16), kernel="guided")
    assert equilibrium.kernel in ("guided", "highs", "refined")
    judge_naively(equilibrium)


@pytest.mark.parametrize("rake", [0, "1/20"])
def test_large_games_are_proved_at_numbers(rake: object) -> None:
    game = leduc(2, rake=rake)
    equilibrium = solve(game)
    assert equilibrium.kernel in (("guided",) if rake else ("highs", "refined"))
    assert objections_to(game, claim_of(equilibrium)) == []
    assert lemke.verify(game, equilibrium.profile).is_equilibrium
    assert not any(one_shot_gains(game, equilibrium.profile.behavior, equilibrium.refinement.plans))
    short_of_one = [plan.copy() for plan in equilibrium.refinement.plans]
    short_of_one[0][1, 0] -= mpq(1, 10**30)
    forged = replace(equilibrium.refinement, plans=tuple(short_of_one))
    assert objections_to(game, replace(claim_of(equilibrium), refinement=forged))


def test_a_basis_that_is_not_proved_is_where_the_next_smaller_number_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(small_trembles, "PROGRAM", 10)
    monkeypatch.setattr(small_trembles, "STEP", 10)
    form = sequence_form(leduc(3))
    perturbed = PerturbedForm.of(form, tuple(map(realization_plan, form.sequences, map(centroid, form.sequences))))
    first, second = islice(bases(perturbed, "guided", 0), 2)
    assert (first.expansion.signs, second.expansion.signs) == ("wrong", "right")
    z = second.expansion.terms
    w = np.column_stack([perturbed.problem.q, *perturbed.powers]) + np.column_stack(
        [perturbed.problem.M @ column for column in z.T]
    )
    assert not check_for_small(perturbed.problem, perturbed.powers, Solution(z, w, tuple(sorted(second.basis)), 0, 0))
    assert second.pivots < first.pivots + 100  # most of the basis is kept
    program = perturbed.lp_at(mpq(1, 1 << 10))
    assert perturbed.basis_of_lp(first.program) == first.basis and len(first.basis) == form.lcp_size
    assert lp.check(program, optimal(program, first.program)) is None


def test_where_no_basis_is_proved_the_path_with_symbols_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quasi_perfect, "bases", lambda *_: iter(()))
    game = tie_rich_game(3, nodes=120)
    assert sequence_form(game).lcp_size > 100
    assert solve(game).kernel == "exact"
    with pytest.raises(NotProvedError, match="no basis solves the conditions"):
        solve(game, kernel="guided")


# ---------------------------------------------------------------------- games of the literature


def test_a_senseless_guess_that_costs_nothing_is_not_quasi_perfect() -> None:
    """A linear program lets player 2 guess what is right once in 52 times, since nobody will ask."""
    game = lemke.read(GAMES / "guess_the_ace.efg")
    senseless = solved_by(game, "lp")
    assert senseless.profile.behavior == (((1, 0),), ((1, 0),))
    for seed in range(5):
        equilibrium = solve(game, prior="random", seed=seed)
        assert equilibrium.profile.behavior == (((1, 0),), ((0, 1),))
        assert equilibrium.payoffs == (0, 0)
    assert objections_to(game, replace(claim_of(equilibrium), profile=senseless.profile)) == [
        "the plans of player 2 near the equilibrium have another limit than the profile at "
        'information set 1 "offer" of player 2'
    ]


def guess_the_ace_with_a_gift() -> Game:
    """The same where player 1 may give the money away after a wrong guess: then no guess is weakly dominated."""
    builder = GameBuilder()
    cards = builder.chance(builder.root, {"ace": mpq(1, 52), "other": mpq(51, 52)})
    offer, guess = builder.information_set(0, ["end", "offer"]), builder.information_set(1, ["ace", "other"])
    for card, node in enumerate(cards):
        end, on = builder.decide(node, offer)
        builder.pay(end, 0, 0)
        for said, below in enumerate(builder.decide(on, guess)):
            if said == card:
                builder.pay(below, -1000, 1000)
            else:
                keep, give = builder.move(below, 0, ["keep", "give"], f"not {said}")
                builder.pay(keep, 0, 0)
                builder.pay(give, -1000, 1000)
    return builder.build(unpaid="zero")


def test_normal_form_perfection_may_hope_for_a_gift_and_quasi_perfection_does_not() -> None:
    game = guess_the_ace_with_a_gift()
    little = mpq(1, 100)  # player 1's gifts are believed to follow the senseless guess
    prior = lemke.Profile.of(game, [[[HALF, HALF], [1 - little, little], [little, 1 - little]], [[HALF, HALF]]])
    hoping = lemke.solve(game, prior=prior, refine="normal-form-perfect")
    assert hoping.profile.behavior[1] == ((1, 0),)
    for equilibrium in (solve(game, prior=prior), solve(game)):
        assert equilibrium.profile.behavior == (((1, 0),) * 3, ((0, 1),))
        judge_naively(equilibrium)


def test_a_move_off_the_path_that_hopes_for_a_mistake() -> None:
    """Player 1 goes on only because player 2's moves are equally likely, not because they are best replies."""
    builder = GameBuilder()
    out, entered = builder.move(builder.root, 1, ["out", "in"])
    stop, go = builder.move(entered, 0, ["stop", "go"])
    left, right = builder.move(go, 1, ["l", "r"])
    for leaf, payoffs in ((out, (1, 2)), (stop, (0, 0)), (left, (10, 0)), (right, (-1, 1))):
        builder.pay(leaf, *payoffs)
    game = builder.build(unpaid="zero")
    assert lemke.solve(game).profile.behavior == (((0, 1),), ((1, 0), (0, 1)))
    assert lemke.solve(game, refine="normal-form-perfect").profile.behavior == (((0, 1),), ((1, 0), (0, 1)))
    equilibrium = solve(game)
    assert equilibrium.profile.behavior == (((1, 0),), ((1, 0), (0, 1)))
    judge_naively(equilibrium)


def test_an_empty_threat_is_not_made() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    threat = lemke.solve(game, method="lemke-howson", label=0)
    assert threat.payoffs == (1, 5)
    assert solve(game).payoffs == (2, 2)
    claim = claim_of(solve(game))
    assert objections_to(game, replace(claim, profile=threat.profile))


def test_in_mertens_voting_game_all_vote_for_themselves() -> None:
    """The only quasi-perfect equilibrium; in a perfect one of the extensive form somebody votes for the other."""
    game = lemke.example("mertens_voting")
    for seed in range(10):
        equilibrium = solve(game, prior="random", seed=seed)
        assert equilibrium["Ann votes"]["Ann"] == equilibrium["Bob votes"]["Bob"] == 1
        assert equilibrium["Ann's task"]["right"] == equilibrium["Bob's task"]["right"] == 1
        judge_naively(equilibrium)
    dominated = lemke.Profile.of(game, [[[0, 1], [1, 0]], [[0, 1], [1, 0]]])
    assert lemke.verify(game, dominated).is_equilibrium
    assert not is_undominated(game, dominated.behavior, 0)


def test_beer_and_quiche_ends_in_one_of_its_two_poolings() -> None:
    """Both poolings are sequential and also quasi-perfect; off the path player 2's move is best given the beliefs."""
    game = lemke.read(GAMES / "beer_quiche.efg")
    reached = set()
    for seed in range(20):
        equilibrium = solve(game, prior="random", seed=seed)
        judge_naively(equilibrium)
        reached.add(equilibrium.payoffs)
    assert reached <= {(mpq(29, 10), 0), (mpq(21, 10), 0)}


# ---------------------------------------------------------------------- the proof


def test_plans_at_the_stated_tremble_are_an_equilibrium_of_the_perturbed_game() -> None:
    """Both plans have the largest payoff among all plans with these trembles."""
    game = kuhn(3, "1/20")
    equilibrium = solve(game)
    judge, epsilon = Judge.of(game), equilibrium.refinement.epsilon
    near = equilibrium.refinement.at(epsilon)
    for player, sequences in enumerate(judge.sequences):
        plan, values = near[player], judge.values(player, list(near))
        lengths = [0] * sequences.size
        total, most = values.tolist(), mpq(0)
        for h in range(len(sequences.sets)):
            for sequence in sequences.moves(h):
                lengths[sequence] = lengths[sequences.parent[h]] + 1
        # x = ξ + x′: at every set the probability that the trembles below leave over goes to a best move
        for h in reversed(range(len(sequences.sets))):
            moves = sequences.moves(h)
            spare = (epsilon ** lengths[sequences.parent[h]] if sequences.parent[h] else 0) - len(
                moves
            ) * epsilon ** lengths[moves[0]]
            best = max(total[sequence] for sequence in moves)
            most += spare * best + sum(epsilon ** lengths[sequence] * values[sequence] for sequence in moves)
            total[sequences.parent[h]] += best
        most += total[0]
        assert sum(plan * values) == most
        assert all(x >= epsilon**n for x, n in zip(plan, lengths, strict=True) if n)


@pytest.mark.parametrize("seed", range(8))
def test_at_small_numbers_polynomials_solve_the_lcp_with_trembles_of_that_size(seed: int) -> None:
    form = lemke.sequence_form(tie_rich_game(seed))
    source = random.Random(seed)
    plan_1, plan_2 = (realization_plan(sequences, random_behavior(sequences, source)) for sequences in form.sequences)
    bridge = PerturbedForm.of(form, (plan_1, plan_2))
    outcome = follow(bridge.problem, bridge.powers)
    epsilon = mpq(1, 10**6)
    z, w = values(outcome.z, epsilon), values(outcome.w, epsilon)
    q = bridge.problem.q + sum(power * epsilon**k for k, power in enumerate(bridge.powers, 1))
    assert lcp.check(replace(bridge.problem, q=q), lcp.Solution(z, w, outcome.basis, 0, 0)) is None
    assert len(outcome.basis) == bridge.problem.size


def test_a_path_says_why_it_does_not_end_at_a_solution() -> None:
    bare = lemke.LCP.of([[1]], [-1])
    start = lcp.StartBasis(frozenset({0}), mpq(1))
    assert follow(replace(bare, start=start), [[-1]]).z.tolist() == [[1, 1]]
    assert follow(replace(bare, start=start, d=[0]), []).z.tolist() == [[1]]  # where it starts
    infeasible = lcp.StartBasis(frozenset(), mpq(1))
    reason = "the start basis is infeasible, and no basic variable depends on z0"
    assert follow(replace(bare, start=infeasible, d=[0]), []) == NoOutcome(reason, 0)
    ray = replace(lemke.LCP.of([[-1]], [-1]), start=lcp.StartBasis(frozenset(), mpq(1)))
    assert follow(ray, [[0]]) == NoOutcome("the path ended in a ray", 1)
    from_above = replace(lemke.LCP.of([[2, 1], [1, 2]], [-5, -5]), start=lcp.StartBasis(frozenset(), mpq(5)))
    assert follow(from_above, [[0, -1]]).z.tolist() == [[mpq(5, 3), mpq(-1, 3)], [mpq(5, 3), mpq(2, 3)]]


TAMPERED = {
    "no proof": (lambda t: None, "the plans near the equilibrium, which would prove this, are missing"),
    "a weaker refinement": (
        lambda t: replace(t, name="normal-form-perfect"),
        "the proof is stated for normal-form-perfect, expected quasi-perfect",
    ),
    "no tremble": (lambda t: replace(t, epsilon=mpq(0)), "the largest tremble 0, expected a positive number"),
    "too large a tremble": (
        lambda t: replace(t, epsilon=mpq(2)),
        "the plans of player 1 near the equilibrium are not proved to be best replies, because 'out' may be a better "
        "move, for trembles up to 2",
    ),
    "sequences missing": (
        lambda t: replace(t, plans=(t.plans[0][:-2], t.plans[1])),
        "polynomials for 1 sequence of player 1, expected 3",
    ),
    "a power less": (
        lambda t: replace(t, plans=tuple(plan[:, :1] for plan in t.plans)),
        "polynomials of player 1 with 1 coefficient, expected 2",
    ),
    "no start": (
        lambda t: changed(t, 0, 0, 1),
        "the plans of player 1 near the equilibrium do not give the empty sequence the weight 1",
    ),
    "no sum": (
        lambda t: changed(t, 1, 0, 1),
        "the plans of player 1 near the equilibrium do not add up at information set 1 of player 1",
    ),
    "less than a tremble": (
        lambda t: replace(t, plans=(t.plans[0], np.array([[1, 0], [1, mpq(-1, 2)], [0, mpq(1, 2)]]) * mpq(1))),
        "the plans of player 2 near the equilibrium are not proved to give 'fight' its tremble, for trembles up to 1/2",
    ),
    "more than a tremble in vain": (
        lambda t: replace(t, plans=(t.plans[0], np.array([[1, 0], [1, -2], [0, 2]]) * mpq(1)), epsilon=mpq(1, 4)),
        "the plans of player 2 near the equilibrium give 'fight', which is no best reply, more than its tremble, "
        "for trembles up to 1/4",
    ),
}


def changed(trembles: Trembles, row: int, column: int, by: int) -> Trembles:
    plan = trembles.plans[0].copy()
    plan[row, column] += by
    return replace(trembles, plans=(plan, trembles.plans[1]))


@pytest.mark.parametrize("phenomenon", TAMPERED)
def test_tampered_proofs_are_rejected(phenomenon: str) -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    claim = claim_of(solve(game))
    assert claim.refinement.epsilon == HALF
    change, message = TAMPERED[phenomenon]
    assert message in objections_to(game, replace(claim, refinement=change(claim.refinement)))


def test_every_coefficient_counts() -> None:
    game = kuhn(3, "1/20")
    claim, judge = claim_of(solve(game)), Judge.of(game)
    assert objections_to_quasi_perfect(judge, claim) == []
    for player, plan in enumerate(claim.refinement.plans):
        for place in np.ndindex(plan.shape):
            altered = plan.copy()
            altered[place] += mpq(1, 10**30)
            plans = (altered, claim.refinement.plans[1]) if player == 0 else (claim.refinement.plans[0], altered)
            tampered = replace(claim, refinement=replace(claim.refinement, plans=plans))
            assert objections_to_quasi_perfect(judge, tampered), (player, place)


def test_plans_whose_total_grows_with_the_tremble_are_no_plans() -> None:
    """All that is played has more than its tremble: plans times 1 + epsilon add up, and are as good replies."""
    builder = GameBuilder()
    heads, tails = builder.move(builder.root, 0, ["H", "T"])
    guess = builder.information_set(1, ["h", "t"])
    for node, sign in ((heads, 1), (tails, -1)):
        for end, payoff in zip(builder.decide(node, guess), (sign, -sign), strict=True):
            builder.pay(end, payoff, -payoff)
    game = builder.build()
    claim = claim_of(solve(game))
    assert objections_to(game, claim) == []
    for player in (0, 1):
        plans = [plan.copy() for plan in claim.refinement.plans]
        plans[player][:, 1] += plans[player][:, 0]
        grown = replace(claim, refinement=replace(claim.refinement, plans=tuple(plans)))
        assert any("the empty sequence the weight 1" in line for line in objections_to(game, grown))


def test_plans_must_hold_for_all_smaller_trembles_and_reach_every_set() -> None:
    """All payoffs are 0. At 1/4 player 2 plays l with 3/4, at 1/8 with 0: (1 - 7 epsilon) (1 - 8 epsilon)."""
    builder = GameBuilder()
    left, right = builder.move(builder.root, 0, ["a", "b"])
    builder.move(left, 0, ["c", "d"])
    builder.move(right, 1, ["l", "r"])
    game = builder.build(unpaid="zero")
    going = [[1, 0, 0], [1, -1, 0], [0, 1, 0], [1, -1, -1], [0, 0, 1]]

    def objections(*plans: list[list[int]], first: list[int]) -> list[str]:
        profile = lemke.Profile.of(game, [[first, [1, 0]], [[1, 0]]])
        claim = Claim(profile, method="quasi-perfect", refinement=Trembles("quasi-perfect", "1/4", plans))
        return objections_to(game, claim)

    mixed = [[1, 0, 0], [1, -1, 0], [0, 1, 0]]
    assert objections(going, mixed, first=[1, 0]) == []
    (objection,) = objections(going, [[1, 0, 0], [1, -15, 56], [0, 15, -56]], first=[1, 0])
    assert "player 2" in objection and "give 'l' its tremble" in objection
    (objection,) = objections([[1, 0, 0], [0] * 3, [1, 0, 0], [0] * 3, [0] * 3], mixed, first=[0, 1])
    assert "player 1" in objection and "do not reach" in objection


@pytest.mark.parametrize("seed", range(16))
def test_the_proof_shows_normal_form_perfection_as_well(seed: int) -> None:
    game = tie_rich_game(seed, nodes=16)
    claim = claim_of(solve(game))
    assert normal_form_perfect.objections_to(game, claim) == []
    plans = tuple(
        plan[:, :1] for plan in claim.refinement.plans
    )  # the limits alone, which need not be completely mixed
    bare = replace(claim, refinement=replace(claim.refinement, plans=plans))
    mixed = all(share for plan in plans for share in plan[:, 0])
    assert (normal_form_perfect.objections_to(game, bare) == []) == mixed


def test_a_tremble_that_is_a_long_number_is_printed_by_its_size() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    equilibrium = solve(game)
    tiny = mpq(1, 10**200)
    small = replace(equilibrium.refinement, epsilon=tiny)
    assert objections_to(game, replace(claim_of(equilibrium), refinement=small)) == []
    shown = replace(equilibrium, refinement=small)
    assert shown.to_text().endswith("trembles up to about 1e-200.\n")
    assert json.loads(certificate(shown))["refinement"]["epsilon"] == str(tiny)
    large = replace(small, epsilon=1 / tiny)
    (objection, *_) = objections_to(game, replace(claim_of(equilibrium), refinement=large))
    assert objection.endswith("for trembles up to about 1e+200")


def test_plans_near_an_equilibrium_are_exact_tables() -> None:
    good = [[1, 0], [1, -1], [0, 1]]
    trembles = Trembles("quasi-perfect", "1/2", (good, good))
    assert trembles.epsilon == HALF and trembles.plans[0].tolist() == good
    assert [plan.tolist() for plan in trembles.at("1/4")] == [[1, mpq(3, 4), mpq(1, 4)]] * 2
    for plans in ((good,), (good, [1, 0]), ([[1, 0], [1]], good), ([[], []], good)):
        with pytest.raises(InputError, match="expected"):
            Trembles("quasi-perfect", HALF, plans)
    for wrong in (
        lambda: Trembles("quasi-perfect", 0.5, (good, good)),
        lambda: Trembles("quasi-perfect", HALF, (good, [[1.0, 0]])),
        lambda: trembles.at(0.25),
    ):
        with pytest.raises(NumberError, match="expected an exact number"):
            wrong()


# ---------------------------------------------------------------------- priors, refusals


def test_where_ties_make_the_centroid_no_start_a_random_prior_follows() -> None:
    game = tie_rich_game(BY_CENTROID)
    for prior in ("auto", "centroid"):
        equilibrium = solve(game, prior=prior, seed=3)
        assert (equilibrium.how.tries, equilibrium.prior, equilibrium.seed) == (2, "random", 3)
    form = lemke.sequence_form(game)
    plan_1, plan_2 = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    bridge = PerturbedForm.of(form, (plan_1, plan_2))
    outcome = follow(bridge.problem, bridge.powers)
    assert isinstance(outcome, NoOutcome)
    assert outcome.reason == "the start basis is feasible at no z0 for small numbers"


def test_the_prior_may_be_a_completely_mixed_profile() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    prior = solve(game, prior="centroid")
    assert (prior.prior, prior.seed) == ("centroid", None)
    mixed = lemke.Profile.of(
        game, [[[mpq(1, len(moves))] * len(moves) for moves in strategy] for strategy in prior.profile.behavior]
    )
    again = solve(game, prior=mixed)
    assert again.prior == "profile" and again.profile.behavior == prior.profile.behavior
    with pytest.raises(ProfileError, match=r"probability 0 at .*completely mixed"):
        solve(game, prior=lemke.solve(game).profile)


def test_the_same_seed_gives_the_same_equilibrium_and_path() -> None:
    game = lemke.read(GAMES / "tracing_2002.efg")
    first, second = solve(game, prior="random", seed=5), solve(game, prior="random", seed=5)
    assert solve(game, prior="random", seed=6).seed == 6
    assert first == second and first.pivots == second.pivots


def test_chance_of_probability_zero_is_refused_by_the_node() -> None:
    builder = GameBuilder()
    left, right = builder.move(builder.root, 0, ["L", "R"])
    never, _ = builder.chance(right, {"never": 0, "always": 1})
    builder.pay(left, 1, 0)
    builder.move(never, 1, ["l", "r"])
    game = builder.build(unpaid="zero")
    message = "the move 'never' of chance at 'R' has probability 0"
    with pytest.raises(InputError) as refused:
        solve(game)
    assert refused.value.message.startswith(f"{message}, expected") and "quasi-perfect" in refused.value.message
    assert objections_to(game, Claim(lemke.solve(game).profile, method="quasi-perfect")) == [message]


def test_other_games_and_options_are_refused() -> None:
    with pytest.raises(GameError):
        solve(GameBuilder(["A", "B", "C"]).build(unpaid="zero"))
    builder = GameBuilder()
    forgetful = builder.information_set(0, ["L", "R"])
    for node in builder.move(builder.root, 0, ["l", "r"]):
        builder.decide(node, forgetful)
    with pytest.raises(RecallError):
        solve(builder.build(unpaid="zero"))
    game = kuhn(3)
    for options, message in (
        ({"method": "lp"}, "method lp with quasi-perfect, expected auto or lcp"),
        ({"prior": "mean"}, "prior 'mean', expected auto, centroid, random"),
        ({"seed": -1}, "seed -1, expected a whole number"),
    ):
        with pytest.raises(InputError, match=message):
            solve(game, **options)


def test_games_without_moves_of_players_are_solved() -> None:
    builder = GameBuilder()
    builder.pay(builder.root, 1, 2)
    equilibrium = solve(builder.build(unpaid="zero"))
    assert equilibrium.payoffs == (1, 2) and equilibrium.refinement.epsilon == HALF
    builder = GameBuilder()
    for leaf, payoffs in zip(builder.chance(builder.root, {"a": HALF, "b": HALF}), ((1, 2), (3, 6)), strict=True):
        builder.pay(leaf, *payoffs)
    game = builder.build(unpaid="zero")
    assert game.player[0] == CHANCE
    assert solve(game).payoffs == (2, 4)


# ---------------------------------------------------------------------- the command line


def test_the_command_solves_and_verifies_quasi_perfect_equilibria(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, certificate = str(GAMES / "beer_quiche.efg"), tmp_path / "beer.json"
    assert run(["solve", game, "--refine", "quasi-perfect"]) == 0
    assert "method quasi-perfect, kernel exact, 4 pivots, trembles up to 1/10." in capsys.readouterr().out
    assert run(["solve", game, "--refine", "quasi-perfect", "--format", "json", "-o", str(certificate)]) == 0
    for options in ([], ["--refine", "quasi-perfect"], ["--refine", "subgame-perfect"]):
        assert run(["verify", game, str(certificate), *options]) == 0
        assert "\nIt is quasi-perfect.\n" in capsys.readouterr().out
    assert run(["verify", game, str(certificate), "--refine", "normal-form-perfect"]) == 0
    assert capsys.readouterr().out.endswith("\nIt is quasi-perfect.\nIt is normal-form-perfect.\n")
    document = json.loads(certificate.read_text())
    del document["refinement"], document["beliefs"]
    certificate.write_text(json.dumps(document))
    assert run(["verify", game, str(certificate)]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "Not proved quasi-perfect: the plans near the equilibrium, which would prove this, are missing."
    assert run(["verify", game, str(certificate), "--format", "json"]) == 1
    (verdict,) = json.loads(capsys.readouterr().out)["profiles"]
    assert verdict["refinements"] == {
        "quasi-perfect": ["the plans near the equilibrium, which would prove this, are missing"]
    }


@pytest.mark.parametrize("name", REFINEMENTS)
def test_solve_takes_refinements_by_their_names(name: str) -> None:
    game = kuhn(3)
    equilibrium = lemke.solve(game, refine=name, prior="random", seed=4)
    assert (equilibrium.method, equilibrium.prior, equilibrium.seed) == (name, "random", 4)


def test_unknown_refinements_and_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="refine 'perfect', expected one of"):
        lemke.solve(kuhn(3), refine="perfect")
    with pytest.raises(InputError, match="label, expected it with the method"):
        lemke.solve(kuhn(3), method="lemke-howson", label=1, refine="quasi-perfect")
