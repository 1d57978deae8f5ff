"""``lemke matrix-class``."""

import json
from pathlib import Path

import pytest

import command_line
from lemke.cli import run
from lemke.linear.matrix_classes import CLASSES, WitnessVector, matrix_classes
from lemke.linear.matrix_classes.documents import classes_document

PLAIN = "n= 2 M= 2 1 1 2 q= -5 -6"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    return command_line.printed(capsys, "matrix-class", *arguments, status=status)


@pytest.fixture
def problem(tmp_path: Path) -> str:
    file = tmp_path / "problem.lcp"
    file.write_text(PLAIN)
    return str(file)


def test_all_classes_are_listed_with_their_reasons(problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, problem).splitlines()
    assert [line.split()[0] for line in lines[: len(CLASSES)]] == list(CLASSES)
    assert lines[:5] == [
        "Z                    no   row 1, column 2 is 1",
        "nonnegative          yes  no entry breaks it",
        "M                    no   not in Z",
        "H                    yes  Cv > 0 at v = (1, 1)",
        "PD                   yes  x'Mx = 2 (x1 + 1/2 x2)^2 + 3/2 (x2)^2",
    ]
    assert "  nondegenerate        finitely many solutions for every q" in lines


@pytest.mark.parametrize(
    ("names", "status"),
    [(["P"], 0), (["Z"], 1), (["P", "Z"], 1), (["P", "copositive-plus"], 0)],
)
def test_the_status_is_the_answer_if_classes_are_named(
    names: list[str], status: int, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(capsys, problem, *(f"--class={name}" for name in names), status=status).splitlines()
    assert [line.split()[0] for line in lines[: len(names)]] == names


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        '{"M": [[2, 1], [1, 2]], "q": [-5, -6]}',
        "%%MatrixMarket matrix array real general\n2 2\n2\n1\n1\n2\n",
    ],
    ids=["plain", "json", "matrix market"],
)
def test_every_format_of_problems_and_a_matrix_alone_are_read(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "problem"
    file.write_text(content)
    assert printed(capsys, str(file)) == classes_document(2, matrix_classes([[2, 1], [1, 2]])).to_text()


MATRICES = [[[2, 1], [1, 2]], [[1, -3, 0], [2, 1, 1], [0, 1, 0]], [[0, 0, 1], [0, 0, 2], [3, 1, 0]], []]


@pytest.mark.parametrize("M", MATRICES)
def test_json_has_every_witness(M: list[list[int]]) -> None:
    verdicts = matrix_classes(M)
    document = json.loads(classes_document(len(M), verdicts).to_json())
    assert (document["format"], document["size"]) == ("lemke-matrix-classes/1", len(M))
    assert {entry["class"]: entry["holds"] for entry in document["classes"]} == {
        name: verdict.holds for name, verdict in verdicts.items()
    }
    kinds = {entry["class"]: entry["witness"]["kind"] for entry in document["classes"]}
    types = {name: type(verdict.witness) for name, verdict in verdicts.items()}
    assert kinds == {name: "point" if kind is WitnessVector else kind.__name__.lower() for name, kind in types.items()}


def test_names_may_be_in_small_letters(problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, problem, "--class", "psd") == printed(capsys, problem, "--class", "PSD")


def test_json_counts_from_one(problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    (verdict,) = json.loads(printed(capsys, problem, "--class", "Z", "--format", "json", status=1))["classes"]
    assert verdict == {
        "class": "Z",
        "holds": False,
        "witness": {"kind": "entry", "row": 1, "column": 2, "value": "1"},
    }


def test_long_vectors_are_left_to_json() -> None:
    n = 13
    text = classes_document(n, matrix_classes([[-1] * n] * n, ["PD", "P", "P0"])).to_text()
    assert "at x = (...), 13 numbers in --format json" in text


def test_a_limit_ends_with_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    n = 41
    rows = "\n".join(" ".join("1" if i == j else "2" if (j - i) % n == 1 else "0" for j in range(n)) for i in range(n))
    file = tmp_path / "cyclic.lcp"
    file.write_text(f"n= {n} M= {rows} q= {'1 ' * n}")
    assert run(["matrix-class", str(file), "--class", "P", "--time-limit", "0.2"]) == 3
    err = capsys.readouterr().err
    assert err.startswith(f"lemke: {file}: ") and "time limit of 0.2 s" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("n= 2 M= 2 1 1 q= 1 1", "3 numbers after M=, expected 4"),
        ("%%MatrixMarket matrix array real general\n1 2\n2\n1\n", "M of 1 x 2, expected a square matrix"),
        (
            "%%MatrixMarket matrix coordinate real general\n20000000 20000000 0\n",
            "bad:2: a matrix of 20000000 x 20000000, expected at most 100000",
        ),
    ],
)
def test_bad_files_are_named(content: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad"
    file.write_text(content)
    assert run(["matrix-class", str(file)]) == 2
    assert message in capsys.readouterr().err
