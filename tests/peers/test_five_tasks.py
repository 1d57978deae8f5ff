"""The five tasks of the comparison: the peers' answers agree with the known ones, and so with ours."""

from shutil import which
from typing import Any

import pytest

from repository_benchmarks import ROOT, five_tasks

TASKS = five_tasks.TASKS
PACKAGES = {"pygambit": "pygambit", "OpenSpiel": "pyspiel", "Nashpy": "nashpy"}
ASKED = [(task, tool) for task in TASKS for tool in PACKAGES if callable(task.answers[tool])]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")  # OpenSpiel's
@pytest.mark.parametrize(("task", "tool"), ASKED, ids=lambda value: value if isinstance(value, str) else value.title)
def test_answers_of_peers_are_the_known_ones(task: Any, tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    pytest.importorskip(PACKAGES[tool])
    through = task.through.get(tool, "")
    if through == "`lrsnash`" and which("lrsnash") is None:
        pytest.skip("lrsnash is not installed")
    try:
        answer = task.answers[tool]()
    except ModuleNotFoundError as error:  # a package that OpenSpiel imports only for some games
        if (error.name or "").partition(".")[0] in ("lemke", "benchmarks"):
            raise
        pytest.skip(str(error))
    assert task.is_right(answer)
