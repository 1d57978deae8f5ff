"""Inspection games: sizes and rules by hand, and a value that holds for every number of rounds."""

import pytest
from gmpy2 import mpq

import lemke
from lemke import sequence_form
from lemke.game.implicit import State
from lemke.game.strategy import Profile
from lemke.generators import inspection, inspection_state


def gain(sites: int) -> mpq:
    """The violator's payoff, by the formula."""
    best = range(1, sites + 1)
    return max(mpq(m - 1) / sum(mpq(1, site) for site in range(sites, sites - m, -1)) for m in best)


@pytest.mark.parametrize(("sites", "rounds"), [(1, 1), (1, 5), (2, 1), (2, 4), (3, 3), (5, 2), (8, 2), (12, 1)])
def test_the_value_does_not_depend_on_the_rounds(sites: int, rounds: int) -> None:
    form = sequence_form(inspection_state(sites, rounds))
    assert form.total == 0
    assert lemke.solve(form).payoffs == (-gain(sites), gain(sites))


def test_the_formula_has_the_values_found_by_hand() -> None:
    assert gain(1) == 0
    assert gain(2) == mpq(2, 3)  # sites 1 and 2 with 2/3 and 1/3
    assert gain(3) == mpq(6, 5)  # sites 2 and 3 with 3/5 and 2/5; the other is worth less
    assert gain(8) == mpq(2520, 533)  # four sites


@pytest.mark.parametrize(("sites", "rounds"), [(2, 3), (4, 2), (6, 2)])
def test_the_strategies_of_the_proof_are_an_equilibrium_with_the_value(sites: int, rounds: int) -> None:
    game, value = inspection(sites, rounds), gain(sites)
    visits = {site: max(mpq(), 1 - value / site) for site in range(1, sites + 1)}
    acts = {site: value / site if visits[site] else mpq() for site in visits}
    acts = {site: weight / sum(acts.values()) for site, weight in acts.items()}
    behavior: list[list[list[mpq]]] = [[], []]
    for index in game.sets_of(0):
        known = game.information_sets[index]
        _, _, before = known.label.partition(": ")
        again = {int(before.split()[0]): mpq(1)} if before else visits
        behavior[0].append([again.get(int(action), mpq()) for action in known.actions])
    for index in game.sets_of(1):
        actions = game.information_sets[index].actions
        behavior[1].append([mpq() if action == "wait" else acts[int(action)] for action in actions])
    report = lemke.verify(game, Profile.of(game, behavior))
    assert report.is_equilibrium
    assert report.payoffs == (-value, value)


@pytest.mark.parametrize(("sites", "rounds"), [(1, 1), (2, 1), (3, 2), (2, 5)])
def test_the_number_of_leaves_is_that_of_the_rules(sites: int, rounds: int) -> None:
    acting = sum(sites**rounds_before * sites for rounds_before in range(1, rounds + 1))
    assert len(inspection(sites, rounds).leaves) == acting + sites**rounds


def play(state: State, *actions: object) -> State:
    for action in actions:
        assert action in state.actions()
        state = state.child(action)
    return state


@pytest.mark.parametrize(
    ("actions", "payoffs"),
    [
        ((3, 2), (-2, 2)),
        ((3, 3), (0, 0)),
        ((1, "wait", 3, 1), (-1, 1)),
        ((1, "wait", 3, 3), (0, 0)),
        ((1, "wait", 3, "wait"), (0, 0)),
    ],
)
def test_a_violation_that_is_not_seen_is_worth_its_site(actions: tuple[object, ...], payoffs: object) -> None:
    end = play(inspection_state(3, 2), *actions)
    assert end.is_terminal()
    assert end.payoffs() == payoffs


def test_players_know_only_their_own_moves() -> None:
    state = inspection_state(3, 3)
    assert (state.player(), state.information_state()) == (0, "round 1")
    assert {play(state, site).information_state() for site in (1, 2, 3)} == {"round 1"}
    later = play(state, 2, "wait", 3, "wait")
    assert (later.player(), later.information_state()) == (0, "round 3: 2 3")
    assert (play(later, 1).player(), play(later, 1).information_state()) == (1, "round 3")
