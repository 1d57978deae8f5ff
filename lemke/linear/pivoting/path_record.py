"""Lemke's path of an LCP as an object: its vertices in exact arithmetic, and how it ends."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.ground import limits
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, ZERO
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.linear.lcp import LCP, Ray, Solution, check
from lemke.linear.pivoting.lemke_path import GeneratorWithEnd, NamedRule, TieRule, start_of_path, walk


@dataclass(frozen=True, eq=False)
class PathVertex(ByValue):
    """A solution of w = q + M z + d z0 on the path: a vertex, or the start, which may lie inside an edge.

    Attributes
    ----------
    number : int
        0 at the start; vertices are counted from 1. If z0 decreases to 0 without a pivot, this end is vertex 1.
    entering, leaving : int | None
        Codes of the variables that the pivot before this vertex exchanged (see :meth:`LCP.variable`); None at the
        start. If z0 decreases to 0 without a pivot, both are the code of z0.
    basis : tuple of int
        Codes of the basic variables, ascending; z0 may be among them.
    bits : int
        Length in bits of the largest basis determinant so far, in the scaled integer tableau.
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


VertexGenerator: TypeAlias = Generator[PathVertex, None, Solution | Ray]


def path_vertices(problem: LCP, tie_rule: TieRule = "ascending") -> VertexGenerator:
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

    Parameters
    ----------
    M, q, d
        As for :func:`~lemke.solve_lcp`; or an LCP as M, without q and d.
    tie_rule : ``"ascending"``, ``"descending"``, ``"least-index"`` or a sequence of all pairs
        Decides which of several tied variables leaves (see :mod:`lemke.linear.pivoting.lemke_path`).

    Raises
    ------
    InputError, NumberError
        As :func:`~lemke.solve_lcp`; also for an unknown tie rule, and for a path that leads back to its start.
    CycleError
        If the path cycles; only ``least-index`` allows cycles.
    LimitError
        If a limit is reached.

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
