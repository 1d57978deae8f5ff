"""Plans and profiles with what is proved of them, as solvers return them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gmpy2 import mpq

from lemke.certificate.report import Report
from lemke.certificate.trembles import Trembles
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.game.tree import unique_names
from lemke.ground.document import Tabular
from lemke.ground.rational import short
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table, sympy_number
from lemke.ground.values import ByValue

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, slots=True)
class Growth:
    """How far a double oracle went.

    Attributes
    ----------
    iterations : int
        Restricted games that were solved.
    sizes, whole : (int, int)
        Sequences of each player, the empty ones included, in the last restricted game and in the whole game; pure
        strategies where matrices are given.
    """

    iterations: int
    sizes: tuple[int, int]
    whole: tuple[int, int]


@dataclass(frozen=True, eq=False)
class ProvedPlans(ByValue, Tabular):
    """Realization plans in equilibrium, proved by the exact conditions of the sequence form, and how they were found.

    Attributes
    ----------
    plans : (exact vector, exact vector)
        x and y, one probability per sequence.
    duals : (exact vector, exact vector)
        u and v, row 0 the payoff, then one value per information set in breadth-first order, in units of payoff.
    payoffs : (mpq, mpq)
    method, kernel : str
    pivots : int
        Steps of the path that was proved.
    tries : int
        Proposals needed.
    prior : str | None
        Where the path started: ``centroid``, ``random``, ``profile`` for a given one, ``zero-sum`` for one near an
        equilibrium of the zero-sum game with payoffs A − B; None where no path was followed.
    seed : int | None
        Of the random prior and of the guided kernel's perturbations, if there were any.
    bits : int
        With the kernel ``exact``, the size of the largest basis determinant met on the path, that of the scaled
        integer tableau; else of the longest denominator of the solution.
    label : int | None
        The missing label of the Lemke–Howson path, from 0: player 1's strategies, then player 2's; None where none was
        followed.
    growth : Growth | None
        Of the double oracle; ``pivots`` is 0 then, since its restricted games are counted.
    """

    plans: tuple[Vector, Vector]
    duals: tuple[Vector, Vector]
    payoffs: tuple[mpq, mpq]
    method: str
    kernel: str
    pivots: int
    tries: int
    prior: str | None
    seed: int | None
    bits: int
    label: int | None
    growth: Growth | None = None

    def to_table(self) -> Table:
        """Return the plans, sequence by sequence."""
        rows = ((player + 1, k, share) for player, plan in enumerate(self.plans) for k, share in enumerate(plan))
        return Table(("player", "sequence", "probability"), tuple(rows), index=2)

    def to_sympy(self) -> tuple[sympy.Matrix, sympy.Matrix]:
        """Return the plans x and y as columns of sympy's exact rationals."""
        import sympy

        x, y = (sympy.Matrix([sympy_number(each) for each in plan]) for plan in self.plans)
        return x, y


@dataclass(frozen=True, eq=False, kw_only=True)
class Equilibrium(ProvedPlans):
    """An equilibrium of a game as behavior strategies, judged on the tree as well.

    Attributes
    ----------
    game : Game
    profile : Profile
        Moves off the path are filled in and marked.
    refinement : Trembles | None
        What proves it quasi-perfect or normal-form perfect, if it was asked to be one.
    """

    game: Game
    profile: Profile
    refinement: Trembles | None = None

    def to_table(self) -> Table:
        """Return the behavior strategies, move by move, and whether moves were filled in."""
        return _behavior(self.game, self.profile, repr(self)[1:-1])

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<Equilibrium{title}: payoffs {', '.join(map(short, self.payoffs))}>"


@dataclass(frozen=True, eq=False)
class EpsilonEquilibrium(ByValue, Tabular):
    """A profile from which nobody gains more than ε, judged on the tree: what a search has proved that was not ended.

    Attributes
    ----------
    game : Game
    profile : Profile
        Moves off a player's own path are marked as filled in.
    plans : (exact vector, exact vector)
    report : Report
    interval : (mpq, mpq) | None
        Bounds of the value of a constant-sum game, for player 1: what both strategies guarantee. None for other games.
    reason : str
        Why the search was not ended.
    growth : Growth
    """

    game: Game
    profile: Profile
    plans: tuple[Vector, Vector]
    report: Report
    interval: tuple[mpq, mpq] | None
    reason: str
    growth: Growth

    @property
    def epsilon(self) -> mpq:
        """The greatest regret."""
        return max(self.report.regrets)

    def to_table(self) -> Table:
        """Return the behavior strategies, move by move, and whether moves were filled in."""
        return _behavior(self.game, self.profile, repr(self)[1:-1])

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<EpsilonEquilibrium{title}: regrets {', '.join(map(short, self.report.regrets))}>"


def _behavior(game: Game, profile: Profile, caption: str) -> Table:
    rows = []
    for player, sets in enumerate(game.preorder_sets()):
        position = {index: h for h, index in enumerate(game.sets_of(player))}
        for index in sets:
            each, h = game.information_sets[index], position[index]
            for name, share in zip(unique_names(each.actions), profile.behavior[player][h], strict=True):
                rows.append((player + 1, each.number, each.label, name, share, h in profile.filled[player]))
    return Table(("player", "information set", "label", "action", "probability", "filled"), tuple(rows), caption, 4)
