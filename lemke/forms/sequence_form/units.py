"""Payoffs of any size: the same game in other units of payoff.

A common factor of all payoffs of a player is divided out exactly, and multiplied back afterwards.
"""

from __future__ import annotations

from operator import attrgetter

import gmpy2
import numpy as np
from gmpy2 import mpq

from lemke.forms.sequence_form.two_players import SequenceForm
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector

SHORT = 64
"""Bits up to which a common factor is not divided out."""


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


def _with_payoffs(form: SequenceForm, payoffs: list[Vector], total: mpq | None) -> SequenceForm:
    """Return the form with new nonzero payoffs, in the order of the entries of A and of B."""
    A, B = (
        SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, values)
        for matrix, values in zip((form.A, form.B), payoffs, strict=True)
    )
    return SequenceForm(form.title, form.sequences, form.E, form.e, form.F, form.f, A, B, total)
