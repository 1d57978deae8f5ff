"""Games whose payoffs and chance probabilities are rational functions of parameters, and their builder.

The tree and the information sets, and therefore perfect recall, do not depend on the parameters. An ordinary game, the
*structure*, has the tree and the information sets; its payoffs and probabilities are not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath

import numpy as np
from gmpy2 import mpq

from lemke.errors import (
    GameError,
    InputError,
    OutcomeError,
    ProbabilityError,
    located,
    require_type,
    type_name,
)
from lemke.forms.normal_form import NormalForm
from lemke.game import CHANCE, Game, GameBuilder
from lemke.game.builder import OutcomeHandle, SetHandle, Unpaid
from lemke.ground.rational import quoted, short, shown
from lemke.ground.sparse import ByValue
from lemke.ground.words import count
from lemke.io import parametric
from lemke.studies.parametric.functions import (
    Expression,
    Function,
    Functions,
    ParameterValues,
    Symbol,
    evaluate,
    expression,
    full_text,
    short_text,
)


@dataclass(frozen=True, eq=False, repr=False)
class ParametricGame(ByValue):
    """A game with parameters. :class:`ParametricBuilder` makes one node by node, :meth:`of` makes one from a game.

    Attributes
    ----------
    structure : Game
        The game tree. Its payoffs and chance probabilities are not used.
    functions : Functions
        The field of functions of the parameters.
    payoffs : tuple of tuples of functions
        A tuple for every outcome, with a payoff per player.
    probabilities : tuple of tuples of functions
        A tuple for every information set: with a probability per move for chance's sets, empty for the players' sets.

    >>> form = NormalForm.of([[2], [1]], [[1], [3]], title="outside option")
    >>> game = ParametricGame.of(form, "t", payoffs={2: ["t", 3]})
    >>> game
    <ParametricGame 'outside option' in t: 2 players, 5 nodes>
    >>> game.at(t="5/2").outcomes[1].payoffs
    (mpq(5,2), mpq(3,1))
    """

    structure: Game
    functions: Functions
    payoffs: tuple[tuple[Function, ...], ...]
    probabilities: tuple[tuple[Function, ...], ...]

    @classmethod
    def bimatrix(
        cls,
        parameters: object,
        A: object,
        B: object,
        players: Sequence[str] = ("1", "2"),
        strategies: Sequence[Sequence[str]] = (),
        title: str = "",
    ) -> ParametricGame:
        """Return the game in strategic form with the payoffs A of player 1 and B of player 2.

        A and B are m x n matrices of expressions: nested sequences, matrices of sympy, or arrays of objects. By
        default, the labels of players and strategies are the numbers from 1.

        >>> ParametricGame.bimatrix("t", [["t", 0], [0, 1]], [["t", 0], [0, 1]]).at(3).outcomes[0].payoffs
        (mpq(3,1), mpq(3,1))
        """
        matrices = [np.array(matrix, dtype=object) for matrix in (A, B)]
        # the payoffs of the structure number the cells from 1: the payoff of an outcome tells the cell of the outcome
        cells = (np.arange(1, matrix.size + 1).reshape(matrix.shape).tolist() for matrix in matrices)
        structure = NormalForm.of(*cells, players=players, strategies=strategies, title=title).tree()
        entries = list(zip(*(matrix.flat for matrix in matrices), strict=True))
        rows = {outcome.number: entries[int(outcome.payoffs[0]) - 1] for outcome in structure.outcomes}
        return cls.of(structure, parameters, rows)

    @classmethod
    def of(
        cls,
        game: Game | NormalForm,
        parameters: object,
        payoffs: Mapping[int, Sequence[Expression]] | None = None,
        probabilities: Mapping[int, Sequence[Expression]] | None = None,
    ) -> ParametricGame:
        """Return a game with some payoffs and chance probabilities replaced by expressions.

        ``payoffs`` has expressions, one per player, by the number of an outcome; ``probabilities`` has expressions, one
        per move, by the number of an information set of chance. Numbers are those in a game's file. A NormalForm is
        taken as its :meth:`~lemke.NormalForm.tree`.

        Raises
        ------
        GameError, InputError
            The game has no outcome or information set with a number in the mapping, or the expressions do not fit.
        """
        if isinstance(game, NormalForm):
            game = game.tree()
        require_type(game, Game, "a Game or a NormalForm")
        functions = Functions.of(parameters)
        coins = [information_set for information_set in game.information_sets if information_set.player == CHANCE]
        outcomes = {outcome.number: outcome.payoffs for outcome in game.outcomes}
        sets = {coin.number: coin.probabilities for coin in coins}
        rows = _functions(functions, outcomes, payoffs, "outcome")
        moves = _functions(functions, sets, probabilities, "information set of chance")
        for number, row in rows.items():
            if len(row) != len(game.players):
                expected = f"expected {len(game.players)}, one per player"
                raise OutcomeError(f"{count(len(row), 'payoff')} of outcome {number}, {expected}")
        for coin in coins:
            check_probabilities(moves[coin.number], len(coin.actions), f" at {coin.name}")
        chance = (moves[item.number] if item.player == CHANCE else () for item in game.information_sets)
        return cls(game, functions, tuple(rows.values()), tuple(chance))

    @classmethod
    def read(cls, path: str | PathLike[str]) -> ParametricGame:
        """Return the game in a file, on the standard input (``-``), or of a bundled example (``example:NAME``).

        The format is that of :mod:`lemke.io.parametric`.

        >>> ParametricGame.read("example:kuhn3_parametric")
        <ParametricGame 'Kuhn poker, 3 cards' in b, r: 2 players, 55 nodes>
        """
        require_type(path, str | PathLike, "a path", "a file")
        with located(fspath(path)):
            return cls.of(*parametric.read(path))

    def text(self) -> parametric.ParametricText:
        """Return the game with expressions as text, for :func:`lemke.io.parametric.dumps`."""
        payoffs, probabilities = (
            {item.number: [full_text(expression(function)) for function in row] for item, row in rows if row}
            for rows in (
                zip(self.structure.outcomes, self.payoffs, strict=True),
                zip(self.structure.information_sets, self.probabilities, strict=True),
            )
        )
        return parametric.ParametricText(self.structure, self.functions.names, payoffs, probabilities)

    @property
    def parameters(self) -> tuple[Symbol, ...]:
        """The symbols of the parameters."""
        return self.functions.symbols

    @property
    def title(self) -> str:
        """The title of the structure."""
        return self.structure.title

    def at(self, values: ParameterValues = None, /, **named: object) -> Game:
        """Return the game at values of all parameters, given by symbol or by name.

        Raises
        ------
        InputError, NumberError
            A parameter has no value, or a value is not an exact number.
        ProbabilityError, UndefinedError
            At these values a probability is negative, or a payoff or a probability has a pole.
        """
        names, by_name = self.functions.names, self.functions.values(values, named)
        if missing := [name for name in names if name not in by_name]:
            raise InputError(f"no value of the parameter {missing[0]}, expected values of {', '.join(names)}")
        point = [by_name[name] for name in names]
        where = values_text({name: by_name[name] for name in names})
        sets = []
        for information_set, moves in zip(self.structure.information_sets, self.probabilities, strict=True):
            numbers = tuple(evaluate(function, point) for function in moves)
            for function, number in zip(moves, numbers, strict=True):
                if number < 0:
                    negative = f"{short_text(expression(function))} = {short(number)} at {information_set.name}"
                    raise ProbabilityError(f"at {where} the probability {negative}, expected none below 0")
            sets.append(replace(information_set, probabilities=numbers))
        outcomes = (
            replace(outcome, payoffs=tuple(evaluate(payoff, point) for payoff in row))
            for outcome, row in zip(self.structure.outcomes, self.payoffs, strict=True)
        )
        title = ", ".join(filter(None, [self.title, where]))
        return replace(self.structure, title=title, information_sets=tuple(sets), outcomes=tuple(outcomes))

    def substitute(self, values: ParameterValues = None, /, **named: object) -> ParametricGame:
        """Return the game with values in place of some parameters; at least one parameter must remain.

        >>> ParametricGame.bimatrix("s t", [["s/t"]], [["s"]]).substitute(s=3).payoffs
        ((3/t, 3),)
        """
        fixed = self.functions.values(values, named)
        if len(fixed) == len(self.parameters):
            raise InputError("values of all parameters, expected one without a value (game.at takes all values)")
        remaining = Functions.of([symbol for symbol in self.parameters if symbol.name not in fixed])
        generators = dict(zip(remaining.names, remaining.field.gens, strict=True))
        generators |= {name: remaining.constant(value) for name, value in fixed.items()}
        point = [generators[name] for name in self.functions.names]
        tables = (
            tuple(tuple(evaluate(function, point, remaining.field.one) for function in row) for row in table)
            for table in (self.payoffs, self.probabilities)
        )
        title = ", ".join(filter(None, [self.title, values_text(fixed)]))
        return ParametricGame(replace(self.structure, title=title), remaining, *tables)

    def __repr__(self) -> str:
        game = self.structure
        size = f"{count(len(game.players), 'player')}, {count(game.size, 'node')}"
        title = f" {self.title!r}" if self.title else ""
        return f"<ParametricGame{title} in {', '.join(self.functions.names)}: {size}>"


def one_parameter(game: object) -> tuple[ParametricGame, Symbol]:
    """Return a game and its only parameter; InputError for another object, or a game with several parameters."""
    if not isinstance(game, ParametricGame):
        raise InputError(f"an object of type {type_name(game)}, expected a ParametricGame, see ParametricGame.of")
    if len(game.parameters) > 1:
        names = ", ".join(game.functions.names)
        raise InputError(f"a game with the parameters {names}, expected values of all but one (substitute, --set)")
    return game, game.parameters[0]


def check_probabilities(moves: Sequence[Function], actions: int, where: str = "") -> None:
    """Raise a ProbabilityError unless every action has a probability, and the probabilities sum to 1 identically."""
    if len(moves) != actions or not actions:
        expected = f"{actions}, one per action" if actions else "one or more"
        raise ProbabilityError(f"{count(len(moves), 'probability')}{where}, expected {expected}")
    if (total := sum(moves[1:], moves[0])) != 1:
        found = f"probabilities{where} that sum to {short_text(expression(total))}"
        raise ProbabilityError(f"{found}, expected 1 identically")


def values_text(values: Mapping[str, mpq]) -> str:
    """Return values of parameters as text, for example ``t = 1/2``."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def _functions(
    functions: Functions,
    given: Mapping[int, Sequence[Expression]],
    changes: Mapping[int, Sequence[Expression]] | None,
    noun: str,
) -> dict[int, tuple[Function, ...]]:
    """Return rows of functions by number: those of ``changes``, or else the given ones."""
    require_type(changes, Mapping | None, f"a mapping from numbers to expressions, for each {noun}")
    rows = {}
    for number, row in {**given, **(changes or {})}.items():
        if number not in given:
            raise GameError(
                f"{noun} {shown(number)}, expected one of the game's: {', '.join(map(str, given)) or 'none'}"
            )
        try:
            if isinstance(row, str) or not isinstance(row, Sequence | np.ndarray):
                raise InputError(f"{type_name(row)} {quoted(row)}, expected a list of expressions")
            rows[number] = tuple(map(functions, row))
        except InputError as error:
            error.message = f"{noun} {number}: {error.message}"
            raise
    return rows


class ParametricBuilder(GameBuilder):
    """Builds a :class:`ParametricGame` node by node, as :class:`~lemke.game.GameBuilder` builds a game.

    An expression is an object of sympy that contains only the parameters, a text such as ``"(1 + t)/2"``, or a number.

    >>> builder = ParametricBuilder("t", title="outside option")
    >>> enter, out = builder.move(builder.root, 0, ["in", "out"])
    >>> builder.pay(enter, "t**2", 1)
    >>> builder.pay(out, 1, "(1 + t)/2")
    >>> builder.build()
    <ParametricGame 'outside option' in t: 2 players, 3 nodes>
    """

    def __init__(
        self, parameters: object, players: Sequence[str] = ("1", "2"), title: str = "", comment: str = ""
    ) -> None:
        self.functions = Functions.of(parameters)
        super().__init__(players, title, comment)
        # payoffs by the number of the outcome, and probabilities by the number of chance's information set
        self._functions: tuple[dict[int, tuple[Function, ...]], dict[int, tuple[Function, ...]]] = {}, {}

    def chance_set(
        self, actions: Sequence[str], probabilities: Iterable[Expression], label: str = "", number: int | None = None
    ) -> SetHandle:
        """Declare a chance move whose probabilities sum to 1 identically; return its handle for :meth:`decide`."""
        require_type(actions, Sequence, "a sequence of labels", "actions")
        require_type(probabilities, Iterable, "expressions", "probabilities")
        functions = tuple(map(self.functions, probabilities))
        check_probabilities(functions, len(actions))
        # the structure's probabilities are not used; equal ones are valid
        handle = super().chance_set(actions, [mpq(1, len(actions))] * len(actions), label, number)
        self._functions[1][self.sets[handle].number] = functions
        return handle

    def outcome(self, payoffs: Sequence[Expression], label: str = "", number: int | None = None) -> OutcomeHandle:
        """Declare an outcome, which several nodes may have; return its handle for :meth:`attach`."""
        require_type(payoffs, Sequence | np.ndarray, "expressions, one per player", "payoffs")
        functions = tuple(map(self.functions, payoffs))
        handle = super().outcome([0] * len(functions), label, number)
        self._functions[0][self.outcomes[handle].number] = functions
        return handle

    def build(self, unpaid: Unpaid = "refuse") -> ParametricGame:  # type: ignore[override]  # the structure is built by the base class
        """Return the game with the nodes renumbered in breadth-first order."""
        structure = super().build(unpaid)
        return ParametricGame.of(structure, self.functions.symbols, self._functions[0], self._functions[1])
