"""A sequence form as one of its players sees it, with names that every reader of linear programs accepts.

Blanks and ``:/-`` in a label become underscores. A label serves if then it consists of up to 40 ASCII letters, digits
and underscores and tells what it stands for from all others; else a number stands in, ``#k``. Nothing else is in
a name than these signs, ``#``, ``.`` and ``,``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from lemke.errors import InputError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import LONG_NAME
from lemke.ground.sparse import SparseMatrix, Vector

ROOT = "root"
"""Row 0 of E x = e, which stands for no information set."""

_PLAIN = re.compile(r"[A-Za-z0-9_]{1,40}", re.ASCII)
_UNDERSCORES = str.maketrans(" :/-", "____")


def set_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's information sets: the label, or ``#k`` for the player's k-th set.

    They are counted as the rows of E are. The set's number in its file would not do, as it may be negative.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> set_names(sequence_form(kuhn(3)).sequences[0])
    ['1', '2', '3', '1_pb', '2_pb', '3_pb']
    """
    labels = [each.label.translate(_UNDERSCORES) for each in sequences.information_sets]
    times = Counter([ROOT, *labels])
    return [label if _serves(label, times) else f"#{k}" for k, label in enumerate(labels, 1)]


def sequence_names(sequences: Sequences) -> list[str]:
    """Return unique names of a player's sequences: the moves, separated by commas; nothing for the empty sequence.

    A move is written as its label, or as ``SET.MOVE`` if other sets have a move of this label, with ``#k`` for the
    k-th move where the label does not serve. After a long name only its sequence's number is repeated,
    ``#NUMBER,MOVE``.

    >>> from lemke.generators import kuhn
    >>> from lemke.forms.sequence_form import sequence_form
    >>> sequence_names(sequence_form(kuhn(3)).sequences[0])[:8]
    ['', '1.pass', '1.bet', '2.pass', '2.bet', '3.pass', '3.bet', '1.pass,1_pb.pass']
    """
    own = set_names(sequences)
    labels = [[action.translate(_UNDERSCORES) for action in each.actions] for each in sequences.information_sets]
    times = Counter(chain.from_iterable(labels))
    names = [""]
    for h, actions in enumerate(labels):
        parent = int(sequences.parent[h])
        before = names[parent] if len(names[parent]) <= LONG_NAME else f"#{parent}"
        prefix = f"{before}," if parent != EMPTY else ""
        here = Counter(actions)
        for k, action in enumerate(actions, 1):
            move = action if _serves(action, here) else f"#{k}"
            names.append(prefix + (move if _serves(action, times) else f"{own[h]}.{move}"))
    # the last move tells sequences apart: labels have no point, and a set's moves differ
    return names


def called(letter: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return names of variables or rows.

    >>> called("r1", ["", "A,C"])
    ('r1()', 'r1(A,C)')
    """
    return tuple(f"{letter}({name})" for name in names)


def _serves(label: str, times: Counter[str]) -> bool:
    return times[label] == 1 and _PLAIN.fullmatch(label) is not None


PLAN_LETTERS, VALUE_LETTERS = ("x", "y"), ("u", "v")
"""Of player 1 and 2: the realization plan, and the values of the information sets."""


class Side(NamedTuple):
    """The constraints on the plan of a player, E x = e or F y = f, and what their rows and columns are called."""

    sequences: Sequences
    constraints: SparseMatrix
    right: Vector

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
