"""The numbers and linear programs on O. Kubíček's slides 'Solving imperfect information EFGs' (24 October 2023).

Their v(i_root) is v(root), their r_1(AC) is r1(A,C).
"""

import pytest
from gmpy2 import mpq

import lemke
from lemke.forms.normal_form import normal_form
from lemke.forms.programs import NamedLP, information_set_lp, information_set_min_lp, seq_dual, seq_primal
from lemke.game.strategy import behavior
from lemke.ground.sparse import vector
from naive_lp_text import free_variables, named_objective, named_rows, row
from named_games import GAMES
from optima import judged_optimum

GAME = lemke.read(GAMES / "sequence_lecture.efg")


def test_slide_example_the_induced_normal_form_has_the_same_leaf_several_times() -> None:
    full = normal_form(GAME)
    assert full.strategies[1] == ("g i", "g j", "h i", "h j")
    assert dict(zip(full.strategies[0], full.payoffs[0].tolist(), strict=True)) == {
        "A C E": [3, 3, 1, 1],
        "A C F": [3, 3, 1, 1],
        "A D E": [-2, -2, 3, 3],
        "A D F": [-2, -2, 3, 3],
        "B C E": [2, 0, 2, 0],
        "B C F": [1, 3, 1, 3],
        "B D E": [2, 0, 2, 0],
        "B D F": [1, 3, 1, 3],
    }
    assert (full.payoffs[0] == -full.payoffs[1]).all()


def test_its_reduced_form_is_4_x_4() -> None:
    reduced = normal_form(GAME, reduced=True)
    assert dict(zip(reduced.strategies[0], reduced.payoffs[0].tolist(), strict=True)) == {
        "A C *": [3, 3, 1, 1],
        "A D *": [-2, -2, 3, 3],
        "B * E": [2, 0, 2, 0],
        "B * F": [1, 3, 1, 3],
    }


def test_slide_sequences_are_the_printed_ones() -> None:
    assert [sequences.names() for sequences in lemke.sequence_form(GAME).sequences] == [
        ["∅", "A", "B", "A C", "A D", "B E", "B F"],
        ["∅", "g", "h", "i", "j"],
    ]


def test_slide_realization_plan_equations_are_the_printed_ones() -> None:
    form = lemke.sequence_form(GAME)
    names = [form.sequence_names(player) for player in (0, 1)]

    def rows(matrix, sequence_names) -> list[dict[str, int]]:
        equations = [{} for _ in range(matrix.shape[0])]
        for i, j, value in matrix.entries:
            equations[i][sequence_names[j]] = int(value)
        return equations

    assert rows(form.E, names[0]) == [
        {"∅": 1},
        {"∅": -1, "A": 1, "B": 1},
        {"A": -1, "A C": 1, "A D": 1},
        {"B": -1, "B E": 1, "B F": 1},
    ]
    assert rows(form.F, names[1]) == [{"∅": 1}, {"∅": -1, "g": 1, "h": 1}, {"∅": -1, "i": 1, "j": 1}]


def test_slide_behavioral_strategy_is_open_at_the_moves_where_the_slides_write_0() -> None:
    sequences = lemke.sequence_form(GAME).sequences[0]
    assert behavior(sequences, vector([1, 1, 0, "1/4", "3/4", 0, 0])) == ((1, 0), (mpq(1, 4), mpq(3, 4)), None)


def test_slide_extended_utility_is_the_printed_one() -> None:
    form = lemke.sequence_form(GAME)
    names = [form.sequence_names(player) for player in (0, 1)]
    utility = {(names[0][i], names[1][j]): value for i, j, value in form.A.entries}
    assert form.B == -form.A
    printed = {("∅", "∅"): 0, ("A C", "i"): 0, ("B F", "j"): 3, ("A D", "∅"): 0, ("∅", "g"): 0, ("A", "g"): 0}
    assert all(utility.get(pair, 0) == value for pair, value in printed.items())
    assert set(utility) == {(a, b) for a in ("A C", "A D") for b in "gh"} | {
        (a, b) for a in ("B E", "B F") for b in "ij"
    } - {("B E", "j")}  # pays 0


FORM = lemke.sequence_form(GAME)

PLAYER_1 = {
    "plan(root)": "r1() = 1",
    "plan(l1)": "r1(A) + r1(B) = r1()",
    "plan(l2)": "r1(A,C) + r1(A,D) = r1(A)",
    "plan(l3)": "r1(B,E) + r1(B,F) = r1(B)",
    "reply()": "v(i1) + v(i2) >= v(root)",
    "reply(g)": "3 r1(A,C) - 2 r1(A,D) >= v(i1)",
    "reply(h)": "1 r1(A,C) + 3 r1(A,D) >= v(i1)",
    "reply(i)": "2 r1(B,E) + 1 r1(B,F) >= v(i2)",
    "reply(j)": "0 r1(B,E) + 3 r1(B,F) >= v(i2)",
}
PLAYER_2 = {
    "plan(root)": "r2() = 1",
    "plan(i1)": "r2(g) + r2(h) = r2()",
    "plan(i2)": "r2(i) + r2(j) = r2()",
    "reply(A)": "v(l2) <= v(l1)",
    "reply(B)": "v(l3) <= v(l1)",
    "reply(A,C)": "3 r2(g) + 1 r2(h) <= v(l2)",
    "reply(A,D)": "- 2 r2(g) + 3 r2(h) <= v(l2)",
    "reply(B,E)": "2 r2(i) + 0 r2(j) <= v(l3)",
    "reply(B,F)": "1 r2(i) + 3 r2(j) <= v(l3)",
}


def test_player_1_maximises_and_the_root_row_stays() -> None:
    program = information_set_lp(FORM, 0)
    assert named_rows(program) == {name: row(text) for name, text in PLAYER_1.items()}
    assert program.maximise and named_objective(program) == {"v(root)": 1}
    assert free_variables(program) == {"v(root)", "v(i1)", "v(i2)"}
    assert {"r1()", "r1(A)", "r1(B)", "r1(A,C)", "r1(A,D)", "r1(B,E)", "r1(B,F)"} <= set(program.variables)


def test_player_2_minimises_player_1s_payoff_and_the_root_row_is_left_out() -> None:
    program = information_set_min_lp(FORM, 1)
    assert named_rows(program) == {name: row(text) for name, text in PLAYER_2.items()}
    assert not program.maximise and named_objective(program) == {"v(l1)": 1}
    assert free_variables(program) == {"v(l1)", "v(l2)", "v(l3)"}
    assert {"r2()", "r2(g)", "r2(h)", "r2(i)", "r2(j)"} <= set(program.variables)


@pytest.mark.parametrize(
    "program",
    [
        information_set_lp(FORM, 0),
        information_set_min_lp(FORM, 1),
        seq_primal(FORM, 0),
        seq_dual(FORM, 0),
    ],
    ids=lambda program: program.title,
)
def test_both_programs_have_the_value_eleven_sevenths(program: NamedLP) -> None:
    outcome = judged_optimum(program)
    assert program.value(outcome) == mpq(11, 7)
    x = dict(zip(FORM.sequence_names(0), program.plans(outcome)[0], strict=True))
    y = dict(zip(FORM.sequence_names(1), program.plans(outcome)[1], strict=True))
    assert (x["A"], x["A C"], x["A D"], x["B"]) == (1, mpq(5, 7), mpq(2, 7), 0)
    assert (y["g"], y["h"]) == (mpq(2, 7), mpq(5, 7))
    assert mpq(5, 7) <= y["i"] <= mpq(11, 14)
