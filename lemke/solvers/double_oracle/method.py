"""The double oracle as a method: from its strategies to the plans and profiles of a game that is held as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lemke.certificate import Claim, EpsilonEquilibrium, Growth, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground.rational import ONE, ZERO, bits, decimal
from lemke.ground.sparse import Vector, vector
from lemke.solvers.double_oracle.iteration import Iteration
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.solvers.replies import proved_by_replies
from lemke.solvers.request import Request

METHOD = "double-oracle"


def solve(form: SequenceForm, request: Request) -> ProvedPlans:
    """Return the equilibrium at which a double oracle ends, which has no use for a prior, a kernel or a seed.

    Raises
    ------
    InputError
        For a game that is held neither as a tree nor as matrices.
    LimitError
        If a limit is reached, with the gap until then.
    """
    if isinstance(form, TreeForm):
        found = double_oracle(form.game, constant_sum=form.total is not None)
        _require_end(found)
        return proved(form, found)
    if isinstance(form, StrategicForm):
        mixed = double_oracle(form.normal_form, constant_sum=form.total is not None)
        _require_end(mixed)
        plans = [
            vector([ONE, *(own.get(place, ZERO) for place in range(sequences.size - 1))])
            for own, sequences in zip(mixed.strategies, form.sequences, strict=True)
        ]
        return _proved(form, plans, _growth(mixed, [sequences.size - 1 for sequences in form.sequences]))
    raise InputError(
        f"a game given by its states, expected one held as a whole for the method {METHOD}, or lemke.double_oracle"
    )


def proved(form: TreeForm, found: DoubleOracle[PartialStrategy]) -> ProvedPlans:
    """Return the equilibrium at which a double oracle has ended as plans of the whole game."""
    behavior = _behavior(form.sequences, found)
    return _proved(form, _plans(form.sequences, behavior), _growth(found, [own.size for own in form.sequences]))


def epsilon_equilibrium(judge: Judge, found: DoubleOracle[PartialStrategy]) -> EpsilonEquilibrium:
    """Return what a double oracle has found as a profile, its bounds confirmed by the judge on the tree.

    Raises
    ------
    NotProvedError
        If the judge finds others.
    """
    game = judge.game
    behavior = _behavior(judge.sequences, found)
    plans = _plans(judge.sequences, behavior)
    filled = (
        frozenset(h for h, reach in enumerate(plan[own.parent]) if not reach)
        for own, plan in zip(judge.sequences, plans, strict=True)
    )
    profile = Profile(behavior, tuple(filled))
    report, _ = judge.judge(Claim(profile))
    whole = _growth(found, [own.size for own in judge.sequences])
    judged = EpsilonEquilibrium(
        game, profile, (plans[0], plans[1]), report, judge.interval(report), found.reason, whole
    )
    last = found.last
    confirmed = (
        judged.interval == (last.lower, last.upper) if isinstance(last, Iteration) else report.regrets == last.regrets
    )
    if not confirmed:
        raise NotProvedError(
            f"the double oracle proposed a gap of {decimal(found.gap)}, and the judge found {report!r}"
        )
    return judged


def _require_end(found: DoubleOracle[Any]) -> None:
    """Pass on what stopped a double oracle before its end."""
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    if found.stopped == "limit":
        raise LimitError(f"{found.reason} with a gap of {decimal(found.gap)} left")


def _behavior(sequences: Sequence[Sequences], found: DoubleOracle[PartialStrategy]) -> tuple[Behavior, ...]:
    """Return strategies as distributions at all information sets."""
    return tuple(
        tuple(
            tuple(dict(strategy(index)).get(place, ZERO) for place in range(len(each.actions)))
            for index, each in zip(own.sets, own.information_sets, strict=True)
        )
        for own, strategy in zip(sequences, found.strategies, strict=True)
    )


def _plans(sequences: Sequence[Sequences], behavior: Sequence[Behavior]) -> list[Vector]:
    return [realization_plan(own, strategy) for own, strategy in zip(sequences, behavior, strict=True)]


def _growth(found: DoubleOracle[Any], whole: Sequence[int]) -> Growth:
    return Growth(found.last.number, found.last.sizes, (whole[0], whole[1]))


def _proved(form: SequenceForm, plans: Sequence[Vector], growth: Growth) -> ProvedPlans:
    kernel = "lp" if form.total is not None else "lcp"
    return proved_by_replies(
        form, plans, method=METHOD, kernel=kernel, pivots=0, bits=max(map(bits, plans)), growth=growth
    )
