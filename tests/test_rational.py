"""The gate for numbers: numbers that pass with their exact values, and messages for those that are refused."""

import time
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from gmpy2 import mpfr, mpq, mpz
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import NumberError
from lemke.ground.rational import (
    MAX_BINARY_EXPONENT,
    MAX_CHARACTERS,
    approximate,
    binary,
    cleared,
    common_denominator,
    decimal,
    exact,
    parse,
    text,
)

integers = st.integers(-(10**30), 10**30)
rationals = st.builds(mpq, integers, st.integers(1, 10**30))
small_rationals = st.builds(mpq, st.integers(-50, 50), st.integers(1, 12))


def fraction(value: mpq) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))


@pytest.mark.parametrize(
    ("given_as", "value"),
    [
        (-7, mpq(-7)),
        (Fraction(-2, 6), mpq(-1, 3)),
        (Decimal("0.1"), mpq(1, 10)),
        (Decimal("12e3"), mpq(12000)),
        (mpq(4, 6), mpq(2, 3)),
        (np.uint64(2**64 - 1), mpq(2**64 - 1)),
        (sympy.Rational(-1, 3), mpq(-1, 3)),
        ("2/3", mpq(2, 3)),
        (np.str_("0.1"), mpq(1, 10)),
    ],
    ids=lambda value: f"{type(value).__name__} {value!s:.9}" if value != 10**5000 else "10^5000",
)
def test_exact_numbers_of_every_type_pass_the_gate(given_as, value):
    number = exact(given_as)
    assert isinstance(number, mpq)
    assert number == value
    assert isinstance(number.numerator, mpz)  # nothing of another type hides inside


@pytest.mark.parametrize(
    "given_as",
    [0.5, np.float16(0.5), np.float64(0.5), np.longdouble(0.5), mpfr("0.5"), sympy.Float("0.5")],
    ids=lambda value: f"{type(value).__name__} {value}",
)
def test_floats_of_every_kind_are_refused_with_the_exact_alternatives(given_as):
    with pytest.raises(NumberError) as error:
        exact(given_as)
    assert str(error.value).startswith(f"the float {given_as}, expected")
    assert '"1/10"' in error.value.message
    assert "Fraction" in error.value.message


@pytest.mark.parametrize("infinite", [float("nan"), np.float64("inf"), mpfr("-inf")])
def test_infinite_numbers_are_refused(infinite):
    for gate in (exact, binary):
        with pytest.raises(NumberError, match=r"expected a finite one$"):
            gate(infinite)


@pytest.mark.parametrize(
    "given_as",
    [True, False, np.True_, None, b"1", [1], (1, 2), 1j, np.array(5), sympy.pi, sympy.nan, sympy.oo, sympy.Symbol("x")],
    ids=repr,
)
def test_objects_that_are_no_numbers_are_refused_with_their_value(given_as):
    with pytest.raises(NumberError, match=r"is no .*number, expected") as error:
        exact(given_as)
    assert repr(given_as)[:20] in error.value.message


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0),
        ("-0", 0),
        ("-4/6", Fraction(-2, 3)),
        (".5", Fraction(1, 2)),
        ("1.", 1),
        ("1.5E-3", Fraction(3, 2000)),
        ("1e0000010", 10**10),
        ("1/3\n", Fraction(1, 3)),
    ],
)
def test_text_is_read_in_decimal(written, value):
    assert parse(written) == exact(written) == value


@pytest.mark.parametrize("written", ["", " ", ".", "-", "e5", "1e", "1e1.5", "+-3", "--3", "1/-3", "1/3/3", "1/", "/3"])
@pytest.mark.parametrize("gate", [parse, exact])
def test_text_that_is_no_number_is_quoted(gate, written):
    with pytest.raises(NumberError) as error:
        gate(written)
    assert error.value.message.startswith(f"{written!r} is no number, expected")


@pytest.mark.parametrize(
    "written",
    ["inf", "-Infinity", "nan", "NaN", "True", "0x10", "1_000", "1 000", "1 / 3", "1,5", "1.5/2", "½", "١", "１", "−1"],
)
def test_spellings_of_other_languages_are_no_numbers(written):
    with pytest.raises(NumberError, match="is no number, expected one such as"):
        parse(written)


def test_zero_denominator_is_refused():
    with pytest.raises(NumberError, match=r"^'-1/0' divides by zero, expected a rational number$"):
        parse("-1/0")


def test_numbers_at_the_bounds_are_read():
    assert parse("9" * MAX_CHARACTERS) == mpq(10) ** MAX_CHARACTERS - 1
    assert parse("1e10000") == mpq(10) ** 10**4
    assert parse("-1E-10000") == -1 / mpq(10) ** 10**4
    assert exact(Decimal("1e10000")) == mpq(10) ** 10**4


@pytest.mark.parametrize(
    ("given_as", "named"),
    [
        ("9" * (MAX_CHARACTERS + 1), "100001 characters"),
        (" " * MAX_CHARACTERS + "1", "100001 characters"),
        ("1e10001", "exponent beyond"),
        ("1e999999999999999999", "exponent beyond"),
        (Decimal("1e10001"), "has an exponent beyond"),
    ],
    ids=lambda value: str(value)[:12],
)
def test_numbers_beyond_the_bounds_are_refused_and_not_evaluated(given_as, named):
    started = time.process_time()
    with pytest.raises(NumberError, match=named) as error:
        exact(given_as)
    assert time.process_time() - started < 0.1  # 10^999999999 would take for ever
    assert "expected" in error.value.message
    assert len(error.value.message) < 150


def test_five_thousand_digits_are_read_and_printed():
    """Python's int and str refuse to convert beyond 4300 digits."""
    digits = "7" * 5000
    assert text(parse(digits)) == text(exact(int(mpz(digits)))) == digits
    assert text(parse(f"-{digits}/{digits}8")) == f"-{digits}/{digits}8"
    assert text(parse(f"0.{digits}")) == f"{digits}/1{'0' * 5000}"


@given(rationals)
def test_text_is_read_back_as_the_same_number(value):
    assert parse(text(value)) == value
    assert ("/" in text(value)) == (value.denominator != 1)


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_decimals_have_the_value_that_fractions_give_them(value):
    if abs(value.as_tuple().exponent) <= 10**4:
        assert fraction(exact(value)) == Fraction(value)


@given(rationals)
def test_approximation_is_the_nearest_float(value):
    assert approximate(value) == float(fraction(value))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_of_sympy_have_the_value_of_pythons(value):
    assert fraction(binary(sympy.Float(value))) == Fraction(value)


@pytest.mark.parametrize("sign", [1, -1])
def test_floats_of_sympy_beyond_bounds_are_not_evaluated(sign):
    with pytest.raises(NumberError, match=f"expected one within ±{MAX_BINARY_EXPONENT}"):
        binary(sympy.Float(2) ** (sign * 10**9))


@given(rationals, st.integers(1, 20))
def test_decimals_for_people_are_off_by_less_than_one_digit(value, digits):
    shown = fraction(parse(decimal(value, digits)))
    assert abs(shown - fraction(value)) <= abs(fraction(value)) / 10 ** (digits - 1)


def test_decimals_for_people_do_not_overflow():
    assert decimal(mpq(10) ** 5000) == "1e+5000"
    assert decimal(-1 / mpq(10) ** 5000, 3) == "-1e-5000"
    assert [decimal(mpq(value)) for value in (0, 30, 100000, -2)] == ["0", "30", "100000", "-2"]


@given(st.lists(small_rationals))
def test_clearing_gives_the_same_vector_over_the_least_denominator(values):
    numerators, denominator = cleared(values)
    assert [mpq(numerator, denominator) for numerator in numerators] == values
    assert all(isinstance(number, mpz) for number in [*numerators, denominator])
    divisors = [k for k in range(1, int(denominator)) if all((k * value).denominator == 1 for value in values)]
    assert not divisors
    assert denominator == common_denominator(values) > 0
