"""The table of refinements in the textbook, cell by cell, and the picture of the implications."""

import importlib
import re
from pathlib import Path

import pytest

import lemke
from lemke.certificate import Claim, Trembles
from lemke.solvers import REFINEMENTS
from named_games import NAMED

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "textbook" / "refinements.md").read_text(encoding="utf-8")
SLIP = [[1, 0, 0], [0, 1, 0], [1, -1, 0], [1, -1, -1], [0, 0, 1]], [[1, 0, 0]]
"""Plans near going on and being right in fear_of_slips: to stop has the probability ε, the slip ε²."""
PROFILES = {
    "out; fight": {"entry_deterrence": "NE,1,0,0,1", "blind_threat": "NE,1,0,0,0,1"},
    "c; c": {"myerson_1978": "NE,0,0,1,0,0,1"},
    "go, right": {"fear_of_slips": "NE,0,1,1,0"},
    "vote for the other, do it right": {"mertens_voting": "NE,0,1,1,0,1,0,1,0"},
    "vote for oneself, do it right": {"mertens_voting": "NE,1,0,1,0,0,1,1,0"},
    "go; out, r": {"hope_for_a_mistake": "NE,0,1,1,0,0,1"},
    "b; b": {"myerson_1978": "NE,0,1,0,0,1,0"},
}
"""The equilibria of the table, in depth-first order."""


def table() -> list[list[str]]:
    """The cells of the rows, their heading first."""
    (parts,) = re.findall(r"^(\| game \| equilibrium \|.*\n)\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    return [line.strip("| ").split(" | ") for line in "".join(parts).splitlines()]


HEADING, *ROWS = table()
CELLS = [
    pytest.param(row[0].strip("`"), row[1], column, cell, id=f"{row[1]}-{column}")
    for row in ROWS
    for column, cell in zip(HEADING[2:], row[2:], strict=True)
]


def proofs(game: lemke.Game, profile: lemke.Profile) -> list[Claim]:
    """The claims about a profile: from solvers, and by hand."""
    solved = [lemke.solve(game, refine=name).claim for name in ("quasi-perfect", "extensive-form-perfect")]
    by_hand = [Claim(profile, refinement=Trembles("quasi-perfect", "1/2", SLIP))] * (game.title == "Fear of slips")
    return [claim for claim in [*solved, *by_hand] if claim.profile.behavior == profile.behavior]


@pytest.mark.parametrize(("name", "equilibrium", "column", "cell"), CELLS)
def test_every_cell_is_proved_as_the_page_says(name: str, equilibrium: str, column: str, cell: str) -> None:
    game = lemke.example(name)
    profile = lemke.profile(game, PROFILES[equilibrium][name]).profile
    refinement = column.replace(" ", "-")
    alone = lemke.verify(game, profile, refine=refinement)
    assert alone.is_equilibrium
    if cell.startswith("yes"):
        claims = [Claim(profile), *proofs(game, profile)]
        assert any(lemke.verify(game, claim, refine=refinement).standing[refinement] == "holds" for claim in claims)
    else:
        assert alone.standing[refinement] == ("not proved" if "by hand" in cell else "refuted")


def test_the_picture_is_up_to_date_and_its_arrows_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS)
    lattice = importlib.import_module("lattice")
    assert lattice.PICTURE.read_text(encoding="utf-8") == lattice.picture()
    kept = [dict(zip(HEADING[2:], (cell.startswith("yes") for cell in row[2:]), strict=True)) for row in ROWS]
    kept = [row | {"Nash": True} for row in kept]
    for stronger, weaker in lattice.EDGES:
        assert not any(row[stronger] and not row[weaker] for row in kept)
        assert any(row[weaker] and not row[stronger] for row in kept)


VALUES = (DOCS / "reference" / "exact-values.md").read_text(encoding="utf-8")
PAYOFFS = {
    name: cells.split(" | ") for name, cells in re.findall(r"^\| example:(\w+) \| (.*) \|$", VALUES, re.MULTILINE)
}


def test_the_page_of_exact_values_has_all_games_of_several_payoffs() -> None:
    several = {named.file.removesuffix(".efg"): named.payoffs for named in NAMED if len(named.payoffs) > 1}
    assert set(PAYOFFS) == set(several)
    for name, payoffs in several.items():
        assert set(re.findall(r"\(.*?\)", PAYOFFS[name][0])) == {f"({a}, {b})" for a, b in payoffs}


@pytest.mark.parametrize("name", PAYOFFS)
def test_refined_equilibria_pay_what_the_page_of_exact_values_says(name: str) -> None:
    for refinement in REFINEMENTS:
        equilibrium = lemke.solve(lemke.example(name), refine=refinement)
        assert f"({', '.join(map(str, equilibrium.payoffs))})" == PAYOFFS[name][1]
        assert lemke.verify(lemke.example(name), equilibrium, refine=refinement).holds
