"""Where the nodes of a tree stand beside one another: a tidy drawing, in time linear in the tree and without recursion.

The drawing is that of C. Buchheim, M. Jünger and S. Leipert (Improving Walker's algorithm to run in linear time, 2002):
nodes of one depth are a unit or more apart, a parent stands in the middle between its first and its last child, a
subtree looks the same wherever it stands, the mirror image of a tree is drawn as the mirror image, and small subtrees
between larger ones are spread evenly (J. Q. Walker, A node-positioning algorithm for general trees, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

DIGITS = 4
"""Decimals of a place; what is beyond them are rounding errors."""


def tidy(parents: Sequence[int], lengths: Sequence[int]) -> list[float]:
    """Return the places of the nodes of a tree, from 0 for the leftmost one.

    Parameters
    ----------
    parents : sequence of int
        Per node, every parent before its children, which stand in this order; the first node is the root.
    lengths : sequence of int
        How many depths a leaf takes up, at least 1; not read for other nodes.

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

    An entry is the distance from the outermost node one depth above to this one, to the right; the last entry is the
    place of the root. So moving a subtree changes one entry of each list, and hanging it below a node appends one.
    """

    left: list[float]
    right: list[float]


def _side_by_side(subtrees: Sequence[_Outline]) -> tuple[list[float], _Outline]:
    """Return the places of the roots of subtrees, the first at 0, and the outline of all; their own are used up.

    Every subtree is moved to the right until it is clear of the outline of those before it. The two are compared down
    to the depth where one of them ends, and the outline below is taken over as it is: so every depth of a subtree is
    compared at most once with those on its left and once with those on its right, and the time is linear.

    Where two subtrees meet that are no neighbors, the gaps between them get equal shares of what is lacking. Those in
    between are moved only at the end. Until then nothing is compared with them: none of them reaches the depth where
    the two meet, so that the right one of these hides them from all that follow.
    """
    left, right = subtrees[0]
    widening = [0.0] * (len(subtrees) + 1)  # of the gap before a subtree, and of every gap after this one
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
    """Return an outline that goes on below its depth as another one, which is used up; the step leads over to that."""
    del lower[-depth:]
    lower[-1] += step
    lower += upper
    return lower
