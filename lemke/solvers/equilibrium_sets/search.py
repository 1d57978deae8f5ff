"""The search for all equilibria: branch on which variables are 0, and learn from every branch that closes.

A state fixes some variables (:mod:`lemke.certificate.resolution`) to be 0, and some to be positive. The variables that
are 0 define its face. On the face take points of both halves that are positive wherever a point can be. If there is no
point, or none with a variable positive as the state says, an exact combination of the conditions proves it; its core is
a conflict. If no variable is positive together with its partner, all pairs of points of the face are equilibria. They
are a set, which is extended to a maximal one. Otherwise branch on such a variable: it is positive, so that its partner
is 0; or it is 0.

When both branches are closed, their conflicts are resolved to one that closes the parent state. It is learned: it may
close other states, or leave them only one branch. If the conflict of the first branch does not depend on the branching,
it closes the parent too, and there is no second branch (branching as in Audet, Hansen, Jaumard, Savard 2001; learning
of conflicts as in Marques Silva and Sakallah 1999).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf

from lemke.certificate import Complementary, Conflict, EquilibriumSet, Excluded, Inside, Ledger, ProofStep, Resolved
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.masks import members
from lemke.ground.words import count
from lemke.linear.guided import ConePoint, Support
from lemke.solvers.equilibrium_sets.conflicts import Conflicts, Consequence, LearnedConflict
from lemke.solvers.equilibrium_sets.faces import HalfCone


@dataclass
class SearchLevel:
    """A state on the current branch, its consequences, and its branching.

    Attributes
    ----------
    state : Conflict
        With its consequences.
    consequences : list of Consequence
        In the order in which they follow.
    slack : int | None
        The slack that is positive in one branch, and 0 in the other; None while the state does not branch.
    positive_first : bool
        Which branch comes first.
    first_closed : LearnedConflict | None
        The conflict that closed the first branch; None while it is open.
    closed : LearnedConflict | None
        A learned conflict that the state contains.
    """

    state: Conflict
    consequences: list[Consequence] = field(default_factory=list)
    slack: int | None = None
    positive_first: bool = True
    first_closed: LearnedConflict | None = None
    closed: LearnedConflict | None = None


class Search:
    """The search for all equilibria of a game, which may be stopped and continued.

    Attributes
    ----------
    ledger : Ledger
        The sets that were found, and all proved steps.
    halves : (HalfCone, HalfCone)
    conflicts : Conflicts
    states : int
        The number of states examined.
    lane : int
        If its bit d is set, a state at depth d takes the branch with slack 0 first. So several searches work in
        different branches, and can use each other's conflicts.
    open_branches : int
        The number of open states.
    """

    def __init__(self, form: SequenceForm, ledger: Ledger, halves: tuple[HalfCone, HalfCone] | None = None) -> None:
        self.ledger = ledger
        self.halves = halves or (HalfCone(form, 0), HalfCone(form, 1))
        self.half = sum(form.A.shape)  # variables of one half: a plan and the slacks of the opponent's sequences
        self.conflicts = Conflicts(2 * self.half)
        self.states = self.lane = 0
        self.open_branches = 1
        self._levels: list[SearchLevel] = []

    def recall(self) -> None:
        """Learn the conflicts that the ledger has from an earlier search."""
        for number, conflict in enumerate(self.ledger.conflicts):
            self.conflicts.learn(LearnedConflict(conflict, number))

    def start(self, played_1: int, played_2: int) -> None:
        """Add the maximal set that contains an equilibrium, given the sequences that are played in it."""
        if self._maximal(played_1, played_2) is None:
            raise NotProvedError("the set around an equilibrium could not be proved to be maximal")

    def sets(self, end: float = inf) -> Iterator[int]:
        """Search until all states are closed and the ledger is complete, or until a time; yield every set's number."""
        state: Conflict | None = Conflict()
        self._levels.clear()
        while state is not None:
            self.open_branches = 1 + sum(level.first_closed is None for level in self._levels)
            limits.report(self._progress)
            known = len(self.ledger.sets)
            level = self._descend(state)
            closed = self._examine(level)
            yield from range(known, len(self.ledger.sets))
            if closed is None:
                level.positive_first = not self.lane >> len(self._levels) & 1
                self._levels.append(level)
                state = self._branch(level, positive=level.positive_first)
            else:
                state = self._ascend(self._without(closed, level))
            if state is not None and time.monotonic() >= end:
                return
        self.open_branches = 0

    def halved(self, variables: int) -> tuple[int, int]:
        """Return the variables of either half, each numbered from 0."""
        return variables & (1 << self.half) - 1, variables >> self.half

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
        """Return a state with all consequences of the learned conflicts."""
        level = SearchLevel(state)
        while not isinstance(following := self.conflicts.follow(level.state), LearnedConflict):
            if not following:
                return level
            for consequence in following:
                self._suppose(level, consequence)
                if level.state.zero & level.state.positive:
                    return level
        level.closed = following
        return level

    def _suppose(self, level: SearchLevel, consequence: Consequence) -> None:
        """Add a consequence to a state, unless the state has it, or the opposite: then it contains the reason."""
        zero, positive = level.state
        variable = 1 << consequence.variable
        if (zero | positive) & variable:
            return
        level.consequences.append(consequence)
        if consequence.positive:
            level.state = Conflict(zero | 1 << self.ledger.partner(consequence.variable), positive | variable)
        else:
            level.state = Conflict(zero | variable, positive)

    def _ascend(self, closed: LearnedConflict) -> Conflict | None:
        """Close all levels that a conflict closes; return the next open state, None if none is left."""
        while self._levels:
            level = self._levels[-1]
            assert level.slack is not None
            in_positive = level.positive_first == (level.first_closed is None)  # the branch that is closed
            supposed = self._supposes_positive if in_positive else self._supposes_zero
            if supposed(closed.conflict, level.slack):
                if level.first_closed is None:
                    level.first_closed = closed
                    return self._branch(level, positive=not in_positive)
                pair = (level.first_closed, closed) if in_positive else (closed, level.first_closed)
                closed = self._resolved(level.slack, *pair)
            self._levels.pop()
            closed = self._without(closed, level)
        return None

    def _supposes_positive(self, conflict: Conflict, variable: int) -> bool:
        """Return whether a conflict says that a variable is positive, or that its partner is 0."""
        return bool(conflict.positive >> variable & 1 or conflict.zero >> self.ledger.partner(variable) & 1)

    @staticmethod
    def _supposes_zero(conflict: Conflict, variable: int) -> bool:
        return bool(conflict.zero >> variable & 1)

    def _resolved(self, variable: int, zero: LearnedConflict, positive: LearnedConflict) -> LearnedConflict:
        """Return the resolvent of a conflict with a variable 0 and one with the variable positive."""
        step = self.ledger.add(Resolved(variable, zero.step, positive.step))
        return LearnedConflict(self.ledger.conflicts[step], step)

    def _without(self, closed: LearnedConflict, level: SearchLevel) -> LearnedConflict:
        """Return a conflict in terms of a state without its consequences, and learn it."""
        before = closed
        for variable, positive, reason in reversed(level.consequences):
            if positive and self._supposes_positive(closed.conflict, variable):
                closed = self._resolved(variable, reason, closed)
            elif not positive and self._supposes_zero(closed.conflict, variable):
                closed = self._resolved(variable, closed, reason)
        if closed is not before or level.slack is not None:
            self.conflicts.learn(closed)
        return closed

    # ------------------------------------------------------------------ one state

    def _examine(self, level: SearchLevel) -> LearnedConflict | None:
        """Return the conflict that closes a state; None if the state has a slack to branch on."""
        state = level.state
        if clash := state.zero & state.positive:  # both a variable and its partner are positive
            return self._stated(Complementary(next(members(clash))))
        if level.closed is not None:
            return level.closed
        self.states += 1
        zeros = self.halved(state.zero)
        closed = self._closed(level, zeros)
        if closed is None and level.slack is None:  # a proposal of HiGHS cannot be proved
            for half, zero in zip(self.halves, zeros, strict=True):
                half.settle(zero)
            closed = self._closed(level, zeros)
            if closed is None and level.slack is None:
                raise NotProvedError("a face of the equilibrium conditions could be neither closed nor split")
        return closed

    def _closed(self, level: SearchLevel, zeros: tuple[int, int]) -> LearnedConflict | None:
        """Return the conflict that closes a state; if None, it has a slack to branch on, or HiGHS proposes wrongly."""
        supports = []
        for half, zero, positive in zip(self.halves, zeros, self.halved(level.state.positive), strict=True):
            support = half.support(zero)
            missing = (positive | 1 << half.constant) & ~support.positive
            if missing:
                return self._excluded(half, zero, missing)
            supports.append(support)
        level.slack = self._slack(supports)
        return self._closed_by_equilibria(zeros, supports) if level.slack is None else self._bounded(zeros)

    def _closed_by_equilibria(self, zeros: tuple[int, int], supports: list[Support]) -> LearnedConflict | None:
        """Return the conflict that closes a state whose points are all equilibria; None if that is not proved."""
        number = self._set(supports)
        return None if number is None else self._inside(zeros, number)

    def _bounded(self, zeros: tuple[int, int]) -> LearnedConflict | None:
        """Return the conflict that closes a state not worth a search; None here, where every equilibrium counts."""
        return None

    def _stated(self, step: ProofStep) -> LearnedConflict:
        """Add a step to the ledger; return its conflict, and learn it."""
        number = self.ledger.add(step)
        learned = LearnedConflict(self.ledger.conflicts[number], number)
        self.conflicts.learn(learned)
        return learned

    def _excluded(self, half: HalfCone, zero: int, missing: int) -> LearnedConflict | None:
        """Return the conflict that closes a face on which some variables cannot be positive; None if not proved."""
        variable = half.constant if missing >> half.constant & 1 else next(members(missing))
        proof = half.proof(zero, 1 << variable)
        if proof is None:
            return None
        combination = self.ledger.combine(half.combination(proof.multipliers))
        if variable == half.constant:
            return self._stated(Excluded(combination))
        return self._stated(Excluded(combination, variable + self.half * half.player))

    def _slack(self, supports: list[Support]) -> int | None:
        """Return the slack that has the largest product with its partner; None if no product is positive."""
        best, largest = None, -1.0
        for half, plan, slack in zip(self.halves, supports, reversed(supports), strict=True):
            first = half.constant - half.plan_size  # the slacks of this plan's sequences follow the opponent's plan
            for sequence in members(half.played(plan.positive) & slack.positive >> first):
                product = plan.values[sequence] * slack.values[first + sequence]
                if product > largest:
                    best, largest = (1 - half.player) * self.half + first + sequence, product
        return best

    # ------------------------------------------------------------------ sets

    def _inside(self, zeros: tuple[int, int], number: int) -> LearnedConflict | None:
        """Return the conflict that closes a state since its equilibria are in a set; None if that is not proved."""
        combinations = []
        for half, zero, outside in zip(self.halves, zeros, self.halved(self.ledger.outside(number)), strict=True):
            if left := outside & ~zero:
                proof = half.proof(zero, left)
                if proof is None:
                    return None
                combinations.append(self.ledger.combine(half.combination(proof.multipliers)))
        return self._stated(Inside(number, tuple(combinations)))

    def _set(self, supports: list[Support]) -> int | None:
        """Return the number of a set with all points of a face without a slack to branch on; None if not proved."""
        positive = self._joined(supports[0].positive, supports[1].positive)
        number = self._containing(positive)
        if number is not None:
            return number
        half_1, half_2 = self.halves
        return self._maximal(half_1.played(supports[0].positive), half_2.played(supports[1].positive), positive)

    def _joined(self, positive_1: int, positive_2: int) -> int:
        """Return the positive variables of points of both halves, without the constants."""
        constant = 1 << self.half
        return positive_1 & ~constant | (positive_2 & ~constant) << self.half

    def _containing(self, positive: int) -> int | None:
        """Return the number of a known set that has all points with these positive variables; None if there is none."""
        return next(
            (number for number in range(len(self.ledger.sets)) if not self.ledger.outside(number) & positive), None
        )

    def _maximal(self, played_1: int, played_2: int, positive: int = 0) -> int | None:
        """Return the number of the maximal set that contains an equilibrium with these supports, if that is proved.

        It must contain all points with these positive variables. If it does not, HiGHS took a positive slack for 0, and
        the set has other equilibria.
        """
        half_1, half_2 = self.halves
        for points in ((half_1.point, half_2.point), (half_1.exact_point, half_2.exact_point)):
            number = self._closure(played_1, played_2, *points)
            if number is not None and not self.ledger.outside(number) & positive:
                return number
        return None

    def _closure(
        self, played_1: int, played_2: int, point_1: Callable[[int], ConePoint], point_2: Callable[[int], ConePoint]
    ) -> int | None:
        """Return the number of the set of all x that are best replies to all y of a face, and of all y to these x.

        The points must be positive wherever any point of their face is; None if they turn out not to be.
        """
        half_1, half_2 = self.halves
        y = point_2(half_2.outside(played_2, played_1))
        x = point_1(half_1.outside(half_2.replies(y.positive), half_2.played(y.positive)))
        zero_2 = half_2.outside(half_1.replies(x.positive), half_1.played(x.positive))
        y = point_2(zero_2)
        zero_1 = half_1.outside(half_2.replies(y.positive), half_2.played(y.positive))
        x = point_1(zero_1)
        if not (x.positive & y.positive) >> half_1.constant & 1:
            return None
        if zero_2 != half_2.outside(half_1.replies(x.positive), half_1.played(x.positive)):
            return None
        number = self._containing(self._joined(x.positive, y.positive))
        if number is not None:
            return number
        proofs = []
        for half, zero, point in ((half_1, zero_1, x), (half_2, zero_2, y)):
            left = (1 << half.constant) - 1 & ~zero & ~point.positive
            proof = half.proof(zero, left) if left else None
            if left and proof is None:
                return None
            proofs.append(proof and half.combination(proof.multipliers))
        (x_plan, v), (y_plan, u) = half_1.plan(x), half_2.plan(y)
        return self.ledger.include(EquilibriumSet((x_plan, y_plan), (v, u), (proofs[0], proofs[1])))
