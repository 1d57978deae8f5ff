"""The library's reference has every public name once, and pages name what exists."""

import importlib
import inspect
import pydoc
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lemke
from lemke import errors, generators

DOCS = Path(__file__).parents[1] / "docs"
GROUPS = sorted((DOCS / "reference" / "api").glob("*.rst"))
PAGES = sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.rst")])
IMPORT = re.compile(r"^(?:>>> |\.\.\. )? *from (lemke[.\w]*) import ([^#\n]+)", re.MULTILINE)


def names(text: str) -> Iterator[str]:
    """The names in the directives `api` of a page; `MODULE.*` stands for all that a module exports."""
    for block in re.findall(r"^\.\. api::\n\n((?: {3}\S+\n)+)", text, re.MULTILINE):
        for line in block.split():
            module = line.removesuffix(".*")
            yield from [line] if module == line else (f"{module}.{name}" for name in resolved(module).__all__)


def resolved(name: str) -> Any:
    """The object of a dotted name."""
    module, _, attribute = name.rpartition(".")
    value = getattr(importlib.import_module(module), attribute, None)
    return importlib.import_module(name) if value is None else value


LISTED = [name for group in GROUPS for name in names(group.read_text(encoding="utf-8"))]


def test_every_public_name_is_listed_once() -> None:
    assert sorted(name for name in LISTED if name.count(".") == 1) == sorted(f"lemke.{name}" for name in lemke.__all__)
    assert len(set(LISTED)) == len(LISTED)


def test_nothing_is_listed_under_two_names() -> None:
    documented = [value for value in map(resolved, LISTED) if inspect.isclass(value) or inspect.isfunction(value)]
    assert len({id(value) for value in documented}) == len(documented) > 150


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        (generators, generators.__all__),
        (
            errors,
            [name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)],
        ),
    ],
    ids=["generators", "errors"],
)
def test_every_public_name_of_a_listed_module_is_in_the_reference(module: Any, expected: list[str]) -> None:
    listed = [id(resolved(name)) for name in LISTED]
    assert [name for name in expected if id(getattr(module, name)) not in listed] == []


def test_what_the_documentation_imports_is_in_the_reference() -> None:
    # The textbook also shows internal objects.
    pages = [page for page in PAGES if "textbook" not in page.parts]
    assert len(pages) > 40
    listed = [id(resolved(name)) for name in LISTED]
    missing = set()
    for page in pages:
        for module, imported in IMPORT.findall(page.read_text(encoding="utf-8")):
            for name in re.findall(r"(\w+)(?: as \w+)?", imported):
                value = resolved(f"{module}.{name}")
                if not inspect.ismodule(value) and id(value) not in listed:
                    missing.add(f"{page.relative_to(DOCS)}: {module}.{name}")
    assert sorted(missing) == []


PROSE = [page for page in PAGES if page.suffix == ".md"]


def test_names_in_prose_exist() -> None:
    named = {page: set(re.findall(r"`(lemke(?:\.\w+)+)[^`]*`", page.read_text(encoding="utf-8"))) for page in PROSE}
    assert named[DOCS / "glossary.md"] and named[DOCS / "architecture.md"]
    assert [name for name in sorted(set.union(*named.values())) if pydoc.locate(name) is None] == []


def test_files_in_prose_exist() -> None:
    file = re.compile(r"`((?:lemke|tests|examples|benchmarks|docs)/[\w/.-]+)`")
    named = {name for page in PROSE for name in file.findall(page.read_text(encoding="utf-8")) if "NAME" not in name}
    assert len(named) > 10
    assert [name for name in sorted(named) if not (DOCS.parent / name).exists()] == []


def test_the_picture_of_the_house_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    picture = importlib.import_module("house").picture()
    assert (DOCS / "pictures" / "house.svg").read_text(encoding="utf-8") == picture, "run: python docs/house.py"


def test_no_module_hides_a_name_that_its_package_exports() -> None:
    root = DOCS.parent / "lemke"
    hidden = {}
    for path in root.rglob("__init__.py"):
        package = ".".join(path.parent.relative_to(root.parent).parts)
        modules: dict[str, str] = getattr(importlib.import_module(package), "_NAMES", {})
        exported = " ".join(modules.values()).split()
        hidden[package] = {file.stem for file in path.parent.iterdir()}.intersection(exported)
    assert set().union(*hidden.values()) == set(), hidden
