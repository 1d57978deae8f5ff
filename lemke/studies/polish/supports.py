"""Guesses of an equilibrium's supports from the numbers of an approximate profile, in floating point.

A support is a set of sequences of a player. It contains all sequences that an equilibrium plays with positive
probability, and only best replies. Two numbers speak for or against a sequence: the probability b of its last move, and
the loss r against the best move at its information set, given the opponent's plan. Near a strictly complementary
equilibrium one of them is small. So their quotient shows whether a sequence is played, as the primal–dual indicator
does in interior-point methods (El-Bakry, Tapia, Zhang 1994). A guess proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Profile
from lemke.ground.sparse import floats, vector
from lemke.solvers.learning import Floats, LearnedPoint, Learning, Mask

FLOOR = 1e-10
"""Probabilities and losses below this count as equally small."""
WHOLE = 1.0
"""The width of the gap below all numbers, in decimal logarithms: a cut there means that all moves are played."""
CUTS = 2
"""The number of gaps between probabilities that are tried as cuts between played and unplayed moves."""


def guesses(
    sequences: tuple[Sequences, ...], profile: Profile, learning: Learning, point: LearnedPoint
) -> Iterator[tuple[Mask, Mask]]:
    """Yield different guesses of both supports, the best one first.

    Sequences are divided at the largest gaps between the probabilities of all moves, then by the sign of the indicator,
    then at the largest gap between indicators. The point has the realization plans of the profile.
    """
    probabilities = [
        _logarithms(floats(vector(number for moves in behavior for number in moves))) for behavior in profile.behavior
    ]
    losses = map(_logarithms, learning.losses(point))
    indicators = [probability - loss for probability, loss in zip(probabilities, losses, strict=True)]
    seen = set()
    for numbers, cuts in (
        (probabilities, _gaps(*probabilities)[:CUTS]),
        (indicators, [0.0, *_gaps(*indicators)[:1]]),
    ):
        for cut in cuts:
            support_1, support_2 = (_support(*pair, cut) for pair in zip(sequences, numbers, strict=True))
            key = support_1.tobytes(), support_2.tobytes()
            if key not in seen:
                seen.add(key)
                yield support_1, support_2


def _support(sequences: Sequences, numbers: Floats, cut: float) -> Mask:
    """Return the sequences whose moves are all above the cut, or have the largest number at their information set."""
    inside = np.zeros(sequences.size, dtype=bool)
    inside[EMPTY] = True
    for h, parent in enumerate(sequences.parent.tolist()):
        if inside[parent]:
            moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
            above = numbers[moves.start - 1 : moves.stop - 1]
            inside[moves] = (above > cut) | (above == above.max())
    return inside


def _logarithms(numbers: Floats) -> Floats:
    logarithms: Floats = np.log10(np.maximum(numbers, FLOOR))
    return logarithms


def _gaps(*numbers: Floats) -> list[float]:
    """Return cuts between the numbers of all sequences: the middles of the gaps, the widest gap first.

    The cut −∞, below all numbers, counts as a gap of width :data:`WHOLE`.
    """
    ordered = np.unique(np.concatenate(numbers))
    middles = np.append(-np.inf, (ordered[1:] + ordered[:-1]) / 2)
    widths = np.append(WHOLE, np.diff(ordered))
    return [float(middles[k]) for k in np.argsort(-widths, kind="stable")]
