"""Lemke–Howson as a method for games, by the reduced strategic form, judged on the tree."""

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.errors import GameError, InputError
from lemke.forms.normal_form import NormalForm, normal_form
from lemke.game import Game
from lemke.generators import coordination, hard_to_solve, kuhn
from lemke.linear.pivoting.lemke_howson import lemke_howson
from methods import solved_by
from naive import naive_regrets
from named_games import GAMES
from strategies import games

METHOD = "lemke-howson"
TRACING = GAMES / "tracing_2002.efg"


@given(games(max_depth=3), st.data())
def test_every_label_leads_to_an_equilibrium_of_the_game(game: Game, data: st.DataObject) -> None:
    labels = sum(normal_form(game, reduced=True).shape)
    label = data.draw(st.integers(0, labels - 1))
    equilibrium = solved_by(game, METHOD, label=label)
    assert naive_regrets(game, equilibrium.profile.behavior) == (0, 0)
    assert lemke.verify(game, equilibrium.profile).payoffs == equilibrium.payoffs
    assert (equilibrium.method, equilibrium.kernel, equilibrium.how.label, equilibrium.prior) == (
        METHOD,
        "exact",
        label,
        None,
    )
    with pytest.raises(InputError, match=f"label {labels}, expected .* 0 to {labels - 1}"):
        lemke.solve(game, method=METHOD, label=labels)


@pytest.mark.slow
@given(games(max_depth=3))
def test_paths_from_all_ends_lead_back_and_reach_an_odd_number_of_equilibria(game: Game) -> None:
    walks = lemke.lemke_howson(game)
    labels = [(player, name) for player, names in enumerate(walks.normal_form.strategies) for name in names]
    assert [path.label for path in walks.paths] == list(range(len(labels)))
    for path in walks.paths:
        equilibrium = solved_by(game, METHOD, label=path.label)
        end = walks.ends[path.end - 1]
        assert (path.start, equilibrium.pivots) == (0, path.pivots)
        assert [plan.tolist() for plan in equilibrium.plans] == [plan.tolist() for plan in end.plans]
    on = lemke.lemke_howson(game, reachable=True)
    assert len(on.paths) == (len(on.ends) + 1) * len(labels)
    back = {(path.start, path.label): (path.end, path.pivots) for path in on.paths}
    assert all(back[end, label] == (start, pivots) for (start, label), (end, pivots) in back.items())
    assert len(on.ends) % 2 == 1
    seen = [[plan.tolist() for plan in end.plans] for end in on.ends]
    assert all([plan.tolist() for plan in end.plans] in seen for end in walks.ends)


def test_paths_of_the_tracing_example_end_at_its_three_equilibria() -> None:
    game = lemke.read(TRACING)
    walks = lemke.lemke_howson(game)
    assert [name for names in walks.normal_form.strategies for name in names] == [
        "L *", "R S", "R T", "l s", "l t", "r s", "r t",
    ]  # fmt: skip
    assert {end.payoffs for end in walks.ends} == {(11, 3), (4, mpq(7, 3))}
    more = lemke.lemke_howson(game, reachable=True).ends
    assert {end.payoffs for end in more} == {(11, 3), (4, mpq(7, 3)), (4, mpq(3, 2))}
    assert len(more) == 3


def test_a_strategic_form_that_is_too_large_is_refused_before_it_is_made() -> None:
    with pytest.raises(GameError, match="729 x 4096 strategies"):
        lemke.solve(kuhn(6), method=METHOD)


def test_matrices_and_their_tree_take_the_same_path() -> None:
    A, B = [[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]]
    form = NormalForm.of(A, B)
    for label in range(5):
        end, picked_up = lemke_howson(A, B, label)
        of_matrices, of_tree = lemke.solve(form, METHOD, label=label), lemke.solve(form.tree(), METHOD, label=label)
        assert of_matrices.pivots == of_tree.pivots == len(picked_up)
        for equilibrium in (of_matrices, of_tree):
            assert equilibrium.profile.behavior == ((tuple(end.x),), (tuple(end.y),))


def test_bits_are_those_of_the_largest_determinant_on_the_path() -> None:
    A, B = hard_to_solve(8)
    form = NormalForm.of(A, B)
    assert lemke.solve(form, METHOD).how.bits > max(
        share.denominator.bit_length() for share in lemke.solve(form).profile.behavior[0][0]
    )
    assert lemke.solve(NormalForm.of(*coordination(2)), METHOD).how.bits == 1
