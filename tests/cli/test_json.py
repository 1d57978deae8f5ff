"""JSON from every command: one object, a format of its own that is documented, exact, and the same on every run."""

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
from lemke.io import bundled

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
    "lcp": ["problem.lcp", "ray.lcp", "infeasible.lcp", "problem.lcp --to json"],
    "verify": [
        f"{GAME} profile.ne",
        f"{GAME} threat.ne --refine subgame-perfect",
        f"{GAME} sets.json",
        f"{GAME} threat.ne --against-all",
    ],
    "values": [f"{GAME} profile.ne", f"{GAME} threat.ne", f"{GAME} threat.ne --nodes"],
    "challenge": ["'cat answer.ne #' --games games"],
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
        "example:kuhn3_parametric --set b=1/2 --from 0 --to 1/4",
        "example:kuhn3_parametric --set r=0 --from 0 --to 1",
    ],
    "matrix-class": ["problem.lcp", "ray.lcp"],
}
"""By command what it is called with."""
PARTS = {"title", "players", "sha256", "index", "number", "label", "actions", "exact", "decimal", "shape", "entries"}
"""Members of parts that come again and again: games, information sets, numbers, matrices."""
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
    (tmp_path / "answer.ne").write_text("NE,0,1,1,0\n")
    (tmp_path / "problem.lcp").write_text("n= 2 M= 2 1 1 2 q= -5 -6\n")
    (tmp_path / "ray.lcp").write_text("n= 2 M= 0 1 -1 -1 q= 1 -1\n")
    (tmp_path / "infeasible.lcp").write_text("n= 1 M= 0 q= -1\n")
    (tmp_path / "forgetful.efg").write_text(
        'EFG 2 R "forgetful" { "Ann" }\np "" 1 1 "" { "L" "R" } 0\nt "" 1 "" { 1 }\n'
        'p "" 1 1 "" { "L" "R" } 0\nt "" 2 "" { 2 }\nt "" 3 "" { 3 }\n'
    )
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "entry.efg").write_bytes(bundled.find("entry_deterrence").path.read_bytes())
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], case: str, *more: str) -> str:
    """What a command prints, after its status."""
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
def test_one_exact_object_of_a_documented_format(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, case)
    document = parsed(out)
    assert re.fullmatch(r"lemke-[a-z-]+/1", document["format"])
    assert f"`{document['format']}`" in documented()
    require_members(document)
    assert out.endswith("}\n")
    again = printed(capsys, case)
    if case.startswith("challenge"):
        out, again = (re.sub(r'"seconds": "[0-9.]+"', "", each) for each in (out, again))
    assert again == out


def require_members(document: Any) -> None:
    """All members that an object has are those of its format, and so are those of objects in it."""
    if isinstance(document, list):
        for each in document:
            require_members(each)
    if not isinstance(document, dict):
        return
    for each in document.values():
        require_members(each)
    if (format := formats().get(document.get("format", ""))) is not None:
        named = (row[0] for row in format.rows if not row[0].startswith("-"))
        assert set(document) <= {"format", *(name for names in named for name in re.findall(r"(\w+)[^,]*", names))}
        below = {name for row in format.rows for name in re.findall(r"\w+", f"{row[0]} {row[2]}")}
        used = keys({name: each for name, each in document.items() if name != "format"})
        assert {name for name in used if not name.isdecimal()} <= below | PARTS  # the others are numbers of sequences


def keys(value: Any) -> Iterator[str]:
    """The members of the objects in a value, but not the names of moves, nor what another format describes."""
    if isinstance(value, list):
        for each in value:
            yield from keys(each)
    elif isinstance(value, dict) and "format" not in value:
        for name, each in value.items():
            yield name
            if name in NAMED and isinstance(each, dict):
                yield from (inner for other in each.values() for inner in keys(other))
            else:
                yield from keys(each)


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
    [case for case in CASES if not case.startswith(("challenge", "explore", "sweep")) and not case.endswith(" -")],
)
def test_a_file_holds_the_same(case: str, capsys: pytest.CaptureFixture[str]) -> None:
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


# ---------------------------------------------------------------- what is in them


def test_info_is_what_the_game_says(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "info example:stoc_1994"))
    game = lemke.example("stoc_1994")
    form = lemke.sequence_form(game)
    assert document["game"] == {"title": game.title, "players": list(game.players), "sha256": lemke.sha256(game)}
    assert (document["nodes"], document["leaves"], document["chance_nodes"]) == (game.size, len(game.leaves), 1)
    assert [each["sequences"] for each in document["players"]] == list(form.A.shape)
    assert [each["information_sets"] for each in document["players"]] == [len(game.sets_of(k)) for k in (0, 1)]
    assert [each["reduced_strategies"] for each in document["players"]] == ["6", "4"]
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
    for player, found in enumerate(document["players"]):
        own = lemke.counterfactual(game, profile, player)
        assert found["player"] == player + 1
        assert mpq(found["payoff"]) == own.payoff and mpq(found["best_response_value"]) == own.response.value
        assert found["is_best_response"] is own.is_best_response
        (only,) = found["information_sets"]
        assert mpq(only["by_others"]) == own.values.reach[0]
    entrant, store = (each["information_sets"][0] for each in document["players"])
    assert entrant["actions"]["out"] == {"probability": "1", "value": entrant["value"]}
    assert (store["reached"], store["by_others"], store["value"], store["best_value"]) == ("0", "0", None, None)
    assert store["actions"]["fight"] == {"probability": "1", "value": None}


def test_values_of_nodes_multiply_and_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "example:kuhn3", "--format", "gambit", "-o", "kuhn.ne"]) == 0
    nodes = parsed(printed(capsys, "values example:kuhn3 kuhn.ne --nodes"))["nodes"]
    game = lemke.example("kuhn3")
    assert sorted(each["node"] for each in nodes) == list(range(game.size))
    beliefs: dict[tuple[int, int], mpq] = {}
    for each in nodes:
        product = mpq(each["by_chance"])
        for share in each["by_players"]:
            product *= mpq(share)
        assert mpq(each["reached"]) == product
        own = each["information_set"]
        if own is not None and each["belief"] is not None:
            key = own["player"], own["index"]
            beliefs[key] = beliefs.get(key, mpq(0)) + mpq(each["belief"])
    assert set(beliefs.values()) == {mpq(1)}
    assert [mpq(value) for value in nodes[0]["values"]] == [mpq(-1, 18), mpq(1, 18)]


def test_strategies_are_written_as_they_are_generated() -> None:
    """Of a list that has no end in practice the beginning comes at once, and none of it is kept."""
    game = lemke.example("kuhn5")
    own = pure_strategies(game, 0, reduced=False)
    pieces = strategies_document(game, own).pieces()
    first = "".join(next(pieces) for _ in range(40))
    assert first.startswith('{\n "format": "lemke-strategies/1"')
    assert '{"number": "5", "moves": [' in first


def test_a_list_of_strategies_is_the_library_s(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "strategies example:kuhn3 --player 2 --reduced"))
    game = lemke.example("kuhn3")
    own = pure_strategies(game, 1)
    assert document["count"] == str(own.count) == str(len(document["strategies"]))
    positions = [each["index"] for each in document["information_sets"]]
    assert sorted(positions) == list(range(1, len(own.sets) + 1))
    for k, (each, strategy) in enumerate(zip(document["strategies"], own, strict=True)):
        assert each["number"] == str(k + 1)
        named = [
            None if move == STAR else information_set["actions"][move]
            for information_set, move in zip(document["information_sets"], strategy, strict=True)
        ]
        assert each["moves"] == named


def test_one_strategy_by_number_and_by_name(capsys: pytest.CaptureFixture[str]) -> None:
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


def test_what_is_found_by_exploring_has_seeds_that_lead_there(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "explore example:tracing_2002 --starts 5 --seed 2"))
    assert [each["number"] for each in document["equilibria"]] == list(range(1, len(document["equilibria"]) + 1))
    for each in document["equilibria"]:
        assert each["first_seed"] == 2 + each["first_prior"]
        found = lemke.solve(lemke.example("tracing_2002"), prior="random", seed=each["first_seed"])
        assert [str(payoff) for payoff in found.payoffs] == each["equilibrium"]["payoffs"]


def test_a_path_tells_the_payoffs_and_best_responses_at_every_vertex(capsys: pytest.CaptureFixture[str]) -> None:
    document = parsed(printed(capsys, "path example:tracing_2002"))
    assert [each["pivot"] for each in document["vertices"]] == list(range(document["pivots"] + 1))
    for each in document["vertices"]:
        assert all(
            mpq(payoff) <= mpq(best) for payoff, best in zip(each["payoffs"], each["best_response_values"], strict=True)
        )
    assert document["vertices"][-1]["payoffs"] == document["equilibrium"]["payoffs"]
