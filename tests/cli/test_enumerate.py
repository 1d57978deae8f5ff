"""``lemke enumerate``: known games as files, every format, every line judged, bad input, limits."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

import command_line
import lemke
from hard_games import all_ties, bundled, few_payoffs
from lemke.cli import run
from lemke.forms.normal_form import NormalForm
from lemke.generators import coordination, random_bimatrix
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
    assert out_of(capsys, path).splitlines()[0].startswith(counts)
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


def test_a_narrow_game_is_printed_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out_of(capsys, TRACING).splitlines()
    assert lines[1] == "5 extreme equilibria in 3 components, 4 up to realization equivalence"
    assert lines[2] == "moves of Player 1 at root, R; of Player 2 at a, b"
    assert " ".join(lines[5].split()) == "L * R S R T l s l t r s r t payoffs"
    assert " ".join(lines[6].split()) == "1 x1 1 0 0 y1 1 0 0 0 11, 3 pure"
    assert " ".join(lines[9].split()) == "4 x2 5/14 3/14 3/7 y4 0 1/8 2/3 5/24 4, 3/2"
    assert lines[11].startswith("3 and 4 are realization equivalent: y3 and y4 ")
    assert lines[14:] == ["  1  {x1} x conv{y1, y2}  pure: no. 1", "  2  {x2} x conv{y3, y4}", "  3  {x3} x {y5}"]


def test_the_order_of_moves_is_one_line_and_only_for_trees(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    builder = lemke.GameBuilder(["Ann", ""])
    for node in builder.move(builder.root, 0, ["a", "b"], "first"):
        builder.move(node, 1, ["c"], "a long name of an information set " * 2)
    path = tmp_path / "long.efg"
    lemke.write(builder.build(unpaid="zero"), path)
    line = out_of(capsys, str(path)).splitlines()[2]
    assert line.startswith("moves of Ann at first; of Player 2 at a long name") and line.endswith("…")
    assert len(line) == 100
    for name in ("battle_of_the_sexes.efg", "degenerate_2007.nfg"):  # a set each, and matrices
        assert "moves of" not in out_of(capsys, str(GAMES / name))


def test_a_class_in_which_both_players_differ_names_the_vertices_of_both(capsys: pytest.CaptureFixture[str]) -> None:
    out = out_of(capsys, str(GAMES / "public_chance.efg"))
    assert "1, 2, 3 and 4 are realization equivalent: x1 and x2, y1 and y2 differ only in" in out


def test_the_text_of_a_wide_game_lists_positive_probabilities(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = game_file(tmp_path, bundled("von_stengel_1999"), "json", players=["Ann", "\x1bBob"])
    lines = out_of(capsys, file).splitlines()
    assert lines[1] == r"x of Ann, y of \x1bBob"
    assert " ".join(lines[5].split()) == "1 x1 12507/8 1: 28/29, 4: 1/29"
    assert " ".join(lines[6].split()) == "y1 307032/29 1: 7/32, 2: 25/32"
    assert max(map(len, lines)) <= 100


def test_a_component_lists_its_nash_subsets_and_their_pure_equilibria(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game_file(tmp_path, ([[1, 1], [1, 0]], [[1, 1], [1, 0]]))
    lines = out_of(capsys, path).splitlines()
    assert lines[0] == "3 extreme equilibria in 1 component"
    assert lines[-2:] == ["  1  {x1} x conv{y1, y2}  pure: nos. 1, 2", "     conv{x1, x2} x {y1}  pure: nos. 1, 3"]
    path = game_file(tmp_path, ([[1, 0], [0, 1]], [[1, 0], [0, 1]]))
    assert out_of(capsys, path).splitlines()[-3:] == [
        *["  1  {x1} x {y1}  pure", "  2  {x2} x {y2}", "  3  {x3} x {y3}  pure"]
    ]


@pytest.mark.parametrize("bimatrix", [bundled("winkels_1979"), few_payoffs(5, 5, 2), random_bimatrix(3, 4, 1)])
def test_json_has_strategies_vertices_equilibria_and_components(
    bimatrix: Bimatrix, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game_file(tmp_path, bimatrix, "json", players=["é", "2"], title="títle")
    document = json.loads(out_of(capsys, path, "--format", "json"))
    assert " ".join(document) == "format title players strategies vertices equilibria components"
    assert document["format"] == "lemke-equilibria/1"
    assert (document["title"], document["players"]) == ("títle", ["é", "2"])
    assert [len(strategies) for strategies in document["strategies"]] == [*bimatrix[0].shape]
    xs, ys = document["vertices"]
    A, B = ([[Fraction(str(value)) for value in row] for row in table.tolist()] for table in bimatrix)
    for number, equilibrium in enumerate(document["equilibria"], 1):
        x, y = (list(map(Fraction, vertices[equilibrium[letter] - 1])) for vertices, letter in ((xs, "x"), (ys, "y")))
        rows = [sum(a * q for a, q in zip(row, y, strict=True)) for row in A]
        columns = [sum(b * p for b, p in zip(column, x, strict=True)) for column in zip(*B, strict=True)]
        got = [sum(p * v for p, v in zip(strategy, best, strict=True)) for strategy, best in ((x, rows), (y, columns))]
        assert got == [max(rows), max(columns)] == list(map(Fraction, equilibrium["payoffs"]))
        assert equilibrium["class"] == number
    pairs = {(equilibrium["x"], equilibrium["y"]) for equilibrium in document["equilibria"]}
    parts = [
        {(x, y) for subset in component for x in subset["x"] for y in subset["y"]}
        for component in document["components"]
    ]
    assert set().union(*parts) == pairs and sum(map(len, parts)) == len(pairs)


def test_json_of_a_tree_numbers_classes(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(out_of(capsys, TRACING, "--format", "json"))
    assert document["strategies"] == [["L *", "R S", "R T"], ["l s", "l t", "r s", "r t"]]
    assert [equilibrium["class"] for equilibrium in document["equilibria"]] == [1, 2, 3, 3, 4]
    assert document["components"] == [[{"x": [1], "y": [1, 2]}], [{"x": [2], "y": [3, 4]}], [{"x": [3], "y": [5]}]]
    assert document["vertices"][0][1] == ["5/14", "3/14", "3/7"]


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


def test_sets_are_listed_with_the_probabilities_of_moves(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = by_sets(capsys, TRACING)
    assert err == "" and out.splitlines()[1] == "3 maximal sets of equilibria in 3 components"
    assert "1/12 to 1" in out and "not reached" in out and out.rstrip().endswith("of the conditions).")


@pytest.mark.parametrize("name", TREES)
def test_the_proof_of_a_tree_and_its_profiles_are_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, sets, lines = str(GAMES / f"{name}.efg"), str(tmp_path / "sets.json"), str(tmp_path / "lines")
    assert by_sets(capsys, path, "--by", "sets", "--format", "json", "-o", sets) == ("", "")
    assert by_sets(capsys, path, "--by", "sets", "--format", "gambit", "-o", lines) == ("", "")
    assert run(["verify", path, sets]) == run(["verify", path, lines]) == 0
    assert capsys.readouterr().out.startswith("Proved: all equilibria are in ")


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
    assert out.splitlines()[1] == "3 maximal sets of equilibria in 3 components"
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


def test_vertices_are_printed_beside_the_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", "example:tracing_2002", "--vertices"]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "Player 2: 2 vertices" in rows and "2 b s 1/12 to 1 1 1/12" in rows
    assert [row[-10:] for row in rows if row.startswith("Set")] == ["f index -1", "of index 1", "of index 1"]


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
    assert "a vertex that is no plan of the set" in capsys.readouterr().out


@pytest.mark.parametrize("option", [["--pure"], ["--by", "strategies"], ["--payoffs"], ["--best", "u1"]])
def test_vertices_need_the_enumeration_by_sets(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["enumerate", "example:kuhn3", "--vertices", *option]) == 2
    assert "vertices" in capsys.readouterr().err


# ---------------------------------------------------------------------- pure equilibria, payoffs alone


def test_pure_equilibria_in_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, lines = str(GAMES / "beer_quiche.efg"), tmp_path / "lines"
    assert run(["enumerate", path, "--pure"]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert rows[1] == "2 outcomes of pure equilibria" and "2 2 quiche duel off the path" in rows
    assert run(["enumerate", path, "--pure", "--first", "1", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["format"], document["stopped"], len(document["equilibria"])) == ("lemke-pure/1", "first", 1)
    assert [move["on_path"] for move in document["equilibria"][0]["moves"]] == [True, True, True, False]
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
