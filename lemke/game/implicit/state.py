"""The protocol :class:`State` of games that are not held as trees, and the checks of a state's answers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from gmpy2 import mpq

from lemke.errors import InformationSetError, InputError, OutcomeError, PlayersError
from lemke.game import CHANCE, InformationSet
from lemke.game.builder import check_distribution
from lemke.ground import limits
from lemke.ground.rational import exact, short
from lemke.ground.words import count

NODES_PER_CHECK = 4096
"""Nodes between two checks of the limits."""


@runtime_checkable
class State(Protocol):
    """A node of a game that is not held as a tree: from the root, :meth:`child` leads to all other nodes.

    A state never changes. Two calls of one method give equal answers, and :meth:`child` returns another state. Any
    object with these methods is a state; no class has to be inherited.

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
    ...         return []  # never asked: chance does not move
    ...     def payoffs(self):
    ...         return (1, -1) if self.shown[0] == self.shown[1] else (-1, 1)
    >>> isinstance(Pennies(), State)
    True
    """

    def is_terminal(self) -> bool:
        """Return whether the game is over here; then only :meth:`payoffs` is called."""

    def player(self) -> int:
        """Return who moves: 0, 1, … or :data:`~lemke.game.CHANCE`."""

    def information_state(self) -> Hashable:
        """Return the knowledge of the player to move: equal at states that the player cannot tell apart.

        The information set's label is ``str`` of it. Equal values of two players mean two information sets.
        """

    def actions(self) -> Sequence[Hashable]:
        """Return the actions of the player to move, at least one, the same at equal information states.

        The label of an action is ``str`` of it.
        """

    def chance(self) -> Iterable[tuple[Hashable, object]]:
        """Return the actions of chance with their probabilities: exact numbers, nonnegative with sum 1."""

    def child(self, action: Any, /) -> State:
        """Return the state after an action of :meth:`actions` or :meth:`chance`."""

    def payoffs(self) -> Sequence[object]:
        """Return the payoffs of all players at the end, exact numbers."""


@runtime_checkable
class BoundedState(State, Protocol):
    """A state with bounds on the payoffs below it, so that a search can skip branches that cannot matter.

    All states below it must have bounds too.

    >>> from lemke.generators import goofspiel_state
    >>> state = goofspiel_state(4, "descending", "difference")
    >>> isinstance(state, BoundedState), state.bounds()
    (True, (-10, 10))
    >>> state.child(4).child(1).bounds()
    (-2, 10)
    """

    def bounds(self) -> tuple[object, object]:
        """Return a lower and an upper bound, exact numbers, of player 1's payoffs at the leaves below.

        They need not be tight, but they are not checked: a search does not visit branches that they rule out.
        """


class Progress:
    """Counts the nodes of a game of unknown size; every ``stride`` nodes, reports them and checks the limits."""

    def __init__(self, stage: str, stride: int = NODES_PER_CHECK) -> None:
        self._stage = stage
        self._stride = stride
        self._nodes = 0
        self._next = stride

    def add(self, nodes: int) -> None:
        """Add this many nodes to the count."""
        self._nodes += nodes
        if self._nodes >= self._next:
            self._next = self._nodes + self._stride
            limits.report(lambda: f"{self._stage}: {count(self._nodes, 'node')}")


def draws(state: State, progress: Progress | None = None) -> list[tuple[Hashable, mpq]]:
    """Return the actions of chance with their probabilities, checked; ``progress`` counts them."""
    actions = []
    for action, probability in state.chance():
        actions.append((action, exact(probability)))
        if progress is not None:
            progress.add(1)
    check_distribution([probability for _, probability in actions])
    return actions


def results(state: State, players: int) -> tuple[mpq, ...]:
    """Return the payoffs at the end, one per player, checked."""
    payoffs = tuple(map(exact, state.payoffs()))
    if len(payoffs) != players:
        raise OutcomeError(f"{count(len(payoffs), 'payoff')}, expected {players}, one per player")
    return payoffs


def bounds(state: BoundedState) -> tuple[mpq, mpq]:
    """Return the bounds of player 1's payoffs below a state; only their number and order are checked."""
    numbers = tuple(map(exact, state.bounds()))
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise InputError(f"the bounds {', '.join(map(short, numbers))}, expected a lower and an upper one")
    return numbers


def mover(state: State) -> int:
    """Return who moves in a game of two players: 0, 1 or chance."""
    player = state.player()
    if player not in (0, 1, CHANCE):
        raise PlayersError(f"the player {player} to move, expected 0, 1 or chance")
    return player


def available(state: State) -> Sequence[Hashable]:
    """Return the actions of the player to move; an :class:`InformationSetError` if there are none."""
    if actions := state.actions():
        return actions
    where = str(state.information_state())
    raise InformationSetError(f"no actions at the information state {where!r}, expected at least one")


def require_same_actions(known: InformationSet, actions: Sequence[Hashable]) -> None:
    """Raise :class:`InformationSetError` unless the information set has actions with these names."""
    if (names := tuple(map(str, actions))) != known.actions:
        raise other_actions(known.name, names, known.actions)


def other_actions(where: str, actions: Iterable[Hashable], expected: Iterable[Hashable]) -> InformationSetError:
    """Return the error that an information set has other actions at one node than at another."""
    names, known = (", ".join(map(str, labels)) for labels in (actions, expected))
    return InformationSetError(f"the actions {names} at {where}, expected {known} as before")
