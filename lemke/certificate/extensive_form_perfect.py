"""The proof that an equilibrium is extensive-form perfect (Selten 1975), and its check on the tree.

In the ε-game every move has at least the probability ε at its information set. The plans x(ε) and y(ε) must be an
equilibrium of that game for all small ε. They are stated in one of two ways.

*Polynomials*: each plan is multiplied by a polynomial, which is then its first row. The check holds up to an ε₀.

*First terms of power series*: the check holds for small ε. Let σ_h be the sequence that leads to an information set h,
and σ_h c this sequence with the move c. σ_h c has a *surplus* x(σ_h c) − ε x(σ_h), and a *slack*: how much less c gets
than the best move at h. In the stated terms one of the two must be zero and the other positive. Both may be zero if it
is proved that they are zero in all further terms, too: by an identity (:mod:`lemke.certificate.identities`), or because
the move always pays as much as another move with a surplus. So every sequence has a condition, linear in each plan:
surplus = 0 or slack = 0. If the conditions determine the plans (:mod:`lemke.certificate.regular`), the plans are power
series with the stated terms; :func:`~lemke.certificate.regular.lost_terms` says whether the last term may be wrong.
Then the lowest terms of surpluses and slacks are known, and with them their signs for small ε.
"""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.certificate.identities import Mixing, is_proved, surplus
from lemke.certificate.judge import Claim, Judge
from lemke.certificate.polynomials import is_nonnegative, lowest_terms, values, widened
from lemke.certificate.refined import (
    NO_PROOF,
    Trembles,
    largest_tremble,
    misfit,
    objection_to_limit,
    objection_to_reply,
    objection_to_start,
    objection_to_sums,
    polynomial_values,
    slack,
)
from lemke.certificate.refinement_names import EXTENSIVE_FORM_PERFECT
from lemke.certificate.regular import lost_terms
from lemke.game.recall import EMPTY, tied_moves
from lemke.game.strategy import Behavior
from lemke.game.tree import Integers
from lemke.ground.rational import short
from lemke.ground.sparse import Vector


def perfect_trembles(judge: Judge, plans: tuple[Vector, Vector]) -> Trembles:
    """Return plans with an ε₀ up to which they prove that an equilibrium is extensive-form perfect.

    Each plan is multiplied by a polynomial, its first row. The plans must be a proof for all small ε.
    """
    polynomials = (array for player in (0, 1) for array in _surplus_and_slack(judge, player, plans, all_powers=True))
    return Trembles(EXTENSIVE_FORM_PERFECT, largest_tremble(polynomials, [plan[EMPTY] for plan in plans]), plans)


def objections_to_extensive_form_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Return why a claim does not prove that its profile is extensive-form perfect, in words; nothing if it does."""
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if mismatch := misfit(judge, trembles, EXTENSIVE_FORM_PERFECT):
        return [mismatch]
    objections = _objections_to_series if trembles.epsilon is None else _objections_to_polynomials
    return objections(judge, trembles, claim.profile.behavior)


def _objections_to_polynomials(judge: Judge, trembles: Trembles, behavior: tuple[Behavior, ...]) -> list[str]:
    objections, epsilon = [], trembles.epsilon
    assert epsilon is not None
    unproved = f"is not proved to be positive, for trembles up to {short(epsilon)}"
    for player, sequences in enumerate(judge.sequences):
        plan = trembles.plans[player]
        objection = (
            ("" if _is_positive(plan[EMPTY], epsilon) else f"have a first row that {unproved}")
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, behavior[player])
            or objection_to_reply(
                sequences, *_surplus_and_slack(judge, player, trembles.plans, all_powers=True), epsilon
            )
        )
        if objection:
            objections.append(f"the plans of player {player + 1} near the equilibrium {objection}")
    return objections


def _is_positive(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether a polynomial is proved to be positive for 0 < ε ≤ ε₀, where ε₀ is ``epsilon``."""
    # is_nonnegative proves it positive below ε₀; at ε₀ itself it may be 0
    (value_at_end,) = values(polynomial[None], epsilon)
    return any(polynomial) and is_nonnegative(polynomial, epsilon) and bool(value_at_end)


def _objections_to_series(judge: Judge, trembles: Trembles, behavior: tuple[Behavior, ...]) -> list[str]:
    terms = min(plan.shape[1] for plan in trembles.plans)
    x, y = (plan[:, :terms] for plan in trembles.plans)
    mixing, undecided, orders = list[Mixing](), list[Mixing](), list[Integers]()
    for player, sequences in enumerate(judge.sequences):
        plan = (x, y)[player]
        objection = (
            objection_to_start(plan)
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, behavior[player])
        )
        if objection:
            return [f"the plans of player {player + 1} near the equilibrium {objection}"]
        polynomials = _surplus_and_slack(judge, player, (x, y), all_powers=False)
        # the lowest coefficients have the signs of the polynomials for small ε; the empty sequence, 0, has no tremble
        (surplus_orders, surpluses), (slack_orders, slacks) = map(lowest_terms, polynomials)
        orders += [lowest_terms(plan)[0], surplus_orders[1:], slack_orders[1:]]
        mixing.append(surpluses != 0)
        undecided.append((surpluses == 0) & (slacks == 0))
        violated = (surpluses < 0) | (slacks < 0) | ((surpluses != 0) & (slacks != 0))
        if violated[1:].any():  # argmax finds the first such sequence
            name = sequences.names()[1 + int(np.argmax(violated[1:]))]
            fault = "less than its tremble, or more although it is no best reply"
            return [f"the plans of player {player + 1} near the equilibrium give {name!r} {fault}"]
    for identity in trembles.identities:
        # a mixing move adds the equation slack = 0, which the known terms must satisfy: undecided moves satisfy it
        size = judge.sequences[identity.player].size
        if not (0 < identity.sequence < size and undecided[identity.player][identity.sequence]):
            fault = f"an identity of sequence {identity.sequence} of player {identity.player + 1}"
            return [f"{fault}, expected a sequence for which the stated terms leave open whether it is a best move"]
        mixing[identity.player][identity.sequence] |= identity.mixing
        undecided[identity.player][identity.sequence] = False
    for sequences, open_moves, mixes in zip(judge.sequences, undecided, mixing, strict=True):
        if open_moves[1:].any():
            open_moves &= ~tied_moves(sequences, judge.pair_payoffs(sequences.player), mixes)
        if open_moves[1:].any():
            name = sequences.names()[1 + int(np.argmax(open_moves[1:]))]
            move = f"{name!r} of player {sequences.player + 1}"
            return [f"the plans near the equilibrium leave open whether {move} is a best move"]
    for identity in trembles.identities:
        if not is_proved(judge, mixing, identity):
            fault = f"the identity of sequence {identity.sequence} of player {identity.player + 1}"
            return [f"{fault} does not hold for the plans near the equilibrium"]
    uncertain_terms = lost_terms(judge, mixing, trembles.kernels)
    if uncertain_terms is None:
        return ["the stated terms do not prove that there are such plans near the equilibrium"]
    # every lowest term must be one of the terms that are certain
    too_few = np.concatenate(orders).max(initial=0) >= terms - uncertain_terms
    return ["the stated terms of the plans near the equilibrium are too few"] if too_few else []


def _surplus_and_slack(
    judge: Judge, player: int, plans: tuple[Vector, Vector], *, all_powers: bool
) -> tuple[Vector, Vector]:
    """Return the surplus and the slack of every sequence, as polynomials.

    With ``all_powers`` they have all powers of ε that occur; otherwise only the powers that the plans have, as those
    are first terms of series.
    """
    sequences, plan, payoffs = judge.sequences[player], plans[player], polynomial_values(judge, player, plans)
    if all_powers:
        width = max(plan.shape[1] + 1, payoffs.shape[1] + max(sequences.lengths))
        plan, payoffs = widened(plan, width), widened(payoffs, width)
    return surplus(sequences, plan), slack(sequences, payoffs, trembling=True)
