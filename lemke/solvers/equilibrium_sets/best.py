"""The equilibrium at which a linear function is greatest: branch and bound on the search for all equilibria.

A state (see :mod:`~lemke.solvers.equilibrium_sets.search`) is closed if no equilibrium there is better than the best
known one. If all points of a state are equilibria, two linear programs find the best of them, one for each plan.
"""

from __future__ import annotations

import numpy as np
from gmpy2 import mpq

from lemke.certificate import BestEquilibrium, Bounded, Combination, Judge, Ledger, Objective
from lemke.certificate.equilibrium_sets import EnumerationStop
from lemke.errors import LimitError, NotProvedError
from lemke.forms.sequence_form import SequenceForm, sequence_form
from lemke.game import Game
from lemke.game.best_response import best_response
from lemke.ground import limits
from lemke.ground.masks import members
from lemke.ground.rational import short
from lemke.ground.sparse import Vector, exact_dot
from lemke.io.objective import objective as read_objective
from lemke.linear.guided import Support
from lemke.solvers.answers import raise_if_stopped
from lemke.solvers.equilibrium_sets.run import equilibrium_sets, judged_profile, needed_steps
from lemke.solvers.equilibrium_sets.search import HalfCone, Search
from lemke.solvers.methods import solve

SUPPORT = "support"
"""The objective that counts the played sequences."""


def best_equilibrium(game: Game, objective: Objective | str = "u1 + u2") -> BestEquilibrium:
    """Return an equilibrium at which an objective is greatest, with the proof; after a limit, the best known one.

    A text is read by :func:`lemke.io.objective.objective`; with ``support`` the equilibrium plays the most sequences.
    A constant-sum game has one set of equilibria, and linear programs over this set are the proof.

    Raises the errors of :func:`equilibrium_sets`; LimitError if a limit is reached before any equilibrium is known.
    """
    if objective == SUPPORT:
        return _greatest_support(game)
    if isinstance(objective, str):
        objective = read_objective(objective, game)
    judge = Judge.of(game)
    ledger = Ledger(judge, objective)
    form = sequence_form(game)
    search = BestSearch(form, ledger)
    start = solve(form.plain()).plans
    search.propose(start)
    stopped: EnumerationStop = "done"
    reason = ""
    try:
        search.run(start)
    except LimitError as error:
        stopped, reason = "limit", str(error)
    except KeyboardInterrupt:
        stopped, reason = "interrupt", "interrupted"
    assert search.plans is not None and ledger.best is not None
    with limits.lifted():
        plans = search.plans
        payoffs = form.payoffs(*plans)
        profile = judged_profile(judge, payoffs, plans)
        steps, used = needed_steps(search, stopped == "done", list(range(len(ledger.sets))))
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


def _greatest_support(game: Game) -> BestEquilibrium:
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

    def run(self, plans: tuple[Vector, Vector]) -> None:
        """Search until it is proved that no equilibrium is better; in a constant-sum game in the set of these plans."""
        if self.ledger.judge.total is None:
            for number in self.sets():
                raise AssertionError(f"set {number} in a search for one equilibrium")
            return
        self.start(plans)
        if self._conflict_of_equilibria(self.by_half(self.ledger.outside[0]), []) is None:
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
        return self._no_better(zeros, combinations)

    def _conflict_of_bound(self, zeros: tuple[int, int]) -> int | None:
        """Close a state if the tree, or both linear programs, prove that no equilibrium there is better."""
        if self.ledger.best is None:
            return None
        learned = self._no_better(zeros, None)
        if learned is not None:
            return learned
        combinations = []
        for half, zero in zip(self.halves, zeros, strict=True):
            multipliers = half.bounding(zero, self._cost(half), half.constant)
            if multipliers is None:
                return None
            combinations.append(half.combination(multipliers))
        return self._no_better(zeros, combinations)

    def _cost(self, half: HalfCone) -> Vector:
        """Return the objective on a half, negated since programs minimize; the constant has the cost 0."""
        return np.append(-self.goal.parts[half.player], mpq(0))

    def _no_better(self, zeros: tuple[int, int], combinations: list[Combination] | None) -> int | None:
        """Return the conflict that closes a state in which no equilibrium is better; None if that is not proved.

        Combinations for both halves prove the bound where the variables of their cores are 0. Without them, the tree
        proves it, and may need all sequences that are 0.
        """
        assert self.ledger.best is not None
        bound = self.goal.bound(zeros, (None, None) if combinations is None else (combinations[0], combinations[1]))
        if bound is None or bound > self.ledger.best:
            return None
        if combinations is None:
            needed = [half.played(zero) for half, zero in zip(self.halves, zeros, strict=True)]
            numbers: tuple[int | None, int | None] = None, None
        else:
            needed = [self.goal.core(player, combination)[1] for player, combination in enumerate(combinations)]
            numbers = self.ledger.combine(combinations[0]), self.ledger.combine(combinations[1])
        return self._learn_step(Bounded(tuple(members(needed[0] | needed[1] << self.half_size)), numbers))
