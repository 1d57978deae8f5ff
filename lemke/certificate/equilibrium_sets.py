"""Results about all equilibria of a two-player game: convex sets, ranges over them, the best one, and comparisons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import chain
from typing import Any, Literal, TypeAlias

from gmpy2 import mpq
from msgspec import Struct
from msgspec.structs import asdict

from lemke.certificate.conditions import Combination, Objective
from lemke.certificate.described_set import (
    SHOWN,
    DescribedSet,
    NamedMove,
    SetMembers,
    move_row,
    named_moves,
    plan_in_words,
)
from lemke.certificate.judge import Judge
from lemke.certificate.ranges import Interval, MoveRange, MoveRow, Quantity
from lemke.certificate.resolution import EquilibriumSet, ProofStep
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.canonical import identified_game
from lemke.game.played import LONGEST, BySet, Played, PlayedProfile, behavior_object
from lemke.game.recall import Sequences
from lemke.game.strategy import Profile
from lemke.ground.listing import Listing
from lemke.ground.rational import approximated, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.ground.words import count, player_name

EnumerationStop: TypeAlias = Literal["done", "limit", "interrupt", "first"]
"""Why a search for equilibria stopped; ``first``: after as many as were asked for."""
ProofKind: TypeAlias = Literal["resolution", "constant-sum"]
"""How it is proved that nothing is missing; in a constant-sum game, one maximal set contains all equilibria."""
WIDEST = 60
"""A set of plans whose description has more characters is described below the table."""
STATEMENTS = 40
"""At most so many statements describe a set below the table; the table of the set has all of them."""


def titled(game: Game, text: str) -> str:
    """Return the title of a table: the game's title, if it has one, and a text."""
    return ": ".join(filter(None, (one_line(game.title), text)))


class SetsMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sets of equilibria in JSON, without the game.

    Attributes
    ----------
    stopped : str
        ``done``: the sets contain all equilibria, and the proof is complete; ``first``: as many sets were found as were
        asked for; otherwise the search was stopped.
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    open : int
        How many branches the search left open; 0 with ``done``.
    proof : str
        ``constant-sum``: in such a game one maximal set contains all equilibria.
    sets : list of objects
        The maximal sets X × Y.
    components : list of lists
        For each component the sets in it, by their numbers from 1; empty unless all sets are known.
    indices : list
        For each component its index; null if it was not computed. Without null, the sum is 1.
    combinations : list
        Multipliers of the conditions on a player's plan: the player, λ and m. λ is for the rows of E x = e (for player
        2, F y = f), m for the sequences of the other player; both are objects from positions, numbered from 0, to
        numbers other than 0.
    steps : list
        The proof that nothing is missing.
    """

    stopped: EnumerationStop
    reason: str
    open: int
    proof: ProofKind
    sets: tuple[SetMembers, ...]
    components: tuple[tuple[int, ...], ...]
    indices: tuple[int | None, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]


@dataclass(frozen=True, eq=False)
class EquilibriumSets(ByValue, Listing[DescribedSet], Result):
    """The equilibria of a game as maximal convex sets; all of them if ``stopped`` is ``done``.

    Attributes
    ----------
    game : Game
    sets : tuple of DescribedSet
        Sets that play sequences with smaller numbers come first.
    components : tuple of tuple of int
        For each connected component, the numbers of its sets, from 0; empty unless all sets are known.
    indices : tuple of (int | None)
        The index of each component; the sum is 1. Regular equilibria have an index. If only one component is no regular
        equilibrium, its index follows from the sum; if several are not, they have None.
    combinations : tuple of Combination
    steps : tuple of ProofStep
        The proof that no equilibrium is missing; if branches are open, the steps that were proved so far. Empty with
        the proof ``constant-sum``, which needs no steps.
    stopped : str
        ``done``, ``limit``, ``interrupt``, or ``first`` (after as many sets as were asked for).
    reason : str
        Which limit was reached, or ``interrupted``; otherwise empty.
    open_branches : int
        Branches of the search that were left open.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    json_format = "lemke-equilibria/2"

    game: Game
    sets: tuple[DescribedSet, ...]
    components: tuple[tuple[int, ...], ...]
    indices: tuple[int | None, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    stopped: EnumerationStop
    reason: str
    open_branches: int
    proof: ProofKind

    @property
    def parts(self) -> tuple[DescribedSet, ...]:
        """The maximal sets."""
        return self.sets

    @cached_property
    def _judge(self) -> Judge:
        return Judge.of(self.game)

    @property
    def sequences(self) -> tuple[Sequences, Sequences]:
        """The sequences of player 1 and of player 2."""
        first, second = self._judge.sequences
        return first, second

    @cached_property
    def profiles(self) -> tuple[PlayedProfile, ...]:
        """The inner point of each set, with best replies filled in at information sets that no plan of it reaches."""
        return tuple(self._judge.completed(described.equilibrium_set.plans) for described in self.sets)

    @property
    def is_complete(self) -> bool:
        """Whether it is proved that all equilibria are in the sets."""
        return self.stopped == "done"

    @property
    def is_unique(self) -> bool | None:
        """Whether all equilibria have the same realization plans; None if not known."""
        dimensions = [described.dimensions for described in self.sets]
        if len(self.sets) > 1 or any(map(any, dimensions)):  # any() skips a dimension that is not proved: None
            return False
        return True if self.is_complete and dimensions == [(0, 0)] else None

    @cached_property
    def payoffs(self) -> tuple[Interval | None, Interval | None]:
        """The ranges of the payoffs of player 1 and of player 2 over all listed sets; None for one not proved."""
        first, second = (_union([described.payoffs[player] for described in self.sets]) for player in (0, 1))
        return first, second

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange | None, ...], tuple[MoveRange | None, ...]]:
        """The range of every sequence of player 1 and of player 2 over all listed sets; None for one not proved.

        Both tuples are empty if there is no set.
        """
        first, second = (
            tuple(map(_joint_range, zip(*(described.moves[player] for described in self.sets), strict=True)))
            for player in (0, 1)
        )
        return first, second

    def played(self, player: int, sequence: int) -> Quantity | None:
        """Return whether ``every``, ``some`` or ``no`` equilibrium plays a sequence; None if not proved."""
        move = self.moves[player][sequence]
        if not self.is_complete or move is None:
            return None
        if move.weight.least:
            return "every"
        return "some" if move.weight.greatest else "no"

    def members(self) -> SetsMembers:
        """Return the members of the JSON object, without the game."""
        return SetsMembers(
            stopped=self.stopped,
            reason=self.reason,
            open=self.open_branches,
            proof=self.proof,
            sets=tuple(described.members() for described in self.sets),
            components=tuple(tuple(number + 1 for number in component) for component in self.components),
            indices=self.indices,
            combinations=self.combinations,
            steps=self.steps,
        )

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the sets, and the proofs."""
        return {"game": identified_game(self.game), **asdict(self.members())}

    def to_table(self) -> Table:
        """Return a row for every set: payoffs, dimensions, and which plans are in it.

        A pure or mixed equilibrium is described by its moves, a larger set by inequalities; see
        :func:`lemke.certificate.described_set.statements`. Long descriptions are below the table.
        """
        names = [player_name(self.game.players, player) for player in (0, 1)]
        rows, notes = [], ["The game has one equilibrium."] if self.is_unique else []
        position = {number: k for k, component in enumerate(self.components) for number in component}
        for number, described in enumerate(self.sets):
            plans = []
            for player, name in enumerate(names):
                words = described.statements(player)
                plans.append("; ".join(words) or "never moves")
                if len(plans[-1]) > WIDEST:
                    plans[-1] = "below"
                    more = f"- and {count(len(words) - STATEMENTS, 'more statement')}"
                    notes.append(f"Set {number + 1}, {name}:")
                    notes += [f"- {word}" for word in words[:STATEMENTS]]
                    notes += [more] if len(words) > STATEMENTS else []
                vertices = described.vertices[player] if described.vertices else ()
                if 1 < len(vertices) <= SHOWN:
                    notes.append(f"Set {number + 1}, {name}, vertices:")
                    notes += [f"- {plan_in_words(self.game, self.sequences[player], plan)}" for plan in vertices]
            payoffs = ("not computed" if payoff is None else payoff.cell for payoff in described.payoffs)
            component = position.get(number)
            index = (None, None) if component is None else (component + 1, self.indices[component])
            rows.append((number + 1, *payoffs, described.dimension_text, described.is_pure, *index, *plans))
        columns = ("set", "payoff 1", "payoff 2", "dimension", "pure", "component", "index", *names)
        return Table(columns, rows, titled(self.game, self.summary()), [*notes, self.proof_line()], index=1)

    def summary(self) -> str:
        """Return how many sets there are, in words."""
        sets = count(len(self.sets), "maximal set")
        if not self.is_complete:
            branches = f"{self.open_branches} open {'branch' if self.open_branches == 1 else 'branches'}"
            return f"{sets} of equilibria so far; {branches}: there may be more ({self.stopped})"
        parts = f" in {count(len(self.components), 'component')}" if len(self.sets) > 1 and self.components else ""
        return f"{sets} of equilibria{parts}"

    def proof_line(self) -> str:
        """Return a sentence that says what is proved."""
        if not self.is_complete:
            steps = count(len(self.steps), "step")
            return f"Proved: each listed set; {steps} towards a proof that there are no others."
        if self.proof == "constant-sum":
            return "Proved: the game is constant-sum, so all equilibria are in one set."
        steps, combinations = count(len(self.steps), "step"), count(len(self.combinations), "combination")
        return f"Proved: there is no other equilibrium ({steps}, {combinations} of the conditions)."

    def __repr__(self) -> str:
        return f"<EquilibriumSets of {self.game!r}: {count(len(self.sets), 'maximal set')}, {self.stopped}>"


def _union(intervals: Sequence[Interval | None]) -> Interval | None:
    """Return the least interval that contains all intervals; None if one is not proved, or if there are none."""
    proved = [interval for interval in intervals if interval is not None]
    return Interval.around(*chain(*proved)) if proved and len(proved) == len(intervals) else None


def _joint_range(ranges: Sequence[MoveRange | None]) -> MoveRange | None:
    """Return the range of a move over several sets of equilibria; None if any set lacks a proved range.

    Sets of equilibria in which no plan reaches the move's information set do not count for its probability.
    """
    proved = [move for move in ranges if move is not None]
    weight = _union([move and move.weight for move in ranges])
    probability = _union([move.probability for move in proved if move.probability is not None])
    return None if weight is None else MoveRange(weight, probability)


class RangesMembers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ranges over sets of equilibria in JSON, without the game.

    Attributes
    ----------
    unique : bool | None
        Whether there is only one equilibrium, in realization plans; null if not known.
    payoffs : pair of intervals
        Of player 1, and of player 2.
    moves : list of objects
        The moves that were asked for; information sets in depth-first order; empty if no equilibrium was found.
    equilibria : object
        The sets of equilibria, with the proof, as in ``lemke-equilibria/2``.
    """

    unique: bool | None
    payoffs: tuple[Interval | None, Interval | None]
    moves: tuple[MoveRow, ...]
    equilibria: SetsMembers


@dataclass(frozen=True, eq=False)
class EquilibriumRanges(ByValue, BySet[MoveRange | None], Result):
    """The ranges of moves over all equilibria of a game, by information set and move.

    A range is None if it was not asked for or not computed.

    Attributes
    ----------
    equilibria : EquilibriumSets
        The maximal sets of equilibria, with the proofs.
    sequences : (tuple of int, tuple of int)
        The sequences of player 1 and of player 2 that were asked for.
    """

    json_format = "lemke-ranges/2"

    equilibria: EquilibriumSets
    sequences: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def game(self) -> Game:
        """The game."""
        return self.equilibria.game

    def _per_move(self, player: int, h: int) -> Iterator[MoveRange | None]:
        ranges = {sequence: move for mover, (sequence, *_), move in self._moves() if mover == player}
        return map(ranges.get, self.equilibria.sequences[player].moves(h))

    def _moves(self) -> Iterator[tuple[int, NamedMove, MoveRange | None]]:
        """Yield the player and the range of every move that was asked for; nothing without equilibria."""
        for player, sequences in enumerate(self.equilibria.sequences if self.equilibria.sets else ()):
            requested = set(self.sequences[player])
            for named in named_moves(self.game, sequences):
                if named[0] in requested:
                    yield player, named, self.equilibria.moves[player][named[0]]

    def rows(self) -> tuple[MoveRow, ...]:
        """Return the moves and their ranges for JSON."""
        return tuple(
            move_row(named, move, player=player + 1, played=self.equilibria.played(player, named[0]))
            for player, named, move in self._moves()
        )

    def members(self) -> RangesMembers:
        """Return the members of the JSON object, without the game."""
        known = self.equilibria
        return RangesMembers(
            unique=known.is_unique, payoffs=known.payoffs, moves=self.rows(), equilibria=known.members()
        )

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the ranges, and the sets of equilibria with the proofs."""
        return {"game": identified_game(self.game), **asdict(self.members())}

    def to_table(self) -> Table:
        """Return the moves with their least and greatest weights and probabilities, and which equilibria play them."""
        bounds = ("least weight", "greatest weight", "least probability", "greatest probability")
        rows = []
        for player, (sequence, information_set, name), move in self._moves():
            weight, probability = move or (None, None)
            head = (player + 1, information_set.number, information_set.label, name)
            ends = (*(weight or (None, None)), *(probability or (None, None)))
            rows.append((*head, self.equilibria.played(player, sequence), *ends))
        columns = ("player", "information set", "label", "action", "played", *bounds)
        return Table(columns, rows, titled(self.game, self._summary()), [self.equilibria.proof_line()], index=4)

    def _summary(self) -> str:
        if not self.equilibria.sets:
            return f"no equilibrium so far ({self.equilibria.stopped})"
        payoffs = ", ".join("not computed" if payoff is None else str(payoff) for payoff in self.equilibria.payoffs)
        summary = "one equilibrium" if self.equilibria.is_unique else self.equilibria.summary()
        return f"{summary}; payoffs {payoffs}"

    def __repr__(self) -> str:
        moves = sum(map(len, self.sequences))
        return f"<EquilibriumRanges of {self.game!r}: {count(moves, 'move')}, {self.equilibria.stopped}>"


@dataclass(frozen=True, eq=False)
class BestEquilibrium(ByValue, Played):
    """An equilibrium that maximizes an objective, a linear function of payoffs and realization weights.

    Without an objective, it maximizes the number of sequences that are played. If the search was stopped, it is the
    best equilibrium so far.

    Attributes
    ----------
    game : Game
    objective : Objective | None
        The function; None if the number of sequences that are played is maximized.
    value : mpq
        The value of the objective at this equilibrium.
    payoffs : (mpq, mpq)
    plans : (exact vector, exact vector)
        The realization plans of the equilibrium.
    profile : Profile
        The equilibrium, with best replies filled in off the path.
    sets : tuple of EquilibriumSet
        Without an objective: the maximal sets that were found, all of them if ``stopped`` is ``done``. With an
        objective: in a constant-sum game the set of all equilibria, in other games none.
    combinations : tuple of Combination
    steps : tuple of ProofStep
        The proof that no equilibrium has a greater value; if the search was stopped, the steps that were proved so far.
        Empty in a constant-sum game without an objective, where the set in ``sets`` is the proof.
    stopped : str
        ``done``: it is proved that no equilibrium has a greater value. Otherwise ``limit`` or ``interrupt``.
    reason : str
        Which limit was reached, or ``interrupted``; empty if ``stopped`` is ``done``.
    proof : str
        ``resolution`` or ``constant-sum``.
    """

    json_format = "lemke-best/2"

    game: Game
    objective: Objective | None
    value: mpq
    payoffs: tuple[mpq, mpq]
    plans: tuple[Vector, Vector]
    profile: Profile
    sets: tuple[EquilibriumSet, ...]
    combinations: tuple[Combination, ...]
    steps: tuple[ProofStep, ...]
    stopped: EnumerationStop
    reason: str
    proof: ProofKind

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """The equilibrium, as a tuple of one profile."""
        return (self.profile,)

    @property
    def is_complete(self) -> bool:
        """Whether it is proved that no equilibrium has a greater value."""
        return self.stopped == "done"

    def json_members(self) -> dict[str, Any]:
        """Return the members of the JSON: the game, the equilibrium, and the proof."""
        members = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "profile"}
        behavior = behavior_object(self.game, self.profile)
        return members | {"game": identified_game(self.game), "behavior": behavior}

    def to_table(self) -> Table:
        """Return the moves of the equilibrium; the title has the value, and a note says what is proved."""
        kind = "greatest" if self.is_complete else f"so far ({self.stopped})"
        title = f"{self.equation}, {kind}; payoffs {', '.join(map(short, self.payoffs))}"
        steps = count(len(self.steps), "step")
        note = f"Proved: no equilibrium has a greater value ({steps})."
        if not self.is_complete:
            note = f"Proved: the equilibrium; {steps} towards a proof that no equilibrium has a greater value."
        elif self.proof == "constant-sum":
            note = "Proved: the game is constant-sum, so all equilibria are in one set; none has a greater value."
        return replace(super().to_table(), title=titled(self.game, title), notes=[note])

    @property
    def equation(self) -> str:
        """The objective and its value, in words."""
        text = "sequences played" if self.objective is None else one_line(self.objective.text)
        return f"{text} = {short(self.value)}"

    def __repr__(self) -> str:
        return f"<BestEquilibrium of {self.game!r}: {self.equation}, {self.stopped}>"


MOVES = 20
"""The text lists at most so many moves."""


class StrangeMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move whose probability in a profile occurs in no equilibrium whose plan reaches the set.

    Attributes
    ----------
    player, number, label, action : int, int, str, str
    probability : number
    equilibria : list of intervals
        The ranges of the probability in the maximal sets that reach the information set, equal ranges once.
    """

    player: int
    number: int
    label: str
    action: str
    probability: mpq
    equilibria: tuple[Interval, ...]

    @property
    def expected(self) -> str:
        """The probabilities of the move in equilibria, in words; or that no equilibrium reaches the information set."""
        return " or ".join(map(str, self.equilibria)) or "not reached"


class Comparison(Struct, frozen=True, forbid_unknown_fields=True):
    """A profile compared with all equilibria.

    Attributes
    ----------
    sets : int
        The number of maximal sets of equilibria of the game.
    moves : tuple of StrangeMove
        Moves whose probability occurs in no equilibrium, at information sets that the profile's plan reaches.
    distances : pair of numbers
        ``Σ |x(σ) − x*(σ)|`` for player 1's plan x, and the same sum for player 2's plan y. (x*, y*) is an
        equilibrium for which the sum of both distances is least.
    nearest : pair of lists of numbers
        The plans x* and y*.
    """

    sets: int
    moves: tuple[StrangeMove, ...]
    distances: tuple[mpq, mpq]
    nearest: tuple[tuple[mpq, ...], tuple[mpq, ...]]

    def notes(self, game: Game) -> Iterator[str]:
        """Yield the distances, and the moves whose probabilities occur in no equilibrium."""
        distances = (
            f"{player_name(game.players, player)} {approximated(distance, LONGEST)}"
            for player, distance in enumerate(self.distances)
        )
        yield f"Distance to the nearest of all equilibria, in {count(self.sets, 'maximal set')}: {', '.join(distances)}"
        if not self.moves:
            yield "The probability of every single move occurs in some equilibrium."
            return
        yield "Moves with a probability that occurs in no equilibrium:"
        for move in self.moves[:MOVES]:
            probability = approximated(move.probability, LONGEST)
            label = f' "{one_line(move.label)}"' if move.label else ""
            where = f"information set {move.number}{label} of player {move.player}"
            yield f"- {move.action!r} at {where}: {probability}; in equilibria {move.expected}"
        if len(self.moves) > MOVES:
            yield f"- and {count(len(self.moves) - MOVES, 'more move')}, in the JSON format"
