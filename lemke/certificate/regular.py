"""Whether the conditions of trembling players have one solution at ε = 0, by a determinant modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lemke.certificate.judge import Judge
from lemke.game.recall import Sequences, weighted_payoffs
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import Vector

PRIMES = 2147483647, 2147483629, 2147483587
"""The largest below 2³¹: the product of two residues fits into ``int64``."""


def is_regular(judge: Judge, mixing: Sequence[NDArray[np.bool_]]) -> bool:
    """Return whether plans are determined, at ε = 0, by which moves are best: proved modulo a prime.

    A plan is known from the probabilities of mixing moves, all but the first of each set: more of one is less of the
    first, and what follows goes on with first moves. That so many moves are as good as the first of their sets is one
    linear equation each. The matrix of player i is S₁ᵀ Aᵢ S₂, where the columns of S are these changes of the plans.

    Parameters
    ----------
    mixing : two arrays of truth values, one per sequence
        The moves that are best and played with more than their trembles, at least one at each information set.
    """
    changes = [_changes(own, played) for own, played in zip(judge.sequences, mixing, strict=True)]
    if changes[0].size != changes[1].size:
        return False
    players = (0,) if judge.total is not None else (0, 1)  # of a constant sum both matrices are the same, up to a sign
    return all(any(_is_regular_modulo(judge, player, changes, prime) for prime in PRIMES) for player in players)


class Changes(NamedTuple):
    """The columns of S, changes of a plan; rows by rows: which changes concern a sequence, and with which sign."""

    size: int
    starts: Integers
    columns: Integers
    signs: Integers

    def at(self, sequences: Integers) -> tuple[Integers, Integers, Integers]:
        """Return for sequences, one after the other, their changes and signs; first the place of the sequence."""
        counts = np.diff(self.starts)[sequences]
        places = np.repeat(np.arange(len(sequences)), counts)
        entries = np.arange(len(places)) + np.repeat(self.starts[sequences] - np.cumsum(counts) + counts, counts)
        return places, self.columns[entries], self.signs[entries]


def _changes(own: Sequences, mixing: NDArray[np.bool_]) -> Changes:
    rows: list[dict[int, int]] = [{}] * own.size
    count = 0
    for h, parent in enumerate(own.parent.tolist()):
        first, *others = (sequence for sequence in own.moves(h) if mixing[sequence])
        rows[first] = rows[parent] | dict.fromkeys(range(count, count + len(others)), -1)
        for change, sequence in enumerate(others, count):
            rows[sequence] = {change: 1}
        count += len(others)
    entries = [entry for row in rows for entry in row.items()]
    columns, signs = np.array(entries, dtype=np.int64).reshape(-1, 2).T
    return Changes(count, np.cumsum([0, *map(len, rows)]), columns, signs)


def _is_regular_modulo(judge: Judge, player: int, changes: list[Changes], prime: int) -> bool:
    """Return whether S₁ᵀ A S₂ is regular modulo a prime, A being the player's payoffs by pairs of sequences."""
    leaves, (rows, columns) = judge.game.leaves, judge.behind.last_move
    number, terms = weighted_payoffs(judge.game, judge.behind, player)
    if any(term.denominator % prime == 0 for term in terms):
        return False
    paid = _residues(terms, prime)[number]
    leaf, row, sign = changes[0].at(rows[leaves])
    entry, column, other_sign = changes[1].at(columns[leaves[leaf]])
    matrix = np.zeros((changes[0].size, changes[1].size), dtype=np.int64)
    np.add.at(matrix, (row[entry], column), paid[leaf[entry]] * sign[entry] * other_sign)
    return _has_inverse(matrix % prime, prime)


def _residues(numbers: Vector, prime: int) -> Integers:
    return np.array([int(n.numerator * pow(int(n.denominator), -1, prime) % prime) for n in numbers], dtype=np.int64)


def _has_inverse(matrix: Integers, prime: int) -> bool:
    """Return whether a square matrix of residues is regular, by elimination in place."""
    for step in range(len(matrix)):
        limits.check()
        pivots = np.flatnonzero(matrix[step:, step])
        if not len(pivots):
            return False
        matrix[[step, step + pivots[0]]] = matrix[[step + pivots[0], step]]
        below = step + 1 + np.flatnonzero(matrix[step + 1 :, step])
        row = matrix[step, step + 1 :] * pow(int(matrix[step, step]), -1, prime) % prime
        matrix[below, step + 1 :] = (matrix[below, step + 1 :] - np.outer(matrix[below, step], row)) % prime
    return True
