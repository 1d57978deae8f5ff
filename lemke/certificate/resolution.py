"""All equilibria of a game as a union of convex sets, with the proof that none is missing.

The *variables* of a game are x and s, then y and r, in one numbering. x is the plan of player 1, and y of player 2. s
are the *slacks* of player 2's sequences, and r of player 1's: how much less than a best reply a sequence gets. The
weight and the slack of a sequence are *partners*: in an equilibrium at least one of the two is 0. Sets of variables are
bit sets in an ``int``.

The proof is by resolution, as in logic. A *conflict* is a set of statements "this variable is 0" and "this variable is
positive" that no equilibrium outside the listed sets satisfies together. Every step of the proof states a conflict,
which is checked. The last step of a complete proof states the empty conflict: there is no other equilibrium.
A *combination* of the conditions on one player's plan has a *core*, a set of variables. It proves one of two facts
(:mod:`lemke.certificate.conditions`): the variables of the core are never all 0; or further variables are 0 where all
variables of the core are 0.
Combinations, listed sets and steps have numbers from 0, in the order of their addition to the :class:`Ledger`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from gmpy2 import mpq
from msgspec import Struct

from lemke.certificate.conditions import Combination, Conditions, Goal, Objective, require, signs
from lemke.certificate.judge import Judge
from lemke.errors import NotProvedError
from lemke.game.strategy import is_realization_plan
from lemke.ground.masks import mask_of, mask_where, members
from lemke.ground.rational import short
from lemke.ground.sparse import ByValue, Vector
from lemke.ground.words import count

Item = TypeVar("Item")


class Excluded(Struct, frozen=True, array_like=True, tag="excluded", forbid_unknown_fields=True):
    """The variables in the core of a combination are not all 0.

    With ``variable``, the step states this only for the case that the variable is positive.
    """

    combination: int
    variable: int | None = None


class Complementary(Struct, frozen=True, array_like=True, tag="complementary", forbid_unknown_fields=True):
    """A variable and its partner cannot both be positive."""

    variable: int


class Inside(Struct, frozen=True, array_like=True, tag="inside", forbid_unknown_fields=True):
    """An equilibrium is in a listed set if all variables of ``Ledger.outside`` are 0.

    The step states the conflict that the cores of the combinations are 0, and all variables of ``Ledger.outside``
    that no combination proves to be 0.
    """

    equilibrium_set: int
    combinations: tuple[int, ...]


class Resolved(Struct, frozen=True, array_like=True, tag="resolved", forbid_unknown_fields=True):
    """A case distinction on a variable: the conflicts of two earlier steps are joined, without the variable.

    ``zero`` is the step for the case that the variable is 0. ``positive`` is the step for the case that the variable is
    positive and its partner therefore 0.
    """

    variable: int
    zero: int
    positive: int


class Bounded(Struct, frozen=True, array_like=True, tag="bounded", forbid_unknown_fields=True):
    """Where the variables ``zero`` are 0, no equilibrium exceeds the best known value of the objective.

    The combinations, for player 1's plans and for player 2's, prove the bound (``Goal.bound``).
    """

    zero: tuple[int, ...]
    combinations: tuple[int | None, int | None]


ProofStep: TypeAlias = Excluded | Complementary | Inside | Resolved | Bounded
"""A step of a proof; in JSON, a list of the name of its kind and its fields."""


class Conflict(NamedTuple):
    """Two bit sets of variables: at no further equilibrium are all of ``zero`` 0 and all of ``positive`` positive.

    An equilibrium is *further* if it is outside the listed sets; with an objective, if it exceeds the best known value.
    """

    zero: int = 0
    positive: int = 0


@dataclass(frozen=True, eq=False)
class EquilibriumSet(ByValue):
    """A maximal product X × Y of convex sets of plans, all of whose pairs are equilibria.

    X has the plans x that are 0 outside the support of ``plans[0]``, and to which every sequence in the support of
    ``plans[1]`` is a best reply. Y is defined in the same way, with the players exchanged.

    Attributes
    ----------
    plans : (exact vector, exact vector)
        *Inner points*: the first is positive wherever some plan of X is, the second wherever some plan of Y is.
    values : (exact vector, exact vector)
        v of player 2 and u of player 1: the payoff, then a value for each information set. Every slack that
        is positive with any values for the same set is positive with these values.
    maximal : (Combination | None, Combination | None)
        Proofs that X and Y are maximal. For X, assume that x is 0 at all sequences that are not best replies to all of
        Y, and that all slacks in the support of Y are 0. The combination then proves that every variable that is 0 at
        the inner point is 0. None if the assumption already names all these variables.
    """

    plans: tuple[Vector, Vector]
    values: tuple[Vector, Vector]
    maximal: tuple[Combination | None, Combination | None]

    @property
    def payoffs(self) -> tuple[mpq, mpq]:
        """What both players get at the inner point."""
        return self.values[1][0], self.values[0][0]

    @property
    def support(self) -> int:
        """The number of sequences that the inner point plays; no equilibrium of the set plays more."""
        return sum(int(np.count_nonzero(plan != 0)) for plan in self.plans)

    @property
    def is_pure(self) -> bool:
        """Whether the set is one equilibrium in pure strategies."""
        return all(bool(np.all((plan == 0) | (plan == 1))) for plan in self.plans)


class Ledger:
    """The conflicts that the steps of a proof state, in order; each is checked when it is added.

    ``conflicts`` has one per step. ``signs`` has (core, vanishing, impossible) of each combination: where all variables
    of the core are 0, all variables of ``vanishing`` are 0; ``impossible`` says whether the variables of the core are
    never all 0. ``outside`` has, for each set, the variables that are 0 in it by definition: an equilibrium where they
    all are 0 is in the set. ``goal`` is the objective to be maximized, with the best known value ``best``; None if all
    equilibria are listed. ``half`` is the number of the variables (x, s). The variables (y, r) are as many; their
    numbers begin with ``half``.
    """

    def __init__(self, judge: Judge, objective: Objective | None = None) -> None:
        self.judge = judge
        self.conditions = Conditions.of(judge, 0), Conditions.of(judge, 1)
        self.goal = None if objective is None else Goal(judge, self.conditions, objective)
        self.best: mpq | None = None
        self.half = self.conditions[0].size
        self.sets: list[EquilibriumSet] = []
        self.combinations: list[Combination] = []
        self.steps: list[ProofStep] = []
        self.conflicts: list[Conflict] = []
        self.signs: list[tuple[int, int, bool]] = []
        self.outside: list[int] = []

    @property
    def is_complete(self) -> bool:
        """Whether the last step states that there is no equilibrium outside the sets."""
        return bool(self.conflicts) and self.conflicts[-1] == Conflict()

    def partner(self, variable: int) -> int:
        """Return the slack of a weight, or the weight of a slack."""
        n, k = self.judge.sequences[0].size, self.judge.sequences[1].size
        # the order is x (n), s (k), y (k), r (n)
        if variable < n:  # x and r
            return self.half + k + variable
        if variable < self.half:  # s and y
            return self.half + variable - n
        variable -= self.half
        return n + variable if variable < k else variable - k

    def combine(self, combination: Combination) -> int:
        """Add a combination and return its number; a NotProvedError if it is unfit or proves nothing."""
        player = combination.player - 1
        negative, positive = signs(self.conditions[player].coefficients(combination))
        constant = 1 << self.half  # the bit of the constant, the last coefficient
        if negative & constant:
            if self.goal is None:
                stated = short(combination.constraints[0])
                raise NotProvedError(
                    f"{stated} at position 0 of λ, expected at most 0: the constant −λ₀ must not be negative"
                )
            negative = positive = 0  # the combination excludes nothing, but it may bound the objective
        shift = self.half * player
        self.combinations.append(combination)
        self.signs.append((negative << shift, (positive & ~constant) << shift, bool(positive & constant)))
        return len(self.combinations) - 1

    def include(self, equilibrium_set: EquilibriumSet) -> int:
        """Add a set and return its number; a NotProvedError if it is no set of equilibria, or not proved maximal."""
        # bit sets: the supports S of x and T of y, and where the slacks s of player 2 and r of player 1 are positive
        (S, s), (T, r) = (self._positive(equilibrium_set, player) for player in (0, 1))
        if S & r or T & s:
            player, losing = (0, S & r) if S & r else (1, T & s)
            fault = f"sequence {next(members(losing))} of player {player + 1} with positive weight and positive slack"
            raise NotProvedError(f"{fault}, expected 0 for one of the two")
        self._require_maximal(equilibrium_set, 0, (S, s), (T, r))
        self._require_maximal(equilibrium_set, 1, (T, r), (S, s))
        n, k = (sequences.size for sequences in self.judge.sequences)
        # the weights outside the supports, and the slacks of all sequences in the supports
        outside = ((1 << n) - 1) & ~S | T << n | (((1 << k) - 1) & ~T | S << k) << self.half
        if outside in self.outside:
            number = self.outside.index(outside) + 1
            raise NotProvedError(f"the same equilibria as in set {number}, expected each set once")
        self.sets.append(equilibrium_set)
        self.outside.append(outside)
        return len(self.sets) - 1

    def _positive(self, equilibrium_set: EquilibriumSet, player: int) -> tuple[int, int]:
        """Return bit sets: a player's sequences with a positive weight, the other player's with a positive slack."""
        conditions = self.conditions[player]
        plan, values = equilibrium_set.plans[player], equilibrium_set.values[player]
        name = f"player {player + 1}"
        fault = f"{count(len(plan), 'weight')} of {name} that form no realization plan"
        expected = f"{conditions.sequences.size}, none negative, the first 1, with exact sums at information sets"
        require(plan.ndim == 1 and is_realization_plan(conditions.sequences, plan), fault, expected)
        size = len(conditions.opposing.sets) + 1
        expected = f"{size}: the payoff of player {2 - player}, then one per information set of that player"
        require(values.shape == (size,), f"{count(len(values), 'value')} against the plan of {name}", expected)
        slack = conditions.slack(plan, values)
        if np.any(slack < 0):
            sequence = f"sequence {np.flatnonzero(slack < 0)[0]} of player {2 - player}"
            raise NotProvedError(
                f"values against the plan of {name} with a negative slack of {sequence}, expected slacks of at least 0"
            )
        return mask_where(plan > 0), mask_where(slack > 0)

    def _require_maximal(
        self, equilibrium_set: EquilibriumSet, player: int, positive: tuple[int, int], opposing: tuple[int, int]
    ) -> None:
        """Raise a NotProvedError unless it is proved that no further variable can be positive in the set."""
        size = self.conditions[player].sequences.size
        plan, slack = positive
        support, loss = opposing  # the other player's support, and sequences of the player that lose against it
        core = loss | support << size  # variables that are 0 by assumption: see EquilibriumSet.maximal
        # variables that are 0 at the inner point, but not by assumption
        further = ((1 << self.half) - 1) & ~(core | plan | slack << size)
        negative = vanishing = 0
        combination = equilibrium_set.maximal[player]
        if combination is not None:
            negative, vanishing = signs(self.conditions[player].coefficients(combination))
        fault = "no combination" if combination is None else "a combination that proves too little"
        expected = f"a proof that the plans of player {player + 1} are maximal and plans[{player}] an inner point"
        is_maximal = not (negative & ~core or further & ~vanishing)
        require(is_maximal, f"maximal[{player}] is {fault}", expected)

    def add(self, step: ProofStep) -> int:
        """Add a step and return its number; a NotProvedError if it does not follow."""
        conflict = self.conflict(step)
        self.steps.append(step)
        self.conflicts.append(conflict)
        return len(self.conflicts) - 1

    def conflict(self, step: ProofStep) -> Conflict:
        """Return the conflict that a step states; a NotProvedError if it does not follow from earlier steps."""
        variables = range(2 * self.half)
        if isinstance(step, Resolved):
            if_zero, if_positive = (_known(self.conflicts, number, "step") for number in (step.zero, step.positive))
            bit = 1 << _known(variables, step.variable, "variable")
            # where the variable is positive, its partner is 0 anyway, so the joint conflict need not state that
            zero = if_zero.zero & ~bit | if_positive.zero & ~(1 << self.partner(step.variable))
            return Conflict(zero, if_zero.positive | if_positive.positive & ~bit)
        if isinstance(step, Complementary):
            variable = _known(variables, step.variable, "variable")
            return Conflict(0, 1 << variable | 1 << self.partner(variable))
        if isinstance(step, Bounded):
            return self._bounded(step)
        if isinstance(step, Excluded):
            core, vanishing, impossible = _known(self.signs, step.combination, "combination")
            if step.variable is None:
                fault = f"combination {step.combination} does not exclude that its core is 0"
                require(impossible, fault, "a combination with a positive constant")
                return Conflict(core)
            fault = f"combination {step.combination} does not prove variable {step.variable} to be 0"
            expected = f"a combination with a positive coefficient of variable {step.variable}"
            require(vanishing >> _known(variables, step.variable, "variable") & 1, fault, expected)
            return Conflict(core, 1 << step.variable)
        expected = "bounded: a set may have better equilibria"
        require(self.goal is None, "the kind inside in the proof of a best equilibrium", expected)
        zero, unproved = 0, _known(self.outside, step.equilibrium_set, "set")
        for number in step.combinations:
            core, vanishing, _ = _known(self.signs, number, "combination")
            zero |= core
            unproved &= ~vanishing
        return Conflict(zero | unproved)  # unproved: not shown to be 0 by a combination

    def _bounded(self, step: Bounded) -> Conflict:
        if self.goal is None or self.best is None:
            raise NotProvedError("the kind bounded in a proof without an objective, expected another kind")
        first, second = (
            None if number is None else _known(self.combinations, number, "combination") for number in step.combinations
        )
        variables = mask_of(_known(range(2 * self.half), variable, "variable") for variable in step.zero)
        bound = self.goal.bound((variables & (1 << self.half) - 1, variables >> self.half), (first, second))
        found = "combinations that prove no upper bound" if bound is None else f"the bound {short(bound)}"
        expected = f"at most {short(self.best)} where the variables of the step are 0"
        require(bound is not None and bound <= self.best, f"{found} of the objective", expected)
        return Conflict(variables)


def _known(items: Sequence[Item], number: int, noun: str) -> Item:
    """Return the item with a number; a NotProvedError if there is none."""
    if not 0 <= number < len(items):
        known = f"a number from 0 to {len(items) - 1}" if items else f"none, because there is no earlier {noun}"
        raise NotProvedError(f"{noun} {number}, expected {known}")
    return items[number]
