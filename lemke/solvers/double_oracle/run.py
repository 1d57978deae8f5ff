"""The double oracle on any kind of game, until an equilibrium, a small enough gap, or a limit."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Literal, TypeAlias, overload

from gmpy2 import mpq

from lemke.certificate import GrowthRound
from lemke.errors import InputError, LimitError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State, TreeState
from lemke.game.recall import constant_sum as constant_sum_of
from lemke.game.recall import histories
from lemke.ground import limits
from lemke.ground.rational import decimal, exact, short
from lemke.ground.words import count
from lemke.solvers.double_oracle.chosen import chosen
from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, Iteration, Strategy, rounds
from lemke.solvers.double_oracle.matrices import MatrixOracle, Oracle, RestrictedMatrices
from lemke.solvers.double_oracle.responses import PartialStrategy
from lemke.solvers.double_oracle.tree import RestrictedTree

StopReason: TypeAlias = Literal["equilibrium", "gap", "limit", "interrupt"]
Rounds: TypeAlias = Iterator[Iteration[Any] | GeneralIteration[Any]]


@dataclass(frozen=True, eq=False)
class DoubleOracle(Generic[Strategy]):
    """Why a double oracle stopped, and its proved results.

    Attributes
    ----------
    last : Iteration | GeneralIteration
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

    last: Iteration[Strategy] | GeneralIteration[Strategy]
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


@overload
def double_oracle(
    problem: Game | State,
    gap: object = ...,
    expand: Expansion = ...,
    constant_sum: bool | None = ...,
    start: object = ...,
) -> DoubleOracle[PartialStrategy]: ...


@overload
def double_oracle(
    problem: NormalForm | Oracle,
    gap: object = ...,
    expand: Expansion = ...,
    constant_sum: bool | None = ...,
    start: object = ...,
) -> DoubleOracle[dict[Hashable, mpq]]: ...


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
    rounds: list[GrowthRound] = []
    last: Iteration[Any] | GeneralIteration[Any] | None = None
    stopped: StopReason = "gap"
    reason = f"the gap {short(target_gap)} was reached"
    try:
        while last is None or last.gap > target_gap:
            last = next(rounds_to_come)
            rounds.append(last.record())
            sizes = " + ".join(map(str, last.sizes))
            stage = "double oracle: iteration {}, {} {}, gap {}".format
            limits.report(partial(stage, last.number, sizes, unit, decimal(last.gap)))
    except (LimitError, KeyboardInterrupt) as error:
        if last is None:
            raise
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

    In every round the restricted game is solved exactly, and best responses in the whole game (``expand``) are added
    to it. The last round has the gap 0. Every other round adds at least one sequence or pure strategy, so there are at
    most as many rounds as sequences or strategies.

    In constant-sum games the values of the best responses are bounds of the value. In other games there are no bounds,
    and the equilibrium may differ from that of Lemke's algorithm on the whole game.

    Parameters
    ----------
    problem : State | Oracle
        The root of a game of two players with perfect recall; or the oracle of a game in strategic form. If a response
        of the oracle is not a best response, this is noticed only if a strategy of the restricted game gets more.
    expand : ``"both"`` or ``"larger"``
        As in :func:`double_oracle`; an oracle's responses are added only if they gain.
    constant_sum : bool
        Whether the sum of both payoffs is constant. Payoffs that the search does not need are not checked.
    start : pair, optional
        As in :func:`double_oracle`.

    Yields
    ------
    Iteration
        In a constant-sum game, with bounds of the value.
    GeneralIteration
        In any other game, with regrets.

    Raises
    ------
    InputError, GameError, RecallError, NumberError
        For an object that is no such game, as soon as this is noticed; for an oracle that contradicts itself.
    LimitError, NotProvedError
        If a limit is reached, or no kernel could prove an equilibrium of a restricted game.

    >>> from lemke.generators import kuhn_state
    >>> for step in iterations(kuhn_state(3)):
    ...     print(step.number, step.sizes, step.lower, step.upper)
    1 (1, 1) -1 1
    2 (4, 3) -1 1
    3 (5, 6) -1/2 1/2
    4 (9, 8) -1/6 1/6
    5 (10, 9) -1/6 1/6
    6 (11, 10) -1/18 -1/18
    >>> *_, last = iterations(kuhn_state(3, "1/20"), constant_sum=False)
    >>> last.sizes, last.payoffs, last.regrets
    ((11, 10), (mpq(-23,210), mpq(-7,360)), (mpq(0,1), mpq(0,1)))

    >>> form = NormalForm.zero_sum([[0, 2, -1, 1], [-2, 0, 1, 1], [1, -1, 0, 1], [-1, -1, -1, 0]])
    >>> for step in iterations(MatrixOracle(form)):
    ...     print(step.number, step.sizes, step.lower, step.upper)
    1 (1, 1) -1 2
    2 (2, 1) -1 2
    3 (2, 2) -1/4 3/4
    4 (3, 2) -1/4 1/2
    5 (3, 3) 0 0
    >>> step.strategies[0]
    {2: mpq(1,2), 0: mpq(1,4), 1: mpq(1,4)}
    """
    if isinstance(problem, State):
        yield from rounds(RestrictedTree(problem, constant_sum, chosen(problem, start)), expand)
    else:
        yield from rounds(RestrictedMatrices(problem, constant_sum, chosen(problem, start)), expand)
