"""What proves an equilibrium to be refined, completely mixed plans near it, and the check of that.

Payoffs of sequences come from passes over the tree, one for each power of ε; no pivot and no matrix is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from gmpy2 import mpq

from lemke.certificate.judge import Claim, Judge
from lemke.certificate.refinement_names import EXTENSIVE_FORM_PERFECT, NORMAL_FORM_PERFECT, PROOFS, QUASI_PERFECT
from lemke.errors import InputError, ShapeError
from lemke.game.best_response import best_response, plan_value
from lemke.game.recall import EMPTY, Sequences
from lemke.game.strategy import Behavior, is_realization_plan
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO, exact, short
from lemke.ground.sparse import ByValue, Vector, dense, vector, zeros

NO_PROOF = "no plans near it are stated that prove it"
"""What speaks against a refinement that needs a proof, where there is none."""


@dataclass(frozen=True, eq=False)
class Trembles(ByValue):
    """Completely mixed plans x(ε) and y(ε) near those of an equilibrium, for 0 < ε ≤ ε₀, which tend to them as ε → 0.

    That they are completely mixed, and all that they are to prove, is checked together with a profile: of
    ``quasi-perfect`` for all ε up to ε₀, of ``normal-form-perfect`` at ε₀ and 0 alone, as that proves it.

    Attributes
    ----------
    name : str
        Of the refinement that they prove: ``quasi-perfect``, ``normal-form-perfect`` or ``extensive-form-perfect``.
    epsilon : mpq
        ε₀.
    plans : (exact array, exact array)
        Polynomials, sequences x (K + 1): column k has the coefficients of εᵏ, so column 0 the limits. Of
        ``extensive-form-perfect`` each plan stands over its first row, a polynomial, else that is 1.

    Raises
    ------
    ShapeError
        Unless there are two plans of two dimensions, with a coefficient at least for every sequence.
    NumberError
        For numbers that are not exact.

    >>> Trembles("quasi-perfect", "1/2", ([[1, 0]], [[1, 0], ["1", -1], [0, 1]])).at("1/3")[1]
    array([mpq(1,1), mpq(2,3), mpq(1,3)], dtype=object)
    """

    name: str
    epsilon: mpq
    plans: tuple[Vector, Vector]

    def __post_init__(self) -> None:
        if len(self.plans) != 2:
            raise ShapeError(f"plans of {len(self.plans)} players near an equilibrium, expected 2")
        object.__setattr__(self, "epsilon", exact(self.epsilon))
        plans = tuple(
            dense(f"the plan of player {k} near an equilibrium", each, 2) for k, each in enumerate(self.plans, 1)
        )
        object.__setattr__(self, "plans", plans)
        super().__post_init__()

    def at(self, epsilon: object) -> tuple[Vector, Vector]:
        """Return both plans at a number ε, which must be exact.

        They are realization plans for 0 < ε ≤ ε₀ if the plans prove an equilibrium to be quasi-perfect, and at 0 and ε₀
        if normal-form perfect.
        """
        number = exact(epsilon)
        x, y = (values(plan, number) for plan in self.plans)
        if self.name != EXTENSIVE_FORM_PERFECT:
            return x, y
        if not x[EMPTY] or not y[EMPTY]:
            raise InputError(f"plans at {short(number)}, expected a number up to {short(self.epsilon)} and not 0")
        return x / x[EMPTY], y / y[EMPTY]


def lowest_terms(polynomials: Vector) -> tuple[Integers, Vector]:
    """Return of polynomials, given as rows of coefficients, the lowest powers with a coefficient and these; 0, 0 of 0.

    >>> lowest_terms(np.array([[0, mpq(2)], [mpq(-1), 3]], dtype=object))
    (array([1, 0]), array([mpq(2,1), mpq(-1,1)], dtype=object))
    """
    orders = (polynomials != 0).argmax(axis=1)
    return orders, polynomials[np.arange(len(polynomials)), orders]


def values(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return polynomials, given as rows of coefficients, at a number.

    >>> values([[1, -1, 0], [0, 0, 2]], mpq(1, 3))
    array([mpq(2,3), mpq(2,9)], dtype=object)
    """
    return vector(sum((each * epsilon**k for k, each in enumerate(row)), ZERO) for row in polynomials)


def objections_to_normal_form_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove that its plans are normal-form perfect; nothing if it does.

    Plans in equilibrium that are best replies to completely mixed ones as well are best replies to all between these
    and themselves, which come arbitrarily near (Selten 1975). So ε₀ and the limit are all that is looked at, and plans
    that prove an equilibrium to be quasi-perfect will do.
    """
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if wrong := misfit(judge, trembles, NORMAL_FORM_PERFECT):
        return [wrong]
    end, near = judge.plans(claim.profile), trembles.at(trembles.epsilon)
    tremble = f"the tremble {short(trembles.epsilon)}"
    for player, own in enumerate(judge.sequences):
        if np.any(trembles.plans[player][:, 0] != end[player]):
            return [f"the plans near that of player {player + 1} do not tend to it"]
        if not is_realization_plan(own, near[player]) or np.any(near[player] <= 0):
            return [f"what is stated of player {player + 1} at {tremble} is no completely mixed plan"]
    found = []
    for plans, where in ((list(near), f"at {tremble}"), (end, "in the limit")):
        for player, own in enumerate(judge.sequences):
            values = judge.values(player, plans)
            if lost := best_response(own, values).value - plan_value(end[player], values):
                found.append(f"player {player + 1} loses {short(lost)} against the other's plan {where}")
    return found


def objections_to_quasi_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove that its profile is quasi-perfect; nothing if it does.

    The plans must be an equilibrium, for all 0 < ε ≤ ε₀, of the game in which every sequence σ other than the empty one
    has at least the probability ε^|σ|, and the profile must be the limit of their behavior (Miltersen and Sørensen
    2010). For ε₀ itself the same is worked out in numbers as well.
    """
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if wrong := misfit(judge, trembles, QUASI_PERFECT):
        return [wrong]
    found, near, epsilon = [], trembles.at(trembles.epsilon), trembles.epsilon
    for player, own in enumerate(judge.sequences):
        plan = trembles.plans[player]
        surplus, slack = _surplus_and_slack(judge, player, trembles.name, trembles.plans)
        surplus_there = near[player] - values(_trembles(own, plan.shape[1]), epsilon)
        slack_there = _slack(own, judge.values(player, list(near))[:, None])
        broken = (
            _broken_equation(own, plan, epsilon, scaled=False)
            or broken_limit(own, plan, claim.profile.behavior[player])
            or _broken_reply(own, surplus, slack, epsilon)
            or _broken_reply(own, surplus_there[:, None], slack_there, epsilon)
        )
        if broken:
            found.append(f"the plans of player {player + 1} near it {broken}")
    return found


def objections_to_extensive_form_perfect(judge: Judge, claim: Claim) -> list[str]:
    """Say in words why a claim does not prove that its profile is extensive-form perfect; nothing if it does.

    The plans must be an equilibrium, for all 0 < ε ≤ ε₀, of the game in which every move has at least the probability ε
    at its information set, and the profile must be the limit of their behavior (Selten 1975). Each plan may stand times
    a polynomial, its first row, that is positive there.
    """
    trembles = claim.refinement
    if trembles is None:
        return [NO_PROOF]
    if wrong := misfit(judge, trembles, EXTENSIVE_FORM_PERFECT):
        return [wrong]
    found = []
    for player, own in enumerate(judge.sequences):
        plan = trembles.plans[player]
        broken = (
            _broken_equation(own, plan, trembles.epsilon, scaled=True)
            or broken_limit(own, plan, claim.profile.behavior[player])
            or _broken_reply(own, *_surplus_and_slack(judge, player, trembles.name, trembles.plans), trembles.epsilon)
        )
        if broken:
            found.append(f"the plans of player {player + 1} near it {broken}")
    return found


def largest_tremble(judge: Judge, name: str, plans: tuple[Vector, Vector]) -> mpq:
    """Return an ε₀ = 1/n up to which polynomial plans prove a refinement, if they do for small ε.

    A polynomial whose first coefficient a > 0 is followed by negative ones of sum −b is nonnegative up to min(1, a/b).
    """
    bound = mpq(1, 2)
    for player in (0, 1):
        for polynomial in np.concatenate(_surplus_and_slack(judge, player, name, plans), axis=0):
            bound = min(bound, _bound(polynomial))
        bound = min(bound, _bound(plans[player][EMPTY]) / 2)  # this one must be positive there
    return mpq(1, -(-bound.denominator // bound.numerator))


def _bound(polynomial: Vector) -> mpq:
    first = next((each for each in polynomial if each), ZERO)
    negative = -sum((each for each in polynomial if each < 0), ZERO)
    return first / negative if negative else ONE


def _surplus_and_slack(judge: Judge, player: int, name: str, plans: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """Return as polynomials what every sequence has above its tremble, and what it gets less than a best move.

    Of quasi-perfection a player does not expect its own trembles, of extensive-form perfection it does.
    """
    own, plan = judge.sequences[player], plans[player]
    payoffs = _values(judge, player, plans)
    if name == QUASI_PERFECT:
        surplus, slack = plan - _trembles(own, plan.shape[1]), _slack(own, payoffs)
    else:
        surplus, slack = _over_moves(own, plan), _slack_of_trembling(own, payoffs)
    width = max(surplus.shape[1], slack.shape[1])
    return _widened(surplus, width), _widened(slack, width)


def misfit(judge: Judge, trembles: Trembles, name: str) -> str:
    """Return what makes plans none near an equilibrium of this game."""
    if trembles.name not in PROOFS[name]:
        return f"the plans near it are stated to prove that it is {trembles.name}"
    if trembles.epsilon <= 0:
        return f"the largest tremble {short(trembles.epsilon)}, expected a positive one"
    longest = max(max(own.lengths) for own in judge.sequences)
    for own, plan in zip(judge.sequences, trembles.plans, strict=True):
        if plan.shape[0] != own.size:
            return f"near it {plan.shape[0]} sequences of player {own.player + 1}, expected {own.size}"
        if name == QUASI_PERFECT and plan.shape[1] != longest + 1:
            return f"polynomials of {plan.shape[1]} coefficients, expected {longest + 1}"
    return ""


def _broken_equation(own: Sequences, plan: Vector, epsilon: mpq, *, scaled: bool) -> str:
    """Return where x(∅) = 1 fails for polynomials, or, if they are scaled, 0 < x(∅); or where :func:`broken_sums`."""
    if scaled:
        if not plan[EMPTY].any() or not _is_nonnegative(plan[EMPTY], epsilon) or not values(plan[[EMPTY]], epsilon)[0]:
            return f"do not start with a positive number, for trembles up to {short(epsilon)}"
    elif plan[EMPTY][0] != ONE or np.any(plan[EMPTY][1:] != 0):
        return "do not start with 1"
    return broken_sums(own, plan)


def broken_sums(own: Sequences, plan: Vector) -> str:
    """Return where Σ_c x(σ_h c) = x(σ_h) fails for polynomials."""
    for h, parent in enumerate(own.parent):
        if np.any(sum(plan[sequence] for sequence in own.moves(h)) != plan[parent]):
            return f"do not add up at {own.information_sets[h].name}"
    return ""


def broken_limit(own: Sequences, plan: Vector, behavior: Behavior) -> str:
    """Return where the moves are not the limit of x(σ_h c) / x(σ_h), the ratio of the coefficients of lowest order."""
    for h, parent in enumerate(own.parent):
        order = next((k for k, each in enumerate(plan[parent]) if each), None)
        name = own.information_sets[h].name
        if order is None:
            return f"do not reach {name}"
        for sequence, probability in zip(own.moves(h), behavior[h], strict=True):
            if any(plan[sequence][:order]) or plan[sequence][order] != probability * plan[parent][order]:
                return f"have another limit at {name}"
    return ""


def _broken_reply(own: Sequences, surplus: Vector, slack: Vector, epsilon: mpq) -> str:
    """Return which sequence has less than its tremble, or more than that and is no best reply, for 0 < ε ≤ ε₀.

    Both arrays have polynomials as rows; numbers are polynomials of degree 0.
    """
    for sequence, (more, loss) in enumerate(zip(surplus, slack, strict=True)):
        if not _is_nonnegative(more, epsilon):
            return f"give {own.names()[sequence]} less than its tremble, for trembles up to {short(epsilon)}"
        if not _is_nonnegative(loss, epsilon) or (any(more) and any(loss)):
            return f"give {own.names()[sequence]} more than its tremble in vain, for trembles up to {short(epsilon)}"
    return ""


def _is_nonnegative(polynomial: Vector, epsilon: mpq) -> bool:
    """Return whether the first coefficient outweighs all negative ones at ε₀: so it does for all 0 < ε ≤ ε₀."""
    order = next((k for k, each in enumerate(polynomial) if each), None)
    return order is None or bool(
        polynomial[order] + sum(min(each, ZERO) * epsilon**k for k, each in enumerate(polynomial[order + 1 :], 1)) >= 0
    )


def _slack(own: Sequences, values: Vector) -> Vector:
    """Return what every sequence gets less than a best move in its place, for small ε; given payoffs as polynomials.

    Polynomials are compared lexicographically, by backward induction over the information sets.
    """
    totals = values.copy()
    slack = np.full_like(values, ZERO)
    for h in range(len(own.sets) - 1, -1, -1):
        moves = slice(own.moves(h).start, own.moves(h).stop)
        best = np.array(max(map(tuple, totals[moves])), dtype=object)
        slack[moves] = best - totals[moves]
        totals[own.parent[h]] += best
    return slack


def _slack_of_trembling(own: Sequences, values: Vector) -> Vector:
    """Return what :func:`_slack` does where the player makes every move of later sets with probability ε at least.

    A set with k moves is worth ε Σ T(c) + (1 − k ε) max T(c), T(c) being what a move c gets.
    """
    totals = _widened(values, values.shape[1] + max(own.lengths))
    slack = np.full_like(totals, ZERO)
    for h in range(len(own.sets) - 1, -1, -1):
        moves = slice(own.moves(h).start, own.moves(h).stop)
        best = np.array(max(map(tuple, totals[moves])), dtype=object)
        slack[moves] = best - totals[moves]
        totals[own.parent[h]] += best - _shifted(slack[moves].sum(axis=0))
    return slack


def _over_moves(own: Sequences, plan: Vector) -> Vector:
    """Return x(σ_h c) − ε x(σ_h) for every sequence but the empty one, for which it is 0."""
    wide = _widened(plan, plan.shape[1] + 1)
    surplus = np.full_like(wide, ZERO)
    for h, parent in enumerate(own.parent):
        moves = slice(own.moves(h).start, own.moves(h).stop)
        surplus[moves] = wide[moves] - _shifted(wide[parent])
    return surplus


def _shifted(polynomial: Vector) -> Vector:
    """Return ε times a polynomial, whose last coefficient is 0."""
    return np.append([ZERO], polynomial[:-1])


def _widened(polynomials: Vector, width: int) -> Vector:
    """Return polynomials with further coefficients that are 0."""
    wide = np.full((len(polynomials), width), ZERO, dtype=object)
    wide[:, : polynomials.shape[1]] = polynomials
    return wide


def _values(judge: Judge, player: int, plans: tuple[Vector, Vector]) -> Vector:
    """Return the payoffs of a player's sequences against the other's polynomial plan."""
    own = plans[player][:, 0]  # which does not matter
    others = plans[1 - player].T
    return np.column_stack([judge.values(player, [own, each] if player == 0 else [each, own]) for each in others])


def _trembles(own: Sequences, columns: int) -> Vector:
    """Return ε^|σ| for every sequence, 0 for the empty one, as polynomials."""
    table = np.array([zeros(columns) for _ in range(own.size)])
    for sequence, length in enumerate(own.lengths):
        if length:
            table[sequence, length] = ONE
    return table
