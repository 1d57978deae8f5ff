"""Play that learns, in floating point: CFR, CFR⁺ and predictive CFR⁺ on the sequence form. It proves nothing.

Players play against the other's last strategy, and regret at every information set what every move would have gained
there, weighted with the probability that chance and the other player lead to it (CFR: Zinkevich, Johanson, Bowling,
Piccione 2007). In CFR⁺ they do so in turn, and regrets below 0 are forgotten (Tammelin 2014); in the predictive kind
the last regrets are expected once more (Farina, Kroer, Sandholm 2021). In zero-sum games the averages tend to an
equilibrium. In general-sum games nothing is promised, but the last strategies of predictive CFR⁺ often come as near to
one as floats can tell.

Sequences are renumbered level by level, a level being those of equally many moves, so that slices do for lists.
"""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lemke.forms.sequence_form import SequenceForm
from lemke.game.recall import EMPTY, Sequences
from lemke.game.tree import Integers
from lemke.ground import limits
from lemke.ground.sparse import SparseMatrix, mantissas_and_exponents

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

NEVER = 1e-12
"""Probabilities below this count as 0 where supports are guessed."""
PLAYED_OFTEN = 1e-3
"""Moves that are played with at least this probability are guessed to be in the support."""


class Rule(NamedTuple):
    """How the kinds of learning differ."""

    alternates: bool  # player 2 plays against what player 1 has just learned
    forgets: bool  # regrets below 0
    predicts: bool  # the last regrets come again; averages leave out the first strategies, which nobody has learned
    power: int  # of its number is the weight of an iteration in the average


RULES = {
    "predictive": Rule(alternates=True, forgets=True, predicts=True, power=2),
    "cfr+": Rule(alternates=True, forgets=True, predicts=False, power=1),
    "cfr": Rule(alternates=False, forgets=False, predicts=False, power=0),
}
"""Ways to learn, by name."""


class SetLevel(NamedTuple):
    """Information sets after equally many of the player's own moves."""

    sets: slice
    moves: slice  # their sequences
    above: slice  # the sequences of the level before
    parent: Integers  # of the sets, as places in ``above``
    prefix: Integers  # of the sequences


class Learner:
    """A player who learns; vectors have one number per sequence, level by level, the empty sequence first.

    Attributes
    ----------
    order, place : int arrays
        The numbers of the sequences in the form, level by level; and the inverse.
    starts : int array
        Where information sets begin among sequences without the empty one.
    set_of : int array, without the empty sequence
        The set where a sequence's last move is made.
    parent : int array, one number per set
        The sequence that leads to it.
    levels : list of SetLevel
    even : float array, without the empty sequence
        Probabilities where all moves of a set are alike.
    behavior : float array, without the empty sequence
        The probability of the last move of every sequence.
    regret : float array, without the empty sequence
    total : float array
        The realization plans so far, added up with their weights.
    """

    def __init__(self, sequences: Sequences) -> None:
        depth = _depths(sequences)
        sets = np.argsort(depth, kind="stable")
        counts = np.diff(sequences.first, append=sequences.size)[sets]
        self.starts = np.cumsum(counts) - counts  # of the sets, among sequences without the empty one
        shift = np.repeat(sequences.first[sets] - self.starts, counts)
        self.order = np.append(EMPTY, np.arange(sequences.size - 1) + shift)
        self.place = np.empty(sequences.size, dtype=np.int64)
        self.place[self.order] = np.arange(sequences.size)
        self.set_of = np.repeat(np.arange(len(counts)), counts)
        self.parent = self.place[sequences.parent[sets]]
        self.levels = self._levels(np.bincount(depth)[1:], counts)
        self.even = 1 / counts[self.set_of]
        self.begin(None)

    def _levels(self, widths: Integers, counts: Integers) -> list[SetLevel]:
        levels, above, last = [], slice(0, 1), 0
        for width in widths.tolist():
            sets = slice(last, last + width)
            last += width
            moves = slice(above.stop, above.stop + int(counts[sets].sum()))
            prefix = self.parent[self.set_of[moves.start - 1 : moves.stop - 1]]
            levels.append(SetLevel(sets, moves, above, self.parent[sets] - above.start, prefix))
            above = moves
        return levels

    def begin(self, regret: Floats | None) -> None:
        """Forget everything; play by regrets to begin with, all moves alike if there are none."""
        size = len(self.order)
        self.regret = np.zeros(size - 1) if regret is None else regret
        self.total = np.zeros(size)
        self.behavior = self._matched(self.regret)

    def plan(self) -> Floats:
        """Return the realization plan of the strategy played now."""
        plan = np.ones(len(self.order))
        for level in self.levels:
            plan[level.moves] = plan[level.prefix] * self.behavior[level.moves.start - 1 : level.moves.stop - 1]
        return plan

    def learn(self, gains: Floats, rule: Rule) -> None:
        """Regret, and find the next strategy; ``gains``, of every sequence against the other's plan, is overwritten."""
        values = np.empty(len(self.starts))
        for level in reversed(self.levels):
            shares = gains[level.moves] * self.behavior[level.moves.start - 1 : level.moves.stop - 1]
            values[level.sets] = np.add.reduceat(shares, self._first(level))
            self._pass_up(level, gains, values[level.sets])
        last = gains[1:] - values[self.set_of]
        self.regret += last
        if rule.forgets:
            np.maximum(self.regret, 0.0, out=self.regret)
        self.behavior = self._matched(np.maximum(self.regret + last if rule.predicts else self.regret, 0.0))

    def best(self, gains: Floats) -> Floats:
        """Return what every sequence gets if best replies follow it; the first number is that of the best reply."""
        gains = gains.copy()
        for level in reversed(self.levels):
            self._pass_up(level, gains, np.maximum.reduceat(gains[level.moves], self._first(level)))
        return gains

    def shares(self, plan: Floats) -> Floats:
        """Return the probability of every sequence's last move in a plan; where the plan never comes, as played now."""
        if not len(self.starts):
            return np.ones(1)
        sums = np.add.reduceat(plan[1:], self.starts)[self.set_of]  # not the parents: of tiny numbers all may become 0
        return np.append(1.0, np.divide(plan[1:], sums, out=self.behavior.copy(), where=sums > 0))

    def losses(self, gains: Floats, stakes: Floats) -> Floats:
        """Return how much less than the best move every move gets, as a share of what is at stake at its set.

        Best replies follow it; ``stakes`` are the sums of absolute payoffs where ``gains`` are sums of payoffs.
        """
        if not len(self.starts):
            return np.zeros(0)
        values, sums = self.best(gains)[1:], self.at_stake(stakes)
        shortfall = np.maximum.reduceat(values, self.starts)[self.set_of] - values
        losses: Floats = shortfall / np.where(sums > 0, sums, np.inf)[self.set_of]
        return losses

    def support(self, plan: Floats, gains: Floats, stakes: Floats) -> Mask:
        """Return the sequences whose last moves are played; where a plan decides nothing, one best reply at each set.

        It decides nothing where a set is not reached or, as ``stakes`` say, nothing is at stake. ``stakes`` are the
        sums of absolute payoffs where ``gains`` are sums of payoffs.
        """
        reach = plan[self.parent]
        decides = (reach > NEVER) & (self.at_stake(stakes) > NEVER)
        shares = plan[1:] / np.where(reach > NEVER, reach, 1.0)[self.set_of]
        values = np.where(decides[self.set_of], shares, self.best(gains)[1:])
        best = values == np.maximum.reduceat(values, self.starts)[self.set_of]
        first = np.zeros(len(values), dtype=bool)
        first[np.flatnonzero(best)[np.unique(self.set_of[best], return_index=True)[1]]] = True
        return np.append(True, first | (decides[self.set_of] & (shares > PLAYED_OFTEN)))

    def at_stake(self, stakes: Floats) -> Floats:
        """Return for every set the sum of the stakes of all sequences from it on."""
        stakes = stakes.copy()
        sums = np.empty(len(self.starts))
        for level in reversed(self.levels):
            sums[level.sets] = np.add.reduceat(stakes[level.moves], self._first(level))
            self._pass_up(level, stakes, sums[level.sets])
        return sums

    def _first(self, level: SetLevel) -> Integers:
        """Return where the sets of a level begin among its sequences."""
        first: Integers = self.starts[level.sets] + 1 - level.moves.start
        return first

    def _pass_up(self, level: SetLevel, numbers: Floats, values: Floats) -> None:
        """Add the values of a level's sets to the numbers of the sequences that lead there."""
        numbers[level.above] += np.bincount(level.parent, values, level.above.stop - level.above.start)

    def _matched(self, regret: Floats) -> Floats:
        """Return probabilities in proportion to regrets; even ones where no move is regretted."""
        if not len(regret):
            return regret
        sums = np.add.reduceat(regret, self.starts)[self.set_of]
        return np.divide(regret, sums, out=self.even.copy(), where=sums > 0)


class LearnedPoint(NamedTuple):
    """Plans in floats, sequences as the learners number them, and what best replies gain against them."""

    x: Floats
    y: Floats
    regrets: tuple[float, float]  # of the players, as shares of their largest payoffs

    @property
    def regret(self) -> float:
        """The larger one."""
        return max(self.regrets)


class Learning:
    """Both players' learning in a game; payoffs are divided by a power of two near each player's largest.

    Attributes
    ----------
    rule : Rule
    learners : (Learner, Learner)
    A, B : sparse arrays
        Payoffs of player 1 and, transposed, of player 2: in both the rows are the player's own sequences.
    iterations : int
        So far.
    work : int
        Nanoseconds that an iteration takes, by the sizes of the game alone; so they are the same on every machine.
    exponents : (int, int)
        Of the powers of two by which the payoffs of either player are divided.
    """

    def __init__(self, form: SequenceForm, rule: Rule = RULES["predictive"]) -> None:
        self.rule = rule
        self.learners = Learner(form.sequences[0]), Learner(form.sequences[1])
        rows, columns = (learner.order for learner in self.learners)
        self.exponents = _exponent(form.A), _exponent(form.B)
        self.A = form.A.to_scipy(-self.exponents[0])[rows][:, columns].tocsr()  # tiny payoffs may become 0
        self.B = form.B.to_scipy(-self.exponents[1])[rows][:, columns].T.tocsr()
        levels = sum(len(learner.levels) for learner in self.learners)
        self.work = 30_000 + 10_000 * levels + 2 * (self.A.nnz + self.B.nnz) + 10 * (len(rows) + len(columns))
        self.iterations = 0

    def anew(self, seed: int) -> Learning:
        """Return the same before anything is learned: all moves alike, or with a seed other than 0 random regrets."""
        start = copy(self)
        start.iterations = 0
        start.learners = learner_1, learner_2 = copy(self.learners[0]), copy(self.learners[1])
        for learner in start.learners:
            learner.begin(None)
        if seed:
            source = np.random.default_rng(seed)
            for learner, gains in ((learner_1, self.A @ learner_2.plan()), (learner_2, self.B @ learner_1.plan())):
                learner.begin(source.random(len(gains) - 1) * abs(gains).max())
        return start

    @property
    def last(self) -> LearnedPoint:
        """The plans played now."""
        learner_1, learner_2 = self.learners
        return self._point(learner_1.plan(), learner_2.plan())

    def point(self, x: Floats, y: Floats) -> LearnedPoint:
        """Return plans from elsewhere, as the form numbers sequences."""
        learner_1, learner_2 = self.learners
        return self._point(x[learner_1.order], y[learner_2.order])

    @property
    def average(self) -> LearnedPoint:
        """The plans played so far, weighted as the rule says; the first ones before any."""
        if not self.iterations:
            return self.last
        learner_1, learner_2 = self.learners
        return self._point(learner_1.total / learner_1.total[EMPTY], learner_2.total / learner_2.total[EMPTY])

    def run(self, iterations: int) -> None:
        """Learn for some more iterations, player 1 first."""
        learner_1, learner_2 = self.learners
        x, y = learner_1.plan(), learner_2.plan()
        for _ in range(iterations):
            limits.check()
            self.iterations += 1
            weight = float(self.iterations) ** self.rule.power
            before = x, y
            learner_1.learn(self.A @ y, self.rule)
            x = learner_1.plan()
            learner_2.learn(self.B @ (x if self.rule.alternates else before[0]), self.rule)
            y = learner_2.plan()
            for learner, plan in zip(self.learners, (x, y) if self.rule.predicts else before, strict=True):
                learner.total += weight * plan

    def supports(self, point: LearnedPoint) -> tuple[Mask, Mask]:
        """Return guesses of both supports, with one move at sets that do not matter, as the form numbers sequences."""
        x, y = point.x, point.y
        learner_1, learner_2 = self.learners
        support_1 = learner_1.support(x, self.A @ y, abs(self.A) @ y)
        support_2 = learner_2.support(y, self.B @ x, abs(self.B) @ x)
        return support_1[learner_1.place], support_2[learner_2.place]

    def pure_profiles(self, most: int) -> list[tuple[int, int]]:
        """Return sequences of both players in a matrix game, the pairs with the least sum of regrets first.

        Those with payoffs of 0 for both are left out.
        """
        A, B = self.A[1:, 1:], self.B[1:, 1:].T
        pairs = (abs(A) + abs(B)).tocoo()
        if not pairs.nnz:
            return []
        best_1, best_2 = (payoffs.max(axis=axis).toarray().ravel() for axis, payoffs in enumerate((A, B)))
        regrets = best_1[pairs.col] + best_2[pairs.row] - (A + B)[pairs.row, pairs.col]
        near = np.flatnonzero(regrets <= np.sort(regrets)[:most][-1])
        near = near[np.argsort(regrets[near], kind="stable")][:most]
        return list(zip((1 + pairs.row[near]).tolist(), (1 + pairs.col[near]).tolist(), strict=True))

    def losses(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return, without the empty sequence, what last moves lose against the other's plan, as shares of the stakes.

        The stakes are the absolute payoffs of all sequences from an information set on. Sequences are as in the form.
        """
        learner_1, learner_2 = self.learners
        losses_1 = learner_1.losses(self.A @ point.y, abs(self.A) @ np.ones(len(point.y)))
        losses_2 = learner_2.losses(self.B @ point.x, abs(self.B) @ np.ones(len(point.x)))
        return losses_1[learner_1.place[1:] - 1], losses_2[learner_2.place[1:] - 1]

    def behavior(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return the probabilities of the sequences' last moves, as the form numbers sequences."""
        learner_1, learner_2 = self.learners
        return learner_1.shares(point.x)[learner_1.place], learner_2.shares(point.y)[learner_2.place]

    def plans(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return the plans of a point, as the form numbers sequences."""
        learner_1, learner_2 = self.learners
        return point.x[learner_1.place], point.y[learner_2.place]

    def _point(self, x: Floats, y: Floats) -> LearnedPoint:
        learner_1, learner_2 = self.learners
        against_y, against_x = self.A @ y, self.B @ x
        regrets = learner_1.best(against_y)[EMPTY] - x @ against_y, learner_2.best(against_x)[EMPTY] - y @ against_x
        return LearnedPoint(x, y, (float(regrets[0]), float(regrets[1])))


def _depths(sequences: Sequences) -> Integers:
    """Return for every information set how many moves its player has made when it is reached, plus 1."""
    depths: list[int] = []
    moves = np.diff(sequences.first, append=sequences.size)
    last_set = np.append(0, np.repeat(np.arange(len(moves)), moves)).tolist()
    for parent in limits.checked(sequences.parent.tolist()):
        depths.append(1 + depths[last_set[parent]] if parent else 1)
    return np.array(depths, dtype=np.int64)


def _exponent(payoffs: SparseMatrix) -> int:
    """Return the binary exponent of the largest absolute payoff."""
    exponents = mantissas_and_exponents(payoffs.values)[1]
    return int(exponents.max()) if len(exponents) else 0
