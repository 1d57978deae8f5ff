"""Lemke's path in exact arithmetic (Lemke 1965): complementary pivoting on an integer tableau.

A variable enters, the variable that blocks first leaves, and the complement of the one that left enters next. The path
ends when z0 has left or nothing blocks. If z0 ties in the minimum ratio test, z0 leaves. Among other tied variables a
tie rule decides:

``"ascending"``, ``"descending"``, or a sequence of all pairs that are not free
    The lexicographic rule: the constants are regarded as q + Σₜ bₜ εᵗ. The bₜ are the columns of the start basis, in
    this order of the pairs (zᵢ, wᵢ). A path with such a rule never cycles (Cottle, Pang, Stone 1992); but from a start
    basis with z0 > 0 the path may lead back to its start.
``"least-index"``
    The tied variable that is first in the order z1, …, zn, w1, …, wn leaves; nothing is perturbed. The path may then
    cycle, as on the example of Kostreva (1979). The next pivot depends only on the basis and the entering variable, so
    the path cycles iff it comes back to the same basis with the same entering variable.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground.rational import ONE, ZERO, decimal, shown
from lemke.linear.exact import require
from lemke.linear.lcp import LCP, Ray, Solution
from lemke.linear.pivoting.tableau import Tableau, TableauPlace

NamedRule: TypeAlias = Literal["ascending", "descending", "least-index"]
TieRule: TypeAlias = NamedRule | Sequence[int]
"""A name; or the indices i, from 0, of all pairs (zᵢ, wᵢ) that are not free, the pair with the largest perturbation
first."""
TIE_RULES: tuple[NamedRule, ...] = get_args(NamedRule)
SHOWN = 8
"""The most pivots of a cycle that a message lists."""

Yielded = TypeVar("Yielded")
Returned = TypeVar("Returned")


class GeneratorWithEnd(Generic[Yielded, Returned]):
    """A generator that stores its return value: iterate over it once, then read ``end``.

    >>> def countdown():
    ...     yield from (2, 1)
    ...     return "done"
    >>> walk = GeneratorWithEnd(countdown())
    >>> list(walk), walk.end
    ([2, 1], 'done')
    """

    end: Returned

    def __init__(self, steps: Generator[Yielded, None, Returned]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Yielded]:
        self.end = yield from self._steps


class Pivot(NamedTuple):
    """One pivot: codes of the variables that enter and leave (see :meth:`LCP.variable`), and z0 after the pivot.

    ``number`` counts pivots from 1; ``bits`` is the length in bits of the largest basis determinant so far.
    """

    number: int
    entering: int
    leaving: int
    z0: mpq
    bits: int


PivotGenerator: TypeAlias = Generator[Pivot, None, Solution | Ray]


def path(problem: LCP, tie_rule: TieRule = "ascending") -> PivotGenerator:
    """Follow Lemke's path in exact arithmetic; yield each pivot, and return the outcome.

    The same problem and tie rule give the same path on every machine. Raises InputError if the start basis is singular,
    infeasible, or missing although there are free variables, or if the path leads back to its start; CycleError.
    Between pivots the caller checks the limits.

    >>> walk = path(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [(pivot.entering, pivot.leaving, str(pivot.z0)) for pivot in walk]
    [(4, 3, '6'), (1, 2, '4'), (0, 4, '0')]
    """
    return walk(start_of_path(problem, tie_rule))


def start_of_path(problem: LCP, tie_rule: TieRule) -> Tableau:
    """Return the tableau at the start of the path, which must be feasible; errors are those of :func:`path`."""
    order = order_of_pairs(problem, tie_rule)
    tableau = Tableau(problem)
    places = tableau.places()
    basic_of_pair = {code % problem.size: code for code in places}  # zᵢ has the code i, wᵢ the code n + i
    # the order of the perturbation is part of the interface: by default pairs ascending
    if order is None:
        tableau.rank = None
    else:
        tableau.rank = {basic_of_pair[pair]: k for k, pair in enumerate(order) if pair in basic_of_pair}
    (constant,) = tableau.constants
    for code in filter(places.__contains__, tableau.units):  # in the order of the dictionary
        # the variable is value + slope z0: for large z0 the slope decides the sign; if the slope is 0, the value
        slope, value = -tableau.coefficient(tableau.z0, places[code]), tableau.coefficient(constant, places[code])
        at_start = value + slope * problem.start.z0 if problem.start else slope or value
        if at_start < 0:
            where, expected = "for large z0", "d >= 0, and d > 0 where q < 0"
            if problem.start:
                where, expected = f"at z0 = {problem.start.z0}", "a start at which this variable is 0 or more"
            raise InputError(f"{problem.variable(code)} is negative {where}, expected {expected}")
    return tableau


def walk(tableau: Tableau) -> PivotGenerator:
    """Let z0 decrease from the start until a variable blocks; yield all pivots, and return the outcome.

    If z0 reaches 0 before a variable blocks, there is no pivot.
    """
    leaving, number = tableau.leaving(tableau.z0, decreasing=True), 0
    # at z0 = 0 a variable is equal to its constant: if the constant is negative, the variable blocks before z0 = 0
    if leaving is not None and tableau.entries(tableau.constants[0], [leaving])[0] < 0:
        pivots = GeneratorWithEnd(complementary_pivots(tableau, tableau.z0, leaving))
        for number, (entering, left) in enumerate(pivots, 1):
            yield Pivot(number, entering, left, tableau.parameter(), tableau.bits)
        if pivots.end is not None:
            return _ray(tableau, pivots.end, number)
    return Solution(*tableau.point(), tableau.basis(), number, tableau.bits)


def complementary_pivots(
    tableau: Tableau, entering: int, leaving: TableauPlace | None
) -> Generator[tuple[int, int], None, int | None]:
    """Pivot until z0 has left or nothing blocks; yield the codes of each pivot's entering and leaving variable.

    Return the entering variable that nothing blocks, or None if z0 has left. With a lexicographic rule, no vertex but
    the first can come again; the first can only if the edge on which the path starts has a vertex at both ends. In the
    LCPs of games, this edge has a vertex at one end only. Cycles of the other rule are found as in Brent (1980): only
    one state is stored. After 1, then 2, 4, 8, … further states, the newest state replaces the stored one. So a state
    that first returns after n steps is met again within 3 n steps.
    """
    stored: tuple[int, tuple[int, ...]] | None = None
    steps: list[tuple[int, int]] = []  # since the stored state: when this state returns, they are the cycle
    period = 1
    while leaving is not None:
        left = tableau.exchange(entering, leaving)
        yield entering, left
        if left == tableau.z0:
            return None
        if tableau.rank is None:
            steps.append((entering, left))
            state = left, tableau.basis()
            if state == stored:
                names = [tableau.problem.variable(code) for code in range(tableau.z0 + 1)]
                raise CycleError.of(tuple(steps), names)
            if len(steps) == period:
                stored, steps, period = state, [], 2 * period
        elif stored is None:
            stored = left, tableau.basis()
        else:
            leads_back = left == stored[0] and tableau.basis() == stored[1]
            require(not leads_back, "a path that leads back to its start, expected one from which z0 can grow for ever")
        entering = tableau.complement(left)
        leaving = tableau.leaving(entering)
    return entering


def _ray(tableau: Tableau, entering: int, pivots: int) -> Ray:
    """Return the ray along which the entering variable grows without bound."""
    # as the entering variable grows by 1, a basic variable changes by minus its row's entry in the entering column
    rates = {entering: ONE} | {code: -rate for code, rate in tableau.coefficients(entering).items()}
    z, direction = tableau.point()[0], tableau.completed(rates)[0]
    moves = bool(z.any() or direction.any())
    require(moves, "a path that leads back to the ray on which paths begin, expected a start on another path")
    return Ray(z, tableau.parameter(), direction, rates.get(tableau.z0, ZERO), pivots, tableau.bits)


def stage(number: int, z0: mpq, bits: int) -> str:
    """Return a line about the progress of a path."""
    return f"pivot {number}, z0 = {decimal(z0, 4)}, {bits} bits"


class CycleError(NotProvedError):
    """A path with the tie rule ``least-index`` repeats the same pivots for ever.

    ``cycle`` has, for each pivot of the cycle, the codes of the entering and the leaving variable.
    """

    def __init__(self, message: str, cycle: tuple[tuple[int, int], ...]) -> None:
        super().__init__(message)
        self.cycle = cycle
        self.args = message, cycle  # the arguments of __init__, so that the error can be pickled

    @classmethod
    def of(cls, cycle: tuple[tuple[int, int], ...], names: Sequence[str]) -> CycleError:
        """Return the error for a cycle; ``names[code]`` is the name of a variable."""
        shown = [f"{names[entering]} for {names[leaving]}" for entering, leaving in cycle[:SHOWN]]
        words = ", ".join(shown + ["…"] * (len(cycle) > SHOWN))
        repeated = f"the same {len(cycle)} pivots without end ({words})"
        expected = "a lexicographic rule, such as ascending"
        return cls(f"the tie rule least-index cycles through {repeated}, expected {expected}", cycle)


def order_of_pairs(problem: LCP, rule: TieRule) -> list[int] | None:
    """Return the pairs in the order in which a lexicographic rule perturbs them; None for ``least-index``.

    Raises InputError for an unknown name, or a sequence that does not have each pair that is not free exactly once.
    Free pairs may be in the sequence too, and have no effect.

    >>> order_of_pairs(LCP.of([[2, 1], [1, 2]], [-5, -6]), "descending")
    [1, 0]
    """
    pairs = range(problem.size)
    named = {"ascending": list(pairs), "descending": list(reversed(pairs)), "least-index": None}
    if isinstance(rule, str) and rule in named:
        return named[rule]
    order: list[Any] = list(rule) if isinstance(rule, Sequence) else [None]
    known = all(type(pair) is int and pair in pairs for pair in order)
    if not known or len({*order}) < len(order) or {*np.flatnonzero(~problem.free).tolist()} - {*order}:
        raise InputError(
            f"the tie rule {shown(rule)}, expected {', '.join(TIE_RULES)} or a list of all pairs that are not free, "
            f"once each, as integers from 0 to {problem.size - 1}"
        )
    return order
