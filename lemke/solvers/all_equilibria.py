"""All equilibria of a two-player game: as convex sets of plans, or as extreme equilibria of the strategic form.

Every equilibrium of a bimatrix game is a convex combination of extreme ones within one maximal Nash subset (Winkels
1979; Avis, Rosenberg, Savani, von Stengel 2010). A game in extensive form has the equilibria of its reduced strategic
form: with perfect recall every behavior strategy is realization equivalent to a mixed reduced strategy (Kuhn 1953).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count  # zip(count(), …): in this module ``enumerate`` is not Python's
from math import prod
from typing import Literal, TypeAlias

from lemke.certificate import (
    BestEquilibrium,
    Claim,
    Comparison,
    EquilibriumRanges,
    EquilibriumSets,
    Judge,
    Objective,
    PureEquilibria,
    replay,
)
from lemke.certificate.equilibrium_sets import SetsMembers
from lemke.certificate.replaying import Replay
from lemke.errors import InputError
from lemke.forms.normal_form import (
    AllEquilibria,
    ExtremeEquilibrium,
    NormalForm,
    Probabilities,
    TreeNormalForm,
    strategic_form,
)
from lemke.game import Game, InformationSet
from lemke.game.pure_strategies import plan_of_mixed
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.rational import quoted
from lemke.ground.sparse import vector, zeros
from lemke.io.objective import objective as read_objective
from lemke.solvers.answers import confirm, payoffs_on_matrices
from lemke.solvers.dominance import eliminate
from lemke.solvers.enumeration import components, extreme_equilibria
from lemke.solvers.equilibrium_sets import best_equilibrium, compared, equilibrium_sets, greatest_support
from lemke.solvers.pure_equilibria import pure_equilibria

MIXED_DOMINANCE_FROM = 100
"""From this many strategy pairs on, dominance by mixed strategies is tested, too, with linear programs."""

Earlier: TypeAlias = SetsMembers | EquilibriumSets | EquilibriumRanges
"""What an earlier search for sets of equilibria found, or what its JSON states."""
ProfilesByClass: TypeAlias = dict[tuple[int, ...], Profile]
"""From the numbers of the realization equivalent equilibria of a class to a profile of this class."""

WAYS: dict[str, tuple[str, ...]] = {
    "sets": ("first", "resume", "vertices"),
    "strategies": (),
    "pure": ("first",),
}
"""The ways to list equilibria, with their options; ``sets`` is the default for trees, ``strategies`` for matrices."""


def enumerate(
    game: Game, by: Literal["sets", "pure"], first: int | None, resume: Earlier | None, vertices: bool
) -> EquilibriumSets | PureEquilibria:
    """Return all maximal sets of equilibria, or the pure equilibria, of a tree; see :func:`lemke.enumerate`."""
    if by == "pure":
        return pure_equilibria(game, first)
    return equilibrium_sets(game, first, _earlier_proofs(game, resume), with_vertices=vertices)


SUPPORT = "support"
"""The objective of :func:`best_of` that counts the played sequences."""


def best_of(problem: Game, objective: str | Objective = "u1 + u2") -> BestEquilibrium:
    """Return an equilibrium at which an objective is greatest, with the proof; see :func:`lemke.enumerate`.

    With ``support``, search for all maximal sets, and return an equilibrium that plays the most sequences: an inner
    point of one of these sets.
    """
    if objective == SUPPORT:
        return greatest_support(problem)
    return best_equilibrium(problem, read_objective(objective, problem) if isinstance(objective, str) else objective)


def ranges(
    problem: Game,
    player: int | None = None,
    only: str | None = None,
    resume: Earlier | None = None,
) -> EquilibriumRanges:
    """Return the range of every move over all equilibria of a game, proved; see :func:`lemke.ranges`."""
    judge = Judge.of(problem)
    labels = {information_set.label for sequences in judge.sequences for information_set in sequences.information_sets}

    def name(information_set: InformationSet) -> str:
        """Return what ``only`` must equal: the label of the set, or its number if ``only`` is no label."""
        return information_set.label if only in labels else str(information_set.number)

    moves_1, moves_2 = (
        tuple(
            sequence
            for h, information_set in zip(count(), sequences.information_sets)
            if player in (None, sequences.player) and only in (None, name(information_set))
            for sequence in sequences.moves(h)
        )
        for sequences in judge.sequences
    )
    if only is not None and not moves_1 and not moves_2:
        owner = "" if player is None else f" of player {player + 1}"
        raise InputError(f"only {quoted(only)}, expected the label or the number of an information set{owner}")
    equilibria = equilibrium_sets(problem, None, _earlier_proofs(problem, resume), (moves_1, moves_2))
    return EquilibriumRanges(equilibria, (moves_1, moves_2))


def compare(problem: Game, profile: Profile) -> Comparison:
    """Return how a profile differs from all equilibria of a game, after a search for all."""
    return next(compared(problem, [profile]))


def _earlier_proofs(game: Game, earlier: Earlier | None) -> Replay | None:
    """Return the proofs of an earlier search, checked again. Raises InputError if a proof does not hold."""
    if earlier is None:
        return None
    replayed = replay(game, earlier.equilibria if isinstance(earlier, EquilibriumRanges) else earlier)
    if replayed.objection:
        raise InputError(f"unproved sets of equilibria to resume: {replayed.objection}")
    return replayed


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
        classes = {(number,): Profile.mixed((extreme.x, extreme.y)) for number, extreme in zip(count(), equilibria)}
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
    for number, extreme in zip(count(), equilibria):
        members.setdefault((plan(0, extreme.x), plan(1, extreme.y)), []).append(number)
    classes: ProfilesByClass = {}
    for (x, y), numbers in members.items():
        limits.report(lambda: "judging equilibria on the tree")
        plans = vector(x), vector(y)
        profile = classes[tuple(numbers)] = judge.completed(plans)
        confirm(judge, Claim(profile, equilibria[numbers[0]].payoffs, plans), "enumeration")
    return classes
