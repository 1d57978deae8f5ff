"""``lemke draw``: every kind of picture, in every format, whole or not at all."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import command_line
import lemke
from lemke.cli import run
from lemke.show import plots
from lemke.show.drawing import FORMATS, Drawing
from named_games import GAMES

KUHN = str(GAMES / "kuhn3.efg")
STARTS = {"svg": b"<svg ", "png": b"\x89PNG\r\n", "pdf": b"%PDF-", "tex": b"% Kuhn poker"}


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "draw", *arguments, status=status)


def test_without_a_file_the_picture_is_svg_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", KUHN]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (lemke.draw(lemke.read(KUHN)).svg, "")
    ElementTree.fromstring(out)


@pytest.mark.parametrize("form", FORMATS)
def test_the_suffix_decides_and_format_forces(form: str, tmp_path: Path) -> None:
    for file, options in ((f"tree.{form.upper()}", []), ("tree.data", ["--format", form])):
        assert run(["draw", KUHN, "--depth", "2", *options, "-o", str(tmp_path / file)]) == 0
        assert (tmp_path / file).read_bytes().startswith(STARTS[form])
    assert len({path.read_bytes() for path in tmp_path.iterdir()}) == 1


def test_a_certificate_and_the_option_solve_draw_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    certificate = str(tmp_path / "kuhn3.json")
    assert run(["solve", KUHN, "--format", "json", "-o", certificate]) == 0
    assert run(["draw", KUHN, certificate, "--down"]) == 0
    drawn = capsys.readouterr().out
    game = lemke.read(KUHN)
    assert drawn == lemke.draw(game, lemke.solve(game), down=True).svg
    assert run(["draw", KUHN, "--solve", "--down"]) == 0
    assert capsys.readouterr().out == drawn


def test_the_option_depth_folds_subtrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", KUHN, "--depth", "1"]) == 0
    assert capsys.readouterr().out.count(">9 nodes<") == 6


def test_strategic_games_are_drawn_as_trees(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", str(GAMES / "winkels_1979.nfg")]) == 0
    assert "information set" in capsys.readouterr().out


def test_the_option_matrix_draws_the_sequence_form(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", KUHN, "--matrix"]) == 0
    assert capsys.readouterr().out == lemke.draw(lemke.sequence_form(lemke.read(KUHN))).svg


@pytest.mark.parametrize("form", ["svg", *(pytest.param(form, marks=pytest.mark.slow) for form in ("png", "pdf"))])
def test_the_option_path_draws_the_path(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"path.{form}"
    game = str(GAMES / "tracing_2002.efg")
    assert run(["draw", game, "--path", "-o", str(file)]) == 0
    drawing = lemke.draw(lemke.path(lemke.read(game)))
    drawing.save(tmp_path / f"again.{form}")
    assert file.read_bytes() == (tmp_path / f"again.{form}").read_bytes()


@pytest.mark.slow
def test_the_option_ranges_draws_the_ranges(tmp_path: Path) -> None:
    file = tmp_path / "ranges.svg"
    assert run(["draw", KUHN, "--ranges", "-o", str(file)]) == 0
    assert file.read_text(encoding="utf-8") == lemke.draw(lemke.ranges(lemke.read(KUHN))).svg


def test_a_limit_stops_the_search_for_ranges_with_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, file = tmp_path / "game.efg", tmp_path / "ranges.svg"
    assert run(["generate", "leduc", "--rake", "1/20", "-o", str(game)]) == 0
    assert run(["draw", str(game), "--ranges", "--time-limit", "2", "-o", str(file)]) == 3
    assert "time limit" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((KUHN, "-o", "tree.jpg"), "tree.jpg, expected a name that ends in .svg"),
        ((KUHN, "-o", "no-such-folder/tree.svg"), "no-such-folder/tree.svg: cannot be written"),
        ((KUHN, "--matrix", "--path"), "--matrix and --path"),
        ((KUHN, "profile.json", "--solve"), "PROFILE and --solve"),
        ((KUHN, "--path", "-o", "path.tex"), "the format tex with --path"),
        ((KUHN, "--ranges", "-o", "ranges.tex"), "the format tex with --ranges"),
        ((KUHN, "--ranges", "--path"), "--path and --ranges"),
        ((KUHN, "--depth", "-1"), "--depth"),
        ((KUHN, "--augmented", "3"), "--augmented 3"),
        ((KUHN, "--subgames", "--matrix"), "--subgames with --matrix"),
        ((KUHN, "--depth", "3", "--ranges"), "--depth with --ranges"),
        ((KUHN, "--format", "gif"), "--format"),
        (("no-such-game.efg",), "no-such-game.efg: cannot be read"),
        ((KUHN, "no-such-profile"), "no-such-profile: cannot be read"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in refused(capsys, *arguments)


@pytest.mark.parametrize("files", [(), ("profile.ne",), ("profile.json",), ("profile.txt", "kuhn.efg")])
def test_a_mistake_has_the_same_message_whatever_files_exist(
    files: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in files:
        Path(name).write_text("")
    for game in (KUHN, "kuhn3.efg"):
        assert refused(capsys, game, "profile.json", "--solve").startswith("PROFILE and --solve")


def test_more_players_have_a_tree_but_no_matrices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder(["Ann", "Bob", "Cay"])
    builder.move(builder.root, 2, ["x", "y"])
    file = tmp_path / "three.efg"
    lemke.write(builder.build(unpaid="zero"), file)
    assert run(["draw", str(file)]) == 0
    assert "Cay" in capsys.readouterr().out
    assert "a game of 3 players, expected 2" in refused(capsys, str(file), "--matrix")
    assert f"{file}: a game of 3 players" in refused(capsys, str(file), "--solve")


def test_an_old_picture_stays_where_the_new_one_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.png"
    file.write_bytes(b"old")
    refused(capsys, KUHN, "--solve", "--time-limit", "0", "-o", str(file), status=3)
    assert file.read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.slow
def test_the_option_strategies_draws_bars(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game, line = lemke.read(KUHN), tmp_path / "line"
    bars = Drawing(plots.strategies(lemke.solve(game))).svg
    assert run(["solve", KUHN, "--format", "gambit", "-o", str(line)]) == 0
    for arguments in (["--solve"], [str(line)]):
        assert run(["draw", KUHN, *arguments, "--strategies"]) == 0
        assert capsys.readouterr().out == bars
    assert "expected PROFILE or --solve" in refused(capsys, KUHN, "--strategies")
    assert "--subgames with --strategies" in refused(capsys, KUHN, "--strategies", "--solve", "--subgames")
    assert "the format tex with --strategies" in refused(capsys, KUHN, "--strategies", "--solve", "--format", "tex")


def test_subgames_are_shaded_and_augmented_sets_linked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["draw", "example:public_chance", "--subgames", "--augmented", "2"]) == 0
    game = lemke.example("public_chance")
    assert capsys.readouterr().out == lemke.draw(game, subgames=True, augmented=1).svg
