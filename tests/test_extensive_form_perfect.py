"""Perfect equilibria of the extensive form, by Selten's definition at numbers, by beliefs, and on known games."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from certificates import require_accepted
from hard_games import bimatrix
from lemke.certificate import (
    EXTENSIVE_FORM_PERFECT,
    Claim,
    Identity,
    Judge,
    Trembles,
    objections_to_extensive_form_perfect,
)
from lemke.certificate.extensive_form_perfect import surplus
from lemke.certificate.refined import widened
from lemke.cli import run
from lemke.errors import GameError, InputError
from lemke.forms.sequence_form import TremblingForm, sequence_form
from lemke.game import Game, GameBuilder
from lemke.game.recall import tied_moves
from lemke.game.strategy import centroid, realization_plan
from lemke.generators import goofspiel, kuhn, leduc, liars_dice, random_bimatrix
from lemke.linear import lp
from lemke.linear.exact import numerators, optimal
from lemke.linear.exact import outcome as outcome_of
from lemke.linear.exact.basis_solution import Proposal
from lemke.linear.guided import lemke as by_path
from lemke.linear.lcp import check
from lemke.solvers.refinements import extensive_form_perfect
from lemke.solvers.refinements.small_trembles import bases
from seeded_games import random_game
from trembling import judge_perfect, one_shot_gains, terms_of, tie_rich_game

solve = partial(lemke.solve, refine="extensive-form-perfect")


def claim_of(equilibrium: lemke.Equilibrium) -> Claim:
    return Claim(equilibrium.profile, method=equilibrium.method, refinement=equilibrium.refinement)


@pytest.mark.parametrize("seed", range(32))
def test_equilibria_of_random_games_full_of_ties_are_perfect(seed: int) -> None:
    game = tie_rich_game(seed, nodes=16)
    judge_perfect(solve(game))
    judge_perfect(solve(game, prior="random", seed=seed))


@pytest.fixture
def by_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Larger games are proved by rational functions too."""
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 1000)


@pytest.fixture
def by_series(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small games are proved by series too."""
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)


@pytest.mark.usefixtures("by_functions")
@pytest.mark.parametrize("game", [kuhn(3), kuhn(3, "1/20"), kuhn(5, "1/20")], ids=["kuhn3", "raked 3", "raked 5"])
def test_equilibria_of_poker_are_perfect(game: Game) -> None:
    equilibrium = solve(game)
    judge_perfect(equilibrium)
    assert equilibrium.method == "extensive-form-perfect"
    if equilibrium.game.title == kuhn(3).title:
        assert equilibrium.payoffs[0] == lemke.solve(game).payoffs[0]


@pytest.mark.parametrize("name", ["entry_deterrence", "beer_quiche", "guess_the_ace", "centipede6"])
def test_equilibria_of_games_of_the_literature_are_perfect(name: str) -> None:
    judge_perfect(solve(lemke.example(name)))


def test_a_player_who_expects_its_own_trembles_plays_safe() -> None:
    """Player 1 may stop, or go on to a choice where a slip costs it 10. If only player 2 trembled, it could go on.

    Both ways pay 1 without trembles, and both are quasi-perfect: there, players do not expect their own mistakes.
    """
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"])
    right, wrong = builder.move(go, 0, ["right", "wrong"])
    for node, payoff in ((stop, 1), (right, 1), (wrong, -9)):
        builder.pay(node, payoff, 0)
    game = builder.build()
    equilibrium = solve(game)
    assert equilibrium.profile.behavior[0] == ((1, 0), (1, 0))
    judge_perfect(equilibrium)
    goes_on = lemke.Profile.of(game, [[[0, 1], [1, 0]], []])
    assert lemke.verify(game, goes_on).is_equilibrium
    forged = replace(claim_of(equilibrium), profile=goes_on)
    assert objections_to_extensive_form_perfect(Judge.of(game), forged)


@pytest.mark.usefixtures("by_functions")
def test_plans_may_have_the_symbol_in_their_denominators() -> None:
    """In raked Kuhn poker of 5 cards the plans are polynomials over a common denominator."""
    plans = solve(kuhn(5, "1/20")).refinement.plans
    assert any(np.count_nonzero(plan[0]) > 1 for plan in plans)
    x, y = solve(kuhn(5, "1/20")).refinement.at(mpq(1, 1000))
    assert x[0] == y[0] == 1 and min(*x, *y) > 0


# ---------------------------------------------------------------------- first terms of power series


def assert_first_terms(series: lemke.Equilibrium, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve again by rational functions, and compare if they have the same limit."""
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 1000)
    functions = solve(series.game)
    judge_perfect(functions)
    if functions.profile == series.profile:
        for plan, exact in zip(series.refinement.plans, functions.refinement.plans, strict=True):
            assert np.array_equal(plan, terms_of(exact, plan.shape[1]))


@pytest.mark.parametrize("seed", range(24))
def test_identities_prove_the_signs_that_ties_leave_open_in_series(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)
    game = tie_rich_game(seed, nodes=16)
    series = solve(game)
    assert series.refinement.epsilon is None
    assert not any(one_shot_gains(game, series.profile.behavior, series.refinement.plans))
    written = lemke.dumps(series, "json")
    assert lemke.verify(game, written).holds
    assert_first_terms(series, monkeypatch)


@pytest.mark.usefixtures("by_series")
def test_tampered_identities_are_refused() -> None:
    game = next(game for game in map(tie_rich_game, range(100)) if solve(game).refinement.identities)
    equilibrium = solve(game)
    judge, claim, trembles = Judge.of(game), claim_of(equilibrium), equilibrium.refinement
    first, *later = trembles.identities

    def objections(*identities: Identity) -> list[str]:
        forged = replace(trembles, identities=identities)
        return objections_to_extensive_form_perfect(judge, replace(claim, refinement=forged))

    assert objections(first, *later) == [] and objections(*later)
    assert objections(replace(first, mixing=True), *later) and objections(replace(first, sequence=10**6), *later)
    assert objections(replace(first, change=0 * first.change), *later)
    for place in np.ndindex(first.change.shape):
        change = first.change.copy()
        change[place] += mpq(1, 10**30)
        assert objections(replace(first, change=change), *later)
    sequences = judge.sequences[first.player]
    decided = [replace(first, sequence=k, mixing=mixing) for k in range(1, sequences.size) for mixing in (True, False)]
    assert all(objections(first, identity, *later) for identity in decided)


def test_a_set_whose_weight_is_0_in_all_terms_that_both_plans_have_is_refused() -> None:
    builder = GameBuilder(["A", "B"])
    stop, go = builder.move(builder.root, 0, ["stop", "go"])
    for node in builder.move(go, 0, ["l", "r"]):
        builder.pay(node, 0, 0)
    for node in builder.move(stop, 1, ["p", "q"]):
        builder.pay(node, 1, 0)
    game = builder.build()
    x, y = [[1, 0], [1, -1], [0, 1], [0, 1], [0, 0]], [[1], [1], [0]]
    identities = [Identity(1, 2, False, [[0], [-1], [1]])]
    identities += [Identity(0, k, False, [[0], [0], [0], [1], [-1]]) for k in (3, 4)]
    trembles = Trembles(EXTENSIVE_FORM_PERFECT, None, (x, y), identities=tuple(identities))
    profile = lemke.Profile.of(game, [[[1, 0], [1, 0]], [[1, 0]]])
    assert objections_to_extensive_form_perfect(Judge.of(game), Claim(profile, refinement=trembles))


@pytest.mark.usefixtures("by_series")
def test_moves_that_end_the_play_with_the_same_payoffs_need_no_identities() -> None:
    """In Goofspiel, bids do not matter once a game is decided, and the terms leave all of them open."""
    game = goofspiel(3)
    equilibrium = solve(game)
    plans, judge = equilibrium.refinement.plans, Judge.of(game)
    mixing = [
        surplus(sequences, widened(plan, 9)).astype(bool).any(axis=1)
        for sequences, plan in zip(judge.sequences, plans, strict=True)
    ]
    tied = [
        tied_moves(sequences, judge.pair_payoffs(sequences.player), mixes)
        for sequences, mixes in zip(judge.sequences, mixing, strict=True)
    ]
    assert not equilibrium.refinement.identities and all(
        (part & ~mixes).any() for part, mixes in zip(tied, mixing, strict=True)
    )
    require_accepted(equilibrium.to_json())


@pytest.mark.slow
def test_liars_dice_has_identities_of_mixing_moves() -> None:
    """It has null vectors too; its LCP has 15 354 variables."""
    game = liars_dice(1, 5)
    equilibrium = solve(game)
    assert any(identity.mixing for identity in equilibrium.refinement.identities) and any(
        equilibrium.refinement.kernels
    )
    assert lemke.verify(game, lemke.dumps(equilibrium, "json")).holds


@pytest.mark.parametrize(
    "game",
    [
        kuhn(4),
        kuhn(6),
        kuhn(3, "1/20"),
        kuhn(6, "1/20"),
        bimatrix(*random_bimatrix(4, 4, 1)),
        bimatrix(*random_bimatrix(5, 3, 2)),
    ],
)
def test_series_are_the_first_terms_of_the_functions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extensive_form_perfect, "SMALL", 0)
    series = solve(game)
    assert series.refinement.epsilon is None and not any(series.refinement.kernels)
    assert_first_terms(series, monkeypatch)


@pytest.mark.slow
def test_bases_that_are_singular_without_trembles_have_null_vectors_in_the_proof() -> None:
    game = liars_dice(1, 4)
    equilibrium = solve(game)
    refinement, judge = equilibrium.refinement, Judge.of(game)
    require_accepted(equilibrium.to_json())
    assert refinement.epsilon is None and [len(changes) for changes in refinement.kernels] == [6, 6]
    assert not any(one_shot_gains(game, equilibrium.profile.behavior, refinement.plans))
    x_changes, y_changes = refinement.kernels

    def objections(**changes: object) -> list[str]:
        forged = replace(refinement, **changes)
        return objections_to_extensive_form_perfect(judge, replace(claim_of(equilibrium), refinement=forged))

    assert objections() == []
    assert objections(kernels=((), ())) and objections(kernels=(x_changes, y_changes[1:]))
    assert objections(kernels=(x_changes, (*y_changes[1:], y_changes[1]))) and objections(
        kernels=(y_changes, x_changes)
    )
    wrong = y_changes[0].copy()
    wrong[-1] += mpq(1, 10**30)
    assert objections(kernels=(x_changes, (wrong, *y_changes[1:])))
    x, y = refinement.plans
    assert objections(plans=(x[:, :-2], y[:, :-2]))


def test_tampered_series_are_refused() -> None:
    game = kuhn(6, "1/20")
    equilibrium = solve(game)
    judge, claim, trembles = Judge.of(game), claim_of(equilibrium), equilibrium.refinement
    assert trembles.epsilon is None and objections_to_extensive_form_perfect(judge, claim) == []
    x, y = trembles.plans

    def objections(**changes: object) -> list[str]:
        return objections_to_extensive_form_perfect(judge, replace(claim, refinement=replace(trembles, **changes)))

    assert objections(plans=(x, y[:-1])) and objections(plans=(y, x)) and objections(plans=(-x, y))
    assert objections(plans=(x[:, :1], y[:, :1]))  # too few terms leave signs open
    assert objections(epsilon=mpq(1, 100))  # as polynomials they are no equilibrium
    for player, plan in enumerate(trembles.plans):
        for sequence in range(len(plan)):
            for power in range(plan.shape[1]):
                changed = plan.copy()
                changed[sequence, power] += mpq(1, 10**30)
                assert objections(plans=(changed, y) if player == 0 else (x, changed))
    with pytest.raises(InputError, match="first terms of power series"):
        trembles.at(mpq(1, 10))
    with pytest.raises(InputError, match="no largest tremble"):
        replace(trembles, name="quasi-perfect")


def test_conditions_that_do_not_determine_the_plans_prove_nothing() -> None:
    """In matching pennies with a copy of player 1's first move, either copy may be played more."""
    game = bimatrix([[1, -1], [-1, 1], [1, -1]], [[-1, 1], [1, -1], [-1, 1]])
    half, quarter, zero = mpq(1, 2), mpq(1, 4), mpq(0)
    x, y = [[1, zero], [quarter, zero], [half, zero], [quarter, zero]], [[1, zero], [half, zero], [half, zero]]
    profile = lemke.Profile.of(game, [[[quarter, half, quarter]], [[half, half]]])
    claim = Claim(profile, refinement=Trembles(EXTENSIVE_FORM_PERFECT, None, (x, y)))
    assert objections_to_extensive_form_perfect(Judge.of(game), claim)


# ---------------------------------------------------------------------- proofs and games that are refused


@pytest.mark.parametrize("game", [kuhn(3, "1/20"), tie_rich_game(5, nodes=16)], ids=["poker", "ties"])
def test_tampered_proofs_are_refused(game: Game) -> None:
    equilibrium = solve(game)
    judge, claim, trembles = Judge.of(game), claim_of(equilibrium), equilibrium.refinement
    assert objections_to_extensive_form_perfect(judge, claim) == []

    def objections(**changes: object) -> list[str]:
        return objections_to_extensive_form_perfect(judge, replace(claim, refinement=replace(trembles, **changes)))

    assert objections_to_extensive_form_perfect(judge, replace(claim, refinement=None))
    assert objections(name="quasi-perfect") and objections(epsilon=0) and objections(epsilon=mpq(-1, 9))
    assert objections(epsilon=1)
    x, y = trembles.plans
    assert objections(plans=(0 * x, y)) and objections(plans=(-x, y)) and objections(plans=(x, y[:-1]))
    for player, plan in enumerate(trembles.plans):
        for sequence in range(len(plan) if len(plan) > 1 else 0):  # a plan of no moves may have any scale
            for power in range(plan.shape[1]):
                changed = plan.copy()
                changed[sequence, power] += mpq(1, 10**30)
                assert objections(plans=(changed, y) if player == 0 else (x, changed))


def test_games_of_three_players_or_with_probability_0_are_refused() -> None:
    with pytest.raises(GameError):
        solve(GameBuilder(["A", "B", "C"]).build(unpaid="zero"))
    builder = GameBuilder(["A", "B"])
    often, never = builder.chance(builder.root, {"often": 1, "never": 0})
    builder.move(never, 0, ["L", "R"])
    builder.pay(often, 1, 1)
    with pytest.raises(InputError, match="probability 0"):
        solve(builder.build(unpaid="zero"))
    with pytest.raises(InputError, match="a path from a prior"):
        solve(kuhn(3), method="lp")


def test_a_game_whose_payoffs_differ_much_in_size_needs_several_bases() -> None:
    game = random_game(1000013, 23)
    judge_perfect(solve(game))


def test_a_game_without_moves_has_its_payoffs() -> None:
    builder = GameBuilder(["A", "B"])
    builder.pay(builder.root, 1, 2)
    assert solve(builder.build()).payoffs == (1, 2)


# ---------------------------------------------------------------------- the conditions


def trembling(game: Game) -> TremblingForm:
    form = sequence_form(game)
    p, q = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    return TremblingForm(form, (p, q))


@pytest.mark.parametrize("seed", range(8))
def test_the_program_and_the_path_solve_the_same_conditions(seed: int) -> None:
    """At a number ε, the basis of the linear program solves the LCP, and its functions of ε have the values there."""
    conditions, epsilon = trembling(kuhn(3 + seed % 3)), mpq(1, 100 + seed)
    program = conditions.lp_at(epsilon)
    problem = conditions.at(epsilon)
    path = by_path(problem, "exact").outcome
    assert check(problem, path) is None
    (solved, *_) = bases(conditions, "auto", 0)
    best = optimal(program, solved.program)
    assert lp.check(program, best) is None or solved.kernel != "exact"
    proposed = outcome_of(problem, Proposal(solved.basis, 0))
    assert check(problem, proposed) is None
    parts = numerators(conditions.matrices, conditions.constant, solved.basis, conditions.plan_parts)
    for part, plan in zip(parts, conditions.plan_parts, strict=True):
        values = [sum((a * epsilon**k for k, a in enumerate(row)), mpq(0)) for row in part]
        assert [value / values[0] for value in values] == list(proposed.z[plan])


def test_the_command_writes_a_certificate_and_judges_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kuhn.json"
    solving = ["solve", "example:kuhn3_raked", "--refine", EXTENSIVE_FORM_PERFECT, "--format", "json"]
    assert run([*solving, "-o", str(path)]) == 0
    assert run(["verify", "example:kuhn3_raked", str(path)]) == 0
    assert "is extensive-form-perfect" in capsys.readouterr().out
    document = json.loads(path.read_text(encoding="utf-8"))
    document["refinement"]["plans"][0][1][0] += "1"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run(["verify", "example:kuhn3_raked", str(path)]) == 1
    assert "Not proved extensive-form-perfect" in capsys.readouterr().out
    game = lemke.example("kuhn3_raked")
    equilibrium = solve(game)
    assert lemke.verify(game, equilibrium).holds
    forged = Trembles(EXTENSIVE_FORM_PERFECT, equilibrium.refinement.epsilon, equilibrium.refinement.plans[::-1])
    assert not lemke.verify(game, replace(equilibrium, refinement=forged)).holds


def test_no_move_gains_in_the_equilibrium_of_leduc_poker_of_one_suit() -> None:
    equilibrium = solve(leduc(3, 1, rake="1/20"))
    assert not any(one_shot_gains(equilibrium.game, equilibrium.profile.behavior, equilibrium.refinement.plans))
