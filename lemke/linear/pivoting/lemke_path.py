"""Lemke's path in exact arithmetic (Lemke 1965): complementary pivoting on an integer tableau.

A variable enters, the variable that blocks first leaves, and its complement enters next. The path ends when z0 has left
or nothing blocks. If z0 ties in the minimum ratio test, z0 leaves. A tie rule decides among the others:

``"ascending"``, ``"descending"``, or a sequence of all pairs
    The lexicographic rule: the constants are thought of as q + Σₜ bₜ εᵗ, bₜ the columns of the start basis in this
    order of their pairs (zᵢ, wᵢ). No rule of this kind ever cycles (Cottle, Pang, Stone 1992).
``"least-index"``
    The first of the tied in the order z1, …, zn, w1, …, wn leaves, and nothing is perturbed. Lemke's algorithm may then
    cycle, as on the example of Kostreva (1979). The next pivot depends on the basis and the entering variable alone, so
    the path cycles iff both come again.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar, get_args

from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground.rational import ONE, ZERO, decimal
from lemke.linear.lcp import LCP, Ray, Solution
from lemke.linear.pivoting.tableau import Tableau, TableauPlace

NamedRule: TypeAlias = Literal["ascending", "descending", "least-index"]
TieRule: TypeAlias = NamedRule | Sequence[int]
"""A name, or all pairs that have a sign, 0, 1, …, in the order in which they are perturbed, the largest first."""
TIE_RULES: tuple[NamedRule, ...] = get_args(NamedRule)
SHOWN = 8
"""How many pivots of a cycle a message lists."""

Yielded = TypeVar("Yielded")
Returned = TypeVar("Returned")


class GeneratorWithEnd(Generic[Yielded, Returned]):
    """A generator whose return value is kept: iterate over it once, then read ``end``.

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
    """One pivot: its number, the codes of its variables (see :meth:`LCP.variable`), and z0 after it.

    ``bits`` is the length of the largest basis determinant so far.
    """

    number: int
    entering: int
    leaving: int
    z0: mpq
    bits: int


PivotGenerator: TypeAlias = Generator[Pivot, None, Solution | Ray]


def path(problem: LCP, tie_rule: TieRule = "ascending") -> PivotGenerator:
    """Walk along Lemke's path in exact arithmetic, yielding each pivot; the generator returns the outcome.

    The same problem and tie rule give the same path on every machine (see :mod:`lemke.linear.pivoting.lemke_path`).

    Raises
    ------
    InputError
        If the start basis is singular, or infeasible at the start's z0, or if the path leads back to it; for an unknown
        tie rule.
    CycleError
        If the path cycles, which it may with the tie rule ``least-index``.
    LimitError
        If a limit is reached before the first pivot; between pivots the caller has control.

    >>> walk = path(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [(pivot.entering, pivot.leaving, str(pivot.z0)) for pivot in walk]
    [(4, 3, '6'), (1, 2, '4'), (0, 4, '0')]
    """
    return walk(start_of_path(problem, tie_rule))


def start_of_path(problem: LCP, tie_rule: TieRule) -> Tableau:
    """Return the tableau at the start of the path, which must be feasible; errors as :func:`path`."""
    order = order_of_pairs(problem, tie_rule)
    tableau = Tableau(problem)
    places = tableau.places()
    start = {code % problem.size: code for code in places}
    # the order of the perturbation, pairs ascending by default, is part of the interface
    tableau.rank = None if order is None else {start[pair]: k for k, pair in enumerate(order) if pair in start}
    (constant,) = tableau.constants
    for code in filter(places.__contains__, tableau.units):  # in the order of the dictionary
        # the variable is value + slope z0: for large z0 the slope decides, then the value
        slope, value = -tableau.coefficient(tableau.z0, places[code]), tableau.coefficient(constant, places[code])
        if (value + slope * problem.start.z0 if problem.start else slope or value) < 0:
            where = f"at z0 = {problem.start.z0}" if problem.start else "for large z0"
            name = problem.variable(code)
            raise InputError(f"{name} is negative {where}, expected a covering vector that makes the start feasible")
    return tableau


def walk(tableau: Tableau) -> PivotGenerator:
    """Let z0 fall from the start until something blocks, and yield the pivots from there on; return the outcome."""
    leaving, number = tableau.leaving(tableau.z0, falling=True), 0
    # if its constant is negative, the variable blocks before z0 is 0
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
    """Pivot until z0 has left or nothing blocks; yield the variables that entered and left.

    Return the entering variable that nothing blocks, or None if z0 has left. No vertex comes twice, except perhaps the
    first: the edge of a start may have a second end. In games it has none.
    """
    first: tuple[int, tuple[int, ...]] | None = None
    returns = CycleDetector()
    while leaving is not None:
        left = tableau.exchange(entering, leaving)
        yield entering, left
        if left == tableau.z0:
            return None
        if tableau.rank is None:
            if returns.closed((left, tableau.basis()), (entering, left)):
                problem = tableau.problem
                names = [problem.variable(code) for code in range(2 * problem.size + 1)]
                raise CycleError.of(tuple(returns.steps), names)
        elif first is None:
            first = left, tableau.basis()
        elif left == first[0] and tableau.basis() == first[1]:
            raise InputError("a path that leads back to its start, expected a start where the path has an end")
        entering = tableau.complement(left)
        leaving = tableau.leaving(entering)
    return entering


def _ray(tableau: Tableau, entering: int, pivots: int) -> Ray:
    """Return the ray along which the entering variable grows without bound."""
    # as the entering variable grows by 1, a basic one changes by minus its entry
    rates = {entering: ONE} | {code: -rate for code, rate in tableau.coefficients(entering).items()}
    z, direction = tableau.point()[0], tableau.completed(rates)[0]
    if not (z.any() or direction.any()):
        raise InputError("a path that leads back to the ray on which paths begin, expected a start on another path")
    return Ray(z, tableau.parameter(), direction, rates.get(tableau.z0, ZERO), pivots, tableau.bits)


def stage(number: int, z0: mpq, bits: int) -> str:
    """Return one line on the progress of a path."""
    return f"pivot {number}, z0 = {decimal(z0, 4)}, {bits} bits"


class CycleError(NotProvedError):
    """A path without a lexicographic rule that comes back to an earlier basis.

    ``cycle`` has the codes of the variables that enter and leave in the pivots of the cycle.
    """

    def __init__(self, message: str, cycle: tuple[tuple[int, int], ...]) -> None:
        super().__init__(message)
        self.cycle = cycle
        self.args = message, cycle

    @classmethod
    def of(cls, cycle: tuple[tuple[int, int], ...], names: Sequence[str]) -> CycleError:
        """Return the error for a cycle; ``names`` are those of the variables by their codes."""
        shown = [f"{names[entering]} for {names[leaving]}" for entering, leaving in cycle[:SHOWN]]
        words = ", ".join(shown + ["…"] * (len(cycle) > SHOWN))
        description = f"the same {len(cycle)} pivots repeat without end, {words}"
        return cls(f"the tie rule least-index cycles: {description}; expected a lexicographic rule", cycle)


def order_of_pairs(problem: LCP, rule: TieRule) -> list[int] | None:
    """Return the pairs in the order in which a lexicographic rule perturbs them; None for the other rule.

    >>> order_of_pairs(LCP.of([[2, 1], [1, 2]], [-5, -6]), "descending")
    [1, 0]
    """
    pairs = range(problem.size)
    named = {"ascending": list(pairs), "descending": list(reversed(pairs)), "least-index": None}
    if isinstance(rule, str) and rule in named:
        return named[rule]
    if isinstance(rule, str) or not isinstance(rule, Iterable):
        raise InputError(
            f"the tie rule {rule!r}, expected {', '.join(TIE_RULES)} or the numbers of all pairs in some order"
        )
    order = list(rule)
    signed = {pair for pair in pairs if not problem.free[pair]}
    if not all(type(pair) is int for pair in order) or len(set(order)) < len(order) or not signed <= set(order):
        raise InputError(f"a tie rule of {len(order)} pairs, expected each of the {len(signed)} with a sign once")
    if not set(order) <= set(pairs):
        raise InputError(f"a tie rule with pairs beyond the {problem.size}, expected numbers from 0")
    return order


class CycleDetector:
    """Finds out whether a path has come back to a state, after at most about three cycles (Brent 1980).

    The next state must depend on the current one alone. One state is kept, that after 1, 2, 4, 8, … steps, so paths of
    2ⁿ pivots take no more memory than short ones. ``steps`` has the steps since then: the cycle, once it is closed.
    """

    def __init__(self) -> None:
        self._kept: object = None
        self._count, self._patience = 0, 1
        self.steps: list[tuple[int, int]] = []

    def closed(self, state: object, step: tuple[int, int] | None = None) -> bool:
        """Return whether a state is the one kept; record the step that led to it, if there is one."""
        self._count += 1
        if step is not None:
            self.steps.append(step)
        if state == self._kept:
            return True
        if self._count == self._patience:
            self._kept, self._count, self._patience = state, 0, 2 * self._patience
            self.steps.clear()
        return False
