"""Kuhn poker with any number of cards and an optional rake, and Kuhn poker with bets of any size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import amount, raked, whole_number
from lemke.ground.rational import ONE

STAKES = {"pp": (1, 1), "pbp": (1, 2), "pbb": (2, 2), "bp": (2, 1), "bb": (2, 2)}
"""The chips of players 1 and 2 in the pot at the end, by the sequence of moves: p for pass, b for bet."""
CHECK, FOLD, CALL = "check", "fold", "call"
Action: TypeAlias = str | int
"""CHECK, FOLD or CALL; a number is a bet or a raise: the player's chips in the pot after this action."""


def deals(cards: int) -> Iterator[tuple[str, mpq]]:
    """Yield all deals of two different cards from 1, …, ``cards``, such as "1-3", with their probabilities."""
    numbers = range(1, cards + 1)
    probability = mpq(1, cards * (cards - 1))
    return ((f"{card_1}-{card_2}", probability) for card_1 in numbers for card_2 in numbers if card_1 != card_2)


def dealt(deal: str) -> tuple[int, int]:
    """Return the cards of both players."""
    card_1, card_2 = map(int, deal.split("-"))
    return card_1, card_2


@dataclass(slots=True, eq=False)
class _KuhnState:
    """A state of Kuhn poker; before the deal chance is to move."""

    cards: int
    winners_share: mpq  # share of the pot that the winner gets, 1 minus the rake
    deal: tuple[int, int] | None = None  # the cards of both players
    moves: str = ""  # the moves after the deal: p for pass, b for bet

    def is_terminal(self) -> bool:
        return self.moves in STAKES

    def player(self) -> int:
        return CHANCE if self.deal is None else len(self.moves) % 2

    def information_state(self) -> str:
        card = self.deal[self.player()] if self.deal else ""
        return f"{card}:{self.moves}" if self.moves else f"{card}"

    def actions(self) -> tuple[str, str]:
        return ("pass", "bet")

    def chance(self) -> Iterator[tuple[str, mpq]]:
        return deals(self.cards)

    def child(self, action: str, /) -> _KuhnState:
        if self.deal is None:
            return _KuhnState(self.cards, self.winners_share, dealt(action))
        return _KuhnState(self.cards, self.winners_share, self.deal, self.moves + action[0])

    def payoffs(self) -> tuple[mpq, mpq]:
        return self._payoffs_after(self.moves, self.deal is not None and self.deal[0] > self.deal[1])

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 that the moves and the cards still allow."""
        complete_moves = [moves for moves in STAKES if moves.startswith(self.moves)]
        possible_orders = (False, True) if self.deal is None else (self.deal[0] > self.deal[1],)
        payoffs = [self._payoffs_after(moves, higher)[0] for moves in complete_moves for higher in possible_orders]
        return min(payoffs), max(payoffs)

    def _payoffs_after(self, moves: str, higher: bool) -> tuple[mpq, mpq]:
        """Return the payoffs after all moves; ``higher`` says whether player 1 has the higher card."""
        stake_1, stake_2 = STAKES[moves]
        prize = (stake_1 + stake_2) * self.winners_share
        player_1_wins = higher if stake_1 == stake_2 else stake_1 > stake_2  # a player with the lower stake has folded
        return (prize - stake_1, mpq(-stake_2)) if player_1_wins else (mpq(-stake_1), prize - stake_2)


def kuhn_state(cards: int = 3, rake: object = 0) -> State:
    """Return the first state of :func:`kuhn`, from which the game can be solved without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(kuhn_state(20)).A.shape
    (81, 81)
    """
    return _KuhnState(whole_number("cards", cards, 2), ONE - amount("rake", rake, 1))


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


# ---------------------------------------------------------------------- bets of any size


@dataclass(frozen=True, slots=True, eq=False)
class _NoLimitState:
    """A state of no-limit Kuhn poker; before the deal chance is to move."""

    cards: int
    actions_after: tuple[tuple[Action, ...], ...]  # by the bet, the opponent's chips in the pot; entry 0: without a bet
    deal: tuple[int, int] | None = None  # the cards of both players
    bets: str = ""  # the text of all actions, each after a blank
    stakes: tuple[int, int] = (1, 1)  # the chips of both players in the pot
    mover: int = 0  # the player to move after the deal
    last: Action = ""  # the last action, empty if there is none
    over: bool = False  # whether the game is over

    def is_terminal(self) -> bool:
        return self.over

    def player(self) -> int:
        return CHANCE if self.deal is None else self.mover

    def information_state(self) -> str:
        card = self.deal[self.mover] if self.deal else ""
        return f"{card}{self.bets}"

    def actions(self) -> tuple[Action, ...]:
        return self.actions_after[self.last if isinstance(self.last, int) else 0]

    def chance(self) -> Iterator[tuple[str, mpq]]:
        return deals(self.cards)

    def child(self, action: Action, /) -> _NoLimitState:
        if self.deal is None:
            return _NoLimitState(self.cards, self.actions_after, dealt(str(action)))
        stake, opponents_stake = self.stakes[self.mover], self.stakes[1 - self.mover]
        if action == CALL:
            stake = opponents_stake
        elif isinstance(action, int):
            stake = action
        stakes = (stake, opponents_stake) if self.mover == 0 else (opponents_stake, stake)
        over = action in {FOLD, CALL} or self.last == action == CHECK
        bets = f"{self.bets} {action}"
        return _NoLimitState(self.cards, self.actions_after, self.deal, bets, stakes, 1 - self.mover, action, over)

    def _higher(self) -> bool:
        """Return whether player 1 has the higher card."""
        return self.deal is not None and self.deal[0] > self.deal[1]

    def payoffs(self) -> tuple[int, int]:
        # the mover changes after every action, so after a fold the mover is the winner
        player_1_wins = self.mover == 0 if self.last == FOLD else self._higher()
        payoff = min(self.stakes) if player_1_wins else -min(self.stakes)
        return payoff, -payoff

    def bounds(self) -> tuple[int, int]:
        """Return bounds on player 1's payoff; the higher card can only lose by folding, so it never loses all chips."""
        if self.over:
            return (self.payoffs()[0],) * 2
        chips = len(self.actions_after) - 1  # of each player, including the ante
        if self.deal is None:
            return -chips, chips
        return (1 - chips, chips) if self._higher() else (-chips, chips - 1)


def no_limit_kuhn_state(cards: int = 3, stack: int = 3) -> State:
    """Return the first state of :func:`no_limit_kuhn`, from which the game can be solved without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(no_limit_kuhn_state(stack=6)).A.shape
    (571, 571)
    """
    whole_number("cards", cards, 2)
    chips = 1 + whole_number("stack", stack, 1, 1000)  # of each player, including the ante
    after_bets = ((FOLD, CALL, *range(bet + 1, chips + 1)) for bet in range(1, chips + 1))
    return _NoLimitState(cards, ((CHECK, *range(2, chips + 1)), *after_bets))


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
