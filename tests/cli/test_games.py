"""``lemke convert``, ``generate`` and ``examples``: the games and proofs that they write."""

import re
import shlex
from pathlib import Path

import pytest

import lemke
from command_line import printed, refused
from lemke.cli import run
from lemke.game import NodeNames
from lemke.game.chance import propagated, prune
from lemke.game.subgames import subgame
from lemke.generators import FAMILIES, goofspiel, leduc
from lemke.io.bundled import example_names, find
from named_games import GAMES

CHANCE = {"propagate": propagated, "prune": prune}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_convert_keeps_the_game_in_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    digest = lemke.sha256("example:kuhn3")
    printed(capsys, "convert", "example:kuhn3", "g.json")
    printed(capsys, "convert", "g.json", "-o", "g.efg")
    assert lemke.sha256("g.json") == lemke.sha256("g.efg") == digest
    assert printed(capsys, "convert", "example:kuhn3") == Path("g.efg").read_text(encoding="utf-8")
    assert printed(capsys, "convert", "example:kuhn3", "--to", "json").startswith("{")
    printed(capsys, "convert", "example:battle_of_the_sexes", "g.nfg")
    assert lemke.read("g.nfg").strategic


@pytest.mark.parametrize("way", CHANCE)
@pytest.mark.parametrize("name", ["kuhn3_raked", "silent_player", "sequence_lecture_with_chance"])
def test_chance_is_changed_as_in_python(name: str, way: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "convert", f"example:{name}", "made.efg", "--chance", way) == ""
    assert lemke.sha256("made.efg") == lemke.sha256(CHANCE[way](lemke.example(name)))


@pytest.mark.parametrize(
    ("name", "roots"), [("public_chance", ["tails"]), ("public_chance", ["@2"]), ("rock_paper_scissors", [*"SRP"])]
)
def test_a_subgame_is_named_by_its_roots(name: str, roots: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    options = [word for root in roots for word in ("--subgame", root)]
    assert printed(capsys, "convert", f"example:{name}", "cut.json", *options) == ""
    game = lemke.example(name)
    assert lemke.read("cut.json") == subgame(game, list(map(NodeNames(game).node, roots)))


def test_a_node_that_cuts_an_information_set_is_no_root(capsys: pytest.CaptureFixture[str]) -> None:
    assert "cut" in refused(capsys, "convert", "example:rock_paper_scissors", "--subgame", "R")


@pytest.mark.parametrize("target", ["k.vipr", "k.proof", "k.v"])
def test_a_certificate_becomes_a_proof(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = "example:matching_pennies"
    assert run(["solve", game, "-o", "c.json"]) == 0
    out = printed(capsys, "convert", game, target, "--certificate", "c.json")
    names = out.splitlines() or [target]
    assert all(Path(name).stat().st_size for name in names)
    assert names == (["k.player1.vipr", "k.player2.vipr", "k.value.vipr"] if target == "k.vipr" else [target])


# ---------------------------------------------------------------------- families


@pytest.mark.parametrize("name", FAMILIES)
def test_the_help_of_a_family_has_its_parameters_and_an_example_that_works(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = printed(capsys, "generate", name, "-h")
    assert all(f"--{parameter.replace('_', '-')} " in page for parameter in FAMILIES[name].descriptions)
    (example,) = re.findall(r"^ *lemke (generate .*)$", page, re.MULTILINE)
    target = f"game.{FAMILIES[name].suffix}"
    assert printed(capsys, *shlex.split(example), "-o", target) == ""
    assert lemke.read(target).title


def test_options_reach_the_family(capsys: pytest.CaptureFixture[str]) -> None:
    options = "--ranks 2 --suits 3 --bets 1/2 3 --raises 1 --rake 0.05 --ante 2 --distinct"
    printed(capsys, "generate", "leduc", *options.split(), "-o", "g.efg")
    assert lemke.sha256("g.efg") == lemke.sha256(leduc(2, 3, ("1/2", 3), 1, "1/20", 2, True))
    printed(capsys, "generate", "goofspiel", "--cards", "3", "--seen", "winner", "-o", "g.efg")
    assert lemke.sha256("g.efg") == lemke.sha256(goofspiel(3, seen="winner"))


@pytest.mark.parametrize("words", ["leduc --ranks 300", "liars-dice --faces 100", "kuhn --cards 2000"])
def test_huge_games_end_at_the_limit_and_leave_the_old_file(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("g.efg").write_text("as it was")
    call = ["generate", *words.split(), "--time-limit", "0.2", "-o", "g.efg"]
    assert "time limit of 0.2 s" in refused(capsys, *call, status=3)
    assert Path("g.efg").read_text() == "as it was" and len(list(Path().iterdir())) == 1


# ---------------------------------------------------------------------- examples


def test_examples_are_listed_shown_and_copied(capsys: pytest.CaptureFixture[str]) -> None:
    listed = printed(capsys, "examples")
    assert all(name in listed for name in example_names())
    assert printed(capsys, "examples", "show", "example:kuhn3") == (GAMES / "kuhn3.efg").read_text(encoding="utf-8")
    paths = [Path(line) for line in printed(capsys, "examples", "copy", "new/games").splitlines()]
    assert len(paths) == len(example_names())
    assert all(path.read_bytes() == find(path.stem).path.read_bytes() for path in paths)
    paths[0].write_text("mine")
    assert "--force" in refused(capsys, "examples", "copy", "new/games") and paths[0].read_text() == "mine"
    printed(capsys, "examples", "copy", "new/games", "--force")
    assert paths[0].read_text() != "mine"
    assert "cannot be written" in refused(capsys, "examples", "copy", str(paths[0]), "--force")
