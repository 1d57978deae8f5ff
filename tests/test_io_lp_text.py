"""CPLEX's LP text of all programs of all named games: a naive reader gets the exact program back, and HiGHS reads it.

The optimum that HiGHS finds, in floats, is near the exact one.
"""

from operator import mul
from pathlib import Path

import highspy
import pytest
from gmpy2 import mpq, mpz
from hypothesis import given

import lemke
from lemke.forms.programs import FORMS, NamedLP, best_response_lp, information_set_lp, seq_primal
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game.strategy import centroid, realization_plan
from lemke.io.lp_text import WIDTH, dumps
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal
from naive_lp_text import free_variables, named_objective, named_rows, read
from named_games import GAMES, NAMED
from strategies import games

NEAR = mpq(1, 10**5)
"""The error that is allowed in the optimum of a solver in floats; payoffs are some tens at most."""


def programs(form: SequenceForm, form_name: str) -> list[NamedLP]:
    """The programs of both players, with all choices of bounds; none if the form takes only constant-sum games."""
    build, takes = FORMS[form_name]
    if takes == "plan":
        plans = [realization_plan(sequences, centroid(sequences)) for sequences in form.sequences]
        return [build(form, player, plans[1 - player]) for player in (0, 1)]
    if form.total is None:
        return []
    options = [[True], [False]] if takes == "bounds" else [[]]
    return [build(form, player, *option) for player in (0, 1) for option in options]


FORMS_OF_FILES = {named.file: sequence_form(lemke.read(GAMES / named.file)) for named in NAMED}
CASES = [(file, name) for file, form in FORMS_OF_FILES.items() for name in FORMS if programs(form, name)]


def confirm_exact(named: NamedLP, text: str) -> None:
    """The text is the program: rows are positive multiples in integers; a row may define the objective."""
    parsed = read(text)
    assert parsed.direction == ("Maximize" if named.maximise else "Minimize")
    free = free_variables(named)
    objective = parsed.objective
    if objective == {"objective": 1}:
        terms, relation, right = parsed.rows.pop("define(objective)")
        assert (relation, right) == ("=", 0)
        scale = -terms.pop("objective")
        assert scale > 1
        objective = {name: value / scale for name, value in terms.items()}
        free |= {"objective"}
    assert objective == named_objective(named)
    assert parsed.free == free
    expected = named_rows(named)
    assert list(parsed.rows) == list(named.rows)
    for name, (terms, relation, right) in parsed.rows.items():
        exact_terms, exact_relation, exact_right = expected[name]
        assert relation == exact_relation and terms.keys() == exact_terms.keys()
        numbers = [*terms.values(), right]
        assert all(number.denominator == 1 for number in numbers)
        factors = {terms[variable] / exact_terms[variable] for variable in terms} | (
            {right / exact_right} if exact_right else set()
        )
        assert len(factors) == 1 and min(factors) > 0
        (factor,) = factors
        assert (f"\\ times {factor}:\n {name}:" in text) is (factor != 1)


@given(games())
def test_the_text_of_any_game_is_the_program_exactly(game: lemke.Game) -> None:
    form = sequence_form(game).against()
    for form_name in FORMS:
        for named in programs(form, form_name):
            confirm_exact(named, dumps(named))


def highs(path: Path) -> highspy.Highs:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
    return solver


@pytest.mark.parametrize(("file", "form_name"), CASES)
def test_highs_reads_every_name_and_finds_the_value(file: str, form_name: str, tmp_path: Path) -> None:
    for named in programs(FORMS_OF_FILES[file], form_name):
        path = tmp_path / "program.lp"
        path.write_text(text := dumps(named), encoding="ascii")
        solver = highs(path)
        named_program, highs_program = read(text), solver.getLp()
        columns, rows = list(highs_program.col_names_), list(highs_program.row_names_)
        assert set(columns) == set(named.variables) | ({"objective"} if "objective" in named_program.free else set())
        assert rows == list(named_program.rows)
        assert solver.run() == highspy.HighsStatus.kOk
        assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        exact = solved(named)
        assert abs(mpq(solver.getInfo().objective_function_value) - named.value(exact)) < NEAR


def solved(named: NamedLP) -> Optimal:
    outcome = solve_lp(named.program)
    assert isinstance(outcome, Optimal)
    return outcome


# By hand

ONE = LP.of([["1/2", "-1/3", 0], [0, 0, 0]], ["1/6", -2], [0, 0, 0], ["<=", ">="], free=[1])


def test_the_text_of_a_small_program_has_every_detail() -> None:
    named = NamedLP("of\n a \\ té", ONE, ("x(a)", "x(b)", "x(c)"), ("row(1)", "row(2)"), maximise=False, payoff=1)
    assert dumps(named) == (
        "\\ of a \\ t\\xe9\n"
        "\\ The value is in payoffs of player 2. In rows 'times k', the multiplier is divided by k.\n"
        "Minimize\n"
        " obj: 0 x(a)\n"
        "Subject To\n"
        "\\ times 6:\n"
        " row(1): 3 x(a) - 2 x(b) <= 1\n"
        " row(2): 0 x(a) >= -2\n"
        "Bounds\n"
        " x(b) free\n"
        "End\n"
    )


def test_an_objective_with_fractions_keeps_its_value(tmp_path: Path) -> None:
    """The program max x/3 + y/7, x + y ≤ 1 has the value 1/3, not 7."""
    program = LP.of([[-1, -1]], [-1], ["-1/3", "-1/7"])
    named = NamedLP("", program, ("x(a)", "x(b)"), ("row(1)",), maximise=True, payoff=0)
    text = dumps(named)
    assert " obj: objective\nSubject To\n\\ times 21:\n define(objective): 7 x(a) + 3 x(b) - 21 objective = 0\n" in text
    path = tmp_path / "program.lp"
    path.write_text(text)
    solver = highs(path)
    solver.run()
    assert abs(mpq(solver.getInfo().objective_function_value) - mpq(1, 3)) < NEAR


@pytest.mark.slow
def test_integers_too_long_for_floats_are_written_in_full() -> None:
    """10⁹⁹⁹⁹ + 1 has more digits than Python prints by default; its line is long but is not broken."""
    builder = lemke.GameBuilder()
    long = mpq(mpz(10) ** 9999 + 1)
    replies = builder.information_set(1, ["L", "R"])
    for node, amount in zip(builder.move(builder.root, 0, ["l", "r"]), (long, mpq(1, 3)), strict=True):
        builder.pay(builder.decide(node, replies)[0], amount, -amount)
    form = sequence_form(builder.build(unpaid="zero"))
    for form_name in FORMS:
        for named in programs(form, form_name):
            text = dumps(named)
            confirm_exact(named, text)
            assert all(len(line.split()) <= 3 for line in text.splitlines() if len(line) > WIDTH)
    assert f" - {3 * long} x(l)" in dumps(seq_primal(form, 0))


def test_lines_are_broken_between_terms(tmp_path: Path) -> None:
    """400 moves at one set give a row of thousands of characters, which HiGHS reads as one."""
    builder = lemke.GameBuilder()
    for k, node in enumerate(builder.move(builder.root, 0, [f"move number {k}" for k in range(400)])):
        builder.pay(node, f"{k}/7", f"-{k}/7")
    form = sequence_form(builder.build())
    for named in (seq_primal(form, 0), best_response_lp(form, 0, form.f)):
        text = dumps(named)
        assert max(map(len, text.splitlines())) <= WIDTH
        confirm_exact(named, text)
        path = tmp_path / "program.lp"
        path.write_text(text)
        solver = highs(path)
        solver.run()
        assert abs(mpq(solver.getInfo().objective_function_value) - 57) < NEAR


# JSON


@pytest.mark.parametrize("form_name", FORMS)
def test_rows_have_the_program_unscaled(form_name: str) -> None:
    for named in programs(FORMS_OF_FILES["kuhn3.efg"], form_name):
        rows = {name: (terms, relation, right) for name, terms, relation, right in named.sparse_rows()}
        assert rows == named_rows(named)
        assert [row[0] for row in named.to_table().rows[1:]] == list(named.rows)


def test_the_multipliers_of_a_solution_give_the_value() -> None:
    form = FORMS_OF_FILES["kuhn3.efg"]
    for player in (0, 1):
        named = information_set_lp(form, player)
        best = solved(named)
        value, objective = named.value(best), named_objective(named)
        assert value == (mpq(-1, 18), mpq(1, 18))[player]
        assert sum(objective.get(name, 0) * number for name, number in named.by_name(best.x).items()) == value
        rights = [right for _, _, right in named_rows(named).values()]
        assert sum(map(mul, rights, named.multipliers(best))) == value
