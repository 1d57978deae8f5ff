"""Equilibria of the reduced strategic form and of the sequence form are the same strategies."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

import lemke
from lemke.forms.normal_form import NormalForm, normal_form
from lemke.forms.sequence_form import is_equilibrium_by_lcp
from lemke.game import Game
from lemke.game.pure_strategies import STAR, MixedStrategy, plan_of_mixed
from lemke.game.strategy import Profile, realization_plan
from lemke.ground.sparse import vector
from mixtures import mixed_of_plan
from naive import behaviors, naive_payoffs
from strategies import games

SMALL = 60
"""Combinations of strategies beyond which a game is left out."""


def reduced_form(game: Game) -> NormalForm:
    form = normal_form(game, reduced=True)
    assume(form.payoffs[0].size <= SMALL)
    return form


def shares(form: NormalForm, player: int, mixed: MixedStrategy) -> np.ndarray:
    """The probabilities of all strategies of the form."""
    return vector(mixed.probabilities.get(strategy, 0) for strategy in form.pure[player])


def as_tree(form: NormalForm) -> Game:
    """The strategic form as a tree: player 2 chooses without seeing what player 1 chose."""
    builder = lemke.GameBuilder()
    columns = builder.information_set(1, form.strategies[1])
    for i, row in enumerate(builder.move(builder.root, 0, form.strategies[0])):
        for j, cell in enumerate(builder.decide(row, columns)):
            builder.pay(cell, *(table[i, j] for table in form.payoffs))
    return builder.build()


@given(games(max_depth=3), st.sampled_from(["centroid", "random"]))
def test_an_equilibrium_of_the_sequence_form_is_one_of_the_reduced_form(game: Game, prior: str) -> None:
    form, sequences = reduced_form(game), lemke.sequence_form(game)
    plans = lemke.solve(sequences, prior=prior).plans
    x, y = (
        shares(form, player, mixed_of_plan(sequences.sequences[player], form.pure[player], plans[player]))
        for player in (0, 1)
    )
    rows, columns = form.payoffs[0] @ y, x @ form.payoffs[1]
    assert max(rows) == x @ rows == sequences.payoffs(*plans)[0]
    assert max(columns) == columns @ y == sequences.payoffs(*plans)[1]


@given(games(max_depth=3), st.sampled_from(["centroid", "random"]))
def test_an_equilibrium_of_the_reduced_form_is_one_of_the_sequence_form(game: Game, prior: str) -> None:
    form, sequences = reduced_form(game), lemke.sequence_form(game)
    equilibrium = lemke.solve(as_tree(form), prior=prior)
    plans = [
        plan_of_mixed(
            player_sequences,
            MixedStrategy.of(pure, dict(zip(pure, distribution[0], strict=True))),
        )
        for player_sequences, pure, distribution in zip(
            sequences.sequences, form.pure, equilibrium.profile.behavior, strict=True
        )
    ]
    assert is_equilibrium_by_lcp(sequences, *plans)
    assert sequences.payoffs(*plans) == equilibrium.payoffs


@given(st.data())
def test_payoffs_of_plans_mixtures_and_behavior_are_the_same(data: st.DataObject) -> None:
    game = data.draw(games(max_depth=3))
    form, sequences = reduced_form(game), lemke.sequence_form(game)
    behavior = data.draw(behaviors(game))
    plans = [
        realization_plan(player_sequences, strategy)
        for player_sequences, strategy in zip(sequences.sequences, behavior, strict=True)
    ]
    x, y = (
        shares(form, player, mixed_of_plan(sequences.sequences[player], form.pure[player], plans[player]))
        for player in (0, 1)
    )
    expected = naive_payoffs(game, behavior)
    assert sequences.payoffs(*plans) == expected
    assert tuple(x @ (matrix @ y) for matrix in form.payoffs) == expected
    assert lemke.verify(game, Profile.of(game, behavior)).payoffs == expected


@given(games(max_depth=3))
def test_the_reduced_form_has_the_payoffs_of_the_full_one_with_stars_filled_in_any_way(game: Game) -> None:
    form, full = reduced_form(game), normal_form(game)
    assume(full.payoffs[0].size <= 10 * SMALL)
    for i, row in enumerate(full.pure[0]):
        for j, column in enumerate(full.pure[1]):
            place = tuple(
                next(
                    k
                    for k, reduced in enumerate(strategies)
                    if all(a in (STAR, b) for a, b in zip(reduced, pure, strict=True))
                )
                for strategies, pure in zip(form.pure, (row, column), strict=True)
            )
            assert [table[i, j] for table in full.payoffs] == [table[place] for table in form.payoffs]
