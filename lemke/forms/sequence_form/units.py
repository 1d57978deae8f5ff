"""Payoffs of any size: the same game in other units of payoff, and similar games whose payoffs differ less in size.

A common factor of all payoffs of a player is divided out exactly, and multiplied back afterwards. This does not help if
some payoffs are much larger than others, beyond the precision of floats. As a rule, an equilibrium keeps its basis if
the large payoffs grow even larger. So floats look for the basis in a game whose payoffs differ less in size. Only exact
arithmetic, in the game itself, decides whether it is the basis of an equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

import gmpy2
import numpy as np
from gmpy2 import mpq

from lemke.forms.sequence_form.two_players import SequenceForm
from lemke.ground.rational import ONE
from lemke.ground.sparse import Indices, SparseMatrix, Vector

SHORT = 64
"""A common factor of at most this many bits is not divided out."""
WIDE = 40
"""The widest gap, in powers of two, between the sizes of payoffs that floats can handle."""
GAPS = (12, 8, 16, 20)
"""The widest gaps, in powers of two, in the games that :func:`models` yields one after the other."""


def in_units(form: SequenceForm) -> tuple[SequenceForm, tuple[mpq, mpq]]:
    """Return the game with short payoffs, and the units of payoff of player 1 and of player 2.

    If no payoffs have a long common factor, the form itself and units of 1. In constant-sum games the units are equal.
    """
    if form.total is None:
        units = _unit(form.A.values), _unit(form.B.values)
    else:
        units = (_unit(np.append(form.A.values, form.B.values)),) * 2
    if units == (ONE, ONE):
        return form, units
    total = None if form.total is None else form.total / units[0]
    return _paying(
        form, [matrix.values / unit for matrix, unit in zip((form.A, form.B), units, strict=True)], total
    ), units


def models(form: SequenceForm) -> Iterator[SequenceForm]:
    """Yield games whose equilibria may have the same bases; none if floats can handle the game itself.

    >>> from lemke.forms.sequence_form import sequence_form
    >>> from lemke.generators import kuhn
    >>> list(models(sequence_form(kuhn(3))))
    []
    """
    payoffs = form.A.values, form.B.values
    if not any(map(_is_wide, payoffs[:1] if form.total == 0 else payoffs)):
        return
    sizes = [*map(_sizes, payoffs)]
    if any(np.diff(np.unique(exponents)).max(initial=0) > WIDE for exponents in sizes):
        for gap in GAPS:
            yield _paying(form, list(map(_narrowed, payoffs, sizes, (gap, gap))), form.total)


def are_short(numbers: Vector) -> bool:
    """Return whether numbers, such as sums of payoffs, are so short that payoffs cannot be far apart: a quick test."""
    return max(map(_length, numbers), default=0) <= WIDE


def _unit(values: Vector) -> mpq:
    """Return the greatest common divisor of the numerators over that of the denominators; 1 if that is short."""
    if not len(values) or _length(values[0]) <= SHORT:
        return ONE
    unit = mpq(*(gmpy2.gcd(*map(attrgetter(part), values)) for part in ("numerator", "denominator")))
    return ONE if _length(unit) <= SHORT else unit


def _length(number: mpq) -> int:
    """Return the bits of the numerator or of the denominator, whichever is longer."""
    longer: int = max(number.numerator.bit_length(), number.denominator.bit_length())
    return longer


def _is_wide(values: Vector) -> bool:
    sizes = [*map(abs, {*values.tolist()})]  # a set, since most games have few different payoffs
    return bool(sizes) and max(sizes) > min(sizes) * (1 << WIDE)


def _sizes(values: Vector) -> Indices:
    """Return the binary exponents of numbers other than 0, up to 1."""
    lengths = (value.numerator.bit_length() - value.denominator.bit_length() for value in values)
    return np.fromiter(lengths, dtype=np.int64, count=len(values))


def _narrowed(values: Vector, sizes: Indices, gap: int) -> Vector:
    """Return the numbers times powers of two, so that neighboring exponents differ by at most ``gap``."""
    levels, places = np.unique(sizes, return_inverse=True)
    narrow = np.cumsum(np.minimum(np.diff(levels, prepend=levels[:1]), gap))
    shifts = (narrow - levels)[places]
    numbers: Vector = values * np.array([mpq(2) ** shift for shift in shifts.tolist()], dtype=object)
    return numbers


def _paying(form: SequenceForm, payoffs: list[Vector], total: mpq | None) -> SequenceForm:
    """Return the form with other payoffs at the same entries, none of them 0."""
    A, B = (
        SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, values)
        for matrix, values in zip((form.A, form.B), payoffs, strict=True)
    )
    return SequenceForm(form.title, form.sequences, form.E, form.e, form.F, form.f, A, B, total)
