"""Poker games."""

from __future__ import annotations

from functools import partial

from lemke.errors import InputError
from lemke.game import Game, GameBuilder
from lemke.game.builder import Node, SetHandle
from lemke.rational import exact


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
    share = exact(rake)
    if cards < 2 or not 0 <= share <= 1:
        raise InputError(f"{cards} cards and a rake of {share}, expected at least 2 and a rake from 0 to 1")
    title = f"Kuhn poker, {cards} cards" + (f", rake {share}" if share else "")
    builder = GameBuilder(["Player 1", "Player 2"], title=title)
    deals = [(a, b) for a in range(cards) for b in range(cards) if a != b]
    chance = builder.chance_set([f"{a + 1}-{b + 1}" for a, b in deals], [f"1/{len(deals)}"] * len(deals), "deal")
    moves = ("pass", "bet")
    one, two = (
        [{seen: builder.information_set(player, moves, f"{card + 1}{seen}") for seen in views} for card in range(cards)]
        for player, views in ((0, ("", ":pb")), (1, (":p", ":b")))
    )
    for (a, b), deal in zip(deals, builder.decide(builder.root, chance), strict=True):
        _hand(builder, deal, one[a], two[b], 0 if a > b else 1, 1 - share)
    return builder.build()


def _hand(
    builder: GameBuilder, deal: Node, one: dict[str, SetHandle], two: dict[str, SetHandle], high: int, kept: object
) -> None:
    """Add one hand below a deal; ``high`` holds the higher card and ``kept`` of the pot goes to its winner."""
    pay = partial(_pay, builder, kept)
    passed, bet = builder.decide(deal, one[""])
    checked, raised = builder.decide(passed, two[":p"])
    pay(checked, high, (1, 1))
    folded, called = builder.decide(raised, one[":pb"])
    pay(folded, 1, (1, 2))
    pay(called, high, (2, 2))
    folded, called = builder.decide(bet, two[":b"])
    pay(folded, 0, (2, 1))
    pay(called, high, (2, 2))


def _pay(builder: GameBuilder, kept: object, node: Node, winner: int, stakes: tuple[int, int]) -> None:
    won = exact(kept) * sum(stakes)
    builder.pay(node, *(exact(-stake) + (won if player == winner else 0) for player, stake in enumerate(stakes)))
