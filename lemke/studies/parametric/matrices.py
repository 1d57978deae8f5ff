"""Games in strategic form whose matrices have expressions as entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lemke.errors import InputError, ShapeError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.studies.parametric.elements import Function
from lemke.studies.parametric.functions import Functions


def matrix_game(
    functions: Functions, A: object, B: object, players: Sequence[str], strategies: Sequence[Sequence[str]], title: str
) -> tuple[Game, tuple[tuple[Function, Function], ...]]:
    """Return the tree of a bimatrix game, and the payoffs of its outcomes."""
    one, two = (_entries(functions, matrix, player) for player, matrix in enumerate((A, B), 1))
    sizes = [(len(each), len(each[0])) for each in (one, two)]
    if sizes[0] != sizes[1]:
        shown = [f"{m} x {n}" for m, n in sizes]
        raise ShapeError(f"payoffs of player 2 of {shown[1]}, expected {shown[0]} as of player 1")
    rows, columns = sizes[0]
    # every outcome of the tree pays its own row and column, from 1
    place = [[row + 1] * columns for row in range(rows)], [[*range(1, columns + 1)]] * rows
    tree = NormalForm.of(*place, players=players, strategies=strategies, title=title).tree()
    cells = [tuple(int(number) - 1 for number in each.payoffs) for each in tree.outcomes]
    return tree, tuple((one[i][j], two[i][j]) for i, j in cells)


def _entries(functions: Functions, matrix: object, player: int) -> list[list[Function]]:
    rows = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise InputError(f"payoffs of player {player} of type {type(matrix).__name__}, expected a matrix")
    found = []
    for row in rows:
        if isinstance(row, str) or not isinstance(row, Iterable):
            raise ShapeError(f"a row of the payoffs of player {player} that is no sequence, expected one")
        found.append(list(map(functions, row)))
    if not found or not found[0] or len({len(row) for row in found}) > 1:
        raise ShapeError(f"rows of the payoffs of player {player} of different lengths or none, expected equal ones")
    return found
