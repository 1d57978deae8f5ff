"""What cannot be a tree with exact numbers is refused, named, in one line."""

import subprocess
import sys

import pyspiel
import pytest

import lemke
from lemke.cli import run
from lemke.cli.games import read_game
from lemke.errors import InputError, LimitError, PlayersError, RecallError
from lemke.interop.openspiel import from_openspiel


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("chess_poker", InputError, "OpenSpiel has no game 'chess_poker', expected one of pyspiel.registered_names()"),
        ("python_chess_poker", InputError, "OpenSpiel has no game 'python_chess_poker', expected one of"),
        ("", InputError, "OpenSpiel has no game '', expected one of"),
        ("kuhn_poker(", InputError, "OpenSpiel cannot load it: Missing closing bracket ')', expected a game string"),
        ("kuhn_poker(cards=3)", InputError, "OpenSpiel cannot load it: Unknown parameter 'cards'"),
        ("kuhn_poker(players=3)", PlayersError, "a game of 3 players, expected 2 players"),
        ("catch", PlayersError, "a game of 1 player, expected 2 players"),
        ("mfg_crowd_modelling", InputError, "a mean-field game, expected one of two players who move in turn or"),
        ("negotiation", InputError, "chance moves are sampled, without probabilities, expected explicit ones"),
        ("breakthrough", InputError, "the game has no information-state strings, expected them"),
        ("repeated_game(stage_game=matrix_rps(),num_repetitions=2)", InputError, "no information-state strings"),
        ("liars_dice_ir(dice_sides=3)", RecallError, 'imperfect recall at information set 4 "P0 1 1-3 2-1 2-2 2-3" of'),
        ("dark_hex_ir(board_size=2)", RecallError, "imperfect recall at information set 3 "),
        ("goofspiel(num_cards=4,points_order=descending)", RecallError, "imperfect recall at information set 20 "),
        ("leduc_poker(action_mapping=True)", RecallError, "imperfect recall at information set 14 "),
    ],
)
def test_games_that_are_refused(name: str, error: type[Exception], message: str, capfd) -> None:
    with pytest.raises(error) as caught:
        from_openspiel(name)
    assert str(caught.value).startswith(f"openspiel:{name}: ")
    assert message in str(caught.value)
    assert capfd.readouterr() == ("", "")  # nor does OpenSpiel write anything


def test_objects_that_are_refused() -> None:
    with pytest.raises(InputError, match=r"an object of type int, expected a pyspiel\.Game or a game string"):
        from_openspiel(3)
    with pytest.raises(InputError, match="payoffs 'rounded', expected binary or snapped"):
        from_openspiel("kuhn_poker", payoffs="rounded")
    with pytest.raises(PlayersError, match=r"openspiel:kuhn_poker\(players=3\): a game of 3 players"):
        from_openspiel(pyspiel.load_game("kuhn_poker(players=3)"))


def test_a_large_game_is_left_to_the_limits() -> None:
    with pytest.raises(LimitError, match=r"openspiel:chess: the time limit of 0\.2 s was reached"):
        from_openspiel("chess", watch=lemke.Watch(time_limit=0.2))


def test_a_game_that_openspiel_cannot_play(monkeypatch) -> None:
    def fail(state: object) -> None:
        raise pyspiel.SpielError("CHECK_TRUE(fun)\nand more")

    monkeypatch.setattr("lemke.interop.openspiel.loading.Walk", lambda root, payoff, watch: fail(root))
    with pytest.raises(lemke.LemkeError) as caught:
        from_openspiel("kuhn_poker")
    assert str(caught.value) == (
        "openspiel:kuhn_poker: OpenSpiel failed: CHECK_TRUE(fun), expected a game that it can play"
    )


def test_an_argument_of_a_command() -> None:
    game = read_game("openspiel:leduc_poker(suit_isomorphism=True)")
    assert (game.title, game.size) == ("leduc_poker(suit_isomorphism=True)", 1939)


def test_a_command_meets_an_error(capfd) -> None:
    assert run(["info", "openspiel:kuhn_poker(cards=3)"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err == (
        "lemke: openspiel:kuhn_poker(cards=3): OpenSpiel cannot load it: Unknown parameter 'cards'. "
        "Available parameters are: players, expected a game string\n"
    )


def test_errors_are_seen_again_after_openspiel_was_kept_quiet() -> None:
    """The standard error is put back, and does not have to be open."""
    code = (
        "import os, sys\n"
        "from lemke.errors import InputError\n"
        "from lemke.interop.openspiel import from_openspiel\n"
        "if sys.argv[1] == 'closed': os.close(2)\n"
        "try: from_openspiel('kuhn_poker(cards=3)')\n"
        "except InputError as error: print(error)\n"
        "if sys.argv[1] == 'open': os.write(2, b'still here')\n"
    )
    for how, shown in (("open", "still here"), ("closed", "")):
        done = subprocess.run([sys.executable, "-c", code, how], check=False, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, shown)
        assert done.stdout.startswith("openspiel:kuhn_poker(cards=3): OpenSpiel cannot load it: Unknown parameter")
