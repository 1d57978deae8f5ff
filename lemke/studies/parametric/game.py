"""Games whose payoffs and chance probabilities are rational functions of a parameter.

The tree and the information sets, and therefore perfect recall, do not depend on the parameter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike, fspath
from typing import Any

import numpy as np
from gmpy2 import mpq
from msgspec import UNSET

from lemke.errors import FormatError, GameError, InputError, NumberError, located, require_type, type_name
from lemke.forms.normal_form import NormalForm
from lemke.game import CHANCE, Game
from lemke.game.canonical import game_object
from lemke.ground import exact_json
from lemke.ground.rational import ZERO, exact, quoted, short, shown
from lemke.ground.sparse import ByValue
from lemke.ground.words import count
from lemke.io import game_json
from lemke.io.source import text_of
from lemke.studies.parametric.functions import (
    Expression,
    Function,
    Functions,
    evaluate,
    expression,
    full_text,
    short_text,
)


@dataclass(frozen=True, eq=False, repr=False)
class ParametricGame(ByValue):
    """A game with a parameter, from :meth:`of`, :meth:`bimatrix` or :meth:`read`.

    Attributes
    ----------
    structure : Game
        The game tree. Its payoffs are 0 and its chance moves equally likely; they are not used.
    functions : Functions
        The field of functions of the parameter.
    payoffs : tuple of tuples of functions
        A tuple for every outcome, with a payoff per player.
    chance : tuple of tuples of functions
        A tuple for every information set: with a probability per move for chance's sets, empty for the players' sets.

    >>> form = NormalForm.of([[2], [1]], [[1], [3]], title="outside option")
    >>> game = ParametricGame.of(form, "t", payoffs={2: ["t", 3]})
    >>> game
    <ParametricGame 'outside option' in t: 2 players, 5 nodes>
    >>> game.at("5/2").outcomes[1].payoffs
    (mpq(5,2), mpq(3,1))
    """

    structure: Game
    functions: Functions
    payoffs: tuple[tuple[Function, ...], ...]
    chance: tuple[tuple[Function, ...], ...]

    @classmethod
    def bimatrix(
        cls,
        parameter: object,
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
        return cls.of(structure, parameter, rows)

    @classmethod
    def of(
        cls,
        game: Game | NormalForm,
        parameter: object,
        payoffs: Mapping[int, Sequence[Expression]] | None = None,
        chance: Mapping[int, Sequence[Expression]] | None = None,
    ) -> ParametricGame:
        """Return a game with some payoffs and chance probabilities replaced by expressions.

        The parameter is a name or a symbol of sympy. ``payoffs`` has expressions, one per player, by the number of an
        outcome; ``chance`` has expressions, one per move, by the number of an information set of chance. Numbers are
        those in a game's file. A NormalForm is taken as its :meth:`~lemke.NormalForm.tree`.

        Raises
        ------
        GameError, InputError
            The game has no outcome or information set with a number in the mapping, or the expressions do not fit.
        """
        if isinstance(game, NormalForm):
            game = game.tree()
        require_type(game, Game, "a Game or a NormalForm")
        functions = Functions.of(parameter)
        coins = [information_set for information_set in game.information_sets if information_set.player == CHANCE]
        given_payoffs = {outcome.number: outcome.payoffs for outcome in game.outcomes}
        rows = _functions(functions, given_payoffs, payoffs, "outcome")
        given_moves = {coin.number: coin.probabilities for coin in coins}
        moves = _functions(functions, given_moves, chance, "information set of chance")
        for coin in coins:
            if (total := sum(moves[coin.number])) != 1:
                found = f"probabilities at {coin.name} that sum to {short_text(expression(total))}"
                raise NumberError(f"{found}, expected 1 identically")
        # the numbers of the structure mean nothing, so games with equal functions have equal structures
        outcomes = tuple(replace(outcome, payoffs=(ZERO,) * len(game.players)) for outcome in game.outcomes)
        sets = tuple(replace(item, probabilities=_uniform(item.probabilities)) for item in game.information_sets)
        structure = replace(game, outcomes=outcomes, information_sets=sets)
        probabilities = (moves[item.number] if item.player == CHANCE else () for item in game.information_sets)
        return cls(structure, functions, tuple(rows.values()), tuple(probabilities))

    @classmethod
    def read(cls, path: str | PathLike[str]) -> ParametricGame:
        """Return the game in a file, on the standard input (``-``), or of a bundled example (``example:NAME``).

        The file is a game in JSON with a parameter, see :mod:`lemke.io.game_json`.

        >>> ParametricGame.read("example:kuhn3_parametric")
        <ParametricGame 'Kuhn poker, 3 cards' in b: 2 players, 55 nodes>
        """
        require_type(path, str | PathLike, "a path", "a file")
        content, source = text_of(fspath(path))
        with located(source):
            document = exact_json.loads(content) if content.lstrip("\ufeff \r\n\t").startswith("{") else {}
            if "parameter" not in document:
                raise FormatError(f"a game without a parameter, expected {game_json.FORMAT} with a parameter")
            exact_json.require_format(document, game_json.FORMAT)
            return cls.of_json(document)

    @classmethod
    def of_json(cls, value: Any, path: str = "$") -> ParametricGame:
        """Return the game of a JSON object; messages of errors have the path of the wrong part."""
        stated = exact_json.convert(value, game_json.StatedGame[str], path)
        rows = [outcome.payoffs for outcome in stated.outcomes]
        moves = [() if item.probabilities is UNSET else item.probabilities for item in stated.information_sets]
        tree = game_json.built_game(stated, [[ZERO] * len(row) for row in rows], list(map(_uniform, moves)), path)
        outcomes, sets = stated.outcomes, stated.information_sets
        payoffs = {outcome.number: row for outcome, row in zip(outcomes, rows, strict=True)}
        chance = {item.number: row for item, row in zip(sets, moves, strict=True) if item.player == "chance"}
        return cls.of(tree, stated.parameter, payoffs, chance)

    def json_members(self) -> dict[str, Any]:
        """Return the members of the game in JSON, without ``format``; :meth:`of_json` reads them."""
        payoffs, chance = (
            [[full_text(expression(function)) for function in row] for row in rows]
            for rows in (self.payoffs, self.chance)
        )
        return {"parameter": self.functions.name, **game_object(self.structure, payoffs, chance)}

    def to_json(self) -> str:
        """Return the game as the JSON text that :meth:`read` takes from a file."""
        return exact_json.dumps({"format": game_json.FORMAT, **self.json_members()})

    @property
    def parameter(self) -> Any:
        """The symbol of the parameter."""
        return self.functions.symbol

    def at(self, value: object) -> Game:
        """Return the game at an exact value of the parameter.

        Raises
        ------
        NumberError
            The value is not an exact number.
        NumberError, InputError
            At this value a probability is negative, or a payoff or a probability has a pole.
        """
        number = exact(value)
        where = f"{self.functions.name} = {number}"
        sets = []
        for information_set, moves in zip(self.structure.information_sets, self.chance, strict=True):
            probabilities = tuple(evaluate(function, number) for function in moves)
            for function, probability in zip(moves, probabilities, strict=True):
                if probability < 0:
                    negative = f"{short_text(expression(function))} = {short(probability)} at {information_set.name}"
                    raise NumberError(f"at {where} the probability {negative}, expected none below 0")
            sets.append(replace(information_set, probabilities=probabilities))
        outcomes = (
            replace(outcome, payoffs=tuple(evaluate(payoff, number) for payoff in row))
            for outcome, row in zip(self.structure.outcomes, self.payoffs, strict=True)
        )
        title = ", ".join(filter(None, [self.structure.title, where]))
        return replace(self.structure, title=title, information_sets=tuple(sets), outcomes=tuple(outcomes))

    def __repr__(self) -> str:
        game, title = self.structure, f" {self.structure.title!r}" if self.structure.title else ""
        size = f"{count(len(game.players), 'player')}, {count(game.size, 'node')}"
        return f"<ParametricGame{title} in {self.functions.name}: {size}>"


def load_game(document: exact_json.Value) -> Game | ParametricGame:
    """Return the game of a JSON object, which may have a parameter."""
    return ParametricGame.of_json(document) if "parameter" in document else game_json.game_of(document)


def _uniform(moves: Sequence[object]) -> tuple[mpq, ...]:
    return tuple(mpq(1, len(moves)) for _ in moves)


def _functions(
    functions: Functions,
    given: Mapping[int, Sequence[mpq]],
    changes: Mapping[int, Sequence[Expression]] | None,
    noun: str,
) -> dict[int, tuple[Function, ...]]:
    """Return rows of functions by number: those of ``changes``, or else the given ones."""
    require_type(changes, Mapping | None, f"a mapping from numbers to expressions, for each {noun}")
    rows = {}
    for number, row in {**given, **(changes or {})}.items():
        if number not in given:
            known = ", ".join(map(str, given)) or "none"
            raise GameError(f"{noun} {shown(number)}, expected one of the game's: {known}")
        try:
            if isinstance(row, str) or not isinstance(row, Sequence | np.ndarray):
                raise InputError(f"{type_name(row)} {quoted(row)}, expected a list of expressions")
            if len(row) != len(given[number]):
                raise InputError(f"{count(len(row), 'expression')}, expected {len(given[number])}")
            rows[number] = tuple(map(functions, row))
        except InputError as error:
            error.message = f"{noun} {number}: {error.message}"
            raise
    return rows
