"""`examples/check.py`: documents of all formats that it accepts, and changed ones that it refuses.

`python tests/fuzz/documents.py 20000` makes 20 000 changes over all formats, and compares the verdicts of `lemke` and
of the script; a test here makes some hundred.
"""

import ast
import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lemke
from certificates import SCRIPT, Place, changed, check, checker, numbers_of_any_length
from fuzz import documents
from lemke.certificate import Verdicts
from lemke.cli import run
from lemke.errors import NumberError
from lemke.game import sha256
from lemke.ground.rational import parse
from lemke.studies.load import loads
from named_games import GAMES

ODD = {
    "format": "lemke-game/2",
    "title": "Würfel – 骰子",
    "players": ["Änne", ""],
    "information_sets": [
        {"player": "chance", "number": 1, "label": "", "actions": ["", "é"], "probabilities": ["0.25", 0.75]},
        {"player": 1, "number": 7, "label": "Ω", "actions": ["a", "a", ""]},
        {"player": 2, "number": 1, "label": "Ω", "actions": ["x#2", "x", "x"]},
    ],
    "outcomes": [
        {"number": 3, "label": "", "payoffs": ["1e-3", "-1/3"]},
        {"number": 1, "label": "bonus", "payoffs": [2, "0"]},
    ],
    "nodes": [
        {"set": 0, "outcome": None},
        {"set": 1, "outcome": 1},
        {"set": None, "outcome": 0},
        {"set": 2, "outcome": None, "label": "knoten"},
        *[{"set": None, "outcome": k} for k in (0, 1, None)],
        {"set": None, "outcome": None},
        {"set": 2, "outcome": 0},
        *[{"set": None, "outcome": k} for k in (1, 1, 0)],
    ],
}
"""A game with chance, ties, payoffs on the way, and labels that are empty, equal, or not ASCII."""
KUHN, STORE = "kuhn3", "entry_deterrence"


@pytest.fixture(scope="module")
def texts() -> dict[tuple[str, str], str]:
    return documents.all_documents()


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Documents about the game with odd labels."""
    folder, found = tmp_path_factory.mktemp("odd"), {}
    (folder / "odd.json").write_text(json.dumps(ODD), encoding="utf-8")
    for kind, command in documents.COMMANDS.items():
        if command[0] in ("solve", "enumerate", "ranges"):
            words = [str(folder / "odd.json") if word == "GAME" else word for word in command]
            assert run([*words, "--format", "json", "-o", str(folder / "out.json")]) == 0
            found[kind] = json.loads((folder / "out.json").read_text(encoding="utf-8"))
    return found


def verdict(document: object) -> int:
    return check(json.dumps(document))[0]


def test_documents_of_all_formats_are_accepted(texts: dict[tuple[str, str], str]) -> None:
    for (kind, name), text in texts.items():
        digest = None if "lcp" in kind or "sweep" in kind else sha256(lemke.example(name))
        assert check(text, digest)[0] == 0, (kind, name)


def test_labels_may_be_empty_or_equal_or_not_ascii(odd: dict[str, dict[str, Any]]) -> None:
    assert verdict(ODD) == 0
    for kind, document in odd.items():
        assert verdict(document) == 0, kind


def test_a_document_about_another_game_is_refuted(texts: dict[tuple[str, str], str]) -> None:
    for kind in ("lemke-game/2", "lemke-equilibrium/2", "lemke-ranges/2", "lemke-best/2", "lemke-verdict/2"):
        assert check(texts[kind, KUHN], sha256(lemke.example(STORE)))[0] == 1


# ------------------------------------------------------------------------------------------------------ changes

CHANGES: list[tuple[str, str, Place, Callable[[Any], Any], int]] = [
    # places where a false statement is made, by document, with the exit status
    ("lemke-game/2", KUHN, ("information_sets", 0, "probabilities", 0), lambda p: "1/7", 2),
    ("lemke-game/2", KUHN, ("information_sets", 1, "player"), lambda p: 3, 2),
    ("lemke-game/2", KUHN, ("information_sets", 1, "player"), lambda p: True, 2),
    ("lemke-game/2", KUHN, ("information_sets", 2, "number"), lambda n: 1, 2),
    ("lemke-game/2", KUHN, ("nodes", 3, "set"), lambda n: 99, 2),
    ("lemke-game/2", KUHN, ("nodes", 0, "set"), lambda n: None, 2),
    ("lemke-game/2", KUHN, ("nodes",), lambda nodes: nodes[:-1], 2),
    ("lemke-game/2", KUHN, ("nodes",), lambda nodes: [*nodes, nodes[-1]], 2),
    ("lemke-game/2", KUHN, ("outcomes", 0, "payoffs"), lambda p: [*p, "0"], 2),
    ("lemke-equilibrium/2", KUHN, ("payoffs", 0), lambda p: "-1/19", 1),
    ("lemke-equilibrium/2", KUHN, ("payoffs", 0), lambda p: None, 2),
    ("lemke-equilibrium/2", KUHN, ("epsilon",), lambda p: "1", 1),
    ("lemke-equilibrium/2", KUHN, ("duals", 0, 1), lambda p: "-2", 1),
    ("lemke-equilibrium/2", KUHN, ("duals", 1, 0), lambda p: "1", 1),
    ("lemke-equilibrium/2", KUHN, ("realization_plans", 1), lambda plan: plan[::-1], 1),
    ("lemke-equilibrium/2", KUHN, ("realization_plans", 1), lambda plan: plan[:-1], 2),
    ("lemke-equilibrium/2", KUHN, ("behavior", 0, "player"), lambda i: 2, 2),
    ("lemke-equilibrium/2", KUHN, ("behavior", 0, "information_sets", 0, "index"), lambda i: "1", 2),
    ("lemke-equilibrium/2", KUHN, ("behavior", 0, "information_sets"), lambda sets: sets[1:], 2),
    ("lemke-equilibrium/2", KUHN, ("behavior", 0, "information_sets", 0, "actions"), lambda a: {"x": "1"}, 2),
    ("lemke-equilibrium/2", KUHN, ("game", "sha256"), lambda text: text[::-1], 1),
    ("lemke-equilibrium/2", STORE, ("behavior", 0, "information_sets", 0, "actions"), lambda a: {**a, "in": "-1"}, 2),
    ("lemke-equilibrium/2", STORE, ("method",), lambda name: "quasi-perfect", 1),
    ("lemke-equilibrium/2, quasi-perfect", "guess_the_ace", ("refinement", "epsilon"), lambda e: "2/3", 1),
    ("lemke-equilibrium/2, quasi-perfect", "guess_the_ace", ("refinement", "epsilon"), lambda e: "-1/3", 1),
    ("lemke-equilibrium/2, quasi-perfect", "guess_the_ace", ("refinement", "epsilon"), lambda e: None, 2),
    ("lemke-equilibrium/2, quasi-perfect", KUHN, ("refinement", "plans", 0, 1, 0), lambda x: "1/2", 1),
    ("lemke-equilibrium/2, quasi-perfect", KUHN, ("refinement", "plans", 0, 1), lambda row: row[:-1], 2),
    ("lemke-equilibrium/2, quasi-perfect", KUHN, ("refinement", "plans", 1), lambda plan: plan[:-1], 2),
    ("lemke-equilibrium/2, quasi-perfect", KUHN, ("refinement", "name"), lambda name: "sequential", 2),
    ("lemke-equilibrium/2, extensive-form-perfect", STORE, ("refinement", "plans", 1, 1, 1), lambda x: "-2", 1),
    ("lemke-equilibrium/2, sequential", "beer_quiche", ("refinement", "plans", 0, 1, 0), lambda x: "1/2", 1),
    ("lemke-equilibrium/2, normal-form-perfect", STORE, ("refinement", "plans", 0, 1, 0), lambda x: "1/2", 1),
    ("lemke-equilibrium/2, epsilon", KUHN, ("regrets", 0), lambda r: "0", 1),
    ("lemke-equilibrium/2, epsilon", KUHN, ("interval", 0), lambda r: "-1", 1),
    ("lemke-equilibria/2", STORE, ("sets",), lambda sets: sets[:-1], 2),
    ("lemke-equilibria/2", STORE, ("sets",), lambda sets: [*sets, sets[0]], 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "plans", 0, 1), lambda x: "1/2", 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "values", 0, 0), lambda x: "-1", 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "payoffs", 0, "least"), lambda x: "0", 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "pure"), lambda x: not x, 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "dimensions", 0), lambda x: x + 1, 1),
    ("lemke-equilibria/2", STORE, ("steps",), lambda steps: steps[:-1], 1),
    ("lemke-equilibria/2", STORE, ("steps", -1, 0), lambda kind: "excluded", 2),
    ("lemke-equilibria/2", STORE, ("proof",), lambda proof: "constant-sum", 1),
    ("lemke-equilibria/2", KUHN, ("sets", 0, "ranges", 0, "equations"), lambda rows: rows[1:], 1),
    ("lemke-equilibria/2", KUHN, ("sets", 0, "ranges", 0, "bounds"), lambda rows: rows[1:], 1),
    ("lemke-equilibria/2", STORE, ("sets", 0, "maximal", 0), lambda proof: [1, {}, {"1": "1"}], 1),
    ("lemke-ranges/2", STORE, ("unique",), lambda unique: True, 1),
    ("lemke-ranges/2", STORE, ("moves", 0, "played"), lambda played: "every", 1),
    ("lemke-ranges/2", KUHN, ("moves", 0, "weight", "greatest"), lambda weight: "5", 1),
    ("lemke-ranges/2", KUHN, ("payoffs", 1, "least"), lambda payoff: "0", 1),
    ("lemke-best/2", STORE, ("value",), lambda value: "7", 1),
    ("lemke-best/2", STORE, ("steps",), lambda steps: steps[:-1], 1),
    ("lemke-best/2", STORE, ("plans", 0, 1), lambda x: "1/3", 1),
    ("lemke-best/2", STORE, ("objective", "payoffs", 0), lambda x: "5", 1),
    ("lemke-verdict/2", KUHN, ("profiles", 0, "regrets", 0), lambda x: "1", 1),
    ("lemke-verdict/2", KUHN, ("profiles", 0, "is_equilibrium"), lambda x: False, 1),
    ("lemke-verdict/2", KUHN, ("profiles", 0, "payoffs", 1), lambda x: "0", 1),
    ("lemke-lcp/2", KUHN, ("d",), lambda d: d[:-1], 2),
    ("lemke-lcp/2", KUHN, ("M", "entries", 0, 2), lambda i: "", 2),
]


@pytest.mark.parametrize("k", range(len(CHANGES)))
def test_changed_documents_are_refused(k: int, texts: dict[tuple[str, str], str]) -> None:
    kind, name, place, change, status = CHANGES[k]
    document = json.loads(texts[kind, name])
    found, words = check(json.dumps(changed(document, place, change)))
    assert (found, "\n" in words, words.startswith("$")) == (status, False, True), words


@pytest.mark.parametrize("value", [None, True, [], {}, "x", "1/0", "1e10001", 1.5e300])
def test_a_value_of_another_kind_is_named_by_its_path(value: object, texts: dict[tuple[str, str], str]) -> None:
    document = json.loads(texts["lemke-equilibria/2", KUHN])
    status, words = check(json.dumps(changed(document, ("sets", 0, "plans", 0, 1), lambda _: value)))
    assert words.startswith("$.sets[0].plans[0]")
    assert status == (2 if not isinstance(value, float) else 1)


def test_lemke_and_the_checker_agree_about_changed_documents(texts: dict[tuple[str, str], str]) -> None:
    _, differences = documents.compare(range(200), texts)
    assert differences == []


# ------------------------------------------------------------------------------------------------- JSON and numbers


@given(st.from_regex(r"\A[ +-]{0,2}[0-9]{0,3}[./e]?[+-]?[0-9]{0,3}(e[0-9]{1,6})?[ x٣]?\Z") | st.text(max_size=6))
def test_texts_of_numbers_are_read_as_the_library_reads_them(text: str) -> None:
    try:
        expected: object = str(parse(text))
    except NumberError:
        expected = None
    try:
        found: object = str(checker.Stated(text).number())
    except checker.Failure:
        found = None
    assert found == expected


def test_numbers_have_bounds() -> None:
    with numbers_of_any_length():
        assert checker.Stated("9" * 100_000).number() > 0
        for text in ("9" * 100_001, "1e10001", "1e-10001"):
            with pytest.raises(checker.Failure):
                checker.Stated(text).number()


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "3", "null", "{", '{"format": "lemke-game/1"}', '{"format": 1}', "[" * 100_000, "\ud800"),
        *('{"format": "lemke-game/2", "format": "lemke-game/2"}', '{"format": "lemke-game/2\\ud800"}', '{"a": NaN}'),
        *("PK", "VER 1.0"),
    ],
)
def test_other_files_are_refused_in_one_line(text: str) -> None:
    status, words = check(text)
    assert status == 2
    assert "\n" not in words


def test_unknown_members_are_ignored(texts: dict[tuple[str, str], str]) -> None:
    for kind in ("lemke-game/2", "lemke-equilibrium/2"):
        assert verdict({**json.loads(texts[kind, KUHN]), "titel": "x"}) == 0


def test_a_deep_game_needs_no_recursion() -> None:
    depth = 3000
    sets = [{"player": 1, "number": k, "actions": ["stop", "go"]} for k in range(depth)]
    nodes = [node for k in range(depth) for node in ({"set": k, "outcome": None}, {"set": None, "outcome": 0})]
    game = {"format": "lemke-game/2", "players": ["a", "b"], "information_sets": sets, "nodes": nodes}
    document = {**game, "nodes": [*nodes, nodes[-1]], "outcomes": [{"number": 1, "payoffs": [1, 2]}]}
    assert verdict(document) == 0


# ------------------------------------------------------------------------------------------------- other documents


def test_profiles_of_all_kinds(texts: dict[tuple[str, str], str]) -> None:
    equilibrium = json.loads(texts["lemke-equilibrium/2", STORE])
    head = {"format": "lemke-profile/2", "game": equilibrium["game"]}
    mixed = [{"out": "0", "in": "1"}, {"share": "1", "fight": "0"}]
    kinds = {"behavior": equilibrium["behavior"], "realization_plans": equilibrium["realization_plans"]}
    for kind, stated in {**kinds, "mixed_strategies": mixed}.items():
        assert verdict({**head, kind: stated}) == 0
        assert kind == "mixed_strategies" or verdict({**head, kind: stated[:1]}) == 2
    assert verdict(head) == 2
    assert verdict({**head, "realization_plans": [["1", "1", "1"], ["1", "1", "0"]]}) == 1


def test_a_verdict_on_several_profiles_is_written_loaded_and_judged() -> None:
    game = lemke.example(KUHN)
    verdicts = lemke.verify(game, lemke.solve(game)), lemke.verify(game, lemke.Profile.of(game, [[[1, 0]] * 6] * 2))
    text = Verdicts(verdicts).to_json()
    status, words = check(text, sha256(game))
    assert (status, words.count("regrets"), loads(text) == Verdicts(verdicts)) == (0, 2, True)
    assert verdict(changed(json.loads(text), ("profiles", 1, "regrets", 0), lambda _: "0")) == 1


def test_a_sweep_has_its_pieces_in_order(tmp_path: Path) -> None:
    out = tmp_path / "sweep.json"
    parts = ["sweep", "example:kuhn3_parametric", "--from", "0", "--to", "4", "--format", "json", "-o", str(out)]
    assert run(parts) == 0
    document = json.loads(out.read_text(encoding="utf-8"))
    assert verdict(document) == 0
    assert verdict(document["game"] | {"format": "lemke-game/2"}) == 0
    assert verdict(changed(document, ("pieces", 0, "low"), lambda _: "5")) == 1


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files in a bundle."""
    folder = tmp_path_factory.mktemp("bundle")
    certificate, out = str(folder / "kuhn.json"), folder / "kuhn.zip"
    assert run(["solve", str(GAMES / "kuhn3.efg"), "--format", "json", "-o", certificate]) == 0
    assert run(["convert", str(GAMES / "kuhn3.efg"), str(out), "--certificate", certificate]) == 0
    with zipfile.ZipFile(out) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def test_a_bundle_is_about_one_game_and_its_programs_about_its_certificate(bundle: dict[str, bytes]) -> None:
    assert check(zipped(bundle), sha256(lemke.example(KUHN)))[0] == 0
    assert check(zipped(bundle), sha256(lemke.example(STORE)))[0] != 0
    for name in ("certificate.json", "player1.vipr", "value.vipr"):
        assert check(zipped({**bundle, name: b""}))[0] == 2
        assert check(zipped({key: content for key, content in bundle.items() if key != name}))[0] == 2
    assert check(zipped({**bundle, "player1.vipr": bundle["player2.vipr"]}))[0] == 1
    assert check(zipped(bundle)[:500])[0] == 2
    assert hashlib.sha256(bundle["check.py"]).digest() == hashlib.sha256(SCRIPT.read_bytes()).digest()


VIPR = """VER 1.0 VAR 2 x y INT 0 OBJ min 2 0 1 1 1 CON 3 2
x>=0 G 0 1 0 1  y>=0 G 0 1 1 1  row G 2 2 0 1 1 2
RTP range 1 1 SOL 1 best 1 1 1 DER 2 half G 1 2 0 1/2 1 1 { lin 1 2 1/2 } -1 last G 1 OBJ { lin 2 3 1 0 1/2 } -1"""


@pytest.mark.parametrize(
    ("old", "new"),
    [("3 1 0 1/2", "2 1 0 1/2"), ("1 2 1/2", "1 2 -1/2"), ("1 1 1 DER", "1 1 1/2 DER"), ("range 1 1", "range 2 2")],
)
def test_derivations_may_use_earlier_ones(old: str, new: str) -> None:
    assert check(VIPR)[0] == 0
    assert old in VIPR
    assert check(VIPR.replace(old, new, 1))[0] == 1


def test_an_impossible_constraint_implies_any_other() -> None:
    text = VIPR.replace("row G 2 2 0 1 1 2", "row G 2 0").replace(
        "last G 1 OBJ { lin 2 3 1 0 1/2 }", "last G 1 OBJ { lin 1 3 1 }"
    )
    assert check(text.replace("SOL 1 best 1 1 1", "SOL 0").replace("half G 1 2 0 1/2 1 1", "half G 1 0"))[0] == 1


def _rough() -> dict[str, Any]:
    """An ε-equilibrium with plans near it that would prove it normal-form perfect, if it were an equilibrium."""
    form = lemke.bimatrix([[0, 1], [1, 0]], [[1, 0], [1, 1]])
    profile = lemke.profile(form, {(0, "1"): {"1": 1, "2": 0}, (1, "1"): {"1": 1, "2": 0}})
    document = json.loads(lemke.solve(form).to_json())
    document |= {"payoffs": ["0", "1"], "epsilon": "1", "regrets": ["1", "0"], "method": "normal-form-perfect"}
    document["behavior"] = json.loads(profile.to_json())["behavior"]
    document["realization_plans"] = [["1", "1", "0"]] * 2
    plans = [[["1", "0"], ["1", "0"], ["0", "0"]], [["1", "0"], ["1", "-1"], ["0", "1"]]]
    document["refinement"] = {"name": "normal-form-perfect", "epsilon": "9/10", "plans": plans}
    del document["duals"]
    return document


FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a game without numbers": lambda stated: stated["game"].update(parameter="t"),
    "an interval of an exact equilibrium": lambda stated: stated.update(interval=["5", "6"]),
    "regrets of an exact equilibrium": lambda stated: stated.update(regrets=["0", "0"]),
    "a refinement of what is no equilibrium": lambda stated: (stated.clear(), stated.update(_rough())),
    "nested duals": lambda stated: stated["duals"][0].__setitem__(1, ["1"]),
    "an unknown refinement": lambda stated: stated.update(
        method="proper", refinement={"name": "proper", "plans": [[], []]}
    ),
    "other payoffs": lambda stated: stated.update(payoffs=["5", "-5"]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_both_programs_refuse_a_forged_equilibrium(name: str, texts: dict[tuple[str, str], str]) -> None:
    stated = json.loads(texts["lemke-equilibrium/2", KUHN])
    FORGERIES[name](stated)
    text = json.dumps(stated)
    assert check(text)[0] in (1, 2)
    with pytest.raises(lemke.LemkeError):
        loads(text)


def test_beliefs_of_a_certificate_are_judged_and_a_position_is_written_in_one_way(
    texts: dict[tuple[str, str], str],
) -> None:
    stated = json.loads(lemke.solve("example:beer_quiche", refine="sequential").to_json())
    beliefs = stated["beliefs"]["Player 2"]["beer"]
    stated["beliefs"]["Player 2"]["beer"] = dict(zip(beliefs, reversed(beliefs.values()), strict=True))
    with pytest.raises(lemke.LemkeError, match="beliefs"):
        loads(json.dumps(stated))
    sets = json.loads(texts["lemke-equilibria/2", KUHN])
    steps = next(ranges["steps"] for ranges in sets["sets"][0]["ranges"] if ranges["steps"])
    steps["0" + next(iter(steps))] = "1"
    assert check(json.dumps(sets))[0] == 2
    with pytest.raises(lemke.LemkeError):
        loads(json.dumps(sets))


# ------------------------------------------------------------------------------------------------------ the script


def test_the_script_runs_alone(tmp_path: Path, texts: dict[tuple[str, str], str]) -> None:
    game, right, wrong = tmp_path / "game.json", tmp_path / "right.json", tmp_path / "wrong.json"
    game.write_text(texts["lemke-game/2", KUHN], encoding="utf-8")
    right.write_text(texts["lemke-equilibrium/2", KUHN], encoding="utf-8")
    wrong.write_text(texts["lemke-equilibrium/2", KUHN].replace("-1/18", "-1/19"), encoding="utf-8")
    for paths, status in (((right, game), 0), ((right,), 0), ((wrong,), 1), ((tmp_path / "none",), 2), ((), 2)):
        command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, paths)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stderr) == (status, "")
        assert ended.stdout.count("\n") == 1


def test_the_script_needs_the_standard_library_alone_and_is_short() -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {name.name for node in imports for name in node.names} if imports else set()
    modules = {node.module for node in imports if isinstance(node, ast.ImportFrom)}
    members = {"reduce", "cached_property", "defaultdict", "pairwise"}
    assert {*(n for n in names if n.islower()), *modules} - members <= sys.stdlib_module_names
    assert text.count("\n") <= 900
