"""Leduc poker, of any size, with and without rake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game import CHANCE, Game
from lemke.game.implicit import State, expand
from lemke.generators.checks import MOST, amount, raked, share, whole_number
from lemke.ground.rational import ONE


@dataclass(frozen=True)
class _Rules:
    """The parameters of :func:`leduc`.

    Cards that look the same to all players are one kind. ``names`` and ``ranks`` have one entry per kind, and each kind
    has ``copies`` cards.
    """

    names: tuple[str, ...]
    ranks: tuple[int, ...]
    copies: int
    bets: tuple[mpq, ...]
    raises: int
    kept: mpq

    def draws(self, dealt: tuple[int, ...]) -> list[tuple[int, mpq]]:
        """Return the kinds of the remaining cards after some are dealt, with their probabilities."""
        left = [self.copies - dealt.count(kind) for kind in range(len(self.names))]
        return [(kind, mpq(number, sum(left))) for kind, number in enumerate(left) if number]

    def result(self, dealt: tuple[int, ...]) -> int:
        """Return the winner at the showdown, 0 or 1, or 2 for a tie: a pair with the board, else the higher rank."""
        rank_1, rank_2, board = (self.ranks[card] for card in dealt)
        if rank_1 == rank_2:
            return 2
        return 0 if rank_2 != board and (rank_1 == board or rank_1 > rank_2) else 1


@dataclass(frozen=True, eq=False)
class _Betting:
    """The bets so far. They are public and may follow any deal, so all states with the same bets share one object."""

    rules: _Rules
    stakes: tuple[mpq, mpq]  # the chips of both players in the pot
    before: str = ""  # the actions before the board, as in an information state
    after: str = ""  # the actions after the board
    last: str = ""
    mover: int = 0
    raises: int = 0  # the number of raises in this round
    second: bool = False  # whether this is the second round

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """The actions of the player to move."""
        answers = ("fold", "call") if self.last == "raise" else ("check",)
        return (*answers, "raise") if self.raises < self.rules.raises else answers

    @cached_property
    def folded(self) -> bool:
        """Whether the last action was a fold."""
        return self.last == "fold"

    @cached_property
    def closed(self) -> bool:
        """Whether the round is over, so that the board comes next, or the showdown."""
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
            stake = opponents_stake + self.rules.bets[self.second]
        return replace(
            self,
            stakes=(stake, opponents_stake) if self.mover == 0 else (opponents_stake, stake),
            before=self.before if self.second else self.before + action[0],
            after=self.after + action[0] if self.second else "",
            last=action,
            mover=1 - self.mover,
            raises=self.raises + (action == "raise"),
        )

    @cached_property
    def next_round(self) -> _Betting:
        """The betting after the board is dealt."""
        return _Betting(self.rules, self.stakes, self.before + ":", ":", second=True)

    @cached_property
    def payoffs(self) -> tuple[tuple[mpq, mpq], ...]:
        """The payoffs after a fold, one pair; or at the showdown, a pair for each result."""
        stake_1, stake_2 = self.stakes
        pot = (stake_1 + stake_2) * self.rules.kept
        wins, loses, tie = (pot - stake_1, -stake_2), (-stake_1, pot - stake_2), (pot / 2 - stake_1, pot / 2 - stake_2)
        if self.folded:  # the mover changes after every action, so after a fold it is the winner
            return (wins,) if self.mover == 0 else (loses,)
        return wins, loses, tie

    @cached_property
    def bounds(self) -> tuple[mpq, mpq]:
        """Bounds on player 1's payoff: it loses at most the highest stake that is still possible.

        The winner has at least the loser's stake in the pot, so it gains at most that stake less the rake on twice it.
        """
        raises = 0 if self.closed or self.folded else self.rules.raises - self.raises
        most = max(self.stakes) + raises * self.rules.bets[self.second]
        if not (self.second or self.folded):
            most += self.rules.raises * self.rules.bets[1]
        return -most, max(mpq(), most * (2 * self.rules.kept - 1))


@dataclass(slots=True, eq=False)
class _LeducState:
    """The kinds of card dealt (player 1's, player 2's, the board) and the betting."""

    rules: _Rules
    dealt: tuple[int, ...]
    betting: _Betting

    def is_terminal(self) -> bool:
        betting = self.betting
        return betting.folded or (betting.closed and betting.second)

    def player(self) -> int:
        return CHANCE if len(self.dealt) < 2 or self.betting.closed else self.betting.mover

    def information_state(self) -> str:
        betting, dealt, names = self.betting, self.dealt, self.rules.names
        board = names[dealt[2]] if betting.second else ""
        return f"{names[dealt[betting.mover]]}:{betting.before}{board}{betting.after}"

    def actions(self) -> tuple[str, ...]:
        return self.betting.actions

    def chance(self) -> list[tuple[str, mpq]]:
        names = self.rules.names
        return [(names[kind], probability) for kind, probability in self.rules.draws(self.dealt)]

    def child(self, action: str, /) -> _LeducState:
        if len(self.dealt) >= 2 and not self.betting.closed:
            return _LeducState(self.rules, self.dealt, self.betting.children[action])
        betting = self.betting.next_round if len(self.dealt) == 2 else self.betting
        return _LeducState(self.rules, (*self.dealt, self.rules.names.index(action)), betting)

    def payoffs(self) -> tuple[mpq, mpq]:
        betting = self.betting
        return betting.payoffs[0 if betting.folded else self.rules.result(self.dealt)]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return bounds on player 1's payoff for all cards."""
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
    """Return the first state of :func:`leduc`, which needs no tree.

    >>> from lemke import sequence_form
    >>> sequence_form(leduc_state(ranks=5)).A.shape
    (911, 911)
    """
    cards = whole_number("ranks", ranks, 1) * whole_number("suits", suits, 1)
    if not 3 <= cards <= MOST:
        raise InputError(f"{cards} cards, expected at least 3, one for each player and the board, and at most {MOST}")
    if len(bets) != 2:
        raise InputError(f"{len(bets)} bets, expected 2, one for each round")
    numbers = [str(rank + 1) for rank in range(ranks)]
    rules = _Rules(
        names=tuple(f"{rank}.{suit + 1}" for rank in numbers for suit in range(suits)) if distinct else tuple(numbers),
        ranks=tuple(rank for rank in range(ranks) for _ in range(suits if distinct else 1)),
        copies=1 if distinct else suits,
        bets=tuple(amount("bet", bet) for bet in bets),
        raises=whole_number("raises", raises, 0, 1000),
        kept=ONE - share("rake", rake),
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
    """Return Leduc poker (Southey et al. 2005) by OpenSpiel's rules, with any number of ranks and suits.

    Both players ante and get one card. There are two rounds of betting, each with player 1 first. Between them a card
    is dealt face up, the board. By default a raise is by 2 in the first round and by 4 in the second, with at most two
    raises in a round. At the showdown a pair with the board wins, else the higher rank; equal ranks split the pot.

    Parameters
    ----------
    ranks, suits : int
        At least three cards in all.
    bets : two exact numbers
        The amount of a raise in the first and in the second round.
    raises : int
        The most raises in a round.
    rake : exact number
        Share of the pot that nobody gets, also after a fold; from 0 to 1. A rake above 0 makes the game general-sum.
    ante : exact number
    distinct : bool
        Whether the players see suits, as in OpenSpiel, although they have no effect. If not, cards of one rank look the
        same, and the game is smaller.

    >>> leduc()
    <Game 'Leduc poker, 3 ranks x 2 suits': 2 players, 1939 nodes>
    """
    state = leduc_state(ranks, suits, bets, raises, rake, ante, distinct)
    return expand(state, f"Leduc poker, {ranks} ranks x {suits} suits{raked(rake)}")
