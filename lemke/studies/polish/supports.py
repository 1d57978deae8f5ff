"""Guesses of an equilibrium's supports from the numbers of an approximate profile, in floating point.

A support is a set of sequences of a player. It holds all that an equilibrium plays with positive probability, and
nothing that gets less than a best reply. Two numbers speak for or against a sequence: the probability b of its last
move, and r, how much less than the best move at its information set it gets against the other's plan. Near a strictly
complementary equilibrium one of them is small, so that their quotient tells on which side a sequence is, as the
primal–dual indicator does in interior-point methods (El-Bakry, Tapia, Zhang 1994). A guess proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Behavior, Profile
from lemke.ground.sparse import Vector, floats, vector
from lemke.studies.polish.halves import of_size_one

Floats = NDArray[np.float64]
Support = NDArray[np.bool_]
"""Which sequences of a player are in it."""

FLOOR = 1e-10
"""Probabilities and shares of a payoff below this count as equally small."""
WHOLE = 1.0
"""Gaps, in decimal logarithms, below which all moves are rather taken to be played."""
CUTS = 2
"""Largest gaps between the probabilities at which to part moves that are played from others."""


def guesses(form: SequenceForm, profile: Profile, plans: Sequence[Vector]) -> Iterator[tuple[Support, Support]]:
    """Yield different guesses of both supports, the best one first.

    Sequences are parted at the largest gaps between the probabilities of all moves, then by the sign of the indicator,
    then at the largest gap between indicators. The plans are the realization plans of the profile.
    """
    payoffs_of = of_size_one(form.A).to_scipy(), of_size_one(form.B).T.to_scipy()
    with np.errstate(all="ignore"):  # the smallest payoffs may be below the range of floats
        evidence = [
            _evidence(sequences, behavior, payoffs @ floats(plan), abs(payoffs) @ np.ones(len(plan)))
            for sequences, behavior, payoffs, plan in zip(
                form.sequences, profile.behavior, payoffs_of, plans[::-1], strict=True
            )
        ]
    seen = set()
    probabilities, indicators = zip(*evidence, strict=True)
    for numbers, cuts in (
        (probabilities, _gaps(*probabilities)[:CUTS]),
        (indicators, [0.0, *_gaps(*indicators)[:1]]),
    ):
        for cut in cuts:
            support_1, support_2 = (_support(*pair, cut) for pair in zip(form.sequences, numbers, strict=True))
            key = support_1.tobytes(), support_2.tobytes()
            if key not in seen:
                seen.add(key)
                yield support_1, support_2


def _support(sequences: Sequences, numbers: Floats, cut: float) -> Support:
    """Return the sequences all of whose moves are above the cut, or have the largest number at their sets."""
    inside = np.zeros(sequences.size, dtype=bool)
    inside[EMPTY] = True
    for h, parent in enumerate(sequences.parent.tolist()):
        if inside[parent]:
            moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
            inside[moves] = (numbers[moves] > cut) | (numbers[moves] == numbers[moves].max())
    return inside


def _evidence(sequences: Sequences, behavior: Behavior, values: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return probabilities of last moves, and indicators, of all sequences as decimal logarithms.

    Given are payoffs against the other's plan, and sums of absolute payoffs. By backward induction: what a move loses
    against the best one at its set, as a share of the weights of all sequences from that set on.
    """
    values, weights, shares = values.copy(), weights.copy(), np.zeros(sequences.size)
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
        best, stake = values[moves].max(), weights[moves].sum()
        if stake > 0:
            shares[moves] = (best - values[moves]) / stake
        values[sequences.parent[h]] += best
        weights[sequences.parent[h]] += stake
    probabilities = np.append(1.0, floats(vector(number for moves in behavior for number in moves)))
    logarithms = np.log10(np.maximum(probabilities, FLOOR))
    return logarithms, logarithms - np.log10(np.maximum(np.nan_to_num(shares), FLOOR))


def _gaps(*numbers: Floats) -> list[float]:
    """Return where to part the numbers of all sequences but the empty ones: the middles of the gaps, the largest first.

    Not to part them at all counts as a gap, too.
    """
    ordered = np.unique(np.concatenate([values[1:] for values in numbers]))
    middles = np.append(-np.inf, (ordered[1:] + ordered[:-1]) / 2)
    widths = np.append(WHOLE, np.diff(ordered))
    return [float(middles[k]) for k in np.argsort(-widths, kind="stable")]
