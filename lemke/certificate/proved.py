"""Plans and profiles with what is proved of them, as solvers return them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gmpy2 import mpq

from lemke.certificate.documents import epsilon_document, equilibrium_document
from lemke.certificate.judge import Report
from lemke.game import Game
from lemke.game.strategy import Profile, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Document, Tabular
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table, sympy_number
from lemke.ground.words import count

if TYPE_CHECKING:
    import sympy

    from lemke.certificate.refined import Trembles


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

    def words(self) -> list[str]:
        """Return the same in words, for people."""
        return [count(self.iterations, "iteration"), f"{self.used} sequences"]

    @property
    def used(self) -> str:
        """How many sequences of each player were needed, of how many."""
        return " and ".join(f"{size} of {whole}" for size, whole in zip(self.sizes, self.whole, strict=True))


@dataclass(frozen=True, kw_only=True)
class How:
    """How plans were found: what every method tells. A method that tells more has a subclass of its own.

    Attributes
    ----------
    method, kernel : str
    pivots : int
        Steps of the path that was proved.
    tries : int
        Proposals needed.
    bits : int
        With the kernel ``exact``, the size of the largest basis determinant met on the path, that of the scaled
        integer tableau; else of the longest denominator of the solution.

    >>> How(method="lp", kernel="highs", pivots=7, tries=2, bits=5).words()
    ['method lp', 'kernel highs', '7 pivots', '2 tries']
    """

    method: str
    kernel: str
    pivots: int
    bits: int
    tries: int = 1

    def members(self) -> dict[str, Any]:
        """Return the same as members of a JSON object."""
        return asdict(self)

    def rows(self) -> list[tuple[str, str]]:
        """Return names and texts for a table; the size of the numbers is not among them."""
        hidden = {"bits": self.bits, "tries": 1}
        return [
            (name, str(value))
            for name, value in self.members().items()
            if value is not None and hidden.get(name) != value
        ]

    def words(self) -> list[str]:
        """Return the same in words, for a line of text."""
        tries = [f"{self.tries} tries"] if self.tries > 1 else []
        return [f"method {self.method}", f"kernel {self.kernel}", count(self.pivots, "pivot"), *tries]


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
    how : How
        What the method tells.
    """

    plans: tuple[Vector, Vector]
    duals: tuple[Vector, Vector]
    payoffs: tuple[mpq, mpq]
    how: How

    @property
    def method(self) -> str:
        """The method that found them."""
        return self.how.method

    @property
    def kernel(self) -> str:
        """What did the method's arithmetic."""
        return self.how.kernel

    @property
    def pivots(self) -> int:
        """Steps of the path that was proved."""
        return self.how.pivots

    @property
    def prior(self) -> str | None:
        """The name of the prior where the path started; None where no path from a prior was followed."""
        return getattr(self.how, "prior", None)

    @property
    def seed(self) -> int | None:
        """The seed of what was random; None if nothing was."""
        return getattr(self.how, "seed", None)

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

    def document(self) -> Document:
        """Return payoffs and strategies, with what was filled in; the JSON is the certificate."""
        return equilibrium_document(self)

    def to_table(self) -> Table:
        """Return the behavior strategies, move by move, and whether moves were filled in."""
        return _behavior(self)

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
    stopped : ``"gap"``, ``"limit"`` or ``"interrupt"``
        What ended the search: a gap that is small enough, a limit, the user.
    reason : str
        A line for people: why the search was not ended.
    growth : Growth
    """

    game: Game
    profile: Profile
    plans: tuple[Vector, Vector]
    report: Report
    interval: tuple[mpq, mpq] | None
    stopped: str
    reason: str
    growth: Growth

    @property
    def epsilon(self) -> mpq:
        """The greatest regret."""
        return max(self.report.regrets)

    def document(self) -> Document:
        """Return bounds, regrets and strategies; the JSON is the certificate."""
        return epsilon_document(self)

    def to_table(self) -> Table:
        """Return the behavior strategies, move by move, and whether moves were filled in."""
        return _behavior(self)

    def __repr__(self) -> str:
        title = f" of {self.game.title!r}" if self.game.title else ""
        return f"<EpsilonEquilibrium{title}: regrets {', '.join(map(short, self.report.regrets))}>"


def _behavior(certified: Equilibrium | EpsilonEquilibrium) -> Table:
    game, profile = certified.game, certified.profile
    rows = tuple(
        (player + 1, information_set.number, information_set.label, name, share, h in profile.filled[player])
        for player in (0, 1)
        for h, information_set, _ in named_sets(game, player)
        for name, share in zip(unique_names(information_set.actions), profile.behavior[player][h], strict=True)
    )
    columns = "player", "information set", "label", "action", "probability", "filled"
    return Table(columns, rows, repr(certified)[1:-1], 4)
