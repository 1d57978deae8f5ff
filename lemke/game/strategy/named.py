"""Profiles by name: which numbers of a mapping or table belong to which information set and move."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count as count_from
from numbers import Integral
from typing import Any, Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import ProfileError, UnknownNameError, suggestion
from lemke.game.strategy.profile import Profile, is_container
from lemke.game.tree import Game, InformationSet, move_places, unique_names
from lemke.ground.rational import quoted
from lemke.ground.words import count

Missing: TypeAlias = Literal["uniform"] | None
"""What to do where nothing is stated of an information set: all moves equally likely, or refuse the profile."""


@dataclass(frozen=True, eq=False)
class StatedNumbers:
    """What somebody states of all information sets, not looked at yet: by player, set in breadth-first order, and move.

    ``filled`` are the positions of sets, per player, of which nothing is stated, so that a rule filled them in.
    """

    numbers: list[list[list[object]]]
    filled: tuple[frozenset[int], ...]

    def profile(self, game: Game, floats: bool = False, normalize: bool = False) -> Profile:
        """Return it as a profile; the options and errors are those of :meth:`Profile.of`."""
        return replace(Profile.of(game, self.numbers, floats, normalize), filled=self.filled)


SetsByName: TypeAlias = defaultdict[tuple[int | None, str], list[int]]
"""Information sets by player, or None for any, and name."""


class SetNames:
    """The information sets that names of a player's sets stand for: labels, and numbers where no label serves.

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
        self._tables: tuple[SetsByName, ...] = (defaultdict(list), defaultdict(list), defaultdict(list))
        self._orders: dict[int, str] = {}
        self._players_mark = _mark(game.players)
        mark = _mark(information_set.label for information_set in game.information_sets)
        for player, indices in enumerate(game.preorder_sets()):
            for k, index in enumerate(indices, 1):
                information_set = game.information_sets[index]
                names = information_set.label, str(information_set.number), f"{mark}{k}"
                self._orders[index] = names[-1]
                for table, name in zip(self._tables, names, strict=True):
                    table[player, name].append(index)
                    table[None, name].append(index)

    def find(self, name: object, player: int | None = None) -> int:
        """Return the index of the set of a player, or of any player, with this label or number.

        Where neither serves, ``#k`` is the player's k-th set in depth-first order; with more ``#`` in games that have
        labels like that. An UnknownNameError if there is none, or more than one.
        """
        of_whom = "" if player is None else f" of player {player + 1}"
        for table in self._tables:
            indices = table.get((player, str(name)), ())
            if len(indices) == 1:
                return indices[0]
            if indices:
                several = (
                    f"{count(len(indices), 'information set')}, expected one; the player or the number tells which"
                )
                raise UnknownNameError(f"{quoted(str(name))}{of_whom} names {several}")
        meant = suggestion(str(name), (label for whose, label in self._tables[0] if whose == player))
        expected = "expected a label or number in the game"
        raise UnknownNameError(f"the information set {quoted(str(name))}{of_whom}, {expected}{meant}")

    def tabulated(self, player: object, number: str, label: str) -> str | None:
        """Return a name of the player's set with this number and this label, as tables print both; None for no set.

        Where a number is another set's label, the label tells which set is meant.
        """
        whose = self.player(player)
        indices = self._tables[1].get((whose, number), ())
        matching = [index for index in indices if self._game.information_sets[index].label.strip() == label]
        return self.name(matching[0]) if len(matching) == 1 else None

    def name(self, index: int) -> str:
        """Return a name by which :meth:`find` finds a set, given its player: its label if that serves."""
        information_set = self._game.information_sets[index]
        player = information_set.player
        label, number = information_set.label, str(information_set.number)
        labels, numbers, _ = self._tables
        if label and labels[player, label] == [index]:
            return label
        if numbers[player, number] == [index] and (player, number) not in labels:
            return number
        return self._orders[index]

    def player_name(self, player: int) -> str:
        """Return a text by which :meth:`player` finds a player: the label, the number from 1, or that after ``#``."""
        names = self._game.players[player], str(player + 1), f"{self._players_mark}{player + 1}"
        return next(name for name in names if name and self._players(name) == {player})

    def player(self, name: object) -> int:
        """Return the player that an index from 0, a text such as ``"1"``, or a name stands for."""
        players = self._game.players
        if isinstance(name, Integral) and int(name) in range(len(players)):
            return int(name)
        meant = self._players(name)
        if len(meant) == 1:
            return meant.pop()
        if isinstance(name, Integral):
            raise UnknownNameError(f"the player {int(name)}, expected 0 to {len(players) - 1}, or a name")
        expected = ", ".join(quoted(label) for label in players)
        raise UnknownNameError(
            f"the player {quoted(str(name))}, expected one of {expected}, or the text of a number from 1"
        )

    def _players(self, name: object) -> set[int]:
        """Return all players that a name may stand for."""
        mark, players = self._players_mark, enumerate(self._game.players)
        return {k for k, label in players if name in (label, str(k + 1), f"{mark}{k + 1}")}


def _mark(labels: Iterable[str]) -> str:
    """Return as many ``#``, one at least, as no label begins with if digits follow."""
    marks = {len(label) - len(number) for label in labels if (number := label.lstrip("#")).isdigit()}
    return "#" * next(size for size in count_from(1) if size not in marks)


def by_name(game: Game, stated: Mapping[Any, object], missing: Missing = None) -> StatedNumbers:
    """Return what a mapping states, in the order of :class:`~lemke.game.strategy.Profile`.

    The mapping goes from an information set to its numbers, themselves a mapping from actions or a sequence. Sets are
    meant by label, or by number where no label is equal, and as pairs ``(player, label)`` where two players use the
    same. Or it goes from players to such mappings; players are 0, 1 as whole numbers, ``"1"``, ``"2"`` or their names
    as text. Actions that are left out have probability 0; ``missing`` says what to do for sets that are left out.

    A ProfileError for names of nothing or of several things, sets stated twice or not at all.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> by_name(game, {"3": {"bet": 1}, "1:pb": ["2/3", "1/3"]}, missing="uniform").numbers[0][2:4]
    [[0, 1], ['2/3', '1/3']]
    """
    names = SetNames(game)
    numbers: dict[int, list[object]] = {}
    for player, name, probabilities in entries_by_set(names, stated):
        index = names.find(name, player)
        if index in numbers:
            raise ProfileError(f"{game.set_name(index)} is stated twice, expected once")
        numbers[index] = _moves(game.information_sets[index], probabilities)
    return complete_numbers(game, numbers, missing)


def complete_numbers(game: Game, numbers: Mapping[int, list[object]], missing: Missing) -> StatedNumbers:
    """Return numbers by index of information set in the order of profiles, missing ones filled in by the rule.

    A ProfileError that names a set that is missing, if there is no rule.
    """
    if missing not in (None, "uniform"):
        raise ProfileError(f"the rule {missing!r} for missing information sets, expected 'uniform' or none")
    player_sets = [game.sets_of(player) for player in range(len(game.players))]
    lacking = [index for sets in player_sets for index in sets if index not in numbers]
    if lacking and missing is None:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        question = "" if numbers else "; is it a profile of another game?"
        expected = f"expected all, or a rule for them{question}"
        raise ProfileError(f"no probabilities at {game.set_name(lacking[0])}{more}, {expected}")
    sizes = {index: len(game.information_sets[index].actions) for index in lacking}
    uniform: dict[int, list[object]] = {index: [mpq(1, size)] * size for index, size in sizes.items()}
    filled = tuple(frozenset(h for h, index in enumerate(sets) if index in uniform) for sets in player_sets)
    return StatedNumbers([[numbers.get(index) or uniform[index] for index in sets] for sets in player_sets], filled)


def entries_by_set(names: SetNames, stated: Mapping[Any, object]) -> Iterator[tuple[int | None, object, object]]:
    """Yield the player or None, the name of the set, and its numbers, for every set that a mapping states."""
    levels = {player: by_player for player, by_player in stated.items() if isinstance(by_player, Mapping)}
    if len(levels) == len(stated) and all(
        is_container(numbers) for by_set in levels.values() for numbers in by_set.values()
    ):
        for player, sets in levels.items():
            whose = names.player(player)
            yield from ((whose, name, numbers) for name, numbers in sets.items())
        return
    for key, numbers in stated.items():
        if isinstance(key, tuple) and len(key) == 2:
            yield names.player(key[0]), key[1], numbers
        else:
            yield None, key, numbers


def _moves(information_set: InformationSet, stated: object) -> list[object]:
    """Return the numbers of a set in the order of its moves."""
    if isinstance(stated, Mapping):
        return by_action(information_set, stated.items())
    if not is_container(stated):
        raise ProfileError(f"{quoted(str(stated))} at {information_set.name}, expected probabilities of its actions")
    numbers = list(stated)
    if len(numbers) != (expected := len(information_set.actions)):
        raise ProfileError(f"{len(numbers)} probabilities at {information_set.name}, expected {expected}")
    return numbers


def by_action(information_set: InformationSet, stated: Iterable[tuple[object, object]]) -> list[object]:
    """Return numbers given by the names of actions in the order of the moves, 0 for those left out.

    Names are labels, ``#k`` for the k-th where they are empty, ``label#k`` where they repeat; ``#k`` serves everywhere.
    """
    names = unique_names(information_set.actions)
    place = move_places(names)
    numbers: list[object] = [0] * len(names)
    seen = set()
    for name, number in stated:
        if (k := place.get(str(name))) is None:
            expected = quoted(", ".join(names)) + suggestion(str(name), names)
            raise ProfileError(f"the action {quoted(str(name))} at {information_set.name}, expected one of {expected}")
        if k in seen:
            raise ProfileError(f"the action {quoted(names[k])} twice at {information_set.name}, expected once")
        seen.add(k)
        numbers[k] = number
    return numbers


def with_hint(message: str, normalized: bool, normalize: str, uniform: str) -> str:
    """Return what is wrong with a profile, and the option that would take it, by its name for the reader.

    >>> with_hint("probabilities that sum to 1/2, expected exactly 1", False, "--normalize", "--missing uniform")
    'probabilities that sum to 1/2, expected exactly 1; --normalize divides by the sum'
    """
    if "sum to" in message and "sum to 0," not in message and not normalized:
        return f"{message}; {normalize} divides by the sum"
    return message.replace("or a rule for them", f"or a rule for them: {uniform}")
