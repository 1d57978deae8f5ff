"""Games whose payoffs and chance probabilities are rational functions of parameters.

The tree, the information sets and so perfect recall do not depend on the parameters: they stand in an ordinary game,
the *structure*, whose numbers are replaced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from gmpy2 import mpq

from lemke.errors import GameError, InputError, OutcomeError, ProbabilityError, UndefinedError
from lemke.forms.normal_form import NormalForm
from lemke.game import CHANCE, Game
from lemke.game.tree import NONE, count
from lemke.ground.rational import short
from lemke.ground.values import ByValue
from lemke.studies.parametric.elements import Function
from lemke.studies.parametric.functions import Expression, Functions, Symbol, Terms, Values
from lemke.studies.parametric.matrices import matrix_game
from lemke.studies.parametric.region import Region
from lemke.studies.parametric.writing import shown, written


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
    functions: Functions
    payoffs: tuple[tuple[Function, ...], ...]
    probabilities: tuple[tuple[Function, ...], ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        structure = self.structure
        for each, payoffs in zip(structure.outcomes, self.payoffs, strict=True):
            if len(payoffs) != len(structure.players):
                number, expected = count(len(payoffs), "payoff"), len(structure.players)
                raise OutcomeError(f"{number} of outcome {each.number}, expected {expected}, one per player")
        for own, moves in zip(structure.information_sets, self.probabilities, strict=True):
            if len(moves) != (len(own.actions) if own.player == CHANCE else 0):
                raise ProbabilityError(f"{len(moves)} probabilities at {own.name}, expected {len(own.actions)}")
            total = sum(moves, self.functions.zero)
            if moves and total != self.functions.one:
                found = shown(self.functions.expression(total))
                raise ProbabilityError(f"probabilities at {own.name} that sum to {found}, expected 1 identically")

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
        structure, payoffs = matrix_game(functions, A, B, players, strategies, title)
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
            raise InputError(f"an object of type {type(game).__name__}, expected a Game or a NormalForm")
        functions = Functions.of(parameters)
        own = {each.number: each for each in game.outcomes}
        chance = {each.number: each for each in game.information_sets if each.player == CHANCE}
        for given, known, noun in ((payoffs, own, "outcome"), (probabilities, chance, "information set of chance")):
            if wrong := [str(number) for number in given or {} if number not in known]:
                found = ", ".join(map(str, known)) or "none"
                raise GameError(f"{noun} {wrong[0]}, expected one of the game's: {found}")
        table = {number: each.payoffs for number, each in own.items()} | dict(payoffs or {})
        moves = {number: each.probabilities for number, each in chance.items()} | dict(probabilities or {})
        return cls(
            game,
            functions,
            tuple(tuple(map(functions, table[each.number])) for each in game.outcomes),
            tuple(
                tuple(map(functions, moves[each.number])) if each.player == CHANCE else ()
                for each in game.information_sets
            ),
        )

    @classmethod
    def of_texts(
        cls,
        structure: Game,
        parameters: Sequence[str],
        payoffs: Sequence[Sequence[str]],
        probabilities: Sequence[Sequence[str]],
    ) -> ParametricGame:
        """Return the game of expressions as they are written in a file, see :mod:`lemke.io.parametric`.

        Raises
        ------
        InputError
            Naming the outcome or information set.
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
        probabilities = [each for moves in self.probabilities for each in moves]
        payoffs = [each for own in self.payoffs for each in own]
        return Region.of(self.functions, probabilities, payoffs)

    def totals(self) -> list[tuple[Function, ...]]:
        """Return, for every node, the sum of the outcomes on its path, one function per player."""
        nothing = (self.functions.zero,) * len(self.structure.players)
        totals: list[tuple[Function, ...]] = []
        columns = self.structure.parent.tolist(), self.structure.outcome.tolist()
        for parent, outcome in zip(*columns, strict=True):
            above = nothing if parent == NONE else totals[parent]
            if outcome != NONE:
                above = tuple(one + other for one, other in zip(above, self.payoffs[outcome], strict=True))
            totals.append(above)
        return totals

    def reaches(self) -> list[Function]:
        """Return, for every node, the product of the chance probabilities on its path."""
        structure = self.structure
        reaches = [self.functions.one]
        for node in range(1, structure.size):
            parent = int(structure.parent[node])
            moves = self.probabilities[structure.information_set[parent]]
            reaches.append(reaches[parent] * moves[structure.move[node]] if moves else reaches[parent])
        return reaches

    def __reduce__(self) -> tuple[object, ...]:
        tables = (
            tuple(tuple(map(self.functions.terms, row)) for row in own) for own in (self.payoffs, self.probabilities)
        )
        return _restored, (self.structure, self.functions, *tables)

    def __repr__(self) -> str:
        game = self.structure
        size = f"{count(len(game.players), 'player')}, {count(game.size, 'node')}"
        title = f" {self.title!r}" if self.title else ""
        return f"<ParametricGame{title} in {', '.join(self.functions.names)}: {size}>"


def check_game(game: object) -> None:
    """Raise an InputError for what is no game with parameters."""
    if not isinstance(game, ParametricGame):
        raise InputError(f"an object of type {type(game).__name__}, expected a ParametricGame (ParametricGame.of)")


def _restored(structure: Game, functions: Functions, *tables: Sequence[Sequence[Terms]]) -> ParametricGame:
    payoffs, probabilities = (tuple(tuple(map(functions.of_terms, row)) for row in table) for table in tables)
    return ParametricGame(structure, functions, payoffs, probabilities)
