"""Documents of the sequence form and of paths from a prior: as text, as JSON members, and in LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from lemke.errors import InputError, one_line
from lemke.game.strategy import identity
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.latex import latex_text, stacked
from lemke.ground.rational import decimal, short
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.tables import WIDEST, Table, aligned, page_table
from lemke.ground.words import count, exactly

if TYPE_CHECKING:
    from lemke.forms.sequence_form.tracing import TracingPath, TracingVertex
    from lemke.forms.sequence_form.two_players import SequenceForm
    from lemke.linear.pivoting import PathVertex

SEQUENCE_FORM = Format(
    "lemke-sequence-form/1",
    """
title | text | the title of the game
sequences | two lists of texts | names of the sequences, per player; the empty one, `∅`, is first, and every sequence
    comes after its prefixes
E, e, F, f | matrix, list of numbers | the plans of player 1 are the x ≥ 0 with E x = e, those of player 2 the y ≥ 0
    with F y = f: a row for the empty sequence, then one per information set in breadth-first order; a column per
    sequence
A, B | matrix | payoffs of player 1 and of player 2, times chance's probabilities: a row per sequence of player 1, a
    column per sequence of player 2
""",
)
PATH = Format(
    "lemke-path/1",
    """
game | a game |
prior | object | `name`, such as `centroid`; `seed`, null unless the prior is random; `realization_plans`, a plan per
    player
tie_rule | text, list | the name of the rule for ties or, from Python only, the order in which the rule perturbs the
    complementary pairs: a list of the numbers of the pairs, from 0
sequences | two lists of texts | as in the [sequence form](#lemke-sequence-form1)
pivots | whole | length of the path
turning_points | list | the pivots after which z0 begins to rise or, later, to fall again
vertices | list | the vertices of the path, in their order
- pivot | whole | the pivot that led to the vertex, 0 at the start
- entering, leaving | text, null | the variables that the pivot exchanged; null at the start
- z0 | number | the weight of the prior
- bits | whole | size in bits of the largest basis determinant so far
- payoffs, best_response_values | lists of numbers | the payoffs of the `realization_plans`, and those of best responses
    to these plans
- realization_plans | two plans | x + p z0 and y + q z0: the variables x and y at the vertex, completed by the prior's
    plans p and q
- duals | two lists of numbers | u of player 1 and v of player 2, in the order of the rows of E and F in the sequence
    form
equilibrium | a certificate | the end of the path
""",
)
VERTEX = ("pivot", "z0", "entering", "leaving", "bits", "z0 exactly")
"""Columns of the text of a path."""
RIGHT = frozenset([0, 4])
"""The columns with integers, which are aligned to the right."""
LATEX_WIDEST = 500
"""The most columns of a matrix in LaTeX."""
WIDE = 24
"""A matrix with more columns is listed entry by entry."""


def form_document(form: SequenceForm) -> Document:
    """Return the document with E, e, F, f, A and B and the names of their rows and columns."""
    names = [form.sequence_names(player) for player in (0, 1)]
    sets = [
        [
            "",
            *(
                f"{information_set.number} {information_set.label}".rstrip()
                for information_set in sequences.information_sets
            ),
        ]
        for sequences in form.sequences
    ]

    def blocks() -> Iterator[Block]:
        yield from _matrix("E", form.E, sets[0], names[0], form.e)
        yield ""
        yield from _matrix("F", form.F, sets[1], names[1], form.f)
        for name, matrix in (("A", form.A), ("B", form.B)):
            yield ""
            yield from _matrix(name, matrix, names[0], names[1])

    def members() -> Iterator[tuple[str, object]]:
        yield from (("title", form.title), ("sequences", names))
        for name in ("E", "e", "F", "f", "A", "B"):
            value = getattr(form, name)
            yield name, {"shape": value.shape, "entries": value.entries} if name.isupper() else value

    return Document(blocks, SEQUENCE_FORM, lambda: dict(members()), latex=lambda decimals: _formulas(form, decimals))


def _matrix(
    name: str, matrix: SparseMatrix, rows: Sequence[str], names: Sequence[str], right: Vector | None = None
) -> Iterator[Block]:
    """Yield a matrix as a table with dots for zeros, or entry by entry if it is wide."""
    heading = f"{name}, {matrix.shape[0]} x {matrix.shape[1]}, {count(matrix.nnz, 'nonzero')}"
    if matrix.shape[1] > WIDE:
        yield heading + ("" if right is None else ", right-hand side 1 in the first row and 0 in all others")
        yield page_table([[rows[i] or "∅", names[j], value] for i, j, value in matrix.entries], right={2})
        return
    table = [[label, *(value or "." for value in row)] for label, row in zip(rows, matrix.to_lists(), strict=True)]
    columns = ["", *names]
    if right is not None:
        columns.append(name.lower())
        table = [[*row, value] for row, value in zip(table, right, strict=True)]
    yield heading
    yield page_table(table, columns, right=set(range(1, len(columns))))


def _formulas(form: SequenceForm, decimals: int | None) -> str:
    """Return the six matrices and vectors as formulas of LaTeX."""
    widest = max(form.E.shape[1], form.F.shape[1])
    if widest > LATEX_WIDEST:
        raise InputError(f"matrices of {widest} columns, expected at most {LATEX_WIDEST} for LaTeX; JSON has no limit")
    parts = (f"\\[\n{name} = {matrix.to_latex(decimals)}\n\\]" for name, matrix in form.matrices().items())
    most_columns = max(widest, 10)  # 10 is the default of amsmath
    return "\n".join([f"\\setcounter{{MaxMatrixCols}}{{{most_columns}}}", *parts])


def path_lines(vertices: Iterable[TracingVertex | PathVertex], names: Iterable[str]) -> Iterator[str]:
    r"""Yield a heading, a line per vertex, and a line about the turning points of z0. No vertex is kept in memory.

    ``names`` are the names of all variables, which determine the widths of the columns.

    >>> from lemke.linear.pivoting import lcp_path
    >>> path = lcp_path([[2, 1], [1, 2]], [-5, -6])
    >>> print("\n".join(path_lines(path, ["z1", "z2", "w1", "w2", "z0"])))
    pivot  z0            entering  leaving   bits  z0 exactly
        1  6             z0        w2           1  6
        2  4             z2        w1           1  4
        3  0             z1        z0           2  0
    z0 never rises.
    """
    turning, widths = TurningPoints(), _widths(names)
    yield aligned(VERTEX, widths, right=RIGHT)
    for vertex in vertices:
        yield aligned(_row(vertex, turning), widths, right=RIGHT)
    yield turning_text(turning.turns)


def end_line(pivots: int, payoffs: Iterable[mpq]) -> str:
    """Return the line about the equilibrium at the end of a path."""
    shown = " and ".join(map(short, payoffs))
    return f"Ends after {count(pivots, 'pivot')} at an equilibrium with payoffs {shown}, proved exactly."


def _widths(names: Iterable[str]) -> dict[int, int]:
    """Return the least widths of the columns in VERTEX and of the remark, so that lines can be printed one by one."""
    width = max([len("entering"), *(min(len(one_line(name)), WIDEST) for name in names)])
    return {0: 5, 1: 12, 2: width, 3: width, 4: 4, 5: 0, 6: 0}


def _row(vertex: TracingVertex | PathVertex, turning: TurningPoints) -> list[str]:
    """Return the texts of a vertex, with a remark if z0 rises or no pivot was made."""
    marks = ["z0 rises"] if turning.rises(vertex.number, vertex.z0) else []
    if vertex.names == ("z0", "z0"):
        marks = ["nothing blocks, no pivot"]
    names = map(one_line, vertex.names)
    return [str(vertex.number), decimal(vertex.z0), *names, str(vertex.bits), exactly(vertex.z0), *marks]


def path_document(
    path: TracingPath[Any], names: Iterable[str], tableaux: Callable[[int | None], str | None]
) -> Document:
    """Return the document of a path from a prior to an equilibrium.

    ``names`` are the names of all variables. ``tableaux`` takes a number of decimals, or None for exact numbers, and
    returns the tableaux of the path in LaTeX, or None if they are too wide.
    """

    def blocks() -> Iterator[Block]:
        turning = TurningPoints()
        rows = [_row(vertex, turning) for vertex in path]
        yield Table(VERTEX, rows, index=1, right=RIGHT, widths=_widths(names))
        yield turning_text(turning.turns)
        yield end

    def latex(decimals: int | None) -> str | None:
        typeset = tableaux(decimals)
        return typeset and stacked([typeset, latex_text(end)])

    end = end_line(path.equilibrium.pivots, path.equilibrium.payoffs)

    def members() -> Members:
        return {
            "game": identity(path.equilibrium.game),
            "prior": {"name": path.prior_name, "seed": path.seed, "realization_plans": path.prior},
            "tie_rule": path.tie_rule,
            "sequences": [path.form.sequence_names(player) for player in (0, 1)],
            "pivots": path.pivots,
            "turning_points": path.turning_points,
            "vertices": [
                {
                    "pivot": vertex.number,
                    "entering": vertex.entering or None,
                    "leaving": vertex.leaving or None,
                    "z0": vertex.z0,
                    "bits": vertex.bits,
                    "payoffs": vertex.payoffs,
                    "best_response_values": vertex.best_values,
                    "realization_plans": vertex.plans,
                    "duals": [vertex.u, vertex.v],
                }
                for vertex in path
            ],
            "equilibrium": path.equilibrium.document(),
        }

    return Document(blocks, PATH, members, latex=latex)


class TurningPoints:
    """The turning points of a path so far; the vertices come one by one and are not stored.

    Attributes
    ----------
    turns : list of int
        Numbers of the vertices after which z0 begins to rise, then to fall, and so on. Steps with equal z0 are ignored.

    >>> turning = TurningPoints()
    >>> [turning.rises(number, mpq(z0)) for number, z0 in enumerate([5, 3, 3, 4, 2])], turning.turns
    ([False, False, False, True, False], [2, 3])
    """

    def __init__(self) -> None:
        self.turns: list[int] = []
        self._previous: mpq | None = None

    def rises(self, number: int, z0: mpq) -> bool:
        """Record the next vertex, ``number``; return whether its z0 is larger than that of the vertex before."""
        previous, self._previous = self._previous, z0
        if previous is None or z0 == previous:
            return False
        rising = bool(z0 > previous)
        if rising == (len(self.turns) % 2 == 0):  # z0 falls first, so after an even number of turns it is falling
            self.turns.append(number - 1)
        return rising


def turning_text(turns: Sequence[int]) -> str:
    """Return a sentence about the turning points of z0.

    >>> turning_text([2, 4])
    'z0 turns after pivots 2, 4: alternately up and down.'
    """
    if not turns:
        return "z0 never rises."
    shown = ", ".join(map(str, turns))
    return f"z0 turns after {'pivot' if len(turns) == 1 else 'pivots'} {shown}: alternately up and down."
