"""Our judge checks Gambit's answers, and Gambit checks ours."""

import io
from pathlib import Path

import pygambit
import pytest
from gmpy2 import mpq

import lemke
from lemke.cli import run
from lemke.io import profile as profiles
from named_games import GAMES, NAMED, Known


def gambit_game(game: lemke.Game) -> pygambit.Game:
    return pygambit.read_efg(io.BytesIO(lemke.dumps(game, "efg").encode()))


def ne_line(game: pygambit.Game, profile: pygambit.MixedBehaviorProfile) -> str:
    """The line that Gambit's command line prints: elements in pygambit's own order."""
    numbers = [
        str(profile[action]) for player in game.players for infoset in player.infosets for action in infoset.actions
    ]
    return ",".join(["NE", *numbers]) + "\n"


def always_lost() -> lemke.Game:
    """A win-lose game of perfect information that player 1 loses, whatever the first move.

    Gambit 16.7's ``lp_solve`` shifts payoffs by their minimum; here the value is that minimum, a value variable drops
    out, and the answer is no profile.
    """
    builder = lemke.GameBuilder()
    for k, node in enumerate(builder.move(builder.root, 0, ["up", "down"])):
        for j, leaf in enumerate(builder.move(node, 1, ["left", "right"], f"after {k}")):
            builder.pay(leaf, *((-1, 1) if k == j else (1, -1)))
    return builder.build(unpaid="zero")


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_gambits_lcp_answers_are_equilibria(named: Known, tmp_path: Path) -> None:
    game = lemke.read(GAMES / named.file)
    gambit = gambit_game(game)
    for profile in pygambit.nash.lcp_solve(gambit, rational=True).equilibria:
        (tmp_path / "line").write_text(ne_line(gambit, profile))
        assert run(["verify", str(GAMES / named.file), str(tmp_path / "line")]) == 0


@pytest.mark.parametrize("named", NAMED, ids=lambda named: named.file)
def test_our_answers_have_no_regret_in_gambit(named: Known) -> None:
    game = lemke.read(GAMES / named.file)
    equilibrium = lemke.solve(game, prior="random", seed=1)
    gambit = gambit_game(game)
    profile = gambit.mixed_behavior_profile(rational=True)
    numbers = iter(profiles.dumps(game, equilibrium.profile).strip().split(",")[1:])
    for player in gambit.players:
        for information_set in player.infosets:
            for action in information_set.actions:
                profile[action] = pygambit.Rational(next(numbers))
    assert next(numbers, None) is None
    assert profile.max_regret() == 0
    for player, payoff in zip(gambit.players, equilibrium.payoffs, strict=True):
        assert mpq(str(profile.payoff(player))) == payoff


def test_a_wrong_lp_answer_is_caught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = always_lost()
    gambit = gambit_game(game)
    (profile,) = pygambit.nash.lp_solve(gambit, rational=True).equilibria
    assert profile.max_regret() == 0  # so they say
    (tmp_path / "line").write_text(ne_line(gambit, profile))
    lemke.write(game, tmp_path / "g.efg")
    assert run(["verify", str(tmp_path / "g.efg"), str(tmp_path / "line")]) == 2
    assert "sum to" in capsys.readouterr().err
    assert lemke.solve(game).payoffs == (-1, 1)
