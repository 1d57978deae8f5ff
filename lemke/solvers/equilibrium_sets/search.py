"""The search for all equilibria: branch on what is 0, learn from every branch that closes.

A state says of some variables (:mod:`lemke.certificate.resolution`) that they are 0 or positive. On its face, where the
former are 0, take points of both halves that are positive wherever one can be. If there is no point, or none where a
variable is positive that should be, an exact combination of the conditions proves it, and its core is a conflict. If no
variable is positive together with its partner, all pairs of points of the face are equilibria: a set, which is made
maximal. Else branch on such a variable: positive, so that its partner is 0; or 0.

When both branches are closed, the conflict that closes their state is resolved from theirs, and learned: it
closes other states as well, or leaves them only one way to go on. Where the first branch's conflict has no part of the
branching in it, there is no second (Audet, Hansen, Jaumard, Savard 2001 branch so; conflicts are learned as by Marques
Silva and Sakallah 1999).
"""

from __future__ import annotations

from dataclasses import dataclass

from lemke.certificate import Complementary, Conflict, EquilibriumSet, Excluded, Inside, Ledger, Resolved
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm
from lemke.ground import limits
from lemke.ground.masks import mask_where, members
from lemke.ground.words import count
from lemke.linear.guided import Point, Support
from lemke.solvers.equilibrium_sets.conflicts import Conflicts, Consequence, Learned
from lemke.solvers.equilibrium_sets.faces import Half


@dataclass
class Level:
    """A state on the way down, what follows from it, and where it branches.

    Attributes
    ----------
    state : Conflict
        With its consequences.
    consequences : list of Consequence
        In the order in which they follow.
    slack : int
        The slack that is first taken to be positive, then to be 0.
    positive : Learned | None
        What closed the first branch; None as long as it is open.
    """

    state: Conflict
    consequences: list[Consequence]
    slack: int = -1
    positive: Learned | None = None


class Search:
    """The search for all equilibria of a game, which may be left and gone on with.

    Attributes
    ----------
    ledger : Ledger
        The sets that were found, and all steps that were proved.
    states : int
        That were looked at.
    """

    def __init__(self, form: SequenceForm, ledger: Ledger) -> None:
        self.ledger = ledger
        self.halves = Half(form, 0), Half(form, 1)
        self.n, self.k = form.A.shape
        self.half = self.n + self.k
        self.conflicts = Conflicts(2 * self.half)
        self.numbers: dict[tuple[int, int], int] = {}  # of sets, by their supports
        self.levels: list[Level] = []
        self.states = 0
        for number, conflict in enumerate(ledger.conflicts):
            self.conflicts.learn(Learned(conflict, number))
        for number, equilibrium_set in enumerate(ledger.sets):
            x, y = equilibrium_set.plans
            self.numbers[mask_where(x > 0), mask_where(y > 0)] = number

    @property
    def open_branches(self) -> int:
        """Branches on the way to the present state that were not looked at yet, and the present one."""
        if self.ledger.is_complete:
            return 0
        return 1 + sum(level.positive is None for level in self.levels)

    def start(self, S: int, T: int) -> int:
        """Add the maximal set that contains an equilibrium, given the supports of its plans; return its number."""
        number = self._maximal(S, T)
        self._stated(Inside(number, ()))
        return number

    def run(self, first: int | None = None) -> bool:
        """Search until all states are closed, and the ledger is complete; False if so many sets were found before."""
        state = Conflict()
        self.levels.clear()
        while True:
            limits.report(self._progress)
            if first is not None and len(self.ledger.sets) >= first:
                return False
            level = self._descend(state)
            closed = self._examine(level)
            if closed is None:
                self.levels.append(level)
                state = self._branch(level, positive=True)
                continue
            after = self._ascend(self._without(closed, level))
            if after is None:
                return True
            state = after

    def _progress(self) -> str:
        return f"{count(len(self.ledger.sets), 'set')}, {count(self.states, 'state')}, {len(self.levels)} deep"

    # ------------------------------------------------------------------ states

    def _branch(self, level: Level, positive: bool) -> Conflict:
        """Return the state of one of the two branches."""
        zero, slack = level.state
        if positive:
            return Conflict(zero | 1 << self.ledger.partner(level.slack), slack | 1 << level.slack)
        return Conflict(zero | 1 << level.slack, slack)

    def _descend(self, state: Conflict) -> Level:
        """Return a state with all that follows from what was learned."""
        level = Level(state, [])
        while isinstance(found := self.conflicts.follow(level.state), Consequence):
            level.consequences.append(found)
            zero, positive = level.state
            if found.positive:
                zero |= 1 << self.ledger.partner(found.variable)
                positive |= 1 << found.variable
            else:
                zero |= 1 << found.variable
            level.state = Conflict(zero, positive)
            if zero & positive:
                break
        return level

    def _ascend(self, closed: Learned) -> Conflict | None:
        """Close levels as far as a conflict allows; return the next open state, None if none is left."""
        while self.levels:
            level = self.levels[-1]
            slack, partner = 1 << level.slack, 1 << self.ledger.partner(level.slack)
            if level.positive is None:
                if closed.conflict.positive & slack or closed.conflict.zero & partner:
                    level.positive = closed
                    return self._branch(level, positive=False)
            elif closed.conflict.zero & slack:
                closed = self._resolved(level.slack, closed, level.positive)
            self.levels.pop()
            closed = self._without(closed, level)
        return None

    def _resolved(self, variable: int, zero: Learned, positive: Learned) -> Learned:
        """Return what follows from a conflict where a variable is 0 and one where it is positive."""
        step = self.ledger.add(Resolved(variable, zero.step, positive.step))
        return Learned(self.ledger.conflicts[step], step)

    def _without(self, closed: Learned, level: Level) -> Learned:
        """Return a conflict in terms of a state without its consequences, and learn it."""
        before = closed
        for consequence in reversed(level.consequences):
            variable = 1 << consequence.variable
            if consequence.positive:
                partner = 1 << self.ledger.partner(consequence.variable)
                if closed.conflict.positive & variable or closed.conflict.zero & partner:
                    closed = self._resolved(consequence.variable, consequence.reason, closed)
            elif closed.conflict.zero & variable:
                closed = self._resolved(consequence.variable, closed, consequence.reason)
        if closed is not before or level.slack >= 0:
            self.conflicts.learn(closed)
        return closed

    # ------------------------------------------------------------------ one state

    def _examine(self, level: Level) -> Learned | None:
        """Return what closes a state; None if it was left with a slack to branch on."""
        state = level.state
        if clash := state.zero & state.positive:
            # found positive, though its partner is positive
            variable = next(members(clash))
            return self._stated(Complementary(variable))
        found = self.conflicts.follow(state)
        if isinstance(found, Learned):
            return found
        self.states += 1
        while True:
            supports: list[Support] = []
            for half, zero, positive in zip(
                self.halves, self.halved(state.zero), self.halved(state.positive), strict=True
            ):
                support = half.support(zero)
                closed = self._excluded(half, zero, positive, support)
                if isinstance(closed, Support):
                    break
                if closed is not None:
                    return closed
                supports.append(support)
            else:
                slack = self._slack(supports)
                if slack is not None:
                    level.slack = slack
                    return None
                closed = self._inside(state, self._set(supports))
                if closed is not None:
                    return closed

    def halved(self, variables: int) -> tuple[int, int]:
        """Return the variables of either half, each numbered from 0."""
        return variables & (1 << self.half) - 1, variables >> self.half

    def _stated(self, step: Complementary | Excluded | Inside) -> Learned:
        """Return what a step states, and learn it."""
        number = self.ledger.add(step)
        learned = Learned(self.ledger.conflicts[number], number)
        self.conflicts.learn(learned)
        return learned

    def _excluded(self, half: Half, zero: int, positive: int, support: Support) -> Learned | Support | None:
        """Return what closes a face with no point at which all is positive that should be; None if it has one.

        A better support, if what HiGHS proposed cannot be proved.
        """
        constant = 1 << half.constant
        missing = (positive | constant) & ~support.positive
        if not missing:
            return None
        wanted = constant if missing & constant else missing & -missing
        proof = half.proof(zero, wanted)
        if isinstance(proof, Support):
            return proof
        combination = self.ledger.combine(half.combination(proof))
        if wanted == constant:
            return self._stated(Excluded(combination))
        return self._stated(Excluded(combination, wanted.bit_length() - 1 + self.half * half.player))

    def _slack(self, supports: list[Support]) -> int | None:
        """Return the slack that has the largest product with its partner; None if no product is positive."""
        best, largest = None, -1.0
        for player, (plan, slack) in enumerate(zip(supports, reversed(supports), strict=True)):
            # the plan of a player with the slacks of the same sequences, in the other half after the other's plan
            size = (self.n, self.k)[player]
            first = (self.k, self.n)[player]
            both = plan.positive & slack.positive >> first & (1 << size) - 1
            scale = plan.values[-1] * slack.values[-1]
            for sequence in members(both):
                product = plan.values[sequence] * slack.values[first + sequence] / scale
                if product > largest:
                    best, largest = (1 - player) * self.half + first + sequence, product
        return best

    # ------------------------------------------------------------------ sets

    def _inside(self, state: Conflict, number: int) -> Learned | None:
        """Return what says that a state's equilibria are in a set; None if that could not be proved."""
        combinations = []
        for half, zero, outside in zip(
            self.halves, self.halved(state.zero), self.halved(self.ledger.outside(number)), strict=True
        ):
            if left := outside & ~zero:
                proof = half.proof(zero, left)
                if isinstance(proof, Support):
                    return None
                combinations.append(self.ledger.combine(half.combination(proof)))
        return self._stated(Inside(number, tuple(combinations)))

    def _set(self, supports: list[Support]) -> int:
        """Return the number of the maximal set that has all points of a face without a slack to branch on."""
        n, k = self.n, self.k
        S, T = supports[0].positive & (1 << n) - 1, supports[1].positive & (1 << k) - 1
        for (S_set, T_set), number in self.numbers.items():
            if not (S & ~S_set or T & ~T_set or supports[0].positive >> n & T_set or supports[1].positive >> k & S_set):
                return number
        return self._maximal(S, T)

    def _maximal(self, S: int, T: int) -> int:
        """Return the number of the maximal set that contains an equilibrium with these supports."""
        # first with HiGHS's supports; if they are not exact, with exact ones
        for exact in (False, True):
            closed = self._closure(S, T, exact)
            if closed is not None:
                supports_found, equilibrium_set = closed
                if supports_found not in self.numbers:
                    self.numbers[supports_found] = self.ledger.include(equilibrium_set)
                return self.numbers[supports_found]
        raise NotProvedError("a set of equilibria could not be proved to be maximal")

    def _closure(self, S: int, T: int, exact: bool) -> tuple[tuple[int, int], EquilibriumSet] | None:
        """Return the supports of a maximal set that contains the face of supports S and T, and the set.

        All x that reply to all y of the face, and all y that reply to these.
        """
        n, k = self.n, self.k
        half_1, half_2 = self.halves

        def positive(half: Half, zero: int) -> int:
            return half.point(zero).positive if exact else half.support(zero).positive

        def zeros(size: int, support: int, tight: int) -> int:
            return (1 << size) - 1 & ~support | tight << size

        def replies(found: int, size: int, other: int) -> int:
            """The other's sequences without slack."""
            return (1 << other) - 1 & ~(found >> size)

        found = positive(half_2, zeros(k, T, S))
        T, S = found & (1 << k) - 1, replies(found, k, n)
        zero_1 = zeros(n, S, T)
        found = positive(half_1, zero_1)
        S, T = found & (1 << n) - 1, replies(found, n, k)
        zero_2 = zeros(k, T, S)
        T = positive(half_2, zero_2) & (1 << k) - 1
        zero_1 = zeros(n, replies(positive(half_2, zero_2), k, n), T)
        points: list[Point] = []
        proofs = []
        for half, zero in ((half_1, zero_1), (half_2, zero_2)):
            point = half.point(zero)
            if not point.positive >> half.constant & 1:
                return None
            points.append(point)
            left = (1 << half.constant) - 1 & ~zero & ~point.positive
            proof = half.proof(zero, left) if left else None
            if isinstance(proof, Support):
                return None
            proofs.append(proof and half.combination(proof))
        exact_S, exact_T = points[0].positive & (1 << n) - 1, points[1].positive & (1 << k) - 1
        if (exact_S, exact_T) != (S, T) or zero_1 != zeros(n, replies(points[1].positive, k, n), T):
            return None
        if zero_2 != zeros(k, replies(points[0].positive, n, k), S):
            return None
        (x, v), (y, u) = half_1.plan(points[0]), half_2.plan(points[1])
        return (S, T), EquilibriumSet((x, y), (v, u), (proofs[0], proofs[1]))
