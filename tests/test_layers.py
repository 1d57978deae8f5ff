"""The house: which room of `lemke` may import which, and which rooms may import a heavy package.

A room is a file or a folder right under `lemke/`. Everything is read from the source text, so imports inside
functions and under TYPE_CHECKING count like any other.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]

# Storey, its rooms from left to right, and what they may import: storeys, rooms, "left" (the rooms to their
# left), "-room" (all the same not that one). The rooms of the top may import everything.
HOUSE = (
    ("ground", "errors packages values rational tables notebook sparse watch", "left"),
    ("algebra", "lcp lp qp matrix_classes pivoting", "ground left"),
    (
        "game tower",
        "game implicit recall strategy pure_strategies reach best_response subgames chance certificate",
        "ground left",
    ),
    ("bridges", "sequence_form normal_form named_lp", "ground lcp lp game-tower -certificate left"),
    ("generators", "generators", "ground game implicit normal_form"),
    ("upstairs", "solvers refinements studies", "ground algebra game-tower bridges generators left"),
    ("doors", "io views", "ground algebra -pivoting game-tower bridges"),
    ("adapters", "interop", "ground algebra -pivoting game-tower bridges io"),
    ("top", "cli reporting pictures __init__ __main__", "everything"),
)

# Heavy packages, and the modules that may import them; there too only when used, not at module level.
HEAVY = {
    "sympy": (
        "lemke.sparse.matrix",
        "lemke.tables",
        "lemke.game.tree",
        "lemke.certificate.proved",
        "lemke.solvers.mixed_equilibrium",
        "lemke.lcp.outcomes",
        "lemke.lcp.problem",
        "lemke.normal_form.form",
        "lemke.sequence_form.two_players",
        "lemke.studies.parametric.*",
    ),
    "scipy": ("lemke.sparse.matrix", "lemke.pivoting.*", "lemke.subgames.*", "lemke.studies.support"),
    "threadpoolctl": ("lemke.pivoting.guided",),
    "dask": ("lemke.interop.*",),
    "distributed": ("lemke.interop.*",),
    "highspy": ("lemke.pivoting.highs", "lemke.interop.*"),
    "igraph": ("lemke.views.drawing.*",),
    "jinja2": ("lemke.views.web_page.*",),
    "matplotlib": ("lemke.views.plots", "lemke.views.drawing.*"),
    "networkx": ("lemke.interop.*", "lemke.solvers.components"),
    "pandas": ("lemke.tables",),
    "pygambit": ("lemke.interop.*",),
    "open_spiel": ("lemke.interop.*",),
    "pyspiel": ("lemke.interop.*",),
    "rich": ("lemke.cli.*",),
}


def may_import_table() -> dict[str, tuple[str, ...]]:
    """HOUSE spelled out: for every room the rooms it may import."""
    rooms_of = {storey.replace(" ", "-"): rooms.split() for storey, rooms, _ in HOUSE}
    rooms_of["everything"] = [room for rooms in rooms_of.values() for room in rooms]
    table = {}
    for _, rooms, permission in HOUSE:
        words = permission.split()
        closed = [word.removeprefix("-") for word in words if word.startswith("-")]
        for position, room in enumerate(rooms.split()):
            allowed: list[str] = []
            for word in words:
                if word == "left":
                    allowed += rooms.split()[:position]
                elif not word.startswith("-"):
                    allowed += rooms_of.get(word, [word])
            table[room] = tuple(other for other in allowed if other not in closed)
    return table


MAY_IMPORT = may_import_table()


@dataclass(frozen=True)
class Import:
    """One imported name: `from lemke.lcp import LCP` has the target "lemke.lcp.LCP"."""

    line: int
    target: str
    deferred: bool  # inside a function or under TYPE_CHECKING, so not carried out when the module is loaded


def imports(tree: ast.Module, module: str, is_package: bool) -> Iterator[Import]:
    """Every import in the syntax tree of the named module."""
    parts = module.split(".")
    package = parts if is_package else parts[:-1]

    def visit(node: ast.AST, deferred: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name, deferred)
        elif isinstance(node, ast.ImportFrom):
            # A relative import of level 1 starts at the package, each further level one package higher.
            start = package[: len(package) + 1 - node.level] if node.level else []
            for alias in node.names:
                target = [*start, *([node.module] if node.module else []), alias.name]
                yield Import(node.lineno, ".".join(target), deferred)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            for child in node.body:
                yield from visit(child, True)
            for child in node.orelse:
                yield from visit(child, deferred)
        else:
            inside = deferred or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for child in ast.iter_child_nodes(node):
                yield from visit(child, inside)

    return visit(tree, False)


def room_of(target: str) -> str:
    """The room of a module of `lemke` or of a name in it; names of the package itself are in `__init__`."""
    room = target.split(".")[1:2]
    return room[0] if room and room[0] in MAY_IMPORT else "__init__"


def faults(path: str, source: str) -> list[str]:
    """What the file at this path, given from the repository's top, imports against the two tables."""
    parts = Path(path).with_suffix("").parts
    room = parts[1]
    if room not in MAY_IMPORT:
        return [
            f"{path}: the room '{room}' is in no storey of the table HOUSE in tests/test_layers.py; "
            f"expected one of: {', '.join(MAY_IMPORT)}"
        ]
    is_package = parts[-1] == "__init__"
    module = ".".join(parts[:-1] if is_package else parts)
    found = []
    for item in imports(ast.parse(source, filename=path), module, is_package):
        package = item.target.split(".")[0]
        if package == "lemke":
            other = room_of(item.target)
            if other not in (room, *MAY_IMPORT[room]):
                found.append(
                    f"{path}:{item.line}: the room '{room}' imports '{other}' ({item.target}); "
                    f"it may import: {', '.join(MAY_IMPORT[room]) or 'nothing'}"
                )
        elif package in HEAVY:
            if not any(fnmatchcase(module, pattern) for pattern in HEAVY[package]):
                found.append(
                    f"{path}:{item.line}: '{module}' imports {package}; "
                    f"only these may: {', '.join(HEAVY[package])} (table HEAVY in tests/test_layers.py)"
                )
            elif not item.deferred:
                found.append(
                    f"{path}:{item.line}: '{module}' imports {package} at module level; "
                    f"import it in the function that uses it"
                )
    return found


def test_no_forbidden_import_in_the_package() -> None:
    paths = sorted((REPOSITORY / "lemke").rglob("*.py"))
    assert paths
    found = []
    for path in paths:
        found += faults(path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8"))
    assert not found, "\n".join(["", *found])


def test_no_arrow_of_the_table_runs_back_up() -> None:
    rooms = [room for _, names, _ in HOUSE for room in names.split()]
    assert len(rooms) == len(set(rooms))
    for room in rooms[: rooms.index("cli")]:
        below = rooms[: rooms.index(room)]
        assert set(MAY_IMPORT[room]) <= set(below), room


def test_the_table_spelled_out() -> None:
    assert MAY_IMPORT["errors"] == ()
    assert MAY_IMPORT["watch"] == ("errors", "packages", "values", "rational", "tables", "notebook", "sparse")
    assert MAY_IMPORT["lp"] == (
        "errors",
        "packages",
        "values",
        "rational",
        "tables",
        "notebook",
        "sparse",
        "watch",
        "lcp",
    )
    assert MAY_IMPORT["implicit"] == (
        "errors",
        "packages",
        "values",
        "rational",
        "tables",
        "notebook",
        "sparse",
        "watch",
        "game",
    )
    assert {"lcp", "lp", "best_response"} <= set(MAY_IMPORT["sequence_form"])
    assert not {"certificate", "pivoting", "normal_form"} & set(MAY_IMPORT["sequence_form"])
    assert "sequence_form" in MAY_IMPORT["named_lp"]
    assert {"solvers", "pivoting", "certificate"} <= set(MAY_IMPORT["refinements"])
    assert {"lcp", "certificate", "sequence_form"} <= set(MAY_IMPORT["io"])
    assert not {"pivoting", "solvers", "generators", "interop"} & set(MAY_IMPORT["io"])
    assert {"io", "implicit", "strategy"} <= set(MAY_IMPORT["interop"])
    assert not {"pivoting", "solvers", "views"} & set(MAY_IMPORT["interop"])


@pytest.mark.parametrize(
    ("path", "source", "room"),
    [
        ("lemke/lcp.py", "import lemke.game", "game"),
        ("lemke/lcp.py", "import lemke.game.tree as tree", "game"),
        ("lemke/lcp.py", "from lemke import game", "game"),
        ("lemke/lcp.py", "from lemke.game import Game", "game"),
        ("lemke/lcp.py", "from . import rational, game", "game"),
        ("lemke/lcp.py", "from .game import Game", "game"),
        ("lemke/pivoting/tableau.py", "from ..game import Game", "game"),
        ("lemke/pivoting/__init__.py", "from .. import game", "game"),
        ("lemke/pivoting/deep/er.py", "from ...game.tree import Game", "game"),
        ("lemke/game.py", "def f():\n    from lemke.lcp import LCP", "lcp"),
        ("lemke/game.py", "class C:\n    async def f(self):\n        import lemke.lcp", "lcp"),
        ("lemke/game.py", "try:\n    pass\nfinally:\n    import lemke.lcp", "lcp"),
        ("lemke/game.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import lemke.lcp", "lcp"),
        ("lemke/lcp.py", "from lemke.lp import LP", "lp"),
        ("lemke/sequence_form.py", "from lemke.certificate import Equilibrium", "certificate"),
        ("lemke/io/efg.py", "from lemke.pivoting import lemke", "pivoting"),
        ("lemke/solvers/lcp.py", "from lemke.refinements import perfect", "refinements"),
        ("lemke/solvers/lcp.py", "from lemke.io import efg", "io"),
        ("lemke/errors.py", "import lemke", "__init__"),
        ("lemke/errors.py", "from lemke import __version__", "__init__"),
    ],
)
def test_forbidden_arrow_is_rejected(path: str, source: str, room: str) -> None:
    found = faults(path, source)
    assert len(found) == 1
    assert found[0].startswith(f"{path}:{source.count(chr(10)) + 1}: ")
    assert f"imports '{room}'" in found[0]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "lemke/lcp.py",
            "import json\nfrom lemke.sparse import SparseMatrix\nfrom .errors import LemkeError",
        ),
        ("lemke/pivoting/tableau.py", "from ..lcp import LCP\nfrom . import start\nfrom .start import Start"),
        ("lemke/pivoting/__init__.py", "from .tableau import lemke\nfrom ..lcp import LCP"),
        ("lemke/views/report.py", "from lemke.certificate import Equilibrium\nfrom lemke.lcp import LCP"),
        ("lemke/studies/sweep.py", "from lemke.solvers import METHODS\nimport lemke.refinements"),
        (
            "lemke/cli.py",
            "import lemke\nfrom lemke import __version__, solvers\nfrom lemke.io import FORMATS",
        ),
        ("lemke/__init__.py", "from .solvers import solve"),
    ],
)
def test_permitted_imports_pass(path: str, source: str) -> None:
    assert faults(path, source) == []


def test_unknown_room_is_rejected() -> None:
    (fault,) = faults("lemke/cellar/wine.py", "")
    assert fault.startswith("lemke/cellar/wine.py: the room 'cellar' is in no storey of the table HOUSE")


@pytest.mark.parametrize(
    ("path", "source", "message"),
    [
        ("lemke/game.py", "def f():\n    import sympy", "only these may: lemke.sparse.matrix"),
        ("lemke/io/efg.py", "def f():\n    import pandas as pd", "only these may: lemke.tables"),
        ("lemke/sparse/matrix.py", "import sympy", "at module level"),
        (
            "lemke/sparse/matrix.py",
            "try:\n    from scipy.sparse import csr_array\nexcept ImportError:\n    pass",
            "at module level",
        ),
        ("lemke/pivoting/guided.py", "class C:\n    import scipy.sparse.linalg", "at module level"),
        ("lemke/sparse/matrix.py", "if TYPE_CHECKING:\n    pass\nelse:\n    import scipy", "at module level"),
    ],
)
def test_heavy_import_is_rejected(path: str, source: str, message: str) -> None:
    (fault,) = faults(path, source)
    assert message in fault


@pytest.mark.parametrize(
    "source",
    [
        "def f():\n    import scipy.sparse",
        "import typing\nif typing.TYPE_CHECKING:\n    from scipy.sparse import csr_array",
        "class C:\n    def f(self):\n        from sympy import Matrix",
    ],
)
def test_heavy_import_when_used_passes(source: str) -> None:
    assert faults("lemke/sparse/matrix.py", source) == []


@pytest.mark.parametrize("module", ["lemke", "lemke.cli"])
def test_import_loads_no_heavy_package(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(set(sys.modules) & {set(HEAVY)!r}))"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
