"""The numbers on O. Kubíček's slides 'Solving imperfect information EFGs' (24 October 2023), except the programs."""

from gmpy2 import mpq

import lemke
from lemke.forms.normal_form import normal_form
from lemke.game.strategy import behavior
from lemke.ground.sparse import vector
from named_games import GAMES

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
        for row, column, value in matrix.entries:
            equations[row][sequence_names[column]] = int(value)
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
