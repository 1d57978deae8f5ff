"""``lemke dominance``."""

import json
from itertools import product
from pathlib import Path

import pytest
from gmpy2 import mpq

import command_line
import lemke
from lemke.cli import run
from lemke.forms.normal_form import NormalForm, normal_form
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


def test_every_elimination_is_a_line_under_its_round(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "mixture.nfg"
    game.write_text(MIXTURE)
    assert printed(capsys, str(game)).splitlines() == [
        "Round 1",
        "  Player 1 (Ann)  B  strictly dominated by  1/2 T + 1/2 M",
        "",
        "Round 2",
        "  Player 2  L  strictly dominated by  R",
        "",
        "Round 3",
        "  Player 1 (Ann)  T  strictly dominated by  M",
        "",
        "After 3 rounds, left: 1 x 1; no strategy is strictly dominated.",
        "",
        "1 row of Ann, 1 column of 2",
        "        R",
        "  M  3, 1",
    ]


def test_pure_strategies_alone_may_dominate_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "mixture.nfg"
    game.write_text(MIXTURE)
    out = printed(capsys, str(game), "--pure")
    assert out.startswith("No strategy is strictly dominated by a pure one") and "\n\n3 rows" in out


def test_weak_dominance_is_distinguished_from_strict(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, CENTIPEDE).startswith("No strategy is strictly dominated")
    lines = printed(capsys, CENTIPEDE, "--weak").splitlines()
    kinds = [line.split(" dominated by ")[0].split()[-1] for line in lines if "dominated by" in line]
    assert kinds == ["weakly"] * 5 + ["strictly"]
    assert any(line.startswith("After 6 rounds, left: 1 x 1") for line in lines)


def test_the_option_rounds_stops_the_elimination(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, CENTIPEDE, "--weak", "--rounds", "2").splitlines()
    assert any(line.startswith("Stopped after 2 rounds; left: 3 x 3") for line in lines)
    assert "Round 3" not in lines


def test_a_large_game_lists_its_remaining_strategies_without_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    *_, heading, line_1, line_2 = printed(capsys, KUHN).splitlines()
    assert heading == "Left"
    form = normal_form(lemke.read(KUHN), reduced=True)
    for line, player, total in ((line_1, 1, form.shape[0]), (line_2, 2, form.shape[1])):
        assert line.startswith(f"  Player {player}  ") and f" of {total}  " in line and line.endswith(" more")


def test_json_has_every_witness(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "mixture.nfg"
    game.write_text(MIXTURE)
    assert json.loads(printed(capsys, str(game), "--format", "json", "--rounds", "1")) == {
        "format": "lemke-dominance/1",
        "weak": False,
        "pure": False,
        "complete": False,
        "rounds": 1,
        "title": "a mixture",
        "players": ["Ann", ""],
        "strategies": [["T", "M", "B"], ["L", "R"]],
        "eliminated": [
            {"round": 1, "player": 1, "strategy": 3, "strict": True, "mixture": [[1, "1/2"], [2, "1/2"]]},
        ],
        "surviving": [[1, 2], [1, 2]],
        "undominated": [],
    }
    complete = json.loads(printed(capsys, str(game), "--format", "json"))
    assert (complete["complete"], complete["surviving"]) == (True, [[2], [2]])
    assert complete["undominated"] == [
        {"player": 1, "strategy": 2, "belief": ["1"]},
        {"player": 2, "strategy": 2, "belief": ["1"]},
    ]


def test_a_belief_in_a_game_of_three_players_is_indexed_by_both_opponents(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = tmp_path / "three.nfg"
    game.write_text(MAJORITY)
    document = json.loads(printed(capsys, str(game), "--weak", "--format", "json"))
    form = normal_form(lemke.read(game))
    for entry in document["undominated"]:
        player = entry["player"] - 1
        left = [strategies for k, strategies in enumerate(document["surviving"]) if k != player]
        belief = {
            combination: mpq(entry["belief"][i][j])
            for (i, first), (j, second) in product(enumerate(left[0]), enumerate(left[1]))
            for combination in [(first - 1, second - 1)]
        }
        assert sum(belief.values()) == 1 and min(belief.values()) > 0
        values = [
            sum(
                share * form.payoffs[player][(*combination[:player], k, *combination[player:])]
                for combination, share in belief.items()
            )
            for k in range(form.shape[player])
        ]
        assert values[entry["strategy"] - 1] == max(values)


@pytest.mark.parametrize("options", [(), ("--weak",), ("--pure",), ("--weak", "--rounds", "1")])
def test_the_nfg_output_is_the_game_that_is_left(capsys: pytest.CaptureFixture[str], options: tuple[str, ...]) -> None:
    document = json.loads(printed(capsys, BEER, *options, "--format", "json"))
    text = printed(capsys, BEER, *options, "--format", "nfg")
    remaining = normal_form(lemke.loads(text, "nfg"))
    original: NormalForm = normal_form(lemke.read(BEER), reduced=True)
    left = [[k - 1 for k in numbers] for numbers in document["surviving"]]
    assert remaining.strategies == tuple(
        tuple(strategies[k] for k in kept) for strategies, kept in zip(original.strategies, left, strict=True)
    )
    for payoffs, table in zip(remaining.payoffs, original.payoffs, strict=True):
        assert payoffs.tolist() == [[table[i, j] for j in left[1]] for i in left[0]]
    assert printed(capsys, BEER, *options, "--format", "nfg") == text


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


def test_one_player_has_one_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = tmp_path / "alone.nfg"
    game.write_text('NFG 1 R "" { "" } { { "x" "y" } } "" 1 2')
    assert printed(capsys, str(game)).splitlines() == [
        "Round 1",
        "  Player 1  x  strictly dominated by  y",
        "",
        "After 1 round, left: 1; no strategy is strictly dominated.",
        "",
        "1 row of 1",
        "",
        "  y  2",
    ]


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
