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
title, players, strategies | text, lists of texts | title and players of the game; the names of each player's
    strategies, with `--reduced` of the reduced ones
payoffs | an array per player | the player's expected payoffs, nested by the strategies of player 1, of player 2, …
""",
)
LATEX_WIDEST = 100
"""The most columns of a table in LaTeX."""


def form_document(form: NormalForm) -> Document:
    """Return the document: tables with a row per strategy of player 1, a column per strategy of player 2.

    A cell has the payoffs of all players, with commas. There is one table for every combination of strategies of
    players 3, 4, ….
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
    """Return the tables in LaTeX, as in textbooks; raise InputError if they are too wide to typeset."""
    if (width := len(_columns(form))) > LATEX_WIDEST:
        raise InputError(f"a table of {width} columns, expected at most {LATEX_WIDEST} for LaTeX; JSON has no limit")
    row_player, column_player = (*map(latex_text, _names(form)), "")[:2]  # a single player has no columns
    parts = []
    for table in _tables(form):
        # the caption of a single table is a comment; three or more players have several tables with printed captions,
        # and \\* keeps a caption on the page of its table
        heading = f"{latex_text(table.caption)} \\\\*" if len(form.players) > 2 else f"% {table.caption}"
        alignment = "l" + "c" * width
        lines = [heading, f"\\begin{{tabular}}{{{alignment}}}", "\\toprule"]
        if column_player:
            last = width + 1  # column 1 has the labels of the rows
            lines.append(rf" & \multicolumn{{{width}}}{{c}}{{{column_player}}} \\ \cmidrule(lr){{2-{last}}}")
        lines += [latex_row([row_player, *map(latex_text, table.columns[1:])]), "\\midrule"]
        lines += [latex_row(latex_cell(cell, decimals) for cell in row) for row in table.rows]
        parts.append("\n".join([*lines, "\\bottomrule", "\\end{tabular}"]))
    return stacked(parts)


def _names(form: NormalForm) -> list[str]:
    """Return the names of the players on one line each; their numbers if they have no names."""
    return [one_line(player) or str(k) for k, player in enumerate(form.players, 1)]


def _columns(form: NormalForm) -> tuple[str, ...]:
    """Return the labels of the columns: player 2's strategies, or one empty label for a single player."""
    return form.strategies[1] if len(form.players) > 1 else ("",)


def _tables(form: NormalForm) -> Iterator[Table]:
    """Yield a table for every combination of strategies of players 3, 4, …."""
    names = _names(form)
    sizes, columns = [len(labels) for labels in form.strategies], _columns(form)
    heading = [f"{count(sizes[0], 'row')} of {names[0]}"]
    if len(names) > 1:
        heading.append(f"{count(sizes[1], 'column')} of {names[1]}")
    for k, combination in enumerate(product(*form.strategies[2:])):
        choices = [f"{name} plays {strategy}" for name, strategy in zip(names[2:], combination, strict=True)]
        # the last axis of the reshaped array has all combinations of players 3, 4, … in the order of `product`
        payoffs = [table.reshape(sizes[0], len(columns), -1)[:, :, k].tolist() for table in form.payoffs]
        cells = [zip(*row, strict=True) for row in zip(*payoffs, strict=True)]
        rows = [[label, *row] for label, row in zip(form.strategies[0], cells, strict=True)]
        caption, right = ", ".join([*heading, *choices]), set(range(1, len(columns) + 1))
        yield Table(["", *columns], rows, caption, index=1, indent="  ", right=right)
