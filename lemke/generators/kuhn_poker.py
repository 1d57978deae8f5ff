"""Kuhn poker with any number of cards and an optional rake, and Kuhn poker with bets of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import amount, raked, whole_number
from lemke.ground.rational import ONE, ZERO

STAKES = {":pp": (1, 1), ":pbp": (1, 2), ":pbb": (2, 2), ":bp": (2, 1), ":bb": (2, 2)}
"""The chips of players 1 and 2 in the pot at the end, by the moves of Kuhn poker: p for pass, b for bet."""
CHECK, FOLD, CALL = "check", "fold", "call"
Action: TypeAlias = str | int
"""The name of an action; a number is a bet or a raise: the player's chips in the pot after this action."""


@dataclass(frozen=True, slots=True, eq=False)
class _Betting:
    """The betting so far, which both players see; cards do not affect it."""

    text: str
    stakes: tuple[int, int]  # the chips of both players in the pot
    mover: int  # the player to move
    actions: tuple[Action, ...]  # none if the game is over; then a player with the lower stake has folded


KUHN_START = _Betting("", (1, 1), 0, ("pass", "bet"))


@cache  # one object for all deals: with 60 cards the tree takes a third less time
def _after_move(betting: _Betting, move: str) -> _Betting:
    """Return the betting of Kuhn poker after ``pass`` or ``bet``; stakes count only at the end."""
    moves = f"{betting.text or ':'}{move[0]}"
    return _Betting(moves, STAKES.get(moves, (1, 1)), 1 - betting.mover, () if moves in STAKES else betting.actions)


def _after_action(chips: int, betting: _Betting, action: Action) -> _Betting:
    """Return the betting with bets of any size after an action; ``chips`` has each player, including the ante."""
    mover, stakes = betting.mover, list(betting.stakes)
    if action == CALL:
        stakes[mover] = stakes[1 - mover]
    elif isinstance(action, int):
        stakes[mover] = action
    actions: tuple[Action, ...] = ()
    if isinstance(action, int):
        actions = FOLD, CALL, *range(action + 1, chips + 1)
    elif action == CHECK and mover == 0:
        actions = betting.actions
    return _Betting(f"{betting.text} {action}", (stakes[0], stakes[1]), 1 - mover, actions)


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """A state of Kuhn poker; before the deal chance is to move."""

    cards: int
    winners_share: mpq  # share of the pot that the winner gets, 1 minus the rake
    chips: int  # of each player, including the ante
    after: Callable[[_Betting, Any], _Betting]
    betting: _Betting
    deal: tuple[int, int] | None = None  # the cards of both players

    def is_terminal(self) -> bool:
        return not self.betting.actions

    def player(self) -> int:
        return CHANCE if self.deal is None else self.betting.mover

    def information_state(self) -> str:
        card = self.deal[self.betting.mover] if self.deal else ""
        return f"{card}{self.betting.text}"

    def actions(self) -> tuple[Action, ...]:
        return self.betting.actions

    def chance(self) -> Iterator[tuple[str, mpq]]:
        numbers = range(1, self.cards + 1)
        probability = mpq(1, self.cards * (self.cards - 1))
        return ((f"{card_1}-{card_2}", probability) for card_1 in numbers for card_2 in numbers if card_1 != card_2)

    def child(self, action: Action, /) -> _State:
        if self.deal is None:
            card_1, card_2 = map(int, str(action).split("-"))
            return replace(self, deal=(card_1, card_2))
        betting = self.after(self.betting, action)
        return _State(self.cards, self.winners_share, self.chips, self.after, betting, self.deal)

    def payoffs(self) -> tuple[mpq, mpq]:
        stake_1, stake_2 = self.betting.stakes
        prize = (stake_1 + stake_2) * self.winners_share
        player_1_wins = stake_1 > stake_2 or (stake_1 == stake_2 and self._has_higher_card())
        return (prize - stake_1, mpq(-stake_2)) if player_1_wins else (mpq(-stake_1), prize - stake_2)

    def _has_higher_card(self) -> bool:
        """Return whether player 1 has the higher card."""
        return self.deal is not None and self.deal[0] > self.deal[1]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return bounds on player 1's payoff.

        The higher card can only lose by folding, so it loses less than all chips, unless the rake takes them. The
        loser's stake l is at most the winner's, so the winner gets at most 2 l · ``winners_share`` − l, or 0 if this is
        negative.
        """
        if self.is_terminal():
            return (self.payoffs()[0],) * 2
        won_1 = self.chips if self.deal is None or self._has_higher_card() else self.chips - 1  # from player 2, at most
        lost_1 = self.chips - 1 if self._has_higher_card() and self.winners_share == 1 else self.chips
        return mpq(-lost_1), max(ZERO, won_1 * (2 * self.winners_share - 1))


def kuhn_state(cards: int = 3, rake: object = 0) -> State:
    """Return the first state of :func:`kuhn`, from which the double oracle solves the game without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(kuhn_state(20)).A.shape
    (81, 81)
    """
    return _State(whole_number("cards", cards, 2), ONE - amount("rake", rake, 1), 2, _after_move, KUHN_START)


def kuhn(cards: int = 3, rake: object = 0) -> Game:
    """Return Kuhn poker (Kuhn 1950) with any number of cards and OpenSpiel's rules.

    Both players ante 1 and get one card. Player 1 passes or bets 1. After a bet player 2 passes (folds) or bets
    (calls); after a pass player 2 passes or bets 1. After a pass and a bet player 1 passes (folds) or bets (calls). If
    nobody folded, the higher card wins. The winner gets the pot less the rake.

    Parameters
    ----------
    cards : int
        Number of cards, at least 2.
    rake : exact number
        Share of the pot that the winner does not get, from 0 to 1. A rake above 0 makes the game general-sum.

    >>> kuhn(3)
    <Game 'Kuhn poker, 3 cards': 2 players, 55 nodes>
    """
    return expand(kuhn_state(cards, rake), f"Kuhn poker, {cards} cards{raked(rake)}")


def no_limit_kuhn_state(cards: int = 3, stack: int = 3) -> State:
    """Return the first state of :func:`no_limit_kuhn`, from which the double oracle solves the game without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(no_limit_kuhn_state(stack=6)).A.shape
    (571, 571)
    """
    whole_number("cards", cards, 2)
    chips = 1 + whole_number("stack", stack, 1, 1000)  # of each player, including the ante
    start = _Betting("", (1, 1), 0, (CHECK, *range(2, chips + 1)))
    return _State(cards, ONE, chips, partial(_after_action, chips), start)


def no_limit_kuhn(cards: int = 3, stack: int = 3) -> Game:
    """Return Kuhn poker (Kuhn 1950) in which players may bet any number of their chips.

    Both players put an ante of 1 in the pot, have a stack of further chips, and get one card. Player 1 checks or bets
    any number of chips; after a check player 2 has the same choice. A player may answer a bet or a raise by a fold, a
    call, or a raise by any number of chips. The name of a bet or a raise is the number of the player's chips in the pot
    after it. After two checks or a call the higher card wins the pot.

    With a stack of 1 this is Kuhn's game. There are cards · (cards − 1) · (2^(stack + 2) − 3) leaves. With three cards
    the value is −1/18 for every stack, by this equilibrium: Player 1 always checks. After a check player 2 bets one
    chip with card 3, and with card 1 with probability 1/3. Both players always call with card 3 and fold card 1. With
    card 2 they call a bet of one chip with probability 1/3 and fold after any larger bet.

    Parameters
    ----------
    cards : int
        Number of cards, at least 2.
    stack : int
        Chips of each player after the ante, at least 1.

    >>> no_limit_kuhn()
    <Game 'no-limit Kuhn poker, 3 cards, stack 3': 2 players, 271 nodes>
    """
    root = no_limit_kuhn_state(cards, stack)
    return expand(root, f"no-limit Kuhn poker, {cards} cards, stack {stack}")
