"""Lemke–Howson paths between the completely labeled vertex pairs of two polytopes (Lemke, Howson 1964).

With m x n matrices A and B, all entries positive after a shift, the polytopes are

    P = {x ≥ 0: Bᵀ x ≤ 1},    Q = {y ≥ 0: A y ≤ 1}.

For i and j from 0, the inequalities xᵢ ≥ 0 and (A y)ᵢ ≤ 1 have the label i; yⱼ ≥ 0 and (Bᵀ x)ⱼ ≤ 1 have the label
m + j. A pair of vertices is completely labeled if every label belongs to a tight inequality of one of the two vertices.
The *artificial pair* (0, 0) is completely labeled. All other completely labeled pairs, scaled to probabilities, are
equilibria of the bimatrix game (von Stengel 2002, "Computing equilibria for two-person games"). If one label k may be
missing, a path of edges, in P and Q alternately, leads from every completely labeled pair to another one.

Vertices are identified by their bases. Right-hand sides are perturbed (:mod:`~lemke.linear.pivoting.bimatrix_tableau`).
So every path is well defined and finite even if payoffs tie, and it is the same path in both directions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from lemke.errors import NotProvedError
from lemke.ground import limits
from lemke.ground.rational import cleared, shown
from lemke.ground.sparse import Vector, dense
from lemke.linear.exact import require
from lemke.linear.pivoting.bimatrix_tableau import Polytope

MatrixLike: TypeAlias = Sequence[Sequence[object]] | NDArray[np.object_]
"""A matrix of exact numbers: rows of numbers that :func:`lemke.ground.rational.exact` accepts."""


@dataclass(frozen=True, eq=False, slots=True)
class LabeledPair:
    """A completely labeled pair: a proved equilibrium of m and n probabilities; zeros for the artificial pair.

    ``labels`` are the labels of x, ascending; y has all other labels. Labels identify the pair; x and y do not, as
    several pairs may be the same equilibrium if payoffs tie. ``bits`` is the length in bits of the largest basis
    determinant on the path, or the chain of paths, to the pair.
    """

    x: Vector
    y: Vector
    labels: tuple[int, ...]
    bits: int


LemkeHowsonPath: TypeAlias = tuple[LabeledPair, tuple[int, ...]]
"""The pair at the end of a path, and the labels that the path picks up, one at each pivot.

Every label but the last is dropped by the next pivot, in the other polytope. The last is the missing label."""


@dataclass(frozen=True, eq=False, slots=True)
class Position:
    """A pair of vertices of P and Q that moves along the paths of the matrices A and B.

    Together the two vertices have m + n labels. A completely labeled pair has each label once. Inside a path, one label
    is missing and another label is there twice.
    """

    A: NDArray[np.object_]
    B: NDArray[np.object_]
    polytopes: tuple[Polytope, Polytope]

    @classmethod
    def artificial(cls, A: MatrixLike, B: MatrixLike) -> Position:
        """Return the artificial pair of two payoff matrices."""
        payoffs_1, payoffs_2 = dense("A", A, 2), dense("B", B, 2)
        expected, shape = (" x ".join(map(str, payoffs.shape)) for payoffs in (payoffs_1, payoffs_2))
        require(shape == expected, f"B of {shape}, expected {expected} as A")
        m, n = payoffs_1.shape
        rows, columns = range(m), range(m, m + n)
        P, Q = Polytope(payoffs_2.T, columns, rows), Polytope(payoffs_1, rows, columns)
        return cls(payoffs_1, payoffs_2, (P, Q))

    @property
    def labels(self) -> int:
        """The number of labels, m + n."""
        return sum(self.A.shape)

    def copy(self) -> Position:
        """Return a copy; pivots on it do not change this pair."""
        P, Q = self.polytopes
        return Position(self.A, self.B, (P.copy(), Q.copy()))

    def walk(self, label: int) -> Iterator[tuple[int, int, int]]:
        """Follow the path of a missing label from a completely labeled pair to the pair at the other end.

        Yield for each pivot the polytope, the dropped label and the label picked up. A label picked up in one polytope
        then belongs to both vertices, so it is dropped next in the other polytope.
        """
        # the path begins in the polytope whose vertex has the label: P, or else Q
        polytope, dropped, picked_up = int(label not in self.key), label, -1  # no label is picked up yet
        while picked_up != label:
            limits.check()
            picked_up = self.polytopes[polytope].drop(dropped)
            yield polytope, dropped, picked_up
            dropped, polytope = picked_up, 1 - polytope

    def path(self, label: int) -> LemkeHowsonPath:
        """Move to the other end of a path; return the path."""
        picked_up = tuple(picked_up for _, _, picked_up in self.walk(label))
        return self.pair(), picked_up

    def pair(self) -> LabeledPair:
        """Return the completely labeled pair, after a proof that it is the artificial pair or an equilibrium."""
        x, y = (polytope.vertex() for polytope in self.polytopes)
        artificial = not (x.any() or y.any())
        if not (artificial or (_is_best_response(x, self.A, y) and _is_best_response(y, self.B.T, x))):
            raise NotProvedError("the strategies at the end of a Lemke–Howson path are not best replies to each other")
        return LabeledPair(x, y, self.key, max(polytope.bits for polytope in self.polytopes))

    @property
    def key(self) -> tuple[int, ...]:
        """The labels of x, ascending, which identify a completely labeled pair."""
        return self.polytopes[0].labels


def _is_best_response(strategy: Vector, payoffs: NDArray[np.object_], against: Vector) -> bool:
    """Return whether ``strategy`` is positive only at the greatest entries of ``payoffs @ against``.

    Also return False if ``strategy`` or ``against`` is no distribution.
    """
    played = np.flatnonzero(against)
    weights, _ = cleared(against[played].tolist())  # integers, as a common denominator does not change the order
    values = payoffs[:, played] @ np.array(weights, dtype=object)
    probabilities = all((vector >= 0).all() and sum(vector) == 1 for vector in (strategy, against))
    return probabilities and set(values[strategy != 0]) == {max(values)}


def lemke_howson(A: MatrixLike, B: MatrixLike, label: int) -> LemkeHowsonPath:
    """Return the path of a missing label (0-based) from the artificial pair, with the equilibrium at its end.

    The same matrices give the same path on every machine. The path does not change if A or B is multiplied by a
    positive number, or if a constant is added to a column of A or to a row of B. A has the m x n payoffs of the row
    player, B those of the column player; labels are 0 to m + n − 1.

    Raises InputError for matrices that are empty or differ in shape, or an unknown label; NumberError for floats.

    >>> end, picked_up = lemke_howson([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]], 0)
    >>> [str(p) for p in end.x], [str(p) for p in end.y], picked_up
    (['1', '0', '0'], ['1', '0'], (3, 0))
    """
    position = Position.artificial(A, B)
    known = type(label) is int and label in range(position.labels)  # True is an instance of int
    require(known, f"the label {shown(label)}, expected an int from 0 to {position.labels - 1}")
    return position.path(label)


def all_labels(A: MatrixLike, B: MatrixLike) -> tuple[LemkeHowsonPath, ...]:
    """Return the paths of all labels, ascending, from the artificial pair; raise the errors of :func:`lemke_howson`.

    >>> [len(picked_up) for _, picked_up in all_labels([[1, 0], [0, 2]], [[0, 2], [1, 0]])]
    [4, 4, 4, 4]
    """
    start = Position.artificial(A, B)
    return tuple(start.copy().path(label) for label in range(start.labels))


def reachable(A: MatrixLike, B: MatrixLike) -> tuple[list[LabeledPair], list[list[tuple[int, int]]]]:
    """Return all pairs that chains of paths, of any missing labels, reach from the artificial pair, and these paths.

    The artificial pair comes first, then the others in the order of a breadth-first search that follows labels in
    ascending order. The path from pair p with the missing label k is ``paths[p][k]``: the number of the pair at its
    other end, and the number of pivots. There may be equilibria that no chain reaches (Wilson's example in Shapley
    1974).

    >>> pairs, paths = reachable([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    >>> [[str(p) for p in pair.x] for pair in pairs]
    [['0', '0'], ['1', '0'], ['0', '1'], ['1/2', '1/2']]
    >>> [end for end, _ in paths[3]]
    [2, 1, 2, 1]
    """
    start = Position.artificial(A, B)
    pairs, number = [start.pair()], {start.key: 0}
    paths: list[dict[int, tuple[int, int]]] = [{}]
    queue = deque([start])
    while queue:
        position = queue.popleft()
        start_number = number[position.key]
        for label in range(position.labels):
            if label in paths[start_number]:  # the path was followed before, from the other end
                continue
            end = position.copy()
            length = sum(1 for _ in end.walk(label))
            if end.key not in number:
                number[end.key] = len(pairs)
                pairs.append(end.pair())
                paths.append({})
                queue.append(end)
            end_number = number[end.key]
            paths[start_number][label] = end_number, length
            paths[end_number][label] = start_number, length
    return pairs, [[path for _, path in sorted(by_label.items())] for by_label in paths]
