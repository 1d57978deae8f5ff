"""The double oracle as a method: from its strategies to plans and profiles of a game held as a tree or as matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Claim, EpsilonEquilibrium, Growth, GrowthRound, How, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground import limits
from lemke.ground.document import Block
from lemke.ground.rational import ZERO, bits, decimal
from lemke.solvers.answers import judged, proved_by_replies
from lemke.solvers.double_oracle.iteration import Expansion, Iteration
from lemke.solvers.double_oracle.responses import PartialStrategy
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle
from lemke.solvers.sequence_lcp import PathStart

METHOD = "double-oracle"


@dataclass(frozen=True, kw_only=True)
class GrownGame(How):
    """How a double oracle found its answer; ``pivots`` is 0, since restricted games are counted instead."""

    growth: Growth

    def members(self) -> dict[str, Any]:
        """Return the same as members of a JSON object."""
        return super().members() | {"growth": self.growth.members()}

    def blocks(self) -> Iterator[Block]:
        """Yield the rounds, if they were asked for."""
        yield from self.growth.blocks()

    def rows(self) -> list[tuple[str, str]]:
        """Return names and texts for a table."""
        growth = [("iterations", str(self.growth.iterations)), ("sequences used", self.growth.used)]
        return [("method", self.method), ("kernel", self.kernel), *growth]

    def words(self) -> list[str]:
        """Return the same in words."""
        return [f"method {self.method}", f"kernel {self.kernel}", *self.growth.words()]


def solve(
    form: SequenceForm,
    path: PathStart,
    gap: object = None,
    expand: Expansion = "both",
    start: object = None,
    rounds: bool = False,
) -> ProvedPlans | EpsilonEquilibrium:
    """Return the equilibrium at which a double oracle ends; the start ``path`` of a path is not used.

    The gap, in units of payoff, is the largest difference of the bounds at the end; in general-sum games it is the
    largest regret. If a gap is given, even 0, a limit or an interrupt after the first round ends only the search: the
    last round's answer is still judged on the tree and returned. ``start`` is the first restricted game, as in
    :func:`double_oracle`. With ``rounds`` the answer's growth keeps all rounds.

    Raises InputError for a game that is held neither as a tree nor as matrices, and for unknown options; LimitError if
    a limit is reached, with the gap so far; if a gap is given, only in the first round.
    """
    constant_sum = form.total is not None
    if isinstance(form, StrategicForm):
        return _plans_at_end(form, double_oracle(form.normal_form, 0, expand, constant_sum, start), rounds)
    if not isinstance(form, TreeForm):
        raise InputError(
            f"a game given by its states, expected one held as a whole for the method {METHOD}, or lemke.double_oracle"
        )
    result = double_oracle(form.game, 0 if gap is None else gap, expand, constant_sum, start)
    if gap is None:
        return _plans_at_end(form, result, rounds)
    with limits.lifted():  # they have ended the search
        if result.stopped != "equilibrium":
            return epsilon_equilibrium(Judge(form.game, form.behind, form.sequences), result, rounds)
        return judged(form, [_plans_at_end(form, result, rounds)])[0]


def _plans_at_end(form: SequenceForm, result: DoubleOracle[Any], rounds: bool) -> ProvedPlans:
    """Return the equilibrium at the end of a double oracle as plans of the whole game; raise if it was stopped."""
    if result.stopped == "interrupt":
        raise KeyboardInterrupt
    if result.stopped == "limit":
        raise LimitError(f"{result.reason} with a gap of {decimal(result.gap)} left")
    plans = list(map(realization_plan, form.sequences, _behavior(form.sequences, result)))
    empty = 0 if isinstance(form, TreeForm) else 1  # sequences of matrices are counted without the empty one
    growth = _growth(result, form.sequences, empty, rounds)
    kernel = "lp" if form.total is not None else "lcp"
    how = GrownGame(method=METHOD, kernel=kernel, pivots=0, bits=max(map(bits, plans)), growth=growth)
    return proved_by_replies(form, plans, how)


def epsilon_equilibrium(
    judge: Judge, result: DoubleOracle[PartialStrategy], rounds: bool = False
) -> EpsilonEquilibrium:
    """Return the last round of a double oracle as a profile, with bounds that the judge confirms on the tree.

    Raises NotProvedError if the judge finds other bounds.
    """
    behavior = _behavior(judge.sequences, result)
    plan_1, plan_2 = map(realization_plan, judge.sequences, behavior)
    filled = (
        frozenset(h for h, reach in enumerate(plan[sequences.parent]) if not reach)
        for sequences, plan in zip(judge.sequences, (plan_1, plan_2), strict=True)
    )
    profile = Profile(behavior, tuple(filled))
    report, _ = judge.judge(Claim(profile))
    interval, last = judge.interval(report), result.last
    bounds = interval == (last.lower, last.upper) if isinstance(last, Iteration) else report.regrets == last.regrets
    if not bounds:
        raise NotProvedError(
            f"the double oracle proposed a gap of {decimal(result.gap)}, and the judge found {report!r}"
        )
    growth = _growth(result, judge.sequences, 0, rounds)
    return EpsilonEquilibrium(
        judge.game, profile, (plan_1, plan_2), report, interval, result.stopped, result.reason, growth
    )


def _behavior(sequences: Sequence[Sequences], result: DoubleOracle[Any]) -> tuple[Behavior, ...]:
    """Return strategies as distributions at all information sets; a mixed strategy is that of the player's only set."""

    def played(strategy: Any, index: int) -> dict[int, mpq]:
        return strategy if isinstance(strategy, dict) else dict(strategy(index))

    return tuple(
        tuple(
            tuple(played(strategy, index).get(place, ZERO) for place in range(len(information_set.actions)))
            for index, information_set in zip(sides.sets, sides.information_sets, strict=True)
        )
        for sides, strategy in zip(sequences, result.strategies, strict=True)
    )


def _growth(result: DoubleOracle[Any], sequences: Sequence[Sequences], empty: int, rounds: bool) -> Growth:
    """Return how far the restricted game grew; ``empty`` is the number of empty sequences that sizes leave out."""
    whole_1, whole_2 = (side.size - empty for side in sequences)
    kept = tuple(_named(result.rounds, sequences)) if rounds else ()
    return Growth(result.last.number, result.last.sizes, (whole_1, whole_2), kept)


def _named(rounds: Iterable[GrowthRound], sequences: Sequence[Sequences]) -> Iterator[GrowthRound]:
    """Yield rounds with names for the added sequences; a pure strategy of matrices is one move."""
    names = [side.names() for side in sequences]
    place = [{index: h for h, index in enumerate(side.sets)} for side in sequences]

    def number(player: int, last_move: Any) -> int:
        index, move = last_move if isinstance(last_move, tuple) else (0, last_move)
        return sequences[player].moves(place[player][index])[move]

    def named(player: int, added: Iterable[Any]) -> tuple[str, ...]:
        return tuple(names[player][k] for k in sorted(number(player, last_move) for last_move in added))

    for round in rounds:
        yield replace(round, added=(named(0, round.added[0]), named(1, round.added[1])))
