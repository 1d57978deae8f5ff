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
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from lemke.ground import limits
from lemke.linear.pivoting.labeled_pair import LabeledPair, Position, Step, Table


@dataclass(frozen=True, eq=False, slots=True)
class Path:
    """A path from the artificial pair.

    Attributes
    ----------
    label : int
        The missing label, 0-based: below m it is a row, from m on a column.
    end : LabeledPair
    picked_up : tuple of int
        The labels picked up, in turn. Each is the next to be dropped, in the other polytope; the last is the missing
        one.
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
    """All that Lemke–Howson paths reach from the artificial pair, one after another.

    Attributes
    ----------
    pairs : tuple of LabeledPair
        The artificial one first, others in the order of a breadth-first search that follows labels in ascending order.
    arrows : tuple of tuple of Arrow
        ``arrows[pair][label]``. Every path can be walked back: ``arrows[arrows[p][k].pair][k].pair`` is p.
    """

    pairs: tuple[LabeledPair, ...]
    arrows: tuple[tuple[Arrow, ...], ...]


Walk: TypeAlias = Generator[Step, None, LabeledPair]


def path(A: Table, B: Table, label: int) -> Walk:
    """Walk from the artificial pair along the path of a missing label, yielding each pivot and storing none.

    The generator returns the pair at the end. Between pivots the caller has control.

    Raises
    ------
    ShapeError, NumberError, InputError
        Matrices that are empty or differ in shape, floats, no such label.

    >>> for step in path([[2, 0], [0, 1]], [[1, 0], [0, 2]], 1):
    ...     print(step.polytope, step.dropped, step.picked_up, [str(each) for each in step.vertex])
    0 1 3 ['0', '1']
    1 3 1 ['0', '1']
    """
    position = Position.artificial(A, B)
    return _walk(position, position.required(label))


def lemke_howson(A: Table, B: Table, label: int) -> Path:
    """Return the path of a missing label (0-based) from the artificial pair, with the equilibrium at its end.

    The same matrices give the same path on every machine. Positive factors of A and of B, and constants added to a
    column of A or to a row of B, do not change it.

    Parameters
    ----------
    A, B : matrices of exact numbers, m x n
        Payoffs of the one who chooses rows, and of the one who chooses columns.
    label : int
        0 to m + n − 1.

    Raises
    ------
    ShapeError, NumberError, InputError
        Matrices that are empty or differ in shape, floats, no such label.
    LimitError
        If a limit is reached.

    >>> found = lemke_howson([[3, 3], [2, 5], [0, 6]], [[3, 2], [2, 6], [3, 1]], 0)
    >>> [str(p) for p in found.end.x], [str(p) for p in found.end.y], found.picked_up
    (['1', '0', '0'], ['1', '0'], (3, 0))
    """
    position = Position.artificial(A, B)
    return _whole_path(position, position.required(label))


def all_labels(A: Table, B: Table) -> tuple[Path, ...]:
    """Return the paths of all labels, ascending, from the artificial pair.

    Raises
    ------
    ShapeError, NumberError
        Matrices that are empty or differ in shape, floats.
    LimitError
        If a limit is reached.

    >>> [found.length for found in all_labels([[1, 0], [0, 2]], [[0, 2], [1, 0]])]
    [4, 4, 4, 4]
    """
    start = Position.artificial(A, B)
    return tuple(_whole_path(start.copy(), label) for label in range(start.labels))


def reachable(A: Table, B: Table) -> Reachable:
    """Return all equilibria on the paths of all labels from the artificial pair, and from each pair found again.

    There may be others, on paths that no such path meets (Wilson's example in Shapley 1974).

    Raises
    ------
    ShapeError, NumberError
        Matrices that are empty or differ in shape, floats.
    LimitError
        If a limit is reached.

    >>> found = reachable([[1, 0], [0, 1]], [[1, 0], [0, 1]])
    >>> [[str(p) for p in pair.x] for pair in found.pairs]
    [['0', '0'], ['1', '0'], ['0', '1'], ['1/2', '1/2']]
    >>> [arrow.pair for arrow in found.arrows[3]]
    [2, 1, 2, 1]
    """
    start = Position.artificial(A, B)
    pairs = [start.pair()]
    number = {start.key: 0}
    arrows: list[dict[int, Arrow]] = [{}]
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        here = number[position.key]
        for label in range(position.labels):
            if label in arrows[here]:  # walked before, from its other end
                continue
            other = position.copy()
            length = len(_followed(other, label))
            if other.key not in number:
                number[other.key] = len(pairs)
                pairs.append(other.pair())
                arrows.append({})
                waiting.append(other)
            there = number[other.key]
            arrows[here][label], arrows[there][label] = Arrow(there, length), Arrow(here, length)
    return Reachable(tuple(pairs), tuple(tuple(own[label] for label in range(start.labels)) for own in arrows))


def _walk(position: Position, label: int) -> Walk:
    for number, (side, dropped, picked_up) in enumerate(position.walk(label), 1):
        polytope = position.polytopes[side]
        yield Step(number, side, dropped, picked_up, polytope.basis, polytope.vertex())
    return position.pair()


def _whole_path(position: Position, label: int) -> Path:
    picked_up = _followed(position, label)
    return Path(label, position.pair(), tuple(picked_up))


def _followed(position: Position, label: int) -> list[int]:
    """Move to the other end of a path; return the labels picked up on the way."""
    picked_up = []
    limits.check()
    for _, _, met in position.walk(label):
        picked_up.append(met)
        limits.report(partial("{} pivots".format, len(picked_up)))
    return picked_up
