"""Restricted games of trees that are given by their states.

**Invariant.** The sequences are closed under prefixes. Held is every node that they and chance lead to, up to the first
node of a player with no action there. At such a node the player is taken to play the default action from there on, and
the opponent to know the node and to answer best: it is a *temporary leaf*, worth to its player no more than it can
secure in the whole game by playing so. Hence a restricted equilibrium, if neither player has a best response in the
whole game that leaves the restricted game, is worth what both best responses say, and is one of the whole game
(Bošanský, Kiekintveld, Lisý, Pěchouček 2014, section 4).

In general-sum games the worth of a temporary leaf is an upper bound for the opponent, and none at all for its player.
So nothing bounds what a restricted equilibrium leaves out: how an equilibrium is reached, and which, is a heuristic;
what is said of it is not.
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
"""So few since states of a user may take their time."""


class DecisionNode(NamedTuple):
    """A node where a player moves: the sequences that lead there, and chance's probability."""

    state: State
    sequences: tuple[int, int]
    reach: mpq


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game of which the restricted game has nodes."""

    key: Hashable  # the information state
    parent: int  # the sequence that leads there
    actions: tuple[Hashable, ...]  # in the whole game
    # the actions that the restricted game has; without any, all nodes are temporary leaves
    allowed: dict[int, int] = field(default_factory=dict)
    nodes: list[DecisionNode] = field(default_factory=list)
    # of temporary leaves, in the order of the nodes, as far as they are known
    worths: list[Payoffs] = field(default_factory=list)


class RestrictedTree(RestrictedGame[PartialStrategy]):
    """A restricted game, which grows by sequences.

    It begins with one sequence per player, the empty one, and those that are ``chosen``: per player pairs of an
    information state and an action there. Such a move joins as soon as the restricted game comes to its information
    set. ``sets`` are those of both players, parents first, by information state. If it is to be ``constant_sum``, a
    game in which both players together do not always get the same is refused.
    """

    def __init__(self, root: State, constant_sum: bool, chosen: Chosen = ((), ())) -> None:
        super().__init__(constant_sum)
        self.root = root
        self._chosen: tuple[dict[Hashable, list[Hashable]], ...] = ({}, {})  # by information state, not joined yet
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
        """Let every temporary leaf have its worth."""
        for player, information_set in self.temporary():
            for node in information_set.nodes[len(information_set.worths) :]:
                worth = self.responder(1 - player).secured(node.state)
                information_set.worths.append(worth)
                self._pay(node.sequences, node.reach, worth)

    def responder(self, player: int) -> Responder:
        """Return a player who answers in the whole game."""
        return Responder.at(self.root, player, lambda end: self.paid(results(end, 2)), self.total, self._progress)

    # ------------------------------------------------------------------ the protocol

    def form(self) -> SequenceForm:
        """Return the sequence form, in which temporary leaves have their worth."""
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
        """Return what strategies get in the whole game; what was promised, if that is enough."""
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
        """Return both players' best responses in the whole game; what the restricted game allows is tried first."""

        def response(player: int) -> Response:
            sets = self.sets[player]
            return self.responder(player).best_response(
                self.root, strategies[1 - player], lambda key: list(sets[key].allowed) if key in sets else []
            )

        return response(0), response(1)

    def add(self, player: int, response: Response) -> bool:
        """Add the moves of a response from the first ones on, as far as the restricted game comes.

        Where the opponent's sequences do not lead to an information set of the player, the moves there have to wait.
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
        """Add best responses or, if they have nothing new though somebody gains, the default at temporary leaves.

        The equilibrium leads to some then: otherwise it would pay what the restricted game says, and no response inside
        that game pays more.
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
