"""The different equilibria that paths from many priors end at, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.certificate.proved import Equilibrium
from lemke.game import Game
from lemke.ground.document import Tabular
from lemke.ground.sparse import Vector
from lemke.ground.tables import Table
from lemke.ground.values import ByValue
from lemke.ground.words import count

Stopped: TypeAlias = Literal["done", "limit", "interrupt"]


class PathLengths(NamedTuple):
    """Pivots of several paths: the fewest, the exact mean, the most."""

    least: int
    mean: mpq
    most: int


@dataclass(frozen=True, eq=False)
class Witness(ByValue):
    """A proof that an equilibrium (x, y) is normal-form perfect.

    x is a best reply to y and to player 2's completely mixed plan here, so also to all plans between these two, which
    are completely mixed and come arbitrarily near to y; and likewise y.

    Attributes
    ----------
    prior : int
        Number of the prior on whose path, on the last edge, the plans lie.
    plans : (exact vector, exact vector)
        Completely mixed realization plans of both players.
    """

    prior: int
    plans: tuple[Vector, Vector]


@dataclass(frozen=True, eq=False)
class Reached(ByValue):
    """An equilibrium at which paths end; equilibria are different if their realization plans are.

    Attributes
    ----------
    equilibrium : Equilibrium
        As the first of these paths has it: pivots, seed and moves filled in off the path are those of prior ``first``.
        With a witness its ``method`` is ``normal-form-perfect``, its ``refinement`` the proof.
    count : int
        Paths that end there.
    share : mpq
        The same as a share of all starts.
    first : int
        The smallest number of a prior from which it is reached.
    pivots : PathLengths
    proofs : int
        Paths that end there and whose last edge proves it normal-form perfect.
    witness : Witness | None
        Of the first of them; None if there is none, and it may be perfect or not.
    """

    equilibrium: Equilibrium
    count: int
    share: mpq
    first: int
    pivots: PathLengths
    proofs: int
    witness: Witness | None


class Failure(NamedTuple):
    """A start of which no kernel could prove an end, or whose workers died: the number of its prior, and a line."""

    prior: int
    message: str


@dataclass(frozen=True, eq=False)
class Exploration(ByValue, Tabular):
    """The different equilibria reached from many priors.

    Attributes
    ----------
    game : Game
    equilibria : tuple of Reached
        The most frequent first; of equally frequent ones that which was reached from the prior of smaller number.
    starts : int
        Paths that were followed to their end, failures included.
    wanted : int
        Starts that were asked for.
    ends : tuple of int | None
        For every prior up to the last one whose start is done the place of the equilibrium in ``equilibria``; None
        after a failure, and where the start is not done. So there are ``wanted`` of them, or fewer if it was stopped.
    failures : tuple of Failure
    priors : str
        ``random`` or ``given``.
    seed : int
        Prior number k has the seed ``seed`` + k.
    kernel : str
        That was asked for.
    stopped : ``"done"``, ``"limit"`` or ``"interrupt"``
    reason : str
        A line for people: why it was stopped before its end; empty if it was not.
    """

    game: Game
    equilibria: tuple[Reached, ...]
    starts: int
    wanted: int
    ends: tuple[int | None, ...]
    failures: tuple[Failure, ...]
    priors: str
    seed: int
    kernel: str
    stopped: Stopped
    reason: str

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of :attr:`rows`."""
        first = "first seed" if self.priors == "random" else "first prior"
        payoffs = "payoff 1", "payoff 2"
        pivots = "least pivots", "mean pivots", "most pivots"
        return ("equilibrium", "share", "starts", *payoffs, "normal-form perfect", *pivots, first)

    @property
    def rows(self) -> tuple[tuple[mpq | int | bool, ...], ...]:
        """A row of exact numbers for every equilibrium; ``normal-form perfect`` is whether that is proved."""
        return tuple(
            (
                number,
                reached.share,
                reached.count,
                *reached.equilibrium.payoffs,
                reached.witness is not None,
                *reached.pivots,
                self.offset + reached.first,
            )
            for number, reached in enumerate(self.equilibria, 1)
        )

    @property
    def offset(self) -> int:
        """What a number of a prior is counted from for people: the first seed, or 0 where priors are given."""
        return self.seed if self.priors == "random" else 0

    def to_table(self) -> Table:
        """Return a table with a row for every equilibrium."""
        return Table(self.columns, self.rows, f"{self.starts} starts", index=1)

    def __repr__(self) -> str:
        noun = "equilibrium" if len(self.equilibria) == 1 else "equilibria"
        starts = f"{self.starts} of {self.wanted} starts" if self.reason else count(self.starts, "start")
        return f"<Exploration: {len(self.equilibria)} {noun} from {starts}{self.reason and f', {self.reason}'}>"
