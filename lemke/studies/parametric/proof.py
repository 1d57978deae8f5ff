"""The proof that a closed form is an equilibrium at all values of the parameter in an interval.

The search solves linear equations, and isolates roots. The proof multiplies, and decides signs by square-free
decomposition and Sturm's theorem. Both share the payoffs of pairs of sequences, the slacks, the arithmetic of
functions, and the rational bounds of irrational ends of intervals.
"""

from __future__ import annotations

from itertools import chain
from itertools import count as counting
from math import prod

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.game.recall import EMPTY
from lemke.studies.parametric.equilibrium import ParametricEquilibrium
from lemke.studies.parametric.functions import Function, Polynomial, evaluate
from lemke.studies.parametric.intervals import Interval, Root, bounds, sympy_polynomial, to_sympy


def require_equilibrium(closed: ParametricEquilibrium, interval: Interval) -> None:
    """Raise :class:`NotProvedError` unless all conditions of an equilibrium hold throughout a bounded interval.

    For all values of the parameter, x and y must satisfy the equations of realization plans, and every term of
    xᵀ(Eᵀu − A y) and yᵀ(Fᵀv − Bᵀx) must be 0. On the interval, x, y, the slacks Eᵀu − A y and Fᵀv − Bᵀx, and the chance
    probabilities must be nonnegative without a pole, and the payoffs must have no pole.
    """
    form = closed.form
    for plan, slacks, sequences in zip(closed.plans, closed.slacks, form.sequences, strict=True):
        sums = (sum((plan[k] for k in sequences.moves(h)), -plan[parent]) for h, parent in enumerate(sequences.parent))
        if plan[EMPTY] != 1 or any(sums):
            raise NotProvedError(f"a closed form proposed on {interval} with weights that are no plan")
        for probability, slack in zip(plan, slacks, strict=True):
            if probability and slack:
                raise NotProvedError(f"a closed form proposed on {interval}: {probability} with the slack {slack}")
    for function in {*chain(*closed.plans, *closed.slacks, *closed.game.probabilities)}:
        if not is_nonnegative(function, interval):
            raise NotProvedError(f"a closed form proposed on {interval}: {function}, expected a nonnegative function")
    for function in {*chain(*closed.game.payoffs)}:
        if not is_defined(function, interval):
            raise NotProvedError(f"a closed form proposed on {interval}: {function}, expected a payoff without a pole")


def is_nonnegative(function: Function, interval: Interval) -> bool:
    """Return whether a function is defined and nonnegative at all points of a bounded interval of positive length.

    >>> from lemke.studies.parametric.functions import Functions
    >>> functions, interval = Functions.of("t"), Interval(mpq(0), mpq(1))
    >>> [is_nonnegative(functions(formula), interval) for formula in ("t - t**2", "(t - 1/2)**2", "t - 1/9", "1/t")]
    [True, True, False, False]
    """
    if not function:
        return True
    # the numerator changes its sign exactly at roots of odd power
    open_interval = Interval(interval.low, interval.high, (False, False))
    if not is_defined(function, interval) or not _free_of_roots(function.numer, open_interval, odd=True):
        return False
    # the sign does not change on the open interval; by continuity the ends have no other sign. So one point decides,
    # but it must not be a root of even power
    point = interval.inside()
    while not evaluate(function, (point,)):
        point = Interval(interval.low, point).inside()
    return bool(evaluate(function, (point,)) > 0)


def is_defined(function: Function, interval: Interval) -> bool:
    """Return whether a function has no pole in an interval."""
    return _free_of_roots(function.denom, interval)


def _free_of_roots(polynomial: Polynomial, interval: Interval, odd: bool = False) -> bool:
    """Return whether a polynomial has no root, or none of odd power, in a bounded interval, by Sturm's theorem."""
    factors = (factor for factor, power in polynomial.sqf_list()[1] if not odd or power % 2)
    square_free = sympy_polynomial(prod(factors, start=polynomial.ring.one))
    if square_free.degree() < 1:
        return True

    def count(low: mpq, high: mpq) -> int:
        """Return the number of roots from ``low`` to ``high``, both included."""
        return int(square_free.count_roots(to_sympy(low), to_sympy(high)))

    ends = []
    for side, end in enumerate(interval.ends):
        # a minimal polynomial divides every polynomial with the same root
        is_root = not (square_free.rem(end.polynomial) if isinstance(end, Root) else square_free.eval(to_sympy(end)))
        if is_root and interval.closed[side]:
            return False
        # only the end itself may be a root between its bounds, of which one is in the interval
        low, high = next(pair for k in counting(0, 8) if count(*(pair := bounds(end, k))) == is_root)
        ends.append((low, high)[1 - side])
    if ends[0] >= ends[1]:  # the bounds of both ends cover the interval
        return True
    # a rational end that is a root is open, and counted
    return count(*ends) == sum(not square_free.eval(to_sympy(end)) for end in ends)
