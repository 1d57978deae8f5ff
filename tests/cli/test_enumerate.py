"""``lemke enumerate``: known games as files, every format, every line judged, bad input, limits."""

import json
from pathlib import Path

import pytest

import command_line
import lemke
from hard_games import all_ties, bundled
from lemke.cli import run
from lemke.forms.normal_form import NormalForm
from lemke.generators import coordination
from lemke.generators.bimatrix import Bimatrix
from named_games import GAMES

TRACING = str(GAMES / "tracing_2002.efg")
TREES = ["tracing_2002", "entry_deterrence", "beer_quiche", "lecture9_imperfect", "silent_player", "public_chance"]


def out_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["enumerate", "--by", "strategies", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "enumerate", "--by", "strategies", *arguments, status=status)


def game_file(folder: Path, bimatrix: Bimatrix, suffix: str = "nfg", **labels: object) -> str:
    """A file with the game of two matrices."""
    path = folder / f"game.{suffix}"
    lemke.write(NormalForm.of(*bimatrix, **labels).tree(), path)
    return str(path)


KNOWN = {
    "von Stengel 6x6": (bundled("von_stengel_1999"), "75 extreme equilibria in 75 components"),
    "Winkels": (bundled("winkels_1979"), "12 extreme equilibria in "),
    "all ties": (all_ties(), "4 extreme equilibria in 1 component"),
    "two components": (bundled("degenerate_2007"), "3 extreme equilibria in 2 components"),
    "coordination 1": (coordination(1), "1 extreme equilibrium in 1 component"),
    **{
        f"coordination {n}": (coordination(n), f"{2**n - 1} extreme equilibria in {2**n - 1} components")
        for n in range(2, 9)
    },
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_have_their_known_equilibria(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bimatrix, counts = KNOWN[name]
    path = game_file(tmp_path, bimatrix)
    assert out_of(capsys, path).splitlines()[0].endswith(counts) or counts in out_of(capsys, path)
    lines = tmp_path / "lines"
    assert out_of(capsys, path, "--format", "gambit", "-o", str(lines)) == ""
    assert len(lines.read_text().splitlines()) == int(counts.split()[0])
    assert run(["verify", path, str(lines)]) == 0


@pytest.mark.parametrize("name", TREES)
def test_every_line_of_a_tree_is_verified(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = str(GAMES / f"{name}.efg"), tmp_path / "lines"
    assert out_of(capsys, path, "--format", "gambit", "-o", str(lines)) == ""
    assert len(lines.read_text().splitlines()) == len(lemke.enumerate(lemke.read(path), "strategies").classes)
    assert run(["verify", path, str(lines)]) == 0


def test_extreme_equilibria_are_a_table_with_components_and_classes_below(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [" ".join(line.split()) for line in out_of(capsys, TRACING).splitlines()]
    assert lines[0].endswith(": 5 extreme equilibria in 3 components, 4 up to realization equivalence")
    assert "1 x1 L * y1 l s 11 3 yes" in lines
    assert "4 x2 L *: 5/14, R S: 3/14, R T: 3/7 y4 l t: 1/8, r s: 2/3, r t: 5/24 4 3/2 no" in lines
    assert lines[8].startswith("3 and 4 are realization equivalent: y3 and y4 ")
    assert lines[9:] == [
        "Component 1: {x1} x conv{y1, y2}",
        "Component 2: {x2} x conv{y3, y4}",
        "Component 3: {x3} x {y5}",
    ]
    refused(capsys, TRACING, "--format", "json")


def test_bad_input_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "game.efg")
    lemke.write(lemke.GameBuilder(["a", "b", "c"]).build(unpaid="zero"), path)
    assert f"{path}: a game of 3 players" in refused(capsys, path)
    builder = lemke.GameBuilder()
    again = builder.information_set(0, ["on", "off"])
    builder.decide(builder.decide(builder.root, again)[0], again)
    lemke.write(builder.build(unpaid="zero"), path)
    assert "absent-mindedness at information set 1 of player 1" in refused(capsys, path)
    assert run(["generate", "kuhn", "--cards", "7", "-o", path]) == 0
    assert f"{path}: a strategic form of 2187 x 16384 strategies, expected at most" in refused(capsys, path)
    assert "'csv' is not one of" in refused(capsys, TRACING, "--format", "csv")


def test_limits_end_with_status_3_and_leave_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out"
    for limit in ("--time-limit", "0.5"), ("--memory-limit", "1"):
        refused(capsys, str(GAMES / "kuhn4.efg"), *limit, "-o", str(target), status=3)
    assert not target.exists()


# ---------------------------------------------------------------------- by sets


def by_sets(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> tuple[str, str]:
    assert run(["enumerate", *arguments]) == status
    return capsys.readouterr()


def test_sets_are_listed_with_what_describes_them(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = by_sets(capsys, TRACING)
    assert err == "" and out.splitlines()[0].endswith(": 3 maximal sets of equilibria in 3 components")
    assert "y(b, t) ≤ 11/12" in out and out.rstrip().endswith("of the conditions).")


@pytest.mark.parametrize("name", TREES)
def test_the_proof_of_a_tree_and_its_profiles_are_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sets, lines = str(GAMES / f"{name}.efg"), str(tmp_path / "sets.json"), str(tmp_path / "lines")
    assert by_sets(capsys, path, "--by", "sets", "--format", "json", "-o", sets) == ("", "")
    assert by_sets(capsys, path, "--by", "sets", "--format", "gambit", "-o", lines) == ("", "")
    assert run(["verify", path, sets]) == run(["verify", path, lines]) == 0
    assert "Proved: all equilibria are in " in capsys.readouterr().out


def test_a_changed_proof_is_not_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sets = tmp_path / "sets.json"
    by_sets(capsys, TRACING, "--format", "json", "-o", str(sets))
    document = json.loads(sets.read_text(encoding="utf-8"))
    document["sets"].pop()
    sets.write_text(json.dumps(document), encoding="utf-8")
    assert run(["verify", TRACING, str(sets), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["holds"] is False and report["objection"].startswith("step ")


def test_a_run_goes_on_from_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    part = str(tmp_path / "part.json")
    by_sets(capsys, TRACING, "--first", "1", "--format", "json", "-o", part)
    out, _ = by_sets(capsys, TRACING, "--resume", part)
    assert out.splitlines()[0].endswith("3 maximal sets of equilibria in 3 components")
    complete, _ = by_sets(capsys, TRACING)
    assert out.splitlines()[:-1] == complete.splitlines()[:-1]  # the last line counts the steps of the proof


def test_a_file_that_is_no_earlier_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "lines"
    lines.write_text("NE,1,0\n", encoding="utf-8")
    out, err = by_sets(capsys, TRACING, "--resume", str(lines), status=2)
    assert out == "" and err.startswith(f"lemke: {lines}: no sets of equilibria")
    sets = str(tmp_path / "sets.json")
    by_sets(capsys, TRACING, "--format", "json", "-o", sets)
    out, err = by_sets(capsys, str(GAMES / "beer_quiche.efg"), "--resume", sets, status=2)
    assert out == "" and "another game" in err and err.count("\n") == 1
    assert run(["verify", TRACING, sets, "--refine", "quasi-perfect"]) == 2


def test_a_limit_ends_the_enumeration_by_sets_with_the_sets_so_far(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = by_sets(capsys, "example:kuhn3_raked", "--time-limit", "0.001", status=3)
    assert err.count("\n") == 1 and "time limit" in err
    assert out == "" or "there may be more" in out


# ---------------------------------------------------------------------- vertices


def test_vertices_are_printed_below_the_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", "example:tracing_2002", "--vertices"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {"Set 2, Player 2, vertices:", "- a: l; b: s", "- a: l; b: s = 1/12, t = 11/12"} < {*lines}


def test_vertices_in_json_are_verified_and_wrong_ones_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "sets.json"
    assert run(["enumerate", "example:kuhn3", "--vertices", "--format", "json", "-o", str(path)]) == 0
    document = json.loads(path.read_text())
    assert [len(plans) for plans in document["sets"][0]["vertices"]] == [2, 1] and document["indices"] == [1]
    assert run(["verify", "example:kuhn3", str(path)]) == 0
    document["sets"][0]["vertices"][0][0][1:3] = [0, 1]
    path.write_text(json.dumps(document))
    assert run(["verify", "example:kuhn3", str(path)]) == 1
    assert "vertices[0][0] that is no plan of the set" in capsys.readouterr().out


@pytest.mark.parametrize("option", [["--pure"], ["--by", "strategies"], ["--payoffs"], ["--best", "u1"]])
def test_vertices_need_the_enumeration_by_sets(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", "example:kuhn3", "--vertices", *option]) == 2
    assert "vertices" in capsys.readouterr().err


# ---------------------------------------------------------------------- pure equilibria, payoffs alone


def test_pure_equilibria_are_printed_and_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = str(GAMES / "beer_quiche.efg"), tmp_path / "lines"
    assert run(["enumerate", path, "--pure"]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[0].endswith("2 outcomes of pure equilibria") and "1 29/10 0 2 2 quiche duel no" in rows
    assert run(["enumerate", path, "--pure", "--format", "gambit", "-o", str(lines)]) == 0
    assert len(lines.read_text().splitlines()) == 2 and run(["verify", path, str(lines)]) == 0


def test_a_limit_leaves_pure_equilibria(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "kuhn.efg")
    assert run(["generate", "kuhn", "--cards", "8", "--rake", "1/20", "-o", path]) == 0
    assert run(["enumerate", path, "--pure", "--time-limit", "0.5"]) == 3
    out, err = capsys.readouterr()
    assert "0 outcomes of pure equilibria so far" in out and "time limit" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("way", "rows"),
    [
        ([], ["11 3", "4 3/2", "4 7/3"]),
        (["--by", "strategies"], ["11 3", "4 3/2", "4 7/3"]),
        (["--pure"], ["11 3"]),
    ],
)
def test_the_option_payoffs_prints_payoffs_alone(
    way: list[str], rows: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["enumerate", TRACING, "--payoffs", *way]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["player", "1", "player", "2"]
    assert sorted(" ".join(line.split()) for line in lines) == sorted(rows)


@pytest.mark.parametrize("way", [[], ["--pure"]])
def test_payoffs_of_a_part_say_that_there_may_be_more(way: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GAMES / "beer_quiche.efg")
    assert run(["enumerate", path, "--payoffs", *way, "--first", "1"]) == 0
    assert "may be more" in capsys.readouterr().out.splitlines()[-1]
    assert run(["enumerate", path, "--payoffs", *way]) == 0
    assert "may be more" not in capsys.readouterr().out


def test_pure_equilibria_of_a_part_are_not_said_to_be_all(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(GAMES / "beer_quiche.efg")
    assert run(["enumerate", path, "--pure", "--first", "1"]) == 0
    assert "not finished" in (text := capsys.readouterr().out) and "no other" not in text
    assert run(["enumerate", str(GAMES / "kuhn3.efg"), "--pure"]) == 0
    assert "no pure equilibrium" in capsys.readouterr().out


@pytest.mark.parametrize("options", ["--pure --resume x", "--by strategies --first 2"])
def test_options_of_another_way_are_refused_by_name(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", TRACING, *options.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "expected --by sets" in err and err.count("\n") == 1
    assert next(word for word in options.split() if word in ("--resume", "--first")) in err


@pytest.mark.parametrize(
    "options",
    [
        "--vertices --format gambit",
        "--pure --by sets",
        "--pure --best u1",
        "--payoffs --best u1",
        "--payoffs --format json",
    ],
)
def test_options_that_exclude_each_other_are_refused(options: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", TRACING, *options.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("lemke: --") and err.count("\n") == 1
    assert run(["enumerate", TRACING, "--pure", "--resume", str(GAMES / "index.json")]) == 2
