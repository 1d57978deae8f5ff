"""The different equilibria at which paths from many priors end, and how many paths end at each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.certificate.proved import Equilibrium
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.strategy import identity
from lemke.game.tree import move_names
from lemke.ground.document import Block, Document, Format, Members, Tabular
from lemke.ground.rational import decimal, short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count

EXPLORED = Format(
    "lemke-explored/1",
    """
game | a game |
priors, seed, kernel | text, whole, text | `priors` is `random` or, from Python, `given`; the others as in the command
starts, wanted | whole | how many paths were followed, failures included, and how many were asked for
stopped | text | `done`, `limit` or `interrupt`
failures | list | for each path that failed the number of its `prior`, from 0, and a `message`
equilibria | list | the most frequent first
- number | whole | 1, 2, … in this list
- starts, share | whole, number | how many paths end there, and their share of the paths that were followed
- first_prior, first_seed | whole | of the first path that ends there: the number of its prior, from 0, and its seed,
    null if the priors were given
- pivots | object | the lengths of these paths: `least`, `mean` (a number), `most`
- normal_form_perfect | object, null | null if none of these paths proves that the equilibrium is normal-form perfect;
    otherwise `proofs`, how many of them do, and `first_prior`, the number, from 0, of the prior of the first such path
- equilibrium | a certificate | the end of the path from `first_prior`
""",
)
LONGEST = 40
"""Most characters of a payoff that the text shows exactly."""
SHOWN = 5
"""The text lists at most so many failures."""
WIDE = 110
"""Most characters of a line with moves; if a line is longer, no moves are listed."""

ExplorationStop: TypeAlias = Literal["done", "limit", "interrupt"]
"""Why no further paths were followed."""


class PathLengths(NamedTuple):
    """Pivots of several paths: the fewest, the exact mean, the most."""

    least: int
    mean: mpq
    most: int


@dataclass(frozen=True, eq=False)
class Witness(ByValue):
    """A proof that an equilibrium (x, y) is normal-form perfect.

    x is a best reply to y and to the completely mixed plan of player 2 in ``plans``. So x is a best reply to all plans
    between these two. The plans between them are completely mixed and come arbitrarily near to y. In the same way y is
    a best reply to x and to player 1's plan in ``plans``.
    """

    prior: int  # number of a prior; the path from this prior has the plans on its last edge
    plans: tuple[Vector, Vector]  # completely mixed realization plans of both players


@dataclass(frozen=True, eq=False)
class ReachedEquilibrium(ByValue):
    """An equilibrium at which paths end; two equilibria count as different if their realization plans differ.

    Attributes
    ----------
    equilibrium : Equilibrium
        The end of the path from prior ``first``, with the pivots, the seed and the filled-in moves of this path. With a
        witness, its ``method`` is ``normal-form-perfect``, and its ``refinement`` is the proof.
    count : int
        Paths that end there.
    share : mpq
        ``count`` divided by the number of all paths that were followed, failures included.
    first : int
        The smallest number of a prior whose path ends there.
    pivots : PathLengths
    proofs : int
        Paths that end there and whose last edge proves the equilibrium normal-form perfect.
    witness : Witness | None
        The first of these proofs. None if there is none; the equilibrium may still be normal-form perfect.
    """

    equilibrium: Equilibrium
    count: int
    share: mpq
    first: int
    pivots: PathLengths
    proofs: int
    witness: Witness | None


class FailedStart(NamedTuple):
    """A start that led to no proved equilibrium, or whose worker process died: its prior's number, and a message."""

    prior: int
    message: str


@dataclass(frozen=True, eq=False)
class Exploration(ByValue, Tabular):
    """The different equilibria reached from many priors.

    Attributes
    ----------
    game : Game
    equilibria : tuple of ReachedEquilibrium
        The most frequent first; equally frequent ones in the order of ``first``.
    starts : int
        Paths that were followed to their end, failures included.
    wanted : int
        Starts that were asked for.
    ends : tuple of int | None
        For every prior, up to the last one whose path was followed, the position of its equilibrium in ``equilibria``;
        None if the start failed or its path was not followed. There are ``wanted`` entries, or fewer if the run was
        stopped.
    failures : tuple of FailedStart
    priors : str
        ``random`` or ``given``.
    seed : int
        Random prior number k, from 0, has the seed ``seed`` + k.
    kernel : str
        The kernel that was asked for.
    stopped : ``"done"``, ``"limit"`` or ``"interrupt"``
    reason : str
        Which limit was reached, or ``interrupted``; empty if the run was not stopped.
    """

    game: Game
    equilibria: tuple[ReachedEquilibrium, ...]
    starts: int
    wanted: int
    ends: tuple[int | None, ...]
    failures: tuple[FailedStart, ...]
    priors: str
    seed: int
    kernel: str
    stopped: ExplorationStop
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
        """A row for every equilibrium; numbers are exact, ``normal-form perfect`` is whether that is proved."""
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
        """The number that people see for the first prior: its seed, or 0 if priors were given."""
        return self.seed if self.priors == "random" else 0

    def document(self) -> Document:
        """Return a table of the different equilibria, what is played in each if the lines fit, and what went wrong."""
        return Document(self._blocks, EXPLORED, self._members)

    def _members(self) -> Members:
        return {
            "game": identity(self.game),
            "priors": self.priors,
            "seed": self.seed,
            "kernel": self.kernel,
            "starts": self.starts,
            "wanted": self.wanted,
            "stopped": self.stopped,
            "failures": [failure._asdict() for failure in self.failures],
            "equilibria": [
                {
                    "number": number,
                    "starts": reached.count,
                    "share": reached.share,
                    "first_prior": reached.first,
                    "first_seed": self.seed + reached.first if self.priors == "random" else None,
                    "pivots": reached.pivots._asdict(),
                    "normal_form_perfect": reached.witness
                    and {"proofs": reached.proofs, "first_prior": reached.witness.prior},
                    "equilibrium": reached.equilibrium.document(),
                }
                for number, reached in enumerate(self.equilibria, 1)
            ],
        }

    def _blocks(self) -> list[Block]:
        blocks: list[Block] = [one_line(self.game.title)] if self.game.title else []
        blocks.append(self._counts())
        if self.equilibria:
            heading = ["", "share", "starts", "payoff 1", "payoff 2", "normal-form perfect", "pivots", self.columns[-1]]
            table = page_table(list(self._equilibrium_rows()), heading, right={0, 1, 2, 3, 4, 6, 7}, longest=LONGEST)
            played = list(self._played())
            blocks += ["", table]
            if max(map(len, played)) <= WIDE:
                blocks += ["", "What is played (a star: off the path, filled in)", *played]
        if self.failures:
            shown = [f"  prior {failure.prior}: {one_line(failure.message)}" for failure in self.failures[:SHOWN]]
            more = len(self.failures) - SHOWN
            blocks += ["", f"{count(len(self.failures), 'start')} failed:", *shown]
            blocks += [f"  and {more} more"] if more > 0 else []
        if self.stopped != "done":
            blocks += ["", f"Not all starts: {self.reason}."]
        *most, last = blocks
        # the last line may list moves; it then ends in a blank if the player has no information set
        return [*most, last.rstrip() if isinstance(last, str) else last]

    def _counts(self) -> str:
        noun = "equilibrium" if len(self.equilibria) == 1 else "different equilibria"
        seeds = f"random priors (seeds {self.seed} to {self.seed + self.wanted - 1})"
        priors = seeds if self.priors == "random" else "given priors"
        done = count(self.starts, "start") if self.stopped == "done" else f"{self.starts} of {self.wanted} starts"
        return f"{len(self.equilibria)} {noun} from {done} with {priors}"

    def _equilibrium_rows(self) -> Iterator[list[object]]:
        for reached, row in zip(self.equilibria, self.rows, strict=True):
            number, share, starts, *payoffs, _, least, mean, most, first = row
            perfect = "not proved" if reached.witness is None else f"proved by {reached.proofs}"
            pivots = str(least) if least == most else f"{least} to {most}, mean {decimal(mpq(mean), 3)}"
            yield [number, f"{decimal(100 * mpq(share), 3)} %", starts, *payoffs, perfect, pivots, first]

    def _played(self) -> Iterator[str]:
        """Yield lines with the moves of every equilibrium."""
        for number, reached in enumerate(self.equilibria, 1):
            profile = reached.equilibrium.profile
            for player, label in enumerate((str(number), " ")):  # only the first of the two lines has the number
                sets = []
                for h, index in enumerate(self.game.sets_of(player)):
                    names = move_names(self.game.information_sets[index].actions)
                    shares = zip(names, profile.behavior[player][h], strict=True)
                    moves = [f"{name} {short(share)}" if share != 1 else name for name, share in shares if share]
                    sets.append(", ".join(moves) + ("*" if h in profile.filled[player] else ""))
                yield f"  {label}  player {player + 1}: {' | '.join(sets)}"

    def to_table(self) -> Table:
        """Return a table with a row for every equilibrium."""
        return Table(self.columns, self.rows, f"{self.starts} starts", index=1)

    def __repr__(self) -> str:
        noun = "equilibrium" if len(self.equilibria) == 1 else "equilibria"
        starts = f"{self.starts} of {self.wanted} starts" if self.reason else count(self.starts, "start")
        return f"<Exploration: {len(self.equilibria)} {noun} from {starts}{self.reason and f', {self.reason}'}>"
