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
from gmpy2 import mpq

import lemke
from lemke.cli import COMMANDS, run
from lemke.game.pure_strategies import STAR, pure_strategies, strategies_document
from lemke.ground.document import Format

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"

GAME = "example:entry_deterrence"
EXAMPLES = {
    "solve": [
        f"{GAME}",
        f"{GAME} --method lemke-howson --all-labels",
        f"{GAME} --method double-oracle --gap 1",
        f"{GAME} --method double-oracle --start ';' --rounds",
        f"{GAME} --refine quasi-perfect",
    ],
    "enumerate": [
        *(f"{GAME} {more}".strip() for more in ("", "--by strategies", "--pure", "--best u1", "--best support")),
        "example:kuhn3",
    ],
    "ranges": [GAME, "example:kuhn3 --player 1"],
    "explore": [f"{GAME} --starts 3", "example:tracing_2002 --starts 5 --seed 2"],
    "learn": [f"{GAME} --iterations 4"],
    "polish": [f"{GAME} profile.ne"],
    "lcp": ["problem.lcp", "ray.lcp", "infeasible.lcp"],
    "verify": [
        f"{GAME} profile.ne",
        f"{GAME} threat.ne --refine subgame-perfect",
        f"{GAME} sets.json",
        f"{GAME} threat.ne --against-all",
    ],
    "values": [f"{GAME} profile.ne", f"{GAME} threat.ne", f"{GAME} threat.ne --nodes"],
    "info": [GAME, "example:guess_the_ace", "example:von_stengel_1999", "forgetful.efg"],
    "path": [GAME],
    "strategies": [f"{GAME} --player {player}" for player in (1, 2)]
    + [f"example:tracing_2002 --player 1 --reduced {more}" for more in ("", "--count", "--nth 2", "--rank 'R T'")],
    "subgames": [GAME, "example:rock_paper_scissors --augmented", f"{GAME} --containing in"],
    "sequence-form": [GAME],
    "normal-form": [GAME, f"{GAME} --reduced"],
    "examples": [""],
    "generate": ["kuhn", "coordination --n 2"],
    "convert": [GAME, "example:von_stengel_1999", f"{GAME} -"],
    "dominance": [GAME, f"{GAME} --weak"],
    "lp": ["example:matching_pennies", "example:matching_pennies --solve", f"{GAME} --form best-response --solve"],
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


def writes_json(name: str, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the help of a command, or of a command below it, offers JSON."""
    run([name, *(["kuhn"] if name == "generate" else []), "--help"])
    return re.search(r"--format \[[^]]*json", capsys.readouterr().out) is not None


def test_every_command_that_writes_json_is_in_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    names = [name for entries in COMMANDS.values() for name in entries]
    assert {name for name in names if writes_json(name, capsys)} == EXAMPLES.keys()


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


def test_info_agrees_with_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "info example:stoc_1994"))
    game = lemke.example("stoc_1994")
    form = lemke.sequence_form(game)
    assert document["game"] == {"title": game.title, "players": list(game.players), "sha256": lemke.sha256(game)}
    assert (document["nodes"], document["leaves"], document["chance_nodes"]) == (game.size, len(game.leaves), 1)
    assert [player["sequences"] for player in document["players"]] == list(form.A.shape)
    assert [player["information_sets"] for player in document["players"]] == [len(game.sets_of(k)) for k in (0, 1)]
    assert [player["reduced_strategies"] for player in document["players"]] == ["6", "4"]
    assert document["nonzeros"] == {"A": form.A.nnz, "B": form.B.nnz, "shape": list(form.A.shape)}
    assert document["constant_sum"] == "0" and not document["perfect_information"]
    assert document["largest_information_set"]["nodes"] == 2


def test_info_of_a_forgetful_player_has_the_witness(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "info forgetful.efg"))
    (player,) = document["players"]
    assert not player["perfect_recall"] and player["imperfect_recall"].startswith("absent-mindedness at ")
    assert document["nonzeros"] is None and document["constant_sum"] is None


def test_values_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, f"values {GAME} threat.ne"))
    game = lemke.example("entry_deterrence")
    profile = lemke.Profile.of(game, [[[1, 0]], [[0, 1]]])
    for player, entry in enumerate(document["players"]):
        expected = lemke.counterfactual(game, profile, player)
        assert entry["player"] == player + 1
        assert mpq(entry["payoff"]) == expected.payoff and mpq(entry["best_response_value"]) == expected.response.value
        assert entry["is_best_response"] is expected.is_best_response
        (only,) = entry["information_sets"]
        assert mpq(only["by_others"]) == expected.values.reach[0]
    entrant, store = (player["information_sets"][0] for player in document["players"])
    assert entrant["actions"]["out"] == {"probability": "1", "value": entrant["value"]}
    assert (store["reached"], store["by_others"], store["value"], store["best_value"]) == ("0", "0", None, None)
    assert store["actions"]["fight"] == {"probability": "1", "value": None}


def test_probabilities_of_nodes_multiply_and_beliefs_add_up_to_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "example:kuhn3", "--format", "gambit", "-o", "kuhn.ne"]) == 0
    nodes = parsed(printed(capsys, "values example:kuhn3 kuhn.ne --nodes"))["nodes"]
    game = lemke.example("kuhn3")
    assert sorted(node["node"] for node in nodes) == list(range(game.size))
    beliefs: dict[tuple[int, int], mpq] = {}
    for node in nodes:
        product = mpq(node["by_chance"])
        for share in node["by_players"]:
            product *= mpq(share)
        assert mpq(node["reached"]) == product
        information_set = node["information_set"]
        if information_set is not None and node["belief"] is not None:
            key = information_set["player"], information_set["index"]
            beliefs[key] = beliefs.get(key, mpq(0)) + mpq(node["belief"])
    assert set(beliefs.values()) == {mpq(1)}
    assert [mpq(value) for value in nodes[0]["values"]] == [mpq(-1, 18), mpq(1, 18)]


def test_strategies_are_written_as_they_are_generated() -> None:
    """A list that is endless in practice begins at once, and nothing of it is kept in memory."""
    game = lemke.example("kuhn5")
    strategies = pure_strategies(game, 0, reduced=False)
    pieces = strategies_document(game, strategies).pieces()
    first = "".join(next(pieces) for _ in range(40))
    assert first.startswith('{\n "format": "lemke-strategies/1"')
    assert '{"number": "5", "moves": [' in first


def test_listed_strategies_are_those_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "strategies example:kuhn3 --player 2 --reduced"))
    game = lemke.example("kuhn3")
    strategies = pure_strategies(game, 1)
    assert document["count"] == str(strategies.count) == str(len(document["strategies"]))
    positions = [information_set["index"] for information_set in document["information_sets"]]
    assert sorted(positions) == list(range(1, len(strategies.sets) + 1))
    for k, (entry, strategy) in enumerate(zip(document["strategies"], strategies, strict=True)):
        assert entry["number"] == str(k + 1)
        named = [
            None if move == STAR else information_set["actions"][move]
            for information_set, move in zip(document["information_sets"], strategy, strict=True)
        ]
        assert entry["moves"] == named


def test_a_strategy_has_the_same_json_by_number_and_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    by_number = parsed(printed(capsys, "strategies example:tracing_2002 --player 1 --reduced --nth 3"))
    by_name = parsed(printed(capsys, "strategies example:tracing_2002 --player 1 --reduced --rank 'R T'"))
    assert by_number == by_name
    assert by_number["strategies"] == [{"number": "3", "moves": ["R", "T"]}] and by_number["count"] == "3"
    counted = parsed(printed(capsys, "strategies example:tracing_2002 --player 1 --reduced --count"))
    assert counted == by_number | {"strategies": None}


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


def test_a_path_has_payoffs_and_best_response_values_at_every_vertex(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "path example:tracing_2002"))
    assert [vertex["pivot"] for vertex in document["vertices"]] == list(range(document["pivots"] + 1))
    for vertex in document["vertices"]:
        assert all(
            mpq(payoff) <= mpq(best)
            for payoff, best in zip(vertex["payoffs"], vertex["best_response_values"], strict=True)
        )
    assert document["vertices"][-1]["payoffs"] == document["equilibrium"]["payoffs"]
