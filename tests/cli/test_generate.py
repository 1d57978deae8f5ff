"""``lemke generate``: every family, every format, bad parameters, limits."""

import re
from pathlib import Path

import pytest

import command_line
import lemke
from lemke.cli import run
from lemke.generators import FAMILIES, goofspiel, leduc, random_signaling
from named_games import GAMES


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "generate", *arguments, status=status)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_example_in_the_help_works(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["generate", name, "-h"]) == 0
    shown = re.sub(r"\\\n *", "", capsys.readouterr().out)
    (example,) = re.findall(r"^ *lemke (generate .*)$", shown, re.MULTILINE)
    assert run(example.split()) == 0
    assert capsys.readouterr() == ("", "")
    assert lemke.read(f"game.{FAMILIES[name].suffix}").title


@pytest.mark.parametrize("name", FAMILIES)
def test_the_help_names_every_parameter(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", name, "-h"]) == 0
    shown = capsys.readouterr().out
    for parameter, description in FAMILIES[name].descriptions.items():
        assert f"--{parameter.replace('_', '-')} " in shown
        assert description.split(maxsplit=1)[0] in shown


def test_generate_alone_lists_the_families(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert all(f"  {name} " in out for name in FAMILIES)


def test_options_reach_the_family(tmp_path: Path) -> None:
    path = str(tmp_path / "g.efg")
    options = "--ranks 2 --suits 3 --bets 1/2 3 --raises 1 --rake 0.05 --ante 2 --distinct"
    assert run(["generate", "leduc", *options.split(), "-o", path]) == 0
    made = leduc(2, 3, ("1/2", 3), 1, "1/20", 2, True)
    assert lemke.sha256(lemke.read(path)) == lemke.sha256(made)
    assert lemke.read(path).title == made.title == "Leduc poker, 2 ranks x 3 suits, rake 1/20"
    options = "--cards 3 --returns points --seen winner -o"
    assert run(["generate", "goofspiel", *options.split(), path]) == 0
    assert lemke.sha256(lemke.read(path)) == lemke.sha256(goofspiel(3, returns="points", seen="winner"))
    assert run(["generate", "signaling", "--seed", "7", "-o", path]) == 0
    assert lemke.sha256(lemke.read(path)) == lemke.sha256(random_signaling(seed=7))


def test_stdout_is_efg(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "kuhn"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert lemke.sha256(lemke.loads(out)) == lemke.sha256(lemke.read(GAMES / "kuhn3.efg"))


@pytest.mark.parametrize("suffix", ["efg", "nfg", "json", "EFG"])
def test_the_suffix_names_the_format(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{suffix}"
    assert run(["generate", "signaling", "-o", str(path)]) == 0
    start = {"efg": "EFG 2 R", "nfg": "NFG 1 R", "json": "{"}[suffix.lower()]
    assert path.read_text(encoding="utf-8").startswith(start)


BAD = {
    "no such family": ("chess", "'chess'"),
    "no such option": ("kuhn --ranks 3", "No such option"),
    "no option": ("kuhn 3", "unexpected extra argument (3)"),
    "no whole number": ("kuhn --cards 3.5", "'3.5' is not a valid integer"),
    "too few cards": ("kuhn --cards 1", "cards 1, expected a whole number from 2 to 1000000"),
    "too many": ("kuhn --cards 100000000000000000000", "cards 100000000000000000000, expected"),
    "no number": ("kuhn --rake much", "'much' is no number, expected one such as 3, -1/3, 0.25 or 1e-3"),
    "divided by zero": ("leduc --rake 1/0", "divides by zero"),
    "more than all": ("leduc --rake 2", "rake 2, expected a number from 0 to 1"),
    "one bet": ("leduc --bets 2", "Option '--bets' requires 2 arguments"),
    "no choice": ("goofspiel --prizes up", "'up' is not one of 'random', 'descending', 'ascending'"),
    "no dice": ("liars-dice --dice 0", "dice 0, expected a whole number from 1 to 100"),
    "no dice of player 2": ("liars-dice --dice-2 0", "dice_2 0, expected a whole number from 1 to 100"),
    "no ones but wild ones": ("liars-dice --faces 1 --wild ones", "faces 1, expected a whole number from 2 to 100"),
    "negative seed": ("signaling --seed -1", "the seed -1, expected a whole number, 0 or more"),
    "unknown suffix": ("leduc --ranks 100 -o game.txt", "game.txt: no games are written as 'txt', expected efg"),
    "no suffix": ("leduc --ranks 100 -o game", "game: no suffix, expected .efg, .nfg or .json, or"),
}


@pytest.mark.parametrize("mistake", BAD)
def test_bad_parameters_are_one_line_and_status_2(mistake: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, message = BAD[mistake]
    assert message in refused(capsys, *arguments.split())


@pytest.mark.parametrize(
    "arguments", ["leduc --ranks 300", "liars-dice --faces 100", "goofspiel --cards 100", "kuhn --cards 2000"]
)
def test_huge_games_end_at_the_limit_and_leave_no_file(
    arguments: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.efg"
    path.write_text("as it was")
    options = ["--time-limit", "0.2", "-o", str(path)]
    assert "time limit of 0.2 s" in refused(capsys, *arguments.split(), *options, status=3)
    assert path.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [path]
