"""O. Kubíček (2023), slides 'Solving imperfect information EFGs': both linear programs printed there.

Their v(i_root) is v(root), their r_1(AC) is r1(A,C).
"""

import pytest
from gmpy2 import mpq

import lemke
from lemke.forms.programs import NamedLP, information_set_lp, information_set_min_lp, seq_dual, seq_primal
from naive_lp_text import free_variables, named_objective, named_rows, row
from named_games import GAMES
from optima import judged_optimum

FORM = lemke.sequence_form(lemke.read(GAMES / "sequence_lecture.efg"))

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
