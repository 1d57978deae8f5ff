"""What is proved about a maximal set of equilibria, in numbers and in words, and about all sets together.

The plans of a player in a maximal set X × Y are those that are 0 outside the support of the inner point, and to which
all that the other player's inner point plays is a best reply. With the equations of the set, this is a list of
inequalities between its coordinates: weights of at least 0, and at every information set that the other player's plan
reaches, no other move with any later moves gets more than the moves that the plan makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.conditions import Combination
from lemke.certificate.ranges import PAYOFF, AffineForm, Interval, MoveRange, MoveRow, PlanRanges, RangeProof
from lemke.certificate.resolution import EquilibriumSet
from lemke.errors import one_line
from lemke.game import Game
from lemke.game.names import SetNames
from lemke.game.played import named_sets
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import InformationSet, unique_names
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.table import Table
from lemke.ground.words import player_name

SHOWN = 8
"""A table shows the vertices of a set of plans if there are at most so many."""


NamedMove: TypeAlias = tuple[int, InformationSet, str]
"""The sequence that ends with a move, the information set of the move, and its name."""


def named_moves(game: Game, sequences: Sequences) -> Iterator[NamedMove]:
    """Yield every move of a player; information sets in depth-first order."""
    for h, information_set, _ in named_sets(game, sequences.player):
        for sequence, name in zip(sequences.moves(h), unique_names(information_set.actions), strict=True):
            yield sequence, information_set, name


class SetMembers(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A maximal set X × Y in JSON: its definition and proofs, and what follows from them.

    Attributes
    ----------
    plans : pair of vectors
        The *inner points*: realization plans in the relative interiors of X and Y.
    values : pair of vectors
        The payoff, then the values of the information sets: of player 2 against player 1's plan, then of player 1.
    maximal : pair of combinations
        The proofs that X and Y are maximal, and the plans inner points; null in place of one that is not needed.
    payoffs : pair of intervals
        Of player 1, and of player 2.
    dimensions : pair of whole numbers
        Of X, and of Y; null in place of one that was not computed.
    pure : bool
        Whether the set is one equilibrium in pure strategies.
    ranges : pair of objects
        Proofs of the equations and bounds that hold in X, and in Y.
    moves : pair of lists
        The moves of player 1, and of player 2; information sets in depth-first order.
    vertices : pair of lists of vectors
        The realization plans that are vertices of X, and of Y; left out unless asked for.
    """

    plans: tuple[Vector, Vector]
    values: tuple[Vector, Vector]
    maximal: tuple[Combination | None, Combination | None]
    payoffs: tuple[Interval | None, Interval | None]
    dimensions: tuple[int | None, int | None]
    pure: bool
    ranges: tuple[RangeProof, RangeProof]
    moves: tuple[tuple[MoveRow, ...], tuple[MoveRow, ...]]
    vertices: tuple[tuple[Vector, ...], tuple[Vector, ...]] | None = None


@dataclass(frozen=True, eq=False)
class DescribedSet(ByValue, Result):
    """A maximal set X × Y of equilibria, and what is proved about it.

    Attributes
    ----------
    game : Game
    equilibrium_set : EquilibriumSet
    ranges : (PlanRanges, PlanRanges)
        What is proved about X, and about Y.
    vertices : (tuple of Vector, tuple of Vector) | None
        The vertices of X and of Y, as realization plans; None if they were not asked for. Every pair of a vertex of X
        and a vertex of Y is an extreme equilibrium.
    """

    game: Game
    equilibrium_set: EquilibriumSet
    ranges: tuple[PlanRanges, PlanRanges]
    vertices: tuple[tuple[Vector, ...], tuple[Vector, ...]] | None = None

    def __repr__(self) -> str:
        payoffs = ", ".join("?" if payoff is None else str(payoff) for payoff in self.payoffs)
        return f"<{type(self).__name__} of dimension {self.dimension_text}: payoffs {payoffs}>"

    def _compared(self) -> list[str]:
        return ["game", "equilibrium_set", "proofs", "vertices"]

    @property
    def proofs(self) -> tuple[RangeProof, RangeProof]:
        """The proofs of what holds for all plans of X, and of Y."""
        return self.ranges[0].proof, self.ranges[1].proof

    @cached_property
    def payoffs(self) -> tuple[Interval | None, Interval | None]:
        """The ranges of the payoffs of players 1 and 2; None for a range not proved. Every pair in them occurs."""
        # every plan of X is a best reply to every plan of Y, so player 1's payoff depends on the plan in Y only
        return self.ranges[1].interval(PAYOFF), self.ranges[0].interval(PAYOFF)

    @property
    def dimensions(self) -> tuple[int | None, int | None]:
        """The dimensions of X and Y, as sets of realization plans; None for one that is not proved."""
        return self.ranges[0].dimension, self.ranges[1].dimension

    @property
    def dimension_text(self) -> str:
        """The dimensions of X and Y as text, such as ``1 + 0``."""
        return " + ".join("?" if size is None else str(size) for size in self.dimensions)

    @cached_property
    def moves(self) -> tuple[tuple[MoveRange | None, ...], tuple[MoveRange | None, ...]]:
        """The range of every sequence of player 1 and of player 2, the empty one first; None for one not proved."""
        first, second = (tuple(map(ranges.move, range(len(ranges.plan)))) for ranges in self.ranges)
        return first, second

    @property
    def is_pure(self) -> bool:
        """Whether it is proved that the set is one equilibrium in pure strategies."""
        return self.dimensions == (0, 0) and self.equilibrium_set.is_pure

    def statements(self, player: int) -> tuple[str, ...]:
        """Return what describes the player's plans of the set: fixed moves, equations and inequalities, in words."""
        return tuple(statements(self.game, self.ranges[player]))

    def to_table(self) -> Table:
        """Return the ranges of the moves' probabilities, and vertices if there are few.

        The notes have the inequalities that describe the set: it may be smaller than the product of the ranges.
        """
        vertices = [part if 1 < len(part) <= SHOWN else () for part in self.vertices or ((), ())]
        width = max(map(len, vertices))
        rows = []
        for player, ranges in enumerate(self.ranges):
            sequences = ranges.conditions.sequences
            for sequence, information_set, name in named_moves(self.game, sequences):
                move, parent = self.moves[player][sequence], sequences.shorter[sequence]
                probability: object = "not computed" if move is None else "not reached"
                if move is not None and move.probability is not None:
                    probability = move.probability.cell
                shares = [plan[sequence] / plan[parent] if plan[parent] else None for plan in vertices[player]]
                head = player + 1, information_set.number, information_set.label, name
                rows.append((*head, probability, *shares, *[None] * (width - len(shares))))
        payoffs = ", ".join("not computed" if payoff is None else str(payoff) for payoff in self.payoffs)
        columns = ("player", "information set", "label", "action", "probability")
        return Table(
            (*columns, *(f"vertex {k}" for k in range(1, width + 1))),
            rows,
            f"Equilibria of dimension {self.dimension_text}; payoffs {payoffs}",
            [
                f"{player_name(self.game.players, player)}: {statement}"
                for player in (0, 1)
                if self.dimensions[player]
                for statement in self.statements(player)
            ],
            index=4,
        )

    def members(self) -> SetMembers:
        """Return the members of the JSON object."""
        first, second = (
            tuple(move_row(named, moves[named[0]]) for named in named_moves(self.game, ranges.conditions.sequences))
            for ranges, moves in zip(self.ranges, self.moves, strict=True)
        )
        return SetMembers(
            plans=self.equilibrium_set.plans,
            values=self.equilibrium_set.values,
            maximal=self.equilibrium_set.maximal,
            payoffs=self.payoffs,
            dimensions=self.dimensions,
            pure=self.is_pure,
            ranges=self.proofs,
            moves=(first, second),
            vertices=self.vertices,
        )


def move_row(named: NamedMove, move: MoveRange | None, **over_sets: Any) -> MoveRow:
    """Return the row of a move and its range; ``over_sets`` are the further fields of a row over all sets."""
    sequence, information_set, name = named
    weight, probability = move or (None, None)
    return MoveRow(
        sequence=sequence,
        number=information_set.number,
        label=information_set.label,
        action=name,
        weight=weight,
        probability=probability,
        **over_sets,
    )


MOST = 64
"""At most so many plans of the other player's later moves are compared at one information set."""


def statements(game: Game, ranges: PlanRanges) -> Iterator[str]:
    """Yield statements that describe a player's plans in a set; information sets in depth-first order.

    A move stands for its probability. If the player has several information sets, ``x(SET, MOVE)`` or ``y(SET, MOVE)``
    stands for the realization weight of a move.
    """
    if ranges.dimension is None:
        yield "not computed"
        return
    sequences, coordinates = ranges.conditions.sequences, set(ranges.coordinates)
    single, labels = len(sequences.sets) == 1, _labels(game, sequences)
    terms = {}
    for h, label in labels.items():
        for sequence, name in zip(
            sequences.moves(h), map(one_line, unique_names(sequences.information_sets[h].actions)), strict=True
        ):
            terms[sequence] = name if single else f"{'xy'[sequences.player]}({label}, {name})"
    for h, label in labels.items():
        if not ranges.plan[sequences.parent[h]]:
            continue
        shares = {sequence: ranges.share(sequence) for sequence in sequences.moves(h)}
        if (fixed := [share for share in shares.values() if share is not None]) and len(fixed) == len(shares):
            yield _moves(sequences, h, "" if single else label, fixed)
            continue
        # of the weights that are given by others, the last follows from the sum at the information set
        given = [k for k, share in shares.items() if share is None and k not in coordinates][:-1]
        for sequence, share in shares.items():
            if share is not None or sequence in given:
                yield f"{terms[sequence]} = {_sum(ranges.form(sequence), terms)}"
    inequalities = _inequalities(ranges)
    if inequalities is None:
        yield f"further inequalities, too many to list: all replies of player {2 - sequences.player} are best replies"
        return
    yield from _bounds(ranges, inequalities, terms)


def plan_in_words(game: Game, sequences: Sequences, plan: Vector) -> str:
    """Return the moves that a plan makes at the information sets that it reaches, with their probabilities."""
    single = len(sequences.sets) == 1
    return "; ".join(
        _moves(sequences, h, "" if single else label, [plan[k] / reach for k in sequences.moves(h)])
        for h, label in _labels(game, sequences).items()
        if (reach := plan[sequences.parent[h]])
    )


def _labels(game: Game, sequences: Sequences) -> dict[int, str]:
    """Return the unique name of every information set, in depth-first order."""
    names, indices = SetNames(game), game.sets_of(sequences.player)
    return {h: one_line(names.name(indices[h])) for h, *_ in named_sets(game, sequences.player)}


def _moves(sequences: Sequences, h: int, label: str, shares: Sequence[mpq]) -> str:
    """Return the moves with positive probability at an information set: ``K: bet = 1/3, pass = 2/3``."""
    played = (
        (name, share)
        for name, share in zip(map(one_line, unique_names(sequences.information_sets[h].actions)), shares, strict=True)
        if share
    )
    words = ", ".join(name if share == 1 else f"{name} = {short(share)}" for name, share in played)
    return f"{label}: {words}" if label else words


def _inequalities(ranges: PlanRanges) -> list[AffineForm] | None:
    """Return linear functions of the coordinates that are all at least 0 exactly on the set; None if too many."""
    opposing = ranges.conditions.opposing
    inequalities = [ranges.form(k) for k in range(len(ranges.plan)) if ranges.plan[k]]
    gains: dict[int, AffineForm] = {}
    for row, column, payoff in ranges.conditions.payoffs.entries:
        if ranges.plan[row]:
            gains.setdefault(column, {})[row] = payoff
    # for every sequence of the other player: what it gets with each plan of later moves
    options = {k: [ranges.reduce(gains.get(k, {}))] for k in range(opposing.size)}
    for h in reversed(range(len(opposing.sets))):
        moves, parent = opposing.moves(h), int(opposing.parent[h])
        best = next((options[k][0] for k in moves if ranges.opposing[k]), None)
        if best is None:
            later = _distinct([option for k in moves for option in options[k]])
        else:
            later = [best]
            inequalities += [
                _plus(best, option, -ONE) for k in moves if not ranges.opposing[k] for option in options[k]
            ]
        options[parent] = _distinct([_plus(before, option) for before in options[parent] for option in later])
        if len(options[parent]) > MOST:
            return None
    return _distinct([form for form in inequalities if form.keys() - {EMPTY}])


def _bounds(ranges: PlanRanges, inequalities: list[AffineForm], terms: dict[int, str]) -> Iterator[str]:
    """Yield the inequalities in words: bounds of single coordinates, then those that bounds do not imply."""
    least: dict[int, mpq] = {}
    greatest: dict[int, mpq] = {}
    joint = []
    for form in inequalities:
        if len(form.keys() - {EMPTY}) > 1:
            joint.append(form)
            continue
        coordinate, factor = next((k, a) for k, a in form.items() if k != EMPTY)
        bound = -form.get(EMPTY, ZERO) / factor
        if factor > 0:
            least[coordinate] = max(bound, least.get(coordinate, bound))
        else:
            greatest[coordinate] = min(bound, greatest.get(coordinate, bound))
    for coordinate in sorted(least | greatest):
        proved = ranges.interval(coordinate)
        low, high = least.get(coordinate), greatest.get(coordinate)
        if proved is not None:  # a bound that no plan of the set attains is implied by the other inequalities
            low = low if low == proved.least else None
            high = high if high == proved.greatest else None
        if low == ZERO and high not in (None, ONE):  # no weight is below 0 or above 1
            low = None
        elif high == ONE and low not in (None, ZERO):
            high = None
        if low is not None and high is not None:
            yield f"{short(low)} ≤ {terms[coordinate]} ≤ {short(high)}"
        elif low is not None:
            yield f"{terms[coordinate]} ≥ {short(low)}"
        elif high is not None:
            yield f"{terms[coordinate]} ≤ {short(high)}"
    for form in joint:
        if not _is_implied(form, least, greatest):
            yield _comparison(form, terms)


def _is_implied(form: AffineForm, least: dict[int, mpq], greatest: dict[int, mpq]) -> bool:
    """Return whether bounds of single coordinates imply that a linear function is at least 0."""
    value = form.get(EMPTY, ZERO)
    for k, factor in form.items():
        if k != EMPTY:
            end = (least if factor > 0 else greatest).get(k)
            if end is None:
                return False
            value += factor * end
    return bool(value >= 0)


def _comparison(form: AffineForm, terms: dict[int, str]) -> str:
    """Return "form is at least 0" in words, with positive coefficients on both sides."""
    scale = min(abs(a) for k, a in form.items() if k != EMPTY)
    left = {k: a / scale for k, a in form.items() if a > 0 and k != EMPTY}
    right = {k: -a / scale for k, a in form.items() if a < 0 and k != EMPTY}
    constant = form.get(EMPTY, ZERO) / scale
    if not left:
        return f"{_sum(right, terms)} ≤ {short(constant)}"
    (left if constant > 0 else right)[EMPTY] = abs(constant)
    return f"{_sum(left, terms)} ≥ {_sum(right, terms)}"


def _sum(form: AffineForm, terms: dict[int, str]) -> str:
    """Return a linear function in words, the constant first: ``1/2 + x(K, bet) - 2 x(Q, bet)``."""
    text = ""
    for k, factor in sorted(form.items()):
        if factor:
            size = "" if abs(factor) == 1 and k != EMPTY else short(abs(factor))
            text += f" {'-' if factor < 0 else '+'} {' '.join(filter(None, [size, terms.get(k)]))}"
    return f"-{text[3:]}" if text.startswith(" - ") else text[3:] or "0"


def _plus(first: AffineForm, second: AffineForm, factor: mpq = ONE) -> AffineForm:
    total = {k: first.get(k, ZERO) + factor * second.get(k, ZERO) for k in first | second}
    return {k: a for k, a in total.items() if a}


def _distinct(forms: Sequence[AffineForm]) -> list[AffineForm]:
    return list({tuple(sorted(form.items())): form for form in forms}.values())
