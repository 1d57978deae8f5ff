"""Our judge checks Gambit's answers, and Gambit checks ours."""

import io
from pathlib import Path

import pygambit
import pytest

import lemke
from lemke.cli import run
from named_games import GAMES, NAMED, Known


def gambit_game(game: lemke.Game) -> pygambit.Game:
    return pygambit.read_efg(io.BytesIO(lemke.dumps(game, "efg").encode()))


def ne_line(game: pygambit.Game, profile: pygambit.MixedBehaviorProfile) -> str:
    """The line that Gambit's command line prints: elements in pygambit's own order."""
    numbers = [
        str(profile[action]) for player in game.players for infoset in player.infosets for action in infoset.actions
    ]
    return ",".join(["NE", *numbers]) + "\n"


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_gambits_lcp_answers_are_equilibria(named: Known, tmp_path: Path) -> None:
    game = lemke.read(GAMES / named.file)
    gambit = gambit_game(game)
    for profile in pygambit.nash.lcp_solve(gambit, rational=True).equilibria:
        (tmp_path / "line").write_text(ne_line(gambit, profile))
        assert run(["verify", str(GAMES / named.file), str(tmp_path / "line")]) == 0
