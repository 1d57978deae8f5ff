"""From an equilibrium at a sample point to the same equilibrium as a function of the parameters.

A complementary basis solves its basic system M_TS z_S = −q_T: T are the conditions that are tight, S the variables
that may be positive. Over the field of rational functions this gives z(t), and w(t) = q + M z(t). Wherever both are
nonnegative and defined, z(t) is an equilibrium: the complementarity zᵢ wᵢ = 0 holds identically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lemke.errors import NotProvedError
from lemke.game.best_response import best_response
from lemke.ground.sparse import Vector, vector
from lemke.ground.values import ByValue
from lemke.linear.lcp import Solution
from lemke.linear.pivoting import lemke
from lemke.studies.parametric import elimination
from lemke.studies.parametric.elements import Function, Place
from lemke.studies.parametric.elimination import NoSolution
from lemke.studies.parametric.form import ParametricForm
from lemke.studies.parametric.functions import Terms
from lemke.studies.parametric.region import Region


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


def of_basis(form: ParametricForm, solution: Solution, sample: Place) -> ClosedForm:
    """Return the closed form of the basis of a solution at the sample."""
    n = form.size
    columns = [code for code in solution.basis if code < n]
    slack = {code - n for code in solution.basis if n <= code < 2 * n}
    found = solved(form, [i for i in range(n) if i not in slack], columns, sample)
    if isinstance(found, NoSolution):
        raise NotProvedError(f"a singular basis at {form.functions.text(sample)}, expected a regular one")
    return found


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
        found = elimination.solve(system, [-form.constant[i] for i in partial], unknown)
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
    """Yield the closed forms at the ends of Lemke's paths from some priors at a sample."""
    tree = form.at(sample)
    seen = set()
    for prior in priors:
        outcome = lemke(tree.lcp(prior), rays=False).outcome
        assert isinstance(outcome, Solution)
        if outcome.basis not in seen:
            seen.add(outcome.basis)
            yield of_basis(form, outcome, sample)


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
