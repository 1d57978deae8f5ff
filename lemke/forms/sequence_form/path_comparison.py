"""Two paths side by side, pivot by pivot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Protocol, runtime_checkable

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError
from lemke.game.tree import count
from lemke.ground.document import Tabular
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table


class Step(Protocol):
    """A vertex, and the names of the variables that were exchanged in the step that led there, empty at the start."""

    @property
    def number(self) -> int:
        """Steps that led here."""

    @property
    def z0(self) -> mpq:
        """The path's parameter here."""

    @property
    def names(self) -> tuple[str, str]:
        """The entering and the leaving variable."""


@runtime_checkable
class Steps(Protocol):
    """A path, and the numbers at its end."""

    @property
    def vertices(self) -> Sequence[Step]:
        """The vertices in turn."""

    @property
    def end(self) -> tuple[Vector, ...]:
        """The plans or the variables where it ends."""


@dataclass(frozen=True, eq=False)
class PathComparison(Tabular):
    """Two paths of one problem side by side.

    Attributes
    ----------
    first, second : paths
    pairs : tuple of (Step | None, Step | None)
        The pivots of both with the same number; None where a path has ended. (Where z0 falls to 0 and nothing blocks
        it, that is no pivot.)
    common : int
        So many pivots at the beginning exchange the same variables.
    """

    first: Steps
    second: Steps
    pairs: tuple[tuple[Step | None, Step | None], ...]
    common: int

    @property
    def first_difference(self) -> int | None:
        """The number of the first pivot that exchanges other variables, or that only one path has; None without one."""
        return None if self.common == len(self.pairs) else self.common + 1

    @cached_property
    def same_end(self) -> bool:
        """Whether both end at the same plans, or at the same variables."""
        return all(map(np.array_equal, self.first.end, self.second.end))

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of :attr:`rows`."""
        own = ("z0", "entering", "leaving")
        return ("pivot", *(f"{name} {k}" for k in (1, 2) for name in own), "same")

    @cached_property
    def rows(self) -> tuple[tuple[object, ...], ...]:
        """A row per pivot, with None where a path has ended, and whether it exchanges the same variables."""
        return tuple(
            (number, *_cells(one), *_cells(two), _same(one, two)) for number, (one, two) in enumerate(self.pairs, 1)
        )

    def to_table(self) -> Table:
        """Return :attr:`rows` as a table."""
        return Table(self.columns, self.rows, str(self), 1)

    def __str__(self) -> str:
        if not self.pairs:
            steps = "No pivot in either"
        elif self.first_difference is None:
            steps = f"The same {count(len(self.pairs), 'pivot')} in both"
        else:
            steps = f"The first difference is pivot {self.first_difference}"
        return f"{steps}; {'the same end' if self.same_end else 'different ends'}"


def compare_paths(first: Steps, second: Steps) -> PathComparison:
    """Compare two paths of a game, or of an LCP: from two priors, or with two tie rules.

    Raises
    ------
    InputError
        For what is no path; or if they end at vectors of different sizes, and so belong to different problems.

    >>> from lemke.linear.pivoting.lcp_path import lcp_path
    >>> M, q = [[1, 2, 0], [0, 1, 2], [2, 0, 1]], [-1, -1, -1]
    >>> found = compare_paths(lcp_path(M, q), lcp_path(M, q, tie_rule="descending"))
    >>> print(found)
    The first difference is pivot 1; the same end
    """
    for path in (first, second):
        if not isinstance(path, Steps):
            raise InputError(f"an object of type {type(path).__name__}, expected a TracingPath or an LCPPath")
    if [len(part) for part in first.end] != [len(part) for part in second.end]:
        raise InputError("paths that end at vectors of different sizes, expected two paths of one problem")
    one, two = ([each for each in path.vertices if is_pivot(each.names)] for path in (first, second))
    pairs: tuple[tuple[Step | None, Step | None], ...] = tuple(zip_longest(one, two))
    common = next((k for k, pair in enumerate(pairs) if not _same(*pair)), len(pairs))
    return PathComparison(first, second, pairs, common)


def is_pivot(names: tuple[str, str]) -> bool:
    """Return whether variables are exchanged: not at the start, nor where z0 falls to 0 and nothing blocks it."""
    return names not in (("", ""), ("z0", "z0"))


def _same(one: Step | None, two: Step | None) -> bool:
    return one is not None and two is not None and one.names == two.names


def _cells(step: Step | None) -> tuple[object, ...]:
    return (None, None, None) if step is None else (step.z0, *step.names)
