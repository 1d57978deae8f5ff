"""The method ``double-oracle``: the strategies of a double oracle as plans and profiles of a tree or of matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, Growth, GrowthRound, How, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground import limits
from lemke.ground.rational import ZERO, bits, decimal
from lemke.solvers.answers import judged, proved_by_replies
from lemke.solvers.double_oracle.iteration import Expansion, Iteration
from lemke.solvers.double_oracle.responses import PartialStrategy
from lemke.solvers.double_oracle.run import DoubleOracle, double_oracle
from lemke.solvers.sequence_lcp import PathStart

METHOD = "double-oracle"


def solve(
    form: SequenceForm,
    path: PathStart,
    gap: object = None,
    expand: Expansion = "both",
    start: object = None,
    rounds: bool = False,
) -> ProvedPlans:
    """Return the equilibrium at which a double oracle ends; ``path``, the start of Lemke's path, is not used.

    The search may end when the bounds differ by at most ``gap`` units of payoff; in general-sum games, when no regret
    exceeds ``gap``. If a gap is given for a tree, even 0, a limit or an interrupt after the first round ends only the
    search: the last round's answer is still judged on the tree and returned. For matrices the gap is not used: the
    search always goes on to an equilibrium. ``start`` is the first restricted game, as in :func:`double_oracle`. With
    ``rounds`` the answer's growth has all rounds.

    Raises InputError for a game without tree and matrices, and for unknown options; NotProvedError if the equilibrium
    or its bounds are not proved; LimitError if a limit is reached; after the first round the message has the gap that
    is left. With a gap and a tree, only a limit in the first round is raised.
    """
    constant_sum = form.total is not None
    if isinstance(form, StrategicForm):
        return _plans_at_end(form, double_oracle(form.normal_form, 0, expand, constant_sum, start), rounds)
    if not isinstance(form, TreeForm):
        without_tree = f"the method {METHOD} with a game given by its states, expected a game with a tree or matrices"
        raise InputError(f"{without_tree}; lemke.double_oracle takes states")
    result = double_oracle(form.game, 0 if gap is None else gap, expand, constant_sum, start)
    if gap is None:
        return _plans_at_end(form, result, rounds)
    with limits.lifted():  # the limits may have ended the search, but must not stop the judge
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
    empty_sequences = 0 if isinstance(form, TreeForm) else 1  # the sizes of matrices do not count the empty sequence
    growth = _growth(result, form.sequences, empty_sequences, rounds)
    kernel = "lp" if form.total is not None else "lcp"
    how = How(method=METHOD, kernel=kernel, bits=max(map(bits, plans)), growth=growth)
    return proved_by_replies(form, plans, how)


def epsilon_equilibrium(judge: Judge, result: DoubleOracle[PartialStrategy], rounds: bool = False) -> Equilibrium:
    """Return the last round of a double oracle as a profile, with bounds that the judge confirms on the tree.

    Raises NotProvedError if the judge finds other bounds.
    """
    behavior = _behavior(judge.sequences, result)
    plan_1, plan_2 = map(realization_plan, judge.sequences, behavior)
    filled = (  # the sets that the plans do not reach: their distributions are filled in
        frozenset(h for h, reach in enumerate(plan[sequences.parent]) if not reach)
        for sequences, plan in zip(judge.sequences, (plan_1, plan_2), strict=True)
    )
    profile = Profile(behavior, tuple(filled))
    verdict, _ = judge.judge(Claim(profile))
    interval, last = judge.interval(verdict), result.last
    if isinstance(last, Iteration):
        is_confirmed = interval == (last.lower, last.upper)
    else:
        is_confirmed = verdict.regrets == last.regrets
    if not is_confirmed:
        raise NotProvedError(
            f"the double oracle proposed a gap of {decimal(result.gap)}, and the judge found {verdict!r}"
        )
    how = How(
        method=METHOD,
        kernel="lp" if judge.total is not None else "lcp",
        bits=max(map(bits, (plan_1, plan_2))),
        growth=_growth(result, judge.sequences, 0, rounds),
        stopped=result.stopped,
        reason=result.reason,
    )
    payoff_1, payoff_2 = verdict.payoffs
    regret_1, regret_2 = verdict.regrets
    return Equilibrium(
        game=judge.game,
        profile=profile,
        plans=(plan_1, plan_2),
        duals=None,
        payoffs=(payoff_1, payoff_2),
        how=how,
        regrets=(regret_1, regret_2),
        interval=interval,
    )


def _behavior(sequences: Sequence[Sequences], result: DoubleOracle[Any]) -> tuple[Behavior, ...]:
    """Return strategies as distributions at all information sets.

    A mixed strategy of matrices is the distribution at the player's only set.
    """

    def distribution(strategy: Any, index: int) -> dict[int, mpq]:
        return strategy if isinstance(strategy, dict) else dict(strategy(index))

    return tuple(
        tuple(
            tuple(distribution(strategy, index).get(move, ZERO) for move in range(len(information_set.actions)))
            for index, information_set in zip(player.sets, player.information_sets, strict=True)
        )
        for player, strategy in zip(sequences, result.strategies, strict=True)
    )


def _growth(result: DoubleOracle[Any], sequences: Sequence[Sequences], empty_sequences: int, rounds: bool) -> Growth:
    """Return how far the restricted game grew.

    ``empty_sequences`` is the number of sequences, 0 or 1, that the sizes of the restricted game leave out.
    """
    size_1, size_2 = (player.size - empty_sequences for player in sequences)
    named_rounds = tuple(_named_rounds(result.rounds, sequences)) if rounds else ()
    return Growth(result.last.number, result.last.sizes, (size_1, size_2), named_rounds)


def _named_rounds(rounds: Iterable[GrowthRound], sequences: Sequence[Sequences]) -> Iterator[GrowthRound]:
    """Yield rounds with the names of the added sequences; a pure strategy of matrices is one move."""
    names = [player.names() for player in sequences]
    set_number = [{index: h for h, index in enumerate(player.sets)} for player in sequences]

    def sequence_number(player: int, last_move: Any) -> int:
        index, move = last_move if isinstance(last_move, tuple) else (0, last_move)
        return sequences[player].moves(set_number[player][index])[move]

    def added_names(player: int, added: Iterable[Any]) -> tuple[str, ...]:
        return tuple(names[player][k] for k in sorted(sequence_number(player, last_move) for last_move in added))

    for round in rounds:
        yield replace(round, added=(added_names(0, round.added[0]), added_names(1, round.added[1])))
