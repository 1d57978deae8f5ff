"""The class of the families of games in :data:`lemke.generators.FAMILIES`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps

from gmpy2 import mpz

from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State
from lemke.generators.bimatrix import Bimatrix
from lemke.ground import limits


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games, described for the command line, the documentation and the tests.

    Attributes
    ----------
    description : str
        One line for help texts.
    make : callable
        Takes the parameters and returns the game.
    state : callable | None
        Takes the same parameters and returns the first state of the game, for solving without a tree.
    descriptions : dict of str to str
        A short description of every parameter, by name.
    example : str
        Options of an example of ``lemke generate``.
    suffix : str
        The suffix of the file that the example writes.
    """

    description: str
    make: Callable[..., Game]
    state: Callable[..., State] | None
    descriptions: dict[str, str]
    example: str
    suffix: str = "efg"

    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """Return the parameters of ``make`` by name, with their types and defaults, in the declared order.

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
    """Return a family of strategic games, made from a function that returns the matrices.

    Parameters
    ----------
    description : str
    matrices : callable
        Takes the parameters of the family and returns (A, B).
    title : str
        A format string for the title of a game, with names of parameters in braces.
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
        # an int as mpz, since Python refuses to print ints of more than 4300 digits
        printable = {name: mpz(value) if type(value) is int else value for name, value in bound.arguments.items()}
        return NormalForm.of(A, B, players=("Player 1", "Player 2"), title=title.format(**printable)).tree()

    return Family(description, make, None, descriptions, example, "nfg")
