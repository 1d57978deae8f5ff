"""A tidy layout of a tree: positions of nodes across, in time linear in the tree and without recursion.

The layout is that of C. Buchheim, M. Jünger and S. Leipert (Improving Walker's algorithm to run in linear time, 2002).
Nodes of one depth are at least one unit apart. A parent is in the middle between its first and its last child. Equal
subtrees look the same, and the mirror image of a tree is drawn as the mirror image. Small subtrees between larger ones
are spread evenly (J. Q. Walker, A node-positioning algorithm for general trees, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

DIGITS = 4
"""Decimals of a position; further digits are rounding errors."""


def tidy(parents: Sequence[int], lengths: Sequence[int]) -> list[float]:
    """Return the positions of the nodes of a tree, from 0 for the leftmost node.

    Parameters
    ----------
    parents : sequence of int
        The parent of every node. Parents come before their children; the first node is the root.
    lengths : sequence of int
        The number of depths that a leaf takes up, at least 1; not used for other nodes.

    >>> tidy([-1, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    [1.0, 0.5, 1.5, 0.0, 1.0]
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents[1:], 1):
        children[parent].append(node)
    from_parent = [0.0] * len(parents)
    outlines: dict[int, _Outline] = {}
    for node in reversed(range(len(parents))):
        if not children[node]:
            outlines[node] = _Outline([0.0] * lengths[node], [0.0] * lengths[node])
            continue
        roots, outline = _side_by_side([outlines.pop(child) for child in children[node]])
        middle = roots[-1] / 2
        for child, root in zip(children[node], roots):
            from_parent[child] = root - middle
        for side in outline:
            side[-1] -= middle
            side.append(0.0)
        outlines[node] = outline
    places = [0.0]
    for node, parent in enumerate(parents[1:], 1):
        places.append(places[parent] + from_parent[node])
    leftmost = min(places)
    return [round(place - leftmost, DIGITS) for place in places]


class _Outline(NamedTuple):
    """The leftmost and the rightmost nodes of a subtree, depth by depth, the deepest first.

    An entry is the position of a node minus that of the outermost node one depth above; the last entry is the position
    of the root. So moving a subtree changes one entry of each list, and putting it below a node appends one entry.
    """

    left: list[float]
    right: list[float]


def _side_by_side(subtrees: Sequence[_Outline]) -> tuple[list[float], _Outline]:
    """Return the positions of the roots of subtrees, the first at 0, and their common outline; their outlines are used.

    Every subtree is moved to the right until it is clear of the outline of the subtrees before it. The two outlines are
    compared down to the depth where one of them ends; below it, the longer one is taken over. So every depth of a
    subtree is compared at most once with the left and once with the right, and the time is linear.

    If two subtrees meet that are not neighbors, the gaps between them get equal shares of the space that is missing.
    The subtrees in between are moved only at the end. Until then nothing is compared with them: none of them reaches
    the depth where the two meet, so the right one hides them from all later subtrees.
    """
    left, right = subtrees[0]
    # differences of gaps: the widening of the gap before subtree k is the sum of the entries up to k
    widening = [0.0] * (len(subtrees) + 1)
    facing = [(len(right), 0)]  # depth and number of the subtrees on the right outline, the deepest first
    for number, (next_left, next_right) in enumerate(subtrees[1:], 1):
        root = right[-1]  # of the subtree before it
        end = start = next_end = next_start = 0.0  # of the two outlines, at a depth
        common = min(len(right), len(next_right))
        for depth in range(1, common + 1):
            start, end = start + left[-depth], end + right[-depth]
            next_start, next_end = next_start + next_left[-depth], next_end + next_right[-depth]
            if facing[-1][0] < depth:
                facing.pop()
            lack = end + 1.0 - (root + next_start)
            if lack > 0:
                root += lack
                neighbor = facing[-1][1]
                widening[neighbor + 1] += lack / (number - neighbor)
                widening[number + 1] -= lack / (number - neighbor)
        while facing and facing[-1][0] <= len(next_right):
            facing.pop()
        facing.append((len(next_right), number))
        if len(next_left) > len(left):
            left = _continued(left, next_left, common, root + next_start - start)
        next_right[-1] += root
        right = _continued(next_right, right, common, end - (root + next_end)) if len(right) > common else next_right
    return [*accumulate(accumulate(widening[:-1]))], _Outline(left, right)


def _continued(upper: list[float], lower: list[float], depth: int, step: float) -> list[float]:
    """Return ``upper`` continued below ``depth`` by ``lower``, which is used up; ``step`` is the first step down."""
    del lower[-depth:]
    lower[-1] += step
    lower += upper
    return lower
