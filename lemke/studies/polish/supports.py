"""Guesses of an equilibrium's supports from the numbers of an approximate profile, in floating point.

A support is a set of sequences of a player. It contains all sequences that an equilibrium plays with positive
probability, and only best replies. Two numbers show whether a sequence belongs to a support: the probability b and the
loss r of the sequence's last move. The loss compares the move with the best move at the information set, against the
opponent's plan, as a share of the absolute payoffs at stake there. Near a strictly complementary equilibrium exactly
one of b and r is small. So the quotient b/r, the *indicator*, is large if the sequence is played, and small otherwise.
This is the primal–dual indicator of interior-point methods (El-Bakry, Tapia, Zhang 1994). All comparisons use decimal
logarithms. A guess proves nothing.
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
LOWEST_GAP = 1.0
"""The assumed width of the gap below all logarithms. A cut in this gap means that all moves are played."""
CUTS = 2
"""The number of gaps between probabilities that are tried as cuts between played and unplayed moves."""


def guesses(
    sequences: tuple[Sequences, ...], profile: Profile, learning: Learning, point: LearnedPoint
) -> Iterator[tuple[Mask, Mask]]:
    """Yield different guesses of both supports, the likeliest first.

    Sequences are divided at the :data:`CUTS` largest gaps between the probabilities of all moves; then at the indicator
    1; then at the largest gap between indicators. ``point`` has the realization plans of the profile.
    """
    probabilities = [
        _logarithms(floats(vector(number for moves in behavior for number in moves))) for behavior in profile.behavior
    ]
    losses = map(_logarithms, learning.losses(point))
    indicators = [probability - loss for probability, loss in zip(probabilities, losses, strict=True)]
    yielded = set()
    for numbers, cuts in (
        (probabilities, _cuts(*probabilities)[:CUTS]),
        (indicators, [0.0, *_cuts(*indicators)[:1]]),  # 0 is the logarithm of the indicator 1
    ):
        for cut in cuts:
            support_1, support_2 = (_support(*pair, cut) for pair in zip(sequences, numbers, strict=True))
            key = support_1.tobytes(), support_2.tobytes()  # arrays cannot be members of a set
            if key not in yielded:
                yielded.add(key)
                yield support_1, support_2


def _support(sequences: Sequences, numbers: Floats, cut: float) -> Mask:
    """Return the sequences of which every move is above the cut, or has the largest number at its information set.

    A sequence has a larger number than its initial segments, so one pass over the information sets is enough.
    """
    inside = np.zeros(sequences.size, dtype=bool)
    inside[EMPTY] = True
    for h, parent in enumerate(sequences.parent.tolist()):
        if inside[parent]:
            moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
            move_numbers = numbers[moves.start - 1 : moves.stop - 1]  # sequence 0, the empty one, has no number
            inside[moves] = (move_numbers > cut) | (move_numbers == move_numbers.max())
    return inside


def _logarithms(numbers: Floats) -> Floats:
    """Return decimal logarithms; numbers below :data:`FLOOR` count as this number."""
    logarithms: Floats = np.log10(np.maximum(numbers, FLOOR))
    return logarithms


def _cuts(*numbers: Floats) -> list[float]:
    """Return cuts between the numbers of both players' moves: the middles of the gaps, the widest gap first.

    The cut −∞, below all numbers, counts as the middle of a gap of width :data:`LOWEST_GAP`.
    """
    ordered = np.unique(np.concatenate(numbers))
    middles = np.append(-np.inf, (ordered[1:] + ordered[:-1]) / 2)
    widths = np.append(LOWEST_GAP, np.diff(ordered))
    return [float(middles[k]) for k in np.argsort(-widths, kind="stable")]
