"""Completely labeled pairs of vertices, and the walk along a path of edges from one to another.

See :mod:`~lemke.pivoting.lemke_howson` for the polytopes P and Q and their labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lemke.errors import InputError, NotProvedError, ShapeError
from lemke.pivoting.bimatrix_tableau import Polytope
from lemke.rational import cleared
from lemke.sparse import Vector, vector

Table: TypeAlias = Sequence[Sequence[object]] | NDArray[np.object_]
"""A matrix of exact numbers: rows of anything that :func:`lemke.rational.exact` takes."""


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
    """

    x: Vector
    y: Vector
    labels: tuple[int, ...]


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
        one, two = _matrix("A", A), _matrix("B", B)
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
            raise InputError(f"the label {label!r}, expected a whole number from 0 to {self.labels - 1}")
        return label

    def copy(self) -> Position:
        """Return the same pair, to walk from it without leaving it."""
        one, two = self.polytopes
        return Position(self.A, self.B, (one.copy(), two.copy()))

    def walk(self, label: int) -> Iterator[Step]:
        """Go along the path of a missing label, from a completely labeled pair to the other one at its end.

        The position moves along. Before each pivot but the first, ``dropped`` is the label that both vertices have:
        it was picked up in one polytope and is to be dropped in the other.
        """
        side = 0 if label in self.key else 1
        dropped = label
        for number in count(1):
            polytope = self.polytopes[side]
            picked_up = polytope.drop(dropped)
            yield Step(number, side, dropped, picked_up, polytope.basis, polytope.vertex())
            if picked_up == label:
                return
            dropped, side = picked_up, 1 - side

    def pair(self) -> LabeledPair:
        """Return the completely labeled pair, the equilibrium proved."""
        x, y = (polytope.vertex() for polytope in self.polytopes)
        artificial = not (x.any() or y.any())
        if not (artificial or (_is_best_response(x, self.A, y) and _is_best_response(y, self.B.T, x))):
            raise NotProvedError("the end of a Lemke–Howson path is no equilibrium, expected one")
        return LabeledPair(x, y, self.key)

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


def _matrix(name: str, table: Table) -> NDArray[np.object_]:
    rows = [vector(row) for row in table]
    if not rows or not len(rows[0]):
        raise ShapeError(f"{name} without entries, expected at least one row and one column")
    if len(lengths := {len(row) for row in rows}) > 1:
        raise ShapeError(f"{name} with rows of {min(lengths)} and of {max(lengths)} entries, expected as many in each")
    return np.array(rows, dtype=object)


def _size(matrix: NDArray[np.object_]) -> str:
    return f"{matrix.shape[0]} x {matrix.shape[1]}"
