"""Games with parameters: expressions and their gate, exact roots and regions, closed forms and where they hold."""

import copy
import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.errors import (
    FormatError,
    GameError,
    InputError,
    LemkeError,
    NumberError,
    OutcomeError,
    ProbabilityError,
    RecallError,
    ShapeError,
    UndefinedError,
)
from lemke.game.strategy import centroid, realization_plan
from lemke.studies.parametric import closed_form
from lemke.studies.parametric.elements import full_text, short_text
from lemke.studies.parametric.form import ParametricForm
from lemke.studies.parametric.functions import CONSTANT, Functions, NoSolution, solve_equations
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.roots import Algebraic, Interval, between, real_roots
from parametric_games import matrices, parametric_games

T = Functions.of("t")
t = sympy.Symbol("t")
RATIONALS = st.fractions(-5, 5, max_denominator=20).map(lambda fraction: mpq(fraction.numerator, fraction.denominator))


@pytest.mark.parametrize(
    ("given_as", "expected"),
    [
        ("t/2 + 1/3", (3 * t + 2) / 6),
        ("0.1*t", t / 10),
        (".5e1 - -t", 5 + t),
        ("(t + 1)**-2", 1 / (t + 1) ** 2),
        ("t**2**2", t**4),
        ("+t**0", sympy.Integer(1)),
        (sympy.Rational(1, 3) * t, t / 3),
        (1 / (t - 1) + 1 / (t + 1), 2 * t / (t**2 - 1)),
        (mpq(1, 7), sympy.Rational(1, 7)),
        (sympy.Symbol("t", positive=True) + t, 2 * t),
        (Fraction(2, 4), sympy.Rational(1, 2)),
        ("1/3", sympy.Rational(1, 3)),
        (sympy.Integer(0), sympy.Integer(0)),
    ],
)
def test_expressions_are_taken_exactly(given_as: object, expected: sympy.Expr) -> None:
    assert sympy.simplify(T.expression(T(given_as)) - expected) == 0
    assert T(T.expression(T(given_as))) == T(given_as) == T(str(T.expression(T(given_as))))


@pytest.mark.parametrize(
    ("expression", "error", "message"),
    [
        ("x + t", FormatError, "the name 'x' in 'x + t', expected one of the parameters t"),
        ("__import__('os')", FormatError, "\"__import__('os')\", expected numbers, parameters and"),
        ("t.real", FormatError, "'t.real', expected numbers"),
        ("[t for t in t]", FormatError, "expected numbers, parameters and"),
        ("t(1)", FormatError, "expected numbers, parameters and"),
        ("t if t else 1", FormatError, "expected numbers, parameters and"),
        ("t // 2", FormatError, "expected numbers, parameters and"),
        ("t ^ 2", FormatError, "expected numbers, parameters and"),
        ("t +", FormatError, "'t +', expected an expression such as"),
        ("", FormatError, "'', expected an expression such as"),
        ("t\nt", FormatError, "expected an expression such as"),
        ("t\0", FormatError, "expected an expression such as"),
        ("(" * 900 + "t" + ")" * 900, FormatError, "expected an expression such as"),
        ("-" * 1999 + "t", FormatError, "expected an expression such as"),
        ("t" + "+t" * 1000, FormatError, "an expression of 2001 characters, expected at most 2000"),
        ("t**t", FormatError, "the exponent 't', expected a whole number from -100 to 100"),
        ("t**(1/2)", FormatError, "the exponent '1/2', expected a whole number"),
        ("2**101", FormatError, "the exponent '101', expected a whole number"),
        ("9**9**9", FormatError, "the exponent '9**9', expected a whole number"),
        ("(t**100)**2", NumberError, "has too high a degree, expected at most 100"),
        ("t**60*t**60", NumberError, "has too high a degree, expected at most 100"),
        ("((9**100)**100)**100", NumberError, "is too large once multiplied out"),
        ("1e10000*1e10000*1e10000*1e10000", NumberError, "is too large once multiplied out"),
        ("1" * 2001 + "*t", FormatError, "an expression of 2003 characters, expected at most 2000"),
        ("1" * 100_001, NumberError, "a number of 100001 characters, expected at most 100000"),
        ("1/(t - t)", FormatError, "divides by zero"),
        ("0x10", NumberError, "'0x10' is no number"),
        ("1j", NumberError, "'1j' is no number"),
        ("True", NumberError, "'True' is no number"),
        ("1e99999", NumberError, "has an exponent beyond"),
        (0.5 * t, NumberError, "a float in '0.5*t', expected exact numbers"),
        (0.5, NumberError, "the float 0.5, expected an exact number"),
        (sympy.Float(1), NumberError, "float"),
        (sympy.sqrt(2), InputError, "'sqrt(2)', expected a rational function of t over the rationals"),
        (sympy.sqrt(t), InputError, "expected a rational function of t"),
        (sympy.sin(t), InputError, "expected a rational function of t"),
        (sympy.pi * t, InputError, "expected a rational function of t"),
        (sympy.I, InputError, "expected a rational function of t"),
        (sympy.nan, InputError, "expected a rational function of t"),
        (sympy.oo, InputError, "expected a rational function of t"),
        (t**t, InputError, "expected a rational function of t"),
        (t + sympy.Symbol("u"), InputError, "contains u, expected only t"),
        (None, NumberError, "is no number"),
        (True, NumberError, "is no number"),
    ],
)
def test_expressions_outside_of_the_field_are_refused(
    expression: object, error: type[LemkeError], message: str
) -> None:
    with pytest.raises(error) as caught:
        T(expression)
    assert message in str(caught.value) and "\n" not in str(caught.value)


LONG = "1" + "0" * 5000
"""More digits than Python's own ``str`` writes."""


@pytest.mark.parametrize(
    ("given_as", "text"),
    [
        ("1e5000*t", f"{LONG}*t"),
        ("t**2/1e5000", f"t**2/{LONG}"),
        ("1e10000*1e10000*1e10000", "1" + "0" * 30_000),
        ("-" + LONG, "-" + LONG),
        ("1/" + LONG, "1/" + LONG),
        (f"{LONG}.5", f"2{LONG[1:-1]}1/2"),
    ],
)
def test_numbers_of_any_length_are_read_and_shown(given_as: str, text: str) -> None:
    function = T(given_as)
    assert str(function) == text
    expression = T.expression(function)
    assert full_text(expression) == text
    assert len(short_text(expression)) == 100 and short_text(expression)[:97] == text[:97]


@pytest.mark.parametrize("text", ["1e5000*t", "-1e5000", "1/1e5000", "t**2 - 1e5000"])
def test_expressions_of_sympy_with_long_numbers_are_taken(text: str) -> None:
    assert T(T.expression(T(text))) == T(text)


@pytest.mark.parametrize("expression", ["t/2 - 1/3", "(t - 1)**2/(t + 5)", "-t", "-3/7", "0", "4*t*(1 - t)/3"])
def test_short_expressions_are_shown_as_sympy_does(expression: str) -> None:
    parsed = T.expression(T(expression))
    assert full_text(parsed) == short_text(parsed) == str(parsed)


def test_roots_of_polynomials_with_long_coefficients_are_printed_as_short_decimals() -> None:
    low, high = real_roots(T("1e400*t**2 - t - 2e400").numer)
    assert str(low) == "about -1.41421" and str(high) == "about 1.41421"
    assert isinstance(high, Algebraic) and len(repr(high)) < 200


def test_messages_with_long_numbers_stay_short() -> None:
    game = lemke.ParametricGame.bimatrix("t", [["1e5000/t"]], [["t"]])
    with pytest.raises(UndefinedError) as caught:
        game.at(0)
    assert str(caught.value).endswith("0...") and len(str(caught.value)) < 200
    assert game.texts()[1] == ((f"{LONG}/t", "t"),)


def test_an_equilibrium_with_long_numbers_is_shown() -> None:
    game = lemke.ParametricGame.bimatrix("t", [["1e5000*t", 0], [0, 1]], [[-1, 0], [0, "-t"]])
    sweep = lemke.sweep(game, "t", 1, 2)
    (piece,) = sweep.pieces
    total = f"({LONG}*t + 1)"
    assert piece.equilibrium.texts[0] == [f"{LONG}*t/{total}", "-t/(t + 1)"]
    assert [*piece.equilibrium.texts[1][1].values()] == [{"1": f"1/{total}", "2": f"{LONG}*t/{total}"}]
    assert f"1 {'1/' + total}" in str(sweep.to_table().rows[0])
    assert f"1/{total}" in str(piece.equilibrium.to_table().rows)
    assert len(repr(piece)) < 250 and len(repr(piece.equilibrium)) < 250


def test_expressions_in_many_parameters_are_bounded() -> None:
    many = Functions.of("a b c d e f")
    with pytest.raises(NumberError, match="too large once multiplied out"):
        many("(a + b + c + d + e + f)**50")
    with pytest.raises(NumberError, match="too large once multiplied out"):
        many("(a + b + c + d)**8*(1 + a + b + e + f)**8")


def test_a_power_that_is_too_large_is_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = Functions.of("a b c")
    element, exponents = type(functions("a")), []
    power = element.__pow__
    monkeypatch.setattr(element, "__pow__", lambda base, exponent: exponents.append(exponent) or power(base, exponent))
    with pytest.raises(NumberError, match="too large once multiplied out"):
        functions("((1 + a + b + c)**5)**20")
    assert exponents == [5]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ([], "no parameter, expected one or more"),
        ("t t", "two parameters of the same name"),
        (["t", sympy.Symbol("t", real=True)], "two parameters of the same name"),
        (["2"], "the parameter '2', expected a name such as t"),
        ([2], "a parameter of type int, expected a sympy Symbol or a name"),
    ],
)
def test_bad_names_of_parameters_are_refused(parameters: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Functions.of(parameters)


@given(st.lists(RATIONALS, min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=3, max_size=4))
def test_real_roots_are_all_there_and_in_order(rational: list[mpq], coefficients: list[int]) -> None:
    """The product has known rational roots; the others are checked by signs at the ends of their intervals."""
    assume(coefficients[0])
    cofactor = sympy.Poly(coefficients, t)
    polynomial = T(sympy.prod(t - sympy.Rational(str(root)) for root in rational) * cofactor.as_expr()).numer
    roots = real_roots(polynomial)
    assert roots == sorted(roots) and set(rational) <= set(roots)
    assert len(roots) == sympy.Poly(polynomial.as_expr(), t).sqf_part().count_roots()
    for root in roots:
        if isinstance(root, Algebraic):
            low, high = root.interval(mpq(1, 10**12))
            root_polynomial = sympy.Poly(root.polynomial.as_expr(), t)
            signs = [root_polynomial.eval(sympy.Rational(str(end))) > 0 for end in (low, high)]
            assert signs[0] != signs[1] and low < root < high and not root < low
            copy = pickle.loads(pickle.dumps(root))
            assert root == real_roots(root.polynomial)[root.number] == copy and hash(root) == hash(copy)


@given(RATIONALS, RATIONALS)
def test_the_simplest_number_between(a: mpq, b: mpq) -> None:
    assume(a != b)
    low, high = sorted((a, b))
    number = between(a, b)
    assert low < number < high
    for denominator in range(1, int(number.denominator)):
        numerators = range(int(low * denominator) - 1, int(high * denominator) + 2)
        assert not any(low < mpq(numerator, denominator) < high for numerator in numerators)


def test_a_number_is_found_between_algebraic_numbers_and_beyond_them() -> None:
    low, high = real_roots(T("(t**2 - 2)*(t**2 + 1)").numer)
    cubic = real_roots(T("t**3 - t - 1").numer)[0]
    assert low < between(low, high) < high and cubic < between(cubic, high) < high
    assert between(high, None) > high and between(None, low) < low and between(None, None) == 0
    near = real_roots(T("t**2 - 2").numer)[1]
    assert not near < high and not high < near and near == high
    assert Algebraic.decimal(real_roots(T("10**9*t**3 - 7").numer)[0], 5) == "0.0019129"


POLYNOMIALS = ["t", "1 - t", "t**2 - 2", "(t - 1)**2", "-(t - 1)**2", "t**2 + 1", "1/t", "(t - 2)/(t + 1)", "-1/t**2"]


@given(st.lists(st.sampled_from(POLYNOMIALS), max_size=4), st.lists(RATIONALS, max_size=4))
def test_intervals_of_a_region_are_where_its_conditions_hold(conditions: list[str], places: list[mpq]) -> None:
    region = Region.of(T, map(T, conditions))
    for place in [*places, mpq(0), mpq(1), mpq(2), mpq(-1)]:
        values = [sympy.sympify(condition).subs(t, sympy.Rational(str(place))) for condition in conditions]
        holds = all(value.is_finite and value >= 0 for value in values)
        assert region.contains(t=place) == holds == any(place in interval for interval in region.intervals), place
    ends = [end for interval in region.intervals for end in (interval.low, interval.high) if end is not None]
    assert all(not low > high for low, high in pairwise(ends))


def test_a_region_is_printed_as_its_intervals_or_as_its_conditions() -> None:
    assert str(Region.of(T, [T("t**2 - 2"), T("3 - t")])) == "t <= -sqrt(2) or sqrt(2) <= t <= 3"
    assert str(Region.of(T, [T("-(t - 1)**2")])) == "t = 1"
    assert str(Region.of(T, [T(-1)])) == "nowhere" and str(Region.of(T, [])) == "all t"
    functions = Functions.of("s t")
    region = Region.of(functions, [functions("s - t"), functions("(s - 1)**3/(t**2 + 1)"), functions("s**2*t**2 + 1")])
    assert str(region) == "s - 1 >= 0 and s - t >= 0"
    assert region.inequalities == (sympy.Symbol("s") - 1 >= 0, sympy.Symbol("s") - t >= 0)
    with pytest.raises(InputError, match="a region in s, t, expected"):
        _ = region.intervals
    with pytest.raises(InputError, match=r"parameter t, .* s, t"):
        region.contains(s=1)
    assert str(Interval(None, mpq(1), (False, False))) == "(-oo, 1)"


def test_a_system_has_one_solution_or_a_reason_why_not() -> None:
    unit, t = T(1), T("t")
    assert solve_equations([{0: t, CONSTANT: -unit} for _ in range(2)], [0], T.zero) == {0: T("1/t")}
    assert (
        solve_equations([{0: t, CONSTANT: -unit}, {0: unit, CONSTANT: -unit}], [0], T.zero) is NoSolution.CONTRADICTION
    )
    assert solve_equations([{0: t, 1: unit, CONSTANT: -unit}], [0, 1], T.zero) is NoSolution.UNDETERMINED


@given(parametric_games(), st.integers(0, 7))
def test_the_form_is_that_of_the_game_at_every_value(game: lemke.ParametricGame, eighths: int) -> None:
    """M, q and the slacks are the same whether t is replaced before or after building the form."""
    place = (mpq(eighths, 7),)
    form = ParametricForm.of(game)
    tree = form.at(place)
    problem = tree.lcp(tuple(realization_plan(sequences, centroid(sequences)) for sequences in tree.sequences))
    rows = [{j: value for j, entry in row.items() if (value := T.value(entry, place))} for row in form.rows]
    entries: list[dict[int, mpq]] = [{} for _ in rows]
    for i, j, value in problem.M.entries:
        entries[i][j] = value
    assert [row.pop(CONSTANT, 0) for row in rows] == list(problem.q)
    assert rows == entries


def test_the_builder_makes_the_same_game_as_that_of_ordinary_games() -> None:
    def built(builder: object, heads: object, stake: object) -> object:
        drawn = builder.chance(builder.root, {"heads": heads, "tails": "1/2"}, "coin")
        information_set = builder.information_set(0, ["a", "b"], "Ann", 5)
        shared = builder.outcome([stake, 0], "shared", 9)
        for node in drawn:
            left, right = builder.decide(node, information_set)
            builder.attach(left, shared)
            builder.pay(builder.move(right, 1, ["x"], "Bob")[0], 1, stake)
            builder.label(left, "left")
        builder.pay(builder.root, 1, 1)
        return builder.build()

    ordinary = built(lemke.GameBuilder(["A", "B"], "title", "comment"), "1/2", 3)
    parametric = built(lemke.ParametricBuilder("p s", ["A", "B"], "title", "comment"), "1/2", "s")
    at = parametric.at(p=0, s=3)
    assert at.title == "title, p = 0, s = 3"
    assert lemke.sha256(at) == lemke.sha256(ordinary)
    assert (at.information_sets, at.outcomes, at.node_labels) == (
        ordinary.information_sets,
        ordinary.outcomes,
        ordinary.node_labels,
    )
    copy = pickle.loads(pickle.dumps(parametric))
    assert copy == parametric and copy.at(p=0, s=3) == at
    assert repr(parametric) == "<ParametricGame 'title' in p, s: 2 players, 9 nodes>"
    assert lemke.ParametricGame.of_texts(parametric.structure, *parametric.texts()) == parametric


def test_games_with_bad_expressions_are_refused() -> None:
    builder = lemke.ParametricBuilder("t")
    with pytest.raises(ProbabilityError, match=r"sum to t \+ 1/2, expected 1"):
        builder.chance_set(["a", "b"], ["t", "1/2"])
    with pytest.raises(ProbabilityError, match="1 probability, expected 2"):
        builder.chance_set(["a", "b"], ["t"])
    with pytest.raises(ProbabilityError, match="no actions, expected one or more"):
        builder.chance_set([], [])
    with pytest.raises(OutcomeError, match="1 payoff, expected 2, one per player"):
        builder.pay(builder.root, "t")
    with pytest.raises(NumberError, match=r"the float 0.5"):
        builder.pay(builder.root, 0.5, 1)
    builder.pay(builder.root, "1/(t - 1)", "t")
    with pytest.raises(OutcomeError, match="the root has an outcome already"):
        builder.pay(builder.root, 0, 0)
    game = builder.build()
    with pytest.raises(UndefinedError, match=r"t = 1 .*outcome 1 .*1/\(t - 1\)$"):
        game.at(t=1)
    with pytest.raises(InputError, match="a value of 'x', expected one of the parameters t"):
        game.at(x=1)
    with pytest.raises(InputError, match="no value of the parameter t"):
        game.at()
    with pytest.raises(NumberError, match=r"the float 0.5"):
        game.at({t: 0.5})
    with pytest.raises(InputError, match="values of all parameters, expected one or more"):
        game.substitute(t=2)
    with pytest.raises(UndefinedError, match="t = 1, expected another"):
        matrices([("s/(t - 1)", 0)], parameters="s t").substitute(t=1)


def test_replacing_numbers_of_a_game_names_those_that_it_lacks() -> None:
    game = matrices([(1, 2)], [(3, 4)]).at(t=0)
    with pytest.raises(GameError, match="outcome 7, expected one of the game's: 1, 2"):
        lemke.ParametricGame.of(game, "t", payoffs={7: [1, 2]})
    with pytest.raises(GameError, match="outcome '1', expected one of the game's: 1, 2"):
        lemke.ParametricGame.of(game, "t", payoffs={"1": [1, 2]})  # type: ignore[dict-item]
    with pytest.raises(InputError, match="the text 't1' as a row of payoffs, expected a list of expressions"):
        lemke.ParametricGame.of(game, "t", payoffs={1: "t1"})
    with pytest.raises(InputError, match="an entry of type str in a row of payoffs, expected functions"):
        lemke.ParametricGame(game, T, (("t", "t"), ("t", "t")), ((),))
    with pytest.raises(GameError, match=r"chance 1, .*none"):
        lemke.ParametricGame.of(game, "t", probabilities={1: ["t", "1 - t"]})
    with pytest.raises(OutcomeError, match="3 payoffs of outcome 1, expected 2"):
        lemke.ParametricGame.of(game, "t", payoffs={1: [1, 2, 3]})


def test_a_row_that_is_missing_is_refused() -> None:
    game = matrices([(1, 2)], [(3, 4)])
    with pytest.raises(OutcomeError, match="1 row of payoffs, expected 2"):
        replace(game, payoffs=game.payoffs[:1])
    with pytest.raises(ProbabilityError, match="0 rows of probabilities, expected 2"):
        replace(game, probabilities=())


def test_imperfect_recall_is_found_once_for_all_values() -> None:
    builder = lemke.ParametricBuilder("t")
    forgotten = builder.information_set(0, ["x", "y"])
    for node in builder.move(builder.root, 0, ["a", "b"]):
        for leaf in builder.decide(node, forgotten):
            builder.pay(leaf, "t", 0)
    with pytest.raises(RecallError, match="imperfect recall at information set 1 of player 1"):
        lemke.sweep(builder.build(), "t", 0, 1)
    with pytest.raises(RecallError, match="imperfect recall"):
        lemke.studies.parametric.closed_form(builder.build(), t=0)


PLACES = st.tuples(st.fractions(-3, 3, max_denominator=5), st.fractions(-3, 3, max_denominator=5))


@given(PLACES, st.lists(PLACES, min_size=1, max_size=3))
def test_closed_forms_in_two_parameters_hold_in_their_region(sample: tuple, other_samples: list[tuple]) -> None:
    """A 2 x 2 game with any signs of s and t: in the region the plans are an equilibrium, and the sample is in it."""
    game = matrices([("s", "t"), (0, "1 - s*t")], [(1, 0), ("t", "s - t**2")], parameters="s t")
    s, t_value = sample
    parametric = closed_form(game, s=s, t=t_value)
    for place in [sample, *other_samples]:
        values = dict(zip("st", place, strict=True))
        if parametric.region.contains(values):
            equilibrium = parametric.at(values)
            assert lemke.verify(game.at(values), equilibrium.profile).is_equilibrium
            exactly = [payoff.subs(values) for payoff in parametric.payoffs]
            assert [str(payoff) for payoff in exactly] == list(map(str, equilibrium.payoffs))
        else:
            assert place != sample


def test_a_closed_form_refuses_values_outside_of_its_region() -> None:
    """Matching pennies of stake t; for t < 0 player 1 no longer wants to match in the first column."""
    game = matrices([("t", "-t"), (-1, 1)], [(-1, 1), (1, -1)])
    equilibrium = closed_form(game, t=2)
    assert str(equilibrium.region) == "-1 <= t" and equilibrium.at(t=5).payoffs == (mpq(1, 2), mpq(-1, 2))
    assert repr(equilibrium) == "<ParametricEquilibrium: payoffs (t - 1)/(t + 3), (1 - t)/(t + 3)>"
    assert equilibrium.closed.duals == (
        (game.functions("(t - 1)/(t + 3)"),) * 2,
        (game.functions("(1 - t)/(t + 3)"),) * 2,
    )
    with pytest.raises(InputError, match=r"t = -2 .*: \(t \+ 1\)\*\(t \+ 3\) >= 0"):
        equilibrium.at(t=-2)
    with pytest.raises(UndefinedError, match="t = -3, expected another"):
        equilibrium.at(t=-3)
    prior = lemke.Profile.of(game.structure, [[[1, 0]], [[1, 0]]])
    assert closed_form(game, {"t": 2}, prior=prior).payoffs == equilibrium.payoffs


INSPECTION = [["-f", 1], [0, 0]], [[1, -2], ["-f/4", 0]]


def inspection() -> lemke.ParametricGame:
    names = [["violate", "obey"], ["inspect", "wait"]]
    return lemke.ParametricGame.bimatrix("f", *INSPECTION, ["driver", "inspector"], names, "inspection")


def test_a_bimatrix_game_pays_the_entries_of_its_matrices() -> None:
    """Matrices of all shapes, whose nonzero entries are all different."""
    for rows, columns in ((1, 1), (1, 3), (3, 2), (2, 4)):
        A, B = ([[f"{sign}*t*{i * columns + j}" for j in range(columns)] for i in range(rows)] for sign in (1, -7))
        at = lemke.ParametricGame.bimatrix("t", A, sympy.Matrix(B)).at(2)
        assert at.strategic
        form = lemke.normal_form(at)
        for payoffs, sign in zip(form.payoffs, (1, -7), strict=True):
            assert payoffs.tolist() == [[sign * 2 * (i * columns + j) for j in range(columns)] for i in range(rows)]
    assert repr(inspection()) == "<ParametricGame 'inspection' in f: 2 players, 7 nodes>"
    assert closed_form(inspection(), 1).behavior[0] == {
        "#1": {"violate": sympy.sympify("f/(f + 12)"), "obey": sympy.sympify("12/(f + 12)")}
    }


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([[1, 2], [3]], [[1, 2], [3, 4]]), ShapeError, "payoffs of player 1 that are not a matrix, expected rows"),
        (([[1, 2]], [[1], [2]]), ShapeError, "a 2 x 1 matrix of payoffs of player 2, expected 1 x 2 as for player 1"),
        (([[1]], []), ShapeError, "payoffs of player 2 that are not a matrix"),
        (([1], [[1]]), ShapeError, "payoffs of player 1 that are not a matrix"),
        ((["t"], [["t"]]), ShapeError, "payoffs of player 1 that are not a matrix"),
        (("t", [[1]]), ShapeError, "payoffs of player 1 that are not a matrix"),
        (([[0.5]], [[1]]), NumberError, "the float 0.5"),
        (([["x"]], [[1]]), FormatError, "the name 'x' in 'x', expected one of the parameters t"),
        (([[1]], [[1]], ["A"]), ShapeError, "labels of 1 player"),
        (
            ([[1]], [[1]], ["A", "B"], [["a", "b"], ["c"]]),
            ShapeError,
            "with 2 x 1 strategies, expected 2 players with 1 x 1",
        ),
    ],
)
def test_bad_matrices_are_refused(arguments: tuple, error: type[LemkeError], message: str) -> None:
    with pytest.raises(error, match=message):
        lemke.ParametricGame.bimatrix("t", *arguments)


def test_a_strategic_form_is_taken_and_other_objects_are_refused() -> None:
    form = lemke.NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]])
    assert lemke.ParametricGame.of(form, "t", payoffs={1: ["t", 3]}).at(3) == replace(form.tree(), title="t = 3")
    plain = inspection().at(1)
    for call, message in (
        (lambda: lemke.ParametricGame.of(3, "t"), "an object of type int, expected a Game or a NormalForm"),
        (lambda: closed_form(plain, f=1), "an object of type lemke.Game, expected a ParametricGame"),
        (lambda: lemke.sweep(plain, "f", 0, 1), "an object of type lemke.Game, expected a ParametricGame"),
        (lambda: lemke.ParametricBuilder("s", "t"), "players 't', expected a sequence of labels"),
        (lambda: matrices([("s", "t")], parameters="s t").at(1), "the value '1' without a parameter, expected values"),
        (lambda: inspection().at({t: 1}), "a value of 't', expected one of the parameters f"),
        (lambda: inspection().at({"f": 1}, f=2), "two values of 'f', expected one"),
    ):
        with pytest.raises(InputError, match=message):
            call()


def test_symbols_are_known_by_their_names_whatever_is_assumed_of_them() -> None:
    positive = sympy.Symbol("f", positive=True)
    game = inspection()
    assert game.at({positive: "1/2"}) == game.at("1/2") == game.at(f="1/2") == game.at({"f": "1/2"})
    assert closed_form(game, {positive: 1}).at({positive: 2}).payoffs == closed_form(game, 1).at(2).payoffs
    assert lemke.sweep(game, positive, -1, 1) == lemke.sweep(game, "f", -1, 1)
    mixed = matrices([("s*t", 0)], parameters=["s", sympy.Symbol("t", real=True)])
    assert mixed.substitute({sympy.Symbol("s", integer=True): 2}).at({t: 3}).outcomes[0].payoffs == (6, 0)


def test_closed_forms_are_tables() -> None:
    equilibrium = closed_form(inspection(), 1)
    assert equilibrium.to_table().rows == (
        (1, "#1", "violate", "f/(f + 12)"),
        (1, "#1", "obey", "12/(f + 12)"),
        (2, "#1", "inspect", "1/(f + 1)"),
        (2, "#1", "wait", "f/(f + 1)"),
    )
    assert "violate" in equilibrium._repr_html_()
    assert str(equilibrium.region) == "0 <= f"
    assert str(Region.of(T, [T("t**2 - 1")], [T("1/(t - 3)")])) == "t <= -1 or 1 <= t < 3 or 3 < t"


def test_outside_of_a_region_in_two_parameters_the_message_names_the_condition_that_fails() -> None:
    game = matrices([("c", 0)], [("p", 0)], parameters="c p")
    equilibrium = closed_form(game, c=2, p=1)
    with pytest.raises(InputError, match=r"c = 100, p = 200 .*: c - p >= 0"):
        equilibrium.at(c=100, p=200)
    with pytest.raises(InputError, match="a region in c, p, expected"):
        _ = equilibrium.region.intervals


def test_closed_forms_are_equal_by_value_and_survive_pickles() -> None:
    equilibrium, again, different = (closed_form(inspection(), sample) for sample in (1, 1, -1))
    for value, equal, unlike in (
        (equilibrium, again, different),
        (equilibrium.closed, again.closed, different.closed),
        (equilibrium.region, again.region, different.region),
        (equilibrium.closed.form, again.closed.form, ParametricForm.of(matrices([(1, 1)]))),
    ):
        copy = pickle.loads(pickle.dumps(value))
        assert value == equal == copy and hash(value) == hash(equal) == hash(copy) and value != unlike
    assert copy.A == equilibrium.closed.form.A


def test_elements_of_other_rings_are_copied_as_before() -> None:
    lemke.ParametricGame.bimatrix("t", [["t"]], [[1]])
    ring, x = sympy.ring("x", sympy.QQ, sympy.grevlex)
    field, y = sympy.field("y", sympy.QQ)
    half = sympy.QQ(1, 2)
    assert copy.copy(half * x + 1) == half * x + 1 and copy.copy(x).ring is ring
    assert copy.copy(half / y) == half / y and copy.copy(y).field is field


def test_a_prior_of_a_closed_form_is_a_profile() -> None:
    game = lemke.ParametricGame.bimatrix("t", [["t", 0], [0, 1]], [["t", 0], [0, 1]])
    with pytest.raises(InputError, match="the prior 5, expected a profile"):
        lemke.studies.parametric.closed_form(game, 2, prior=5)
