"""Proofs of refinements by completely mixed plans near an equilibrium, and the check of these proofs.

Payoffs of sequences come from passes over the tree, one for each power of ε; the checks here use no pivot and no
matrix. σ_h is the sequence that leads to an information set h, σ_h c this sequence with the move c, and |σ| the number
of moves of a sequence σ.

Polynomials in ε are rows of exact coefficients: column k has the coefficients of εᵏ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from gmpy2 import mpq

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.verdict import (
    EXTENSIVE_FORM_PERFECT,
    NORMAL_FORM_PERFECT,
    PROOFS,
    QUASI_PERFECT,
)
from lemke.errors import InputError
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Behavior, is_realization_plan
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO, exact, short
from lemke.ground.sparse import ByValue, Vector, dense, exact_dot, vector, zeros
from lemke.ground.words import count

if TYPE_CHECKING:
    from lemke.certificate.extensive_form_perfect import Identity


def lowest_terms(polynomials: Vector) -> tuple[Integers, Vector]:
    """Return the order and the coefficient of the lowest term of each row; (0, 0) for the polynomial 0.

    >>> lowest_terms(np.array([[0, mpq(2)], [mpq(-1), 3]], dtype=object))
    (array([1, 0]), array([mpq(2,1), mpq(-1,1)], dtype=object))
    """
    orders = (polynomials != 0).argmax(axis=1)
    return orders, polynomials[np.arange(len(polynomials)), orders]


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return the value of every polynomial at ``epsilon``; polynomials are rows of coefficients.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((coefficient * epsilon**k for k, coefficient in enumerate(row)), ZERO) for row in polynomials)


def is_nonnegative(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether the lowest term outweighs all negative terms at ``epsilon``, and so for all smaller ε > 0, too.

    If so, the polynomial is nonnegative up to ``epsilon``. A polynomial may be nonnegative although this test fails,
    because the test ignores positive terms of higher order. The polynomial 0 passes.
    """
    order = next((k for k, coefficient in enumerate(polynomial) if coefficient), None)
    if order is None:
        return True
    further = enumerate(polynomial[order + 1 :], 1)  # all terms are divided by ε to the lowest order
    return bool(polynomial[order] + sum(min(coefficient, ZERO) * epsilon**k for k, coefficient in further) >= 0)


def nonnegative_up_to(polynomial: Vector) -> mpq:
    """Return an ε₀ such that a polynomial is nonnegative for 0 ≤ ε ≤ min(ε₀, 1); it must be nonnegative for small ε.

    ε₀ is a/b, where a > 0 is the coefficient of the lowest term and −b the sum of all negative coefficients; 1 if none
    is negative.
    """
    first = next((coefficient for coefficient in polynomial if coefficient), ZERO)
    negative = -sum((coefficient for coefficient in polynomial if coefficient < 0), ZERO)
    return first / negative if negative else ONE


def shifted(polynomial: Vector) -> Vector:
    """Return ε times a polynomial whose last coefficient is 0, so that the number of coefficients stays the same."""
    return np.append([ZERO], polynomial[:-1])


def widened(polynomials: Vector, width: int) -> Vector:
    """Return polynomials with ``width`` coefficients each, padded with zeros."""
    padded = np.full((len(polynomials), width), ZERO, dtype=object)
    padded[:, : polynomials.shape[1]] = polynomials
    return padded


NO_PROOF = "the plans near the equilibrium, which would prove this, are missing"
"""The objection to a refinement that needs a proof, if there is none."""


@dataclass(frozen=True, eq=False)
class Trembles(ByValue):
    """Completely mixed plans x(ε) and y(ε), for 0 < ε ≤ ε₀, that tend to the plans of an equilibrium as ε → 0.

    Whether the plans have these properties and prove the refinement is checked later, with a profile. The check is at
    ε₀ and 0 for ``normal-form-perfect``, which suffices; for all small enough ε for ``sequential``, and if there is no
    ε₀; otherwise for all ε up to ε₀.

    Attributes
    ----------
    name : str
        The refinement that the plans prove: a name that occurs in the proofs of ``PROOFS``.
    epsilon : mpq or None
        ε₀. None if the plans are the first terms of power series, which prove the refinement for all small enough ε;
        only ``extensive-form-perfect`` allows this.
    plans : (exact array, exact array)
        Polynomials of degree K at most, sequences x (K + 1): column k has the coefficients of εᵏ. For
        ``extensive-form-perfect`` with an ε₀, each plan is to be divided by its first row, a polynomial; otherwise the
        first row is to be 1, and column 0 has the limits.
    kernels : (tuple of exact vectors, tuple of exact vectors)
        For series only: bases of two spaces, changes of x and changes of y. After a change, the opponent's best moves
        are still equally good at ε = 0. Empty if the proof needs none.
    identities : tuple of Identity
        For series only: the proofs that a sequence has no surplus, or is as good as another, for all ε.

    >>> Trembles("quasi-perfect", "1/2", ([[1, 0]], [[1, 0], ["1", -1], [0, 1]])).at("1/3")[1]
    array([mpq(1,1), mpq(2,3), mpq(1,3)], dtype=object)
    """

    name: str
    epsilon: mpq | None
    plans: tuple[Vector, Vector]
    kernels: tuple[tuple[Vector, ...], tuple[Vector, ...]] = ((), ())
    identities: tuple[Identity, ...] = ()

    def __post_init__(self) -> None:
        if self.epsilon is None and self.name != EXTENSIVE_FORM_PERFECT:
            raise InputError(f"no largest tremble (epsilon), expected a positive number for {self.name}")
        object.__setattr__(self, "epsilon", None if self.epsilon is None else exact(self.epsilon))
        plans = tuple(
            dense(f"the plan of player {k} near an equilibrium", plan, 2) for k, plan in enumerate(self.plans, 1)
        )
        object.__setattr__(self, "plans", plans)
        kernels = tuple(tuple(dense("a change in kernels", change, 1) for change in kernel) for kernel in self.kernels)
        changes = [(plan, change) for plan, kernel in zip(plans, kernels, strict=False) for change in kernel]
        if (len(plans), len(kernels)) != (2, 2) or any(len(change) != len(plan) for plan, change in changes):
            raise InputError("plans or kernels of another shape, expected those of 2 players, one row per sequence")
        object.__setattr__(self, "kernels", kernels)
        super().__post_init__()

    def words(self) -> str:
        """Return the trembles for which the plans are a proof, in words."""
        return "all small trembles" if self.epsilon is None else f"trembles up to {short(self.epsilon)}"

    def at(self, epsilon: object) -> tuple[Vector, Vector]:
        """Return both plans at an exact ε; for ``extensive-form-perfect`` divided by their first rows.

        If the plans prove the refinement, the result is realization plans for 0 < ε ≤ ε₀: with ``normal-form-perfect``
        perhaps only at 0 and ε₀, with ``sequential`` perhaps only for smaller ε.

        Raises InputError if the plans are first terms of power series, or if a divisor is 0 at this ε.
        """
        if self.epsilon is None:
            raise InputError("plans that are first terms of power series, expected trembles with an epsilon")
        number = exact(epsilon)
        x, y = (values(plan, number) for plan in self.plans)
        if self.name != EXTENSIVE_FORM_PERFECT:
            return x, y
        if not x[EMPTY] or not y[EMPTY]:
            where = f"plans with the divisor (the first row) 0 at ε = {short(number)}"
            raise InputError(f"{where}, expected 0 < ε ≤ {short(self.epsilon)}")
        return x / x[EMPTY], y / y[EMPTY]


def objections_to_normal_form_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Return why a claim does not prove that its profile is normal-form perfect, in words; nothing if it does.

    Let (x, y) be an equilibrium, and let x also be a best reply to a completely mixed plan of player 2. Then x is a
    best reply to all plans between this plan and y. These plans are completely mixed and come arbitrarily near to y
    (Selten 1975). So the check looks only at ε₀ and the limit. A proof that an equilibrium is quasi-perfect suffices.
    """
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if mismatch := misfit(judge, trembles, NORMAL_FORM_PERFECT):
        return [mismatch]
    assert trembles.epsilon is not None
    limit, trembling = judge.plans(claim.profile), trembles.at(trembles.epsilon)
    tremble = f"the tremble {short(trembles.epsilon)}"
    for player, sequences in enumerate(judge.sequences):
        if np.any(trembles.plans[player][:, 0] != limit[player]):
            return [f"the plans of player {player + 1} near the equilibrium do not tend to its plan"]
        if not is_realization_plan(sequences, trembling[player]) or np.any(trembling[player] <= 0):
            return [f"the plan stated for player {player + 1} at {tremble} is no completely mixed plan"]
    objections = []
    for plans, where in ((list(trembling), f"at {tremble}"), (limit, "in the limit")):
        for player, sequences in enumerate(judge.sequences):
            values = judge.values(player, plans)
            if lost := best_response(sequences, values).value - exact_dot(limit[player], values):
                objections.append(f"player {player + 1} loses {short(lost)} against the other's plan {where}")
    return objections


def objections_to_quasi_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Return why a claim does not prove that its profile is quasi-perfect, in words; nothing if it does.

    For all 0 < ε ≤ ε₀, the plans must be an equilibrium of the game in which every sequence σ other than the empty one
    has at least the weight ε^|σ|. The profile must be the limit of the plans' behavior strategies (Miltersen and
    Sørensen 2010).
    """
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if mismatch := misfit(judge, trembles, QUASI_PERFECT):
        return [mismatch]
    assert trembles.epsilon is not None
    objections = []
    for player, sequences in enumerate(judge.sequences):
        plan = trembles.plans[player]
        objection = (
            objection_to_start(plan)
            or objection_to_sums(sequences, plan)
            or objection_to_limit(sequences, plan, claim.profile.behavior[player])
            or objection_to_reply(sequences, *_surplus_and_slack(judge, player, trembles.plans), trembles.epsilon)
        )
        if objection:
            objections.append(f"the plans of player {player + 1} near the equilibrium {objection}")
    return objections


def largest_tremble(polynomials: Iterable[Vector], positive: Iterable[Vector] = ()) -> mpq:
    """Return ε₀ = 1/n, up to which all ``polynomials`` are nonnegative and all polynomials ``positive`` are positive.

    All must be so for small ε. ``polynomials`` are arrays whose rows are polynomials, ``positive`` single polynomials.

    >>> largest_tremble([np.array([[1, mpq(-3)]], dtype=object)])
    mpq(1,3)
    """
    bound = min([mpq(1, 2), *(nonnegative_up_to(polynomial) for rows in polynomials for polynomial in rows)])
    # a polynomial may be 0 at the number up to which it is nonnegative, so halve it
    bound = min([bound, *(nonnegative_up_to(polynomial) / 2 for polynomial in positive)])
    return mpq(1, -(-bound.denominator // bound.numerator))  # n is 1/bound, rounded up


def misfit(judge: Judge, trembles: Trembles, name: str) -> str:
    """Return why trembles do not fit the game or the refinement, in words; an empty text if they do."""
    if trembles.name not in PROOFS[name]:
        return f"the proof is stated for {trembles.name}, expected {' or '.join(PROOFS[name])}"
    if trembles.epsilon is not None and trembles.epsilon <= 0:
        return f"the largest tremble {short(trembles.epsilon)}, expected a positive number"
    longest = max(max(sequences.lengths) for sequences in judge.sequences)
    for sequences, plan in zip(judge.sequences, trembles.plans, strict=True):
        owner = f"player {sequences.player + 1}"
        if plan.shape[0] != sequences.size:
            return f"polynomials for {count(plan.shape[0], 'sequence')} of {owner}, expected {sequences.size}"
        if name == QUASI_PERFECT and plan.shape[1] != longest + 1:
            return f"polynomials of {owner} with {count(plan.shape[1], 'coefficient')}, expected {longest + 1}"
    return ""


def objection_to_start(plan: Vector) -> str:
    """Return an objection in words if x(∅) = 1 fails for polynomials."""
    return "" if plan[EMPTY][0] == ONE and not any(plan[EMPTY][1:]) else "do not give the empty sequence the weight 1"


def objection_to_sums(sequences: Sequences, plan: Vector) -> str:
    """Return an objection in words if Σ_c x(σ_h c) = x(σ_h) fails for polynomials at an information set."""
    for h, parent in enumerate(sequences.parent):
        if np.any(sum(plan[sequence] for sequence in sequences.moves(h)) != plan[parent]):
            return f"do not add up at {sequences.information_sets[h].name}"
    return ""


def objection_to_limit(sequences: Sequences, plan: Vector, behavior: Behavior) -> str:
    """Return an objection in words if the behavior is not the limit of x(σ_h c) / x(σ_h).

    The limit is the ratio of two coefficients, those of εᵏ, where εᵏ is the lowest power in x(σ_h).
    """
    for h, parent in enumerate(sequences.parent):
        order = next((k for k, coefficient in enumerate(plan[parent]) if coefficient), None)
        name = sequences.information_sets[h].name
        if order is None:
            return f"do not reach {name}, as the sequence that leads there has the weight 0 for all ε"
        for sequence, probability in zip(sequences.moves(h), behavior[h], strict=True):
            if any(plan[sequence][:order]) or plan[sequence][order] != probability * plan[parent][order]:
                return f"have another limit than the profile at {name}"
    return ""


def objection_to_reply(sequences: Sequences, surplus: Vector, slack: Vector, epsilon: mpq) -> str:
    """Return an objection in words unless it is proved that all moves have their trembles, and only best moves more.

    The check is for 0 < ε ≤ ε₀, where ε₀ is ``epsilon``. Both arrays have polynomials as rows. A slack that is not
    proved nonnegative up to ε₀ is an objection, too: at some ε the move may be better than the best move for small ε.
    """
    for sequence, (more, loss) in enumerate(zip(surplus, slack, strict=True)):
        if not is_nonnegative(more, epsilon):
            objection = "are not proved to give {!r} its tremble"
        elif not is_nonnegative(loss, epsilon):
            objection = "are not proved to be best replies, because {!r} may be a better move"
        elif any(more) and any(loss):
            objection = "give {!r}, which is no best reply, more than its tremble"
        else:
            continue
        return f"{objection.format(sequences.names()[sequence])}, for trembles up to {short(epsilon)}"
    return ""


def _surplus_and_slack(judge: Judge, player: int, plans: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """Return the surplus of every sequence over its tremble, and its loss against a best move, as polynomials."""
    sequences, plan, payoffs = judge.sequences[player], plans[player], polynomial_values(judge, player, plans)
    return plan - _minimum_weights(sequences, plan.shape[1]), slack(sequences, payoffs, trembling=False)


def polynomial_values(judge: Judge, player: int, plans: tuple[Vector, Vector]) -> Vector:
    """Return the payoffs of a player's sequences against the other player's polynomial plan, as polynomials."""
    unused = plans[player][:, 0]  # Judge.values ignores the player's plan, but needs one
    opponent_columns = plans[1 - player].T
    return np.column_stack(
        [judge.values(player, [unused, column] if player == 0 else [column, unused]) for column in opponent_columns]
    )


def slack(sequences: Sequences, payoffs: Vector, *, trembling: bool) -> Vector:
    """Return how much less every sequence gets than a best move of its set, for small ε; payoffs are polynomials.

    This is backward induction over the information sets. For small ε, polynomials compare lexicographically. A player
    who trembles makes every move of later sets with probability at least ε. So if a move c gets T(c), a set is worth
    max T − ε Σ (max T − T(c)).
    """
    totals = payoffs.copy()
    losses = np.full_like(totals, ZERO)
    for h in range(len(sequences.sets) - 1, -1, -1):
        moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
        best = np.array(max(map(tuple, totals[moves])), dtype=object)
        losses[moves] = best - totals[moves]
        totals[sequences.parent[h]] += best - shifted(losses[moves].sum(axis=0)) if trembling else best
    return losses


def _minimum_weights(sequences: Sequences, columns: int) -> Vector:
    """Return ε^|σ| for every sequence, 0 for the empty one, as polynomials."""
    table = np.array([zeros(columns) for _ in range(sequences.size)])
    for sequence, length in enumerate(sequences.lengths):
        if length:
            table[sequence, length] = ONE
    return table
