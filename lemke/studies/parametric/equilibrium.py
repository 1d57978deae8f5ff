"""Equilibria of a game with a parameter as functions of the parameter, from the sequence form.

The matrices E and F do not depend on the parameter t; the entries of A and B are functions of it. As in
:meth:`lemke.forms.sequence_form.SequenceForm.lcp`, the variables are z = (x, y, u, v), and the conditions are
w = q + M z = (Eᵀu − A y, Fᵀv − Bᵀx, E x − e, F y − f).

A complementary basis gives the linear system M_TS z_S = −q_T. T is the set of conditions that are *tight* (wᵢ = 0), S
the set of variables that may differ from 0. Over the field of rational functions, the system has the solution z(t).
Where x, y and the slacks Eᵀu − A y and Fᵀv − Bᵀx are nonnegative, and the game and z(t) are defined, z(t) is an
equilibrium: the complementarity zᵢ wᵢ = 0 holds identically.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from operator import add
from typing import Any, Literal, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Equilibrium, How, ProvedPlans
from lemke.errors import InputError, NotProvedError, require_type
from lemke.forms.sequence_form import TreeForm, is_equilibrium_by_lcp, sequence_form
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY
from lemke.game.tree import NONE, unique_names
from lemke.ground.rational import bits, exact
from lemke.ground.sparse import ByValue, Vector, vector
from lemke.linear.exact import Elimination, Row, back_substituted, sparsest_pivots
from lemke.linear.guided import lemke
from lemke.linear.lcp import Solution
from lemke.solvers import judged
from lemke.solvers.sequence_lcp import starting_point
from lemke.studies.parametric.functions import Function, evaluate, expression, full_text, short_text
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.intervals import Interval, nonnegative

CONSTANT = -1
"""The column of the constant terms of linear equations; the other columns are the numbers of variables."""
Plans: TypeAlias = tuple[Sequence[Function], Sequence[Function]]
"""The realization plans x and y as functions."""
Failure: TypeAlias = Literal["undetermined", "contradiction"]
"""Why a linear system does not have exactly one solution: columns are dependent, or rows contradict each other."""
Strategy: TypeAlias = dict[str, dict[str, Any] | None]
"""From an information set's name to a mapping from moves to probabilities, which are expressions. The entry of a set
that the player's own plan does not reach is None."""


@dataclass(frozen=True, eq=False)
class ParametricForm(ByValue):
    """The sequence form of a two-player game with perfect recall and a parameter.

    Attributes
    ----------
    game : ParametricGame
    structure : TreeForm
        The sequence form of ``game.structure``; its A and B are not used.
    rows : list of rows
        The rows of w = q + M z: mappings from columns to functions other than 0; q is the column CONSTANT.
    """

    game: ParametricGame
    structure: TreeForm = field(compare=False)
    rows: list[Row] = field(compare=False)

    @classmethod
    def of(cls, game: ParametricGame) -> ParametricForm:
        """Return the form of a game. Two players and perfect recall are checked here."""
        tree, structure, functions = game.structure, sequence_form(game.structure), game.functions
        form = cls(game, structure, [])
        problem, (_, y, u, _) = structure.lcp(form.centroid), form.slices
        form.rows.extend({CONSTANT: functions.constant(number)} if number else {} for number in problem.q)
        for i, j, entry in problem.M.entries:
            if max(i, j) >= u.start:  # an entry of E or F
                form.rows[i][j] = functions.constant(entry)
        sequences_1, sequences_2 = structure.behind.last_move  # of both players, at every node
        # for every node, both players' payoffs and the product of chance's probabilities on the path to the node
        paths: list[tuple[Sequence[Function], Function]] = []
        for node, (parent, outcome) in enumerate(zip(tree.parent.tolist(), tree.outcome.tolist(), strict=True)):
            totals, reach = paths[parent] if node else ([form.zero] * len(tree.players), functions.field.one)
            if node and (moves := game.chance[tree.information_set[parent]]):
                reach *= moves[tree.move[node]]
            if outcome != NONE:
                totals = list(map(add, totals, game.payoffs[outcome]))
            paths.append((totals, reach))
            if tree.first_child[node] == NONE:
                i, j = int(sequences_1[node]), y.start + int(sequences_2[node])
                for row, column, payoff in ((i, j, totals[0]), (j, i, totals[1])):
                    form.rows[row][column] = form.rows[row].get(column, form.zero) - payoff * reach
        form.rows[:] = [{column: entry for column, entry in row.items() if entry} for row in form.rows]
        return form

    @property
    def zero(self) -> Function:
        """The function 0."""
        return self.game.functions.field.zero

    @property
    def centroid(self) -> tuple[Vector, Vector]:
        """The plans of the centroid, at which Lemke's paths start."""
        return starting_point(self.structure, "centroid", 0, "exact").plans(self.structure)

    @cached_property
    def slices(self) -> tuple[slice, slice, slice, slice]:
        """The slices of x, y, u, v in z; the same slices of w are Eᵀu − A y, Fᵀv − Bᵀx, E x − e, F y − f."""
        sizes = [sequences.size for sequences in self.structure.sequences]
        # u and v have an entry for the root, and one for every information set
        ends = list(
            accumulate([*sizes, *(1 + len(sequences.sets) for sequences in self.structure.sequences)], initial=0)
        )
        x, y, u, v = map(slice, ends[:-1], ends[1:])
        return x, y, u, v

    def slacks(self, z: Sequence[Function]) -> tuple[list[Function], list[Function]]:
        """Return Eᵀu − A y and Fᵀv − Bᵀx; if z has only x and y, then −A y and −Bᵀx."""
        first, second = (
            [sum((entry * z[j] for j, entry in row.items() if j < len(z)), self.zero) for row in self.rows[part]]
            for part in self.slices[:2]  # rows without constant terms
        )
        return first, second

    def at(self, value: mpq) -> TreeForm:
        """Return the sequence form of the game at a value of the parameter."""
        return sequence_form(self.game.at(value))


@dataclass(frozen=True, eq=False, repr=False)
class ParametricEquilibrium(ByValue):
    """An equilibrium whose probabilities are rational functions of the parameter, in lowest terms.

    Attributes
    ----------
    form : ParametricForm
    z : tuple of functions
        The plans x and y, the values u of player 1's information sets, and the values v of player 2's.
    """

    form: ParametricForm
    z: tuple[Function, ...]

    @property
    def game(self) -> ParametricGame:
        """The game."""
        return self.form.game

    @property
    def plans(self) -> Plans:
        """The realization plans x and y, a probability per sequence."""
        return self.z[self.form.slices[0]], self.z[self.form.slices[1]]

    @property
    def duals(self) -> tuple[Sequence[Function], Sequence[Function]]:
        """The values u and v; u[0] and v[0] belong to the root, the others to the information sets in order."""
        return self.z[self.form.slices[2]], self.z[self.form.slices[3]]

    @cached_property
    def slacks(self) -> tuple[list[Function], list[Function]]:
        """Eᵀu − A y and Fᵀv − Bᵀx: the value of a sequence's set, minus the values of the next sets and its payoff."""
        return self.form.slacks(self.z)

    @cached_property
    def region(self) -> tuple[Interval, ...]:
        """The intervals on which the values of information sets prove that the plans are an equilibrium, ascending.

        At other values of the parameter the same plans may be an equilibrium, too, with other values of unreached sets.
        """
        signed = chain(*self.plans, *self.slacks, *self.game.chance)
        return nonnegative(signed, chain(self.z, *self.game.payoffs))

    @cached_property
    def payoffs(self) -> tuple[Any, Any]:
        """The expected payoffs of both players, as expressions."""
        payoff_1, payoff_2 = map(expression, plan_payoffs(self.form, self.plans))
        return payoff_1, payoff_2

    @cached_property
    def behavior(self) -> tuple[Strategy, Strategy]:
        """The behavior strategies, as :data:`Strategy`: probabilities of moves by information set and move.

        An information set or a move is named by its label. A label that is empty or not unique gets ``#k`` at its end,
        for the k-th of the player's sets or of the set's moves. If the player's own plan does not reach a set, any
        probabilities are possible there, and the set's entry is None.
        """
        strategies: tuple[Strategy, Strategy] = {}, {}
        for strategy, sequences, plan in zip(strategies, self.form.structure.sequences, self.plans, strict=True):
            names = unique_names([information_set.label for information_set in sequences.information_sets])
            for h, (name, information_set) in enumerate(zip(names, sequences.information_sets, strict=True)):
                weight, moves = plan[sequences.parent[h]], unique_names(information_set.actions)
                weights = zip(moves, (plan[sequence] for sequence in sequences.moves(h)), strict=True)
                strategy[name] = {move: expression(part / weight) for move, part in weights} if weight else None
        return strategies

    @cached_property
    def texts(self) -> tuple[list[str], list[dict[str, dict[str, str] | None]]]:
        """The texts of both payoffs, and of both behavior strategies."""
        strategies: list[dict[str, dict[str, str] | None]] = [{}, {}]
        for texts, strategy in zip(strategies, self.behavior, strict=True):
            for name, moves in strategy.items():
                texts[name] = moves and {move: full_text(share) for move, share in moves.items()}
        return list(map(full_text, self.payoffs)), strategies

    def plans_at(self, value: mpq) -> tuple[Vector, Vector]:
        """Return the plans at a value of the parameter."""
        x, y = (vector(evaluate(function, value) for function in plan) for plan in self.plans)
        return x, y

    def require_on(self, interval: Interval) -> None:
        """Raise :class:`NotProvedError` unless all conditions of an equilibrium hold throughout an interval.

        For all values of the parameter, x and y must satisfy the equations of realization plans, and every term of
        xᵀ(Eᵀu − A y) and yᵀ(Fᵀv − Bᵀx) must be 0. On the interval, which must lie in the region, x, y and the slacks
        are nonnegative.
        """
        for plan, slacks, sequences in zip(self.plans, self.slacks, self.form.structure.sequences, strict=True):
            sets = enumerate(sequences.parent)
            sums = (sum((plan[k] for k in sequences.moves(h)), -plan[parent]) for h, parent in sets)
            worse = (weight and slack for weight, slack in zip(plan, slacks, strict=True))
            if plan[EMPTY] != 1 or any(sums) or any(worse):
                raise NotProvedError(f"a closed form proposed on {interval} of no plan, or that plays a worse move")
        if not any(interval.overlap(part) == interval for part in self.region):
            region = " or ".join(map(str, self.region))
            raise NotProvedError(f"a closed form proposed on {interval}, expected an interval in {region}")

    def at(self, value: object) -> Equilibrium:
        """Return the exact equilibrium at a value of the parameter, proved, and judged on the tree of the game there.

        Best replies are filled in at information sets that are not reached. Of several best replies, the one that is
        best against equally likely moves of the opponent is taken. An InputError is raised if the plans are not an
        equilibrium at this value.
        """
        number = exact(value)
        tree, (x, y) = self.form.at(number), self.plans_at(number)
        multipliers = is_equilibrium_by_lcp(tree, x, y)
        if not multipliers:
            where, region = f"{self.game.functions.name} = {number}", " or ".join(map(str, self.region))
            raise InputError(f"{where}, where the plans are no equilibrium, expected a value in {region}")
        how = How(method="sweep", kernel="closed form", pivots=0, bits=bits([*x, *y]))
        proved = ProvedPlans((x, y), multipliers, tree.payoffs(x, y), how)
        return judged(tree, [proved])[0]

    def __repr__(self) -> str:
        return f"<ParametricEquilibrium: payoffs {', '.join(map(short_text, self.payoffs))}>"


def closed_form(game: ParametricGame, point: object) -> ParametricEquilibrium:
    """Find an equilibrium at a value of the parameter; return it as functions, with the region where it holds.

    Lemke's algorithm finds an equilibrium and its basis at the value; the path starts at the centroid. The linear
    system of the basis is then solved over the field of rational functions. Errors are those of :func:`.sweep`, and an
    InputError if the game is undefined at the point.

    >>> game = ParametricGame.bimatrix("t", [["t", 0], [0, 1]], [[0, 1], [1, 0]])
    >>> equilibrium = closed_form(game, "1/2")
    >>> equilibrium.payoffs, equilibrium.behavior[1]["#1"], equilibrium.region
    ((t/(t + 1), 1/2), {'1': 1/(t + 1), '2': t/(t + 1)}, ([0, oo),))
    """
    require_type(game, ParametricGame, "a ParametricGame, see ParametricGame.of")
    form = ParametricForm.of(game)
    return next(equilibria_by_path(form, [form.centroid], exact(point)))


def plan_payoffs(form: ParametricForm, plans: Plans) -> tuple[Function, Function]:
    """Return both players' payoffs, xᵀA y and xᵀB y."""
    payoff_1, payoff_2 = (
        -sum((weight * value for weight, value in zip(plan, values, strict=True)), form.zero)
        for plan, values in zip(plans, form.slacks([*plans[0], *plans[1]]), strict=True)
    )
    return payoff_1, payoff_2


def equilibria_by_path(
    form: ParametricForm, priors: Iterable[tuple[Vector, Vector]], value: mpq
) -> Iterator[ParametricEquilibrium]:
    """Follow Lemke's paths from some priors at a value, and yield the closed form of each basis at which they end."""
    tree, n, bases = form.at(value), len(form.rows), set()
    for prior in priors:
        outcome = lemke(tree.lcp(prior), rays=False).outcome
        assert isinstance(outcome, Solution)
        if outcome.basis not in bases:
            bases.add(outcome.basis)
            # a basis has the number i for the variable zᵢ, and n + i for the slack wᵢ
            tight = (i for i in range(n) if n + i not in outcome.basis)
            closed = _of_tight(form, tight, [variable for variable in outcome.basis if variable < n])
            if isinstance(closed, str):
                where = f"{form.game.functions.name} = {value}"
                raise NotProvedError(f"the basis found at {where} is singular as a matrix of functions")
            yield closed


def equilibrium_at_plans(
    form: ParametricForm, plans: tuple[Vector, Vector], value: mpq
) -> ParametricEquilibrium | Failure:
    """Return the closed form whose plans at the value are these equilibrium plans.

    With the best response values u and v, some conditions are tight at the value. The closed form satisfies all these
    conditions with equality. The system is undetermined only if the plans are not vertices of a maximal Nash subset at
    the value. It is a contradiction if more conditions are tight at the value than at other values close by.
    """
    tree, (x, y) = form.at(value), plans
    slacks: list[mpq] = []
    for matrix, sequences, values in zip((tree.E, tree.F), tree.sequences, (tree.A @ y, tree.B.T @ x), strict=True):
        slacks += [*(matrix.T @ best_response(sequences, values).dual - values)]
    # the numbers of the conditions E x = e and F y = f, and also of the free variables u and v
    equations = range(len(slacks), len(form.rows))
    tight = [i for i, slack in enumerate(slacks) if not slack]
    positive = [j for j, probability in enumerate([*x, *y]) if probability]
    return _of_tight(form, [*tight, *equations], [*positive, *equations])


def with_replies(form: ParametricForm, plans: Plans, value: mpq) -> ParametricEquilibrium:
    """Return the closed form with these plans, and with the values of the pure replies that are best at the value.

    At every information set, u(t) is the payoff of player 1's reply against y(t), and v(t) is the payoff of player 2's
    reply against x(t). The replies do not depend on t. Where they are best replies, u and v are the best response
    values.
    """
    z = [*plans[0], *plans[1]]
    for sequences, slacks in zip(form.structure.sequences, form.slacks(z), strict=True):
        totals = [-slack for slack in slacks]
        best_moves = best_response(sequences, vector(evaluate(total, value) for total in totals)).moves
        duals = [form.zero] * len(sequences.sets)
        for h in reversed(range(len(sequences.sets))):  # backward induction: later sets have larger numbers
            duals[h] = totals[sequences.moves(h)[best_moves[h]]]
            totals[sequences.parent[h]] += duals[h]
        z += [totals[EMPTY], *duals]  # the total of the empty sequence is the value of the root
    return ParametricEquilibrium(form, tuple(z))


def _of_tight(form: ParametricForm, tight: Iterable[int], columns: Collection[int]) -> ParametricEquilibrium | Failure:
    """Return the z that is 0 outside ``columns`` and satisfies the conditions ``tight`` with equality.

    There may be more conditions than columns: those that remain after sparse elimination must be 0 identically.
    """
    used = {*columns, CONSTANT}
    rows = [{j: form.rows[i][j] for j in used & form.rows[i].keys()} for i in tight]
    forms = Elimination(dict(enumerate(rows)))
    for name, column in sparsest_pivots(forms, range(len(rows)), columns, columns, dependent=True):
        forms.eliminate(name, column)
    if len(forms.solved) < len(columns):
        return "undetermined"
    if any(forms.rows.values()):
        return "contradiction"
    # the column CONSTANT counts as a variable with the value 1
    solution = back_substituted(forms.solved, {CONSTANT: 1}, form.zero)
    return ParametricEquilibrium(form, tuple(solution.get(j, form.zero) for j in range(len(form.rows))))
