"""Normal-form perfect equilibria (Selten 1975), proved by the last edge of a path from a completely mixed prior.

On Lemke's path from a prior (p, q), x + p z0 and y + q z0 are realization plans, and all sequences that x and y play
are best replies to these plans (von Stengel, van den Elzen, Talman 2002). The variable z0 is 1 at the prior and 0 at
the end point. So the end point is a best reply to the points on the last edge, if that edge has positive length. With a
completely mixed prior these points are completely mixed, and they come arbitrarily near to the end point. This proves a
property of the plans, not of the moves filled in off the path.

A plan x of player 1 is weakly dominated iff some plan x' gets at least as much against every plan of player 2, and more
against some plan. Then x' gets more against every completely mixed plan y°. The least gain of x' − x is the value of a
best response of player 2. So a linear program decides whether there is such a plan x'. In it, w are the values of
player 2's information sets (von Stengel 1996):

    max (x' − x)ᵀA y°   subject to   E x' = e, x' ≥ 0,   Fᵀw ≤ Aᵀ(x' − x),   w₀ = 0.

The maximum is positive iff x is dominated. If it is 0, the multipliers λ of the inequalities prove x undominated:
F λ = λ(∅) f, and x is a best response to the completely mixed plan (y° + λ) / (1 + λ(∅)). For player 2 exchange the
roles.

An equilibrium of two players is normal-form perfect iff no plan in it is weakly dominated (van Damme 1991, theorem
3.2.2): the completely mixed plans to which x and y are best responses are the trembles that prove it. In a
quasi-perfect equilibrium the moves from an information set on are a best response, from this set on, to completely
mixed plans (van Damme 1984), so they must not be dominated from this set on.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
from gmpy2 import mpq

from lemke.certificate import (
    NORMAL_FORM_PERFECT,
    Claim,
    Dominated,
    Equilibrium,
    Judge,
    Trembles,
    objections_to_normal_form_perfect,
    plan_from,
)
from lemke.errors import NotProvedError
from lemke.forms.sequence_form import SequenceForm, TreeForm, constraints, in_units, sequence_form
from lemke.game import Game
from lemke.game.recall import EMPTY, Sequences, part_of, sets_from
from lemke.game.strategy import Profile, centroid, realization_plan
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, exact_dot, zeros
from lemke.linear.guided import Proved, solve_lp
from lemke.linear.lcp import Solution
from lemke.linear.lp import LP, Optimal
from lemke.solvers.answers import judged
from lemke.solvers.last_edge import confirm_trembles, last_edge, proved_by_edge, solution_with_edge
from lemke.solvers.sequence_lcp import PathStart, Prior, end_of_path, follow, mixed_starts, start_words


def judged_plans(judge: Judge, profile: Profile) -> Dominated | Trembles:
    """Return a plan that dominates a plan of an equilibrium, or trembles that prove normal-form perfection.

    Either answer is checked on the tree; NotProvedError is raised if the tree does not confirm it, or the profile is no
    equilibrium. Moves of chance may have probability zero.
    """
    form, _ = in_units(sequence_form(judge.game))
    mixed_plans = []  # entry k: a completely mixed plan of the opponent to which player k's plan is a best response
    for player, sequences in enumerate(judge.sequences):
        opponent, plan = judge.sequences[1 - player], realization_plan(sequences, profile.behavior[player])
        better, mixed_plan = best_improvement(sequences, opponent, _payoffs(form, player), plan)
        if mixed_plan is None:
            return Dominated.of(judge, profile, player, better)
        mixed_plans.append(mixed_plan)
    plans = judge.plans(profile)
    # reversed: the last entry of mixed_plans is player 1's; columns are the powers of ε in plan + ε (mixed − plan)
    trembling_1, trembling_2 = (
        np.column_stack([plan, mixed_plan - plan])
        for plan, mixed_plan in zip(plans, reversed(mixed_plans), strict=True)
    )
    trembles = Trembles(NORMAL_FORM_PERFECT, ONE, (trembling_1, trembling_2))
    confirm_trembles(judge, profile, trembles)
    return trembles


def dominated_continuation(judge: Judge, profile: Profile) -> Dominated | None:
    """Return a plan that dominates a plan of the profile, as a whole or from an information set on, or None.

    If a plan is undominated from a set on, it is also undominated from every later set that the plan reaches: the same
    completely mixed plan proves both. So only sets right after moves with probability zero are checked.
    """
    form, _ = in_units(sequence_form(judge.game))
    for player, h in _continuations(judge, profile):
        sequences, opponent = judge.sequences[player], judge.sequences[1 - player]
        payoffs, start = _payoffs(form, player), EMPTY if h is None else int(sequences.parent[h])
        part, numbers = part_of(sequences, sets_from(sequences, h), start)
        # [1:] leaves out the part's empty sequence: no move of the part changes its payoffs
        relevant_sets = _relevant_sets(opponent, payoffs.part(numbers[1:], np.arange(opponent.size)))
        opponent_part, columns = part_of(opponent, relevant_sets)
        plan = plan_from(sequences, profile.behavior[player], h)[numbers]
        better, mixed_plan = best_improvement(part, opponent_part, payoffs.part(numbers, columns), plan)
        if mixed_plan is None:
            weights = zeros(sequences.size)
            weights[numbers] = better
            return Dominated.of(judge, profile, player, weights, h)
    return None


def best_improvement(
    sequences: Sequences, opponent: Sequences, payoffs: SparseMatrix, plan: Vector
) -> tuple[Vector, Vector | None]:
    """Return the best plan against the opponent's plan y° among all plans that never get less than ``plan``.

    y° makes all moves at a set with equal probability. If the best plan does not get more than ``plan``, then ``plan``
    is undominated; return also a completely mixed plan of the opponent to which it is a best response. If the best plan
    gets more, it dominates ``plan``, and None is returned in place of the mixed plan. The payoffs are the player's, in
    units of payoff: the player's sequences are rows, the opponent's columns.
    """
    E, F = constraints(sequences), constraints(opponent)
    rows, columns, values = E.shape[0], sequences.size, len(opponent.sets)
    set_rows = F.part(np.arange(1, values + 1), np.arange(opponent.size))  # without the row of w₀, which is 0
    blocks = [(0, 0, E), (rows, 0, payoffs.T), (rows, columns, -set_rows.T)]
    matrix = SparseMatrix.of_blocks((rows + opponent.size, columns + values), blocks)
    mixed = realization_plan(opponent, centroid(opponent))
    at_mixed = payoffs @ mixed
    right = np.concatenate([[ONE], zeros(rows - 1), payoffs.T @ plan])
    cost = np.append(-at_mixed, zeros(values))
    senses = np.repeat([0, 1], [rows, opponent.size])  # 0 is =, 1 is >=
    free = np.arange(columns + values) >= columns
    best = solve_lp(LP(matrix, right, cost, senses, free))
    assert isinstance(best, Optimal)  # the plan itself is feasible, and plans are bounded
    better: Vector = best.x[:columns]
    gain: mpq = exact_dot(better - plan, at_mixed)
    if gain > 0:
        return better, None
    multipliers: Vector = best.y[rows:]
    return better, (mixed + multipliers) / (ONE + multipliers[EMPTY])


def _payoffs(form: SequenceForm, player: int) -> SparseMatrix:
    """Return the payoffs of a player, with the player's sequences as rows."""
    return form.A if player == 0 else form.B.T


def _continuations(judge: Judge, profile: Profile) -> Iterator[tuple[int, int | None]]:
    """Yield each player with None, for the whole plan; then with every set right after a move of probability zero."""
    for player in range(len(judge.sequences)):
        yield player, None
    for player, sequences in enumerate(judge.sequences):
        unplayed = {
            sequence
            for h, behavior in enumerate(profile.behavior[player])
            for sequence, probability in zip(sequences.moves(h), behavior, strict=True)
            if not probability
        }
        yield from ((player, h) for h, parent in enumerate(sequences.parent.tolist()) if parent in unplayed)


def _relevant_sets(sequences: Sequences, payoffs: SparseMatrix) -> list[int]:
    """Return the sets with payoffs at their moves or after them; the columns of the payoffs are the sequences.

    Moves at all other sets change no payoff, so the program leaves them out.
    """
    relevant_sequences = {*payoffs.columns.tolist()}
    relevant_sets = []
    for h in range(len(sequences.sets) - 1, -1, -1):  # later sets first
        if not relevant_sequences.isdisjoint(sequences.moves(h)):
            relevant_sets.append(h)
            relevant_sequences.add(int(sequences.parent[h]))
    return relevant_sets[::-1]  # ascending


TRIES = 5
"""Number of priors that are tried with the given kernel; then ``exact`` takes over if the kernel was ``auto``."""


def solve(game: Game, method: str, kernel: str, prior: Prior, seed: int) -> Equilibrium:
    """Return a normal-form perfect equilibrium; ``lemke.solve`` has checked the options.

    The exact kernel follows the last edge until z0 leaves, so one prior is enough. If there are ties, the guided kernel
    may end at a basis that is not on the last edge; then a few exact pivots lead to an edge. If they do not, random
    priors follow, and finally the kernel ``exact``, unless the kernel is ``guided``.

    Raises InputError for a method without a path from a prior; ProfileError for a prior that is not completely mixed;
    NotProvedError if no prior led to a proved equilibrium.
    """
    form = sequence_form(game)
    failures: list[str] = []
    for start, kernel_name in _attempts(form, method, kernel, prior, seed):
        plans = start.plans(form)
        proved = follow(form, plans, kernel_name, seed)
        assert isinstance(proved.outcome, Solution)
        solution: Solution | None = proved.outcome
        edge = last_edge(form, plans, proved.outcome)
        if edge is None and (solution := solution_with_edge(form, plans, proved.outcome)) is not None:
            edge = last_edge(form, plans, solution)
        if edge is not None and solution is not None:
            return _proved(form, start, proved._replace(outcome=solution), edge, len(failures) + 1)
        failures.append(f"prior {start_words(start)}, kernel {proved.kernel}")
    raise NotProvedError(
        f"no path led to a proved {NORMAL_FORM_PERFECT} equilibrium: the last edge of each path has length 0 "
        f"({'; '.join(failures)}), expected a positive length, as on paths of the kernel exact"
    )


def _attempts(form: TreeForm, method: str, kernel: str, prior: Prior, seed: int) -> Iterator[tuple[PathStart, str]]:
    """Yield priors with the given kernel; if it is ``auto``, at the end also the first prior with ``exact``."""
    first = None
    for start in islice(mixed_starts(form, NORMAL_FORM_PERFECT, method, kernel, prior, seed), TRIES):
        first = first or start
        yield start, kernel
    if first is not None and kernel == "auto":
        yield first, "exact"


def _proved(form: TreeForm, start: PathStart, path_end: Proved, edge: Trembles, tries: int) -> Equilibrium:
    """Return the end of a path as an equilibrium with its proof, if the judge confirms both."""
    solution = path_end.outcome
    assert isinstance(solution, Solution)
    proved = end_of_path(form, start, solution, "lcp", path_end.kernel, max(tries, path_end.tries), path_end.seed)
    (equilibrium,) = judged(form, [proved], start.profile)
    return proved_by_edge(form, equilibrium, edge)


def objections_to(game: Game, claim: Claim) -> list[str]:
    """Return in words why a claim does not prove that its plans are normal-form perfect; an empty list if it does."""
    return objections_to_normal_form_perfect(Judge.of(game), claim)


def without_proof(judge: Judge, claim: Claim) -> Dominated | list[str]:
    """Return a plan that weakly dominates a plan of an equilibrium, or an empty list if no plan does.

    An equilibrium of two players is normal-form perfect iff no plan in it is weakly dominated (van Damme 1991, theorem
    3.2.2).
    """
    judgment = judged_plans(judge, claim.profile)
    return judgment if isinstance(judgment, Dominated) else []
