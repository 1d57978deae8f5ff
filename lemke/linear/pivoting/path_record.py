"""Lemke's path of an LCP as an object: its vertices in exact arithmetic, and how it ends."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias, TypeVar

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.ground.document import Document, Tabular
from lemke.ground.latex import latex_text, stacked
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table
from lemke.linear.lcp import LCP, Ray, Solution, check
from lemke.linear.pivoting.lemke_path import GeneratorWithEnd, NamedRule, TieRule, start_of_path, walk
from lemke.linear.pivoting.tableau import Tableau

WIDEST = 18
"""The most columns of a tableau that fit on a page, counting the column of row names and that of q."""


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


Vertex = TypeVar("Vertex")
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
        yield PathVertex(number, entering, leaving, z0, tableau.point()[0], tableau.basis(), bits, problem)
    outcome = pivots.end
    if isinstance(outcome, Solution) and not outcome.pivots:
        # z0 falls to 0 without a pivot: this end is vertex 1, where z0 counts as entering and as leaving
        yield PathVertex(1, tableau.z0, tableau.z0, ZERO, outcome.z, outcome.basis, outcome.bits, problem)
    return outcome


def tableaux(problem: LCP, tie_rule: TieRule, names: Sequence[str]) -> Generator[Table, None, None]:
    """Yield the tableau at the start of Lemke's path and after every pivot; errors are those of :func:`lcp_path`.

    A tableau has a row of x_B + T x_N = q for every basic variable x_B that is not free. The heading has the variables
    x_N, and the caption says which variables enter and leave next.

    Parameters
    ----------
    problem, tie_rule
        As for :func:`lcp_path`.
    names : sequence of str
        ``names[code]`` is the name of a variable (see :meth:`LCP.variable`).

    >>> problem = LCP.of([[2, 1], [1, 2]], [-5, -6])
    >>> for table in tableaux(problem, "ascending", [problem.variable(code) for code in range(5)]):
    ...     print(table)
    z0 enters, w2 leaves
        z1  z2  z0   q
    w1  -2  -1  -1  -5
    w2  -1  -2  -1  -6
    z2 enters, w1 leaves
        z1  z2  w2  q
    w1  -1   1  -1  1
    z0   1   2  -1  6
    z1 enters, z0 leaves
        z1  w1  w2  q
    z2  -1   1  -1  1
    z0   3  -2   1  4
    The last tableau
          w1    w2   z0    q
    z2   1/3  -2/3  1/3  7/3
    z1  -2/3   1/3  1/3  4/3
    """
    tableau = start_of_path(problem, tie_rule)
    columns, rows = _entries(tableau)
    for pivot in walk(tableau):
        entering, leaving = names[pivot.entering], names[pivot.leaving]
        yield _table(f"{entering} enters, {leaving} leaves", columns, rows, names)
        columns, rows = _entries(tableau)
    yield _table("The last tableau", columns, rows, names)


def typeset(tables: Iterator[Table], decimals: int | None) -> str | None:
    """Return all tableaux of a path for LaTeX, each below its caption; None if they are too wide for a page."""
    first = next(tables)
    if len(first.columns) > WIDEST:
        return None
    parts = (
        (latex_text(f"{table.caption}."), replace(table, caption="").to_latex(decimals)) for table in (first, *tables)
    )
    return stacked(chain.from_iterable(parts))


def _entries(tableau: Tableau) -> tuple[list[int], dict[int, list[mpq]]]:
    """Return the codes of the nonbasic variables, and the row of every basic variable: T, then q."""
    (constant,) = tableau.constants
    places = tableau.places()
    columns = sorted({code for block in tableau.blocks for code in block.columns} - places.keys() - {constant})
    return columns, {
        basic: [tableau.coefficient(code, place) for code in (*columns, constant)] for basic, place in places.items()
    }


def _table(caption: str, columns: Sequence[int], rows: dict[int, list[mpq]], names: Sequence[str]) -> Table:
    """Return the entries of a tableau as a table with the names of its variables."""
    body = [(names[basic], *entries) for basic, entries in rows.items()]
    return Table(("", *(names[code] for code in columns), "q"), body, caption, 1)


class VertexSequence(Listing[Vertex]):
    """A path as the sequence of its ``vertices``."""

    vertices: tuple[Vertex, ...]

    @property
    def parts(self) -> tuple[Vertex, ...]:
        """The vertices."""
        return self.vertices


@dataclass(frozen=True, eq=False)
class LCPPath(ByValue, VertexSequence[PathVertex], Tabular):
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

    def to_table(self) -> Table:
        """Return a row per vertex: its number, the exchange before it, z0, z and w."""
        columns = ("pivot", "entering", "leaving", "z0", *map(self.problem.variable, range(2 * self.problem.size)))
        rows = tuple((vertex.number, *vertex.names, vertex.z0, *vertex.z, *vertex.w) for vertex in self.vertices)
        return Table(columns, rows, "Lemke's path", 1)

    def document(self) -> Document:
        """Return the table; for LaTeX the tableaux, pivot by pivot, if they fit on a page."""
        names = [self.problem.variable(code) for code in range(2 * self.problem.size + 1)]
        return Document(
            lambda: [self.to_table()],
            latex=lambda decimals: typeset(tableaux(self.problem, self.tie_rule, names), decimals),
        )


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
