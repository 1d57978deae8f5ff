"""Walks that yield their steps and know in the end where they have led."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Generic, TypeVar

Step = TypeVar("Step")
End = TypeVar("End")


class Walk(Generic[Step, End]):
    """The steps of a generator, once, and what it returned after the last of them.

    Attributes
    ----------
    end
        What the generator returned; there once all steps are taken.

    >>> def countdown():
    ...     yield from (2, 1)
    ...     return "done"
    >>> walk = Walk(countdown())
    >>> list(walk), walk.end
    ([2, 1], 'done')
    """

    end: End

    def __init__(self, steps: Generator[Step, None, End]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Step]:
        self.end = yield from self._steps
