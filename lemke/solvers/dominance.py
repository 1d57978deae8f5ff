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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
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
    gains,
    objections,
    restricted,
    strategic_form,
)
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal

Matrix = NDArray[np.object_]
Ranks = NDArray[np.int64]

FEW = 16
"""Largest number of equally likely columns with which a belief is tried before a linear program. For weak dominance a
small share of all columns is then mixed in."""


Mixtures: TypeAlias = dict[int, dict[int, mpq]]
"""For every dominated row the mixture that dominates it: positive probabilities of rows that are not dominated."""
Verdicts: TypeAlias = tuple[Mixtures, dict[int, Vector]]
"""The mixtures, and for every other row a belief to which the row is a best reply: the probabilities of the columns,
all positive with weak dominance; no beliefs if only dominance by single rows was tested."""


def ranked(table: Matrix) -> Ranks:
    """Return the ranks of the payoffs: integers that compare like the payoffs, exactly but faster."""
    return np.unique(table, return_inverse=True)[1].reshape(table.shape)


def dominated_by_rows(ranks: Ranks, weak: bool) -> Verdicts:
    """Return for every row that other rows dominate the dominating row with the greatest sum of ranks.

    No row dominates this dominating row, since its sum of ranks would be greater still.
    """
    sums = ranks.sum(axis=1)
    mixtures = {}
    for row, row_ranks in enumerate(ranks):
        limits.check()
        better = (ranks >= row_ranks).all(axis=1) & (sums > sums[row]) if weak else (ranks > row_ranks).all(axis=1)
        if better.any():
            mixtures[row] = {int(np.where(better, sums, -1).argmax()): ONE}  # sums are not negative
    return mixtures, {}


def dominated_by_mixtures(table: Matrix, ranks: Ranks, weak: bool) -> Verdicts:
    """Return a mixture for every dominated row and a belief for every other row; ``ranks`` is ``ranked(table)``.

    No dominated row is needed to dominate another row: in a mixture, its own dominating mixture can replace it. So rows
    that are known to be dominated are left out of all further programs, and replaced in earlier mixtures.
    """
    by_rows = dominated_by_rows(ranks, weak)[0]
    first: dict[bytes, int] = {}
    # equal rows have the same mixture or the same belief: only the first of them, the twin, is tested
    twins = {
        row: first.setdefault(row_ranks.tobytes(), row) for row, row_ranks in enumerate(ranks) if row not in by_rows
    }
    rows = list(first.values())
    distinct_mixtures, distinct_beliefs = _DistinctRows(table[rows], ranks[rows], weak).verdicts()
    mixtures = {rows[k]: {rows[j]: share for j, share in mixture.items()} for k, mixture in distinct_mixtures.items()}
    beliefs = {rows[k]: belief for k, belief in distinct_beliefs.items()}
    for row, mixture in by_rows.items():
        (better_row,) = mixture  # which a mixture may dominate in turn
        by_rows[row] = mixtures.get(twins[better_row], mixture)
    return (
        by_rows | {row: mixtures[twin] for row, twin in twins.items() if twin in mixtures},
        {row: beliefs[twin] for row, twin in twins.items() if twin in beliefs},
    )


@dataclass(frozen=True, eq=False)
class _DistinctRows:
    """Distinct rows of which none is dominated by another single row."""

    table: Matrix
    ranks: Ranks
    weak: bool

    def verdicts(self) -> Verdicts:
        """Return a mixture for every dominated row and a belief for every other row."""
        size = len(self.table)
        mixtures: Mixtures = {}
        beliefs: dict[int, Vector] = {}
        for row in range(size):
            limits.check()
            if (belief := self._simple_belief(row)) is not None:
                beliefs[row] = belief
        for row in range(size):
            if row not in beliefs:
                stage = partial("dominance: a linear program for strategy {} of {}".format, row + 1, size)
                limits.report(stage)
                self._by_program(row, mixtures, beliefs)
        # a mixture may use rows that a later program found dominated: replace them, from the last mixture back
        for row, mixture in reversed(mixtures.items()):
            mixtures[row] = _undominated_mixture(mixture, mixtures)
        return mixtures, beliefs

    def _simple_belief(self, row: int) -> Vector | None:
        """Return a belief to which a row is a best reply, if a simple test finds one.

        The belief has a few equally likely columns: those in which the row has the largest lead over the best other
        row. With weak dominance all columns need a positive probability. So either all columns are equally likely, or
        the row is the only best reply to the few columns, and all columns are mixed in with a small share.
        """
        size, n = self.table.shape
        averages = self._averages
        if self.weak and averages[row] == averages.max():
            return np.full(n, mpq(1, n), dtype=object)
        other_rows = np.delete(np.arange(size), row)
        if not len(other_rows):
            return _uniform_belief([0], n)
        best_others = other_rows[self.ranks[other_rows].argmax(axis=0)]
        leads = self.table[row] - self.table[best_others, np.arange(n)]
        columns = np.argsort(-leads, kind="stable")[:FEW]
        # entry k: the least lead over another row in the sum of the first k + 1 columns
        sum_leads = np.cumsum(self.table[row, columns] - self.table[np.ix_(other_rows, columns)], axis=1).min(axis=0)
        best_reply_at = np.flatnonzero(sum_leads > 0 if self.weak else sum_leads >= 0)
        if not len(best_reply_at):
            return None
        number = int(best_reply_at[0]) + 1
        belief = _uniform_belief(columns[:number].tolist(), n)
        if not self.weak:
            return belief
        # with weight t on all columns, equally likely, the row stays a best reply while (1 − t) lead ≥ t loss
        lead, loss, share = sum_leads[number - 1] / number, averages.max() - averages[row], ONE
        while share * (lead + loss) > lead:
            share /= 2
        mixed: Vector = (1 - share) * belief + share / n
        return mixed

    def _by_program(self, row: int, mixtures: Mixtures, beliefs: dict[int, Vector]) -> None:
        """Add a mixture or a belief for a row i, from a linear program.

        Row i is strictly dominated iff the maximum of ε is positive, subject to Σ_k p_k a_kj ≥ a_ij + ε for all j,
        Σ p = 1, p ≥ 0. Otherwise the dual solution is a belief q with q·a_k ≤ q·a_i for all k.

        Row i is weakly dominated iff the maximum of Σ_kj p_k a_kj is greater than Σ_j a_ij, subject to
        Σ_k p_k a_kj ≥ a_ij for all j, Σ p = 1, p ≥ 0, where p may be row i itself. Otherwise, with the dual solution y,
        row i is a best reply to the belief 1 + y, scaled.
        """
        m, n = self.table.shape
        candidates = [k for k in range(m) if k not in mixtures and (self.weak or k != row)]
        columns = np.array(candidates if self.weak else [*candidates, m])  # column m is ε, a free variable
        cost = -self._surplus[candidates].sum(axis=1) if self.weak else np.append(zeros(len(candidates)), -ONE)
        A, senses = self._constraints.part(np.arange(n + 1), columns), np.append(np.ones(n, dtype=np.int64), 0)
        optimal = solve_lp(LP(A, np.append(self._surplus[row], [ONE]), cost, senses, columns == m))
        assert isinstance(optimal, Optimal)  # some mixture is feasible, and payoffs are bounded
        dual = optimal.y[:n]
        if -optimal.value > (self._surplus[row].sum() if self.weak else ZERO):
            shares = zip(candidates, optimal.x[: len(candidates)], strict=True)
            mixtures[row] = {k: share for k, share in shares if share}
        else:
            beliefs[row] = (1 + dual) / (n + dual.sum()) if self.weak else dual

    @cached_property
    def _constraints(self) -> SparseMatrix:
        """The constraints: the transposed surplus, below it the row Σ p = 1, and to the right the column of −ε."""
        m, n = self.table.shape
        dense = np.full((n + 1, m + 1), ONE, dtype=object)
        dense[:n, :m] = self._surplus.T
        dense[:n, m], dense[n, m] = -ONE, ZERO
        return SparseMatrix.from_dense(dense.tolist())

    @cached_property
    def _surplus(self) -> Matrix:
        """Payoffs minus the least payoff in their column.

        Dominance is the same, and floats do not lose digits to a large number that all payoffs of a column share.
        """
        surplus: Matrix = self.table - self.table.min(axis=0)
        return surplus

    @cached_property
    def _averages(self) -> Vector:
        """The payoffs of the rows if all columns are equally likely."""
        averages: Vector = self.table.sum(axis=1) / self.table.shape[1]
        return averages


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


def eliminate(
    problem: Game | NormalForm, weak: bool = False, pure: bool = False, rounds: int | None = None
) -> Elimination:
    """Eliminate dominated strategies round by round; see :func:`lemke.eliminate`."""
    form = strategic_form(problem)
    ranks = tuple(map(ranked, form.payoffs))
    surviving: Surviving = tuple(tuple(range(size)) for size in form.shape)
    eliminated: list[Dominated] = []
    number, complete = 0, False
    while not complete and number != rounds:
        number += 1
        remaining, verdicts = np.ix_(*surviving), []  # verdicts count only the surviving strategies, from 0
        for player, table in enumerate(form.payoffs):
            player_ranks = by_strategies(ranks[player][remaining], player)
            if pure:
                verdict = dominated_by_rows(player_ranks, weak)
            else:
                verdict = dominated_by_mixtures(by_strategies(table[remaining], player), player_ranks, weak)
            eliminated += _dominated(form, player, surviving, verdict[0], number)
            verdicts.append(verdict)
        complete = not any(mixtures for mixtures, _ in verdicts)
        surviving = tuple(
            tuple(strategy for row, strategy in enumerate(strategies) if row not in mixtures)
            for strategies, (mixtures, _) in zip(surviving, verdicts, strict=True)
        )
    undominated = []
    for player, (_, beliefs) in enumerate(verdicts if complete else []):
        opponent_sizes = [len(strategies) for k, strategies in enumerate(surviving) if k != player]
        for row, belief in beliefs.items():
            strategy = surviving[player][row]
            label = form.strategies[player][strategy]
            undominated.append(Undominated(player, strategy, label, belief.reshape(opponent_sizes)))
    remaining_form = restricted(form, surviving)
    elimination = Elimination(
        form, remaining_form, surviving, tuple(eliminated), tuple(undominated), weak, pure, complete
    )
    if elimination_objections := objections(elimination):
        raise NotProvedError(f"the elimination fails its exact check: {elimination_objections[0]}")
    return elimination


def _dominated(
    form: NormalForm, player: int, surviving: Surviving, mixtures: Mixtures, number: int
) -> Iterator[Dominated]:
    """Yield the dominated strategies of a player as numbers in the original game."""
    strategies = surviving[player]
    for row, shares in sorted(mixtures.items()):
        mixture, strategy = {strategies[k]: share for k, share in shares.items()}, strategies[row]
        strict = bool((gains(form, player, mixture, strategy, surviving) > 0).all())
        yield Dominated(player, strategy, form.strategies[player][strategy], mixture, strict, number)
