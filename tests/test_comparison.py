"""Profiles compared with all equilibria: distances are attained, and they are 0 at equilibria alone."""

import random
from pathlib import Path

import pytest
from gmpy2 import mpq
from hypothesis import given
from hypothesis import strategies as st

import lemke
from lemke.certificate import Comparison, Judge
from lemke.cli import judge, run
from lemke.errors import LimitError, ProfileError
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.game.strategy import Profile, random_behavior
from lemke.ground.sparse import exact_dot, vector
from lemke.solvers.equilibrium_sets import compared
from named_games import GAMES
from strategies import games


def tree(name: str) -> Game:
    return lemke.read(GAMES / f"{name}.efg")


def compare(game: Game, profile: Profile) -> Comparison:
    (comparison,) = compared(game, [profile])
    return comparison


def regrets(game: Game, plans: list) -> list[mpq]:
    judge = Judge.of(game)
    values = [judge.values(player, plans) for player in (0, 1)]
    return [
        best_response(sequences, value).value - exact_dot(plan, value)
        for sequences, value, plan in zip(judge.sequences, values, plans, strict=True)
    ]


def random_profile(game: Game, seed: int) -> Profile:
    source = random.Random(seed)
    return Profile.of(game, [random_behavior(sequences, source) for sequences in Judge.of(game).sequences])


@given(games(), st.data())
def test_distances_are_attained_at_equilibria_and_0_there_alone(game: Game, data: st.DataObject) -> None:
    profile = random_profile(game, data.draw(st.integers(0, 10)))
    comparison = compare(game, profile)
    plans = Judge.of(game).plans(profile)
    nearest = list(map(vector, comparison.nearest))
    assert regrets(game, nearest) == [0, 0]
    apart = [sum(map(abs, near - plan), mpq(0)) for near, plan in zip(nearest, plans, strict=True)]
    assert list(comparison.distances) == apart
    assert (apart == [0, 0]) == (regrets(game, plans) == [0, 0])
    for described in lemke.enumerate(game, "sets").sets:
        inner = described.equilibrium_set.plans
        assert sum(apart) <= sum(sum(map(abs, point - plan), mpq(0)) for point, plan in zip(inner, plans, strict=True))
    if apart == [0, 0]:
        assert not comparison.moves


def test_strange_play_in_kuhn_poker_is_listed_with_the_expected_ranges() -> None:
    """A jack that bets with probability 1/2 is in no equilibrium; a king that always checks is in one."""
    game = tree("kuhn3")
    equilibrium = lemke.solve(game).profile
    behavior = [list(map(list, strategy)) for strategy in equilibrium.behavior]
    behavior[0][0] = [mpq(1, 2), mpq(1, 2)]
    comparison = compare(game, Profile.of(game, behavior))
    assert [(move.label, move.action, move.expected) for move in comparison.moves] == [
        ("J", "pass", "2/3 to 1"),
        ("J", "bet", "0 to 1/3"),
    ]
    assert comparison.distances[0] > 0 and comparison.distances[1] == 0


@pytest.fixture
def strange(tmp_path: Path) -> str:
    path = tmp_path / "strange.ne"
    path.write_text("NE,1/3,2/3,1/2,1/2\n")
    return str(path)


def test_unsuitable_comparisons_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ProfileError):
        compare(tree("kuhn3"), lemke.solve(tree("kuhn4")).profile)
    path = tmp_path / "sets.json"
    assert run(["enumerate", "example:entry_deterrence", "--format", "json", "-o", str(path)]) == 0
    assert run(["verify", "example:entry_deterrence", str(path), "--against-all"]) == 2
    assert "--against-all" in capsys.readouterr().err


def test_a_limit_leaves_the_verdict_without_the_comparison(
    strange: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def reached(*arguments: object) -> object:
        raise LimitError("the time limit of 1 s was reached")

    monkeypatch.setattr(judge, "compared", reached)
    assert run(["verify", "example:entry_deterrence", strange, "--against-all"]) == 3
    out, err = capsys.readouterr()
    assert "Not an equilibrium" in out and "in equilibria" not in out and "time limit" in err
