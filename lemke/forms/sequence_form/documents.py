"""The sequence form as a document, and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from lemke.errors import InputError
from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.tables import page_table
from lemke.ground.words import count

if TYPE_CHECKING:
    from lemke.forms.sequence_form.two_players import SequenceForm

SEQUENCE_FORM = Format(
    "lemke-sequence-form/1",
    """
title | text |
sequences | two lists of texts | names of the sequences, the empty one, `∅`, first; a prefix before what it
    is a prefix of
E, F | matrix | a row for the empty sequence, then one per information set in breadth-first order; a column per sequence
e, f | list of numbers | right-hand sides
A, B | matrix | payoffs of player 1 and 2, times chance's probabilities; sequences of player 1 × those of player 2
""",
)
LATEX_WIDEST = 500
"""Columns beyond which nobody typesets a matrix."""
WIDE = 24
"""A matrix of more columns is listed entry by entry."""


def form_document(form: SequenceForm) -> Document:
    """Return E, e, F, f, A and B with the names of their rows and columns."""
    names = [form.sequence_names(player) for player in (0, 1)]
    sets = [["", *(f"{each.number} {each.label}".rstrip() for each in own.information_sets)] for own in form.sequences]

    def blocks() -> Iterator[Block]:
        yield from _matrix("E", form.E, sets[0], names[0], form.e)
        yield ""
        yield from _matrix("F", form.F, sets[1], names[1], form.f)
        yield ""
        yield from _matrix("A", form.A, names[0], names[1])
        yield ""
        yield from _matrix("B", form.B, names[0], names[1])

    def members() -> Members:
        values = {name: getattr(form, name) for name in ("E", "e", "F", "f", "A", "B")}
        objects = {name: matrix_object(value) if name.isupper() else value for name, value in values.items()}
        return {"title": form.title, "sequences": names} | objects

    return Document(blocks, SEQUENCE_FORM, members)


def matrix_object(matrix: SparseMatrix) -> dict[str, object]:
    """Return a matrix as a JSON object."""
    return {"shape": matrix.shape, "entries": matrix.entries}


def _matrix(
    name: str, matrix: SparseMatrix, rows: Sequence[str], names: Sequence[str], right: Vector | None = None
) -> Iterator[Block]:
    """Yield a matrix as a table, zeros as dots; or entry by entry if it is wide."""
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


def form_latex(form: SequenceForm) -> str:
    """Return the six matrices and vectors as LaTeX, for the package amsmath."""
    widest = max(form.E.shape[1], form.F.shape[1])
    if widest > LATEX_WIDEST:
        raise InputError(f"matrices of {widest} columns, expected at most {LATEX_WIDEST} for LaTeX (see --format json)")
    parts = (f"\\[\n{name} = {matrix.to_latex()}\n\\]\n" for name, matrix in form.matrices().items())
    return "".join([f"\\setcounter{{MaxMatrixCols}}{{{max(widest, 10)}}}\n", *parts])
