"""An interval of a parameter, cut into pieces, and an equilibrium in closed form on every piece.

By default the sweep begins at the lower end of the interval. It follows the plans of an equilibrium to the exact value
at which they cease to be an equilibrium, and searches there for the next one. With ``"all"``, it finds the extreme
equilibria at samples, and follows each in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from os import PathLike
from typing import Literal

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import InputError, NotProvedError, one_line, require_type
from lemke.game.strategy import named_sets
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.rational import exact, short, shown, text
from lemke.ground.sparse import ByValue
from lemke.ground.tables import page_table
from lemke.ground.words import count, decimal_beside, player_name
from lemke.studies.parametric.branches import SweepPiece, adjacent_pieces, all_pieces
from lemke.studies.parametric.equilibrium import ParametricForm
from lemke.studies.parametric.functions import full_text
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.intervals import Interval, Real, Root, between, bounds, component, nonnegative

SWEEP = Format(
    "lemke-sweep/1",
    """
game | object | `title` and `players`; no SHA-256, because numbers depend on the parameter
parameter | text | the name of the parameter that changes
critical | list of values | where pieces begin or end, without the two ends of the sweep. A value is a number or, if it
    is irrational, an object: a `polynomial`, the position of the value among its real roots (`root`, 1 is the least),
    and the ends of an `interval` that has no other root
undefined | list of values | where the game is undefined
samples | list of values | with `--all`: where the search looked for equilibria
pieces | list | each has one equilibrium in closed form; with `--all` pieces may overlap
- number | whole | 1, 2, … in this list
- low, high, closed | values; list of two truth values | the ends of the piece, and whether each end belongs to it
- payoffs | two texts | per player, as expressions in the parameter
- behavior | list, per player | `player` and `information_sets`, as in certificates; `actions` maps moves to
    expressions, or is null at sets that the player's plan does not reach
""",
)


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(ByValue):
    """The result of :func:`sweep`.

    Attributes
    ----------
    game : ParametricGame
    interval : Interval
        The interval of the sweep.
    pieces : tuple of SweepPiece
        In the order of their lower ends. With ``equilibria="one"`` they are adjacent, otherwise they may overlap.
    undefined : tuple of mpq | Root
        Values at which the game is not defined: poles of payoffs or probabilities.
    samples : tuple of mpq
        The values at which equilibria were searched for, ascending; other equilibria may exist elsewhere. Empty with
        ``equilibria="one"``: then the pieces cover the interval except for the values ``undefined``.
    """

    game: ParametricGame
    interval: Interval
    pieces: tuple[SweepPiece, ...]
    undefined: tuple[Real, ...]
    samples: tuple[mpq, ...] = ()

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

    def document(self) -> Document:
        """Return the critical values and, for every piece, payoffs and strategies in closed form."""
        return Document(lambda: _blocks(self), SWEEP, lambda: _members(self))

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
    samples, and follows each in both directions to its ends. There is a sample in each eighth of every interval on
    which the game is defined, and between any two neighboring ends of the regions found. The sweep misses equilibria
    that exist at no sample; a sweep of a shorter interval has closer samples.

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
        ``game`` is not a game with a parameter, the interval is empty, or a number is a float.
    NumberError
        A probability is negative somewhere in the interval.
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
    pieces: list[SweepPiece] = []
    samples: list[mpq] = []
    segments = _segments(game, interval)
    for segment in segments:
        found, found_at = (adjacent_pieces(form, segment), []) if equilibria == "one" else all_pieces(form, segment)
        samples += found_at
        for piece in found:
            _check(piece)
            pieces.append(piece)
    # a segment is open only at poles
    closed_ends = (pair for segment in segments for pair in zip(segment.ends, segment.closed, strict=True))
    undefined = sorted({end for end, is_closed in closed_ends if not is_closed})
    return Sweep(game, interval, tuple(pieces), tuple(undefined), tuple(samples))


def _segments(game: ParametricGame, interval: Interval) -> list[Interval]:
    """Return the intervals of the sweep on which the game is defined, ascending; only single points lie between them.

    A NumberError is raised if the game is undefined on a part of the sweep that is longer than a point.
    """
    domain = nonnegative(chain(*game.chance), chain(*game.payoffs))
    segments = [overlap for part in domain if (overlap := part.overlap(interval))]
    low, high = interval.ends
    border = [low, *(end for segment in segments for end in segment.ends), high]
    for gap_low, gap_high in zip(border[::2], border[1::2], strict=True):  # the gaps before, between and after segments
        if gap_low < gap_high:
            value = between(gap_low, gap_high)
            while component(domain, value):  # the domain may contain isolated points
                value = between(gap_low, value)
            game.at(value)  # raises a NumberError with the information set
    return segments


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


def _blocks(sweep: Sweep) -> Iterator[Block]:
    """Yield the lines and tables of the text of a sweep."""
    game, name = sweep.game, sweep.game.functions.name
    if game.structure.title:
        yield one_line(game.structure.title)
    yield f"{name} in {sweep.interval}: {count(len(sweep.pieces), 'piece')}"
    for heading, values in (("Critical values", sweep.critical), ("Undefined at", sweep.undefined)):
        if values:
            yield from ("", heading, page_table(list(map(value_cells, values))))
    players = [player_name(game.structure.players, player) for player in (0, 1)]
    for number, piece in enumerate(sweep.pieces, 1):
        payoffs, behavior = piece.texts
        yield from ("", f"{number}. {name} in {piece.interval}")
        rows = [[player, "payoff", "", payoff] for player, payoff in zip(players, payoffs, strict=True)]
        for player, strategy in zip(players, behavior, strict=True):
            for label, moves in strategy.items():
                played = [[player, label, move, share] for move, share in (moves or {}).items() if share != "0"]
                rows += played or [[player, label, "any", "not reached"]]
        yield page_table(rows)
    yield from ("", "Proved for all values in the intervals.")
    if sweep.samples:
        points = ", ".join(map(text, sweep.samples))
        yield f"Equilibria were searched for at {name} = {points}; others may exist elsewhere."


def value_cells(value: Real) -> list[str]:
    """Return a rational number with its decimal, or a root with its decimal and polynomial."""
    if isinstance(value, Root):
        return [str(value), value.decimal(), f"root {value.index + 1} of {full_text(value.polynomial.as_expr())}"]
    return [text(value), decimal_beside(value)]


def _members(sweep: Sweep) -> Members:
    """Return the members of the JSON of a sweep."""

    def value(number: Real | None) -> object:
        if not isinstance(number, Root):
            return number
        polynomial = full_text(number.polynomial.as_expr())
        return {"polynomial": polynomial, "root": number.index + 1, "interval": bounds(number)}

    structure = sweep.game.structure
    return {
        "game": {"title": structure.title, "players": structure.players},
        "parameter": sweep.game.functions.name,
        "critical": list(map(value, sweep.critical)),
        "undefined": list(map(value, sweep.undefined)),
        "samples": sweep.samples,
        "pieces": [
            {
                "number": number,
                "low": value(piece.interval.low),
                "high": value(piece.interval.high),
                "closed": piece.interval.closed,
                "payoffs": piece.texts[0],
                "behavior": [
                    {
                        "player": player + 1,
                        "information_sets": [
                            names | {"actions": [*strategy.values()][h]}
                            for h, _, names in named_sets(structure, player)
                        ],
                    }
                    for player, strategy in enumerate(piece.texts[1])
                ],
            }
            for number, piece in enumerate(sweep.pieces, 1)
        ],
    }
