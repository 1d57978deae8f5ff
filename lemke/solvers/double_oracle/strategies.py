"""Strategies that are known at few information states, and what is played at all others."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import InformationSetError
from lemke.game.implicit import State
from lemke.game.implicit.state import available
from lemke.game.tree import count
from lemke.ground.rational import ONE

DEFAULT = 0
"""The place of the action that is played where nothing else is said: the first."""

Choice: TypeAlias = tuple[tuple[int, mpq], ...]
"""Places of actions with their probabilities, all positive, with sum 1."""

_FIRST: Choice = ((DEFAULT, ONE),)


@dataclass(frozen=True, slots=True)
class PartialStrategy:
    """A behavior strategy of the whole game: distributions at some information states, the default action elsewhere.

    Attributes
    ----------
    choices : mapping from information state to Choice

    >>> strategy = PartialStrategy({"ace": ((1, mpq(1, 3)), (0, mpq(2, 3)))})
    >>> strategy("ace"), strategy("anything else")
    (((1, mpq(1,3)), (0, mpq(2,3))), ((0, mpq(1,1)),))
    """

    choices: Mapping[Hashable, Choice]

    def __call__(self, information_state: Hashable) -> Choice:
        """Return what is played at an information state."""
        return self.choices.get(information_state, _FIRST)

    def followed(self, state: State) -> list[tuple[State, mpq]]:
        """Return the states that are played to from a state of the player, with their probabilities."""
        key, actions = state.information_state(), available(state)
        choice = self(key)
        if (last := max(place for place, _ in choice)) >= len(actions):
            found = f"{count(len(actions), 'action')} at {str(key)!r}"
            raise InformationSetError(f"{found}, expected {last + 1} at least, as before")
        return [(state.child(actions[place]), share) for place, share in choice]
