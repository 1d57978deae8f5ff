"""Sweeps: pieces of an interval of a parameter, judged by theory at rational values and at the exact ends."""

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import FormatError, InputError, LimitError, NotProvedError, NumberError
from lemke.ground import exact_json
from lemke.studies.parametric import ParametricEquilibrium, Sweep, load_sweep
from lemke.studies.parametric.intervals import Interval, between, bounds
from methods import solved_by
from naive import naive_regrets
from parametric_games import RESEARCH, matrices, parametric_games
from scripts import script

KUHN = script("examples/research/kuhn_bet").kuhn


def values_in(piece, source: random.Random, number: int) -> list[mpq]:
    """Random rational numbers in a piece, and its ends where they are rational."""
    low, high = piece.interval.low, piece.interval.high
    bounds = [end if isinstance(end, type(mpq())) else between(end, piece.interval.inside()) for end in (low, high)]
    values = [bounds[0] + (bounds[1] - bounds[0]) * mpq(source.randint(0, 997), 997) for _ in range(number)]
    return [*values, *(end for end in (low, high) if isinstance(end, type(mpq())))]


def assert_covered(sweep: Sweep) -> None:
    """Assert that closed pieces cover the interval; none is a point, and no neighbors have the same plans."""
    ends = [(piece.interval.low, piece.interval.high) for piece in sweep.pieces]
    assert ends[0][0] == sweep.interval.low and ends[-1][1] == sweep.interval.high
    assert all(high == low for (_, high), (low, _) in pairwise(ends))
    assert all(low < high for low, high in ends)
    assert all(piece.interval.closed == (True, True) for piece in sweep.pieces)
    assert sweep.critical == tuple(high for _, high in ends[:-1])
    plans = [piece.plans for piece in sweep.pieces]
    assert all(before != after for before, after in pairwise(plans))


@given(parametric_games(), st.randoms(use_true_random=False))
def test_pieces_cover_the_interval_and_are_equilibria_throughout(game: lemke.ParametricGame, source) -> None:
    sweep = lemke.sweep(game, 0, 1)
    assert_covered(sweep)
    for piece in sweep.pieces:
        for value in values_in(piece, source, 2):
            at = game.at(value)
            equilibrium = piece.at(value)
            assert naive_regrets(at, equilibrium.profile.behavior) == (0, 0)
            shown = [payoff.subs(sweep.game.parameter, sympy.Rational(str(value))) for payoff in piece.payoffs]
            assert list(map(str, equilibrium.payoffs)) == list(map(str, shown))


@given(parametric_games())
def test_pieces_are_maximal(game: lemke.ParametricGame) -> None:
    """Just beyond its upper end the plans of a piece are not an equilibrium."""
    sweep = lemke.sweep(game, 0, 1)
    for piece in sweep.pieces[:-1]:
        end = piece.interval.high
        with pytest.raises(InputError, match=r"^t = .*, where the plans are no equilibrium"):
            piece.at(bounds(end, 40)[1] + mpq(1, 10**10))


@pytest.mark.slow
@given(parametric_games(max_depth=2), st.randoms(use_true_random=False))
def test_all_equilibria_are_found_at_samples_and_hold_on_their_pieces(game: lemke.ParametricGame, source) -> None:
    sweep = lemke.sweep(game, 0, 1, equilibria="all")
    for piece in sweep.pieces:
        for value in values_in(piece, source, 1):
            assert naive_regrets(game.at(value), piece.at(value).profile.behavior) == (0, 0)
    points = [mpq(0), *sweep.critical, mpq(1)]
    for low, high in pairwise(points):
        assert sweep.at(between(low, high))


def test_a_zero_sum_game_has_the_value_that_is_solved_for() -> None:
    source = random.Random(1)
    sweep = lemke.sweep(KUHN(3), 0, 4)
    assert sweep.critical == (1, 2)
    assert_covered(sweep)
    for piece in sweep.pieces:
        for value in values_in(piece, source, 4):
            assert piece.at(value).payoffs == solved_by(sweep.game.at(value), "lp").payoffs
    assert list(map(str, (piece.payoffs[0] for piece in sweep.pieces))) == [
        "-b**2/(6*b + 12)",
        "b*(b - 2)/(6*b + 12)",
        "0",
    ]
    assert sweep.at(1)[0].payoffs == (mpq(-1, 18), mpq(1, 18))  # Kuhn (1950)


def test_rake_makes_kuhn_poker_general_sum() -> None:
    """At r = 1/20 the payoffs are those known of `kuhn3_raked.efg`."""
    sweep = lemke.sweep(KUHN(3, "r", 1, "r"), 0, "1/2")
    assert_covered(sweep)
    assert sweep.critical == (mpq(1, 9), mpq(1, 3))
    assert sweep.at("1/20")[0].payoffs == (mpq(-23, 210), mpq(-7, 360))


def test_irrational_critical_values_are_exact() -> None:
    """Player 1 takes t² or t + 1, whichever is more, or t³ or t + 1: roots of t² - t - 1 and of t³ - t - 1."""
    choice = matrices([("t**2", 0)], [("t + 1", 0)])
    sweep = lemke.sweep(choice, 0, 3)
    (critical,) = sweep.critical
    assert str(critical) == "1/2 + sqrt(5)/2"
    assert critical.polynomial == sympy.Poly(sympy.Symbol("t") ** 2 - sympy.Symbol("t") - 1)
    cubic = lemke.sweep(matrices([("t**3", 0)], [("t + 1", 0)]), 0, 3)
    (root,) = cubic.critical
    assert root.number == sympy.CRootOf(sympy.Symbol("t") ** 3 - sympy.Symbol("t") - 1, 0)
    assert root.decimal(10) == "1.324717957"
    low, high = bounds(root, 100)
    assert cubic.pieces[0].at(low).payoffs == (low + 1, 0) and cubic.pieces[1].at(high).payoffs == (high**3, 0)
    with pytest.raises(InputError, match=r"where the plans are no equilibrium, expected .* about 1.32472\]"):
        cubic.pieces[0].at(high)


def test_plans_go_on_where_values_off_the_path_change() -> None:
    """Player 1 stays out; what player 2 would do after entry changes at t = 1, the plans do not."""
    builder = lemke.GameBuilder()
    enter, out = builder.move(builder.root, 0, ["in", "out"])
    builder.pay(out, 5, 5)
    up, down = builder.move(enter, 0, ["up", "down"])
    builder.pay(up, 0, 0)
    builder.pay(down, 1, 0)
    sweep = lemke.sweep(lemke.ParametricGame.of(builder.build(), "t", {2: ["t", 0]}), 0, 4)
    (piece,) = sweep.pieces
    assert [str(part.interval) for part in piece.parts] in (["[0, 4]"], ["[0, 1]", "[1, 4]"])
    assert sweep.critical == ()


@pytest.mark.parametrize(
    ("payoff", "low", "high", "words"),
    [
        ("1/t", 0, 1, "undefined at t = 0"),
        ("1/(t**2 - 2)", 0, 2, r"t = sqrt\(2\), where the game is undefined"),
    ],
)
def test_poles_of_payoffs_are_refused(payoff: str, low: int, high: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        lemke.sweep(matrices([(payoff, 0)], [("2", 0)]), low, high)


def test_a_sweep_ends_before_a_pole() -> None:
    sweep = lemke.sweep(matrices([("1/t", 0)], [("2", 0)]), "1/10", 1)
    assert [str(piece.interval) for piece in sweep.pieces] == ["[1/10, 1/2]", "[1/2, 1]"]


@pytest.mark.parametrize(
    ("payoff", "low", "high"),
    [
        ("t", -2, 3),
        ("t", -1, 10),
        ("t - 2", 0, 1000),
        ("(t - 1)*(2 - t)", 0, 5),
        ("(3*t - 4)*(3*t - 5)", 0, 5),
    ],
)
def test_no_equilibrium_of_a_coordination_game_is_lost(payoff: str, low: int, high: int) -> None:
    """Where the first payoff is negative there is one equilibrium, at 0 there are two, beyond there are three.

    Those beyond the first begin or end strictly inside of the interval, perhaps at a value that is a sample.
    """
    matrix = [[payoff, 0], [0, 1]]
    sweep = lemke.sweep(lemke.ParametricGame.bimatrix("t", matrix, matrix), low, high, equilibria="all")
    for k in range(12):
        value = low + (high - low) * mpq(2 * k + 1, 25)
        known = [equilibrium.profile.behavior for equilibrium in sweep.at(value)]
        assert len(set(known)) == len(known)
        assert set(known) == {
            profile.behavior for profile in lemke.enumerate(sweep.game.at(value), "strategies").profiles
        }, value


def tampered(closed: ParametricEquilibrium, place: int, function: str) -> ParametricEquilibrium:
    z = list(closed.z)
    z[place] = closed.game.functions(function)
    return ParametricEquilibrium(closed.form, tuple(z))


def test_tampered_closed_forms_are_rejected() -> None:
    """Any function of the proof is replaced, or the interval is made larger."""
    sweep = lemke.sweep(KUHN(3), "1/2", 1)
    (part,) = sweep.pieces[0].parts
    part.closed.require_on(part.interval)
    for place in range(len(part.closed.z)):
        for function in ("b/7", "-1"):
            with pytest.raises(NotProvedError):
                tampered(part.closed, place, function).require_on(part.interval)
    for wider in (Interval(mpq(1, 2), mpq(101, 100)), Interval(mpq(-1, 100), mpq(1))):
        with pytest.raises(NotProvedError, match=r"a closed form proposed on \[.*\], expected an interval in \["):
            part.closed.require_on(wider)


def test_the_proof_sees_a_single_negative_value_between_irrational_ends() -> None:
    game = matrices([("t**4 - 10*t**2 + 1", 0)], [("0", 0)])  # roots ±sqrt(2) ± sqrt(3)
    sweep = lemke.sweep(game, -5, 5)
    values = ["about -3.14626", "about -0.317837", "about 0.317837", "about 3.14626"]
    assert [str(value) for value in sweep.critical] == values
    first, second = sweep.pieces[0].parts[0], sweep.pieces[1].parts[0]
    low, high = second.interval.ends
    second.closed.require_on(Interval(low, high))
    for closed, wrong in (
        (second.closed, Interval(first.interval.inside(), high)),
        (first.closed, Interval(low, high)),
        (second.closed, Interval(low, sweep.critical[2])),
    ):
        with pytest.raises(NotProvedError):
            closed.require_on(wrong)


def test_bad_arguments_of_a_sweep_are_refused() -> None:
    game = matrices([("t", 1)], [(0, 0)])
    for call, error, message in (
        (lambda: lemke.sweep("example:kuhn3", 0, 1), InputError, "example:kuhn3: a game without a parameter"),
        (lambda: lemke.ParametricGame.read(3), InputError, "a file of type int, expected a path"),  # type: ignore[arg-type]
        (lambda: lemke.sweep(game, 0, sympy.oo), NumberError, "oo"),
        (lambda: lemke.sweep(game, 1, 1), InputError, "the interval from 1 to 1, expected a lower end below"),
        (lambda: lemke.sweep(game, 0.5, 1), NumberError, "the float 0.5, expected an exact number"),
        (lambda: lemke.sweep(game, 0, 1, equilibria=0), InputError, "equilibria 0, expected 'one' or 'all'"),
        (lambda: lemke.sweep(game, 0, 1).at(2), InputError, r"the value 2, expected one in \[0, 1\]"),
    ):
        with pytest.raises(error, match=message):
            call()


def test_a_sweep_takes_the_path_of_a_game(tmp_path: Path) -> None:
    game = matrices([("t", 0)], [(1, 0)])
    path = tmp_path / "game.json"
    path.write_text(game.to_json())
    assert lemke.ParametricGame.read(path) == game
    assert lemke.sweep(path, 0, 2).critical == lemke.sweep(str(path), 0, 2).critical == (1,)


def test_negative_probabilities_name_a_value() -> None:
    builder = lemke.GameBuilder()
    left, _ = builder.chance(builder.root, {"a": "1/2", "b": "1/2"})
    builder.pay(left, 1, 0)
    game = lemke.ParametricGame.of(builder.build(unpaid="zero"), "p", chance={1: ["p", "1 - p"]})
    with pytest.raises(NumberError, match=r"p = 2 .*1 - p = -1 at information set 1 of chance"):
        lemke.sweep(game, 0, 3)
    assert lemke.sweep(game, 0, 1).pieces[0].payoffs == (sympy.Symbol("p"), 0)


@pytest.mark.parametrize(
    ("game", "high", "equilibria"),
    [
        (KUHN(3), 4, "one"),
        (KUHN(3, "r", "1/2", "r"), "1/4", "one"),
        (matrices([("t**2", 0)], [("2", 0)]), 2, "one"),
        (script("examples/research/signaling_threshold").beer_quiche(), 1, "all"),
    ],
)
def test_a_sweep_is_read_back_and_proved_again(game: lemke.ParametricGame, high: object, equilibria) -> None:
    sweep = lemke.sweep(game, 0, high, equilibria)
    again = load_sweep(exact_json.loads(sweep.to_json()))
    assert again.to_json() == sweep.to_json() and [piece.plans for piece in again.pieces] == [
        piece.plans for piece in sweep.pieces
    ]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (('"high": "1"', '"high": "2"'), NotProvedError, r"pieces\[0\]: an equilibrium on .* only"),
        (('"high": "1"', '"high": "0"'), FormatError, r"\$.pieces\[0\]: an interval from 0 to 0"),
        (('"high": "1"', '"high": "1/2"'), FormatError, "not adjacent"),
        (('"2/(b + 2)"', '"1/(b + 2)"'), FormatError, r"behavior\[0\]: probabilities of pass, bet"),
        (('"index": 1', '"index": "1"'), FormatError, r"\$.pieces\[0\].behavior\[0\].information_sets\[0\].index"),
        (('"samples"', '"sample"'), FormatError, "sample"),
    ],
)
def test_a_changed_sweep_is_refused(change: tuple[str, str], error: type[Exception], message: str) -> None:
    head, pieces, rest = lemke.sweep(KUHN(3), 0, 4).to_json().partition('"samples"')
    document = exact_json.loads(head + (pieces + rest).replace(*change, 1))
    with pytest.raises(error, match=message):
        load_sweep(document)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kuhn_rake", "signaling_threshold"])
def test_example_scripts_run(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(RESEARCH))
    monkeypatch.setattr(sys, "argv", [f"{name}.py"])
    script(f"examples/research/{name}").main()
    out, err = capsys.readouterr()
    assert err == ""
    expected = {
        "kuhn_rake": "critical values: 1/9, 1/3\n",
        "signaling_threshold": "  y in [1, 2]: separating, payoffs 4/3 - y/6 and 0\n",
    }
    assert expected[name] in out


@pytest.mark.parametrize("place", ["1 set", "2 points"])
@pytest.mark.parametrize("error", [LimitError("the time limit of 1 s was reached"), KeyboardInterrupt()])
def test_a_limit_within_a_listing_ends_the_sweep(error: BaseException, place: str) -> None:
    def stop(stage: str) -> None:
        if stage.startswith(place):
            raise error

    game = script("examples/research/signaling_threshold").beer_quiche()
    with lemke.limits(progress=stop), pytest.raises(type(error)):
        lemke.sweep(game, 0, 1, equilibria="all")
