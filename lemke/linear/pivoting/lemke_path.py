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

:func:`follow` takes a right-hand side that is a polynomial in a small ε > 0, which remains a symbol:

    w = q + q₁ ε + … + q_K εᴷ + M z + d z0,        ε ↓ 0

The tableau has K + 1 columns of constants, which never enter the basis, so one elimination gives the start basis for
all powers of ε.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar, get_args

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground import limits
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, ZERO, decimal, shown
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.ground.table import Table
from lemke.linear.exact import require
from lemke.linear.lcp import LCP, NoOutcome, Ray, Solution, check
from lemke.linear.pivoting.tableau import Tableau, TableauPlace

NamedRule: TypeAlias = Literal["ascending", "descending", "least-index"]
TieRule: TypeAlias = NamedRule | Sequence[int]
"""A name; or the indices i, from 0, of all pairs (zᵢ, wᵢ) that are not free, the pair with the largest perturbation
first."""
TIE_RULES: tuple[NamedRule, ...] = get_args(NamedRule)
SHOWN = 8
"""The most pivots of a cycle that a message lists."""

Pivot: TypeAlias = tuple[int, int, int, mpq, int]
"""One pivot of a path: its number from 1, the codes of the variables that enter and leave (see :meth:`LCP.variable`),
z0 after the pivot, and the length in bits of the largest basis determinant so far."""


def path(problem: LCP, tie_rule: TieRule = "ascending") -> Generator[Pivot, None, Solution | Ray]:
    """Follow Lemke's path in exact arithmetic; yield each pivot, and return the outcome.

    The same problem and tie rule give the same path on every machine. Raises InputError if the start basis is singular,
    infeasible, or missing although there are free variables, or if the path leads back to its start; CycleError.
    Between pivots the caller checks the limits.

    >>> walk = path(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [(entering, leaving, str(z0)) for _, entering, leaving, z0, _ in walk]
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


def walk(tableau: Tableau) -> Generator[Pivot, None, Solution | Ray]:
    """Let z0 decrease from the start until a variable blocks; yield all pivots, and return the outcome.

    If z0 reaches 0 before a variable blocks, there is no pivot.
    """
    leaving, number = tableau.leaving(tableau.z0, decreasing=True), 0
    # at z0 = 0 a variable is equal to its constant: if the constant is negative, the variable blocks before z0 = 0
    if leaving is not None and tableau.entries(tableau.constants[0], [leaving])[0] < 0:
        pivots = GeneratorWithEnd(complementary_pivots(tableau, tableau.z0, leaving))
        for number, (entering, left) in enumerate(pivots, 1):
            yield number, entering, left, tableau.parameter(), tableau.bits
        if pivots.end is not None:
            return _ray(tableau, pivots.end, number)
    return Solution(*tableau.point(), tableau.basis(), number, tableau.bits)


def complementary_pivots(
    tableau: Tableau, entering: int, leaving: TableauPlace | None
) -> Generator[tuple[int, int], None, int | None]:
    """Pivot until z0 has left or nothing blocks; yield the codes of each pivot's entering and leaving variable.

    Return the entering variable that nothing blocks, or None if z0 has left.
    """
    steps: list[tuple[int, int]] = []
    visited: dict[tuple[int, tuple[int, ...]], int] = {}
    while leaving is not None:
        left = tableau.exchange(entering, leaving)
        yield entering, left
        if left == tableau.z0:
            return None
        steps.append((entering, left))
        # The next pivot depends only on the basis and on what left. With a lexicographic rule no state but the first
        # can return, and the first only if the edge on which the path starts has a vertex at both ends: in the LCPs of
        # games it has one
        if tableau.rank is None or left == steps[0][1]:
            number = visited.setdefault((left, tableau.basis()), len(steps))
            if number < len(steps):
                raise _returned(tableau, steps[number:])
        entering = tableau.complement(left)
        leaving = tableau.leaving(entering)
    return entering


def _returned(tableau: Tableau, cycle: list[tuple[int, int]]) -> CycleError | InputError:
    """Return the error for a path that comes back to a state that it has left."""
    if tableau.rank is not None:
        return InputError("a path that leads back to its start, expected one from which z0 can grow for ever")
    return CycleError.of(tuple(cycle), [tableau.problem.variable(code) for code in range(tableau.z0 + 1)])


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


@dataclass(frozen=True, eq=False)
class PathVertex(ByValue):
    """A solution of w = q + M z + d z0 on the path: a vertex, or the start, which may lie inside an edge.

    ``number`` is 0 at the start; vertices are counted from 1. ``entering`` and ``leaving`` are the codes of the
    variables that the pivot before this vertex exchanged (see :meth:`LCP.variable`), None at the start. If z0 decreases
    to 0 without a pivot, this end is vertex 1, and both are the code of z0. ``basis`` has the codes of the basic
    variables, ascending. ``bits`` is the length of the largest basis determinant so far, in the scaled integer tableau.
    """

    number: int
    entering: int | None
    leaving: int | None
    z0: mpq
    z: Vector
    basis: tuple[int, ...]
    bits: int
    problem: LCP

    @property
    def w(self) -> Vector:
        """The slacks q + M z + d z0."""
        problem = self.problem
        slacks: Vector = problem.q + problem.M @ self.z + problem.d * self.z0
        return slacks

    @property
    def names(self) -> tuple[str, str]:
        """Names of the entering and the leaving variable, empty at the start."""
        if self.entering is None or self.leaving is None:
            return "", ""
        return self.problem.variable(self.entering), self.problem.variable(self.leaving)


def path_vertices(problem: LCP, tie_rule: TieRule = "ascending") -> Generator[PathVertex, None, Solution | Ray]:
    """Follow Lemke's path as :func:`~lemke.linear.pivoting.path` does; yield its vertices, and return the outcome.

    If the problem has a start, the first vertex is the start, with number 0. Otherwise the path begins on the ray z = 0
    with large z0; the first vertex follows the first pivot, or is the end if z0 falls to 0 without a pivot.

    >>> walk = path_vertices(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [(vertex.number, str(vertex.z0), list(map(str, vertex.z))) for vertex in walk]
    [(1, '6', ['0', '0']), (2, '4', ['0', '1']), (3, '0', ['4/3', '7/3'])]
    """
    tableau = start_of_path(problem, tie_rule)
    if problem.start is not None:
        z0 = problem.start.z0
        constants, rates = tableau.coefficients(tableau.constants[0]), tableau.coefficients(tableau.z0)
        values = {code: value - rates.get(code, ZERO) * z0 for code, value in constants.items()}
        z, _ = tableau.completed(values | {tableau.z0: z0, tableau.constants[0]: ONE})
        yield PathVertex(0, None, None, z0, z, tableau.basis(), tableau.bits, problem)
    pivots = GeneratorWithEnd(walk(tableau))
    for number, entering, leaving, z0, bits in pivots:
        limits.check()
        yield PathVertex(number, entering, leaving, z0, tableau.point()[0], tableau.basis(), bits, problem)
    outcome = pivots.end
    if isinstance(outcome, Solution) and not outcome.pivots:
        # z0 falls to 0 without a pivot: this end is vertex 1, where z0 counts as entering and as leaving
        yield PathVertex(1, tableau.z0, tableau.z0, ZERO, outcome.z, outcome.basis, outcome.bits, problem)
    return outcome


@dataclass(frozen=True, eq=False)
class LCPPath(ByValue, Listing[PathVertex], Result):
    """Lemke's path of an LCP as a sequence of its vertices; a ray begins at the last vertex. The outcome is checked."""

    problem: LCP
    tie_rule: NamedRule | tuple[int, ...]
    vertices: tuple[PathVertex, ...]
    outcome: Solution | Ray

    def __repr__(self) -> str:
        kind = "a solution" if isinstance(self.outcome, Solution) else "a ray"
        return f"<LCPPath of {self.problem.size} variables: {self.pivots} pivot{'s' * (self.pivots != 1)} to {kind}>"

    @property
    def pivots(self) -> int:
        """The number of pivots on the path."""
        return self.outcome.pivots

    @property
    def parts(self) -> tuple[PathVertex, ...]:
        """The vertices."""
        return self.vertices

    def to_table(self) -> Table:
        """Return a row per vertex: its number, the exchange before it, z0, z and w."""
        columns = ("pivot", "entering", "leaving", "z0", *map(self.problem.variable, range(2 * self.problem.size)))
        rows = tuple((vertex.number, *vertex.names, vertex.z0, *vertex.z, *vertex.w) for vertex in self.vertices)
        return Table(columns, rows, repr(self)[1:-1], index=1)


def lcp_path(
    M: object, q: object | None = None, d: object | None = None, *, tie_rule: TieRule = "ascending"
) -> LCPPath:
    """Return Lemke's path of an LCP in exact arithmetic, with all vertices and the checked outcome.

    M, q, d are as for :func:`~lemke.solve_lcp`; or an LCP as M, without q and d. ``tie_rule`` decides which of several
    tied variables leaves: ``"ascending"``, ``"descending"``, ``"least-index"`` or a sequence of all pairs (see
    :mod:`lemke.linear.pivoting.lemke_path`).

    Raises
    ------
    InputError, NumberError
        As :func:`~lemke.solve_lcp`; also for an unknown tie rule, and for a path that leads back to its start.
    CycleError
        If the path cycles; only ``least-index`` allows cycles.

    >>> path = lcp_path([[2, 1], [1, 2]], [-5, -6])
    >>> path
    <LCPPath of 2 variables: 3 pivots to a solution>
    >>> [vertex.names for vertex in path]
    [('z0', 'w2'), ('z2', 'w1'), ('z1', 'z0')]
    >>> path[1].z0, path[1].z, path[1].w
    (mpq(4,1), array([mpq(0,1), mpq(1,1)], dtype=object), array([mpq(0,1), mpq(0,1)], dtype=object))
    """
    problem = LCP.of(M, q, d)
    steps = GeneratorWithEnd(path_vertices(problem, tie_rule))
    path = tuple(steps)
    if (defect := check(problem, steps.end)) is not None:
        raise NotProvedError(f"the end of the path fails the check: {defect}")
    return LCPPath(problem, tie_rule if isinstance(tie_rule, str) else tuple(tie_rule), path, steps.end)


def follow(problem: LCP, powers: Sequence[Vector]) -> Solution | NoOutcome:
    """Follow the path from the start basis to z0 = 0; return a checked solution z(ε), w(ε).

    The path starts at the largest z0 at which the start basis is feasible. If the basis is feasible for all large z0,
    the path starts at the least z0 at which it is feasible; if this z0 is 0, the start basis is already the end.

    The problem has M, q, d and the start basis; its start's z0 is not used. ``powers`` are q₁, …, q_K. z and w are
    n x (K + 1) arrays; column k has the coefficients of εᵏ. They solve the problem for all small ε > 0. ``pivots``
    includes the pivot that makes z0 basic. The path is lost if the start basis is infeasible at all z0 for small ε, if
    the path ends in a ray or leads back to its start, or if its end fails the check. Raises InputError if the start
    basis is singular.

    >>> from lemke.linear.lcp import StartBasis
    >>> from lemke.ground.rational import ONE
    >>> bare = LCP.of([[2, 1], [1, 2]], [-5, -5])
    >>> problem = LCP(bare.M, bare.q, bare.d, bare.free, StartBasis(frozenset({0, 1}), ONE))
    >>> follow(problem, [vector([0, -1])]).z.tolist()
    [[mpq(5,3), mpq(-1,3)], [mpq(5,3), mpq(2,3)]]
    """
    powers = list(map(vector, powers))
    outcome = _followed(Tableau(problem, powers))
    broken = check_for_small(problem, powers, outcome) if isinstance(outcome, Solution) else ""
    return NoOutcome(broken, outcome.pivots) if broken else outcome


def _followed(tableau: Tableau) -> Solution | NoOutcome:
    """Let z0 enter the start basis at the largest feasible z0, or else at the least, and follow the path to z0 = 0."""
    highest = tableau.leaving(tableau.z0)
    if highest is None and _is_feasible(tableau):  # feasible for all z0 ≥ 0
        return _end(tableau, 0)
    leaving = highest or tableau.leaving(tableau.z0, decreasing=True)
    if leaving is None:
        return NoOutcome("the start basis is infeasible, and no basic variable depends on z0", 0)
    left = tableau.exchange(tableau.z0, leaving)
    places = tableau.places()
    # perturbing the right-hand side by this basis's columns keeps the basis feasible, and its vertex has no ties
    ranked = sorted(places, key=lambda code: (code % tableau.problem.size, code))
    tableau.rank = {code: rank for rank, code in enumerate(ranked)}
    if not _is_feasible(tableau):
        return NoOutcome("the start basis is feasible at no z0 for small numbers", 1)
    # from the largest z0, the path follows the edge of the start basis downwards: the variable that left enters again.
    # From the least z0, this edge leads upwards, so the complement enters
    entering = left if highest else tableau.complement(left)
    pivots, number = GeneratorWithEnd(complementary_pivots(tableau, entering, tableau.leaving(entering))), 1
    try:
        for number, (_, left) in enumerate(pivots, 2):
            if left != tableau.z0:
                limits.report(partial(stage, number, tableau.parameter(), tableau.bits))
    except InputError:
        return NoOutcome("the path leads back to its start", number)
    if pivots.end is not None:
        return NoOutcome("the path ended in a ray", number)
    return _end(tableau, number)


def _is_feasible(tableau: Tableau) -> bool:
    """Return whether all basic variables are nonnegative for small ε; a nonbasic z0 counts as 0."""
    for place in tableau.places().values():
        coefficients = (tableau.entries(code, [place])[0] for code in tableau.constants)
        lowest = next(filter(None, coefficients), 0)  # the first coefficient that is not 0 has the sign of the variable
        if lowest < 0:
            return False
    return True


def _end(tableau: Tableau, pivots: int) -> Solution:
    """Return the current vertex as a solution; ``pivots`` is the number of pivots so far."""
    z, w = map(np.column_stack, zip(*map(tableau.point, range(len(tableau.constants))), strict=True))
    return Solution(z, w, tableau.basis(), pivots, tableau.bits)


def check_for_small(problem: LCP, powers: Sequence[Vector], solution: Solution) -> str:
    """Return the condition that a solution breaks for small ε > 0, in words; an empty text if it breaks none.

    The check uses only the problem and the powers, no tableau.
    """
    sides = [problem.q, *powers]
    if any((side + problem.M @ solution.z[:, k] != solution.w[:, k]).any() for k, side in enumerate(sides)):
        return "w = q + Mz fails"
    zero = (ZERO,) * len(sides)
    for i, (z, w) in enumerate(zip(map(tuple, solution.z), map(tuple, solution.w), strict=True), 1):
        if problem.free[i - 1]:
            if w != zero:
                return f"w = 0 of an equation fails at index {i}"
        elif min(z, w) != zero:  # lexicographically, the smaller of z and w must be 0
            return f"z >= 0, w >= 0, zw = 0 for small numbers fails at index {i}"
    return ""


# ---------------------------------------------------------------------- generators with an end


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
