"""Payoffs of any size: the same game in other units of payoff, and similar games whose payoffs differ less in size.

A common factor of all payoffs of a player is divided out exactly, and multiplied back afterwards. This does not help if
some payoffs exceed others by more than the precision of floats. As a rule, an equilibrium keeps its basis if the large
payoffs grow even larger. So floats look for a basis in a game whose payoffs differ less in size. Exact arithmetic in
the game itself then decides whether the basis is that of an equilibrium.
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
"""Bits up to which a common factor is not divided out."""
WIDE = 40
"""The largest ratio of payoffs that floats can handle, as an exponent of two."""
GAPS = (12, 8, 16, 20)
"""The largest ratios of successive sizes of payoffs in the games that :func:`models` yields, as exponents of two."""


def in_units(form: SequenceForm) -> tuple[SequenceForm, tuple[mpq, mpq]]:
    """Divide each player's payoffs by a unit, their common factor; return the game and the units of both players.

    If no player's payoffs have a long common factor, the form itself is returned with units of 1. In constant-sum games
    both units are equal.
    """
    if form.total is None:
        units = _unit(form.A.values), _unit(form.B.values)
    else:
        units = (_unit(np.append(form.A.values, form.B.values)),) * 2
    if units == (ONE, ONE):
        return form, units
    total = None if form.total is None else form.total / units[0]
    payoffs = [matrix.values / unit for matrix, unit in zip((form.A, form.B), units, strict=True)]
    return _with_payoffs(form, payoffs, total), units


def models(form: SequenceForm) -> Iterator[SequenceForm]:
    """Yield games whose equilibria may have the same bases as those of the form, with smaller gaps between payoffs.

    There are none unless two successive sizes of a player's payoffs differ by a factor of more than 2^WIDE.
    """
    payoffs = form.A.values, form.B.values
    tested = payoffs[:1] if form.total == 0 else payoffs  # in a zero-sum game B is −A
    if not any(map(_is_wide, tested)):
        return
    sizes = [*map(_sizes, payoffs)]
    if any(np.diff(np.unique(exponents)).max(initial=0) > WIDE for exponents in sizes):
        for gap in GAPS:
            yield _with_payoffs(form, list(map(_narrowed, payoffs, sizes, (gap, gap))), form.total)


def are_short(numbers: Vector) -> bool:
    """Return whether numbers, such as sums of payoffs, are so short that :func:`models` is not needed: a quick test."""
    return max(map(_length, numbers), default=0) <= WIDE


def _unit(values: Vector) -> mpq:
    """Return the gcd of the numerators over the gcd of the denominators, or 1 if this common factor is short."""
    if not len(values) or _length(values[0]) <= SHORT:  # a common factor is not longer than any value
        return ONE
    unit = mpq(*(gmpy2.gcd(*map(attrgetter(part), values)) for part in ("numerator", "denominator")))
    return ONE if _length(unit) <= SHORT else unit


def _length(number: mpq) -> int:
    """Return the bits of the numerator or of the denominator, whichever is longer."""
    longer: int = max(number.numerator.bit_length(), number.denominator.bit_length())
    return longer


def _is_wide(values: Vector) -> bool:
    """Return whether the ratio of the largest and the smallest absolute value is too large for floats."""
    sizes = [*map(abs, {*values.tolist()})]  # a set, since most games have few different payoffs
    return bool(sizes) and max(sizes) > min(sizes) * (1 << WIDE)


def _sizes(values: Vector) -> Indices:
    """Return the binary exponents of numbers other than 0, with an error of at most 1."""
    lengths = (value.numerator.bit_length() - value.denominator.bit_length() for value in values)
    return np.fromiter(lengths, dtype=np.int64, count=len(values))


def _narrowed(values: Vector, sizes: Indices, gap: int) -> Vector:
    """Return the numbers times powers of two, so that neighboring exponents differ by at most ``gap``."""
    levels, places = np.unique(sizes, return_inverse=True)
    narrowed_levels = np.cumsum(np.minimum(np.diff(levels, prepend=levels[:1]), gap))
    shifts = (narrowed_levels - levels)[places]
    numbers: Vector = values * np.array([mpq(2) ** shift for shift in shifts.tolist()], dtype=object)
    return numbers


def _with_payoffs(form: SequenceForm, payoffs: list[Vector], total: mpq | None) -> SequenceForm:
    """Return the form with new nonzero payoffs, in the order of the entries of A and of B."""
    A, B = (
        SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, values)
        for matrix, values in zip((form.A, form.B), payoffs, strict=True)
    )
    return SequenceForm(form.title, form.sequences, form.E, form.e, form.F, form.f, A, B, total)
