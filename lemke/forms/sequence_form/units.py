"""Payoffs of any size: the same game in other units of payoff, and games like it whose payoffs differ less in size.

A factor that all payoffs of a player share is divided out exactly, and multiplied back afterwards. Payoffs that differ
by more than floats can tell apart have no such factor. As a rule, the basis of an equilibrium remains the same as large
payoffs grow further beyond the small ones. So floats look for it in a game in which they are less far apart; only exact
arithmetic, in the game itself, says whether it is one.
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
"""Bits of a common factor that is left where it is."""
WIDE = 40
"""Powers of two without any payoff, between smaller and larger ones, that floats do not master."""
GAPS = (12, 8, 16, 20)
"""Powers of two without any payoff in the games that :func:`models` yields, in turn, instead of wider gaps."""


def in_units(form: SequenceForm) -> tuple[SequenceForm, tuple[mpq, mpq]]:
    """Return the game with short payoffs, and the units, in which they count, of player 1's and of player 2's.

    The form itself, and units of 1, where no long factor is common to all payoffs. In constant-sum games the units are
    equal.
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
    """Yield games whose equilibria may have the same bases; none where floats can master the game itself.

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
    """Return whether numbers, sums of payoffs say, are too short for payoffs to be far apart: a quick look."""
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
    sizes = [*map(abs, {*values.tolist()})]  # mostly a few different numbers
    return bool(sizes) and max(sizes) > min(sizes) * (1 << WIDE)


def _sizes(values: Vector) -> Indices:
    """Return the binary exponents of numbers other than 0, or one less."""
    lengths = (value.numerator.bit_length() - value.denominator.bit_length() for value in values)
    return np.fromiter(lengths, dtype=np.int64, count=len(values))


def _narrowed(values: Vector, sizes: Indices, gap: int) -> Vector:
    """Return the numbers times powers of two, with no wider gap between the exponents of any two neighbours."""
    levels, places = np.unique(sizes, return_inverse=True)
    narrow = np.cumsum(np.minimum(np.diff(levels, prepend=levels[:1]), gap))
    shifts = (narrow - levels)[places]
    numbers: Vector = values * np.array([mpq(2) ** shift for shift in shifts.tolist()], dtype=object)
    return numbers


def _paying(form: SequenceForm, payoffs: list[Vector], total: mpq | None) -> SequenceForm:
    """Return the form with other payoffs, none of them 0, at the same places."""
    A, B = (
        SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, values)
        for matrix, values in zip((form.A, form.B), payoffs, strict=True)
    )
    return SequenceForm(form.title, form.sequences, form.E, form.e, form.F, form.f, A, B, total)
