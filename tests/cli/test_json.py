"""JSON from every command: one object in a documented format, exact, and the same on every run."""

import importlib
import json
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lemke
from lemke.cli import run
from lemke.ground.document import Format

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"

GAME = "example:entry_deterrence"
EXAMPLES = {
    "solve": [
        f"{GAME}",
        f"{GAME} --method double-oracle --gap 1",
        f"{GAME} --method double-oracle --start ';' --rounds",
        f"{GAME} --refine quasi-perfect",
    ],
    "enumerate": [
        *(f"{GAME} {more}".strip() for more in ("", "--pure", "--best u1", "--best support")),
        "example:kuhn3",
    ],
    "ranges": [GAME, "example:kuhn3 --player 1"],
    "explore": [f"{GAME} --starts 3", "example:tracing_2002 --starts 5 --seed 2"],
    "learn": [f"{GAME} --iterations 4"],
    "polish": [f"{GAME} profile.ne"],
    "verify": [
        f"{GAME} profile.ne",
        f"{GAME} threat.ne --refine subgame-perfect",
        f"{GAME} sets.json",
        f"{GAME} threat.ne --against-all",
    ],
    "generate": ["kuhn", "coordination --n 2"],
    "convert": [GAME, "example:von_stengel_1999", f"{GAME} -"],
    "sweep": [
        "example:kuhn3_parametric --from 0 --to 4",
        "example:kuhn3_parametric --from 0 --to 1 --all",
    ],
}
"""For each command, the arguments of its calls."""
PARTS = {"title", "players", "sha256", "index", "number", "label", "actions", "exact", "decimal", "shape", "entries"}
"""Members of parts that many formats share: games, information sets, numbers, matrices."""
NAMED = {"actions", "refinements", "standing", "objective", "terms", "variables", "multipliers", "summary"}
"""Members that are objects with names of moves, refinements and the like."""
CASES = [f"{name} {arguments}".strip() for name, calls in EXAMPLES.items() for arguments in calls]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that the commands read, in the working directory."""
    (tmp_path / "profile.ne").write_text("NE,0,1,1,0\n")
    (tmp_path / "threat.ne").write_text("NE,1,0,0,1\n")
    sets = lemke.enumerate(lemke.example("entry_deterrence"), "sets")
    (tmp_path / "sets.json").write_text(sets.document().to_json())
    (tmp_path / "problem.lcp").write_text("n= 2 M= 2 1 1 2 q= -5 -6\n")
    (tmp_path / "ray.lcp").write_text("n= 2 M= 0 1 -1 -1 q= 1 -1\n")
    (tmp_path / "infeasible.lcp").write_text("n= 1 M= 0 q= -1\n")
    (tmp_path / "forgetful.efg").write_text(
        'EFG 2 R "forgetful" { "Ann" }\np "" 1 1 "" { "L" "R" } 0\nt "" 1 "" { 1 }\n'
        'p "" 1 1 "" { "L" "R" } 0\nt "" 2 "" { 2 }\nt "" 3 "" { 3 }\n'
    )
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], case: str, *more: str) -> str:
    """The JSON that a command prints, with status 0 or 1 and nothing on stderr."""
    status = run([*shlex.split(case), "--format", "json", *more])
    out, err = capsys.readouterr()
    assert err == "" and status in (0, 1), err
    return out


def refuse(number: str) -> Any:
    raise AssertionError(f"{number} in JSON, expected no float")


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def parsed(text: str) -> Any:
    """The one object of a text, without floats, NaN and keys used twice."""
    return json.loads(text, parse_float=refuse, parse_constant=refuse, object_pairs_hook=unique)


@pytest.mark.parametrize("case", CASES)
def test_json_is_one_exact_object_of_a_documented_format(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, case)
    document = parsed(out)
    assert re.fullmatch(r"lemke-[a-z-]+/\d+", document["format"])
    assert f"`{document['format']}`" in documented()
    require_members(document)
    assert out.endswith("}\n")
    again = printed(capsys, case)
    assert again == out


def require_members(document: Any) -> None:
    """Assert that an object, and every object in it, has only members of its format."""
    if isinstance(document, list):
        for value in document:
            require_members(value)
    if not isinstance(document, dict):
        return
    for value in document.values():
        require_members(value)
    if (format := formats().get(document.get("format", ""))) is not None:
        named = (row[0] for row in format.rows if not row[0].startswith("-"))
        assert set(document) <= {"format", *(name for names in named for name in re.findall(r"(\w+)[^,]*", names))}
        below = {name for row in format.rows for name in re.findall(r"\w+", f"{row[0]} {row[2]}")}
        used = keys({name: value for name, value in document.items() if name != "format"})
        assert {name for name in used if not name.isdecimal()} <= below | PARTS  # the others are numbers of sequences


def keys(value: Any) -> Iterator[str]:
    """The members of the objects in a value, but not the names of moves, nor what another format describes."""
    if isinstance(value, list):
        for member in value:
            yield from keys(member)
    elif isinstance(value, dict) and "format" not in value:
        for name, member in value.items():
            yield name
            if name in NAMED and isinstance(member, dict):
                yield from (inner for part in member.values() for inner in keys(part))
            else:
                yield from keys(member)


@cache
def formats() -> dict[str, Format]:
    """The formats of the package, by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(REFERENCE.parent)
        return importlib.import_module("formats").formats()


def documented() -> str:
    return "".join((REFERENCE / page).read_text(encoding="utf-8") for page in ("json-formats.md", "file-formats.md"))


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if not case.startswith(("explore", "sweep")) and not case.endswith(" -")],
)
def test_a_file_holds_the_same_json_as_stdout(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, case)
    target = ["out.json"] if case.startswith("convert") else ["-o", "out.json"]
    assert printed(capsys, case, *target) == ""
    assert Path("out.json").read_text(encoding="utf-8") == out


@pytest.mark.parametrize("name", [name for name, calls in EXAMPLES.items() if calls[0].startswith(GAME)])
def test_a_mistake_is_one_line_on_stderr_and_nothing_else(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(EXAMPLES[name][0].replace(GAME, "none.efg"))
    assert run([name, *arguments, "--format", "json"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: none.efg: cannot be read") and err.count("\n") == 1


# ---------------------------------------------------------------- contents


@pytest.mark.parametrize("spelling", ["--to", "--format"])
def test_games_are_written_in_the_format_that_is_named(spelling: str, capsys: pytest.CaptureFixture[str]) -> None:
    starts = {"efg": "EFG 2 R ", "nfg": "NFG 1 R ", "json": '{\n"format": "lemke-game/1"'}
    for form, start in starts.items():
        for command in (["convert", GAME], ["generate", "kuhn"]):
            if command[0] == "generate" and form == "nfg":
                continue
            assert run([*command, spelling, form]) == 0
            assert capsys.readouterr().out.startswith(start)
    assert run(["convert", GAME, "named.txt", spelling, "json"]) == 0
    assert lemke.sha256(lemke.read("named.txt")) == lemke.sha256(lemke.example("entry_deterrence"))
    assert run(["generate", "kuhn", spelling, "json", "-o", "named.game"]) == 0
    assert lemke.read("named.game").title
    assert capsys.readouterr() == ("", "")


def test_the_seed_of_an_explored_equilibrium_leads_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "explore example:tracing_2002 --starts 5 --seed 2"))
    for entry in document["equilibria"]:
        equilibrium = lemke.solve(lemke.example("tracing_2002"), prior="random", seed=entry["seeds"][0])
        assert [str(payoff) for payoff in equilibrium.payoffs] == entry["equilibrium"]["payoffs"]
