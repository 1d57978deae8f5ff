"""The double oracle of games in strategic form (McMahan, Gordon, Blum 2003).

A restricted game has some pure strategies of each player. It is solved exactly; an oracle says for each player a best
response in the whole game to what the other one plays there, and those that gain are added. Neither the matrices of the
whole game nor a list of its strategies is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from types import MappingProxyType

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.rational import short
from lemke.solvers.double_oracle.iteration import Expansion, GeneralIteration, Iteration, check_expansion
from lemke.solvers.double_oracle.strategic_oracle import Mixed, Oracle
from lemke.solvers.double_oracle.strategic_restricted import LinearPrograms, Paths, RestrictedMatrices, Solved


def strategic_iterations(oracle: Oracle, expand: Expansion = "both") -> Iterator[Iteration[dict[Hashable, mpq]]]:
    """Grow a restricted game until the bounds of the value meet; yield what is known after every round.

    In every round the restricted game is solved exactly, as a linear program that starts from the last basis. What both
    best responses in the whole game get are bounds of the value. The last iteration has the gap 0. Every other one
    adds a strategy at least, so there are fewer than both players together have.

    Parameters
    ----------
    oracle : Oracle
        Of a zero-sum or constant-sum game. What payoffs that are never asked for say to the contrary is not seen, nor
        that a response is not the best, unless it gets less than strategies of the restricted game.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added, as far as they gain: both players', or that of the one who gains more.

    Raises
    ------
    InputError, OutcomeError, NumberError
        For no oracle, one that is found to err, another game; an unknown expansion.
    LimitError
        If a limit is reached; what was yielded before remains true.

    >>> from lemke.forms.normal_form import NormalForm
    >>> from lemke.solvers.double_oracle.strategic_oracle import MatrixOracle
    >>> form = NormalForm.zero_sum([[0, 2, -1, 1], [-2, 0, 1, 1], [1, -1, 0, 1], [-1, -1, -1, 0]])
    >>> for each in strategic_iterations(MatrixOracle(form)):
    ...     print(each.number, each.sizes, each.lower, each.upper)
    1 (1, 1) -1 2
    2 (2, 1) -1 2
    3 (2, 2) -1/4 3/4
    4 (3, 2) -1/4 1/2
    5 (3, 3) 0 0
    >>> each.strategies[0]
    {2: mpq(1,2), 0: mpq(1,4), 1: mpq(1,4)}
    """
    check_expansion(expand)
    game = RestrictedMatrices(oracle, True)
    step: Iteration[dict[Hashable, mpq]] | None = None
    for each in _rounds(game, LinearPrograms().solved, expand):
        value, _ = each.payoffs
        bounds = value - each.gains[1], value + each.gains[0]
        step = Iteration.after(step, each.sizes, value, bounds, each.strategies)
        yield step
        if not step.gap:
            return


def general_strategic_iterations(
    oracle: Oracle, expand: Expansion = "both"
) -> Iterator[GeneralIteration[dict[Hashable, mpq]]]:
    """Grow a restricted game until no best response in the whole game gains; yield what is known after every round.

    In every round an equilibrium of the restricted game is found by Lemke's algorithm; the prior is the equilibrium of
    the round before. In the last iteration both regrets are 0: the strategies are an equilibrium of the whole game. It
    comes, since a response that gains is new, so there are fewer iterations than strategies of both players together.
    How soon it comes is a matter of luck, there are no bounds of payoffs on the way as in zero-sum games, and where
    there are several equilibria, it may be another one than on a path in the whole game.

    Parameters
    ----------
    oracle : Oracle
        Of any game. That a response is not the best is not seen, unless it gets less than strategies of the restricted
        game.
    expand : ``"both"`` or ``"larger"``
        Whose best responses are added, as far as they gain: both players', or that of the one who gains more.

    Raises
    ------
    InputError, OutcomeError, NumberError
        For no oracle, or one that is found to err; an unknown expansion.
    LimitError
        If a limit is reached; what was yielded before remains true.
    NotProvedError
        If no kernel could prove an equilibrium of a restricted game.

    >>> from lemke.forms.normal_form import NormalForm
    >>> from lemke.solvers.double_oracle.strategic_oracle import MatrixOracle
    >>> form = NormalForm.of([[3, 0, 1], [0, 2, 1], [0, 0, 0]], [[0, 2, 0], [3, 0, 1], [4, 4, 4]])
    >>> *_, last = general_strategic_iterations(MatrixOracle(form))
    >>> last.sizes, last.payoffs, last.regrets
    ((2, 2), (mpq(6,5), mpq(6,5)), (mpq(0,1), mpq(0,1)))
    """
    check_expansion(expand)
    game = RestrictedMatrices(oracle, False)
    step: GeneralIteration[dict[Hashable, mpq]] | None = None
    for each in _rounds(game, Paths().solved, expand):
        step = GeneralIteration.after(step, each.sizes, each.payoffs, each.gains, each.strategies)
        yield step


@dataclass(frozen=True, slots=True)
class _Round:
    """An equilibrium of a restricted game, and what each player's best response in the whole game gains."""

    sizes: tuple[int, int]
    strategies: tuple[dict[Hashable, mpq], dict[Hashable, mpq]]
    payoffs: tuple[mpq, mpq]
    gains: tuple[mpq, mpq]


def _rounds(
    game: RestrictedMatrices, solved: Callable[[RestrictedMatrices], Solved], expand: Expansion
) -> Iterator[_Round]:
    """Solve a restricted game, ask for best responses, and add those that gain, until none does."""
    while True:
        found = solved(game)
        mixed = game.mixed(0, found.strategies[0]), game.mixed(1, found.strategies[1])
        responses = [game.oracle.response(player, MappingProxyType(mixed[1 - player])) for player in (0, 1)]
        gains = [_gain(game, player, responses[player], mixed[1 - player], found.payoffs[player]) for player in (0, 1)]
        yield _Round(game.sizes, mixed, found.payoffs, (gains[0], gains[1]))
        gaining = sorted((player for player in (0, 1) if gains[player]), key=lambda player: -gains[player])
        if not gaining:
            return
        for player in gaining if expand == "both" else gaining[:1]:
            game.add(player, responses[player])


def _gain(game: RestrictedMatrices, player: int, response: Hashable, opponent: Mixed, payoff: mpq) -> mpq:
    """Return what a best response gets beyond the payoff in the restricted game; an InputError if it cannot be one."""
    value = game.value(player, response, opponent)
    if value < payoff:
        raise InputError(
            f"a best response of player {player + 1} that gets {short(value)}, expected {short(payoff)} or more, as "
            f"known strategies get that"
        )
    if value > payoff and response in game.strategies[player]:
        raise InputError(
            f"a known strategy of player {player + 1} that gets {short(value)}, expected {short(payoff)} or less, by "
            f"the payoffs told before"
        )
    return value - payoff
