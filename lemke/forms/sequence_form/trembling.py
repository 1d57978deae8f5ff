"""The sequence form of a game whose players tremble at every move a of a set h: b(a|h) ≥ ε, so x(σ_h a) ≥ ε x(σ_h).

The sequence σ_h leads to h. Here ε is in the matrix (Farina, Gatti 2017). Let (R x)(σ_h a) = x(σ_h a) − ε x(σ_h). A
best reply to y maximizes xᵀA y subject to E x = e and R x ≥ 0. Let μ be the multipliers of R x ≥ 0. The conditions of
an equilibrium are

    E x = e, R x ≥ 0, μ ≥ 0, μᵀR x = 0;  Eᵀu − A y − Rᵀμ = 0        and likewise for player 2 with S, F, v and ν.

The limits of the solutions for ε → 0 are perfect equilibria of the extensive form (Selten 1975). The variables x and y
have no sign; this keeps the matrix sparse and linear in ε.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.sequence_form.two_players import Plans, SequenceForm
from lemke.game.recall import EMPTY, Sequences, tied_moves
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, vector, zeros
from lemke.linear.lcp import LCP, StartBasis
from lemke.linear.lp import LP, Basis


@dataclass(frozen=True, eq=False)
class TremblingForm:
    """The equilibrium conditions of a game whose players tremble at every move, in the variables x, μ, y, ν, u, v.

    Attributes
    ----------
    form : SequenceForm
    prior : (exact vector, exact vector)
        The realization plans from which paths start.
    """

    form: SequenceForm
    prior: tuple[Vector, Vector]

    @cached_property
    def parts(self) -> tuple[slice, slice, slice, slice, slice, slice]:
        """The slices of x, μ, y, ν, u and v among the variables."""
        rows, columns = self.form.A.shape
        sizes = rows, rows - 1, columns, columns - 1, len(self.form.e), len(self.form.f)
        x, mu, y, nu, u, v = (slice(*ends) for ends in pairwise(accumulate(sizes, initial=0)))
        return x, mu, y, nu, u, v

    @property
    def plan_parts(self) -> tuple[slice, slice]:
        """The slices of x and y among the variables."""
        return self.parts[0], self.parts[2]

    @property
    def size(self) -> int:
        """Number of variables."""
        return int(self.parts[-1].stop)

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """True for the variables without a sign: all except μ and ν."""
        free = np.ones(self.size, dtype=bool)
        free[self.parts[1]] = free[self.parts[3]] = False
        return free

    @cached_property
    def constant(self) -> Vector:
        """q: −e in the rows of u, −f in the rows of v, and 0 elsewhere."""
        constant = zeros(self.size)
        constant[self.parts[4]], constant[self.parts[5]] = -self.form.e, -self.form.f
        return constant

    @cached_property
    def matrices(self) -> tuple[SparseMatrix, SparseMatrix]:
        """M₀ and M₁, where M is M₀ + ε M₁."""
        form, (x, mu, y, nu, u, v) = self.form, (part.start for part in self.parts)
        shape = self.size, self.size
        # R = R₀ + ε R₁ and S = S₀ + ε S₁: first the blocks R₀ and S₀ of M₀, then all blocks of M₁
        tremble_blocks = [
            [(x, mu, -R.T), (mu, x, R), (y, nu, -S.T), (nu, y, S)]
            for R, S in zip(*map(tremble_rows, form.sequences), strict=True)
        ]
        blocks = [(x, y, -form.A), (y, x, -form.B.T)]
        blocks += [(x, u, form.E.T), (u, x, form.E), (y, v, form.F.T), (v, y, form.F)]
        M0 = SparseMatrix.of_blocks(shape, tremble_blocks[0] + blocks)
        return M0, SparseMatrix.of_blocks(shape, tremble_blocks[1])

    @cached_property
    def watched(self) -> NDArray[np.bool_]:
        """True for μ and ν, which must be nonnegative for small ε.

        True for x and y, too: the lowest terms of their power series are needed.
        """
        watched = ~self.free
        watched[self.parts[0]] = watched[self.parts[2]] = True
        return watched

    @property
    def series(self) -> tuple[tuple[SparseMatrix, ...], tuple[Vector, ...]]:
        """The coefficients of 1, ε, ε², … in M, and in q."""
        return self.matrices, (self.constant,)

    def at(self, epsilon: mpq) -> LCP:
        """Return the conditions for a given ε; the path starts at z0 = 1 with the best trembling reply to the prior."""
        p, q = self.prior
        x, mu, y, nu, u, v = self.parts
        against_q, against_p = self.form.values(p, q)
        cover = zeros(self.size)
        cover[x], cover[y], cover[u], cover[v] = -against_q, -against_p, self.form.e, self.form.f
        basic = self.free.copy()
        for part, sequences, values in zip((mu, nu), self.form.sequences, (against_q, against_p), strict=True):
            # the multiplier (μ or ν) of a best move is 0 and not basic; [1:] leaves out the empty sequence
            basic[part] = ~_best_moves(sequences, values, epsilon)[1:]
        M0, M1 = self.matrices
        M = M0 + times(M1, epsilon)
        return LCP(M, self.constant, cover, self.free, StartBasis(frozenset(np.flatnonzero(basic).tolist()), ONE))

    def lp_at(self, epsilon: mpq) -> LP:
        """Return the linear program of a constant-sum game for a given ε, in y, u, μ; the multipliers are v, ν, x.

        It is min eᵀu subject to F y = f, S y ≥ 0, Eᵀu − A y − Rᵀμ = 0 and μ ≥ 0.
        """
        form = self.form
        R, S = (rows + times(parents, epsilon) for rows, parents in map(tremble_rows, form.sequences))
        # sizes: n1 of x, n2 of y, m1 of u, m2 of v, n1 - 1 of μ, n2 - 1 of ν (the empty sequence has no μ or ν)
        (n1, n2), m1, m2 = form.A.shape, len(form.e), len(form.f)
        blocks = [(0, 0, form.F), (m2, 0, S), (m2 + n2 - 1, 0, -form.A)]
        blocks += [(m2 + n2 - 1, n2, form.E.T), (m2 + n2 - 1, n2 + m1, -R.T)]
        rows, columns = m2 + n2 - 1 + n1, n2 + m1 + n1 - 1
        right, cost = np.append(form.f, zeros(rows - m2)), zeros(columns)
        cost[n2 : n2 + m1] = form.e
        senses = np.repeat([0, 1, 0], [m2, n2 - 1, n1])
        return LP(SparseMatrix.of_blocks((rows, columns), blocks), right, cost, senses, np.arange(columns) < n2 + m1)

    def basis_of_lp(self, basis: Basis) -> frozenset[int]:
        """Return the basis of the LCP, by its codes, that corresponds to a basis of the linear program."""
        n2, m1, m2 = self.form.A.shape[1], len(self.form.e), len(self.form.f)
        basic = self.free.copy()
        basic[self.parts[1]] = basis.columns[n2 + m1 :]
        basic[self.parts[3]] = ~basis.rows[m2 : m2 + n2 - 1]  # ν is the multiplier of these rows
        codes = np.arange(self.size)
        return frozenset(np.where(basic, codes, codes + self.size).tolist())

    def tied(self, mixing: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which μ and ν are 0 because their move has the same payoffs as a move in ``mixing`` at the same set.

        ``mixing`` and the result have a flag per variable; the flag of a move is that of its μ or ν.
        """
        tied = np.zeros(self.size, dtype=bool)
        parts = (self.parts[1], self.parts[3]), self.form.sequences, (self.form.A, self.form.B.T)
        for part, sequences, payoffs in zip(*parts, strict=True):
            # the empty sequence, which is the first, has no μ or ν
            tied[part] = tied_moves(sequences, payoffs, np.append(False, mixing[part]))[1:]
        return tied

    def owner(self, variable: int) -> tuple[int, int]:
        """Return the player, 0 or 1, and the sequence, from 1, to which a variable μ or ν belongs.

        The empty sequence, number 0, has no μ or ν.
        """
        _, mu, _, nu, _, _ = self.parts
        return (0, variable - mu.start + 1) if variable < mu.stop else (1, variable - nu.start + 1)

    def plans(self, z: Vector) -> Plans:
        """Return x, y, u and v in a solution."""
        x, _, y, _, u, v = self.parts
        return Plans(z[x], z[y], z[u], z[v])


def tremble_rows(sequences: Sequences) -> tuple[SparseMatrix, SparseMatrix]:
    """Return R₀ and R₁ with (R₀ x + ε R₁ x)(σ_h a) = x(σ_h a) − ε x(σ_h): a row per nonempty sequence."""
    rows = np.arange(sequences.size - 1)
    parents = np.repeat(sequences.parent, [len(sequences.moves(h)) for h in range(len(sequences.sets))])
    shape = sequences.size - 1, sequences.size
    ones = vector([ONE] * len(rows))
    return (
        SparseMatrix.from_entries(shape, rows, rows + 1, ones),
        SparseMatrix.from_entries(shape, rows, parents, -ones),
    )


def times(matrix: SparseMatrix, number: mpq) -> SparseMatrix:
    """Return a matrix times a number."""
    return SparseMatrix.from_entries(matrix.shape, matrix.rows, matrix.columns, matrix.values * number)


def _best_moves(sequences: Sequences, values: Vector, epsilon: mpq) -> NDArray[np.bool_]:
    """Return which sequences end in the best move of their information set; of several best moves, the first.

    Moves are compared by their payoffs to a player who trembles at all later sets, where every move has a probability
    of at least ε.
    """
    totals, best = values.copy(), np.zeros(sequences.size, dtype=bool)
    for h in range(len(sequences.sets) - 1, -1, -1):  # later sets first
        moves = slice(sequences.moves(h).start, sequences.moves(h).stop)
        best_move = max(range(moves.start, moves.stop), key=totals.__getitem__)
        best[best_move] = True
        # ε for every move, and the remaining probability for the best one
        value = epsilon * sum(totals[moves]) + (1 - epsilon * len(sequences.moves(h))) * totals[best_move]
        totals[sequences.parent[h]] += value
    best[EMPTY] = True
    return best
