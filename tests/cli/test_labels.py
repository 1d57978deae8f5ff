"""Moves whose labels have blanks: how commands print them, and read them."""

from pathlib import Path

import pytest

import lemke
from lemke.cli import run


@pytest.fixture
def seller(tmp_path: Path) -> str:
    """A seller asks for 2 or 4, and a buyer accepts or not."""
    builder = lemke.GameBuilder(["Seller", "Buyer"])
    for price, asked in zip((2, 4), builder.move(builder.root, 0, ["ask 2", "ask 4"], "price"), strict=True):
        accept, reject = builder.move(asked, 1, ["buy it", "go home"], f"at {price}")
        builder.pay(accept, price, 5 - price)
        builder.pay(reject, 0, 0)
    path = tmp_path / "seller.efg"
    lemke.write(builder.build(), path)
    return str(path)


@pytest.mark.parametrize(
    "command",
    [
        ["enumerate", "--by", "strategies"],
        ["dominance"],
        ["normal-form"],
        ["strategies", "--player", "1"],
        ["subgames"],
    ],
    ids=" ".join,
)
def test_labels_with_blanks_are_printed_in_quotes(
    command: list[str], seller: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([command[0], seller, *command[1:]]) == 0
    out, _ = capsys.readouterr()
    assert '"ask 4"' in out and "#" not in out


@pytest.mark.parametrize("number", ["1", "2", "3", "4"])
def test_strategies_are_read_as_printed(number: str, seller: str, capsys: pytest.CaptureFixture[str]) -> None:
    strategies = ("strategies", seller, "--player", "2")
    assert run([*strategies, "--nth", number]) == 0
    assert run([*strategies, "--rank", capsys.readouterr().out.strip()]) == 0
    assert capsys.readouterr().out == f"{number}\n"


@pytest.mark.parametrize("history", ['"ask 4" "buy it"', '#2 "buy it"', '"ask 4" #1', "#2  #1", "@5"])
def test_labels_in_quotes_and_numbers_name_nodes(history: str, seller: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["subgames", seller, "--containing", history]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split() == ["3", "1", '"ask', '4"']


@pytest.mark.parametrize("history", ["ask 4", '"ask 4', 'ask 4"', '"ask 4""buy it"', '"ask  4"', '""'])
def test_labels_without_their_quotes_are_refused(history: str, seller: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["subgames", seller, "--containing", history]) == 2
    assert """expected one of '"ask 2", "ask 4"'""" in capsys.readouterr().err
