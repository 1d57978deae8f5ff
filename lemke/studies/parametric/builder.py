"""Games with parameters, built node by node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import require_type
from lemke.game import CHANCE, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle, Unpaid
from lemke.studies.parametric.elements import Function
from lemke.studies.parametric.functions import Expression, Functions
from lemke.studies.parametric.game import ParametricGame, check_probabilities


class ParametricBuilder(GameBuilder):
    """Builds a :class:`ParametricGame` node by node, as :class:`~lemke.game.GameBuilder` builds a game.

    Parameters
    ----------
    parameters : sympy Symbols, or their names
        The parameters that expressions may contain. An expression is an object of sympy, a text such as
        ``"(1 + t)/2"``, or a number.
    players : sequence of str
        Labels of the players.
    title, comment : str

    Raises
    ------
    InputError, NumberError, GameError
        A method gets an expression that is a float, or not a rational function of the parameters over the rationals; or
        other arguments that :class:`~lemke.game.GameBuilder` refuses, too.

    >>> import sympy
    >>> t = sympy.Symbol("t")
    >>> builder = ParametricBuilder(t, title="matching pennies")
    >>> heads, tails = builder.move(builder.root, 0, ["H", "T"])
    >>> guess = builder.information_set(1, ["h", "t"])
    >>> for node, stake in ((heads, t), (tails, 1)):
    ...     right, wrong = builder.decide(node, guess)
    ...     builder.pay(right, *((stake, -stake) if node == heads else (-1, 1)))
    ...     builder.pay(wrong, *((-1, 1) if node == heads else (stake, -stake)))
    >>> builder.build()
    <ParametricGame 'matching pennies' in t: 2 players, 7 nodes>
    """

    def __init__(
        self, parameters: object, players: Sequence[str] = ("1", "2"), title: str = "", comment: str = ""
    ) -> None:
        self.functions = Functions.of(parameters)
        super().__init__(players, title, comment)
        self._payoff_functions: list[tuple[Function, ...]] = []  # of every outcome
        self._probabilities: dict[int, tuple[Function, ...]] = {}  # by the number of chance's information set

    def chance_set(
        self, actions: Sequence[str], probabilities: Iterable[Expression], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare a chance move whose probabilities sum to 1 identically; return its handle for :meth:`decide`."""
        require_type(actions, Sequence, "a sequence of labels", "actions")
        require_type(probabilities, Iterable, "expressions", "probabilities")
        functions = tuple(map(self.functions, probabilities))
        check_probabilities(self.functions, functions, len(actions))
        # the structure's probabilities are not used; equal ones are valid
        handle = super().chance_set(actions, [mpq(1, len(actions))] * len(actions), label, number)
        self._probabilities[self.sets[handle].number] = functions
        return handle

    def outcome(self, payoffs: Sequence[Expression], label: str = "", number: int | None = None) -> OutcomeHandle:
        """Declare an outcome, which several nodes may have; return its handle for :meth:`attach`."""
        require_type(payoffs, Sequence | np.ndarray, "expressions, one per player", "payoffs")
        functions = tuple(map(self.functions, payoffs))
        handle = super().outcome([0] * len(functions), label, number)
        self._payoff_functions.append(functions)
        return handle

    def build(self, unpaid: Unpaid = "refuse") -> ParametricGame:  # type: ignore[override]  # the structure is built by the base class
        """Return the game with the nodes renumbered in breadth-first order."""
        structure = super().build(unpaid)
        probabilities = (
            self._probabilities[information_set.number] if information_set.player == CHANCE else ()
            for information_set in structure.information_sets
        )
        return ParametricGame(structure, self.functions, tuple(self._payoff_functions), tuple(probabilities))
