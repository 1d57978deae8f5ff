"""Data frames of games, forms and answers: exact numbers, or floats on request."""

import pandas as pd
import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import InputError
from lemke.generators import kuhn
from lemke.ground.sparse import SparseMatrix
from lemke.ground.table import Table


def test_exact_numbers_stay_exact_and_whole_numbers_whole():
    frame = Table(("name", "k", "number"), (("a", 1, mpq(1, 3)), ("b", None, mpq(2)))).to_pandas()
    assert frame.loc[0, "number"] == mpq(1, 3)
    assert type(frame.loc[1, "number"]) is type(mpq())
    assert frame.loc[0, "k"] == 1
    assert type(frame.loc[0, "k"]) is int  # no float, although something is missing
    floats = Table(("name", "number"), (("a", mpq(1, 4)), ("b", mpq(2))), index=1).to_pandas(floats=True)
    assert floats["number"].dtype == float
    assert floats.loc["a", "number"] == 0.25


def test_the_frame_of_a_game_has_a_row_for_every_node():
    game = kuhn(3)
    frame = game.to_pandas()
    assert len(frame) == game.size
    leaves = frame[frame["player"].isna()]
    assert leaves["payoff Player 1"].sum() == sum(game.leaf_payoffs(0))
    chance = frame[frame["probability"].notna()]
    assert chance["probability"].sum() == 1  # of the deal
    assert set(frame["action"].dropna()) >= {"bet", "pass"}


def test_the_frames_of_a_sequence_form_are_labelled():
    form = lemke.sequence_form(kuhn(3))
    frames = form.frames()
    assert list(frames) == ["E", "F", "A", "B"]
    assert frames["A"].shape == form.A.shape
    assert list(frames["A"].index) == form.sequence_names(0)
    assert list(frames["A"].columns) == form.sequence_names(1)
    assert (frames["A"].to_numpy() == form.A.to_lists()).all()
    assert (frames["A"] + frames["B"] == 0).all().all()
    assert len(form.to_pandas().loc["A"]) == form.A.nnz
    assert form.A.to_pandas(floats=True).to_numpy().tolist() == form.A.to_numpy().tolist()


@pytest.mark.parametrize("floats", [False, True])
def test_the_frame_of_a_strategic_form_has_pairs_of_payoffs(floats):
    form = lemke.NormalForm.of([[3, "1/2"], [0, 1]], [[2, 0], [0, "-1/3"]], players=["Ann", "Bob"])
    A = form.to_pandas(floats).map(lambda payoffs: payoffs[0])
    expected = [[3, mpq(1, 2)], [0, 1]]
    assert A.to_numpy().tolist() == ([[float(value) for value in row] for row in expected] if floats else expected)
    assert isinstance(A, pd.DataFrame)


def test_columns_of_one_name_stay_apart():
    frame = Table(("", "", "a"), (("x", 1, mpq(2)), ("y", 3, mpq(4))), index=1).to_pandas()
    assert frame.to_numpy().tolist() == [[1, 2], [3, 4]]
    assert list(frame.index) == ["x", "y"]
    pairs = Table(("a",), (((mpq(1, 2), mpq(1, 4)),),)).to_pandas(floats=True)
    assert pairs.loc[0, "a"] == (0.5, 0.25)


def test_an_empty_name_of_a_column_is_a_name():
    matrix = SparseMatrix.from_dense([[1, 2]])
    assert matrix.to_pandas(columns=["", "a"]).to_numpy().tolist() == [[1, 2]]


def test_the_labels_of_frames_are_those_of_the_game():
    frame = pd.DataFrame([[3, 0], [1, 1]], index=["T", "B"], columns=["L", "R"])
    assert lemke.NormalForm.of(frame, frame).strategies == (("T", "B"), ("L", "R"))
    assert lemke.NormalForm.zero_sum(frame).strategies == (("T", "B"), ("L", "R"))
    assert lemke.NormalForm.of(frame.reset_index(drop=True), frame.to_numpy()).strategies == (("1", "2"),) * 2
    with pytest.raises(InputError, match="different labels"):
        lemke.NormalForm.of(frame, frame.loc[["B", "T"]])
