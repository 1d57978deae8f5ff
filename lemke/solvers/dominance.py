"""Iterated elimination of dominated strategies in a game of any number of players, every step proved.

Each round eliminates at once all strategies of all players that are dominated in the remaining game. With strict
dominance every other order leaves the same game, with the same equilibria (Gilboa, Kalai, Zemel 1990; Osborne,
Rubinstein 1994, section 4.2). With weak dominance another order may leave another game, and equilibria may be lost. An
equilibrium of the remaining game is always an equilibrium of the original game.

In each round exact comparisons settle most rows of a payoff matrix: another row dominates them, or they are best
replies to a belief, a few equally likely columns. For each remaining row a linear program is solved: its solution is a
dominating mixture, or its dual solution is the belief (Gale, Sherman 1950; Pearce 1984).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.errors import NotProvedError
from lemke.forms.normal_form import (
    Dominated,
    Elimination,
    NormalForm,
    Surviving,
    Undominated,
    by_strategies,
    dominated_rows,
    gains,
    objections,
    ranked,
    restricted,
    strategic_form,
)
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Indices, SparseMatrix, Vector, zeros
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal

Matrix = NDArray[np.object_]

FEW = 16
"""Largest number of equally likely columns with which a belief is tried before a linear program. For weak dominance a
small share of all columns is then mixed in. With 16, a random game of 60 x 60 strategies takes 0.3 s; with programs
alone 7 s."""

Mixtures: TypeAlias = dict[int, dict[int, mpq]]
"""For every dominated row the mixture that dominates it: positive probabilities of rows that are not dominated."""
Beliefs: TypeAlias = dict[int, Vector]
"""For every other row a belief to which the row is a best reply: the probabilities of the columns, all positive with
weak dominance; no beliefs if only dominance by single rows was tested."""


def eliminate(
    problem: Game | NormalForm, weak: bool = False, pure: bool = False, rounds: int | None = None
) -> Elimination:
    """Eliminate dominated strategies round by round; see :func:`lemke.eliminate`."""
    form = strategic_form(problem)
    ranks = tuple(map(ranked, form.payoffs))
    surviving: Surviving = tuple(tuple(range(size)) for size in form.shape)
    eliminated: list[Dominated] = []
    undominated: list[Undominated] = []
    number, complete = 0, False
    while not complete and number != rounds:
        number += 1
        remaining = np.ix_(*surviving)
        after, undominated = [], []
        for player, strategies in enumerate(surviving):  # verdicts count only the surviving strategies, from 0
            labels = form.strategies[player]
            player_ranks = by_strategies(ranks[player][remaining], player)
            mixtures: Mixtures
            beliefs: Beliefs
            if pure:
                mixtures, beliefs = {row: {k: ONE} for row, k in dominated_rows(player_ranks, weak).items()}, {}
            else:
                table = by_strategies(form.payoffs[player][remaining], player)
                mixtures, beliefs = judge_rows(table, player_ranks, weak)
            for row, shares in sorted(mixtures.items()):
                mixture, strategy = {strategies[k]: share for k, share in shares.items()}, strategies[row]
                strict = bool((gains(form, player, mixture, strategy, surviving) > 0).all())
                eliminated.append(Dominated(player, strategy, labels[strategy], mixture, strict, number))
            opponents = [len(others) for k, others in enumerate(surviving) if k != player]
            undominated += [
                Undominated(player, strategies[row], labels[strategies[row]], belief.reshape(opponents))
                for row, belief in sorted(beliefs.items())
            ]
            after.append(tuple(strategy for row, strategy in enumerate(strategies) if row not in mixtures))
        complete = surviving == tuple(after)
        surviving = tuple(after)
    elimination = Elimination(
        original=form,
        form=restricted(form, surviving),
        surviving=surviving,
        eliminated=tuple(eliminated),
        undominated=tuple(undominated) if complete else (),
        weak=weak,
        pure=pure,
        complete=complete,
    )
    if elimination_objections := objections(elimination):
        raise NotProvedError(f"the elimination fails its exact check: {elimination_objections[0]}")
    return elimination


def judge_rows(table: Matrix, ranks: Indices, weak: bool) -> tuple[Mixtures, Beliefs]:
    """Return a mixture for every dominated row and a belief for every other row; ``ranks`` is ``ranked(table)``.

    No dominated row is needed to dominate another row: in a mixture, its own dominating mixture can replace it. So rows
    that are known to be dominated are left out of all further programs, and replaced in earlier mixtures.
    """
    by_rows = dominated_rows(ranks, weak)
    first: dict[bytes, int] = {}
    # equal rows have the same mixture or the same belief: only the first of them, the twin, is tested
    twins = {
        row: first.setdefault(row_ranks.tobytes(), row) for row, row_ranks in enumerate(ranks) if row not in by_rows
    }
    rows = list(first.values())
    mixtures, beliefs = _judge_distinct_rows(table[rows], ranks[rows], weak)
    mixture_of = {rows[k]: {rows[j]: share for j, share in mixture.items()} for k, mixture in mixtures.items()}
    belief_of = {rows[k]: belief for k, belief in beliefs.items()}
    # the row that dominates another one may be dominated by a mixture in turn
    all_mixtures = {row: mixture_of.get(twins[better], {better: ONE}) for row, better in by_rows.items()}
    all_mixtures |= {row: mixture_of[twin] for row, twin in twins.items() if twin in mixture_of}
    return all_mixtures, {row: belief_of[twin] for row, twin in twins.items() if twin in belief_of}


def _judge_distinct_rows(table: Matrix, ranks: Indices, weak: bool) -> tuple[Mixtures, Beliefs]:
    """Return the mixtures and beliefs of distinct rows of which none is dominated by another single row."""
    size, n = table.shape
    # Payoffs minus the least payoff in their column. Dominance is the same, and floats do not lose digits to a large
    # number that all payoffs of a column share.
    surplus = table - table.min(axis=0)
    averages = table.sum(axis=1) / n
    mixtures: Mixtures = {}
    beliefs = {
        row: belief for row in range(size) if (belief := _find_belief(table, ranks, averages, row, weak)) is not None
    }
    if len(beliefs) < size:
        # the transposed surplus, below it the row Σ p = 1, and to the right the column of −ε
        dense = np.full((n + 1, size + 1), ONE, dtype=object)
        dense[:n, :size] = surplus.T
        dense[:n, size], dense[n, size] = -ONE, ZERO
        constraints = SparseMatrix.from_dense(dense.tolist())
    for row in range(size):
        if row not in beliefs:
            limits.report(partial("dominance: a linear program for strategy {} of {}".format, row + 1, size))
            candidates = [k for k in range(size) if k not in mixtures and (weak or k != row)]
            mixture, belief = _solve_program(constraints, surplus, row, candidates, weak)
            if mixture:
                mixtures[row] = mixture
            else:
                beliefs[row] = belief
    # a mixture may use rows that a later program found dominated: replace them, from the last mixture back
    for row, mixture in reversed(mixtures.items()):
        mixtures[row] = _undominated_mixture(mixture, mixtures)
    return mixtures, beliefs


def _find_belief(table: Matrix, ranks: Indices, averages: Vector, row: int, weak: bool) -> Vector | None:
    """Return a belief to which a row is a best reply, if a simple test finds one.

    The belief has a few equally likely columns: those in which the row has the largest lead over the best other row.
    With weak dominance all columns need a positive probability. So either all columns are equally likely, or the row is
    the only best reply to the few columns, and all columns are mixed in with a small share. ``averages`` are the
    payoffs of the rows if all columns are equally likely.
    """
    limits.check()
    size, n = table.shape
    if weak and averages[row] == averages.max():
        return np.full(n, mpq(1, n), dtype=object)
    other_rows = np.delete(np.arange(size), row)
    if not len(other_rows):
        return _uniform_belief([0], n)
    best_others = other_rows[ranks[other_rows].argmax(axis=0)]
    leads = table[row] - table[best_others, np.arange(n)]
    columns = np.argsort(-leads, kind="stable")[:FEW]
    # entry k: the least lead over another row in the sum of the first k + 1 columns
    sum_leads = np.cumsum(table[row, columns] - table[np.ix_(other_rows, columns)], axis=1).min(axis=0)
    best_reply_at = np.flatnonzero(sum_leads > 0 if weak else sum_leads >= 0)
    if not len(best_reply_at):
        return None
    number = int(best_reply_at[0]) + 1
    belief = _uniform_belief(columns[:number].tolist(), n)
    if not weak:
        return belief
    # with weight t on all columns, equally likely, the row stays a best reply while (1 − t) lead ≥ t loss
    lead, loss, share = sum_leads[number - 1] / number, averages.max() - averages[row], ONE
    while share * (lead + loss) > lead:
        share /= 2
    mixed: Vector = (1 - share) * belief + share / n
    return mixed


def _solve_program(
    constraints: SparseMatrix, surplus: Matrix, row: int, candidates: list[int], weak: bool
) -> tuple[dict[int, mpq], Vector]:
    """Return a mixture of candidates that dominates row i, or no mixture and a belief, from a linear program.

    Row i is strictly dominated iff the maximum of ε is positive, subject to Σ_k p_k a_kj ≥ a_ij + ε for all j,
    Σ p = 1, p ≥ 0. Otherwise the dual solution is a belief q with q·a_k ≤ q·a_i for all k.

    Row i is weakly dominated iff the maximum of Σ_kj p_k a_kj is greater than Σ_j a_ij, subject to Σ_k p_k a_kj ≥ a_ij
    for all j, Σ p = 1, p ≥ 0, where p may be row i itself. Otherwise, with the dual solution y, row i is a best reply
    to the belief 1 + y, scaled.
    """
    size, n = surplus.shape
    columns = np.array(candidates if weak else [*candidates, size])  # the last column is ε, a free variable
    cost = -surplus[candidates].sum(axis=1) if weak else np.append(zeros(len(candidates)), -ONE)
    A, senses = constraints.part(np.arange(n + 1), columns), np.append(np.ones(n, dtype=np.int64), 0)
    optimal = solve_lp(LP(A, np.append(surplus[row], [ONE]), cost, senses, columns == size))
    assert isinstance(optimal, Optimal)  # some mixture is feasible, and payoffs are bounded
    dual = optimal.y[:n]
    if -optimal.value > (surplus[row].sum() if weak else ZERO):
        shares = zip(candidates, optimal.x[: len(candidates)], strict=True)
        return {k: share for k, share in shares if share}, dual
    return {}, (1 + dual) / (n + dual.sum()) if weak else dual


def _uniform_belief(columns: Sequence[int], size: int) -> Vector:
    belief = zeros(size)
    belief[columns] = mpq(1, len(columns))
    return belief


def _undominated_mixture(mixture: dict[int, mpq], mixtures: Mixtures) -> dict[int, mpq]:
    """Return a mixture with every dominated row replaced by its dominating mixture.

    The dominating mixtures of these rows must be free of dominated rows already.
    """
    shares: dict[int, mpq] = {}
    for row, share in mixture.items():
        for better_row, better_share in mixtures.get(row, {row: ONE}).items():
            shares[better_row] = shares.get(better_row, ZERO) + share * better_share
    return dict(sorted(shares.items()))
