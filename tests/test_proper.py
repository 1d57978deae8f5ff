"""Proper equilibria of players who move once: Myerson's definition at numbers, known games, and forged proofs."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from lemke.certificate import Claim, Judge, Trembles, objections_to_proper
from lemke.cli import run
from lemke.errors import InputError, NotProvedError, ProfileError
from lemke.forms.normal_form import NormalForm
from lemke.forms.sequence_form import ProperForm
from lemke.game import Game, GameBuilder
from lemke.linear.pivoting.perturbed_path import NoSolution
from lemke.solvers.refinements import proper

Table = list[list[int]]


def strategic(A: Table, B: Table) -> Game:
    return NormalForm.of(A, B).tree()


def tables(seed: int, largest: int = 4) -> tuple[Table, Table]:
    """Payoffs of a random game, with many ties."""
    source = random.Random(seed)
    rows, columns = source.randint(1, largest), source.randint(1, largest)
    A, B = ([[source.randint(-1, 2) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return A, B


def is_epsilon_proper(payoffs: Table, played: list[mpq], against: list[mpq], epsilon: mpq) -> bool:
    """Myerson's definition: a strategy that gets less than another one has at most ε times its probability."""
    gets = [sum(payoff * share for payoff, share in zip(row, against, strict=True)) for row in payoffs]
    worse = [(i, k) for i in range(len(played)) for k in range(len(played)) if gets[i] < gets[k]]
    return min(played) > 0 and sum(played) == 1 and all(played[i] <= epsilon * played[k] for i, k in worse)


@pytest.mark.parametrize("seed", range(60))
def test_plans_near_it_are_epsilon_proper_by_definition(seed: int) -> None:
    A, B = tables(seed)
    equilibrium = lemke.solve(strategic(A, B), refine="proper")
    transposed = [list(column) for column in zip(*B, strict=True)]
    for divisor in (1, 7, 10**6):
        epsilon = equilibrium.refinement.epsilon / divisor
        x, y = (plan[1:].tolist() for plan in equilibrium.refinement.at(epsilon))
        assert is_epsilon_proper(A, x, y, epsilon) and is_epsilon_proper(transposed, y, x, epsilon)
    near = equilibrium.refinement.at(mpq(1, 10**12))
    for (behavior,), plan in zip(equilibrium.profile.behavior, near, strict=True):
        assert all(abs(a - b) < mpq(1, 10**9) for a, b in zip(plan[1:], behavior, strict=True))


@pytest.mark.parametrize("seed", range(60, 80))
def test_proper_equilibria_are_not_refuted_as_quasi_perfect(seed: int) -> None:
    game = strategic(*tables(seed))
    equilibrium = lemke.solve(game, refine="proper", prior="random", seed=seed)
    assert lemke.verify(game, equilibrium, refine="proper").holds
    assert lemke.verify(game, equilibrium.profile, refine="normal-form-perfect").holds
    assert lemke.verify(game, equilibrium.profile, refine="quasi-perfect").standing["quasi-perfect"] == "not proved"


def test_in_myersons_game_the_best_equilibrium_alone_is_proper() -> None:
    game = lemke.example("myerson_1978")
    for seed in range(6):
        assert lemke.solve(game, refine="proper", prior="random", seed=seed).payoffs == (1, 1)
    middle, costly = lemke.profile(game, "NE,0,1,0,0,1,0"), lemke.profile(game, "NE,0,0,1,0,0,1")
    assert lemke.verify(game, middle, refine="proper").standing == {"proper": "not proved"}
    assert lemke.verify(game, costly, refine="proper").standing == {"proper": "refuted"}


def test_mistakes_that_cost_most_are_least_likely() -> None:
    """Who guesses a hidden penny may as well take it: then all is best, but for mistakes of the other."""
    pennies = lemke.solve(strategic([[-1, 0, -1], [0, -1, -1]], [[1, 0, 1], [0, 1, 1]]), refine="proper")
    assert pennies.profile.behavior == (((mpq(1, 2), mpq(1, 2)),), ((0, 0, 1),))


@pytest.mark.parametrize(
    ("A", "B"),
    [
        ([[0]], [[0]]),
        ([[1, 1, 1]], [[0, 0, 0]]),
        ([[1], [1], [0]], [[2], [1], [0]]),
        ([[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 1], [1, 0]]),
        ([[0, 0], [0, 0]], [[0, 0], [0, 0]]),
    ],
)
def test_games_with_single_strategies_equal_rows_or_ties_everywhere_have_proved_proper_equilibria(
    A: Table, B: Table
) -> None:
    game = strategic(A, B)
    assert lemke.verify(game, lemke.solve(game, refine="proper"), refine="proper").holds


def test_a_player_may_never_move_or_may_see_the_choice_of_the_other() -> None:
    builder = GameBuilder()
    for payoff, leaf in enumerate(builder.move(builder.root, 0, ["worse", "better", "best"])):
        builder.pay(leaf, payoff, 0)
    (best,) = lemke.solve(builder.build(), refine="proper").profile.behavior[0]
    assert best == (0, 0, 1)
    assert lemke.solve(lemke.example("entry_deterrence"), refine="proper").payoffs == (2, 2)


def test_players_with_several_information_sets_are_refused() -> None:
    game = lemke.example("mertens_voting")
    with pytest.raises(InputError, match="information sets, expected one at most"):
        lemke.solve(game, refine="proper")
    plans = lemke.solve(game, refine="quasi-perfect").refinement.plans
    claim = Claim(lemke.profile(game, {}, missing="uniform").profile, refinement=Trembles("proper", "1/2", plans))
    assert "expected one at most" in objections_to_proper(Judge.of(game), claim)[0]
    as_matrices = lemke.normal_form(game, reduced=True).tree()
    assert lemke.verify(as_matrices, lemke.solve(as_matrices, refine="proper"), refine="proper").holds


def test_other_kernels_and_priors_without_all_moves_are_refused() -> None:
    game = lemke.example("myerson_1978")
    with pytest.raises(InputError, match="kernel guided"):
        lemke.solve(game, refine="proper", kernel="guided")
    with pytest.raises(ProfileError, match="completely mixed"):
        lemke.solve(game, refine="proper", prior=lemke.profile(game, "NE,1,0,0,1,0,0"))


def test_where_no_prior_leads_to_a_solution_nothing_is_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proper, "follow", lambda *_: NoSolution("the path ended in a ray", 1))
    with pytest.raises(NotProvedError, match=r"centroid: .*ray; seed 0: "):
        lemke.solve(lemke.example("myerson_1978"), refine="proper")


def forged(claim: Claim, player: int, plan: np.ndarray) -> Claim:
    plans = [*claim.refinement.plans]
    plans[player] = plan
    return replace(claim, refinement=replace(claim.refinement, plans=tuple(plans)))


def test_forged_proofs_are_rejected() -> None:
    game = lemke.example("myerson_1978")
    equilibrium = lemke.solve(game, refine="proper")
    judge, claim = Judge.of(game), Claim(equilibrium.profile, refinement=equilibrium.refinement)
    assert objections_to_proper(judge, claim) == []
    for player, plan in enumerate(claim.refinement.plans):
        for place in np.ndindex(plan.shape):
            changed = plan.copy()
            changed[place] += mpq(1, 10**30)
            assert objections_to_proper(judge, forged(claim, player, changed)), (player, place)
        for wrong in (0 * plan, -plan, plan[:-1], plan[:, ::-1].copy()):
            assert objections_to_proper(judge, forged(claim, player, wrong))
    too_large = replace(claim, refinement=replace(claim.refinement, epsilon=mpq(100)))
    assert objections_to_proper(judge, too_large)
    assert objections_to_proper(judge, replace(claim, refinement=replace(claim.refinement, name="quasi-perfect")))
    middle = lemke.profile(game, "NE,0,1,0,0,1,0").profile
    assert "another limit" in objections_to_proper(judge, replace(claim, profile=middle))[0]
    assert objections_to_proper(judge, Claim(middle)) == [
        "the plans near the equilibrium, which would prove this, are missing"
    ]


def test_equally_likely_mistakes_are_not_proper() -> None:
    """c costs more than b, so equal mistakes of both prove no more than perfection."""
    game = lemke.example("myerson_1978")
    even = [[1, 0], [1, -2], [0, 1], [0, 1]]
    best = lemke.profile(game, "NE,1,0,0,1,0,0").profile
    claim = Claim(best, refinement=Trembles("proper", "1/100", (even, even)))
    assert "at most ε times" in objections_to_proper(Judge.of(game), claim)[0]


def test_the_certificate_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = tmp_path / "proper.json"
    assert run(["solve", "example:myerson_1978", "--refine", "proper", "--format", "json", "-o", str(certificate)]) == 0
    assert run(["verify", "example:myerson_1978", str(certificate), "--refine", "proper"]) == 0
    assert capsys.readouterr().out.endswith("It is proper.\n")
    document = json.loads(certificate.read_text())
    document["refinement"]["plans"][0][2][1] = "1/2"
    certificate.write_text(json.dumps(document))
    assert run(["verify", "example:myerson_1978", str(certificate)]) == 1
    assert "Not proved proper" in capsys.readouterr().out


def test_levels_go_to_the_best_strategies_of_the_prior_at_the_start() -> None:
    form = lemke.sequence_form(strategic([[3], [2], [1]], [[0], [0], [0]]))
    mixed = lemke.profile(form.game, {}, missing="uniform")
    conditions = ProperForm.of(form, tuple(Judge.of(form.game).plans(mixed.profile)))
    assert conditions.problem.size == 14
    assert sorted(conditions.problem.start.basic) == [0, 3, 4, 9, 12, 13]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1300))
def test_larger_games_are_proved(seed: int) -> None:
    game = strategic(*tables(seed, largest=6))
    assert lemke.verify(game, lemke.solve(game, refine="proper"), refine="proper").holds
