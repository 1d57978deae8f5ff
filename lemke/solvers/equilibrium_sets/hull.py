"""The affine hull of a convex set of plans: its dimension, and the weights that are the same in all plans of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.game.recall import EMPTY
from lemke.ground.masks import flags_of
from lemke.ground.rational import ZERO
from lemke.linear.exact import Elimination, linear_forms, sparsest_pivots
from lemke.solvers.equilibrium_sets.faces import Half


@dataclass(frozen=True)
class Hull:
    """The affine hull of a set of plans.

    Attributes
    ----------
    dimension : int
    fixed : dict
        Sequence → its weight, for all sequences that have the same weight in every plan.
    lines : dict
        Sequence → (another, a, b), for sequences whose weight is a + b times that of the other in every plan.
    """

    dimension: int
    fixed: dict[int, mpq]
    lines: dict[int, tuple[int, mpq, mpq]]


def affine_hull(half: Half, positive: int) -> Hull:
    """Return the hull of the plans of a face, given all variables of the half that are positive somewhere on it.

    It is the set of x that solve the equations of the face with some v: x and s are 0 but for the positive ones. The
    values v are eliminated first. All plans begin with 1, so x(∅) is the constant in what is left.
    """
    n = half.plan_size
    used = flags_of(positive, half.size)
    slack_rows = half.rows + np.flatnonzero(used[n : half.constant])
    rows = np.setdiff1d(np.arange(1, half.matrix.shape[0]), slack_rows)  # these only say how large a slack is
    support = np.flatnonzero(used[:n])
    values = np.arange(half.size, half.matrix.shape[1])
    part = half.matrix.part(rows, np.append(support, values))
    width = part.shape[1]
    # a form that is solved for a column goes on under the column's number: the others are numbered after these
    forms = Elimination({name: row for name, row in linear_forms(part, {}, width).items() if row})
    for name, column in sparsest_pivots(forms, list(forms.rows), range(len(support), width), (), dependent=True):
        forms.eliminate(name, column)
    basic = []
    moves = range(1, len(support))  # 0 is the empty sequence
    for name, column in sparsest_pivots(forms, list(forms.rows), moves, (), dependent=True):
        forms.exchange(name, column)
        basic.append(column)
    fixed = dict.fromkeys(np.flatnonzero(~used[:n]).tolist(), ZERO) | {EMPTY: mpq(1)}
    lines = {}
    for column in basic:
        row = forms.rows[column]
        free = row.keys() - {EMPTY}
        if not free:
            fixed[int(support[column])] = row.get(EMPTY, ZERO)
        elif len(free) == 1:
            (parameter,) = free
            lines[int(support[column])] = int(support[parameter]), row.get(EMPTY, ZERO), row[parameter]
    return Hull(len(support) - 1 - len(basic), fixed, lines)
