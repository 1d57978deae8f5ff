"""Consequences of learned conflicts, compared with a naive search of every conflict."""

from hypothesis import given
from hypothesis import strategies as st

from lemke.certificate import Conflict
from lemke.ground.masks import members
from lemke.solvers.equilibrium_sets.search import Conflicts

VARIABLES = 70
FEW = st.sampled_from([0, 1, 2, 40, 63, 64, 69])


@st.composite
def conflicts(draw: st.DrawFn, largest: int) -> Conflict:
    zero = draw(st.sets(FEW, max_size=largest))
    positive = draw(st.sets(FEW, max_size=largest)) - zero
    return Conflict(sum(1 << k for k in zero), sum(1 << k for k in positive))


def contains(state: Conflict, conflict: Conflict) -> bool:
    return conflict.zero & ~state.zero == 0 and conflict.positive & ~state.positive == 0


def consequences(learned: list[Conflict], state: Conflict) -> set[tuple[int, bool]]:
    """The statements that must hold, because otherwise all statements of a conflict would be true."""
    following = set()
    for zero, positive in learned:
        missing = [(k, True) for k in members(zero & ~state.zero)]
        missing += [(k, False) for k in members(positive & ~state.positive)]
        if len(missing) == 1:
            ((variable, becomes_positive),) = missing
            opposite = state.positive if becomes_positive else state.zero
            if not opposite >> variable & 1:
                following.add((variable, becomes_positive))
    return following


@given(st.lists(conflicts(3), max_size=30), conflicts(6))
def test_consequences_are_those_of_single_conflicts(listed: list[Conflict], state: Conflict) -> None:
    store = Conflicts(VARIABLES)
    for step, conflict in enumerate(listed):
        store.learn(conflict, step)
    result = store.follow(state)
    if any(contains(state, conflict) for conflict in listed):
        assert isinstance(result, int) and contains(state, listed[result])
        return
    assert isinstance(result, list)
    assert {(variable, positive) for variable, positive, _ in result} == consequences(listed, state)
    for variable, positive, reason in result:
        assert consequences([listed[reason]], state) == {(variable, positive)}


@given(st.lists(conflicts(3), max_size=30))
def test_only_the_smallest_of_nested_conflicts_are_kept(listed: list[Conflict]) -> None:
    store = Conflicts(VARIABLES)
    for step, conflict in enumerate(listed):
        store.learn(conflict, step)
    kept = [listed[step] for step in store.learned]
    for conflict in listed:
        assert any(contains(conflict, smaller) for smaller in kept)
    assert not any(contains(a, b) for a in kept for b in kept if a is not b)
