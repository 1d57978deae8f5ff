"""The five tasks of the comparison: answers are right."""

from typing import Any

import pytest
from gmpy2 import mpq

from repository_benchmarks import ROOT, five_tasks

TASKS = five_tasks.TASKS


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
