"""A strategic form as a document, and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from lemke.errors import InputError, one_line
from lemke.ground.document import Block, Document, Format
from lemke.ground.latex import latex_text, stacked
from lemke.ground.tables import Table, latex_cell, latex_row
from lemke.ground.words import count

if TYPE_CHECKING:
    from lemke.forms.normal_form.form import NormalForm

NORMAL_FORM = Format(
    "lemke-normal-form/1",
    """
title, players, strategies | text, lists of texts | the strategies per player
payoffs | an array per player | nested by the strategies of player 1, of player 2, …
""",
)
LATEX_WIDEST = 100
"""The most columns of a table in LaTeX."""


def form_document(form: NormalForm) -> Document:
    """Return tables with player 1's strategies as rows and player 2's as columns, payoffs ``a, b`` in their cells.

    There is one table for every combination of strategies of the other players.
    """

    def blocks() -> Iterator[Block]:
        for number, table in enumerate(_tables(form)):
            yield from [""] if number else []
            yield table

    return Document(
        blocks,
        NORMAL_FORM,
        lambda: labels(form) | {"payoffs": form.payoffs},
        latex=lambda decimals: _tabulars(form, decimals),
    )


def labels(form: NormalForm) -> dict[str, object]:
    """Return the title and the labels of players and strategies, as members of a document."""
    return {"title": form.title, "players": form.players, "strategies": form.strategies}


def _tabulars(form: NormalForm, decimals: int | None) -> str:
    """Return the tables in LaTeX, as in textbooks; an InputError for a table too wide to typeset."""
    if (width := len(_columns(form))) > LATEX_WIDEST:
        raise InputError(f"a table of {width} columns, expected at most {LATEX_WIDEST} for LaTeX (see --format json)")
    rows_of, columns_of = (*map(latex_text, _names(form)), "")[:2]
    parts = []
    for table in _tables(form):
        # with three or more players the caption tells the tables apart, so it is printed; \\* keeps it on the page
        heading = f"{latex_text(table.caption)} \\\\*" if len(form.players) > 2 else f"% {table.caption}"
        lines = [heading, f"\\begin{{tabular}}{{l{'c' * width}}}", "\\toprule"]
        if columns_of:
            lines.append(f" & \\multicolumn{{{width}}}{{c}}{{{columns_of}}} \\\\ \\cmidrule(lr){{2-{width + 1}}}")
        lines += [latex_row([rows_of, *map(latex_text, table.columns[1:])]), "\\midrule"]
        lines += [latex_row(latex_cell(cell, decimals) for cell in row) for row in table.rows]
        parts.append("\n".join([*lines, "\\bottomrule", "\\end{tabular}"]))
    return stacked(parts)


def _names(form: NormalForm) -> list[str]:
    return [one_line(player) or str(k) for k, player in enumerate(form.players, 1)]


def _columns(form: NormalForm) -> tuple[str, ...]:
    return form.strategies[1] if len(form.players) > 1 else ("",)


def _tables(form: NormalForm) -> Iterator[Table]:
    """Yield a table for every combination of strategies of players 3, 4, …."""
    names = _names(form)
    sizes, columns = [len(labels) for labels in form.strategies], _columns(form)
    heading = [f"{count(sizes[0], 'row')} of {names[0]}"]
    if len(names) > 1:
        heading.append(f"{count(sizes[1], 'column')} of {names[1]}")
    for k, place in enumerate(product(*form.strategies[2:])):
        played = [f"{name} plays {strategy}" for name, strategy in zip(names[2:], place, strict=True)]
        payoffs = [table.reshape(sizes[0], len(columns), -1)[:, :, k].tolist() for table in form.payoffs]
        cells = [zip(*row, strict=True) for row in zip(*payoffs, strict=True)]
        rows = [[label, *row] for label, row in zip(form.strategies[0], cells, strict=True)]
        caption, right = ", ".join([*heading, *played]), set(range(1, len(columns) + 1))
        yield Table(["", *columns], rows, caption, index=1, indent="  ", right=right)
