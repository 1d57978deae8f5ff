"""``lemke dominance``."""

from pathlib import Path

import pytest

import command_line
import lemke
from lemke.cli import run
from named_games import GAMES, NAMED, Known

DILEMMA, CENTIPEDE, BEER, KUHN = (
    str(GAMES / f"{name}.efg") for name in ("prisoners_dilemma", "centipede6", "beer_quiche", "kuhn3")
)
MIXTURE = """NFG 1 R "a mixture" { "Ann" "" }
{ { "T" "M" "B" } { "L" "R" } }
""

3 0  0 0  1 1
0 1  3 1  1 0
"""
MAJORITY = """NFG 1 R "majority" { "1" "2" "3" } { { "a" "b" } { "a" "b" } { "a" "b" } } ""
1 1 1  0 1 1  1 0 1  0 0 0
1 1 0  0 0 0  0 0 0  0 0 0
"""


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    return command_line.printed(capsys, "dominance", *arguments, status=status)


@pytest.mark.parametrize("known", [known for known in NAMED if known.file != "kuhn5.efg"], ids=lambda known: known.file)
def test_an_equilibrium_of_the_remaining_game_has_payoffs_of_the_named_game(
    capsys: pytest.CaptureFixture[str], known: Known, tmp_path: Path
) -> None:
    game = GAMES / known.file
    remaining = tmp_path / "rest.nfg"
    assert printed(capsys, str(game), "--pure", "--weak", "--format", "nfg", "-o", str(remaining)) == ""
    left = lemke.read(remaining)
    payoffs = lemke.solve(left).payoffs
    if known.payoffs:
        assert payoffs in known.payoffs


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ((DILEMMA, "--rounds", "0"), 2, "0 is not in the range"),
        ((DILEMMA, "--format", "efg"), 2, "'efg' is not one of 'text', 'json', 'latex', 'nfg'"),
        ((KUHN, "--time-limit", "0"), 3, "time limit of 0 s"),
        (("nowhere.efg",), 2, "nowhere.efg: "),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], status: int, message: str
) -> None:
    assert run(["dominance", *arguments]) == status
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1
    assert message in err
