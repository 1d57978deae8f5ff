"""The games in strategic form that are measured: for each table its groups of games, which are its rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import lemke
from lemke.generators import coordination, hard_to_solve, many_equilibria, near_zero_sum, random_bimatrix
from lemke.generators.bimatrix import Bimatrix

Game = tuple[str, dict[str, Any]]
"""The name of a function in this module that returns matrices, and its parameters."""
Family = Callable[..., Bimatrix]


def few_payoffs(rows: int, columns: int, values: int, seed: int) -> Bimatrix:
    """Return a random game with payoffs 0, 1, …, values − 1, so with many ties."""
    return random_bimatrix(rows, columns, seed, 0, values - 1)


def von_stengel_6x6() -> Bimatrix:
    """Return von Stengel's game with 75 equilibria."""
    return _bundled("von_stengel_1999")


def winkels() -> Bimatrix:
    """Return Winkels' degenerate game."""
    return _bundled("winkels_1979")


def _bundled(name: str) -> Bimatrix:
    A, B = lemke.normal_form(lemke.example(name)).payoffs
    return A, B


@dataclass(frozen=True)
class Group:
    """Games of one kind and size, a row of a table; ``quick`` if they are part of a quick run."""

    kind: str
    size: str
    games: tuple[Game, ...]
    quick: bool = False


def group(family: Family, size: str, seeds: int = 0, quick: bool = False, kind: str = "", **parameters: Any) -> Group:
    """Return a group of random games with the seeds 1, 2, …, or of one game that is not random."""
    name = family.__name__
    games = [(name, parameters | {"seed": seed}) for seed in range(1, seeds + 1)] or [(name, parameters)]
    return Group(kind or name, size, tuple(games), quick)


def square(family: Family, n: int, seeds: int, quick: bool = False, **parameters: Any) -> Group:
    """Return a group of random n x n games."""
    kind = " ".join([family.__name__, *(f"{name} {value}" for name, value in parameters.items())])
    return group(family, f"{n} x {n}", seeds, quick, kind, rows=n, columns=n, **parameters)


EXTREME = (
    *(square(random_bimatrix, n, seeds, n < 8) for n, seeds in ((5, 7), (8, 7), (10, 7), (12, 5))),
    group(random_bimatrix, "3 x 40", 3, rows=3, columns=40, kind="random_bimatrix, wide"),
    group(random_bimatrix, "40 x 3", 3, rows=40, columns=3, kind="random_bimatrix, high"),
    *(square(few_payoffs, n, 5, n < 8, values=values) for values, n in ((2, 6), (2, 12), (3, 12))),
    group(winkels, "6 x 2", quick=True),
    group(von_stengel_6x6, "6 x 6", quick=True),
    group(many_equilibria, "8 x 8", d=8),
    group(coordination, "8 x 8", n=8),
    group(hard_to_solve, "10 x 10", d=10),
)
"""All extreme equilibria."""

NEAR_ZERO_SUM = tuple(
    group(near_zero_sum, f"{n} x {n}", seeds, n in (10, 20), n=n) for n, seeds in ((10, 5), (20, 5), (40, 5), (100, 1))
)
"""One equilibrium."""

FLOATS = (
    *(square(random_bimatrix, n, 10, n < 10) for n in (5, 20, 40)),
    *(group(near_zero_sum, f"{n} x {n}", 10, n < 10, n=n) for n in (5, 20)),
    *(square(few_payoffs, n, 20, n < 10, values=2) for n in (5, 10, 20)),
    *(square(few_payoffs, n, 20, values=3) for n in (10, 20)),
    *(group(hard_to_solve, f"{d} x {d}", d=d, quick=d < 8) for d in (6, 10, 12)),
)
"""One equilibrium, floats."""

PATHS = tuple(group(hard_to_solve, str(d), d=d, quick=d < 10) for d in (6, 8, 10))
"""Long paths."""
