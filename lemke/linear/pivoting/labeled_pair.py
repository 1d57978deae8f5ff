"""Completely labeled pairs of vertices, and the walk along a path of edges from one to another.

See :mod:`~lemke.linear.pivoting.lemke_howson` for the polytopes P and Q and their labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, NotProvedError, ShapeError
from lemke.ground.rational import cleared, short
from lemke.ground.sparse import Vector, dense
from lemke.linear.pivoting.bimatrix_tableau import Polytope

Table: TypeAlias = Sequence[Sequence[object]] | NDArray[np.object_]
"""A matrix of exact numbers: rows of anything that :func:`lemke.ground.rational.exact` takes."""


class Step(NamedTuple):
    """One pivot of a path.

    Attributes
    ----------
    number : int
        From 1.
    polytope : int
        In which polytope: 0 in P, 1 in Q.
    dropped, picked_up : int
        Labels, those of the entering and of the leaving variable.
    basis : tuple of int
        The labels that the new vertex of this polytope has not, ascending: the basic variables of its tableau.
    vertex : exact vector
        The new vertex scaled to probabilities, x in P or y in Q; zeros for 0.
    """

    number: int
    polytope: int
    dropped: int
    picked_up: int
    basis: tuple[int, ...]
    vertex: Vector


@dataclass(frozen=True, eq=False, slots=True)
class LabeledPair:
    """A completely labeled pair of vertices.

    Attributes
    ----------
    x, y : exact vectors of m and n probabilities
        The equilibrium, proved; both are zero for the artificial pair (0, 0).
    labels : tuple of int
        Of x, ascending; y has the others. They say where the pair lies on the paths: where payoffs tie, several pairs
        may stand for the same equilibrium.
    bits : int
        Length of the largest determinant of a basis on the way there.
    """

    x: Vector
    y: Vector
    labels: tuple[int, ...]
    bits: int


@dataclass(frozen=True, eq=False, slots=True)
class Position:
    """A pair of vertices, P's and Q's, on the way along the paths of the matrices A and B.

    The two have m + n labels in all: each label once where the pair is completely labeled; one label not at all and
    another twice on the inner vertices of a path.
    """

    A: NDArray[np.object_]
    B: NDArray[np.object_]
    polytopes: tuple[Polytope, Polytope]

    @classmethod
    def artificial(cls, A: Table, B: Table) -> Position:
        """Return the artificial pair of two matrices."""
        one, two = dense("A", A, 2), dense("B", B, 2)
        if one.shape != two.shape:
            raise ShapeError(f"B of {_size(two)}, expected {_size(one)} as A")
        m, n = one.shape
        rows, columns = range(m), range(m, m + n)
        return cls(one, two, (Polytope(two.T, columns, rows), Polytope(one, rows, columns)))

    @property
    def labels(self) -> int:
        """How many labels there are: m + n."""
        return sum(self.A.shape)

    def required(self, label: int) -> int:
        """Return a label if there is such a one."""
        if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label < self.labels:
            found = short(mpq(label)) if type(label) is int else repr(label)
            raise InputError(f"the label {found}, expected a whole number from 0 to {self.labels - 1}")
        return label

    def copy(self) -> Position:
        """Return the same pair, to walk from it without leaving it."""
        one, two = self.polytopes
        return Position(self.A, self.B, (one.copy(), two.copy()))

    def walk(self, label: int) -> Iterator[tuple[int, int, int]]:
        """Go along the path of a missing label, from a completely labeled pair to the other one at its end.

        The position moves along. After each pivot its polytope and the labels dropped and picked up are yielded. Before
        each but the first, the one dropped is the label that both vertices have: it was picked up in one polytope and
        is to be dropped in the other.
        """
        side = 0 if label in self.key else 1
        dropped = label
        while True:
            picked_up = self.polytopes[side].drop(dropped)
            yield side, dropped, picked_up
            if picked_up == label:
                return
            dropped, side = picked_up, 1 - side

    def pair(self) -> LabeledPair:
        """Return the completely labeled pair, the equilibrium proved."""
        x, y = (polytope.vertex() for polytope in self.polytopes)
        artificial = not (x.any() or y.any())
        if not (artificial or (_is_best_response(x, self.A, y) and _is_best_response(y, self.B.T, x))):
            raise NotProvedError("the end of a Lemke–Howson path is no equilibrium, expected one")
        return LabeledPair(x, y, self.key, max(polytope.bits for polytope in self.polytopes))

    @property
    def key(self) -> tuple[int, ...]:
        """The labels of x, ascending."""
        return self.polytopes[0].labels


def _is_best_response(own: Vector, payoffs: NDArray[np.object_], other: Vector) -> bool:
    """True if two vectors are probabilities and the first puts them on greatest entries of ``payoffs @ other``."""
    played = np.flatnonzero(other)
    weights, _ = cleared(other[played].tolist())
    values = payoffs[:, played] @ np.array(weights, dtype=object)
    probabilities = all((each >= 0).all() and sum(each) == 1 for each in (own, other))
    return probabilities and set(values[own != 0]) == {max(values)}


def _size(matrix: NDArray[np.object_]) -> str:
    return f"{matrix.shape[0]} x {matrix.shape[1]}"
