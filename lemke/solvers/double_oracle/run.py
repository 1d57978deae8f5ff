"""The double oracle: a restricted game is solved, and grows by best responses, until no player gains in the whole game.

Restricted constant-sum games are linear programs and give bounds of the value (McMahan, Gordon, Blum 2003). Other
restricted games are solved by Lemke's algorithm and give regrets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from gmpy2 import mpq

from lemke.certificate import Claim, Equilibrium, Growth, GrowthRound, How, Judge, ProvedPlans
from lemke.errors import InputError, LimitError, NotProvedError
from lemke.forms.normal_form import NormalForm, StrategicForm
from lemke.forms.sequence_form import SequenceForm, TreeForm
from lemke.game import Game
from lemke.game.implicit import State, TreeState
from lemke.game.recall import constant_sum as constant_sum_of
from lemke.game.recall import histories
from lemke.game.strategy import Behavior, Profile, realization_plan
from lemke.ground import limits
from lemke.ground.rational import ZERO, bits, decimal, exact, short
from lemke.ground.sparse import Vector
from lemke.ground.words import count
from lemke.solvers.answers import judged, proved_by_replies, raise_if_stopped
from lemke.solvers.double_oracle.oracles import MatrixOracle, Oracle, RestrictedMatrices
from lemke.solvers.double_oracle.responses import Payoffs
from lemke.solvers.double_oracle.restricted_game import Expansion, RestrictedGame
from lemke.solvers.double_oracle.start import last_moves, start_of
from lemke.solvers.sequence_lcp import PathStart

METHOD = "double-oracle"
StopReason: TypeAlias = Literal["equilibrium", "gap", "limit", "interrupt"]
Problem: TypeAlias = Game | State | NormalForm | Oracle
Strategy = TypeVar("Strategy")  # of the whole game: a PartialStrategy, or a dict from pure strategies to probabilities


@dataclass(frozen=True, slots=True)
class Round(GrowthRound, Generic[Strategy]):
    """A round of the double oracle, with the best strategies of the whole game so far.

    In a constant-sum game player 1's strategy gets at least ``lower`` whatever player 2 does, and against player 2's
    strategy player 1 gets at most ``upper``; the strategies may be of different rounds. In any other game they are
    those of the round with the least gap.

    Attributes
    ----------
    strategies : pair
    payoffs, regrets : (mpq, mpq) | None
        In a general-sum game: payoffs of the strategies in the whole game, and the gain of each player's best response.
    """

    strategies: tuple[Strategy, Strategy]
    payoffs: Payoffs | None = None
    regrets: Payoffs | None = None

    @property
    def lower(self) -> mpq:
        """The best proved lower bound of the value of a constant-sum game."""
        assert self.interval is not None
        return self.interval[0]

    @property
    def upper(self) -> mpq:
        """The best proved upper bound of the value of a constant-sum game."""
        assert self.interval is not None
        return self.interval[1]

    def best_so_far(self, previous: Round[Strategy] | None) -> Round[Strategy]:
        """Return the round with the best bounds, or the least regrets, of this round and earlier ones.

        Raises InputError if the bounds contradict each other: then the states or the oracle contradict themselves.
        """
        if self.interval is None:
            if previous is None or previous.gap > self.gap:
                return self
            best = {name: getattr(previous, name) for name in ("strategies", "payoffs", "regrets", "gap")}
            return replace(self, **best)
        (lower, upper), (strategy_1, strategy_2) = self.interval, self.strategies
        if previous is not None and previous.lower >= lower:
            lower, strategy_1 = previous.lower, previous.strategies[0]
        if previous is not None and previous.upper <= upper:
            upper, strategy_2 = previous.upper, previous.strategies[1]
        if lower > upper:
            bounds = f"the lower bound {short(lower)} of the value above the upper bound {short(upper)}"
            raise InputError(f"{bounds}, expected states or an oracle without contradictions")
        return replace(self, strategies=(strategy_1, strategy_2), interval=(lower, upper), gap=upper - lower)

    def record(self) -> GrowthRound:
        """Return the round without the strategies."""
        return GrowthRound(*(getattr(self, entry.name) for entry in fields(GrowthRound)))


def rounds(game: RestrictedGame, expand: Expansion) -> Iterator[Round[Any]]:
    """Solve a restricted game and let it grow until the gap is 0; yield the state after every round."""
    last: Round[Any] | None = None
    while last is None or last.gap:
        promised = game.equilibrium().payoffs
        strategies = game.strategies()
        payoffs = game.worth(strategies, promised)
        responses = game.responses(strategies, payoffs)
        best_values = responses[0][0], responses[1][0]
        gains = best_values[0] - payoffs[0], best_values[1] - payoffs[1]
        state = last.number + 1 if last else 1, game.take_new(), game.sizes, promised, best_values
        named = game.named(strategies)
        if game.constant_sum:
            bounds = payoffs[0] - gains[1], payoffs[0] + gains[0]
            round = Round(*state, bounds, bounds[1] - bounds[0], named)
        else:
            round = Round(*state, None, max(gains), named, payoffs, gains)
        last = round.best_so_far(last)
        yield last
        is_new = last.gap and game.grow(responses, gains, expand)
        assert is_new or not last.gap  # so there are at most as many rounds as sequences or strategies


def restricted_game(problem: Problem, constant_sum: bool | None = None, start: object = None) -> RestrictedGame:
    """Return the first restricted game of a problem; the arguments are those of :func:`lemke.double_oracle`."""
    is_constant_sum = constant_sum is None or bool(constant_sum)
    if isinstance(problem, Game):
        problem.require_two_players()
    if is_constant_sum and isinstance(problem, Game | NormalForm):
        total = problem.total if isinstance(problem, NormalForm) else constant_sum_of(problem, histories(problem))
        if constant_sum is not None and total is None:
            raise InputError("constant_sum=True with a general-sum game, expected None or False")
        is_constant_sum = total is not None
    first = start_of(problem, start)
    if isinstance(problem, Game):
        problem = TreeState.root(problem)
    if isinstance(problem, State):
        return RestrictedGame(problem, is_constant_sum, first)
    oracle = MatrixOracle(problem) if isinstance(problem, NormalForm) else problem
    return RestrictedMatrices(oracle, is_constant_sum, first)


def iterations(
    problem: Problem, expand: Expansion = "both", constant_sum: bool | None = None, start: object = None
) -> Iterator[Round[Any]]:
    """Grow a restricted game until its equilibrium holds in the whole game; yield the state after every round.

    The last round has the gap 0. Every other round adds at least one sequence or pure strategy. In constant-sum games
    the values of the best responses are bounds of the value. Arguments and errors are those of
    :func:`lemke.double_oracle`.
    """
    yield from rounds(restricted_game(problem, constant_sum, start), expand)


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
    problem: Problem,
    gap: object = 0,
    expand: Expansion = "both",
    constant_sum: bool | None = None,
    start: object = None,
) -> DoubleOracle[Any]:
    """Solve a two-player game by restricted games that grow by best responses; see :func:`lemke.double_oracle`."""
    target_gap = exact(gap)
    if target_gap < 0:
        raise InputError(f"the gap {short(target_gap)}, expected 0 or more")
    game = restricted_game(problem, constant_sum, start)
    rounds_to_come = rounds(game, expand)
    last = next(rounds_to_come)
    records = [last.record()]
    stopped: StopReason = "gap"
    reason = f"the gap {short(target_gap)} was reached"
    try:
        while True:
            sizes = " + ".join(map(str, last.sizes))
            stage = "double oracle: iteration {}, {} {}, gap {}".format
            limits.report(partial(stage, last.number, sizes, game.unit, decimal(last.gap)))
            if last.gap <= target_gap:
                break
            last = next(rounds_to_come)
            records.append(last.record())
    except (LimitError, KeyboardInterrupt) as error:
        if last.gap > target_gap:
            stopped, reason = ("limit", str(error)) if isinstance(error, LimitError) else ("interrupt", "interrupted")
    if not last.gap:
        stopped, reason = "equilibrium", "an equilibrium"
    return DoubleOracle(last, stopped, reason, tuple(records))


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
    problem: Game | NormalForm
    if isinstance(form, TreeForm):
        problem = form.game
    elif isinstance(form, StrategicForm):
        problem, gap = form.normal_form, None
    else:
        raise InputError(f"the method {METHOD} with a sequence form alone, expected a game with a tree or matrices")
    result = double_oracle(problem, 0 if gap is None else gap, expand, form.total is not None, start)
    if gap is None:
        raise_if_stopped(result.stopped, f"{result.reason} with a gap of {decimal(result.gap)} left")
        return _proved_plans(form, result, rounds)
    assert isinstance(form, TreeForm)
    with limits.lifted():  # the limits may have ended the search, but must not stop the judge
        if result.stopped != "equilibrium":
            return epsilon_equilibrium(form, result, rounds)
        return judged(form, [_proved_plans(form, result, rounds)])[0]


def _proved_plans(form: SequenceForm, result: DoubleOracle[Any], rounds: bool) -> ProvedPlans:
    _, plans, how = _of_whole_game(form, result, rounds)
    return proved_by_replies(form, plans, how)


def epsilon_equilibrium(form: TreeForm, result: DoubleOracle[Any], rounds: bool = False) -> Equilibrium:
    """Return the last round of a double oracle as a profile, with bounds that the judge confirms on the tree.

    Raises NotProvedError if the judge finds other bounds.
    """
    behavior, plans, how = _of_whole_game(form, result, rounds)
    filled = (  # the sets that the plans do not reach: their distributions are filled in
        frozenset(h for h, reach in enumerate(plan[sequences.parent]) if not reach)
        for sequences, plan in zip(form.sequences, plans, strict=True)
    )
    profile = Profile(behavior, tuple(filled))
    judge = Judge(form.game, form.behind, form.sequences)
    verdict, _ = judge.judge(Claim(profile))
    interval, last = judge.interval(verdict), result.last
    is_confirmed = verdict.regrets == last.regrets if last.interval is None else interval == last.interval
    if not is_confirmed:
        raise NotProvedError(
            f"the double oracle proposed a gap of {decimal(result.gap)}, and the judge found {verdict!r}"
        )
    payoff_1, payoff_2 = verdict.payoffs
    regret_1, regret_2 = verdict.regrets
    return Equilibrium(
        game=form.game,
        profile=profile,
        plans=plans,
        duals=None,
        payoffs=(payoff_1, payoff_2),
        how=replace(how, stopped=result.stopped, reason=result.reason),
        regrets=(regret_1, regret_2),
        interval=interval,
    )


def _of_whole_game(
    form: SequenceForm, result: DoubleOracle[Any], rounds: bool
) -> tuple[tuple[Behavior, ...], tuple[Vector, Vector], How]:
    """Return the strategies as distributions at all information sets and as realization plans, with their origin.

    A mixed strategy of matrices is the distribution at the player's only set.
    """

    def distribution(strategy: Any, index: int) -> dict[int, mpq]:
        return strategy if isinstance(strategy, dict) else dict(strategy(index))

    behavior = tuple(
        tuple(
            tuple(distribution(strategy, index).get(move, ZERO) for move in range(len(information_set.actions)))
            for index, information_set in zip(player.sets, player.information_sets, strict=True)
        )
        for player, strategy in zip(form.sequences, result.strategies, strict=True)
    )
    x, y = map(realization_plan, form.sequences, behavior)
    empty_sequences = 1 if isinstance(form, StrategicForm) else 0  # sizes of matrices do not count the empty sequence
    size_1, size_2 = (player.size - empty_sequences for player in form.sequences)
    named_rounds = tuple(_named_rounds(form, result)) if rounds else ()
    growth = Growth(result.last.number, result.last.sizes, (size_1, size_2), named_rounds)
    kernel = "lp" if form.total is not None else "lcp"
    return behavior, (x, y), How(method=METHOD, kernel=kernel, bits=max(bits(x), bits(y)), growth=growth)


def _named_rounds(form: SequenceForm, result: DoubleOracle[Any]) -> Iterator[GrowthRound]:
    """Yield rounds with the names of the added sequences; a pure strategy of matrices is a move at the only set."""
    names = [player.names() for player in form.sequences]
    numbers = [{move: number for number, move in last_moves(player).items()} for player in form.sequences]

    def added_names(player: int, added: tuple[Any, ...]) -> tuple[str, ...]:
        moves = (move if isinstance(move, tuple) else (0, move) for move in added)
        return tuple(names[player][number] for number in sorted(numbers[player][move] for move in moves))

    for round in result.rounds:
        yield replace(round, added=(added_names(0, round.added[0]), added_names(1, round.added[1])))
