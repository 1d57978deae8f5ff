"""Leduc poker with any number of ranks and suits and an optional rake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import MOST, amount, raked, whole_number
from lemke.ground.rational import ONE
from lemke.ground.words import count


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`leduc`.

    Cards that look the same to all players are of one kind. Kinds are numbered from 0.
    """

    names: tuple[str, ...]  # by kind
    ranks: tuple[int, ...]  # by kind
    copies: int  # number of cards of each kind
    bets: tuple[mpq, ...]  # amount of a raise, by round
    raises: int  # largest number of raises in a round
    winners_share: mpq  # share of the pot that the winner gets, 1 minus the rake


@dataclass(frozen=True, eq=False)
class _Betting:
    """The betting so far. Cards do not affect it, so all states with the same actions share one object."""

    rules: _Rules
    stakes: tuple[mpq, mpq]  # the chips of both players in the pot
    text: str = ""  # the first letters of the actions; in the second round with ":?:" for the board between both rounds
    last: str = ""  # the last action in this round, empty if there is none
    mover: int = 0  # the player to move
    raises: int = 0  # the number of raises in this round
    second: bool = False  # whether this is the second round

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The actions of the player to move."""
        answers = ("fold", "call") if self.last == "raise" else ("check",)
        return (*answers, "raise") if self.raises < self.rules.raises else answers

    @property
    def folded(self) -> bool:
        """Whether the last action was a fold."""
        return self.last == "fold"

    @cached_property
    def closed(self) -> bool:
        """Whether the round ends with a call or two checks; after the check of player 2, player 1 is the mover."""
        return self.last == "call" or (self.last == "check" and self.mover == 0)

    @cached_property
    def children(self) -> dict[str, _Betting]:
        """The betting after each action."""
        return {action: self._after(action) for action in self.actions}

    def _after(self, action: str) -> _Betting:
        stake, opponents_stake = self.stakes[self.mover], self.stakes[1 - self.mover]
        if action == "call":
            stake = opponents_stake
        elif action == "raise":
            stake = opponents_stake + self.rules.bets[self.second]  # False is index 0, the first round
        return replace(
            self,
            stakes=(stake, opponents_stake) if self.mover == 0 else (opponents_stake, stake),
            text=self.text + action[0],
            last=action,
            mover=1 - self.mover,
            raises=self.raises + (action == "raise"),
        )

    @cached_property
    def next_round(self) -> _Betting:
        """The betting after the board is dealt."""
        return _Betting(self.rules, self.stakes, f"{self.text}:?:", second=True)

    @cached_property
    def payoffs(self) -> tuple[tuple[mpq, mpq], ...]:
        """The pairs of payoffs for three results: player 1 wins, player 2 wins, a tie; after a fold only one pair."""
        stake_1, stake_2 = self.stakes
        prize = (stake_1 + stake_2) * self.rules.winners_share
        player_1_wins, player_2_wins = (prize - stake_1, -stake_2), (-stake_1, prize - stake_2)
        if self.folded:  # the mover changes after every action, so after a fold the mover is the winner
            return (player_1_wins,) if self.mover == 0 else (player_2_wins,)
        return player_1_wins, player_2_wins, (prize / 2 - stake_1, prize / 2 - stake_2)

    @cached_property
    def bounds(self) -> tuple[mpq, mpq]:
        """Bounds on player 1's payoff: player 1 loses at most the highest stake s that is still possible.

        Both stakes are at most s, and the loser's stake is at most the winner's. So player 1 wins at most
        2 s · ``winners_share`` − s, or 0 if this is negative.
        """
        raises = 0 if self.closed or self.folded else self.rules.raises - self.raises  # still possible in this round
        highest_stake = max(self.stakes) + raises * self.rules.bets[self.second]
        if not (self.second or self.folded):
            highest_stake += self.rules.raises * self.rules.bets[1]
        return -highest_stake, max(mpq(), highest_stake * (2 * self.rules.winners_share - 1))


@dataclass(slots=True, eq=False)
class _LeducState:
    """A state of Leduc poker."""

    rules: _Rules
    dealt: tuple[int, ...]  # the kinds of the cards dealt so far: player 1's, player 2's, the board
    betting: _Betting

    def is_terminal(self) -> bool:
        betting = self.betting
        return betting.folded or (betting.closed and betting.second)

    def player(self) -> int:
        return CHANCE if len(self.dealt) < 2 or self.betting.closed else self.betting.mover

    def information_state(self) -> str:
        betting, dealt, names = self.betting, self.dealt, self.rules.names
        text = betting.text.replace("?", names[dealt[2]]) if betting.second else betting.text
        return f"{names[dealt[betting.mover]]}:{text}"

    def actions(self) -> tuple[str, ...]:
        return self.betting.actions

    def chance(self) -> list[tuple[str, mpq]]:
        rules = self.rules
        remaining = [rules.copies - self.dealt.count(kind) for kind in range(len(rules.names))]
        total = sum(remaining)
        return [(name, mpq(number, total)) for name, number in zip(rules.names, remaining, strict=True) if number]

    def child(self, action: str, /) -> _LeducState:
        if len(self.dealt) >= 2 and not self.betting.closed:
            return _LeducState(self.rules, self.dealt, self.betting.children[action])
        betting = self.betting.next_round if len(self.dealt) == 2 else self.betting
        return _LeducState(self.rules, (*self.dealt, self.rules.names.index(action)), betting)

    def payoffs(self) -> tuple[mpq, mpq]:
        if self.betting.folded:
            return self.betting.payoffs[0]
        rank_1, rank_2, board = (self.rules.ranks[kind] for kind in self.dealt)
        # a pair of the player's card and the board wins, otherwise the higher rank
        wins_1 = rank_2 != board and (rank_1 == board or rank_1 > rank_2)
        return self.betting.payoffs[2 if rank_1 == rank_2 else 0 if wins_1 else 1]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return bounds on player 1's payoff that hold for all cards."""
        return self.betting.bounds


def leduc_state(
    ranks: int = 3,
    suits: int = 2,
    bets: Sequence[object] = (2, 4),
    raises: int = 2,
    rake: object = 0,
    ante: object = 1,
    distinct: bool = False,
) -> State:
    """Return the first state of :func:`leduc`, from which the double oracle solves the game without a tree.

    >>> from lemke import sequence_form
    >>> sequence_form(leduc_state(ranks=5)).A.shape
    (911, 911)
    """
    cards = whole_number("ranks", ranks, 1) * whole_number("suits", suits, 1)
    if not 3 <= cards <= MOST:
        deck = f"{count(ranks, 'rank')} x {count(suits, 'suit')} = {count(cards, 'card')}"
        raise InputError(f"{deck}, expected 3 or more (two players and the board) and at most {MOST}")
    if len(bets) != 2:
        raise InputError(f"{count(len(bets), 'bet')}, expected 2, one for each round")
    numbers = [str(rank + 1) for rank in range(ranks)]
    rules = _Rules(
        names=tuple(f"{rank}.{suit + 1}" for rank in numbers for suit in range(suits)) if distinct else tuple(numbers),
        ranks=tuple(rank for rank in range(ranks) for _ in range(suits if distinct else 1)),
        copies=1 if distinct else suits,
        bets=tuple(amount("bet", bet) for bet in bets),
        raises=whole_number("raises", raises, 0, 1000),
        winners_share=ONE - amount("rake", rake, 1),
    )
    stake = amount("ante", ante)
    return _LeducState(rules, (), _Betting(rules, (stake, stake)))


def leduc(
    ranks: int = 3,
    suits: int = 2,
    bets: Sequence[object] = (2, 4),
    raises: int = 2,
    rake: object = 0,
    ante: object = 1,
    distinct: bool = False,
) -> Game:
    """Return Leduc poker (Southey et al. 2005) with OpenSpiel's rules and any number of ranks and suits.

    Both players ante and get one card. There are two rounds of betting, each begun by player 1. Between the rounds a
    card is dealt face up, the board. By default a raise is by 2 in the first round and by 4 in the second, with at most
    two raises in a round. At the showdown a player whose card has the rank of the board wins, otherwise the higher
    rank; players with equal ranks split the pot.

    Parameters
    ----------
    ranks, suits : int
        Numbers of ranks and suits; at least three cards in total.
    bets : two exact numbers
        Amount of a raise in the first and in the second round.
    raises : int
        Largest number of raises in a round.
    rake : exact number
        Share of the pot that nobody gets, also after a fold; from 0 to 1. A rake above 0 makes the game general-sum.
    ante : exact number
        Chips that each player puts in the pot before the deal.
    distinct : bool
        Whether the players see suits, as in OpenSpiel, although suits have no effect. If not, cards of one rank look
        the same, and the game is smaller.

    >>> leduc()
    <Game 'Leduc poker, 3 ranks x 2 suits': 2 players, 1939 nodes>
    """
    state = leduc_state(ranks, suits, bets, raises, rake, ante, distinct)
    return expand(state, f"Leduc poker, {ranks} ranks x {suits} suits{raked(rake)}")
