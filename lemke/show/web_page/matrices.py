"""The sequence form: E, F, A and B as tables where they are small, else their sizes and where the nonzeros are."""

from __future__ import annotations

from dataclasses import dataclass

from lemke.errors import one_line
from lemke.forms.sequence_form import SequenceForm
from lemke.forms.sequence_form.documents import WIDE
from lemke.ground.rational import text
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.words import count

TALL = 40
"""Rows of a matrix that is shown as a table."""


@dataclass(frozen=True)
class MatrixView:
    """A matrix; without a table, ``rows``, if it is large. The last column is the right-hand side, if it has one."""

    name: str
    about: str
    size: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def matrices(form: SequenceForm) -> tuple[MatrixView, ...]:
    """Return the four matrices, E and F with their right-hand sides e and f."""
    names = [list(map(one_line, form.sequence_names(player))) for player in (0, 1)]
    sets = [
        ["∅", *(f"{each.number} {one_line(each.label)}".rstrip() for each in own.information_sets)]
        for own in form.sequences
    ]
    return (
        _matrix("E", "constraints of player 1’s realization plans, E x = e", form.E, sets[0], names[0], form.e),
        _matrix("F", "constraints of player 2’s realization plans, F y = f", form.F, sets[1], names[1], form.f),
        _matrix("A", "payoffs of player 1, by sequences of player 1 and 2", form.A, names[0], names[1]),
        _matrix("B", "payoffs of player 2, by sequences of player 1 and 2", form.B, names[0], names[1]),
    )


def _matrix(
    name: str, about: str, matrix: SparseMatrix, rows: list[str], columns: list[str], right: Vector | None = None
) -> MatrixView:
    size = f"{matrix.shape[0]} × {matrix.shape[1]}, {count(matrix.nnz, 'nonzero')}"
    if matrix.shape[1] > WIDE or matrix.shape[0] > TALL:
        return MatrixView(name, about, size, (), ())
    cells = [list(map(text, row)) for row in matrix.to_lists()]
    if right is not None:
        columns = [*columns, name.lower()]
        cells = [[*row, text(value)] for row, value in zip(cells, right, strict=True)]
    table = tuple((label, tuple(row)) for label, row in zip(rows, cells, strict=True))
    return MatrixView(name, about, size, tuple(columns), table)
