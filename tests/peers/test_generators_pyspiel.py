"""Families of games beside OpenSpiel's: the sequence forms must be equal, number by number."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from gmpy2 import mpq

from lemke import sequence_form
from lemke.errors import RecallError
from lemke.game.implicit import State
from lemke.generators import goofspiel_state, kuhn_state, leduc_state, liars_dice_state
from lemke.ground.sparse import SparseMatrix

pyspiel = pytest.importorskip("pyspiel")


@dataclass(frozen=True)
class SpielState:
    """A state of OpenSpiel; its floats become the nearest fractions with small denominators."""

    state: Any

    def is_terminal(self) -> bool:
        return bool(self.state.is_terminal())

    def player(self) -> int:
        return int(self.state.current_player())

    def information_state(self) -> str:
        return str(self.state.information_state_string(self.player()))

    def actions(self) -> list[int]:
        return list(self.state.legal_actions())

    def chance(self) -> list[tuple[int, Fraction]]:
        return [(action, fraction(probability)) for action, probability in self.state.chance_outcomes()]

    def child(self, action: int, /) -> "SpielState":
        return SpielState(self.state.child(action))

    def payoffs(self) -> list[Fraction]:
        return [fraction(value) for value in self.state.returns()]


def fraction(number: float) -> Fraction:
    return Fraction(number).limit_denominator(10**6)


def scaled(matrix: SparseMatrix, factor: int) -> SparseMatrix:
    return SparseMatrix(matrix.shape, matrix.rows, matrix.columns, matrix.values * mpq(factor))


def agree(name: str, state: State, factor: int = 1) -> None:
    """Payoffs of the peer, times a factor, are ours, and all else is the same."""
    peer, form = sequence_form(SpielState(pyspiel.load_game(name).new_initial_state())), sequence_form(state)
    assert (peer.E, peer.F) == (form.E, form.F)
    assert (scaled(peer.A, factor), scaled(peer.B, factor)) == (form.A, form.B)


def test_kuhn_poker_is_that_of_openspiel() -> None:
    agree("kuhn_poker", kuhn_state())


def test_leduc_poker_is_that_of_openspiel() -> None:
    agree("leduc_poker", leduc_state(distinct=True))
    agree("leduc_poker(suit_isomorphism=True)", leduc_state())


@pytest.mark.parametrize(("dice", "faces"), [(1, 2), (1, 3), (1, 4), (1, 6), (2, 2)])
def test_liars_dice_is_that_of_openspiel(dice: int, faces: int) -> None:
    agree(f"liars_dice(numdice={dice},dice_sides={faces})", liars_dice_state(dice, faces))


RETURNS = {"win-loss": ("win_loss", 1), "difference": ("point_difference", 2), "points": ("total_points", 1)}


def goofspiel_name(cards: int, prizes: str, returns: str, seen: str) -> str:
    parameters = {
        "num_cards": cards,
        "points_order": prizes,
        "returns_type": RETURNS[returns][0],
        "imp_info": str(seen == "winner").lower(),
    }
    inner = ",".join(f"{key}={value}" for key, value in parameters.items())
    return f"turn_based_simultaneous_game(game=goofspiel({inner}))"


@pytest.mark.parametrize(
    ("cards", "seen"), [(2, "bids"), (3, "bids"), (2, "winner"), (3, "winner"), (4, "winner")]
)  # 4 cards and bids: see below
@pytest.mark.parametrize("returns", RETURNS)
@pytest.mark.parametrize("prizes", ["random", "descending", "ascending"])
def test_goofspiel_is_that_of_openspiel(cards: int, prizes: str, returns: str, seen: str) -> None:
    state = goofspiel_state(cards, prizes, returns, seen)
    agree(goofspiel_name(cards, prizes, returns, seen), state, RETURNS[returns][1])


def test_the_peer_forgets_the_order_of_bids_in_goofspiel_with_four_cards() -> None:
    name = goofspiel_name(4, "descending", "points", "bids")
    with pytest.raises(RecallError, match="imperfect recall"):
        sequence_form(SpielState(pyspiel.load_game(name).new_initial_state()))
