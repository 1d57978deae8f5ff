"""A family of games: an entry of the table that the command line, the documentation and the tests read."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps

from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.generators.bimatrix import Bimatrix
from lemke.ground import limits


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games.

    Attributes
    ----------
    description : str
        One line for people.
    make : callable
        The function from the parameters to the game.
    state : callable | None
        The function from the same parameters to the first state, for games that need not be held as a tree.
    descriptions : dict of str to str
        A short text for every parameter.
    example : str
        Options of an example on the command line.
    suffix : str
        The suffix of the file in that example.
    """

    description: str
    make: Callable[..., Game]
    state: Callable[..., State] | None
    descriptions: dict[str, str]
    example: str
    suffix: str = "efg"

    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Return the parameters by name, in the order of the function, which declares their types and defaults.

        A type is ``int``, ``int | None``, ``bool``, ``object`` for an exact number, a ``Literal`` of words, or
        ``Sequence[object]``.
        """
        return inspect.signature(self.make, eval_str=True).parameters


def strategic(
    description: str,
    matrices: Callable[..., Bimatrix],
    title: str,
    descriptions: dict[str, str],
    example: str,
) -> Family:
    """Return the family of strategic games whose matrices a function returns.

    Parameters
    ----------
    description : str
    matrices : callable
        The function from the parameters of the family to (A, B).
    title : str
        The title of a game, with the names of parameters in braces.
    descriptions, example
        See :class:`Family`.

    >>> twice = strategic("n times 1", lambda n=2: ([[1] * n],) * 2, "{n} ones", {}, "")
    >>> twice.make(n=3)
    <Game '3 ones': 2 players, 5 nodes>
    """
    signature = inspect.signature(matrices)

    @wraps(matrices)
    def make(*arguments: object, **parameters: object) -> Game:
        limits.check()
        bound = signature.bind(*arguments, **parameters)
        bound.apply_defaults()
        A, B = matrices(*bound.args, **bound.kwargs)
        limits.check()
        return NormalForm.of(A, B, players=("Player 1", "Player 2"), title=title.format(**bound.arguments)).tree()

    return Family(description, make, None, descriptions, example, "nfg")
