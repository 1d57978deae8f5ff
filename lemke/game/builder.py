"""The builder of games, used by people and by readers of files. It checks that the game is valid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Literal, NewType, TypeAlias, cast

import numpy as np
from gmpy2 import mpq

from lemke.errors import GameError, InputError, NumberError
from lemke.game.tree import (
    CHANCE,
    NONE,
    TERMINAL,
    Game,
    InformationSet,
    Integers,
    Outcome,
    check_player,
)
from lemke.ground.rational import exact, quoted, short, shown, text
from lemke.ground.words import count

Node = NewType("Node", int)
SetHandle = NewType("SetHandle", int)
OutcomeHandle = NewType("OutcomeHandle", int)

Unpaid: TypeAlias = Literal["refuse", "zero"]


class GameBuilder:
    """Builds a :class:`Game` node by node, in any order from the root downwards.

    Attributes
    ----------
    root : Node
    sets : list of InformationSet
        The declared information sets; a handle is an index into this list.
    outcomes : list of Outcome
        The declared outcomes; a handle is an index into this list.
    strategic : bool
        Whether the game is marked as one in strategic form (:class:`Game`); False unless it is set.

    Raises
    ------
    GameError, NumberError, InputError
        GameError for an unknown player, an information set without moves, probabilities that are negative or do not sum
        to 1, a wrong number of payoffs, or a node that already has moves or an outcome; NumberError for a float;
        InputError for an object of another type.

    >>> builder = GameBuilder(["Ann", "Bob"], title="matching pennies")
    >>> heads, tails = builder.move(builder.root, 0, ["H", "T"])
    >>> guess = builder.information_set(1, ["h", "t"], label="Bob cannot see")
    >>> for node, sign in ((heads, 1), (tails, -1)):
    ...     h, t = builder.decide(node, guess)
    ...     builder.pay(h, sign, -sign)
    ...     builder.pay(t, -sign, sign)
    >>> builder.build()
    <Game 'matching pennies': 2 players, 7 nodes>
    """

    def __init__(self, players: Sequence[str] = ("1", "2"), title: str = "", comment: str = "") -> None:
        self.players = text_labels(players, "players")
        self.title = title
        self.comment = comment
        self.strategic = False
        self.root = Node(0)
        # for every node: the handles of its information set and outcome, and its first child
        self._set = [NONE]
        self._outcome = [NONE]
        self._first_child = [NONE]
        self._labels: dict[int, str] = {}  # by node
        self.sets: list[InformationSet] = []
        self.outcomes: list[Outcome] = []
        self._set_numbers: defaultdict[int, set[int]] = defaultdict(set)  # used numbers of information sets, by player
        self._outcome_numbers: set[int] = set()
        self._payoffs: dict[tuple[mpq, ...], tuple[mpq, ...]] = {}  # so that equal payoffs are one object

    def information_set(
        self, player: int | str, actions: Sequence[str], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare an information set of a player with its moves; return its handle for :meth:`decide`.

        The player is 0, 1, … or a label of ``players``.
        """
        return self._declare(self._player(player), actions, (), label, number)

    def _player(self, player: int | str) -> int:
        """Return the index 0, 1, … of a player given by index or label."""
        if isinstance(player, str):
            if (times := self.players.count(player)) != 1:
                raise GameError(f"the label {quoted(player)} of {times} players, expected that of one player")
            return self.players.index(player)
        check_player(player, len(self.players))
        return player

    def chance_set(
        self, actions: Sequence[str], probabilities: Iterable[object], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare an information set of chance with exact probabilities; return its handle for :meth:`decide`."""
        exact_probabilities = tuple(map(exact, probabilities))
        if len(exact_probabilities) != len(actions):
            raise NumberError(f"{len(exact_probabilities)} probabilities, expected {len(actions)}, one per action")
        check_distribution(exact_probabilities)
        return self._declare(CHANCE, actions, exact_probabilities, label, number)

    def declare(self, information_set: InformationSet) -> SetHandle:
        """Declare an unchanged information set of another game; return its handle for :meth:`decide`."""
        actions, label, number = information_set.actions, information_set.label, information_set.number
        if information_set.player == CHANCE:
            return self.chance_set(actions, information_set.probabilities, label, number)
        return self.information_set(information_set.player, actions, label, number)

    def decide(self, node: Node, handle: SetHandle) -> list[Node]:
        """Put a node into a declared information set of a player or chance; return the node's children."""
        self._check_free(node, self._set, "moves")
        _check_handle("information set", handle, self.sets)
        self._set[node] = handle
        first, moves = len(self._set), len(self.sets[handle].actions)
        self._first_child[node] = first
        for column in (self._set, self._outcome, self._first_child):
            column.extend([NONE] * moves)
        return cast(list[Node], list(range(first, first + moves)))

    def move(self, node: Node, player: int | str, actions: Sequence[str], label: str = "") -> list[Node]:
        """Put a node into a new information set of a player (0, 1, … or a label); return the node's children."""
        return self.decide(node, self.information_set(player, actions, label))

    def chance(
        self, node: Node, probabilities: Mapping[str, object] | Iterable[tuple[str, object]], label: str = ""
    ) -> list[Node]:
        """Let chance move at a node; return the node's children.

        ``probabilities`` maps actions to exact probabilities, or is a sequence of such pairs.
        """
        moves = list(probabilities.items() if isinstance(probabilities, Mapping) else probabilities)
        if not all(isinstance(move, tuple | list) and len(move) == 2 for move in moves):
            expected = 'a mapping such as {"heads": "1/2", "tails": "1/2"}, or pairs of an action and a probability'
            raise InputError(f"probabilities {shown(moves)}, expected {expected}")
        actions, exact_probabilities = zip(*moves, strict=True) if moves else ((), ())
        return self.decide(node, self.chance_set(actions, exact_probabilities, label))

    def outcome(self, payoffs: Sequence[object], label: str = "", number: int | None = None) -> OutcomeHandle:
        """Declare an outcome with one payoff per player; return its handle, which :meth:`attach` gives to nodes."""
        check_payoffs(payoffs, len(self.players))
        number = _new_number(number, self._outcome_numbers, "outcome {}")
        numbers = tuple(map(exact, payoffs))
        self.outcomes.append(Outcome(number, label, self._payoffs.setdefault(numbers, numbers)))
        self._outcome_numbers.add(number)
        return OutcomeHandle(len(self.outcomes) - 1)

    def attach(self, node: Node, outcome: OutcomeHandle) -> None:
        """Attach a declared outcome to a node; the payoffs at an inner node are added at every leaf below."""
        self._check_free(node, self._outcome, "an outcome")
        _check_handle("outcome", outcome, self.outcomes)
        self._outcome[node] = outcome

    def pay(self, node: Node, *payoffs: object) -> None:
        """Attach payoffs, one per player, to a node; at an inner node they are added at every leaf below."""
        self._check_free(node, self._outcome, "an outcome")  # before the outcome is declared
        self.attach(node, self.outcome(payoffs))

    def label(self, node: Node, label: str) -> None:
        """Give a node a label, for people."""
        _check_handle("node", node, self._set)
        self._labels[node] = label

    def build(self, unpaid: Unpaid = "refuse") -> Game:
        """Return the game, its nodes renumbered in breadth-first order.

        Parameters
        ----------
        unpaid : ``"refuse"`` or ``"zero"``
            How to treat a leaf if neither the leaf nor a node on its path has an outcome: ``"refuse"`` raises
            GameError, since the payoffs may have been forgotten; ``"zero"`` makes its payoffs zero, as in files.

        >>> builder = GameBuilder(["Ann"])
        >>> stay, go = builder.move(builder.root, 0, ["stay", "go"])
        >>> builder.pay(go, 1)
        >>> builder.build()
        Traceback (most recent call last):
            ...
        lemke.errors.GameError: the leaf 'stay' has no payoffs, expected some, or build(unpaid="zero") for zeros
        >>> builder.build(unpaid="zero")
        <Game '': 1 player, 3 nodes>
        """
        order = [0]
        for node in order:  # the list grows within the loop
            if (first := self._first_child[node]) != NONE:
                order.extend(range(first, first + len(self.sets[self._set[node]].actions)))
        game = self._game(np.array(order), self._set, self._outcome, self._labels)
        if unpaid == "refuse":
            _require_payoffs(game)
        return game

    def build_depth_first(self, sets: Sequence[int], outcomes: Sequence[int], labels: Mapping[int, str]) -> Game:
        """Return the game of nodes listed in depth-first order, the order of files; fast for many nodes.

        Parameters
        ----------
        sets, outcomes : sequences of handles, one per node
            Information sets, with :data:`NONE` at leaves; outcomes, with :data:`NONE` at nodes without an outcome.
        labels : mapping from int to str
            Labels of nodes, by their indices in the lists.

        Raises GameError if the nodes are too few or too many for a tree.
        """
        moves = self._moves_of_sets()[np.array(sets, dtype=np.int64)]
        missing_children = 1 + np.cumsum(moves - 1)  # still to come after every node: 0 only after the last node
        if np.flatnonzero(missing_children == 0).tolist() != [len(sets) - 1]:
            raise GameError(f"{len(sets)} nodes that are no tree in depth-first order, expected all nodes of one tree")
        depths, pending_depths = [], [0]  # pending: of the nodes still to come, the next one last
        for number in moves.tolist():
            depths.append(depth := pending_depths.pop())
            pending_depths += [depth + 1] * number
        order = np.argsort(depths, kind="stable")  # depth-first and breadth-first order agree on nodes of equal depth
        return self._game(order, sets, outcomes, labels)

    def build_part(
        self,
        game: Game,
        nodes: Sequence[int],
        payoffs: Mapping[int, tuple[mpq, ...]],
        labels: Sequence[str] | None = None,
        first: SetHandle | None = None,
    ) -> Game:
        """Return the game of some nodes of a game, listed in depth-first order; sets keep their labels and numbers.

        The nodes with ``payoffs`` are the leaves of the new game; equal payoffs share an outcome. ``labels`` has a
        label for every node of ``game``, by default none. If the nodes are those of several trees, one after the other,
        the moves at a set ``first`` lead to their roots.
        """
        declared: dict[int, int] = {}
        table: dict[tuple[mpq, ...], int] = {}
        sets: list[int] = [] if first is None else [first]
        outcomes, new_labels = [NONE] * len(sets), {}
        for node, index in zip(nodes, game.information_set[nodes].tolist(), strict=True):
            if labels and labels[node]:
                new_labels[len(sets)] = labels[node]
            if (row := payoffs.get(node)) is not None:
                if row not in table:
                    table[row] = self.outcome(row)
            elif index not in declared:
                declared[index] = self.declare(game.information_sets[index])
            sets.append(NONE if row is not None else declared[index])
            outcomes.append(NONE if row is None else table[row])
        return self.build_depth_first(sets, outcomes, new_labels)

    def _moves_of_sets(self) -> Integers:
        """Return the number of moves at every set, by handle; the last entry, at index NONE = -1, is for leaves."""
        return np.array([*(len(information_set.actions) for information_set in self.sets), 0])

    def _game(self, order: Integers, sets: Sequence[int], outcomes: Sequence[int], labels: Mapping[int, str]) -> Game:
        """Return the game; ``order`` lists indices of ``sets`` and ``outcomes`` in breadth-first order of the nodes.

        In this order, the numbers of moves determine the tree.
        """
        handles, nodes = np.array(sets)[order], np.arange(len(order))
        moves = self._moves_of_sets()[handles]
        first_child = 1 + np.cumsum(moves) - moves  # the root's is node 1; then after the children of all earlier nodes
        parent = np.concatenate([[NONE], np.repeat(nodes, moves)])
        # sets with nodes, by their first node, without NONE, of the leaves; declared sets without nodes are dropped
        used, first_node = np.unique(handles, return_index=True)
        used_sets = used[1:][np.argsort(first_node[1:])]
        set_index = np.full(len(self.sets) + 1, NONE)  # the last entry, at index NONE = -1, is for leaves
        set_index[used_sets] = np.arange(len(used_sets))
        owner = np.array([*map(attrgetter("player"), self.sets), TERMINAL])  # the last entry as in set_index
        return Game(
            title=self.title,
            comment=self.comment,
            players=self.players,
            parent=parent,
            player=owner[handles],
            information_set=set_index[handles],
            move=np.where(parent == NONE, NONE, nodes - first_child[parent]),
            outcome=np.array(outcomes)[order],
            first_child=np.where(moves, first_child, NONE),
            information_sets=tuple(map(self.sets.__getitem__, used_sets.tolist())),
            outcomes=tuple(self.outcomes),
            node_labels=tuple([labels.get(node, "") for node in order.tolist()]) if labels else ("",) * len(order),
            strategic=self.strategic,
        )

    def _declare(
        self, player: int, actions: Sequence[str], probabilities: tuple[mpq, ...], label: str, number: int | None
    ) -> SetHandle:
        used_numbers = self._set_numbers[player]
        owner = "chance" if player == CHANCE else f"player {player + 1}"
        number = _new_number(number, used_numbers, f"information set {{}} of {owner}")
        actions = text_labels(actions, "actions")
        if not actions:
            raise GameError("an information set without moves, expected at least one")
        used_numbers.add(number)
        self.sets.append(InformationSet(player, number, label, actions, probabilities))
        return SetHandle(len(self.sets) - 1)

    def _check_free(self, node: int, handles: list[int], what: str) -> None:
        """Raise GameError unless this is a node, and ``handles`` has none for it."""
        _check_handle("node", node, handles)
        if handles[node] != NONE:
            raise GameError(f"node {node} has {what} already, expected a node without {what}")

    def __repr__(self) -> str:
        players = count(len(self.players), "player")
        return f"<{type(self).__name__} {self.title!r}: {players}, {count(len(self._set), 'node')}>"


def _require_payoffs(game: Game) -> None:
    """Raise GameError if neither a leaf nor a node on its path has an outcome."""
    has_outcome = game.outcome != NONE
    unpaid = game.leaves[~has_outcome[game.nearest(has_outcome)[game.leaves]]]
    if len(unpaid):
        leaf = f"the leaf {quoted(game.history(int(unpaid[0])))}" if game.size > 1 else "the root"
        raise GameError(f'{leaf} has no payoffs, expected some, or build(unpaid="zero") for zeros')


def text_labels(labels: Sequence[str], name: str) -> tuple[str, ...]:
    """Return labels as a tuple; raise InputError for anything else, also for one text: its letters are no labels."""
    texts = tuple(labels)
    if isinstance(labels, str) or not all(isinstance(label, str) for label in texts):
        raise InputError(f"{name} {shown(labels)}, expected a sequence of labels")
    return texts


def check_payoffs(payoffs: Sequence[object], players: int) -> None:
    """Raise GameError unless there is one payoff per player."""
    if len(payoffs) != players:
        raise GameError(f"{count(len(payoffs), 'payoff')}, expected {players}, one per player")


def _check_handle(kind: str, handle: int, items: Sequence[object]) -> None:
    """Raise GameError unless a node or a handle is an index of ``items``."""
    if not 0 <= handle < len(items):
        raise GameError(f"{kind} {shown(int(handle))}, expected one that the builder returned")


def _new_number(number: int | None, used_numbers: set[int], name: str) -> int:
    """Return the number after a check; for None, a positive number that is not used."""
    if number is None:
        size = len(used_numbers)  # so at least one of the next size + 1 numbers is not used
        return next(unused for unused in range(size + 1, 2 * size + 2) if unused not in used_numbers)
    if abs(number) >= 1 << 62:
        raise InputError(f"the number {shown(number)}, expected one greater than -2^62 and less than 2^62")
    if number in used_numbers:
        raise GameError(f"{name.format(number)} declared twice, expected another number")
    return number


ULP = mpq(1, 1 << 53)
"""A bound on the rounding error of a probability as a float; a message says if such errors explain a wrong sum."""


def check_distribution(probabilities: Sequence[mpq]) -> None:
    """Raise :class:`NumberError` unless the numbers are nonnegative and sum to exactly 1."""
    for probability in probabilities:
        if probability < 0:
            raise NumberError(f"the probability {short(probability)}, expected none below 0")
    if (total := sum(probabilities, mpq(0))) != 1:
        rounding = ", 1 up to the rounding of floats" if abs(total - 1) <= len(probabilities) * ULP else ""
        raise NumberError(f"probabilities that sum to {_sum(total)}{rounding}, expected exactly 1")


def _sum(total: mpq) -> str:
    """Return a sum that is not 1 as text; a long number as 1 plus or minus the difference, which may be short."""
    defect = total - 1
    return short(total) if len(text(total)) <= 40 else f"1 {'-' if defect < 0 else '+'} {short(abs(defect))}"
