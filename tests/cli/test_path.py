"""``lemke path``: a line per pivot, tables, JSON, and refusals."""

import csv
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


def test_a_prior_is_read_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = tmp_path / "prior.ne"
    line.write_text("NE,1/2,1/2,1/2,1/2,1/2,1/2,1/2,1/2\n")
    of_file, of_name = printed(capsys, TRACING, "--prior", str(line)), printed(capsys, TRACING)
    assert of_file.splitlines()[1:] == of_name.splitlines()[1:]


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
