"""A strategic form, and strategies one by one, for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from gmpy2 import mpq

from lemke.errors import InputError, one_line
from lemke.forms.normal_form import NormalForm
from lemke.game.pure_strategies import PureStrategies
from lemke.game.tree import count
from lemke.ground.rational import text
from lemke.ground.tables import latex_label, latex_number
from lemke.show.table import columns

LATEX_WIDEST = 100
"""Columns beyond which nobody typesets a table."""


def normal_form_text(form: NormalForm) -> str:
    """Return a table with player 1's strategies as rows and player 2's as columns, payoffs ``a, b`` in its cells.

    There is one table for every combination of strategies of the other players.
    """
    parts = []
    names = _columns(form)
    for heading, cells in _pages(form):
        rows = [
            [own, *(", ".join(map(text, cell)) for cell in row)]
            for own, row in zip(form.strategies[0], cells, strict=True)
        ]
        lines = columns([["", *names], *rows], right=frozenset(range(1, len(names) + 1)))
        parts.append("\n".join([heading, *lines, ""]))
    return "\n".join(parts)


def normal_form_latex(form: NormalForm) -> str:
    """Return the same as LaTeX, for the package amsmath.

    Raises
    ------
    InputError
        For a table too wide to be typeset.
    """
    names = _columns(form)
    if len(names) > LATEX_WIDEST:
        raise InputError(
            f"a table of {len(names)} columns, expected at most {LATEX_WIDEST} for LaTeX (see --format json)"
        )
    parts = []
    for heading, cells in _pages(form):
        rows = [
            [latex_label(own), *(", ".join(map(latex_number, cell)) for cell in row)]
            for own, row in zip(form.strategies[0], cells, strict=True)
        ]
        body = " \\\\\n".join("  " + " & ".join(row) for row in [["", *map(latex_label, names)], *rows])
        parts.append(f"% {heading}\n\\[\n\\begin{{array}}{{l{'c' * len(names)}}}\n{body}\n\\end{{array}}\n\\]\n")
    return "".join(parts)


def strategy_lines(strategies: PureStrategies) -> Iterator[str]:
    """Yield a line for every strategy: its number, from 1, and its moves."""
    for number, strategy in enumerate(strategies, 1):
        yield f"{number}  {strategies.text(strategy)}".rstrip() + "\n"


def strategies_heading(strategies: PureStrategies) -> str:
    """Return a line that names the information sets that the slots of the strategies stand for."""
    names = [one_line(f"{each.number} {each.label}".rstrip()) for each in strategies.information_sets]
    return f"information sets: {', '.join(names) or 'none'}\n"


def _columns(form: NormalForm) -> tuple[str, ...]:
    return form.strategies[1] if len(form.players) > 1 else ("",)


def _pages(form: NormalForm) -> Iterator[tuple[str, list[list[tuple[mpq, ...]]]]]:
    """Yield a heading and the cells for every combination of strategies of players 3, 4, …."""
    names = [one_line(player) or str(k) for k, player in enumerate(form.players, 1)]
    sizes = [len(own) for own in form.strategies]
    heading = [f"{count(sizes[0], 'row')} of {names[0]}"]
    if len(names) > 1:
        heading.append(f"{count(sizes[1], 'column')} of {names[1]}")
    for k, place in enumerate(product(*form.strategies[2:])):
        played = [f"{name} plays {strategy}" for name, strategy in zip(names[2:], place, strict=True)]
        tables = [table.reshape(sizes[0], len(_columns(form)), -1)[:, :, k].tolist() for table in form.payoffs]
        cells = [[tuple(cell) for cell in zip(*row, strict=True)] for row in zip(*tables, strict=True)]
        yield ", ".join([*heading, *played]), cells
