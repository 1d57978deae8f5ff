"""A sequence form as one of its players sees it."""

from __future__ import annotations

from typing import NamedTuple

from lemke.errors import InputError
from lemke.forms.programs.names import ROOT, called, sequence_names, set_names
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import Sequences
from lemke.ground.sparse import SparseMatrix, Vector

PLAN_LETTERS, VALUE_LETTERS = ("x", "y"), ("u", "v")
"""Of player 1 and 2: the realization plan, and the values of the information sets."""


class Side(NamedTuple):
    """The constraints on the plan of a player, E x = e or F y = f, and what their rows and columns are called."""

    sequences: Sequences
    constraints: SparseMatrix
    right: Vector

    @property
    def player(self) -> int:
        """0 or 1."""
        return self.sequences.player

    def plan_names(self, letter: str) -> tuple[str, ...]:
        """One name per sequence."""
        return called(letter, sequence_names(self.sequences))

    def set_names(self, letter: str) -> tuple[str, ...]:
        """One name per row of the constraints: the root, then the information sets."""
        return called(letter, [ROOT, *set_names(self.sequences)])


def sides(form: SequenceForm, player: int) -> tuple[Side, Side]:
    """Return the player's own side and the other player's; an InputError for a player that is not 0 or 1."""
    if player not in (0, 1):
        raise InputError(f"the player {player!r}, expected 0 or 1")
    both = (Side(form.sequences[0], form.E, form.e), Side(form.sequences[1], form.F, form.f))
    return both[player], both[1 - player]


def payoffs(form: SequenceForm, of: int, rows: int) -> SparseMatrix:
    """Return the payoffs of a player, the rows being the sequences of the player ``rows``."""
    matrix = form.A if of == 0 else form.B
    return matrix if rows == 0 else matrix.T


def title(form: SequenceForm, words: str) -> str:
    """Return the title of a program, with that of its game where there is one."""
    return f"{form.title}: {words}" if form.title else words
