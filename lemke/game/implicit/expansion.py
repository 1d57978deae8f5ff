"""From a state to the whole tree below it."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from gmpy2 import mpq

from lemke.errors import PlayersError
from lemke.game import CHANCE, Game, GameBuilder, InformationSet
from lemke.game.builder import Node, OutcomeHandle, SetHandle
from lemke.game.implicit.state import Progress, State, draws, information_set, require_same_actions, results


def expand(root: State, title: str = "", players: Sequence[str] = ("Player 1", "Player 2"), comment: str = "") -> Game:
    """Return the game tree below a state.

    Any number of players and any recall. Leaves with equal payoffs share an outcome. Chance nodes with equal
    probabilities, actions and earlier moves of chance share a set, so chance never forgets (Gambit asks for that).
    Information sets are numbered by their first node in breadth-first order.

    Parameters
    ----------
    root : State
    title, comment : str
    players : sequence of str
        Labels of the players.

    Raises
    ------
    PlayersError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For what a state says that no game may be.

    >>> from lemke.generators import leduc, leduc_state
    >>> expand(leduc_state(ranks=2), "Leduc poker with two ranks")
    <Game 'Leduc poker with two ranks': 2 players, 513 nodes>
    """
    tree = _Tree(GameBuilder(players, title, comment), Progress("tree"))
    pending: deque[tuple[State, Node, ChanceMove | None]] = deque([(root, tree.builder.root, None)])
    while pending:
        pending.extend(tree.add(*pending.popleft()))
    return tree.builder.build()


class ChanceMove(NamedTuple):
    """The last move of chance on the way to a node."""

    chance_set: SetHandle
    move: int


class _Tree:
    """A tree in the making, with what later nodes share with earlier ones."""

    def __init__(self, builder: GameBuilder, progress: Progress) -> None:
        self.builder = builder
        self._progress = progress
        self._sets: dict[tuple[int, Hashable], tuple[SetHandle, InformationSet]] = {}
        self._sizes = [0] * len(builder.players)
        self._chances: dict[tuple[ChanceMove | None, tuple[tuple[Hashable, mpq], ...]], SetHandle] = {}
        self._outcomes: dict[tuple[mpq, ...], OutcomeHandle] = {}

    def add(self, state: State, node: Node, last: ChanceMove | None) -> list[tuple[State, Node, ChanceMove | None]]:
        """Let a node be what the state says; return the children, each with the last move of chance."""
        if state.is_terminal():
            self.builder.attach(node, self._outcome(results(state, len(self._sizes))))
            return []
        player = state.player()
        actions: Sequence[Hashable]
        if player == CHANCE:
            drawn = tuple(draws(state, self._progress))
            actions = [action for action, _ in drawn]
            handle = self._chance(last, drawn)
        else:
            actions = state.actions()
            self._progress.add(len(actions))
            handle = self._set(player, state.information_state(), actions)
        children = self.builder.decide(node, handle)
        lasts = [ChanceMove(handle, move) if player == CHANCE else last for move in range(len(actions))]
        return [(state.child(action), child, own) for action, child, own in zip(actions, children, lasts, strict=True)]

    def _set(self, player: int, key: Hashable, actions: Sequence[Hashable]) -> SetHandle:
        if player not in range(len(self._sizes)):
            raise PlayersError(f"the player {player} to move, expected one from 0 to {len(self._sizes) - 1} or chance")
        if (player, key) in self._sets:
            handle, known = self._sets[player, key]
            require_same_actions(known, actions)
            return handle
        self._sizes[player] += 1
        new = information_set(player, self._sizes[player], key, actions)
        handle = self.builder.information_set(player, new.actions, new.label, new.number)
        self._sets[player, key] = handle, new
        return handle

    def _chance(self, last: ChanceMove | None, drawn: tuple[tuple[Hashable, mpq], ...]) -> SetHandle:
        if (last, drawn) not in self._chances:
            self._chances[last, drawn] = self.builder.chance_set(
                [str(action) for action, _ in drawn], [probability for _, probability in drawn]
            )
        return self._chances[last, drawn]

    def _outcome(self, payoffs: tuple[mpq, ...]) -> OutcomeHandle:
        if payoffs not in self._outcomes:
            self._outcomes[payoffs] = self.builder.outcome(payoffs)
        return self._outcomes[payoffs]
