"""Strategies on the states of a game, and best responses to them by pruned backward induction.

All nodes that a player reaches by the same sequence of the player's moves are expanded together, weighted with the
probabilities of chance and of the opponent. The nodes at which the player moves next form groups, one per information
state. By perfect recall the groups are independent. So only the states along one sequence of the player's moves are
held in memory, and only states that the opponent's strategy reaches are visited.

An action matters only if it gets more than the actions tried before. If the states have bounds of the payoffs below
them, actions that cannot matter are skipped. Each sequence of moves has a *floor*, the payoff that the sequence must
exceed to matter, and a *hope*, an upper bound of the sequence's payoff: the sum of known payoffs and of bounds of
unknown payoffs (Bošanský, Kiekintveld, Lisý, Pěchouček 2014).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar, cast

from gmpy2 import mpq

from lemke.errors import GameError, InputError
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
    require_same_actions,
)
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.words import count

DEFAULT = 0
"""The index of the default action among the actions of an information state: the first action."""

Payoffs: TypeAlias = tuple[mpq, mpq]
"""The payoffs, or the gains, of player 1 and player 2."""
Choice: TypeAlias = tuple[tuple[int, mpq], ...]
"""Indices of actions with their probabilities, all positive, with sum 1."""
WeightedStates: TypeAlias = list[tuple[State, mpq]]
"""States, each with the probability that chance and the opponent lead there from the root or from another state."""
Groups: TypeAlias = dict[Hashable, tuple[Sequence[Hashable], WeightedStates]]
"""States at which a player moves, by information state, with the actions there."""
Moves: TypeAlias = list[tuple[Hashable, int, "Moves"]]
"""A best response as a tree: the next information states, each with the index of the best action and later moves."""
Response: TypeAlias = tuple[mpq, Moves]
"""A best response in the whole game: the player's payoff, and the moves."""
Result = TypeVar("Result")
Recursion: TypeAlias = Generator[Any, Any, Result]
"""A recursive function as a generator, which yields a recursive call and receives the result (:func:`unrolled`)."""


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
        try:
            chosen = [(actions[action_index], share) for action_index, share in self(key)]
        except IndexError:
            described = f"{count(len(actions), 'action')} at {str(key)!r}"
            raise GameError(f"{described}, expected more, as at other nodes") from None
        return [(state.child(action), share) for action, share in chosen]


def chance_states(state: State) -> WeightedStates:
    """Return the states that chance leads to with positive probability."""
    return [(state.child(action), probability) for action, probability in draws(state) if probability]


def follow(
    nodes: WeightedStates,
    strategies: tuple[PartialStrategy | None, PartialStrategy | None],
    payoffs: Callable[[State], Payoffs],
    progress: Progress,
) -> tuple[Payoffs, Groups]:
    """Follow chance and strategies to the ends of the game, and to the next moves of a player without a strategy.

    Return the sum of the weighted payoffs at the ends, and the states at the next moves by information state.
    """
    payoff_1 = payoff_2 = ZERO
    groups: Groups = {}
    pending = list(nodes)
    while pending:
        progress.add(1)
        state, weight = pending.pop()
        if state.is_terminal():
            end_1, end_2 = payoffs(state)
            payoff_1, payoff_2 = payoff_1 + weight * end_1, payoff_2 + weight * end_2
            continue
        if (player := mover(state)) == CHANCE:
            children = chance_states(state)
        elif (strategy := strategies[player]) is not None:
            children = strategy.next_states(state)
        else:
            key, actions = knowledge(state), available(state)
            group_actions, group = groups.setdefault(key, (actions, []))
            require_same_actions(key, actions, group_actions)
            group.append((state, weight))
            continue
        pending += [(child, weight * probability) for child, probability in children]
    return (payoff_1, payoff_2), groups


@dataclass(frozen=True, slots=True)
class Responder:
    """A player who answers strategies of the opponent in the whole game."""

    player: int  # 0 or 1
    payoffs: Callable[[State], Payoffs]  # from a terminal state to both players' payoffs
    bounded: bool  # whether every state has bounds of the player's payoffs at the ends below it
    total: mpq | None  # the sum of both payoffs, if it is constant
    progress: Progress  # counts the states that are visited

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
        self, root: State, opponent: PartialStrategy, likely: Callable[[Hashable], Iterable[int]]
    ) -> Response:
        """Return a best response in the whole game.

        ``likely`` returns which actions of an information state are tried first, by index. The better these actions
        are, the more other actions are skipped.
        """
        strategies = (None, opponent) if self.player == 0 else (opponent, None)

        def response(nodes: WeightedStates, floor: mpq | None) -> Recursion[Response | None]:
            """Return the best response after some moves, None if it cannot exceed the floor."""
            payoffs, groups = follow(nodes, strategies, self.payoffs, self.progress)
            value = payoffs[self.player]
            bounds_of_groups: list[Any] = [self.most(group) for _, group in groups.values()]  # all None, or all mpq
            hope = sum(bounds_of_groups, start=value) if self.bounded else None
            moves: Moves = []
            for (key, (actions, group)), most in zip(groups.items(), bounds_of_groups, strict=True):
                # what this group must exceed, so that the sum can exceed the floor
                group_floor = None if floor is None or hope is None else floor - hope + most
                if group_floor is not None and most <= group_floor:
                    return None
                best: tuple[mpq, int, Moves] | None = None
                for action_index in dict.fromkeys([*likely(key), *range(len(actions))]):
                    children = [(state.child(actions[action_index]), weight) for state, weight in group]
                    self.progress.add(len(children))
                    if group_floor is None or (bound := self.most(children)) is None or bound > group_floor:
                        continuation = yield response(children, group_floor)
                        if continuation is not None and (best is None or continuation[0] > best[0]):
                            best = continuation[0], action_index, continuation[1]
                            group_floor = best[0] if group_floor is None else max(group_floor, best[0])
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
                answers: list[Payoffs] = []
                for action in available(state):
                    answers.append((yield worth(state.child(action))))
                    if most is not None and answers[-1][player] >= most:
                        break
                return max(answers, key=lambda payoffs: payoffs[player])
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
