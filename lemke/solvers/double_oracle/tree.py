"""Restricted games of trees that are given by their states.

**Invariant.** The sequences are closed under prefixes. The restricted game has every node to which the sequences and
chance lead, up to the first node at which the player to move has no action in the restricted game. From this node on,
this player is assumed to play default actions, and the opponent is assumed to know the node and to answer best. The
node is a *temporary leaf*: to its player it is worth no more than the player can secure in the whole game by default
actions. Suppose that in a restricted equilibrium no player has a best response in the whole game that leaves the
restricted game. Then the payoffs of the equilibrium are those of both best responses, and it is an equilibrium of the
whole game (Bošanský, Kiekintveld, Lisý, Pěchouček 2014).

In general-sum games the worth of a temporary leaf is an upper bound for the opponent, and no bound for the player of
the leaf. So the growth of the restricted game is a heuristic. The regrets are exact.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import RecallError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import CHANCE
from lemke.game.implicit import Progress, State, available, knowledge, mover, other_actions, results
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE, ZERO
from lemke.solvers.double_oracle.chosen import Chosen, move_of, unknown_action
from lemke.solvers.double_oracle.iteration import Expansion, Payoffs, Response, RestrictedGame
from lemke.solvers.double_oracle.responses import (
    DEFAULT,
    Choice,
    PartialStrategy,
    Responder,
    ResponseMoves,
    chance_states,
)

STATES_PER_CHECK = 256
"""Number of states between two checks of the limits: small, since a user's states may be slow."""


class DecisionNode(NamedTuple):
    """A node where a player moves."""

    state: State
    sequences: tuple[int, int]  # of both players, that lead to the node
    reach: mpq  # the probability of chance


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game with nodes in the restricted game."""

    key: Hashable  # the information state
    parent: int  # the player's sequence that leads to the set
    actions: tuple[Hashable, ...]  # in the whole game
    # from the indices of the actions in the restricted game to their sequences; while this is empty, all nodes are
    # temporary leaves
    allowed: dict[int, int] = field(default_factory=dict)
    nodes: list[DecisionNode] = field(default_factory=list)
    # payoffs of temporary leaves, in the order of the nodes; the last nodes may have none yet
    worths: list[Payoffs] = field(default_factory=list)


class RestrictedTree(RestrictedGame[PartialStrategy]):
    """A restricted game, which grows by sequences.

    The game begins with each player's empty sequence and the ``chosen`` moves: for each player pairs of an information
    state and an action. A chosen move joins as soon as the restricted game has its information set. ``sets`` has for
    each player the information sets by information state, earlier sets first. With ``constant_sum``, payoffs are
    refused if their sums differ.
    """

    def __init__(self, root: State, constant_sum: bool, chosen: Chosen = ((), ())) -> None:
        super().__init__(constant_sum)
        self.root = root
        # chosen actions that have not joined yet, by player and information state
        self._chosen: tuple[dict[Hashable, list[Hashable]], ...] = ({}, {})
        for player_actions, moves in zip(self._chosen, chosen, strict=True):
            for key, action in map(move_of, moves):
                player_actions.setdefault(key, []).append(action)
        self.sets: tuple[dict[Hashable, RestrictedSet], dict[Hashable, RestrictedSet]] = ({}, {})
        self._sizes = [1, 1]
        self._progress = Progress("double oracle", STATES_PER_CHECK)
        self._visit(root, (EMPTY, EMPTY), ONE)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many sequences each player has."""
        return self._sizes[0], self._sizes[1]

    def allow(self, player: int, key: Hashable, action_index: int) -> bool:
        """Add an action at an information set that the restricted game has; return whether it is new."""
        information_set = self.sets[player][key]
        if action_index in information_set.allowed:
            return False
        # the nodes are no temporary leaves any longer: take back their payoffs, as far as they are known
        for node, worth in zip(information_set.nodes, information_set.worths, strict=False):
            self._add_payoffs(node.sequences, -node.reach, worth)
        information_set.worths.clear()
        sequence = self._join(player, information_set, action_index)
        for state, sequences, reach in information_set.nodes:
            self._visit(
                state.child(information_set.actions[action_index]), _extended_pair(sequences, player, sequence), reach
            )
        return True

    def _join(self, player: int, information_set: RestrictedSet, action_index: int) -> int:
        """Add the sequence that ends with an action; return its number."""
        sequence = information_set.allowed[action_index] = self._sizes[player]
        self._sizes[player] += 1
        self.new[player].append((information_set.key, information_set.actions[action_index]))
        return sequence

    def _visit(self, root: State, sequences: tuple[int, int], reach: mpq) -> None:
        """Follow the sequences below a node that has become part of the restricted game."""
        pending = [(root, sequences, reach)]
        while pending:
            self._progress.add(1)
            state, sequences, reach = pending.pop()
            if state.is_terminal():
                self._add_payoffs(sequences, reach, self.checked_payoffs(results(state, 2)))
            elif (player := mover(state)) == CHANCE:
                pending += [(child, sequences, reach * probability) for child, probability in chance_states(state)]
            else:
                information_set = self._set(player, state, sequences[player])
                information_set.nodes.append(DecisionNode(state, sequences, reach))
                for action_index, sequence in information_set.allowed.items():
                    child = state.child(information_set.actions[action_index])
                    pending.append((child, _extended_pair(sequences, player, sequence), reach))

    def _set(self, player: int, state: State, parent: int) -> RestrictedSet:
        """Return the information set of a state; a new set gets its chosen actions."""
        key, actions = knowledge(state), tuple(available(state))
        information_set = self.sets[player].get(key)
        if information_set is None:
            information_set = self.sets[player][key] = RestrictedSet(key, parent, actions)
            # each action once; the set has no nodes yet that would have to be visited
            for action in dict.fromkeys(self._chosen[player].pop(key, ())):
                if action not in actions:
                    raise unknown_action(action, player, key, actions)
                self._join(player, information_set, actions.index(action))
        elif information_set.parent != parent:
            raise RecallError(f"imperfect recall of player {player + 1} at {str(key)!r}, expected perfect recall")
        elif information_set.actions != actions:
            raise other_actions(repr(str(key)), actions, information_set.actions)
        return information_set

    def _add_payoffs(self, sequences: tuple[int, int], reach: mpq, payoffs: Payoffs) -> None:
        """Add payoffs, weighted with the probability of chance, to the payoffs of a pair of sequences."""
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
                self._add_payoffs(node.sequences, node.reach, worth)

    def responder(self, player: int) -> Responder:
        """Return the responder for a player in the whole game."""

        def payoffs(end: State) -> Payoffs:
            return self.checked_payoffs(results(end, 2))

        return Responder.at(self.root, player, payoffs, self.total, self._progress)

    # ------------------------------------------------------------------ the interface of RestrictedGame

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
                probabilities = (
                    (action_index, plan[sequence] / reach) for action_index, sequence in information_set.allowed.items()
                )
                choices[information_set.key] = tuple(pair for pair in probabilities if pair[1])
        return PartialStrategy(choices)

    def worth(self, strategies: tuple[PartialStrategy, PartialStrategy], promised: Payoffs) -> Payoffs:
        """Return payoffs of strategies in the whole game; in a constant-sum game ``promised`` is enough for bounds."""
        if self.constant_sum:
            return promised
        totals = [ZERO, ZERO]
        pending = [(self.root, ONE)]
        while pending:
            self._progress.add(1)
            state, weight = pending.pop()
            if state.is_terminal():
                for player, payoff in enumerate(self.checked_payoffs(results(state, 2))):
                    totals[player] += weight * payoff
            else:
                player = mover(state)
                children = chance_states(state) if player == CHANCE else strategies[player].next_states(state)
                pending += [(child, weight * probability) for child, probability in children]
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
        """Add the moves of a response, earlier moves first, at all sets that the restricted game has.

        Moves at sets to which the opponent's sequences do not lead are left for later rounds.
        """
        is_new = False
        pending: ResponseMoves = list(response.moves)
        while pending:
            key, action_index, later_moves = pending.pop()
            if key in self.sets[player]:
                is_new |= self.allow(player, key, action_index)
                pending += later_moves
        return is_new

    def grow(self, responses: tuple[Response, Response], gains: Payoffs, expand: Expansion) -> bool:
        """Add best responses; if a player gains but no move is new, add the default action at temporary leaves.

        In the second case the restricted equilibrium reaches some temporary leaves. Otherwise both games would give the
        equilibrium the same payoffs, and in the restricted game no response without new moves gets more.
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


def _extended_pair(sequences: tuple[int, int], player: int, sequence: int) -> tuple[int, int]:
    return (sequence, sequences[1]) if player == 0 else (sequences[0], sequence)
