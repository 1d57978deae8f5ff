"""The equilibrium at which a linear function is greatest: branch and bound on the search for all equilibria.

A state (see :mod:`~lemke.solvers.equilibrium_sets.search`) is closed if no equilibrium there is better than the best
known one. If all points of a state are equilibria, two linear programs find the best of them, one for each plan.
"""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.certificate import BestEquilibrium, Bounded, Combination, Judge, Ledger, Objective
from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.certificate.goal import CombinationPair
from lemke.errors import LimitError, NotProvedError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.ground import limits
from lemke.ground.masks import mask_of, mask_where, members
from lemke.ground.rational import short
from lemke.ground.sparse import Vector, exact_dot
from lemke.linear.guided import Support
from lemke.solvers.answers import raise_if_stopped
from lemke.solvers.equilibrium_sets.run import an_equilibrium, equilibrium_sets, judged_profile, needed_steps
from lemke.solvers.equilibrium_sets.search import HalfCone, Search


def best_equilibrium(game: Game, objective: Objective) -> BestEquilibrium:
    """Return an equilibrium at which an objective is greatest, with the proof; after a limit, the best known one.

    A constant-sum game has one set of equilibria, and linear programs over this set are the proof.

    Raises the errors of :func:`equilibrium_sets`; LimitError if a limit is reached before any equilibrium is known.
    """
    judge = Judge.of(game)
    ledger = Ledger(judge, objective)
    form = sequence_form(game)
    search = BestSearch(form, ledger)
    start = an_equilibrium(form)
    search.propose(start)
    stopped: EnumerationStop = "done"
    reason = ""
    try:
        if judge.total is None:
            search.run()
        else:
            search.search_one_set(start)
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    assert search.plans is not None and ledger.best is not None
    with limits.lifted():
        plans = search.plans
        payoffs = form.payoffs(*plans)
        profile = judged_profile(judge, payoffs, plans)
        conflict_steps = None if stopped == "done" else search.conflicts.steps
        steps, used = needed_steps(ledger, conflict_steps, list(range(len(ledger.sets))))
    return BestEquilibrium(
        game=game,
        objective=objective,
        value=ledger.best,
        payoffs=payoffs,
        plans=plans,
        profile=profile,
        sets=tuple(ledger.sets),
        combinations=used,
        steps=steps,
        stopped=stopped,
        reason=reason,
        proof="resolution" if judge.total is None else "constant-sum",
    )


def greatest_support(game: Game) -> BestEquilibrium:
    """Return an equilibrium that plays the most sequences: an inner point of a maximal set; after a limit, a known set.

    Raises LimitError or KeyboardInterrupt if a limit or the user ends the search before the first set.
    """
    equilibria = equilibrium_sets(game, moves=((), ()))
    if not equilibria.sets:
        raise_if_stopped(equilibria.stopped, equilibria.reason)
    largest = max(range(len(equilibria.sets)), key=lambda number: equilibria.sets[number].equilibrium_set.support)
    inner_point = equilibria.sets[largest].equilibrium_set
    return BestEquilibrium(
        game=game,
        objective=None,
        value=mpq(inner_point.support),
        payoffs=inner_point.payoffs,
        plans=inner_point.plans,
        profile=equilibria.profiles[largest],
        sets=tuple(described.equilibrium_set for described in equilibria.sets),
        combinations=equilibria.combinations,
        steps=equilibria.steps,
        stopped=equilibria.stopped,
        reason=equilibria.reason,
        proof=equilibria.proof,
    )


class BestSearch(Search):
    """The search for a best equilibrium; the ledger's goal is the objective, with upper bounds.

    ``plans`` is the best known equilibrium; its value is the ledger's ``best``.
    """

    def __init__(self, form: SequenceForm, ledger: Ledger) -> None:
        super().__init__(form, ledger)
        assert ledger.goal is not None
        self.goal = ledger.goal
        self.plans: tuple[Vector, Vector] | None = None

    def propose(self, plans: tuple[Vector, Vector]) -> bool:
        """Return whether plans are an equilibrium; keep them if they are better than the best known equilibrium."""
        judge = self.ledger.judge
        values = [judge.values(player, list(plans)) for player in (0, 1)]
        payoffs = exact_dot(plans[0], values[0]), exact_dot(plans[1], values[1])
        best_payoffs = [best_response(*pair).value for pair in zip(judge.sequences, values, strict=True)]
        if list(payoffs) != best_payoffs:
            return False
        value = self.goal.objective.value(payoffs, plans)
        if self.ledger.best is None or value > self.ledger.best:
            self.ledger.best, self.plans = value, plans
        return True

    def run(self) -> None:
        """Search until it is proved that no equilibrium is better."""
        for number in self.sets():
            raise AssertionError(f"set {number} in a search for one equilibrium")

    def search_one_set(self, plans: tuple[Vector, Vector]) -> None:
        """Find the best equilibrium of the maximal set that contains these plans."""
        self.start(mask_where(plans[0] > 0), mask_where(plans[1] > 0))
        if self._conflict_of_equilibria(self.by_half(self.ledger.outside(0)), []) is None:
            raise NotProvedError("the best equilibrium of a set could not be proved")

    def _progress(self) -> str:
        best = "none" if self.ledger.best is None else short(self.ledger.best)
        return f"best value {best}, {super()._progress()}"

    def _conflict_of_equilibria(self, zeros: tuple[int, int], supports: list[Support]) -> int | None:
        """Find the best point of a state whose points are all equilibria, and close the state.

        Return None if HiGHS took a positive slack for 0: then not all points are equilibria, and the program may be
        unbounded.
        """
        combinations, plans = [], []
        for half, zero in zip(self.halves, zeros, strict=True):
            try:
                _, multipliers, point = half.least(zero, self._cost(half), half.constant)
            except NotProvedError:  # the caller settles the state exactly and tries once more
                return None
            assert point is not None
            plans.append(half.plan(point)[0])
            combinations.append(half.combination(multipliers))
        if not self.propose((plans[0], plans[1])):
            return None
        return self._no_better(zeros, (combinations[0], combinations[1]))

    def _conflict_of_bound(self, zeros: tuple[int, int]) -> int | None:
        """Close a state if the tree, linear programs, or both prove that no equilibrium there is better.

        Bounds are tried in turn: from the tree alone, then from the combinations of both programs, then of one program.
        """
        if self.ledger.best is None:
            return None
        learned = self._no_better(zeros, (None, None))
        if learned is not None:
            return learned
        proposed: list[Combination | None] = []
        for half, zero in zip(self.halves, zeros, strict=True):
            multipliers = half.bounding(zero, self._cost(half), half.constant)
            proposed.append(None if multipliers is None else half.combination(multipliers))
        first, second = proposed
        pairs: list[CombinationPair] = [(first, second)] if first and second else []
        pairs += [(first, None)] if first else []
        pairs += [(None, second)] if second else []
        conflicts = (self._no_better(zeros, pair) for pair in pairs)
        return next((learned for learned in conflicts if learned is not None), None)

    def _cost(self, half: HalfCone) -> Vector:
        """Return the objective on a half, negated since programs minimize; the constant has the cost 0."""
        return np.append(-self.goal.parts[half.player], mpq(0))

    def _no_better(self, zeros: tuple[int, int], combinations: CombinationPair) -> int | None:
        """Return the conflict that closes a state in which no equilibrium is better; None if that is not proved."""
        assert self.ledger.best is not None
        bound = self.goal.bound(zeros, combinations)
        if bound is None or bound > self.ledger.best:
            return None
        first, second = (
            None if combination is None else self.ledger.combine(combination) for combination in combinations
        )
        core = self._core(zeros, combinations)
        zero = tuple(members(core[0] | core[1] << self.half_size))
        return self._learn_step(Bounded(zero, (first, second)))

    def _core(self, zeros: tuple[int, int], combinations: CombinationPair) -> tuple[int, int]:
        """Return few variables of each half such that the bound holds wherever they are 0.

        The variables are the cores of the combinations (``goal.core``). If a half has no combination, the plans and the
        tree give the rest of the bound. Then the bound may need more sequences that are 0; sequences that the bound
        does not need are dropped in smaller and smaller chunks.
        """
        needed = [
            0 if combination is None else self.goal.core(player, combination)[1]
            for player, combination in enumerate(combinations)
        ]
        if None not in combinations:
            return needed[0], needed[1]
        optional = [half.played(zero) & ~core for half, zero, core in zip(self.halves, zeros, needed, strict=True)]
        size = 1 << max(1, sum(map(int.bit_count, optional))).bit_length()  # the first chunks have all variables
        while size:
            for player in (0, 1):
                variables = list(members(optional[player]))
                for first in range(0, len(variables), size):
                    fewer = list(optional)
                    fewer[player] &= ~mask_of(variables[first : first + size])
                    bound = self.goal.bound((needed[0] | fewer[0], needed[1] | fewer[1]), combinations)
                    if bound is not None and bound <= self.ledger.best:
                        optional = fewer
            size //= 2
        return needed[0] | optional[0], needed[1] | optional[1]
