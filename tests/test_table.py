"""Tables: the same cells as text, HTML and LaTeX, with long numbers shortened and every label escaped."""

import pytest
from gmpy2 import mpq

import lemke
from lemke.errors import InputError
from lemke.ground.table import SHOWN, Table, latex_text
from pages import read_page

TABLE = Table(
    ("move", "share", "pair", "best"),
    [["a < b & c_1", mpq(1, 3), (1, mpq(1, 2)), True], ["two\nlines \x1b", None, "x", False]],
    "A title\nof two lines",
    ["50 % of all."],
    index=1,
)


def test_text_is_aligned_and_each_part_is_on_one_line() -> None:
    assert str(TABLE).splitlines() == [
        "A title of two lines",
        "move              share  pair      best",
        "--------------  -------  ------  ------",
        "a < b & c_1         1/3  1, 1/2     yes",
        "two lines \\x1b           x           no",
        "50 % of all.",
    ]
    assert str(Table((), [], "nothing", ["really"])) == "nothing\nreally"


def test_html_is_well_nested_escaped_and_bounded() -> None:
    page = read_page(TABLE.to_html())
    assert page.only("table").rows()[1][:2] == ["a < b & c_1", "1/3"] and "\x1b" not in page.raw
    assert page.only("strong").text == "A title of two lines"
    long = read_page(Table(("k",), [[k] for k in range(SHOWN + 5)]).to_html())
    assert len(long.all("tr")) == SHOWN + 1 and "… and 5 more rows" in long.text


def test_latex_is_exact_or_rounded_and_labels_are_escaped() -> None:
    exact, rounded = TABLE.to_latex(), TABLE.to_latex(decimals=2)
    assert r"a \textless{} b \& c\_1" in exact and r"\frac{1}{3}" in exact and "$0.33$" in rounded
    assert exact.count(r"\toprule") == exact.count(r"\midrule") == exact.count(r"\bottomrule") == 1
    assert "% A title of two lines" in exact and r"50 \% of all." in exact
    assert latex_text("a--b ''") == r"a-\/-b '\/'"


def test_long_numbers_are_decimals_except_in_data_frames() -> None:
    pytest.importorskip("pandas")
    table = Table(("n",), [[mpq(1, 3**200)]])
    assert "about 3.76" in str(table) and r"\approx" in table.to_latex()
    assert table.to_pandas().loc[0, "n"] == mpq(1, 3**200)


def test_a_result_is_its_table_and_refuses_what_it_does_not_have() -> None:
    exploration = lemke.explore("example:tracing_2002", 3)
    assert str(exploration) == str(exploration.to_table()) and exploration.to_text().endswith("\n")
    assert exploration._repr_html_() == exploration.to_table().to_html()
    with pytest.raises(InputError, match="no JSON format"):
        exploration.to_json()
    with pytest.raises(InputError, match="decimals"):
        exploration.to_latex(-1)
