"""Paths that start at a crash basis, and paths that are left before their ends; answers are proved exactly."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix
from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm
from lemke.generators import kuhn, leduc_state
from lemke.ground.rational import ONE
from lemke.ground.steps import done
from lemke.linear import guided
from lemke.linear.exact import Proposal, outcome
from lemke.linear.guided import float_path
from lemke.linear.guided import lemke as prove
from lemke.linear.guided.float_path import propose
from lemke.linear.guided.kernels import lemke_steps
from lemke.linear.lcp import LCP, NoOutcome, Solution, StartBasis, check
from lemke.solvers import crash, methods
from lemke.solvers.sequence_lcp import even_start


@pytest.fixture(scope="module")
def raked() -> SequenceForm:
    return lemke.sequence_form(leduc_state(rake="1/20"))


def centroid_problem(form: SequenceForm) -> LCP:
    return form.lcp(even_start(form, "guided", 0).plans(form))


def start_bases(form: SequenceForm, seed: int = 0) -> list[frozenset[int]]:
    if (guide := crash.guide(form)) is None:
        return []
    basis = crash.crash_basis(form, guide[1], seed)
    return [] if basis is None else [basis]


def proved_exactly(form: SequenceForm, proved: ProvedPlans) -> bool:
    plans, payoffs = form.replied(*proved.plans)
    return payoffs == proved.payoffs == (plans.u[0], plans.v[0])


# ---------------------------------------------------------------------- crash bases


def test_raked_leduc_poker_starts_at_a_crash_basis(raked: SequenceForm) -> None:
    near, far = (lemke.solve(raked, method="lcp", kernel="guided", prior=prior) for prior in ("auto", "centroid"))
    assert (near.prior, near.kernel, far.prior, far.kernel) == ("crash", "guided", "centroid", "guided")
    assert 0 < near.pivots < far.pivots / 2
    assert proved_exactly(raked, near) and proved_exactly(raked, far)
    assert "prior crash" in near.how.words() and "prior crash" not in far.how.words()


def test_a_crash_basis_has_one_variable_of_each_pair_and_all_free_ones(raked: SequenceForm) -> None:
    problem = centroid_problem(raked)
    for basis in start_bases(raked):
        assert set(np.flatnonzero(problem.free).tolist()) <= basis < set(range(problem.size))
        point = outcome(problem, Proposal(basis | {problem.size + k for k in range(problem.size) if k not in basis}, 0))
        assert isinstance(point, Solution)
        assert check(problem, point) is not None  # it is near an equilibrium but not one


def test_in_a_zero_sum_game_the_crash_basis_is_nearly_its_equilibrium() -> None:
    form = lemke.sequence_form(leduc_state())
    proved = lemke.solve(form, method="lcp", kernel="guided")
    assert proved.prior == "crash" and proved.pivots < form.lcp_size / 4
    assert proved_exactly(form, proved) and sum(proved.payoffs) == 0


def test_small_games_and_games_far_from_zero_sum_have_no_crash_bases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "Solver", None)  # no program is solved
    common = bimatrix(*[[[(i * j + 3 * i) % 7 for j in range(60)] for i in range(60)]] * 2)
    for game in (kuhn(4, "1/20"), common):
        form = lemke.sequence_form(game)
        assert start_bases(form) == []
    assert lemke.solve(common, kernel="guided").prior == "centroid"


@pytest.mark.parametrize("unit", ["1", "1e-400", "1e400"])
def test_games_are_nearly_zero_sum_in_any_unit(unit: str) -> None:
    factor = mpq(unit)
    for seed in range(30):
        source = np.random.default_rng(seed)
        A = [[int(payoff) * factor for payoff in row] for row in source.integers(-9, 10, (5, 4))]
        B = [
            [int(noise) * factor - payoff for payoff, noise in zip(*rows, strict=True)]
            for rows in zip(A, source.integers(-seed, seed + 1, (5, 4)) // 5, strict=True)
        ]
        weights = [sum(abs(payoff) for row in matrix for payoff in row) for matrix in (A, B)]
        total = sum(abs(a + b) for rows in zip(A, B, strict=True) for a, b in zip(*rows, strict=True))
        form = lemke.sequence_form(bimatrix(A, B))
        assert crash.nearly_zero_sum(form) == (total * 4 <= sum(weights))


def test_the_race_of_a_nearly_zero_sum_game_is_won_by_two_programs(raked: SequenceForm) -> None:
    won = methods.race(raked, 0)
    assert (won.method, won.kernel) == ("learn", "highs")
    assert proved_exactly(raked, won)


MATCHING_PENNIES = [[1, -1], [-1, 1]]


@pytest.fixture
def any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a crash basis for all games, even small ones and those far from zero-sum."""
    monkeypatch.setattr(crash, "LONG", 0)
    monkeypatch.setattr(crash, "NEARLY_ZERO_SUM", 1.0)


@pytest.mark.usefixtures("any_game")
def test_where_player_2_is_indifferent_the_crash_basis_is_singular_and_a_prior_answers() -> None:
    form = lemke.sequence_form(bimatrix(MATCHING_PENNIES, [[0, 0], [0, 0]]))
    (basis,) = start_bases(form)
    problem = replace(centroid_problem(form), start=StartBasis(basis, ONE))
    lost = done(propose(problem, 0, 1e-9, lifted=True))
    assert isinstance(lost, NoOutcome) and "singular" in lost.reason
    proved = lemke.solve(form, kernel="guided")
    assert proved.prior == "zero-sum" and proved.how.tries > 1
    assert proved_exactly(form, proved)


@pytest.mark.slow
@pytest.mark.usefixtures("any_game")
def test_where_paths_from_crash_bases_end_in_rays_a_prior_answers() -> None:
    rays = 0
    for seed in range(40):
        source = np.random.default_rng(seed)
        form = lemke.sequence_form(bimatrix(*source.integers(-9, 10, (2, 4, 4)).tolist()))
        for basis in start_bases(form, seed):
            end = done(propose(replace(centroid_problem(form), start=StartBasis(basis, ONE)), seed, 1e-9, lifted=True))
            rays += isinstance(end, NoOutcome) and ("ray" in end.reason or "index -1" in end.reason)
        proved = lemke.solve(form, kernel="guided", seed=seed)
        assert proved.prior in ("crash", "zero-sum") and proved_exactly(form, proved)
    assert rays


@pytest.mark.usefixtures("any_game")
def test_random_start_bases_never_lead_to_a_wrong_answer() -> None:
    lifted = 0
    for seed in range(60):
        source = np.random.default_rng(seed)
        problem = centroid_problem(lemke.sequence_form(bimatrix(*source.integers(-9, 10, (2, 3, 3)).tolist())))
        signed = np.flatnonzero(~problem.free)
        chosen = signed[source.random(len(signed)) < 0.5]
        basis = frozenset([*chosen.tolist(), *np.flatnonzero(problem.free).tolist()])
        proved = done(lemke_steps(problem, "guided", seed, rays=False, early=True, basis=basis))
        assert isinstance(proved.outcome, Solution) and check(problem, proved.outcome) is None
        lifted += proved.lifted
    assert 0 < lifted < 60


# ---------------------------------------------------------------------- paths left early


def test_a_long_path_is_left_near_its_end_and_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    form = lemke.sequence_form(leduc_state(ranks=2, rake="1/5"))
    assert start_bases(form) == []
    early, full = (lemke.solve(form, method="lcp", kernel="guided", prior=prior) for prior in ("auto", "centroid"))
    assert (early.prior, full.prior) == ("centroid", "centroid")
    assert early.pivots <= full.pivots
    assert proved_exactly(form, early) and not full.how.members().get("early")
    monkeypatch.setattr(float_path, "EARLY", 0.5)
    monkeypatch.setattr(float_path, "EARLY_FACTOR", 0.9)
    sooner = lemke.solve(form, method="lcp", kernel="guided")
    assert sooner.how.early and proved_exactly(form, sooner)


def test_an_equilibrium_says_that_its_path_was_left_early(raked: SequenceForm) -> None:
    how = next(how for seed in range(9) if (how := lemke.solve(raked, kernel="guided", seed=seed).how).early)
    assert f"{how.pivots} pivots, stopped early" in how.words()
    assert json.loads(json.dumps(how.members()))["early"] is True
    assert "early" not in replace(how, early=False).members()


def test_proposals_before_the_end_of_a_path(raked: SequenceForm) -> None:
    problem = centroid_problem(raked)
    steps = list(propose(problem, 0, 1e-9, early=True))
    proposals = [step for step in steps if isinstance(step, Proposal)]
    assert proposals and all(proposal.entering is None for proposal in proposals)
    pivots = [proposal.pivots for proposal in proposals]
    assert pivots == sorted(pivots) and len(pivots) <= 10  # z0 falls by a factor of a hundred in between
    assert any(check(problem, outcome(problem, proposal)) is None for proposal in proposals)
    for proposal in proposals:
        assert len(proposal.basis) == problem.size and 2 * problem.size not in proposal.basis
        assert sorted(code % problem.size for code in proposal.basis) == list(range(problem.size))
    assert not any(isinstance(step, Proposal) for step in propose(problem, 0, 1e-9))


def test_a_path_goes_on_where_rounding_errors_leave_z0_below_0(raked: SequenceForm) -> None:
    walk = float_path._FloatPath(centroid_problem(raked), np.random.default_rng(0), 1e-9, float_path.EARLY, False)
    assert walk._begin() is None
    walk.z0 = -1e-18
    assert walk.advance() is None
    walk.bases_without_z0()
    before = walk.pivots
    assert walk.advance() is not None or walk.pivots > before


def test_general_problems_and_named_priors_keep_the_path_to_its_end(
    raked: SequenceForm, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def listening(*arguments: Any, **options: bool) -> float_path.Proposals:
        asked.append(options)
        return propose(*arguments, **options)

    monkeypatch.setattr(guided, "propose", listening)
    for prior in ("centroid", "random"):
        proved = lemke.solve(raked, kernel="guided", prior=prior)
        assert proved.prior == prior and not proved.how.early
    assert isinstance(prove(LCP.of([[2, 1], [1, 2]], [-5, -6]), "guided").outcome, Solution)
    perfect = lemke.solve(kuhn(4, "1/20"), refine="normal-form-perfect", kernel="guided")
    assert perfect.how.prior == "centroid" and not perfect.how.early
    assert asked and not any(options["early"] or options["lifted"] for options in asked)


# ---------------------------------------------------------------------- ratio tests


def test_a_variable_below_0_makes_no_step_backwards(raked: SequenceForm, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a wide tolerance variables fall below 0; those that leave are raised, and z0 stays where it was."""
    raised, enter = [], float_path._FloatPath._enter

    def watched(walk: float_path._FloatPath, place: float_path.Place, *arguments: Any) -> None:
        index, position = place
        block = walk.blocks[index]
        value = block.constants[position]
        if walk.pivots and index != walk.home:
            value -= walk.z0 * block.parameters[position]
        raised.append(value)
        enter(walk, place, *arguments)

    shift, shifted = float_path.RevisedBlock.shift, []
    monkeypatch.setattr(float_path.RevisedBlock, "shift", lambda *a: (shifted.append(a[2]), shift(*a)))
    monkeypatch.setattr(float_path._FloatPath, "_enter", watched)
    monkeypatch.setattr(float_path, "FEASIBLE", 1e-6)
    monkeypatch.setattr(float_path, "FEASIBLE_SHARE", 1.0)
    end = done(propose(centroid_problem(raked), 0, 1e-5))
    assert isinstance(end, Proposal) and shifted and min(shifted) > 0
    assert min(raised[1:]) > -1e-12
