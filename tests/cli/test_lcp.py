"""``lemke lcp``: outcomes and what they prove, methods, formats, exit statuses, bad input."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lemke.cli import run
from lemke.ground.rational import exact
from lemke.ground.sparse import vector
from lemke.io.lcp_formats import read_lcp
from lemke.linear.lcp import Feasible, Infeasibility, Ray, check

SOLVED = "n= 2 M= 2 1 1 2 q= -5 -6"
SKEW = "n= 2 M= 0 1 -1 0 q= 0 -1"
FEASIBLE = "n= 2 M= -1 2 3 -1 q= -1 -1"
HIDDEN = "n= 2 M= -1 2 1/2 -1 q= -1 -1"
"""Infeasible, as twice the second row and the first show; the ray's direction does not."""


@pytest.fixture
def problem(tmp_path: Path):
    def write(content: str) -> str:
        path = tmp_path / "problem"
        path.write_text(content)
        return str(path)

    return write


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert run(["lcp", *arguments]) == status
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    assert run(["lcp", *arguments]) == status
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize("method", ["lemke", "murty", "cottle-dantzig"])
def test_a_solution_by_every_method(method: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, problem(SOLVED), "--method", method).splitlines()
    assert [line.split() for line in out[:3]] == [["z", "w"], ["1", "4/3", "0"], ["2", "7/3", "0"]]
    way = "kernel exact, 3 pivots" if method == "lemke" else f"method {method}, 2 pivots"
    assert out[3:] == [f"Solved and proved; {way}."]
    document = json.loads(printed(capsys, problem(SOLVED), "--method", method, "--format", "json"))
    assert (document["format"], document["method"], document["z"]) == ("lemke-lcp-solution/1", method, ["4/3", "7/3"])


@pytest.mark.parametrize(
    ("content", "last", "columns"),
    [
        (
            SKEW,
            "No solution: the path ended in a ray, and its direction v proves that no z >= 0 has q + Mz >= 0: "
            "v >= 0, M'v <= 0, q.v = -1; kernel exact, 1 pivot.",
            ["z", "direction"],
        ),
        (
            HIDDEN,
            "No solution: the path ended in a ray, and the multipliers v prove that no z >= 0 has q + Mz >= 0: "
            "v >= 0, M'v <= 0, q.v = -3/2; kernel exact, 1 pivot.",
            ["z", "direction", "v"],
        ),
        (
            FEASIBLE,
            "No solution found: the path ended in a ray, which proves nothing by itself: a feasible z exists; "
            "kernel exact, 1 pivot.",
            ["z", "direction", "feasible"],
        ),
    ],
    ids=["the direction proves", "multipliers prove", "feasible"],
)
def test_a_ray_is_told_with_what_it_proves(content, last, columns, problem, capsys) -> None:
    path = problem(content)
    out = printed(capsys, path, status=1).splitlines()
    assert out[-1] == last and out[0].split() == columns
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
    assert out == [
        "   v",
        "1  0",
        "2  1",
        "No solution: the multipliers v prove that no z >= 0 has q + Mz >= 0: v >= 0, M'v <= 0, q.v = -1; "
        "method cottle-dantzig, 0 pivots.",
    ]
    document = json.loads(printed(capsys, path, "--method", "cottle-dantzig", "--format", "json", status=1))
    assert (document["format"], document["multipliers"]) == ("lemke-lcp-infeasible/1", ["0", "1"])


def test_of_a_mixed_problem_the_proof_is_told_in_its_terms(problem, capsys: pytest.CaptureFixture[str]) -> None:
    """w1 = 1 + z2 = 0 cannot be; z1 is free. From the start z2 = 0, z1 = 1 a path ends in a ray."""
    path = problem(
        '{"M": [[0, 1], [-1, 0]], "q": [1, 1], "d": [-1, 0], "free": [0], "start": {"basic": [0, 1], "z0": 2}}'
    )
    last = printed(capsys, path, status=1).splitlines()[-1]
    assert "nothing is feasible: v >= 0 and M'v <= 0, at equations any v, M'v = 0 where z is free" in last
    assert "free variables, expected none" in refused(capsys, path, "--method", "murty")


def test_outside_of_its_class_a_method_proves_nothing(problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(FEASIBLE)
    expected = "murty: the diagonal entry of index 1 is -1 at pivot 1, expected a positive one"
    assert refused(capsys, path, "--method", "murty", status=4) == f"lemke: {path}: {expected}\n"


def test_a_matrix_with_its_vectors(problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem("%%MatrixMarket matrix array real symmetric\n2 2\n2\n1\n2\n")
    (tmp_path / "d").write_text("1 2\n")
    out = printed(capsys, path, "--q", "-5,-6", "--d", str(tmp_path / "d")).splitlines()
    assert [line.split() for line in out[1:3]] == [["1", "4/3", "0"], ["2", "7/3", "0"]]
    expected = "a matrix alone, expected q beside it, with --q or as q=; comments are not read"
    assert refused(capsys, path) == f"lemke: {path}: {expected}\n"
    expected = "'x' is no number, expected one such as 3, -1/3, 0.25 or 1e-3"
    assert refused(capsys, path, "--q", "-5,x") == f"lemke: --q: {expected}\n"
    assert refused(capsys, path, "--q", "1 1", "--d", "1,x") == f"lemke: --d: {expected}\n"
    assert "q or d beside a file that has its own" in refused(capsys, problem(SOLVED), "--q", "1 1")


@pytest.mark.parametrize("to", ["plain", "json", "mtx"])
def test_a_problem_is_written_in_every_format(
    to: str, problem, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = str(tmp_path / "out")
    assert printed(capsys, problem(HIDDEN), "--to", to, "-o", target) == ""
    vectors = ("-1,-1", "1,1") if to == "mtx" else (None, None)
    assert read_lcp(target, *vectors) == read_lcp(problem(HIDDEN))
    assert printed(capsys, problem(HIDDEN), "--to", to) == Path(target).read_text()


def test_what_a_format_cannot_hold_is_refused(problem, capsys: pytest.CaptureFixture[str]) -> None:
    assert "1/3 in row 1, column 1 has no end" in refused(capsys, problem("n= 1 M= 1/3 q= 1"), "--to", "mtx")


TRUNCATED = {
    "plain": "n= 2\nM= 2 1 1 2\nq= -5",
    "json": '{"M": [[2, 1], [1, 2]], "q": [-5',
    "mtx": "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 2\n1",
    "nothing": "",
    "a game": 'EFG 2 R "" { "1" "2" }',
}


@pytest.mark.parametrize("name", TRUNCATED)
def test_truncated_files(name: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(TRUNCATED[name])
    assert refused(capsys, path, *(["--q", "1 1"] if name == "mtx" else [])).startswith(f"lemke: {path}")


@pytest.mark.parametrize("content", [b"n= 2\0M=", b"\xff\xfe\0", b"%%MatrixMarket\x01"])
def test_binary_files(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f").write_bytes(content)
    refused(capsys, str(tmp_path / "f"))
    refused(capsys, str(tmp_path / "f"), "--q", str(tmp_path / "f"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_endless_devices(problem, capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "/dev/zero")
    matrix = problem("%%MatrixMarket matrix array real general\n1 1\n1\n")
    refused(capsys, matrix, "--q", "/dev/zero")


def test_endless_streams() -> None:
    endless = "import sys\ntry:\n while True: sys.stdout.write('y\\n' * 1000)\nexcept OSError: pass"
    with subprocess.Popen(
        [sys.executable, "-c", endless], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as producer:
        ran = subprocess.run(
            [sys.executable, "-m", "lemke", "lcp", "-"],
            stdin=producer.stdout,
            capture_output=True,
            text=True,
            check=False,
        )
        producer.kill()
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("lemke: -:1: found 'y', expected a text that starts with n or M")


def test_limits(problem, capsys: pytest.CaptureFixture[str]) -> None:
    assert "time limit" in refused(capsys, problem(SOLVED), "--time-limit", "0", status=3)
