"""The five tasks of the comparison: answers are right, and the page has the right counts of lines."""

import re
from typing import Any

import pytest
from gmpy2 import mpq

from repository_benchmarks import ROOT, five_tasks

TASKS = five_tasks.TASKS
PAGE = (ROOT / "docs" / "comparison.md").read_text(encoding="utf-8")
TOOLS = list(TASKS[0].answers)


def rows() -> list[list[str]]:
    """The rows of the table on the page, headings first."""
    table = re.search(r"^\| task \| lemke .*\n(?:\|.*\n)+", PAGE, re.MULTILINE)[0]
    return [[cell.strip() for cell in line[1:-1].split("|")] for line in table.splitlines()]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.title)
def test_our_answers_are_right_and_exact(task: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    answer = task.answers["lemke"]()
    assert task.is_right(answer)
    assert all(type(number) is type(mpq()) for number in five_tasks.numbers(answer))


def test_wrong_answers_are_not_accepted() -> None:
    equilibrium, kuhn, verdict, equilibria, polished = (task.is_right for task in TASKS)
    pure, mixed = ([1, 0, 0], [1, 0]), ([0.8, 0.2, 0], [2 / 3, 1 / 3])
    last = ([0, "1/3", "2/3"], ["1/3", "2/3"])
    last = tuple([float(mpq(share)) for share in strategy] for strategy in last)
    assert equilibrium(pure) and equilibrium(mixed) and not equilibrium(([1, 0, 0], [0, 1]))
    assert kuhn(0.2) and not kuhn(0.4)
    assert verdict(13 / 24) and not verdict(3 / 8)
    assert equilibria([pure, mixed, last])
    assert not equilibria([pure, mixed]) and not equilibria([pure, mixed, mixed])
    assert not equilibria([pure, mixed, ([1, 0, 0], [0, 1])])
    assert polished((-1 / 18, 1 / 18)) and not polished((0, 0))


def test_the_page_has_the_tasks_and_counts_their_lines() -> None:
    (first, _, *shown) = rows()
    assert first == ["task", *TOOLS]
    assert [row[0] for row in shown] == [task.title for task in TASKS]
    for row, task in zip(shown, TASKS, strict=True):
        for text, answer in zip(row[1:], task.answers.values(), strict=True):
            assert text == answer if isinstance(answer, str) else text.startswith(f"{five_tasks.lines(answer)} lines, ")


def test_every_package_is_asked_or_has_a_reason() -> None:
    assert all(list(task.answers) == TOOLS for task in TASKS)
    assert all(callable(task.answers["lemke"]) for task in TASKS)
