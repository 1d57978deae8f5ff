"""The matrices of the sequence form: their differences, tables and texts, and payoffs in other units."""

import json
import re
from itertools import product

import numpy as np
import pytest
from gmpy2 import mpq

import lemke
from hard_games import bimatrix, opposed
from lemke.errors import InputError, ProfileError
from lemke.forms.sequence_form import SequenceForm, are_short, in_units, models
from lemke.forms.sequence_form.units import GAPS
from lemke.game.strategy import centroid, realization_plan
from lemke.ground.sparse import SparseMatrix, vector, zeros
from named_games import GAMES

TABLE = np.array([[1, 2], [3, -4]], dtype=object)
FACTOR = mpq(10) ** 30 / 7
TRACING = lemke.sequence_form(lemke.read(GAMES / "tracing_2002.efg"))
FORM = lemke.sequence_form(bimatrix([[1, 2], [3, 0]], [["1/2", 0], [5, 0]], "uneven"))


def test_the_game_against_has_the_difference_of_the_payoffs() -> None:
    against = FORM.against()
    assert against.A.to_lists() == [[0, 0, 0], [0, mpq(1, 2), 2], [0, -2, 0]]
    assert against.B == -against.A and (against.title, against.total) == ("uneven", 0)


def test_the_table_has_both_payoffs_of_each_pair_of_sequences() -> None:
    names = product(TRACING.sequence_names(0), TRACING.sequence_names(1))
    payoffs = zip(np.ravel(TRACING.A.to_lists()), np.ravel(TRACING.B.to_lists()), strict=True)
    expected = [(*pair, *numbers) for pair, numbers in zip(names, payoffs, strict=True) if any(numbers)]
    assert sorted(TRACING.to_table().rows) == sorted(expected)
    assert TRACING.to_table().columns[2:] == ("A", "B")
    assert FORM.to_table().rows == (("0", "0", 1, mpq(1, 2)), ("0", "1", 2, 0), ("1", "0", 3, 5))


def test_frames_have_the_names_of_their_rows_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SparseMatrix, "to_pandas", lambda *arguments: arguments)
    names = [TRACING.sequence_names(player) for player in (0, 1)]
    sets = [["", *(h.name for h in sequences.information_sets)] for sequences in TRACING.sequences]
    labels = {"E": (sets[0], names[0]), "F": (sets[1], names[1]), "A": names, "B": names}
    for floats in (False, True):
        assert TRACING.frames(floats) == {name: (getattr(TRACING, name), *labels[name], floats) for name in "EFAB"}
    assert TRACING.frames()["E"][-1] is False


@pytest.mark.parametrize("player", [0, 1])
def test_a_prior_that_is_no_plan_is_refused_by_its_player(player: int) -> None:
    prior = [realization_plan(sequences, centroid(sequences)) for sequences in FORM.sequences]
    prior[player] = zeros(3)
    with pytest.raises(ProfileError, match=f"of player {player + 1}, expected [35] weights"):
        FORM.lcp((prior[0], prior[1]))


def test_plans_of_another_size_have_no_payoffs() -> None:
    form = lemke.sequence_form(bimatrix([[1, 2, 3]], [[1, 2, 3]]))
    with pytest.raises(InputError, match="4 sequences of player 1, expected 2"):
        form.payoffs(zeros(4), zeros(4))


# ---------------------------------------------------------------------- documents


def of_moves(number: int) -> SequenceForm:
    """The form of a game in which only player 2 moves and gets the number of the move from player 1."""
    builder = lemke.GameBuilder()
    for k, leaf in enumerate(builder.move(builder.root, 1, [f"m{k}" for k in range(number)], "choice")):
        builder.pay(leaf, -k, k)
    return lemke.sequence_form(builder.build(unpaid="zero"))


def blocks(form: SequenceForm) -> dict[str, list[list[str]]]:
    """The cells of the matrices in the text, by their names; the first row is the heading."""
    texts = form.document().to_text().strip().split("\n\n")
    return {text[0]: [re.split(" {2,}", line.strip()) for line in text.splitlines()] for text in texts}


def test_the_text_has_every_number_beside_its_names() -> None:
    names = [TRACING.sequence_names(player) for player in (0, 1)]
    for name, ((heading,), columns, *rows) in blocks(TRACING).items():
        matrix = getattr(TRACING, name)
        numbers = [[str(number) if number else "." for number in row] for row in matrix.to_lists()]
        assert heading.startswith("{}, {} x {}, {} nonzeros".format(name, *matrix.shape, matrix.nnz))
        if name in ("A", "B"):
            assert columns == names[1]
            assert rows == [[label, *row] for label, row in zip(names[0], numbers, strict=True)]
        else:
            player = "EF".index(name)
            sets = [[f"{h.number} {h.label}"] for h in TRACING.sequences[player].information_sets]
            right = ["1", *["0"] * len(sets)]
            assert columns == [*names[player], name.lower()]
            assert rows == [[*label, *row, end] for label, row, end in zip([[], *sets], numbers, right, strict=True)]


def test_a_wide_matrix_is_listed_by_entry() -> None:
    wide, listed = of_moves(24), blocks(of_moves(24))
    assert listed["F"][1:4] == [["∅", "∅", "1"], ["1 choice", "∅", "-1"], ["1 choice", "m0", "1"]]
    assert listed["A"][1:] == [["∅", f"m{k}", str(-k)] for k in range(1, 24)]
    assert len(listed["F"]) == 1 + wide.F.nnz
    assert [("right-hand side" in listed[name][0][0]) for name in "FAB"] == [True, False, False]


def test_the_document_has_every_matrix() -> None:
    document = json.loads(TRACING.document().to_json())
    assert document["sequences"] == [TRACING.sequence_names(0), TRACING.sequence_names(1)]
    assert (document["format"], document["title"]) == ("lemke-sequence-form/1", TRACING.title)
    for name in "EFAB":
        matrix = getattr(TRACING, name)
        assert document[name]["shape"] == list(matrix.shape)
        assert [(i, j, mpq(number)) for i, j, number in document[name]["entries"]] == matrix.entries
    assert (document["e"], document["f"]) == ([*map(str, TRACING.e)], [*map(str, TRACING.f)])


def test_latex_has_every_matrix_up_to_a_width() -> None:
    for form, columns in ((FORM, 10), (of_moves(20), 21)):
        latex = form.to_latex()
        assert f"{{MaxMatrixCols}}{{{columns}}}" in latex
        for name, matrix in form.matrices().items():
            assert f"\\[\n{name} = {matrix.to_latex()}\n\\]\n" in latex
    with pytest.raises(InputError, match="501 columns"):
        of_moves(500).to_latex()


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


def test_a_short_factor_of_long_payoffs_stays() -> None:
    long = 2 * (mpq(2) ** 80 + 1)
    form = lemke.sequence_form(opposed([[long, 6], [4, 2]]))
    short, units = in_units(form)
    assert short is form and units == (1, 1)


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


def test_long_numbers_are_not_short() -> None:
    assert are_short(vector([])) and are_short(vector([1, "-2/3"]))
    assert not are_short(vector([1, 2**50])) and not are_short(vector([mpq(1, 2**50)]))
