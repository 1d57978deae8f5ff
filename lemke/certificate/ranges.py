"""What holds for all plans of a set: the dimension, and exact bounds of weights, probabilities and payoffs.

Let X be the plans x of a player in a maximal set X × Y. A combination of the conditions says Σ c z = 0 with
z = (x, s, 1) (:mod:`lemke.certificate.conditions`). A variable of z that is 0 at the inner point is 0 on all of X. So a
combination proves

- an *equation*: if c is 0 at all slacks that may be positive, then Σ c z = 0 gives one weight in terms of others;
- a *bound* of a linear function a·x. The *reference* of the bound is a sequence ρ. Let d = a + c, and d ≥ 0 at all
  entries of z other than x_ρ that may be positive, the constant 1 included. Then a·x ≥ d_ρ x_ρ on X.

The weights that no equation gives are *coordinates* on X. A bound is stated with the coordinates of a plan that attains
it. A *step* is a plan of X that differs from the inner point in one coordinate only. If every coordinate has a step,
the dimension of X is the number of coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from gmpy2 import mpq
from msgspec import UNSET, Struct, UnsetType

from lemke.certificate.conditions import Combination, Conditions, require
from lemke.certificate.resolution import EquilibriumSet, Ledger
from lemke.errors import NotProvedError
from lemke.game.best_response import best_response
from lemke.game.recall import EMPTY, spread
from lemke.game.strategy import is_realization_plan
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import Vector, exact_dot, zeros


class Interval(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the greatest value of a weight, a probability or a payoff.

    Attributes
    ----------
    least, greatest : mpq
    """

    least: mpq
    greatest: mpq

    @classmethod
    def around(cls, *values: mpq) -> Interval:
        """Return the least interval that contains some values."""
        return cls(min(values), max(values))

    def __iter__(self) -> Iterator[mpq]:
        return iter((self.least, self.greatest))

    def __str__(self) -> str:
        return short(self.least) if self.least == self.greatest else f"{short(self.least)} to {short(self.greatest)}"

    @property
    def cell(self) -> object:
        """The cell of a table: one number, or the least and the greatest in words."""
        return self.least if self.least == self.greatest else str(self)


class MoveRange(NamedTuple):
    """How much of a move is played in a set: its weight and its probability.

    Attributes
    ----------
    weight : Interval
        The realization weight x(σ), a probability.
    probability : Interval | None
        The probability of the move at its information set, in the plans that reach this set; None if none does.
    """

    weight: Interval
    probability: Interval | None

    def __str__(self) -> str:
        probability = "no probability" if self.probability is None else f"probability {self.probability}"
        return f"weight {self.weight}, {probability}"


Quantity: TypeAlias = Literal["every", "some", "no"]
"""How many equilibria play a move."""


class MoveRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move in JSON: the sequence that ends with it, its names, and its range.

    Attributes
    ----------
    sequence : int
        The number of the sequence that ends with the move.
    number, label : int, str
        The number and the label of the information set.
    action : str
        The name of the move.
    weight : Interval | None
        The realization weight of the sequence; null if it was not computed.
    probability : Interval | None
        The probability of the move in the plans that reach the information set; null also if no plan does.
    player : int
        Only over all sets: the player who moves.
    played : str | None
        Only over all sets: whether every, some or no equilibrium plays the move; null if not known.
    """

    sequence: int
    number: int
    label: str
    action: str
    weight: Interval | None
    probability: Interval | None
    player: Literal[1, 2] | UnsetType = UNSET
    played: Quantity | UnsetType | None = UNSET


_LISTED = 3  # the most coordinates of a plan that a message lists
PAYOFF = -1
"""The objective that is the other player's payoff; a sequence as objective stands for its weight."""
Coordinates: TypeAlias = dict[int, mpq]
"""Sequence → weight, for sequences whose weight no equation gives."""
Ratio: TypeAlias = tuple[int, int]
"""An objective, a sequence or ``PAYOFF``, and the sequence by whose weight it is divided (``EMPTY``: by 1)."""
End: TypeAlias = Literal["least", "greatest"]
Equation: TypeAlias = tuple[int, Combination]
"""A sequence, and a combination that gives its weight in terms of other weights."""
AffineForm: TypeAlias = dict[int, mpq]
"""A weight in terms of the coordinates: coordinate → factor. The factor of EMPTY is the constant, because x(∅) = 1."""


class Bound(NamedTuple):
    """The least or the greatest value of an objective divided by the weight of a reference.

    The objective is the weight of a sequence, or the other player's payoff if it is None. With the empty sequence as
    reference, which has the weight 1, the bound is that of the objective itself. The combination is the proof; None if
    0 ≤ x(σ) ≤ x(parent) ≤ 1 proves the bound, where the parent is the sequence without its last move. A plan with the
    coordinates ``attained`` attains the bound.
    """

    end: End
    objective: int | None
    reference: int
    combination: Combination | None
    attained: Coordinates


class RangeProof(Struct, frozen=True, forbid_unknown_fields=True):
    """What proves the ranges of one player's plans in a set.

    Attributes
    ----------
    equations : tuple of Equation
        A sequence, and the combination that gives its weight in terms of coordinates and of weights that earlier
        equations give.
    steps : dict
        Coordinate → its weight in a plan of the set that differs from the inner point in this coordinate only.
    bounds : tuple of Bound
    """

    equations: tuple[Equation, ...]
    steps: Coordinates
    bounds: tuple[Bound, ...]


@dataclass(eq=False)
class PlanRanges:
    """What is proved about one player's plans in a set. Every addition is checked; a false one raises NotProvedError.

    ``plan`` is the inner point, which is positive wherever one of the set's plans is, and ``slack`` has the slacks of
    the other player's sequences against it. ``opposing`` is the other player's plan at the inner point: a plan that is
    0 outside the support of ``plan`` is in the set if all that ``opposing`` plays is a best reply to it. ``payoff`` is
    what the other player gets, as a linear function of the player's plan. ``bounds`` has the bounds and their values,
    by (end, objective, reference) as in :class:`Bound`, with :data:`PAYOFF` for None.
    """

    conditions: Conditions
    plan: Vector
    slack: Vector
    opposing: Vector
    equations: list[Equation] = field(default_factory=list, init=False)
    steps: Coordinates = field(default_factory=dict, init=False)
    bounds: dict[tuple[End, int, int], tuple[Bound, mpq]] = field(default_factory=dict, init=False)

    @classmethod
    def of(cls, ledger: Ledger, equilibrium_set: EquilibriumSet, player: int) -> PlanRanges:
        """Return what is proved about a player's plans in a set of a ledger at first: the inner point only."""
        conditions = ledger.conditions[player]
        plan, values = equilibrium_set.plans[player], equilibrium_set.values[player]
        return cls(conditions, plan, conditions.slack(plan, values), equilibrium_set.plans[1 - player])

    def __repr__(self) -> str:
        return f"<PlanRanges of player {self.conditions.sequences.player + 1}: dimension {self.dimension}>"

    def __post_init__(self) -> None:
        self._forms: dict[int, AffineForm] = {EMPTY: {EMPTY: ONE}}  # sequence that an equation gives → its weight
        self._used: set[int] = {EMPTY}  # sequences in earlier equations: no later equation may give them
        self.payoff: Vector = self.conditions.payoffs @ self.opposing

    @property
    def proof(self) -> RangeProof:
        """All that was proved."""
        return RangeProof(tuple(self.equations), dict(self.steps), tuple(bound for bound, _ in self.bounds.values()))

    def add(self, proof: RangeProof) -> None:
        """Add all that a proof states."""
        named = [sequence for sequence, _ in proof.equations] + list(proof.steps)
        for bound in proof.bounds:
            named += [bound.reference, *bound.attained, EMPTY if bound.objective is None else bound.objective]
        for sequence in named:
            fault, expected = f"a proof of ranges with {self._named(sequence)}", f"from 0 to {len(self.plan) - 1}"
            require(0 <= sequence < len(self.plan), fault, f"a sequence {expected}")
        for equation in proof.equations:
            self.equate(equation)
        for coordinate, weight in proof.steps.items():
            self.step(coordinate, weight)
        for bound in proof.bounds:
            self.bound(bound)

    # ------------------------------------------------------------------ coordinates

    def equate(self, equation: Equation) -> None:
        """Add an equation for the weight of a sequence."""
        sequence, combination = equation
        coefficients = self.conditions.coefficients(combination)
        n = len(self.plan)  # coefficients of x come first, then of s, then of the constant
        for slack in np.flatnonzero((coefficients[n:-1] != 0) & (self.slack > 0)):
            fault = f"the slack of sequence {slack} of player {self._opponent} in the equation for"
            expected = "the coefficient 0, because this slack may be positive"
            raise NotProvedError(f"{fault} {self._named(sequence)}, expected {expected}")
        terms = {int(k): coefficients[k] for k in np.flatnonzero((coefficients[:n] != 0) & (self.plan > 0))}
        terms[EMPTY] = terms.get(EMPTY, ZERO) + coefficients[-1]  # x(∅) = 1: add the constant to its coefficient
        factor = terms.pop(sequence, ZERO)
        if not factor or sequence in self._used:
            reason = f"the equation does not contain sequence {sequence}, or no plan of the set plays it"
            if sequence in self._used:
                reason = f"an earlier equation contains sequence {sequence}" if sequence else "its weight is always 1"
            expected = f"another sequence, because {reason}"
            raise NotProvedError(f"an equation for {self._named(sequence)}, expected {expected}")
        self._forms[sequence] = self.reduce({term: -entry / factor for term, entry in terms.items()})
        self._used |= {sequence, *terms}
        self.equations.append(equation)

    @property
    def coordinates(self) -> list[int]:
        """The sequences that the set plays and whose weight no equation gives."""
        return [k for k in np.flatnonzero(self.plan > 0).tolist() if k not in self._forms]

    def step(self, coordinate: int, weight: mpq) -> None:
        """Add a plan that differs from the inner point in this coordinate only."""
        if coordinate not in self.coordinates or weight == self.plan[coordinate]:
            expected = f"another weight than {short(weight)}, the weight at the inner point"
            if coordinate in self._forms:
                expected = f"another sequence, because an equation gives the weight of sequence {coordinate}"
            elif not self.plan[coordinate]:
                expected = f"another sequence, because no plan of the set plays sequence {coordinate}"
            raise NotProvedError(f"the plan in steps for {self._named(coordinate)}, expected {expected}")
        self.plan_at({k: self.plan[k] for k in self.coordinates} | {coordinate: weight})
        self.steps[coordinate] = weight

    @property
    def dimension(self) -> int | None:
        """The dimension of the set of plans; None until it is proved."""
        coordinates = self.coordinates
        return len(coordinates) if self.steps.keys() >= set(coordinates) else None

    def reduce(self, terms: AffineForm) -> AffineForm:
        """Return Σ factor · x(sequence), for the terms sequence → factor, in terms of the coordinates."""
        total: AffineForm = {}
        for sequence, factor in terms.items():
            for k, entry in self._forms.get(sequence, {sequence: ONE}).items():
                total[k] = total.get(k, ZERO) + factor * entry
        return {k: entry for k, entry in total.items() if entry}

    def form(self, sequence: int) -> AffineForm:
        """Return the weight of a sequence in terms of the coordinates."""
        return self.reduce({sequence: ONE}) if self.plan[sequence] else {}

    def share(self, sequence: int) -> mpq | None:
        """Return the probability of a sequence's last move if it is the same in all plans that reach its set."""
        parent = self.conditions.sequences.shorter[sequence]
        share = self.plan[sequence] / self.plan[parent]
        same = self.form(sequence) == {k: share * factor for k, factor in self.form(parent).items() if share}
        return share if same else None

    def is_in(self, plan: Vector) -> bool:
        """Return whether a plan is in the set."""
        if not is_realization_plan(self.conditions.sequences, plan) or np.any(plan[self.plan == 0] != 0):
            return False
        payoffs = self.conditions.opposing_payoffs(plan)
        best = best_response(self.conditions.opposing, payoffs)
        losses = spread(self.conditions.opposing, np.append(best.value, best.set_values)) - payoffs
        return not np.any(losses[self.opposing > 0] != 0)  # all that ``opposing`` plays is a best reply

    def plan_at(self, coordinates: Coordinates) -> Vector:
        """Return the plan with these coordinates (missing ones are 0); NotProvedError if the plan is not in the set."""
        weights = {EMPTY: ONE} | coordinates
        plan = zeros(len(self.plan))
        for sequence in np.flatnonzero(self.plan > 0).tolist():
            form = self._forms.get(sequence, {sequence: ONE})
            plan[sequence] = sum((factor * weights[k] for k, factor in form.items() if k in weights), ZERO)
        if not self.is_in(plan):
            listed = ", ".join(f"{k}: {short(weight)}" for k, weight in list(coordinates.items())[:_LISTED])
            more = ", …" if len(coordinates) > _LISTED else ""
            owner = f"player {self.conditions.sequences.player + 1}"
            raise NotProvedError(
                f"the coordinates {{{listed}{more}}} of {owner}, expected coordinates of a plan in the set"
            )
        return plan

    def _named(self, sequence: int) -> str:
        return f"sequence {sequence} of player {self.conditions.sequences.player + 1}"

    @property
    def _opponent(self) -> int:
        """The number of the other player, from 1."""
        return 2 - self.conditions.sequences.player

    # ------------------------------------------------------------------ bounds

    def bound(self, bound: Bound) -> mpq:
        """Add a bound, and return its value."""
        end, stated, reference, combination, attained = bound
        payoff = f"the payoff of player {self._opponent}"
        what = f"the {end} value of {payoff if stated is None else f'the weight of {self._named(stated)}'}"
        what += f" relative to sequence {reference}" if reference else ""
        plan = self.plan_at(attained)
        require(plan[reference], f"{what}, with a plan that does not play sequence {reference}", "a plan that plays it")
        objective = self.objective(PAYOFF if stated is None else stated)
        value = exact_dot(objective, plan) / plan[reference]
        expected = f"a combination that proves {short(value)}"
        if combination is None:  # 0 ≤ x(σ) ≤ x(parent) ≤ 1 must prove the bound
            parents = () if stated is None else (EMPTY, self.conditions.sequences.shorter[stated])
            is_trivial = value == 0 if end == "least" else value == 1 and reference in parents
            require(stated is not None and is_trivial, f"{what}, without a combination", expected)
        else:
            sign = -1 if end == "greatest" else 1  # an upper bound of a·x is a lower bound of −a·x
            d = self.conditions.coefficients(combination)
            d[: len(plan)] += sign * objective
            d[EMPTY] += d[-1]  # x(∅) = 1: add the constant to its coefficient
            excess = d[reference] - sign * value
            d[reference] = d[-1] = ZERO
            is_proved = not excess and not np.any(d[:-1][np.append(self.plan, self.slack) > 0] < 0)
            require(is_proved, f"{what}, with a combination that does not prove the value of the plan", expected)
        self.bounds[end, PAYOFF if stated is None else stated, reference] = bound, value
        return value

    def objective(self, objective: int) -> Vector:
        """Return the coefficients of an objective as a linear function of the plan."""
        if objective == PAYOFF:
            return self.payoff
        unit = zeros(len(self.plan))
        unit[objective] = ONE
        return unit

    def _reduced(self, objective: int) -> tuple[int | None, mpq, mpq]:
        """Return (k, a, b), where k is a coordinate and the objective is a + b x(k) in all plans of the set.

        (None, a, 0) if the objective is a in all plans; (objective, 0, 1) if it depends on several coordinates.
        """
        form = self.reduce({k: a for k, a in enumerate(self.objective(objective)) if a and self.plan[k]})
        constant = form.pop(EMPTY, ZERO)
        if not form:
            return None, constant, ZERO
        if len(form) == 1:
            ((coordinate, factor),) = form.items()
            return coordinate, constant, factor
        return objective, ZERO, ONE

    def interval(self, objective: int) -> Interval | None:
        """Return the range of a weight or of the payoff; None until it is proved."""
        basis, constant, factor = self._reduced(objective)
        if basis is None:
            return Interval(constant, constant)
        ends = self._proved_interval(basis, EMPTY)
        return ends and Interval.around(*(constant + factor * end for end in ends))

    def unproved(self, objectives: Iterable[int]) -> list[Ratio]:
        """Return the ratios whose bounds the payoff's range, or the range of a move, still needs."""
        ratios: list[Ratio] = []
        for objective in objectives:
            basis, _, _ = self._reduced(objective)
            ratios += [] if basis is None else [(basis, EMPTY)]
            ratio = None if objective == PAYOFF else self._ratio(objective)
            ratios += [] if ratio is None else [ratio]
        return [ratio for ratio in dict.fromkeys(ratios) if self._proved_interval(*ratio) is None]

    def move(self, sequence: int) -> MoveRange | None:
        """Return the range of a move; None until it is proved."""
        weight = self.interval(sequence)
        if weight is None:
            return None
        parent = self.conditions.sequences.shorter[sequence]
        if not self.plan[parent]:
            return MoveRange(weight, None)
        basis, constant, _ = self._reduced(parent)
        if basis is None:  # the parent has the weight ``constant`` in all plans
            return MoveRange(weight, Interval(weight.least / constant, weight.greatest / constant))
        ratio = self._ratio(sequence)
        if ratio is None:
            share = self.plan[sequence] / self.plan[parent]
            return MoveRange(weight, Interval(share, share))
        ends = self._proved_interval(*ratio)
        if ends is None:
            return None
        if ratio[0] != sequence:  # the bounds of the other move: p₂ = 1 − p₁
            ends = Interval.around(*(1 - end for end in ends))
        return MoveRange(weight, ends)

    def _ratio(self, sequence: int) -> Ratio | None:
        """Return the ratio whose bounds give the range of a move's probability; None if none are needed.

        At an information set with two moves, the bounds of the first move serve both: p₂ = 1 − p₁.
        """
        parent = self.conditions.sequences.shorter[sequence]
        if not self.plan[sequence] or self._reduced(parent)[0] is None or self.share(sequence) is not None:
            return None
        moves = self._siblings[sequence]
        return (moves[0] if len(moves) == 2 else sequence), parent

    def _proved_interval(self, objective: int, reference: int) -> Interval | None:
        """Return the range of an objective relative to a reference; None until both bounds are proved."""
        least = self.bounds.get(("least", objective, reference))
        greatest = self.bounds.get(("greatest", objective, reference))
        return None if least is None or greatest is None else Interval(least[1], greatest[1])

    @cached_property
    def _siblings(self) -> dict[int, range]:
        """Sequence → all sequences whose last move is at the same information set."""
        sequences = self.conditions.sequences
        return {k: moves for moves in map(sequences.moves, range(len(sequences.sets))) for k in moves}
