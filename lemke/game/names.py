"""Names of nodes, such as ``L r`` for the node after the moves L and r, of information sets and of players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from itertools import count as count_from
from numbers import Integral
from typing import TypeAlias

from lemke.errors import InputError, ProfileError, suggestion
from lemke.game.tree import LONG_NAME, NONE, Game, move_names, move_places, split_moves
from lemke.ground.rational import plain, quoted
from lemke.ground.words import count


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
        game, node = self._game, 0
        if history.startswith("@"):
            digits = history[1:]
            # int() would refuse a text of thousands of digits with an error of its own
            if not (digits.isascii() and digits.isdecimal() and len(digits) < 20 and int(digits) < game.size):
                raise InputError(f"the node {quoted(history)}, expected one from @0 to @{game.size - 1}")
            return int(digits)
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

    @cached_property
    def _steps(self) -> tuple[list[int], list[int], list[int]]:
        """The game's arrays ``parent``, ``information_set`` and ``move`` as lists, which are faster to read."""
        game = self._game
        return game.parent.tolist(), game.information_set.tolist(), game.move.tolist()


SetsByName: TypeAlias = defaultdict[tuple[int | None, str], list[int]]
"""Indices of information sets, by player and name; the player None stands for any player."""


class SetNames:
    """Finds information sets by label or by number; a name that is both is a label.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(["Ann", "Bob"])
    >>> left, right = builder.move(builder.root, 0, ["L", "R"], "first")
    >>> _ = builder.move(right, 1, ["l", "r"])
    >>> names = SetNames(builder.build(unpaid="zero"))
    >>> names.find("first"), names.find("1", player=1)
    (0, 1)
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        # by label, by number in the file, and by names such as `#3` for the third set; earlier tables have precedence
        self._tables: tuple[SetsByName, ...] = (defaultdict(list), defaultdict(list), defaultdict(list))
        self._ordinals: dict[int, str] = {}  # names such as `#3`, by index
        self._players_mark = _mark(game.players)
        mark = _mark(information_set.label for information_set in game.information_sets)
        for player, indices in enumerate(game.preorder_sets()):
            for k, index in enumerate(indices, 1):
                information_set = game.information_sets[index]
                names = information_set.label, str(information_set.number), f"{mark}{k}"
                self._ordinals[index] = names[-1]
                for table, name in zip(self._tables, names, strict=True):
                    table[player, name].append(index)
                    table[None, name].append(index)

    def find(self, name: object, player: int | None = None) -> int:
        """Return the index of the information set with this label or number, of one player or of any player.

        ``#k`` is the player's k-th set in depth-first order; if labels in the game look like this, use more ``#``.
        Raises ProfileError if no set or more than one has the name.
        """
        of_player = "" if player is None else f" of player {player + 1}"
        for table in self._tables:
            indices = table.get((player, plain(name)), ())
            if len(indices) == 1:
                return indices[0]
            if indices:
                shown_name, found = quoted(name), count(len(indices), "information set")
                player_added = f"(0, {shown_name}) or, in JSON, {{'1': {{{shown_name}: ...}}}}"
                expected = f"expected one; add the player, as in {player_added}, or give the number"
                raise ProfileError(f"{shown_name}{of_player} names {found}, {expected}")
        hint = suggestion(plain(name), (label for owner, label in self._tables[0] if owner == player))
        expected = "expected a label or number in the game"
        raise ProfileError(f"the information set {quoted(name)}{of_player}, {expected}{hint}")

    def tabulated(self, player: object, number: str, label: str) -> str | None:
        """Return a name of the player's set with this number and label, or None if there is no such set.

        Number and label are texts from a printed table. The number alone is not enough: it may be another set's label.
        """
        indices = self._tables[1].get((self.player(player), number), ())
        matching = [index for index in indices if self._game.information_sets[index].label.strip() == label]
        return self.name(matching[0]) if len(matching) == 1 else None

    def name(self, index: int) -> str:
        """Return a name of the set for :meth:`find` with the set's player: label, number, or a name such as ``#3``."""
        information_set = self._game.information_sets[index]
        player = information_set.player
        label, number = information_set.label, str(information_set.number)
        labels, numbers, _ = self._tables
        if label and labels[player, label] == [index]:
            return label
        if numbers[player, number] == [index] and (player, number) not in labels:
            return number
        return self._ordinals[index]

    def player_name(self, player: int) -> str:
        """Return a text by which :meth:`player` finds a player: label, number from 1, or ``#`` with the number."""
        names = self._game.players[player], str(player + 1), f"{self._players_mark}{player + 1}"
        return next(name for name in names if name and self._players(name) == {player})

    def player(self, name: object) -> int:
        """Return the player with this name: an index from 0, a number as text from ``"1"``, or a label."""
        players = self._game.players
        if isinstance(name, Integral) and int(name) in range(len(players)):
            return int(name)
        players_named = self._players(name)
        if len(players_named) == 1:
            return players_named.pop()
        if players_named:
            unique = " or ".join(f"{self._players_mark}{player + 1}" for player in sorted(players_named))
            raise ProfileError(f"{quoted(name)} names {len(players_named)} players, expected one: {unique}")
        labels = ", ".join(map(quoted, players))
        raise ProfileError(f"the player {quoted(name)}, expected {labels}, or a number from '1' to '{len(players)}'")

    def _players(self, name: object) -> set[int]:
        """Return all players with this name."""
        mark, players = self._players_mark, enumerate(self._game.players)
        return {k for k, label in players if name in (label, str(k + 1), f"{mark}{k + 1}")}


def _mark(labels: Iterable[str]) -> str:
    """Return the shortest text ``#``, ``##``, … such that no label consists of this text and digits."""
    marks = {len(label) - len(number) for label in labels if (number := label.lstrip("#")).isdigit()}
    return "#" * next(size for size in count_from(1) if size not in marks)
