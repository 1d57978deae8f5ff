"""How large the restricted games of a double oracle became, and its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gmpy2 import mpq

from lemke.ground.rational import short


@dataclass(frozen=True, slots=True)
class GrowthRound:
    """One round of a double oracle: a restricted game, and what its equilibrium proves of the whole game.

    Attributes
    ----------
    number : int
        From 1.
    added : pair of tuples
        What is new in the restricted game, of player 1 and of player 2; in the first round all but the empty sequences.
        In :class:`Growth` names of sequences, as in ``sequence_form(game).sequence_names(player)``; for matrices, names
        of pure strategies. In :attr:`lemke.solvers.double_oracle.DoubleOracle.rounds` the strategies themselves.
    sizes : (int, int)
        Sequences of each player in the restricted game, the empty ones included; for matrices, pure strategies.
    restricted_payoffs : (mpq, mpq)
        Payoffs in the equilibrium of the restricted game, as that game has them. They need not be payoffs of the whole
        game, not even in the last round.
    best_responses : (mpq, mpq)
        What each player's best response in the whole game gets against the equilibrium of the restricted game.
    interval : (mpq, mpq) | None
        The best bounds so far of the value of the whole game, player 1's payoff; None in a general-sum game.
    gap : mpq
        The difference of the bounds in ``interval``; in a general-sum game the greatest regret of the best strategies
        so far.
    """

    number: int
    added: tuple[tuple[Any, ...], tuple[Any, ...]]
    sizes: tuple[int, int]
    restricted_payoffs: tuple[mpq, mpq]
    best_responses: tuple[mpq, mpq]
    interval: tuple[mpq, mpq] | None
    gap: mpq

    def words(self) -> str:
        """Return a line about the round."""
        restricted, best = (", ".join(map(short, pair)) for pair in (self.restricted_payoffs, self.best_responses))
        proved = f"regret at most {short(self.gap)}"
        if self.interval is not None:
            proved = f"value from {short(self.interval[0])} to {short(self.interval[1])}"
        sizes = " + ".join(map(str, self.sizes))
        return f"Round {self.number}, size {sizes}: restricted payoffs {restricted}; best responses {best}; {proved}"


@dataclass(frozen=True, slots=True)
class Growth:
    """How large the restricted games of a double oracle became.

    Attributes
    ----------
    iterations : int
        Restricted games that were solved.
    sizes : (int, int)
        Sequences of each player in the last restricted game, the empty ones included; for matrices, pure strategies.
    whole : (int, int)
        The same numbers for the whole game.
    rounds : tuple of GrowthRound
        One for every restricted game; empty if they were not asked for.
    """

    iterations: int
    sizes: tuple[int, int]
    whole: tuple[int, int]
    rounds: tuple[GrowthRound, ...] = ()

    @property
    def used(self) -> str:
        """How many of each player's sequences (or strategies) the last restricted game has: ``3 of 13 and 2 of 13``."""
        return " and ".join(f"{size} of {total}" for size, total in zip(self.sizes, self.whole, strict=True))
