"""The matrices of the sequence form: their differences, tables and texts, and payoffs in other units."""

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix, opposed
from lemke.errors import ProfileError
from lemke.forms.sequence_form import in_units, models
from lemke.forms.sequence_form.units import GAPS
from lemke.game.strategy import centroid, realization_plan
from lemke.ground.sparse import zeros
from named_games import GAMES

TABLE = np.array([[1, 2], [3, -4]], dtype=object)
FACTOR = mpq(10) ** 30 / 7
TRACING = lemke.sequence_form(lemke.read(GAMES / "tracing_2002.efg"))
FORM = lemke.sequence_form(bimatrix([[1, 2], [3, 0]], [["1/2", 0], [5, 0]], "uneven"))


def test_the_game_against_has_the_difference_of_the_payoffs() -> None:
    against = FORM.against()
    assert against.A.to_lists() == [[0, 0, 0], [0, mpq(1, 2), 2], [0, -2, 0]]
    assert against.B == -against.A and (against.title, against.total) == ("uneven", 0)


@pytest.mark.parametrize("player", [0, 1])
def test_a_prior_that_is_no_plan_is_refused_by_its_player(player: int) -> None:
    prior = [realization_plan(sequences, centroid(sequences)) for sequences in FORM.sequences]
    prior[player] = zeros(3)
    with pytest.raises(ProfileError, match=f"of player {player + 1}, expected [35] weights"):
        FORM.lcp((prior[0], prior[1]))


# ---------------------------------------------------------------------- units


@pytest.mark.parametrize("total", [0, 5, None])
def test_a_long_factor_of_all_payoffs_is_divided_out_exactly(total: int | None) -> None:
    table_2 = TABLE if total is None else total - TABLE
    factors = FACTOR, (mpq(10) ** 40 if total is None else FACTOR)
    form = lemke.sequence_form(bimatrix((TABLE * factors[0]).tolist(), (table_2 * factors[1]).tolist()))
    plain = lemke.sequence_form(bimatrix(TABLE.tolist(), table_2.tolist()))
    short, units = in_units(form)
    assert units == factors
    assert (short.A, short.B, short.total) == (plain.A, plain.B, total)


def test_wide_gaps_between_payoffs_are_narrowed_by_powers_of_two() -> None:
    form = lemke.sequence_form(opposed([[-mpq(1, 2**300), 1], [2, mpq(2) ** 200]]))
    for gap, model in zip(GAPS, models(form), strict=True):
        assert model.A.values.tolist() == [-1, 2**gap, 2 ** (gap + 1), 2 ** (2 * gap + 1)]
        assert model.B == -model.A and model.total == 0


@pytest.mark.parametrize(
    ("A", "B", "number"),
    [
        ([[1, 2**60], [1, 1]], [[1, 1], [1, 1]], len(GAPS)),
        ([[1, 1], [1, 1]], [[1, 2**60], [1, 1]], len(GAPS)),
        ([[1 - mpq(1, 2**60), 2], [3, 1]], [[mpq(1, 2**60), -1], [-2, 0]], len(GAPS)),
        ([[1, 2**30], [1, 1]], [[1, 1], [1, mpq(1, 2**30)]], 0),
    ],
    ids=["of player 1", "of player 2", "of player 2 in a game of total 1", "of neither"],
)
def test_games_with_narrower_gaps_are_made_where_the_payoffs_of_a_player_are_far_apart(A, B, number: int) -> None:
    assert len(list(models(lemke.sequence_form(bimatrix(A, B))))) == number


def test_the_table_has_every_entry_of_the_matrices_beside_its_names() -> None:
    names = [TRACING.sequence_names(player) for player in (0, 1)]
    sets = [["∅", *(f"{h.number} {h.label}" for h in sequences.information_sets)] for sequences in TRACING.sequences]
    labels = {"E": (sets[0], names[0]), "F": (sets[1], names[1]), "A": names, "B": names}
    assert TRACING.to_table().rows == [
        (letter, rows[i], columns[j], value)
        for letter, (rows, columns) in labels.items()
        for i, j, value in getattr(TRACING, letter).entries
    ]
