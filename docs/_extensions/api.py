"""The directive `api`: a table of the names given to it, then the documentation of each, made from its docstring."""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective, switch_source_input


def resolved(name: str) -> Any:
    """The object of a dotted name: a module, or a member of a module or a class."""
    module, _, attribute = name.rpartition(".")
    if not module:
        return importlib.import_module(name)
    try:
        member = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError:
        member = getattr(resolved(module), attribute)
    return getattr(member, "__func__", member)  # a class method is a new object at every access


def value(name: str) -> Any:
    """The object of a dotted name; None if there is none."""
    try:
        return resolved(name)
    except (ImportError, AttributeError, ValueError):
        return None


def kind(obj: Any) -> str:
    """Autodoc's word for the kind of an object."""
    if inspect.isclass(obj):
        return "exception" if issubclass(obj, BaseException) else "class"
    return "function" if callable(obj) else "data"


def expanded(name: str) -> list[str]:
    """The dotted name alone; for a module and `.*`, all that the module exports."""
    module, star, _ = name.strip().partition(".*")
    return [f"{module}.{exported}" for exported in resolved(module).__all__] if star else [module]


def listed(pages: Path) -> list[str]:
    """The names on the pages of this folder."""
    return [
        name
        for page in sorted(pages.glob("*.rst"))
        for block in re.findall(r"^\.\. api::\n\n((?: {3}\S+\n)+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        for line in block.splitlines()
        for name in expanded(line)
    ]


def classes(pages: Path) -> dict[str, str]:
    """The classes on the pages, from the name that docstrings call them by."""
    return {name.rpartition(".")[2]: name for name in listed(pages) if inspect.isclass(resolved(name))}


class Api(SphinxDirective):
    """Dotted names, one a line; `MODULE.*` for all that a module exports."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        table, entries = StringList(), StringList()
        add(table, self.get_source_info()[0], ".. list-table::", "   :class: names", "   :widths: 35 65", "")
        for name in (name for line in filter(None, self.content) for name in expanded(line)):
            obj = resolved(name)
            kind_name = kind(obj)
            if kind_name == "data":
                place, doc = comment(name, obj)
            else:
                place, doc = f"{obj.__module__}.{obj.__qualname__}", inspect.getdoc(obj) or ""
            summary = " ".join(takewhile(str.strip, doc.splitlines()))
            add(table, f"docstring of {place}", f"   * - :py:obj:`~{name}`", f"     - {summary}")
            if kind_name == "data":
                lines = [f".. py:data:: {name}", "", *(f"   {line}" for line in doc.splitlines())]
            else:
                lines = [f".. auto{kind_name}:: {name}", *["   :members:"] * (kind_name != "function")]
            add(entries, f"docstring of {place}", "", *lines, "")
        node = nodes.Element()
        with switch_source_input(self.state, table + entries):
            self.state.nested_parse(table + entries, 0, node)
        return node.children


def add(lines: StringList, source: str, *more: str) -> None:
    """Append lines whose source is ``source``."""
    for number, line in enumerate(more):
        lines.append(line, source, number)


def comment(name: str, obj: Any) -> tuple[str, str]:
    """The module that defines a constant, and the text below it there."""
    last = name.rpartition(".")[2]
    for place in sorted(module for module in sys.modules if module.startswith("lemke.")):
        if vars(sys.modules[place]).get(last) is obj:
            lines = ModuleAnalyzer.for_module(place).find_attr_docs().get(("", last))
            if lines:
                return place, "\n".join(lines)
    raise LookupError(f"{name}: no text below the line that defines it, expected one")


def examples_have_a_heading(app: Sphinx, kind_name: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Give an example below the last section of a docstring a section of its own."""
    headings = [i for i, line in enumerate(lines) if i and re.fullmatch(r"-{3,}", line) and lines[i - 1].strip()]
    if headings and lines[headings[-1] - 1].strip() != "Examples":
        for i in range(headings[-1], len(lines)):
            if lines[i].startswith(">>>") and not lines[i - 1].strip():
                lines[i:i] = ["Examples", "--------"]
                return


def places(source: str) -> Iterator[str]:
    """The prefixes that a name in this docstring may lack: its class, its module, the module of what it wraps, none."""
    scope = source.rpartition("docstring of ")[2].split(":")[0] if "docstring of " in source else ""
    while scope:
        yield f"{scope}."
        if inspect.isclass(holder := value(scope)) or inspect.isfunction(holder):
            yield f"{inspect.unwrap(holder).__module__}."
        scope = scope.rpartition(".")[0]
    yield ""


def exists_in_the_code(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    """Link a name to the page where the package exports it; a name in the code that has no page stays text."""
    if node.get("refdomain") != "py":
        return None
    python, target = env.domains.python_domain, node["reftarget"]
    meant = next((obj for place in places(node.source or "") if (obj := value(place + target)) is not None), None)
    if meant is None:
        return None
    candidates = (name for name in python.objects if name.rpartition(".")[2] == target.rpartition(".")[2])
    names = [name for name in candidates if not python.objects[name].aliased and value(name) is meant]
    return python.resolve_xref(env, node["refdoc"], app.builder, "obj", names[0], node, content) if names else content


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("api", Api)
    app.connect("autodoc-process-docstring", examples_have_a_heading, priority=100)
    app.connect("missing-reference", exists_in_the_code)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
