"""``lemke path``: a line per pivot, tables, JSON, and refusals."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from gmpy2 import mpq

import command_line
import lemke
from lemke.cli import run
from lemke.forms.normal_form import NormalForm
from named_games import GAMES

TRACING = str(GAMES / "tracing_2002.efg")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    return command_line.printed(capsys, "path", *arguments, status=status)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    assert run(["path", *arguments]) == status
    err = capsys.readouterr().err  # the steps before the end may have been printed
    assert err.startswith("lemke: ") and err.count("\n") == 1
    return err


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_the_log_of_the_tracing_example_has_a_line_per_pivot(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, TRACING) == (
        "pivot  z0            entering      leaving       bits  z0 exactly\n"
        "    0  1                                            1  1\n"
        "    1  0.666667      z0            slack r(R T)     6  2/3\n"
        "    2  0.666667      x(R T)        x(R S)           6  2/3\n"
        "    3  0             slack r(R S)  z0               6  0\n"
        "z0 never rises.\n"
        "Ends after 3 pivots at an equilibrium with payoffs 11 and 3, proved exactly.\n"
    )


def test_turns_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, TRACING, "--prior", "random", "--seed", "2").splitlines()
    assert [line.endswith("  z0 rises") for line in lines] == [False] * 4 + [True] + [False] * 4
    assert lines[-2].startswith("z0 turns after pivots 2, 4")


def test_long_numbers_are_printed_by_their_counts_of_digits(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, str(GAMES / "kuhn3_raked.efg"), "--prior", "random")
    assert " digits / " in out and max(map(len, out.splitlines())) < 140


def test_the_log_in_a_file_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, TRACING)
    assert printed(capsys, TRACING, "-o", str(tmp_path / "log")) == ""
    assert (tmp_path / "log").read_text() == out


def test_csv_is_the_table_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(printed(capsys, TRACING, "--prior", "random", "--seed", "3", "--format", "csv"))
    path = lemke.path(lemke.read(TRACING), "random", 3)
    assert [list(row.values()) for row in rows] == [list(map(str, row)) for row in path.rows]
    assert tuple(rows[0]) == path.columns
    assert all(mpq(row["1: L"]) + mpq(row["1: R"]) == 1 for row in rows)


def test_json_alone_proves_every_vertex_and_the_equilibrium(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """From the document and the game's matrices alone: plans, best replies, complementarity, and a certificate."""
    document = json.loads(printed(capsys, TRACING, "--prior", "random", "--seed", "2", "--format", "json"))
    assert (document["format"], document["pivots"], document["turning_points"]) == ("lemke-path/1", 5, [2, 4])
    assert document["tie_rule"] == "ascending"
    assert (document["prior"]["name"], document["prior"]["seed"]) == ("random", 2)
    form = lemke.sequence_form(lemke.read(TRACING))
    assert document["sequences"] == [form.sequence_names(0), form.sequence_names(1)]
    path = lemke.path(lemke.read(TRACING), "random", 2)
    assert document["game"]["sha256"] == lemke.sha256(lemke.read(TRACING))
    for vertex, written in zip(path, document["vertices"], strict=True):
        exchange = written["entering"] or "", written["leaving"] or ""
        assert (written["pivot"], exchange, written["bits"]) == (vertex.number, vertex.names, vertex.bits)
        values = written["payoffs"], written["best_response_values"]
        assert tuple(tuple(map(mpq, pair)) for pair in values) == (vertex.payoffs, vertex.best_values)
    p, q = map(lemke.vector, document["prior"]["realization_plans"])
    for vertex in document["vertices"]:
        z0 = mpq(vertex["z0"])
        x, y = map(lemke.vector, vertex["realization_plans"])
        u, v = map(lemke.vector, vertex["duals"])
        assert list(form.E @ x) == list(form.e) and list(form.F @ y) == list(form.f)
        for excess, slack in ((x - z0 * p, form.E.T @ u - form.A @ y), (y - z0 * q, form.F.T @ v - form.B.T @ x)):
            assert min(excess) >= 0 and min(slack) >= 0 and not any(excess * slack)
    assert [vertex["entering"] for vertex in document["vertices"]][:3] == [None, "z0", "x(L)"]
    certificate = tmp_path / "certificate.json"
    certificate.write_text(json.dumps(document["equilibrium"]))
    assert run(["verify", TRACING, str(certificate)]) == 0


def test_a_path_that_nothing_blocks_has_no_pivot(capsys: pytest.CaptureFixture[str]) -> None:
    game = str(GAMES / "prisoners_dilemma.efg")
    *_, last, _, end = printed(capsys, game).splitlines()
    assert last.endswith("  nothing blocks, no pivot") and end.startswith("Ends after 0 pivots at")


def test_a_prior_is_read_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "prior.ne"
    line.write_text("NE,1/2,1/2,1/2,1/2,1/2,1/2,1/2,1/2\n")
    assert printed(capsys, TRACING, "--prior", str(line)) == printed(capsys, TRACING)


def test_a_cycle_is_an_error_with_its_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    form = NormalForm.of([[1, 0, 1], [0, 0, 2], [0, 0, 0]], [[0, 1, 1], [2, 0, 1], [0, 0, 0]])
    file = tmp_path / "cycling.nfg"
    lemke.write(form.tree(), file)
    message = refused(capsys, str(file), "--tie-rule", "least-index", status=4)
    assert "cycling.nfg: the tie rule least-index cycles" in message and "8 pivots" in message
    assert "Ends after" in printed(capsys, str(file))


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (("--plot", "path.png"), 2, "--plot path.png, expected a name that ends in .svg"),
        (("--tie-rule", "first"), 2, "--tie-rule"),
        (("--prior", "no-such-file"), 2, "no-such-file"),
        (("--time-limit", "0"), 3, "time limit of 0 s"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: tuple[str, ...], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, TRACING, *options, status=status)
