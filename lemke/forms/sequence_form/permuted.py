"""The conditions of ε-proper equilibria as an LCP whose right-hand side alone depends on ε.

A player with n strategies plays a convex combination of the permutations of (1, ε, …, εⁿ⁻¹), up to a common factor. A
best response among them gives a worse strategy at most ε times the probability of a better one (R. B. Myerson 1978,
Refinements of the Nash equilibrium concept, International Journal of Game Theory 7; T. B. Sørensen 2012, Computing a
proper equilibrium of a bimatrix game, ACM EC). Sørensen describes the combinations by a sorting network. Here they are
a sum of *levels* (A. Postnikov 2009, Permutohedra, associahedra, and beyond, IMRN): with w_k = εᵏ⁻¹ − εᵏ

    x = εⁿ⁻¹ 1 + t₁ + … + t_{n−1},   0 ≤ t_k ≤ w_k,   Σ_i t_ki = k w_k:

A best response gives level k to the k best strategies. Let μ_k ≥ 0 and λ_k be the multipliers of the bounds and of the
sums. Then λ_k + μ_ki is at least the payoff of i, and equal to it where t_ki > 0.
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
    """The levels of a player with ``choices`` strategies, 0 if it never moves; ``first`` is its first variable."""

    choices: int
    first: int

    @property
    def number(self) -> int:
        """The number of levels."""
        return max(self.choices - 1, 0)

    @property
    def size(self) -> int:
        """The number of variables."""
        return self.number * (2 * self.choices + 1)

    def share(self, level: int, choice: int) -> int:
        """Return the variable t; levels and choices count from 0."""
        return self.first + level * self.choices + choice

    def bound(self, level: int, choice: int) -> int:
        """Return the variable μ, the multiplier of the bound on t."""
        return self.share(self.number + level, choice)

    def total(self, level: int) -> int:
        """Return the variable λ, the multiplier of the sum over a level."""
        return self.first + 2 * self.number * self.choices + level

    def bounds(self) -> Iterator[MatrixEntry]:
        """Yield the entries of the matrix for the multipliers, and for the bounds and sums that they belong to."""
        for level, choice in product(range(self.number), range(self.choices)):
            t, mu, free = self.share(level, choice), self.bound(level, choice), self.total(level)
            yield from ((t, mu, 1), (mu, t, -1), (t, free, 1), (free, t, -1))

    def start(self, payoffs: Vector) -> set[int]:
        """Return the basic variables if every level goes to the strategies with the greatest of these payoffs."""
        ranking = sorted(range(self.choices), key=lambda choice: -payoffs[choice])
        basic = {self.total(level) for level in range(self.number)}
        for level in range(self.number):
            basic |= {self.share(level, choice) for choice in ranking[: level + 1]}
            basic |= {self.bound(level, choice) for choice in ranking[:level]}
        return basic

    def least(self, degree: int) -> Vector:
        """Return the plan without the levels, as polynomials; for the empty sequence the sum of the whole plan."""
        plan = np.array([zeros(degree + 1) for _ in range(self.choices + 1)])
        plan[EMPTY, : self.number + 1] = plan[1:, self.number] = ONE
        return plan


@dataclass(frozen=True, eq=False)
class ProperForm:
    """The conditions of two players who choose once at most, in t, μ and λ of player 1, then of player 2.

    Attributes
    ----------
    problem : LCP
        Its start is a best response to z0 times the prior, where z0 is large.
    powers : tuple of exact vectors
        The constants of the LCP that are multiplied by ε, ε², ….
    least : (exact array, exact array)
        The plans without the levels, as polynomials: εⁿ⁻¹ for every strategy, and for the empty sequence the sum of
        the whole plan, 1 + ε + … + εⁿ⁻¹.
    levels : (Levels, Levels)
    """

    problem: LCP
    powers: tuple[Vector, ...]
    least: tuple[Vector, Vector]
    levels: tuple[Levels, Levels]

    @classmethod
    def of(cls, form: SequenceForm, prior: tuple[Vector, Vector]) -> ProperForm:
        """Return the conditions, with a start from a prior; an InputError for a player with several information sets.

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
                raise InputError(f"{several}, expected one at most, as in the tree of the strategic form")
        player_1, player_2 = (sequences.size - 1 for sequences in form.sequences)
        first = Levels(player_1, 0)
        levels = first, Levels(player_2, first.size)
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
                sides[mover.bound(level, choice), level : level + 2] = ONE, -ONE
                sides[mover.total(level), level : level + 2] = level + 1, -level - 1
                against = np.tile(-table[1 + choice, 1:], opponent.number)  # a payoff counts at every level of t
                entries += [(row, column, payoff) for column, payoff in enumerate(against, opponent.first)]
        rows, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
        matrix = SparseMatrix.from_entries((size, size), rows, columns, values)
        totals = [part.total(level) for part in levels for level in range(part.number)]
        free = np.isin(np.arange(size), totals)
        problem = LCP(matrix, sides[:, 0], cover, free, StartBasis(frozenset(basic), ONE))
        return cls(problem, tuple(sides[:, 1:].T), least, levels)

    def plans(self, z: Vector) -> tuple[Vector, Vector]:
        """Return both plans in a solution z(ε), as polynomials; divide each by its first row to get probabilities."""
        x, y = (plan.copy() for plan in self.least)
        for plan, part in zip((x, y), self.levels, strict=True):
            for level in range(part.number):
                plan[1:] += z[part.share(level, 0) : part.share(level + 1, 0)]
        return x, y
