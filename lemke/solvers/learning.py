"""Learning in floating point: CFR, CFR⁺ and predictive CFR⁺ on the sequence form. It proves nothing.

Each player plays against the opponent's last strategy. The regret of a move is a sum over the iterations: what the move
would have gained at its information set, times the probability that chance and the opponent lead to the set (CFR:
Zinkevich, Johanson, Bowling, Piccione 2007). In CFR⁺ the players learn in turn, and regrets below 0 become 0 (Tammelin
2014). Predictive CFR⁺ adds the last regrets once more, as a prediction of the next regrets (Farina, Kroer, Sandholm
2021). In zero-sum games the averages tend to an equilibrium. In general-sum games nothing is known, but the last
strategies of predictive CFR⁺ often come as close to an equilibrium as floats can show.

Sequences are renumbered by their number of moves. The sequences with the same number of moves are a *level*, which is a
slice of every array.
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
"""When supports are guessed, probabilities and stakes (:meth:`Learner.at_stake`) up to this count as 0."""
PLAYED_OFTEN = 1e-3
"""Moves that are played with a larger probability are guessed to be in the support."""


class Rule(NamedTuple):
    """The differences between the kinds of learning."""

    alternates: bool  # player 2 plays against player 1's new strategy, not the previous one
    forgets: bool  # regrets below 0 become 0
    predicts: bool  # the last regrets are added again; averages leave out the first strategies, which are not learned
    power: int  # the weight of iteration t in the average is t ** power


RULES = {
    "predictive": Rule(alternates=True, forgets=True, predicts=True, power=2),
    "cfr+": Rule(alternates=True, forgets=True, predicts=False, power=1),
    "cfr": Rule(alternates=False, forgets=False, predicts=False, power=0),
}
"""The rules of learning, by name."""


class SetLevel(NamedTuple):
    """Information sets after the same number of the player's own moves."""

    sets: slice
    moves: slice  # the sequences whose last moves are at these sets
    parents: slice  # the sequences of the level before, which lead to the sets
    parent: Integers  # for every set the sequence that leads to it, as an index in the slice ``parents``
    prefix: Integers  # for every sequence in ``moves`` the sequence without its last move

    @property
    def last_moves(self) -> slice:
        """``moves`` in arrays without an entry for the empty sequence."""
        return slice(self.moves.start - 1, self.moves.stop - 1)


class Learner:
    """A player who learns; arrays have one number per sequence, level by level, the empty sequence first.

    Attributes
    ----------
    order : int array
        The numbers that the sequences have in the form.
    place : int array
        The inverse of ``order``: from the form's numbers to the numbers here.
    starts : int array, one number per set
        The first sequence of the information set, counted without the empty sequence.
    set_of : int array, without the empty sequence
        The set of a sequence's last move.
    parent : int array, one number per set
        The sequence that leads to the set.
    levels : list of SetLevel
    uniform : float array, without the empty sequence
        Equal probabilities of all moves of a set.
    behavior : float array, without the empty sequence
        The probability of the last move of every sequence.
    regret : float array, without the empty sequence
        The regret of every sequence's last move, added up over the iterations by the rule.
    total : float array
        The realization plans so far, added up with their weights.
    """

    def __init__(self, sequences: Sequences) -> None:
        depth = _depths(sequences)
        sets = np.argsort(depth, kind="stable")
        counts = np.diff(sequences.first, append=sequences.size)[sets]
        self.starts = np.cumsum(counts) - counts
        # the moves of a set are consecutive in the form and here, so their numbers differ by the same shift
        shift = np.repeat(sequences.first[sets] - self.starts, counts)
        self.order = np.append(EMPTY, np.arange(sequences.size - 1) + shift)
        self.place = np.empty(sequences.size, dtype=np.int64)
        self.place[self.order] = np.arange(sequences.size)
        self.set_of = np.repeat(np.arange(len(counts)), counts)
        self.parent = self.place[sequences.parent[sets]]
        self.levels = self._levels(np.bincount(depth)[1:], counts)
        self.uniform = 1 / counts[self.set_of]
        self.begin(None)

    def _levels(self, widths: Integers, counts: Integers) -> list[SetLevel]:
        """Return the levels. ``widths`` has each level's number of sets, ``counts`` each set's number of moves."""
        levels, parents, last = [], slice(0, 1), 0
        for width in widths.tolist():
            sets = slice(last, last + width)
            last += width
            moves = slice(parents.stop, parents.stop + int(counts[sets].sum()))
            # − 1: set_of has no entry for the empty sequence
            prefix = self.parent[self.set_of[moves.start - 1 : moves.stop - 1]]
            levels.append(SetLevel(sets, moves, parents, self.parent[sets] - parents.start, prefix))
            parents = moves
        return levels

    def begin(self, regret: Floats | None) -> None:
        """Forget everything that was learned; begin with the strategy of these regrets, or with equal probabilities."""
        size = len(self.order)
        self.regret = np.zeros(size - 1) if regret is None else regret
        self.total = np.zeros(size)
        self.behavior = self._matching_probabilities(self.regret)

    def plan(self) -> Floats:
        """Return the realization plan of the current strategy."""
        plan = np.ones(len(self.order))
        for level in self.levels:
            plan[level.moves] = plan[level.prefix] * self.behavior[level.last_moves]
        return plan

    def learn(self, payoffs: Floats, rule: Rule) -> None:
        """Update regrets and strategy.

        ``payoffs`` has the payoff of every sequence against the opponent's plan. The array is overwritten.
        """
        values = np.empty(len(self.starts))
        for level in reversed(self.levels):
            weighted = payoffs[level.moves] * self.behavior[level.last_moves]
            values[level.sets] = np.add.reduceat(weighted, self._first_sequences(level))
            self._add_to_parents(level, payoffs, values[level.sets])
        new_regret = payoffs[1:] - values[self.set_of]
        self.regret += new_regret
        if rule.forgets:
            np.maximum(self.regret, 0.0, out=self.regret)
        predicted = self.regret + new_regret if rule.predicts else self.regret
        self.behavior = self._matching_probabilities(np.maximum(predicted, 0.0))

    def best(self, payoffs: Floats) -> Floats:
        """Return the payoff of every sequence if best replies follow it; entry 0 is the payoff of a best reply."""
        payoffs = payoffs.copy()
        for level in reversed(self.levels):
            self._add_to_parents(
                level, payoffs, np.maximum.reduceat(payoffs[level.moves], self._first_sequences(level))
            )
        return payoffs

    def shares(self, plan: Floats) -> Floats:
        """Return the probability of every last move in a plan; at unreached sets, the learner's current probability."""
        if not len(self.starts):
            return np.ones(1)
        sums = np.add.reduceat(plan[1:], self.starts)[self.set_of]  # after a tiny weight, all weights may round to 0
        return np.append(1.0, np.divide(plan[1:], sums, out=self.behavior.copy(), where=sums > 0))

    def losses(self, payoffs: Floats, stakes: Floats) -> Floats:
        """Return for every move how much less it gets than the best move at its set, as a share of the stakes.

        After each move the player makes best replies. ``stakes`` has for every sequence a sum of absolute payoffs;
        :meth:`at_stake` adds these sums up for every set.
        """
        if not len(self.starts):
            return np.zeros(0)
        values, sums = self.best(payoffs)[1:], self.at_stake(stakes)
        shortfall = np.maximum.reduceat(values, self.starts)[self.set_of] - values
        losses: Floats = shortfall / np.where(sums > 0, sums, np.inf)[self.set_of]  # 0 where nothing is at stake
        return losses

    def support(self, plan: Floats, payoffs: Floats, stakes: Floats) -> Mask:
        """Return the sequences whose last moves are played; at a set where the plan decides nothing, one best reply.

        A plan decides nothing at a set that it does not reach, or where nothing is at stake. ``stakes`` has for every
        sequence a sum of absolute payoffs.
        """
        reach = plan[self.parent]
        decides = (reach > NEVER) & (self.at_stake(stakes) > NEVER)
        shares = plan[1:] / np.where(reach > NEVER, reach, 1.0)[self.set_of]
        # at every set the first move with the largest probability or, if the plan decides nothing, the largest payoff;
        # np.unique returns the first index of every set
        values = np.where(decides[self.set_of], shares, self.best(payoffs)[1:])
        is_best = values == np.maximum.reduceat(values, self.starts)[self.set_of]
        is_first_best = np.zeros(len(values), dtype=bool)
        is_first_best[np.flatnonzero(is_best)[np.unique(self.set_of[is_best], return_index=True)[1]]] = True
        return np.append(True, is_first_best | (decides[self.set_of] & (shares > PLAYED_OFTEN)))

    def at_stake(self, stakes: Floats) -> Floats:
        """Return for every set the sum of the stakes of all sequences that go through the set."""
        stakes = stakes.copy()
        sums = np.empty(len(self.starts))
        for level in reversed(self.levels):
            sums[level.sets] = np.add.reduceat(stakes[level.moves], self._first_sequences(level))
            self._add_to_parents(level, stakes, sums[level.sets])
        return sums

    def _first_sequences(self, level: SetLevel) -> Integers:
        """Return the first sequence of every set of a level, as indices in the slice ``level.moves``."""
        first: Integers = self.starts[level.sets] + 1 - level.moves.start
        return first

    def _add_to_parents(self, level: SetLevel, numbers: Floats, values: Floats) -> None:
        """Add the values of a level's sets to the numbers of the sequences that lead to the sets."""
        numbers[level.parents] += np.bincount(level.parent, values, level.parents.stop - level.parents.start)

    def _matching_probabilities(self, regret: Floats) -> Floats:
        """Return probabilities in proportion to regrets (regret matching); equal probabilities if all regrets are 0."""
        if not len(regret):
            return regret
        sums = np.add.reduceat(regret, self.starts)[self.set_of]
        return np.divide(regret, sums, out=self.uniform.copy(), where=sums > 0)


class LearnedPoint(NamedTuple):
    """Plans in floats and the regret of each player. Sequences are numbered as in the learners."""

    x: Floats
    y: Floats
    regrets: tuple[float, float]  # payoffs are divided as in Learning

    @property
    def regret(self) -> float:
        """The larger regret."""
        return max(self.regrets)


class Learning:
    """The learning of both players in a game. Each player's payoffs are divided by a power of two near the largest.

    Attributes
    ----------
    rule : Rule
    learners : (Learner, Learner)
    A, B : sparse arrays
        Payoffs of player 1 and, transposed, of player 2: in both the rows are the player's own sequences.
    iterations : int
        The number of iterations so far.
    work : int
        Estimated nanoseconds of an iteration. The estimate depends on the sizes of the game alone, not on the machine.
    exponents : (int, int)
        Exponents of the powers of two by which each player's payoffs are divided.
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
        """Return a new start in the same game: with seed 0 from equal probabilities, otherwise from random regrets."""
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
        """The current plans."""
        learner_1, learner_2 = self.learners
        return self._point(learner_1.plan(), learner_2.plan())

    def point(self, x: Floats, y: Floats) -> LearnedPoint:
        """Return the point of plans whose sequences are numbered as in the form."""
        learner_1, learner_2 = self.learners
        return self._point(x[learner_1.order], y[learner_2.order])

    @property
    def average(self) -> LearnedPoint:
        """The average of the plans so far, weighted by the rule; before the first iteration the current plans."""
        if not self.iterations:
            return self.last
        learner_1, learner_2 = self.learners
        return self._point(learner_1.total / learner_1.total[EMPTY], learner_2.total / learner_2.total[EMPTY])

    def run(self, iterations: int) -> None:
        """Learn for some more iterations, player 1 first."""
        learner_1, learner_2 = self.learners
        x, y = learner_1.plan(), learner_2.plan()
        for _ in range(iterations):
            limits.report(lambda: f"learning: {self.iterations} iterations")
            self.iterations += 1
            weight = float(self.iterations) ** self.rule.power
            previous = x, y
            learner_1.learn(self.A @ y, self.rule)
            x = learner_1.plan()
            learner_2.learn(self.B @ (x if self.rule.alternates else previous[0]), self.rule)
            y = learner_2.plan()
            for learner, plan in zip(self.learners, (x, y) if self.rule.predicts else previous, strict=True):
                learner.total += weight * plan

    def supports(self, point: LearnedPoint) -> tuple[Mask, Mask]:
        """Return guesses of both supports, as :meth:`Learner.support` does, with sequences numbered as in the form."""
        x, y = point.x, point.y
        learner_1, learner_2 = self.learners
        support_1 = learner_1.support(x, self.A @ y, abs(self.A) @ y)
        support_2 = learner_2.support(y, self.B @ x, abs(self.B) @ x)
        return support_1[learner_1.place], support_2[learner_2.place]

    def pure_profiles(self, most: int) -> list[tuple[int, int]]:
        """Return up to ``most`` pairs of sequences of a matrix game: those with the least sums of regrets, least first.

        Pairs with payoffs of 0 for both players are left out: the sparse arrays do not have them.
        """
        A, B = self.A[1:, 1:], self.B[1:, 1:].T
        pairs = (abs(A) + abs(B)).tocoo()
        if not pairs.nnz:
            return []
        # player 1's best payoff in every column, player 2's in every row
        best_1, best_2 = (payoffs.max(axis=axis).toarray().ravel() for axis, payoffs in enumerate((A, B)))
        regrets = best_1[pairs.col] + best_2[pairs.row] - (A + B)[pairs.row, pairs.col]
        # with ties these are more than ``most`` pairs; the stable sort and the last cut keep the first of equal pairs
        chosen = np.flatnonzero(regrets <= np.sort(regrets)[:most][-1])
        chosen = chosen[np.argsort(regrets[chosen], kind="stable")][:most]
        return list(zip((1 + pairs.row[chosen]).tolist(), (1 + pairs.col[chosen]).tolist(), strict=True))

    def losses(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return for every sequence except the empty one the loss of its last move, as a share of the stakes.

        The loss is against the opponent's plan. The stakes at an information set are the absolute payoffs of all
        sequences that go through the set. Sequences are numbered as in the form.
        """
        learner_1, learner_2 = self.learners
        losses_1 = learner_1.losses(self.A @ point.y, abs(self.A) @ np.ones(len(point.y)))
        losses_2 = learner_2.losses(self.B @ point.x, abs(self.B) @ np.ones(len(point.x)))
        return losses_1[learner_1.place[1:] - 1], losses_2[learner_2.place[1:] - 1]

    def behavior(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return the probabilities of the sequences' last moves, numbered as in the form."""
        learner_1, learner_2 = self.learners
        return learner_1.shares(point.x)[learner_1.place], learner_2.shares(point.y)[learner_2.place]

    def plans(self, point: LearnedPoint) -> tuple[Floats, Floats]:
        """Return the plans of a point, numbered as in the form."""
        learner_1, learner_2 = self.learners
        return point.x[learner_1.place], point.y[learner_2.place]

    def _point(self, x: Floats, y: Floats) -> LearnedPoint:
        learner_1, learner_2 = self.learners
        against_y, against_x = self.A @ y, self.B @ x
        regrets = learner_1.best(against_y)[EMPTY] - x @ against_y, learner_2.best(against_x)[EMPTY] - y @ against_x
        return LearnedPoint(x, y, (float(regrets[0]), float(regrets[1])))


def _depths(sequences: Sequences) -> Integers:
    """Return for every information set 1 plus the number of its player's moves before it."""
    depths: list[int] = []
    moves = np.diff(sequences.first, append=sequences.size)
    # the set of each sequence's last move; the entry 0 of the empty sequence is not used
    last_set = np.append(0, np.repeat(np.arange(len(moves)), moves)).tolist()
    for parent in sequences.parent.tolist():
        depths.append(1 + depths[last_set[parent]] if parent else 1)
    return np.array(depths, dtype=np.int64)


def _exponent(payoffs: SparseMatrix) -> int:
    """Return the binary exponent of the largest absolute payoff."""
    _, exponents = mantissas_and_exponents(payoffs.values)
    return int(exponents.max()) if len(exponents) else 0
