"""The exact sparse matrix beside a naive one, a dictionary from places to numbers."""

import operator
from collections import defaultdict

import numpy as np
import pytest
import sympy
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import InputError, NumberError
from lemke.ground.sparse import SparseMatrix, exact_sum, over_one_denominator, summed, vector, zeros
from lemke.ground.words import count

numbers = st.builds(mpq, st.integers(-6, 6), st.integers(1, 6))
shapes = st.tuples(st.integers(0, 5), st.integers(0, 5))


@st.composite
def listings(draw):
    """A shape and entries in any order: several at one place, zeros, and some that cancel each other."""
    height, width = shape = draw(shapes)
    if not height or not width:
        return shape, []
    places = st.tuples(st.integers(0, height - 1), st.integers(0, width - 1), numbers)
    entries = draw(st.lists(places, max_size=12))
    cancelled = [(i, j, -value) for i, j, value in entries if draw(st.booleans())]
    return shape, draw(st.permutations(entries + cancelled))


def matrix_of(listing) -> SparseMatrix:
    shape, entries = listing
    rows, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
    return SparseMatrix.from_entries(shape, rows, columns, values)


def naive(listing) -> dict[tuple[int, int], mpq]:
    total: dict[tuple[int, int], mpq] = defaultdict(mpq)
    for i, j, value in listing[1]:
        total[i, j] += value
    return {place: value for place, value in total.items() if value}


def rational(value: mpq) -> sympy.Rational:
    return sympy.Rational(int(value.numerator), int(value.denominator))


@given(listings())
def test_entries_at_one_place_are_summed_and_zeros_dropped_in_row_major_order(listing):
    matrix = matrix_of(listing)
    assert matrix.entries == [(i, j, value) for (i, j), value in sorted(naive(listing).items())]
    assert matrix.shape == listing[0]
    assert matrix.nnz == len(matrix.entries)
    assert matrix.rows.dtype == matrix.columns.dtype == np.int64
    assert all(isinstance(value, mpq) for value in matrix.values)


@given(listings(), st.lists(numbers, min_size=1, max_size=3), st.data())
def test_numbers_that_are_one_object_are_summed_like_others(listing, pool, data):
    shape, entries = listing
    shared = (shape, [(i, j, data.draw(st.sampled_from(pool))) for i, j, _ in entries * 3])
    assert matrix_of(shared).entries == [(i, j, value) for (i, j), value in sorted(naive(shared).items())]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2))), st.lists(numbers, min_size=3, max_size=3))
def test_sums_at_places_are_those_of_a_dictionary(listing, table):
    expected = naive((None, [(place, 0, table[term]) for place, term in listing]))
    places, terms = (np.array([entry[k] for entry in listing], dtype=np.int64) for k in (0, 1))
    unique_places, sums = summed(places, terms, vector(table))
    assert unique_places.tolist() == sorted(set(places.tolist()))
    assert {(place, 0): value for place, value in zip(unique_places.tolist(), sums, strict=True) if value} == expected
    assert all(isinstance(value, mpq) for value in sums)


@given(st.lists(numbers, max_size=9))
def test_the_sum_by_halves_is_the_sum(values):
    assert exact_sum(vector(values)) == sum(values, mpq(0))


@given(st.lists(numbers, min_size=1, max_size=9), st.integers(0, 30))
def test_numerators_over_one_denominator_give_the_numbers_back(values, uses):
    numerators, denominator = over_one_denominator(vector(values), uses)
    assert [mpq(numerator) / denominator for numerator in numerators] == values


def test_a_common_denominator_that_would_be_long_is_not_used():
    values = vector([mpq(1, 2**31 - 1), mpq(1, 2**61 - 1), mpq(1, 2**89 - 1), mpq(1, 2**107 - 1)])
    assert over_one_denominator(values, uses=1000)[1] == 1
    assert over_one_denominator(values[:2], uses=1000)[1] == (2**31 - 1) * (2**61 - 1)


@given(listings())
def test_every_form_shows_the_same_numbers(listing):
    height, width = listing[0]
    total = naive(listing)
    matrix = matrix_of(listing)
    dense = [[total.get((i, j), mpq(0)) for j in range(width)] for i in range(height)]
    assert matrix.to_lists() == dense
    floats = np.array([[float(value) for value in row] for row in dense]).reshape(height, width)
    assert matrix.to_numpy().dtype == matrix.to_scipy().dtype == np.float64
    assert np.array_equal(matrix.to_numpy(), floats)
    assert matrix.to_scipy().shape == (height, width)
    assert matrix.to_scipy().nnz == matrix.nnz
    assert np.array_equal(matrix.to_scipy().toarray(), floats)
    exact = sympy.Matrix(height, width, lambda i, j: rational(dense[i][j]))
    assert matrix.to_sympy() == exact
    assert all(number.is_Rational for number in matrix.to_sympy())  # not a Float that happens to be equal


@given(listings())
def test_transpose_swaps_rows_and_columns_and_back(listing):
    matrix = matrix_of(listing)
    assert matrix.T.shape == matrix.shape[::-1]
    assert matrix.T.entries == sorted((j, i, value) for i, j, value in matrix.entries)
    assert matrix.T.T == matrix


@given(listings(), st.data())
def test_product_with_a_vector_is_the_textbook_sum(listing, data):
    height, width = listing[0]
    total = naive(listing)
    factor = data.draw(st.lists(numbers, min_size=width, max_size=width))
    expected = [sum((total.get((i, j), mpq(0)) * factor[j] for j in range(width)), mpq(0)) for i in range(height)]
    for given_as in (factor, vector(factor), [str(number) for number in factor]):
        product = matrix_of(listing) @ given_as
        assert product.dtype == object
        assert product.tolist() == expected
        assert all(isinstance(value, mpq) for value in product)
    assert (-matrix_of(listing) @ factor).tolist() == [-number for number in expected]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), listings()), min_size=1, max_size=3))
def test_blocks_are_put_at_their_places_and_summed_where_they_overlap(blocks):
    entries = [(row + i, column + j, value) for row, column, listing in blocks for i, j, value in listing[1]]
    matrix = SparseMatrix.of_blocks((8, 8), [(row, column, matrix_of(listing)) for row, column, listing in blocks])
    assert matrix.shape == (8, 8)
    assert matrix.entries == [(i, j, value) for (i, j), value in sorted(naive((None, entries)).items())]


@given(listings(), listings())
def test_matrices_are_equal_iff_shape_and_numbers_are(first, second):
    assert (matrix_of(first) == matrix_of(second)) == ((first[0], naive(first)) == (second[0], naive(second)))


@pytest.mark.parametrize(("table", "columns", "shape"), [([], None, (0, 0)), ([], 3, (0, 3)), ([[], []], None, (2, 0))])
def test_a_matrix_may_have_no_rows_or_no_columns(table, columns, shape):
    matrix = SparseMatrix.from_dense(table, columns)
    assert matrix.shape == shape
    assert matrix.entries == []
    assert (matrix @ ([1] * shape[1])).tolist() == [0] * shape[0]
    assert (matrix @ zeros(shape[1])).tolist() == [0] * shape[0]
    assert matrix.T.shape == shape[::-1]
    assert matrix.to_numpy().shape == matrix.to_scipy().shape == matrix.to_sympy().shape == shape
    assert matrix == -matrix


@pytest.mark.parametrize("entry", [(2, 0), (0, 3), (-1, 0), (0, -1), (10, 10)])
def test_an_entry_outside_of_the_matrix_is_refused(entry):
    with pytest.raises(InputError, match=r"outside the matrix, .*2 x 3"):
        SparseMatrix.from_entries((2, 3), [0, entry[0]], [0, entry[1]], [1, 1])


@pytest.mark.parametrize("lengths", [(1, 2, 2), (2, 1, 2), (2, 2, 1), (0, 0, 1)])
def test_rows_columns_and_values_of_different_lengths_are_refused(lengths):
    rows, columns, values = ([0] * length for length in lengths)
    message = "{} row indices, {} column indices, {} values, expected as many of each".format(*lengths)
    with pytest.raises(InputError, match=f"^{message}$"):
        SparseMatrix.from_entries((2, 2), rows, columns, values)


@pytest.mark.parametrize("length", [0, 1, 3])
def test_a_factor_of_the_wrong_length_is_refused(length):
    with pytest.raises(InputError, match=f"^a vector of {count(length, 'number')}, expected 2$"):
        SparseMatrix.from_dense([[1, 2], [3, 4]]) @ ([1] * length)


@pytest.mark.parametrize(
    "make",
    [
        lambda: SparseMatrix.from_dense([[0.5]]),
        lambda: SparseMatrix.from_entries((1, 1), [0], [0], [0.5]),
        lambda: SparseMatrix.from_entries((1, 1), [0], [0], np.array([0.5], dtype=object)),
        lambda: SparseMatrix.from_dense([[1]]) @ [0.5],
        lambda: vector([0.5]),
    ],
)  # fmt: skip
def test_no_float_gets_in(make):
    with pytest.raises(NumberError, match=r"^the float 0\.5, expected an exact number"):
        make()


def test_machine_integers_in_an_array_become_exact_before_they_are_summed():
    matrix = SparseMatrix.from_entries((1, 1), [0, 0], [0, 0], np.array([2**62, 2**62]))
    assert matrix.entries == [(0, 0, mpq(2**63))]
    assert isinstance(matrix.values[0], mpq)


def test_numbers_beyond_the_floats_become_infinite_floats_and_stay_exact():
    huge = mpq(10) ** 400
    matrix = SparseMatrix.from_dense([[huge, -huge, 1 / huge, (huge + 1) / huge]])
    inf = float("inf")
    assert matrix.to_numpy().tolist() == matrix.to_scipy().toarray().tolist() == [[inf, -inf, 0.0, 1.0]]
    assert (matrix @ [1, 1, huge, 0]).tolist() == [1]


def test_a_matrix_made_by_hand_is_the_same_as_one_of_entries():
    row, column = np.array([1, 0]), np.array([0, 0])
    made = SparseMatrix((2, 1), row, column, [0, 3])
    assert made == SparseMatrix.from_dense([[3], [0]])
    assert made.nnz == 1
    row[0] = 0  # the caller's own arrays stay writeable
    assert SparseMatrix([2, 1], [0], [0], [3]) == made
    for wrong in (((1, 1), [0], [5], [1]), ((-1, 1), [], [], []), ((1, 1), [0], [0], [1, 2])):
        with pytest.raises(InputError):
            SparseMatrix(*wrong)


def test_matrices_are_subtracted_and_not_multiplied():
    matrix = SparseMatrix.from_dense([[1, 2]])
    assert (matrix - matrix).nnz == 0
    with pytest.raises(InputError, match="expected numbers in a list or vector"):
        matrix @ matrix
    with pytest.raises(TypeError):
        operator.add(matrix, [1])
