"""The set of equilibria of a two-player game in strategic form: extreme equilibria, Nash subsets, components.

A Nash subset is a product of two convex sets of mixed strategies; every pair in the product is an equilibrium. An
equilibrium is extreme if it is no convex combination of other equilibria in a Nash subset; its strategies are extreme,
too. A maximal Nash subset is the product of two convex hulls of extreme strategies. The set of equilibria is the union
of the maximal Nash subsets (Winkels 1979; Avis, Rosenberg, Savani, von Stengel 2010, "Enumeration of Nash equilibria
for two-player games", Economic Theory 42).

As in that paper, printed texts name the different extreme strategies x1, x2, … of player 1 and y1, y2, … of player 2,
in the order in which they first appear, and write maximal Nash subsets as products of convex hulls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from gmpy2 import mpq

from lemke.forms.normal_form.form import NormalForm
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.brief import brief
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table

LETTERS = ("x", "y")
"""The letters in the names of the strategies of player 1 and of player 2."""

Probabilities: TypeAlias = tuple[mpq, ...]
"""A mixed strategy: one probability per pure strategy."""


@dataclass(frozen=True, slots=True)
class NashSubset:
    """A product of two convex hulls in which every pair is an equilibrium.

    Attributes
    ----------
    x, y : tuples of strategies
        The vertices of the two convex hulls.

    >>> half = mpq(1, 2)
    >>> print(NashSubset(x=((mpq(1), mpq(0)),), y=((mpq(1), mpq(0)), (half, half))))
    conv{(1, 0)} x conv{(1, 0), (1/2, 1/2)}
    """

    x: tuple[Probabilities, ...]
    y: tuple[Probabilities, ...]

    __repr__ = brief

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
        Its maximal Nash subsets, whose union is the component.
    """

    equilibria: tuple[tuple[Probabilities, Probabilities], ...]
    subsets: tuple[NashSubset, ...]

    __repr__ = brief

    def __str__(self) -> str:
        return "\n".join(map(str, self.subsets))


@dataclass(frozen=True, slots=True)
class ExtremeEquilibrium:
    """An equilibrium (x, y) that is not a convex combination of other equilibria in a Nash subset.

    Attributes
    ----------
    x, y : strategies
        Probabilities of the rows and of the columns.
    payoffs : (mpq, mpq)
        Expected payoffs, in units of the game.
    """

    x: Probabilities
    y: Probabilities
    payoffs: tuple[mpq, mpq]

    @property
    def is_pure(self) -> bool:
        """Whether both players play one strategy with probability 1."""
        return ONE in self.x and ONE in self.y


@dataclass(frozen=True, eq=False)
class AllEquilibria(ByValue, Listing[ExtremeEquilibrium], Result):
    """All equilibria of a two-player game, as :func:`~lemke.solvers.all_equilibria.by_strategies` finds them.

    Attributes
    ----------
    form : NormalForm
        The game; for a game in extensive form its reduced strategic form.
    equilibria : tuple of ExtremeEquilibrium
        In descending lexicographic order of x and then of y.
    components : tuple of Component
        In the order of their first equilibria.
    classes : tuple of tuple of int
        A class has the numbers, from 0, of the equilibria with the same realization plans: they are realization
        equivalent. In a game given by matrices every equilibrium has a class of its own. Classes are in the order of
        their first equilibria.
    profiles : tuple of Profile
        One for every class: behavior strategies with the realization plans of the class.
    """

    form: NormalForm
    equilibria: tuple[ExtremeEquilibrium, ...]
    components: tuple[Component, ...]
    classes: tuple[tuple[int, ...], ...]
    profiles: tuple[Profile, ...]

    @property
    def parts(self) -> tuple[ExtremeEquilibrium, ...]:
        """The extreme equilibria."""
        return self.equilibria

    def to_table(self) -> Table:
        """Return the extreme equilibria: payoffs, and probabilities of all strategies; below, the components."""
        columns = ["", *(f"payoff {player}" for player in unique_names(self.form.players))]
        for letter, player, strategies in zip(
            LETTERS, unique_names(self.form.players), self.form.strategies, strict=True
        ):
            columns += [letter, *(f"{player}: {strategy}" for strategy in unique_names(strategies))]
        rows = [
            (k, *extreme.payoffs, self._name(0, extreme.x), *extreme.x, self._name(1, extreme.y), *extreme.y)
            for k, extreme in enumerate(self.equilibria, 1)
        ]
        title = f"{self.form.title}: {len(self.equilibria)} extreme equilibria in {len(self.components)} components"
        return Table(columns, rows, title.removeprefix(": "), [*self._component_notes(), *self._class_notes()], 1)

    def _name(self, player: int, strategy: Probabilities) -> str:
        """Return the name of a strategy, such as x1 or y2."""
        return f"{LETTERS[player]}{self.vertices[player][strategy] + 1}"

    def _component_notes(self) -> Iterator[str]:
        """Yield a line per component, with its maximal Nash subsets."""
        for k, component in enumerate(self.components, 1):
            subsets = []
            for subset in component.subsets:
                hulls = (
                    [self._name(player, vertex) for vertex in hull] for player, hull in enumerate((subset.x, subset.y))
                )
                subsets.append(" x ".join(f"{'conv' * (len(names) > 1)}{{{', '.join(names)}}}" for names in hulls))
            yield f"component {k}: {' u '.join(subsets)}"

    def _class_notes(self) -> Iterator[str]:
        """Yield a line for every class with several equilibria."""
        for members in self.classes:
            if len(members) > 1:
                yield f"realization equivalent: {', '.join(str(number + 1) for number in members)}"

    def __repr__(self) -> str:
        return f"<AllEquilibria of {self.form!r}: {len(self.equilibria)} extreme, components {len(self.components)}>"

    @cached_property
    def vertices(self) -> tuple[dict[Probabilities, int], dict[Probabilities, int]]:
        """The different strategies x of player 1 and y of player 2 in the equilibria, with their numbers from 0."""
        x, y = ([getattr(extreme, letter) for extreme in self.equilibria] for letter in LETTERS)
        return _numbered(x), _numbered(y)


def _numbered(strategies: Iterable[Probabilities]) -> dict[Probabilities, int]:
    """Return the different strategies with their numbers, in order of appearance."""
    return {strategy: number for number, strategy in enumerate(dict.fromkeys(strategies))}


def _hull(points: Sequence[Probabilities]) -> str:
    """Return the text of a convex hull."""
    shown = ", ".join(f"({', '.join(map(str, point))})" for point in points)
    return f"conv{{{shown}}}"
