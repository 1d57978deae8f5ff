"""Lemke's path of an LCP as an object: its vertices in exact arithmetic, and how it ends."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, overload

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.ground import limits
from lemke.ground.document import Tabular
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table
from lemke.linear.lcp import LCP, Ray, Solution, check
from lemke.linear.pivoting.lemke_path import TieRule, Walk, stage, start_of_path, walk


@dataclass(frozen=True, eq=False)
class PathVertex(ByValue):
    """A basic solution of w = q + M z + d z0 on the path, so many steps from its start.

    Attributes
    ----------
    entering, leaving : int | None
        Codes of the variables that were exchanged in the step that led here (see :meth:`LCP.variable`); None at the
        start. Where z0 falls to 0 and nothing blocks it, both are z0 and nothing was exchanged.
    basis : tuple of int
        Codes of the basic variables, ascending.
    bits : int
        Size of the largest basis determinant met so far, that of the scaled integer tableau.
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


Vertex = TypeVar("Vertex")
Vertices = Generator[PathVertex, None, Solution | Ray]


def path_vertices(problem: LCP, tie_rule: TieRule = "ascending") -> Vertices:
    """Walk along Lemke's path as :func:`~lemke.linear.pivoting.path` does, yielding the vertices; return the outcome.

    With a start, its vertex comes first, with number 0. Without one the path comes along the ray z = 0 from large z0,
    and the vertex after the first pivot comes first.

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
    pivots = Walk(walk(tableau))
    for number, entering, leaving, z0, bits in pivots:
        yield PathVertex(number, entering, leaving, z0, tableau.point()[0], tableau.basis(), bits, problem)
        limits.report(partial(stage, number, z0, bits))
    outcome = pivots.end
    if isinstance(outcome, Solution) and not outcome.pivots:
        yield PathVertex(1, tableau.z0, tableau.z0, ZERO, outcome.z, outcome.basis, outcome.bits, problem)
    return outcome


class VertexSequence(Sequence[Vertex]):
    """A path as the sequence of its ``vertices``."""

    vertices: tuple[Vertex, ...]

    @overload
    def __getitem__(self, index: int) -> Vertex: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Vertex, ...]: ...

    def __getitem__(self, index: int | slice) -> Vertex | tuple[Vertex, ...]:
        return self.vertices[index]

    def __len__(self) -> int:
        return len(self.vertices)


@dataclass(frozen=True, eq=False)
class LCPPath(ByValue, VertexSequence[PathVertex], Tabular):
    """Lemke's path of an LCP: a sequence of its vertices. The outcome is checked exactly; a ray begins at the last."""

    problem: LCP
    tie_rule: str | tuple[int, ...]
    vertices: tuple[PathVertex, ...]
    outcome: Solution | Ray

    def __repr__(self) -> str:
        kind = "a solution" if isinstance(self.outcome, Solution) else "a ray"
        return f"<LCPPath of {self.problem.size} variables: {self.pivots} pivot{'s' * (self.pivots != 1)} to {kind}>"

    @property
    def pivots(self) -> int:
        """Length of the path."""
        return self.outcome.pivots

    def to_table(self) -> Table:
        """Return a row per vertex: its number, the exchange that led there, z0, z and w."""
        columns = ("pivot", "entering", "leaving", "z0", *map(self.problem.variable, range(2 * self.problem.size)))
        rows = tuple((vertex.number, *vertex.names, vertex.z0, *vertex.z, *vertex.w) for vertex in self.vertices)
        return Table(columns, rows, "Lemke's path", 1)


def lcp_path(
    M: object, q: object | None = None, d: object | None = None, *, tie_rule: TieRule = "ascending"
) -> LCPPath:
    """Return Lemke's path of an LCP in exact arithmetic, with all vertices and the checked outcome.

    Parameters
    ----------
    M, q, d
        As for :func:`~lemke.solve_lcp`; or a problem, alone.
    tie_rule : ``"ascending"``, ``"descending"``, ``"least-index"`` or a sequence of all pairs
        Which of several tied variables leaves (see :mod:`lemke.linear.pivoting.lemke_path`).

    Raises
    ------
    ShapeError, NumberError, InputError
        As :func:`~lemke.solve_lcp`; also for an unknown tie rule.
    CycleError
        If the path cycles, which it may with ``least-index``.
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
    steps = Walk(path_vertices(problem, tie_rule))
    path = tuple(steps)
    if (defect := check(problem, steps.end)) is not None:
        raise NotProvedError(f"the path's end is no outcome: {defect}")
    return LCPPath(problem, tie_rule if isinstance(tie_rule, str) else tuple(tie_rule), path, steps.end)
