"""A tidy layout of a tree: the positions of nodes across the direction of play, in linear time and without recursion.

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
        if not children[node]:
            outlines[node] = _Outline([0.0] * lengths[node], [0.0] * lengths[node])
            continue
        roots, outline = _side_by_side([outlines.pop(child) for child in children[node]])
        middle = roots[-1] / 2
        for child, root in zip(children[node], roots):
            offsets[child] = root - middle
        for border in outline:
            border[-1] -= middle
            border.append(0.0)
        outlines[node] = outline
    places = [0.0]
    for node, parent in enumerate(parents[1:], 1):
        places.append(places[parent] + offsets[node])
    leftmost = min(places)
    return [round(place - leftmost, DIGITS) for place in places]


class _Outline(NamedTuple):
    """The leftmost and the rightmost nodes of a subtree, depth by depth, the deepest first.

    An entry is the position of the outermost node at a depth, minus the position of the outermost node one depth above;
    the last entry is the position of the root. So only one entry of each list changes if a subtree is moved, and one
    entry is appended if a subtree is put below a node.
    """

    left: list[float]
    right: list[float]


def _side_by_side(subtrees: Sequence[_Outline]) -> tuple[list[float], _Outline]:
    """Return the positions of the roots of subtrees, the first at 0, and the outline of all subtrees together.

    The outlines of the subtrees are changed and must not be used afterwards.

    Every subtree is moved to the right until it does not overlap the outline of the subtrees before it. The two
    outlines are compared down to the depth where the shorter one ends; below this depth, the longer one is the common
    outline. So every depth of a subtree is compared at most once on its left and once on its right, and the time is
    linear.

    If two subtrees touch that are not neighbors, the space that was missing is divided equally among the gaps between
    them. The subtrees in between are moved only at the end. Until then nothing is compared with them: they end above
    the depth where the two touch, so the right one of the two hides them from all later subtrees.
    """
    left, right = subtrees[0]
    # second differences of the roots' positions: the gap before subtree k is the sum of the entries up to k
    gap_changes = [0.0] * (len(subtrees) + 1)
    facing = [(len(right), 0)]  # depth and number of the subtrees on the right outline, the deepest first
    for number, (next_left, next_right) in enumerate(subtrees[1:], 1):
        root = right[-1]  # at first the root of the subtree before
        # positions on the outlines at a depth: of the subtrees before, and of the next one relative to its root
        left_end = right_end = next_left_end = next_right_end = 0.0
        common_depth = min(len(right), len(next_right))
        for depth in range(1, common_depth + 1):  # from the roots, depth 1, which are the last entries
            left_end, right_end = left_end + left[-depth], right_end + right[-depth]
            next_left_end += next_left[-depth]
            next_right_end += next_right[-depth]
            if facing[-1][0] < depth:
                facing.pop()
            overlap = right_end + 1.0 - (root + next_left_end)
            if overlap > 0:
                root += overlap
                neighbor = facing[-1][1]
                gap_changes[neighbor + 1] += overlap / (number - neighbor)
                gap_changes[number + 1] -= overlap / (number - neighbor)
        while facing and facing[-1][0] <= len(next_right):
            facing.pop()
        facing.append((len(next_right), number))
        if len(next_left) > len(left):
            left = _joined(left, next_left, common_depth, root + next_left_end - left_end)
        next_right[-1] += root
        if len(right) > common_depth:
            right = _joined(next_right, right, common_depth, right_end - (root + next_right_end))
        else:
            right = next_right
    # gaps are sums of their changes, positions are sums of gaps
    return [*accumulate(accumulate(gap_changes[:-1]))], _Outline(left, right)


def _joined(upper: list[float], lower: list[float], depth: int, offset: float) -> list[float]:
    """Return an outline that is ``upper`` down to ``depth`` and ``lower`` below.

    ``offset`` is the position of ``lower`` at this depth minus the position of ``upper``. The list ``lower`` is changed
    and returned.
    """
    del lower[-depth:]
    lower[-1] += offset
    lower += upper
    return lower
