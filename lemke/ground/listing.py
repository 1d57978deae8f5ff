"""A base class of results that are sequences, such as lists of equilibria."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

Part_co = TypeVar("Part_co", covariant=True)


class Listing(Sequence[Part_co]):
    """A base class of results that are a sequence of their ``parts``.

    >>> class Letters(Listing):
    ...     parts = ("a", "b")
    >>> len(Letters()), Letters()[1], list(Letters())
    (2, 'b', ['a', 'b'])
    """

    @property
    @abstractmethod
    def parts(self) -> tuple[Part_co, ...]:
        """The elements of the sequence."""

    @overload
    def __getitem__(self, index: int) -> Part_co: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Part_co, ...]: ...

    def __getitem__(self, index: int | slice) -> Part_co | tuple[Part_co, ...]:
        return self.parts[index]

    def __len__(self) -> int:
        return len(self.parts)
