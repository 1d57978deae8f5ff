"""The method ``lp`` for constant-sum games: the sequence form as a linear program, both plans from one basis.

In a large game both players learn first. If learning converges fast, the simplex method begins at the learned supports.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lemke.certificate import How, ProvedPlans
from lemke.forms.sequence_form import SequenceForm, in_units
from lemke.ground.rational import bits
from lemke.linear.guided import optima
from lemke.linear.lp import LP
from lemke.solvers import crash, sequence_lcp
from lemke.solvers.learning import Learning
from lemke.solvers.proposals import Proposal, prove
from lemke.solvers.sequence_lcp import PathStart

LARGE = 200_000
"""Number of constraints from which the simplex method begins at learned supports. In smaller programs the interior
point method may be many times faster, for example with 54 281 constraints (goofspiel with 6 cards)."""
ITERATIONS = 250, 500
"""Iterations of learning after which the regrets are checked. HiGHS begins at the supports after the last iteration."""
LEARNED = 6e-2
"""Largest regret, as a share of the largest payoff, with which learned supports save time. For example, in liar's dice
with 2 x 1 dice, 5 faces, none wild, HiGHS is three times as fast from the learned supports."""


def solve(form: SequenceForm, start: PathStart, lp_method: str = "auto") -> ProvedPlans:
    """Return an equilibrium of a constant-sum game by linear programming; if no basis is proved, by Lemke's algorithm.

    HiGHS proposes a basis by ``lp_method``: ``simplex``, ``ipm``, or ``auto``. Player 2's plan is the exact solution of
    that basis, player 1's plan the exact dual solution. They are proved as all proposals are. If Lemke's algorithm
    gives the answer, ``how.unproved`` is ``lp``.

    Raises InputError unless the game is constant-sum; NotProvedError if no kernel could prove an equilibrium.
    """
    for proposal in _proposals(form, lp_method):
        if (proved := prove(form, proposal)) is not None:
            return proved
    proved = sequence_lcp.solve(form, start)
    return replace(proved, how=replace(proved.how, unproved="lp"))


def _proposals(form: SequenceForm, lp_method: str) -> Iterator[Proposal]:
    """Yield the plans of each optimum that HiGHS proposes."""
    form, _ = in_units(form)  # plans have no unit of payoff
    program = form.lp() if lp_method == "ipm" else _program(form)
    for optimal in optima(program, "both" if lp_method == "auto" else lp_method):
        x, y = form.plans_of_lp(optimal.x, optimal.y)
        how = How(method="lp", kernel=optimal.kernel, pivots=optimal.pivots, tries=optimal.tries)
        yield Proposal((x, y), replace(how, bits=max(bits(x), bits(y)), lp_method=optimal.method or None))


def _program(form: SequenceForm) -> LP:
    """Return the form's linear program; in large games it may start at the basis of learned supports."""
    program = form.lp()
    if program.A.shape[0] < LARGE:
        return program
    learning = Learning(form).anew(0)
    for iterations in ITERATIONS:
        learning.run(iterations - learning.iterations)
        point = min(learning.last, learning.average, key=lambda point: point.regret)
        if point.regret > LEARNED:
            return program
    support_1, support_2 = learning.supports(point)
    return replace(program, start=crash.basis(program, support_2, support_1))  # the variables are player 2's plan
