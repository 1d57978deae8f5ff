"""The numbers that M. Balko's lecture 9 on algorithmic game theory (29 November 2024) prints, slide by slide."""

from gmpy2 import mpq

import lemke
from lemke.forms.normal_form import NormalForm, normal_form
from lemke.forms.sequence_form import is_equilibrium_by_lcp
from lemke.game.pure_strategies import (
    MixedStrategy,
    plan_of_mixed,
    pure_strategies,
)
from lemke.game.reach import reach
from lemke.game.recall import player_sequences
from lemke.game.strategy import Profile, behavior, realization_plan
from lemke.ground.sparse import vector
from named_games import GAMES

IMPERFECT = lemke.read(GAMES / "lecture9_imperfect.efg")
PERFECT = lemke.read(GAMES / "lecture9_perfect.efg")


def table(form: NormalForm) -> dict[str, list[tuple[int, int]]]:
    return {
        name: [(int(a), int(b)) for a, b in zip(*(payoffs[row].tolist() for payoffs in form.payoffs), strict=True)]
        for row, name in enumerate(form.strategies[0])
    }


def test_slide_example_imperfect_information_game_has_the_printed_table() -> None:
    full = normal_form(IMPERFECT)
    assert full.strategies[1] == ("l", "r")
    assert table(full) == {
        "L S": [(2, 2), (5, 6)],
        "L T": [(0, 3), (6, 1)],
        "R S": [(3, 3), (3, 3)],
        "R T": [(3, 3), (3, 3)],
    }


def test_its_reduced_form_has_one_row_for_two_equal_rows() -> None:
    assert table(normal_form(IMPERFECT, reduced=True)) == {
        "L S": [(2, 2), (5, 6)],
        "L T": [(0, 3), (6, 1)],
        "R *": [(3, 3), (3, 3)],
    }


def test_slide_prisoners_dilemma_has_the_printed_table() -> None:
    rows = table(normal_form(lemke.read(GAMES / "prisoners_dilemma.efg")))
    assert list(rows.values()) == [[(-2, -2), (0, -3)], [(-3, 0), (-1, -1)]]


def test_slide_example_behavioral_strategy_has_the_printed_table() -> None:
    full = normal_form(PERFECT)
    assert full.strategies[1] == ("C E", "C F", "D E", "D F")
    assert table(full) == {
        "A G": [(3, 8), (3, 8), (8, 3), (8, 3)],
        "A H": [(3, 8), (3, 8), (8, 3), (8, 3)],
        "B G": [(5, 5), (2, 10), (5, 5), (2, 10)],
        "B H": [(5, 5), (1, 0), (5, 5), (1, 0)],
    }


def test_the_reduced_form_of_that_game_has_three_rows() -> None:
    reduced = normal_form(PERFECT, reduced=True)
    assert reduced.strategies[1] == (
        "C E",
        "C F",
        "D E",
        "D F",
    )  # player 2 makes one move only, so none is out of reach
    assert table(reduced) == {
        "A *": [(3, 8), (3, 8), (8, 3), (8, 3)],
        "B G": [(5, 5), (2, 10), (5, 5), (2, 10)],
        "B H": [(5, 5), (1, 0), (5, 5), (1, 0)],
    }


def test_theorem_2_62_gives_the_mixed_strategy_an_equivalent_behavioral_one() -> None:
    sequences = player_sequences(PERFECT, 0)
    lectures = MixedStrategy.of(pure_strategies(PERFECT, 0, reduced=False), {"A G": "3/5", "B H": "2/5"})
    plan = plan_of_mixed(sequences, lectures)
    strategy = behavior(sequences, plan)
    assert strategy == ((mpq(3, 5), mpq(2, 5)), (0, 1))
    assert realization_plan(sequences, strategy).tolist() == plan.tolist()
    for reply in ([[1, 0], [1, 0]], [[1, 0], [0, 1]], [[0, 1], [1, 0]], [[0, 1], [0, 1]]):
        mixed = sum(
            (
                share * vector(reach(PERFECT, Profile.of(PERFECT, [_pure(pure), reply])).payoffs)
                for pure, share in lectures.probabilities.items()
            ),
            start=vector([0, 0]),
        )
        assert tuple(mixed) == reach(PERFECT, Profile.of(PERFECT, [strategy, reply])).payoffs


def _pure(strategy: tuple[int, ...]) -> list[list[int]]:
    return [[int(move == k) for k in range(2)] for move in strategy]


def test_slide_sequence_form_has_the_printed_sequences_and_payoffs() -> None:
    form = lemke.sequence_form(IMPERFECT)
    names = [sequences.names() for sequences in form.sequences]
    assert names == [["∅", "L", "R", "L S", "L T"], ["∅", "l", "r"]]
    printed = {
        ("R", "∅"): (3, 3),
        ("L S", "l"): (2, 2),
        ("L S", "r"): (5, 6),
        ("L T", "l"): (0, 3),
        ("L T", "r"): (6, 1),
    }
    payoffs = zip(*(matrix.to_lists() for matrix in (form.A, form.B)), strict=True)
    for row, pairs in zip(names[0], payoffs, strict=True):
        for column, pair in zip(names[1], zip(*pairs, strict=True), strict=True):
            assert pair == printed.get((row, column), (0, 0))


def test_slide_sequence_form_has_the_printed_constraints() -> None:
    form = lemke.sequence_form(IMPERFECT)
    assert form.E.to_lists() == [[1, 0, 0, 0, 0], [-1, 1, 1, 0, 0], [0, -1, 0, 1, 1]]
    assert form.F.to_lists() == [[1, 0, 0], [-1, 1, 1]]
    assert (form.e.tolist(), form.f.tolist()) == ([1, 0, 0], [1, 0])


def test_theorem_2_66_of_the_imperfect_information_example() -> None:
    form = lemke.sequence_form(IMPERFECT)
    x, y = vector([1, 1, 0, "1/3", "2/3"]), vector([1, "1/3", "2/3"])
    verdict = is_equilibrium_by_lcp(form, x, y)
    assert verdict
    assert tuple(values.tolist() for values in verdict) == ([4, 4, 4], [mpq(8, 3), mpq(8, 3)])
    assert not is_equilibrium_by_lcp(form, vector([1, 1, 0, 1, 0]), y)
