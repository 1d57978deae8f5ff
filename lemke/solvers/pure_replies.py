"""Replies on a tree with some moves decided, and bounds of their payoffs: passes over the nodes.

Moves are a mapping from information sets to moves, which count from 0. The worth of a node is weighted with the
probability of chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Judge
from lemke.game.recall import weighted_payoffs
from lemke.ground.sparse import zeros

DecidedMoves: TypeAlias = dict[int, int]
NO, MAYBE, SURE = range(3)
"""Whether play comes to a node: no, since the decided moves avoid it; maybe, if open moves lead there; or surely."""


class Replies:
    """Payoffs that the players of a game can get; ``mover`` and ``moves`` are the player and the moves of every set."""

    def __init__(self, judge: Judge) -> None:
        game, behind = judge.game, judge.histories
        self.mover = [information_set.player for information_set in game.information_sets]
        self.moves = [range(len(information_set.actions)) for information_set in game.information_sets]
        self._nodes = [nodes.tolist() for nodes in game.nodes_by_set()]
        self._children = list(map(game.children, range(game.size)))
        self._owner, self._place = game.player.tolist(), game.information_set.tolist()
        self._drawn = [SURE if drawn else NO for drawn in behind.products.astype(bool)[behind.product].tolist()]
        self._payoffs, self._orders = [], []
        for player, sequences in enumerate(judge.sequences):
            number, terms = weighted_payoffs(game, behind, player)
            payoffs = zeros(game.size)
            payoffs[game.leaves] = terms[number]
            self._payoffs.append(payoffs.tolist())
            # every node that follows one of the player's sets comes before all nodes of that set
            length = [sequences.lengths[sequence] for sequence in behind.last_move[player].tolist()]
            self._orders.append(sorted(range(game.size), key=lambda node: (-length[node], -node)))

    def against(self, player: int, moves: Mapping[int, int]) -> DecidedMoves:
        """Return the moves of the player's opponent."""
        return {place: move for place, move in moves.items() if self.mover[place] == 1 - player}

    def first_met(self, players: Sequence[int], moves: Mapping[int, int], decided: Mapping[int, int]) -> int | None:
        """Return the first undecided set of these players that is surely reached; None if there is none."""
        reached = self._reached(moves)
        open_sets = (place for place, mover in enumerate(self.mover) if mover in players and place not in decided)
        return next((place for place in open_sets if any(reached[node] == SURE for node in self._nodes[place])), None)

    def reply(self, player: int, moves: Mapping[int, int]) -> tuple[list[mpq], DecidedMoves]:
        """Return a reply to the opponent's decided moves, and for every node the least payoff that it gets.

        At other sets the opponent makes the worst move for the player, at every node separately. If all sets of the
        opponent are decided, the reply is a best one.
        """
        against, values = self.against(player, moves), list(self._payoffs[player])
        reached, reply = self._reached(against), DecidedMoves()
        for node in self._orders[player]:
            if below := [values[child] for child in self._children[node]]:
                owner, place = self._owner[node], self._place[node]
                if owner == player and place not in reply:
                    reply[place] = self._extreme(max, place, values, reached)
                move = (reply if owner == player else against).get(place)
                values[node] = sum(below) if owner < 0 else min(below) if move is None else below[move]
        return values, reply

    def punishing(self, player: int, moves: Mapping[int, int], values: Sequence[mpq]) -> DecidedMoves:
        """Return the opponent's decided moves, and at other sets the moves that lead to the least values."""
        against = self.against(player, moves)
        reached = self._reached(against)
        places = (place for place, mover in enumerate(self.mover) if mover == 1 - player)
        return {place: self._extreme(min, place, values, reached) for place in places} | against

    def highest(self, player: int, path: Mapping[int, int]) -> list[mpq]:
        """Return for every node the greatest payoff of the player, given the decided moves of both players."""
        values = list(self._payoffs[player])
        for node in range(len(values) - 1, -1, -1):
            if below := [values[child] for child in self._children[node]]:
                move = path.get(self._place[node])
                values[node] = sum(below) if self._owner[node] < 0 else max(below) if move is None else below[move]
        return values

    def gains(self, player: int, path: Mapping[int, int]) -> bool:
        """Return whether the player gains by deviating at a set on the path, whatever the open moves will be."""
        reached, (values, _), kept = self._reached(path), self.reply(player, path), self.highest(player, path)
        for place, decided in path.items():
            if self.mover[place] == player:
                gains = [mpq(0) for _ in self.moves[place]]
                for node in filter(reached.__getitem__, self._nodes[place]):
                    for move, child in enumerate(children := self._children[node]):
                        gain = values[child] - kept[children[decided]]
                        gains[move] += gain if reached[node] == SURE else min(gain, 0)
                if max(gains) > 0:
                    return True
        return False

    def _reached(self, moves: Mapping[int, int]) -> list[int]:
        """Return for every node whether play comes there."""
        reached = list(self._drawn)
        for node, (owner, place) in enumerate(zip(self._owner, self._place, strict=True)):
            move = moves.get(place)
            for k, child in enumerate(self._children[node]):
                led = SURE if owner < 0 or k == move else MAYBE if move is None else NO
                reached[child] = min(reached[child], reached[node], led)
        return reached

    def _extreme(self, extreme: Callable[..., Any], place: int, values: Sequence[mpq], reached: Sequence[int]) -> int:
        """Return the move at a set with the greatest sum of values below it, or with ``min`` the least."""
        nodes = [self._children[node] for node in self._nodes[place] if reached[node]]
        return int(extreme(self.moves[place], key=lambda move: sum(values[children[move]] for children in nodes)))
