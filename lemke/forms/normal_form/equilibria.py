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

from lemke.errors import one_line
from lemke.forms.normal_form.form import NormalForm
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.brief import brief
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue
from lemke.ground.table import Table
from lemke.ground.words import count

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
    """All equilibria of a two-player game, as :func:`~lemke.solvers.enumeration.by_strategies` finds them.

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
        """Return the extreme equilibria: the pure strategies that both players play, with probabilities, and payoffs.

        Below are the classes with several equilibria, and the components as unions of maximal Nash subsets.
        """
        rows = []
        for number, extreme in enumerate(self.equilibria, 1):
            x, y = self._names(extreme)
            first, second = map(_played, self.form.strategies, (extreme.x, extreme.y))
            rows.append((number, x, first, y, second, *extreme.payoffs, extreme.is_pure))
        first, second = unique_names(self.form.players)
        columns = ("", "x", first, "y", second, f"payoff {first}", f"payoff {second}", "pure")
        equilibria, classes = len(self.equilibria), len(self.classes)
        noun = "extreme equilibrium" if equilibria == 1 else "extreme equilibria"
        merged = f", {classes} up to realization equivalence" if classes < equilibria else ""
        title = f"{equilibria} {noun} in {count(len(self.components), 'component')}{merged}"
        title = f"{one_line(self.form.title)}: {title}" if self.form.title else title
        return Table(columns, rows, title, [*self._class_lines(), *self._component_lines()], 1)

    def _names(self, equilibrium: ExtremeEquilibrium) -> tuple[str, str]:
        """Return the names of both strategies, such as x1 and y2."""
        return self._name(0, equilibrium.x), self._name(1, equilibrium.y)

    def _name(self, player: int, strategy: Probabilities) -> str:
        return f"{LETTERS[player]}{self.vertices[player][strategy] + 1}"

    def _class_lines(self) -> Iterator[str]:
        """Yield a line for every class with several equilibria."""
        for members in self.classes:
            if len(members) > 1:
                equilibria = [self.equilibria[number] for number in members]
                # for each player the different names, in order; a player with one name plays the same in all equilibria
                names = (dict.fromkeys(strategies) for strategies in zip(*map(self._names, equilibria), strict=True))
                different = ", ".join(_joined_by_and(strategies) for strategies in names if len(strategies) > 1)
                numbers = _joined_by_and(str(number + 1) for number in members)
                yield (
                    f"{numbers} are realization equivalent: {different} differ "
                    "only in how they combine moves at different information sets."
                )

    def _component_lines(self) -> Iterator[str]:
        """Yield a line per component: its maximal Nash subsets."""
        for number, component in enumerate(self.components, 1):
            subsets = []
            for subset in component.subsets:
                hulls = [[self._name(0, vertex) for vertex in subset.x], [self._name(1, vertex) for vertex in subset.y]]
                points = ["{" + ", ".join(names) + "}" for names in hulls]
                pairs = zip(hulls, points, strict=True)
                subsets.append(" x ".join(f"conv{hull}" if len(names) > 1 else hull for names, hull in pairs))
            yield f"Component {number}: {', '.join(subsets)}"

    def __repr__(self) -> str:
        return f"<AllEquilibria of {self.form!r}: {len(self.equilibria)} extreme, components {len(self.components)}>"

    @cached_property
    def vertices(self) -> tuple[dict[Probabilities, int], dict[Probabilities, int]]:
        """The different strategies x of player 1 and y of player 2 in the equilibria, with their numbers from 0."""
        x, y = ([getattr(extreme, letter) for extreme in self.equilibria] for letter in LETTERS)
        return _numbered(x), _numbered(y)


def _played(labels: Sequence[str], strategy: Probabilities) -> str:
    """Return the pure strategies that a mixed strategy plays, with their probabilities."""
    shares = zip(labels, strategy, strict=True)
    return ", ".join(label if share == 1 else f"{label}: {short(share)}" for label, share in shares if share)


def _joined_by_and(words: Iterable[str]) -> str:
    """Return words as a list with "and" before the last."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _numbered(strategies: Iterable[Probabilities]) -> dict[Probabilities, int]:
    """Return the different strategies with their numbers, in order of appearance."""
    return {strategy: number for number, strategy in enumerate(dict.fromkeys(strategies))}


def _hull(points: Sequence[Probabilities]) -> str:
    """Return the text of a convex hull."""
    shown = ", ".join(f"({', '.join(map(str, point))})" for point in points)
    return f"conv{{{shown}}}"
