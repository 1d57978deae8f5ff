"""The set of equilibria of a two-player game in strategic form: extreme equilibria, Nash subsets, components.

A Nash subset is a product of two convex sets of mixed strategies of which every pair is an equilibrium. A maximal one
is the product of the convex hulls of extreme strategies, and the set of equilibria is their union (Winkels 1979; Avis,
Rosenberg, Savani, von Stengel 2010, "Enumeration of Nash equilibria for two-player games", Economic Theory 42).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gmpy2 import mpq

from lemke.forms.normal_form.form import NormalForm
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.rational import ONE
from lemke.ground.tables import Table, Tabular
from lemke.ground.values import ByValue

Strategy: TypeAlias = tuple[mpq, ...]
"""A mixed strategy: one probability per pure strategy."""


@dataclass(frozen=True, slots=True)
class NashSubset:
    """A product of two convex hulls, every pair in which is an equilibrium.

    Attributes
    ----------
    x, y : tuples of strategies
        The vertices of the two.

    >>> half = mpq(1, 2)
    >>> print(NashSubset(x=((mpq(1), mpq(0)),), y=((mpq(1), mpq(0)), (half, half))))
    conv{(1, 0)} x conv{(1, 0), (1/2, 1/2)}
    """

    x: tuple[Strategy, ...]
    y: tuple[Strategy, ...]

    def __str__(self) -> str:
        return f"{_hull(self.x)} x {_hull(self.y)}"


@dataclass(frozen=True, slots=True)
class Component:
    """A connected component of the set of equilibria.

    Attributes
    ----------
    equilibria : tuple of pairs (x, y)
        Its extreme equilibria.
    subsets : tuple of NashSubset
        Its maximal Nash subsets, of which it is the union.
    """

    equilibria: tuple[tuple[Strategy, Strategy], ...]
    subsets: tuple[NashSubset, ...]

    def __str__(self) -> str:
        return "\n".join(map(str, self.subsets))


@dataclass(frozen=True, slots=True)
class ExtremeEquilibrium:
    """An equilibrium (x, y) that is no convex combination of others in a Nash subset.

    Attributes
    ----------
    x, y : strategies
        Probabilities of the rows and of the columns.
    payoffs : (mpq, mpq)
        Expected payoffs, in units of the game.
    """

    x: Strategy
    y: Strategy
    payoffs: tuple[mpq, mpq]

    @property
    def is_pure(self) -> bool:
        """Whether both players play one strategy for certain."""
        return ONE in self.x and ONE in self.y


@dataclass(frozen=True, eq=False)
class AllEquilibria(ByValue, Tabular):
    """All equilibria of a two-player game, as :func:`~lemke.solvers.all_equilibria.all_equilibria` finds them.

    Attributes
    ----------
    form : NormalForm
        The matrices; of a game in extensive form those of its reduced strategic form.
    equilibria : tuple of ExtremeEquilibrium
        In descending lexicographic order of x and then of y.
    components : tuple of Component
        In the order of their first equilibria.
    classes : tuple of tuple of int
        Numbers, from 0, of the equilibria that are realization equivalent: their realization plans are the same. One
        class for every equilibrium in a game given by its matrices; in the order of their first equilibria.
    profiles : tuple of Profile
        One for every class: a behavior strategy per player, with the realization plans of the class.
    """

    form: NormalForm
    equilibria: tuple[ExtremeEquilibrium, ...]
    components: tuple[Component, ...]
    classes: tuple[tuple[int, ...], ...]
    profiles: tuple[Profile, ...]

    def to_table(self) -> Table:
        """Return the extreme equilibria: the probabilities of all strategies, and the payoffs."""
        names = [
            f"{player}: {strategy}"
            for player, own in zip(unique_names(self.form.players), self.form.strategies, strict=True)
            for strategy in unique_names(own)
        ]
        rows = tuple((k, *each.x, *each.y, *each.payoffs) for k, each in enumerate(self.equilibria, 1))
        payoffs = [f"payoff {player}" for player in unique_names(self.form.players)]
        return Table(("", *names, *payoffs), rows, repr(self)[1:-1], 1)

    def __repr__(self) -> str:
        extreme, parts = len(self.equilibria), len(self.components)
        return f"<AllEquilibria of {self.form!r}: {extreme} extreme, components {parts}>"

    @cached_property
    def vertices(self) -> tuple[dict[Strategy, int], dict[Strategy, int]]:
        """The different strategies x, and y, with their numbers from 0, in the order of their first equilibria."""
        return _numbered(each.x for each in self.equilibria), _numbered(each.y for each in self.equilibria)


def _numbered(strategies: Iterable[Strategy]) -> dict[Strategy, int]:
    return {each: number for number, each in enumerate(dict.fromkeys(strategies))}


def _hull(points: Sequence[Strategy]) -> str:
    return f"conv{{{', '.join(f'({_listed(point)})' for point in points)}}}"


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
