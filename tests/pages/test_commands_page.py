"""The page of the commands is written from their help, below a part that describes what all commands share."""

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that writes the page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        return importlib.import_module("commands")


def test_the_page_agrees_with_the_help(script: ModuleType) -> None:
    page = script.PAGE.read_text(encoding="utf-8")
    assert page.partition(script.MARK)[2] == script.written(), "python docs/commands.py writes it"


def test_the_part_by_hand_has_the_shared_options(script: ModuleType) -> None:
    by_hand = script.PAGE.read_text(encoding="utf-8").partition(script.MARK)[0]
    assert set(re.findall(r"^\|.*?`(--[a-z-]+)[ `].* \|$", by_hand, re.MULTILINE)) == script.SHARED | {"--format"}


def test_code_in_help_texts_is_marked(script: ModuleType) -> None:
    text = 'as lemke solve --prior random does, {"1": {"a": [0.5, …]}} or x("I", "a") with --method lp, *'
    assert script.marked(text) == (
        'as `lemke solve --prior random` does, `{"1": {"a": [0.5, …]}}` or `x("I", "a")` with `--method lp`, \\*'
    )
