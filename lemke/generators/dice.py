"""Liar's dice."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Literal, TypeAlias, get_args

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import MOST, one_of, whole_number
from lemke.ground.rational import ONE

LIAR = "liar"

Wild: TypeAlias = Literal["highest", "ones", "none"]


@dataclass(frozen=True)
class _Rules:
    """The hands, bids and actions of a game. Bids are numbered from lowest to highest: by quantity, then by face."""

    hands: tuple[dict[str, mpq], dict[str, mpq]]  # for each player, sorted rolls such as "1-4" and probabilities
    wild: frozenset[int]  # the faces that count as every face
    bids: tuple[tuple[int, int], ...]  # by number of the bid: the quantity and the face
    number: dict[str, int]  # the number of every bid, by name
    actions: tuple[tuple[str, ...], ...]  # by number of the last bid; the last entry, index -1, is for no bid so far


def _rules(dice: tuple[int, int], faces: int, wild: str) -> _Rules:
    """Return the rules for the numbers of dice of both players."""
    wild_faces = {"highest": {faces}, "ones": {1}, "none": set[int]()}[wild]
    lowest_face = 2 if wild == "ones" else 1  # there are no bids on wild ones
    bids = tuple(product(range(1, sum(dice) + 1), range(lowest_face, faces + 1)))
    names = tuple(f"{quantity}x{face}" for quantity, face in bids)
    numbers = {name: number for number, name in enumerate(names)}
    actions = (*((*names[number + 1 :], LIAR) for number in range(len(names))), names)
    return _Rules((_hands(dice[0], faces), _hands(dice[1], faces)), frozenset(wild_faces), bids, numbers, actions)


def _hands(dice: int, faces: int) -> dict[str, mpq]:
    """Return the sorted rolls of ``dice`` dice with their probabilities."""
    hands = {}
    for roll in combinations_with_replacement(range(1, faces + 1), dice):
        orders = factorial(dice) // prod(map(factorial, Counter(roll).values()))  # orders of the dice with this roll
        hands["-".join(map(str, roll))] = mpq(orders, faces**dice)
    return hands


@dataclass(slots=True, eq=False)
class _LiarsDiceState:
    """A state in which chance rolls a hand, a player moves, or the last bid was called a lie."""

    rules: _Rules
    hands: tuple[str, ...]  # the hands rolled so far
    bids: str = ""  # the names of all bids, each after a blank
    last: int = -1  # the number of the last bid; -1 if there is no bid
    mover: int = 0  # the player to move after the rolls
    called: bool = False  # whether the last bid was called a lie

    def is_terminal(self) -> bool:
        return self.called

    def player(self) -> int:
        return self.mover if len(self.hands) == 2 else CHANCE

    def information_state(self) -> str:
        return self.hands[self.mover] + self.bids

    def actions(self) -> tuple[str, ...]:
        return self.rules.actions[self.last]

    def chance(self) -> list[tuple[str, mpq]]:
        return list(self.rules.hands[len(self.hands)].items())

    def child(self, action: str, /) -> _LiarsDiceState:
        rules, hands, mover = self.rules, self.hands, 1 - self.mover
        if len(hands) < 2:
            return _LiarsDiceState(rules, (*hands, action))
        if action == LIAR:
            return _LiarsDiceState(rules, hands, self.bids, self.last, mover, True)
        return _LiarsDiceState(rules, hands, f"{self.bids} {action}", rules.number[action], mover)

    def payoffs(self) -> tuple[mpq, mpq]:
        quantity, face = self.rules.bids[self.last]
        dice = [int(die) for hand in self.hands for die in hand.split("-")]
        bid_is_true = sum(die == face or die in self.rules.wild for die in dice) >= quantity
        bidder = self.mover  # the mover changes after every action, so after the bid and the call it is the bidder
        # player 1 wins with a true bid of player 1, or a false bid of player 2
        return (ONE, -ONE) if bid_is_true == (bidder == 0) else (-ONE, ONE)

    def bounds(self) -> tuple[mpq, mpq]:
        """Return bounds on player 1's payoff: −1 and 1; after a call both bounds are the payoff itself."""
        return (self.payoffs()[0],) * 2 if self.called else (-ONE, ONE)


def liars_dice_state(dice: int = 1, faces: int = 6, dice_2: int | None = None, wild: Wild = "highest") -> State:
    """Return the first state of :func:`liars_dice`, from which the double oracle solves the game without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(liars_dice_state(faces=4)).A.shape
    (1021, 1021)
    """
    numbers = _dice(dice, dice_2)
    one_of("wild", wild, get_args(Wild))
    whole_number("faces", faces, 2 if wild == "ones" else 1, 100)
    for number in numbers:
        if (hands := comb(faces + number - 1, number)) > MOST:
            raise InputError(f"{number} dice of {faces} faces have {hands} rolls, expected at most {MOST} rolls")
    return _LiarsDiceState(_rules(numbers, faces, wild), ())


def liars_dice(dice: int = 1, faces: int = 6, dice_2: int | None = None, wild: Wild = "highest") -> Game:
    """Return liar's dice, by default with OpenSpiel's rules.

    Both players roll and see only their own dice. In turn, player 1 first, they make a bid or call the last bid a lie.
    A bid names a quantity and a face: it says that at least this number of all dice show this face. Every bid must be
    higher than the last bid: a greater quantity, or the same quantity of a higher face. Wild dice count as every face.
    If the called bid is true, the bidder wins, otherwise the opponent. The winner's payoff is 1, the loser's −1.

    Parameters
    ----------
    dice : int
        Number of dice of player 1, and of player 2 without ``dice_2``; at least 1.
    faces : int
        Number of faces of a die, at least 1; at least 2 if ones are wild.
    dice_2 : int, optional
        Number of dice of player 2, if different from player 1's.
    wild : ``"highest"``, ``"ones"`` or ``"none"``
        The wild dice: those with the highest face, those with a one ("joker"), or none. If ones are wild, there are no
        bids on ones. T. D. Ahle tabulates values of the games with ``"ones"`` and ``"none"``
        (https://github.com/thomasahle/snyd).

    >>> liars_dice(faces=3)
    <Game "liar's dice, 1 x 1 dice, 3 faces": 2 players, 1147 nodes>
    >>> liars_dice(dice=2, dice_2=1, faces=2, wild="none")
    <Game "liar's dice, 2 x 1 dice, 2 faces, none wild": 2 players, 766 nodes>
    """
    dice_1, dice_2 = _dice(dice, dice_2)
    root = liars_dice_state(dice, faces, dice_2, wild)
    title = f"liar's dice, {dice_1} x {dice_2} dice, {faces} faces"
    return expand(root, title if wild == "highest" else f"{title}, {wild} wild")


def _dice(dice: int, dice_2: int | None) -> tuple[int, int]:
    """Return the numbers of dice of both players."""
    dice_1 = whole_number("dice", dice, 1, 100)
    return dice_1, dice_1 if dice_2 is None else whole_number("dice_2", dice_2, 1, 100)
