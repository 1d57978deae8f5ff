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
from itertools import product
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import one_line
from lemke.forms.normal_form.documents import labels
from lemke.forms.normal_form.form import NormalForm
from lemke.forms.normal_form.of_game import TreeNormalForm
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.brief import brief
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.listing import Listing
from lemke.ground.rational import ONE, text
from lemke.ground.sparse import ByValue
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

EQUILIBRIA = Format(
    "lemke-equilibria/1",
    """
title, players, strategies | text, lists of texts | title and players of the game; the names of each player's
    strategies, for a tree of the reduced ones
vertices | two lists | per player the different mixed strategies in the equilibria: probabilities in the order of
    `strategies`
equilibria | list | `x` and `y`: numbers of vertices of player 1 and 2; `payoffs`; `class`: the same number for
    equilibria that are realization equivalent
components | list of lists | the maximal Nash subsets of each component: a subset is the product of two convex hulls, of
    the vertices of player 1 with the numbers in `x` and of the vertices of player 2 with the numbers in `y`
""",
)
LETTERS = ("x", "y")
"""The letters in the names of the strategies of player 1 and of player 2."""
WIDE = 100
"""The most characters of a line: a wider table gives way to a list of positive probabilities; a line of sets is cut."""

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
class AllEquilibria(ByValue, Listing[ExtremeEquilibrium], Tabular):
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
        """Return the extreme equilibria: the probabilities of all strategies, and the payoffs."""
        names = [
            f"{player}: {strategy}"
            for player, strategies in zip(unique_names(self.form.players), self.form.strategies, strict=True)
            for strategy in unique_names(strategies)
        ]
        rows = tuple((k, *extreme.x, *extreme.y, *extreme.payoffs) for k, extreme in enumerate(self.equilibria, 1))
        payoffs = [f"payoff {player}" for player in unique_names(self.form.players)]
        return Table(("", *names, *payoffs), rows, repr(self)[1:-1], 1)

    def document(self) -> Document:
        """Return the extreme equilibria, their classes of realization equivalence, and the components."""
        return Document(self._blocks, EQUILIBRIA, lambda: dict(self._members()))

    def _members(self) -> Iterator[tuple[str, object]]:
        x, y = self.vertices
        class_of = {number: k for k, members in enumerate(self.classes, 1) for number in members}
        yield from labels(self.form).items()
        yield "vertices", [list(strategies) for strategies in self.vertices]
        equilibria = []
        for number, extreme in enumerate(self.equilibria):
            pair = {"x": x[extreme.x] + 1, "y": y[extreme.y] + 1}
            equilibria.append(pair | {"payoffs": extreme.payoffs, "class": class_of[number]})
        yield "equilibria", equilibria
        components = []
        for component in self.components:
            hulls = (([x[k] + 1 for k in subset.x], [y[k] + 1 for k in subset.y]) for subset in component.subsets)
            components.append([{"x": rows, "y": columns} for rows, columns in hulls])
        yield "components", components

    def _blocks(self) -> Iterator[Block]:
        if self.form.title:
            yield one_line(self.form.title)
        equilibria, classes = len(self.equilibria), len(self.classes)
        noun = "extreme equilibrium" if equilibria == 1 else "extreme equilibria"
        merged = f", {classes} up to realization equivalence" if classes < equilibria else ""
        yield f"{equilibria} {noun} in {count(len(self.components), 'component')}{merged}"
        yield from self._player_line()
        yield from self._move_line()
        yield ""
        yield "Extreme equilibria"
        table = self._probabilities()
        yield table if max(map(len, table.lines())) <= WIDE else self._positive_probabilities()
        yield from self._class_lines()
        yield ""
        yield "Components: unions of maximal Nash subsets"
        yield page_table(list(self._subset_rows()), right={0})

    def _player_line(self) -> Iterator[str]:
        """Yield a line that says which player plays x and which plays y, if the players have names."""
        names = self.form.players
        if not all(name in ("", str(k), f"Player {k}") for k, name in enumerate(names, 1)):
            shown = (one_line(name) or f"Player {k}" for k, name in enumerate(names, 1))
            yield ", ".join(f"{letter} of {name}" for letter, name in zip(LETTERS, shown, strict=True))

    def _move_line(self) -> Iterator[str]:
        """Yield a line with the sets of the moves in a strategy's label, if a player of a tree has several sets."""
        form = self.form
        if not isinstance(form, TreeNormalForm) or form.game.strategic or all(len(pure.sets) < 2 for pure in form.pure):
            return
        orders = []
        for k, (name, pure) in enumerate(zip(form.players, form.pure, strict=True), 1):
            if pure.sets:
                sets = ", ".join(
                    one_line(information_set.label) or str(information_set.number)
                    for information_set in pure.information_sets
                )
                orders.append(f"of {one_line(name) or f'Player {k}'} at {sets}")
        line = f"moves {'; '.join(orders)}"
        yield line if len(line) <= WIDE else f"{line[: WIDE - 1]}…"

    def _names(self, equilibrium: ExtremeEquilibrium) -> tuple[str, str]:
        """Return the names of both strategies, such as x1 and y2."""
        return self._name(0, equilibrium.x), self._name(1, equilibrium.y)

    def _name(self, player: int, strategy: Probabilities) -> str:
        return f"{LETTERS[player]}{self.vertices[player][strategy] + 1}"

    def _probabilities(self) -> Table:
        """Return a table with a row per equilibrium and a column per pure strategy."""
        strategies_1, strategies_2 = self.form.strategies
        columns = ["", "", *strategies_1, "", *strategies_2, "payoffs"]
        rows: list[list[object]] = []
        for number, extreme in enumerate(self.equilibria, 1):
            x, y = self._names(extreme)
            mark = ["pure"] if extreme.is_pure else []
            rows.append([number, x, *extreme.x, y, *extreme.y, tuple(extreme.payoffs), *mark])
        name_columns = {1, len(strategies_1) + 2}  # of x1, x2, … and y1, y2, …, aligned to the left
        return page_table(rows, columns, right=set(range(len(columns))) - name_columns)

    def _positive_probabilities(self) -> Table:
        """Return a table with the positive probabilities, two rows per equilibrium."""
        rows = []
        for number, extreme in enumerate(self.equilibria, 1):
            names, strategies = self._names(extreme), (extreme.x, extreme.y)
            for player, (strategy, payoff) in enumerate(zip(strategies, extreme.payoffs, strict=True)):
                pairs = zip(self.form.strategies[player], strategy, strict=True)
                support = ", ".join(f"{label}: {text(probability)}" for label, probability in pairs if probability)
                rows.append(["" if player else number, names[player], payoff, support])
        return page_table(rows, ["", "", "payoff", "probabilities"], right={0, 2})

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

    def _subset_rows(self) -> Iterator[list[object]]:
        """Yield a row per maximal Nash subset, component by component, with the subset's pure equilibria."""
        extremes = ((number, extreme) for number, extreme in enumerate(self.equilibria, 1) if extreme.is_pure)
        numbers = {(extreme.x, extreme.y): str(number) for number, extreme in extremes}
        for k, component in enumerate(self.components, 1):
            for position, subset in enumerate(component.subsets):
                hulls = [[self._name(0, vertex) for vertex in subset.x], [self._name(1, vertex) for vertex in subset.y]]
                shown = []
                for names in hulls:
                    points = "{" + ", ".join(names) + "}"
                    shown.append(f"conv{points}" if len(names) > 1 else points)
                pure = [numbers[pair] for pair in product(subset.x, subset.y) if pair in numbers]
                mark = f"pure: {'no.' if len(pure) == 1 else 'nos.'} {', '.join(pure)}"
                if len(subset.x) == len(subset.y) == 1:
                    mark = "pure"
                yield ["" if position else k, " x ".join(shown), *([mark] if pure else [])]

    def __repr__(self) -> str:
        return f"<AllEquilibria of {self.form!r}: {len(self.equilibria)} extreme, components {len(self.components)}>"

    @cached_property
    def vertices(self) -> tuple[dict[Probabilities, int], dict[Probabilities, int]]:
        """The different strategies x of player 1 and y of player 2 in the equilibria, with their numbers from 0."""
        x, y = ([getattr(extreme, letter) for extreme in self.equilibria] for letter in LETTERS)
        return _numbered(x), _numbered(y)


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
