"""What one round of a double oracle knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar, get_args

from gmpy2 import mpq

from lemke.errors import InputError
from lemke.ground.rational import short

Strategy = TypeVar("Strategy")

Expansion: TypeAlias = Literal["both", "larger"]
"""Whose best responses are added: both players', or those of the one who gains more by it."""


@dataclass(frozen=True, slots=True)
class Iteration(Generic[Strategy]):
    """One round on a zero-sum or constant-sum game.

    Attributes
    ----------
    number : int
        From 1.
    sizes : (int, int)
        Of the restricted game: sequences of each player, the empty ones included, or pure strategies.
    value : mpq
        Player 1's payoff in the restricted equilibrium.
    lower, upper : mpq
        Between which the value of the whole game lies, for certain: the best so far.
    strategies : pair
        Player 1's gets at least ``lower``, whatever player 2 does; against player 2's, player 1 gets at most ``upper``.
    """

    number: int
    sizes: tuple[int, int]
    value: mpq
    lower: mpq
    upper: mpq
    strategies: tuple[Strategy, Strategy]

    @classmethod
    def after(
        cls,
        before: Iteration[Strategy] | None,
        sizes: tuple[int, int],
        value: mpq,
        bounds: tuple[mpq, mpq],
        strategies: tuple[Strategy, Strategy],
    ) -> Iteration[Strategy]:
        """Return the next round, in which strategies guarantee bounds; the better ones until now are kept.

        Raises
        ------
        InputError
            If bounds contradict each other, so that the game is not what it says it is.
        """
        (lower, upper), (one, two) = bounds, strategies
        if before is not None and before.lower >= lower:
            lower, one = before.lower, before.strategies[0]
        if before is not None and before.upper <= upper:
            upper, two = before.upper, before.strategies[1]
        if lower > upper:
            found = f"{short(lower)} from below and {short(upper)} from above"
            raise InputError(f"a value bounded by {found}, expected states and oracles that tell the truth")
        return cls(before.number + 1 if before else 1, sizes, value, lower, upper, (one, two))

    @property
    def gap(self) -> mpq:
        """How far the bounds are apart; 0 iff the strategies are proved to be an equilibrium."""
        return self.upper - self.lower


@dataclass(frozen=True, slots=True)
class GeneralIteration(Generic[Strategy]):
    """One round on a general-sum game.

    Attributes
    ----------
    number : int
        From 1.
    sizes : (int, int)
        Of the restricted game: sequences of each player, the empty ones included, or pure strategies.
    payoffs : (mpq, mpq)
        What the strategies get in the whole game.
    regrets : (mpq, mpq)
        What each player's best response in the whole game would gain.
    strategies : pair
        Those of which the greatest regret is the least so far.
    """

    number: int
    sizes: tuple[int, int]
    payoffs: tuple[mpq, mpq]
    regrets: tuple[mpq, mpq]
    strategies: tuple[Strategy, Strategy]

    @classmethod
    def after(
        cls,
        before: GeneralIteration[Strategy] | None,
        sizes: tuple[int, int],
        payoffs: tuple[mpq, mpq],
        regrets: tuple[mpq, mpq],
        strategies: tuple[Strategy, Strategy],
    ) -> GeneralIteration[Strategy]:
        """Return the next round; the better strategies until now are kept."""
        number = before.number + 1 if before else 1
        if before is not None and before.gap <= max(regrets):
            return cls(number, sizes, before.payoffs, before.regrets, before.strategies)
        return cls(number, sizes, payoffs, regrets, strategies)

    @property
    def gap(self) -> mpq:
        """The greatest regret; 0 iff the strategies are an equilibrium."""
        return max(self.regrets)


def check_expansion(expand: object) -> None:
    """Raise :class:`InputError` for an unknown :data:`Expansion`."""
    if expand not in get_args(Expansion):
        raise InputError(f"the expansion {expand!r}, expected one of {', '.join(get_args(Expansion))}")
