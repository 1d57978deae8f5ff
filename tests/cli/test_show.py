"""``lemke show GAME WHAT``: each WHAT takes its own options, and agrees with the library."""

from pathlib import Path

import pytest

import lemke
from command_line import printed, refused
from lemke.cli.show import OPTIONS, WHATS

KUHN, ENTRY = "example:kuhn3", "example:entry_deterrence"
VALUES = {
    "argument": "profile.ne",
    "player": "--player 2",
    "reduced": "--reduced",
    "nodes": "--nodes",
    "normalize": "--normalize",
    "missing": "--missing uniform",
    "against": "--against profile.ne",
    "weak": "--weak",
}
"""A value of each option."""
NEEDED = {"values": "profile.ne", "programs": "best-response"}
"""An argument with which each option of a WHAT works."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("profile.ne").write_text("NE,1,0,0,1\n")


def test_the_options_of_all_things_are_those_of_the_command() -> None:
    assert set(OPTIONS) == set(VALUES) == {name for what in WHATS.values() for name in what.options.split()}


@pytest.mark.parametrize("what", WHATS)
def test_a_thing_takes_its_own_options_and_no_others(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in OPTIONS:
        needed = [] if name == "argument" else NEEDED.get(what, "").split()
        if name in WHATS[what].options.split():
            value = NEEDED[what] if name == "argument" else VALUES[name]
            assert printed(capsys, "show", ENTRY, what, *needed, *value.split())
        else:
            assert f"with {what}" in refused(capsys, "show", ENTRY, what, *needed, *VALUES[name].split())


@pytest.mark.parametrize("what", WHATS)
def test_a_thing_has_its_own_formats(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    needed = NEEDED.get(what, "").split()
    for form in ("text", "latex", "lcp", "lp"):
        call = ["show", ENTRY, what, *needed, "--format", form]
        if form in ("text", "latex", WHATS[what].format):
            assert printed(capsys, *call)
        else:
            assert f"--format {form} with {what}" in refused(capsys, *call)
    assert "'json'" in refused(capsys, "show", ENTRY, what, *needed, "--format", "json")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("values", "PROFILE"),
        ("programs simplex", "'simplex', expected one of best-response"),
        ("programs dual --against profile.ne", "--against"),
        ("programs --player 3", "from 1 to 2"),
        ("normal-form --player 1", "--player with normal-form"),
    ],
)
def test_a_mistake_is_refused(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert message in refused(capsys, "show", ENTRY, *words.split())


def test_the_lcp_of_a_game_is_solved_to_its_payoffs(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "show", KUHN, "sequence-form", "-o", "kuhn.lcp") == ""
    assert "-1/18" in printed(capsys, "lcp", "kuhn.lcp")


def test_a_game_with_too_many_strategies_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder()
    for leaf in builder.chance(builder.root, {str(k): "1/21" for k in range(21)}):
        builder.move(leaf, 0, ["a", "b"])
    lemke.write(builder.build(unpaid="zero"), "many.efg")
    assert "more than 1000000 strategies" in refused(capsys, "show", "many.efg", "strategies")


def test_any_number_of_players_and_any_recall_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder(["a", "b", "c"])
    again = builder.information_set(2, ["on", "off"], "motorway")
    builder.decide(builder.decide(builder.root, again)[0], again)
    lemke.write(builder.build(unpaid="zero"), "driver.json")
    assert "absent-mindedness" in printed(capsys, "show", "driver.json")
    for what in ("normal-form", "subgames"):
        assert printed(capsys, "show", "driver.json", what)
    assert "expected 2" in refused(capsys, "show", "driver.json", "sequence-form")


def test_labels_with_blanks_are_printed_in_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder(["Seller", "Buyer"])
    for price, asked in zip((2, 4), builder.move(builder.root, 0, ["ask 2", "ask 4"], "price"), strict=True):
        for leaf, paid in zip(builder.move(asked, 1, ["buy it", "go home"], f"at {price}"), (price, 0), strict=True):
            builder.pay(leaf, paid, 5 - paid)
    lemke.write(builder.build(), "seller.efg")
    for what in ("dominance", "normal-form", "strategies", "subgames"):
        out = printed(capsys, "show", "seller.efg", what)
        assert '"ask 4"' in out and "#" not in out
