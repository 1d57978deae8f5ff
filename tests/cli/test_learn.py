"""``lemke learn``: what it prints and writes, and what it refuses."""

import json
from pathlib import Path

import pytest
from gmpy2 import mpq

from certificates import check
from lemke.cli import run
from named_games import GAMES

KUHN = str(GAMES / "kuhn3.efg")


def test_the_table_has_a_row_for_every_step_and_the_verdict_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", KUHN, "--iterations", "20"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    rows = [line.split() for line in out.splitlines()]
    assert [row[0] for row in rows if len(row) == 5 and row[0].isdigit()] == ["1", "2", "4", "8", "16", "20"]
    assert sum(row[:1] == ["Player"] for row in rows) == 2


def test_json_is_a_certificate_that_both_checkers_accept(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", KUHN, "--iterations", "20", "--seed", "3", "--format", "json"]) == 0
    text = capsys.readouterr().out
    document = json.loads(text)
    assert document["format"] == "lemke-equilibrium/2" and document["how"]["seed"] == 3
    assert check(text)[0] == 0
    document["regrets"][0] = str(mpq(document["regrets"][0]) / 2)
    assert check(json.dumps(document))[0] == 1


def test_a_learned_profile_can_be_judged_and_polished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learned = str(tmp_path / "learned.json")
    assert run(["learn", KUHN, "--format", "json", "-o", learned]) == 0
    assert run(["verify", KUHN, learned]) == 0  # the regrets that it states
    capsys.readouterr()
    assert run(["polish", KUHN, learned, "--format", "json"]) == 0
    assert check(capsys.readouterr().out)[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_a_picture_has_its_format_and_is_the_same_on_every_run(suffix: str, begins: bytes, tmp_path: Path) -> None:
    first, second = (tmp_path / f"{name}.{suffix}" for name in ("one", "two"))
    for path in (first, second):
        assert run(["learn", KUHN, "--iterations", "20", "--plot", str(path)]) == 0
    assert first.read_bytes().startswith(begins) and first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--iterations", "0"], "0 is not in the range"),
        (["--plot", "kuhn.tex"], "kuhn.tex, expected a name that ends in .svg, .png or .pdf"),
        (["--plot", "-"], "-, expected a name that ends in .svg"),
        (["--plot", "kuhn.svg", "-o", "./kuhn.svg", "--format", "text"], "expected two files"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["learn", KUHN, *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and words in err


def test_games_without_moves_or_with_one_move_are_learned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "leaf.efg"
    path.write_text('EFG 2 R "" { "A" "B" } ""\nt "" 1 "" { 1/3, 0 }\n')
    for game in (str(path), str(GAMES / "silent_player.efg")):
        assert run(["learn", game, "--plot", str(tmp_path / "plot.svg")]) == 0
        assert capsys.readouterr().err == ""


def test_regrets_beyond_floats_are_left_out_of_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "far.nfg"
    path.write_text('NFG 1 R "far" { "A" "B" } { 2 2 }\n1e400 1 0 0 0 0 1 1e400\n')
    assert run(["learn", str(path), "--rule", "cfr", "--iterations", "3", "--plot", str(tmp_path / "plot.svg")]) == 0
    assert capsys.readouterr().err == "" and (tmp_path / "plot.svg").exists()
