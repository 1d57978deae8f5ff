"""``lemke convert --subgame`` and ``--containing``: the games that they write, probabilities of roots, bad input."""

from pathlib import Path

import pytest

import command_line
import lemke
from lemke.cli import run
from lemke.game import NodeNames
from lemke.game.subgames import minimal_subgames, subgame
from named_games import GAMES

KUHN, ROCK, PUBLIC = (str(GAMES / f"{name}.efg") for name in ("kuhn3", "rock_paper_scissors", "public_chance"))


def written(tmp_path: Path, *arguments: str) -> lemke.Game:
    target = tmp_path / "cut.json"
    assert run(["convert", *arguments, "-o", str(target)]) == 0
    return lemke.read(target)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 2) -> str:
    return command_line.refused(capsys, "convert", *arguments, status=status)


def test_a_proper_subgame_is_named_by_its_root(tmp_path: Path) -> None:
    cut = written(tmp_path, PUBLIC, "--subgame", "tails")
    assert cut == subgame(lemke.read(PUBLIC), NodeNames(lemke.read(PUBLIC)).node("tails"))
    assert cut == written(tmp_path, PUBLIC, "--subgame", "@2")
    assert str(lemke.solve(cut).payoffs[0]) == "2/3"


def test_roots_have_the_order_of_the_options_and_the_probabilities_of_the_option(tmp_path: Path) -> None:
    cut = written(tmp_path, ROCK, *("--subgame=S", "--subgame=R", "--subgame=P"), "--probabilities", "1/2,0.25,1/4")
    assert (cut.information_sets[0].actions, [*map(str, cut.information_sets[0].probabilities)]) == (
        ("S", "R", "P"),
        ["1/2", "1/4", "1/4"],
    )
    assert lemke.solve(cut).profile.behavior == ((), ((1, 0, 0),))  # a stone against scissors


def test_the_smallest_subgame_and_the_probabilities_of_a_profile(tmp_path: Path) -> None:
    answer = tmp_path / "kuhn.ne"
    assert run(["solve", KUHN, "--format", "gambit", "-o", str(answer)]) == 0
    cut = written(tmp_path, KUHN, "--containing", "JK pass bet", "--profile", str(answer))
    game = lemke.read(KUHN)
    profile = lemke.profile(game, answer.read_text())
    roots = next(minimal for minimal in minimal_subgames(game) if NodeNames(game).node("JK pass bet") in minimal.roots)
    assert cut == subgame(game, roots, profile)
    assert sum(cut.information_sets[0].probabilities) == 1


def test_a_profile_with_gaps_takes_the_options_of_profiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "part.json"
    path.write_text('{"1": {"1": {"R": 0.4, "P": 0.2, "S": 0.2}}}')
    arguments = ROCK, "--containing", "R", "--profile", str(path)
    assert "--missing uniform" in refused(capsys, *arguments)
    cut = written(tmp_path, *arguments, "--missing", "uniform", "--normalize")
    assert [*map(str, cut.information_sets[0].probabilities)] == ["1/2", "1/4", "1/4"]


def test_chance_is_pruned_in_the_subgame(tmp_path: Path) -> None:
    cut = written(tmp_path, ROCK, "--containing", "R", "--chance", "prune")
    assert cut.size == 4 and [*map(str, cut.leaf_payoffs(0))] == ["0", "0", "0"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--subgame", "R"], "cut"),
        (["--subgame", "R", "--containing", "P"], "at most one"),
        (["--containing", "R", "--probabilities", "1/2,1/4,1/5"], "19/20"),
        (["--containing", "R", "--probabilities", "1/2,1/2"], "expected 3"),
        (["--containing", "R", "--probabilities", "1/2,1/2,x"], "'x' is no number"),
        (["--containing", "R", "--probabilities", "1", "--profile", "-"], "at most one"),
        (["--probabilities", "1/2,1/2"], "--subgame or --containing"),
        (["--containing", "R", "--missing", "uniform"], "--profile"),
        (["--subgame", "Z"], "'Z'"),
        (["--subgame", "@99"], "@12"),
        (["--subgame", "", "--subgame", "R"], "below"),
    ],
)
def test_a_bad_request_is_refused_in_one_line(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, ROCK, *arguments)


def test_a_profile_of_another_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = tmp_path / "other.ne"
    answer.write_text("NE,1,0\n")
    assert "other.ne" in refused(capsys, ROCK, "--containing", "R", "--profile", str(answer))
