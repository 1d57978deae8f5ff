"""``lemke ranges``: the text and the JSON of the ranges, some of the moves alone, limits, bad input."""

import json
from pathlib import Path

import pytest

from lemke.cli import run
from lemke.errors import LimitError
from lemke.solvers.equilibrium_sets.ranges import PlanSet
from named_games import GAMES

KUHN = "example:kuhn3"
RAKED = str(GAMES / "kuhn3_raked.efg")
TRACING = str(GAMES / "tracing_2002.efg")


def ranges(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> tuple[str, str]:
    assert run(["ranges", *arguments]) == status
    return capsys.readouterr()


def out_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines of a text, with single blanks."""
    out, err = ranges(capsys, *arguments)
    assert err == ""
    return [" ".join(line.split()) for line in out.splitlines()]


def test_the_ranges_of_kuhn_poker_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out_of(capsys, KUHN)
    assert lines[0] == "Kuhn poker, 3 cards: 1 maximal set of equilibria; payoffs -1/18, 1/18"
    assert "1 1 J bet some 0 1/3 0 1/3" in lines and "1 2 J:pb fold every 2/3 1 1 1" in lines
    assert lines[-1].startswith("Proved: ") and "constant-sum" in lines[-1]


@pytest.mark.parametrize(
    ("options", "rows"), [(["--player", "1"], 12), (["--only", "K"], 2), (["--only", "K", "--player", "1"], 2)]
)
def test_the_moves_that_are_asked_for_are_printed(
    options: list[str], rows: int, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = out_of(capsys, KUHN, *options)
    assert len(lines) == rows + 4 and {*lines} < {*out_of(capsys, KUHN)} | {*lines[1:3]}


def test_a_single_equilibrium_is_said_to_be_the_only_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert ": one equilibrium; payoffs " in out_of(capsys, "example:matching_pennies")[0]


@pytest.mark.parametrize("options", [[], ["--player", "2"], ["--only", "K:b"]], ids=["all", "player", "label"])
def test_json_has_the_moves_and_is_verified(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "ranges.json"
    assert ranges(capsys, RAKED, *options, "--format", "json", "-o", str(path)) == ("", "")
    text = path.read_text(encoding="utf-8")
    stated = json.loads(text)
    assert " ".join(stated) == "format game unique payoffs moves equilibria"
    assert (stated["format"], stated["equilibria"]["stopped"], stated["unique"]) == ("lemke-ranges/2", "done", False)
    assert stated["payoffs"] == [{"least": "-23/210", "greatest": "-23/210"}, {"least": "-7/360", "greatest": "-7/360"}]
    assert len(stated["moves"]) == {0: 24, "2": 12, "K:b": 2}[options[-1] if options else 0]
    assert {
        "player": 2,
        "sequence": 8,
        "number": 4,
        "label": "K:b",
        "action": "call",
        "played": "every",
        "weight": {"least": "347/399", "greatest": "1"},
        "probability": {"least": "347/399", "greatest": "1"},
    } in stated["moves"]
    assert run(["verify", RAKED, str(path)]) == 0
    assert "Proved: all equilibria are in 1 maximal set" in capsys.readouterr().out


def test_a_changed_range_is_not_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ranges.json"
    ranges(capsys, TRACING, "--format", "json", "-o", str(path))
    text = path.read_text(encoding="utf-8").replace('"least": "1/12"', '"least": "1/13"', 1)
    path.write_text(text, encoding="utf-8")
    assert run(["verify", TRACING, str(path)]) == 1
    out = capsys.readouterr().out
    assert "Not proved: moves[6].weight.least is 1/13, expected 1/12" in out


def stopping(monkeypatch: pytest.MonkeyPatch, bounds: int, error: BaseException) -> None:
    """Raise an error in the proof after this many bounds."""
    prove, proved = PlanSet.prove, []

    def proves(plan_set: PlanSet, objective: int, reference: int) -> list:
        if len(proved) == bounds:
            raise error
        proved.append((objective, reference))
        return prove(plan_set, objective, reference)

    monkeypatch.setattr(PlanSet, "prove", proves)


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (LimitError("the time limit of 1 s was reached"), 3, "the time limit of 1 s was reached"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
    ids=["limit", "interrupt"],
)
def test_a_run_that_ends_early_writes_its_proved_bounds_and_resume_completes_it(
    error: BaseException, status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "part.json")
    with pytest.MonkeyPatch.context() as patch:
        stopping(patch, 1, error)
        out, err = ranges(capsys, RAKED, "--format", "json", "-o", path, status=status)
    assert out == "" and err.count("\n") == 1 and err.startswith("lemke: ") and words in err
    assert run(["verify", RAKED, path]) == 0
    assert "it is not stated that there are no others" in capsys.readouterr().out
    complete, again = out_of(capsys, RAKED), out_of(capsys, RAKED, "--resume", path)
    assert again[:-1] == complete[:-1] and "59/133" in " ".join(again)  # the last line counts the steps of the proof
    with pytest.MonkeyPatch.context() as patch:
        stopping(patch, 2, error)  # two bounds of three are left to prove
        assert out_of(capsys, RAKED, "--resume", path) == again


def test_the_text_of_a_run_that_ends_early_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopping(monkeypatch, 1, LimitError("the time limit of 1 s was reached"))
    out, err = ranges(capsys, RAKED, status=3)
    assert err.count("\n") == 1
    assert "1 maximal set of equilibria so far" in out and "59/133" in out


def test_a_limit_before_the_first_set_ends_with_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = ranges(capsys, RAKED, "--time-limit", "0", status=3)
    assert err.count("\n") == 1 and "time limit of 0 s" in err
    assert out == "" or "so far (limit)" in out


def test_ranges_go_on_from_an_enumeration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "sets.json")
    assert run(["enumerate", RAKED, "--format", "json", "-o", path]) == 0
    with pytest.MonkeyPatch.context() as patch:
        stopping(patch, 0, AssertionError("all bounds are proved"))
        again = out_of(capsys, RAKED, "--resume", path)
    assert again[:-1] == out_of(capsys, RAKED)[:-1]


BAD = {
    "only 'X', expected the label or the number of an information set": [KUHN, "--only", "X"],
    "only 'Q:b', expected the label or the number of an information set of player 1": [
        KUHN,
        "--only",
        "Q:b",
        "--player",
        "1",
    ],
    "'--player': 3 is not in the range": [KUHN, "--player", "3"],
    "'gambit' is not one of": [KUHN, "--format", "gambit"],
    "nosuch.json": [KUHN, "--resume", "nosuch.json"],
    "no sets of equilibria": [KUHN, "--resume", "README.md"],
}


@pytest.mark.parametrize("words", BAD)
def test_bad_input_is_one_line_and_status_2(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").write_text("# Read me\n", encoding="utf-8")
    out, err = ranges(capsys, *BAD[words], status=2)
    assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1 and words in err


def test_ranges_of_another_game_are_no_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "ranges.json")
    ranges(capsys, TRACING, "--format", "json", "-o", path)
    out, err = ranges(capsys, RAKED, "--resume", path, status=2)
    assert out == "" and err.count("\n") == 1 and "another game" in err


def test_a_range_that_is_not_proved_is_no_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ranges.json"
    ranges(capsys, RAKED, "--format", "json", "-o", str(path))
    stated = json.loads(path.read_text(encoding="utf-8"))
    stated["equilibria"]["sets"][0]["ranges"][1]["bounds"].pop()
    path.write_text(json.dumps(stated), encoding="utf-8")
    out, err = ranges(capsys, RAKED, "--resume", str(path), status=2)
    assert out == "" and err.count("\n") == 1 and "unproved sets of equilibria to resume" in err
