"""Names in the code say what a value is: no variable, parameter, field, function or class is called by a pronoun."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import lemke

PACKAGE = Path(lemke.__file__).parent
REPOSITORY = Path(__file__).parents[1]
PRONOUNS = {
    *("another", "both", "each", "found", "given", "here", "it", "its", "one", "other", "others", "own", "rest"),
    *("ours", "same", "such", "that", "them", "there", "these", "they", "thing", "things", "this", "those", "two"),
    *("theirs", "wanted", "what", "which", "who", "whole", "whose"),
}
DOCUMENTED = {
    ("certificate/growth.py", "whole"),
    ("game/reach.py", "others"),
    ("studies/polish/__init__.py", "given"),
}
"""Attributes of results by which users read them."""


def bound_names(tree: ast.AST) -> Iterator[str]:
    """Every name that a module binds, but for the second operand of methods such as ``__eq__``: ``other`` in Python."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.alias(asname=str(name)):
                yield name
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.ClassDef(name=name):
                yield name
            case ast.FunctionDef(name=name, args=ast.arguments(args=[_, ast.arg(arg="other") as operand])):
                yield name
                if name.startswith("__"):
                    operand.arg = "operand"
            case ast.FunctionDef(name=name):
                yield name


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_pronoun_is_a_name(path: Path) -> None:
    bound = set(bound_names(ast.parse(path.read_text(encoding="utf-8"))))
    place = path.relative_to(PACKAGE).as_posix()
    assert {name for name in bound if name.strip("_") in PRONOUNS and (place, name) not in DOCUMENTED} == set()


@pytest.mark.parametrize("folder", ["benchmarks", "docs", "examples", "tests"])
def test_no_pronoun_is_a_name_outside_the_package(folder: str) -> None:
    paths = sorted((REPOSITORY / folder).rglob("*.py"))
    bound = {(path.name, name) for path in paths for name in bound_names(ast.parse(path.read_text(encoding="utf-8")))}
    assert bound
    assert {(path, name) for path, name in bound if name.strip("_") in PRONOUNS} == set()


def test_pronouns_are_seen_wherever_a_name_is_bound() -> None:
    code = (
        "import numpy as each\n"
        "def own(given, *, found=[one for one in x]):\n    for two in y: pass\n"
        "class whole:\n    rest: int\n    def __eq__(self, other): ...\n    def same(self, other): ...\n"
    )
    bound = set(bound_names(ast.parse(code)))
    assert bound == {
        *["each", "own", "given", "found", "one", "two", "whole", "rest", "__eq__", "self", "operand", "same", "other"]
    }
