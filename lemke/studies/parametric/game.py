"""Games whose payoffs and chance probabilities are rational functions of parameters.

The tree and the information sets, and therefore perfect recall, do not depend on the parameters. An ordinary game, the
*structure*, has the tree and the information sets; its payoffs and probabilities are not used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from os import PathLike, fspath

import numpy as np
from gmpy2 import mpq

from lemke.errors import (
    GameError,
    InputError,
    OutcomeError,
    ProbabilityError,
    ShapeError,
    UndefinedError,
    located,
    require_type,
    type_name,
)
from lemke.forms.normal_form import NormalForm
from lemke.game import CHANCE, Game
from lemke.game.tree import require_game
from lemke.ground.rational import quoted, short
from lemke.ground.sparse import ByValue
from lemke.ground.words import count
from lemke.io import parametric
from lemke.studies.parametric.elements import Function, full_text, short_text
from lemke.studies.parametric.functions import Expression, Functions, ParameterValues, Symbol
from lemke.studies.parametric.region import Region


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

    Raises
    ------
    OutcomeError, ProbabilityError
        The number of functions does not fit the structure, or probabilities do not sum to 1 identically.
    InputError
        An argument has a wrong type.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(title="outside option")
    >>> enter, out = builder.move(builder.root, 0, ["in", "out"])
    >>> builder.pay(enter, 2, 1)
    >>> builder.pay(out, 1, 3)
    >>> game = ParametricGame.of(builder.build(), "t", payoffs={2: ["t", 3]})
    >>> game
    <ParametricGame 'outside option' in t: 2 players, 3 nodes>
    >>> game.at(t="5/2").outcomes[1].payoffs
    (mpq(5,2), mpq(3,1))
    """

    structure: Game
    functions: Functions = None  # type: ignore[assignment]  # without functions: an InputError, not a TypeError
    payoffs: tuple[tuple[Function, ...], ...] = ()
    probabilities: tuple[tuple[Function, ...], ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.structure, str | PathLike):
            path = quoted(fspath(self.structure))
            raise InputError(f"a ParametricGame made from the path {path}, expected ParametricGame.read({path})")
        require_game(self.structure)
        require_type(self.functions, Functions, "the Functions of the parameters", "functions")
        field = self.functions.field
        for name in ("payoffs", "probabilities"):
            require_type(getattr(self, name), Sequence, "tuples of functions", name)
            for row in getattr(self, name):
                require_type(row, Sequence, "a tuple of functions", f"a row of {name}")
                if foreign := [entry for entry in row if getattr(entry, "field", None) != field]:
                    entry_text = f"an entry of type {type_name(foreign[0])} in a row of {name}"
                    raise InputError(
                        f"{entry_text}, expected functions of the parameters; ParametricGame.of takes expressions"
                    )
        super().__post_init__()
        structure = self.structure
        outcomes, sets = len(structure.outcomes), len(structure.information_sets)
        if len(self.payoffs) != outcomes:
            raise OutcomeError(f"{count(len(self.payoffs), 'row')} of payoffs, expected {outcomes}, one per outcome")
        if len(self.probabilities) != sets:
            rows = count(len(self.probabilities), "row")
            raise ProbabilityError(f"{rows} of probabilities, expected {sets}, one per information set")
        for outcome, payoffs in zip(structure.outcomes, self.payoffs, strict=True):
            if len(payoffs) != len(structure.players):
                number, expected = count(len(payoffs), "payoff"), len(structure.players)
                raise OutcomeError(f"{number} of outcome {outcome.number}, expected {expected}, one per player")
        for information_set, moves in zip(structure.information_sets, self.probabilities, strict=True):
            if moves or information_set.player == CHANCE:
                actions = len(information_set.actions) if information_set.player == CHANCE else 0
                check_probabilities(self.functions, moves, actions, f" at {information_set.name}")

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

        Parameters
        ----------
        parameters : sympy Symbols, or their names
        A, B : m x n matrices of expressions and numbers
            Nested sequences, matrices of sympy, or arrays of objects.
        players, strategies : labels, optional
            By default the numbers from 1.
        title : str

        Raises
        ------
        ShapeError, InputError, NumberError
            Matrices or labels do not fit each other, or an entry is a float or not a rational function.

        >>> game = ParametricGame.bimatrix("t", [["t", 0], [0, 1]], [["t", 0], [0, 1]])
        >>> game
        <ParametricGame in t: 2 players, 7 nodes>
        >>> game.at(3).outcomes[0].payoffs
        (mpq(3,1), mpq(3,1))
        """
        functions = Functions.of(parameters)
        (entries_1, shape), (entries_2, shape_2) = (_entries(functions, A, 1), _entries(functions, B, 2))
        if shape != shape_2:
            size_2, size_1 = (f"{m} x {n}" for m, n in (shape_2, shape))
            raise ShapeError(f"a {size_2} matrix of payoffs of player 2, expected {size_1} as for player 1")
        # the payoffs of the structure number the cells from 1: the payoff of an outcome tells the cell of the outcome
        cells = np.arange(1, len(entries_1) + 1).reshape(shape).tolist()
        structure = NormalForm.of(cells, cells, players=players, strategies=strategies, title=title).tree()
        numbers = [int(outcome.payoffs[0]) - 1 for outcome in structure.outcomes]
        payoffs = tuple((entries_1[number], entries_2[number]) for number in numbers)
        return cls(structure, functions, payoffs, ((),) * len(structure.information_sets))

    @classmethod
    def of(
        cls,
        game: Game | NormalForm,
        parameters: object,
        payoffs: Mapping[int, Sequence[Expression]] | None = None,
        probabilities: Mapping[int, Sequence[Expression]] | None = None,
    ) -> ParametricGame:
        """Return a game with some payoffs and chance probabilities replaced by expressions.

        Parameters
        ----------
        game : Game or NormalForm
            For a NormalForm, its :meth:`~lemke.NormalForm.tree`.
        parameters : sympy Symbols, or their names
        payoffs : mapping from an outcome's number to expressions, one per player
        probabilities : mapping from the number of an information set of chance to expressions, one per move
            Numbers are those in a game's file: the member ``number`` of an outcome or an information set.

        Raises
        ------
        GameError, InputError
            The game has no outcome or information set with a number in the mapping, or the expressions do not fit.
        """
        if isinstance(game, NormalForm):
            game = game.tree()
        if not isinstance(game, Game):
            raise InputError(f"an object of type {type_name(game)}, expected a Game or a NormalForm")
        for name, changes in (("payoffs", payoffs), ("probabilities", probabilities)):
            require_type(changes, Mapping | None, "a mapping from numbers to expressions", name)
            for row in (changes or {}).values():
                require_type(row, Sequence | np.ndarray, "expressions", f"a row of {name}")
                if isinstance(row, str):  # its characters would be read as expressions
                    raise InputError(f"the text {quoted(row)} as a row of {name}, expected a list of expressions")
        functions = Functions.of(parameters)
        sets = game.information_sets
        rows = {outcome.number: outcome.payoffs for outcome in game.outcomes}
        moves = {
            information_set.number: information_set.probabilities
            for information_set in sets
            if information_set.player == CHANCE
        }
        for table, changes, noun in ((rows, payoffs, "outcome"), (moves, probabilities, "information set of chance")):
            if unknown := [repr(number) for number in changes or () if number not in table]:
                known = f"one of the game's: {', '.join(map(str, table))}" if table else "none, as the game has none"
                raise GameError(f"{noun} {unknown[0]}, expected {known}")
            # functions replace every row of ``table``: those in ``changes``, or else the game's own constants
            for number, entries in {**table, **(changes or {})}.items():
                try:
                    table[number] = tuple(map(functions, entries))
                except InputError as error:
                    error.message = f"{noun} {number}: {error.message}"
                    raise
        chance = tuple(
            moves[information_set.number] if information_set.player == CHANCE else () for information_set in sets
        )
        return cls(game, functions, tuple(rows.values()), chance)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> ParametricGame:
        """Return the game in a file, on the standard input (``-``), or of a bundled example (``example:NAME``).

        Raises
        ------
        InputError
            The file cannot be read, or does not have the format in :mod:`lemke.io.parametric`. The error has the path.

        >>> ParametricGame.read("example:kuhn3_parametric")
        <ParametricGame 'Kuhn poker, 3 cards' in b, r: 2 players, 55 nodes>
        """
        require_type(path, str | PathLike, "a path", "a file")
        with located(fspath(path)):
            return cls.of_texts(*parametric.read(path))

    @classmethod
    def of_texts(
        cls,
        structure: Game,
        parameters: Sequence[str],
        payoffs: Sequence[Sequence[str]],
        probabilities: Sequence[Sequence[str]],
    ) -> ParametricGame:
        """Return the game whose expressions are texts, as in a file; see :mod:`lemke.io.parametric`.

        An InputError names the outcome or the information set.
        """
        functions = Functions.of(list(parameters))

        def read(expressions: Sequence[str], where: str) -> tuple[Function, ...]:
            try:
                return tuple(map(functions, expressions))
            except InputError as error:
                error.message = f"{where}: {error.message}"
                raise

        outcomes, sets = structure.outcomes, structure.information_sets
        return cls(
            structure,
            functions,
            tuple(read(texts, f"outcome {outcome.number}") for outcome, texts in zip(outcomes, payoffs, strict=True)),
            tuple(
                read(texts, information_set.name) for information_set, texts in zip(sets, probabilities, strict=True)
            ),
        )

    def texts(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
        """Return the names of the parameters, the payoffs and the probabilities as the texts for :meth:`of_texts`."""
        payoffs, probabilities = (
            tuple(tuple(full_text(self.functions.expression(function)) for function in row) for row in table)
            for table in (self.payoffs, self.probabilities)
        )
        return tuple(self.functions.names), payoffs, probabilities

    @property
    def parameters(self) -> tuple[Symbol, ...]:
        """The symbols of the parameters."""
        return self.functions.symbols

    @property
    def title(self) -> str:
        """The title of the structure."""
        return self.structure.title

    def at(self, values: ParameterValues | None = None, /, **named: object) -> Game:
        """Return the game at values of all parameters, given by symbol or by name.

        Raises
        ------
        InputError, NumberError
            A parameter has no value, or a value is not an exact number.
        ProbabilityError
            A probability is negative at these values.
        UndefinedError
            A payoff or a probability has a pole at these values.
        """
        functions = self.functions
        point = functions.point(values, named)
        where = f"at {functions.text(point)}"

        def value(function: Function, quantity: str) -> mpq:
            try:
                return functions.value(function, point)
            except UndefinedError:
                raise UndefinedError(
                    f"{where} {quantity} is undefined: {short_text(functions.expression(function))}"
                ) from None

        sets = []
        for information_set, moves in zip(self.structure.information_sets, self.probabilities, strict=True):
            numbers = tuple(value(function, f"a probability at {information_set.name}") for function in moves)
            for function, number in zip(moves, numbers, strict=True):
                if number < 0:
                    negative = f"{short_text(functions.expression(function))} = {short(number)}"
                    raise ProbabilityError(
                        f"{where} the probability {negative} at {information_set.name}, expected none below 0"
                    )
            sets.append(replace(information_set, probabilities=numbers))
        outcomes = (
            replace(
                outcome, payoffs=tuple(value(payoff, f"a payoff of outcome {outcome.number}") for payoff in payoffs)
            )
            for outcome, payoffs in zip(self.structure.outcomes, self.payoffs, strict=True)
        )
        title = ", ".join(filter(None, [self.title, functions.text(point)]))
        return replace(self.structure, title=title, information_sets=tuple(sets), outcomes=tuple(outcomes))

    def substitute(self, values: ParameterValues | None = None, /, **named: object) -> ParametricGame:
        """Return the game with values in place of some parameters; at least one parameter must remain.

        Raises
        ------
        InputError, NumberError
            No parameter remains, a name is not one of the parameters, or a value is not an exact number.
        UndefinedError
            A payoff or a probability is undefined at all values of the remaining parameters.

        >>> from lemke.game import GameBuilder
        >>> builder = GameBuilder()
        >>> builder.pay(builder.root, 0, 0)
        >>> game = ParametricGame.of(builder.build(), "s t", payoffs={1: ["s/t", "s"]})
        >>> game.substitute(s=3).payoffs
        ((3/t, 3),)
        """
        fixed = self.functions.some(values, named)
        if len(fixed) == len(self.parameters):
            raise InputError(
                "values of all parameters, expected one or more without a value (in Python, game.at takes all values)"
            )
        remaining = Functions.of([symbol for symbol in self.parameters if symbol.name not in fixed])
        tables = (
            tuple(tuple(self.functions.substituted(function, fixed, remaining) for function in row) for row in table)
            for table in (self.payoffs, self.probabilities)
        )
        fixed_text = Functions.of(list(fixed)).text(tuple(fixed.values())) if fixed else ""
        structure = replace(self.structure, title=", ".join(filter(None, [self.title, fixed_text])))
        return ParametricGame(structure, remaining, *tables)

    @cached_property
    def domain(self) -> Region:
        """Where the game is defined: no probability is negative, and no payoff or probability has a pole."""
        return Region.of(self.functions, chain(*self.probabilities), chain(*self.payoffs))

    def __repr__(self) -> str:
        game = self.structure
        size = f"{count(len(game.players), 'player')}, {count(game.size, 'node')}"
        title = f" {self.title!r}" if self.title else ""
        return f"<ParametricGame{title} in {', '.join(self.functions.names)}: {size}>"


def check_game(game: object) -> None:
    """Raise an InputError unless ``game`` is a ParametricGame."""
    if not isinstance(game, ParametricGame):
        raise InputError(f"an object of type {type_name(game)}, expected a ParametricGame, see ParametricGame.of")


def check_probabilities(functions: Functions, moves: Sequence[Function], actions: int, where: str = "") -> None:
    """Raise a ProbabilityError unless every action has a probability, and the probabilities sum to 1 identically."""
    if len(moves) != actions:
        expected = f"{actions}, one per action" if actions else "none, as chance does not move there"
        raise ProbabilityError(f"{count(len(moves), 'probability')}{where}, expected {expected}")
    if not actions:
        raise ProbabilityError(f"no actions{where}, expected one or more")
    if (total := sum(moves, functions.zero)) != functions.unit:
        sum_text = short_text(functions.expression(total))
        raise ProbabilityError(f"probabilities{where} that sum to {sum_text}, expected 1 identically")


def _entries(functions: Functions, matrix: object, player: int) -> tuple[list[Function], tuple[int, ...]]:
    """Return the payoffs of a player, 1 or 2, row by row, and the shape of their matrix."""
    entries = np.array(matrix, dtype=object)
    if entries.ndim != 2 or not entries.size:
        raise ShapeError(
            f"payoffs of player {player} that are not a matrix, expected rows of the same length, not empty"
        )
    return [functions(entry) for entry in entries.flat], entries.shape
