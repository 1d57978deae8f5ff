"""The sequence form of a game with parameters, and its equilibria as functions of them.

E and F are those of the structure; A and B have functions as entries. The variables z are those of
:meth:`lemke.forms.sequence_form.SequenceForm.lcp`, (x, y, u, v), and the conditions w = q + M z in the same order.

A complementary basis solves its basic system M_TS z_S = −q_T: T are the conditions that are tight, S the variables
that may be positive. Over the field of rational functions this gives z(t), and w(t) = q + M z(t). Wherever both are
nonnegative and defined, z(t) is an equilibrium: the complementarity zᵢ wᵢ = 0 holds identically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from operator import add
from typing import TypeAlias

from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.forms.sequence_form import TreeForm, sequence_form
from lemke.game.best_response import best_response
from lemke.game.recall import Sequences
from lemke.game.tree import NONE
from lemke.ground.sparse import SparseMatrix, Vector, vector
from lemke.ground.values import ByValue
from lemke.linear.exact import Row
from lemke.linear.guided import lemke
from lemke.linear.lcp import Solution
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.functions import Functions, NoSolution, Terms, solve
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.region import Region

Entries: TypeAlias = dict[tuple[int, int], Function]
"""(Sequence of player 1, sequence of player 2) → payoff, weighted with chance; without zeros."""


@dataclass(frozen=True, eq=False)
class ParametricForm(ByValue):
    """The sequence form of a two-player game with perfect recall.

    Attributes
    ----------
    game : ParametricGame
    structure : TreeForm
        The form of the structure: sequences, E and F.
    A, B : Entries
    """

    game: ParametricGame
    structure: TreeForm = field(compare=False)
    A: Entries = field(compare=False)
    B: Entries = field(compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        return ParametricForm.of, (self.game,)

    @classmethod
    def of(cls, game: ParametricGame) -> ParametricForm:
        """Return the form of a game; perfect recall is checked here, once for all values of the parameters.

        Raises
        ------
        PlayersError, RecallError
            Unless the game has two players with perfect recall.
        """
        structure = sequence_form(game.structure)
        rows, columns = structure.behind.last_move
        payoffs, reaches = _along_paths(game)
        tables: tuple[Entries, Entries] = ({}, {})
        for leaf in game.structure.leaves.tolist():
            place = int(rows[leaf]), int(columns[leaf])
            for table, payoff in zip(tables, payoffs[leaf], strict=True):
                if term := payoff * reaches[leaf]:
                    table[place] = table[place] + term if place in table else term
        A, B = ({place: entry for place, entry in table.items() if entry} for table in tables)
        return cls(game, structure, A, B)

    @property
    def functions(self) -> Functions:
        """The field."""
        return self.game.functions

    @property
    def sequences(self) -> tuple[Sequences, Sequences]:
        """Of both players."""
        return self.structure.sequences

    @cached_property
    def parts(self) -> tuple[slice, slice, slice, slice]:
        """Where x, y, u and v stand in z; the slacks of Eᵀu − A y and Fᵀv − Bᵀx, E x − e and F y − f in w."""
        sizes = (*(own.size for own in self.sequences), *(1 + len(own.sets) for own in self.sequences))
        ends = list(accumulate(sizes, initial=0))
        x, y, u, v = map(slice, ends[:-1], ends[1:])
        return x, y, u, v

    @property
    def size(self) -> int:
        """Number of variables."""
        return int(self.parts[3].stop)

    @property
    def signed(self) -> range:
        """The variables that must not be negative, x and y, whose slacks must not either."""
        return range(self.parts[1].stop)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of M, sparse."""
        x, y, u, v = (part.start for part in self.parts)
        rows: list[Row] = [{} for _ in range(self.size)]

        def block(row: int, column: int, matrix: SparseMatrix) -> None:
            for i, j, entry in matrix.entries:
                rows[row + i][column + j] = self.functions.constant(entry)

        for (i, j), entry in self.A.items():
            rows[x + i][y + j] = -entry
        for (i, j), entry in self.B.items():
            rows[y + j][x + i] = -entry
        E, F = self.structure.E, self.structure.F
        for row, column, matrix in ((x, u, E.T), (y, v, F.T), (u, x, E), (v, y, F)):
            block(row, column, matrix)
        return rows

    @cached_property
    def constant(self) -> list[Function]:
        """The vector q: −1 in the rows of x(∅) = 1 and y(∅) = 1."""
        q = [self.functions.zero] * self.size
        for part in self.parts[2:]:
            q[part.start] = -self.functions.one
        return q

    def slacks(self, z: Sequence[Function]) -> list[Function]:
        """Return w = q + M z."""
        slacks = list(self.constant)
        for i, row in enumerate(self.rows):
            for j, entry in row.items():
                if z[j]:
                    slacks[i] += entry * z[j]
        return slacks

    def at(self, place: Place) -> TreeForm:
        """Return the sequence form of the game at a place."""
        return sequence_form(self.game.at(dict(zip(self.functions.names, place, strict=True))))

    def values(self, functions: Sequence[Function], place: Place) -> list[mpq]:
        """Return the values of functions at a place; an UndefinedError at a pole."""
        return [self.functions.value(each, place) for each in functions]


def _along_paths(game: ParametricGame) -> tuple[list[tuple[Function, ...]], list[Function]]:
    """Return for every node the payoffs on its path, per player, and the product of the chance probabilities there."""
    tree, functions = game.structure, game.functions
    totals: list[tuple[Function, ...]] = []
    reaches: list[Function] = []
    for node, (parent, outcome) in enumerate(zip(tree.parent.tolist(), tree.outcome.tolist(), strict=True)):
        above, reach = (functions.zero,) * len(tree.players), functions.one
        if parent != NONE:
            above, reach = totals[parent], reaches[parent]
            if moves := game.probabilities[tree.information_set[parent]]:
                reach *= moves[tree.move[node]]
        here = game.payoffs[outcome] if outcome != NONE else ()
        totals.append(tuple(map(add, above, here)) if here else above)
        reaches.append(reach)
    return totals, reaches


@dataclass(frozen=True, eq=False)
class ClosedForm(ByValue):
    """Plans and values as functions of the parameters.

    Attributes
    ----------
    form : ParametricForm
    z : tuple of functions
        x, y, u and v.
    sample : Place
        Where they were found.
    """

    form: ParametricForm
    z: tuple[Function, ...]
    sample: Place

    @cached_property
    def w(self) -> tuple[Function, ...]:
        """The slacks."""
        return tuple(self.form.slacks(self.z))

    @cached_property
    def region(self) -> Region:
        """Where z and w are nonnegative and defined, and the game is."""
        form = self.form
        signed = [own[i] for own in (self.z, self.w) for i in form.signed]
        domain = form.game.domain
        own = Region.of(form.functions, signed, self.z)
        return Region(
            form.functions,
            tuple(dict.fromkeys((*domain.conditions, *own.conditions))),
            tuple(dict.fromkeys((*domain.poles, *own.poles))),
        )

    @property
    def plans(self) -> tuple[tuple[Function, ...], tuple[Function, ...]]:
        """The realization plans x and y."""
        x, y, _, _ = self.form.parts
        return self.z[x], self.z[y]

    @property
    def duals(self) -> tuple[tuple[Function, ...], tuple[Function, ...]]:
        """The values u and v."""
        _, _, u, v = self.form.parts
        return self.z[u], self.z[v]

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.form, tuple(map(self.form.functions.terms, self.z)), self.sample)

    def plans_at(self, place: Place) -> tuple[Vector, Vector]:
        """Return the plans at a place."""
        x, y = (vector(self.form.values(plan, place)) for plan in self.plans)
        return x, y


def _restored(form: ParametricForm, terms: Sequence[Terms], sample: Place) -> ClosedForm:
    return ClosedForm(form, tuple(map(form.functions.of_terms, terms)), sample)


def solved(
    form: ParametricForm, tight: Iterable[int], columns: Sequence[int], sample: Place
) -> ClosedForm | NoSolution:
    """Return z with the given variables and conditions tight, or why there is not exactly one identically.

    The rows of x and u know y and u alone, the others x and v, so there are two systems.
    """
    x, _, _, v = form.parts
    y_and_u = frozenset(range(x.stop, v.start))
    z = [form.functions.zero] * form.size
    rows = [*tight]
    for own in (y_and_u, frozenset(range(form.size)) - y_and_u):
        unknown = [j for j in columns if j in own]
        inside = frozenset(unknown)
        partial = [i for i in rows if not own.isdisjoint(form.rows[i])]
        system = [{j: entry for j, entry in form.rows[i].items() if j in inside} for i in partial]
        found = solve(system, [-form.constant[i] for i in partial], unknown)
        if isinstance(found, NoSolution):
            return found
        for j, value in found.items():
            z[j] = value
    return ClosedForm(form, tuple(z), sample)


def at_plans(form: ParametricForm, plans: tuple[Vector, Vector], sample: Place) -> ClosedForm | NoSolution:
    """Return the closed form that has these equilibrium plans at the sample; undetermined if they are no vertices.

    Tight is whatever is so at the sample, with best response values. Where the sample is an exception, these conditions
    may contradict each other identically.
    """
    tree = form.at(sample)
    x, y = plans
    slacks: list[int] = []
    for part, matrix, own, values in (
        (form.parts[0], tree.E, tree.sequences[0], tree.A @ y),
        (form.parts[1], tree.F, tree.sequences[1], tree.B.T @ x),
    ):
        slack = matrix.T @ best_response(own, values).dual - values
        slacks += [part.start + i for i, value in enumerate(slack) if not value]
    equations = range(form.parts[2].start, form.size)
    positive = [j for j, value in enumerate([*x, *y]) if value]
    return solved(form, [*slacks, *equations], [*positive, *equations], sample)


def by_path(form: ParametricForm, sample: Place, priors: Iterable[tuple[Vector, Vector]]) -> Iterator[ClosedForm]:
    """Yield the closed forms of the bases at the ends of Lemke's paths from some priors at a sample."""
    tree, n = form.at(sample), form.size
    seen = set()
    for prior in priors:
        outcome = lemke(tree.lcp(prior), rays=False).outcome
        assert isinstance(outcome, Solution)
        if outcome.basis in seen:
            continue
        seen.add(outcome.basis)
        basis = frozenset(outcome.basis)
        tight = (i for i in range(n) if n + i not in basis)
        closed = solved(form, tight, [code for code in outcome.basis if code < n], sample)
        if isinstance(closed, NoSolution):
            raise NotProvedError(f"a singular basis at {form.functions.text(sample)}, expected a regular one")
        yield closed


def replies(form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]], sample: Place) -> ClosedForm:
    """Return plans with the values of replies that are best at the sample.

    u(t) is what the same pure reply gets against y(t) at every information set: where it is best, these are the best
    response values.
    """
    values = _against(form, plans)
    duals: list[list[Function]] = []
    for own, gains in zip(form.sequences, values, strict=True):
        best = best_response(own, vector(form.values(gains, sample))).moves
        total, found = list(gains), [form.functions.zero] * len(own.sets)
        for h in range(len(own.sets) - 1, -1, -1):
            found[h] = total[own.moves(h)[best[h]]]
            total[own.parent[h]] += found[h]
        duals.append([total[0], *found])
    return ClosedForm(form, (*plans[0], *plans[1], *duals[0], *duals[1]), sample)


def payoffs(form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]]) -> tuple[Function, Function]:
    """Return xᵀA y and xᵀB y."""
    totals = []
    for plan, gains in zip(plans, _against(form, plans), strict=True):
        products = (one * other for one, other in zip(plan, gains, strict=True) if one and other)
        totals.append(sum(products, form.functions.zero))
    return totals[0], totals[1]


def _against(
    form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]]
) -> tuple[list[Function], list[Function]]:
    """Return A y and Bᵀx."""
    x, y = plans
    rows, columns = ([form.functions.zero] * own.size for own in form.sequences)
    for (i, j), entry in form.A.items():
        if y[j]:
            rows[i] += entry * y[j]
    for (i, j), entry in form.B.items():
        if x[i]:
            columns[j] += entry * x[i]
    return rows, columns
