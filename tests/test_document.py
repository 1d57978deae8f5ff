"""Documents: their renderings, and the reference that is generated from their formats."""

import importlib
import json
from itertools import count
from pathlib import Path

import pytest
from gmpy2 import mpq, mpz

from lemke.ground.document import WIDTH, Document, Format
from lemke.ground.tables import SHOWN, Table, page_table

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def reference():
    """The script that writes the tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        return importlib.import_module("formats")


def test_the_tables_of_the_reference_are_those_of_the_formats(reference) -> None:
    formats = reference.formats()
    for path in reference.PAGES:
        page = path.read_text(encoding="utf-8")
        assert reference.written(page, formats) == page, "python docs/formats.py writes it"


def test_every_format_has_a_table(reference) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in reference.PAGES)
    tables = [table["name"] for table in reference.TABLE.finditer(pages)]
    formats = reference.formats()
    assert len(formats) > 5
    for name, format in formats.items():
        assert tables.count(name) == 1, name
        assert len({len(row) for row in format.rows}) == 1, name


def test_a_page_is_the_same_in_all_renderings() -> None:
    table = Table(["move", "share"], [["a < b", mpq(1, 3)]], index=1, indent="  ")
    document = Document(lambda: ["Player 1", table, "", "Proved & checked."])
    assert document.to_text() == "Player 1\n  move   share\n  a < b    1/3\n\nProved & checked.\n"
    html = document.to_html()
    assert "<caption>Player 1</caption>" in html and html.endswith("</table><p>Proved &amp; checked.</p>")
    assert html.count("<style>") == 1 and '<th scope="row">a &lt; b</th><td class="number">1/3</td>' in html
    latex = document.to_latex()
    assert latex.count(r"\begin{tabular}") == 1 and r"$\frac{1}{3}$" in latex and "\nProved \\& checked.\n" in latex


def test_a_page_with_one_table_is_that_table() -> None:
    table = page_table([["x", mpq(2)]])
    document = Document(lambda: [table])
    assert (
        document.to_latex() == f"% \\usepackage{{booktabs}}\n{table.to_latex()}\n"
        and document.to_html() == table._repr_html_()
    )


def test_only_the_beginning_of_a_long_page_is_shown() -> None:
    document = Document(lambda: map(str, count()))
    assert document.to_html().endswith(f"<p>{SHOWN - 1}</p><p>…</p>")


def test_rows_may_differ_in_length_and_lack_headings() -> None:
    table = page_table([["a", mpq(1)], ["b", mpq(1, 10**50), "marked"]], longest=40, missing="-")
    assert table.lines() == ["  a  1", "  b  about 1e-50  marked"]
    assert "<thead>" not in table._repr_html_() and "hline" not in table.to_latex()


def test_json_has_exact_numbers_lists_and_inner_documents() -> None:
    inner = Document(list, Format("lemke-inner/1", ""), lambda: {"number": mpz(7) ** 3000})
    document = Document(list, Format("lemke-outer/1", ""), lambda: {"pair": (1, None), "inner": inner, "n": mpq(-2, 4)})
    parsed = json.loads(document.to_json())
    assert list(parsed) == ["format", "pair", "inner", "n"]
    assert parsed["pair"] == [1, None] and parsed["n"] == "-1/2"
    assert parsed["inner"] == {"format": "lemke-inner/1", "number": str(mpz(7) ** 3000)}


def test_json_fills_its_lines_or_is_spread() -> None:
    lists = {"numbers": list(range(100)), "short": [[1, 2], [3]], "texts": ["x" * 60] * 3}
    text = Document(list, None, lambda: lists).to_json()
    assert json.loads(text) == lists and '"short": [[1, 2], [3]]' in text
    assert max(map(len, text.split("\n"))) <= WIDTH and text.count("\n") < 20
    spread = Document(list, None, lambda: lists, spread=True).to_json()
    assert json.loads(spread) == lists and spread.count("\n") > 100


def test_a_long_array_is_written_as_it_comes() -> None:
    document = Document(list, None, lambda: iter([("before", 1), ("items", iter(range(10**9))), ("after", 2)]))
    pieces = document.pieces()
    assert "".join(next(pieces) for _ in range(5)) == '{\n "before": 1,\n "items": [\n  0'


def test_a_value_that_json_cannot_hold_is_refused() -> None:
    with pytest.raises(AssertionError, match="expected what JSON can hold"):
        Document(list, None, lambda: {"number": 0.5}).to_json()
