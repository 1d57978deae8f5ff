"""The proof that a closed form is an equilibrium at all values of the parameter in an interval.

The conditions are built again from the sequences. Here signs are decided by square-free decomposition and Sturm's
theorem; the search decides them by factors and isolated roots. The proof and the search share the payoffs of pairs of
sequences, the arithmetic of functions, and the rational bounds of algebraic ends of intervals.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import prod

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.studies.parametric.elements import Function, Polynomial, evaluate
from lemke.studies.parametric.form import ClosedForm
from lemke.studies.parametric.roots import Algebraic, Interval, Real


def require_equilibrium(closed: ClosedForm, interval: Interval) -> None:
    """Raise :class:`NotProvedError` unless all conditions of an equilibrium hold throughout the interval."""
    objection = next(objections(closed, interval), None)
    if objection is not None:
        raise NotProvedError(f"a closed form proposed on {interval}: {objection}")


def objections(closed: ClosedForm, interval: Interval) -> Iterator[str]:
    """Yield, in words, every condition of an equilibrium that fails.

    For all values of the parameter, x and y must satisfy the equations of realization plans, and every term of
    xᵀ(Eᵀu − A y) and yᵀ(Fᵀv − Bᵀx) must be 0. On the interval, x, y, the slacks Eᵀu − A y and Fᵀv − Bᵀx, and the chance
    probabilities must be nonnegative without a pole, and the payoffs must have no pole.
    """
    form, zero, unit = closed.form, closed.form.functions.zero, closed.form.functions.unit
    transposed = {(j, i): entry for (i, j), entry in form.B.items()}
    for name, plan, dual, sequences, entries, opponent_plan in (
        ("x", closed.plans[0], closed.duals[0], form.sequences[0], form.A, closed.plans[1]),
        ("y", closed.plans[1], closed.duals[1], form.sequences[1], transposed, closed.plans[0]),
    ):
        if plan[0] != unit:
            yield f"{name}[0] = {plan[0]}, expected 1"
        # the value of the set where a sequence ends, minus the values of the next sets and minus the sequence's payoff
        slack = [dual[0]] + [zero] * (sequences.size - 1)
        for h, parent in enumerate(sequences.parent):
            if sum((plan[sequence] for sequence in sequences.moves(h)), -plan[parent]):
                set_name = sequences.information_sets[h].name
                yield f"the weights {name} at {set_name} do not sum to {plan[parent]}, the weight before it"
            slack[parent] -= dual[h + 1]
            for sequence in sequences.moves(h):
                slack[sequence] += dual[h + 1]
        for (i, j), entry in entries.items():
            slack[i] -= entry * opponent_plan[j]
        for k, (probability, slack_k) in enumerate(zip(plan, slack, strict=True)):
            if probability * slack_k:
                yield f"{name}[{k}] = {probability} with the slack {slack_k}, expected one of them to be 0"
            for label, function in ((name, probability), (f"slack of {name}", slack_k)):
                if not is_nonnegative(function, interval):
                    yield f"{label}[{k}] = {function}, expected a function that is defined and nonnegative"
    for function in chain(*form.game.probabilities):
        if not is_nonnegative(function, interval):
            yield f"the probability {function}, expected a function that is defined and nonnegative"
    for function in chain(*form.game.payoffs):
        if not is_defined(function, interval):
            yield f"the payoff {function}, expected a function that is defined"


def is_nonnegative(function: Function, interval: Interval) -> bool:
    """Return whether a function of one parameter is defined and nonnegative at all points of an interval.

    >>> from lemke.studies.parametric.functions import Functions
    >>> functions, interval = Functions.of("t"), Interval(mpq(0), mpq(1))
    >>> [is_nonnegative(functions(formula), interval) for formula in ("t - t**2", "(t - 1/2)**2", "t - 1/9", "1/t")]
    [True, True, False, False]
    """
    if not function:
        return True
    if not is_defined(function, interval):
        return False
    if interval.is_point:
        return bool(_value(function, interval.inside()) >= 0)
    open_interval = Interval(interval.low, interval.high, (False, False))
    # the numerator changes its sign exactly at roots of odd power
    if not _free_of_roots(_square_free_part(function.numer, with_even_powers=False), open_interval):
        return False
    # the sign does not change on the open interval; by continuity the ends have no other sign. So one point decides,
    # but it must not be a root of even power
    inside = interval.inside()
    while not (value := _value(function, inside)):
        inside = Interval(interval.low, inside).inside()
    return bool(value > 0)


def is_defined(function: Function, interval: Interval) -> bool:
    """Return whether a function of one parameter has no pole in an interval."""
    return _free_of_roots(_square_free_part(function.denom, with_even_powers=True), interval)


def _value(function: Function, number: mpq) -> mpq:
    """Return the value of a function of one parameter at a number."""
    return evaluate(function.numer, (number,)) / evaluate(function.denom, (number,))


def _square_free_part(polynomial: Polynomial, with_even_powers: bool) -> Polynomial:
    """Return the product of the square-free factors, each once; factors of even power only if asked for."""
    factors = (factor for factor, power in polynomial.sqf_list()[1] if with_even_powers or power % 2)
    return prod(factors, start=polynomial.ring.one)


def _free_of_roots(polynomial: Polynomial, interval: Interval) -> bool:
    """Return whether a square-free polynomial has no root in an interval, by Sturm's theorem."""
    from sympy import QQ, ZZ
    from sympy.polys.rootisolation import dup_count_real_roots

    if polynomial.is_ground:
        return True
    coefficients = polynomial.to_dense()

    def count(low: mpq | None, high: mpq | None) -> int:
        """Return the number of roots from ``low`` to ``high``, both included."""
        ends = [None if end is None else QQ(int(end.numerator), int(end.denominator)) for end in (low, high)]
        return int(dup_count_real_roots(coefficients, ZZ, inf=ends[0], sup=ends[1]))

    def rational_end(end: Real | None, side: int) -> tuple[mpq | None, bool]:
        """Return a rational number with no root strictly between it and ``end``, and whether ``end`` is a root.

        A rational end is returned as it is. Rational bounds of an algebraic end are drawn closer until no other root
        lies between them. Then the bound inside the interval is returned: the upper one for the lower end (``side`` 0),
        the lower one for the upper end (``side`` 1).
        """
        if not isinstance(end, Algebraic):
            return end, end is not None and not evaluate(polynomial, (end,))
        # a minimal polynomial divides every polynomial with the same root
        is_root = polynomial.degree() >= end.polynomial.degree() and not polynomial.rem(end.polynomial)
        low, high = end.interval()
        while count(low, high) > is_root:  # True is 1: only the end itself may be a root between the bounds
            low, high = end.interval((high - low) / 2)
        return (high, low)[side], is_root

    low, low_is_root = rational_end(interval.low, 0)
    high, high_is_root = rational_end(interval.high, 1)
    if (low_is_root and interval.closed[0]) or (high_is_root and interval.closed[1]):
        return False
    if low is not None and high is not None and low >= high:  # the bounds of both ends cover the interval
        return True
    # `count` includes rational ends; an end that is a root is open, as shown above, so the interval does not contain it
    roots = count(low, high)
    roots -= low_is_root and not isinstance(interval.low, Algebraic)
    roots -= high_is_root and not isinstance(interval.high, Algebraic)
    return roots == 0
