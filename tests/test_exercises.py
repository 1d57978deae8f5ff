"""The exercises: numbered, each with a task and one folded solution whose examples the doctests collect."""

import doctest
import re
from pathlib import Path

import pytest

from documented_pages import REPOSITORY

FOLDER = REPOSITORY / "docs" / "exercises"
PAGES = sorted(set(FOLDER.glob("*.md")) - {FOLDER / "index.md"})
HEADING = re.compile(r"^## (\d+)\.(\d+) \S.*\n", re.MULTILINE)
OPEN, CLOSE = "\n<details>\n<summary>Solution</summary>\n\n", "\n</details>\n"


def exercises(page: Path) -> list[tuple[str, str]]:
    """The exercises of a page: task and solution."""
    _, *parts = HEADING.split(page.read_text(encoding="utf-8"))
    texts = parts[2::3]
    assert all(text.count(OPEN) == text.count(CLOSE) == 1 and text.rstrip().endswith("</details>") for text in texts)
    return [
        (task, solution.rstrip().removesuffix("</details>"))
        for task, _, solution in (text.partition(OPEN) for text in texts)
    ]


def test_there_is_a_page_for_each_of_the_five_notes() -> None:
    assert len(PAGES) == 5
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    contents = (REPOSITORY / "docs" / "_toc.yml").read_text(encoding="utf-8")
    for page in PAGES:
        assert f"({page.name})" in index
        assert f"docs/exercises/{page.stem}\n" in contents


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_exercises_are_numbered_and_each_has_a_task_and_a_solution(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    numbers = [tuple(map(int, pair)) for pair in HEADING.findall(text)]
    assert 6 <= len(numbers) <= 10
    assert numbers == [(numbers[0][0], k) for k in range(1, len(numbers) + 1)]
    assert text.startswith(f"# {numbers[0][0]} ")
    for task, solution in exercises(page):
        assert len(task.split()) > 10
        explanation, _, code = solution.partition("```python\n")
        assert len(explanation.split()) > 10
        assert code.rstrip().endswith("```")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_solutions_are_run_and_show_results(page: Path) -> None:
    """Doctest finds the folded examples, and each solution compares at least one result."""
    parser = doctest.DocTestParser()
    page_examples = parser.get_examples(page.read_text(encoding="utf-8"))
    folded = [parser.get_examples(solution) for _, solution in exercises(page)]
    assert all(any(example.want for example in examples) for examples in folded)
    assert {example.source for examples in folded for example in examples} <= {
        example.source for example in page_examples
    }
