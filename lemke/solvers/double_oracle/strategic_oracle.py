"""Two-player games in strategic form that need not be written down: an oracle tells payoffs and best responses."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

import numpy as np
from gmpy2 import mpq, mpz

from lemke.forms.normal_form import NormalForm
from lemke.ground.rational import ONE, cleared
from lemke.ground.sparse import Vector, over_one_denominator

Mixed: TypeAlias = Mapping[Hashable, mpq]
"""A mixed strategy: the pure strategies that are played, with their probabilities, all positive, with sum 1."""


@runtime_checkable
class Oracle(Protocol):
    """A game of two players of which pure strategies are known by name only: any hashable objects.

    There may be far too many of them to be listed. Two calls of one method give equal answers. No class has to be
    inherited; whatever has these methods is an oracle.

    >>> class LastDigit:
    ...     '''Two numbers up to 10^30 are named. Player 1 wins if their last digits are equal, else player 2.'''
    ...     def start(self):
    ...         return 0, 0
    ...     def payoffs(self, row, column):
    ...         return (1, -1) if row % 10 == column % 10 else (-1, 1)
    ...     def response(self, player, opponent):
    ...         shares = [0] * 10
    ...         for number, probability in opponent.items():
    ...             shares[number % 10] += probability
    ...         return shares.index(max(shares) if player == 0 else min(shares))
    >>> isinstance(LastDigit(), Oracle)
    True
    """

    def start(self) -> tuple[Hashable, Hashable]:
        """Return a pure strategy of each player to begin with."""

    def payoffs(self, row: Any, column: Any, /) -> Sequence[object]:
        """Return both players' payoffs, exact numbers, for a pure strategy of player 1 and one of player 2."""

    def response(self, player: int, opponent: Mapping[Any, mpq], /) -> Hashable:
        """Return a pure best response, in the whole game, of a player (0 or 1) to a mixed strategy of the other one."""


class MatrixOracle:
    """A game whose matrices are held. Its pure strategies are their places, from 0.

    Parameters
    ----------
    form : NormalForm

    Raises
    ------
    PlayersError
        Unless the game has two players.

    >>> oracle = MatrixOracle(NormalForm.of([[3, 0], [1, 2]], [[2, 0], [0, 1]]))
    >>> oracle.payoffs(0, 0)
    (mpq(3,1), mpq(2,1))
    >>> oracle.response(0, {0: mpq(1, 3), 1: mpq(2, 3)})
    1
    """

    def __init__(self, form: NormalForm) -> None:
        self._payoffs = form.matrices()
        self._known: tuple[dict[int, _Line], dict[int, _Line]] = ({}, {})

    def start(self) -> tuple[int, int]:
        """Return a best response of player 1 to the first column, and a best response of player 2 to that."""
        row = self.response(0, {0: ONE})
        return row, self.response(1, {row: ONE})

    def payoffs(self, row: int, column: int) -> tuple[mpq, mpq]:
        """Return the entries of both matrices at a place."""
        A, B = self._payoffs
        return A[row, column], B[row, column]

    def response(self, player: int, opponent: Mapping[int, mpq]) -> int:
        """Return the first of a player's best responses to a mixed strategy of the other one."""
        lines = [self._against(player, other) for other in opponent]
        shares = [share / line.denominator for share, line in zip(opponent.values(), lines, strict=True)]
        values = np.array(cleared(shares)[0], dtype=object) @ np.stack([line.numerators for line in lines])
        return int(np.argmax(values))

    def _against(self, player: int, other: int) -> _Line:
        """Return what a player's strategies get against one of the opponent; it is likely to be asked for again."""
        known = self._known[player]
        if other not in known:
            line = self._payoffs[0][:, other] if player == 0 else self._payoffs[1][other]
            known[other] = _Line(*over_one_denominator(line, 2 * len(line)))
        return known[other]


class _Line(NamedTuple):
    """The payoffs ``numerators / denominator``: integers, unless those would be long."""

    numerators: Vector
    denominator: mpz
