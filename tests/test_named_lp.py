"""The linear programs by name: values, plans and duality on all games; rows and names; wrong input is refused."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import InputError, ProfileError
from lemke.forms.programs import (
    FORMS,
    NamedLP,
    best_response_dual_lp,
    best_response_lp,
    information_set_lp,
    information_set_min_lp,
    seq_dual,
    seq_primal,
    sequence_names,
    set_names,
)
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import centroid, is_realization_plan, realization_plan
from lemke.ground.sparse import Vector, exact_sum, vector
from lemke.linear.lp import LP, Optimal
from methods import solved_by
from naive import behaviors, naive_best_value
from naive_lp_text import named_rows
from named_games import GAMES, NAMED, Known
from optima import judged_optimum
from strategies import ODD_LABELS, games

NAMED_FORMS = {named.file: sequence_form(lemke.read(GAMES / named.file)) for named in NAMED}
CONSTANT_SUM = sequence_form(
    lemke.loads(
        (GAMES / "small_poker_g_values.efg")
        .read_text(encoding="utf-8")
        .replace('"two" 2/3 } 0', '"two" 2/3 } 8 "ante" { 3, 2 }')
    )
)


def centre(form: SequenceForm, player: int) -> Vector:
    return realization_plan(form.sequences[player], centroid(form.sequences[player]))


def all_programs(form: SequenceForm) -> Iterator[tuple[str, NamedLP]]:
    """The programs of all forms that a game admits, for both players, with every option."""
    for name, (build, takes) in FORMS.items():
        for player in (0, 1):
            if takes == "plan":
                yield name, build(form, player, centre(form, 1 - player))
            elif form.total is not None:
                yield name, build(form, player)
                if takes == "bounds":
                    yield name, build(form, player, bounds=True)


def confirm_zero_sum(form: SequenceForm, payoffs: tuple[mpq, mpq]) -> None:
    """All programs have these values, and best-response values show that their plans are an equilibrium."""
    for name, program in all_programs(form):
        if name.startswith("best-response"):
            continue
        outcome = judged_optimum(program)
        assert program.value(outcome) == payoffs[program.payoff], program.title
        x, y = (program.plans(outcome)[player] for player in (0, 1))
        assert is_realization_plan(form.sequences[0], x) and is_realization_plan(form.sequences[1], y)
        assert form.payoffs(x, y) == payoffs
        assert best_response(form.sequences[0], form.A @ y).value == payoffs[0]
        assert best_response(form.sequences[1], form.B.T @ x).value == payoffs[1]


@pytest.mark.slow
@given(games())
def test_in_a_zero_sum_game_all_programs_of_both_players_have_the_value_of_the_equilibrium(game: Game) -> None:
    """The zero-sum game of A − B; the equilibrium comes from Lemke's path, not from a linear program."""
    form = sequence_form(game).against()
    payoffs = solved_by(form, "lcp", kernel="exact").payoffs
    assert payoffs[0] == -payoffs[1]
    confirm_zero_sum(form, payoffs)


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_zero_sum_named_games_have_their_known_value(named: Known) -> None:
    form = NAMED_FORMS[named.file]
    if form.total is not None:
        (payoffs,) = named.payoffs
        confirm_zero_sum(form, payoffs)


def test_a_constant_sum_moves_the_value_and_not_the_plans() -> None:
    assert CONSTANT_SUM.total == 5
    confirm_zero_sum(CONSTANT_SUM, (mpq(7, 3) + 3, mpq(-7, 3) + 2))


@given(st.data(), games())
def test_best_response_programs_have_the_naive_best_value_in_general_sum_games(data: st.DataObject, game: Game) -> None:
    form = sequence_form(game)
    behavior = data.draw(behaviors(game))
    plans = [
        realization_plan(sequences, strategy) for sequences, strategy in zip(form.sequences, behavior, strict=True)
    ]
    for player, values in ((0, form.A @ plans[1]), (1, form.B.T @ plans[0])):
        expected = best_response(form.sequences[player], values).value
        assert expected == naive_best_value(game, behavior, player)
        for build in (best_response_lp, best_response_dual_lp):
            program = build(form, player, plans[1 - player])
            outcome = judged_optimum(program)
            assert program.value(outcome) == expected
            (plan,) = program.plans(outcome).values()
            assert is_realization_plan(form.sequences[player], plan)
            assert exact_sum(plan * values) == expected


@given(games())
def test_the_dual_is_the_transpose_of_the_primal_number_by_number(game: Game) -> None:
    form = sequence_form(game).against()
    for player in (0, 1):
        primal, dual = seq_primal(form, player), seq_dual(form, player)
        plan, value = (("x", "v"), ("y", "u"))[player]
        other_plan, other_value = (("y", "u"), ("x", "v"))[player]
        renamed = {f"{plan}(": "reply(", f"{value}(": "plan(", "plan(": f"{other_value}(", "reply(": f"{other_plan}("}

        def mate(name: str, renamed: dict[str, str] = renamed) -> str:
            letter, arguments = name.split("(", 1)
            return renamed[f"{letter}("] + arguments

        transposed = {
            (mate(primal.variables[j]), mate(primal.rows[i])): value for i, j, value in primal.program.A.entries
        }
        assert transposed == {(dual.rows[i], dual.variables[j]): value for i, j, value in dual.program.A.entries}
        right = dict(zip(map(mate, primal.rows), primal.program.b, strict=True))
        assert right == dict(zip(dual.variables, dual.objective, strict=True))
        objective = dict(zip(map(mate, primal.variables), primal.objective, strict=True))
        assert objective == dict(zip(dual.rows, dual.program.b, strict=True))


@given(games())
def test_information_set_rows_are_those_of_the_slides(game: Game) -> None:
    """Equation 5 term by term. The root is left out if exactly one set follows ∅ and nothing is paid at ∅."""
    form = sequence_form(game).against()
    for player in (0, 1):
        opponent = 1 - player
        opponent_sequences = form.sequences[opponent]
        sequences, sets = sequence_names(opponent_sequences), [f"v({name})" for name in set_names(opponent_sequences)]
        of_player = {0: form.A.T, 1: form.B}[player].to_lists()
        first = [h for h in range(len(sets)) if opponent_sequences.parent[h] == 0]
        dropped = len(first) == 1 and not any(of_player[0])
        for program, payoffs, sense in (
            (information_set_lp(form, player), of_player, ">="),
            (information_set_min_lp(form, player), [[-value for value in line] for line in of_player], "<="),
        ):
            rows = named_rows(program)
            assert ("v(root)" in program.variables) is not dropped
            assert ("reply()" in rows) is not dropped
            plan = program.variables[: form.sequences[player].size]
            for k, sequence in enumerate(sequences):
                if k == 0 and dropped:
                    continue
                at = (
                    "v(root)" if k == 0 else sets[next(h for h in range(len(sets)) if k in opponent_sequences.moves(h))]
                )
                expected = {name: value for name, value in zip(plan, payoffs[k], strict=True) if value}
                expected |= {name: mpq(1) for h, name in enumerate(sets) if opponent_sequences.parent[h] == k}
                expected[at] = mpq(-1)
                assert rows[f"reply({sequence})"] == (expected, sense, 0)
            (best,) = (name for name, value in zip(program.variables, program.objective, strict=True) if value)
            assert best == (sets[first[0]] if dropped else "v(root)")


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_the_dual_for_player_1_is_the_program_that_the_method_lp_solves(named: Known) -> None:
    """All numbers are equal, although the two programs are built apart."""
    form = NAMED_FORMS[named.file]
    if form.total is not None:
        dual, program = seq_dual(form, 0).program, form.lp()
        assert dual.A == program.A
        for part in ("b", "c", "senses", "free"):
            assert np.array_equal(getattr(dual, part), getattr(program, part)), part


# Attributes, and wrong input


@pytest.mark.parametrize("build", [seq_primal, seq_dual, information_set_lp, information_set_min_lp])
def test_general_sum_games_are_refused(build) -> None:
    with pytest.raises(InputError, match="general-sum game"):
        build(NAMED_FORMS["tracing_2002.efg"], 0)


@pytest.mark.parametrize("build", [best_response_lp, best_response_dual_lp])
def test_a_vector_that_is_no_plan_is_refused(build) -> None:
    form = NAMED_FORMS["kuhn3.efg"]
    wrong = centre(form, 1)
    wrong[1] += mpq(1, 10**30)
    for plan in (wrong, wrong[:-1]):
        with pytest.raises(ProfileError, match="realization plan of player 2"):
            build(form, 0, plan)


# The check by name

# min 2a + 3b with a + b ≥ 1, a = b: a = b = 1/2
SMALL = NamedLP(
    "",
    LP.of([[1, 1], [1, -1]], [1, 0], [2, 3], [">=", "="]),
    ("x(a)", "x(b)"),
    ("row(p)", "row(q)"),
    maximise=False,
    payoff=0,
)
SMALL_OPTIMAL = Optimal(vector(["1/2", "1/2"]), vector(["5/2", "-1/2"]), mpq(5, 2))


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (SMALL_OPTIMAL, None),
        (replace(SMALL_OPTIMAL, x=vector([-1, 2])), "x >= 0 fails at x(a): -1"),
        (replace(SMALL_OPTIMAL, x=vector(["1/2", "1/3"])), "the row of x fails at row(p): -1/6"),
        (replace(SMALL_OPTIMAL, y=vector(["5/2", "-3/2"])), "c - A'y >= 0 fails at x(b): -1"),
        (replace(SMALL_OPTIMAL, value=mpq(2)), "the value fails: 1/2"),
    ],
)
def test_a_broken_condition_is_reported_with_the_names_of_the_program(outcome: Optimal, expected: str | None) -> None:
    assert SMALL.check(outcome) == expected


# Names


@given(games(labels=ODD_LABELS))
def test_odd_labels_still_give_different_legal_names(game: Game) -> None:
    form = sequence_form(game).against()
    for _, program in all_programs(form):  # a program with other names is refused
        assert len(set(program.variables)) == program.program.A.shape[1]


@pytest.mark.parametrize("number", [-5, 0, 7, 999999999])
def test_sets_without_a_usable_label_are_counted_whatever_their_number(number: int) -> None:
    """Numbers of sets in a file may be negative; the names count the player's sets from 1."""
    game = lemke.loads(
        f"""EFG 2 R "" {{ "1" "2" }}
        p "" 1 {number} "" {{ "a" "b" }} 0
        p "" 2 {number} "" {{ "c" "" }} 0
        t "" 1 "" {{ 1, -1 }}
        t "" 2 "" {{ 2, -2 }}
        p "" 1 {number - 1} "" {{ "a" "" }} 0
        t "" 3 "" {{ 3, -3 }}
        t "" 4 "" {{ 4, -4 }}"""
    )
    form = sequence_form(game)
    assert [set_names(sequences) for sequences in form.sequences] == [["#1", "#2"], ["#1"]]
    assert sequence_names(form.sequences[0]) == ["", "#1.a", "b", "b,#2.a", "b,#2.#2"]
    for _, program in all_programs(form):  # a program with other names is refused
        judged_optimum(program)
