"""Games of simultaneous bids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from gmpy2 import mpq

from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import one_of, whole_number

Prizes: TypeAlias = Literal["random", "descending", "ascending"]
Returns: TypeAlias = Literal["win-loss", "difference", "points"]
Seen: TypeAlias = Literal["bids", "winner"]


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`goofspiel`."""

    prizes: str
    returns: str
    seen: str

    def next_prize(self, left: tuple[int, ...]) -> int:
        """Return the next prize, or 0 if chance draws it."""
        if self.prizes == "random" and len(left) > 1:
            return 0
        return max(left) if self.prizes == "descending" else min(left)

    def views(self, prize: int, bid_1: int, bid_2: int) -> tuple[str, str]:
        """Return the texts of a round in the information states of both players."""
        if self.seen == "bids":
            return (f"{prize}:{bid_1}-{bid_2} ",) * 2
        first, second = ("+", "-") if bid_1 > bid_2 else ("-", "+") if bid_2 > bid_1 else ("=", "=")
        return f"{prize}:{bid_1}{first} ", f"{prize}:{bid_2}{second} "


@dataclass(frozen=True, slots=True, eq=False)
class _GoofspielState:
    """The state before a prize is drawn (``prize`` is 0), before player 1 bids, or between the bids."""

    rules: _Rules
    left: tuple[int, ...]  # the prizes not yet shown
    prize: int  # the prize of this round
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    bid: int = 0  # the bid of player 1, which player 2 does not see; 0 before it
    points: tuple[int, int] = (0, 0)
    views: tuple[str, str] = ("", "")  # what each player has seen and done in the rounds before

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
        return [(prize, mpq(1, len(self.left))) for prize in self.left]

    def child(self, action: int, /) -> _GoofspielState:
        if not self.prize:
            left = _without(self.left, action)
            return _GoofspielState(self.rules, left, action, self.hands, 0, self.points, self.views)
        if not self.bid:
            hands = _without(self.hands[0], action), self.hands[1]
            return _GoofspielState(self.rules, self.left, self.prize, hands, action, self.points, self.views)
        return self._round_over(action)

    def _round_over(self, bid: int) -> _GoofspielState:
        hands = self.hands[0], _without(self.hands[1], bid)
        points = _awarded(self.points, self.prize, self.bid, bid)
        if len(self.left) == 1:  # both players bid their last cards, so nobody chooses
            points = _awarded(points, self.left[0], hands[0][0], hands[1][0])
            return _GoofspielState(self.rules, (), 0, ((), ()), 0, points)
        seen = self.rules.views(self.prize, self.bid, bid)
        views = self.views[0] + seen[0], self.views[1] + seen[1]
        return _before_round(self.rules, self.left, hands, points, views)

    def payoffs(self) -> tuple[int, int]:
        points_1, points_2 = self.points
        return self._payoff(points_1, points_2), self._payoff(points_2, points_1)

    def bounds(self) -> tuple[int, int]:
        """Return player 1's payoffs if player 2, or player 1, gets all remaining prizes."""
        points_1, points_2 = self.points
        left = self.prize + sum(self.left)
        return self._payoff(points_1, points_2 + left), self._payoff(points_1 + left, points_2)

    def _payoff(self, points: int, opponents_points: int) -> int:
        if self.rules.returns == "points":
            return points
        difference = points - opponents_points
        return difference if self.rules.returns == "difference" else (difference > 0) - (difference < 0)


def _before_round(
    rules: _Rules,
    left: tuple[int, ...],
    hands: tuple[tuple[int, ...], tuple[int, ...]],
    points: tuple[int, int] = (0, 0),
    views: tuple[str, str] = ("", ""),
) -> _GoofspielState:
    """Return the state in which the next prize is known, or chance draws it."""
    prize = rules.next_prize(left)
    return _GoofspielState(rules, _without(left, prize), prize, hands, 0, points, views)


def _without(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple(k for k in numbers if k != number)


def _awarded(points: tuple[int, int], prize: int, bid_1: int, bid_2: int) -> tuple[int, int]:
    """Return the points after a round; on a tie nobody gets the prize."""
    return points[0] + prize * (bid_1 > bid_2), points[1] + prize * (bid_2 > bid_1)


def goofspiel_state(
    cards: int = 4, prizes: Prizes = "random", returns: Returns = "win-loss", seen: Seen = "bids"
) -> State:
    """Return the first state of :func:`goofspiel`, which needs no tree.

    >>> from lemke import sequence_form
    >>> sequence_form(goofspiel_state(4, "descending")).A.shape
    (341, 341)
    """
    rules = _Rules(
        one_of("prizes", prizes, get_args(Prizes)),
        one_of("returns", returns, get_args(Returns)),
        one_of("seen", seen, get_args(Seen)),
    )
    deck = tuple(range(1, whole_number("cards", cards, 2, 100) + 1))
    return _before_round(rules, deck, (deck, deck))


def goofspiel(cards: int = 4, prizes: Prizes = "random", returns: Returns = "win-loss", seen: Seen = "bids") -> Game:
    """Return goofspiel (the game of pure strategy, Ross 1971) by OpenSpiel's rules for two players.

    Both players hold the cards 1, …, n, and the prizes 1, …, n are shown one by one. For each prize both players bid a
    card at the same time. The higher bid gets the prize; on a tie nobody does. The cards of the bids are gone. In the
    tree player 1 bids first and player 2 does not see it. The last cards are bid automatically. Players recall all that
    they have seen and done.

    Parameters
    ----------
    cards : int
        At least 2.
    prizes : "random", "descending" or "ascending"
        The order in which prizes are shown.
    returns : "win-loss", "difference" or "points"
        1, −1 or 0 for more, fewer or equal points; or the player's points minus the opponent's (twice OpenSpiel's
        ``point_difference``); or the player's points, which makes the game general-sum.
    seen : "bids" or "winner"
        Whether the players see both bids after each round, or only who got the prize (``imp_info`` in OpenSpiel).

    >>> goofspiel(3, "descending")
    <Game 'goofspiel, 3 cards, prizes descending, win-loss': 2 players, 67 nodes>
    """
    state = goofspiel_state(cards, prizes, returns, seen)
    hidden = ", only the winner seen" if seen == "winner" else ""
    return expand(state, f"goofspiel, {cards} cards, prizes {prizes}, {returns}{hidden}")
