"""A base class of results with a value for every move, found by the names of the information set and the move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NoReturn, TypeAlias, TypeVar

from lemke.errors import ProfileError
from lemke.game.strategy import SetNames
from lemke.game.tree import Game, InformationSet, unique_names
from lemke.ground.rational import quoted

SetName: TypeAlias = str | int | tuple[str | int, str | int]
"""The label of an information set, its number, or a pair (player, label or number). A name that is both is a label."""
PerMove = TypeVar("PerMove")
"""The type of the value of a move."""


class ByMove(dict[str, PerMove]):
    """The values of the moves at one information set, by the names of the moves.

    >>> ByMove(call=1, fold=0)["cal"]
    Traceback (most recent call last):
        ...
    lemke.errors.ProfileError: the move 'cal', expected one of 'call, fold'
    """

    def __missing__(self, name: object) -> NoReturn:
        raise ProfileError(f"the move {quoted(name)}, expected one of {quoted(', '.join(self))}")


class BySet(Generic[PerMove]):
    """A base class of results that have a game and a value for every move at every information set.

    An information set is named as in :func:`lemke.profile`: by its label or its number; a name that is both is a label.
    A pair (player, label or number) names a set of this player; the player is 0, 1, … or a name.
    """

    if TYPE_CHECKING:  # most subclasses have a field `game`; a property here would become the default of this field

        @property
        def game(self) -> Game: ...  # noqa: D102

    @abstractmethod
    def _per_move(self, player: int, h: int) -> Iterable[PerMove]:
        """Return the values of the moves at the h-th information set of a player, in the order of the moves."""

    @cached_property
    def _names(self) -> SetNames:
        return SetNames(self.game)

    @cached_property
    def _positions(self) -> dict[int, int]:
        """By index in the game: the position h of an information set among the sets of its player."""
        return {
            index: h for player in range(len(self.game.players)) for h, index in enumerate(self.game.sets_of(player))
        }

    def _set_index(self, name: object) -> int:
        """Return the index of the information set with this name; raise ProfileError if there is none."""
        if isinstance(name, tuple) and len(name) == 2:
            return self._names.find(name[1], self._names.player(name[0]))
        return self._names.find(name)

    def __getitem__(self, name: SetName) -> ByMove[PerMove]:
        """Return the values of the moves at the information set with this name.

        Raises ProfileError, which is also a KeyError, if no set or more than one has this name. The returned
        dictionary raises ProfileError for an unknown move.
        """
        return self._at(self._set_index(name))

    def _at(self, index: int) -> ByMove[PerMove]:
        information_set: InformationSet = self.game.information_sets[index]
        values = self._per_move(information_set.player, self._positions[index])
        return ByMove(zip(unique_names(information_set.actions), values, strict=True))

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """Yield (player from 0, name) for every information set, player by player, in depth-first order."""
        for player, indices in enumerate(self.game.preorder_sets()):
            yield from ((player, self._names.name(index)) for index in indices)

    def __contains__(self, name: object) -> bool:
        try:
            self._set_index(name)
        except ProfileError:
            return False
        return True

    def keys(self) -> list[tuple[int, str]]:
        """Return the names of all information sets: pairs of player, from 0, and label or number."""
        return list(self)

    def items(self) -> Iterator[tuple[tuple[int, str], ByMove[PerMove]]]:
        """Yield the name of every information set with the values of its moves."""
        return ((name, self[name]) for name in self)

    def values(self) -> Iterator[ByMove[PerMove]]:
        """Yield the values of the moves at every information set."""
        return (self[name] for name in self)
