"""``lemke exact-values``: the list, everything about a game, the data, and names that fit none."""

from pathlib import Path

import pytest

from exact_values_commands import VALUES
from lemke.cli import run
from lemke.studies.exact_values import DATA, dumps


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["exact-values", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_list_has_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    heading, *lines = output(capsys).splitlines()
    assert heading.split() == ["game", "player", "1", "gets", "exactly"]
    for line, found in zip(lines, VALUES.values(), strict=True):
        one = [] if found.unique else ["in", "one", "equilibrium"]
        assert line.split() == [found.name, found.decimal, *one, str(found.value)]
    assert lines[0].split() == ["kuhn-3", "-0.0555555555555556", "-1/18"]


def test_everything_about_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split(maxsplit=1) for line in output(capsys, "kuhn-3").splitlines()]
    assert lines[0] == ["Kuhn", "poker, 3 cards"]
    found = VALUES["kuhn-3"]
    assert ["command", "lemke generate kuhn --cards 3 | lemke solve -"] in lines
    assert ["SHA-256", found.sha256] in lines
    assert ["rules", found.rules] in lines
    assert ["sequences", "13 and 13"] in lines
    assert ["payoff", "of player 1  -1/18"] in lines
    assert ["payoff", "of player 2  1/18"] in lines
    assert ["unique", "yes, all equilibria pay this"] in lines


def test_payoffs_of_one_equilibrium_are_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "  unique              no, other equilibria may pay otherwise\n" in output(capsys, "tiny-hanabi")


def test_the_beginning_of_names_is_enough(capsys: pytest.CaptureFixture[str]) -> None:
    out = output(capsys, "liars-dice", "kuhn-13")
    names = [line.split()[1] for line in out.splitlines() if line.startswith("  name ")]
    assert names == ["kuhn-13", *(name for name in VALUES if name.startswith("liars-dice-"))]


def test_json_is_the_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert output(capsys, "--format", "json") == DATA.read_text(encoding="utf-8")
    path = tmp_path / "values.json"
    assert output(capsys, "kuhn-3", "--format", "json", "-o", str(path)) == ""
    assert path.read_text(encoding="utf-8") == dumps([VALUES["kuhn-3"]])


@pytest.mark.parametrize("name", ["chess", "kuhn-2", "kuh", "Kuhn"])
def test_a_name_that_fits_none_is_one_line_and_status_2(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["exact-values", "kuhn-3", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    expected = "expected a name there, such as kuhn-3, or its beginning up to a hyphen"
    assert err == f"lemke: no game '{name}' in the table, {expected}\n"
