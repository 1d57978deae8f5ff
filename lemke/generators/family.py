"""A family of games, as the command line, the documentation and the tests read it in the table of families."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import get_type_hints

from lemke.game import Game
from lemke.game.implicit import State


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a family, as its function declares it.

    Attributes
    ----------
    name, description : str
    kind : type
        ``int``, ``bool``, ``object`` for an exact number, a ``Literal`` of words, or ``Sequence[object]``.
    default : object
        :data:`REQUIRED` where there is none.
    """

    name: str
    description: str
    kind: object
    default: object


REQUIRED = inspect.Parameter.empty
"""The default of a parameter without one."""
SEED = "The same seed makes the same game everywhere."
"""The description of the seed of random games."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games.

    Attributes
    ----------
    description : str
        One line.
    make : callable
        From the parameters to the game.
    state : callable | None
        From the same parameters to the first state, where the game need not be held as a tree.
    descriptions : dict of str to str
        A few words on every parameter.
    example : str
        Options for the command line.
    suffix : str
        Of the file in that example.
    """

    description: str
    make: Callable[..., Game]
    state: Callable[..., State] | None
    descriptions: dict[str, str]
    example: str
    suffix: str = "efg"

    def parameters(self) -> list[Parameter]:
        """Return the parameters in the order of the function."""
        kinds = get_type_hints(self.make)
        defaults = {name: declared.default for name, declared in inspect.signature(self.make).parameters.items()}
        return [Parameter(name, self.descriptions[name], kinds[name], default) for name, default in defaults.items()]
