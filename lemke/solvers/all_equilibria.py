"""All extreme equilibria of the strategic form of a two-player game, and the components of the set of equilibria.

Every equilibrium of a bimatrix game is a convex combination of extreme ones within one maximal Nash subset (Winkels
1979; Avis, Rosenberg, Savani, von Stengel 2010). A game in extensive form has the equilibria of its reduced strategic
form: with perfect recall every behavior strategy is realization equivalent to a mixed reduced strategy (Kuhn 1953).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from typing import TypeAlias

from lemke.certificate import Claim, Judge
from lemke.forms.normal_form import (
    AllEquilibria,
    ExtremeEquilibrium,
    NormalForm,
    Probabilities,
    TreeNormalForm,
    strategic_form,
)
from lemke.game import Game
from lemke.game.pure_strategies import plan_of_mixed
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.sparse import vector, zeros
from lemke.solvers.answers import confirm, payoffs_on_matrices
from lemke.solvers.dominance import eliminate
from lemke.solvers.enumeration import components, extreme_equilibria

MIXED_DOMINANCE_FROM = 100
"""From this many strategy pairs on, dominance by mixed strategies is tested, too, with linear programs."""

ProfilesByClass: TypeAlias = dict[tuple[int, ...], Profile]
"""From the numbers of the realization equivalent equilibria of a class to a profile of this class."""


def by_strategies(problem: Game | NormalForm) -> AllEquilibria:
    """Return all extreme equilibria of the strategic form, and the components of the set of equilibria.

    In a game in extensive form, equilibria with the same realization plans form a *class*. Each equilibrium is judged
    again on the matrices; in extensive form each class is also judged on the tree, by a profile with best replies
    filled in off the path. A NormalForm, and a game whose ``strategic`` is true, are solved as matrices, even if they
    were made from a tree.
    """
    judge = Judge.of(problem) if isinstance(problem, Game) else None
    form = strategic_form(problem)
    equilibria = tuple(_judged_equilibria(form))
    parts = components((extreme.x, extreme.y) for extreme in equilibria)
    classes: ProfilesByClass
    if judge is None or judge.game.strategic:  # mixed strategies are behavior strategies of players who choose once
        classes = {(number,): Profile.mixed((extreme.x, extreme.y)) for number, extreme in enumerate(equilibria)}
    else:
        classes = _classes(form, judge, equilibria)
    return AllEquilibria(form, equilibria, parts, tuple(classes), tuple(classes.values()))


def _judged_equilibria(form: NormalForm) -> Iterator[ExtremeEquilibrium]:
    """Yield the extreme equilibria, judged on the matrices; strictly dominated strategies are eliminated first."""
    form.matrices()  # raises unless there are two players
    elimination = eliminate(form, pure=prod(form.shape) < MIXED_DOMINANCE_FROM)
    rows, columns = map(list, elimination.surviving)
    for strategies in extreme_equilibria(*elimination.form.matrices()):
        x, y = zeros(form.shape[0]), zeros(form.shape[1])
        x[rows], y[columns] = strategies
        payoffs = payoffs_on_matrices(form, (x, y), "enumeration")
        yield ExtremeEquilibrium(tuple(x), tuple(y), (payoffs[0], payoffs[1]))


def _classes(form: NormalForm, judge: Judge, equilibria: Sequence[ExtremeEquilibrium]) -> ProfilesByClass:
    """Return the classes of equilibria with equal realization plans, each with a profile that the judge confirmed."""
    assert isinstance(form, TreeNormalForm)

    @cache
    def plan(player: int, strategy: Probabilities) -> Probabilities:
        return tuple(plan_of_mixed(judge.sequences[player], form.mixed_strategy(player, strategy)))

    members: dict[tuple[Probabilities, Probabilities], list[int]] = {}
    for number, extreme in enumerate(equilibria):
        members.setdefault((plan(0, extreme.x), plan(1, extreme.y)), []).append(number)
    classes: ProfilesByClass = {}
    for (x, y), numbers in members.items():
        limits.report(lambda: "judging equilibria on the tree")
        plans = vector(x), vector(y)
        profile = classes[tuple(numbers)] = judge.completed(plans)
        confirm(judge, Claim(profile, equilibria[numbers[0]].payoffs, plans), "enumeration")
    return classes
