"""From realization plans to behavior strategies."""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Judge
from lemke.game.best_response import complete
from lemke.game.strategy import Profile, behavior
from lemke.ground.sparse import Vector


def completed(judge: Judge, plans: Sequence[Vector], prior_values: Sequence[Vector]) -> Profile:
    """Return plans as a profile with best replies off the path, among these the best against a prior.

    Parameters
    ----------
    judge : Judge
    plans : pair of exact vectors
        A probability for every sequence.
    prior_values : pair of exact vectors
        What every sequence gets against the prior, as of ``judge.values``.
    """
    strategies = [
        complete(own, behavior(own, plans[player]), judge.values(player, list(plans)), prior_values[player])
        for player, own in enumerate(judge.sequences)
    ]
    return Profile(tuple(each for each, _ in strategies), tuple(filled for _, filled in strategies))
