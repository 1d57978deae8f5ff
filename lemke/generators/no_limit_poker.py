"""Kuhn poker without a limit on bets: very many sequences, all with an answer, and a value that is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import whole
from lemke.generators.family import Family
from lemke.generators.kuhn_poker import Deal, deals

CHECK, FOLD, CALL = "check", "fold", "call"
Action: TypeAlias = str | int
"""One of the words, or for a bet or a raise the chips that the player has put in then."""


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`no_limit_kuhn`.

    Attributes
    ----------
    cards : int
    chips : int
        Of each player, the ante among them.
    """

    cards: int
    chips: int

    @cached_property
    def actions(self) -> tuple[tuple[Action, ...], ...]:
        """The actions by what the other has put in; first, where nothing has been bet."""
        opening = CHECK, *range(2, self.chips + 1)
        return opening, *((FOLD, CALL, *range(bet + 1, self.chips + 1)) for bet in range(1, self.chips + 1))


@dataclass(frozen=True, slots=True, eq=False)
class _NoLimitState:
    """The deal and the bets since.

    Attributes
    ----------
    rules : _Rules
    deal : Deal | None
    bets : str
        All actions, as they stand in an information state.
    stakes : (int, int)
        What the players have put in.
    mover : int
    last : str or int
        The last action; empty before any.
    over : bool
    """

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
        own, other = self.stakes[self.mover], self.stakes[1 - self.mover]
        if action == CALL:
            own = other
        elif isinstance(action, int):
            own = action
        stakes = (own, other) if self.mover == 0 else (other, own)
        over = action in {FOLD, CALL} or self.last == action == CHECK
        return _NoLimitState(self.rules, self.deal, f"{self.bets} {action}", stakes, 1 - self.mover, action, over)

    def _higher(self) -> bool:
        """Return whether player 1 has the higher card."""
        return self.deal is not None and self.deal.one > self.deal.two

    def payoffs(self) -> tuple[int, int]:
        # after a fold the other would be to move
        wins = self.mover == 0 if self.last == FOLD else self._higher()
        won = min(self.stakes) if wins else -min(self.stakes)
        return won, -won

    def bounds(self) -> tuple[int, int]:
        """Return numbers between which player 1's payoff lies: the higher card loses by a fold only, so never all."""
        if self.over:
            return (self.payoffs()[0],) * 2
        most = self.rules.chips
        if self.deal is None:
            return -most, most
        return (1 - most, most) if self._higher() else (-most, most - 1)


def no_limit_kuhn_state(cards: int = 3, stack: int = 3) -> State:
    """Return the first state of :func:`no_limit_kuhn`, whose tree nobody has to build.

    >>> from lemke import sequence_form
    >>> sequence_form(no_limit_kuhn_state(stack=6)).A.shape
    (571, 571)
    """
    return _NoLimitState(_Rules(whole("cards", cards, 2), 1 + whole("stack", stack, 1, 1000)))


def no_limit_kuhn(cards: int = 3, stack: int = 3) -> Game:
    """Return Kuhn poker (Kuhn 1950) in which players may bet what they have.

    Both players ante 1, have a stack besides, and get one card. Player 1 checks or bets any number of chips; so may
    player 2 after a check. A bet is answered by fold, call, or a raise by any number of chips, and so is a raise. The
    actions are named by what the player has put in then. After two checks or a call the higher card wins the pot.

    With a stack of 1 it is Kuhn's game. There are cards · (cards − 1) · (2^(stack + 2) − 3) leaves, but with three
    cards the value is −1/18 whatever the stack. For player 1 may always check, and player 2 answer a check by betting
    one chip with card 3, and with card 1 with probability 1/3. Both always call with card 3 and fold card 1; with card
    2 they call one chip with probability 1/3 and fold to more. Each of these plans is a best reply to the other.

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


NO_LIMIT_KUHN = Family(
    "Kuhn poker with bets of any size",
    no_limit_kuhn,
    no_limit_kuhn_state,
    {"cards": "Cards, at least 2.", "stack": "Chips of each player after the ante."},
    "--stack 5",
)
