"""``lemke lcp``: outcomes and what they prove, methods, formats, exit statuses, bad input."""

import json
from pathlib import Path

import pytest

import command_line
from lemke.ground.rational import exact
from lemke.ground.sparse import vector
from lemke.io.lcp_formats import read_lcp
from lemke.linear.lcp import Feasible, Infeasibility, Ray, check

SOLVED = "n= 2 M= 2 1 1 2 q= -5 -6"
SKEW = "n= 2 M= 0 1 -1 0 q= 0 -1"
FEASIBLE = "n= 2 M= -1 2 3 -1 q= -1 -1"
HIDDEN = "n= 2 M= -1 2 1/2 -1 q= -1 -1"
"""Infeasible: the first row plus twice the second show it, but the direction of the ray does not."""


@pytest.fixture
def problem(tmp_path: Path):
    def write(content: str) -> str:
        path = tmp_path / "problem"
        path.write_text(content)
        return str(path)

    return write


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    return command_line.printed(capsys, "lcp", *arguments, status=status)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "lcp", *arguments, status=status)


@pytest.mark.parametrize("method", ["lemke", "murty", "cottle-dantzig"])
def test_every_method_finds_the_solution(method: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, problem(SOLVED), "--method", method).splitlines()
    assert [line.split() for line in out[:3]] == [["z", "w"], ["1", "4/3", "0"], ["2", "7/3", "0"]]
    way = "kernel exact, 3 pivots" if method == "lemke" else f"method {method}, 2 pivots"
    assert len(out) == 4 and out[3].startswith("Solved and proved") and way in out[3]
    document = json.loads(printed(capsys, problem(SOLVED), "--method", method, "--format", "json"))
    assert (document["format"], document["method"], document["z"]) == ("lemke-lcp-solution/1", method, ["4/3", "7/3"])


@pytest.mark.parametrize(
    ("content", "words", "columns"),
    [
        (
            SKEW,
            ["No solution: ", "direction v proves", "v >= 0, M'v <= 0, q.v = -1; kernel exact, 1 pivot"],
            ["z", "direction"],
        ),
        (
            HIDDEN,
            ["No solution: ", "multipliers v prove", "v >= 0, M'v <= 0, q.v = -3/2; kernel exact, 1 pivot"],
            ["z", "direction", "v"],
        ),
        (
            FEASIBLE,
            ["No solution found: ", "proves nothing", "a feasible z exists; kernel exact, 1 pivot"],
            ["z", "direction", "feasible"],
        ),
    ],
    ids=["the direction proves", "multipliers prove", "feasible"],
)
def test_a_ray_is_printed_with_what_it_proves(content, words, columns, problem, capsys) -> None:
    path = problem(content)
    out = printed(capsys, path, status=1).splitlines()
    assert all(word in out[-1] for word in words) and out[0].split() == columns
    assert out[3].split()[0] == "z0"
    document = json.loads(printed(capsys, path, "--format", "json", status=1))
    lcp = read_lcp(path)
    z, direction = vector(document["z"]), vector(document["direction"])
    ray = Ray(z, exact(document["z0"]), direction, exact(document["direction_z0"]), 0, 0)
    assert document["format"] == "lemke-lcp-ray/1" and check(lcp, ray) is None
    if "infeasible" in document:
        assert check(lcp, Infeasibility(vector(document["infeasible"]))) is None
    else:
        z = vector(document["feasible"])
        assert check(lcp, Feasible(z, lcp.q + lcp.M @ z)) is None


def test_cottle_dantzig_ends_in_multipliers(problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(SKEW)
    out = printed(capsys, path, "--method", "cottle-dantzig", status=1).splitlines()
    *table, last = out
    assert table == ["   v", "1  0", "2  1"]
    assert last.startswith("No solution: the multipliers v prove")
    assert "v >= 0, M'v <= 0, q.v = -1; method cottle-dantzig, 0 pivots" in last
    document = json.loads(printed(capsys, path, "--method", "cottle-dantzig", "--format", "json", status=1))
    assert (document["format"], document["multipliers"]) == ("lemke-lcp-infeasible/1", ["0", "1"])


def test_the_proof_of_a_mixed_problem_is_printed_in_its_terms(problem, capsys: pytest.CaptureFixture[str]) -> None:
    """z1 is free, so w1 = 1 + z2 = 0 must hold, which is impossible. The path from z2 = 0, z1 = 1 ends in a ray."""
    path = problem(
        '{"M": [[0, 1], [-1, 0]], "q": [1, 1], "d": [-1, 0], "free": [0], "start": {"basic": [0, 1], "z0": 2}}'
    )
    last = printed(capsys, path, status=1).splitlines()[-1]
    assert "nothing is feasible" in last and "M'v = 0 where z is free" in last
    assert "free variables, expected none" in refused(capsys, path, "--method", "murty")


def test_a_method_outside_of_its_class_proves_nothing(problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(FEASIBLE)
    message = refused(capsys, path, "--method", "murty", status=4)
    assert message.startswith(f"{path}: murty: ") and "index 1 is -1 at pivot 1" in message


def test_a_matrix_file_needs_its_vectors(problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem("%%MatrixMarket matrix array real symmetric\n2 2\n2\n1\n2\n")
    (tmp_path / "d").write_text("1 2\n")
    out = printed(capsys, path, "--q", "-5,-6", "--d", str(tmp_path / "d")).splitlines()
    assert [line.split() for line in out[1:3]] == [["1", "4/3", "0"], ["2", "7/3", "0"]]
    message = refused(capsys, path)
    assert message.startswith(f"{path}: a matrix without q") and "--q" in message
    assert refused(capsys, path, "--q", "-5,x").startswith("--q: 'x' is no number")
    assert refused(capsys, path, "--q", "1 1", "--d", "1,x").startswith("--d: 'x' is no number")
    assert "--q, or q= in Python, for a file that has its own q" in refused(capsys, problem(SOLVED), "--q", "1 1")


@pytest.mark.parametrize("to", ["plain", "json", "mtx"])
def test_a_problem_is_written_in_every_format(
    to: str, problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "out")
    assert printed(capsys, problem(HIDDEN), "--to", to, "-o", target) == ""
    vectors = ("-1,-1", "1,1") if to == "mtx" else (None, None)
    assert read_lcp(target, *vectors) == read_lcp(problem(HIDDEN))
    assert printed(capsys, problem(HIDDEN), "--to", to) == Path(target).read_text()


def test_a_number_that_a_format_cannot_hold_is_refused(problem, capsys: pytest.CaptureFixture[str]) -> None:
    assert "1/3 in row 1, column 1 is no finite decimal" in refused(capsys, problem("n= 1 M= 1/3 q= 1"), "--to", "mtx")


TRUNCATED = {
    "plain": "n= 2\nM= 2 1 1 2\nq= -5",
    "json": '{"M": [[2, 1], [1, 2]], "q": [-5',
    "mtx": "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 2\n1",
    "nothing": "",
    "a game": 'EFG 2 R "" { "1" "2" }',
}


@pytest.mark.parametrize("name", TRUNCATED)
def test_a_truncated_file_is_refused(name: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(TRUNCATED[name])
    assert refused(capsys, path, *(["--q", "1 1"] if name == "mtx" else [])).startswith(f"{path}")


@pytest.mark.parametrize("content", [b"n= 2\0M=", b"\xff\xfe\0", b"%%MatrixMarket\x01"])
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f").write_bytes(content)
    refused(capsys, str(tmp_path / "f"))
    refused(capsys, str(tmp_path / "f"), "--q", str(tmp_path / "f"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_an_endless_device_is_refused(problem, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "/dev/zero")
    matrix = problem("%%MatrixMarket matrix array real general\n1 1\n1\n")
    refused(capsys, matrix, "--q", "/dev/zero")


def test_an_endless_stream_is_not_read_to_its_end() -> None:
    assert command_line.refused_stream("lcp", "y\n").startswith("-:1: found 'y', expected ")


def test_a_limit_ends_with_status_3(problem, capsys: pytest.CaptureFixture[str]) -> None:
    assert "time limit" in refused(capsys, problem(SOLVED), "--time-limit", "0", status=3)
