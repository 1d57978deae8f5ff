"""A set of plans in words: exactly the plans of the set satisfy the inequalities, where ranges alone would mislead."""

from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import EquilibriumSets, PlanRanges
from lemke.certificate.described_set import _inequalities
from lemke.errors import NotProvedError
from lemke.game import Game
from lemke.game.recall import EMPTY
from strategies import games

SHARES = st.sampled_from([mpq(-1, 2), mpq(0), mpq(1, 3), mpq(1, 2), mpq(1), mpq(3, 2), mpq(3)])


def sets_of(game: Game) -> EquilibriumSets:
    return lemke.enumerate(game, "sets", vertices=True)


def is_in(ranges: PlanRanges, coordinates: dict[int, mpq]) -> bool:
    try:
        ranges.plan_at(coordinates)
    except NotProvedError:
        return False
    return True


@given(games(max_depth=3), st.data())
def test_the_plans_that_satisfy_the_inequalities_are_those_of_the_set(game: Game, data: st.DataObject) -> None:
    """Points on lines from the inner point through a vertex lie in the set up to the vertex, and no further."""
    for described in sets_of(game).sets:
        for ranges, vertices in zip(described.ranges, described.vertices, strict=True):
            inequalities = _inequalities(ranges)
            assert inequalities is not None
            for vertex in vertices:
                share = data.draw(SHARES)
                point = {k: ranges.plan[k] + share * (vertex[k] - ranges.plan[k]) for k in ranges.coordinates}
                values = {EMPTY: mpq(1)} | point
                holds = all(sum(a * values[k] for k, a in form.items()) >= 0 for form in inequalities)
                assert holds == is_in(ranges, point)


def manager_and_clerk() -> Game:
    """The manager picks one of two offices; the clerk, who does not see which, goes left or right."""
    builder = lemke.GameBuilder(["manager", "clerk"])
    rooms = builder.move(builder.root, 0, ["stay", "hire"])
    builder.pay(rooms[0], 2, 0)
    for end, payoff in zip(builder.move(rooms[1], 1, ["left", "right"]), (4, 0), strict=True):
        builder.pay(end, payoff, 1)
    return builder.build()


def test_ranges_of_all_equilibria_together_would_mislead() -> None:
    """Over all equilibria, hire and right have the range 0 to 1; but where hire is played, right has at most 1/2."""
    game = manager_and_clerk()
    ranges = lemke.ranges(game)
    assert {str(ranges[player, "1"][move].weight) for player, move in ((0, "hire"), (1, "right"))} == {"0 to 1"}
    equilibria = sets_of(game)
    described = [(part.statements(0), part.statements(1)) for part in equilibria.sets]
    assert sorted(described) == [
        (("0 ≤ hire ≤ 1",), ("left = 1/2, right = 1/2",)),
        (("hire",), ("right ≤ 1/2",)),
        (("stay",), ("right ≥ 1/2",)),
    ]
    text = equilibria.to_text()
    assert "right ≥ 1/2" in text and "hire" in text
    assert [row[4:5] for row in equilibria.to_table().rows] == [(False,)] * 3


def test_moves_of_several_sets_are_described_by_their_weights() -> None:
    (described,) = sets_of(lemke.example("kuhn3")).sets
    assert described.statements(0) == (
        "x(J, pass) = 4/3 - x(Q:pb, call)",
        "J:pb: fold",
        "Q: pass",
        "x(K, pass) = 2 - 3 x(Q:pb, call)",
        "K:pb: call",
        "1/3 ≤ x(Q:pb, call) ≤ 2/3",
    )
    assert described.statements(1)[1] == "Q:b: fold = 2/3, call = 1/3"
    notes = described.to_table().notes
    assert "Player 1: 1/3 ≤ x(Q:pb, call) ≤ 2/3" in notes and not any(note.startswith("Player 2") for note in notes)
    assert described.to_table().rows[0] == (1, 1, "J", "pass", "2/3 to 1", 1, mpq(2, 3))


def test_a_triangle_has_its_facets() -> None:
    """If all payoffs are 0, every plan is an equilibrium."""
    (described,) = sets_of(
        lemke.NormalForm.of([[0] * 3] * 2, [[0] * 3] * 2, strategies=[["a", "b"], ["c", "d", "e"]]).tree()
    ).sets
    assert described.statements(0) == ("0 ≤ b ≤ 1",)
    assert described.statements(1) == ("d ≥ 0", "e ≥ 0", "d + e ≤ 1")
