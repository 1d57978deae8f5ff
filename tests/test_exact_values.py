"""The page of exact values: known answers, its form, and the commands that take no time."""

import re
from decimal import Context, Decimal
from pathlib import Path

import pytest
from gmpy2 import mpq

from exact_values_page import DIGITS, OPENSPIEL, QUICK, ROWS, reproduce, stages

KNOWN = {
    "kuhn-3": "-1/18",
    "kuhn-4": "-1/24",
    "kuhn-5": "-1/15",
    "kuhn-6": "-11/180",
    "kuhn-7": "-1/14",
    "kuhn-8": "-1/16",
    "leduc-2": "0",
    "leduc-3": "-1454920850547486749701863871533/16995463438839962469905132501930",
    "liars-dice-1x3": "1/9",
    "liars-dice-1x4": "1/16",
    "liars-dice-1x6": "-7/258",
}


@pytest.mark.parametrize("name", sorted(QUICK))
def test_the_command_proves_the_value(name: str, tmp_path: Path) -> None:
    reproduce(ROWS[name], tmp_path)


@pytest.mark.parametrize("name", KNOWN)
def test_the_page_has_the_known_values(name: str) -> None:
    assert ROWS[name].payoffs == (mpq(KNOWN[name]),)


def test_symmetric_games_have_value_0_and_common_payoffs_are_equal() -> None:
    assert ROWS["leduc-3-distinct"].payoffs == ROWS["leduc-3"].payoffs  # suits do not matter
    symmetric = [row for name, row in ROWS.items() if name.startswith("goofspiel-")]
    assert symmetric and all(row.payoffs == (0,) for row in symmetric)
    for name, row in ROWS.items():
        if name.startswith(("tiny-bridge", "tiny-hanabi")):  # both players get the same
            assert row.payoffs[0] == row.payoffs[1]


@pytest.mark.parametrize("name", ROWS)
def test_the_rows_are_well_formed(name: str) -> None:
    row = ROWS[name]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", row.sha256)
    for sets, sequences in zip(row.information_sets, row.sequences, strict=True):
        assert sets < sequences < row.nodes
    for payoff, decimal in zip(row.payoffs, row.decimals, strict=True):
        quotient = Context(prec=15).divide(Decimal(int(payoff.numerator)), Decimal(int(payoff.denominator)))
        assert decimal == f"{quotient.normalize():f}"
    line = stages(row.command)
    assert (line[0][0] == "generate") == (name not in OPENSPIEL)
    assert line[-1][0] == "solve"
