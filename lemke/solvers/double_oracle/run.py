"""The double oracle on any kind of game, until an equilibrium, a small enough gap, or a limit; and as a method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Literal, TypeAlias

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, Growth, GrowthRound, How, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import NormalForm, StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game import Game
from lemke.game.implicit import State, TreeState
from lemke.game.recall import Sequences, histories
from lemke.game.recall import constant_sum as constant_sum_of
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground import limits
from lemke.ground.rational import ZERO, bits, decimal, exact, short
from lemke.ground.words import count
from lemke.solvers.answers import judged, proved_by_replies, raise_if_stopped
from lemke.solvers.double_oracle.chosen import chosen
from lemke.solvers.double_oracle.iteration import Expansion, Round, Strategy, rounds
from lemke.solvers.double_oracle.matrices import MatrixOracle, Oracle, RestrictedMatrices
from lemke.solvers.double_oracle.tree import PartialStrategy, RestrictedTree
from lemke.solvers.sequence_lcp import PathStart

METHOD = "double-oracle"
StopReason: TypeAlias = Literal["equilibrium", "gap", "limit", "interrupt"]
Rounds: TypeAlias = Iterator[Round[Any]]


@dataclass(frozen=True, eq=False)
class DoubleOracle(Generic[Strategy]):
    """Why a double oracle stopped, and its proved results.

    Attributes
    ----------
    last : Round
        The last complete round: the proved bounds, or regrets, and the strategies.
    stopped : str
        ``equilibrium``: the gap is 0; ``gap``: the gap is small enough; ``limit``: a limit was reached;
        ``interrupt``: the user interrupted the search.
    reason : str
        The reason in words.
    rounds : tuple of GrowthRound
        All rounds, without their strategies. For matrices and oracles a round names the pure strategies that it added.
        Otherwise it names each added sequence by its last move: for a state the pair of an information state and an
        action; for a game the pair of the information set's index in ``game.information_sets`` and the action's index
        at the set.
    """

    last: Round[Strategy]
    stopped: StopReason
    reason: str
    rounds: tuple[GrowthRound, ...] = ()

    @property
    def gap(self) -> mpq:
        """The difference of the bounds of the value; in a general-sum game the greatest regret."""
        return self.last.gap

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies to which the gap belongs.

        For a game or a state they are :class:`PartialStrategy`. For matrices and oracles they are dicts from pure
        strategies, in matrices numbered from 0, to their probabilities.
        """
        return self.last.strategies

    def __repr__(self) -> str:
        size_1, size_2 = self.last.sizes
        rounds = count(self.last.number, "iteration")
        return f"<DoubleOracle: {self.reason} after {rounds}, {size_1} + {size_2}, gap {short(self.gap)}>"


def double_oracle(
    problem: Game | State | NormalForm | Oracle,
    gap: object = 0,
    expand: Expansion = "both",
    constant_sum: bool | None = None,
    start: object = None,
) -> DoubleOracle[Any]:
    """Solve a two-player game by restricted games that grow by best responses; see :func:`lemke.double_oracle`."""
    target_gap = exact(gap)
    if target_gap < 0:
        raise InputError(f"the gap {short(target_gap)}, expected 0 or more")
    rounds_to_come, unit = _rounds_of(problem, expand, constant_sum, start)
    last = next(rounds_to_come)
    rounds = [last.record()]
    stopped: StopReason = "gap"
    reason = f"the gap {short(target_gap)} was reached"
    try:
        while True:
            sizes = " + ".join(map(str, last.sizes))
            stage = "double oracle: iteration {}, {} {}, gap {}".format
            limits.report(partial(stage, last.number, sizes, unit, decimal(last.gap)))
            if last.gap <= target_gap:
                break
            last = next(rounds_to_come)
            rounds.append(last.record())
    except (LimitError, KeyboardInterrupt) as error:
        if last.gap > target_gap:
            stopped, reason = ("limit", str(error)) if isinstance(error, LimitError) else ("interrupt", "interrupted")
    if not last.gap:
        stopped, reason = "equilibrium", "an equilibrium"
    return DoubleOracle(last, stopped, reason, tuple(rounds))


def _rounds_of(
    problem: Game | State | NormalForm | Oracle, expand: Expansion, constant_sum: bool | None, start: object
) -> tuple[Rounds, str]:
    """Return the rounds, and the word for what the sizes of the restricted game count: sequences or strategies."""
    is_constant_sum = constant_sum is None or bool(constant_sum)
    if isinstance(problem, Game):
        problem.require_two_players()
    if is_constant_sum and isinstance(problem, Game | NormalForm):
        total = problem.total if isinstance(problem, NormalForm) else constant_sum_of(problem, histories(problem))
        if constant_sum is not None and total is None:
            raise InputError("constant_sum=True with a general-sum game, expected None or False")
        is_constant_sum = total is not None
    first = chosen(problem, start)
    if isinstance(problem, Game):
        problem = TreeState.root(problem)
    elif isinstance(problem, NormalForm):
        problem = MatrixOracle(problem)
    unit = "sequences" if isinstance(problem, State) else "strategies"
    return iterations(problem, expand, is_constant_sum, first), unit


def iterations(
    problem: State | Oracle, expand: Expansion = "both", constant_sum: bool = True, start: object = None
) -> Rounds:
    """Grow a restricted game until its equilibrium holds in the whole game; yield the state after every round.

    The last round has the gap 0. Every other round adds at least one sequence or pure strategy. In constant-sum games
    the values of the best responses are bounds of the value. Arguments and errors are those of
    :func:`lemke.double_oracle`.
    """
    if isinstance(problem, State):
        yield from rounds(RestrictedTree(problem, constant_sum, chosen(problem, start)), expand)
    else:
        yield from rounds(RestrictedMatrices(problem, constant_sum, chosen(problem, start)), expand)


# ---------------------------------------------------------------------- the method


def solve(
    form: SequenceForm,
    path: PathStart,
    gap: object = None,
    expand: Expansion = "both",
    start: object = None,
    rounds: bool = False,
) -> ProvedPlans:
    """Return the equilibrium at which a double oracle ends; ``path``, the start of Lemke's path, is not used.

    If a gap is given for a tree, even 0, the search may end before an equilibrium, and a limit or an interrupt after
    the first round ends only the search: the last round's answer is still judged on the tree and returned. For matrices
    the search always goes on to an equilibrium. With ``rounds`` the answer's growth has all rounds.

    Raises InputError for a game without tree and matrices; NotProvedError if the equilibrium or its bounds are not
    proved; LimitError, with the gap that is left, if a limit is reached.
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
    raise_if_stopped(result.stopped, f"{result.reason} with a gap of {decimal(result.gap)} left")
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
    is_confirmed = verdict.regrets == last.regrets if last.interval is None else interval == last.interval
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
