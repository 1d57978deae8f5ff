"""Rationals recovered from floats: probabilities by round trip, payoffs by snapping."""

import math
from fractions import Fraction

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import NumberError
from lemke.interop.openspiel.rationals import ULPS, recovered, simplest, snapped


def distribution(weights: list[int]) -> list[Fraction]:
    return [Fraction(weight, sum(weights)) for weight in weights]


def neighbour(value: float, steps: int) -> float:
    """The float that is this number of floats above or below."""
    for _ in range(abs(steps)):
        value = math.nextafter(value, math.copysign(math.inf, steps))
    return value


WEIGHTS = st.lists(st.integers(0, 2000), min_size=1, max_size=5).filter(any)
"""Weights of distributions with denominators up to 10⁴."""


@given(WEIGHTS.map(distribution))
def test_distributions_with_small_denominators_are_recovered_exactly(true: list[Fraction]) -> None:
    recovery = recovered([float(share) for share in true])
    assert recovery.exact
    assert recovery.probabilities == tuple(map(mpq, true))
    assert recovery.denominator == max(share.denominator for share in true)
    assert recovery.shift == max(abs(mpq(share) - mpq(Fraction(float(share)))) for share in true)


@given(WEIGHTS.map(distribution), st.lists(st.integers(-3, 3), min_size=5, max_size=5))
def test_floats_a_few_units_in_the_last_place_off_are_recovered_and_recorded(
    true: list[Fraction], steps: list[int]
) -> None:
    floats = [float(share) for share in true]
    moved = [neighbour(value, step) if value else value for value, step in zip(floats, steps, strict=False)]
    recovery = recovered(moved)
    assert recovery.probabilities == tuple(map(mpq, true))
    assert recovery.exact == (moved == floats)


@given(st.floats(0, 1))
def test_a_float_and_its_complement_to_1_are_a_distribution(value: float) -> None:
    complement = 1 - value
    if Fraction(value) + Fraction(complement) != 1:
        return
    recovery = recovered([value, complement])
    assert sum(recovery.probabilities) == 1
    if recovery.exact:
        assert [float(Fraction(int(p.numerator), int(p.denominator))) for p in recovery.probabilities] == [
            value,
            complement,
        ]
    else:
        assert recovery.denominator < 1 << 20
        assert recovery.shift <= ULPS * math.ulp(max(value, complement))


TINIEST = math.ulp(0.0)


@pytest.mark.parametrize("floats", [[TINIEST, 1.0], [0.5, 3 * TINIEST, 0.5], [TINIEST, 1 / 3, 2 / 3]])
def test_a_float_above_0_never_becomes_probability_0(floats: list[float]) -> None:
    with pytest.raises(NumberError, match="sum to exactly 1"):
        recovered(floats)


def test_the_chance_of_a_hand_of_cards_is_recovered() -> None:
    """A hand of 13 cards in 52 has the smallest chance that is likely in a game of cards."""
    hands = math.comb(52, 13)
    recovery = recovered([1 / hands, (hands - 1) / hands])
    assert recovery.exact
    assert recovery.probabilities == (mpq(1, hands), mpq(hands - 1, hands))


def test_products_that_were_rounded_twice_are_recovered() -> None:
    floats = [1 / 10 * 3, 1 / 10 * 7]
    assert floats != [3 / 10, 7 / 10]
    recovery = recovered(floats)
    assert (recovery.probabilities, recovery.exact, recovery.denominator) == ((mpq(3, 10), mpq(7, 10)), False, 10)
    assert recovery.shift == mpq(Fraction(floats[1])) - mpq(7, 10)


@pytest.mark.parametrize(
    ("floats", "message"),
    [
        ([0.3, 0.6], "0.3, 0.6, expected"),
        ([0.1] * 9, "0.1, 0.1, 0.1, 0.1, 0.1, 0.1, … (9), expected"),
        ([1 / 3, 2 / 3 + 1e-14], "sum to exactly 1"),
        ([], "(none), expected"),
        ([1.5, -0.5], "-0.5, expected"),
        ([math.nan, 1.0], "nan, expected"),
        ([math.inf], "inf, expected"),
    ],
)
def test_floats_that_are_no_distribution_are_refused(floats: list[float], message: str) -> None:
    with pytest.raises(NumberError) as caught:
        recovered(floats)
    assert message in str(caught.value)


def naive_simplest(low: Fraction, high: Fraction) -> Fraction:
    denominator = 1
    while (numerator := math.ceil(low * denominator)) > high * denominator:
        denominator += 1
    return Fraction(numerator, denominator)


FRACTIONS = st.fractions(0, 10, max_denominator=100)


@given(FRACTIONS, FRACTIONS)
def test_the_simplest_fraction_in_an_interval_has_the_smallest_denominator(first: Fraction, second: Fraction) -> None:
    low, high = sorted((first, second))
    assert simplest(low, high) == naive_simplest(low, high)


@given(st.fractions(-1000, 1000, max_denominator=1000), st.integers(-3, 3))
def test_payoffs_snap_to_the_simple_rational_close_by(true: Fraction, steps: int) -> None:
    value = float(true)
    assert snapped(neighbour(value, steps) if value else value) == mpq(true)


@given(st.integers(-(2**70), 2**70) | st.integers(0, 1000).map(lambda exponent: 2**exponent))
def test_whole_numbers_are_not_changed_by_snapping_however_large(number: int) -> None:
    value = float(number)
    assert snapped(value) == int(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_other_fraction_with_the_denominator_of_a_snapped_payoff_is_nearer(value: float) -> None:
    rational, exact_value = snapped(value), mpq(Fraction(value))
    assert abs(rational - exact_value) <= ULPS * mpq(Fraction(math.ulp(value)))
    assert 2 * abs(rational - exact_value) * rational.denominator <= 1
