"""A whole interval of a parameter, cut into pieces with an equilibrium in closed form on each.

From the left end on, plans are followed to the exact value at which they end, and there the next ones are looked for.
At every value at which the game is defined some piece holds, the ends of pieces included: regions are closed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from gmpy2 import mpq

from lemke.errors import InputError, ProbabilityError
from lemke.ground import limits
from lemke.ground.rational import exact, text
from lemke.studies.parametric.branches import Wanted, branches, random_plans
from lemke.studies.parametric.closed_form import by_path
from lemke.studies.parametric.continuation import Finder, Part, extended, furthest, searched
from lemke.studies.parametric.form import ParametricForm
from lemke.studies.parametric.game import ParametricGame, check_game
from lemke.studies.parametric.proof import require
from lemke.studies.parametric.region import Interval
from lemke.studies.parametric.result import Piece, Sweep
from lemke.studies.parametric.roots import Algebraic, Real, ascending, between, shown

CLOSE = 1000
"""Judged is also at this fraction of a part's length away from its ends."""


def sweep(
    game: ParametricGame,
    parameter: object,
    low: object,
    high: object,
    equilibria: Wanted = "one",
    samples: Iterable[object] = (),
) -> Sweep:
    """Return equilibria of a game in closed form on the whole interval, with the exact critical values.

    With ``"one"`` adjacent pieces are returned. At a critical value the next equilibrium is looked for from the last
    one as prior, and from the centroid; the one that reaches further is taken. With ``"all"`` all extreme equilibria
    at samples are found and followed both ways to where they end; with a number k those that Lemke's path reaches from
    the centroid and k − 1 random priors. There is a sample in each eighth of the interval, and between any two
    neighbouring ends of regions that were found: ``Sweep.samples`` has them all. What exists strictly between two
    samples only is missed; further ones may be given. Extreme equilibria are found by enumerating the reduced strategic
    form, so ``"all"`` is for small games.

    The search ends: every closed form is that of a basis, there are finitely many, and each is an equilibrium on
    finitely many intervals.

    Before anything is returned it is proved: the conditions of an equilibrium hold identically or, where they are
    signs, at all values in the piece, as code apart from the search confirms; and the judge confirms it on the tree
    at rational values in the piece and close to its ends.

    Parameters
    ----------
    game : ParametricGame
        With a single parameter; others are given before, by ``game.substitute``.
    parameter : sympy Symbol or str
    low, high : exact numbers
        low < high.
    equilibria : ``"one"``, ``"all"`` or int
    samples : exact numbers, optional
        Strictly within the interval: values at which equilibria are looked for besides, with ``"all"`` or a number.

    Raises
    ------
    InputError, NumberError
        For what is no game with a parameter, another parameter than the game's, an interval that is empty or without
        end, samples outside of it, a float.
    ProbabilityError
        If a probability is negative somewhere in the interval.
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    LimitError, NotProvedError
        As :func:`lemke.solve`.

    >>> from lemke.game import GameBuilder
    >>> builder = GameBuilder(title="outside option")
    >>> enter, out = builder.move(builder.root, 0, ["in", "out"])
    >>> builder.pay(enter, 2, 1)
    >>> builder.pay(out, 1, 3)
    >>> game = ParametricGame.of(builder.build(), "t", payoffs={2: ["t**2", 3]})
    >>> sweep(game, "t", 0, 4)
    <Sweep of 'outside option': t in [0, 4], 2 pieces, critical values sqrt(2)>
    """
    check_game(game)
    _check_parameter(game, parameter)
    whole = _interval(low, high)
    if not (equilibria in ("one", "all") or (type(equilibria) is int and equilibria > 0)):
        raise InputError(f"equilibria {equilibria!r}, expected one, all, or a number from 1 on")
    form = ParametricForm.of(game)
    segments, undefined = _segments(game, whole)
    asked = _samples(samples, segments, equilibria)
    pieces, looked = [], []
    for segment in segments:
        cut: Iterable[list[Part]]
        if equilibria == "one":
            cut = _followed(form, segment)
        else:
            own = [each for each in asked if each in segment]
            cut, places = branches(form, segment, equilibria, own)
            looked += places
        for parts in cut:
            for part in parts:
                require(part.closed, part.interval)
            pieces.append(_judged(Piece.of(parts)))
    return Sweep(game, whole, tuple(pieces), tuple(undefined), tuple(looked))


def _interval(low: object, high: object) -> Interval:
    for each in (low, high):
        if str(each).strip().lower().lstrip("+-") in ("oo", "inf", "infinity", "zoo", "nan"):
            raise InputError(f"an interval with the end {each}, expected finite ends")
    start, end = exact(low), exact(high)
    if not start < end:
        raise InputError(f"the interval from {text(start)} to {text(end)}, expected one of positive length")
    return Interval(start, end)


def _samples(samples: Iterable[object], segments: list[Interval], equilibria: Wanted) -> list[mpq]:
    """Return samples that were asked for, each strictly inside an interval on which the game is defined."""
    found = list(map(exact, samples))
    if found and equilibria == "one":
        raise InputError("samples for one equilibrium on the whole interval, expected them with all, or with a number")
    for each in found:
        inside = (own for own in segments if own.low is not None and own.high is not None and own.low < each < own.high)
        if next(inside, None) is None:
            shown_segments = " or ".join(map(str, segments))
            raise InputError(f"the sample {text(each)}, expected one strictly within {shown_segments}")
    return found


def _judged(piece: Piece) -> Piece:
    """Return a piece that the judge confirmed on the tree, at rational values inside, near the ends and at the ends."""
    for part in piece.parts:
        for value in _values(part.interval):
            limits.report(lambda: f"judging on {piece.interval}")
            piece.at(value)
    return piece


def _values(interval: Interval) -> Iterator[mpq]:
    middle = interval.inside()
    yield middle
    for end in (interval.low, interval.high):
        assert end is not None
        if isinstance(end, Algebraic):
            apart = abs(middle - between(end, middle)) / CLOSE
            yield end.interval(apart)[end < middle]
        else:
            yield end + (middle - end) / CLOSE
            if end in interval:
                yield end


def _check_parameter(game: ParametricGame, parameter: object) -> None:
    names = game.functions.names
    name = parameter if isinstance(parameter, str) else getattr(parameter, "name", str(parameter))
    if name not in names:
        raise InputError(f"the parameter {name}, expected {' or '.join(names)}")
    if others := [each for each in names if each != name]:
        raise InputError(f"a game with the parameter {others[0]} as well, expected a value for it (game.substitute)")


def _segments(game: ParametricGame, whole: Interval) -> tuple[list[Interval], list[Real]]:
    """Return the intervals on which the game is defined, and the poles between them."""
    low, high = whole.low, whole.high
    assert low is not None and high is not None
    segments = []
    for own in game.domain.intervals:
        start = low if own.low is None or own.low < low else own.low
        end = high if own.high is None or high < own.high else own.high
        if start < end:
            closed = (start in own, end in own)
            segments.append(Interval(start, end, closed))
    poles = [end for each in segments for end, own in zip((each.low, each.high), each.closed, strict=True) if not own]
    border = [low, *(end for each in segments for end in (each.low, each.high) if end is not None), high]
    for start, end in zip(border[::2], border[1::2], strict=True):
        if start < end:
            value = between(start, end)
            while game.domain.contains(value):  # at that point alone
                value = between(start, value)
            game.at({game.functions.names[0]: value})  # raises
            raise ProbabilityError(f"the game is undefined at {text(value)}, expected it defined")
    return segments, list(ascending(pole for pole in poles if pole is not None))


def _followed(form: ParametricForm, segment: Interval) -> Iterator[list[Part]]:
    """Yield adjacent pieces from the left to the right."""
    near, far = segment.low, segment.high
    assert near is not None and far is not None
    known: list[Part] = []
    last: Part | None = None
    while near < far:
        limits.report(partial(_stage, form, near))
        own = furthest(known, near, far)
        if own is None:
            own = searched(_by_paths(form, last), known, near, far)
        parts = extended(own, near, far, segment)
        yield parts
        last = parts[-1]
        assert last.interval.high is not None
        near = last.interval.high


def _stage(form: ParametricForm, near: Real) -> str:
    return f"{form.functions.names[0]} from {shown(near)}"


def _by_paths(form: ParametricForm, last: Part | None) -> Finder:
    """Return how to find closed forms at a sample: from the plans of the last piece near its end, and the centroid."""
    priors = [random_plans(form, None)]
    if last is not None:
        priors.insert(0, last.closed.plans_at((last.interval.inside(),)))
    return lambda place: by_path(form, place, priors)
