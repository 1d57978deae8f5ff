"""Proposers yield plans, and one prover decides whether they are an equilibrium.

A proposer is a function of a form and a seed. It yields proposals and, between them, the work that it has done: an
estimate in nanoseconds from sizes and counts, never measured. So the machine's speed does not decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from lemke.certificate import How, ProvedPlans
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.game.strategy import is_realization_plan
from lemke.ground.sparse import Vector
from lemke.ground.steps import Steps

PlanPair: TypeAlias = tuple[Vector, Vector]


class Proposal(NamedTuple):
    """Exact vectors x and y that may be plans in equilibrium, and how they were found."""

    plans: PlanPair
    how: How


Proposals: TypeAlias = Iterator[Proposal | int]
"""Proposals, and between them integers: nanoseconds of work."""


def prove(form: SequenceForm, proposal: Proposal) -> ProvedPlans | None:
    """Return proposed plans with the values of best replies, which prove the equilibrium; None if they are none."""
    if not all(map(is_realization_plan, form.sequences, proposal.plans)):
        return None
    (x, y, u, v), payoffs = form.replied(*proposal.plans)
    return ProvedPlans((x, y), (u, v), payoffs, proposal.how) if payoffs == (u[0], v[0]) else None


def first_proved(form: SequenceForm, proposers: Mapping[str, Proposals], lead: int) -> Steps[ProvedPlans]:
    """Return, in steps, the first proposal that is proved; the proposer with the least work so far goes on.

    The first proposer has a ``lead``: it works alone until its work is as large. Raises NotProvedError with all reasons
    if no proposal is proved.
    """
    work = {name: lead if number else 0 for number, name in enumerate(proposers)}
    reasons = []
    while work:
        name = min(work, key=work.__getitem__)
        try:
            step = next(proposers[name], None)
        except NotProvedError as error:
            step = None
            reasons.append(f"{name}: {error}")
        if step is None:
            del work[name]
        elif isinstance(step, Proposal):
            if (proved := prove(form, step)) is not None:
                return proved
        else:
            work[name] += step
            yield step
    raise NotProvedError("; ".join(reasons) or f"{', '.join(proposers)}: no proposal was proved")
