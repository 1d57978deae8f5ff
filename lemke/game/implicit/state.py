"""The protocol :class:`State` of games that are not trees in memory, and checks of the values that states return."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence, Sized
from typing import Any, Protocol, runtime_checkable

from gmpy2 import mpq

from lemke.errors import GameError, InputError, require_type, type_name
from lemke.game import CHANCE, InformationSet
from lemke.game.builder import check_distribution, check_payoffs
from lemke.ground import limits
from lemke.ground.rational import exact, quoted, short, shown
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
    actions = []
    for move in state.chance():
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


def mover(state: State) -> int:
    """Return the player to move in a two-player game, 0, 1 or CHANCE, after a check."""
    player = state.player()
    if player not in (0, 1, CHANCE):
        raise GameError(f"the player {shown(player)} to move, expected 0, 1 or chance ({CHANCE})")
    return player


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


def require_same_actions(information_set: InformationSet, actions: Sequence[Hashable]) -> None:
    """Raise :class:`GameError` unless the information set has actions with these labels."""
    if (labels := tuple(map(str, actions))) != information_set.actions:
        raise other_actions(information_set.name, labels, information_set.actions)


def other_actions(set_name: str, actions: Iterable[Hashable], expected: Iterable[Hashable]) -> GameError:
    """Return an error that says that an information set has different actions at two nodes."""
    labels, expected_labels = (", ".join(map(str, names)) for names in (actions, expected))
    return GameError(f"the actions {labels} at {set_name}, expected {expected_labels} as before")
