"""The sequence form of a game with parameters, and its equilibria as functions of the parameters.

The matrices E and F do not depend on the parameters; the entries of A and B are functions of them. As in
:meth:`lemke.forms.sequence_form.SequenceForm.lcp`, the variables are z = (x, y, u, v), and the conditions are
w = q + M z = (Eᵀu − A y, Fᵀv − Bᵀx, E x − e, F y − f).

A complementary basis gives the linear system M_TS z_S = −q_T. T is the set of conditions that are *tight* (wᵢ = 0), S
the set of variables that may differ from 0. Over the field of rational functions of the parameters t, the system has
the solution z(t), and w(t) = q + M z(t). Where x, y and the slacks Eᵀu − A y and Fᵀv − Bᵀx are nonnegative, and the
game and z(t) are defined, z(t) is an equilibrium: the complementarity zᵢ wᵢ = 0 holds identically.
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
from lemke.game.recall import EMPTY, Sequences
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
"""The nonzero entries of A or B, by (sequence of player 1, sequence of player 2). An entry is a sum over the leaves to
which both sequences lead: the player's payoff times the product of the probabilities of chance's moves."""


@dataclass(frozen=True, eq=False)
class ParametricForm(ByValue):
    """The sequence form of a two-player game with perfect recall.

    Attributes
    ----------
    game : ParametricGame
    structure : TreeForm
        The sequence form of ``game.structure``; its A and B are not used.
    A, B : PayoffEntries
        The payoffs of player 1 and of player 2.
    """

    game: ParametricGame
    structure: TreeForm = field(compare=False)
    A: PayoffEntries = field(compare=False)
    B: PayoffEntries = field(compare=False)

    @classmethod
    def of(cls, game: ParametricGame) -> ParametricForm:
        """Return the form of a game. Two players and perfect recall are checked here, for all values of parameters."""
        structure, tree, zero = sequence_form(game.structure), game.structure, game.functions.zero
        sequences_1, sequences_2 = structure.behind.last_move  # of both players, at every node
        tables: tuple[PayoffEntries, PayoffEntries] = ({}, {})
        # for every node, both players' payoffs and the product of chance's probabilities on the path to the node
        paths: list[tuple[Sequence[Function], Function]] = []
        for node, (parent, outcome) in enumerate(zip(tree.parent.tolist(), tree.outcome.tolist(), strict=True)):
            totals, reach = paths[parent] if node else ([zero] * len(tree.players), game.functions.unit)
            if node and (moves := game.probabilities[tree.information_set[parent]]):
                reach *= moves[tree.move[node]]
            if outcome != NONE:
                totals = list(map(add, totals, game.payoffs[outcome]))
            paths.append((totals, reach))
            if tree.first_child[node] == NONE:
                pair = int(sequences_1[node]), int(sequences_2[node])
                for table, payoff in zip(tables, totals, strict=True):
                    table[pair] = table.get(pair, zero) + payoff * reach
        A, B = ({pair: entry for pair, entry in table.items() if entry} for table in tables)
        return cls(game, structure, A, B)

    @property
    def functions(self) -> Functions:
        """The field of functions of the parameters."""
        return self.game.functions

    @property
    def sequences(self) -> tuple[Sequences, Sequences]:
        """The sequences of both players."""
        return self.structure.sequences

    @cached_property
    def slices(self) -> tuple[slice, slice, slice, slice]:
        """The slices of x, y, u, v in z; the same slices of w are Eᵀu − A y, Fᵀv − Bᵀx, E x − e, F y − f."""
        # u and v have an entry for the root, and one for every information set
        sizes = (
            *(sequences.size for sequences in self.sequences),
            *(1 + len(sequences.sets) for sequences in self.sequences),
        )
        ends = list(accumulate(sizes, initial=0))
        x, y, u, v = map(slice, ends[:-1], ends[1:])
        return x, y, u, v

    @property
    def size(self) -> int:
        """The number of variables, and of conditions."""
        return int(self.slices[3].stop)

    @property
    def nonnegative(self) -> range:
        """The indices of x and y in z. These variables and their slacks must be nonnegative; u and v are free."""
        return range(self.slices[1].stop)

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of w = q + M z, each a mapping from columns to entries other than 0; q is the column CONSTANT."""
        x, y, u, v = (part.start for part in self.slices)
        # q is −1 in the first rows of E x − e and F y − f, which are x(∅) − 1 and y(∅) − 1; elsewhere it is 0
        rows: list[Row] = [{CONSTANT: -self.functions.unit} if i in (u, v) else {} for i in range(self.size)]
        for (i, j), entry in self.A.items():
            rows[x + i][y + j] = -entry
        for (i, j), entry in self.B.items():
            rows[y + j][x + i] = -entry
        # E is in the rows of u and the columns of x, Eᵀ in the rows of x and the columns of u; likewise F with v and y
        for first_dual, first_sequence, matrix in ((u, x, self.structure.E), (v, y, self.structure.F)):
            for row, sequence, entry in matrix.entries:
                dual, variable = first_dual + row, first_sequence + sequence
                rows[dual][variable] = rows[variable][dual] = self.functions.constant(entry)
        return rows

    def slacks(self, z: Sequence[Function]) -> list[Function]:
        """Return Eᵀu − A y and Fᵀv − Bᵀx, the slacks of x and y."""
        zero = self.functions.zero
        # these rows have no entry in the column CONSTANT
        return [sum((entry * z[j] for j, entry in self.rows[i].items() if z[j]), zero) for i in self.nonnegative]

    def sequence_payoffs(
        self, plans: tuple[Sequence[Function], Sequence[Function]]
    ) -> tuple[list[Function], list[Function]]:
        """Return A y and Bᵀx, the payoffs of each player's sequences against the opponent's plan."""
        x, y, u, _ = self.slices
        zero_duals = [self.functions.zero] * (self.size - u.start)
        # with u = 0 and v = 0 the slacks are −A y and −Bᵀx
        sequence_payoffs = [-slack for slack in self.slacks([*plans[0], *plans[1], *zero_duals])]
        return sequence_payoffs[x], sequence_payoffs[y]

    def at(self, point: ParameterPoint) -> TreeForm:
        """Return the sequence form of the game at a point."""
        return sequence_form(self.game.at(dict(zip(self.functions.names, point, strict=True))))

    def values(self, functions: Sequence[Function], point: ParameterPoint) -> Vector:
        """Return the values of functions at a point; an UndefinedError at a pole."""
        return vector(self.functions.value(function, point) for function in functions)


@dataclass(frozen=True, eq=False)
class ClosedForm(ByValue):
    """Both players' plans, and the values of their information sets, as functions of the parameters.

    Attributes
    ----------
    form : ParametricForm
    z : tuple of functions
        The plans x and y, the values u of player 1's information sets, and the values v of player 2's.
    """

    form: ParametricForm
    z: tuple[Function, ...]

    @cached_property
    def region(self) -> Region:
        """Where x, y and both slacks are nonnegative, all of z is defined, and the game is defined."""
        nonnegative = [*self.z[: self.form.nonnegative.stop], *self.form.slacks(self.z)]
        return self.form.game.domain & Region.of(self.form.functions, nonnegative, self.z)

    @property
    def plans(self) -> tuple[tuple[Function, ...], tuple[Function, ...]]:
        """The realization plans x and y."""
        x, y, _, _ = self.form.slices
        return self.z[x], self.z[y]

    @property
    def duals(self) -> tuple[tuple[Function, ...], tuple[Function, ...]]:
        """The values u and v; u[0] and v[0] belong to the root, the others to the information sets in order."""
        _, _, u, v = self.form.slices
        return self.z[u], self.z[v]

    def plans_at(self, point: ParameterPoint) -> tuple[Vector, Vector]:
        """Return the plans at a point."""
        x, y = (self.form.values(plan, point) for plan in self.plans)
        return x, y


def closed_form_of_tight(form: ParametricForm, tight: Iterable[int], columns: Sequence[int]) -> ClosedForm | NoSolution:
    """Return the z that is 0 outside ``columns`` and satisfies the conditions ``tight`` with equality.

    If there is not exactly one such z, return why. The conditions Eᵀu − A y = 0 and F y = f contain only y and u, the
    other two only x and v. So there are two linear systems.
    """
    _, y, _, v = form.slices
    y_and_u = frozenset(range(y.start, v.start))
    zero, rows = form.functions.zero, [form.rows[i] for i in tight]
    solution: Row = {}
    for half in (y_and_u, frozenset(range(form.size)) - y_and_u):
        variables = half.intersection(columns)
        used_columns = variables | {CONSTANT}
        system = [{j: row[j] for j in used_columns.intersection(row)} for row in rows if not half.isdisjoint(row)]
        values = solve_equations(system, variables, zero)
        if isinstance(values, NoSolution):
            return values
        solution |= values
    return ClosedForm(form, tuple(solution.get(j, zero) for j in range(form.size)))


def closed_form_at_plans(
    form: ParametricForm, plans: tuple[Vector, Vector], sample: ParameterPoint
) -> ClosedForm | NoSolution:
    """Return the closed form whose plans at the sample are these equilibrium plans.

    With the best response values u and v, some conditions are tight at the sample. The closed form satisfies all these
    conditions with equality. The result is UNDETERMINED only if the plans are not vertices of a maximal Nash subset at
    the sample. It is CONTRADICTION if no functions satisfy all these equations: then more conditions are tight at the
    sample than at other values close by.
    """
    tree = form.at(sample)
    x, y = plans
    slacks: list[mpq] = []
    for matrix, sequences, values in zip((tree.E, tree.F), tree.sequences, (tree.A @ y, tree.B.T @ x), strict=True):
        slacks += [*(matrix.T @ best_response(sequences, values).dual - values)]
    # the numbers of the conditions E x = e and F y = f, and also of the free variables u and v
    equations = range(form.nonnegative.stop, form.size)
    tight = [i for i, slack in enumerate(slacks) if not slack]
    positive = [j for j, probability in enumerate([*x, *y]) if probability]
    return closed_form_of_tight(form, [*tight, *equations], [*positive, *equations])


def closed_forms_by_path(
    form: ParametricForm, priors: Iterable[tuple[Vector, Vector]], sample: ParameterPoint
) -> Iterator[ClosedForm]:
    """Follow Lemke's paths from some priors at a sample, and yield the closed form of each basis at which they end."""
    tree, n = form.at(sample), form.size
    bases = set()
    for prior in priors:
        outcome = lemke(tree.lcp(prior), rays=False).outcome
        assert isinstance(outcome, Solution)
        if outcome.basis in bases:
            continue
        bases.add(outcome.basis)
        # a basis has the number i for the variable zᵢ, and n + i for the slack wᵢ
        basis = frozenset(outcome.basis)
        tight = (i for i in range(n) if n + i not in basis)
        closed = closed_form_of_tight(form, tight, [variable for variable in outcome.basis if variable < n])
        if isinstance(closed, NoSolution):
            where = form.functions.text(sample)
            raise NotProvedError(
                f"the basis found at {where} is singular as a matrix of functions, expected a regular one"
            )
        yield closed


def closed_form_by_replies(
    form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]], sample: ParameterPoint
) -> ClosedForm:
    """Return the closed form with these plans, and with the values of the pure replies that are best at the sample.

    At every information set, u(t) is the payoff of player 1's reply against y(t), and v(t) is the payoff of player 2's
    reply against x(t). The replies do not depend on t. Where they are best replies, u and v are the best response
    values.
    """
    z = [*plans[0], *plans[1]]
    for sequences, totals in zip(form.sequences, form.sequence_payoffs(plans), strict=True):
        best_moves = best_response(sequences, form.values(totals, sample)).moves
        duals = [form.functions.zero] * len(sequences.sets)
        for h in reversed(range(len(sequences.sets))):  # backward induction: later sets have larger numbers
            duals[h] = totals[sequences.moves(h)[best_moves[h]]]
            totals[sequences.parent[h]] += duals[h]
        z += [totals[EMPTY], *duals]  # the total of the empty sequence is the value of the root
    return ClosedForm(form, tuple(z))


def payoffs(form: ParametricForm, plans: tuple[Sequence[Function], Sequence[Function]]) -> tuple[Function, Function]:
    """Return both players' payoffs, xᵀA y and xᵀB y."""
    payoff_1, payoff_2 = (
        sum((weight * value for weight, value in zip(plan, values, strict=True)), form.functions.zero)
        for plan, values in zip(plans, form.sequence_payoffs(plans), strict=True)
    )
    return payoff_1, payoff_2
