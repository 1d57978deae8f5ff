"""Bad input: one line on stderr, status 2, nothing on stdout, nothing written; and odd input that must simply work."""

import subprocess
import sys
from pathlib import Path

import pytest

import lemke
from command_line import refused, refused_stream
from lemke.cli import run
from named_games import GAMES

HEAD = 'EFG 2 R "" { "1" "2" }\n'
MOVE = HEAD + 'p "" 1 1 "" { "a" "b" } 0\n'

BAD_GAMES = {
    "imperfect recall": (
        MOVE + 'p "" 1 2 "" { "x" "y" } 0\nt "" 0\nt "" 0\np "" 1 2 "" { "x" "y" } 0\nt "" 0\nt "" 0\n',
        ": imperfect recall at information set 2 of player 1 (a | b), expected perfect recall",
    ),
    "absent-mindedness": (
        HEAD + 'p "" 1 1 "" { "on" "off" } 0\np "" 1 1 "" { "on" "off" } 0\nt "" 0\nt "" 0\nt "" 0\n',
        ": absent-mindedness at information set 1 of player 1 (the root | on), expected perfect recall",
    ),
    "one player": ('EFG 2 R "" { "1" }\np "" 1 1 "" { "a" } 0\nt "" 0\n', ": a game of 1 player, expected 2 players"),
    "three players": ('EFG 2 R "" { "1" "2" "3" }\nt "" 0\n', ": a game of 3 players, expected 2 players"),
    "sum of probabilities": (HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/3 } 0\nt "" 0\nt "" 0\n', ":2: probabilities that sum"),
    "undefined outcome": (MOVE + 't "" 5 "nowhere"\nt "" 0\n', ":3: "),
    "truncated": (MOVE + 't "" 0\n', ":"),
    "no game": ("hello\n", ":1: "),
    "empty": ("", ": "),
    "json of something else": ('{"format": "other"}', ": "),
    "broken json": ('{"format": "lemke-game/1",\n "nodes": [', ":2: "),
    "deep json": ('{"a":' + "[" * 100_000, ": "),
}


@pytest.mark.parametrize("phenomenon", BAD_GAMES)
def test_a_bad_game_is_refused_in_one_line_and_nothing_is_written(
    phenomenon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, message = BAD_GAMES[phenomenon]
    path = tmp_path / "bad.efg"
    path.write_text(text, encoding="utf-8")
    for command in (["solve", str(path)], ["sequence-form", str(path)]):
        assert refused(capsys, *command).startswith(f"{path}{message}")
    assert refused(capsys, "solve", str(path), "-o", str(tmp_path / "out"))
    assert [path.name for path in tmp_path.iterdir()] == ["bad.efg"]


@pytest.mark.parametrize(
    "content", [b"\0" * 1000, b"EFG 2 R \xff\xfe\0\0", bytes(range(256)) * 10, b"\x89PNG\r\n\x1a\n"]
)
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "binary.efg"
    path.write_bytes(content)
    for command in ("solve", "info", "sequence-form", "lcp"):
        assert refused(capsys, command, str(path)).startswith(f"{path}")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_an_endless_device_is_refused(device: str, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "info", device)


@pytest.mark.parametrize("line", ["y\n", 'EFG 2 R "" { "1" "2" }\n', 't "" 0\n'])
def test_a_producer_that_never_stops_is_not_read_to_its_end(line: str) -> None:
    refused_stream("info", line)


BAD_PROFILES = {
    "sum below one": "NE,1/2,1/2,1/3,1/3",
    "negative": "NE,-1/2,3/2,1,0",
    "too few": "NE,1/2,1/2,1",
    "no number": "NE,1/2,1/2,one,0",
    "another kind": "CE,1/2,1/2,1,0",
    "empty": "",
    "unknown action": '{"behavior": [{"information_sets": [{"actions": {"X": 1, "T": 0}}]}, '
    '{"information_sets": [{"actions": {"H": 1, "T": 0}}]}]}',
    "claims without a format": '{"behavior": [], "payoffs": ["100", "100"]}',
    "many keys": "{" + ", ".join(f'"k{k}": 1' for k in range(30_000)) + ', "k0": 1}',
    "a key twice": '{"behavior": [], "behavior": []}',
    "another format": '{"format": "lemke-equilibrium/2"}',
    "no json": "{",
}


@pytest.mark.parametrize("phenomenon", BAD_PROFILES)
def test_a_bad_profile_is_refused_by_its_name(
    phenomenon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, pennies = tmp_path / "profile", str(GAMES / "matching_pennies.efg")
    path.write_text(BAD_PROFILES[phenomenon])
    assert str(path) in refused(capsys, "verify", pennies, str(path))
    assert str(path) in refused(capsys, "solve", pennies, "--prior", str(path))


def test_a_certificate_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = str(tmp_path / "c")
    assert run(["solve", str(GAMES / "kuhn3.efg"), "--format", "json", "-o", certificate]) == 0
    assert "another game" in refused(capsys, "verify", str(GAMES / "kuhn4.efg"), certificate)


BAD_LCPS = {
    "no size": "M= 1 q= 1",
    "too few numbers": "n= 2 M= 1 2 3 q= 1 1",
    "covering vector of zeros": "n= 1 M= 1 q= -1 d= 0",
    "empty": "",
    "json without M": '{"q": [1]}',
}


@pytest.mark.parametrize("phenomenon", BAD_LCPS)
def test_a_bad_lcp_is_refused_by_its_name(phenomenon: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lcp"
    path.write_text(BAD_LCPS[phenomenon])
    assert refused(capsys, "lcp", str(path)).startswith(f"{path}:")


BAD_CALLS = [
    [],
    ["dance"],
    ["solve"],
    ["solve", "no-such-file.efg"],
    ["solve", "."],
    ["solve", str(GAMES / "kuhn3.efg"), "--kernel", "magic"],
    ["solve", str(GAMES / "kuhn3.efg"), "--method", "magic"],
    ["solve", str(GAMES / "kuhn3.efg"), "--format", "magic"],
    ["solve", str(GAMES / "kuhn3.efg"), "--seed", "x"],
    ["solve", str(GAMES / "kuhn3.efg"), "--time-limit", "nan"],
    ["solve", str(GAMES / "kuhn3.efg"), "--time-limit", "-1"],
    ["solve", str(GAMES / "kuhn3.efg"), "--memory-limit", "0"],
    ["solve", str(GAMES / "kuhn3.efg"), "--prior", "no-such-profile"],
    ["solve", str(GAMES / "kuhn3.efg"), "-o", "no/such/folder/out"],
    ["solve", str(GAMES / "kuhn3.efg"), "-o", "no-such-folder/"],
    ["solve", str(GAMES / "kuhn3.efg"), "-o", ""],
    ["solve", str(GAMES / "kuhn3.efg"), "--seed", "-3"],
    ["convert", str(GAMES / "kuhn3.efg"), "out.xyz"],
]


@pytest.mark.parametrize("arguments", BAD_CALLS[1:], ids=" ".join)
def test_a_bad_call_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, *arguments)


def test_a_limit_ends_with_status_3(capsys: pytest.CaptureFixture[str]) -> None:
    for limit in ("--time-limit", "0"), ("--memory-limit", "1"):
        assert run(["solve", str(GAMES / "kuhn3.efg"), *limit]) == 3
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("lemke: ") and err.count("\n") == 1


def test_a_strategic_form_and_its_tree_are_described_and_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "g.nfg"
    path.write_text('NFG 1 R "" { "1" "2" } { 2 2 }\n1 1 0 2 0 2 3 3\n')
    assert run(["info", str(path)]) == 0
    assert "strategic" in capsys.readouterr().out
    assert run(["convert", str(path), str(tmp_path / "g.efg")]) == 0
    outputs = []
    for game in (path, tmp_path / "g.efg"):
        assert run(["solve", str(game), "--format", "gambit"]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


GOOD_GAMES = {
    "missing outcomes pay zero": MOVE + 't "" 0\nt "" 0\n',
    "single-action sets": HEAD + 'p "" 1 1 "" { "only" } 0\np "" 2 1 "" { "only" } 0\nt "" 1 "" { 1 2 }\n',
    "a player with no moves": HEAD + 'p "" 2 1 "" { "a" "b" } 0\nt "" 1 "" { 1 2 }\nt "" 2 "" { 2 1 }\n',
    "one node": HEAD + 't "" 1 "end" { 1, 2 }\n',
    "one node without outcome": HEAD + 't "" 0\n',
    "zero-probability chance": HEAD + 'c "" 1 "" { "a" 0 "b" 1 } 0\np "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1 0 }\n'
    't "" 0\nt "" 0\n',
    "huge and tiny numbers": MOVE + 't "" 1 "" { 1e300, 1/3 }\nt "" 2 "" { 1.5e-300, -1e4000 }\n',
    "empty labels": HEAD + 'p "" 1 1 "" { "" "" } 0\nt "" 1 "" { 1 0 }\nt "" 0\n',
    "duplicate labels": MOVE.replace('"b"', '"a"') + 't "x" 1 "o" { 1 0 }\nt "x" 2 "o" { 0 1 }\n',
    "non-ASCII labels": MOVE.replace('"b"', '"β ☂"') + 't "ü" 1 "ö" { 1 0 }\nt "" 0\n',
    "quotes and line ends in labels": MOVE.replace('"b"', '"say \\"b\\"\n now"') + 't "" 0\nt "" 0\n',
    "CRLF and a byte order mark": "\ufeff" + MOVE.replace("\n", "\r\n") + 't "" 0\r\nt "" 0\r\n',
    "everything on one line": (MOVE + 't "" 0\nt "" 0\n').replace("\n", " "),
}


@pytest.mark.parametrize("phenomenon", GOOD_GAMES)
@pytest.mark.parametrize("form", ["text", "json", "gambit"])
def test_odd_games_simply_work(phenomenon: str, form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "odd.efg", tmp_path / "out"
    path.write_bytes(GOOD_GAMES[phenomenon].encode())
    assert run(["solve", str(path), "--format", form, "-o", str(out)]) == 0
    if form != "text":
        assert run(["verify", str(path), str(out)]) == 0
    for command in ("info", "sequence-form"):
        assert run([command, str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_a_tree_deeper_than_the_limit_of_recursion_is_solved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tree is a chain of 20 000 nodes."""
    builder = lemke.GameBuilder()
    node = builder.root
    for k in range(20_000):
        stop, node = builder.move(node, k % 2, ["stop", "go"]) if k < 300 else (0, *builder.chance(node, {"": 1}))
        if stop:
            builder.pay(stop, k, k + 2 * (k % 2))
    lemke.write(builder.build(unpaid="zero"), tmp_path / "deep.efg")
    assert run(["solve", str(tmp_path / "deep.efg"), "--format", "gambit"]) == 0
    assert capsys.readouterr().out.startswith("NE,")


SHELL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")


@SHELL
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
@pytest.mark.parametrize("command", ["solve", "info", "sequence-form", "verify"])
def test_a_standard_output_that_takes_nothing_is_an_error_in_one_line(command: str, where: str) -> None:
    profile = "- <<< NE,1/2,1/2,1/2,1/2" if command == "verify" else ""
    game = GAMES / "matching_pennies.efg"
    line = f"{sys.executable} -m lemke {command} {game} {profile} {where}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("lemke: -: ") and "cannot be written" in ran.stderr and ran.stderr.count("\n") == 1


@SHELL
def test_an_output_file_needs_no_standard_output(tmp_path: Path) -> None:
    line = f"{sys.executable} -m lemke solve {GAMES / 'matching_pennies.efg'} -o {tmp_path / 'out'} >&- 2>&-"
    assert subprocess.run(["bash", "-c", line], check=False).returncode == 0
    assert (tmp_path / "out").read_text(encoding="utf-8").startswith("Matching pennies")


@SHELL
def test_a_reader_that_has_gone_is_no_traceback() -> None:
    line = f"{sys.executable} -m lemke solve {GAMES / 'kuhn3.efg'} | true"
    assert subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True).stderr == ""
