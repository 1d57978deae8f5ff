"""The sequence form of a game with parameters, and its equilibrium conditions as a complementarity problem.

E and F are those of the structure; A and B have functions as entries. The variables z are those of
:meth:`lemke.forms.sequence_form.SequenceForm.lcp`, (x, y, u, v), and the conditions w = q + M z in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TypeAlias

from gmpy2 import mpq

from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game.recall import Sequences
from lemke.ground.sparse import SparseMatrix
from lemke.ground.values import ByValue
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.elimination import Row
from lemke.studies.parametric.functions import Functions
from lemke.studies.parametric.game import ParametricGame

Entries: TypeAlias = dict[tuple[int, int], Function]
"""(Sequence of player 1, sequence of player 2) → payoff, weighted with chance; without zeros."""


@dataclass(frozen=True, eq=False)
class ParametricForm(ByValue):
    """The sequence form of a two-player game with perfect recall.

    Attributes
    ----------
    game : ParametricGame
    structure : TreeForm
        The form of the structure: sequences, E and F.
    A, B : Entries
    """

    game: ParametricGame
    structure: TreeForm = field(compare=False)
    A: Entries = field(compare=False)
    B: Entries = field(compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        return ParametricForm.of, (self.game,)

    @classmethod
    def of(cls, game: ParametricGame) -> ParametricForm:
        """Return the form of a game; perfect recall is checked here, once for all values of the parameters.

        Raises
        ------
        PlayersError, RecallError
            Unless the game has two players with perfect recall.
        """
        structure = sequence_form(game.structure)
        rows, columns = structure.behind.last_move
        totals, reaches = game.totals(), game.reaches()
        tables: tuple[Entries, Entries] = ({}, {})
        for leaf in game.structure.leaves.tolist():
            place = int(rows[leaf]), int(columns[leaf])
            for table, payoff in zip(tables, totals[leaf], strict=True):
                if term := payoff * reaches[leaf]:
                    table[place] = table[place] + term if place in table else term
        A, B = ({place: entry for place, entry in table.items() if entry} for table in tables)
        return cls(game, structure, A, B)

    @property
    def functions(self) -> Functions:
        """The field."""
        return self.game.functions

    @property
    def sequences(self) -> tuple[Sequences, Sequences]:
        """Of both players."""
        return self.structure.sequences

    @cached_property
    def parts(self) -> tuple[slice, slice, slice, slice]:
        """Where x, y, u and v stand in z; the slacks of Eᵀu − A y and Fᵀv − Bᵀx, E x − e and F y − f in w."""
        sizes = (*(own.size for own in self.sequences), *(1 + len(own.sets) for own in self.sequences))
        ends = list(accumulate(sizes, initial=0))
        x, y, u, v = map(slice, ends[:-1], ends[1:])
        return x, y, u, v

    @property
    def size(self) -> int:
        """Number of variables."""
        return int(self.parts[3].stop)

    @property
    def signed(self) -> range:
        """The variables that must not be negative, x and y, whose slacks must not either."""
        return range(self.parts[1].stop)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of M, sparse."""
        x, y, u, v = (part.start for part in self.parts)
        rows: list[Row] = [{} for _ in range(self.size)]

        def block(row: int, column: int, matrix: SparseMatrix) -> None:
            for i, j, entry in matrix.entries:
                rows[row + i][column + j] = self.functions.constant(entry)

        for (i, j), entry in self.A.items():
            rows[x + i][y + j] = -entry
        for (i, j), entry in self.B.items():
            rows[y + j][x + i] = -entry
        E, F = self.structure.E, self.structure.F
        for row, column, matrix in ((x, u, E.T), (y, v, F.T), (u, x, E), (v, y, F)):
            block(row, column, matrix)
        return rows

    @cached_property
    def constant(self) -> list[Function]:
        """The vector q: −1 in the rows of x(∅) = 1 and y(∅) = 1."""
        q = [self.functions.zero] * self.size
        for part in self.parts[2:]:
            q[part.start] = -self.functions.one
        return q

    def slacks(self, z: Sequence[Function]) -> list[Function]:
        """Return w = q + M z."""
        slacks = list(self.constant)
        for i, row in enumerate(self.rows):
            for j, entry in row.items():
                if z[j]:
                    slacks[i] += entry * z[j]
        return slacks

    def at(self, place: Place) -> TreeForm:
        """Return the sequence form of the game at a place."""
        return sequence_form(self.game.at(dict(zip(self.functions.names, place, strict=True))))

    def values(self, functions: Sequence[Function], place: Place) -> list[mpq]:
        """Return the values of functions at a place; an UndefinedError at a pole."""
        return [self.functions.value(each, place) for each in functions]
