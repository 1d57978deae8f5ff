"""The project's own files agree with each other and with the code."""

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from lowest import FILE, constraints

REPOSITORY = Path(__file__).parents[1]
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = {
    extra: {Requirement(requirement).name for requirement in requirements}
    for extra, requirements in PROJECT["optional-dependencies"].items()
}


def test_lower_bounds_that_are_tested_are_those_of_the_project() -> None:
    assert FILE.read_text(encoding="utf-8") == constraints(), "run: python tests/lowest.py"


def test_the_citation_names_this_version() -> None:
    (version,) = re.findall(r"^version: (.*)$", (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    assert version == PROJECT["version"]


def required(tree: ast.AST, module: str) -> Iterator[tuple[int, str, str]]:
    """Line, module and extra of every call of :func:`lemke.ground.packages.require` in a syntax tree."""
    nodes = list(ast.walk(tree))
    imported = {
        alias.asname or alias.name: source
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias, source in ((alias, f"{node.module}.{alias.name}") for alias in node.names)
    }

    def value(node: ast.expr) -> str:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Attribute):
            return getattr(import_module(imported[node.value.id]), node.attr)
        return getattr(import_module(module), node.id)

    for node in nodes:
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and imported.get(called.id) == "lemke.ground.packages.require":
            yield node.lineno, value(node.args[0]), value(node.args[1])


def test_calls_of_require_are_found() -> None:
    source = (
        "from lemke.ground.packages import require as need\nfrom lemke.interop.gambit import games\n"
        "def f():\n    need('a.b', 'c')\n    need('d', games.EXTRA)\n    need('e', EXTRA)\n    other('g', 'h')\n"
    )
    calls = list(required(ast.parse(source), "lemke.interop.openspiel.game"))
    assert calls == [(4, "a.b", "c"), (5, "d", "gambit"), (6, "e", "openspiel")]


def test_every_package_that_may_be_missing_is_brought_by_the_extra_that_is_named() -> None:
    """Otherwise the command in the message would install nothing."""
    calls = []
    for path in sorted((REPOSITORY / "lemke").rglob("*.py")):
        module = ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls += [(f"{path.relative_to(REPOSITORY)}:{line}", *names) for line, *names in required(tree, module)]
    assert {extra for _, _, extra in calls} >= {"dask", "gambit", "openspiel", "pandas"}
    distribution = {"pyspiel": "open_spiel"}
    for where, name, extra in calls:
        package = name.split(".")[0]
        assert distribution.get(package, package) in EXTRAS.get(extra, ()), f"{where}: {package} in the extra {extra!r}"


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs"])
def test_pages_name_extras_that_are_there(page: str) -> None:
    path = REPOSITORY / page
    for file in path.rglob("*.md") if path.is_dir() else [path]:
        for names in re.findall(r"(?:lemke|\.)\[([a-z, ]+)\]", file.read_text(encoding="utf-8")):
            assert set(names.replace(" ", "").split(",")) <= set(EXTRAS), f"{file}: [{names}]"


CONTRIBUTING = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")


def table(page: str, heading: str) -> Iterator[list[str]]:
    """The cells of the rows below a heading, as they are written."""
    rows = page.partition(heading)[2].strip().partition("\n\n")[0].splitlines()[1:]
    for row in rows:
        yield [cell.strip() for cell in row.strip("|").split("|")]


def test_contributing_lists_the_environments_of_tox() -> None:
    tox = (REPOSITORY / "tox.ini").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^env_list = (.*)$", tox, re.MULTILINE)
    environments = {*listed.split(", "), *re.findall(r"^\[testenv:(\w+)\]$", tox, re.MULTILINE)}
    (versions, *told) = [row[0] for row in table(CONTRIBUTING, "| name | what it runs |")]
    assert versions == "`py`"
    assert {f"`{name}`" for name in environments} | {"`py311` … `py314`"} == {versions, *told}


def test_contributing_says_what_each_dependency_is_for() -> None:
    told = [row[0] for row in table(CONTRIBUTING, "| package | what it is for |")]
    assert told == [f"`{Requirement(dependency).name}`" for dependency in PROJECT["dependencies"]]
