"""Games that are not trees in memory: states, checks of the values that they return, and trees as states and back."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Sequence, Sized
from dataclasses import dataclass
from numbers import Integral
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from gmpy2 import mpq

from lemke.errors import GameError, InputError, require_type, type_name
from lemke.game import CHANCE, TERMINAL, Game, GameBuilder, InformationSet
from lemke.game.builder import Node, OutcomeHandle, SetHandle, check_distribution, check_payoffs
from lemke.ground import limits
from lemke.ground.rational import ZERO, exact, quoted, short, shown
from lemke.ground.words import count

NODES_PER_CHECK = 4096
"""Nodes between two checks of the limits."""


@runtime_checkable
class State(Protocol):
    """A node of a game that is not a tree in memory: from the root, :meth:`child` leads to all other nodes.

    A state never changes. Repeated calls of a method return equal values, and :meth:`child` returns a new state. Any
    object with these methods is a state; it need not inherit from this class.

    >>> class Pennies:
    ...     def __init__(self, *shown):
    ...         self.shown = shown
    ...     def is_terminal(self):
    ...         return len(self.shown) == 2
    ...     def player(self):
    ...         return len(self.shown)
    ...     def information_state(self):
    ...         return "nothing seen"
    ...     def actions(self):
    ...         return ["heads", "tails"]
    ...     def child(self, action):
    ...         return Pennies(*self.shown, action)
    ...     def chance(self):
    ...         return []  # never called: chance does not move
    ...     def payoffs(self):
    ...         return (1, -1) if self.shown[0] == self.shown[1] else (-1, 1)
    >>> isinstance(Pennies(), State)
    True
    """

    def is_terminal(self) -> bool:
        """Return whether the state is a leaf. At a leaf, the only other method called is :meth:`payoffs`."""

    def player(self) -> int:
        """Return the player to move: 0, 1, … or :data:`~lemke.game.CHANCE`."""

    def information_state(self) -> Hashable:
        """Return the knowledge of the player to move: a value that is equal at states the player cannot tell apart.

        ``str`` of this value is the label of the information set. Two players with equal values have two different
        information sets.
        """

    def actions(self) -> Sequence[Hashable]:
        """Return the actions of the player to move, at least one; they are the same at equal information states.

        ``str`` of an action is its label.
        """

    def chance(self) -> Iterable[tuple[Hashable, object]]:
        """Return the actions of chance with their probabilities: exact numbers, nonnegative with sum 1."""

    def child(self, action: Any, /) -> State:
        """Return the state after an action of :meth:`actions` or :meth:`chance`."""

    def payoffs(self) -> Sequence[object]:
        """Return the payoffs of all players at a leaf, as exact numbers."""


@runtime_checkable
class BoundedState(State, Protocol):
    """A state with bounds on the payoffs below it, so that a search can skip branches that cannot matter.

    All states below such a state must have bounds, too.

    >>> from lemke.generators import goofspiel_state
    >>> state = goofspiel_state(4, "descending", "difference")
    >>> isinstance(state, BoundedState), state.bounds()
    (True, (-10, 10))
    >>> state.child(4).child(1).bounds()
    (-2, 10)
    """

    def bounds(self) -> tuple[object, object]:
        """Return a lower and an upper bound, exact numbers, of player 1's payoffs at the leaves below.

        The bounds need not be tight, but they must be correct: a search relies on them without a check.
        """


class Progress:
    """Counts the nodes of a game of unknown size; reports and checks the limits about every ``stride`` nodes.

    A report begins with ``stage``, the name of what is computed.
    """

    def __init__(self, stage: str, stride: int = NODES_PER_CHECK) -> None:
        self._stage = stage
        self._stride = stride
        self._nodes = 0
        self._next_report = stride  # number of nodes

    def add(self, nodes: int) -> None:
        """Add this many nodes to the count."""
        self._nodes += nodes
        if self._nodes >= self._next_report:
            self._next_report = self._nodes + self._stride
            limits.report(lambda: f"{self._stage}: {count(self._nodes, 'node')}")


def draws(state: State, progress: Progress | None = None) -> list[tuple[Hashable, mpq]]:
    """Return the actions of chance with their probabilities, after a check; ``progress`` counts the actions."""
    actions, moves = [], state.chance()
    require_type(moves, Iterable, "pairs of an action and its probability", "moves of chance")
    for move in moves:
        try:
            action, probability = move
        except (TypeError, ValueError):
            expected = "pairs of an action and its probability"
            raise InputError(f"{quoted(repr(move))} among the moves of chance, expected {expected}") from None
        actions.append((action, exact(probability)))
        if progress is not None:
            progress.add(1)
    check_distribution([probability for _, probability in actions])
    return actions


def results(state: State, players: int) -> tuple[mpq, ...]:
    """Return the payoffs at a leaf, one per player, after a check."""
    stated = state.payoffs()
    require_type(stated, Iterable, "numbers, one per player", "payoffs")
    payoffs = tuple(map(exact, stated))
    check_payoffs(payoffs, players)
    return payoffs


def bounds(state: BoundedState) -> tuple[mpq, mpq]:
    """Return the bounds of player 1's payoffs below a state, after a check of their number and order."""
    numbers = tuple(map(exact, state.bounds()))
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        stated = ", ".join(map(short, numbers)) or "()"
        raise InputError(f"the bounds {stated}, expected two numbers, the lower bound first")
    return numbers


def mover(state: State, players: int = 2) -> int:
    """Return the player to move, 0, 1, … or CHANCE, after a check."""
    player: object = state.player()
    if not isinstance(player, Integral) or player not in (*range(players), CHANCE):
        known = ", ".join(map(str, range(players)))
        raise GameError(f"the player {shown(player)} to move, expected {known} or chance ({CHANCE})")
    return int(player)


def available(state: State) -> Sequence[Hashable]:
    """Return the actions of the player to move; raise :class:`GameError` if there are no actions."""
    actions = state.actions()
    require_type(actions, Sized | None, "actions in a list", "actions")
    if actions is not None and len(actions):  # an array of numpy has no truth value
        return actions
    information_state = str(state.information_state())
    raise GameError(f"no actions at the information state {information_state!r}, expected at least one")


def knowledge(state: State) -> Hashable:
    """Return the information state; raise :class:`GameError` if it is not hashable."""
    information_state = state.information_state()
    try:
        hash(information_state)
    except TypeError as error:
        kind = type_name(information_state)
        message = f"an information state of type {kind}, expected a hashable value such as a text or a tuple ({error})"
        raise GameError(message) from None
    return information_state


def require_same_actions(place: object, actions: Sequence[Hashable], known: Sequence[Hashable]) -> None:
    """Raise :class:`GameError` unless a node has the actions ``known`` from another node of its information set.

    ``place`` is the information set, or the information state.
    """
    if actions is not known and tuple(actions) != tuple(known):
        name = place.name if isinstance(place, InformationSet) else repr(str(place))
        labels, known_labels = (", ".join(map(str, names)) for names in (actions, known))
        raise GameError(f"the actions {labels} at {name}, expected {known_labels} as before")


# ---------------------------------------------------------------------- a tree as states, and states as a tree


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """The data that all states of a tree share, in lists with one entry per node: lists are read faster than arrays."""

    game: Game
    player: list[int]
    information_set: list[int]
    first_child: list[int]
    child_count: list[int]
    payoffs: list[tuple[mpq, ...]]
    bounds: list[tuple[mpq, mpq]]  # the least and the greatest payoff of player 1 at the leaves below

    @classmethod
    def of(cls, game: Game) -> _Tree:
        payoff_index, table = game.payoffs()
        payoffs = [table[index] for index in payoff_index.tolist()]
        first_child = game.first_child.tolist()
        child_count = np.bincount(game.parent[1:], minlength=len(first_child)).tolist()
        bounds = [(row[0], row[0]) if row else (ZERO, ZERO) for row in payoffs]
        for node in range(len(bounds) - 1, -1, -1):
            if child_count[node]:
                below = bounds[first_child[node] : first_child[node] + child_count[node]]
                bounds[node] = min(low for low, _ in below), max(high for _, high in below)
        players, sets = game.player.tolist(), game.information_set.tolist()
        return cls(game, players, sets, first_child, child_count, payoffs, bounds)


@dataclass(frozen=True, slots=True)
class TreeState:
    """A node of a game tree as a state. Actions are indices of moves, and information states are indices of sets.

    It is a :class:`~lemke.game.implicit.BoundedState`, since the whole tree is known.

    Attributes
    ----------
    node : int
        The number of the node in breadth-first order; 0 is the root.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(right, 1, -1)
    >>> root = TreeState.root(builder.build(unpaid="zero"))
    >>> root.bounds(), root.child(1).payoffs()
    ((mpq(0,1), mpq(1,1)), (mpq(1,1), mpq(-1,1)))
    """

    tree: _Tree
    node: int

    @classmethod
    def root(cls, game: Game) -> TreeState:
        """Return the state at the root."""
        return cls(_Tree.of(game), 0)

    def is_terminal(self) -> bool:
        """Return whether the node is a leaf."""
        return self.tree.player[self.node] == TERMINAL

    def player(self) -> int:
        """Return the player to move, or CHANCE."""
        return self.tree.player[self.node]

    def information_state(self) -> int:
        """Return the index of the information set in ``game.information_sets``."""
        return self.tree.information_set[self.node]

    def actions(self) -> range:
        """Return the indices of the moves."""
        return range(self.tree.child_count[self.node])

    def chance(self) -> list[tuple[int, mpq]]:
        """Return the indices of the moves of chance with their probabilities."""
        return list(enumerate(self.tree.game.information_sets[self.information_state()].probabilities))

    def child(self, action: int, /) -> TreeState:
        """Return the state after a move."""
        return TreeState(self.tree, self.tree.first_child[self.node] + action)

    def payoffs(self) -> tuple[mpq, ...]:
        """Return the payoffs at a leaf."""
        return self.tree.payoffs[self.node]

    def bounds(self) -> tuple[mpq, mpq]:
        """Return the least and the greatest payoff of player 1 at the leaves below."""
        return self.tree.bounds[self.node]


ChanceMove: TypeAlias = tuple[SetHandle, int]
"""The last move of chance on the path to a node: its information set, and the number of the move."""


def expand(root: State, title: str = "", players: Sequence[str] = ("Player 1", "Player 2"), comment: str = "") -> Game:
    """Return the game tree below a state.

    The game may have any number of players and any recall. Leaves with equal payoffs share an outcome. Chance nodes
    with equal actions, probabilities and earlier moves of chance share an information set; so chance has perfect
    recall, which Gambit requires. Information sets are numbered by their first node in breadth-first order.

    Raises GameError, NumberError if the values that a state
    returns violate a rule of the extensive form.

    >>> from lemke.generators import leduc, leduc_state
    >>> expand(leduc_state(ranks=2), "Leduc poker with two ranks")
    <Game 'Leduc poker with two ranks': 2 players, 513 nodes>
    """
    builder, progress = GameBuilder(players, title, comment), Progress("tree")
    sets: dict[tuple[int, Hashable], SetHandle] = {}
    chance_sets: dict[tuple[ChanceMove | None, tuple[tuple[str, mpq], ...]], SetHandle] = {}
    outcomes: dict[tuple[mpq, ...], OutcomeHandle] = {}
    pending: deque[tuple[State, Node, ChanceMove | None]] = deque([(root, builder.root, None)])
    while pending:
        state, node, last = pending.popleft()
        if state.is_terminal():
            payoffs = results(state, len(players))
            if payoffs not in outcomes:
                outcomes[payoffs] = builder.outcome(payoffs)
            builder.attach(node, outcomes[payoffs])
            continue
        player = mover(state, len(players))
        actions: Sequence[Hashable]
        if player == CHANCE:
            distribution = draws(state, progress)
            actions = [action for action, _ in distribution]
            key = last, tuple((str(action), probability) for action, probability in distribution)
            if key not in chance_sets:
                probabilities = [probability for _, probability in distribution]
                chance_sets[key] = builder.chance_set(list(map(str, actions)), probabilities)
            handle = chance_sets[key]
        else:
            actions = available(state)
            information_state = knowledge(state)
            if (player, information_state) not in sets:
                labels = list(map(str, actions))
                sets[player, information_state] = builder.information_set(player, labels, str(information_state))
            handle = sets[player, information_state]
            information_set = builder.sets[handle]
            require_same_actions(information_set, tuple(map(str, actions)), information_set.actions)
            progress.add(len(actions))
        for move, (action, child) in enumerate(zip(actions, builder.decide(node, handle), strict=True)):
            pending.append((state.child(action), child, (handle, move) if player == CHANCE else last))
    return builder.build(unpaid="zero")
