"""Games that cannot be a tree with exact numbers are refused by name, in one line."""

import subprocess
import sys

import pytest

from lemke.cli import run
from lemke.errors import GameError, InputError, LimitError, RecallError
from lemke.ground.limits import limits
from lemke.interop.openspiel import from_openspiel


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("kuhn", InputError, "OpenSpiel has no game 'kuhn'"),
        ("nfg_game", InputError, "OpenSpiel cannot load it: IndexError: map::at"),
        ("kuhn_poker(cards=3)", InputError, "OpenSpiel cannot load it: Unknown parameter 'cards'"),
        ("mfg_crowd_modelling", InputError, "a mean-field game"),
        ("negotiation", InputError, "chance moves are sampled"),
        ("breakthrough", InputError, "no information-state strings"),
        ("liars_dice_ir(dice_sides=3)", RecallError, 'imperfect recall at information set 4 "P0 1 1-3 2-1 2-2 2-3" of'),
        ("goofspiel(num_cards=4,points_order=descending)", RecallError, "imperfect recall at information set 20 "),
    ],
)
def test_games_without_an_exact_tree_are_refused(name: str, error: type[Exception], message: str, capfd) -> None:
    with pytest.raises(error) as caught:
        from_openspiel(name)
    assert str(caught.value).startswith(f"openspiel:{name}: ")
    assert message in str(caught.value)
    assert capfd.readouterr() == ("", "")  # OpenSpiel writes nothing either


def test_a_string_with_strange_characters_is_loaded_or_refused() -> None:
    assert from_openspiel("kuhn_poker(\0)").size == from_openspiel("kuhn_poker").size  # C++ reads up to the zero
    for name in ("kuhn_poker(\ud800)", f"kuhn_poker({'x' * 200_000}=1)"):
        with pytest.raises(InputError, match="OpenSpiel cannot load it"):
            from_openspiel(name)


def test_other_objects_and_other_payoffs_are_refused() -> None:
    with pytest.raises(InputError, match=r"type int, expected a pyspiel\.Game"):
        from_openspiel(3)
    with pytest.raises(InputError, match="'rounded', expected binary or snapped"):
        from_openspiel("kuhn_poker", payoffs="rounded")


def test_a_large_game_is_left_to_the_limits() -> None:
    reached = pytest.raises(LimitError, match=r"openspiel:chess: .*time limit of 0\.2 s")
    with reached, limits(time=0.2):
        from_openspiel("chess")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("a card"), "KeyError: 'a card'"),
        (AssertionError(), "AssertionError"),
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
    ],
)
def test_a_game_in_python_may_fail_with_any_error(error: Exception, words: str, monkeypatch) -> None:
    def fail(state: object) -> None:
        raise error

    monkeypatch.setattr("lemke.interop.openspiel.game.StateWalk", lambda root, payoff, players: fail(root))
    with pytest.raises(GameError) as caught:
        from_openspiel("kuhn_poker")
    message = str(caught.value)
    assert message.startswith("openspiel:kuhn_poker: ") and f": {words}, expected" in message
    assert caught.value.__cause__ is error


@pytest.mark.parametrize("error", [MemoryError(), LimitError("the time limit of 1 s was reached")])
def test_limits_and_memory_that_runs_out_are_no_failures_of_openspiel(error: Exception, monkeypatch) -> None:
    def fail(state: object) -> None:
        raise error

    monkeypatch.setattr("lemke.interop.openspiel.game.StateWalk", lambda root, payoff, players: fail(root))
    with pytest.raises(type(error)) as caught:
        from_openspiel("kuhn_poker")
    assert caught.value is error


@pytest.mark.parametrize("name", ["nfg_game", "go(board_size=99)"])
def test_a_command_writes_one_line_whatever_openspiel_raises_and_writes(name: str, capfd) -> None:
    assert run(["show", f"openspiel:{name}"]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith(f"lemke: openspiel:{name}: OpenSpiel ")
    assert err.endswith("\n") and err.count("\n") == 1


def test_errors_are_printed_again_after_openspiel_was_kept_quiet() -> None:
    """The standard error is restored, and may be closed."""
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
