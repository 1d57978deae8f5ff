"""Learning, the ways from learned plans to equilibria, and the race with the path, judged by theory."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import How
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import is_realization_plan, realization_plan
from lemke.generators import kuhn, leduc_state
from lemke.ground.sparse import SparseMatrix
from lemke.ground.steps import Steps, done
from lemke.solvers import learned, methods, restricted, sequence_lcp
from lemke.solvers.halves import Alternation, Half
from lemke.solvers.learning import Learning
from lemke.solvers.proposals import Proposal, Proposals, first_proved
from lemke.solvers.restricted import OUT, expanded_plan, restriction
from lemke.solvers.sequence_lcp import even_start
from lemke.studies.learn import learn
from methods import solved_by
from naive import naive_regrets
from seeded_games import random_game
from strategies import games


def leduc_with_random_payoffs(ranks: int, seed: int) -> SequenceForm:
    """Leduc's tree with payoffs of either player from -10 to 10, drawn independently, as a form."""
    form = lemke.sequence_form(leduc_state(ranks=ranks))
    source = np.random.default_rng(seed)
    weights = abs(form.A.values)

    def payoffs() -> SparseMatrix:
        numbers = source.integers(1, 11, len(weights)) * source.choice([-1, 1], len(weights))
        return SparseMatrix.from_entries(
            form.A.shape, form.A.rows, form.A.columns, weights * [*map(mpq, numbers.tolist())]
        )

    parts = form.E, form.e, form.F, form.f, payoffs(), payoffs()
    return SequenceForm(form.title, form.sequences, *parts, None)


def assert_equilibrium(form: SequenceForm, plans: tuple) -> None:
    x, y = plans
    assert is_realization_plan(form.sequences[0], x) and is_realization_plan(form.sequences[1], y)
    replies = (
        best_response(sequences, values).value
        for sequences, values in zip(form.sequences, (form.A @ y, form.B.T @ x), strict=True)
    )
    assert tuple(replies) == form.payoffs(x, y)


# ---------------------------------------------------------------------- learning


@given(games(max_depth=4), st.integers(0, 3), st.integers(1, 40))
def test_regrets_in_floats_are_those_of_the_judge(game: Game, seed: int, iterations: int) -> None:
    answer = learn(game, iterations, seed)
    assert answer.steps[-1].iterations <= iterations
    size = max((abs(payoff) for outcome in game.outcomes for payoff in outcome.payoffs), default=mpq(0))
    for exact, about in zip(answer.regrets, getattr(answer.steps[-1], answer.kept), strict=True):
        assert exact >= 0 and abs(exact - about) <= size / 10**9
    assert naive_regrets(game, answer.profile.behavior) == answer.regrets


def test_steps_double_and_report_average_and_last_strategies() -> None:
    answer = learn(kuhn(3), 100)
    assert [step.iterations for step in answer.steps] == [1, 2, 4, 8, 16, 32, 64, 100]
    assert max(answer.steps[-1].average) < mpq(1, 10**4) > max(answer.regrets)


def test_the_averages_of_a_zero_sum_game_bound_its_value() -> None:
    answer = learn(kuhn(4), 200)
    assert answer.interval is not None
    lower, upper = answer.interval
    assert lower <= lemke.solve(kuhn(4)).payoffs[0] <= upper < lower + mpq(1, 1000)


def test_equal_seeds_learn_equal_profiles_and_other_seeds_do_not() -> None:
    first, again, third = (learn(kuhn(3), 5, seed).profile.behavior for seed in (1, 1, 2))
    assert first == again != third


@pytest.mark.parametrize(
    "wrong", [{"iterations": 0}, {"iterations": True}, {"iterations": 2.0}, {"seed": -1}, {"seed": None}]
)
def test_wrong_iterations_and_seeds_are_refused(wrong: dict) -> None:
    with pytest.raises(InputError):
        lemke.learn(kuhn(3), **wrong)


@pytest.mark.parametrize("power", [-1400, 1400])
def test_payoffs_beyond_floats_are_learned_in_other_units(power: int) -> None:
    game = kuhn(3)
    form = sequence_form(game)
    scale = mpq(2) ** power
    far = SequenceForm(
        "", form.sequences, form.E, form.e, form.F, form.f, *(_times(M, scale) for M in (form.A, form.B)), None
    )
    first, second = Learning(form).anew(0), Learning(far).anew(0)
    first.run(50)
    second.run(50)
    assert np.array_equal(first.last.x, second.last.x) and np.array_equal(first.average.y, second.average.y)


def _times(matrix: SparseMatrix, scale: mpq) -> SparseMatrix:
    return SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, matrix.values * scale)


def test_probabilities_too_small_for_floats_are_learned() -> None:
    builder = lemke.GameBuilder()
    node = builder.root
    for _ in range(1200):  # 2^-1074 is the smallest float
        leaf, node = builder.decide(node, builder.information_set(0, ["stop", "go"]))
        builder.pay(leaf, 0, 0)
    builder.pay(node, 0, 0)
    assert learn(builder.build(), 3).regrets == (0, 0)


def test_a_time_limit_ends_learning() -> None:
    with pytest.raises(LimitError), lemke.limits(time=0.05):
        learn(kuhn(5, "1/20"), 10**9)


# ---------------------------------------------------------------------- restricted games


@given(st.data(), games(max_depth=4))
def test_a_restricted_game_has_the_payoffs_of_the_whole_one(data: st.DataObject, game: Game) -> None:
    form = sequence_form(game)
    masks = []
    for sequences in form.sequences:
        mask = np.array([data.draw(st.booleans()) for _ in range(sequences.size)])
        mask[[0, *(data.draw(st.sampled_from(sequences.moves(h))) for h in range(len(sequences.sets)))]] = True
        masks.append(mask)
    part, part_numbers = restriction(form, (masks[0], masks[1]))
    behavior = [
        tuple(tuple(data.draw(st.sampled_from(shares(len(sequences.moves(h)))))) for h in range(len(sequences.sets)))
        for sequences in part.sequences
    ]
    plans = [
        realization_plan(sequences, strategy) for sequences, strategy in zip(part.sequences, behavior, strict=True)
    ]
    x, y = (expanded_plan(plan, numbers) for plan, numbers in zip(plans, part_numbers, strict=True))
    for sequences, plan, mask, numbers in zip(form.sequences, (x, y), masks, part_numbers, strict=True):
        assert is_realization_plan(sequences, plan)
        assert not plan[~mask].any() and not plan[numbers == OUT].any()
    assert part.payoffs(*plans) == form.payoffs(x, y)


def shares(size: int) -> list[list[mpq]]:
    """Some distributions on this number of moves."""
    pure = [[mpq(k == move) for k in range(size)] for move in range(size)]
    return [*pure, [mpq(1, size)] * size, [mpq(2 * k + 1, size**2) for k in range(size)]]


@given(games(max_depth=4))
def test_restricted_games_grow_from_one_move_at_every_set_to_an_equilibrium(game: Game) -> None:
    form = sequence_form(game)
    masks = [np.isin(np.arange(sequences.size), [0, *sequences.first.tolist()]) for sequences in form.sequences]
    sizes = []

    def solve(part: SequenceForm) -> Steps[lemke.certificate.ProvedPlans]:
        sizes.append(sum(part.A.shape))
        return sequence_lcp.steps(part, even_start(part, "exact", 0))

    plans = done(restricted.steps(form, masks, solve))
    assert_equilibrium(form, plans)
    assert sizes == sorted(set(sizes)) and sizes[0] == 2 and sizes[-1] <= sum(form.A.shape)


# ---------------------------------------------------------------------- linear programs in turn


@given(games(max_depth=4), st.integers(0, 9))
def test_the_objective_of_alternating_programs_never_falls_and_is_never_above_0(game: Game, seed: int) -> None:
    form = sequence_form(game)
    learning = Learning(form).anew(seed)
    learning.run(3)
    alternation = Alternation(Half.pair(form), guesses=True)
    point = learning.last
    objectives = []
    for objective, bases in alternation.rounds(learning.plans(point)[1], learning.supports(point)):
        objectives.append(objective)
        plans = alternation.plans(bases)
        if objective > -1e-12 and plans is not None and all(map(is_realization_plan, form.sequences, plans)):
            assert_equilibrium(form, plans)
    assert objectives and all(objective < 1e-9 for objective in objectives)
    assert all(first <= second + 1e-9 for first, second in pairwise(objectives))


# ---------------------------------------------------------------------- the method


@pytest.mark.parametrize("seed", range(20))
def test_learning_alone_answers_random_games(seed: int) -> None:
    game = random_game(seed, 24)
    answer = solved_by(game, "learn")
    assert naive_regrets(game, answer.profile.behavior) == (0, 0)


@pytest.mark.parametrize("seed", range(1, 4))
def test_learning_alone_answers_leduc_poker_with_random_payoffs(seed: int) -> None:
    form = leduc_with_random_payoffs(5, seed)
    answer = solved_by(form, "learn")
    assert_equilibrium(form, answer.plans)
    assert answer.how.iterations > 0 and answer.how.tries > 0


def test_the_winner_of_a_race_is_the_same_every_time() -> None:
    form = leduc_with_random_payoffs(4, 1)
    first, second = (lemke.solve(form) for _ in range(2))
    assert first.how.method == "learn" and first.how == second.how and np.array_equal(first.plans[0], second.plans[0])
    assert_equilibrium(form, first.plans)


@pytest.mark.parametrize("name", ["lcp", "learn"])
def test_every_proposer_alone_solves_most_random_games(name: str) -> None:
    answers = 0
    for seed in range(30):
        form = sequence_form(random_game(seed, 24))
        try:
            answer = methods._proved_by(form, (name, 0))
        except NotProvedError:
            continue
        assert_equilibrium(form, answer.plans)
        assert answer.how.method == name
        answers += 1
    assert answers == 30 if name == "lcp" else answers >= 24


def nothing(*_: object) -> Steps[None]:
    return
    yield 0


@pytest.mark.slow
@pytest.mark.parametrize("way", ["supports", "programs", "restricted"])
def test_every_way_from_learned_plans_leads_to_equilibria_by_itself(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    led: list[object] = []

    def listening(solve: Callable[..., object]) -> Callable[..., object]:
        def solve_and_note(*arguments: object) -> object:
            led.append(solve(*arguments))
            return led[-1]

        return solve_and_note

    if way == "supports":
        monkeypatch.setattr(learned, "plans_of_supports", listening(learned.plans_of_supports))
    else:
        monkeypatch.setattr(learned, "plans_of_supports", lambda *_: None)
    if way == "programs":
        monkeypatch.setattr(Alternation, "plans", listening(Alternation.plans))
    else:
        monkeypatch.setattr(Alternation, "equilibrium", nothing)
    if way != "restricted":
        monkeypatch.setattr(restricted, "steps", nothing)
    answers = 0
    for seed in range(10):
        led.clear()
        form = sequence_form(random_game(seed, 24))
        try:
            answer = methods._proved_by(form, ("learn", 0))
        except NotProvedError:
            continue
        assert_equilibrium(form, answer.plans)
        assert way == "restricted" or (led[-1] is not None and answer.how.kernel == "highs")
        answers += 1
    assert answers >= 5


def test_learning_gives_the_turn_back_in_a_race_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    form = leduc_with_random_payoffs(3, 1)
    monkeypatch.setattr(learned, "plans_of_supports", lambda *_: None)
    monkeypatch.setattr(learned, "grow", lambda *_: nothing_found())
    monkeypatch.setattr(learned._Search, "_by_programs", lambda *_: nothing_found())
    works = [step for _, step in zip(range(20), learned.proposals(form, 0))]
    assert sum(work == learned.FIRST * Learning(form).work for work in works) > 10


def nothing_found() -> learned.Attempt:
    return None, "", 0
    yield 0


def test_wrong_plans_are_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    form = leduc_with_random_payoffs(3, 1)
    wrong = tuple(
        realization_plan(sequences, strategy)
        for sequences, strategy in zip(form.sequences, even_start(form, "auto", 0).profile.behavior, strict=True)
    )

    def proposed(*_: object) -> Iterator[int]:
        return wrong
        yield 0

    monkeypatch.setattr(restricted, "steps", proposed)
    monkeypatch.setattr(Alternation, "equilibrium", proposed)
    monkeypatch.setattr(learned, "plans_of_supports", lambda *_: (wrong, 0))
    monkeypatch.setattr(learned, "ROUNDS", 3)
    with pytest.raises(NotProvedError, match="iterations of learning"):
        lemke.solve(form, method="learn")


# ---------------------------------------------------------------------- steps


def proposing(works: list[int], end: object) -> Proposals:
    yield from works
    if isinstance(end, NotProvedError):
        raise end
    yield end


def test_the_proposer_with_the_least_work_goes_on() -> None:
    form = sequence_form(kuhn(3))
    plans = lemke.solve(form).plans
    slow, quick = (Proposal(plans, How(method=name, kernel="")) for name in ("slow", "quick"))

    def winner(lead: int) -> str:
        ways = {"slow": proposing([5, 5], slow), "quick": proposing([3, 3, 3], quick)}
        return done(first_proved(form, ways, lead)).method

    assert winner(0) == "quick" and winner(2) == "slow"


def test_wrong_proposals_are_not_proved_and_all_reasons_are_given() -> None:
    form = sequence_form(kuhn(3))
    x, y = lemke.solve(form).plans
    wrong = [(x, y[::-1]), (-x, y), (x * 2, y), (x[:-1], y), (x, y + mpq(1, 10**30))]
    proposals = [Proposal(plans, How(method="wrong", kernel="")) for plans in wrong]
    ways = {"wrong": iter(proposals), "one": proposing([1], NotProvedError("no one"))}
    with pytest.raises(NotProvedError, match="one: no one"):
        done(first_proved(form, ways, 0))
