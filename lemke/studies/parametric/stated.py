"""Sweeps in JSON, ``"format": "lemke-sweep/2"``. Who reads a sweep proves it again: nothing in a file is believed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from gmpy2 import mpq
from msgspec import Struct

from lemke.errors import FormatError, NotProvedError
from lemke.game.recall import EMPTY
from lemke.game.strategy import named_sets
from lemke.game.tree import unique_names
from lemke.ground import exact_json
from lemke.ground.words import count
from lemke.studies.parametric.branches import SweepPiece, branch_of
from lemke.studies.parametric.equilibrium import ParametricForm
from lemke.studies.parametric.functions import Function, Functions, full_text
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.intervals import Interval, Real, Root, bounds, nonnegative, real_roots

FORMAT = "lemke-sweep/2"


class StatedRoot(Struct, frozen=True, forbid_unknown_fields=True):
    """An irrational value of the parameter.

    Attributes
    ----------
    polynomial : str
    root : int
        The position of the value among the real roots of the polynomial; 1 is the least.
    interval : tuple of two numbers
        The ends of an interval that has no other root.
    """

    polynomial: str
    root: int
    interval: tuple[mpq, mpq]


class StatedMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """The moves at an information set.

    Attributes
    ----------
    index : int
        1, 2, … in depth-first order.
    number : int
    label : str
    actions : dict or null
        From the name of a move to its probability, an expression; null if the player's plan does not reach the set.
    """

    index: int
    number: int
    label: str
    actions: dict[str, str] | None


class StatedStrategy(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's strategy.

    Attributes
    ----------
    player : int
    information_sets : list of StatedMoves
    """

    player: int
    information_sets: list[StatedMoves]


class StatedPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """An equilibrium in closed form on a part of the interval.

    Attributes
    ----------
    number : int
        1, 2, … in the list.
    low, high : number or StatedRoot
        As in ``critical``.
    closed : tuple of two bool
        Whether each end belongs to the piece.
    payoffs : tuple of two str
        Expressions in the parameter.
    behavior : tuple of two StatedStrategy
    """

    number: int
    low: Any
    high: Any
    closed: tuple[bool, bool]
    payoffs: tuple[str, str]
    behavior: tuple[StatedStrategy, StatedStrategy]


class StatedSweep(Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a sweep.

    Attributes
    ----------
    game : StatedGame
        A game with a parameter.
    low, high : number
        The ends of the sweep.
    critical : list of numbers or StatedRoot
        Where pieces begin or end, without the ends of the sweep; an irrational value is an object: a ``polynomial``,
        which of its real roots it is (``root``, from 1), and an ``interval`` with no other root.
    undefined : list of numbers or StatedRoot
        Where the game is undefined.
    samples : list of numbers
        Where all extreme equilibria were searched for; empty if one equilibrium was followed.
    pieces : list of StatedPiece
    format : str
    """

    game: dict[str, Any]
    low: mpq
    high: mpq
    critical: list[Any]
    undefined: list[Any]
    samples: list[mpq]
    pieces: list[StatedPiece]
    format: str = FORMAT


def stated_value(number: Real | None) -> object:
    """Return a value of the parameter for JSON: a number, or a polynomial and which of its roots."""
    if not isinstance(number, Root):
        return number
    polynomial = full_text(number.polynomial.as_expr())
    return {"polynomial": polynomial, "root": number.index + 1, "interval": bounds(number)}


def stated_piece(piece: SweepPiece, number: int) -> dict[str, Any]:
    """Return the members of a piece in JSON."""
    return {
        "number": number,
        "low": stated_value(piece.interval.low),
        "high": stated_value(piece.interval.high),
        "closed": piece.interval.closed,
        "payoffs": piece.texts[0],
        "behavior": [
            {
                "player": player + 1,
                "information_sets": [
                    {**names, "actions": [*strategy.values()][h]}
                    for h, _, names in named_sets(piece.game.structure, player)
                ],
            }
            for player, strategy in enumerate(piece.texts[1])
        ],
    }


def parts_of(
    document: exact_json.Value,
) -> tuple[ParametricGame, Interval, list[SweepPiece], list[Real], list[mpq]]:
    """Return game, interval, pieces, undefined values and samples of a sweep in JSON; all pieces are proved again.

    Raises
    ------
    FormatError, InputError, GameError
        The message has the path of the wrong part, such as ``$.pieces[0].low``.
    NotProvedError
        A piece is no equilibrium throughout.
    """
    stated = exact_json.convert(document, StatedSweep)
    game = ParametricGame.of_json(stated.game, "$.game")
    form, domain = ParametricForm.of(game), nonnegative(chain(*game.chance), chain(*game.payoffs))
    pieces = [_piece(form, domain, piece, f"$.pieces[{k}]") for k, piece in enumerate(stated.pieces)]
    undefined = [_value(game.functions, value, f"$.undefined[{k}]") for k, value in enumerate(stated.undefined)]
    return game, Interval(stated.low, stated.high), pieces, undefined, stated.samples


def _value(functions: Functions, value: exact_json.Value, path: str) -> Real:
    if not isinstance(value, dict):
        return exact_json.convert(value, mpq, path)
    stated = exact_json.convert(value, StatedRoot, path)
    roots = real_roots(functions(stated.polynomial).numer)
    if not 1 <= stated.root <= len(roots):
        raise FormatError(f"{path}.root: {stated.root}, expected one of {count(len(roots), 'root')}")
    return roots[stated.root - 1]


def _piece(form: ParametricForm, domain: Iterable[Interval], stated: StatedPiece, path: str) -> SweepPiece:
    low, high = (_value(form.game.functions, getattr(stated, end), f"{path}.{end}") for end in ("low", "high"))
    if not low < high:
        raise FormatError(f"{path}: an interval from {low} to {high}, expected a lower end below the upper end")
    interval = Interval(low, high, stated.closed)
    if not any(part.overlap(interval) == interval for part in domain):
        raise FormatError(f"{path}: {interval}, expected an interval on which the game is defined")
    x, y = (
        _plan(form, player, strategy, f"{path}.behavior[{player}]") for player, strategy in enumerate(stated.behavior)
    )
    piece = branch_of(form, (x, y), interval.inside(), interval)
    if piece.interval != interval:
        raise NotProvedError(f"{path}: an equilibrium on {piece.interval} only, expected one on {interval}")
    return piece


def _plan(form: ParametricForm, player: int, stated: StatedStrategy, path: str) -> Sequence[Function]:
    """Return the realization plan of a stated strategy."""
    sequences, functions = form.structure.sequences[player], form.game.functions
    positions = [h for h, _, _ in named_sets(form.game.structure, player)]
    if len(stated.information_sets) != len(positions):
        found = count(len(stated.information_sets), "information set")
        raise FormatError(f"{path}.information_sets: {found}, expected {len(positions)}")
    plan = [form.zero] * sequences.size
    plan[EMPTY] = functions.field.one
    moves_at = dict(zip(positions, stated.information_sets, strict=True))
    for h in range(len(positions)):  # a set comes after the sets before it
        names, moves = unique_names(sequences.information_sets[h].actions), moves_at[h].actions
        if moves is not None and set(moves) != set(names):
            raise FormatError(f"{path}: the moves {', '.join(moves)[:40]}, expected {', '.join(names)[:40]}")
        shares = [form.zero if moves is None else functions(moves[name]) for name in names]
        if sum(shares) != (0 if moves is None else 1):
            raise FormatError(
                f"{path}: probabilities of {', '.join(names)[:40]} with another sum, expected 1 identically"
            )
        for sequence, share in zip(sequences.moves(h), shares, strict=True):
            plan[sequence] = share * plan[sequences.parent[h]]
    return plan
