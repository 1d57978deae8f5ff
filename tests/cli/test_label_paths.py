"""``lemke solve --method lemke-howson``, and strategic games as input of every command."""

import json
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from command_line import printed, refused
from lemke.cli import run
from lemke.forms.normal_form import NormalForm
from lemke.generators import hard_to_solve
from lemke.io import profile as profiles
from named_games import GAMES

TRACING = str(GAMES / "tracing_2002.efg")
METHOD = ("--method", "lemke-howson")
LENGTHS = [88, 24, 24, 24, 24, 88, 36, 36, 16, 16, 36, 36]
"""Savani and von Stengel (2006)."""


@pytest.fixture
def hard(tmp_path: Path) -> str:
    path = tmp_path / "hard.nfg"
    lemke.write(NormalForm.of(*hard_to_solve(6)).tree(), path)
    return str(path)


def test_all_paths_of_a_hard_game_have_their_published_lengths(hard: str) -> None:
    walks = lemke.solve(lemke.read(hard), method="lemke-howson", all_labels=True)
    rows = walks.to_table().rows
    assert [row[4] for row in rows] == LENGTHS
    assert {(row[0], row[5]) for row in rows} == {("artificial", 1)}
    assert [row[2:4] for row in rows] == [(i, str(k)) for i in (1, 2) for k in range(1, 7)]


def test_a_label_counts_from_1(hard: str, capsys: pytest.CaptureFixture[str]) -> None:
    for label in (1, 2, 12):
        last = printed(capsys, "solve", hard, *METHOD, "--label", str(label)).splitlines()[-1]
        pivots = LENGTHS[label - 1]
        assert last.startswith("Proved exactly") and f"kernel exact, {pivots} pivots, label {label}." in last
    assert printed(capsys, "solve", hard, *METHOD) == printed(capsys, "solve", hard, *METHOD, "--label", "1")
    document = json.loads(printed(capsys, "solve", hard, *METHOD, "--label", "12", "--format", "json"))
    assert (document["label"], document["pivots"]) == (12, 36)


def test_gambit_lines_are_those_of_different_equilibria(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "solve", TRACING, *METHOD, "--all-labels", "--format", "gambit")
    game = lemke.read(TRACING)
    claims = profiles.loads(out, game)
    assert len(claims) == len(set(out.splitlines())) == 2
    assert all(lemke.verify(game, claim.profile).is_equilibrium for claim in claims)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--label", "8"), "the option label with the method auto"),
        ((*METHOD, "--label", "8"), "label 8, expected 1 to 7: player 1 has 3 labels, player 2 has 4"),
        (("--method", "lcp", "--reachable"), "the option reachable with the method lcp"),
        ((*METHOD, "--all-labels", "--reachable"), "all_labels and reachable"),
        (
            (*METHOD, "--reachable", "--refine", "subgame-perfect"),
            "with the refinement subgame-perfect",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, "solve", TRACING, *options)


# ---------------------------------------------------------------------- strategic games

PRISONERS = 'NFG 1 R "" { "1" "2" } { 2 2 }\n1 1 0 2 0 2 3 3\n'


@pytest.mark.parametrize("method", ["auto", "lcp", "lemke-howson"])
def test_a_strategic_game_is_solved_and_its_mixed_strategies_are_judged(
    method: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.nfg"
    path.write_text('NFG 1 R "pennies" { "Ann" "Bob" } { 2 2 }\n3 -3 -1 1 -1 1 1 -1\n')
    assert printed(capsys, "solve", str(path), "--method", method, "--format", "gambit") == "NE,1/3,2/3,1/3,2/3\n"
    printed(capsys, "solve", str(path), "--method", method, "--format", "json", "-o", str(tmp_path / "certificate"))
    assert method in ("auto", json.loads((tmp_path / "certificate").read_text())["method"])
    assert "both regrets are exactly 0" in printed(capsys, "verify", str(path), str(tmp_path / "certificate"))
    wrong = tmp_path / "wrong"
    wrong.write_text("NE,1/2,1/2,1/3,2/3\n")
    assert run(["verify", str(path), str(wrong)]) == 1
    assert "largest regret is 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [("info",), ("sequence-form",), ("normal-form",), ("subgames",), ("lp", "--form", "best-response")],
)
def test_every_command_takes_a_strategic_game(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.nfg"
    path.write_text(PRISONERS)
    assert printed(capsys, command[0], str(path), *command[1:])


def test_strategic_games_of_other_than_two_players_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.nfg"
    for players, payoffs in (('"1"', "5"), ('"1" "2" "3"', "1 2 3")):
        sizes = " ".join("1" for _ in payoffs.split())
        path.write_text(f'NFG 1 R "" {{ {players} }} {{ {sizes} }}\n{payoffs}\n')
        for options in ((), METHOD, (*METHOD, "--label", "1"), (*METHOD, "--all-labels")):
            assert "expected 2" in refused(capsys, "solve", str(path), *options)


def test_values_are_computed_for_mixed_strategies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, line = tmp_path / "g.nfg", tmp_path / "line"
    path.write_text(PRISONERS)
    line.write_text("NE,1/2,1/2,1/2,1/2\n")
    assert str(mpq(3, 2)) in printed(capsys, "values", str(path), str(line))
