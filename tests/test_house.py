"""The house: which room of `lemke` may import which, which modules may import a heavy package, and how large rooms are.

A room is a folder right under `lemke/`, or a file there. Everything is read from the source text, so imports inside
functions and under TYPE_CHECKING count like any other. `python tests/test_house.py` prints the table MOST as it is now.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[1]
LEMKE = REPOSITORY / "lemke"

# The storeys from the ground up, each with its rooms from left to right. A room may import all rooms of lower storeys
# and those to its left, except those that CLOSED names. The roof may import everything.
HOUSE = (
    ("ground", "errors ground"),
    ("towers", "game linear"),
    ("bridges", "forms certificate"),
    ("work", "generators io solvers"),
    ("doors", "interop show studies"),
    ("front", "public"),
    ("roof", "__init__ cli __main__"),
)

LINEAR = ["lcp", "lp", "qp", "exact", "pivoting", "guided"]
"""Folders and files of `linear`: each may import those to its left."""
PIVOTING = "linear.exact linear.guided linear.pivoting"

# Rooms below or to the left that a room still may not import, and why. A folder of a room is named by its path.
CLOSED = {
    "linear": ("game", "rows and columns know no games: two towers, two books"),
    "certificate": ("linear forms", "what proves is apart from what searches: the judge never sees a pivot"),
    "io": (f"generators {PIVOTING}", "files are read and written, nothing is solved"),
    "show": (f"generators solvers interop {PIVOTING}", "results are shown, nothing is solved"),
    "interop": (f"generators solvers {PIVOTING}", "an adapter translates, and solves nothing"),
}

# Heavy packages, and the modules that may import them, in the functions that use them: ruff (TID253) rejects such
# imports at module level.
HEAVY = {
    "sympy": "ground.sparse.matrix ground.rational game.tree certificate.proved solvers.answers linear.lcp "
    "linear.exact.power_series forms.normal_form.form forms.sequence_form.two_players "
    "studies.parametric.*",
    "scipy": "ground.sparse.matrix linear.exact.* linear.guided.* game.subgames studies.polish",
    "threadpoolctl": "linear.guided.float_path",
    "distributed": "",
    "highspy": "linear.guided.highs linear.guided.cone interop.*",
    "jinja2": "show.web_page.*",
    "matplotlib": "show.plots show.drawing show.drawing.* public.showing",
    "pandas": "ground.table",
    "pygambit": "interop.*",
    "open_spiel": "interop.*",
    "pyspiel": "interop.*",
    "rich": "cli.*",
    **dict.fromkeys(("benchmarks", "examples", "tests"), ""),  # nothing of these is installed
}

# The most lines of each room: code lines, and all lines. A room that grows beyond a number fails, and so does one that
# falls more than SLACK below it, so that the numbers follow the code down. A number rises only with a reason beside it,
# and with another room's fall.
MOST = {
    "__init__": (94, 135),
    "__main__": (2, 5),
    "certificate": (2672, 4415),
    "cli": (957, 1446),
    "errors": (50, 143),
    "forms": (1510, 2788),
    "game": (2506, 4424),
    "generators": (712, 1240),
    "ground": (1013, 1898),
    "interop": (680, 1151),
    "io": (1939, 3338),
    "linear": (3417, 5672),
    "public": (723, 1765),
    "show": (2722, 3808),
    "solvers": (4245, 6598),
    "studies": (1735, 2803),
}
SLACK = 60
DOCSTRINGS = (0.22, 0.30)  # their least and greatest share of the lines of `lemke/`


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


def count_lines(source: str, is_python: bool) -> Counter[str]:
    """How many lines a text has; code lines are those that are not blank, not a comment and not in a docstring."""
    docstrings: set[int] = set()
    for node in ast.walk(ast.parse(source)) if is_python else ():
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings |= {*range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = {number: line.strip() for number, line in enumerate(source.splitlines(), 1)}
    code = [number for number, line in lines.items() if line and not (is_python and line.startswith("#"))]
    return Counter(code=len({*code} - docstrings), all=len(lines), docstrings=len(docstrings))


@cache
def count_rooms() -> dict[str, Counter[str]]:
    """The lines of each room, with its templates and scripts."""
    rooms: dict[str, Counter[str]] = {}
    for path in sorted(LEMKE.rglob("*")):
        if path.suffix in {".py", ".pyi", ".js", ".css", ".jinja"}:
            room = path.relative_to(LEMKE).parts[0].removesuffix(".py")
            rooms.setdefault(room, Counter()).update(count_lines(path.read_text("utf-8"), path.suffix[:3] == ".py"))
    return rooms


def faults_of_size(rooms: dict[str, Counter[str]]) -> list[str]:
    """What is too large, or much too small, for the table MOST."""
    messages = []
    for room, lines in rooms.items():
        for kind, most in zip(("code", "all"), MOST[room], strict=True):
            if not most - SLACK <= lines[kind] <= most:
                advice = "see CONTRIBUTING, Size" if lines[kind] > most else "lower the number"
                messages.append(f"the room '{room}' has {lines[kind]} lines ({kind}), MOST says {most}: {advice}")
    return messages


def imports(source: str, module: str, is_package: bool) -> Iterator[tuple[int, str]]:
    """Line and target of each import: `from lemke.lcp import LCP` has the target "lemke.lcp.LCP"."""
    parts = module.split(".")
    package = parts if is_package else parts[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # A relative import of level 1 starts at the package, each further level one package higher.
            start = package[: len(package) + 1 - node.level] if node.level else []
            origin = [*start, *([node.module] if node.module else [])]
            yield from ((node.lineno, ".".join([*origin, alias.name])) for alias in node.names)


def fault_of_arrow(room: str, target: str) -> str | None:
    """Why the room must not import the target, a module of `lemke` or a name in it; None if it may."""
    imported = [*target.split(".")[1:2], "__init__"][0]
    imported = imported if imported in MAY_IMPORT else "__init__"
    if room != imported and imported not in MAY_IMPORT[room]:
        reason = f" ({CLOSED[room][1]})" if imported in closed_to(room) else ""
        return f"the room '{room}' imports '{imported}' ({target}); it may import: {MAY_IMPORT[room]}{reason}"
    for folder in closed_to(room):
        if f"{target}.".startswith(f"lemke.{folder}."):
            return f"the room '{room}' imports '{folder}' ({target}): {CLOSED[room][1]}"
    return None


def fault_of_folder(module: str, target: str) -> str | None:
    """Why the module must not import the target for the sake of the folders in rooms; None if it may."""
    _, room, folder, name, *deeper = [*target.split("."), "", "", ""]
    importing = [*module.split("."), "", ""][2]
    if f"{module}.".startswith(f"lemke.{room}.{folder}."):
        return None
    if module.startswith("lemke.linear.") and room == "linear" and LINEAR.index(folder) > LINEAR.index(importing):
        return f"'{module}' imports {target}; the list LINEAR allows only folders to its left"
    if not name or not (LEMKE / room / folder / f"{name}.py").exists():
        return None
    nodes = ast.walk(ast.parse((LEMKE / room / folder / "__init__.py").read_text("utf-8")))
    exported = {alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names}
    if name in exported and not any(deeper):
        return None
    return f"'{module}' imports {target}; a folder is opened by its __init__: import from lemke.{room}.{folder}"


def faults(path: str, source: str) -> list[str]:
    """What the file at this path, from the repository's top, imports against the tables."""
    room, *_ = parts = Path(path).with_suffix("").parts[1:]
    if room not in MAY_IMPORT:
        return [
            f"{path}: the room '{room}' is in no storey of the table HOUSE; expected one of: {', '.join(MAY_IMPORT)}"
        ]
    is_package = parts[-1] == "__init__"
    module = ".".join(["lemke", *(parts[:-1] if is_package else parts)])
    messages = []
    for line, target in imports(source, module, is_package):
        package, fault = target.split(".")[0], None
        if package == "lemke":
            fault = fault_of_arrow(room, target) or fault_of_folder(module, target)
        elif package in HEAVY and not any(fnmatchcase(module, f"lemke.{files}") for files in HEAVY[package].split()):
            fault = f"'{module}' imports {package}; only these may: {HEAVY[package] or 'none'} (table HEAVY)"
        messages += [f"{path}:{line}: {fault}"] if fault else []
    return messages


def test_no_forbidden_import_in_the_package() -> None:
    paths = sorted(LEMKE.rglob("*.py"))
    messages = [line for path in paths for line in faults(str(path.relative_to(REPOSITORY)), path.read_text("utf-8"))]
    assert paths
    assert not messages, "\n".join(["", *messages])


def test_every_room_has_a_storey_and_a_size_and_no_arrow_runs_back_up() -> None:
    assert set(count_rooms()) == set(MAY_IMPORT) == set(MOST)
    rooms = " ".join(names for _, names in HOUSE[:-1]).split()
    assert all(set(MAY_IMPORT[room]) <= set(rooms[:place]) for place, room in enumerate(rooms))


def test_no_room_grows_and_the_numbers_follow_the_code_down() -> None:
    messages = faults_of_size(count_rooms())
    assert not messages, "\n".join(["", *messages])


def test_lines_are_as_long_and_docstrings_as_many_as_before() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["ruff"]["line-length"] == 120
    total = sum(count_rooms().values(), Counter[str]())
    assert DOCSTRINGS[0] <= total["docstrings"] / total["all"] <= DOCSTRINGS[1]


def test_lines_are_counted() -> None:
    source = 'def f():  # a comment\n    """Two\n    lines."""\n\n    # a reason\n    return (\n        1\n    )\n'
    assert count_lines(source, True) == Counter(code=4, all=8, docstrings=2)
    assert count_lines("a { }\n\n# b { }\n", False) == Counter(code=2, all=3)


@pytest.mark.parametrize(
    ("path", "source", "words"),
    [
        ("linear/lp.py", "import lemke.game.tree as tree", "'game'"),
        ("linear/lp.py", "from lemke import game", "'game'"),
        ("linear/lp.py", "from .. import errors, game", "'game'"),
        ("linear/deep/er.py", "from ...game.tree import Game", "'game'"),
        ("linear/__init__.py", "from .. import game", "'game'"),
        ("linear/lcp.py", "from .pivoting import lemke", "LINEAR"),
        ("game/tree.py", "class C:\n    async def f(self):\n        import lemke.linear.lcp", "'linear'"),
        ("game/tree.py", "if TYPE_CHECKING:\n    import lemke.linear", "'linear'"),
        ("certificate/judge.py", "from lemke.forms.sequence_form import SequenceForm", "'forms'"),
        ("certificate/judge.py", "from lemke.linear.lp import LP", "'linear'"),
        ("io/efg.py", "from lemke.linear.pivoting import path", "'linear.pivoting'"),
        ("show/table.py", "from lemke.solvers import solve", "'solvers'"),
        ("errors.py", "from lemke import __version__", "'__init__'"),
        ("cellar/wine.py", "", "table HOUSE"),
        ("game/tree.py", "def f():\n    import benchmarks.run", "table HEAVY"),
        ("game/recall.py", "def f():\n    import sympy", "only these may: ground.sparse.matrix"),
        ("solvers/answers.py", "from ..linear.exact import elimination", "opened by its __init__"),
        ("solvers/answers.py", "import lemke.linear.exact.elimination", "opened by its __init__"),
    ],
)
def test_a_forbidden_import_is_rejected(path: str, source: str, words: str) -> None:
    (fault,) = faults(f"lemke/{path}", source)
    assert re.match(rf"lemke/{path}:({source.count(chr(10)) + 1}:)? ", fault)
    assert words in fault


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("linear/lp.py", "import json\nfrom lemke.ground.sparse import Matrix\nfrom ..errors import LemkeError"),
        ("linear/pivoting/tableau.py", "from ..lcp import LCP\nfrom . import start\nfrom .start import Start"),
        ("show/report.py", "from lemke.certificate import Equilibrium\nfrom lemke.linear.lcp import LCP"),
        ("cli/solve.py", "from lemke import solvers\nfrom lemke.io import FORMATS"),
        ("__init__.py", "from .solvers import solve"),
        ("ground/sparse/matrix.py", "class C:\n    def f(self):\n        from sympy import Matrix"),
    ],
)
def test_permitted_imports_pass(path: str, source: str) -> None:
    assert faults(f"lemke/{path}", source) == []


@pytest.mark.parametrize("module", ["lemke", "lemke.cli"])
def test_import_loads_no_heavy_package(module: str) -> None:
    program = f"import sys, {module}; print(*sorted(set(sys.modules) & {set(HEAVY)!r}))"
    loaded = subprocess.run([sys.executable, "-c", program], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []


if __name__ == "__main__":
    for _room, _lines in count_rooms().items():
        print(f'    "{_room}": ({_lines["code"]}, {_lines["all"]}),')
