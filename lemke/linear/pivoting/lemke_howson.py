"""Lemke–Howson paths between the completely labeled vertex pairs of two polytopes (Lemke, Howson 1964).

With m x n matrices A and B, all entries positive after a shift, the polytopes are

    P = {x ≥ 0: Bᵀ x ≤ 1},    Q = {y ≥ 0: A y ≤ 1}.

The inequalities xᵢ ≥ 0 and (A y)ᵢ ≤ 1 have the label i; yⱼ ≥ 0 and (Bᵀ x)ⱼ ≤ 1 the label m + j. A pair of vertices is
completely labeled if every label is tight for one or the other. The pair (0, 0) is; all others, scaled to
probabilities, are equilibria of the bimatrix game (von Stengel 2002, "Computing equilibria for two-person games").
Leaving out one label k leads from each such pair along a path of edges, in P and Q in turn, to one other.

Vertices are told apart by their bases: perturbed right-hand sides (:mod:`~lemke.linear.pivoting.bimatrix_tableau`)
make every path well defined and finite where payoffs tie, and the same in either direction.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import InputError, NotProvedError, ShapeError
from lemke.ground import limits
from lemke.ground.rational import cleared, short
from lemke.ground.sparse import Vector, dense
from lemke.linear.pivoting.bimatrix_tableau import Polytope

MatrixLike: TypeAlias = Sequence[Sequence[object]] | NDArray[np.object_]
"""A matrix of exact numbers: rows of anything that :func:`lemke.ground.rational.exact` takes."""


class LabelPivot(NamedTuple):
    """One pivot of a path: its number, from 1; its polytope, 0 for P and 1 for Q; the labels dropped and picked up.

    ``basis`` has the labels that the new vertex lacks, ascending: the basic variables of the polytope's tableau.
    ``vertex`` is the new vertex scaled to probabilities, x in P or y in Q; zeros for 0.
    """

    number: int
    polytope: int
    dropped: int
    picked_up: int
    basis: tuple[int, ...]
    vertex: Vector


@dataclass(frozen=True, eq=False, slots=True)
class LabeledPair:
    """A completely labeled pair of vertices: the equilibrium, m and n probabilities, proved; zeros for (0, 0).

    ``labels`` are those of x, ascending; y has the others. They tell pairs apart: if payoffs tie, several pairs may be
    the same equilibrium. ``bits`` is the length of the largest determinant of a basis
    on the way there.
    """

    x: Vector
    y: Vector
    labels: tuple[int, ...]
    bits: int


@dataclass(frozen=True, eq=False, slots=True)
class LemkeHowsonPath:
    """A path from the artificial pair, and its missing label, from 0: below m it is a row, from m on a column.

    Each label picked up is the next to be dropped, in the other polytope; the last is the missing one.
    """

    label: int
    end: LabeledPair
    picked_up: tuple[int, ...]

    @property
    def length(self) -> int:
        """The number of pivots."""
        return len(self.picked_up)


class Arrow(NamedTuple):
    """Where a path leads: the number of the pair at its end, and its length in pivots."""

    pair: int
    length: int


@dataclass(frozen=True, eq=False, slots=True)
class Reachable:
    """All pairs that chains of Lemke–Howson paths reach from the artificial pair.

    That pair comes first, others in the order of a breadth-first search that follows labels in ascending order. Every
    path, ``arrows[pair][label]``, can be walked back: ``arrows[arrows[p][k].pair][k].pair`` is p.
    """

    pairs: tuple[LabeledPair, ...]
    arrows: tuple[tuple[Arrow, ...], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Position:
    """A pair of vertices, P's and Q's, on the way along the paths of the matrices A and B, with m + n labels in all.

    If the pair is completely labeled, it has each label once. Inside a path a label is missing and another comes twice.
    """

    A: NDArray[np.object_]
    B: NDArray[np.object_]
    polytopes: tuple[Polytope, Polytope]

    @classmethod
    def artificial(cls, A: MatrixLike, B: MatrixLike) -> Position:
        """Return the artificial pair of two matrices."""
        payoffs_1, payoffs_2 = dense("A", A, 2), dense("B", B, 2)
        if payoffs_1.shape != payoffs_2.shape:
            expected, shape = (" x ".join(map(str, payoffs.shape)) for payoffs in (payoffs_1, payoffs_2))
            raise ShapeError(f"B of {shape}, expected {expected} as A")
        m, n = payoffs_1.shape
        rows, columns = range(m), range(m, m + n)
        P, Q = Polytope(payoffs_2.T, columns, rows), Polytope(payoffs_1, rows, columns)
        return cls(payoffs_1, payoffs_2, (P, Q))

    @property
    def labels(self) -> int:
        """How many labels there are: m + n."""
        return sum(self.A.shape)

    def required(self, label: int) -> int:
        """Return a label; raise InputError if there is no such label."""
        if not isinstance(label, int) or isinstance(label, bool) or not 0 <= label < self.labels:
            shown = short(mpq(label)) if type(label) is int else repr(label)
            raise InputError(f"the label {shown}, expected a whole number from 0 to {self.labels - 1}")
        return label

    def copy(self) -> Position:
        """Return a copy, on which pivots leave this pair as it is."""
        P, Q = self.polytopes
        return Position(self.A, self.B, (P.copy(), Q.copy()))

    def walk(self, label: int) -> Iterator[tuple[int, int, int]]:
        """Go along the path of a missing label, from a completely labeled pair to the other one at its end.

        Yield for each pivot its polytope and the labels dropped and picked up. A label picked up in one polytope, which
        both vertices have then, is the next to be dropped in the other.
        """
        # the path begins in the polytope whose vertex has the label: P, or else Q
        side, dropped, picked_up = int(label not in self.key), label, -1
        while picked_up != label:
            picked_up = self.polytopes[side].drop(dropped)
            yield side, dropped, picked_up
            dropped, side = picked_up, 1 - side

    def follow(self, label: int) -> tuple[int, ...]:
        """Move to the other end of a path; return the labels picked up on the way."""
        picked_up: list[int] = []
        limits.check()
        for _, _, met in self.walk(label):
            picked_up.append(met)
            limits.report(partial("{} pivots".format, len(picked_up)))
        return tuple(picked_up)

    def path(self, label: int) -> LemkeHowsonPath:
        """Move to the other end of a path and return it."""
        picked_up = self.follow(label)
        return LemkeHowsonPath(label, self.pair(), picked_up)

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


def _is_best_response(strategy: Vector, payoffs: NDArray[np.object_], against: Vector) -> bool:
    """True if two vectors are probabilities and the first puts them on greatest entries of ``payoffs @ against``."""
    played = np.flatnonzero(against)
    weights, _ = cleared(against[played].tolist())
    values = payoffs[:, played] @ np.array(weights, dtype=object)
    probabilities = all((vector >= 0).all() and sum(vector) == 1 for vector in (strategy, against))
    return probabilities and set(values[strategy != 0]) == {max(values)}


def path(A: MatrixLike, B: MatrixLike, label: int) -> Generator[LabelPivot, None, LabeledPair]:
    """Walk from the artificial pair along the path of a missing label, yielding each pivot and storing none.

    The generator returns the pair at the end. Errors are those of :func:`lemke_howson`, before the first pivot.

    >>> for step in path([[2, 0], [0, 1]], [[1, 0], [0, 2]], 1):
    ...     print(step.polytope, step.dropped, step.picked_up, list(map(str, step.vertex)))
    0 1 3 ['0', '1']
    1 3 1 ['0', '1']
    """
    position = Position.artificial(A, B)
    return _steps(position, position.required(label))


def _steps(position: Position, label: int) -> Generator[LabelPivot, None, LabeledPair]:
    for number, (side, dropped, picked_up) in enumerate(position.walk(label), 1):
        polytope = position.polytopes[side]
        yield LabelPivot(number, side, dropped, picked_up, polytope.basis, polytope.vertex())
    return position.pair()


def lemke_howson(A: MatrixLike, B: MatrixLike, label: int) -> LemkeHowsonPath:
    """Return the path of a missing label (0-based) from the artificial pair, with the equilibrium at its end.

    The same matrices give the same path on every machine. Positive factors of A and of B, and constants added to a
    column of A or to a row of B, do not change it.

    Parameters
    ----------
    A, B : matrices of exact numbers, m x n
        Payoffs of the row player, and of the column player.
    label : int
        0 to m + n − 1.

    Raises
    ------
    ShapeError, NumberError, InputError
        Matrices that are empty or differ in shape, floats, no such label.
    LimitError
        If a limit is reached.

    >>> path = lemke_howson([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]], 0)
    >>> [str(p) for p in path.end.x], [str(p) for p in path.end.y], path.picked_up
    (['1', '0', '0'], ['1', '0'], (3, 0))
    """
    position = Position.artificial(A, B)
    return position.path(position.required(label))


def all_labels(A: MatrixLike, B: MatrixLike) -> tuple[LemkeHowsonPath, ...]:
    """Return the paths of all labels, ascending, from the artificial pair; errors as :func:`lemke_howson`.

    >>> [path.length for path in all_labels([[1, 0], [0, 2]], [[0, 2], [1, 0]])]
    [4, 4, 4, 4]
    """
    start = Position.artificial(A, B)
    return tuple(start.copy().path(label) for label in range(start.labels))


def reachable(A: MatrixLike, B: MatrixLike) -> Reachable:
    """Return all equilibria on the paths of all labels from the artificial pair, and from each pair that they reach.

    Other equilibria may lie on paths that no such path meets (Wilson's example in Shapley 1974). Errors are those of
    :func:`lemke_howson`.

    >>> result = reachable([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    >>> [[str(p) for p in pair.x] for pair in result.pairs]
    [['0', '0'], ['1', '0'], ['0', '1'], ['1/2', '1/2']]
    >>> [arrow.pair for arrow in result.arrows[3]]
    [2, 1, 2, 1]
    """
    start = Position.artificial(A, B)
    pairs, number = [start.pair()], {start.key: 0}
    arrows: list[dict[int, Arrow]] = [{}]
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        start_number = number[position.key]
        for label in range(position.labels):
            if label in arrows[start_number]:  # walked before, from its other end
                continue
            end = position.copy()
            length = len(end.follow(label))
            if end.key not in number:
                number[end.key] = len(pairs)
                pairs.append(end.pair())
                arrows.append({})
                waiting.append(end)
            end_number = number[end.key]
            arrows[start_number][label], arrows[end_number][label] = (
                Arrow(end_number, length),
                Arrow(start_number, length),
            )
    return Reachable(tuple(pairs), tuple(tuple(arrow for _, arrow in sorted(leaving.items())) for leaving in arrows))
