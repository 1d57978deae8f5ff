"""What a sweep finds: pieces of an interval, and an equilibrium in closed form on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gmpy2 import mpq

from lemke.certificate import Equilibrium
from lemke.errors import InputError
from lemke.game.tree import count
from lemke.ground.document import Tabular
from lemke.ground.rational import exact, short
from lemke.ground.tables import Table
from lemke.ground.values import ByValue
from lemke.studies.parametric import writing
from lemke.studies.parametric.continuation import Part
from lemke.studies.parametric.equilibrium import ParametricEquilibrium, Strategy
from lemke.studies.parametric.functions import Symbol
from lemke.studies.parametric.game import ParametricGame
from lemke.studies.parametric.region import Interval
from lemke.studies.parametric.roots import Real, ascending, shown, sympy_of


@dataclass(frozen=True, eq=False, repr=False)
class Piece(ByValue):
    """An equilibrium in closed form on an interval of the parameter.

    Attributes
    ----------
    interval : Interval
        With exact ends.
    equilibrium : ParametricEquilibrium
    parts : tuple of Part
        The proof: closed forms with the same plans, and the values that prove them on adjacent intervals.
    """

    interval: Interval
    equilibrium: ParametricEquilibrium
    parts: tuple[Part, ...]

    @classmethod
    def of(cls, parts: Sequence[Part]) -> Piece:
        """Return the piece of parts with the same plans on adjacent intervals, ascending."""
        first, last = parts[0].interval, parts[-1].interval
        interval = Interval(first.low, last.high, (first.closed[0], last.closed[1]))
        return cls(interval, ParametricEquilibrium(parts[0].closed), tuple(parts))

    @property
    def payoffs(self) -> tuple[Any, Any]:
        """The expected payoffs of both players, as expressions."""
        return self.equilibrium.payoffs

    @property
    def plans(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The realization plans x and y, as expressions."""
        return self.equilibrium.plans

    @property
    def behavior(self) -> tuple[Strategy, Strategy]:
        """The behavior strategies, as :attr:`ParametricEquilibrium.behavior` has them."""
        return self.equilibrium.behavior

    def at(self, value: object) -> Equilibrium:
        """Return the exact equilibrium at a value of the parameter in the interval, judged on the tree there.

        Raises
        ------
        InputError
            If the value is outside of the interval.
        """
        number = exact(value)
        if number not in self.interval:
            raise InputError(f"the value {short(number)}, expected one in {self.interval}")
        (name,) = self.equilibrium.game.functions.names
        return self.equilibrium.at({name: number})

    def __repr__(self) -> str:
        one, two = self.payoffs
        return f"<Piece {self.interval}: payoffs {writing.shown(one)}, {writing.shown(two)}>"


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(ByValue, Tabular):
    """What :func:`sweep` found.

    Attributes
    ----------
    game : ParametricGame
    interval : Interval
        That was asked for.
    pieces : tuple of Piece
        By their lower ends. If one equilibrium was asked for they are adjacent, else they may overlap.
    undefined : tuple of mpq | Algebraic
        Values at which the game is not defined: poles of payoffs or probabilities.
    samples : tuple of mpq
        Where equilibria were looked for, ascending; others may exist strictly between two of them. Empty where one
        equilibrium was asked for: then pieces cover the interval.
    """

    game: ParametricGame
    interval: Interval
    pieces: tuple[Piece, ...]
    undefined: tuple[Real, ...]
    samples: tuple[mpq, ...] = ()

    @property
    def parameter(self) -> Symbol:
        """The symbol."""
        return self.game.parameters[0]

    @property
    def critical(self) -> tuple[Real, ...]:
        """The values inside of the interval at which a piece begins or ends, ascending: rational or algebraic."""
        low, high = self.interval.low, self.interval.high
        ends = [end for piece in self.pieces for end in (piece.interval.low, piece.interval.high) if end is not None]
        return tuple(end for end in ascending(ends) if low is None or high is None or low < end < high)

    def at(self, value: object) -> tuple[Equilibrium, ...]:
        """Return the exact equilibria of all pieces at a value of the parameter, judged on the tree there.

        Where pieces meet in the same plans, these are returned once.
        """
        number = exact(value)
        if number not in self.interval:
            raise InputError(f"the value {short(number)}, expected one in {self.interval}")
        found = (piece.at(number) for piece in self.pieces if number in piece.interval)
        return tuple({tuple(map(tuple, each.plans)): each for each in found}.values())

    def to_sympy(self, player: int = 0) -> Any:
        """Return the payoff of a player, 0 or 1, as sympy's ``Piecewise``.

        Raises
        ------
        InputError
            If pieces overlap, so that at some values there are several equilibria.
        """
        import sympy

        if self._overlap():
            raise InputError("pieces that overlap, expected one equilibrium for each value: sweep.pieces[k].payoffs")
        name = self.parameter
        cases = []
        for piece in self.pieces:
            low, high = sympy_of(piece.interval.low, -1), sympy_of(piece.interval.high)
            above, below = piece.interval.closed
            inside = ((sympy.Ge if above else sympy.Gt)(name, low), (sympy.Le if below else sympy.Lt)(name, high))
            cases.append((piece.payoffs[player], sympy.And(*inside)))
        return sympy.Piecewise(*cases)

    def _overlap(self) -> bool:
        ends = [(piece.interval.low, piece.interval.high) for piece in self.pieces]
        return any(low is None or high is None or low < high for (_, high), (low, _) in pairwise(ends))

    def to_table(self) -> Table:
        """Return the pieces: the interval, both payoffs, and what is played at every information set."""
        strategies = [piece.equilibrium.texts.behavior for piece in self.pieces]
        sets = [(player, name) for player, own in enumerate(strategies[0]) for name in own] if strategies else []
        names = (
            "payoff 1",
            "payoff 2",
            *(f"{player + 1}: {name}" for player, name in sets),
        )
        rows = (
            (
                str(piece.interval),
                *piece.equilibrium.texts.payoffs,
                *(_played(own[player][name]) for player, name in sets),
            )
            for piece, own in zip(self.pieces, strategies, strict=True)
        )
        return Table((self.game.functions.names[0], *names), tuple(rows), repr(self)[1:-1], 1)

    def _repr_latex_(self) -> str | None:
        if self._overlap() or not self.pieces:
            return super()._repr_latex_()
        return f"${writing.latex(self.to_sympy())}$"

    def __repr__(self) -> str:
        where = f"{self.game.functions.names[0]} in {self.interval}"
        critical = f", critical values {', '.join(map(shown, self.critical))}" if self.critical else ""
        return f"<Sweep of {self.game.title!r}: {where}, {count(len(self.pieces), 'piece')}{critical}>"


def _played(moves: Mapping[str, str] | None) -> str:
    """Return the moves of an information set that are played, with their probabilities unless it is one alone."""
    if moves is None:
        return "any"
    return ", ".join(move if share == "1" else f"{move} {share}" for move, share in moves.items() if share != "0")
