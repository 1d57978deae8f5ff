"""The table of exact values: its data, known answers, its page, and the commands that take no time."""

import json
import re
from decimal import Context, Decimal
from pathlib import Path

import pytest
from gmpy2 import mpq

from exact_values_commands import OPENSPIEL, QUICK, VALUES, reproduce, stages
from lemke.errors import InputError
from lemke.studies.exact_values import DATA, ExactValue, dumps, loads, named

PAGE = (Path(__file__).parents[1] / "docs" / "reference" / "exact-values.md").read_text(encoding="utf-8")
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
    reproduce(VALUES[name], tmp_path)


@pytest.mark.parametrize("name", KNOWN)
def test_known_values(name: str) -> None:
    assert VALUES[name].value == mpq(KNOWN[name])


def test_values_that_theory_knows() -> None:
    assert VALUES["leduc-3-distinct"].payoffs == VALUES["leduc-3"].payoffs  # suits mean nothing
    symmetric = [each for name, each in VALUES.items() if name.startswith("goofspiel-")]
    assert symmetric and all(each.payoffs == (0, 0) for each in symmetric)
    for name, each in VALUES.items():
        if name.startswith(("tiny-bridge", "tiny-hanabi")):  # both players get the same
            assert each.payoffs[0] == each.payoffs[1]


def test_every_family_is_there() -> None:
    kinds = "kuhn leduc liars-dice goofspiel dark-hex battleship tiny-bridge tiny-hanabi auction sheriff bargaining"
    for kind in kinds.split():
        assert named([kind])
    assert {f"kuhn-{cards}" for cards in range(3, 14)} <= set(VALUES)
    assert {f"leduc-{ranks}" for ranks in (2, 3, 4, 5, 8, 13)} <= set(VALUES)
    assert {f"liars-dice-1x{faces}" for faces in range(2, 7)} <= set(VALUES)


@pytest.mark.parametrize("name", VALUES)
def test_the_data_are_well_formed(name: str) -> None:
    found = VALUES[name]
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
    assert re.fullmatch(r"[0-9a-f]{64}", found.sha256)
    assert all(" ".join(words.split()) == words for words in (found.family, found.title, found.rules, found.source))
    assert found.rules.endswith(".") and found.source.endswith(".")
    assert sum(found.payoffs) == 0 or not found.unique
    for sets, sequences in zip(found.information_sets, found.sequences, strict=True):
        assert sets < sequences < found.nodes
    numerator, denominator = (int(each) for each in (found.value.numerator, found.value.denominator))
    assert Decimal(found.decimal) == Context(prec=15).divide(Decimal(numerator), Decimal(denominator))
    line = stages(found.command)
    assert (line[0][0] == "generate") == (name not in OPENSPIEL)
    assert line[-1][0] == "solve"


def test_no_game_stands_twice_in_the_table() -> None:
    written = json.loads(DATA.read_text(encoding="utf-8"))["values"]
    assert len(written) == len(VALUES) == len({each.command for each in VALUES.values()})
    assert len({each.sha256 for each in VALUES.values()}) == len(VALUES)


def test_the_data_are_what_is_written_and_read() -> None:
    text = DATA.read_text(encoding="utf-8")
    assert loads(text) == tuple(VALUES.values())
    assert dumps(loads(text)) == text
    for own in json.loads(text)["values"]:
        assert own["value"] == own["payoffs"][0] == str(VALUES[own["name"]].value)
        assert own["decimal"] == VALUES[own["name"]].decimal


def test_games_are_found_by_name_and_by_its_beginning() -> None:
    assert [each.name for each in named(["kuhn-3"])] == ["kuhn-3"]
    assert {each.name for each in named(["leduc", "kuhn-13"])} == {"kuhn-13"} | {
        name for name in VALUES if name.startswith("leduc-")
    }
    assert named([]) == tuple(VALUES.values())
    for wrong in ("chess", "kuhn-1", "kuh", ""):
        with pytest.raises(InputError, match=f"^no game '{wrong}' in the table, expected a name there, such as kuhn-3"):
            named([wrong])


def row(found: ExactValue, both: bool) -> str:
    """The row of a game in its table on the page."""
    sizes = (found.nodes, *(f"{one}+{two}" for one, two in (found.information_sets, found.sequences)))
    payoffs = found.payoffs if both else found.payoffs[:1]
    decimals = [Context(prec=15).divide(Decimal(int(p.numerator)), Decimal(int(p.denominator))) for p in payoffs]
    numbers = ", ".join(map(str, payoffs)), ", ".join(f"{each.normalize():f}" for each in decimals)
    return f"| {' | '.join(map(str, (f'`{found.name}`', found.title, *sizes, *numbers)))} |"


def test_the_page_shows_the_data() -> None:
    general = {each.family for each in VALUES.values() if not each.unique}
    rows = [row(each, each.family in general) for each in VALUES.values()]
    lines = PAGE.splitlines()
    assert [line for line in lines if line.startswith("| `")] == rows
    blocks = re.findall(r"```sh\n(.*?)```\n", PAGE, re.DOTALL)
    assert "".join(blocks).splitlines() == [f"{each.command}  # {each.name}" for each in VALUES.values()]
    for each in VALUES.values():
        assert each.rules in lines
        assert f"Source: {each.source}" in lines
        assert f"## {each.family[0].upper()}{each.family[1:]}" in lines
