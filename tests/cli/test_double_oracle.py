"""``lemke solve --method double-oracle``: certified intervals, and what is left when it is stopped."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

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


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    assert run(arguments) == status
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_the_last_line_says_how_many_sequences_were_needed(capsys: pytest.CaptureFixture[str]) -> None:
    last = printed(capsys, "solve", KUHN, *METHOD)[-1]
    assert last == "Proved exactly; method double-oracle, kernel lp, 6 iterations, 11 of 13 and 10 of 13 sequences."
    assert "kernel lcp, " in printed(capsys, "solve", RAKED, *METHOD, "--expand", "larger")[-1]


def test_a_certificate_has_the_growth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "c.json"
    assert printed(capsys, "solve", KUHN, *METHOD, "--format", "json", "-o", str(path)) == []
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["growth"] == {"iterations": 6, "sizes": [11, 10], "whole": [13, 13]}
    assert printed(capsys, "verify", KUHN, str(path))[-1] == "An equilibrium: both regrets are exactly 0."


def test_a_gap_is_printed_as_a_certified_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "solve", KUHN, *METHOD, "--gap", "0.5")
    assert out[1:5] == [
        "Value of the game, for player 1",
        "  at least  -1/6  -0.166667",
        "  at most   1/6   0.166667",
        "  gap       1/3   0.333333",
    ]
    assert out[-1].startswith(
        "No equilibrium yet: the gap 1/2 was reached. Proved exactly; method double-oracle, 4 iter"
    )
    path = tmp_path / "c.json"
    printed(capsys, "solve", KUHN, *METHOD, "--gap", "1/2", "--format", "json", "-o", str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["interval"] == ["-1/6", "1/6"]
    assert printed(capsys, "verify", KUHN, str(path))[-1].startswith("As stated, not an equilibrium")
    document |= {"regrets": ["0", "0"], "interval": ["0", "0"]}
    path.write_text(json.dumps(document))
    assert printed(capsys, "verify", KUHN, str(path), status=1)[-4:] == [
        "Not an equilibrium: the largest regret is 1/6, about 0.166667.",
        "Not true: the regret 0 of player 1, expected 1/6.",
        "Not true: the regret 0 of player 2, expected 1/6.",
        "Not true: the interval 0 to 0, expected -1/6 to 1/6.",
    ]


def test_a_gap_of_0_is_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN, "--gap", "0"]) == 2
    assert "--gap with the method auto" in capsys.readouterr().err
    assert printed(capsys, "solve", KUHN, *METHOD, "--gap", "0", "--format", "gambit")[0].startswith("NE,")


def test_a_gap_in_a_general_sum_game_is_the_largest_regret(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "solve", RAKED, *METHOD, "--gap", "1/2")
    assert out[1].split() == ["payoff", "best", "response", "regret"]
    assert out[-1].startswith("No equilibrium yet: the gap 1/2 was reached.")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--gap", "1/2"), "--gap with the method auto, expected --method double-oracle alone"),
        (("--method", "lp", "--expand", "both"), "--expand with the method lp, expected --method double-oracle alone"),
        ((*METHOD, "--gap", "1/2", "--refine", "subgame-perfect"), "--gap with --refine subgame-perfect, expected"),
        ((*METHOD, "--label", "1"), "--label with the method double-oracle, expected --method lemke-howson alone"),
        ((*METHOD, "--gap", "-1"), "'--gap': -1, expected 0 or more"),
        ((*METHOD, "--gap", "inf"), "'--gap': 'inf' is no number"),
        ((*METHOD, "--expand", "none"), "'--expand'"),
        ((*METHOD, "--gap", "1", "--format", "gambit"), "--gap with --format gambit, which is for equilibria alone"),
    ],
)
def test_options_that_do_not_fit(options: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", KUHN, *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and message in err and err.count("\n") == 1


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
def test_what_was_proved_when_a_run_is_stopped_is_printed(
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
    monkeypatch.setattr(search, "_steps", lambda *_: (stopped(error), "sequences"))
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
    assert out == "" and "the time limit of 0 s was reached" in err
