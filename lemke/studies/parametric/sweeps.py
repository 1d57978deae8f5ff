"""An interval of a parameter, cut into pieces, and an equilibrium in closed form on every piece.

By default the sweep begins at the lower end of the interval. It follows the plans of an equilibrium to the exact value
at which they cease to be an equilibrium, and searches there for the next one. Every value at which the game is defined
lies in a piece: among these values the region of a closed form is a closed set, so a piece contains its ends.

On request, the sweep finds more equilibria at samples, and follows each equilibrium in both directions; see
:mod:`lemke.studies.parametric.branches`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from os import PathLike
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import InputError, ProbabilityError, require_type
from lemke.ground import limits
from lemke.ground.document import Document, Tabular
from lemke.ground.rational import exact, plain, quoted, short, shown
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table
from lemke.ground.words import count
from lemke.studies.parametric import elements
from lemke.studies.parametric.branches import (
    BranchPart,
    EquilibriaChoice,
    branches,
    extension,
    furthest_part,
    random_plans,
    search_part,
)
from lemke.studies.parametric.documents import sweep_document
from lemke.studies.parametric.equilibrium import ParametricEquilibrium, Strategy
from lemke.studies.parametric.form import ParametricForm, closed_forms_by_path
from lemke.studies.parametric.functions import Symbol
from lemke.studies.parametric.game import ParametricGame, check_game
from lemke.studies.parametric.proof import require_equilibrium
from lemke.studies.parametric.roots import Algebraic, Interval, Real, between, rational_close_to, strictly_between

CLOSE = 1000
"""Near each end of a part, the judge checks a value at a distance of at most (length of the part) / CLOSE."""

_NOT_FINITE = ("oo", "inf", "infinity", "zoo", "nan")  # sympy's and Python's texts, without signs


@dataclass(frozen=True, eq=False, repr=False)
class SweepPiece(ByValue):
    """An equilibrium in closed form on an interval of the parameter.

    Attributes
    ----------
    interval : Interval
        The values of the parameter, with exact ends.
    equilibrium : ParametricEquilibrium
        The plans, valid on the whole interval.
    parts : tuple of BranchPart
        The proof: adjacent intervals, with a closed form on each. All closed forms have the same plans; the values of
        information sets differ.
    """

    interval: Interval
    equilibrium: ParametricEquilibrium
    parts: tuple[BranchPart, ...]

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
        return f"<SweepPiece {self.interval}: payoffs {', '.join(map(elements.short_text, self.payoffs))}>"


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(ByValue, Tabular):
    """The result of :func:`sweep`.

    Attributes
    ----------
    game : ParametricGame
    interval : Interval
        The interval of the sweep.
    pieces : tuple of SweepPiece
        In the order of their lower ends. With ``equilibria="one"`` they are adjacent, otherwise they may overlap.
    undefined : tuple of mpq | Algebraic
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
        """The values strictly inside the interval at which a piece begins or ends, ascending: rational or algebraic."""
        ends = {end for piece in self.pieces for end in piece.interval.ends}
        return tuple(sorted(strictly_between(*self.interval.ends, ends)))

    def at(self, value: object) -> tuple[Equilibrium, ...]:
        """Return the exact equilibria of all pieces that contain a rational value of the parameter, judged on the tree.

        If several pieces have the same plans at this value, the equilibrium is returned once.
        """
        number = _number_in(self.interval, value)
        equilibria = (piece.at(number) for piece in self.pieces if number in piece.interval)
        return tuple({tuple(map(tuple, equilibrium.plans)): equilibrium for equilibrium in equilibria}.values())

    def to_sympy(self, player: int = 0) -> Any:
        """Return the payoff of a player, 0 or 1, as sympy's ``Piecewise``; InputError if pieces overlap."""
        import sympy

        if player not in (0, 1):
            raise InputError(f"player {shown(player)}, expected 0 or 1")
        if any(next_piece.interval.ends[0] < piece.interval.ends[1] for piece, next_piece in pairwise(self.pieces)):
            expected = "expected one equilibrium for each value, as with equilibria='one'"
            raise InputError(f"pieces that overlap, {expected}; sweep.pieces[k].payoffs are those of a piece")
        cases = []
        for piece in self.pieces:
            low, high = map(_sympy, piece.interval.ends)
            low_closed, high_closed = piece.interval.closed
            interval = sympy.Interval(low, high, left_open=not low_closed, right_open=not high_closed)
            cases.append((piece.payoffs[player], interval.as_relational(self.parameter)))
        return sympy.Piecewise(*cases)

    def to_table(self) -> Table:
        """Return a row per piece: the interval, both payoffs, and the moves played at every information set."""
        strategies = [piece.equilibrium.texts[1] for piece in self.pieces]
        sets = [(player, name) for player, names in enumerate(strategies[0]) for name in names] if strategies else []
        columns = (self.parameter.name, "payoff 1", "payoff 2", *(f"{player + 1}: {name}" for player, name in sets))
        rows = (
            (str(piece.interval), *piece.equilibrium.texts[0], *(_played(pair[k][name]) for k, name in sets))
            for piece, pair in zip(self.pieces, strategies, strict=True)
        )
        return Table(columns, tuple(rows), repr(self)[1:-1], 1)

    def document(self) -> Document:
        """Return the critical values and, for every piece, payoffs and strategies in closed form."""
        return sweep_document(self)

    def __repr__(self) -> str:
        where = f"{self.game.functions.names[0]} in {self.interval}"
        critical = f", critical values {', '.join(map(str, self.critical))}" if self.critical else ""
        return f"<Sweep of {self.game.title!r}: {where}, {count(len(self.pieces), 'piece')}{critical}>"


def _sympy(number: Real) -> Any:
    import sympy

    if isinstance(number, Algebraic):
        return number.to_sympy()
    return sympy.Rational(int(number.numerator), int(number.denominator))


def _number_in(interval: Interval, value: object) -> mpq:
    """Return a value as an exact number; InputError if it is irrational or not in the interval."""
    if isinstance(value, Algebraic):
        raise InputError(f"the irrational value {value}, expected a rational one in {interval}")
    number = exact(value)
    if number not in interval:
        raise InputError(f"the value {short(number)}, expected one in {interval}")
    return number


def _played(moves: Mapping[str, str] | None) -> str:
    """Return the moves played at an information set as text, with the probabilities other than 1."""
    if moves is None:
        return "any"
    texts = {move: move if probability == "1" else f"{move} {probability}" for move, probability in moves.items()}
    return ", ".join(texts[move] for move, probability in moves.items() if probability != "0")


def sweep(
    game: ParametricGame | str | PathLike[str],
    parameter: object = None,
    low: object = None,
    high: object = None,
    equilibria: EquilibriaChoice = "one",
    samples: Iterable[object] = (),
) -> Sweep:
    """Return equilibria of a game in closed form on an interval of its parameter, with the exact critical values.

    With ``"one"`` there is one equilibrium on every piece, and the pieces are adjacent. Where a piece ends, the sweep
    continues with one of the closed forms found so far, the one that extends furthest. If no closed form found so far
    continues there, the sweep follows Lemke's paths from two priors, the last equilibrium and the centroid, and takes
    the equilibrium that extends further.

    With ``"all"``, the sweep finds all extreme equilibria at some samples, and follows each in both directions to its
    ends. With a number k, it finds the equilibria that Lemke's paths reach at the samples from the centroid and from
    k − 1 random priors. There is a sample in each eighth of every interval on which the game is defined, and between
    any two neighboring ends of the regions found; ``Sweep.samples`` lists the samples. The sweep misses equilibria that
    exist at no sample; you may give further samples. Extreme equilibria are the pairs of vertices of maximal Nash
    subsets, so use ``"all"`` for games small enough to list these subsets.

    The search always ends: every closed form belongs to a basis, there are finitely many bases, and each basis is an
    equilibrium on finitely many intervals.

    Every piece is proved before it is returned. Code that is independent of the search confirms the equations of an
    equilibrium identically, and the inequalities at all values in the piece. The judge confirms the equilibrium on the
    tree at rational values: inside the piece, close to the ends, and at rational ends.

    Parameters
    ----------
    game : ParametricGame, or what :meth:`ParametricGame.read` takes
        A game with a single parameter; ``game.substitute`` replaces other parameters by values.
    parameter : sympy Symbol or str
        The parameter of the game.
    low, high : exact numbers
        The ends of the interval, low < high.
    equilibria : ``"one"``, ``"all"`` or int
        Which equilibria are found, see above.
    samples : exact numbers, optional
        Further samples, strictly inside an interval on which the game is defined, if ``equilibria`` is not ``"one"``.

    Raises
    ------
    InputError, NumberError
        ``game`` is not a game with a single parameter, or its file cannot be read; ``parameter`` is not the game's
        parameter; the interval is empty or infinite; ``equilibria`` is none of the choices; there are samples with
        ``"one"``; a sample is not inside the interval; a number is a float.
    ProbabilityError
        A probability is negative somewhere in the interval.
    PlayersError, RecallError
        The game does not have two players with perfect recall.
    LimitError, NotProvedError
        As in :func:`lemke.solve`.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(title="outside option")
    >>> enter, out = builder.move(builder.root, 0, ["in", "out"])
    >>> builder.pay(enter, 2, 1)
    >>> builder.pay(out, 1, 3)
    >>> game = ParametricGame.of(builder.build(), "t", payoffs={2: ["t**2", 3]})
    >>> sweep(game, "t", 0, 4)
    <Sweep of 'outside option': t in [0, 4], 2 pieces, critical values sqrt(2)>
    """
    if isinstance(game, str | PathLike):
        game = ParametricGame.read(game)
    check_game(game)
    if low is None or high is None:
        name, missing = game.functions.names[0], "upper" if high is None else "lower"
        raise InputError(f'an interval without its {missing} end, expected sweep(game, "{name}", low, high)')
    _check_parameter(game, parameter)
    interval = _interval(low, high)
    is_word = isinstance(equilibria, str) and equilibria in ("one", "all")
    if not (is_word or (type(equilibria) is int and equilibria > 0)):  # not isinstance: True is an int
        raise InputError(
            f"equilibria {shown(equilibria)}, expected 'one', 'all', or a whole number from 1 on, of type int"
        )
    form = ParametricForm.of(game)
    segments, undefined = _segments(game, interval)
    require_type(samples, Iterable, "a list of exact numbers", "samples")
    if isinstance(samples, str):  # its characters would be read as numbers
        raise InputError(f"the text {quoted(samples)} as samples, expected a list of exact numbers")
    user_samples = _samples(samples, segments, equilibria)
    pieces: list[SweepPiece] = []
    all_samples: list[mpq] = []
    for segment in segments:
        if equilibria == "one":
            pieces += map(_proved_piece, _adjacent_branches(form, segment))
        else:
            segment_branches, segment_samples = branches(
                form, segment, equilibria, [sample for sample in user_samples if sample in segment]
            )
            pieces += map(_proved_piece, segment_branches)
            all_samples += segment_samples
    return Sweep(game, interval, tuple(pieces), tuple(undefined), tuple(all_samples))


def _interval(low: object, high: object) -> Interval:
    """Return the interval with these finite ends."""
    for end in (low, high):
        if plain(end).strip().lower().lstrip("+-") in _NOT_FINITE:
            raise InputError(f"an interval with the end {end}, expected finite ends")
    start, end = exact(low), exact(high)
    if not start < end:
        raise InputError(f"the interval from {short(start)} to {short(end)}, expected a lower end below the upper end")
    return Interval(start, end)


def _samples(samples: Iterable[object], segments: list[Interval], equilibria: EquilibriaChoice) -> list[mpq]:
    """Return the given samples as numbers; each must lie strictly inside an interval on which the game is defined."""
    numbers = list(map(exact, samples))
    if numbers and equilibria == "one":
        raise InputError(
            "samples with equilibria 'one', expected samples only with 'all' or with a number of equilibria"
        )
    for sample in numbers:
        if not any(strictly_between(*segment.ends, [sample]) for segment in segments):
            expected = " or ".join(map(str, segments))
            raise InputError(f"the sample {short(sample)}, expected one strictly within {expected}")
    return numbers


def _proved_piece(parts: Sequence[BranchPart]) -> SweepPiece:
    """Prove ascending adjacent parts with the same plans, and return the parts as a piece.

    The judge also confirms the equilibrium on the tree, at the values of :func:`_values`.
    """
    for part in parts:
        require_equilibrium(part.closed, part.interval)
    interval = Interval.joined(parts[0].interval, parts[-1].interval)
    piece = SweepPiece(interval, ParametricEquilibrium(parts[0].closed), tuple(parts))
    for part in parts:
        for value in _values(part.interval):
            limits.report(lambda: f"judging on {interval}")
            piece.at(value)
    return piece


def _values(interval: Interval) -> Iterator[mpq]:
    """Yield rational values for the judge: one inside, one close to each end, and the rational ends in the interval."""
    middle = interval.inside()
    yield middle
    for end in interval.ends:
        value = rational_close_to(end, middle, CLOSE)
        is_rational = value == end
        yield end + (middle - end) / CLOSE if is_rational else value
        if is_rational and end in interval:
            yield end


def _check_parameter(game: ParametricGame, parameter: object) -> None:
    """Raise an InputError unless the game has this parameter and no other."""
    names = game.functions.names
    name = parameter if isinstance(parameter, str) else getattr(parameter, "name", None)
    if name not in names:
        raise InputError(f"the parameter {name or shown(parameter)}, expected {' or '.join(names)}")
    if unknown := [parameter_name for parameter_name in names if parameter_name != name]:
        raise InputError(
            f"a second parameter, {unknown[0]}, expected a value of {unknown[0]}, by game.substitute or --set"
        )


def _segments(game: ParametricGame, sweep_interval: Interval) -> tuple[list[Interval], list[Real]]:
    """Return the intervals of the sweep on which the game is defined, and the poles, which are ends of these intervals.

    A ProbabilityError is raised if the game is undefined on a part of the sweep that is longer than a point.
    """
    segments = [overlap for interval in game.domain.intervals if (overlap := interval.overlap(sweep_interval))]
    ends = [end for segment in segments for end in segment.ends]
    closed = [is_closed for segment in segments for is_closed in segment.closed]
    low, high = sweep_interval.ends
    border = [low, *ends, high]
    for gap_low, gap_high in zip(border[::2], border[1::2], strict=True):  # the gaps before, between and after segments
        if gap_low < gap_high:
            value = between(gap_low, gap_high)
            while game.domain.contains(value):  # the domain may contain isolated points
                value = between(gap_low, value)
            game.at(value)  # raises a ProbabilityError with the information set
            raise ProbabilityError(
                f"the game is undefined at {game.functions.text((value,))}, expected an interval on which it is defined"
            )
    # a segment is open only at poles
    return segments, sorted({end for end, is_closed in zip(ends, closed, strict=True) if not is_closed})


def _adjacent_branches(form: ParametricForm, segment: Interval) -> Iterator[list[BranchPart]]:
    """Yield branches that cover a segment, in ascending order; each begins at the end of the branch before."""
    start, target = segment.ends
    known_parts: list[BranchPart] = []
    priors = [random_plans(form, None)]
    while start < target:
        limits.report(partial("{} from {}".format, form.functions.names[0], start))
        part = furthest_part(known_parts, start, target) or search_part(
            partial(closed_forms_by_path, form, priors), known_parts, start, target
        )
        branch = extension(part, start, target, segment)
        yield branch
        last_part = branch[-1]
        # the next priors: the plans at a value inside the last part, and the centroid
        priors = [last_part.closed.plans_at((last_part.interval.inside(),)), priors[-1]]
        start = last_part.interval.ends[1]
