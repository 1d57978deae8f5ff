"""Computations that run in steps, so that several methods for one result can take turns."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")

Steps: TypeAlias = Generator[int, None, Result]
"""A generator that yields the work of each of its steps, and returns a result.

Work is an estimate in nanoseconds, computed from sizes and counts. It is never measured, so that all machines take the
same decisions.
"""


def done(steps: Generator[object, None, Result]) -> Result:
    """Run all steps, and return the result.

    >>> def counted():
    ...     yield 5
    ...     return "result"
    >>> done(counted())
    'result'
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def within(steps: Steps[Result], budget: float) -> Steps[Result | None]:
    """Return the result, or None as soon as the work exceeds a budget.

    >>> def counted():
    ...     yield 5
    ...     return "result"
    >>> done(within(counted(), 5)), done(within(counted(), 4))
    ('result', None)
    """
    while budget >= 0:
        try:
            work = next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
        budget -= work
        yield work
    steps.close()
    return None
