"""The pure equilibria of a game, one for every outcome: a search for moves on the path, then for threats off the path.

An outcome is given by the moves at the information sets that are reached.

Player 1's moves off the path deter only player 2 from deviating, and player 2's moves deter only player 1. So the two
threats are independent, and each is searched for separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Judge
from lemke.certificate.equilibrium_sets import EnumerationStop, titled
from lemke.errors import LimitError
from lemke.game import Game
from lemke.game.played import PlayedProfile, named_sets
from lemke.game.reach import reach
from lemke.game.recall import Sequences, weighted_payoffs
from lemke.game.strategy import realization_plan
from lemke.game.tree import unique_names
from lemke.ground import limits
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, zeros
from lemke.ground.table import Table
from lemke.ground.words import count
from lemke.solvers.equilibrium_sets import judged_profile

DecidedMoves: TypeAlias = dict[int, int]
"""From information sets, by index in the game, to moves, which count from 0."""
NO, MAYBE, SURE = range(3)
"""Whether play reaches a node: NO if a decided move avoids the node, or a move of chance before it has probability 0;
MAYBE if undecided moves lead there; else SURE."""


class Replies:
    """Payoffs that the players of a game can get against decided moves.

    ``mover`` and ``moves`` have the player and the moves of every information set, by its index in the game.
    """

    def __init__(self, judge: Judge) -> None:
        game, histories = judge.game, judge.histories
        self.mover = [information_set.player for information_set in game.information_sets]
        self.moves = [range(len(information_set.actions)) for information_set in game.information_sets]
        self._nodes = [nodes.tolist() for nodes in game.nodes_by_set()]
        self._children = list(map(game.children, range(game.size)))
        self._owner, self._set = game.player.tolist(), game.information_set.tolist()
        has_probability = histories.products.astype(bool)[histories.product]  # False after moves of probability 0
        self._reached_by_chance = [SURE if positive else NO for positive in has_probability.tolist()]
        self._payoffs, self._orders = [], []
        for player, sequences in enumerate(judge.sequences):
            number, terms = weighted_payoffs(game, histories, player)  # by leaf an index of ``terms``
            payoffs = zeros(game.size)
            payoffs[game.leaves] = terms[number]
            self._payoffs.append(payoffs.tolist())
            # an order in which all nodes after a set of the player come before all nodes of the set
            length = [sequences.lengths[sequence] for sequence in histories.last_move[player].tolist()]
            self._orders.append(sorted(range(game.size), key=lambda node: (-length[node], -node)))

    def against(self, player: int, moves: Mapping[int, int]) -> DecidedMoves:
        """Return the moves of the player's opponent among decided moves."""
        opponent = 1 - player
        return {
            information_set: move for information_set, move in moves.items() if self.mover[information_set] == opponent
        }

    def first_met(self, players: Sequence[int], moves: Mapping[int, int], decided: Mapping[int, int]) -> int | None:
        """Return the first undecided set of these players that is surely reached; None if there is none."""
        reached = self._reached(moves)
        for information_set, mover in enumerate(self.mover):
            is_open = mover in players and information_set not in decided
            if is_open and any(reached[node] == SURE for node in self._nodes[information_set]):
                return information_set
        return None

    def reply(self, player: int, moves: Mapping[int, int]) -> tuple[list[mpq], DecidedMoves]:
        """Return for every node a lower bound of a reply's payoff, and the reply to the opponent's decided moves.

        At undecided sets the opponent makes the worst move for the player, at every node separately. If all sets of the
        opponent are decided, the reply is a best reply.
        """
        against, values = self.against(player, moves), list(self._payoffs[player])
        reached, reply = self._reached(against), DecidedMoves()
        for node in self._orders[player]:
            if child_values := [values[child] for child in self._children[node]]:
                owner, information_set = self._owner[node], self._set[node]
                if owner == player and information_set not in reply:
                    reply[information_set] = self._extreme(max, information_set, values, reached)
                move = (reply if owner == player else against).get(information_set)
                if owner < 0:  # chance: the values are weighted already
                    values[node] = sum(child_values)
                else:
                    values[node] = min(child_values) if move is None else child_values[move]
        return values, reply

    def punishing(self, player: int, moves: Mapping[int, int], values: Sequence[mpq]) -> DecidedMoves:
        """Return the opponent's decided moves, and at undecided sets the moves that lead to the least values."""
        against = self.against(player, moves)
        reached = self._reached(against)
        opponent_sets = (information_set for information_set, mover in enumerate(self.mover) if mover == 1 - player)
        worst = {
            information_set: self._extreme(min, information_set, values, reached) for information_set in opponent_sets
        }
        return worst | against

    def highest(self, player: int, path: Mapping[int, int]) -> list[mpq]:
        """Return for every node an upper bound of the player's payoff, given the decided moves of both players.

        At undecided sets both players make the best move for the player, at every node separately.
        """
        values = list(self._payoffs[player])
        for node in range(len(values) - 1, -1, -1):
            if child_values := [values[child] for child in self._children[node]]:
                move = path.get(self._set[node])
                if self._owner[node] < 0:
                    values[node] = sum(child_values)
                else:
                    values[node] = max(child_values) if move is None else child_values[move]
        return values

    def gains(self, player: int, path: Mapping[int, int]) -> bool:
        """Return whether the player gains by deviating at a set on the path, whatever the undecided moves will be."""
        reached, (values, _), highest = self._reached(path), self.reply(player, path), self.highest(player, path)
        for information_set, decided in path.items():
            if self.mover[information_set] == player:
                gains = [mpq(0) for _ in self.moves[information_set]]
                for node in filter(reached.__getitem__, self._nodes[information_set]):  # NO is 0 and filtered out
                    for move, child in enumerate(children := self._children[node]):
                        gain = values[child] - highest[children[decided]]
                        # if play may miss the node, a gain there is not sure
                        gains[move] += gain if reached[node] == SURE else min(gain, 0)
                if max(gains) > 0:
                    return True
        return False

    def _reached(self, moves: Mapping[int, int]) -> list[int]:
        """Return for every node whether play reaches it: NO, MAYBE or SURE."""
        reached = list(self._reached_by_chance)
        for node, (owner, information_set) in enumerate(zip(self._owner, self._set, strict=True)):
            move = moves.get(information_set)
            for k, child in enumerate(self._children[node]):
                if owner < 0 or k == move:  # a move of chance, or a decided move
                    is_made = SURE
                else:
                    is_made = MAYBE if move is None else NO
                reached[child] = min(reached[child], reached[node], is_made)
        return reached

    def _extreme(
        self, extreme: Callable[..., Any], information_set: int, values: Sequence[mpq], reached: Sequence[int]
    ) -> int:
        """Return the move at a set with the greatest sum of values after it, or with ``min`` the least sum."""
        children_of_nodes = [self._children[node] for node in self._nodes[information_set] if reached[node]]

        def value(move: int) -> mpq:
            return sum(values[children[move]] for children in children_of_nodes)

        return int(extreme(self.moves[information_set], key=value))


@dataclass(frozen=True, eq=False)
class PureEquilibria(ByValue, Listing[PlayedProfile], Result):
    """One pure equilibrium for every outcome that has any; for some of these outcomes unless ``stopped`` is ``done``.

    Attributes
    ----------
    game : Game
    profiles : tuple of PlayedProfile
        Examples of all pure equilibria with the same outcome, the same moves on the path. Best replies are ``filled``
        in at sets that the player's own plan does not reach.
    stopped : str
        ``done``, ``limit``, ``interrupt``, or ``first`` (after as many equilibria as were asked for).
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    """

    game: Game
    profiles: tuple[PlayedProfile, ...]
    stopped: EnumerationStop
    reason: str

    @property
    def parts(self) -> tuple[PlayedProfile, ...]:
        """The equilibria."""
        return self.profiles

    @property
    def is_complete(self) -> bool:
        """Whether no other outcome has a pure equilibrium."""
        return self.stopped == "done"

    def to_table(self) -> Table:
        """Return the moves of all equilibria, at the information sets that the player's own plan reaches."""
        rows = [
            (number, *profile.expected(), *row)
            for number, profile in enumerate(self.profiles, 1)
            for row in self._rows(profile)
        ]
        columns = ("outcome", "payoff 1", "payoff 2", "player", "information set", "label", "action", "on path")
        more = "" if self.is_complete else f" so far; there may be more ({self.stopped})"
        title = f"{count(len(self.profiles), 'outcome')} of pure equilibria{more}"
        note = "The search is not finished."
        if self.is_complete:
            note = f"An exact search found no {'other outcome' if self.profiles else 'pure equilibrium'}."
        notes = [f"Proved: each listed equilibrium. {note}" if self.profiles else note]
        return Table(columns, rows, titled(self.game, title), notes, 1)

    def _rows(self, profile: PlayedProfile) -> Iterator[tuple[object, ...]]:
        """Yield player, set, label, move and whether it is on the path, for the sets that the player's plan reaches."""
        reached = reach(self.game, profile).sets
        for player, strategy in enumerate(profile.behavior):
            numbers = self.game.sets_of(player)
            for h, information_set, _ in named_sets(self.game, player):
                if h not in profile.filled[player]:
                    action = unique_names(information_set.actions)[strategy[h].index(ONE)]
                    head = player + 1, information_set.number, information_set.label
                    yield *head, action, bool(reached[numbers[h]])

    def __repr__(self) -> str:
        return f"<PureEquilibria of {self.game!r}: {count(len(self.profiles), 'outcome')}, {self.stopped}>"


def pure_equilibria(game: Game, first: int | None = None) -> PureEquilibria:
    """Return a pure equilibrium for every outcome that has one, at most ``first``; see :func:`lemke.enumerate`.

    After a limit or Ctrl-C, return those found so far, and the reason.
    """
    judge = Judge.of(game)
    equilibria: list[PlayedProfile] = []
    stopped: EnumerationStop
    reason = ""
    try:
        for equilibrium in islice(_equilibria(judge, Replies(judge)), first):
            equilibria.append(equilibrium)
        stopped = "first" if len(equilibria) == first else "done"
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    return PureEquilibria(game, tuple(equilibria), stopped, reason)


def _equilibria(judge: Judge, replies: Replies) -> Iterator[PlayedProfile]:
    """Yield the equilibria. A branch of the search, ``path``, has decided the moves at some sets that are reached."""
    stack: list[DecidedMoves] = [{}]
    while stack:
        limits.report(lambda: f"{len(stack)} open branches")
        path = stack.pop()
        if any(replies.gains(player, path) for player in (0, 1)):
            continue
        information_set = replies.first_met((0, 1), path, path)
        if information_set is not None:
            stack.extend(path | {information_set: move} for move in reversed(replies.moves[information_set]))
            continue
        moves_2 = _threat(replies, 0, path)
        moves_1 = None if moves_2 is None else _threat(replies, 1, path)
        if moves_1 is not None and moves_2 is not None:
            plans = _plan(judge.sequences[0], moves_1), _plan(judge.sequences[1], moves_2)
            payoffs = replies.highest(0, path)[0], replies.highest(1, path)[0]
            yield judged_profile(judge, payoffs, plans)


def _threat(replies: Replies, player: int, path: DecidedMoves) -> DecidedMoves | None:
    """Return moves of the opponent at all sets, also on the path, against which the player gains nothing by deviating.

    Return None if there are no such moves. At an undecided set the most punishing move is tried. If the player still
    gains, the search branches at the first undecided set that the deviation meets.
    """
    payoff = replies.highest(player, path)[0]
    stack = [path]
    while stack:
        moves = stack.pop()
        values, _ = replies.reply(player, moves)
        if values[0] > payoff:
            continue
        threat = replies.punishing(player, moves, values)
        values, deviation = replies.reply(player, threat)
        if values[0] <= payoff:
            return threat
        information_set = replies.first_met((1 - player,), threat | deviation, moves)
        assert information_set is not None, "if a deviation met only decided moves, the first reply would gain"
        punishing_move = threat[information_set]
        # the punishing move, for which the key is True, is last on the stack and so comes first
        branch_moves = sorted(replies.moves[information_set], key=punishing_move.__eq__)
        stack += [moves | {information_set: move} for move in branch_moves]
    return None


def _plan(sequences: Sequences, moves: DecidedMoves) -> Vector:
    """Return the realization plan that makes these moves."""
    strategy = tuple(
        tuple([mpq(move == moves[information_set]) for move in range(len(sequences.moves(h)))])
        for h, information_set in enumerate(sequences.sets)
    )
    return realization_plan(sequences, strategy)
