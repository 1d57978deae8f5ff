"""The search for all equilibria: branch on which variables are 0, and learn from every branch that closes.

A state fixes some variables (:mod:`lemke.certificate.resolution`) to be 0, and some to be positive. The variables that
are 0 define the state's face. On the face, take a point of each half (:mod:`~lemke.solvers.equilibrium_sets.search`) at
which all variables are positive that can be. If there is no point, or no point at which the state's positive variables
are positive, an exact combination of the conditions (:mod:`lemke.certificate.conditions`) proves this, and gives a
conflict. If no variable is positive together with its partner, all pairs of points of the face are equilibria. They are
a set, which is extended to a maximal set. Otherwise the search branches on a variable that is positive together with
its partner. In one branch the variable is positive and its partner is 0, in the other branch the variable is 0.

When both branches are closed, the resolvent of their conflicts closes the parent state. The resolvent has all
statements of both conflicts, except what the two branches suppose. It is learned: it may close other states, or leave
other states only one branch. If the conflict of the first branch does not depend on the branching, this conflict closes
the parent, and there is no second branch (branching as in Audet, Hansen, Jaumard, Savard 2001; learning of conflicts as
in Marques Silva and Sakallah 1999).

:class:`Conflicts` has the learned conflicts. A state is excluded if it has all statements of a conflict. If it has all
statements but one, the opposite of this statement follows (Davis, Putnam 1960).

The half of player 1 (:class:`HalfCone`) is the cone over {(x, s): E x = e, x ≥ 0, s = Fᵀv − Bᵀx ≥ 0 for some v}, with
the constant 1 as the last variable. A face on which the constant can only be 0 has no plan. Sets of variables are bit
sets in an ``int``: first the bits of x, then those of s, then the constant's bit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    Combination,
    Complementary,
    Conflict,
    EquilibriumSet,
    Excluded,
    Inside,
    Ledger,
    ProofStep,
    Resolved,
)
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.masks import mask_where, members
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector
from lemke.ground.words import count
from lemke.linear.guided import Cone, ConePoint, Support


class HalfCone(Cone):
    """The half of the conditions that has one player's plan x and the values v of the opponent's information sets."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        E, F, B = (form.E, form.F, form.B) if player == 0 else (form.F, form.E, form.A.T)
        (rows, n), (sets, k) = E.shape, F.shape
        self.player, self.rows = player, rows  # the number of rows of E
        # with z = (x, s, constant) and w = v: first E x − e·constant = 0, then Fᵀv − Bᵀx − s = 0
        constant = SparseMatrix.from_entries((rows, 1), [0], [0], [-ONE])
        identity = SparseMatrix.from_entries((k, k), range(k), range(k), [-ONE] * k)
        blocks = [(0, 0, E), (0, n + k, constant), (rows, 0, -B.T), (rows, n, identity), (rows, n + k + 1, F.T)]
        super().__init__(SparseMatrix.of_blocks((rows + k, n + k + 1 + sets), blocks), n + k + 1)
        self.plan_size, self.constant = n, n + k

    def played(self, positive: int) -> int:
        """Return the sequences that the plan plays, given the positive variables."""
        return positive & (1 << self.plan_size) - 1

    def replies(self, positive: int) -> int:
        """Return the opponent's sequences with slack 0, its best replies, given the positive variables."""
        return (1 << self.constant - self.plan_size) - 1 & ~(positive >> self.plan_size)

    def outside(self, played: int, replies: int) -> int:
        """Return the variables that are 0 if only ``played`` sequences are played and ``replies`` are best replies."""
        return (1 << self.plan_size) - 1 & ~played | replies << self.plan_size

    def combination(self, multipliers: Vector) -> Combination:
        """Return multipliers π of the rows as a combination of the player's conditions, with coefficients −Nᵀπ."""
        constraints, deviation = (
            {k: numbers[k] for k in np.flatnonzero(numbers).tolist()}
            for numbers in (-multipliers[: self.rows], multipliers[self.rows :])
        )
        return Combination(1 if self.player == 0 else 2, constraints, deviation)

    def plan(self, point: ConePoint) -> tuple[Vector, Vector]:
        """Return the plan and the values at a point of the cone whose constant is positive."""
        scale: mpq = ONE / point.z[self.constant]
        return np.asarray(point.z[: self.plan_size] * scale), np.asarray(point.w * scale)


Consequence: TypeAlias = tuple[int, bool, int]
"""A variable; whether it is positive, so that its partner is 0, or else 0 itself; and the step whose conflict implies
it."""


class Conflicts:
    """Learned conflicts, none of which contains another: the number of the step that proves it → its statements.

    Statements are bits, first "variable is 0" for all variables, then "variable is positive". Whole numbers of Python
    are fast enough: searches of 2000 steps take about 10 % longer than with arrays of words.
    """

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.learned: dict[int, int] = {}

    def learn(self, conflict: Conflict, step: int) -> None:
        """Add a conflict unless it contains a learned conflict; remove the learned conflicts that contain it."""
        bits = conflict.zero | conflict.positive << self.variables
        if not any(known & bits == known for known in self.learned.values()):
            self.learned = {number: known for number, known in self.learned.items() if known & bits != bits}
            self.learned[step] = bits

    def follow(self, state: Conflict) -> int | list[Consequence]:
        """Return the step of a conflict that the state contains; if there is none, all consequences.

        A conflict has a consequence if the state has all but one of the conflict's statements, and not the opposite of
        that one.
        """
        stated = state.zero | state.positive << self.variables
        opposite = state.positive | state.zero << self.variables
        consequences: dict[int, Consequence] = {}
        for step, known in self.learned.items():
            missing = known & ~stated
            if not missing:
                return step
            # x & (x − 1) is x without its lowest bit
            if not missing & (missing - 1) and not missing & opposite and missing not in consequences:
                bit = missing.bit_length() - 1
                positive = bit < self.variables  # the missing statement is "variable is 0", so it is positive
                consequences[missing] = bit if positive else bit - self.variables, positive, step
        return list(consequences.values())


@dataclass
class SearchLevel:
    """A state on the current branch, with its consequences in the order in which they were derived, and its branching.

    ``slack`` is positive in the first branch, and 0 in the second; it is None while the state does not branch.
    ``first_conflict`` closed the first branch; ``contained`` is a learned conflict that the state contains, if one is
    known.
    """

    state: Conflict
    consequences: list[Consequence] = field(default_factory=list)
    slack: int | None = None
    first_conflict: int | None = None
    contained: int | None = None


class Search:
    """The search for all equilibria of a game, which may be stopped and continued.

    The ledger has the sets that were found, and all proved steps; a learned conflict is the number of its step.
    ``states`` counts the states whose faces were examined; states that learned conflicts close at once do not count.
    """

    def __init__(self, form: SequenceForm, ledger: Ledger) -> None:
        self.ledger = ledger
        self.halves = HalfCone(form, 0), HalfCone(form, 1)
        self.half_size = sum(form.A.shape)  # variables of one half: a plan and the slacks of the opponent's sequences
        self.conflicts = Conflicts(2 * self.half_size)
        self.states = 0
        self.open_branches = 1
        self._levels: list[SearchLevel] = []
        for number, conflict in enumerate(ledger.conflicts):  # of an earlier search
            self.conflicts.learn(conflict, number)

    def start(self, plans: tuple[Vector, Vector]) -> None:
        """Add the maximal set that contains an equilibrium."""
        x, y = plans
        if self._maximal_set(mask_where(x > 0), mask_where(y > 0)) is None:
            raise NotProvedError("the set around an equilibrium could not be proved to be maximal")

    def sets(self) -> Iterator[int]:
        """Search until all states are closed, and so the ledger is complete; yield the number of every new set."""
        state: Conflict | None = Conflict()
        self._levels.clear()
        while state is not None:
            self.open_branches = 1 + sum(level.first_conflict is None for level in self._levels)
            limits.report(self._progress)
            known_sets = len(self.ledger.sets)
            level = self._descend(state)
            learned = self._examine(level)
            yield from range(known_sets, len(self.ledger.sets))
            if learned is None:
                self._levels.append(level)
                state = self._branch(level, positive=True)
            else:
                state = self._ascend(self._without_consequences(learned, level))
        self.open_branches = 0

    def by_half(self, variables: int) -> tuple[int, int]:
        """Return the variables of half 1 and of half 2, numbered from 0 in each half."""
        return variables & (1 << self.half_size) - 1, variables >> self.half_size

    def _progress(self) -> str:
        return f"{count(len(self.ledger.sets), 'set')}, {count(self.states, 'state')}, {len(self._levels)} deep"

    # ------------------------------------------------------------------ states

    def _branch(self, level: SearchLevel, *, positive: bool) -> Conflict:
        """Return the state of one of the two branches."""
        assert level.slack is not None
        state, slack = level.state, 1 << level.slack
        if positive:
            return Conflict(state.zero | 1 << self.ledger.partner(level.slack), state.positive | slack)
        return Conflict(state.zero | slack, state.positive)

    def _descend(self, state: Conflict) -> SearchLevel:
        """Return a state with all consequences of the learned conflicts; stop early at a contradiction."""
        level = SearchLevel(state)
        while not isinstance(derived := self.conflicts.follow(level.state), int):
            if not derived:
                return level
            for consequence in derived:
                self._suppose(level, consequence)
                if level.state.zero & level.state.positive:  # a contradiction
                    return level
        level.contained = derived
        return level

    def _suppose(self, level: SearchLevel, consequence: Consequence) -> None:
        """Add a consequence to a state, unless the state has it already.

        If the state has the opposite, add nothing: then the state contains the consequence's reason, a conflict.
        """
        zero, positive = level.state
        number, is_positive, _ = consequence
        variable = 1 << number
        if (zero | positive) & variable:
            return
        level.consequences.append(consequence)
        if is_positive:
            level.state = Conflict(zero | 1 << self.ledger.partner(number), positive | variable)
        else:
            level.state = Conflict(zero | variable, positive)

    def _ascend(self, learned: int) -> Conflict | None:
        """Go back from a closed state to the last open branch; return this branch's state, or None if none is open.

        The conflict of the closed state, or its resolvents with the conflicts of first branches, close the levels in
        between.
        """
        while self._levels:
            level, conflict = self._levels[-1], self.ledger.conflicts[learned]
            assert level.slack is not None
            if level.first_conflict is None:
                if self._supposes_positive(conflict, level.slack):
                    level.first_conflict = learned
                    return self._branch(level, positive=False)
            elif conflict.zero >> level.slack & 1:
                learned = self.ledger.add(Resolved(level.slack, learned, level.first_conflict))
            self._levels.pop()
            learned = self._without_consequences(learned, level)
        return None

    def _supposes_positive(self, conflict: Conflict, variable: int) -> bool:
        """Return whether a conflict says that a variable is positive, or that its partner is 0."""
        return bool(conflict.positive >> variable & 1 or conflict.zero >> self.ledger.partner(variable) & 1)

    def _without_consequences(self, learned: int, level: SearchLevel) -> int:
        """Replace a state's consequences in a conflict by their reasons; learn the new conflict, and return it."""
        resolvent = learned
        for variable, positive, reason in reversed(level.consequences):
            conflict = self.ledger.conflicts[resolvent]
            if positive and self._supposes_positive(conflict, variable):
                resolvent = self.ledger.add(Resolved(variable, reason, resolvent))
            elif not positive and conflict.zero >> variable & 1:
                resolvent = self.ledger.add(Resolved(variable, resolvent, reason))
        # a resolvent, with reasons here or of two branches in :meth:`_ascend`, may not be learned yet
        if resolvent != learned or level.slack is not None:
            self.conflicts.learn(self.ledger.conflicts[resolvent], resolvent)
        return resolvent

    # ------------------------------------------------------------------ one state

    def _examine(self, level: SearchLevel) -> int | None:
        """Return the conflict that closes a state; None if the state has a slack to branch on."""
        state = level.state
        if clash := state.zero & state.positive:  # both a variable and its partner are supposed to be positive
            return self._learn_step(Complementary(next(members(clash))))
        if level.contained is not None:
            return level.contained
        self.states += 1
        zeros = self.by_half(state.zero)
        for is_exact in (False, True):
            if is_exact:  # a proposal of HiGHS was wrong: solve the face exactly, once more
                for half, zero in zip(self.halves, zeros, strict=True):
                    half.settle(zero)
            learned = self._closing_conflict(level, zeros)
            if learned is not None or level.slack is not None:
                return learned
        raise NotProvedError("a face of the equilibrium conditions could be neither closed nor split")

    def _closing_conflict(self, level: SearchLevel, zeros: tuple[int, int]) -> int | None:
        """Return the conflict that closes a state.

        Return None if the state has a slack to branch on, which then becomes ``level.slack``, or if a proposal of HiGHS
        is wrong.
        """
        supports = []
        for half, zero, positive in zip(self.halves, zeros, self.by_half(level.state.positive), strict=True):
            possible, values = half.support(zero)
            missing = (positive | 1 << half.constant) & ~possible
            if missing:
                return self._exclusion(half, zero, missing)
            supports.append((possible, values))
        level.slack = self._branching_slack(supports)
        return self._conflict_of_equilibria(zeros, supports) if level.slack is None else self._conflict_of_bound(zeros)

    def _conflict_of_equilibria(self, zeros: tuple[int, int], supports: list[Support]) -> int | None:
        """Return the conflict that closes a state whose points are all equilibria; None if that is not proved."""
        number = self._maximal_set(*(positive for positive, _ in supports))
        return None if number is None else self._inside(zeros, number)

    def _conflict_of_bound(self, zeros: tuple[int, int]) -> int | None:
        """Return the conflict that closes a state without a better equilibrium; here None: all equilibria are sought.

        A search for the best equilibrium overrides this method.
        """
        return None

    def _learn_step(self, step: ProofStep) -> int:
        """Add a step to the ledger; learn its conflict, and return it."""
        number = self.ledger.add(step)
        self.conflicts.learn(self.ledger.conflicts[number], number)
        return number

    def _exclusion(self, half: HalfCone, zero: int, missing: int) -> int | None:
        """Return the conflict that closes a face on which the ``missing`` variables cannot be positive.

        Return None if that is not proved. If the constant is missing, the face is empty.
        """
        variable = half.constant if missing >> half.constant & 1 else next(members(missing))
        proof = half.proof(zero, 1 << variable)
        if proof is None:
            return None
        combination = self.ledger.combine(half.combination(proof))
        if variable == half.constant:
            return self._learn_step(Excluded(combination))
        return self._learn_step(Excluded(combination, variable + self.half_size * half.player))

    def _branching_slack(self, supports: list[Support]) -> int | None:
        """Return the slack that has the largest product with its partner; None if no product is positive."""
        best, largest = None, -1.0  # below 0, since a product may round to 0
        pairs = zip(self.halves, supports, reversed(supports), strict=True)
        for half, (plan_positive, plan_values), (slack_positive, slack_values) in pairs:
            # the opponent's half has the opponent's plan, then the slacks of this plan's sequences, then the constant
            first_slack = half.constant - half.plan_size
            for sequence in members(half.played(plan_positive) & slack_positive >> first_slack):
                product = plan_values[sequence] * slack_values[first_slack + sequence]
                if product > largest:
                    best, largest = (1 - half.player) * self.half_size + first_slack + sequence, product
        return best

    # ------------------------------------------------------------------ sets

    def _inside(self, zeros: tuple[int, int], number: int) -> int | None:
        """Return the conflict that closes a state whose equilibria are all in one set; None if that is not proved."""
        combinations = []
        for half, zero, outside in zip(self.halves, zeros, self.by_half(self.ledger.outside[number]), strict=True):
            if unproved := outside & ~zero:  # variables that are 0 on the set, but not by the state
                proof = half.proof(zero, unproved)
                if proof is None:
                    return None
                combinations.append(self.ledger.combine(half.combination(proof)))
        return self._learn_step(Inside(number, tuple(combinations)))

    def _containing_set(self, positive: int) -> int | None:
        """Return the number of a known set with all points at which only these variables are positive, or None."""
        return next((number for number, outside in enumerate(self.ledger.outside) if not outside & positive), None)

    def _maximal_set(self, positive_1: int, positive_2: int) -> int | None:
        """Return the number of a set with all points of a face that are equilibria; None if it is not proved.

        These variables of both halves can be positive on the face. If no known set has its points, a maximal set is
        added. If that lacks some of them, HiGHS took a positive slack for 0, and exact points are tried.
        """
        half_1, half_2 = self.halves
        positive = self._joint_positive(positive_1, positive_2)
        if (number := self._containing_set(positive)) is not None:
            return number
        for points in ((half_1.point, half_2.point), (half_1.exact_point, half_2.exact_point)):
            number = self._closure(half_1.played(positive_1), half_2.played(positive_2), *points)
            if number is not None and not self.ledger.outside[number] & positive:
                return number
        return None

    def _joint_positive(self, positive_1: int, positive_2: int) -> int:
        """Return the positive variables of points of both halves, without the constants."""
        constant = 1 << self.half_size
        return positive_1 & ~constant | (positive_2 & ~constant) << self.half_size

    def _closure(
        self, played_1: int, played_2: int, point_1: Callable[[int], ConePoint], point_2: Callable[[int], ConePoint]
    ) -> int | None:
        """Return the number of a set X × Y: X are the best replies to all y of a face, Y the best replies to all of X.

        ``point_1`` and ``point_2`` must return points that are positive wherever any point of the face is. Return None
        if the set is not proved.
        """
        half_1, half_2 = self.halves
        # all y of the face, all x that are best replies to them, all y that are best replies to these x, and x again
        y = point_2(half_2.outside(played_2, played_1))
        x = point_1(half_1.outside(half_2.replies(y.positive), half_2.played(y.positive)))
        zero_2 = half_2.outside(half_1.replies(x.positive), half_1.played(x.positive))
        y = point_2(zero_2)
        zero_1 = half_1.outside(half_2.replies(y.positive), half_2.played(y.positive))
        x = point_1(zero_1)
        if not (x.positive & y.positive) >> half_1.constant & 1:  # a face is empty: its constant is 0
            return None
        if zero_2 != half_2.outside(half_1.replies(x.positive), half_1.played(x.positive)):
            return None
        number = self._containing_set(self._joint_positive(x.positive, y.positive))
        if number is not None:
            return number
        proofs = []
        for half, zero, point in ((half_1, zero_1, x), (half_2, zero_2, y)):
            # variables that are 0 at the point, and so on the whole face, but not by the definition of the face
            unproved = (1 << half.constant) - 1 & ~zero & ~point.positive
            proof = half.proof(zero, unproved) if unproved else None
            if unproved and proof is None:
                return None
            proofs.append(None if proof is None else half.combination(proof))
        (x_plan, v), (y_plan, u) = half_1.plan(x), half_2.plan(y)
        return self.ledger.include(EquilibriumSet((x_plan, y_plan), (v, u), (proofs[0], proofs[1])))
