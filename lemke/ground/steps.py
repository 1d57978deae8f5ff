"""Work that is done in steps, so that several ways to one result can take turns."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TypeAlias, TypeVar

from lemke.errors import NotProvedError

Result = TypeVar("Result")

Steps: TypeAlias = Generator[int, None, Result]
"""Yields the work of each step, and returns a result.

Work is estimated in nanoseconds from sizes and counts and never measured, so it is the same on every machine.
"""


def done(steps: Generator[object, None, Result]) -> Result:
    """Do all steps, and return the result.

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
    """Return the result if the work is done within a budget, else None.

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


def first_proof(ways: Mapping[str, Steps[Result]], lead: Mapping[str, int] | None = None) -> Steps[Result]:
    """Return the first result of several ways; the way with the least work so far always makes the next step.

    Parameters
    ----------
    lead : mapping, optional
        Work that a way counts as done before it begins, by name: until then the others go first.

    Raises
    ------
    NotProvedError
        If no way has a result; it names all reasons.

    >>> def counted(steps, result):
    ...     yield from steps
    ...     return result
    >>> done(first_proof({"slow": counted([1, 1, 1], "a"), "quick": counted([2], "b")}))
    'b'
    >>> done(first_proof({"slow": counted([1, 1, 1], "a"), "quick": counted([2], "b")}, {"quick": 9}))
    'a'
    """
    spent = {name: (lead or {}).get(name, 0) for name in ways}
    reasons = []
    while spent:
        name = min(spent, key=spent.__getitem__)
        before = spent[name]
        try:
            spent[name] += next(ways[name])
        except StopIteration as end:
            result: Result = end.value
            return result
        except NotProvedError as error:
            reasons.append(f"{name}: {error}")
            del spent[name]
        else:
            yield spent[name] - before
    raise NotProvedError("; ".join(reasons))
