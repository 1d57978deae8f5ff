"""Commands on good input: their output, their exit status, and files written whole."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from gmpy2 import mpq

import command_line
import lemke
from command_line import refused
from lemke.cli import run
from lemke.generators import kuhn
from lemke.io import profile as profiles
from named_games import GAMES, NAMED, Known

KUHN, RAKED = str(GAMES / "kuhn3.efg"), str(GAMES / "kuhn3_raked.efg")


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    return command_line.printed(capsys, *arguments, status=status).splitlines()


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_a_certificate_is_accepted(named: Known, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, certificate = str(GAMES / named.file), str(tmp_path / "c.json")
    assert lines(capsys, "solve", game, "--format", "json", "-o", certificate) == []
    document = json.loads(Path(certificate).read_text(encoding="utf-8"))
    assert document["format"] == "lemke-equilibrium/2"
    assert document["game"]["sha256"] == lemke.sha256(lemke.read(game))
    assert lines(capsys, "verify", game, certificate)[-1].startswith("An equilibrium: ")


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_a_gambit_line_is_accepted(named: Known, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, line = str(GAMES / named.file), tmp_path / "line"
    (text,) = lines(capsys, "solve", game, "--format", "gambit")
    line.write_text(text)
    lines(capsys, "verify", game, str(line))


def test_text_shows_payoffs_and_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "solve", KUHN)
    assert "  Player 1  -1/18  -0.0555556" in out
    assert sum("pass" in line for line in out) == 6
    assert out[-1].startswith("Proved exactly") and "method lcp, kernel exact, " in out[-1]


def test_text_marks_moves_off_the_path(capsys: pytest.CaptureFixture[str]) -> None:
    out = lines(capsys, "solve", str(GAMES / "centipede6.efg"))
    assert sum("filled in" in line for line in out) == 2
    assert sum("off the path" in line for line in out) == 5


def test_every_line_is_judged_and_the_largest_regret_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pennies, path = str(GAMES / "matching_pennies.efg"), tmp_path / "both"
    path.write_text("NE,1/2,1/2,0.5,.5\n\nNE,1,0,1,0\n")
    out = lines(capsys, "verify", pennies, str(path), status=1)
    assert [line for line in out if line.startswith("Profile")] == ["Profile 1", "Profile 2"]
    assert out[-1].startswith("Not an equilibrium") and out[-1].endswith(" 2.")


def test_every_shift_by_a_tiny_amount_is_rejected_with_its_exact_regret(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In raked Kuhn poker, a profile is no equilibrium if its mixture at one information set is shifted by 10⁻³⁰.

    At the mixed set off the path, the solver returns an end of an interval of equilibria. So only one direction counts.
    """
    game = lemke.read(RAKED)
    profile = lemke.solve(game).profile
    mixed = [
        (player, h)
        for player in (0, 1)
        for h, moves in enumerate(profile.behavior[player])
        if len([probability for probability in moves if probability]) > 1
    ]
    off_path = (1, [game.information_sets[index].label for index in game.sets_of(1)].index("Q:b"))
    assert len(mixed) == 3 and off_path in mixed
    for player, h in mixed:
        for sign in (-1,) if (player, h) == off_path else (1, -1):
            behavior = [[list(moves) for moves in strategy] for strategy in profile.behavior]
            behavior[player][h][0] += sign * mpq(1, 10**30)
            behavior[player][h][1] -= sign * mpq(1, 10**30)
            shifted = lemke.Profile.of(game, behavior)
            path = tmp_path / "shifted"
            path.write_text(profiles.dumps(game, shifted))
            regret = max(lemke.verify(game, shifted).regrets)
            assert 0 < regret < mpq(1, 10**29)
            assert lines(capsys, "verify", RAKED, str(path), status=1)[-1].startswith("Not an equilibrium")
            document = json.loads("\n".join(lines(capsys, "verify", RAKED, str(path), "--format", "json", status=1)))
            assert max(mpq(number["exact"]) for number in document["profiles"][0]["regrets"]) == regret


def _tamper_payoff(document: dict) -> None:
    document["payoffs"][0] = "-1/19"


def _tamper_plan(document: dict) -> None:
    document["realization_plans"][1][1] = "1/7"


def _tamper_dual(document: dict) -> None:
    document["duals"][0][2] = "-5"


def _tamper_behavior(document: dict) -> None:
    actions = document["behavior"][0]["information_sets"][0]["actions"]
    actions |= dict.fromkeys(actions, "1/2")


@pytest.mark.parametrize("tamper", [_tamper_payoff, _tamper_plan, _tamper_dual, _tamper_behavior])
def test_tampered_certificates_are_rejected(tamper, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines(capsys, "solve", RAKED, "--format", "json", "-o", str(tmp_path / "c"))
    document = json.loads((tmp_path / "c").read_text(encoding="utf-8"))
    tamper(document)
    (tmp_path / "c").write_text(json.dumps(document), encoding="utf-8")
    out = lines(capsys, "verify", RAKED, str(tmp_path / "c"), status=1)
    assert any(line.startswith(("Not true: ", "Not an equilibrium")) for line in out)


def test_a_profile_file_is_a_prior(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tracing = str(GAMES / "tracing_2002.efg")
    (line,) = lines(capsys, "solve", tracing, "--prior", "random", "--seed", "2", "--format", "gambit")
    (tmp_path / "prior").write_text(line)
    assert lines(capsys, "solve", tracing, "--prior", str(tmp_path / "prior"), "--format", "gambit") == [line]


def test_info_describes_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = dict(line.split(maxsplit=1) for line in lines(capsys, "info", KUHN))
    assert out["payoffs"] == "zero-sum"
    assert out["nonzeros"] == "A 30, B 30 of 13 x 13"
    builder = lemke.GameBuilder(["a", "b", "c"])
    again = builder.information_set(2, ["on", "off"], "motorway")
    builder.decide(builder.decide(builder.root, again)[0], again)
    lemke.write(builder.build(unpaid="zero"), tmp_path / "driver.json")
    described = "\n".join(lines(capsys, "info", str(tmp_path / "driver.json")))
    assert 'absent-mindedness at information set 1 "motorway" of player 3 (the root | on)' in described


@pytest.mark.parametrize("form", ["text", "json", "latex"])
def test_the_sequence_form_is_printed(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = "\n".join(lines(capsys, "sequence-form", str(GAMES / "lecture9_imperfect.efg"), "--format", form))
    if form == "json":
        document = json.loads(out)
        assert document["sequences"][0] == ["∅", "L", "R", "L S", "L T"]
        assert document["E"]["entries"][:3] == [[0, 0, "1"], [1, 0, "-1"], [1, 1, "1"]]
    else:
        assert ("L S" in out) if form == "text" else (r"\begin{pmatrix}" in out)


def test_wide_matrices_are_listed_by_entry(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder()
    for k, leaf in enumerate(builder.move(builder.root, 1, [f"m{k}" for k in range(40)])):
        builder.pay(leaf, k, 0)
    lemke.write(builder.build(unpaid="zero"), tmp_path / "wide.efg")
    out = lines(capsys, "sequence-form", str(tmp_path / "wide.efg"))
    assert any(line.split() == ["∅", "m39", "39"] for line in out)


def test_an_lcp_has_a_solution_or_ends_in_a_ray(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = tmp_path / "lcp"
    problem.write_text("n= 2\nM= 2 1\n 1 2\nq= -5 -6\n")
    assert lines(capsys, "lcp", str(problem))[1].split() == ["1", "4/3", "0"]
    problem.write_text('{"M": [[2, 1], ["1", 2.0]], "q": [-5, "-6"], "d": [1, 1]}')
    out = json.loads("\n".join(lines(capsys, "lcp", str(problem), "--format", "json")))
    assert out["z"] == ["4/3", "7/3"]
    problem.write_text("n= 1 M= -1 q= -1 d= 2")
    assert "ended in a ray" in lines(capsys, "lcp", str(problem), status=1)[-1]


def test_convert_keeps_the_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_json, as_efg = str(tmp_path / "g.json"), str(tmp_path / "g.efg")
    lines(capsys, "convert", KUHN, as_json)
    lines(capsys, "convert", as_json, as_efg)
    assert lemke.sha256(lemke.read(as_efg)) == lemke.sha256(lemke.read(KUHN))


@pytest.mark.parametrize("command", ["", "solve", "verify", "info", "sequence-form", "lcp", "convert"])
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Example" in "\n".join(lines(capsys, *command.split(), "--help"))


def test_a_game_from_standard_input_is_solved_as_from_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "lemke", "solve", "-", "--format", "gambit"],
        input=Path(KUHN).read_text(encoding="utf-8"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == "\n".join(lines(capsys, "solve", KUHN, "--format", "gambit")) + "\n"
    assert ran.stderr == ""


SIGNALS = pytest.mark.skipif(os.name == "nt", reason="no such signals")
LONG_RUNS = {
    "on the exact path": "solve large.efg --kernel exact -o out.txt",
    "while a game is made": "generate leduc --ranks 300 -o out.efg",
}


@pytest.mark.slow
@SIGNALS
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("moment", LONG_RUNS)
def test_a_run_that_is_stopped_leaves_no_file(moment: str, sent: signal.Signals, tmp_path: Path) -> None:
    lemke.write(kuhn(100, "1/20"), tmp_path / "large.efg")
    command = [sys.executable, "-m", "lemke", *LONG_RUNS[moment].split(), "--time-limit", "100"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as running:
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(2)
        running.send_signal(sent)
        expected = (130, "lemke: interrupted\n") if sent == signal.SIGINT else (-sent, "")
        assert (running.wait(30), running.stderr.read()) == expected
    assert [path.name for path in tmp_path.iterdir()] == ["large.efg"]


@SIGNALS
@pytest.mark.parametrize("before", [None, "as it was"])
@pytest.mark.parametrize(
    "command", [["solve", KUHN, "--format", "text"], ["generate", "kuhn"]], ids=["solve", "generate"]
)
def test_a_run_killed_at_the_worst_moment_leaves_no_half_written_result(
    command: list[str], before: str | None, tmp_path: Path
) -> None:
    """The run is killed before the complete file gets its name: what is left cannot be mistaken for a result."""
    out = tmp_path / "out.efg"
    if before is not None:
        out.write_text(before)
    script = (
        "import os, signal; from lemke.cli import run; os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)"
    )
    call = f"{script}; run({[*command, '-o', 'out.efg']})"
    ran = subprocess.run([sys.executable, "-c", call], cwd=tmp_path, capture_output=True, check=False)
    assert ran.returncode == -signal.SIGKILL
    assert (out.read_text() if out.exists() else None) == before
    (left,) = (path.name for path in tmp_path.iterdir() if path != out)
    assert left.startswith(".lemke-") and left.endswith(".tmp")


def test_output_is_utf_8_whatever_the_terminal_says() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "lemke", "sequence-form", KUHN],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    )
    assert "∅" in ran.stdout.decode("utf-8")


def test_a_pipe_by_name_takes_the_output() -> None:
    line = f"{sys.executable} -m lemke solve {KUHN} -o /dev/stdout | cat"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("Kuhn poker") and ran.stderr == ""


def test_labels_are_shown_on_one_line_without_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.json"
    builder = lemke.GameBuilder(["A", "B\x1b[2J"], title="two\nlines\x07")
    builder.move(builder.root, 0, ["a\nb", "c\x1b[0m"], "set\x1b")
    lemke.write(builder.build(unpaid="zero"), path)
    for command in ("solve", "info", "sequence-form"):
        out = "\n".join(lines(capsys, command, str(path)))
        assert "\x1b" not in out and "\x07" not in out
    assert "a b" in out and "c\\x1b[0m" in out


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_stream_into_a_file_heeds_the_limits(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = str(tmp_path / "large.efg")
    lemke.write(kuhn(9), game)
    words = ["strategies", game, "--player", "1", "--format", form, "-o", str(tmp_path / "list")]
    limited = refused(capsys, *words, "--time-limit", "0.5", status=3)
    assert limited.startswith(f"{game}: ") and "time limit of 0.5 s" in limited
    assert [path.name for path in tmp_path.iterdir()] == ["large.efg"]


def test_the_suffix_of_the_output_decides_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def written(name: str, *words: str) -> str:
        assert run([*(words or ("solve", KUHN)), "-o", str(tmp_path / name)]) == 0
        return (tmp_path / name).read_text(encoding="utf-8")

    text = "".join(f"{line}\n" for line in lines(capsys, "solve", KUHN))
    assert json.loads(written("k.json"))["format"] == json.loads(written("K.JSON"))["format"] == "lemke-equilibrium/2"
    assert written("k.ne").startswith("NE,2/3,")
    assert "\\begin" in written("k.tex", "sequence-form", KUHN)
    assert written("k.csv", "path", KUHN).startswith("pivot,")
    assert written("k.txt") == written("k") == text
    assert written("k.json", "solve", KUHN, "--format", "text") == text
    assert json.loads(written("list.json", "examples"))["format"] == "lemke-examples/1"
    for suffix in ("efg", "nfg", "html", "svg", "pdf", "png", "csv"):
        out = str(tmp_path / f"other.{suffix}")
        message = refused(capsys, "solve", KUHN, "-o", out)
        assert message.startswith(f"{out}: ") and message.endswith("text, json, latex, gambit")
        assert f".{suffix}" in message and "--format" in message
        assert not Path(out).exists()


@pytest.mark.parametrize(
    "words", ["--prior random", "--kernel guided", "--refine quasi-perfect", "--method learn --kernel exact"]
)
def test_a_seed_that_is_used_is_accepted(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "solve", "example:tracing_2002", *words.split(), "--seed", "3")


def test_a_refused_profile_names_the_option_that_completes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pennies, claim = "example:matching_pennies", tmp_path / "claim"
    claim.write_text("NE,1/2,1/3,1/2,1/2\n")
    message = refused(capsys, "values", pennies, str(claim))
    assert "sum to 5/6" in message and "--normalize" in message
    claim.write_text('{"1": {"1": {"heads": 1, "tails": 0}}}')
    assert "--missing uniform" in refused(capsys, "values", pennies, str(claim))
    game = (GAMES / "kuhn3.efg").read_text(encoding="utf-8")
    (tmp_path / "wrong.efg").write_text(game.replace("1/6", "1/7", 1))
    message = refused(capsys, "values", str(tmp_path / "wrong.efg"), str(claim))
    assert "probabilities that sum to" in message and "--normalize" not in message


def test_convert_takes_its_target_in_two_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lines(capsys, "convert", KUHN, "-o", str(tmp_path / "k.json")) == []
    assert lemke.sha256(lemke.read(tmp_path / "k.json")) == lemke.sha256(lemke.read(KUHN))
    assert "OUT a.efg and -o b.efg" in refused(capsys, "convert", KUHN, "a.efg", "-o", "b.efg")


def test_a_certificate_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "k.json")
    assert lines(capsys, "solve", KUHN, "-o", path) == []
    message = refused(capsys, "info", path)
    assert message.startswith(f"{path}: ") and "a certificate (lemke-equilibrium/1)" in message
