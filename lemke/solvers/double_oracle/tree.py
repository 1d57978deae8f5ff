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

A player's best response in the whole game is found by pruned backward induction over information states:

All nodes that a player reaches by the same sequence of the player's moves are expanded together, weighted with the
probabilities of chance and of the opponent. The nodes at which the player moves next form groups, one per information
state. By perfect recall the groups are independent. So only the states along one sequence of the player's moves are
held in memory, and only states that the opponent's strategy reaches are visited.

An action matters only if it gets more than the actions tried before; the actions of the restricted game are tried
first. If the states have bounds of the payoffs below them, actions that cannot matter are skipped. Each sequence of
moves has a *floor*, the payoff that the sequence must exceed to matter, and a *hope*, an upper bound of the sequence's
payoff: the sum of known payoffs and of bounds of unknown payoffs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, cast

from gmpy2 import mpq

from lemke.errors import GameError, InputError, RecallError
from lemke.forms.sequence_form import SequenceForm
from lemke.game import CHANCE
from lemke.game.implicit import (
    BoundedState,
    Progress,
    State,
    available,
    bounds,
    draws,
    knowledge,
    mover,
    other_actions,
    results,
)
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.words import count
from lemke.solvers.double_oracle.chosen import Chosen, action_place, move_of
from lemke.solvers.double_oracle.iteration import Expansion, Payoffs, Response, RestrictedGame

STATES_PER_CHECK = 256
"""Number of states between two checks of the limits: small, since a user's states may be slow."""
DEFAULT = 0
"""The index of the default action among the actions of an information state: the first action."""

Choice: TypeAlias = tuple[tuple[int, mpq], ...]
"""Indices of actions with their probabilities, all positive, with sum 1."""
WeightedStates: TypeAlias = list[tuple[State, mpq]]
"""States, each with the probability that chance and the opponent lead there from the root or from another state."""
Result = TypeVar("Result")
Recursion: TypeAlias = Generator[Any, Any, Result]
"""A recursive function as a generator, which yields a recursive call and receives the result (:func:`unrolled`)."""
ResponseMoves: TypeAlias = list[tuple[Hashable, int, "ResponseMoves"]]
"""A best response as a tree: the next information states, each with the index of the best action and later moves."""


@dataclass(frozen=True, slots=True)
class PartialStrategy:
    """A behavior strategy of the whole game: distributions at some information states, the default action elsewhere.

    Attributes
    ----------
    choices : mapping from information state to Choice

    >>> strategy = PartialStrategy({"ace": ((1, mpq(1, 3)), (0, mpq(2, 3)))})
    >>> strategy("ace"), strategy("anything else")
    (((1, mpq(1,3)), (0, mpq(2,3))), ((0, mpq(1,1)),))
    """

    choices: Mapping[Hashable, Choice]

    def __call__(self, information_state: Hashable) -> Choice:
        """Return the distribution at an information state."""
        return self.choices.get(information_state, ((DEFAULT, ONE),))

    def next_states(self, state: State) -> WeightedStates:
        """Return the next states from a state of the player, with their probabilities."""
        key, actions = knowledge(state), available(state)
        choice = self(key)
        if (last := max(action_index for action_index, _ in choice)) >= len(actions):
            described = f"{count(len(actions), 'action')} at {str(key)!r}"
            raise GameError(f"{described}, expected at least {last + 1}, as at other nodes")
        return [(state.child(actions[action_index]), share) for action_index, share in choice]


def chance_states(state: State) -> WeightedStates:
    """Return the states that chance leads to with positive probability."""
    return [(state.child(action), probability) for action, probability in draws(state) if probability]


@dataclass(frozen=True, slots=True)
class Responder:
    """A player who answers strategies of the opponent in the whole game."""

    player: int  # 0 or 1
    payoffs: Callable[[State], Payoffs]  # from a terminal state to both players' payoffs
    bounded: bool  # whether every state has bounds of the player's payoffs at the ends below it
    total: mpq | None  # the sum of both payoffs, if it is constant
    progress: Progress  # counts the states that are visited

    @classmethod
    def at(
        cls, root: State, player: int, payoffs: Callable[[State], Payoffs], total: mpq | None, progress: Progress
    ) -> Responder:
        """Return the responder for a player in the game with this root.

        States may have bounds of player 1's payoffs. They give bounds of player 2's payoffs only if the total is known.
        """
        bounded = isinstance(root, BoundedState) and (player == 0 or total is not None)
        return cls(player, payoffs, bounded, total, progress)

    def most(self, nodes: WeightedStates) -> mpq | None:
        """Return an upper bound of the player's payoff, summed over weighted nodes; None unless ``bounded``."""
        if not self.bounded:
            return None
        most = ZERO
        for state, weight in nodes:
            low, high = bounds(cast(BoundedState, state))
            most += weight * (high if self.player == 0 else self.total - low)
        return most

    def best_response(
        self, root: State, opponent: PartialStrategy, likely: Callable[[Hashable], Sequence[int]]
    ) -> Response:
        """Return a best response in the whole game, with its :data:`ResponseMoves`.

        ``likely`` returns which actions of an information state are tried first, by index. The better these actions
        are, the more other actions are skipped.
        """

        def response(nodes: WeightedStates, floor: mpq | None) -> Recursion[Response | None]:
            """Return the best response after some moves, None if it cannot exceed the floor."""
            value, groups = self._groups(nodes, opponent)
            bounds_of_groups: list[Any] = [self.most(group) for _, group in groups.values()]  # all None, or all mpq
            hope = sum(bounds_of_groups, start=value) if self.bounded else None
            moves: ResponseMoves = []
            for (key, (actions, group)), most in zip(groups.items(), bounds_of_groups, strict=True):
                # what this group must exceed, so that the sum can exceed the floor
                group_floor = None if floor is None or hope is None else floor - hope + most
                if group_floor is not None and most <= group_floor:
                    return None
                best: tuple[mpq, int, ResponseMoves] | None = None
                for action_index in dict.fromkeys([*likely(key), *range(len(actions))]):
                    children = [(state.child(actions[action_index]), weight) for state, weight in group]
                    self.progress.add(len(children))
                    if group_floor is None or (bound := self.most(children)) is None or bound > group_floor:
                        continuation = yield response(children, group_floor)
                        if continuation is not None and (best is None or continuation[0] > best[0]):
                            best = continuation[0], action_index, continuation[1]
                            new_floor = best[0]
                            group_floor = new_floor if group_floor is None else max(group_floor, new_floor)
                if best is None:
                    return None
                group_value, best_action, later_moves = best
                if self.bounded and group_value > most:
                    allowed = f"bounds at {str(key)!r} that allow player {self.player + 1} at most {short(most)}"
                    below = f"the payoff {short(group_value)} of leaves below (both times probabilities)"
                    raise InputError(f"{allowed}, expected bounds that allow {below}")
                value += group_value
                # in the hope, the group's value replaces the group's bound
                hope = None if hope is None else hope + group_value - most
                moves.append((key, best_action, later_moves))
            return (value, moves) if floor is None or value > floor else None

        answer = unrolled(response([(root, ONE)], None))
        assert answer is not None
        return answer

    def _groups(
        self, nodes: WeightedStates, opponent: PartialStrategy
    ) -> tuple[mpq, dict[Hashable, tuple[tuple[Hashable, ...], WeightedStates]]]:
        """Follow chance and the opponent to the ends of the game and to the player's next moves.

        Return the sum of the weighted payoffs at the ends, and for every information state its actions and its nodes.
        """
        value = ZERO
        groups: dict[Hashable, tuple[tuple[Hashable, ...], WeightedStates]] = {}
        pending = list(nodes)
        while pending:
            self.progress.add(1)
            state, weight = pending.pop()
            if state.is_terminal():
                value += weight * self.payoffs(state)[self.player]
            elif (player := mover(state)) == self.player:
                key, actions = knowledge(state), tuple(available(state))
                group_actions, group = groups.setdefault(key, (actions, []))
                _require_equal_actions(key, actions, group_actions)
                group.append((state, weight))
            else:
                children = chance_states(state) if player == CHANCE else opponent.next_states(state)
                pending += [(child, weight * probability) for child, probability in children]
        return value, groups

    def secured(self, state: State) -> Payoffs:
        """Return the payoffs from a state on if the opponent plays default actions and the player answers best.

        The player's answer may use information that the player does not have. So no strategy of the player gets more
        than the answer against default actions; in a constant-sum game default actions secure the opponent at least the
        payoff that is returned for the opponent. The search at a node stops at an answer that reaches the bound of the
        state.
        """
        default = PartialStrategy({})

        def worth(state: State) -> Recursion[Payoffs]:
            self.progress.add(1)
            if state.is_terminal():
                return self.payoffs(state)
            if (player := mover(state)) == self.player:
                most = self.most([(state, ONE)])
                answers = []
                for action in available(state):
                    answers.append((yield worth(state.child(action))))
                    if most is not None and answers[-1][player] >= most:
                        break
                best: Payoffs = max(answers, key=lambda payoffs: payoffs[player])
                return best
            payoff_1 = payoff_2 = ZERO
            for child, weight in chance_states(state) if player == CHANCE else default.next_states(state):
                child_1, child_2 = yield worth(child)
                payoff_1, payoff_2 = payoff_1 + weight * child_1, payoff_2 + weight * child_2
            return payoff_1, payoff_2

        return unrolled(worth(state))


def unrolled(recursion: Recursion[Result]) -> Result:
    """Return the result of a recursion; its calls are on a list, since trees may be deeper than Python's stack."""
    stack: list[Recursion[Any]] = [recursion]
    result: Any = None
    while stack:
        try:
            stack.append(stack[-1].send(result))
            result = None
        except StopIteration as end:
            stack.pop()
            result = end.value
    answer: Result = result  # the result of the first call, which ends last
    return answer


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game with nodes in the restricted game."""

    key: Hashable  # the information state
    parent: int  # the player's sequence that leads to the set
    actions: tuple[Hashable, ...]  # in the whole game
    # from the indices of the actions in the restricted game to their sequences; while this is empty, all nodes are
    # temporary leaves
    allowed: dict[int, int] = field(default_factory=dict)
    # where the player moves: the state, the sequences of both players that lead there, and the probability of chance
    nodes: list[tuple[State, tuple[int, int], mpq]] = field(default_factory=list)
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
        for (_, sequences, reach), worth in zip(information_set.nodes, information_set.worths, strict=False):
            self._add_payoffs(sequences, -reach, worth)
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
                information_set.nodes.append((state, sequences, reach))
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
            if first := dict.fromkeys(self._chosen[player].pop(key, ())):
                places = {action: k for k, action in enumerate(actions)}
                for action in first:
                    self._join(player, information_set, action_place(action, places, player, key, actions))
        elif information_set.parent != parent:
            raise RecallError(f"imperfect recall of player {player + 1} at {str(key)!r}, expected perfect recall")
        _require_equal_actions(key, actions, information_set.actions)
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
            for state, sequences, reach in information_set.nodes[len(information_set.worths) :]:
                worth = self.responder(1 - player).secured(state)
                information_set.worths.append(worth)
                self._add_payoffs(sequences, reach, worth)

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
        pending: ResponseMoves = list(response[1])
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


def _require_equal_actions(key: Hashable, actions: tuple[Hashable, ...], known: tuple[Hashable, ...]) -> None:
    if actions != known:
        raise other_actions(repr(str(key)), actions, known)
