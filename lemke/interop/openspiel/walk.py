"""The tree below a state of OpenSpiel, depth first, with an explicit stack.

Nothing here imports OpenSpiel: any object with the methods of ``pyspiel.State`` that are called here will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from gmpy2 import mpq

from lemke.errors import GameError, InputError, LemkeError
from lemke.game import CHANCE, NONE, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle
from lemke.game.implicit import ChanceMove, Progress, require_same_actions
from lemke.ground.rational import ZERO
from lemke.interop.openspiel.rationals import Recovered, recovered

CHANCE_MOVES, SIMULTANEOUS, TERMINAL, MEAN_FIELD = -1, -2, -4, -5
"""The numbers in ``pyspiel.PlayerId`` for states at which no single player moves; players are 0, 1, …"""


@dataclass(frozen=True, slots=True)
class ChanceNodes:
    """The chance nodes at which all recovered probabilities round to their floats, or the other chance nodes.

    Attributes
    ----------
    nodes : int
        The number of these nodes.
    denominator : int
        The largest denominator of a probability at these nodes; 1 if there are no such nodes.
    shift : mpq
        The largest distance between a probability and the exact value of its float; 0 if there are no such nodes.
    """

    nodes: int = 0
    denominator: int = 1
    shift: mpq = ZERO


PendingState: TypeAlias = tuple[Any, int, ChanceMove | None]
"""A state that is made only when it is visited: the state before it, the action that leads from there to it, and the
last move of chance on the path to it."""


class StateWalk:
    """A pass over all states from a root on. It keeps all nodes of the tree, but only the states on the current path.

    The root has the methods of a ``pyspiel.State``; ``payoff`` turns a float into a rational; ``floats`` collects the
    payoffs as floats.
    """

    def __init__(self, root: Any, payoff: Callable[[float], mpq], players: int = 2) -> None:
        self.builder = GameBuilder([f"Player {player}" for player in range(1, players + 1)])
        self.floats: set[float] = set()
        self._payoff = payoff
        self._progress = Progress("tree")
        self._node_sets: list[int] = []
        self._node_outcomes: list[int] = []
        self._sets: dict[tuple[int, str], SetHandle] = {}
        self._sizes = [0] * players  # information sets of each player so far
        self._ids: list[list[int]] = []  # for every set handle, OpenSpiel's numbers of the actions
        self._chances: dict[
            tuple[ChanceMove | None, tuple[int, ...], tuple[str, ...], tuple[float, ...]], SetHandle
        ] = {}
        self._recovered: dict[tuple[float, ...], Recovered] = {}
        self._drawn: Counter[tuple[float, ...]] = Counter()  # probabilities → number of chance nodes that have them
        self._outcomes: dict[tuple[float, ...], OutcomeHandle] = {}
        pending = self._add(root, None)
        while pending:
            before, action, last_chance = pending.pop()
            pending += self._add(before.child(action), last_chance)

    def game(self) -> Game:
        """Return the tree."""
        return self.builder.build_depth_first(self._node_sets, self._node_outcomes, {})

    def action_ids(self, game: Game) -> tuple[tuple[int, ...], ...]:
        """Return OpenSpiel's action numbers at every information set of the tree."""
        ids = {
            (information_set.player, information_set.number): actions
            for information_set, actions in zip(self.builder.sets, self._ids, strict=True)
        }
        return tuple(
            tuple(ids[information_set.player, information_set.number]) for information_set in game.information_sets
        )

    def chance_nodes(self, hit: bool) -> ChanceNodes:
        """Return the chance nodes at which all probabilities round to their floats (``hit``), or the other ones."""
        recovered_times = [(self._recovered[floats], times) for floats, times in self._drawn.items()]
        drawn = [(distribution, times) for distribution, times in recovered_times if distribution.exact == hit]
        return ChanceNodes(
            sum(times for _, times in drawn),
            max((distribution.denominator for distribution, _ in drawn), default=1),
            max((distribution.shift for distribution, _ in drawn), default=ZERO),
        )

    def _add(self, state: Any, last_chance: ChanceMove | None) -> list[PendingState]:
        """Add a node; return its children, the last child first, so that the first child is popped first."""
        self._progress.add(1)
        player = int(state.current_player())
        if player == TERMINAL:
            self._node_sets.append(NONE)
            self._node_outcomes.append(self._outcome(state))
            return []
        if player >= 0:
            handle = self._information_set(state, player)
        elif player == CHANCE_MOVES:
            handle = self._chance_set(state, last_chance)
        else:
            mover = {SIMULTANEOUS: "simultaneous moves", MEAN_FIELD: "a mean-field node"}.get(player, "no player")
            raise GameError(f"{mover} at {place(state)}, expected one player or chance to move")
        self._node_sets.append(handle)
        self._node_outcomes.append(NONE)
        actions = reversed([*enumerate(self._ids[handle])])
        if player == CHANCE_MOVES:
            return [(state, action, (handle, move)) for move, action in actions]
        return [(state, action, last_chance) for _, action in actions]

    def _information_set(self, state: Any, player: int) -> SetHandle:
        key, actions = (player, state.information_state_string(player)), state.legal_actions()
        if (handle := self._sets.get(key)) is not None:
            require_same_actions(self.builder.sets[handle], actions, self._ids[handle])
            return handle
        if player >= len(self._sizes):
            raise GameError(
                f"player {player + 1} to move at {place(state)}, expected a player from 1 to {len(self._sizes)}"
            )
        self._sizes[player] += 1
        labels = [state.action_to_string(player, action) for action in actions]
        handle = self.builder.information_set(player, labels, key[1], self._sizes[player])
        self._sets[key] = handle
        self._ids.append(list(actions))
        return handle

    def _chance_set(self, state: Any, last_chance: ChanceMove | None) -> SetHandle:
        """Return the information set of the chance nodes with equal distribution, actions and last chance move.

        Separate sets for different last moves give chance perfect recall, which Gambit requires.
        """
        outcomes = state.chance_outcomes()
        floats = tuple(float(probability) for _, probability in outcomes)
        actions = tuple(int(action) for action, _ in outcomes)
        labels = tuple(state.action_to_string(CHANCE, action) for action in actions)
        self._drawn[floats] += 1
        key = last_chance, actions, labels, floats
        if (handle := self._chances.get(key)) is None:
            try:
                if floats not in self._recovered:
                    self._recovered[floats] = recovered(floats)
            except LemkeError as error:
                raise type(error)(f"chance at {place(state)}: {error.message}") from None
            handle = self.builder.chance_set(labels, self._recovered[floats].probabilities)
            self._chances[key] = handle
            self._ids.append(list(actions))
        return handle

    def _outcome(self, state: Any) -> OutcomeHandle:
        floats = tuple(state.returns())
        if floats not in self._outcomes:
            try:
                self._outcomes[floats] = self.builder.outcome([self._payoff(value) for value in floats])
            except InputError as error:
                raise type(error)(f"payoffs at {place(state)}: {error.message}") from None
            self.floats.update(floats)
        return self._outcomes[floats]


def place(state: Any) -> str:
    """Return words that identify a state: the numbers of all actions before it, including chance moves."""
    actions = ", ".join(map(str, state.history()))
    return f"the state after the actions {actions}" if actions else "the first state"
