"""Kuhn poker: any number of cards, with and without rake, and without a limit on bets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import raked, share, whole_number
from lemke.ground.rational import ONE

STAKES = {"pp": (1, 1), "pbp": (1, 2), "pbb": (2, 2), "bp": (2, 1), "bb": (2, 2)}
"""The chips of both players in the pot at the end of a hand, by the moves: p for pass, b for bet."""
CHECK, FOLD, CALL = "check", "fold", "call"
Action: TypeAlias = str | int
"""One of the words; for a bet or a raise the chips that the player has in the pot after it."""


class Deal(NamedTuple):
    """The cards of both players."""

    card_1: int
    card_2: int

    def __str__(self) -> str:
        return f"{self.card_1}-{self.card_2}"


def deals(cards: int) -> Iterator[tuple[Deal, mpq]]:
    """Return all deals from ``cards`` cards, with their probabilities."""
    numbers = range(1, cards + 1)
    probability = mpq(1, cards * (cards - 1))
    return ((Deal(card_1, card_2), probability) for card_1 in numbers for card_2 in numbers if card_1 != card_2)


@dataclass(slots=True, eq=False)
class _KuhnState:
    """The deal, the moves after it, and the share of the pot that the winner gets."""

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
        return self._results(self.moves, self.deal is not None and self.deal.card_1 > self.deal.card_2)

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 that the moves and the cards still allow."""
        ends = [end for end in STAKES if end.startswith(self.moves)]
        higher = (False, True) if self.deal is None else (self.deal.card_1 > self.deal.card_2,)
        payoffs = [self._results(end, wins)[0] for end in ends for wins in higher]
        return min(payoffs), max(payoffs)

    def _results(self, moves: str, higher: bool) -> tuple[mpq, mpq]:
        """Return the payoffs after all moves; ``higher`` says whether player 1 has the higher card."""
        stake_1, stake_2 = STAKES[moves]
        pot = (stake_1 + stake_2) * self.kept
        wins = higher if stake_1 == stake_2 else stake_1 > stake_2  # a player with less in the pot has folded
        return (pot - stake_1, mpq(-stake_2)) if wins else (mpq(-stake_1), pot - stake_2)


def kuhn_state(cards: int = 3, rake: object = 0) -> State:
    """Return the first state of :func:`kuhn`, which needs no tree.

    >>> from lemke import sequence_form
    >>> sequence_form(kuhn_state(20)).A.shape
    (81, 81)
    """
    return _KuhnState(whole_number("cards", cards, 2), ONE - share("rake", rake))


def kuhn(cards: int = 3, rake: object = 0) -> Game:
    """Return Kuhn poker (Kuhn 1950) with any number of cards, by OpenSpiel's rules.

    Both players ante 1 and get one card. Player 1 passes or bets 1. After a bet player 2 passes (folds) or bets
    (calls); after a pass player 2 passes or bets 1. After pass and bet player 1 passes (folds) or bets (calls). If
    nobody folded, the higher card wins. The winner gets the pot less the rake.

    Parameters
    ----------
    cards : int
        At least 2.
    rake : exact number
        Share of the pot that the winner does not get, from 0 to 1. A rake above 0 makes the game general-sum.

    >>> kuhn(3)
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    return expand(kuhn_state(cards, rake), f"Kuhn poker, {cards} cards{raked(rake)}")


# ---------------------------------------------------------------------- bets of any size


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`no_limit_kuhn`; the chips of each player include the ante."""

    cards: int
    chips: int

    @cached_property
    def actions(self) -> tuple[tuple[Action, ...], ...]:
        """The actions by the chips of the opponent in the pot; entry 0 is for no bet so far."""
        opening = CHECK, *range(2, self.chips + 1)
        return opening, *((FOLD, CALL, *range(bet + 1, self.chips + 1)) for bet in range(1, self.chips + 1))


@dataclass(frozen=True, slots=True, eq=False)
class _NoLimitState:
    """The deal, the text of all actions, the chips of both players in the pot, and the last action."""

    rules: _Rules
    deal: Deal | None = None
    bets: str = ""
    stakes: tuple[int, int] = (1, 1)
    mover: int = 0
    last: Action = ""
    over: bool = False

    def is_terminal(self) -> bool:
        return self.over

    def player(self) -> int:
        return CHANCE if self.deal is None else self.mover

    def information_state(self) -> str:
        card = self.deal[self.mover] if self.deal else ""
        return f"{card}{self.bets}"

    def actions(self) -> tuple[Action, ...]:
        return self.rules.actions[self.last if isinstance(self.last, int) else 0]

    def chance(self) -> Iterator[tuple[Deal, mpq]]:
        return deals(self.rules.cards)

    def child(self, action: Deal | Action, /) -> _NoLimitState:
        if isinstance(action, Deal):
            return _NoLimitState(self.rules, action)
        stake, opponents_stake = self.stakes[self.mover], self.stakes[1 - self.mover]
        if action == CALL:
            stake = opponents_stake
        elif isinstance(action, int):
            stake = action
        stakes = (stake, opponents_stake) if self.mover == 0 else (opponents_stake, stake)
        over = action in {FOLD, CALL} or self.last == action == CHECK
        return _NoLimitState(self.rules, self.deal, f"{self.bets} {action}", stakes, 1 - self.mover, action, over)

    def _higher(self) -> bool:
        """Return whether player 1 has the higher card."""
        return self.deal is not None and self.deal.card_1 > self.deal.card_2

    def payoffs(self) -> tuple[int, int]:
        # the mover changes after every action, so after a fold it is the winner
        wins = self.mover == 0 if self.last == FOLD else self._higher()
        won = min(self.stakes) if wins else -min(self.stakes)
        return won, -won

    def bounds(self) -> tuple[int, int]:
        """Return bounds on player 1's payoff: the higher card loses only by a fold, and so never all chips."""
        if self.over:
            return (self.payoffs()[0],) * 2
        most = self.rules.chips
        if self.deal is None:
            return -most, most
        return (1 - most, most) if self._higher() else (-most, most - 1)


def no_limit_kuhn_state(cards: int = 3, stack: int = 3) -> State:
    """Return the first state of :func:`no_limit_kuhn`, which needs no tree.

    >>> from lemke import sequence_form
    >>> sequence_form(no_limit_kuhn_state(stack=6)).A.shape
    (571, 571)
    """
    return _NoLimitState(_Rules(whole_number("cards", cards, 2), 1 + whole_number("stack", stack, 1, 1000)))


def no_limit_kuhn(cards: int = 3, stack: int = 3) -> Game:
    """Return Kuhn poker (Kuhn 1950) in which players may bet any number of their chips.

    Both players ante 1, have a stack besides, and get one card. Player 1 checks or bets any number of chips; player 2
    has the same choice after a check. The answers to a bet or a raise are fold, call, or a raise by any number of
    chips. A bet or a raise is named by the player's chips in the pot after it. After two checks or a call the higher
    card wins the pot.

    With a stack of 1 it is Kuhn's game. There are cards · (cards − 1) · (2^(stack + 2) − 3) leaves, but with three
    cards the value is −1/18 for every stack. In an equilibrium player 1 always checks. After a check player 2 bets one
    chip with card 3, and with card 1 with probability 1/3. Both always call with card 3 and fold card 1. With card 2
    they call one chip with probability 1/3 and fold to more. Each of these plans is a best reply to the other one.

    Parameters
    ----------
    cards : int
        At least 2.
    stack : int
        Chips of each player after the ante, at least 1.

    >>> no_limit_kuhn()
    <Game 'no-limit Kuhn poker, 3 cards, stack 3': 2 players, 271 nodes>
    """
    title = f"no-limit Kuhn poker, {cards} cards, stack {stack}"
    return expand(no_limit_kuhn_state(cards, stack), title)
