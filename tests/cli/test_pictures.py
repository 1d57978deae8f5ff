"""``lemke draw`` and ``lemke report``: the same pictures as in Python, pages with the right status and commands."""

from pathlib import Path

import pytest

import lemke
from command_line import printed, refused
from lemke.cli import run
from lemke.show import plots
from lemke.show.drawing import Drawing
from pages import read_page, saved

KUHN, RAKED, TRACING = "example:kuhn3", "example:kuhn3_raked", "example:tracing_2002"
WRONG = "NE," + ",".join(["1/2"] * 22 + ["1/3", "2/3"])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.ne").write_text(WRONG)


PICTURES = {
    "": lemke.draw,
    "--down --depth 2": lambda game: lemke.draw(game, down=True, depth=2),
    "--solve": lambda game: lemke.draw(game, lemke.solve(game)),
    "wrong.ne": lambda game: lemke.draw(game, "wrong.ne"),
    "--subgames --augmented 2": lambda game: lemke.draw(game, subgames=True, augmented=1),
    "--matrix": lambda game: lemke.draw(lemke.sequence_form(game)),
    "--path": lambda game: lemke.draw(lemke.path(game)),
    "--ranges": lambda game: lemke.draw(lemke.ranges(game)),
    "--solve --strategies": lambda game: Drawing(plots.strategies(lemke.solve(game))),
}


@pytest.mark.parametrize("options", PICTURES)
def test_a_picture_is_that_of_python(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "draw", KUHN, *options.split()) == PICTURES[options](lemke.example("kuhn3")).svg


# ---------------------------------------------------------------------- reports


def report(*words: str, status: int = 0) -> str:
    assert run(["report", *words, "-o", "report.html"]) == status
    return Path("report.html").read_text(encoding="utf-8")


@pytest.fixture
def _without_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of a path takes most of the time."""
    monkeypatch.setattr("lemke.studies.report.PIVOTS", 0)


@pytest.mark.usefixtures("_without_path")
@pytest.mark.parametrize(
    "words",
    ["", "--prior random --seed 3", "--prior wrong.ne", "--refine normal-form-perfect", "--method double-oracle"],
)
def test_a_page_is_about_the_solution_with_the_same_options(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    page = read_page(report(KUHN, *words.split()))
    assert "An equilibrium, proved" in page.only("div", class_="verdict").text
    assert (
        printed(capsys, "solve", KUHN, *words.split(), "--format", "json") == saved(page, "certificate.json").decode()
    )


@pytest.mark.usefixtures("_without_path")
def test_a_page_about_a_profile_has_its_verdict_and_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert "ot an equilibrium" in report(KUHN, "wrong.ne", status=1)
    assert run(["solve", RAKED, "--refine", "quasi-perfect", "-o", "proved.json"]) == 0
    assert run(["solve", RAKED, "--refine", "quasi-perfect", "-o", "line.ne"]) == 0
    assert "An equilibrium, proved" in report(RAKED, "proved.json", "--refine", "quasi-perfect")
    assert "Not proved quasi-perfect" in report(RAKED, "line.ne", "--refine", "quasi-perfect", status=1)
    assert run(["enumerate", TRACING, "-o", "lines.ne"]) == 0
    assert "3 profiles" in report(TRACING, "lines.ne")


def test_all_equilibria_and_sweeps_have_views(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", TRACING, "-o", "sets.json"]) == 0
    assert len(read_page(report(TRACING, "sets.json")).all("details", class_="view")) == 3
    assert "--refine" in refused(capsys, "report", TRACING, "sets.json", "--refine", "quasi-perfect", "-o", "r")
    page = read_page(report("example:kuhn3_parametric", "--from", "0", "--to", "4"))
    assert len(page.all("details", class_="view")) == 3
