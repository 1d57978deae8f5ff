"""An interval of a parameter, cut into pieces, and an equilibrium in closed form on every piece.

By default the sweep begins at the lower end of the interval. It follows the plans of an equilibrium to the exact value
at which they cease to be an equilibrium, and searches there for the next one. With ``"all"``, it finds the extreme
equilibria at samples, and follows each in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from os import PathLike
from typing import Literal

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import FormatError, InputError, NotProvedError, one_line, require_type
from lemke.ground import exact_json, limits
from lemke.ground.rational import decimal, exact, short, shown, text
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count, player_name
from lemke.studies.parametric.branches import SweepPiece, adjacent_pieces, all_pieces
from lemke.studies.parametric.equilibrium import ParametricForm
from lemke.studies.parametric.functions import full_text
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.intervals import Interval, Real, Root, between, component, nonnegative
from lemke.studies.parametric.stated import FORMAT, parts_of, stated_piece, stated_value


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
        for heading, values in (("Critical values", self.critical), ("Undefined at", self.undefined)):
            if values:
                yield f"{heading}: {', '.join(map(value_text, values))}."
        yield "Proved for all values in the intervals."
        if self.samples:
            points = ", ".join(map(text, self.samples))
            yield f"Equilibria were searched for at {self.game.functions.name} = {points}; others may exist elsewhere."

    def json_members(self) -> Mapping[str, object]:
        """Return the members of :class:`.stated.StatedSweep`."""
        low, high = self.interval.ends
        return {
            "game": self.game.json_members(),
            "low": low,
            "high": high,
            "critical": list(map(stated_value, self.critical)),
            "undefined": list(map(stated_value, self.undefined)),
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


def load_sweep(document: exact_json.Value) -> Sweep:
    """Return the sweep of a JSON object, its pieces proved again; errors as of :func:`.stated.parts_of`."""
    game, interval, pieces, undefined, samples = parts_of(document)
    for piece in pieces:
        _check(piece)
    low, high = interval.ends
    borders = [low, *(end for piece in pieces for end in piece.interval.ends), high]
    if not samples and borders[::2] != borders[1::2]:
        raise FormatError(f"$.pieces: pieces that are not adjacent, expected a cover of {interval}")
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


def value_text(value: Real) -> str:
    """Return a value of the parameter, exact and as a decimal; for a root also the polynomial."""
    if isinstance(value, Root):
        polynomial = full_text(value.polynomial.as_expr())
        return f"{value} (≈ {value.decimal()}, root {value.index + 1} of {polynomial})"
    return text(value) if value.denominator == 1 else f"{text(value)} (≈ {decimal(value)})"
