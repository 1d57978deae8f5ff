"""Games whose payoffs and chance probabilities are rational functions of parameters.

The tree, the information sets and so perfect recall do not depend on the parameters: they stand in an ordinary game,
the *structure*, whose numbers are replaced.
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
from lemke.studies.parametric.elements import Function, shown, written
from lemke.studies.parametric.functions import Expression, Functions, Symbol, Values
from lemke.studies.parametric.region import Region


@dataclass(frozen=True, eq=False, repr=False)
class ParametricGame(ByValue):
    """A game with parameters. Made by :class:`ParametricBuilder`, or by :meth:`of` from a game.

    Attributes
    ----------
    structure : Game
        The tree; its payoffs and chance probabilities say nothing.
    functions : Functions
        The field of functions of the parameters.
    payoffs : tuple of tuples of functions
        One per player of every outcome.
    probabilities : tuple of tuples of functions
        One per move of every information set that is chance's; empty for others.

    Raises
    ------
    OutcomeError, ProbabilityError
        Numbers of functions that do not fit, and probabilities that do not sum to 1 identically.

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
    functions: Functions = None  # type: ignore[assignment]  # without them: an InputError of ours, no TypeError
    payoffs: tuple[tuple[Function, ...], ...] = ()
    probabilities: tuple[tuple[Function, ...], ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.structure, str | PathLike):
            raise InputError(
                f"a ParametricGame of {quoted(fspath(self.structure))}, expected ParametricGame.read of it"
            )
        require_game(self.structure)
        require_type(self.functions, Functions, "the Functions of the parameters", "functions")
        for name in ("payoffs", "probabilities"):
            require_type(getattr(self, name), Sequence, "tuples of functions", name)
            for row in getattr(self, name):
                require_type(row, Sequence, "a tuple of functions", f"a row of {name}")
        super().__post_init__()
        structure = self.structure
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
        """Return the game in strategic form in which player 1 gets A and player 2 gets B, m x n.

        Parameters
        ----------
        parameters : sympy Symbols, or their names
        A, B : matrices of expressions and numbers
            Nested sequences, matrices of sympy, or arrays of objects.
        players, strategies : labels, optional
            Numbers from 1 where none are given.
        title : str

        Raises
        ------
        ShapeError, InputError, NumberError
            For matrices or labels that do not fit each other, floats, and what is no rational function.

        >>> game = ParametricGame.bimatrix("t", [["t", 0], [0, 1]], [["t", 0], [0, 1]])
        >>> game
        <ParametricGame in t: 2 players, 7 nodes>
        >>> game.at(3).outcomes[0].payoffs
        (mpq(3,1), mpq(3,1))
        """
        functions = Functions.of(parameters)
        (entries_1, shape), (entries_2, shape_2) = (_entries(functions, A, 1), _entries(functions, B, 2))
        if shape != shape_2:
            found, expected = (f"{m} x {n}" for m, n in (shape_2, shape))
            raise ShapeError(f"payoffs of player 2 of {found}, expected {expected} as of player 1")
        # every outcome of the tree pays the number of its cell, from 1, and so tells which it is
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
        game : Game, or NormalForm, of which :meth:`NormalForm.tree <lemke.NormalForm.tree>` is taken
        parameters : sympy Symbols, or their names
        payoffs : mapping from an outcome's number to expressions, one per player
        probabilities : mapping from the number of an information set of chance to expressions, one per move
            The numbers are those in files, as ``game.outcomes`` and ``game.information_sets`` have them.

        Raises
        ------
        GameError, InputError
            For a number that the game does not have, or expressions that do not fit.
        """
        if isinstance(game, NormalForm):
            game = game.tree()
        if not isinstance(game, Game):
            raise InputError(f"an object of type {type_name(game)}, expected a Game or a NormalForm")
        for name, changes in (("payoffs", payoffs), ("probabilities", probabilities)):
            require_type(changes, Mapping | None, "a mapping from numbers to expressions", name)
            for row in (changes or {}).values():
                require_type(row, Sequence | np.ndarray, "expressions", f"a row of {name}")
        functions = Functions.of(parameters)
        sets = game.information_sets
        rows = {outcome.number: outcome.payoffs for outcome in game.outcomes}
        moves = {each.number: each.probabilities for each in sets if each.player == CHANCE}
        for table, changes, noun in ((rows, payoffs, "outcome"), (moves, probabilities, "information set of chance")):
            if unknown := [str(number) for number in changes or () if number not in table]:
                known = ", ".join(map(str, table)) or "none"
                raise GameError(f"{noun} {unknown[0]}, expected one of the game's: {known}")
            table |= {number: tuple(map(functions, row)) for number, row in {**table, **(changes or {})}.items()}
        chance = tuple(moves[each.number] if each.player == CHANCE else () for each in sets)
        return cls(game, functions, tuple(rows.values()), chance)

    @classmethod
    def read(cls, path: str | PathLike[str]) -> ParametricGame:
        """Return the game of a file, of the standard input for ``-``, or one that ``example:`` names.

        Raises
        ------
        InputError
            Located at the path, see :mod:`lemke.io.parametric`.

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
        """Return the game of expressions as they are written in a file, see :mod:`lemke.io.parametric`.

        An InputError names the outcome or information set.
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
            tuple(read(own, f"outcome {each.number}") for each, own in zip(outcomes, payoffs, strict=True)),
            tuple(read(own, each.name) for each, own in zip(sets, probabilities, strict=True)),
        )

    def texts(self) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
        """Return the names of the parameters, payoffs and probabilities as :meth:`of_texts` takes them."""
        payoffs, probabilities = (
            tuple(tuple(written(self.functions.expression(each)) for each in row) for row in table)
            for table in (self.payoffs, self.probabilities)
        )
        return tuple(self.functions.names), payoffs, probabilities

    @property
    def parameters(self) -> tuple[Symbol, ...]:
        """The symbols, in the order given."""
        return self.functions.symbols

    @property
    def title(self) -> str:
        """Of the structure."""
        return self.structure.title

    def at(self, values: Values | None = None, /, **named: object) -> Game:
        """Return the game at given values of all parameters, by symbol or by name.

        Raises
        ------
        ProbabilityError
            If a probability is negative there.
        UndefinedError
            If a payoff or a probability has a pole there.
        """
        functions = self.functions
        place = functions.place(values, named)
        where = f"at {functions.text(place)}"

        def value(function: Function, what: str) -> mpq:
            try:
                return functions.value(function, place)
            except UndefinedError:
                raise UndefinedError(f"{where} {what} is undefined: {shown(functions.expression(function))}") from None

        sets = []
        for own, moves in zip(self.structure.information_sets, self.probabilities, strict=True):
            numbers = tuple(value(each, f"a probability at {own.name}") for each in moves)
            for function, number in zip(moves, numbers, strict=True):
                if number < 0:
                    found = f"{shown(functions.expression(function))} = {short(number)}"
                    raise ProbabilityError(f"{where} the probability {found} at {own.name}, expected none below 0")
            sets.append(replace(own, probabilities=numbers))
        outcomes = (
            replace(each, payoffs=tuple(value(own, f"a payoff of outcome {each.number}") for own in payoffs))
            for each, payoffs in zip(self.structure.outcomes, self.payoffs, strict=True)
        )
        title = ", ".join(filter(None, [self.title, functions.text(place)]))
        return replace(self.structure, title=title, information_sets=tuple(sets), outcomes=tuple(outcomes))

    def substitute(self, values: Values | None = None, /, **named: object) -> ParametricGame:
        """Return the game with some parameters given, the others left; at least one has to be left.

        >>> from lemke.game import GameBuilder
        >>> builder = GameBuilder()
        >>> builder.pay(builder.root, 0, 0)
        >>> game = ParametricGame.of(builder.build(), "s t", payoffs={1: ["s/t", "s"]})
        >>> game.substitute(s=3).payoffs
        ((3/t, 3),)
        """
        known = self.functions.some(values, named)
        fewer = Functions.of([each for each in self.parameters if each.name not in known])
        tables = (
            tuple(tuple(self.functions.substituted(each, known, fewer) for each in row) for row in table)
            for table in (self.payoffs, self.probabilities)
        )
        fixed = Functions.of(list(known)).text(tuple(known.values())) if known else ""
        structure = replace(self.structure, title=", ".join(filter(None, [self.title, fixed])))
        return ParametricGame(structure, fewer, *tables)

    @cached_property
    def domain(self) -> Region:
        """Where the game is defined: probabilities are nonnegative, and nothing has a pole."""
        return Region.of(self.functions, chain(*self.probabilities), chain(*self.payoffs))

    def __repr__(self) -> str:
        game = self.structure
        size = f"{count(len(game.players), 'player')}, {count(game.size, 'node')}"
        title = f" {self.title!r}" if self.title else ""
        return f"<ParametricGame{title} in {', '.join(self.functions.names)}: {size}>"


def check_game(game: object) -> None:
    """Raise an InputError for what is no game with parameters."""
    if not isinstance(game, ParametricGame):
        raise InputError(f"an object of type {type_name(game)}, expected a ParametricGame (ParametricGame.of)")


def check_probabilities(functions: Functions, moves: Sequence[Function], actions: int, where: str = "") -> None:
    """Raise a ProbabilityError unless there is a probability for every action, and they sum to 1 identically."""
    if len(moves) != actions:
        raise ProbabilityError(f"{len(moves)} probabilities{where}, expected {actions}")
    if (total := sum(moves, functions.zero)) != functions.one:
        sum_text = shown(functions.expression(total))
        raise ProbabilityError(f"probabilities{where} that sum to {sum_text}, expected 1 identically")


def _entries(functions: Functions, matrix: object, player: int) -> tuple[list[Function], tuple[int, ...]]:
    """Return the payoffs of a player, 1 or 2, row by row, and the shape of their matrix."""
    entries = np.array(matrix, dtype=object)
    if entries.ndim != 2 or not entries.size:
        raise ShapeError(f"payoffs of player {player} that are no matrix, expected rows of the same length")
    return [functions(entry) for entry in entries.flat], entries.shape
