"""The sequence form of a game whose players tremble: every sequence has at least a small realization weight.

The trembles ξ of player 1 are ξ(∅) = 0 and ξ(σ) = ε^|σ|, where |σ| is the number of moves in σ, and the trembles η of
player 2 likewise (P. B. Miltersen and T. B. Sørensen 2010, Computing a quasi-perfect equilibrium of a two-player game,
Economic Theory 42, 175-192). A longer sequence has a tremble of higher order, so plans with x ≥ ξ exist for small ε.
With x = x′ + ξ and y = y′ + η the equilibrium conditions of the game become

    E x′ = e − Eξ, x′ ≥ 0;  r = Eᵀu − A y′ − Aη ≥ 0;  x′ᵀr = 0        and likewise for player 2.

Only the right-hand side depends on ε, as a polynomial. Let σ_h be the sequence that leads to the information set h. The
behavior lim x(σ_h c) / x(σ_h) for ε → 0, for all sets h and moves c there, is a quasi-perfect equilibrium (E. van Damme
1984).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.sequence_form.two_players import Plans, SequenceForm
from lemke.game.recall import Sequences
from lemke.game.strategy import Behavior
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.lcp import LCP
from lemke.linear.lp import LP, Basis


@dataclass(frozen=True, eq=False)
class PerturbedForm:
    """The equilibrium conditions of a game whose players tremble, as an LCP with polynomials in ε as constants.

    Attributes
    ----------
    form : SequenceForm
    problem : LCP
        The conditions in x′, y′, u, v without the powers of ε: the LCP of the game without trembles.
    powers : tuple of exact vectors
        The coefficients of ε, …, εᴷ in the constants; the longest sequence of either player has K moves.
    trembles : (exact array, exact array)
        ξ and η as arrays, sequences x (K + 1); column k has the coefficients of εᵏ.
    prior : (exact vector, exact vector)
        The plans from which a path starts.
    """

    form: SequenceForm
    problem: LCP
    powers: tuple[Vector, ...]
    trembles: tuple[Vector, Vector]
    prior: tuple[Vector, Vector]

    @classmethod
    def of(cls, form: SequenceForm, prior: tuple[Vector, Vector]) -> PerturbedForm:
        """Return the conditions; ``problem`` is ``form.lcp(prior)``.

        Raises ProfileError if the prior is not a pair of realization plans.

        >>> from lemke.game import GameBuilder
        >>> from lemke.forms.sequence_form import sequence_form
        >>> from lemke.ground.sparse import vector
        >>> builder = GameBuilder()
        >>> left, right = builder.move(builder.root, 0, ["L", "R"])
        >>> builder.pay(left, 1, 2)
        >>> prior = vector([1, "1/2", "1/2"]), vector([1])
        >>> perturbed = PerturbedForm.of(sequence_form(builder.build(unpaid="zero")), prior)
        >>> [str(number) for number in perturbed.powers[0]]  # -Aη, -Bᵀξ, Eξ, Fη
        ['0', '0', '0', '-2', '0', '2', '0']
        """
        degree = max(max(sequences.lengths) for sequences in form.sequences)
        xi, eta = (_powers(sequences.lengths, degree) for sequences in form.sequences)
        powers = tuple(
            np.concatenate([-(form.A @ eta[:, k]), -(form.B.T @ xi[:, k]), form.E @ xi[:, k], form.F @ eta[:, k]])
            for k in range(1, degree + 1)
        )
        return cls(form, form.lcp(prior), powers, (xi, eta), prior)

    @property
    def free(self) -> NDArray[np.bool_]:
        """True for the variables without a sign: u and v."""
        return self.problem.free

    @property
    def watched(self) -> NDArray[np.bool_]:
        """True for the variables that must be nonnegative for small ε."""
        return ~self.free

    @property
    def series(self) -> tuple[tuple[SparseMatrix, ...], tuple[Vector, ...]]:
        """The coefficients of 1, ε, ε², … in M, and in q."""
        return (self.problem.M,), (self.problem.q, *self.powers)

    def at(self, epsilon: mpq) -> LCP:
        """Return the conditions for a given ε, with the start of ``problem`` at z0 = 1, where x′ = y′ = 0.

        The covering vector depends on ε so that the start is feasible: at z0 = 1 the slacks are those of best replies
        to the prior (p, q). On the path player 1 plays x′ + ξ + (p − ξ) z0. If p ≥ ξ, this is at least ξ.
        """
        form, (p, q) = self.form, self.prior
        xi, eta = (_value(tremble, epsilon) for tremble in self.trembles)
        cover = [-(form.A @ (q - eta)), -(form.B.T @ (p - xi)), form.e - form.E @ xi, form.f - form.F @ eta]
        constant = self.problem.q + _value(np.column_stack([zeros(form.lcp_size), *self.powers]), epsilon)
        return replace(self.problem, q=constant, d=np.concatenate(cover))

    def lp_at(self, epsilon: mpq) -> LP:
        """Return the linear program of a constant-sum game for a given ε, in y′ and u; its multipliers are v and x′.

        Its objective is min (e − Eξ)ᵀu + ξᵀA y′; ξᵀA y′ is the payoff of player 1's trembles against y′.
        """
        form, program = self.form, self.form.lp()
        xi, eta = (_value(tremble, epsilon) for tremble in self.trembles)
        cost = np.concatenate([form.A.T @ xi, form.e - form.E @ xi])
        return replace(program, b=np.concatenate([form.f - form.F @ eta, form.A @ eta]), c=cost)

    def basis_of_lp(self, basis: Basis) -> frozenset[int]:
        """Return the basis of the LCP, by its codes, that corresponds to a basis of the linear program."""
        n, (rows, columns) = self.problem.size, self.form.A.shape
        # x′ is basic where its slack r is not; code n + i is the slack of variable i
        tight = ~basis.rows[len(self.form.f) :]
        positive = np.concatenate([tight, basis.columns[:columns]])
        return frozenset([*(np.arange(rows + columns) + np.where(positive, 0, n)).tolist(), *range(rows + columns, n)])

    def plans(self, z: Vector) -> Plans:
        """Return x = x′ + ξ, y = y′ + η, u and v in a solution z(ε): arrays of a row per variable, a column per εᵏ."""
        columns = [self.form.plans(column) for column in z.T]
        x, y, u, v = (np.column_stack(parts) for parts in zip(*columns, strict=True))
        return Plans(x + self.trembles[0], y + self.trembles[1], u, v)


def limit_behavior(sequences: Sequences, plan: Vector) -> Behavior:
    """Return the behavior lim x(σ_h c) / x(σ_h) for ε → 0; row σ of ``plan`` has the coefficients of x(σ) > 0.

    If εᵏ is the lowest power in x(σ_h), the limit is the ratio of the coefficients of εᵏ.
    """
    strategy = []
    for h, parent in enumerate(sequences.parent.tolist()):
        order = int(np.flatnonzero(plan[parent])[0])
        strategy.append(tuple(plan[sequence][order] / plan[parent][order] for sequence in sequences.moves(h)))
    return tuple(strategy)


def _value(polynomials: Vector, epsilon: mpq) -> Vector:
    """Return the values of polynomials at ε; each row of ``polynomials`` has the coefficients of one."""
    value: Vector = sum(column * epsilon**k for k, column in enumerate(polynomials.T))
    return value


def _powers(lengths: list[int], degree: int) -> Vector:
    """Return the trembles as rows of coefficients, one per sequence: ε^|σ|, and 0 for the empty sequence."""
    # mpq(True) is 1
    return np.array([[mpq(k > 0 and k == length) for k in range(degree + 1)] for length in lengths], dtype=object)
