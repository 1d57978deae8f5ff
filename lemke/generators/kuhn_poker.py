"""Kuhn poker, with any number of cards, with and without rake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import raked, share, whole
from lemke.generators.family import Family
from lemke.ground.rational import ONE

STAKES = {"pp": (1, 1), "pbp": (1, 2), "pbb": (2, 2), "bp": (2, 1), "bb": (2, 2)}
"""What the players have put in when the hand is over: p for pass, b for bet."""


class Deal(NamedTuple):
    """The cards of both players."""

    one: int
    two: int

    def __str__(self) -> str:
        return f"{self.one}-{self.two}"


def deals(cards: int) -> Iterator[tuple[Deal, mpq]]:
    """Return all deals from so many cards, with their probabilities."""
    numbers = range(1, cards + 1)
    probability = mpq(1, cards * (cards - 1))
    return ((Deal(one, two), probability) for one in numbers for two in numbers if one != two)


@dataclass(slots=True, eq=False)
class _KuhnState:
    """The deal, the moves since, and the share of the pot that the winner gets."""

    cards: int
    kept: mpq
    deal: Deal | None = None
    moves: str = ""

    def is_terminal(self) -> bool:
        return self.moves in STAKES

    def player(self) -> int:
        return CHANCE if self.deal is None else len(self.moves) % 2

    def information_state(self) -> str:
        card = self.deal[self.player()] if self.deal else ""
        return f"{card}:{self.moves}" if self.moves else f"{card}"

    def actions(self) -> tuple[str, str]:
        return ("pass", "bet")

    def chance(self) -> Iterator[tuple[Deal, mpq]]:
        return deals(self.cards)

    def child(self, action: Deal | str, /) -> _KuhnState:
        if isinstance(action, str):
            return _KuhnState(self.cards, self.kept, self.deal, self.moves + action[0])
        return _KuhnState(self.cards, self.kept, action)

    def payoffs(self) -> tuple[mpq, mpq]:
        return self._results(self.moves, self.deal is not None and self.deal.one > self.deal.two)

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 that the moves and the cards still allow."""
        ends = [end for end in STAKES if end.startswith(self.moves)]
        higher = (False, True) if self.deal is None else (self.deal.one > self.deal.two,)
        payoffs = [self._results(end, wins)[0] for end in ends for wins in higher]
        return min(payoffs), max(payoffs)

    def _results(self, moves: str, higher: bool) -> tuple[mpq, mpq]:
        """Return the payoffs after all moves, if player 1 has the higher card or not."""
        one, two = STAKES[moves]
        pot = (one + two) * self.kept
        wins = higher if one == two else one > two  # who has put in less has folded
        return (pot - one, mpq(-two)) if wins else (mpq(-one), pot - two)


def kuhn_state(cards: int = 3, rake: object = 0) -> State:
    """Return the first state of :func:`kuhn`, whose tree nobody has to build.

    >>> from lemke import sequence_form
    >>> sequence_form(kuhn_state(20)).A.shape
    (81, 81)
    """
    return _KuhnState(whole("cards", cards, 2), ONE - share("rake", rake))


def kuhn(cards: int = 3, rake: object = 0) -> Game:
    """Return Kuhn poker (Kuhn 1950) with any number of cards, by OpenSpiel's rules.

    Both players ante 1 and get one card. Player 1 passes or bets 1; the other answers a bet by pass (fold) or bet
    (call); if both passed, the higher card wins, and after pass and bet player 1 may still call. The winner gets the
    pot less the rake.

    Parameters
    ----------
    cards : int
        At least 2.
    rake : exact number
        Share of the pot that the winner does not get, from 0 to 1; any but 0 makes the game general-sum.

    >>> kuhn(3)
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    return expand(kuhn_state(cards, rake), f"Kuhn poker, {cards} cards{raked(rake)}")


KUHN = Family(
    "Kuhn poker with any number of cards",
    kuhn,
    kuhn_state,
    {"cards": "Cards, at least 2.", "rake": "Share of the pot that nobody gets."},
    "--cards 5 --rake 1/20",
)
