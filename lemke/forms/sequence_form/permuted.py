"""The conditions of ε-proper equilibria as an LCP in which only the right-hand side depends on ε.

A player with n strategies plays a convex combination of the permutations of (1, ε, …, εⁿ⁻¹), up to a common factor. A
best response among these combinations gives a worse strategy at most ε times the probability of a better one
(R. B. Myerson 1978, Refinements of the Nash equilibrium concept, International Journal of Game Theory 7; T. B. Sørensen
2012, Computing a proper equilibrium of a bimatrix game, ACM EC). Sørensen describes the combinations by a sorting
network. Here a combination is a sum of *levels* t_k (A. Postnikov 2009, Permutohedra, associahedra, and beyond, IMRN):
with w_k = εᵏ⁻¹ − εᵏ and the vector 1 of ones

    x = εⁿ⁻¹ 1 + t₁ + … + t_{n−1},   0 ≤ t_k ≤ w_k,   Σ_i t_ki = k w_k.

A best response gives level k to the k best strategies. Let μ_ki ≥ 0 be the multiplier of the bound t_ki ≤ w_k, and λ_k
that of the sum. Then λ_k + μ_ki is at least the payoff of strategy i, and equal to this payoff if t_ki > 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np

from lemke.errors import InputError
from lemke.forms.sequence_form.two_players import SequenceForm
from lemke.game.recall import EMPTY
from lemke.ground.rational import ONE
from lemke.ground.sparse import SparseMatrix, Vector, zeros
from lemke.linear.lcp import LCP, StartBasis

MatrixEntry: TypeAlias = tuple[int, int, object]
"""A row, a column and a number."""


class Levels(NamedTuple):
    """The levels of a player with ``choices`` strategies, and the indices of their variables t, μ and λ in the LCP.

    ``choices`` is 0 for a player who never moves; ``first`` is the index of the player's first variable.
    """

    choices: int
    first: int

    @property
    def number(self) -> int:
        """The number of levels."""
        return max(self.choices - 1, 0)

    @property
    def size(self) -> int:
        """The number of variables: a t and a μ per level and strategy, and a λ per level."""
        return self.number * (2 * self.choices + 1)

    def share(self, level: int, choice: int) -> int:
        """Return the index of the variable t; levels and choices are counted from 0."""
        return self.first + level * self.choices + choice

    def bound(self, level: int, choice: int) -> int:
        """Return the index of the variable μ, the multiplier of the bound on t."""
        return self.share(self.number + level, choice)

    def total(self, level: int) -> int:
        """Return the index of the variable λ, the multiplier of the sum over a level."""
        return self.first + 2 * self.number * self.choices + level

    def bounds(self) -> Iterator[MatrixEntry]:
        """Yield the entries of M in the rows and in the columns of μ and λ, from the bounds and the sums of t."""
        for level, choice in product(range(self.number), range(self.choices)):
            t, mu, lambda_ = self.share(level, choice), self.bound(level, choice), self.total(level)
            yield from ((t, mu, 1), (mu, t, -1), (t, lambda_, 1), (lambda_, t, -1))

    def start(self, payoffs: Vector) -> set[int]:
        """Return the basic variables of a best response to these payoffs, which gives level k to the k best strategies.

        At level k these are λ, the t of the k best strategies, and the μ of the k − 1 best; λ is the k-th best payoff.
        """
        ranking = sorted(range(self.choices), key=lambda choice: -payoffs[choice])
        basic = {self.total(level) for level in range(self.number)}
        for level in range(self.number):
            basic |= {self.share(level, choice) for choice in ranking[: level + 1]}
            basic |= {self.bound(level, choice) for choice in ranking[:level]}
        return basic

    def least(self, degree: int) -> Vector:
        """Return x without the levels, εⁿ⁻¹ for every strategy, as rows of the coefficients of 1, ε, …, ε^degree.

        The first row belongs to the empty sequence: 1 + ε + … + εⁿ⁻¹, the sum of x with the levels.
        """
        plan = np.array([zeros(degree + 1) for _ in range(self.choices + 1)])
        plan[EMPTY, : self.number + 1] = plan[1:, self.number] = ONE
        return plan


@dataclass(frozen=True, eq=False)
class ProperForm:
    """The conditions if both players have at most one information set, in t, μ and λ of player 1, then of player 2.

    Attributes
    ----------
    problem : LCP
        It starts at a best response to z0 times the prior, for large z0.
    powers : tuple of exact vectors
        The coefficients of ε, ε², … in the constants of the LCP.
    least : (exact array, exact array)
        The plans of both players without the levels (:meth:`Levels.least`).
    levels : (Levels, Levels)
    """

    problem: LCP
    powers: tuple[Vector, ...]
    least: tuple[Vector, Vector]
    levels: tuple[Levels, Levels]

    @classmethod
    def of(cls, form: SequenceForm, prior: tuple[Vector, Vector]) -> ProperForm:
        """Return the conditions, started from a prior; raise InputError if a player has several information sets.

        >>> from lemke.game import GameBuilder
        >>> from lemke.forms.sequence_form import sequence_form
        >>> from lemke.ground.sparse import vector
        >>> builder = GameBuilder()
        >>> left, right = builder.move(builder.root, 0, ["L", "R"])
        >>> builder.pay(left, 1, 2)
        >>> form, prior = sequence_form(builder.build(unpaid="zero")), (vector([1, "1/2", "1/2"]), vector([1]))
        >>> conditions = ProperForm.of(form, prior)
        >>> conditions.problem.size, sorted(conditions.problem.start.basic)  # t, μ and λ; basic: t of L, and λ
        (5, [0, 4])
        """
        for sequences in form.sequences:
            if len(sequences.sets) > 1:
                several = f"player {sequences.player + 1} with {len(sequences.sets)} information sets"
                commands = "lemke normal-form --format nfg, in Python normal_form(game).tree()"
                expected = f"one at most, as in the tree of the strategic form ({commands})"
                raise InputError(f"{several}, expected {expected}")
        choices_1, choices_2 = (sequences.size - 1 for sequences in form.sequences)
        levels_1 = Levels(choices_1, 0)
        levels = levels_1, Levels(choices_2, levels_1.size)
        size, degree = sum(part.size for part in levels), max(1, *(part.number for part in levels))
        least = levels[0].least(degree), levels[1].least(degree)
        sides, cover = zeros(size * (degree + 1)).reshape(size, degree + 1), zeros(size)
        entries, basic = list[MatrixEntry](), set[int]()
        for player, matrix in enumerate((form.A, form.B.T)):
            mover, opponent = levels[player], levels[1 - player]
            table = np.array(matrix.to_lists(), dtype=object)
            at_prior, constant = (table @ prior[1 - player])[1:], (table @ least[1 - player])[1:]
            basic |= mover.start(at_prior)
            entries += mover.bounds()
            for level, choice in product(range(mover.number), range(mover.choices)):
                row = mover.share(level, choice)
                sides[row], cover[row] = -constant[choice], -at_prior[choice]
                # w_k = εᵏ⁻¹ − εᵏ, and k w_k for the sums, where k is level + 1
                sides[mover.bound(level, choice), level : level + 2] = ONE, -ONE
                sides[mover.total(level), level : level + 2] = level + 1, -level - 1
                # payoffs are linear in the opponent's plan, a sum of levels: every level has the same columns
                against = np.tile(-table[1 + choice, 1:], opponent.number)
                entries += [(row, column, payoff) for column, payoff in enumerate(against, opponent.first)]
        rows, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
        matrix = SparseMatrix.from_entries((size, size), rows, columns, values)
        totals = [part.total(level) for part in levels for level in range(part.number)]
        free = np.isin(np.arange(size), totals)
        problem = LCP(matrix, sides[:, 0], cover, free, StartBasis(frozenset(basic), ONE))
        return cls(problem, tuple(sides[:, 1:].T), least, levels)

    def plans(self, z: Vector) -> tuple[Vector, Vector]:
        """Return both plans in a solution z(ε) as rows of coefficients; a plan divided by its first row has sum 1."""
        x, y = (plan.copy() for plan in self.least)
        for plan, part in zip((x, y), self.levels, strict=True):
            for level in range(part.number):
                plan[1:] += z[part.share(level, 0) : part.share(level + 1, 0)]
        return x, y
