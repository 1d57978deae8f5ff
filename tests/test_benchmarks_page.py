"""The tables of the benchmarks' page are those of its results: one run, of one version."""

import json
import re
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
PAGE = (BENCHMARKS / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- table: (\S+) -->\n((?:\|.*\n)*)", PAGE))
RESULTS = json.loads((BENCHMARKS / "results.json").read_text(encoding="utf-8"))


def cells(block: str) -> list[list[str]]:
    """The rows of a table in Markdown, headings first."""
    headings, _, *rows = [line[1:-1].split("|") for line in block.splitlines()]
    return [[cell.strip() for cell in row] for row in (headings, *rows)]


def test_tables_of_the_page_are_those_of_the_results() -> None:
    shown = {name: block for name, block in BLOCKS.items() if name not in ("headline", "about")}
    assert len(shown) > 8
    for name, block in shown.items():
        table = RESULTS["tables"][name]
        assert cells(block) == [table["headings"], *table["rows"]], f"{name}: python -m benchmarks --write"


def test_the_page_describes_the_run_of_its_results() -> None:
    assert dict(cells(BLOCKS["about"])[1:]) == RESULTS["about"]


def test_the_last_column_of_the_headline_names_tables() -> None:
    assert {row[-1] for row in cells(BLOCKS["headline"])[1:]} <= RESULTS["tables"].keys()
