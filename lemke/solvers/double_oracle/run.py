"""The double oracle on any kind of game, until it is done, near enough, or stopped."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, overload

from gmpy2 import mpq

from lemke.errors import InputError, LimitError
from lemke.forms.normal_form import NormalForm
from lemke.game import Game
from lemke.game.implicit import State, TreeState
from lemke.game.recall import constant_sum as constant_sum_of
from lemke.game.recall import histories
from lemke.game.tree import count
from lemke.ground import limits
from lemke.ground.rational import decimal, exact, short
from lemke.solvers.double_oracle.general_sum import general_iterations
from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, Iteration, Strategy
from lemke.solvers.double_oracle.strategic import general_strategic_iterations, strategic_iterations
from lemke.solvers.double_oracle.strategic_oracle import MatrixOracle, Oracle
from lemke.solvers.double_oracle.strategies import PartialStrategy
from lemke.solvers.double_oracle.zero_sum import iterations

Stopped: TypeAlias = Literal["equilibrium", "gap", "limit", "interrupt"]
Steps: TypeAlias = Iterator[Iteration[Any]] | Iterator[GeneralIteration[Any]]


@dataclass(frozen=True, eq=False)
class DoubleOracle(Generic[Strategy]):
    """Where a double oracle stopped, and what is proved until then.

    Attributes
    ----------
    last : Iteration | GeneralIteration
        The last round that was ended: the certified bounds, or regrets, and the strategies.
    stopped : str
        ``equilibrium``: the gap is 0; ``gap``: it is small enough; ``limit``: a limit was reached;
        ``interrupt``: so the user wished.
    reason : str
        A line for people.
    """

    last: Iteration[Strategy] | GeneralIteration[Strategy]
    stopped: Stopped
    reason: str

    @property
    def gap(self) -> mpq:
        """How far the bounds of the value are apart; in a general-sum game the greatest regret."""
        return self.last.gap

    @property
    def strategies(self) -> tuple[Strategy, Strategy]:
        """The strategies that the gap is of.

        Of a game or a state they are :class:`PartialStrategy`; of matrices and oracles dicts from pure strategies,
        those of matrices by place from 0, to their probabilities.
        """
        return self.last.strategies

    def __repr__(self) -> str:
        one, two = self.last.sizes
        rounds = count(self.last.number, "iteration")
        return f"<DoubleOracle: {self.reason} after {rounds}, {one} + {two}, gap {short(self.gap)}>"


@overload
def double_oracle(
    problem: Game | State, gap: object = ..., expand: Expansion = ..., constant_sum: bool | None = ...
) -> DoubleOracle[PartialStrategy]: ...


@overload
def double_oracle(
    problem: NormalForm | Oracle, gap: object = ..., expand: Expansion = ..., constant_sum: bool | None = ...
) -> DoubleOracle[dict[Hashable, mpq]]: ...


def double_oracle(
    problem: Game | State | NormalForm | Oracle,
    gap: object = 0,
    expand: Expansion = "both",
    constant_sum: bool | None = None,
) -> DoubleOracle[Any]:
    """Solve a two-player game by restricted games that grow by best responses, as far as one wants.

    Zero-sum and constant-sum games get certified bounds of the value from the first round on (McMahan, Gordon, Blum
    2003 for the strategic form; Bošanský, Kiekintveld, Lisý, Pěchouček 2014 for the sequence form). In other games the
    same growth is a heuristic, and what is known of the strategies are their exact regrets.

    Parameters
    ----------
    problem : Game | State | NormalForm | Oracle
        A game; or its first state, so that the tree is never built: the memory is that of the restricted game; or a
        strategic form; or an object that tells payoffs and best responses of one that nobody could write down.
    gap : exact number
        In units of payoff: stop as soon as the bounds are no further apart, in general-sum games as soon as no regret
        is greater.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added in every round: both players', or those of the one who gains more.
    constant_sum : bool, optional
        Whether the game is to be taken as constant-sum. Games and strategic forms are looked at; of states and oracles
        it is believed, unless one says False, and payoffs that contradict are an InputError as soon as they are seen.

    Raises
    ------
    InputError, PlayersError, RecallError, InformationSetError, ProbabilityError, OutcomeError, NumberError
        For what is no such game, as soon as that shows; unknown options.
    LimitError
        If a limit is reached in the first round.

    >>> from lemke.generators import kuhn_state
    >>> found = double_oracle(kuhn_state(3))
    >>> found
    <DoubleOracle: an equilibrium after 6 iterations, 11 + 10, gap 0>
    >>> found.last.lower, found.strategies[1]("3:b")
    (mpq(-1,18), ((1, mpq(1,1)),))
    """
    enough = exact(gap)
    if enough < 0:
        raise InputError(f"the gap {short(enough)}, expected 0 or more")
    steps, unit = _steps(problem, expand, constant_sum)
    progress = limits.current().progress
    last: Iteration[Any] | GeneralIteration[Any] | None = None
    try:
        while (step := _next(steps)) is not None:
            last = step
            if progress is not None:
                progress(_progress(last, unit))
            if last.gap <= enough:
                break
    except LimitError as error:
        if last is None:
            raise
        stopped: tuple[Stopped, str] = "limit", str(error)
    except KeyboardInterrupt:
        if last is None:
            raise
        stopped = "interrupt", "interrupted"
    else:
        stopped = "gap", f"the gap {short(enough)} was reached"
    assert last is not None
    return DoubleOracle(last, *(stopped if last.gap else ("equilibrium", "an equilibrium")))


def _next(steps: Steps) -> Iteration[Any] | GeneralIteration[Any] | None:
    """Return the next round, or None after the last; what the restricted games tell of themselves is left out."""
    with limits.silent():
        for step in steps:
            return step
    return None


def _progress(step: Iteration[Any] | GeneralIteration[Any], unit: str) -> str:
    """Return a line that says how far a double oracle is."""
    one, two = step.sizes
    return f"double oracle: iteration {step.number}, {one} + {two} {unit}, gap {decimal(step.gap)}"


def _steps(
    problem: Game | State | NormalForm | Oracle, expand: Expansion, constant_sum: bool | None
) -> tuple[Steps, str]:
    """Return the rounds, and what the restricted game consists of."""
    if constant_sum not in (None, True, False):
        raise InputError(f"constant_sum {constant_sum!r}, expected True, False or None")
    constant_sum = None if constant_sum is None else bool(constant_sum)  # of numpy as well
    if isinstance(problem, Game):
        problem.require_two_players()
        constant_sum = _is_constant_sum(problem, constant_sum)
        problem = TreeState.root(problem)
    elif isinstance(problem, NormalForm):
        constant_sum = _is_constant_sum(problem, constant_sum)
        problem = MatrixOracle(problem)
    elif isinstance(problem, type):
        raise InputError(f"the class {problem.__name__}, expected an object")
    if isinstance(problem, State):
        return (general_iterations if constant_sum is False else iterations)(problem, expand), "sequences"
    if isinstance(problem, Oracle):
        chosen = general_strategic_iterations if constant_sum is False else strategic_iterations
        return chosen(problem, expand), "strategies"
    raise InputError(f"an object of type {type(problem).__name__}, expected a Game, a State, a NormalForm or an Oracle")


def _is_constant_sum(problem: Game | NormalForm, told: bool | None) -> bool:
    """Return whether a game that is held as a whole is to be taken as constant-sum; an InputError if it cannot be."""
    if told is False:
        return False
    total = problem.total if isinstance(problem, NormalForm) else constant_sum_of(problem, histories(problem))
    if told and total is None:
        raise InputError("a general-sum game, expected a zero-sum or constant-sum one")
    return total is not None
