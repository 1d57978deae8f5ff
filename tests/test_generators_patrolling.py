"""Border patrol: sizes and values by hand, and random games judged by a naive referee."""

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke import sequence_form
from lemke.cli import run
from lemke.game.implicit import State
from lemke.generators import border_patrol, border_patrol_state


def referee(units: int, turns: int, orders: list[list[int]], moves: list[str]) -> tuple[int | None, list[list[bool]]]:
    """Player 1's payoff, None before the end; and turn by turn, which units found tracks."""
    path, tracks_found = [(0, 0)], []
    payoff = 0 if len(moves) == turns else None
    for posts, move in zip(orders, moves, strict=True):
        column, row = path[-1]
        path.append((column, row) if move == "stay" else (column + 1, 0 if move == "cross" else int(move)))
        stands = [(2 * unit + 1, post) for unit, post in enumerate(posts)]
        tracks = {node for before, node, after in zip(path[:-2], path[1:-1], path[2:]) if before != node != after}
        tracks_found.append([node in tracks for node in stands])
        if path[-1] in stands:
            payoff = 1
        elif path[-1][0] == 2 * units:
            payoff = -1
    return payoff, tracks_found


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 7), st.data())
def test_random_games_end_as_the_naive_referee_says(rows: int, units: int, turns: int, data: st.DataObject) -> None:
    state = border_patrol_state(rows, units, turns)
    orders: list[list[int]] = []
    moves: list[str] = []
    known = {"start"}
    while not state.is_terminal():
        assert referee(units, turns, orders, moves)[0] is None
        posts = data.draw(st.sampled_from(state.actions()))
        middle = state.child(posts)
        assert (state.player(), middle.player()) == (0, 1)
        assert middle.information_state() == " ".join(["start", *moves])
        orders.append([int(post) for post in str(posts).split("-")])
        if len(orders) > 1:
            assert all(abs(new - old) <= 1 for new, old in zip(orders[-1], orders[-2], strict=True))
        moves.append(str(data.draw(st.sampled_from(middle.actions()))))
        state = middle.child(moves[-1])
        known.add(str(state.information_state()))
    payoff, tracks_found = referee(units, turns, orders, moves)
    assert state.payoffs() == (payoff, -payoff if payoff is not None else None)
    turn_by_turn = [
        "-".join(f"{post}{'*' * mark}" for post, mark in zip(posts, marks, strict=True))
        for posts, marks in zip(orders, tracks_found, strict=True)
    ]
    assert known == {" ".join(["start", *turn_by_turn[:turn]]) for turn in range(len(moves) + 1)}


def test_an_attacker_goes_to_a_row_beside_or_stays() -> None:
    state = border_patrol_state(3, 2, 9)
    seen = []
    for move in ("1", "stay", "1", "2", "cross"):
        ordered = state.child(state.actions()[-1])  # the units stand below the attacker
        seen.append(ordered.actions())
        state = ordered.child(move)
    assert seen == [("1", "2", "3"), ("1", "stay"), ("1", "stay"), ("1", "2", "stay"), ("cross", "stay")]
    assert state.is_terminal()
    assert state.payoffs() == (-1, 1)


def after(state: State, *turns: str) -> State:
    """The state after turns such as ``1-3/2``: the posts of the units, the move of the attacker."""
    for turn in turns:
        posts, move = turn.split("/")
        state = state.child(next(action for action in state.actions() if str(action) == posts)).child(move)
    return state


@pytest.mark.parametrize(
    ("turns", "seen"),
    [
        (("2-1/1", "1-1/1"), "start 2-1 1*-1"),  # the unit comes as the attacker leaves
        (("2-1/1", "2-1/stay", "1-1/1"), "start 2-1 2-1 1-1"),  # tracks are covered
        (("2-1/1", "2-1/1", "1-1/stay"), "start 2-1 2-1 1*-1"),  # only those in the node where the attacker stays
        (("2-1/1", "2-1/1", "2-1/2", "2-1/stay", "2-2/cross"), "start 2-1 2-1 2-1 2-1 2-2"),
    ],
)
def test_tracks_are_found_unless_covered(turns: tuple[str, ...], seen: str) -> None:
    assert after(border_patrol_state(2, 2, 9), *turns).information_state() == seen


def test_players_who_change_places_do_not_meet() -> None:
    assert not after(border_patrol_state(2, 1, 9), "2/1").is_terminal()
    assert after(border_patrol_state(2, 1, 9), "2/1", "1/stay").payoffs() == (1, -1)
    assert after(border_patrol_state(2, 1, 9), "2/1", "1/cross").payoffs() == (-1, 1)


def test_the_smallest_patrol_has_the_leaves_counted_by_hand() -> None:
    """The first turn has four ways, two of which end in a capture. After each of the other two there are four ways."""
    game = border_patrol(2, 1, 2)
    assert len(game.leaves) == 2 + 2 * 4
    assert len(game.player) == len(game.leaves) + 1 + 2 + 2 + 4


@cache
def leaves(rows: int, units: int, turns: int, posts: tuple[int, ...] = (), column: int = 0, row: int = 0) -> int:
    """The number of ways in which the game can go on, whatever has been seen."""
    if turns == 0 or column == 2 * units or (column % 2 and posts[column // 2] == row):
        return 1
    beside = {place: [near for near in range(1, rows + 1) if abs(near - place) <= 1] for place in range(1, rows + 1)}
    ahead = list(beside) if column == 0 else [row] if column % 2 else beside[row]
    nodes = [(column + 1, next_row) for next_row in ahead] + ([(column, row)] if column else [])
    reached = product(*(beside[post] for post in posts)) if posts else product(beside, repeat=units)
    return sum(leaves(rows, units, turns - 1, next_posts, *node) for next_posts in reached for node in nodes)


@pytest.mark.parametrize("parameters", [(1, 1, 1), (1, 3, 9), (2, 1, 2), (3, 1, 4), (2, 2, 4), (2, 3, 3), (3, 2, 3)])
def test_trees_have_the_leaves_that_are_counted_without_them(parameters: tuple[int, int, int]) -> None:
    assert len(border_patrol(*parameters).leaves) == leaves(*parameters)


def test_patrols_have_more_than_millions_of_leaves_after_few_turns() -> None:
    assert leaves(4, 2, 5) > 10**6
    assert leaves(4, 2, 7) > 10**8


@pytest.mark.parametrize("turns", [2, 3, 4])
@pytest.mark.parametrize("rows", [1, 2, 3, 4])
def test_the_value_with_one_unit_is_that_of_random_rows(rows: int, turns: int) -> None:
    """The defender stays in a random row; the attacker goes through a random row."""
    form = sequence_form(border_patrol_state(rows, 1, turns))
    assert form.total == 0
    assert lemke.solve(form).payoffs[0] == mpq(2, rows) - 1


@pytest.mark.parametrize("turns", [1, 2, 3, 4])
def test_the_value_with_two_units_and_two_rows_is_1_2(turns: int) -> None:
    """The attacker is caught in its first row half the time. Otherwise the game goes on with the value 0."""
    assert lemke.solve(sequence_form(border_patrol_state(2, 2, turns))).payoffs[0] == mpq(1, 2)


class TracksUnseen:
    """A state of a patrol that does not look for tracks."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.is_terminal, self.player, self.actions = state.is_terminal, state.player, state.actions
        self.chance, self.payoffs = state.chance, state.payoffs

    def information_state(self) -> str:
        return str(self.state.information_state()).replace("*", "")

    def child(self, action: object, /) -> "TracksUnseen":
        return TracksUnseen(self.state.child(action))


@pytest.mark.slow
def test_seeing_tracks_raises_the_value() -> None:
    state = border_patrol_state(3, 2, 4)
    with_tracks, without = (lemke.solve(sequence_form(start)).payoffs[0] for start in (state, TracksUnseen(state)))
    assert mpq(1, 9) <= without < with_tracks  # 1/9: both units take a row at random and stay


def test_info_shows_the_sizes_of_a_patrol(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "patrol.efg")
    assert run(["generate", "border-patrol", "--rows", "2", "--units", "2", "--turns", "3", "-o", path]) == 0
    assert run(["info", path]) == 0
    shown = capsys.readouterr().out
    assert "border patrol, 2 rows, 2 units, 3 turns" in shown
    assert f"{leaves(2, 2, 3)} leaves" in shown and "0 chance nodes" in shown
    assert shown.count("perfect\n") == 2
    assert "zero-sum" in shown
