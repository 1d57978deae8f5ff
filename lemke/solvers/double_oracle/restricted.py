"""The restricted game: what remains of a game if the players keep to some of their sequences.

**Invariant.** The sequences are closed under prefixes. Held is every node that they and chance lead to, up to the first
node of a player with no action there. At such a node the player is taken to play the default action from there on, and
the opponent to know the node and to answer best: it is a *temporary leaf*, worth to its player no more than it can
secure in the whole game by playing so. Hence a restricted equilibrium, if neither player has a best response in the
whole game that leaves the restricted game, is worth what both best responses say, and is one of the whole game
(Bošanský, Kiekintveld, Lisý, Pěchouček 2014, section 4).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, RecallError
from lemke.forms.sequence_form import SequenceForm, constraints
from lemke.game import CHANCE, InformationSet
from lemke.game.implicit import State
from lemke.game.implicit.progress import Progress
from lemke.game.implicit.state import available, draws, mover, other_actions, results
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Behavior, Profile
from lemke.ground.rational import ONE, ZERO, text
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.solvers.double_oracle.aims import Aim, Payoffs
from lemke.solvers.double_oracle.strategies import Choice, PartialStrategy
from lemke.solvers.double_oracle.temporary import secured

STATES_PER_CHECK = 256
"""So few since states of a user may take their time."""


class Node(NamedTuple):
    """A node where a player moves: the sequences that lead there, and chance's probability."""

    state: State
    sequences: tuple[int, int]
    reach: mpq


@dataclass(slots=True)
class RestrictedSet:
    """An information set of the whole game of which the restricted game has nodes.

    Attributes
    ----------
    key : Hashable
        The information state.
    parent : int
        The sequence that leads there.
    actions : tuple of actions
        In the whole game.
    allowed : dict from place to sequence
        The actions that the restricted game has; without any, all nodes are temporary leaves.
    nodes : list of Node
    worths : list of Payoffs
        Of temporary leaves, in the order of the nodes, as far as they are known.
    """

    key: Hashable
    parent: int
    actions: tuple[Hashable, ...]
    allowed: dict[int, int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    worths: list[Payoffs] = field(default_factory=list)


class RestrictedGame:
    """A restricted game, which grows by sequences. It has one sequence per player, the empty one, to begin with.

    Parameters
    ----------
    root : State
    constant_sum : bool
        Whether to refuse a game in which both players together do not always get the same.

    Attributes
    ----------
    sets : (dict, dict)
        From information states to :class:`RestrictedSet`, of both players, parents first.
    sizes : list of two int
        Numbers of sequences.
    total : mpq | None
        What both players get together, once that is known; None for other games.
    progress : Progress
        Of all passes over states of the game.
    """

    def __init__(self, root: State, constant_sum: bool) -> None:
        self.sets: tuple[dict[Hashable, RestrictedSet], dict[Hashable, RestrictedSet]] = ({}, {})
        self.sizes = [1, 1]
        self.total: mpq | None = None
        self._constant_sum = constant_sum
        self.root = root
        self.progress = Progress("double oracle", STATES_PER_CHECK)
        self._payoffs: dict[tuple[int, int], Payoffs] = {}
        self._visit(root, (EMPTY, EMPTY), ONE)

    def allow(self, player: int, key: Hashable, place: int) -> bool:
        """Add an action at an information set that the restricted game has; return whether it is new."""
        own = self.sets[player][key]
        if place in own.allowed:
            return False
        for node, worth in zip(own.nodes, own.worths, strict=False):
            self._pay(node.sequences, -node.reach, worth)
        own.worths.clear()
        sequence = own.allowed[place] = self.sizes[player]
        self.sizes[player] += 1
        for node in own.nodes:
            self._visit(node.state.child(own.actions[place]), _moved(node.sequences, player, sequence), node.reach)
        return True

    def _visit(self, root: State, sequences: tuple[int, int], reach: mpq) -> None:
        """Follow the sequences below a node that has become part of the restricted game."""
        pending = [(root, sequences, reach)]
        while pending:
            self.progress.add(1)
            state, sequences, reach = pending.pop()
            if state.is_terminal():
                self._pay(sequences, reach, self.payoffs(state))
            elif (player := mover(state)) == CHANCE:
                pending += [(state.child(action), sequences, reach * p) for action, p in draws(state) if p]
            else:
                own = self._set(player, state, sequences[player])
                own.nodes.append(Node(state, sequences, reach))
                for place, sequence in own.allowed.items():
                    pending.append((state.child(own.actions[place]), _moved(sequences, player, sequence), reach))

    def payoffs(self, state: State) -> Payoffs:
        """Return the payoffs at the end; an InputError unless they add up to the same as before, if they have to."""
        one, two = results(state, 2)
        if self._constant_sum and one + two != self.total:
            if self.total is not None:
                found = f"{text(self.total)} here and {text(one + two)} there"
                raise InputError(f"payoffs that add up to {found}, expected a zero-sum or constant-sum game")
            self.total = one + two
        return one, two

    def aim(self, player: int) -> Aim:
        """Return whose payoffs are meant if a player looks for a best response."""
        return Aim.at(self.root, player, self.payoffs, self.total)

    def _pay(self, sequences: tuple[int, int], reach: mpq, payoffs: Payoffs) -> None:
        one, two = self._payoffs.get(sequences, (ZERO, ZERO))
        self._payoffs[sequences] = one + reach * payoffs[0], two + reach * payoffs[1]

    def _set(self, player: int, state: State, parent: int) -> RestrictedSet:
        key, actions = state.information_state(), tuple(available(state))
        own = self.sets[player].get(key)
        if own is None:
            own = self.sets[player][key] = RestrictedSet(key, parent, actions)
        elif own.parent != parent:
            raise RecallError(f"imperfect recall of player {player + 1} at {str(key)!r}, expected perfect recall")
        elif own.actions != actions:
            raise other_actions(repr(str(key)), actions, own.actions)
        return own

    def temporary(self) -> Iterator[tuple[int, RestrictedSet]]:
        """Yield the information sets whose nodes are temporary leaves, with their players."""
        for player, sets in enumerate(self.sets):
            yield from ((player, own) for own in sets.values() if not own.allowed)

    def settle(self) -> None:
        """Let every temporary leaf have its worth."""
        for player, own in self.temporary():
            for node in own.nodes[len(own.worths) :]:
                own.worths.append(secured(node.state, self.aim(1 - player), self.progress))
                self._pay(node.sequences, node.reach, own.worths[-1])

    # ------------------------------------------------------------------ as a sequence form

    def form(self) -> tuple[SequenceForm, tuple[list[int], list[int]]]:
        """Return the sequence form, and its sequences in terms of the restricted game's.

        That of a constant-sum game is zero-sum, with the payoffs of player 1.
        """
        self.settle()
        sides = [_numbered(player, self.sets[player].values()) for player in (0, 1)]
        (one, own_one), (two, own_two) = sides
        places = [np.argsort(own) for own in (own_one, own_two)]  # the form's number of each of the game's sequences
        entries = np.array(list(self._payoffs), dtype=np.int64).reshape(-1, 2)
        rows, columns = (places[player][entries[:, player]] for player in (0, 1))
        payoffs = [vector(each[player] for each in self._payoffs.values()) for player in (0, 1)]
        A, B = (SparseMatrix.from_entries((one.size, two.size), rows, columns, own) for own in payoffs)
        E, F = constraints(one), constraints(two)
        e, f = (vector([1, *[0] * (each.shape[0] - 1)]) for each in (E, F))
        payoff, total = (-A, ZERO) if self._constant_sum else (B, None)
        return SequenceForm("", (one, two), E, e, F, f, A, payoff, total), (own_one, own_two)

    def strategy(self, player: int, plan: Vector, own: list[int]) -> PartialStrategy:
        """Return a realization plan of the form as a strategy of the whole game."""
        probability = dict(zip(own, plan.tolist(), strict=True))
        choices: dict[Hashable, Choice] = {}
        for each in self.sets[player].values():
            if each.allowed and (reach := probability[each.parent]):
                shares = ((place, probability[sequence] / reach) for place, sequence in each.allowed.items())
                choices[each.key] = tuple((place, share) for place, share in shares if share)
        return PartialStrategy(choices)

    def prior(self, strategies: Sequence[PartialStrategy]) -> Profile:
        """Return strategies at the sets of the form, all actions equally likely where they say nothing."""
        one, two = (self._behavior(player, strategy) for player, strategy in enumerate(strategies))
        return Profile((one, two), (frozenset(), frozenset()))

    def _behavior(self, player: int, strategy: PartialStrategy) -> Behavior:
        found = []
        for each in self.sets[player].values():
            if each.allowed:
                shares = dict(strategy.choices.get(each.key, ()))
                even = mpq(1, len(each.allowed))
                found.append(tuple(shares.get(place, ZERO) if shares else even for place in each.allowed))
        return tuple(found)


def _moved(sequences: tuple[int, int], player: int, sequence: int) -> tuple[int, int]:
    return (sequence, sequences[1]) if player == 0 else (sequences[0], sequence)


def _numbered(player: int, sets: Iterable[RestrictedSet]) -> tuple[Sequences, list[int]]:
    """Return a player's sequences, those of a set side by side, and what they are in the restricted game."""
    own, first, parent, information_sets = [EMPTY], [], [], []
    number = {EMPTY: EMPTY}
    for each in sets:
        if each.allowed:
            first.append(len(own))
            parent.append(number[each.parent])
            for sequence in each.allowed.values():
                number[sequence] = len(own)
                own.append(sequence)
            information_sets.append(InformationSet(player, len(first), "", ("",) * len(each.allowed)))
    firsts, parents = (np.array(each, dtype=np.int64) for each in (first, parent))
    return Sequences(player, tuple(range(len(first))), firsts, parents, len(own), tuple(information_sets)), own
