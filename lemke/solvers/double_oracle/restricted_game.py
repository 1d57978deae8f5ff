"""Restricted games: each player keeps to some sequences, and the game grows by best responses in the whole game.

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

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import ProvedPlans
from lemke.errors import InputError, RecallError
from lemke.forms.sequence_form import SequenceForm, matrices_of
from lemke.game import CHANCE, InformationSet
from lemke.game.implicit import (
    BoundedState,
    Progress,
    State,
    available,
    knowledge,
    mover,
    require_same_actions,
    results,
)
from lemke.game.recall import EMPTY, Sequences
from lemke.ground.rational import ONE, ZERO, text
from lemke.solvers import methods
from lemke.solvers.double_oracle.responses import (
    DEFAULT,
    Choice,
    Moves,
    PartialStrategy,
    Payoffs,
    Responder,
    Response,
    chance_states,
    follow,
)
from lemke.solvers.double_oracle.start import Start, action_place

STATES_PER_CHECK = 256
"""Number of states between two checks of the limits: small, since a user's states may be slow."""

Expansion: TypeAlias = Literal["both", "larger"]
"""``both``: the best responses of both players are added; ``larger``: only that of the player who gains more."""


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game with nodes in the restricted game."""

    key: Hashable  # the information state
    parent: int  # the player's sequence that leads to the set
    actions: Sequence[Hashable]  # in the whole game
    # from the indices of the actions in the restricted game to their sequences; while this is empty, all nodes are
    # temporary leaves
    allowed: dict[int, int] = field(default_factory=dict)
    # where the player moves: the state, the sequences of both players that lead there, and the probability of chance
    nodes: list[tuple[State, tuple[int, int], mpq]] = field(default_factory=list)
    # payoffs of temporary leaves, in the order of the nodes; the last nodes may have none yet
    worths: list[Payoffs] = field(default_factory=list)


class RestrictedGame:
    """A restricted game of the game below a state.

    The game begins with each player's empty sequence and the moves of ``start``. Such a move joins as soon as the
    restricted game has its information set. With ``constant_sum``, payoffs are refused if their sums differ.

    Sequences have permanent numbers, which do not change when the game grows: 0 is the empty sequence, and the other
    sequences are numbered in the order in which they join.
    """

    unit = "sequences"  # what the sizes count

    def __init__(self, root: State, constant_sum: bool, start: Start = ((), ())) -> None:
        self.root = root
        self.constant_sum = constant_sum
        self.total: mpq | None = None  # the sum of the payoffs in a constant-sum game, once it is known
        self.payoffs: dict[tuple[int, int], Payoffs] = {}  # by pair of sequences, weighted with chance probabilities
        # each player's information sets by information state, earlier sets first
        self.sets: tuple[dict[Hashable, RestrictedSet], dict[Hashable, RestrictedSet]] = ({}, {})
        self.new: tuple[list[Any], list[Any]] = ([], [])  # moves that have joined since the last round
        self.plans: tuple[dict[int, mpq], ...] = ({}, {})  # the last equilibrium: weights by permanent number
        # actions of the start, by player and information state
        self._start: tuple[dict[Hashable, list[Hashable]], ...] = ({}, {})
        for player_actions, moves in zip(self._start, start, strict=True):
            for key, action in moves:
                player_actions.setdefault(key, []).append(action)
        self._sizes = [1, 1]
        self._progress = Progress("double oracle", STATES_PER_CHECK)
        self._visit(root, (EMPTY, EMPTY), ONE)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many sequences each player has."""
        return self._sizes[0], self._sizes[1]

    def take_new(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return each player's moves that have joined since the last call."""
        new_1, new_2 = map(tuple, self.new)
        for moves in self.new:
            moves.clear()
        return new_1, new_2

    # ------------------------------------------------------------------ growth

    def grow(self, responses: tuple[Response, Response], gains: Payoffs, expand: Expansion) -> bool:
        """Add the best responses of both players; with ``larger``, only that of the player who gains more.

        If that response adds nothing new, the other player's response is added. If neither adds a move but a player
        gains, the restricted equilibrium reaches temporary leaves: otherwise both games would give it the same payoffs,
        and in the restricted game no response without new moves gets more. Then the default actions are added there.
        Return whether any move is new.
        """
        is_new = False
        for player in sorted((0, 1), key=lambda player: -gains[player]):
            is_new |= self._add(player, responses[player][1])
            if is_new and expand == "larger":
                break
        if is_new:
            return True
        reach_1, reach_2 = self.plans
        reached = [
            (player, information_set)
            for player, information_set in self.temporary()
            if any(reach_1[row] and reach_2[column] for _, (row, column), _ in information_set.nodes)
        ]
        for player, information_set in reached:
            self.allow(player, information_set, DEFAULT)
        return bool(reached)

    def _add(self, player: int, moves: Moves) -> bool:
        """Add the moves of a response, earlier moves first, at all sets that the restricted game has.

        Moves at sets to which the opponent's sequences do not lead are left for later rounds.
        """
        is_new = False
        pending = list(moves)
        while pending:
            key, action_index, later_moves = pending.pop()
            if information_set := self.sets[player].get(key):
                is_new |= self.allow(player, information_set, action_index)
                pending += later_moves
        return is_new

    def allow(self, player: int, information_set: RestrictedSet, action_index: int) -> bool:
        """Add an action at an information set that the restricted game has; return whether it is new."""
        if action_index in information_set.allowed:
            return False
        # the nodes are no temporary leaves any longer: take back their payoffs, as far as they are known
        for (_, pair, reach), worth in zip(information_set.nodes, information_set.worths, strict=False):
            self._add_payoffs(pair, -reach, worth)
        information_set.worths.clear()
        sequence = self._join(player, information_set, action_index)
        for state, pair, reach in information_set.nodes:
            self._visit(state.child(information_set.actions[action_index]), _extended(pair, player, sequence), reach)
        return True

    def _join(self, player: int, information_set: RestrictedSet, action_index: int) -> int:
        """Add the sequence that ends with an action; return its number."""
        sequence = information_set.allowed[action_index] = self._sizes[player]
        self._sizes[player] += 1
        self.new[player].append((information_set.key, information_set.actions[action_index]))
        return sequence

    def _visit(self, root: State, pair: tuple[int, int], reach: mpq) -> None:
        """Follow the sequences below a node that has become part of the restricted game."""
        pending = [(root, pair, reach)]
        while pending:
            self._progress.add(1)
            state, pair, reach = pending.pop()
            if state.is_terminal():
                self._add_payoffs(pair, reach, self._payoffs_at(state))
            elif (player := mover(state)) == CHANCE:
                pending += [(child, pair, reach * probability) for child, probability in chance_states(state)]
            else:
                information_set = self._set(player, state, pair[player])
                information_set.nodes.append((state, pair, reach))
                for action_index, sequence in information_set.allowed.items():
                    child = state.child(information_set.actions[action_index])
                    pending.append((child, _extended(pair, player, sequence), reach))

    def _set(self, player: int, state: State, parent: int) -> RestrictedSet:
        """Return the information set of a state; a new set gets its actions of the start."""
        key, actions = knowledge(state), available(state)
        information_set = self.sets[player].get(key)
        if information_set is None:
            information_set = self.sets[player][key] = RestrictedSet(key, parent, actions)
            # the set has no nodes yet that would have to be visited
            start = dict.fromkeys(self._start[player].get(key, ()))
            places = {action: k for k, action in enumerate(actions)} if start else {}
            for action in start:
                self._join(player, information_set, action_place(action, places, player, key, actions))
        elif information_set.parent != parent:
            raise RecallError(f"imperfect recall of player {player + 1} at {str(key)!r}, expected perfect recall")
        require_same_actions(key, actions, information_set.actions)
        return information_set

    # ------------------------------------------------------------------ payoffs

    def _payoffs_at(self, end: State) -> Payoffs:
        """Return payoffs of the whole game. Raises InputError if the sum of a constant-sum game changes."""
        payoff_1, payoff_2 = results(end, 2)
        if self.constant_sum and payoff_1 + payoff_2 != self.total:
            if self.total is not None:
                sums = f"{text(self.total)} in one outcome and {text(payoff_1 + payoff_2)} in another"
                raise InputError(f"payoffs that add up to {sums}, expected equal sums, or constant_sum=False")
            self.total = payoff_1 + payoff_2
        return payoff_1, payoff_2

    def _add_payoffs(self, pair: tuple[int, int], reach: mpq, payoffs: Payoffs) -> None:
        """Add payoffs, weighted with the probability of chance, to the payoffs of a pair of sequences."""
        payoff_1, payoff_2 = self.payoffs.get(pair, (ZERO, ZERO))
        self.payoffs[pair] = payoff_1 + reach * payoffs[0], payoff_2 + reach * payoffs[1]

    def temporary(self) -> Iterator[tuple[int, RestrictedSet]]:
        """Yield the information sets whose nodes are temporary leaves, with their players."""
        for player, sets in enumerate(self.sets):
            yield from ((player, information_set) for information_set in sets.values() if not information_set.allowed)

    def settle(self) -> None:
        """Compute the worth of every temporary leaf and add it to the payoffs."""
        for player, information_set in self.temporary():
            for state, pair, reach in information_set.nodes[len(information_set.worths) :]:
                worth = self._responder(1 - player).secured(state)
                information_set.worths.append(worth)
                self._add_payoffs(pair, reach, worth)

    # ------------------------------------------------------------------ equilibria of the restricted game

    def equilibrium(self) -> ProvedPlans:
        """Solve the restricted game: as a linear program if it is constant-sum, otherwise by Lemke's path."""
        form, numbers = self.form()
        proved = methods.solve(form, "lp" if self.constant_sum else "lcp")
        self.plans = tuple(
            dict(zip(permanent, plan.tolist(), strict=True))
            for permanent, plan in zip(numbers, proved.plans, strict=True)
        )
        return proved

    def form(self) -> tuple[SequenceForm, tuple[list[int], list[int]]]:
        """Return the sequence form, with the worth of temporary leaves as payoffs, and permanent numbers.

        They are the permanent numbers of each player's sequences by their numbers in the form.
        """
        self.settle()
        (sequences_1, numbers_1), (sequences_2, numbers_2) = self._sequences(0), self._sequences(1)
        pairs = np.array(list(self.payoffs), dtype=np.int64).reshape(-1, 2)
        # argsort inverts the permutation: from permanent numbers to the form's numbers
        places = np.argsort(numbers_1)[pairs[:, 0]], np.argsort(numbers_2)[pairs[:, 1]]
        payoffs = np.array(list(self.payoffs.values()), dtype=object).reshape(-1, 2)
        sequences = sequences_1, sequences_2
        matrices = matrices_of(sequences, *places, (payoffs[:, 0], payoffs[:, 1]))
        return SequenceForm("", sequences, *matrices, self.total), (numbers_1, numbers_2)

    def _sequences(self, player: int) -> tuple[Sequences, list[int]]:
        """Return a player's sequences, numbered as a form needs them, and their permanent numbers.

        In a form the sequences of a set have successive numbers.
        """
        firsts, parents, information_sets = [], [], []
        numbers, form_numbers = [EMPTY], {EMPTY: EMPTY}
        for restricted_set in self._decisions(player):
            sequences = restricted_set.allowed.values()
            firsts.append(len(numbers))
            parents.append(form_numbers[restricted_set.parent])
            form_numbers |= zip(sequences, range(len(numbers), len(numbers) + len(sequences)), strict=True)
            numbers += sequences
            information_sets.append(InformationSet(player, len(firsts), "", ("",) * len(sequences)))
        first, parent = np.array(firsts, dtype=np.int64), np.array(parents, dtype=np.int64)
        indices = tuple(range(len(firsts)))
        return Sequences(player, indices, first, parent, len(numbers), tuple(information_sets)), numbers

    def _decisions(self, player: int) -> list[RestrictedSet]:
        """Return the information sets at which the player has an action in the restricted game."""
        return [information_set for information_set in self.sets[player].values() if information_set.allowed]

    # ------------------------------------------------------------------ the plans in the whole game

    def strategies(self) -> tuple[PartialStrategy, PartialStrategy]:
        """Return the plans as strategies of the whole game."""

        def choice(plan: dict[int, mpq], information_set: RestrictedSet) -> Choice:
            weights = ((index, plan[sequence]) for index, sequence in information_set.allowed.items())
            return tuple((index, weight / plan[information_set.parent]) for index, weight in weights if weight)

        strategy_1, strategy_2 = (
            PartialStrategy({h.key: choice(plan, h) for h in self._decisions(player) if plan[h.parent]})
            for player, plan in enumerate(self.plans)
        )
        return strategy_1, strategy_2

    def named(self, strategies: tuple[PartialStrategy, PartialStrategy]) -> tuple[Any, Any]:
        """Return strategies as the result has them."""
        return strategies

    def worth(self, strategies: tuple[PartialStrategy, PartialStrategy], promised: Payoffs) -> Payoffs:
        """Return the payoffs of the plans' strategies in the whole game; ``promised`` are those in the restricted game.

        They differ only at temporary leaves. In a constant-sum game ``promised`` is enough for bounds.
        """
        if self.constant_sum or not any(self.temporary()):
            return promised
        payoffs, _ = follow([(self.root, ONE)], strategies, self._payoffs_at, self._progress)
        return payoffs

    def responses(
        self, strategies: tuple[PartialStrategy, PartialStrategy], payoffs: Payoffs
    ) -> tuple[Response, Response]:
        """Return both players' best responses in the whole game to strategies with these payoffs."""

        def response(player: int) -> Response:
            sets = self.sets[player]

            def likely(key: Hashable) -> Iterable[int]:
                return sets[key].allowed if key in sets else ()

            return self._responder(player).best_response(self.root, strategies[1 - player], likely)

        return response(0), response(1)

    def _responder(self, player: int) -> Responder:
        """Return a player as responder. States have bounds for player 2 only if the sum of the payoffs is known."""
        bounded = isinstance(self.root, BoundedState) and (player == 0 or self.total is not None)
        return Responder(player, self._payoffs_at, bounded, self.total, self._progress)


def _extended(pair: tuple[int, int], player: int, sequence: int) -> tuple[int, int]:
    return (sequence, pair[1]) if player == 0 else (pair[0], sequence)
