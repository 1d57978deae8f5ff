"""The labels of Lemke–Howson paths: the pure strategies of player 1, then those of player 2."""

from __future__ import annotations

from typing import NamedTuple

from lemke.forms.normal_form.form import NormalForm


class LabelPath(NamedTuple):
    """A path from one completely labeled pair of vertices to another.

    Attributes
    ----------
    start, end : int
        Numbers of the pairs: 0 is the artificial one, from 1 on they are equilibria.
    label : int
        The missing one, from 0.
    pivots : int
    """

    start: int
    label: int
    pivots: int
    end: int


def labeled_strategies(form: NormalForm) -> list[tuple[int, str]]:
    """Return the player, 0 or 1, and the strategy that every label stands for.

    >>> labeled_strategies(NormalForm.of([[1, 2]], [[3, 4]], strategies=[["T"], ["l", "r"]]))
    [(0, 'T'), (1, 'l'), (1, 'r')]
    """
    return [(player, strategy) for player, own in enumerate(form.strategies) for strategy in own]
