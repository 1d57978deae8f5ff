"""All equilibria of a two-player game as convex sets, with what holds in them, and the proof that none is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.certificate.conditions import Combination
from lemke.certificate.resolution import Complementary, EquilibriumSet, Excluded, Inside, Step
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile, identity, named_sets
from lemke.game.tree import unique_names
from lemke.ground.document import Block, Document, Format, Tabular
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.tables import Table, page_table
from lemke.ground.words import count, player_name

ENUMERATION = Format(
    "lemke-enumeration/1",
    """
game | a game | with the game's SHA-256, as in certificates
stopped | text | `done`: all equilibria are in the sets, and that is proved; else `limit`, `interrupt` or `first`
open | whole | branches of the search that were left open
proof | text | `resolution`, or `constant-sum`: one maximal set of such a game has all equilibria
sets | list | the maximal sets X × Y
- plans | two lists | realization plans in the relative interiors of X and Y
- values | two lists | what both players can get at their information sets: of player 2 against the first plan, of
    player 1 against the second; the payoff first
- maximal | two combinations or null | the proofs that X and Y are maximal, and that the plans are inner points
- payoffs | two objects | the `least` and the `greatest` payoff of player 1 and of player 2
- dimensions | two whole numbers | of X and Y
- pure | truth value | whether the set is one equilibrium in pure strategies
- moves | two lists | the moves of player 1, and of player 2, information sets in depth-first order
- - number, label, action | whole, texts | of the information set, and of the move
- - weight | object | the `least` and the `greatest` realization weight x(σ)
- - probability | object, null | the `least` and `greatest` probability of the move in plans that reach the set; null
    if none does
components | list of lists | numbers of sets, from 1, that are connected; empty unless all sets are known
combinations | list | [player, λ, m]: multipliers of the conditions on a player's plan, as objects of the positions,
    from 0, and numbers other than 0
steps | list | the proof: `["excluded", combination]` or `["excluded", combination, variable]`,
    `["complementary", variable]`, `["inside", set, [combinations]]`, `["resolved", variable, step, step]`, all numbered
    from 0
""",
)
Stopped: TypeAlias = Literal["done", "limit", "interrupt", "first"]
LISTED = 40
"""Sets of equilibria that the text shows in full."""


class Interval(NamedTuple):
    """The least and the greatest value of something."""

    least: mpq
    greatest: mpq

    def __str__(self) -> str:
        return short(self.least) if self.least == self.greatest else f"{short(self.least)} to {short(self.greatest)}"

    def union(self, interval: Interval) -> Interval:
        """Return the least interval that contains both."""
        return Interval(min(self.least, interval.least), max(self.greatest, interval.greatest))

    def object(self) -> dict[str, mpq]:
        """Return it as a JSON object."""
        return self._asdict()


class MoveRange(NamedTuple):
    """What is played of one move.

    Attributes
    ----------
    weight : Interval
        The realization weight x(σ), a probability.
    probability : Interval | None
        b(a|h) of the plans that reach the information set; None if none does.
    """

    weight: Interval
    probability: Interval | None


@dataclass(frozen=True, eq=False)
class DescribedSet(ByValue):
    """A maximal set X × Y of equilibria and what holds in it.

    Attributes
    ----------
    equilibrium_set : EquilibriumSet
    payoffs : (Interval, Interval)
        Of player 1 and player 2. Every pair of payoffs within occurs.
    dimensions : (int, int)
        Of X and Y, as sets of realization plans.
    moves : (tuple of MoveRange, tuple of MoveRange)
        For every sequence of player 1 and of player 2, the empty one first.
    profile : Profile
        The inner point, with best replies filled in where no plan of the set decides.
    """

    equilibrium_set: EquilibriumSet
    payoffs: tuple[Interval, Interval]
    dimensions: tuple[int, int]
    moves: tuple[tuple[MoveRange, ...], tuple[MoveRange, ...]]
    profile: Profile

    @property
    def is_pure(self) -> bool:
        """Whether the set is one equilibrium in pure strategies."""
        return self.dimensions == (0, 0) and self.equilibrium_set.is_pure


@dataclass(frozen=True, eq=False)
class EquilibriumSets(ByValue, Tabular):
    """All equilibria of a game as maximal convex sets.

    Attributes
    ----------
    game : Game
    sequences : (Sequences, Sequences)
    sets : tuple of DescribedSet
        Those that play the first sequences come first.
    components : tuple of tuple of int
        Numbers of sets, from 0, that are connected with each other; empty unless the sets are all.
    combinations : tuple of Combination
    steps : tuple of Step
        The proof that no equilibrium is missing; with open branches what is proved so far.
    stopped : str
        ``done``; or before that, by a ``limit``, an ``interrupt``, or after the ``first`` sets that were asked for.
    reason : str
        What limit was reached.
    open_branches : int
        Of the search.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    game: Game
    sequences: tuple[Sequences, Sequences]
    sets: tuple[DescribedSet, ...]
    components: tuple[tuple[int, ...], ...]
    combinations: tuple[Combination, ...]
    steps: tuple[Step, ...]
    stopped: Stopped
    reason: str
    open_branches: int
    proof: str

    @property
    def is_complete(self) -> bool:
        """Whether all equilibria are in the sets."""
        return self.stopped == "done"

    @property
    def is_unique(self) -> bool:
        """Whether the game has one equilibrium, in realization plans."""
        return self.is_complete and [described.dimensions for described in self.sets] == [(0, 0)]

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange, ...], tuple[MoveRange, ...]]:
        """For every sequence of player 1 and player 2 what is played of it in the equilibria of all sets."""
        first, second = (
            tuple(map(_joined, zip(*(described.moves[player] for described in self.sets), strict=True)))
            for player in (0, 1)
        )
        return first, second

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The inner points of the sets as behavior strategies."""
        return tuple(described.profile for described in self.sets)

    def to_table(self) -> Table:
        """Return the moves with the least and the greatest weights and probabilities over all sets."""
        bounds = ("least weight", "greatest weight", "least probability", "greatest probability")
        columns = ("player", "information set", "label", "action", *bounds)
        rows = []
        for player in (0, 1) if self.sets else ():
            for sequence, information_set, name in self._named(player):
                weight, probability = self.moves[player][sequence]
                head = (player + 1, information_set.number, information_set.label, name)
                rows.append((*head, *weight, *((None, None) if probability is None else probability)))
        return Table(columns, tuple(rows), repr(self)[1:-1], 4)

    def document(self) -> Document:
        """Return the sets, what holds in them, and as JSON the proof that none is missing."""
        return Document(self._blocks, ENUMERATION, lambda: dict(self._members()))

    def _named(self, player: int) -> Iterator[tuple[int, Any, str]]:
        """Yield a player's sequences but for the empty one, by information sets in depth-first order."""
        for h, information_set, _ in named_sets(self.game, player):
            names = unique_names(information_set.actions)
            for sequence, name in zip(self.sequences[player].moves(h), names, strict=True):
                yield sequence, information_set, name

    def _members(self) -> Iterator[tuple[str, object]]:
        yield "game", identity(self.game)
        yield "stopped", self.stopped
        yield "open", self.open_branches
        yield "proof", self.proof
        yield "sets", [self._set_object(described) for described in self.sets]
        yield "components", [[number + 1 for number in component] for component in self.components]
        yield "combinations", [_combination_object(combination) for combination in self.combinations]
        yield "steps", [_step_list(step) for step in self.steps]

    def _set_object(self, described: DescribedSet) -> dict[str, object]:
        equilibria = described.equilibrium_set
        return {
            "plans": equilibria.plans,
            "values": equilibria.values,
            "maximal": [None if proof is None else _combination_object(proof) for proof in equilibria.maximal],
            "payoffs": [interval.object() for interval in described.payoffs],
            "dimensions": described.dimensions,
            "pure": described.is_pure,
            "moves": [self._move_objects(described, player) for player in (0, 1)],
        }

    def _move_objects(self, described: DescribedSet, player: int) -> list[dict[str, object]]:
        objects = []
        for sequence, information_set, name in self._named(player):
            weight, probability = described.moves[player][sequence]
            place = {"number": information_set.number, "label": information_set.label, "action": name}
            bounds = {"weight": weight.object(), "probability": probability and probability.object()}
            objects.append(place | bounds)
        return objects

    # ------------------------------------------------------------------ text

    def _blocks(self) -> Iterator[Block]:
        if self.game.title:
            yield one_line(self.game.title)
        yield self._summary()
        if self.is_unique:
            yield "The game has one equilibrium."
        for number, described in enumerate(self.sets[:LISTED], 1):
            yield ""
            yield from self._set_blocks(number, described)
        if len(self.sets) > LISTED:
            yield ""
            yield f"and {len(self.sets) - LISTED} more sets, all in --format json"
        yield ""
        yield self._proof_line()

    def _summary(self) -> str:
        sets = count(len(self.sets), "maximal set")
        if not self.is_complete:
            branches = f"{self.open_branches} open {'branch' if self.open_branches == 1 else 'branches'}"
            return f"{sets} of equilibria so far; {branches}: there may be more ({self.stopped})"
        parts = f" in {count(len(self.components), 'component')}" if len(self.sets) > 1 and self.components else ""
        return f"{sets} of equilibria{parts}"

    def _proof_line(self) -> str:
        if not self.is_complete:
            return (
                f"Proved exactly: every set; {count(len(self.steps), 'step')} towards a proof that there are no others."
            )
        if self.proof == "constant-sum":
            return "Proved exactly: the game is constant-sum, so all equilibria are in one set."
        steps, combinations = count(len(self.steps), "step"), count(len(self.combinations), "combination")
        return f"Proved exactly, that there is no other equilibrium in {steps} from {combinations} of the conditions."

    def _set_blocks(self, number: int, described: DescribedSet) -> Iterator[Block]:
        payoffs = ", ".join(map(str, described.payoffs))
        kind = f"dimension {' + '.join(map(str, described.dimensions))}"
        if described.dimensions == (0, 0):
            kind = "pure equilibrium" if described.is_pure else "equilibrium"
        member = ""
        if len(self.sets) > 1 and self.components:
            place = next(k for k, component in enumerate(self.components, 1) if number - 1 in component)
            member = f"; component {place}"
        yield f"Set {number}: {kind}; payoffs {payoffs}{member}"
        for player in (0, 1):
            rows = list(self._rows(described, player))
            yield player_name(self.game.players, player)
            yield page_table(rows) if rows else "  never moves"

    def _rows(self, described: DescribedSet, player: int) -> Iterator[list[object]]:
        """Yield a row for every move of a player, one for all moves of a set that no plan reaches."""
        for h, information_set, _ in named_sets(self.game, player):
            head: list[object] = [] if self.game.strategic else [information_set.number, information_set.label]
            names = unique_names(information_set.actions)
            sequences = self.sequences[player].moves(h)
            probabilities = [described.moves[player][sequence].probability for sequence in sequences]
            if None in probabilities:  # so of all of them
                yield [*head, ", ".join(names), "not reached"]
                continue
            for name, probability in zip(names, probabilities, strict=True):
                yield [*head, name, str(probability)]
                head = [""] * len(head)

    def __repr__(self) -> str:
        return f"<EquilibriumSets of {self.game!r}: {count(len(self.sets), 'maximal set')}, {self.stopped}>"


def _joined(ranges: Sequence[MoveRange]) -> MoveRange:
    """Return what is played of a move in several sets."""
    weight, probability = ranges[0]
    for move in ranges[1:]:
        weight = weight.union(move.weight)
        if move.probability is not None:
            probability = move.probability if probability is None else probability.union(move.probability)
    return MoveRange(weight, probability)


def _combination_object(combination: Combination) -> list[object]:
    return [combination.player + 1, _sparse(combination.constraints), _sparse(combination.deviation)]


def _sparse(values: Vector) -> dict[str, mpq]:
    return {str(place): value for place, value in enumerate(values) if value}


def _step_list(step: Step) -> list[object]:
    if isinstance(step, Excluded):
        return ["excluded", *(number for number in step if number is not None)]
    if isinstance(step, Complementary):
        return ["complementary", step.variable]
    if isinstance(step, Inside):
        return ["inside", step.equilibrium_set, list(step.combinations)]
    return ["resolved", step.variable, step.zero, step.positive]
