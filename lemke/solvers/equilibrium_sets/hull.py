"""The affine hull of a convex set of plans: equations between the weights of sequences that all plans satisfy."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lemke.certificate import Equation
from lemke.ground.masks import flags_of
from lemke.ground.rational import ONE
from lemke.ground.sparse import zeros
from lemke.linear.exact import Elimination, linear_forms, sparsest_pivots
from lemke.solvers.equilibrium_sets.faces import HalfCone


def equations(half: HalfCone, positive: int) -> Iterator[Equation]:
    """Yield equations of the plans of a face, given all variables of the half that are positive somewhere on the face.

    The hull is the set of x that solve the rows of the face with some v; all entries of x and s are 0 except the
    positive ones. The values v are eliminated first. Every row carries a symbol of its own, so that a reduced row shows
    of which rows it is a combination. An equation gives a weight in terms of free weights and of the weights that
    earlier equations give.
    """
    n = half.plan_size
    used = flags_of(positive, half.size)
    slack_rows = half.rows + np.flatnonzero(used[n : half.constant])
    # row 0 says x(∅) = 1, and x(∅) serves as the constant below; a slack's row only defines the slack
    rows = np.setdiff1d(np.arange(1, half.matrix.shape[0]), slack_rows)
    support = np.flatnonzero(used[:n])
    values = np.arange(half.size, half.matrix.shape[1])
    part = half.matrix.part(rows, np.append(support, values))
    width = part.shape[1]  # the symbol of row k is column width + k
    forms = Elimination({name: row | {width + name: ONE} for name, row in linear_forms(part, {}).items() if row})
    # ``dependent`` skips rows without values; the equations come from these rows, below
    for name, column in sparsest_pivots(forms, list(forms.rows), range(len(support), width), (), dependent=True):
        forms.eliminate(name, column)
    solved_rows = []  # the column that each row gives, and the symbols of the rows in it
    moves = range(1, len(support))  # 0 is the empty sequence, the constant
    for name, column in sparsest_pivots(forms, list(forms.rows), moves, (), dependent=True):
        solved_rows.append((column, {key: entry for key, entry in forms.rows[name].items() if key >= width}))
        forms.eliminate(name, column)
    for column, symbols in reversed(solved_rows):
        multipliers = zeros(half.matrix.shape[0])
        for key, entry in symbols.items():
            multipliers[rows[key - width]] = entry
        yield Equation(int(support[column]), half.combination(multipliers))
