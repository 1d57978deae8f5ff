"""Normal-form perfect equilibria: the last edge of a path proves them; dominance and the definition judge them."""

import random
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix
from lemke.certificate import Claim, Trembles
from lemke.errors import GameError, InputError, NotProvedError, ProfileError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import GameBuilder
from lemke.game.best_response import best_response
from lemke.game.strategy import behavior, centroid, random_behavior, realization_plan
from lemke.generators import kuhn
from lemke.linear.guided import lemke as solve_lcp
from lemke.linear.lcp import Solution
from lemke.solvers.last_edge import last_edge
from lemke.solvers.refinements import normal_form_perfect
from lemke.solvers.refinements.normal_form_perfect import objections_to
from naive import naive_best_value, naive_payoffs
from named_games import GAMES, NAMED, Known
from seeded_games import random_game
from trembling import is_undominated, tie_rich_game

solve = partial(lemke.solve, refine="normal-form-perfect")


def claim_of(equilibrium: lemke.Equilibrium) -> Claim:
    return Claim(equilibrium.profile, method=equilibrium.method, refinement=equilibrium.refinement)


def judge_naively(equilibrium: lemke.Equilibrium) -> None:
    """Fail unless both strategies are best replies to completely mixed ones near them."""
    game, end = equilibrium.game, equilibrium.profile.behavior
    sequences = lemke.sequence_form(game).sequences
    for divisor in (1, 10**6):
        plans = equilibrium.refinement.at(equilibrium.refinement.epsilon / divisor)
        near = [behavior(player_sequences, plan) for player_sequences, plan in zip(sequences, plans, strict=True)]
        assert all(share > 0 for strategy in near for moves in strategy for share in moves)
        for player, pair in enumerate(([end[0], near[1]], [near[0], end[1]])):
            assert naive_payoffs(game, pair)[player] == naive_best_value(game, pair, player)


@pytest.mark.parametrize("seed", range(24))
def test_equilibria_of_random_games_full_of_ties_are_perfect_and_undominated(seed: int) -> None:
    for kernel in ("exact", "guided"):
        equilibrium = solve(tie_rich_game(seed, nodes=14), kernel=kernel)
        judge_naively(equilibrium)
        assert is_undominated(equilibrium.game, equilibrium.profile.behavior, seed % 2)


@pytest.mark.slow
@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_named_games_have_a_proved_perfect_equilibrium(named: Known) -> None:
    game = lemke.read(GAMES / named.file)
    equilibrium = solve(game)
    assert equilibrium.how.tries == 1 and equilibrium.kernel == "exact"
    assert equilibrium.payoffs in named.payoffs
    assert objections_to(game, claim_of(equilibrium)) == []


def priors(form: SequenceForm, seed: int):
    source = random.Random(seed)
    for choose in (centroid, lambda sequences: random_behavior(sequences, source)):
        x, y = (realization_plan(sequences, choose(sequences)) for sequences in form.sequences)
        yield x, y


@pytest.mark.parametrize("seed", range(30))
def test_the_exact_path_always_has_a_last_edge(seed: int) -> None:
    form = lemke.sequence_form(random_game(seed))
    for prior in priors(form, seed):
        solution = solve_lcp(form.lcp(prior), "exact").outcome
        edge = last_edge(form, prior, solution)
        ends = form.plans(solution.z)
        near = [plan[:, 0] + edge.epsilon * plan[:, 1] for plan in edge.plans]
        for player, (end, matrix) in enumerate(zip(ends[:2], (form.A, form.B.T), strict=True)):
            assert min(near[player]) > 0
            values = matrix @ near[1 - player]
            assert sum(end * values) == best_response(form.sequences[player], values).value


def test_the_guided_path_may_end_without_a_last_edge() -> None:
    """With ties, the path in perturbed numbers may end at another basis of the same point, or at another point."""
    edges = []
    for seed in range(15):
        form = lemke.sequence_form(random_game(seed))
        for prior in priors(form, seed):
            edges.append(last_edge(form, prior, solve_lcp(form.lcp(prior), "guided", rays=False).outcome))
    assert None in edges and any(edges)


def test_a_prior_that_is_not_completely_mixed_proves_nothing() -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    form = lemke.sequence_form(game)
    x, y = (realization_plan(sequences, ((0, 1),)) for sequences in form.sequences)
    solution = solve_lcp(form.lcp((x, y)), "exact").outcome
    assert last_edge(form, (x, y), solution) is None
    threat = lemke.Profile.of(game, [[[1, 0]], [[0, 1]]])
    with pytest.raises(ProfileError, match="probability 0 at information set 1 of player 1"):
        solve(game, prior=threat)


def test_a_solution_of_another_problem_is_no_proof() -> None:
    form = lemke.sequence_form(lemke.read(GAMES / "tracing_2002.efg"))
    (x, y), (further_x, further_y) = priors(form, 0)
    solution = solve_lcp(form.lcp((x, y)), "exact").outcome
    assert last_edge(form, (x, y), solution) is not None
    z = solution.z.copy()
    z[: form.A.shape[0]] *= mpq(1, 2)
    with pytest.raises(NotProvedError):
        last_edge(form, (x, y), Solution(z, solution.w, solution.basis, 0, 0))
    with pytest.raises(InputError):
        last_edge(form, (further_x, further_y), Solution(z, solution.w, solution.basis[1:], 0, 0))


def test_the_exact_kernel_follows_if_no_guided_try_has_a_last_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    real = normal_form_perfect.last_edge
    game = kuhn(4, "1/20")

    def only_exact(form, prior, solution):
        return real(form, prior, solution) if solution.pivots in exact else None

    exact = {solve(game, kernel="exact").pivots}
    monkeypatch.setattr(normal_form_perfect, "last_edge", only_exact)
    equilibrium = solve(game, kernel="auto")
    assert equilibrium.kernel == "exact"
    exact.clear()
    with pytest.raises(NotProvedError) as failed:
        solve(game, kernel="guided", seed=7)
    words = ("normal-form-perfect", "centroid, kernel guided", "length 0", "seed 7")
    assert all(word in failed.value.message for word in words)


TAMPERED = {
    "no proof": (lambda t: None, ["plans near the equilibrium", "missing"]),
    "another name": (lambda t: replace(t, name="sequential"), ["sequential"]),
    "no tremble": (lambda t: replace(t, epsilon=mpq(-1)), ["largest tremble -1, expected"]),
    "too large a tremble": (
        lambda t: replace(t, epsilon=mpq(9)),
        ["player 1", "tremble 9", "no completely mixed plan"],
    ),
    "a sequence less": (
        lambda t: replace(t, plans=(t.plans[0], t.plans[1][1:])),
        ["2 sequences of player 2", "expected 3"],
    ),
    "another limit": (lambda t: replace(t, plans=(t.plans[0] * mpq(1, 2), t.plans[1])), ["player 1", "do not tend"]),
    "a plan against which it loses": (
        lambda t: replace(t, plans=(t.plans[0], np.array([[1, 0], [1, mpq(-7, 4)], [0, mpq(7, 4)]]))),
        ["player 1 loses 3/4", "tremble 1/2"],
    ),
}


@pytest.mark.parametrize("phenomenon", TAMPERED)
def test_tampered_proofs_are_rejected(phenomenon: str) -> None:
    game = lemke.read(GAMES / "entry_deterrence.efg")
    claim = claim_of(solve(game))
    change, words = TAMPERED[phenomenon]
    assert objections_to(game, claim) == []
    (objection,) = objections_to(game, replace(claim, refinement=change(claim.refinement)))
    assert all(word in objection for word in words)


def test_plans_near_a_profile_prove_nothing_if_it_is_no_equilibrium() -> None:
    """Near (B, L) there are plans that play R often. B is the best reply to them, but not to L."""
    builder = GameBuilder()
    blind = builder.information_set(1, ["L", "R"])
    for row, node in enumerate(builder.move(builder.root, 0, ["T", "B"])):
        for column, leaf in enumerate(builder.decide(node, blind)):
            builder.pay(leaf, int(row == column), 0)
    game = builder.build(unpaid="zero")
    profile = lemke.Profile.of(game, [[[0, 1]], [[1, 0]]])
    near = [[1, 0], [0, mpq(1, 3)], [1, mpq(-1, 3)]], [[1, 0], [1, -1], [0, 1]]
    claim = Claim(profile, refinement=Trembles("normal-form-perfect", mpq(3, 4), near))
    (objection,) = objections_to(game, claim)
    assert "player 1 loses 1 " in objection and "in the limit" in objection


def test_other_methods_and_numbers_of_players_are_refused() -> None:
    with pytest.raises(GameError):
        solve(GameBuilder(["A"]).build(unpaid="zero"))
    with pytest.raises(InputError, match=r"lp with normal-form-perfect, expected auto or lcp"):
        solve(kuhn(3), method="lp")


def test_the_guided_kernel_proves_an_equilibrium_of_a_large_game() -> None:
    game = kuhn(7, "1/20")
    equilibrium = solve(game, kernel="guided")
    assert objections_to(game, claim_of(equilibrium)) == []


def test_one_factor_of_all_payoffs_changes_only_the_units() -> None:
    matrices = np.random.default_rng(5).integers(-9, 10, (2, 30, 30)).tolist()
    factor = mpq(10) ** 400 / 7
    plain, scaled = (
        lemke.solve(
            bimatrix(*([[unit * number for number in row] for row in matrix] for matrix in matrices)),
            kernel="exact",
            refine="normal-form-perfect",
        )
        for unit in (mpq(1), factor)
    )
    assert (scaled.how, scaled.profile) == (plain.how, plain.profile)
    assert scaled.payoffs == tuple(factor * payoff for payoff in plain.payoffs)
