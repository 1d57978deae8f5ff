"""Names of nodes, such as ``L r`` for the node after the moves L and r, and the search for a node by its name."""

from __future__ import annotations

from functools import cached_property

from lemke.errors import InputError
from lemke.game.tree import LONG_NAME, NONE, Game, move_names, move_places, split_moves
from lemke.ground.rational import quoted


class NodeNames:
    """Names of a game's nodes: the :func:`~lemke.game.tree.move_names` on the path to the node, separated by blanks.

    The name of a node with a long history has only the last moves. :meth:`node` also reads ``@N``, the N-th node in
    breadth-first order, from 0.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann"])
    >>> left, right = builder.move(builder.root, 0, ["L", ""])
    >>> _ = builder.move(right, 0, ["l", "go on"])
    >>> names = NodeNames(builder.build(unpaid="zero"))
    >>> names.place(0), names.name(4)
    ('the root', '#2 "go on"')
    >>> names.node('#2 "go on"'), names.node("#2 #2"), names.node("@4")
    (4, 4, 4)
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves: dict[int, list[str]] = {}

    def name(self, node: int) -> str:
        """Return the moves on the path to a node, of a long path about the last 80 characters; empty for the root."""
        parent, information_set, move = self._steps
        moves: list[str] = []
        length = 0
        while (above := parent[node]) != NONE and length <= LONG_NAME:
            moves.append(self.moves(information_set[above])[move[node]])
            length += len(moves[-1]) + 1
            node = above
        if above != NONE:
            moves.append("...")
        return " ".join(reversed(moves))

    def key(self, node: int) -> str:
        """Return the text that :meth:`node` reads back: the name of the node, or ``@N`` if the name is shortened."""
        name = self.name(node)
        return f"@{node}" if name.startswith("... ") else name

    def place(self, node: int) -> str:
        """Return the name of a node for use in a sentence: the moves, or ``the root``."""
        return self.name(node) or "the root"

    def node(self, history: str) -> int:
        """Return the node with this name: the moves on the path to it (none for the root), or ``@N``.

        Raises InputError if there is no node with this name.
        """
        if history.startswith("@"):
            return self._numbered_node(history)
        game, node = self._game, 0
        for step in split_moves(history):
            index = int(game.information_set[node])
            names = [] if index == NONE else self.moves(index)
            if (move := move_places(names).get(step)) is None:
                place = game.set_name(index) if names else "a leaf"
                expected = f"one of {quoted(', '.join(names))}" if names else "no more moves"
                raise InputError(f"the move {quoted(step)} at {place} in {quoted(history)}, expected {expected}")
            node = game.children(node)[move]
        return node

    def moves(self, information_set: int) -> list[str]:
        """Return the names of the moves at an information set."""
        if information_set not in self._moves:
            self._moves[information_set] = move_names(self._game.information_sets[information_set].actions)
        return self._moves[information_set]

    def _numbered_node(self, name: str) -> int:
        digits = name[1:]
        # int() would refuse a text of thousands of digits with an error of its own
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 20 and int(digits) < self._game.size):
            raise InputError(f"the node {quoted(name)}, expected one from @0 to @{self._game.size - 1}")
        return int(digits)

    @cached_property
    def _steps(self) -> tuple[list[int], list[int], list[int]]:
        """The game's arrays ``parent``, ``information_set`` and ``move`` as lists, which are faster to read."""
        game = self._game
        return game.parent.tolist(), game.information_set.tolist(), game.move.tolist()
