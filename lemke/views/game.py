"""A game and its sequence form for people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from gmpy2 import mpq

from lemke.errors import GameError, InputError
from lemke.game import CHANCE, Game, sha256
from lemke.game.tree import count
from lemke.pure_strategies import pure_strategies
from lemke.rational import short, text
from lemke.recall import constant_sum, describe, histories, violations
from lemke.sequence_form import SequenceForm, sequence_form
from lemke.sparse import SparseMatrix, Vector
from lemke.subgames import proper_subgames
from lemke.views.table import columns
from lemke.watch import Watch

LATEX_WIDEST = 500
"""Columns beyond which nobody typesets a matrix."""
WIDE = 24
"""A matrix of more columns is listed entry by entry."""


def game_text(game: Game, watch: Watch | None = None) -> str:
    """Describe a game of any number of players and any recall."""
    behind = histories(game, watch)
    broken = violations(game, behind)
    chances = int(np.sum(game.player == CHANCE))
    rows = [
        ["title", " ".join(game.title.split()) or "none"],
        ["form", "strategic" if game.strategic else "extensive"],
        ["players", str(len(game.players))],
        [
            "nodes",
            f"{game.size}, of them {count(len(game.leaves), 'leaf')} and {count(chances, 'chance node')}",
        ],
    ]
    for player in range(len(game.players)):
        sets = count(len(game.sets_of(player)), "information set")
        rows.append([f"player {player + 1}", f"{sets}, {count(behind.moves[player], 'sequence')}"])
        rows.append([f"strategies of player {player + 1}", _strategies(game, player, watch)])
    for player, violation in enumerate(broken):
        recall = "perfect" if violation is None else describe(game, violation)
        rows.append([f"recall of player {player + 1}", recall])
    rows += [
        ["information", _information(game)],
        ["proper subgames", f"{len(proper_subgames(game))}, the game itself included" if game.size > 1 else "none"],
        ["payoffs", _sums(constant_sum(game, behind))],
        ["numbers", _sizes(game)],
    ]
    rows += _nonzeros(game, broken, watch)
    rows.append(["SHA-256", sha256(game)])
    return "\n".join(columns(rows, indent="")) + "\n"


def _nonzeros(game: Game, broken: Sequence[object], watch: Watch | None) -> list[list[str]]:
    if len(game.players) != 2 or any(broken):
        return []
    form = sequence_form(game, watch)
    return [["nonzeros", f"A {form.A.nnz}, B {form.B.nnz} of {form.A.shape[0]} x {form.A.shape[1]}"]]


def _strategies(game: Game, player: int, watch: Watch | None) -> str:
    """Say how many pure and reduced strategies there are; a forgetful player's reduced ones may be past counting."""
    pure = short(mpq(pure_strategies(game, player, reduced=False, watch=watch).count))
    try:
        reduced = f"{short(mpq(pure_strategies(game, player, watch=watch).count))} reduced"
    except GameError as error:
        reduced = error.message
    return f"{pure} pure, {reduced}"


def _information(game: Game) -> str:
    """Say whether all players always know the node that they are at."""
    inner = game.information_set[game.player >= 0]
    sizes = np.bincount(inner, minlength=len(game.information_sets))
    largest = int(np.argmax(sizes)) if len(inner) else 0
    if not len(inner) or sizes[largest] == 1:
        return "perfect"
    return f"imperfect ({game.set_name(largest)} has {count(int(sizes[largest]), 'node')})"


def _sums(total: mpq | None) -> str:
    if total is None:
        return "general-sum"
    return f"constant-sum, {text(total)}" if total else "zero-sum"


def _sizes(game: Game) -> str:
    """Say how large the numbers are that the game is made of."""
    numbers = [each for outcome in game.outcomes for each in outcome.payoffs]
    numbers += [each for information_set in game.information_sets for each in information_set.probabilities]
    bits = max((max(abs(each.numerator), each.denominator).bit_length() for each in numbers), default=1)
    return f"numerators and denominators of at most {count(bits, 'bit')}"


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
