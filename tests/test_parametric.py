"""Games with parameters: expressions and their gate, exact roots and regions, closed forms and where they hold."""

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.errors import FormatError, GameError, InputError, LemkeError, NumberError
from lemke.game import CHANCE
from lemke.game.strategy import centroid, realization_plan
from lemke.studies.parametric import closed_form
from lemke.studies.parametric.equilibrium import CONSTANT, ParametricForm
from lemke.studies.parametric.functions import Functions, evaluate, expression, full_text, short_text
from lemke.studies.parametric.intervals import Root, bounds, nonnegative, real_roots
from parametric_games import matrices, parametric_games

T = Functions.of("t")
t = sympy.Symbol("t")
RATIONALS = st.fractions(-5, 5, max_denominator=20).map(lambda fraction: mpq(fraction.numerator, fraction.denominator))


@pytest.mark.parametrize(
    ("given_as", "expected"),
    [
        ("t/2 + 1/3", (3 * t + 2) / 6),
        ("0.1*t", t / 10),
        ("(t + 1)**-2", 1 / (t + 1) ** 2),
        (1 / (t - 1) + 1 / (t + 1), 2 * t / (t**2 - 1)),
        (sympy.Symbol("t", positive=True) + t, 2 * t),
        (Fraction(2, 4), sympy.Rational(1, 2)),
    ],
)
def test_expressions_are_taken_exactly(given_as: object, expected: sympy.Expr) -> None:
    shown = expression(T(given_as))
    assert sympy.simplify(shown - expected) == 0
    assert T(shown) == T(given_as) == T(str(shown))


@pytest.mark.parametrize(
    ("expression", "error", "message"),
    [
        ("x + t", FormatError, "'x + t', expected an expression of numbers, t, + - * /, and **"),
        ("__import__('os')", FormatError, "expected an expression"),
        ("(" * 900 + "t" + ")" * 900, FormatError, "expected an expression"),
        ("-" * 1999 + "t", FormatError, "expected an expression"),
        ("t" + "+t" * 1000, FormatError, "an expression of 2001 characters, expected at most 2000"),
        ("9**9**9", FormatError, "exponents from -100 to 100"),
        ("(t**100)**2", NumberError, "is too large once multiplied out"),
        ("1/(t - t)", FormatError, "divides by zero"),
        ("0x10", NumberError, "'0x10' is no number"),
        ("1e99999", NumberError, "has an exponent beyond"),
        (0.5 * t, NumberError, "a float in '0.5*t', expected exact numbers"),
        (sympy.sqrt(2), NumberError, "is no number"),
        (t**t, FormatError, "'t**t', expected an expression"),
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
        ("1/" + LONG, "1/" + LONG),
        (f"{LONG}.5", f"2{LONG[1:-1]}1/2"),
    ],
)
def test_numbers_of_any_length_are_read_and_shown(given_as: str, text: str) -> None:
    function = T(given_as)
    assert str(function) == text
    shown = expression(function)
    assert full_text(shown) == text
    assert len(short_text(shown)) == 100 and short_text(shown)[:97] == text[:97]


@pytest.mark.parametrize("name", ["", "s t", "2", 2, "lambda", "ﬁ", ["t"], sympy.Symbol("x y")])
def test_bad_names_of_parameters_are_refused(name: object) -> None:
    with pytest.raises(InputError, match=r"the parameter .*, expected a name such as t, or a sympy Symbol"):
        Functions.of(name)


@given(st.lists(RATIONALS, min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=3, max_size=4))
def test_real_roots_are_all_there_and_in_order(rational: list[mpq], coefficients: list[int]) -> None:
    """The product has known rational roots; the others are checked by signs at the ends of their intervals."""
    assume(coefficients[0])
    cofactor = sympy.Poly(coefficients, t)
    polynomial = T(sympy.prod(t - sympy.Rational(str(root)) for root in rational) * cofactor.as_expr()).numer
    roots = real_roots(polynomial)
    assert list(roots) == sorted(roots) and set(rational) <= set(roots)
    assert len(roots) == sympy.Poly(polynomial.as_expr(), t).sqf_part().count_roots()
    for root in roots:
        if isinstance(root, Root):
            low, high = bounds(root, 40)
            signs = [root.polynomial.eval(sympy.Rational(str(end))) > 0 for end in (low, high)]
            assert signs[0] != signs[1] and low < root < high and not root < low


POLYNOMIALS = ["t", "1 - t", "t**2 - 2", "(t - 1)**2", "-(t - 1)**2", "t**2 + 1", "1/t", "(t - 2)/(t + 1)", "-1/t**2"]


@given(st.lists(st.sampled_from(POLYNOMIALS), max_size=4), st.lists(RATIONALS, max_size=4))
def test_intervals_are_where_functions_are_nonnegative(conditions: list[str], places: list[mpq]) -> None:
    intervals = nonnegative(map(T, conditions))
    for place in [*places, mpq(0), mpq(1), mpq(2), mpq(-1)]:
        values = [sympy.sympify(condition).subs(t, sympy.Rational(str(place))) for condition in conditions]
        holds = all(value.is_finite and value >= 0 for value in values)
        assert holds == any(place in interval for interval in intervals), place


@given(parametric_games(), st.integers(0, 7))
def test_the_form_is_that_of_the_game_at_every_value(game: lemke.ParametricGame, eighths: int) -> None:
    """M, q and the slacks are the same whether t is replaced before or after building the form."""
    place = mpq(eighths, 7)
    form = ParametricForm.of(game)
    tree = form.at(place)
    problem = tree.lcp(tuple(realization_plan(sequences, centroid(sequences)) for sequences in tree.sequences))
    rows = [{j: value for j, entry in row.items() if (value := evaluate(entry, place))} for row in form.rows]
    entries: list[dict[int, mpq]] = [{} for _ in rows]
    for i, j, value in problem.M.entries:
        entries[i][j] = value
    assert [row.pop(CONSTANT, 0) for row in rows] == list(problem.q)
    assert rows == entries


def test_replaced_numbers_are_those_of_the_game_at_a_value() -> None:
    game = lemke.example("beer_quiche")
    coin = next(item for item in game.information_sets if item.player == CHANCE)
    outcome = game.outcomes[0]
    replaced = lemke.ParametricGame.of(game, "s", {outcome.number: ["s", "3*s - 1"]}, {coin.number: ["s/9", "1 - s/9"]})
    at = replaced.at("2")
    assert at.title == f"{game.title}, s = 2" and at.outcomes[0].payoffs == (2, 5)
    assert at.outcomes[1:] == game.outcomes[1:]
    assert [item.probabilities for item in at.information_sets if item.player == CHANCE] == [(mpq(2, 9), mpq(7, 9))]
    assert lemke.sha256(lemke.ParametricGame.of(game, "s").at(3)) == lemke.sha256(game)
    assert repr(replaced) == f"<ParametricGame {game.title!r} in s: 2 players, {game.size} nodes>"
    assert lemke.ParametricGame.of_json(replaced.json_members()) == replaced
    with pytest.raises(NumberError, match=r"s = 10 the probability .* = -1/9 at"):
        replaced.at(10)
    with pytest.raises(NumberError, match=r"sum to s \+ 1/2, expected 1"):
        lemke.ParametricGame.of(game, "s", chance={coin.number: ["s", "1/2"]})
    pole = matrices([("1/(t - 1)", "t")])
    with pytest.raises(InputError, match=r"^1/\(t - 1\) is undefined at t = 1, "):
        pole.at(1)
    with pytest.raises(NumberError, match=r"the float 0.5"):
        pole.at(0.5)


def test_replacing_numbers_of_a_game_names_those_that_it_lacks() -> None:
    game = matrices([(1, 2)], [(3, 4)]).at(0)
    with pytest.raises(GameError, match="outcome 7, expected one of the game's: 1, 2"):
        lemke.ParametricGame.of(game, "t", payoffs={7: [1, 2]})
    with pytest.raises(InputError, match="outcome 1: str 't1', expected a list of expressions"):
        lemke.ParametricGame.of(game, "t", payoffs={1: "t1"})
    with pytest.raises(GameError, match=r"chance 1, .*none"):
        lemke.ParametricGame.of(game, "t", chance={1: ["t", "1 - t"]})
    with pytest.raises(InputError, match="outcome 1: 3 expressions, expected 2"):
        lemke.ParametricGame.of(game, "t", payoffs={1: [1, 2, 3]})


def test_a_closed_form_refuses_values_outside_of_its_region() -> None:
    """Matching pennies of stake t; for t < 0 player 1 no longer wants to match in the first column."""
    game = matrices([("t", "-t"), (-1, 1)], [(-1, 1), (1, -1)])
    equilibrium = closed_form(game, 2)
    assert str(equilibrium.region) == "([-1, oo),)" and equilibrium.at(5).payoffs == (mpq(1, 2), mpq(-1, 2))
    assert repr(equilibrium) == "<ParametricEquilibrium: payoffs (t - 1)/(t + 3), (1 - t)/(t + 3)>"
    assert equilibrium.duals == (
        (game.functions("(t - 1)/(t + 3)"),) * 2,
        (game.functions("(1 - t)/(t + 3)"),) * 2,
    )
    with pytest.raises(InputError, match=r"^t = -2, where the plans are no equilibrium, expected .* in \[-1, oo\)"):
        equilibrium.at(-2)
    with pytest.raises(InputError, match="t = -3, expected another"):
        equilibrium.at(-3)
    assert closed_form(game, 2) == equilibrium != closed_form(game, -3)


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


def test_a_strategic_form_is_taken_and_other_objects_are_refused() -> None:
    form = lemke.NormalForm.of([[3, 0], [1, 1]], [[3, 1], [0, 2]])
    assert lemke.ParametricGame.of(form, "t", payoffs={1: ["t", 3]}).at(3) == replace(form.tree(), title="t = 3")
    plain = inspection().at(1)
    for call, message in (
        (lambda: lemke.ParametricGame.of(3, "t"), "an object of type int, expected a Game or a NormalForm"),
        (lambda: closed_form(plain, 1), "an object of type lemke.Game, expected a ParametricGame"),
        (lambda: lemke.sweep(plain, 0, 1), "an object of type lemke.Game, expected a ParametricGame"),
        (lambda: lemke.ParametricGame.bimatrix("t", [[1, 2]], [[1], [2]]), "expected"),
    ):
        with pytest.raises(InputError, match=message):
            call()
