"""A game and its sequence form for people."""

from __future__ import annotations

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.forms.sequence_form.facts import GameFacts, PlayerFacts
from lemke.game.tree import count
from lemke.ground.rational import short, text
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.show.table import columns

LATEX_WIDEST = 500
"""Columns beyond which nobody typesets a matrix."""
WIDE = 24
"""A matrix of more columns is listed entry by entry."""


def facts_text(facts: GameFacts) -> str:
    """Describe a game of any number of players and any recall."""
    return "\n".join(columns(facts_rows(facts), indent="")) + "\n"


def facts_rows(facts: GameFacts) -> list[list[str]]:
    """Return what is said about a game as pairs of a name and a text."""
    rows = [
        ["title", " ".join(facts.title.split()) or "none"],
        ["form", "strategic" if facts.strategic else "extensive"],
        ["players", str(len(facts.players))],
        [
            "nodes",
            f"{facts.nodes}, of them {count(facts.leaves, 'leaf')} and {count(facts.chance_nodes, 'chance node')}",
        ],
    ]
    for number, each in enumerate(facts.players, 1):
        sizes = f"{count(each.information_sets, 'information set')}, {count(each.sequences, 'sequence')}"
        rows.append([f"player {number}", sizes])
        rows.append([f"strategies of player {number}", _strategies(each)])
    for number, each in enumerate(facts.players, 1):
        rows.append([f"recall of player {number}", each.imperfect_recall or "perfect"])
    rows += [
        ["information", _information(facts)],
        ["proper subgames", f"{facts.proper_subgames}, the game itself included" if facts.proper_subgames else "none"],
        ["payoffs", _sums(facts.constant_sum)],
        ["numbers", f"numerators and denominators of at most {count(facts.bits, 'bit')}"],
    ]
    if facts.nonzeros is not None:
        height, width = facts.nonzeros.shape
        rows.append(["nonzeros", f"A {facts.nonzeros.A}, B {facts.nonzeros.B} of {height} x {width}"])
    return [*rows, ["SHA-256", facts.sha256]]


def _strategies(player: PlayerFacts) -> str:
    """Say how many pure and reduced strategies there are; a forgetful player's reduced ones may be past counting."""
    reduced = player.reduced_strategies
    counted = player.uncounted if reduced is None else f"{short(mpq(reduced))} reduced"
    return f"{short(mpq(player.pure_strategies))} pure, {counted}"


def _information(facts: GameFacts) -> str:
    largest = facts.largest_set
    if largest is None or facts.perfect_information:
        return "perfect"
    return f"imperfect ({largest.name} has {count(largest.nodes, 'node')})"


def _sums(total: mpq | None) -> str:
    if total is None:
        return "general-sum"
    return f"constant-sum, {text(total)}" if total else "zero-sum"


def form_text(form: SequenceForm) -> str:
    """Return E, e, F, f, A and B with the names of their rows and columns."""
    names = [form.sequence_names(player) for player in (0, 1)]
    rows = [["", *_set_names(form, player)] for player in (0, 1)]
    parts = [
        _matrix("E", form.E, rows[0], names[0], form.e),
        _matrix("F", form.F, rows[1], names[1], form.f),
        _matrix("A", form.A, names[0], names[1]),
        _matrix("B", form.B, names[0], names[1]),
    ]
    return "\n".join(parts)


def _set_names(form: SequenceForm, player: int) -> list[str]:
    return [f"{each.number} {each.label}".rstrip() for each in form.sequences[player].information_sets]


def _matrix(name: str, matrix: SparseMatrix, rows: list[str], names: list[str], right: Vector | None = None) -> str:
    """Return a matrix as a table, zeros as dots; or entry by entry if it is wide."""
    heading = f"{name}, {matrix.shape[0]} x {matrix.shape[1]}, {count(matrix.nnz, 'nonzero')}"
    if matrix.shape[1] > WIDE:
        heading += ", right-hand side 1 in the first row and 0 in all others" if right is not None else ""
        entries = [[rows[i] or "∅", names[j], text(value)] for i, j, value in matrix.entries]
        return "\n".join([heading, *columns(entries, right=frozenset([2])), ""])
    table = [["", *names] + ([name.lower()] if right is not None else [])]
    for i, row in enumerate(matrix.to_lists()):
        cells = [text(value) if value else "." for value in row]
        table.append([rows[i], *cells] + ([text(right[i])] if right is not None else []))
    return "\n".join([heading, *columns(table, right=frozenset(range(1, len(table[0])))), ""])


def form_latex(form: SequenceForm) -> str:
    """Return the six matrices and vectors as LaTeX, for the package amsmath."""
    widest = max(form.E.shape[1], form.F.shape[1])
    if widest > LATEX_WIDEST:
        raise InputError(f"matrices of {widest} columns, expected at most {LATEX_WIDEST} for LaTeX (see --format json)")
    parts = [f"\\setcounter{{MaxMatrixCols}}{{{max(widest, 10)}}}\n"]
    for name in ("E", "e", "F", "f", "A", "B"):
        value = getattr(form, name)
        matrix = value if isinstance(value, SparseMatrix) else SparseMatrix.from_dense([[each] for each in value])
        parts.append(f"\\[\n{name} = {matrix.to_latex()}\n\\]\n")
    return "".join(parts)
