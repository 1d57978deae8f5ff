"""The double oracle as a method: from its strategies to the plans and profiles of a game that is held as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lemke.certificate import Claim, EpsilonEquilibrium, Growth, How, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, bits, decimal
from lemke.ground.sparse import Vector, vector
from lemke.solvers.completion import judged
from lemke.solvers.double_oracle.iteration import Expansion, Iteration
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.solvers.priors import Start, starting_point
from lemke.solvers.replies import proved_by_replies

METHOD = "double-oracle"


@dataclass(frozen=True, kw_only=True)
class GrownGame(How):
    """What a double oracle tells; ``pivots`` is 0, since its restricted games are counted."""

    growth: Growth

    def rows(self) -> list[tuple[str, str]]:
        """Return names and texts for a table."""
        iterations = ("iterations", str(self.growth.iterations))
        return [("method", self.method), ("kernel", self.kernel), iterations, ("sequences used", self.growth.used)]

    def words(self) -> list[str]:
        """Return the same in words."""
        return [f"method {self.method}", f"kernel {self.kernel}", *self.growth.words()]


def solve(
    form: SequenceForm, start: Start, gap: object = None, expand: Expansion = "both"
) -> ProvedPlans | EpsilonEquilibrium:
    """Return the equilibrium at which a double oracle ends.

    Parameters
    ----------
    form : SequenceForm
    start : Start
        Of no use.
    gap : exact number, optional
        In units of payoff: how far apart bounds of the value may be at the end; in general-sum games the largest
        regret. If one is given, 0 too, limits and an interrupt end the search once a round is done, and not what comes
        after it: what is proved until then is returned, judged on the tree.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added in every round: both players', or those of the one who gains more.

    Raises
    ------
    InputError
        For a game that is held neither as a tree nor as matrices; unknown options.
    LimitError
        If a limit is reached, with the gap until then; if a gap is given, only in the first round.
    """
    enough, constant_sum = 0 if gap is None else gap, form.total is not None
    if isinstance(form, TreeForm):
        found = double_oracle(form.game, enough, expand, constant_sum)
        if gap is None:
            _require_end(found)
            return proved(form, found)
        with limits.lifted():  # they have ended the search
            if found.stopped != "equilibrium":
                return epsilon_equilibrium(Judge(form.game, form.behind, form.sequences), found)
            _, even = starting_point(form, "centroid", 0, "exact")
            return judged(form, [proved(form, found)], even)[0]
    if isinstance(form, StrategicForm):
        mixed = double_oracle(form.normal_form, 0, expand, constant_sum)
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
    approximate = EpsilonEquilibrium(
        game, profile, (plans[0], plans[1]), report, judge.interval(report), found.stopped, found.reason, whole
    )
    last = found.last
    if isinstance(last, Iteration):
        confirmed = approximate.interval == (last.lower, last.upper)
    else:
        confirmed = report.regrets == last.regrets
    if not confirmed:
        raise NotProvedError(
            f"the double oracle proposed a gap of {decimal(found.gap)}, and the judge found {report!r}"
        )
    return approximate


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
    how = GrownGame(method=METHOD, kernel=kernel, pivots=0, bits=max(map(bits, plans)), growth=growth)
    return proved_by_replies(form, plans, how)
