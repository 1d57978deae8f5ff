"""Restricted games of trees that are given by their states.

**Invariant.** The sequences are closed under prefixes. The restricted game holds every node to which they and chance
lead, up to the first node at which the player has no action. From this node on the player is assumed to play the
default action, and the opponent to know the node and to answer best. The node is a *temporary leaf*: to its player it
is worth no more than the player can secure in the whole game by playing so. Suppose that in a restricted equilibrium no
player has a best response in the whole game that leaves the restricted game. Then its payoffs are those of both best
responses, and it is an equilibrium of the whole game (Bošanský, Kiekintveld, Lisý, Pěchouček 2014).

In general-sum games the worth of a temporary leaf is an upper bound for the opponent, and no bound for its player. So
the way to an equilibrium, and which one is reached, is a heuristic. Its regrets are exact.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import RecallError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import CHANCE
from lemke.game.implicit import Progress, State, available, mover, other_actions, results
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE, ZERO
from lemke.solvers.double_oracle.chosen import Chosen, move_of, unknown_action
from lemke.solvers.double_oracle.iteration import Expansion, Payoffs, Response, RestrictedGame
from lemke.solvers.double_oracle.responses import DEFAULT, Choice, PartialStrategy, Responder, ResponseMoves, drawn

STATES_PER_CHECK = 256
"""States between two looks at the limits: few, since a user's states may be slow."""


class DecisionNode(NamedTuple):
    """A node where a player moves: the sequences that lead there, and chance's probability."""

    state: State
    sequences: tuple[int, int]
    reach: mpq


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game with nodes in the restricted game."""

    key: Hashable  # the information state
    parent: int  # the sequence that leads there
    actions: tuple[Hashable, ...]  # in the whole game
    # the actions that the restricted game has; without any, all nodes are temporary leaves
    allowed: dict[int, int] = field(default_factory=dict)
    nodes: list[DecisionNode] = field(default_factory=list)
    # payoffs of temporary leaves, in the order of the nodes, as far as they are known
    worths: list[Payoffs] = field(default_factory=list)


class RestrictedTree(RestrictedGame[PartialStrategy]):
    """A restricted game, which grows by sequences.

    It begins with each player's empty sequence and the ``chosen`` moves: per player pairs of an information state and
    an action there. A chosen move joins as soon as the restricted game comes to its information set. ``sets`` has the
    information sets of both players, parents first, by information state. With ``constant_sum`` a game whose payoffs
    have different sums is refused.
    """

    def __init__(self, root: State, constant_sum: bool, chosen: Chosen = ((), ())) -> None:
        super().__init__(constant_sum)
        self.root = root
        # chosen actions that have not joined yet, by information state
        self._chosen: tuple[dict[Hashable, list[Hashable]], ...] = ({}, {})
        for waiting, moves in zip(self._chosen, chosen, strict=True):
            for key, action in map(move_of, moves):
                waiting.setdefault(key, []).append(action)
        self.sets: tuple[dict[Hashable, RestrictedSet], dict[Hashable, RestrictedSet]] = ({}, {})
        self._sizes = [1, 1]
        self._progress = Progress("double oracle", STATES_PER_CHECK)
        self._visit(root, (EMPTY, EMPTY), ONE)

    @property
    def sizes(self) -> tuple[int, int]:
        """Numbers of sequences."""
        return self._sizes[0], self._sizes[1]

    def allow(self, player: int, key: Hashable, place: int) -> bool:
        """Add an action at an information set that the restricted game has; return whether it is new."""
        information_set = self.sets[player][key]
        if place in information_set.allowed:
            return False
        for node, worth in zip(information_set.nodes, information_set.worths, strict=False):
            self._pay(node.sequences, -node.reach, worth)
        information_set.worths.clear()
        sequence = self._join(player, information_set, place)
        for state, sequences, reach in information_set.nodes:
            self._visit(state.child(information_set.actions[place]), _moved(sequences, player, sequence), reach)
        return True

    def _join(self, player: int, information_set: RestrictedSet, place: int) -> int:
        """Let a sequence that ends with an action join; return its number."""
        sequence = information_set.allowed[place] = self._sizes[player]
        self._sizes[player] += 1
        self.new[player].append((information_set.key, information_set.actions[place]))
        return sequence

    def _visit(self, root: State, sequences: tuple[int, int], reach: mpq) -> None:
        """Follow the sequences below a node that has become part of the restricted game."""
        pending = [(root, sequences, reach)]
        while pending:
            self._progress.add(1)
            state, sequences, reach = pending.pop()
            if state.is_terminal():
                self._pay(sequences, reach, self.paid(results(state, 2)))
            elif (player := mover(state)) == CHANCE:
                pending += [(child, sequences, reach * probability) for child, probability in drawn(state)]
            else:
                information_set = self._set(player, state, sequences[player])
                information_set.nodes.append(DecisionNode(state, sequences, reach))
                for place, sequence in information_set.allowed.items():
                    child = state.child(information_set.actions[place])
                    pending.append((child, _moved(sequences, player, sequence), reach))

    def _set(self, player: int, state: State, parent: int) -> RestrictedSet:
        key, actions = state.information_state(), tuple(available(state))
        known = self.sets[player].get(key)
        if known is None:
            known = self.sets[player][key] = RestrictedSet(key, parent, actions)
            for action in dict.fromkeys(self._chosen[player].pop(key, ())):  # it has no nodes yet, so none to visit
                if action not in actions:
                    raise unknown_action(action, player, key, actions)
                self._join(player, known, actions.index(action))
        elif known.parent != parent:
            raise RecallError(f"imperfect recall of player {player + 1} at {str(key)!r}, expected perfect recall")
        elif known.actions != actions:
            raise other_actions(repr(str(key)), actions, known.actions)
        return known

    def _pay(self, sequences: tuple[int, int], reach: mpq, payoffs: Payoffs) -> None:
        payoff_1, payoff_2 = self.payoffs.get(sequences, (ZERO, ZERO))
        self.payoffs[sequences] = payoff_1 + reach * payoffs[0], payoff_2 + reach * payoffs[1]

    # ------------------------------------------------------------------ temporary leaves

    def temporary(self) -> Iterator[tuple[int, RestrictedSet]]:
        """Yield the information sets whose nodes are temporary leaves, with their players."""
        for player, sets in enumerate(self.sets):
            yield from ((player, information_set) for information_set in sets.values() if not information_set.allowed)

    def settle(self) -> None:
        """Compute the worth of every temporary leaf and add it to the payoffs."""
        for player, information_set in self.temporary():
            for node in information_set.nodes[len(information_set.worths) :]:
                worth = self.responder(1 - player).secured(node.state)
                information_set.worths.append(worth)
                self._pay(node.sequences, node.reach, worth)

    def responder(self, player: int) -> Responder:
        """Return the responder of a player in the whole game."""
        return Responder.at(self.root, player, lambda end: self.paid(results(end, 2)), self.total, self._progress)

    # ------------------------------------------------------------------ the protocol

    def form(self) -> SequenceForm:
        """Return the sequence form, with the worth of temporary leaves as payoffs."""
        self.settle()
        return super().form()

    def choices(self, player: int) -> Iterator[tuple[int, Collection[int]]]:
        """Yield the information sets with allowed actions."""
        for information_set in self.sets[player].values():
            if information_set.allowed:
                yield information_set.parent, information_set.allowed.values()

    def strategies(self) -> tuple[PartialStrategy, PartialStrategy]:
        """Return the plans as strategies of the whole game."""
        return self._strategy(0), self._strategy(1)

    def _strategy(self, player: int) -> PartialStrategy:
        plan = self.plans[player]
        choices: dict[Hashable, Choice] = {}
        for information_set in self.sets[player].values():
            if information_set.allowed and (reach := plan[information_set.parent]):
                shares = ((place, plan[sequence] / reach) for place, sequence in information_set.allowed.items())
                choices[information_set.key] = tuple((place, share) for place, share in shares if share)
        return PartialStrategy(choices)

    def worth(self, strategies: tuple[PartialStrategy, PartialStrategy], promised: Payoffs) -> Payoffs:
        """Return the payoffs of strategies in the whole game; in a constant-sum game those of the restricted game."""
        if self.constant_sum:
            return promised
        totals = [ZERO, ZERO]
        pending = [(self.root, ONE)]
        while pending:
            self._progress.add(1)
            state, weight = pending.pop()
            if state.is_terminal():
                for player, payoff in enumerate(self.paid(results(state, 2))):
                    totals[player] += weight * payoff
            else:
                player = mover(state)
                below = drawn(state) if player == CHANCE else strategies[player].followed(state)
                pending += [(child, weight * share) for child, share in below]
        return totals[0], totals[1]

    def responses(
        self, strategies: tuple[PartialStrategy, PartialStrategy], payoffs: Payoffs
    ) -> tuple[Response, Response]:
        """Return both players' best responses in the whole game; actions of the restricted game are tried first."""

        def response(player: int) -> Response:
            sets = self.sets[player]
            return self.responder(player).best_response(
                self.root, strategies[1 - player], lambda key: list(sets[key].allowed) if key in sets else []
            )

        return response(0), response(1)

    def add(self, player: int, response: Response) -> bool:
        """Add the moves of a response, first ones first, at all sets that the restricted game has.

        Moves at sets to which the opponent's sequences do not lead are left for later rounds.
        """
        new = False
        pending: ResponseMoves = list(response.moves)
        while pending:
            key, place, below = pending.pop()
            if key in self.sets[player]:
                new |= self.allow(player, key, place)
                pending += below
        return new

    def grow(self, responses: tuple[Response, Response], gains: Payoffs, expand: Expansion) -> bool:
        """Add best responses or, if a player gains but nothing is new, the default action at temporary leaves.

        In this case the equilibrium reaches some temporary leaves. Otherwise the whole game would pay what the
        restricted game pays, and no response inside that game pays more.
        """
        if super().grow(responses, gains, expand):
            return True
        reach_1, reach_2 = self.plans
        reached = [
            (player, information_set.key)
            for player, information_set in self.temporary()
            if any(reach_1[row] and reach_2[column] for _, (row, column), _ in information_set.nodes)
        ]
        for player, key in reached:
            self.allow(player, key, DEFAULT)
        return bool(reached)


def _moved(sequences: tuple[int, int], player: int, sequence: int) -> tuple[int, int]:
    return (sequence, sequences[1]) if player == 0 else (sequences[0], sequence)
