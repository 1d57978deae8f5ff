"""Slides 'Solving extensive-form games' (2016): example 1 as it is printed, and the small poker by its rules.

Their r_1((c, g)) is r1(c,g) here, v(I_0) is v(root) and v(I_3) is v(I3).
"""

from itertools import permutations

import pytest
from gmpy2 import mpq

import lemke
from lemke.forms.programs import information_set_lp
from lemke.game import GameBuilder
from lemke.ground.sparse import vector
from lemke.linear.lp import Optimal, check
from naive_lp_text import free_variables, named_objective, named_rows, row
from named_games import GAMES
from optima import are_complementary, judged_optimum

FORM = lemke.sequence_form(lemke.read(GAMES / "small_poker_g_values.efg"))

G1 = {
    ("a", ""): "1/3",
    ("b", "e"): "1",
    ("b", "f"): "-2/3",
    ("c", "e"): "4/3",
    ("c g", "f"): "10/3",
    ("d", ""): "4/3",
    ("c h", "f"): "0",
}

# by the number of the equation
PLAYER_1 = {
    7: ("plan(root)", "r1() = 1"),
    9: ("plan(I1)", "r1(a) + r1(b) = r1()"),
    10: ("plan(I2)", "r1(c) + r1(d) = r1()"),
    11: ("plan(I3)", "r1(c,g) + r1(c,h) = r1(c)"),
    12: ("reply()", "v(I1) + 1/3 r1(a) + 4/3 r1(d) >= v(root)"),
    13: ("reply(e)", "1 r1(b) + 4/3 r1(c) >= v(I1)"),
    14: ("reply(f)", "- 2/3 r1(b) + 10/3 r1(c,g) + 0 r1(c,h) >= v(I1)"),
}
PLAYER_2 = {
    16: ("plan(root)", "r2() = 1"),
    18: ("plan(I1)", "r2(e) + r2(f) = r2()"),
    19: ("reply()", "v(I1) + v(I2) >= v(root)"),
    20: ("reply(a)", "- 1/3 r2() >= v(I1)"),
    21: ("reply(b)", "- 1 r2(e) + 2/3 r2(f) >= v(I1)"),
    22: ("reply(c)", "v(I3) - 4/3 r2(e) >= v(I2)"),
    23: ("reply(d)", "- 4/3 r2() >= v(I2)"),
    24: ("reply(c,g)", "- 10/3 r2(f) >= v(I3)"),
    25: ("reply(c,h)", "0 r2(f) >= v(I3)"),
}
# equations 8 and 17
BOUNDS = (
    {f"bound({sequence})": f"r1({sequence}) <= 1" for sequence in ("", "a", "b", "c", "d", "c,g", "c,h")},
    {f"bound({sequence})": f"r2({sequence}) <= 1" for sequence in ("", "e", "f")},
)


def test_the_extended_utility_is_the_printed_one() -> None:
    """The slides name sequences by their moves, and the empty one is []; numbers that are not printed are 0."""
    rows, columns = ([name.replace("∅", "") for name in FORM.sequence_names(player)] for player in (0, 1))
    g1 = {(rows[i], columns[j]): value for i, j, value in FORM.A.entries}
    assert g1 == {pair: mpq(value) for pair, value in G1.items() if mpq(value)}
    assert {"c h"} <= set(rows) and set(rows) == {"", "a", "b", "c", "d", "c g", "c h"}
    assert set(columns) == {"", "e", "f"}
    assert FORM.B == -FORM.A


@pytest.mark.parametrize(("player", "printed"), [(0, PLAYER_1), (1, PLAYER_2)])
def test_rows_are_the_printed_equations_coefficient_by_coefficient(
    player: int, printed: dict[int, tuple[str, str]]
) -> None:
    program = information_set_lp(FORM, player)
    assert named_rows(program) == {name: row(text) for name, text in printed.values()}
    assert list(program.rows) == [name for name, _ in printed.values()]


@pytest.mark.parametrize(("player", "printed"), [(0, PLAYER_1), (1, PLAYER_2)])
def test_bounds_are_equations_8_and_17(player: int, printed: dict[int, tuple[str, str]]) -> None:
    rows = named_rows(information_set_lp(FORM, player, bounds=True))
    assert rows == {name: row(text) for name, text in [*printed.values(), *BOUNDS[player].items()]}


@pytest.mark.parametrize("player", [0, 1])
def test_the_value_of_the_root_is_maximised_over_signless_values_and_plans(player: int) -> None:
    """Equations 1 and 3, 6 and 15: the objective, 0 ≤ r, and v has no sign."""
    program = information_set_lp(FORM, player)
    assert program.maximise and program.payoff == player
    assert named_objective(program) == {"v(root)": 1}
    assert free_variables(program) == {name for name in program.variables if name.startswith("v(")}
    assert all(name.startswith((f"r{player + 1}(", "v(")) for name in program.variables)


@pytest.mark.parametrize("bounds", [False, True])
def test_the_values_are_seven_thirds_and_minus_that(bounds: bool) -> None:
    for player, value in ((0, mpq(7, 3)), (1, mpq(-7, 3))):
        program = information_set_lp(FORM, player, bounds)
        assert program.value(judged_optimum(program)) == value


def test_b_and_c_g_five_sixths_of_the_time_is_optimal() -> None:
    """Player 1 plays b, c and then g with 5/6, d with 1/6; player 2's e, as multipliers, proves it."""
    program = information_set_lp(FORM, 0)
    plan = {"r1()": 1, "r1(b)": 1, "r1(c)": "5/6", "r1(c,g)": "5/6", "r1(d)": "1/6", "v(root)": "7/3", "v(I1)": "19/9"}
    x = vector(plan.get(name, 0) for name in program.variables)
    program_2 = information_set_lp(FORM, 1)
    optimum = judged_optimum(program_2)
    u = program_2.by_name(optimum.x)
    assert (u["r2(e)"], u["r2(f)"]) == (1, 0)
    multipliers = {"reply()": 1, "reply(e)": u["r2(e)"], "reply(f)": u["r2(f)"]}
    multipliers |= {f"plan({set_name})": u[f"v({set_name})"] for set_name in ("root", "I1", "I2", "I3")}
    y = vector(multipliers[name] for name in program.rows)
    assert check(program.program, Optimal(x, y, mpq(-7, 3))) is None
    assert are_complementary(program.program, x, y)


def poker_by_its_rules() -> lemke.Game:
    """Twelve deals of two cards of the deck, all equally likely; a player sees the rank of a card."""
    builder = GameBuilder()
    sets = {rank: builder.information_set(0, ["fold", "bet"], rank) for rank in "JQ"}
    replies = {rank: builder.information_set(1, ["fold", "call"], f"{rank}:b") for rank in "JQ"}
    deals = list(permutations("JJQQ", 2))
    nodes = builder.chance(builder.root, {f"{k}": mpq(1, len(deals)) for k in range(len(deals))})
    for (card, opposing), node in zip(deals, nodes, strict=True):
        fold, bet = builder.decide(node, sets[card])
        builder.pay(fold, -1, 1)
        concede, call = builder.decide(bet, replies[opposing])
        builder.pay(concede, 1, -1)
        won = 3 * ((card > opposing) - (card < opposing))
        builder.pay(call, won, -won)
    return builder.build()


def test_the_bundled_small_poker_is_the_game_of_the_rules() -> None:
    poker, expected = (lemke.sequence_form(game) for game in (lemke.example("small_poker"), poker_by_its_rules()))
    assert poker.sequence_names(0) == ["∅", "J:fold", "J:bet", "Q:fold", "Q:bet"]
    assert [poker.sequence_names(player) for player in (0, 1)] == [expected.sequence_names(player) for player in (0, 1)]
    assert (poker.A, poker.B) == (expected.A, expected.B)


def test_in_the_small_poker_only_the_queen_bets_and_calls() -> None:
    ranges = lemke.ranges(lemke.example("small_poker"))
    equilibrium = lemke.solve(lemke.example("small_poker"))
    assert equilibrium.payoffs == (mpq(-1, 6), mpq(1, 6))
    assert [list(map(list, plan)) for plan in equilibrium.profile.behavior] == [[[1, 0], [0, 1]], [[1, 0], [0, 1]]]
    assert ranges.equilibria.is_unique
