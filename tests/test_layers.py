"""The design's house: which room of `lemke` may import which, and which modules may import a heavy package.

A room is a folder right under `lemke/`, or `errors.py`. Everything is read from the source text, so imports inside
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

# The storeys from the ground up, each with its rooms from left to right. A room may import all rooms of lower storeys
# and those to its left, except those that CLOSED names. The roof may import everything.
HOUSE = (
    ("ground", "errors ground"),
    ("towers", "game linear"),
    ("bridges", "forms certificate"),
    ("work", "generators io solvers"),
    ("doors", "interop show studies"),
    ("front", "api cli"),
    ("roof", "__init__ __main__"),
)

LINEAR = "lcp lp qp exact pivoting guided"
"""Folders and files of `linear`: each may import those to its left."""
PIVOTING = "linear.exact linear.guided linear.pivoting"

# Rooms below or to the left that a room still may not import, and why. A folder of a room is named by its path.
CLOSED = {
    "linear": ("game", "rows and columns know no games: two towers, two books"),
    "certificate": ("linear forms", "what proves is apart from what searches: the judge never sees a pivot"),
    "io": (f"generators {PIVOTING}", "files are read and written, nothing is solved"),
    "show": (
        f"generators solvers interop {PIVOTING}",
        "results are shown, nothing is solved",
    ),
    "interop": (
        f"generators solvers {PIVOTING}",
        "an adapter translates, and solves nothing",
    ),
}

# Heavy packages, and the modules that may import them; there too only when used, not at module level.
HEAVY = {
    "sympy": (
        "lemke.ground.sparse.matrix",
        "lemke.ground.tables",
        "lemke.game.tree",
        "lemke.certificate.proved",
        "lemke.solvers.answers",
        "lemke.linear.exact.rational_functions",
        "lemke.linear.lcp.outcomes",
        "lemke.linear.lcp.problem",
        "lemke.forms.normal_form.form",
        "lemke.forms.sequence_form.two_players",
        "lemke.studies.parametric.*",
    ),
    "scipy": (
        "lemke.ground.sparse.matrix",
        "lemke.linear.exact.*",
        "lemke.linear.guided.*",
        "lemke.game.subgames.*",
        "lemke.studies.polish.supports",
    ),
    "threadpoolctl": ("lemke.linear.guided.float_path",),
    "distributed": ("lemke.ground.executors",),
    "highspy": ("lemke.linear.guided.highs", "lemke.linear.guided.face_program", "lemke.interop.*"),
    "jinja2": ("lemke.show.web_page.*",),
    "matplotlib": ("lemke.show.plots.*", "lemke.show.drawing", "lemke.show.drawing.*"),
    "pandas": ("lemke.ground.tables",),
    "pygambit": ("lemke.interop.*",),
    "open_spiel": ("lemke.interop.*",),
    "pyspiel": ("lemke.interop.*",),
    "rich": ("lemke.cli.*",),
}


def may_import_table() -> dict[str, tuple[str, ...]]:
    """HOUSE spelled out: for every room the rooms that it may import; CLOSED may name folders of them."""
    *storeys, (_, roof) = HOUSE
    table: dict[str, tuple[str, ...]] = {}
    for _, rooms in storeys:
        for room in rooms.split():
            table[room] = tuple(lower for lower in table if lower not in closed_to(room))
    return table | dict.fromkeys(roof.split(), (*table, *roof.split()))


def closed_to(room: str) -> list[str]:
    """The rooms and folders that CLOSED names for a room."""
    return CLOSED.get(room, ("", ""))[0].split()


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


def fault_of_arrow(room: str, target: str) -> str | None:
    """Why the room must not import the target, a module of `lemke` or a name in it; None if it may."""
    imported_room = room_of(target)
    if room != imported_room and imported_room not in MAY_IMPORT[room]:
        reason = f" ({CLOSED[room][1]})" if imported_room in closed_to(room) else ""
        allowed = ", ".join(MAY_IMPORT[room]) or "nothing"
        return f"the room '{room}' imports '{imported_room}' ({target}); it may import: {allowed}{reason}"
    for folder in closed_to(room):
        if f"{target}.".startswith(f"lemke.{folder}."):
            return f"the room '{room}' imports '{folder}' ({target}): {CLOSED[room][1]}"
    return None


def exported(folder: Path) -> set[str]:
    """The names that the `__init__` of a folder imports or defines."""
    names = set()
    for node in ast.walk(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def fault_of_door(module: str, target: str) -> str | None:
    """Why the module must not import the target, a file in a folder of a room; None if it may."""
    _, *parts = target.split(".")
    if len(parts) < 3 or f"{module}.".startswith(f"lemke.{parts[0]}.{parts[1]}."):
        return None
    folder = REPOSITORY / "lemke" / parts[0] / parts[1]
    if not (folder / f"{parts[2]}.py").exists() or (len(parts) == 3 and parts[2] in exported(folder)):
        return None
    return f"'{module}' imports {target}; a folder is opened by its __init__: import from lemke.{parts[0]}.{parts[1]}"


def fault_of_package(module: str, package: str, deferred: bool) -> str | None:
    """Why the module must not import the heavy package like this; None if it may."""
    if not any(fnmatchcase(module, pattern) for pattern in HEAVY[package]):
        allowed = ", ".join(HEAVY[package])
        return f"'{module}' imports {package}; only these may: {allowed} (table HEAVY in tests/test_layers.py)"
    if not deferred:
        return f"'{module}' imports {package} at module level; import it in the function that uses it"
    return None


def faults(path: str, source: str) -> list[str]:
    """What the file at this path, from the repository's top, imports against the tables."""
    parts = Path(path).with_suffix("").parts
    room = parts[1]
    if room not in MAY_IMPORT:
        return [
            f"{path}: the room '{room}' is in no storey of the table HOUSE in tests/test_layers.py; "
            f"expected one of: {', '.join(MAY_IMPORT)}"
        ]
    is_package = parts[-1] == "__init__"
    module = ".".join(parts[:-1] if is_package else parts)
    lines = []
    for item in imports(ast.parse(source, filename=path), module, is_package):
        package = item.target.split(".")[0]
        fault = None
        if package == "lemke":
            fault = fault_of_arrow(room, item.target) or fault_of_door(module, item.target)
        elif package in HEAVY:
            fault = fault_of_package(module, package, item.deferred)
        if fault:
            lines.append(f"{path}:{item.line}: {fault}")
    return lines


def test_no_forbidden_import_in_the_package() -> None:
    paths = sorted((REPOSITORY / "lemke").rglob("*.py"))
    assert paths
    lines = []
    for path in paths:
        lines += faults(path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8"))
    assert not lines, "\n".join(["", *lines])


def test_nothing_but_storeys_lies_right_under_the_package() -> None:
    ignored = {"__pycache__", "py.typed", "bundled_checkers", "bundled_games"}
    names = {path.stem if path.suffix == ".py" else path.name for path in (REPOSITORY / "lemke").iterdir()}
    assert names - ignored == set(MAY_IMPORT)


def test_no_arrow_of_the_table_runs_back_up() -> None:
    *storeys, _ = HOUSE
    rooms = [room for _, names in storeys for room in names.split()]
    assert len(rooms) == len(set(rooms))
    for place, room in enumerate(rooms):
        assert set(MAY_IMPORT[room]) <= set(rooms[:place]), room


def test_the_table_allows_the_imports_of_the_design() -> None:
    assert MAY_IMPORT["errors"] == ()
    assert MAY_IMPORT["ground"] == ("errors",)
    assert MAY_IMPORT["game"] == MAY_IMPORT["linear"] == ("errors", "ground")
    assert MAY_IMPORT["forms"] == ("errors", "ground", "game", "linear")
    assert MAY_IMPORT["certificate"] == ("errors", "ground", "game")
    assert MAY_IMPORT["solvers"] == (*MAY_IMPORT["forms"], "forms", "certificate", "generators", "io")
    assert not {"solvers", "generators"} & {*MAY_IMPORT["io"], *MAY_IMPORT["show"], *MAY_IMPORT["interop"]}
    assert {"show", "interop", "solvers"} <= set(MAY_IMPORT["studies"])
    assert "cli" not in MAY_IMPORT["api"]
    assert "cli" in MAY_IMPORT["__init__"]


def test_the_folders_of_linear_import_in_one_direction() -> None:
    folders = LINEAR.split()
    for path in (REPOSITORY / "lemke" / "linear").rglob("*.py"):
        parts = path.relative_to(REPOSITORY).with_suffix("").parts
        if parts[2] == "__init__":
            continue
        for item in imports(ast.parse(path.read_text(encoding="utf-8")), ".".join(parts), False):
            _, room, folder, *_ = [*item.target.split("."), "", ""]
            if room == "linear":
                assert folders.index(folder) <= folders.index(parts[2]), f"{path}:{item.line}: {item.target}"


@pytest.mark.parametrize(
    ("path", "source", "room"),
    [
        ("lemke/linear/lp.py", "import lemke.game", "game"),
        ("lemke/linear/lp.py", "import lemke.game.tree as tree", "game"),
        ("lemke/linear/lp.py", "from lemke import game", "game"),
        ("lemke/linear/lp.py", "from lemke.game import Game", "game"),
        ("lemke/linear/lp.py", "from .. import errors, game", "game"),
        ("lemke/linear/lp.py", "from ..game import Game", "game"),
        ("lemke/linear/deep/er.py", "from ...game.tree import Game", "game"),
        ("lemke/linear/__init__.py", "from .. import game", "game"),
        ("lemke/game/tree.py", "def f():\n    from lemke.linear.lcp import LCP", "linear"),
        ("lemke/game/tree.py", "class C:\n    async def f(self):\n        import lemke.linear.lcp", "linear"),
        ("lemke/game/tree.py", "try:\n    pass\nfinally:\n    import lemke.linear", "linear"),
        (
            "lemke/game/tree.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import lemke.linear",
            "linear",
        ),
        ("lemke/forms/sequence_form.py", "from lemke.certificate import Equilibrium", "certificate"),
        ("lemke/certificate/judge.py", "from lemke.forms.sequence_form import SequenceForm", "forms"),
        ("lemke/certificate/judge.py", "from lemke.linear.lp import LP", "linear"),
        ("lemke/io/efg.py", "from lemke.linear.pivoting import path", "linear.pivoting"),
        ("lemke/io/efg.py", "from lemke.linear.guided import lemke", "linear.guided"),
        ("lemke/io/efg.py", "from lemke.generators import kuhn", "generators"),
        ("lemke/show/tables.py", "from lemke.solvers import solve", "solvers"),
        ("lemke/solvers/lcp.py", "from lemke.studies import polish", "studies"),
        ("lemke/errors.py", "import lemke", "__init__"),
        ("lemke/errors.py", "from lemke import __version__", "__init__"),
    ],
)
def test_a_forbidden_import_is_rejected(path: str, source: str, room: str) -> None:
    lines = faults(path, source)
    assert len(lines) == 1
    assert lines[0].startswith(f"{path}:{source.count(chr(10)) + 1}: ")
    assert f"imports '{room}'" in lines[0]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "lemke/linear/lp.py",
            "import json\nfrom lemke.ground.sparse import SparseMatrix\nfrom ..errors import LemkeError",
        ),
        ("lemke/linear/pivoting/tableau.py", "from ..lcp import LCP\nfrom . import start\nfrom .start import Start"),
        ("lemke/linear/pivoting/__init__.py", "from .tableau import lemke\nfrom ..lcp import LCP"),
        ("lemke/show/report.py", "from lemke.certificate import Equilibrium\nfrom lemke.linear.lcp import LCP"),
        ("lemke/studies/sweep.py", "from lemke.solvers import METHODS\nimport lemke.show"),
        ("lemke/cli/solve.py", "from lemke import solvers\nfrom lemke.io import FORMATS"),
        ("lemke/__init__.py", "from .solvers import solve"),
    ],
)
def test_permitted_imports_pass(path: str, source: str) -> None:
    assert faults(path, source) == []


@pytest.mark.parametrize(
    "source",
    [
        "from lemke.linear.exact.elimination import Elimination",
        "from lemke.linear.exact import elimination",
        "def f():\n    import lemke.linear.exact.elimination",
        "from ..linear.exact.elimination import Elimination",
    ],
)
def test_a_folder_is_opened_by_its_init(source: str) -> None:
    (fault,) = faults("lemke/solvers/answers.py", source)
    assert "imports lemke.linear.exact.elimination" in fault
    assert faults("lemke/linear/exact/basis_solution.py", source.replace("..linear.", "..")) == []


def test_an_unknown_room_is_rejected() -> None:
    (fault,) = faults("lemke/cellar/wine.py", "")
    assert fault.startswith("lemke/cellar/wine.py: the room 'cellar' is in no storey of the table HOUSE")


@pytest.mark.parametrize(
    ("path", "source", "message"),
    [
        ("lemke/game/recall.py", "def f():\n    import sympy", "only these may: lemke.ground.sparse.matrix"),
        ("lemke/io/efg.py", "def f():\n    import pandas as pd", "only these may: lemke.ground.tables"),
        ("lemke/ground/sparse/matrix.py", "import sympy", "at module level"),
        (
            "lemke/ground/sparse/matrix.py",
            "try:\n    from scipy.sparse import csr_array\nexcept ImportError:\n    pass",
            "at module level",
        ),
        ("lemke/linear/guided/float_path.py", "class C:\n    import scipy.sparse.linalg", "at module level"),
        ("lemke/ground/sparse/matrix.py", "if TYPE_CHECKING:\n    pass\nelse:\n    import scipy", "at module level"),
    ],
)
def test_a_forbidden_heavy_import_is_rejected(path: str, source: str, message: str) -> None:
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
def test_a_heavy_import_where_it_is_used_passes(source: str) -> None:
    assert faults("lemke/ground/sparse/matrix.py", source) == []


@pytest.mark.parametrize("module", ["lemke", "lemke.cli"])
def test_import_loads_no_heavy_package(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(set(sys.modules) & {set(HEAVY)!r}))"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
