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
from typing import Any, Literal

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import InputError, NotProvedError, one_line
from lemke.game.strategy import named_sets
from lemke.ground import limits
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.rational import exact, plain, short, shown, text
from lemke.ground.sparse import ByValue
from lemke.ground.tables import page_table
from lemke.ground.words import count, decimal_beside, player_name
from lemke.studies.parametric.branches import Branch, Part, adjacent_branches, all_branches
from lemke.studies.parametric.equilibrium import ParametricEquilibrium, ParametricForm, Strategy
from lemke.studies.parametric.functions import Symbol, full_text, short_text
from lemke.studies.parametric.game import ParametricGame, one_parameter
from lemke.studies.parametric.intervals import Interval, Real, Root, between, bounds, component, nonnegative
from lemke.studies.parametric.proof import require_equilibrium

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
class SweepPiece(ByValue):
    """An equilibrium in closed form on an interval of the parameter.

    Attributes
    ----------
    interval : Interval
        The values of the parameter, with exact ends.
    equilibrium : ParametricEquilibrium
        The plans, valid on the whole interval.
    parts : tuple of Part
        The proof: adjacent intervals, with a closed form on each. All closed forms have the same plans; the values of
        information sets differ.
    """

    interval: Interval
    equilibrium: ParametricEquilibrium
    parts: tuple[Part, ...]

    @property
    def payoffs(self) -> tuple[Any, Any]:
        """The expected payoffs of both players, as expressions."""
        return self.equilibrium.payoffs

    @property
    def behavior(self) -> tuple[Strategy, Strategy]:
        """The behavior strategies, see :attr:`ParametricEquilibrium.behavior`."""
        return self.equilibrium.behavior

    def at(self, value: object) -> Equilibrium:
        """Return the exact equilibrium, judged on the tree, at a rational value in the interval; else InputError."""
        return self.equilibrium.at(_number_in(self.interval, value))

    def __repr__(self) -> str:
        return f"<SweepPiece {self.interval}: payoffs {', '.join(map(short_text, self.payoffs))}>"


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
    def parameter(self) -> Symbol:
        """The parameter's symbol."""
        return self.game.parameters[0]

    @property
    def critical(self) -> tuple[Real, ...]:
        """The values strictly inside the interval at which a piece begins or ends, ascending: rational or roots."""
        low, high = self.interval.ends
        return tuple(sorted({end for piece in self.pieces for end in piece.interval.ends if low < end < high}))

    def at(self, value: object) -> tuple[Equilibrium, ...]:
        """Return the exact equilibria of all pieces that contain a rational value of the parameter, judged on the tree.

        If several pieces have the same plans at this value, the equilibrium is returned once.
        """
        number = _number_in(self.interval, value)
        equilibria = (piece.at(number) for piece in self.pieces if number in piece.interval)
        return tuple({tuple(map(tuple, equilibrium.plans)): equilibrium for equilibrium in equilibria}.values())

    def document(self) -> Document:
        """Return the critical values and, for every piece, payoffs and strategies in closed form."""
        return Document(lambda: _blocks(self), SWEEP, lambda: _members(self))

    def __repr__(self) -> str:
        critical = f", critical values {', '.join(map(str, self.critical))}" if self.critical else ""
        pieces = f"{self.parameter.name} in {self.interval}, {count(len(self.pieces), 'piece')}"
        return f"<Sweep of {self.game.title!r}: {pieces}{critical}>"


def sweep(
    game: ParametricGame | str | PathLike[str],
    parameter: object,
    low: object,
    high: object,
    equilibria: Literal["one", "all"] = "one",
) -> Sweep:
    """Return equilibria of a game in closed form on an interval of its parameter, with the exact critical values.

    With ``"one"`` there is one equilibrium on every piece, and the pieces are adjacent. Where a piece ends, the sweep
    continues with one of the closed forms found so far, the one that extends furthest. If none continues there, it
    follows Lemke's paths from two priors, the last equilibrium and the centroid.

    With ``"all"``, the sweep finds all extreme equilibria, the pairs of vertices of maximal Nash subsets, at some
    samples, and follows each in both directions to its ends. There is a sample in each eighth of every interval on
    which the game is defined, and between any two neighboring ends of the regions found. The sweep misses equilibria
    that exist at no sample; a sweep of a shorter interval has closer samples.

    The search always ends: every closed form belongs to a basis, there are finitely many bases, and each basis is an
    equilibrium on finitely many intervals. Every piece is proved before it is returned (:mod:`.proof`), and the judge
    confirms it on the tree at rational values: inside the piece, and at rational ends.

    Parameters
    ----------
    game : ParametricGame, or what :meth:`ParametricGame.read` takes
        A game with a single parameter; ``game.substitute`` replaces other parameters by values.
    parameter : sympy Symbol or str
        The parameter of the game.
    low, high : exact numbers
        The ends of the interval, low < high.
    equilibria : ``"one"`` or ``"all"``
        Which equilibria are found, see above.

    Raises
    ------
    InputError, NumberError
        ``game`` is not a game with this single parameter, the interval is empty, or a number is a float.
    ProbabilityError
        A probability is negative somewhere in the interval.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    LimitError, NotProvedError
        As in :func:`lemke.solve`.

    >>> game = ParametricGame.bimatrix("t", [[1], ["t**2 - 1"]], [[0], [0]], title="outside option")
    >>> sweep(game, "t", 0, 4)
    <Sweep of 'outside option': t in [0, 4], 2 pieces, critical values sqrt(2)>
    """
    game, symbol = one_parameter(ParametricGame.read(game) if isinstance(game, str | PathLike) else game)
    name = parameter if isinstance(parameter, str) else getattr(parameter, "name", None)
    if name != symbol.name:
        raise InputError(f"the parameter {name or shown(parameter)}, expected {symbol.name}")
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
        if equilibria == "one":
            pieces += map(_proved_piece, adjacent_branches(form, segment))
        else:
            branches, segment_samples = all_branches(form, segment)
            pieces += map(_proved_piece, branches)
            samples += segment_samples
    # a segment is open only at poles
    closed_ends = (pair for segment in segments for pair in zip(segment.ends, segment.closed, strict=True))
    undefined = sorted({end for end, is_closed in closed_ends if not is_closed})
    return Sweep(game, interval, tuple(pieces), tuple(undefined), tuple(samples))


def _segments(game: ParametricGame, interval: Interval) -> list[Interval]:
    """Return the intervals of the sweep on which the game is defined, ascending; only single points lie between them.

    A ProbabilityError is raised if the game is undefined on a part of the sweep that is longer than a point.
    """
    domain = nonnegative(chain(*game.probabilities), chain(*game.payoffs))
    segments = [overlap for part in domain if (overlap := part.overlap(interval))]
    low, high = interval.ends
    border = [low, *(end for segment in segments for end in segment.ends), high]
    for gap_low, gap_high in zip(border[::2], border[1::2], strict=True):  # the gaps before, between and after segments
        if gap_low < gap_high:
            value = between(gap_low, gap_high)
            while component(domain, value):  # the domain may contain isolated points
                value = between(gap_low, value)
            game.at(value)  # raises a ProbabilityError with the information set
    return segments


def _proved_piece(branch: Branch) -> SweepPiece:
    """Prove a branch, have the judge confirm it on the tree at some rational values, and return it as a piece."""
    for closed, interval in branch:
        require_equilibrium(closed, interval)
    if any(part.interval.high != next_part.interval.low for part, next_part in pairwise(branch)):
        raise NotProvedError("parts of a piece that are not adjacent")
    whole = Interval.joined(branch[0].interval, branch[-1].interval)
    piece = SweepPiece(whole, branch[0].closed, tuple(branch))
    for _, interval in branch:
        for value in (interval.inside(), *interval.ends):
            if isinstance(value, mpq) and value in interval:
                limits.report(lambda: f"judging on {whole}")
                piece.at(value)
    return piece


def _number_in(interval: Interval, value: object) -> mpq:
    """Return a value as an exact number; InputError if it is irrational or not in the interval."""
    if isinstance(value, Root) or (number := exact(value)) not in interval:
        raise InputError(f"the value {plain(value)}, expected a rational one in {interval}")
    return number


def _blocks(sweep: Sweep) -> Iterator[Block]:
    """Yield the lines and tables of the text of a sweep."""
    game, parameter = sweep.game, sweep.parameter.name
    if game.title:
        yield one_line(game.title)
    yield f"{parameter} in {sweep.interval}: {count(len(sweep.pieces), 'piece')}"
    for heading, values in (("Critical values", sweep.critical), ("Undefined at", sweep.undefined)):
        if values:
            yield from ("", heading, page_table(list(map(value_cells, values))))
    names = [player_name(game.structure.players, player) for player in (0, 1)]
    for number, piece in enumerate(sweep.pieces, 1):
        payoffs, behavior = piece.equilibrium.texts
        yield from ("", f"{number}. {parameter} in {piece.interval}", "  Payoffs")
        yield page_table(list(zip(names, payoffs, strict=True)), indent="    ")
        for name, strategy in zip(names, behavior, strict=True):
            if strategy:
                yield f"  {name}"
                yield page_table([row for item in strategy.items() for row in _rows(*item)], indent="    ")
    yield from ("", "Proved for all values in the intervals.")
    if sweep.samples:
        points = ", ".join(map(text, sweep.samples))
        yield f"Equilibria were searched for at {parameter} = {points}; others may exist elsewhere."


def _rows(name: str, moves: Mapping[str, str] | None) -> list[list[str]]:
    """Return a row for every move that is played at an information set; only the first has the set's name."""
    played = [[move, probability] for move, probability in (moves or {}).items() if probability != "0"]
    return [["" if k else name, *row] for k, row in enumerate(played or [["any", "not reached"]])]


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
    pieces = []
    for number, piece in enumerate(sweep.pieces, 1):
        payoffs, behavior = piece.equilibrium.texts
        sets = [
            [names | {"actions": [*strategy.values()][h]} for h, _, names in named_sets(structure, player)]
            for player, strategy in enumerate(behavior)
        ]
        pieces.append(
            {
                "number": number,
                "low": value(piece.interval.low),
                "high": value(piece.interval.high),
                "closed": piece.interval.closed,
                "payoffs": payoffs,
                "behavior": [{"player": k, "information_sets": sets_k} for k, sets_k in enumerate(sets, 1)],
            }
        )
    return {
        "game": {"title": structure.title, "players": structure.players},
        "parameter": sweep.parameter.name,
        "critical": list(map(value, sweep.critical)),
        "undefined": list(map(value, sweep.undefined)),
        "samples": sweep.samples,
        "pieces": pieces,
    }
