"""Dice games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import MOST, whole
from lemke.ground.rational import ONE

LIAR = "liar"


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`liars_dice`, spelled out. Bids go from lowest to highest: by quantity, then by face."""

    faces: int
    hands: dict[str, mpq]  # what a player may have rolled, dice in order, with the probability
    matches: dict[str, tuple[int, ...]]  # how many dice of a hand count for a bid on each face
    number: dict[str, int]  # the position of each bid
    actions: tuple[tuple[str, ...], ...]  # after each bid; last, before any


def _rules(dice: int, faces: int) -> _Rules:
    hands, matches = {}, {}
    wild = faces - 1
    for roll in combinations_with_replacement(range(faces), dice):
        name = "-".join(str(face + 1) for face in roll)
        orders = factorial(dice) // prod(map(factorial, Counter(roll).values()))
        hands[name] = mpq(orders, faces**dice)
        matches[name] = tuple(sum(die in {face, wild} for die in roll) for face in range(faces))
    bids = tuple(f"{quantity + 1}x{face + 1}" for quantity in range(2 * dice) for face in range(faces))
    actions = (*((*bids[last + 1 :], LIAR) for last in range(len(bids))), bids)
    return _Rules(faces, hands, matches, {bid: last for last, bid in enumerate(bids)}, actions)


@dataclass(slots=True, eq=False)
class _LiarsDiceState:
    """The hands rolled so far, the bids with the number of the last, and whether that was called a lie."""

    rules: _Rules
    hands: tuple[str, ...]
    bids: str = ""
    last: int = -1
    mover: int = 0
    called: bool = False

    def is_terminal(self) -> bool:
        return self.called

    def player(self) -> int:
        return self.mover if len(self.hands) == 2 else CHANCE

    def information_state(self) -> str:
        return self.hands[self.mover] + self.bids

    def actions(self) -> tuple[str, ...]:
        return self.rules.actions[self.last]

    def chance(self) -> list[tuple[str, mpq]]:
        return list(self.rules.hands.items())

    def child(self, action: str, /) -> _LiarsDiceState:
        rules, hands, mover = self.rules, self.hands, 1 - self.mover
        if len(hands) < 2:
            return _LiarsDiceState(rules, (*hands, action))
        if action == LIAR:
            return _LiarsDiceState(rules, hands, self.bids, self.last, mover, True)
        return _LiarsDiceState(rules, hands, f"{self.bids} {action}", rules.number[action], mover)

    def payoffs(self) -> tuple[mpq, mpq]:
        quantity, face = divmod(self.last, self.rules.faces)  # less one
        holds = sum(self.rules.matches[hand][face] for hand in self.hands) > quantity
        # after bid and call the bidder would be to move again
        return (ONE, -ONE) if holds == (self.mover == 0) else (-ONE, ONE)

    def bounds(self) -> tuple[mpq, mpq]:
        """Return player 1's payoff once a bid is called a lie, before that −1 and 1."""
        return (self.payoffs()[0],) * 2 if self.called else (-ONE, ONE)


def liars_dice_state(dice: int = 1, faces: int = 6) -> State:
    """Return the first state of :func:`liars_dice`, whose tree nobody has to build.

    >>> from lemke import sequence_form
    >>> sequence_form(liars_dice_state(faces=4)).A.shape
    (1021, 1021)
    """
    whole("dice", dice, 1, 100)
    whole("faces", faces, 1, 100)
    if (hands := comb(faces + dice - 1, dice)) > MOST:
        raise InputError(f"{dice} dice of {faces} faces, {hands} rolls, expected at most {MOST} rolls")
    return _LiarsDiceState(_rules(dice, faces), ())


def liars_dice(dice: int = 1, faces: int = 6) -> Game:
    """Return liar's dice by OpenSpiel's rules.

    Both players roll and see only their own dice. In turn, player 1 first, they bid on how many of all dice show a
    face, each bid higher than the last: a greater quantity, or the same of a higher face; or they call the last bid a
    lie. The highest face counts as every face. The bidder wins if the bid holds, else the other: 1 and −1.

    Parameters
    ----------
    dice : int
        Of each player, at least 1.
    faces : int
        Of a die, at least 1.

    >>> liars_dice(faces=3)
    <Game "liar's dice, 1 x 1 dice, 3 faces": 2 players, 1147 nodes>
    """
    return expand(liars_dice_state(dice, faces), f"liar's dice, {dice} x {dice} dice, {faces} faces")
