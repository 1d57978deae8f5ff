"""How far a pass over a game is that nobody knows the size of."""

from __future__ import annotations

from lemke.ground import limits
from lemke.ground.words import count

NODES_PER_CHECK = 4096


class Progress:
    """Counts nodes, and asks the watch every now and then whether to go on."""

    def __init__(self, stage: str, stride: int = NODES_PER_CHECK) -> None:
        self._stage = stage
        self._stride = stride
        self._nodes = 0
        self._next = stride

    def add(self, nodes: int) -> None:
        """Count so many nodes more."""
        self._nodes += nodes
        if self._nodes >= self._next:
            self._next = self._nodes + self._stride
            limits.report(lambda: f"{self._stage}: {count(self._nodes, 'node')}")
