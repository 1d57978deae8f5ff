"""Profiles given by names of players, information sets and actions, as a user or a file states them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count as count_from
from numbers import Integral
from typing import Any, Literal, TypeAlias

from gmpy2 import mpq

from lemke.errors import ProfileError, suggestion
from lemke.game.strategy.profile import Profile, is_container
from lemke.game.tree import Game, InformationSet, move_places, unique_names
from lemke.ground.rational import plain, quoted
from lemke.ground.words import count

Missing: TypeAlias = Literal["uniform"] | None
"""The rule for information sets without numbers: all moves equally likely (``"uniform"``), or an error (None)."""


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
                shown_name = quoted(name)
                message = f"{shown_name}{of_player} names {count(len(indices), 'information set')}, expected one"
                # sets of one player may share a label: then the player does not help
                owners = {self._game.information_sets[index].player for index in indices}
                example = f"(0, {shown_name}) or, in JSON, {{'1': {{{shown_name}: ...}}}}"
                ways = [f"add the player, as in {example}"] if len(owners) > 1 else []
                ways += ["give the number"] if table is self._tables[0] else []
                raise ProfileError(f"{message}; {', or '.join(ways)}")
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
        expected = ", ".join(quoted(label) for label in players)
        numbers = "'1'" if len(players) == 1 else f"a number from '1' to '{len(players)}'"
        raise ProfileError(f"the player {quoted(name)}, expected {expected}, or {numbers}")

    def _players(self, name: object) -> set[int]:
        """Return all players with this name."""
        mark, players = self._players_mark, enumerate(self._game.players)
        return {k for k, label in players if name in (label, str(k + 1), f"{mark}{k + 1}")}


def _mark(labels: Iterable[str]) -> str:
    """Return the shortest text ``#``, ``##``, … such that no label consists of this text and digits."""
    marks = {len(label) - len(number) for label in labels if (number := label.lstrip("#")).isdigit()}
    return "#" * next(size for size in count_from(1) if size not in marks)


def by_name(
    game: Game,
    stated: Mapping[Any, object],
    missing: Missing = None,
    floats: bool = False,
    normalize: bool = False,
) -> Profile:
    """Return a profile stated by names; ``floats`` and ``normalize`` are the options of :meth:`Profile.of`.

    ``stated`` maps information sets to numbers, or players to such mappings. The numbers at a set are a mapping from
    actions, or a sequence. A set is named by its label or its number (a name that is both is a label), or by a
    pair ``(player, label)`` if two players use the label. A player is a whole number 0, 1, … or a text: ``"1"``,
    ``"2"``, … or the name. Actions left out have probability 0; ``missing`` is the rule for sets left out.

    Raises ProfileError for an unknown or ambiguous name of a set or an action, a set or an action stated twice, a wrong
    number of probabilities, and, if ``missing`` is None, for a set left out.

    >>> from lemke.generators import kuhn
    >>> game = kuhn(3)
    >>> by_name(game, {"3": {"bet": 1}, "1:pb": ["2/3", "1/3"]}, missing="uniform").behavior[0][2:4]
    ((mpq(0,1), mpq(1,1)), (mpq(2,3), mpq(1,3)))
    """
    names = SetNames(game)
    numbers: dict[int, object] = {}
    for player, name, probabilities in entries_by_set(names, stated):
        index = names.find(name, player)
        require_new(index, numbers, game.set_name(index))
        if isinstance(probabilities, Mapping):
            probabilities = by_action(game.information_sets[index], probabilities.items())
        numbers[index] = probabilities
    return complete_numbers(game, numbers, missing, floats, normalize)


def complete_numbers(
    game: Game, numbers: Mapping[int, object], missing: Missing, floats: bool = False, normalize: bool = False
) -> Profile:
    """Return the profile of ``numbers``, given by index of information set; a rule fills in missing sets.

    Raises ProfileError, which names a missing set, if a set is missing and there is no rule.
    """
    player_sets = [game.sets_of(player) for player in range(len(game.players))]
    missing_sets = [index for sets in player_sets for index in sets if index not in numbers]
    if missing_sets and missing is None:
        more = f" and {count(len(missing_sets) - 1, 'more set')}" if len(missing_sets) > 1 else ""
        question = "" if numbers else "; is it a profile of another game?"
        expected = f"expected all, or a rule for them{question}"
        raise ProfileError(f"no probabilities at {game.set_name(missing_sets[0])}{more}, {expected}")
    sizes = {index: len(game.information_sets[index].actions) for index in missing_sets}
    uniform: dict[int, list[object]] = {index: [mpq(1, size)] * size for index, size in sizes.items()}
    filled = tuple(frozenset(h for h, index in enumerate(sets) if index in uniform) for sets in player_sets)
    stated: dict[int, Any] = {**numbers, **uniform}
    profile = Profile.of(game, [[stated[index] for index in sets] for sets in player_sets], floats, normalize)
    return replace(profile, filled=filled)


def entries_by_set(names: SetNames, stated: Mapping[Any, object]) -> Iterator[tuple[int | None, object, object]]:
    """Yield a triple for every information set in a mapping: the player or None, the name of the set, its numbers."""
    mappings = {key: value for key, value in stated.items() if isinstance(value, Mapping)}
    # with one more level of mappings or sequences, the keys are players; otherwise they are sets
    if len(mappings) == len(stated) and all(
        is_container(numbers) for mapping in mappings.values() for numbers in mapping.values()
    ):
        for player, sets in mappings.items():
            number = names.player(player)
            yield from ((number, name, numbers) for name, numbers in sets.items())
        return
    for key, numbers in stated.items():
        if isinstance(key, tuple) and len(key) == 2:
            yield names.player(key[0]), key[1], numbers
        else:
            yield None, key, numbers


def require_new(key: int, stated: Container[int], name: str) -> None:
    """Raise :class:`ProfileError` if something that has a name is stated twice."""
    if key in stated:
        raise ProfileError(f"{name} twice, expected once")


def by_action(information_set: InformationSet, stated: Iterable[tuple[object, object]]) -> list[object]:
    """Return the numbers of a set's moves in their order, given pairs of action and number; 0 for actions left out.

    An action is named by its label. The k-th action is named ``#k`` if its label is empty, and ``label#k`` if several
    actions have the label; ``#k`` is always allowed.
    """
    names = unique_names(information_set.actions)
    index = move_places(names)
    numbers: list[object] = [0] * len(names)
    stated_actions: set[int] = set()
    for name, number in stated:
        if (k := index.get(plain(name))) is None:
            expected = quoted(", ".join(names)) + suggestion(plain(name), names)
            raise ProfileError(f"the action {quoted(name)} at {information_set.name}, expected one of {expected}")
        require_new(k, stated_actions, f"the action {quoted(names[k])} at {information_set.name}")
        stated_actions.add(k)
        numbers[k] = number
    return numbers


def with_hint(message: str, normalized: bool, normalize: str, uniform: str) -> str:
    """Return the message of a profile's error with a hint at the option that would accept the profile.

    ``normalize`` and ``uniform`` are two options as the user writes them. ``normalized`` says whether the first is set.

    >>> with_hint("probabilities that sum to 1/2, expected exactly 1", False, "--normalize", "--missing uniform")
    'probabilities that sum to 1/2, expected exactly 1; --normalize divides by the sum'
    """
    # a sum of 0 is not inexact: no division makes it 1
    inexact_sum = ("sum to" in message and "sum to 0," not in message) or "is off by" in message
    if inexact_sum and not normalized:
        return f"{message}; {normalize} divides by the sum"
    return message.replace("or a rule for them", f"or a rule for them: {uniform}")
