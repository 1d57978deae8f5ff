"""Computations that run in steps, so that several methods for one result can take turns."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TypeAlias, TypeVar

from lemke.errors import NotProvedError

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


def within(steps: Steps[Result], budget: int) -> Steps[Result | None]:
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


def first_proof(methods: Mapping[str, Steps[Result]], handicaps: Mapping[str, int] | None = None) -> Steps[Result]:
    """Return the result of the method that finishes first; the method with the least work so far makes the next step.

    Parameters
    ----------
    methods : mapping from names to steps
    handicaps : mapping from names to work, optional
        Work that counts as already done by a method, so that other methods make the first steps.

    >>> def counted(steps, result):
    ...     yield from steps
    ...     return result
    >>> done(first_proof({"slow": counted([1, 1, 1], "a"), "quick": counted([2], "b")}))
    'b'
    >>> done(first_proof({"slow": counted([1, 1, 1], "a"), "quick": counted([2], "b")}, handicaps={"quick": 9}))
    'a'
    """
    total_work = {name: (handicaps or {}).get(name, 0) for name in methods}
    reasons = []
    while total_work:
        name = min(total_work, key=total_work.__getitem__)
        try:
            work = next(methods[name])
        except StopIteration as end:
            result: Result = end.value
            return result
        except NotProvedError as error:
            reasons.append(f"{name}: {error}")
            del total_work[name]
        else:
            total_work[name] += work
            yield work
    raise NotProvedError("; ".join(reasons))
