"""An interval of a parameter, cut into pieces, and an equilibrium in closed form on every piece.

By default the sweep begins at the lower end of the interval. It follows the plans of an equilibrium to the exact value
at which they cease to be an equilibrium, and searches there for the next one. With ``"all"``, it finds the extreme
equilibria at samples, and follows each in both directions.

A sweep in JSON has ``"format": "lemke-sweep/2"``. Who reads one proves it again: nothing in a file is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from os import PathLike
from typing import Any, Literal

from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate import Equilibrium
from lemke.errors import FormatError, InputError, NotProvedError, one_line, require_type
from lemke.game.played import named_sets
from lemke.game.recall import EMPTY
from lemke.game.tree import unique_names
from lemke.ground import exact_json, limits
from lemke.ground.rational import decimal, exact, short, shown, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count, player_name
from lemke.io.equilibrium import StatedStrategy
from lemke.studies.parametric.branches import SweepPiece, adjacent_pieces, all_pieces, branch_of
from lemke.studies.parametric.equilibrium import ParametricForm
from lemke.studies.parametric.functions import Function, Functions, full_text
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.intervals import Interval, Real, Root, between, bounds, component, nonnegative, real_roots

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
        With expressions as probabilities.
    """

    number: int
    low: Any
    high: Any
    closed: tuple[bool, bool]
    payoffs: tuple[str, str]
    behavior: tuple[StatedStrategy[str], StatedStrategy[str]]


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
    samples : list of numbers
        Where all extreme equilibria were searched for; empty if one equilibrium was followed.
    pieces : list of StatedPiece
    format : str
    """

    game: dict[str, Any]
    low: mpq
    high: mpq
    critical: list[Any]
    samples: list[mpq]
    pieces: list[StatedPiece]
    format: str = FORMAT


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(ByValue, Result):
    """The result of :func:`sweep`.

    Attributes
    ----------
    game : ParametricGame
    interval : Interval
        The interval of the sweep.
    pieces : tuple of SweepPiece
        In the order of their lower ends. With ``equilibria="one"`` they are adjacent, otherwise they may overlap.
    samples : tuple of mpq
        The values at which equilibria were searched for, ascending; other equilibria may exist elsewhere. Empty with
        ``equilibria="one"``: then the pieces cover the interval.
    """

    game: ParametricGame
    interval: Interval
    pieces: tuple[SweepPiece, ...]
    samples: tuple[mpq, ...] = ()

    json_format = FORMAT

    @property
    def critical(self) -> tuple[Real, ...]:
        """The values strictly inside the interval at which a piece begins or ends, ascending: rational or roots."""
        low, high = self.interval.ends
        return tuple(sorted({end for piece in self.pieces for end in piece.interval.ends if low < end < high}))

    def at(self, value: object) -> tuple[Equilibrium, ...]:
        """Return the exact equilibria of all pieces that contain a rational value of the parameter, judged on the tree.

        If several pieces have the same plans at this value, the equilibrium is returned once.
        """
        if (number := exact(value)) not in self.interval:
            raise InputError(f"the value {number}, expected one in {self.interval}")
        equilibria = (piece.at(number) for piece in self.pieces if number in piece.interval)
        return tuple({tuple(map(tuple, equilibrium.plans)): equilibrium for equilibrium in equilibria}.values())

    def to_table(self) -> Table:
        """Return a row for every payoff and for every move that is played, in closed form."""
        game, name = self.game, self.game.functions.name
        players = [player_name(game.structure.players, player) for player in (0, 1)]
        rows: list[tuple[object, ...]] = []
        for number, piece in enumerate(self.pieces, 1):
            payoffs, behavior = piece.texts
            head = number, str(piece.interval)
            rows += [(*head, player, "", "payoff", payoff) for player, payoff in zip(players, payoffs, strict=True)]
            for player, strategy in zip(players, behavior, strict=True):
                for label, moves in strategy.items():
                    played = [(*head, player, label, *move) for move in (moves or {}).items() if move[1] != "0"]
                    rows += played or [(*head, player, label, "any", "not reached")]
        title = f"{name} in {self.interval}: {count(len(self.pieces), 'piece')}"
        columns = "piece", f"{name} in", "player", "information set", "move", "probability"
        if game.structure.title:
            title = f"{one_line(game.structure.title)}. {title}"
        return Table(columns, rows, title, list(self._notes()), index=5)

    def _notes(self) -> Iterator[str]:
        if self.critical:
            yield f"Critical values: {', '.join(map(value_text, self.critical))}."
        yield "Proved for all values in the intervals."
        if self.samples:
            points = ", ".join(map(text, self.samples))
            yield f"Equilibria were searched for at {self.game.functions.name} = {points}; others may exist elsewhere."

    def json_members(self) -> Mapping[str, object]:
        """Return the members of :class:`StatedSweep`."""
        low, high = self.interval.ends
        return {
            "game": self.game.json_members(),
            "low": low,
            "high": high,
            "critical": list(map(stated_value, self.critical)),
            "samples": self.samples,
            "pieces": [stated_piece(piece, number) for number, piece in enumerate(self.pieces, 1)],
        }

    def __repr__(self) -> str:
        critical = f", critical values {', '.join(map(str, self.critical))}" if self.critical else ""
        pieces = f"{self.game.functions.name} in {self.interval}, {count(len(self.pieces), 'piece')}"
        return f"<Sweep of {self.game.structure.title!r}: {pieces}{critical}>"


def sweep(
    game: ParametricGame | str | PathLike[str],
    low: object,
    high: object,
    equilibria: Literal["one", "all"] = "one",
) -> Sweep:
    """Return equilibria of a game in closed form on an interval of its parameter, with the exact critical values.

    With ``"one"``, the pieces are adjacent. Where a piece ends, the sweep continues with one of the closed forms found
    so far, the one that extends furthest. If none continues there, it follows Lemke's paths from two priors, the last
    equilibrium and the centroid.

    With ``"all"``, the sweep finds all extreme equilibria, the pairs of vertices of maximal Nash subsets, at some
    samples, and follows each in both directions to its ends. There is a sample in each eighth of the interval, and
    between any two neighboring ends of the regions found. The sweep misses equilibria that exist at no sample; a sweep
    of a shorter interval has closer samples.

    Every piece is proved before it is returned, and the judge confirms it on the tree at rational values: inside the
    piece, and at rational ends.

    Parameters
    ----------
    game : ParametricGame, or what :meth:`ParametricGame.read` takes
    low, high : exact numbers
        The ends of the interval, low < high.
    equilibria : ``"one"`` or ``"all"``
        Which equilibria are found, see above.

    Raises
    ------
    InputError, NumberError
        ``game`` is not a game with a parameter, the interval is empty, or a number is a float; or somewhere in the
        interval a probability is negative, or a payoff or a probability has a pole.
    GameError, RecallError
        The game does not have two players with perfect recall.
    LimitError, NotProvedError
        As in :func:`lemke.solve`.

    >>> game = ParametricGame.bimatrix("t", [[1], ["t**2 - 1"]], [[0], [0]], title="outside option")
    >>> sweep(game, 0, 4)
    <Sweep of 'outside option': t in [0, 4], 2 pieces, critical values sqrt(2)>
    """
    if isinstance(game, str | PathLike):
        game = ParametricGame.read(game)
    require_type(game, ParametricGame, "a ParametricGame, see ParametricGame.of")
    start, end = exact(low), exact(high)
    if not start < end:
        raise InputError(f"the interval from {short(start)} to {short(end)}, expected a lower end below the upper end")
    if not (isinstance(equilibria, str) and equilibria in ("one", "all")):
        raise InputError(f"equilibria {shown(equilibria)}, expected 'one' or 'all'")
    form, interval = ParametricForm.of(game), Interval(start, end)
    _require_defined(game, interval)
    pieces: list[SweepPiece] = []
    found, samples = (adjacent_pieces(form, interval), []) if equilibria == "one" else all_pieces(form, interval)
    for piece in found:
        _check(piece)
        pieces.append(piece)
    return Sweep(game, interval, tuple(pieces), tuple(samples))


def load_sweep(document: exact_json.Value) -> Sweep:
    """Return the sweep of a JSON object, its pieces proved again.

    Raises
    ------
    FormatError, InputError, GameError
        The message has the path of the wrong part, such as ``$.pieces[0].low``.
    NotProvedError
        A piece is no equilibrium throughout.
    """
    stated = exact_json.convert(document, StatedSweep)
    game = ParametricGame.of_json(stated.game, "$.game")
    form, interval = ParametricForm.of(game), Interval(stated.low, stated.high)
    pieces = [_piece(form, piece, f"$.pieces[{k}]") for k, piece in enumerate(stated.pieces)]
    for piece in pieces:
        _check(piece)
    reached, high = interval.ends
    is_cover = all(sample in interval for sample in stated.samples)
    for piece in pieces:  # only with samples they may overlap, and lack their ends
        low = piece.interval.ends[0]
        is_cover &= low <= reached if stated.samples else low == reached and all(piece.interval.closed)
        reached = max(reached, piece.interval.ends[1])
    if not is_cover or reached != high:
        raise FormatError(f"$.pieces: not adjacent, or without their ends, expected a cover of {interval}")
    sweep = Sweep(game, interval, tuple(pieces), tuple(stated.samples))
    critical = [_value(form.game.functions, value, f"$.critical[{k}]") for k, value in enumerate(stated.critical)]
    if critical != [*sweep.critical]:
        raise FormatError("$.critical: other values than the ends of the pieces within the interval")
    for k, (piece, claimed) in enumerate(zip(pieces, stated.pieces, strict=True)):
        if (claimed.number, [*claimed.payoffs]) != (k + 1, stated_piece(piece, k + 1)["payoffs"]):
            raise FormatError(f"$.pieces[{k}]: another number or payoffs, expected {k + 1} and those of the plans")
    return sweep


def _require_defined(game: ParametricGame, interval: Interval) -> None:
    """Raise an error if somewhere in an interval a probability is negative, or a payoff or a probability has a pole."""
    domain = nonnegative(chain(*game.chance), chain(*game.payoffs))
    low, high = interval.ends
    first = component(domain, low)
    if first is not None and first.overlap(interval) == interval:
        return
    start = low if first is None or first.high is None else first.high
    if isinstance(start, mpq) and component(domain, start) is None:
        game.at(start)  # raises an error with the function
    later = (part.low for part in domain if part.low is not None and start < part.low)
    if start < high:
        value = between(start, min([high, *later]))
        if component(domain, value) is None:
            game.at(value)  # raises an error with the information set
    raise InputError(f"{game.functions.name} = {start}, where the game is undefined, expected an interval without it")


def _check(piece: SweepPiece) -> None:
    """Prove a piece, and have the judge confirm it on the tree at some rational values."""
    for closed, interval in piece.parts:
        closed.require_on(interval)
        for value in (interval.inside(), *interval.ends):
            if isinstance(value, mpq) and value in interval:
                limits.report(lambda: f"judging on {piece.interval}")
                piece.at(value)
    if any(part.interval.high != next_part.interval.low for part, next_part in pairwise(piece.parts)):
        raise NotProvedError("parts of a piece that are not adjacent")


def value_text(value: Real) -> str:
    """Return a value of the parameter, exact and as a decimal; for a root also the polynomial."""
    if isinstance(value, Root):
        polynomial = full_text(value.polynomial.as_expr())
        return f"{value} (≈ {value.decimal()}, root {value.index + 1} of {polynomial})"
    return text(value) if value.denominator == 1 else f"{text(value)} (≈ {decimal(value)})"


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


def _value(functions: Functions, value: exact_json.Value, path: str) -> Real:
    if not isinstance(value, dict):
        return exact_json.convert(value, mpq, path)
    stated = exact_json.convert(value, StatedRoot, path)
    roots = real_roots(functions(stated.polynomial).numer)
    if not 1 <= stated.root <= len(roots):
        raise FormatError(f"{path}.root: {stated.root}, expected one of {count(len(roots), 'root')}")
    return roots[stated.root - 1]


def _piece(form: ParametricForm, stated: StatedPiece, path: str) -> SweepPiece:
    low, high = (_value(form.game.functions, getattr(stated, end), f"{path}.{end}") for end in ("low", "high"))
    if not low < high:
        raise FormatError(f"{path}: an interval from {low} to {high}, expected a lower end below the upper end")
    interval = Interval(low, high, stated.closed)
    x, y = (
        _plan(form, player, strategy, f"{path}.behavior[{player}]") for player, strategy in enumerate(stated.behavior)
    )
    piece = branch_of(form, (x, y), interval.inside(), interval)
    if piece.interval != interval:
        raise NotProvedError(f"{path}: an equilibrium on {piece.interval} only, expected one on {interval}")
    return piece


def _plan(form: ParametricForm, player: int, stated: StatedStrategy[str], path: str) -> Sequence[Function]:
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
