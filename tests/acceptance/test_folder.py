"""Every game in the folder that the environment variable LEMKE_GAMES names, by the command line.

Two-player games of perfect recall are solved, exactly; every other game is described and refused.
"""

import io
import os
from math import prod
from pathlib import Path

import pytest
from gmpy2 import mpq

import lemke
from lemke.cli import run
from lemke.game.pure_strategies import pure_strategies
from lemke.game.recall import histories, violations
from lemke.io import profile as profiles

FOLDER = os.environ.get("LEMKE_GAMES")
FILES = sorted(path for suffix in ("efg", "nfg") for path in Path(FOLDER).rglob(f"*.{suffix}")) if FOLDER else []

pytestmark = pytest.mark.skipif(FOLDER is None, reason="LEMKE_GAMES names no folder of games")


def test_the_folder_holds_games() -> None:
    assert FILES, f"no .efg or .nfg file below {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_two_player_games_are_solved_and_every_other_game_is_refused(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = lemke.read(path)
    assert run(["show", str(path)]) == 0
    capsys.readouterr()
    solvable = len(game.players) == 2 and violations(game, histories(game)) == [None, None]
    status = run(["solve", str(path), "--kernel", "exact", "--format", "gambit"])
    out, err = capsys.readouterr()
    if not solvable:
        assert (status, out) == (2, "")
        assert err.startswith(f"lemke: {path}: ") and err.count("\n") == 1
        return
    assert (status, err) == (0, "")
    (claim,) = profiles.loads(out, game)
    for strategy in claim.profile.behavior:
        for distribution in strategy:
            assert sum(distribution) == 1 and min(distribution) >= 0
    assert lemke.verify(game, claim.profile).regrets == (0, 0)
    _pygambit_reads_the_line(path, game, [mpq(number) for number in out.strip().split(",")[1:]])


def _pygambit_reads_the_line(path: Path, game: lemke.Game, numbers: list[mpq]) -> None:
    """pygambit takes the numbers as a profile, element by element, and finds no regret."""
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    try:
        gambit_game = pygambit.read_efg(str(path))
    except ValueError:  # labels that Gambit refuses, and we read
        gambit_game = pygambit.read_efg(io.BytesIO(lemke.dumps(game, "efg").encode()))
    profile = gambit_game.mixed_behavior_profile(rational=True)
    remaining = iter(numbers)
    for player in gambit_game.players:
        for information_set in player.infosets:
            for action in information_set.actions:
                number = next(remaining)
                profile[action] = pygambit.Rational(int(number.numerator), int(number.denominator))
    assert next(remaining, None) is None
    assert profile.max_regret() == 0


MOST_COMBINATIONS = 36
"""Of strategies, for enumeration by pygambit."""


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_extreme_equilibria_of_small_games_are_those_of_pygambit(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every line printed is an equilibrium; payoffs are those of pygambit's list, which may repeat equilibria.

    An equilibrium that is extreme among plans has the payoffs of one that is extreme among strategies.
    """
    pygambit = pytest.importorskip("pygambit", reason="pygambit is not installed")
    game = lemke.read(path)
    if len(game.players) != 2 or violations(game, histories(game)) != [None, None]:
        pytest.skip("not a game of two players with perfect recall")
    if prod(pure_strategies(game, player).count for player in (0, 1)) > MOST_COMBINATIONS:
        pytest.skip("too large")
    for way in ("sets", "strategies"):
        assert run(["enumerate", str(path), "--by", way, "--format", "gambit", "-o", str(tmp_path / "lines")]) == 0
        assert run(["verify", str(path), str(tmp_path / "lines")]) == 0
    capsys.readouterr()
    claims = profiles.loads((tmp_path / "lines").read_text(), game)
    gambit_game = pygambit.read_efg(io.BytesIO(lemke.dumps(game, "efg").encode()))
    equilibria = pygambit.nash.enummixed_solve(gambit_game, rational=True).equilibria
    payoffs = {
        tuple(mpq(str(equilibrium.payoff(player))) for player in gambit_game.players) for equilibrium in equilibria
    }
    assert {lemke.reach(game, claim.profile).payoffs for claim in claims} == payoffs
    form = lemke.sequence_form(game)
    vertices = [described.vertices for described in lemke.enumerate(game, "sets", vertices=True).sets]
    assert {form.payoffs(x, y) for X, Y in vertices for x in X for y in Y} <= payoffs
