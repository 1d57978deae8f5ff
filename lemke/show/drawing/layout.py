"""A tidy layout of a tree: the positions of nodes across the direction of play.

Nodes of one depth are at least one unit apart. A parent is in the middle between its first and its last child. Equal
subtrees look the same, and the mirror image of a tree is drawn as the mirror image. Small subtrees between larger ones
are spread evenly (J. Q. Walker, A node-positioning algorithm for general trees, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

DIGITS = 4
"""Decimals of a position; further digits are rounding errors."""

_Outline: TypeAlias = list[tuple[float, float]]
"""For every depth of a subtree, the positions of its leftmost and its rightmost node; its root is at 0."""


def tidy(parents: Sequence[int], lengths: Sequence[int]) -> list[float]:
    """Return the positions of the nodes of a tree, in units of the least distance, from 0 for the leftmost node.

    Parameters
    ----------
    parents : sequence of int
        The parent of every node. Parents come before their children; the first node is the root.
    lengths : sequence of int
        The number of depths that a leaf with its text takes up, at least 1; not used for other nodes.

    >>> tidy([-1, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    [1.0, 0.5, 1.5, 0.0, 1.0]
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents[1:], 1):
        children[parent].append(node)
    offsets = [0.0] * len(parents)  # the position of a node minus that of its parent
    outlines: dict[int, _Outline] = {}
    for node in reversed(range(len(parents))):
        outlines[node] = [(0.0, 0.0)] * (1 if children[node] else lengths[node])
        if children[node]:
            subtrees = [outlines.pop(child) for child in children[node]]
            roots = _side_by_side(subtrees)
            middle = roots[-1] / 2
            for child, root in zip(children[node], roots, strict=True):
                offsets[child] = root - middle
            for depth in range(max(map(len, subtrees))):
                ends = [
                    (root - middle + outline[depth][0], root - middle + outline[depth][1])
                    for root, outline in zip(roots, subtrees, strict=True)
                    if depth < len(outline)
                ]
                outlines[node].append((ends[0][0], ends[-1][1]))
    places = [0.0]
    for node, parent in enumerate(parents[1:], 1):
        places.append(places[parent] + offsets[node])
    leftmost = min(places)
    return [round(place - leftmost, DIGITS) for place in places]


def _side_by_side(subtrees: Sequence[_Outline]) -> list[float]:
    """Return the positions of the roots of subtrees, the first at 0.

    Every subtree is moved to the right until it does not overlap the subtrees before it. If two subtrees touch that are
    not neighbors, the space that was missing is divided equally among the gaps between them.
    """
    roots = [0.0]
    last = [0] * len(subtrees[0])  # for every depth, the last subtree so far that reaches it
    for number, outline in enumerate(subtrees[1:], 1):
        roots.append(roots[-1])
        for (left, _), depth in zip(outline, range(len(last)), strict=False):
            neighbor = last[depth]
            overlap = roots[neighbor] + subtrees[neighbor][depth][1] + 1.0 - (roots[number] + left)
            for k in range(neighbor + 1, number + 1) if overlap > 0 else ():
                roots[k] += overlap * (k - neighbor) / (number - neighbor)
        last[: len(outline)] = [number] * len(outline)
    return roots
