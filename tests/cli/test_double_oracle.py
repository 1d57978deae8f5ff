"""``lemke solve --method double-oracle``: certified intervals, and the output of a stopped run."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import command_line
import lemke
from lemke.cli import run
from lemke.errors import LimitError
from lemke.game.implicit import TreeState
from lemke.generators import leduc
from lemke.solvers.double_oracle import Iteration, PartialStrategy, iterations
from lemke.solvers.double_oracle import run as search
from named_games import GAMES

KUHN, RAKED = str(GAMES / "kuhn3.efg"), str(GAMES / "kuhn3_raked.efg")
METHOD = ("--method", "double-oracle")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


def test_the_last_line_says_how_many_sequences_were_needed(capsys: pytest.CaptureFixture[str]) -> None:
    last = lines(capsys, "solve", KUHN, *METHOD)[-1]
    assert "kernel lp, 6 iterations, 11 of 13 and 10 of 13 sequences" in last
    assert "kernel lcp, " in lines(capsys, "solve", RAKED, *METHOD, "--expand", "larger")[-1]


def test_a_certificate_has_the_growth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.json"
    assert lines(capsys, "solve", KUHN, *METHOD, "--format", "json", "-o", str(path)) == []
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["growth"] == {"iterations": 6, "sizes": [11, 10], "whole": [13, 13]}
    assert lines(capsys, "verify", KUHN, str(path))[-1].startswith("An equilibrium: ")


def test_a_gap_is_printed_as_a_certified_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "solve", KUHN, *METHOD, "--gap", "0.5")
    assert out[1:5] == [
        "Value of the game, for player 1",
        "  at least  -1/6  -0.166667",
        "  at most   1/6   0.166667",
        "  gap       1/3   0.333333",
    ]
    assert out[-1].startswith("No equilibrium yet: the gap 1/2 was reached")
    assert "method double-oracle, 4 iterations" in out[-1]
    path = tmp_path / "c.json"
    lines(capsys, "solve", KUHN, *METHOD, "--gap", "1/2", "--format", "json", "-o", str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["interval"] == ["-1/6", "1/6"]
    assert lines(capsys, "verify", KUHN, str(path))[-1].startswith("As stated, not an equilibrium")
    document |= {"regrets": ["0", "0"], "interval": ["0", "0"]}
    path.write_text(json.dumps(document))
    verdict, *objections = lines(capsys, "verify", KUHN, str(path), status=1)[-4:]
    assert verdict.startswith("Not an equilibrium") and "1/6" in verdict
    claims = (
        "regret 0 of player 1, expected 1/6",
        "regret 0 of player 2, expected 1/6",
        "0 to 0, expected -1/6 to 1/6",
    )
    assert all(claim in objection for claim, objection in zip(claims, objections, strict=True))


def test_a_gap_of_0_counts_as_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN, "--gap", "0"]) == 2
    assert "--gap with the method auto" in capsys.readouterr().err
    assert lines(capsys, "solve", KUHN, *METHOD, "--gap", "0", "--format", "gambit")[0].startswith("NE,")


def test_a_gap_in_a_general_sum_game_is_the_largest_regret(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "solve", RAKED, *METHOD, "--gap", "1/2")
    assert out[1].split() == ["payoff", "best", "response", "regret"]
    assert out[-1].startswith("No equilibrium yet: the gap 1/2 ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--gap", "1/2"), "--gap with the method auto"),
        ((*METHOD, "--gap", "1/2", "--refine", "subgame-perfect"), "--gap with --refine subgame-perfect, expected"),
        ((*METHOD, "--gap", "-1"), "'--gap': -1, expected 0 or more"),
        ((*METHOD, "--start", "J:raise;"), "the sequence 'J:raise' of player 1 to start from"),
        ((*METHOD, "--start", "J:bet"), "expected the file of a profile, or a semicolon between"),
        ((*METHOD, "--gap", "1", "--format", "gambit"), "--gap with --format gambit"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", KUHN, *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


LECTURE = str(GAMES / "double_oracle_lecture.efg")
PRINTED = [  # O. Kubíček (2023), on a tree of our own: from AC and gi by BE and hk to the end
    "1 3 + 3 -1 2 3 -3 2 5 A, A C g, g i",
    "2 5 + 5 -2 1 2 -2 1 3 B, B E h, h k",
    "3 6 + 6 -1/2 -1/2 1/2 -1/2 -1/2 0 B F h n",
]


def rows(out: list[str]) -> list[str]:
    """The table of rounds, its heading first; several blanks become one."""
    begin = next(k for k, line in enumerate(out) if line.startswith("Rounds: ")) + 1
    return [" ".join(line.split()) for line in out[begin : out.index("", begin)]]


def test_rounds_are_printed_one_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "solve", LECTURE, *METHOD, "--start", "A C; g i", "--rounds")
    heading, *table, below = rows(out)
    assert table == PRINTED
    assert "restricted value" in heading and "value at least" in heading
    assert "value of the game" in below.lower() and "proved: -1/2" in below
    assert out[-1].startswith("Proved exactly; method double-oracle, kernel lp, 3 iterations")
    assert not any(line.startswith("Rounds") for line in lines(capsys, "solve", LECTURE, *METHOD))


def test_rounds_of_a_search_that_stopped_early_prove_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    below = rows(lines(capsys, "solve", KUHN, *METHOD, "--gap", "1/2", "--rounds"))[-1]
    assert "proved: from -1/6 to 1/6" in below
    heading, *_, below = rows(lines(capsys, "solve", RAKED, *METHOD, "--gap", "1/2", "--rounds"))
    assert "restricted payoff 2" in heading and "proved" not in below


def test_rounds_in_json_name_restricted_payoffs_and_added_sequences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.json"
    lines(capsys, "solve", LECTURE, *METHOD, "--start", "A C; g i", "--rounds", "-o", str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["payoffs"] == ["-1/2", "1/2"]
    first, second, _ = document["growth"]["rounds"]
    assert first["restricted_payoffs"] == ["-1", "1"] and first["interval"] == ["-3", "2"]
    assert second["added"] == [["B", "B E"], ["h", "h k"]] and second["best_responses"] == ["1", "2"]
    assert lines(capsys, "verify", LECTURE, str(path))[-1].startswith("An equilibrium: ")
    assert rows(lines(capsys, "solve", LECTURE, *METHOD, "--start", str(path), "--rounds"))[1].startswith(
        "1 4 + 4 -1/2 "
    )


def test_long_rows_count_the_sequences_that_they_omit(capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"{card}:{move}" for card in ("J", "Q", "K") for move in ("pass", "bet")]
    names += [f"{card}:pass {card}:pb:{move}" for card in ("J", "Q", "K") for move in ("fold", "call")]
    start = f"{', '.join(names)}; Q:p:bet, K:p:bet, J:p:bet"
    first = rows(lines(capsys, "solve", KUHN, *METHOD, "--start", start, "--rounds"))[1]
    assert "… (12) Q:p:bet, K:p:bet, J:p:bet" in first and first.count(",") == 10


def stopped(error: BaseException) -> Iterator[Iteration[PartialStrategy]]:
    for step in iterations(TreeState.root(leduc(2))):
        yield step
        if step.number == 20:
            raise error


@pytest.mark.parametrize("form", ["text", "json", "gambit"])
@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (LimitError("the time limit of 1 s was reached"), 3, "lemke: {}: the time limit of 1 s was reached\n"),
        (KeyboardInterrupt(), 130, "lemke: interrupted\n"),
    ],
    ids=["limit", "interrupt"],
)
def test_a_stopped_run_prints_its_proved_interval(
    error: BaseException,
    status: int,
    message: str,
    form: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = str(tmp_path / "leduc.efg")
    lemke.write(leduc(2), path)
    monkeypatch.setattr(search, "_rounds_of", lambda *_: (stopped(error), "sequences"))
    assert run(["solve", path, *METHOD, "--format", form]) == status
    out, err = capsys.readouterr()
    assert err == message.format(path)
    if form == "gambit":
        assert out == ""
    elif form == "json":
        profile = tmp_path / "c.json"
        profile.write_text(out)
        assert run(["verify", path, str(profile)]) == 0
    else:
        assert out.splitlines()[2].startswith("  at least  ") and "20 iterations" in out.splitlines()[-1]


def test_a_limit_before_the_end_of_the_first_round_leaves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN, *METHOD, "--time-limit", "0"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and "time limit of 0 s" in err
