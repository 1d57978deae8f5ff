"""Goofspiel, a card game of simultaneous bids."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import one_of, whole_number

Prizes: TypeAlias = Literal["random", "descending", "ascending"]
Returns: TypeAlias = Literal["win-loss", "difference", "points"]
Seen: TypeAlias = Literal["bids", "winner"]
Rules: TypeAlias = tuple[Prizes, Returns, Seen]
"""The parameters of :func:`goofspiel`, except the number of cards."""


@dataclass(frozen=True, slots=True, eq=False)
class _GoofspielState:
    """A state before chance draws a prize (``prize`` is 0), before player 1 bids, between both bids, or at the end."""

    rules: Rules
    remaining_prizes: tuple[int, ...]  # the prizes not yet shown
    prize: int  # the prize of this round; 0 if chance has yet to draw it
    hands: tuple[tuple[int, ...], tuple[int, ...]]  # the cards of both players
    bid: int = 0  # the bid of player 1 in this round, which player 2 does not see; 0 if player 1 has not bid
    points: tuple[int, int] = (0, 0)
    views: tuple[str, str] = ("", "")  # what each player has seen and done in the previous rounds

    def is_terminal(self) -> bool:
        return not self.hands[1]

    def player(self) -> int:
        if not self.prize:
            return CHANCE
        return 1 if self.bid else 0

    def information_state(self) -> str:
        return f"{self.views[1 if self.bid else 0]}{self.prize}:"

    def actions(self) -> tuple[int, ...]:
        return self.hands[1 if self.bid else 0]

    def chance(self) -> list[tuple[int, mpq]]:
        return [(prize, mpq(1, len(self.remaining_prizes))) for prize in self.remaining_prizes]

    def child(self, action: int, /) -> _GoofspielState:
        if not self.prize:
            return replace(self, remaining_prizes=_without(self.remaining_prizes, action), prize=action)
        if not self.bid:
            return replace(self, hands=(_without(self.hands[0], action), self.hands[1]), bid=action)
        prize, bid_1, bid_2, (_, _, seen) = self.prize, self.bid, action, self.rules
        hands = self.hands[0], _without(self.hands[1], bid_2)
        points = _points_after(self.points, prize, bid_1, bid_2)
        if len(self.remaining_prizes) == 1:  # both players bid their last cards, so nobody chooses
            points = _points_after(points, self.remaining_prizes[0], hands[0][0], hands[1][0])
            return _GoofspielState(self.rules, (), 0, ((), ()), 0, points)
        seen_1 = seen_2 = f"{bid_1}-{bid_2}"
        if seen == "winner":
            result_1, result_2 = ("+", "-") if bid_1 > bid_2 else ("-", "+") if bid_2 > bid_1 else ("=", "=")
            seen_1, seen_2 = f"{bid_1}{result_1}", f"{bid_2}{result_2}"
        views = f"{self.views[0]}{prize}:{seen_1} ", f"{self.views[1]}{prize}:{seen_2} "
        return _before_round(self.rules, self.remaining_prizes, hands, points, views)

    def payoffs(self) -> tuple[int, int]:
        points_1, points_2 = self.points
        return self._payoff(points_1, points_2), self._payoff(points_2, points_1)

    def bounds(self) -> tuple[int, int]:
        """Return player 1's payoff if player 2 gets all prizes that are still open, and if player 1 gets them."""
        points_1, points_2 = self.points
        open_points = self.prize + sum(self.remaining_prizes)
        return self._payoff(points_1, points_2 + open_points), self._payoff(points_1 + open_points, points_2)

    def _payoff(self, points: int, opponents_points: int) -> int:
        _, returns, _ = self.rules
        if returns == "points":
            return points
        difference = points - opponents_points
        return difference if returns == "difference" else (difference > 0) - (difference < 0)  # the sign: 1, 0 or -1


def _before_round(
    rules: Rules,
    remaining_prizes: tuple[int, ...],
    hands: tuple[tuple[int, ...], tuple[int, ...]],
    points: tuple[int, int] = (0, 0),
    views: tuple[str, str] = ("", ""),
) -> _GoofspielState:
    """Return the state at the start of a round: the prize is shown, or chance will draw it."""
    prize = max(remaining_prizes) if rules[0] == "descending" else min(remaining_prizes)
    if rules[0] == "random" and len(remaining_prizes) > 1:
        prize = 0
    later_prizes = _without(remaining_prizes, prize)  # all of them if chance will draw the prize: 0 is no prize
    return _GoofspielState(rules, later_prizes, prize, hands, 0, points, views)


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(k for k in numbers if k != number)


def _points_after(points: tuple[int, int], prize: int, bid_1: int, bid_2: int) -> tuple[int, int]:
    """Return the points of both players after two bids for a prize; on a tie nobody gets the prize."""
    return points[0] + prize * (bid_1 > bid_2), points[1] + prize * (bid_2 > bid_1)  # True is 1, False is 0


def goofspiel_state(
    cards: int = 4, prizes: Prizes = "random", returns: Returns = "win-loss", seen: Seen = "bids"
) -> State:
    """Return the first state of :func:`goofspiel`, from which the double oracle solves the game without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(goofspiel_state(4, "descending")).A.shape
    (341, 341)
    """
    one_of("prizes", prizes, get_args(Prizes))
    one_of("returns", returns, get_args(Returns))
    one_of("seen", seen, get_args(Seen))
    deck = tuple(range(1, whole_number("cards", cards, 2, 100) + 1))
    return _before_round((prizes, returns, seen), deck, (deck, deck))


def goofspiel(cards: int = 4, prizes: Prizes = "random", returns: Returns = "win-loss", seen: Seen = "bids") -> Game:
    """Return goofspiel (the game of pure strategy, Ross 1971) by OpenSpiel's rules for two players.

    Both players have the cards 1, …, n, and the prizes 1, …, n are shown one by one. For each prize both players bid a
    card at the same time; a card can be bid only once. The player with the higher bid gets the prize; on a tie nobody
    does. The last cards are bid automatically. Players have perfect recall. In the tree player 1 bids first, and player
    2 does not see this bid.

    Parameters
    ----------
    cards : int
        Number n of cards of each player, at least 2.
    prizes : "random", "descending" or "ascending"
        The order in which prizes are shown.
    returns : "win-loss", "difference" or "points"
        A player's payoff: with "win-loss", 1, −1 or 0 for more, fewer or equal points; with "difference", the player's
        points minus the opponent's (twice OpenSpiel's ``point_difference``); with "points", the player's points, which
        makes the game general-sum.
    seen : "bids" or "winner"
        What players see after each round: both bids, or only who got the prize (``imp_info`` in OpenSpiel).

    >>> goofspiel(3, "descending")
    <Game 'goofspiel, 3 cards, prizes descending, win-loss': 2 players, 67 nodes>
    """
    state = goofspiel_state(cards, prizes, returns, seen)
    hidden = ", only the winner seen" if seen == "winner" else ""
    return expand(state, f"goofspiel, {cards} cards, prizes {prizes}, {returns}{hidden}")
