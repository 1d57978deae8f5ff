"""The sequence form of a game with parameters, and its equilibria as functions of them.

E and F are those of the structure; A and B have functions as entries. The variables z are those of
:meth:`lemke.forms.sequence_form.SequenceForm.lcp`, (x, y, u, v), and the conditions w = q + M z in the same order.

A complementary basis has the basic system M_TS z_S = −q_T: T are the conditions that are tight, S the variables that
may be positive. Over the field of rational functions its solution is z(t), with w(t) = q + M z(t). Where both are
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
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.linear.exact import Row
from lemke.linear.guided import lemke
from lemke.linear.lcp import Solution
from lemke.studies.parametric.elements import Function, ParameterPoint
from lemke.studies.parametric.functions import CONSTANT, Functions, NoSolution, solve_equations
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.region import Region

PayoffEntries: TypeAlias = dict[tuple[int, int], Function]
"""(Sequence of player 1, sequence of player 2) → payoff times the probability of chance's moves; without zeros."""


@dataclass(frozen=True, eq=False)
class ParametricForm(ByValue):
    """The sequence form of a two-player game with perfect recall.

    Attributes
    ----------
    game : ParametricGame
    structure : TreeForm
        The form of the structure: sequences, E and F.
    A, B : PayoffEntries
    """

    game: ParametricGame
    structure: TreeForm = field(compare=False)
    A: PayoffEntries = field(compare=False)
    B: PayoffEntries = field(compare=False)

    @classmethod
    def of(cls, game: ParametricGame) -> ParametricForm:
        """Return the form of a game. Two players and perfect recall are checked here, once for all values."""
        structure, tree, zero = sequence_form(game.structure), game.structure, game.functions.zero
        rows, columns = structure.behind.last_move
        tables: tuple[PayoffEntries, PayoffEntries] = ({}, {})
        above: list[tuple[Sequence[Function], Function]] = []  # payoffs and chance's probability on the path to a node
        for node, (parent, outcome) in enumerate(zip(tree.parent.tolist(), tree.outcome.tolist(), strict=True)):
            totals, reach = above[parent] if node else ([zero] * len(tree.players), game.functions.unit)
            if node and (moves := game.probabilities[tree.information_set[parent]]):
                reach *= moves[tree.move[node]]
            if outcome != NONE:
                totals = list(map(add, totals, game.payoffs[outcome]))
            above.append((totals, reach))
            if tree.first_child[node] == NONE:
                pair = int(rows[node]), int(columns[node])
                for table, payoff in zip(tables, totals, strict=True):
                    table[pair] = table.get(pair, zero) + payoff * reach
        A, B = ({pair: entry for pair, entry in table.items() if entry} for table in tables)
        return cls(game, structure, A, B)

    @property
    def functions(self) -> Functions:
        """The field."""
        return self.game.functions

    @property
    def sequences(self) -> tuple[Sequences, Sequences]:
        """The sequences of both players."""
        return self.structure.sequences

    @cached_property
    def parts(self) -> tuple[slice, slice, slice, slice]:
        """The slices of x, y, u and v in z; in w, those of Eᵀu − A y, Fᵀv − Bᵀx, E x − e and F y − f."""
        sizes = (
            *(sequences.size for sequences in self.sequences),
            *(1 + len(sequences.sets) for sequences in self.sequences),
        )
        ends = list(accumulate(sizes, initial=0))
        x, y, u, v = map(slice, ends[:-1], ends[1:])
        return x, y, u, v

    @property
    def size(self) -> int:
        """Number of variables."""
        return int(self.parts[3].stop)

    @property
    def signed(self) -> range:
        """The indices of x and y: these variables and their slacks must be nonnegative."""
        return range(self.parts[1].stop)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of w = q + M z, sparse. q, in column CONSTANT, is −1 in the rows of x(∅) = 1 and y(∅) = 1."""
        x, y, u, v = (part.start for part in self.parts)
        rows: list[Row] = [{CONSTANT: -self.functions.unit} if i in (u, v) else {} for i in range(self.size)]
        for (i, j), entry in self.A.items():
            rows[x + i][y + j] = -entry
        for (i, j), entry in self.B.items():
            rows[y + j][x + i] = -entry
        for row, column, matrix in ((u, x, self.structure.E), (v, y, self.structure.F)):
            for i, j, entry in matrix.entries:
                rows[row + i][column + j] = rows[column + j][row + i] = self.functions.constant(entry)
        return rows

    def slacks(self, z: Sequence[Function]) -> list[Function]:
        """Return Eᵀu − A y and Fᵀv − Bᵀx, the slacks of x and y."""
        zero = self.functions.zero
        return [sum((entry * z[j] for j, entry in self.rows[i].items() if z[j]), zero) for i in self.signed]

    def gains(self, plans: tuple[Sequence[Function], Sequence[Function]]) -> tuple[list[Function], list[Function]]:
        """Return A y and Bᵀx."""
        x, y, u, _ = self.parts
        no_duals = [self.functions.zero] * (self.size - u.start)
        gains = [-slack for slack in self.slacks([*plans[0], *plans[1], *no_duals])]
        return gains[x], gains[y]

    def at(self, point: ParameterPoint) -> TreeForm:
        """Return the sequence form of the game at a point."""
        return sequence_form(self.game.at(dict(zip(self.functions.names, point, strict=True))))

    def values(self, functions: Sequence[Function], point: ParameterPoint) -> Vector:
        """Return the values of functions at a point; raise an UndefinedError at a pole."""
        return vector(self.functions.value(function, point) for function in functions)


@dataclass(frozen=True, eq=False)
class ClosedForm(ByValue):
    """Plans and values of information sets as functions of the parameters.

    Attributes
    ----------
    form : ParametricForm
    z : tuple of functions
        x, y, u and v.
    """

    form: ParametricForm
    z: tuple[Function, ...]

    @cached_property
    def region(self) -> Region:
        """Where z and w are nonnegative and defined, and the game is defined."""
        signed = [*self.z[: self.form.signed.stop], *self.form.slacks(self.z)]
        return self.form.game.domain & Region.of(self.form.functions, signed, self.z)

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

    def plans_at(self, point: ParameterPoint) -> tuple[Vector, Vector]:
        """Return the plans at a point."""
        x, y = (self.form.values(plan, point) for plan in self.plans)
        return x, y


def closed_form_of_tight(form: ParametricForm, tight: Iterable[int], columns: Sequence[int]) -> ClosedForm | NoSolution:
    """Return the z that is 0 outside ``columns`` and makes the conditions ``tight``, or why it is not unique.

    The rows of x's and v's conditions contain only y and u, the other rows only x and v: these are two systems.
    """
    _, y, _, v = form.parts
    y_and_u = frozenset(range(y.start, v.start))
    zero, rows = form.functions.zero, [form.rows[i] for i in tight]
    solution: Row = {}
    for half in (y_and_u, frozenset(range(form.size)) - y_and_u):
        unknown = half.intersection(columns)
        known = unknown | {CONSTANT}
        system = [{j: row[j] for j in known.intersection(row)} for row in rows if not half.isdisjoint(row)]
        values = solve_equations(system, unknown, zero)
        if isinstance(values, NoSolution):
            return values
        solution |= values
    return ClosedForm(form, tuple(solution.get(j, zero) for j in range(form.size)))


def closed_form_at_plans(
    form: ParametricForm, plans: tuple[Vector, Vector], sample: ParameterPoint
) -> ClosedForm | NoSolution:
    """Return the closed form that has these equilibrium plans at the sample; UNDETERMINED if they are not vertices.

    Its conditions are those that are tight at the sample, with best response values. If the sample is an exception,
    more conditions are tight than beside it, and they may contradict each other identically.
    """
    tree = form.at(sample)
    x, y = plans
    slacks: list[mpq] = []
    for matrix, sequences, gains in zip((tree.E, tree.F), tree.sequences, (tree.A @ y, tree.B.T @ x), strict=True):
        slacks += [*(matrix.T @ best_response(sequences, gains).dual - gains)]
    equations = range(form.signed.stop, form.size)
    tight = [i for i, slack in enumerate(slacks) if not slack]
    positive = [j for j, probability in enumerate([*x, *y]) if probability]
    return closed_form_of_tight(form, [*tight, *equations], [*positive, *equations])


def closed_forms_by_path(
    form: ParametricForm, priors: Iterable[tuple[Vector, Vector]], sample: ParameterPoint
) -> Iterator[ClosedForm]:
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
        closed = closed_form_of_tight(form, tight, [code for code in outcome.basis if code < n])
        if isinstance(closed, NoSolution):
            raise NotProvedError(f"a singular basis at {form.functions.text(sample)}, expected a regular one")
        yield closed


def closed_form_by_replies(
    form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]], sample: ParameterPoint
) -> ClosedForm:
    """Return plans with the values of the pure replies that are best at the sample.

    u(t) has for every information set what the same pure reply gets against y(t), and v(t) likewise. Where the reply is
    best, these are the best response values.
    """
    z = [*plans[0], *plans[1]]
    for sequences, total in zip(form.sequences, form.gains(plans), strict=True):
        best = best_response(sequences, form.values(total, sample)).moves
        duals = [form.functions.zero] * len(sequences.sets)
        for h in range(len(sequences.sets) - 1, -1, -1):
            duals[h] = total[sequences.moves(h)[best[h]]]
            total[sequences.parent[h]] += duals[h]  # backward induction: h runs from the last set to the first
        z += [total[0], *duals]
    return ClosedForm(form, tuple(z))


def payoffs(form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]]) -> tuple[Function, Function]:
    """Return xᵀA y and xᵀB y."""
    u, v = (
        sum((probability * gain for probability, gain in zip(plan, gains, strict=True)), form.functions.zero)
        for plan, gains in zip(plans, form.gains(plans), strict=True)
    )
    return u, v
