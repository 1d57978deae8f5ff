"""How large the restricted games of a double oracle became, and its rounds as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from gmpy2 import mpq

from lemke.ground.document import Block
from lemke.ground.rational import short
from lemke.ground.tables import LONG, Table, page_table
from lemke.ground.words import count

LISTED = 8
"""Sequences that a row lists by name; further ones are only counted."""


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

    def words(self) -> list[str]:
        """Return the number of restricted games, and the size of the last one and of the whole game, in words."""
        return [count(self.iterations, "iteration"), f"{self.used} sequences"]

    @property
    def used(self) -> str:
        """How many of each player's sequences (or strategies) the last restricted game has: ``3 of 13 and 2 of 13``."""
        return " and ".join(f"{size} of {total}" for size, total in zip(self.sizes, self.whole, strict=True))

    def members(self) -> dict[str, Any]:
        """Return the members of a JSON object, without ``rounds`` if they were not asked for."""
        members = asdict(self)
        return members if self.rounds else {name: members[name] for name in members if name != "rounds"}

    def to_table(self) -> Table:
        """Return the rounds, one per row."""
        is_general_sum = any(round.interval is None for round in self.rounds)
        columns = ["round", "size"]
        columns += ["restricted payoff 1", "restricted payoff 2"] if is_general_sum else ["restricted value"]
        columns += ["best response 1", "best response 2"]
        columns += ["regret at most"] if is_general_sum else ["value at least", "value at most", "gap"]
        rows = []
        for round in self.rounds:
            cells: list[object] = [round.number, " + ".join(map(str, round.sizes))]
            cells += round.restricted_payoffs if is_general_sum else round.restricted_payoffs[:1]
            cells += [*round.best_responses, *(round.interval or ()), round.gap, *map(_list_of_names, round.added)]
            rows.append(cells)
        return Table([*columns, "added by player 1", "added by player 2"], rows, index=1)

    def blocks(self) -> Iterator[Block]:
        """Yield the rounds as a page, with an empty line after them; nothing if they were not asked for."""
        if not self.rounds:
            return
        table, last = self.to_table(), self.rounds[-1]
        yield "Rounds: restricted games, each with what it proves of the whole game"
        yield page_table(table.rows, table.columns, longest=LONG)
        if last.interval is None:
            yield "A restricted payoff holds in the restricted game only."
        else:
            lower, upper = map(short, last.interval)
            value = lower if last.gap == 0 else f"from {lower} to {upper}"
            proved = f"Value of the game for player 1, proved: {value}"
            yield f"{proved}. A restricted value holds in the restricted game only."
        yield ""


def _list_of_names(names: tuple[Any, ...]) -> str:
    """Return the first names; after further ones, the number of all names in parentheses."""
    shown = ", ".join(map(str, names[:LISTED]))
    return f"{shown}, … ({len(names)})" if len(names) > LISTED else shown
