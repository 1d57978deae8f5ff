"""Files of general LCPs: all formats are read exactly, bad text is refused with its line, writing loses nothing."""

from dataclasses import replace
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

from lemke.errors import FormatError, LemkeError
from lemke.ground.sparse import SparseMatrix
from lemke.io.lcp_formats import dumps_lcp, loads_json, loads_text, read_lcp
from lemke.linear.lcp import LCP, StartBasis

PLAIN = "n= 2 M= 2 1/2 0 1 q= -5/2 6 d= 1 2"
JSON = ' {"M": [[2, "1/2"], [0, 1]], "q": [-2.5, 6], "d": [1, 2]}'
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
def test_plain_text_holds_any_problem_without_free_variables(problem: LCP) -> None:
    numbers = {"n": [problem.size], "M": chain(*problem.M.to_lists()), "q": problem.q, "d": problem.d}
    assert loads_text("".join(f"{name}= {' '.join(map(str, values))}\n" for name, values in numbers.items())) == problem


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("n= 2\nM= 1 2 3\nq= 1 1", "f:2: 3 numbers after M=, expected 4"),
        ("n= 1 M= 1\n\nq= one", "f:3: 'one' is no number"),
        ("n= 1\nM= 1 q= 1\nM= 1", "f:3: 'M=', expected"),
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
    assert loads_json(dumps_lcp(mixed)) == mixed


def test_json_is_sparse_where_that_is_shorter_and_both_are_read() -> None:
    sparse = LCP.of(SparseMatrix.from_entries((9, 9), [0], [8], ["1/3"]), [1] * 9)
    assert '[0, 8, "1/3"]' in dumps_lcp(sparse)
    dense = '{"M": [[0, "1/3"], [0, 0.5]], "q": [1, 1]}'
    entries = '{"shape": [2, 2], "entries": [[1, 1, ".5"], [0, 1, "1/3"]]}'
    document = f'{{"format": "lemke-lcp/2", "n": 2, "M": {entries}, "q": [1, 1]}}'
    assert loads_json(dense) == loads_json(document)


SPARSE = '{"M": {"shape": %s, "entries": %s}, "q": [1, 1]}'


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('{"M": [[1]], "q": [1], "D": [1]}', "$: object contains unknown field `D`"),
        ('{"format": "lemke-lcp/1", "M": [[1]], "q": [1]}', "the format 'lemke-lcp/1', expected 'lemke-lcp/2'"),
        ('{"n": 2, "M": [[1]], "q": [1]}', "$.n: 2, expected 1"),
        ('{"q": [1]}', "$: object missing required field `M`"),
        ('{"M": [[1, 2]], "q": [1]}', "M of 1 x 2, "),
        ('{"M": [[true]], "q": [1]}', "$.M[0][0]: true is no number"),
        (SPARSE % ("[2, 2]", "[[0, 2, 1]]"), "an entry outside the matrix, at row 0, column 2"),
        (SPARSE % ("[2, 2]", "[[0, 1, 1], [0, 1, 1]]"), "$.M.entries: the place [0, 1] twice"),
        (SPARSE % ("[2]", "[]"), "$.M.shape: "),
        (SPARSE % ("[999999999, 999999999]", "[]"), "M of 999999999 x 999999999, "),
        ('{"M": [[1]], "q": [1], "free": [1]}', "$.free: 1, expected indices"),
        ('{"M": [[1]], "q": [1', ""),
    ],
)  # fmt: skip
def test_bad_json_is_refused_with_its_place(content: str, place: str) -> None:
    with pytest.raises(LemkeError) as error:
        loads_json(content, "f")
    assert str(error.value).startswith(f"f: {place}" if place else "f")


# ----------------------------------------------------------------------------- all formats


@pytest.mark.parametrize("content", [PLAIN, JSON])
def test_every_format_is_recognised_by_content(content: str, tmp_path: Path) -> None:
    path = tmp_path / "problem"
    path.write_text(content)
    assert read_lcp(path) == LCP.of([[2, "1/2"], [0, 1]], ["-5/2", 6], [1, 2])


def test_a_file_of_another_kind_is_refused_at_its_first_word(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("\nEFG 2 R")
    with pytest.raises(FormatError, match="f:2: found 'EFG', expected"):
        read_lcp(tmp_path / "f")
