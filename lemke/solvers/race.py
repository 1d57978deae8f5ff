"""General-sum games beyond a small size: a race of proposers, won by the first proof.

No proposer is the best in all games. Paths are short in small games. Learning is faster in games that are nearly
zero-sum, and in games with unrelated payoffs. In one process the proposers take turns: the proposer with the least work
so far makes the next step. Work is computed from sizes and counts, not measured, so the winner depends on the seed and
on the versions of libraries, not on the machine's speed. With an executor each worker runs one proposer with another
seed, and the first proof wins.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial

from lemke.certificate import ProvedPlans
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import executors
from lemke.ground.steps import Steps, done, first_proof
from lemke.solvers import crash, learned, sequence_lcp

PROPOSERS: dict[str, Callable[[SequenceForm, int], Steps[ProvedPlans]]] = {
    "path": sequence_lcp.short_path_steps,
    "learn": learned.steps,
}
"""The proposers by name: functions that take a form and a seed, and return an equilibrium in steps."""
LEAD_PER_VARIABLE = 500_000
"""In nearly zero-sum games, nanoseconds of work per variable of the LCP that learning gets before the path begins. Two
linear programs mostly end within this time."""
STARTS = 64
"""Number of tasks for learning; each tries :data:`learned.ROUNDS` seeds."""


def first_proved(form: SequenceForm, seed: int, executor: Executor | None = None) -> ProvedPlans:
    """Return the equilibrium that is proved first.

    Raises NotProvedError with all reasons if no proposer proves one; LimitError in this process, or if a worker reaches
    a limit and no other proves an equilibrium; InputError if the executor takes no tasks, a worker dies, or a task
    raises an error that is not lemke's.
    """
    if executor is None:
        return done(first_proved_steps(form, seed))
    # learning itself tries ROUNDS seeds from its seed on
    starts = [("path", seed), *(("learn", seed + k * learned.ROUNDS) for k in range(STARTS))]
    tasks = {f"{proposer}, seed {start_seed}": (proposer, start_seed) for proposer, start_seed in starts}
    return executors.first_proof(executor, partial(_proved, form.plain()), tasks)


def first_proved_steps(form: SequenceForm, seed: int) -> Steps[ProvedPlans]:
    """Return what :func:`first_proved` returns in one process, in steps."""
    # a handicap counts as work done: the other proposer makes all steps until its work is as large
    handicaps = {"path": LEAD_PER_VARIABLE * form.lcp_size} if crash.is_guide(form) else {"learn": learned.LEAD}
    return (yield from first_proof({name: propose(form, seed) for name, propose in PROPOSERS.items()}, handicaps))


def _proved(form: SequenceForm, start: tuple[str, int]) -> ProvedPlans:
    """Return the equilibrium that one proposer proves from a seed, in a worker."""
    proposer, seed = start
    return done(PROPOSERS[proposer](form, seed))
