"""The search for all equilibria: branch on which variables are 0, and learn from every branch that closes.

A state fixes some variables (:mod:`lemke.certificate.resolution`) to be 0, and some to be positive. The variables that
are 0 define the state's face. On the face, take a point of each half (:mod:`~lemke.solvers.equilibrium_sets.faces`) at
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
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

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
        The state, with its consequences.
    consequences : list of Consequence
        In the order in which they were derived.
    slack : int | None
        The slack that is positive in the first branch, and 0 in the second; None while the state does not branch.
    first_conflict : LearnedConflict | None
        The conflict that closed the first branch; None before.
    contained : LearnedConflict | None
        A learned conflict that the state contains; None if none is known.
    """

    state: Conflict
    consequences: list[Consequence] = field(default_factory=list)
    slack: int | None = None
    first_conflict: LearnedConflict | None = None
    contained: LearnedConflict | None = None


class Search:
    """The search for all equilibria of a game, which may be stopped and continued.

    Attributes
    ----------
    ledger : Ledger
        The sets that the search has found, and all proved steps.
    halves : (HalfCone, HalfCone)
    conflicts : Conflicts
    states : int
        The number of states whose faces were examined; states that learned conflicts close at once do not count.
    open_branches : int
        The number of open states.
    """

    def __init__(self, form: SequenceForm, ledger: Ledger) -> None:
        self.ledger = ledger
        self.halves = HalfCone(form, 0), HalfCone(form, 1)
        self.half_size = sum(form.A.shape)  # variables of one half: a plan and the slacks of the opponent's sequences
        self.conflicts = Conflicts(2 * self.half_size)
        self.states = 0
        self.open_branches = 1
        self._levels: list[SearchLevel] = []

    def recall(self) -> None:
        """Learn the conflicts that the ledger has from an earlier search."""
        for number, conflict in enumerate(self.ledger.conflicts):
            self.conflicts.learn(LearnedConflict(conflict, number))

    def start(self, played_1: int, played_2: int) -> None:
        """Add the maximal set that contains the equilibrium in which these sequences are played."""
        if self._maximal_set(played_1, played_2) is None:
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
        while not isinstance(derived := self.conflicts.follow(level.state), LearnedConflict):
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
        variable = 1 << consequence.variable
        if (zero | positive) & variable:
            return
        level.consequences.append(consequence)
        if consequence.positive:
            level.state = Conflict(zero | 1 << self.ledger.partner(consequence.variable), positive | variable)
        else:
            level.state = Conflict(zero | variable, positive)

    def _ascend(self, learned: LearnedConflict) -> Conflict | None:
        """Go back from a closed state to the last open branch; return this branch's state, or None if none is open.

        The conflict of the closed state, or its resolvents with the conflicts of first branches, close the levels in
        between.
        """
        while self._levels:
            level = self._levels[-1]
            assert level.slack is not None
            if level.first_conflict is None:
                if self._supposes_positive(learned.conflict, level.slack):
                    level.first_conflict = learned
                    return self._branch(level, positive=False)
            elif self._supposes_zero(learned.conflict, level.slack):
                learned = self._resolvent(level.slack, learned, level.first_conflict)
            self._levels.pop()
            learned = self._without_consequences(learned, level)
        return None

    def _supposes_positive(self, conflict: Conflict, variable: int) -> bool:
        """Return whether a conflict says that a variable is positive, or that its partner is 0."""
        return bool(conflict.positive >> variable & 1 or conflict.zero >> self.ledger.partner(variable) & 1)

    @staticmethod
    def _supposes_zero(conflict: Conflict, variable: int) -> bool:
        return bool(conflict.zero >> variable & 1)

    def _resolvent(self, variable: int, zero: LearnedConflict, positive: LearnedConflict) -> LearnedConflict:
        """Return the resolvent of a conflict with a variable 0 and a conflict with the variable positive."""
        step = self.ledger.add(Resolved(variable, zero.step, positive.step))
        return LearnedConflict(self.ledger.conflicts[step], step)

    def _without_consequences(self, learned: LearnedConflict, level: SearchLevel) -> LearnedConflict:
        """Replace a state's consequences in a conflict by their reasons; learn the new conflict, and return it."""
        resolvent = learned
        for variable, positive, reason in reversed(level.consequences):
            if positive and self._supposes_positive(resolvent.conflict, variable):
                resolvent = self._resolvent(variable, reason, resolvent)
            elif not positive and self._supposes_zero(resolvent.conflict, variable):
                resolvent = self._resolvent(variable, resolvent, reason)
        # a resolvent, with reasons here or of two branches in :meth:`_ascend`, may not be learned yet
        if resolvent is not learned or level.slack is not None:
            self.conflicts.learn(resolvent)
        return resolvent

    # ------------------------------------------------------------------ one state

    def _examine(self, level: SearchLevel) -> LearnedConflict | None:
        """Return the conflict that closes a state; None if the state has a slack to branch on."""
        state = level.state
        if clash := state.zero & state.positive:  # both a variable and its partner are supposed to be positive
            return self._learn_step(Complementary(next(members(clash))))
        if level.contained is not None:
            return level.contained
        self.states += 1
        zeros = self.by_half(state.zero)
        learned = self._closing_conflict(level, zeros)
        if learned is None and level.slack is None:  # a proposal of HiGHS was wrong: solve the face exactly, once more
            for half, zero in zip(self.halves, zeros, strict=True):
                half.settle(zero)
            learned = self._closing_conflict(level, zeros)
            if learned is None and level.slack is None:
                raise NotProvedError("a face of the equilibrium conditions could be neither closed nor split")
        return learned

    def _closing_conflict(self, level: SearchLevel, zeros: tuple[int, int]) -> LearnedConflict | None:
        """Return the conflict that closes a state.

        Return None if the state has a slack to branch on, which then becomes ``level.slack``, or if a proposal of HiGHS
        is wrong.
        """
        supports = []
        for half, zero, positive in zip(self.halves, zeros, self.by_half(level.state.positive), strict=True):
            support = half.support(zero)
            missing = (positive | 1 << half.constant) & ~support.positive
            if missing:
                return self._exclusion(half, zero, missing)
            supports.append(support)
        level.slack = self._branching_slack(supports)
        return self._conflict_of_equilibria(zeros, supports) if level.slack is None else self._conflict_of_bound(zeros)

    def _conflict_of_equilibria(self, zeros: tuple[int, int], supports: list[Support]) -> LearnedConflict | None:
        """Return the conflict that closes a state whose points are all equilibria; None if that is not proved."""
        number = self._set_number(supports)
        return None if number is None else self._inside(zeros, number)

    def _conflict_of_bound(self, zeros: tuple[int, int]) -> LearnedConflict | None:
        """Return the conflict that closes a state without a better equilibrium; here None: all equilibria are sought.

        A search for the best equilibrium overrides this method.
        """
        return None

    def _learn_step(self, step: ProofStep) -> LearnedConflict:
        """Add a step to the ledger; learn its conflict, and return it."""
        number = self.ledger.add(step)
        learned = LearnedConflict(self.ledger.conflicts[number], number)
        self.conflicts.learn(learned)
        return learned

    def _exclusion(self, half: HalfCone, zero: int, missing: int) -> LearnedConflict | None:
        """Return the conflict that closes a face on which the ``missing`` variables cannot be positive.

        Return None if that is not proved. If the constant is missing, the face is empty.
        """
        variable = half.constant if missing >> half.constant & 1 else next(members(missing))
        proof = half.proof(zero, 1 << variable)
        if proof is None:
            return None
        combination = self.ledger.combine(half.combination(proof.multipliers))
        if variable == half.constant:
            return self._learn_step(Excluded(combination))
        return self._learn_step(Excluded(combination, variable + self.half_size * half.player))

    def _branching_slack(self, supports: list[Support]) -> int | None:
        """Return the slack that has the largest product with its partner; None if no product is positive."""
        best, largest = None, -1.0  # below 0, since a product may round to 0
        for half, plan, slack in zip(self.halves, supports, reversed(supports), strict=True):
            # the opponent's half has the opponent's plan, then the slacks of this plan's sequences, then the constant
            first_slack = half.constant - half.plan_size
            for sequence in members(half.played(plan.positive) & slack.positive >> first_slack):
                product = plan.values[sequence] * slack.values[first_slack + sequence]
                if product > largest:
                    best, largest = (1 - half.player) * self.half_size + first_slack + sequence, product
        return best

    # ------------------------------------------------------------------ sets

    def _inside(self, zeros: tuple[int, int], number: int) -> LearnedConflict | None:
        """Return the conflict that closes a state whose equilibria are all in one set; None if that is not proved."""
        combinations = []
        for half, zero, outside in zip(self.halves, zeros, self.by_half(self.ledger.outside(number)), strict=True):
            if unproved := outside & ~zero:  # variables that are 0 on the set, but not by the state
                proof = half.proof(zero, unproved)
                if proof is None:
                    return None
                combinations.append(self.ledger.combine(half.combination(proof.multipliers)))
        return self._learn_step(Inside(number, tuple(combinations)))

    def _set_number(self, supports: list[Support]) -> int | None:
        """Return the number of a set that has all points of a face without branching slack; None if not proved."""
        positive = self._joint_positive(supports[0].positive, supports[1].positive)
        number = self._containing_set(positive)
        if number is not None:
            return number
        half_1, half_2 = self.halves
        return self._maximal_set(half_1.played(supports[0].positive), half_2.played(supports[1].positive), positive)

    def _joint_positive(self, positive_1: int, positive_2: int) -> int:
        """Return the positive variables of points of both halves, without the constants."""
        constant = 1 << self.half_size
        return positive_1 & ~constant | (positive_2 & ~constant) << self.half_size

    def _containing_set(self, positive: int) -> int | None:
        """Return the number of a known set with all points at which only these variables are positive, or None."""
        return next(
            (number for number in range(len(self.ledger.sets)) if not self.ledger.outside(number) & positive), None
        )

    def _maximal_set(self, played_1: int, played_2: int, positive: int = 0) -> int | None:
        """Return the number of the maximal set around an equilibrium with these supports; None if it is not proved.

        The set must contain all points at which only variables in ``positive`` are positive. If it does not, HiGHS took
        a positive slack for 0, and exact points are tried.
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
            proofs.append(None if proof is None else half.combination(proof.multipliers))
        (x_plan, v), (y_plan, u) = half_1.plan(x), half_2.plan(y)
        return self.ledger.include(EquilibriumSet((x_plan, y_plan), (v, u), (proofs[0], proofs[1])))
