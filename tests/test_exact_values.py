"""The page of exact values: known answers, its form, and the commands that take no time."""

import re
from decimal import Context, Decimal
from pathlib import Path

import pytest
from gmpy2 import mpq

from exact_values_page import DIGITS, OPENSPIEL, QUICK, ROWS, reproduce, stages

KNOWN = {
    "kuhn --cards 3": "-1/18",
    "kuhn --cards 4": "-1/24",
    "kuhn --cards 5": "-1/15",
    "kuhn --cards 6": "-11/180",
    "kuhn --cards 7": "-1/14",
    "kuhn --cards 8": "-1/16",
    "leduc --ranks 2": "0",
    "leduc --ranks 3": "-1454920850547486749701863871533/16995463438839962469905132501930",
    "liars-dice --faces 3": "1/9",
    "liars-dice --faces 4": "1/16",
    "liars-dice --faces 6": "-7/258",
}


@pytest.mark.parametrize("name", sorted(QUICK))
def test_the_command_proves_the_value(name: str, tmp_path: Path) -> None:
    reproduce(ROWS[name], tmp_path)


@pytest.mark.parametrize("name", KNOWN)
def test_the_page_has_the_known_values(name: str) -> None:
    assert ROWS[name].payoffs == (mpq(KNOWN[name]),)


def test_symmetric_games_have_value_0_and_common_payoffs_are_equal() -> None:
    assert ROWS["leduc --ranks 3 --distinct"].payoffs == ROWS["leduc --ranks 3"].payoffs  # suits do not matter
    symmetric = [row for name, row in ROWS.items() if name.startswith("goofspiel ")]
    assert symmetric and all(row.payoffs == (0,) for row in symmetric)
    for name, row in ROWS.items():
        if name.startswith(("tiny_bridge", "tiny_hanabi")):  # both players get the same
            assert row.payoffs[0] == row.payoffs[1]


@pytest.mark.parametrize("name", ROWS)
def test_the_rows_are_well_formed(name: str) -> None:
    row = ROWS[name]
    assert re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", row.sha256)
    assert max(row.sequences) < row.nodes
    for payoff, decimal in zip(row.payoffs, row.decimals, strict=True):
        quotient = Context(prec=15).divide(Decimal(int(payoff.numerator)), Decimal(int(payoff.denominator)))
        assert decimal == f"{quotient.normalize():f}"
    line = stages(row.command)
    assert (line[0][0] == "generate") == (name not in OPENSPIEL)
    assert line[-1][0] == "solve"
