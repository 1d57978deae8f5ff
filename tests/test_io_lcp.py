"""Files of general LCPs: all formats are read exactly, bad text is refused with its line, writing loses nothing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import FormatError, InputError, LemkeError
from lemke.ground.sparse import SparseMatrix
from lemke.io import matrix_market
from lemke.io.lcp_formats import WRITERS, dumps_lcp, loads_json, loads_text, read_lcp, read_matrix, write_lcp
from lemke.linear.lcp import LCP, StartBasis

NUMBERS = st.sampled_from([mpq(0), mpq(0), mpq(1), mpq(-2), mpq(1, 3), mpq(-7, 8), mpq(10) ** 40, mpq(1, 10**30)])


@st.composite
def problems(draw: st.DrawFn, numbers: st.SearchStrategy[mpq] = NUMBERS) -> LCP:
    n = draw(st.integers(0, 5))
    rows = draw(st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=n, max_size=n))
    q, d = (draw(st.lists(numbers, min_size=n, max_size=n)) for _ in range(2))
    return LCP.of(SparseMatrix.from_dense(rows, n), q, d)


# ----------------------------------------------------------------------------- plain text


def test_plain_text_is_read_in_any_order_with_comments_and_odd_white_space() -> None:
    """Comment lines are those of programs that use this format; the numbers are an example of one of them."""
    content = "# an LCP\nn=2\r\n * more\nq= -7 -85/12\n%\nM=1\t1.1\n\n -1 80/9 d =\n1 1"
    problem = loads_text(content)
    assert problem.M.to_lists() == [[1, mpq(11, 10)], [-1, mpq(80, 9)]]
    assert problem.q.tolist() == [-7, mpq(-85, 12)]


@given(problems())
def test_plain_text_is_read_as_it_was_written(problem: LCP) -> None:
    assert loads_text(dumps_lcp(problem, "plain")) == problem


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("n= 2\nM= 1 2 3\nq= 1 1", "f:2: 3 numbers after M=, expected 4"),
        ("n= 1\nM= 1\nq= 1 1", "f:3: 2 numbers after q=, expected 1"),
        ("n= 1 M= 1\n\nq= one", "f:3: 'one' is no number"),
        ("n= 1\nM= 1 q= 1\nM= 1", "f:3: 'M=', expected"),
        ("n= 1\nz= 1", "f:2: 'z=', expected"),
        ("# a\n7", "f:2: '7', expected n= first"),
        ("n= 1\nq= 1", "f: no M=, expected"),
        ("\nn= 1.5 M= q=", "f:2: '3/2' after n=, expected"),
        ("n= 99999 M= q=", "f:1: 0 numbers after M=, expected 9999800001"),
    ],
)
def test_bad_plain_text_is_refused_with_its_line(content: str, message: str) -> None:
    with pytest.raises(LemkeError) as error:
        loads_text(content, "f")
    assert str(error.value).startswith(message)


def test_a_large_matrix_is_read_in_time_in_proportion_to_its_numbers() -> None:
    """Lines are counted as they come, not again for every number."""
    n = 400
    row = "0 " * (n - 1) + "1\n"
    assert loads_text(f"n= {n}\nM=\n{row * n}q=\n" + "1\n" * n).M.nnz == n


# ----------------------------------------------------------------------------- JSON


@given(problems(), st.data())
def test_json_is_read_as_it_was_written_with_free_variables_and_start(problem: LCP, data: st.DataObject) -> None:
    free = {i for i in range(problem.size) if data.draw(st.booleans())}
    mixed = replace(
        problem,
        free=np.array([i in free for i in range(problem.size)], dtype=bool),
        start=StartBasis(frozenset(free), mpq(7, 3)) if data.draw(st.booleans()) else None,
    )
    assert loads_json(dumps_lcp(mixed, "json")) == mixed


def test_json_is_sparse_where_that_is_shorter_and_both_are_read() -> None:
    sparse = LCP.of(SparseMatrix.from_entries((9, 9), [0], [8], ["1/3"]), [1] * 9)
    assert '"entries": [[0, 8, "1/3"]]' in dumps_lcp(sparse, "json")
    dense = '{"M": [[0, "1/3"], [0, 0.5]], "q": [1, 1]}'
    entries = '{"shape": [2, 2], "entries": [[1, 1, ".5"], [0, 1, "1/3"]]}'
    document = f'{{"format": "lemke-lcp/1", "n": 2, "M": {entries}, "q": [1, 1]}}'
    assert loads_json(dense) == loads_json(document)


SPARSE = '{"M": {"shape": %s, "entries": %s}, "q": [1, 1]}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"M": [[1]], "q": [1], "D": [1]}', "the key 'D', expected"),
        ('{"format": "lemke-lcp/2", "M": [[1]], "q": [1]}', "format is text 'lemke-lcp/2', expected 'lemke-lcp/1'"),
        ('{"n": 2, "M": [[1]], "q": [1]}', "n is 2, expected 1, the length of q"),
        ('{"q": [1]}', "the document has no member 'M', expected one"),
        ("[]", "the document is an array, expected an object"),
        ('{"M": [[1, 2]], "q": [1]}', "M of 1 x 2, expected a square matrix"),
        ('{"M": [[1], 2], "q": [1]}', "M[1] is the number 2, expected an array"),
        ('{"M": [[true]], "q": [1]}', "M[0][0] is a truth value, expected"),
        (SPARSE % ("[2, 2]", "[[0, 2, 1]]"), "M.entries[0] is at [0, 2], expected"),
        (SPARSE % ("[2, 2]", "[[0, 1, 1], [0, 1, 1]]"), "M.entries[1] is at [0, 1] again"),
        (SPARSE % ("[2, 2]", "[[0, 1]]"), "M.entries[0] has 2 parts"),
        (SPARSE % ("[2]", "[]"), "M.shape is no pair of sizes"),
        (SPARSE % ("[999999999, 999999999]", "[]"), "q of 2 numbers, expected 999999999"),
        ('{"M": [[1]], "q": [1], "free": [1]}', "free has 1, expected no index but 0"),
        ('{"M": [[1]], "q": [1], "start": {}}', "start.z0 is null, expected"),
        ('{"M": [[1]], "q": [1', None),
    ],
)  # fmt: skip
def test_bad_json_is_refused_with_its_place(content: str, message: str | None) -> None:
    with pytest.raises(LemkeError) as error:
        loads_json(content, "f")
    assert str(error.value).startswith("f")
    assert message is None or str(error.value).startswith(f"f: {message}")


# ----------------------------------------------------------------------------- Matrix Market

HEAD = "%%MatrixMarket matrix "


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ("coordinate real general\n% text\n\n2 3 2\n1 3 1.5e-1\n 2  1 -7\n", [[0, 0, "3/20"], [-7, 0, 0]]),
        ("coordinate integer symmetric\n2 2 2\n1 1 4\n2 1 3", [[4, 3], [3, 0]]),
        ("coordinate real skew-symmetric\n2 2 1\n2 1 3", [[0, -3], [3, 0]]),
        ("coordinate pattern general\n2 2 2\n1 2\n2 2", [[0, 1], [0, 1]]),
        ("coordinate pattern symmetric\n2 2 1\n2 1\n", [[0, 1], [1, 0]]),
        ("array real general\n2 3\n1\n2\n3\n4\n5\n6\n", [[1, 3, 5], [2, 4, 6]]),
        ("array integer symmetric\n3 3\n1 2 3\n4 5 6\n", [[1, 2, 3], [2, 4, 5], [3, 5, 6]]),
        ("array real skew-symmetric\n3 3\n1\n2\n3\n", [[0, -1, -2], [1, 0, -3], [2, 3, 0]]),
        ("coordinate real general\r\n1 1 1\r\n1 1 0.1\r\n", [["1/10"]]),
        ("coordinate real general\n1 1 1\n1 1 1/3\n", [["1/3"]]),
        ("coordinate real general\n1 1 1\n1 1 0\n", [[0]]),
    ],
)
def test_matrix_market_is_read_exactly(content: str, rows: list) -> None:
    assert matrix_market.loads(HEAD + content) == SparseMatrix.from_dense(rows)


def test_empty_lines_may_come_first(tmp_path: Path) -> None:
    content = "\n \n" + HEAD + "array real general\n1 1\n5"
    assert matrix_market.loads(content).to_lists() == [[5]]
    (tmp_path / "M").write_text(content)
    assert read_lcp(tmp_path / "M", q="1").M == read_matrix(str(tmp_path / "M")) == SparseMatrix.from_dense([[5]])


def test_the_first_line_may_have_capitals() -> None:
    assert matrix_market.loads("%%matrixmarket MATRIX Array Real General\n1 1\n5").to_lists() == [[5]]


@pytest.mark.parametrize("kind", ["general", "symmetric", "skew-symmetric"])
@pytest.mark.parametrize("field", ["real", "integer"])
@pytest.mark.parametrize("layout", ["coo", "array"])
def test_matrices_that_scipy_writes_are_read(layout: str, field: str, kind: str, tmp_path: Path) -> None:
    import scipy.io
    import scipy.sparse

    matrix = np.array([[0, -2, 5], [2, 0, 7], [-5, -7, 0]], dtype=int if field == "integer" else float)
    matrix = {"general": np.triu(matrix), "symmetric": np.abs(matrix), "skew-symmetric": matrix}[kind]
    written = scipy.sparse.coo_array(matrix) if layout == "coo" else matrix
    scipy.io.mmwrite(tmp_path / "M.mtx", written, field=field, symmetry=kind)
    assert matrix_market.loads((tmp_path / "M.mtx").read_text()).to_lists() == matrix.tolist()


@given(problems(NUMBERS.filter(lambda value: value.denominator != 3)))
def test_matrix_market_is_read_as_it_was_written(problem: LCP) -> None:
    assert matrix_market.loads(matrix_market.dumps(problem.M)) == problem.M


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "f:1: '', expected %%MatrixMarket matrix FORMAT FIELD SYMMETRY"),
        ("%%MatrixMarket vector coordinate real general", "f:1: '%%matrixmarket vector coordinate real...'"),
        (HEAD + "coordinate complex general", "f:1: the word 'complex', expected one of real, integer, pattern"),
        (HEAD + "coordinate real hermitian", "f:1: the word 'hermitian', expected one of general, symmetric, skew"),
        (HEAD + "array pattern general", "f:1: the field pattern with the layout array, expected the layout coord"),
        (HEAD + "coordinate real general", "f:1: '', expected 3 sizes"),
        (HEAD + "coordinate real general\n%\n2 2", "f:3: '2 2', expected 3 sizes"),
        (HEAD + "array real general\n2 -2", "f:2: '2 -2', expected 2 sizes"),
        (HEAD + f"array real general\n2 {'9' * 5000}", "f:2: '2 999"),
        (HEAD + "coordinate real symmetric\n2 3 0", "f:2: a symmetric matrix of 2 x 3, expected a square matrix"),
        (HEAD + "coordinate real general\n2 2 2\n1 1 1", "f:3: the file ends with 1 of 2 numbers, expected all"),
        (HEAD + "coordinate real general\n2 2 1\n1 1 1\n2 2 1", "f:4: more numbers than announced, expected 1"),
        (HEAD + "coordinate real general\n2 2 2\n1 1 1\n1 1 1", "f:4: the place 1 1 again, expected every place once"),
        (HEAD + "coordinate real general\n2 2 1\n0 1 1", "f:3: the place 0 1, expected a place in 2 x 2"),
        (HEAD + "coordinate real general\n2 2 1\n1 3 1", "f:3: the place 1 3, expected a place in 2 x 2"),
        (HEAD + "coordinate real general\n2 2 1\n1 1", "f:3: '1 1', expected row, column and value"),
        (HEAD + "coordinate pattern general\n2 2 1\n1 1 1", "f:3: '1 1 1', expected row and column"),
        (HEAD + "coordinate real general\n2 2 1\n1 1 1 0", "f:3: '1 1 1 0', expected row, column and value"),
        (HEAD + "coordinate real general\n2 2 1\n1 1 nan", "f:3: 'nan' is no number"),
        (HEAD + "coordinate integer general\n2 2 1\n1 1 1.5", "f:3: '1.5' in an integer matrix, expected a whole"),
        (HEAD + "coordinate real symmetric\n2 2 1\n1 2 1", "f:3: the place 1 2 of a symmetric matrix, expected"),
        (HEAD + "coordinate real skew-symmetric\n2 2 1\n1 1 1", "f:3: the place 1 1 of a skew-symmetric matrix"),
        (HEAD + "array real general\n2 2\n1\n2\n3\n", "f:6: the file ends with 3 of 4 numbers, expected all"),
        (HEAD + "array real general\n1 1\n1\n2\n", "f:4: more numbers than announced, expected 1"),
        (HEAD + f"array real general\n{10**5} {10**5}\n1\n", "f:4: the file ends with 1 of 10000000000 numbers"),
        (HEAD + f"array real general\n0 {10**5}\n1\n", "f:3: more numbers than announced, expected 0"),
        (HEAD + "array real general\n1 100001\n1\n", "f:2: a matrix of 1 x 100001, expected at most 100000 rows"),
        (HEAD + "coordinate real general\n20000000 20000000 0\n", "f:2: a matrix of 20000000 x 20000000, expected at"),
        ("\n\n" + HEAD + "coordinate real general\n2 2", "f:4: '2 2', expected 3 sizes"),
        (HEAD + "coordinate pattern skew-symmetric\n2 2 1\n2 1", "f:1: a skew-symmetric pattern, expected a general"),
    ],
)  # fmt: skip
def test_bad_matrix_market_is_refused_with_its_line(content: str, message: str) -> None:
    with pytest.raises(LemkeError) as error:
        matrix_market.loads(content, "f")
    assert str(error.value).startswith(message)


def test_a_number_that_is_no_finite_decimal_is_not_written_as_matrix_market() -> None:
    with pytest.raises(InputError, match="1/3 in row 1, column 2 "):
        matrix_market.dumps(SparseMatrix.from_dense([[0, "1/3"]]))


# ----------------------------------------------------------------------------- all formats


@pytest.mark.parametrize("form", WRITERS)
def test_every_format_is_recognised_by_content(form: str, tmp_path: Path) -> None:
    problem = LCP.of([[2, "1/2"], [0, 1]], ["-5/2", 6], [1, 2])
    path = tmp_path / "problem"
    write_lcp(problem, path, form)
    vectors = {"q": "-5/2, 6", "d": "1 2"} if form == "mtx" else {}
    assert read_lcp(path, **vectors) == problem
    assert path.read_text() == dumps_lcp(problem, form)


@pytest.mark.parametrize(
    "content", ["-5/2 6", "-2.5,6\n", "%%MatrixMarket matrix array real general\n2 1\n-2.5\n6\n",
                "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 -2.5\n1 2 6\n"],
)  # fmt: skip
def test_vectors_beside_a_matrix_come_from_files_too(content: str, tmp_path: Path) -> None:
    (tmp_path / "M").write_text(HEAD + "coordinate integer general\n2 2 1\n1 1 1\n")
    (tmp_path / "q").write_text(content)
    assert read_lcp(tmp_path / "M", q=str(tmp_path / "q")).q.tolist() == [mpq(-5, 2), 6]


@pytest.mark.parametrize(
    ("q", "message"),
    [
        (None, "M: a matrix without q, expected --q"),
        ("", "M: q of 0 numbers, expected 2"),
        ("1", "M: q of 1 number, expected 2"),
        ("x", "x: cannot be read: No such file or directory"),
        ("in/it.txt", "in/it.txt: cannot be read: No such file or directory"),
        ("1,x", "--q: 'x' is no number"),
        ("nan,1", "--q: 'nan' is no number"),
        ("nan", "--q: 'nan' is no number"),
        ("1/0 2", "--q: '1/0' divides by zero"),
        ("1/0", "--q: '1/0' divides by zero"),
        ("bad", "bad:2: 'x' is no number"),
        ("wide", "wide: a matrix of 2 x 2, expected"),
        ("long", "long:2: a matrix of 1000000000000 x 1, expected"),
    ],
)
def test_bad_vectors_beside_a_matrix_are_refused_with_their_place(
    q: str | None, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("M").write_text(HEAD + "coordinate integer general\n2 2 1\n1 1 1\n")
    Path("bad").write_text("1\nx")
    Path("wide").write_text(HEAD + "coordinate integer general\n2 2 0\n")
    Path("long").write_text(HEAD + f"coordinate integer general\n{10**12} 1 0\n")
    with pytest.raises(LemkeError) as error:
        read_lcp("M", q=q)
    assert str(error.value).startswith(message)


def test_formats_without_a_place_for_free_variables_refuse_them() -> None:
    problem = LCP.of([[1]], [1])
    mixed = LCP(problem.M, problem.q, problem.d, np.array([True]))
    for form in ("plain", "mtx"):
        with pytest.raises(InputError, match="free variables"):
            dumps_lcp(mixed, form)
    with pytest.raises(InputError, match=r"'xml', expected .*plain, json, mtx"):
        dumps_lcp(problem, "xml")
    with pytest.raises(InputError, match="a format of type list, expected a name of a format"):
        dumps_lcp(problem, ["json"])  # type: ignore[arg-type]


def test_a_file_of_another_kind_is_refused_at_its_first_word(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("\nEFG 2 R")
    with pytest.raises(FormatError, match="f:2: found 'EFG', expected"):
        read_lcp(tmp_path / "f")


def test_a_sparse_matrix_stays_sparse_in_json(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = LCP.of(SparseMatrix.from_entries((9, 9), [3], [4], [1]), [1] * 9)
    monkeypatch.delattr(SparseMatrix, "to_lists")
    assert loads_json(dumps_lcp(problem, "json")) == problem


def test_comments_of_a_matrix_may_be_indented(tmp_path: Path) -> None:
    (tmp_path / "M").write_text(HEAD + "coordinate integer general\n  % size\n1 1 1\n\t% entry\n1 1 5\n")
    assert read_lcp(str(tmp_path / "M"), q="-10").M.to_lists() == [[5]]
