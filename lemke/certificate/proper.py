"""The proof that an equilibrium is proper (Myerson 1978), and its check, if each player has at most one choice.

The plans x(ε) and y(ε) must be completely mixed and ε-proper for all small ε: if a move gets less than a second move
against the opponent's plan, it has at most ε times the second move's probability. Each plan may be multiplied by a
polynomial, which is then its first row.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations

import numpy as np

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.polynomials import is_nonnegative, lowest_terms, shifted, values, widened
from lemke.certificate.refined import (
    NO_PROOF,
    Trembles,
    largest_tremble,
    misfit,
    objection_to_limit,
    objection_to_sums,
    polynomial_values,
)
from lemke.certificate.refinement_names import PROPER
from lemke.game.recall import EMPTY
from lemke.ground.rational import short
from lemke.ground.sparse import Vector


def proper_trembles(judge: Judge, plans: tuple[Vector, Vector]) -> Trembles:
    """Return plans with an ε₀ up to which they prove that an equilibrium is proper.

    The plans must be a proof for all small ε.
    """
    worse_moves = chain.from_iterable(_worse_moves(judge, player, plans) for player in (0, 1))
    # largest_tremble takes arrays whose rows are polynomials: here each array has one row
    polynomials = (polynomial[None] for _, *pair in worse_moves for polynomial in pair)
    epsilon = largest_tremble(polynomials, (row for plan in plans for row in plan))
    return Trembles(PROPER, epsilon, plans)


def objections_to_proper(judge: Judge, claim: Claim) -> list[str]:
    """Return why a claim does not prove that its profile is proper, in words; nothing if it does."""
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if mismatch := misfit(judge, trembles, PROPER):
        return [mismatch]
    epsilon, objections = trembles.epsilon, []
    assert epsilon is not None
    for player, sequences in enumerate(judge.sequences):
        if len(sequences.sets) > 1:
            return [f"player {player + 1} has {len(sequences.sets)} information sets, expected one at most"]
        plan = trembles.plans[player]
        positive = all(is_nonnegative(row, epsilon) for row in plan) and (values(plan, epsilon) > 0).all()
        objection = (
            ("" if positive else f"are not completely mixed, for trembles up to {short(epsilon)}")
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, claim.profile.behavior[player])
        )
        for name, *parts in _worse_moves(judge, player, trembles.plans):
            if not objection and not all(is_nonnegative(part, epsilon) for part in parts):
                objection = f"do not prove that {name!r} has at most ε times the probability of a better move"
        if objection:
            objections.append(f"the plans of player {player + 1} near the equilibrium {objection}")
    return objections


def _worse_moves(judge: Judge, player: int, plans: tuple[Vector, Vector]) -> Iterator[tuple[str, Vector, Vector]]:
    """Yield, for every pair of a worse and a better move: name of the worse, its loss, and ε x_better − x_worse."""
    sequences, payoffs = judge.sequences[player], polynomial_values(judge, player, plans)
    plan = widened(plans[player], plans[player].shape[1] + 1)
    for worse, better in permutations(range(EMPTY + 1, sequences.size), 2):
        loss = payoffs[better] - payoffs[worse]
        _, (lowest_coefficient,) = lowest_terms(loss[None])
        if lowest_coefficient > 0:  # the loss is positive for small ε
            yield sequences.names()[worse], loss, np.asarray(shifted(plan[better]) - plan[worse])
