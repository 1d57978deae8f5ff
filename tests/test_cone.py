"""Faces of cones: supports, proofs, points and least values, with HiGHS and without it."""

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import assume, given
from hypothesis import strategies as st

from lemke.ground.masks import mask_of, mask_where, members
from lemke.ground.sparse import SparseMatrix, vector
from lemke.linear.guided import Cone
from lemke.linear.guided.cone import FaceProgram

ENTRIES = st.sampled_from([0, 0, 0, 1, 1, -1, 2, -3, mpq(1, 3), mpq(-5, 7)])
SIZES = st.tuples(st.integers(1, 4), st.integers(1, 5), st.integers(0, 2))


@st.composite
def cones(draw: st.DrawFn) -> Cone:
    rows, columns, free = draw(SIZES)
    row = st.lists(ENTRIES, min_size=columns + free, max_size=columns + free)
    return Cone(SparseMatrix.from_dense(draw(st.lists(row, min_size=rows, max_size=rows)), columns + free), columns)


def sets_of(size: int) -> st.SearchStrategy[int]:
    return st.integers(0, (1 << size) - 1)


def can_be_positive(faces: Cone, zeros: int) -> int:
    """By exact programs alone, one variable after the other."""
    free = [k for k in range(faces.size) if not zeros >> k & 1]
    return mask_of(k for k in free if faces._exact_face(zeros, 1 << k).value < 0)


@given(cones(), st.data())
def test_a_point_is_positive_wherever_it_can_be(faces: Cone, data: st.DataObject) -> None:
    zeros = data.draw(sets_of(faces.size))
    point = faces.point(zeros)
    assert not np.any(faces.matrix @ np.append(point.z, point.w) != 0)
    assert np.all(point.z >= 0) and point.positive == mask_where(point.z > 0)
    assert point.positive == can_be_positive(faces, zeros) == faces.support(zeros)[0]


@given(cones(), st.data())
def test_a_proof_says_that_variables_are_0_and_no_others(faces: Cone, data: st.DataObject) -> None:
    zeros = data.draw(sets_of(faces.size))
    positive = can_be_positive(faces, zeros)
    left = ((1 << faces.size) - 1) & ~zeros & ~positive
    assume(left)
    proof = faces.proof(zeros, left)
    assert proof is not None
    combined = faces.transposed @ proof
    assert not np.any(combined[faces.size :] != 0)
    zero = mask_where(combined[: faces.size] < 0)
    assert mask_where(combined[: faces.size] > 0) & ~zeros == 0 and left & ~zero == 0 and zero & positive == 0


@given(cones(), st.data())
def test_a_least_value_is_attained_and_bounded(faces: Cone, data: st.DataObject) -> None:
    """The objective is bounded because only the reference has a negative cost."""
    zeros = data.draw(sets_of(faces.size))
    positive = can_be_positive(faces, zeros)
    assume(positive)
    reference = data.draw(st.sampled_from(list(members(positive))))
    costs = data.draw(st.lists(st.sampled_from([0, 1, 2, mpq(1, 3)]), min_size=faces.size, max_size=faces.size))
    objective = vector(costs)
    objective[reference] = mpq(-5)
    proposed_value, *_ = proposed = faces.least(zeros, objective, reference)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FaceProgram, "minimise", lambda *_: None)
        exact_value, *_ = exact = faces.least(zeros, objective, reference)
    assert proposed_value == exact_value
    for value, multipliers, point in (proposed, exact):
        reduced = objective - (faces.transposed @ multipliers)[: faces.size]
        z = point.z / point.z[reference]
        assert sum(objective * z) == value == reduced[reference]
        assert mask_where(reduced < 0) & ~zeros & ~(1 << reference) == 0
        assert point.positive & zeros == 0


def simplex(scale: mpq) -> Cone:
    """x1 + x2 = scale · x3."""
    return Cone(SparseMatrix.from_dense([[1, 1, -scale]]), 3)


@pytest.mark.parametrize("exponent", [-3000, -40, 0, 40, 3000])
def test_supports_and_proofs_hold_for_numbers_of_any_size(exponent: int) -> None:
    faces = simplex(mpq(10) ** exponent)
    assert faces.support(0)[0] == faces.point(0).positive == 0b111
    proof = faces.proof(0b011, 0b100)
    assert proof is not None and (faces.transposed @ proof)[2] < 0
