"""A linear function of payoffs and realization weights as text: ``u1 + 2*u2 - 1/3*x("K", "bet")``."""

from __future__ import annotations

import ast
from operator import attrgetter
from typing import NoReturn

from gmpy2 import mpq

from lemke.certificate import Objective
from lemke.errors import FormatError, NumberError
from lemke.game import Game
from lemke.game.recall import player_sequences
from lemke.game.tree import move_places, unique_names
from lemke.ground.rational import ZERO, parse, quoted

EXPECTED = 'sums of multiples of u1, u2, x("SET", "MOVE") and y("SET", "MOVE"), or the word support alone'
LONGEST = 10_000
"""The most characters of an expression."""

Term = tuple[str, int]
"""``("u", player)`` with the player 0 or 1, ``("x", sequence)``, ``("y", sequence)``, or :data:`CONSTANT`."""
LinearForm = dict[Term, mpq]
"""Term → coefficient."""
CONSTANT = ("", 0)


def objective(text: str, game: Game) -> Objective:
    """Return the linear function that a text stands for.

    ``u1`` and ``u2`` are the payoffs; ``x("SET", "MOVE")`` and ``y("SET", "MOVE")`` the realization weights of moves of
    player 1 and of player 2. SET is the label of an information set, or its number without quotes. Numbers are exact:
    0.1 is 1/10.

    Raises
    ------
    FormatError
        If the text is no such function; the message quotes the part that cannot be read.
    GameError, RecallError
        If the text has x or y, and the game lacks that player or a player has no perfect recall.

    >>> from lemke.io import example
    >>> objective('u1 - 2*x("K", "bet")/3', example("kuhn3")).weights
    ({6: mpq(-2,3)}, {})
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise FormatError(f"an objective of {len(text)} characters, expected at most {LONGEST}")
    try:
        form = _Reader(text, game).form(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormatError(f"the objective {quoted(text)}, expected {EXPECTED}") from None
    if form.get(CONSTANT):
        raise FormatError(f"the constant {form[CONSTANT]} in the objective {quoted(text)}, expected no constant")
    weights = [{k: factor for (kind, k), factor in form.items() if kind == name and factor} for name in "xy"]
    return Objective((form.get(("u", 0), ZERO), form.get(("u", 1), ZERO)), (weights[0], weights[1]), text)


class _Reader:
    """Reads an expression of Python's grammar as a linear form."""

    def __init__(self, text: str, game: Game) -> None:
        self.text, self.game = text, game

    def form(self, node: ast.expr) -> LinearForm:
        """Return the linear form that a node stands for."""
        match node:
            case ast.Name(id="u1" | "u2" as name):
                return {("u", int(name[1]) - 1): mpq(1)}
            case ast.Constant():
                return {CONSTANT: self._number(node)}
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return _times(self.form(operand), mpq(-1))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _plus(self.form(left), self.form(right))
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return _plus(self.form(left), _times(self.form(right), mpq(-1)))
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._product(self.form(left), self.form(right), node)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                divisor = self.form(right)
                if divisor.keys() == {CONSTANT} and divisor[CONSTANT]:
                    return _times(self.form(left), 1 / divisor[CONSTANT])
            case ast.Call(
                func=ast.Name(id="x" | "y" as name),
                args=[ast.Constant(value=str() | int() as set_name), ast.Constant(value=str() as move)],
                keywords=[],
            ):
                return {(name, self._sequence("xy".index(name), set_name, move)): mpq(1)}
        self._refuse(node)

    def _product(self, left: LinearForm, right: LinearForm, node: ast.expr) -> LinearForm:
        for factor, form in ((left, right), (right, left)):
            if factor.keys() == {CONSTANT}:
                return _times(form, factor[CONSTANT])
        self._refuse(node)

    def _number(self, node: ast.expr) -> mpq:
        try:
            return parse(ast.get_source_segment(self.text, node) or "")  # not Python's value, which may be a float
        except NumberError:
            self._refuse(node)

    def _sequence(self, player: int, set_name: str | int, move: str) -> int:
        """Return the player's sequence that ends with a move at a set; ``set_name`` is the set's label or number."""
        sequences = player_sequences(self.game, player)
        attribute = "label" if isinstance(set_name, str) else "number"
        names = list(map(attrgetter(attribute), sequences.information_sets))
        if names.count(set_name) != 1:
            name = quoted(set_name) if isinstance(set_name, str) else str(set_name)
            hint = "; a set's number, without quotes, is unique" if isinstance(set_name, str) else ""
            sets = f"{names.count(set_name) or 'no'} information sets {name} of player {player + 1}"
            raise FormatError(f"{sets} in the objective, expected one{hint}")
        h = names.index(set_name)
        moves = unique_names(sequences.information_sets[h].actions)
        if (position := move_places(moves).get(move)) is None:
            raise FormatError(f"the move {quoted(move)} in the objective, expected one of {quoted(', '.join(moves))}")
        return sequences.moves(h)[position]

    def _refuse(self, node: ast.expr) -> NoReturn:
        segment = ast.get_source_segment(self.text, node) or self.text
        raise FormatError(f"{quoted(segment)} in the objective, expected {EXPECTED}")


def _plus(left: LinearForm, right: LinearForm) -> LinearForm:
    return {term: left.get(term, ZERO) + right.get(term, ZERO) for term in left | right}


def _times(form: LinearForm, factor: mpq) -> LinearForm:
    return {term: factor * value for term, value in form.items()}
