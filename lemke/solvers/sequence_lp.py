"""Zero-sum and constant-sum games: the sequence form as a linear program, both plans from one basis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lemke.certificate import How, ProvedPlans
from lemke.forms.sequence_form import Plans, SequenceForm, in_units, models
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import bits
from lemke.linear.guided import optima
from lemke.linear.lp import LP, Optimal
from lemke.solvers import sequence_lcp
from lemke.solvers.sequence_lcp import Start


def solve(form: SequenceForm, start: Start) -> ProvedPlans:
    """Return an equilibrium of a constant-sum game by linear programming; by Lemke's algorithm, and so named, if not.

    HiGHS proposes a basis; player 2's plan comes from the exact solution of that basis and player 1's from its
    transpose. What proves them is exact feasibility and that no best response gains.

    Raises InputError unless the game is constant-sum; NotProvedError if no kernel could prove an equilibrium.
    """
    short, units = in_units(form)
    for optimal, (x, y, *values) in equilibria(short, short.lp(), (model.lp() for model in models(short))):
        u, v = (value * unit for value, unit in zip(values, units, strict=True))
        size = max(bits(x), bits(y))
        how = How(method="lp", kernel=optimal.kernel, pivots=optimal.pivots, bits=size, tries=optimal.tries)
        return ProvedPlans((x, y), (u, v), (u[0], v[0]), how)
    proved = sequence_lcp.solve(form, start)
    return replace(proved, how=replace(proved.how, unproved="lp"))


def equilibria(form: SequenceForm, program: LP, models: Iterable[LP] = ()) -> Iterator[tuple[Optimal, Plans]]:
    """Yield the optima of a form's linear program whose plans are feasible and against which no best response gains."""
    for found in optima(program, models):
        plans = form.plans_of_lp(found.x, found.y)
        feasible = all(map(is_realization_plan, form.sequences, (plans.x, plans.y)))
        if feasible and form.payoffs(plans.x, plans.y) == (plans.u[0], plans.v[0]):
            yield found, plans
