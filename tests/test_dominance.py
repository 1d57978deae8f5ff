"""Dominance: every strategy is eliminated with a mixture or kept with a belief, each judged here from the payoffs.

No strategy can have both (Pearce 1984), so right witnesses are right answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, NotProvedError
from lemke.forms.normal_form import Elimination, NormalForm, objections, restricted
from lemke.solvers import dominance as search
from lemke.solvers.dominance import eliminate
from lemke.solvers.enumeration import extreme_equilibria

HALF = mpq(1, 2)
AWKWARD = [0, 0, 1, 1, -1, 2, Fraction(1, 2), Fraction(-1, 3), 7]
FAR_APART = [0, 1, -1, 10**40, -(10**25), 10**400, Fraction(1, 10**30), Fraction(-1, 3 * 10**9)]

OSBORNE_RUBINSTEIN_61_1 = NormalForm.of([[3, 0], [0, 3], [1, 1]], [[0, 1], [0, 1], [1, 0]])
OSBORNE_RUBINSTEIN_63_1 = NormalForm.of([[1, 0], [1, 2], [0, 2]], [[1, 0], [1, 1], [0, 1]])
PRISONERS = NormalForm.of([[2, 0], [3, 1]], [[2, 3], [0, 1]])


@st.composite
def forms(draw: st.DrawFn, most: int = 4, players: int = 2, entries: Sequence[object] = AWKWARD) -> NormalForm:
    shape = draw(st.lists(st.integers(1, most), min_size=players, max_size=players))
    size = players * prod(shape)
    chosen = [entries[byte % len(entries)] for byte in draw(st.binary(min_size=size, max_size=size))]
    return NormalForm.of(*np.array(chosen, dtype=object).reshape(players, *shape))


# ---------------------------------------------------------------------- the naive judge


def combinations_against(sizes: list[list[int]], player: int) -> Iterator[tuple[int, ...]]:
    """All combinations of the others' strategies, in order."""
    return product(*(strategies for k, strategies in enumerate(sizes) if k != player))


def payoff(form: NormalForm, player: int, strategy: int, combination: tuple[int, ...]) -> mpq:
    return form.payoffs[player][(*combination[:player], strategy, *combination[player:])]


def dominates(form: NormalForm, sizes: list[list[int]], player: int, mixture: dict[int, mpq], strategy: int) -> str:
    """How a mixture dominates a strategy: strictly, weakly, or not at all."""
    gains = [
        sum(share * payoff(form, player, k, combination) for k, share in mixture.items())
        - payoff(form, player, strategy, combination)
        for combination in combinations_against(sizes, player)
    ]
    return "strictly" if min(gains) > 0 else "weakly" if min(gains) == 0 and max(gains) > 0 else ""


def is_best_reply(form: NormalForm, sizes: list[list[int]], player: int, belief: list[mpq], strategy: int) -> bool:
    values = {
        k: sum(
            share * payoff(form, player, k, combination)
            for share, combination in zip(belief, combinations_against(sizes, player), strict=True)
        )
        for k in sizes[player]
    }
    return values[strategy] == max(values.values())


def naive_pure(form: NormalForm, weak: bool) -> list[list[list[int]]]:
    """The remaining strategies before every round and at the end, by comparing all pairs of strategies."""
    kinds = ("strictly", "weakly") if weak else ("strictly",)
    sizes = [[list(range(size)) for size in form.shape]]
    while True:
        now = sizes[-1]
        after = [
            [k for k in left if not any(dominates(form, now, player, {rival: mpq(1)}, k) in kinds for rival in left)]
            for player, left in enumerate(now)
        ]
        if after == now:
            return sizes
        sizes.append(after)


def judge(elimination: Elimination) -> None:
    """Assert that every mixture dominates, every belief supports its strategy, and no strategy is missing."""
    form, sizes = elimination.original, [list(range(size)) for size in elimination.original.shape]
    for number in range(1, elimination.rounds + 1):
        steps = [step for step in elimination.eliminated if step.round == number]
        assert steps
        gone = {(step.player, step.strategy) for step in steps}
        after = [[k for k in left if (player, k) not in gone] for player, left in enumerate(sizes)]
        for step in steps:
            assert step.strategy in sizes[step.player]
            assert step.label == form.strategies[step.player][step.strategy]
            assert sum(step.mixture.values()) == 1 and min(step.mixture.values()) > 0
            assert set(step.mixture) <= set(after[step.player])
            kind = dominates(form, sizes, step.player, step.mixture, step.strategy)
            assert kind == ("strictly" if step.strict else "weakly")
            assert step.strict or elimination.weak
            assert len(step.mixture) == 1 or not elimination.pure
        sizes = after
    assert tuple(map(tuple, sizes)) == elimination.surviving
    for reduced, table in zip(elimination.form.payoffs, form.payoffs, strict=True):
        assert np.array_equal(reduced, table[np.ix_(*sizes)])
    if elimination.complete and not elimination.pure:
        assert [(claim.player, claim.strategy) for claim in elimination.undominated] == [
            (player, k) for player, left in enumerate(sizes) for k in left
        ]
    for claim in elimination.undominated:
        belief = claim.belief.ravel().tolist()
        assert claim.belief.shape == tuple(len(left) for k, left in enumerate(sizes) if k != claim.player)
        assert sum(belief) == 1 and (min(belief) > 0 if elimination.weak else min(belief) >= 0)
        assert is_best_reply(form, sizes, claim.player, belief, claim.strategy)


def steps(elimination: Elimination) -> list[tuple[int, int, int, dict[int, mpq]]]:
    return [(step.round, step.player, step.strategy, step.mixture) for step in elimination.eliminated]


# ---------------------------------------------------------------------- games of the textbooks


def test_osborne_rubinstein_1994_figure_61_1_needs_a_mixture() -> None:
    elimination = eliminate(OSBORNE_RUBINSTEIN_61_1)
    judge(elimination)
    assert steps(elimination) == [(1, 0, 2, {0: HALF, 1: HALF}), (2, 1, 0, {1: 1}), (3, 0, 0, {1: 1})]
    assert all(step.strict for step in elimination.eliminated)
    assert eliminate(OSBORNE_RUBINSTEIN_61_1, pure=True).eliminated == ()


def test_osborne_rubinstein_1994_figure_63_1_where_the_order_of_weak_dominance_matters() -> None:
    elimination = eliminate(OSBORNE_RUBINSTEIN_63_1, weak=True)
    judge(elimination)
    assert steps(elimination) == [(1, 0, 0, {1: 1}), (1, 0, 2, {1: 1})]
    assert elimination.surviving == ((1,), (0, 1))
    # one at a time: T first leaves (M, R) and (B, R), B first leaves (T, L) and (M, L)
    ends = []
    for first in (0, 2):
        remaining = restricted(OSBORNE_RUBINSTEIN_63_1, [[k for k in range(3) if k != first], [0, 1]])
        (step,) = (step for step in eliminate(remaining, weak=True, rounds=1).eliminated if step.player == 1)
        ends.append((first, step.strategy))
    assert ends == [(0, 0), (2, 1)]


def test_osborne_rubinstein_1994_figure_58_1_is_supported_by_a_correlated_belief_only() -> None:
    matrices = np.array([[[8, 4, 0, 3], [0, 0, 0, 3]], [[0, 0, 0, 3], [0, 4, 8, 3]]], dtype=object)
    elimination = eliminate(NormalForm.of(matrices, matrices, matrices))
    judge(elimination)
    belief = next(claim.belief for claim in elimination.undominated if (claim.player, claim.strategy) == (2, 1))
    # p and q of U and L, independent: 4pq + 4(1 − p)(1 − q) < max(8pq, 8(1 − p)(1 − q), 3)
    assert belief.tolist() == [[HALF, 0], [0, HALF]]


@pytest.mark.parametrize(
    ("weak", "greatest"), [(False, [100, 50, 25, 13, 7, 4, 2, 1]), (True, [100, 50, 25, 12, 6, 3, 1, 0])]
)
def test_guessing_half_of_the_others_guess_is_iterated_to_zero(weak: bool, greatest: list[int]) -> None:
    # Moulin 1986. Payoff −(2x − y)²: against y of mean m the integers nearest to m/2 are best, so that of guesses up
    # to M those up to (M + 1) // 2 are left. If that is a tie, at y = M alone, it is weakly dominated; so is 1.
    guesses = np.arange(101).astype(object)
    A = -((2 * guesses[:, None] - guesses) ** 2)
    elimination = eliminate(NormalForm.of(A, A.T), weak=weak)
    assert objections(elimination) == []
    for number, last in enumerate(greatest):
        gone = {(step.player, step.strategy) for step in elimination.eliminated if step.round <= number}
        assert gone == {(player, guess) for player in (0, 1) for guess in range(last + 1, 101)}
    assert elimination.complete and elimination.rounds == 7


# ---------------------------------------------------------------------- all small games


PLAYERS_AND_MOST = st.sampled_from([(1, 5), (2, 5), (2, 5), (2, 5), (3, 3), (4, 2)])


@given(PLAYERS_AND_MOST.flatmap(lambda numbers: forms(numbers[1], numbers[0])), st.booleans(), st.sampled_from([1, 16]))
def test_every_strategy_has_a_mixture_or_a_belief(form: NormalForm, weak: bool, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEW", few)  # with 1, beliefs in several columns come from linear programs
        judge(eliminate(form, weak))


@given(forms(most=4, entries=FAR_APART), st.booleans())
def test_payoffs_far_apart_are_compared_exactly(form: NormalForm, weak: bool) -> None:
    judge(eliminate(form, weak))


@given(st.integers(1, 3).flatmap(lambda players: forms(most=4, players=players)), st.booleans())
def test_dominance_by_pure_strategies_agrees_with_brute_force(form: NormalForm, weak: bool) -> None:
    elimination = eliminate(form, weak, pure=True)
    judge(elimination)
    *_, last = naive = naive_pure(form, weak)
    assert elimination.surviving == tuple(map(tuple, last)) and elimination.rounds == len(naive) - 1
    for number, sizes in enumerate(naive[1:], 1):
        cut = eliminate(form, weak, pure=True, rounds=number)
        assert cut.surviving == tuple(map(tuple, sizes))


def embedded(elimination: Elimination, pair: tuple[np.ndarray, np.ndarray]) -> tuple[tuple[mpq, ...], ...]:
    """Strategies of the remaining game as strategies of the original game."""
    padded = [[mpq(0)] * size for size in elimination.original.shape]
    for probabilities, strategies, shares in zip(padded, elimination.surviving, pair, strict=True):
        for strategy, share in zip(strategies, shares, strict=True):
            probabilities[strategy] = share
    return tuple(map(tuple, padded))


@given(forms(most=3))
def test_strict_dominance_keeps_exactly_the_equilibria(form: NormalForm) -> None:
    elimination = eliminate(form)
    before = {tuple(map(tuple, pair)) for pair in extreme_equilibria(*form.matrices())}
    after = {embedded(elimination, pair) for pair in extreme_equilibria(*elimination.form.matrices())}
    assert before == after


# ---------------------------------------------------------------------- false claims, limits


def nothing_eliminated(form: NormalForm, weak: bool) -> Elimination:
    """The claim that no pure strategy dominates another one."""
    everything = tuple(tuple(range(size)) for size in form.shape)
    return Elimination(form, form, everything, (), (), weak, pure=True, complete=True)


def tampered() -> Iterator[tuple[Elimination, str]]:
    elimination = eliminate(OSBORNE_RUBINSTEIN_61_1)
    first, second, third = elimination.eliminated

    def with_first(**changes: object) -> Elimination:
        return replace(elimination, eliminated=(replace(first, **changes), second, third))

    yield with_first(mixture={0: mpq(1, 3), 1: mpq(2, 3)}), "the mixture does not dominate it"
    yield with_first(mixture={0: HALF}), "mixture is not a distribution"
    yield with_first(player=2), "not among the remaining"
    yield with_first(mixture={0: HALF, 2: HALF}), "mixture uses strategies that do not survive"
    yield with_first(strict=False), "strict=False, expected True"
    yield replace(elimination, pure=True), "mixture is not a pure strategy"
    yield replace(elimination, eliminated=(first, second)), "survive, expected"
    yield replace(elimination, eliminated=(*elimination.eliminated, replace(third, round=4))), "not among the remaining"
    yield replace(elimination, eliminated=(first, first, second, third)), "a strategy twice"
    yield replace(elimination, eliminated=(replace(first, round=2), second, third)), "round 2 in place of round 1"
    yield replace(elimination, undominated=elimination.undominated[1:]), "expected one for every surviving strategy"
    yield replace(elimination, form=NormalForm.of([[3]], [[2]])), "the remaining game is not the original"
    kept = eliminate(OSBORNE_RUBINSTEIN_63_1)
    supported = kept.undominated[0]
    for belief, why in (
        ([HALF, 0], "the belief is not a distribution"),
        ([0, 1], "it is not a best reply to the belief"),
    ):
        wrong = replace(supported, belief=np.array(list(map(mpq, belief)), dtype=object))
        yield replace(kept, undominated=(wrong, *kept.undominated[1:])), f"strategy 0 of player 0: {why}"
    for wrong in (HALF, [HALF], [[HALF, HALF]], [mpq(1, 3)] * 3):
        belief = np.array(wrong, dtype=object)
        claim = replace(kept, undominated=(replace(supported, belief=belief), *kept.undominated[1:]))
        yield claim, f"the belief has shape {belief.shape}, expected (2,)"
    yield replace(kept, weak=True), "belief is not a completely mixed distribution"
    yield replace(kept, complete=False), "there are beliefs for 5 strategies, expected none"
    for weak in (False, True):
        yield nothing_eliminated(PRISONERS, weak), "strategy 0 of player 1: a remaining pure strategy dominates it"
    equal = eliminate(NormalForm.zero_sum([[0], [1], [1]]))
    step = replace(equal.eliminated[0], mixture={1: mpq(1), 2: mpq(0)})
    yield replace(equal, eliminated=(step,)), "mixture is not a distribution"
    doubled = NormalForm.of(*(2 * table for table in kept.form.payoffs), strategies=kept.form.strategies)
    yield replace(kept, form=doubled), "the remaining game is not the original"
    beside = NormalForm.zero_sum([[1, 1], [1, 0], [0, 2]])  # one row better than another, none better than all
    yield nothing_eliminated(beside, True), "strategy 1 of player 0: a remaining pure strategy dominates it"


@pytest.mark.parametrize(("claim", "why"), [*tampered()])
def test_a_tampered_elimination_is_rejected(claim: Elimination, why: str) -> None:
    assert any(why in objection for objection in objections(claim))


@given(forms(most=4), st.lists(st.sampled_from([0, 0, 1, 1, 2, 5, mpq(1, 10**20)]), min_size=4, max_size=4))
def test_the_check_takes_a_belief_as_brute_force_does(form: NormalForm, weights: list[int]) -> None:
    elimination = eliminate(form)
    sizes = [list(strategies) for strategies in elimination.surviving]
    undominated, wrong = [], []
    for supported in elimination.undominated:
        some = weights[: len(sizes[1 - supported.player])]
        belief = [mpq(weight) / sum(some) if any(some) else mpq(1, len(some)) for weight in some]
        undominated.append(replace(supported, belief=np.array(belief, dtype=object)))
        if not is_best_reply(form, sizes, supported.player, belief, supported.strategy):
            wrong.append(f"strategy {supported.strategy} of player {supported.player}")
    claim = replace(elimination, undominated=tuple(undominated))
    stated = objections(claim)
    assert [objection.partition(":")[0] for objection in stated] == wrong
    assert all("best reply" in objection for objection in stated)


def test_an_elimination_that_fails_the_check_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "objections", lambda *_: ["strategy 0 of player 0: no best reply to the belief"])
    with pytest.raises(NotProvedError, match="fails its exact check"):
        eliminate(OSBORNE_RUBINSTEIN_61_1)


@pytest.mark.parametrize("rounds", [0, -1])
def test_a_bad_number_of_rounds_is_refused(rounds: int) -> None:
    with pytest.raises(InputError, match=f"rounds {rounds!r}"):
        lemke.eliminate(OSBORNE_RUBINSTEIN_61_1, rounds=rounds)
