"""Where links from one depth to another run: where they meet least of what is drawn already."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lemke.show.drawing.picture import Edges

OVER_EDGE, OVER_TEXT, OVER_LINK, OVER_NODE = 8.0, 60.0, 100.0, 10_000.0
"""What it costs to run over something; a node never pays, since outside of the tree there is none."""
STEP = 2.0
"""From one channel that is tried to the next."""
AROUND = 20.0
"""How far outside of the tree channels are tried."""
DETOUR = 0.1
"""What every point costs that a link goes across."""


class Channels:
    """Straight ways along, past obstacles: boxes whose left and right are along, each with its cost."""

    def __init__(self, obstacles: Sequence[tuple[Edges, float]]) -> None:
        self._boxes = np.array([box for box, _ in obstacles])
        self._costs = np.array([cost for _, cost in obstacles])
        self._tried = np.arange(self._boxes[:, 1].min() - AROUND, self._boxes[:, 3].max() + AROUND, STEP)

    def taken(self, first: float, last: float, start: float, end: float) -> float:
        """Return the place across of the cheapest channel between two places along, and take it.

        Parameters
        ----------
        first, last : float
            Where it begins and ends, along.
        start, end : float
            What it links, across.
        """
        left, top, right, bottom = self._boxes.T
        near = (left < last) & (first < right)
        over = (top[near] < self._tried[:, None]) & (self._tried[:, None] < bottom[near])
        away = np.abs(self._tried - start) + np.abs(self._tried - end)
        across = float(self._tried[np.argmin(over @ self._costs[near] + DETOUR * away)])
        self._boxes = np.vstack([self._boxes, (first, across - 3, last, across + 3)])
        self._costs = np.append(self._costs, OVER_LINK)
        return across
