"""``lemke lcp``: outcomes and what they prove, formats, exit statuses, bad input."""

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


def test_a_solution_is_printed(problem, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, problem(SOLVED)).splitlines()
    assert [line.split() for line in out[:3]] == [["z", "w"], ["1", "4/3", "0"], ["2", "7/3", "0"]]
    assert len(out) == 4 and out[3].startswith("Solved and proved") and "kernel exact, 3 pivots" in out[3]
    document = json.loads(printed(capsys, problem(SOLVED), "--format", "json"))
    assert (document["format"], document["z"]) == ("lemke-lcp-solution/2", ["4/3", "7/3"])


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
    assert document["format"] == "lemke-lcp-ray/2" and check(lcp, ray) is None
    if "infeasible" in document:
        assert check(lcp, Infeasibility(vector(document["infeasible"]))) is None
    else:
        z = vector(document["feasible"])
        assert check(lcp, Feasible(z, lcp.q + lcp.M @ z)) is None


def test_the_proof_of_a_mixed_problem_is_printed_in_its_terms(problem, capsys: pytest.CaptureFixture[str]) -> None:
    """z1 is free, so w1 = 1 + z2 = 0 must hold, which is impossible. The path from z2 = 0, z1 = 1 ends in a ray."""
    path = problem(
        '{"M": [[0, 1], [-1, 0]], "q": [1, 1], "d": [-1, 0], "free": [0], "start": {"basic": [0, 1], "z0": 2}}'
    )
    last = printed(capsys, path, status=1).splitlines()[-1]
    assert "nothing is feasible" in last and "M'v = 0 where z is free" in last


TRUNCATED = {
    "plain": "n= 2\nM= 2 1 1 2\nq= -5",
    "json": '{"M": [[2, 1], [1, 2]], "q": [-5',
    "nothing": "",
    "a game": 'EFG 2 R "" { "1" "2" }',
}


@pytest.mark.parametrize("name", TRUNCATED)
def test_a_truncated_file_is_refused(name: str, problem, capsys: pytest.CaptureFixture[str]) -> None:
    path = problem(TRUNCATED[name])
    assert refused(capsys, path).startswith(f"{path}")


@pytest.mark.parametrize("content", [b"n= 2\0M=", b"\xff\xfe\0"])
def test_a_binary_file_is_refused(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f").write_bytes(content)
    refused(capsys, str(tmp_path / "f"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_an_endless_device_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    refused(capsys, "/dev/zero")


def test_an_endless_stream_is_not_read_to_its_end() -> None:
    assert command_line.refused_stream("lcp", "y\n").startswith("-:1: found 'y', expected ")
