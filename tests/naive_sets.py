"""The maximal sets of equilibria of a very small game, from the definition: every pair of supports is tried.

Let S and T be supports of plans. X(S, T) are the plans in S to which all pure strategies in T are best replies, Y(S, T)
the other way round. If there is an equilibrium with exactly these supports, X × Y is a convex set of equilibria with
an inner point of these supports. All equilibria lie in such sets, and :class:`NaiveSets` keeps the maximal ones. Only
payoffs of pure strategies are compared, by a linear program for each question, without values of information sets.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from gmpy2 import mpq

from lemke.forms.sequence_form import SequenceForm
from lemke.game import Game
from lemke.ground.sparse import SparseMatrix
from lemke.linear.guided import solve_lp
from lemke.linear.lp import LP, Optimal
from naive import pure_strategies

Support = frozenset[int]


def exact_array(matrix: SparseMatrix) -> np.ndarray:
    return np.array(matrix.to_lists(), dtype=object).reshape(matrix.shape)


def pure_plans(game: Game, form: SequenceForm, player: int) -> list[Support]:
    """The sequences that each pure strategy plays, those of equivalent strategies once."""
    sequences = form.sequences[player]
    plans = set()
    for strategy in pure_strategies(game, player):
        played = {0}
        for h, parent in enumerate(sequences.parent.tolist()):  # the set of a sequence comes before those after it
            if parent in played:
                played.add(sequences.moves(h)[strategy[sequences.sets[h]]])
        plans.add(frozenset(played))
    return sorted(plans, key=sorted)


def all_supports(plans: list[Support]) -> list[Support]:
    """The supports of mixtures: unions of those of pure strategies."""
    unions: set[Support] = set()
    for plan in plans:
        unions |= {plan} | {plan | union for union in unions}
    return sorted(unions, key=sorted)


@dataclass(frozen=True)
class Side:
    """One player's plans x against the other's pure strategies, of which the payoffs are linear in x."""

    form: SequenceForm
    player: int
    replies: list[Support]

    @cached_property
    def constraints(self) -> tuple[np.ndarray, np.ndarray]:
        matrix, right = ((self.form.E, self.form.e), (self.form.F, self.form.f))[self.player]
        return exact_array(matrix), right

    @cached_property
    def payoffs(self) -> dict[Support, np.ndarray]:
        """The payoff of every reply, as a linear function of the sequences of x."""
        matrix = (exact_array(self.form.B), exact_array(self.form.A).T)[self.player]
        return {reply: matrix[:, sorted(reply)].sum(axis=1) for reply in self.replies}

    def largest(self, support: Support, opponent_support: Support, objective: np.ndarray | None = None) -> mpq | None:
        """The largest value of a function on X(support, opponent_support), None if that set is empty.

        Without a function: the largest possible minimum of the weights in ``support``.
        """
        matrix, right = self.constraints
        n = matrix.shape[1]
        rows = [[*row, 0] for row in matrix]
        values, senses = list(right), ["="] * len(rows)

        def require(row: np.ndarray, sense: str, last: int = 0) -> None:
            rows.append([*row, last])
            values.append(0)
            senses.append(sense)

        for sequence in range(n):
            unit = np.array([mpq(k == sequence) for k in range(n)], dtype=object)
            if sequence not in support:
                require(unit, "=")
            elif objective is None:
                require(unit, ">=", -1)
        best, *tied = [reply for reply in self.replies if reply <= opponent_support]
        for reply in self.replies:
            if reply != best:
                require(self.payoffs[best] - self.payoffs[reply], "=" if reply in tied else ">=")
        cost = [0] * n + [-1] if objective is None else [*(-objective), 0]
        outcome = solve_lp(LP.of(rows, values, cost, senses))
        return -outcome.value if isinstance(outcome, Optimal) else None

    def always_best(self, support: Support, opponent_support: Support) -> Support:
        """The sequences of the replies that are best to every plan in X(support, opponent_support)."""
        best = next(reply for reply in self.replies if reply <= opponent_support)
        gaps = {reply: self.payoffs[best] - self.payoffs[reply] for reply in self.replies}
        ties = [
            reply
            for reply, gap in gaps.items()
            if reply <= opponent_support or self.largest(support, opponent_support, gap) == 0
        ]
        return frozenset().union(*ties)


@dataclass(frozen=True)
class NaiveSet:
    """A convex set of equilibria by its supports, and the sequences that are best replies to all of its plans."""

    supports: tuple[Support, Support]
    replies: tuple[Support, Support]

    def is_within(self, larger: "NaiveSet") -> bool:
        """Whether another set contains this one."""
        return all(self.supports[player] <= larger.supports[player] <= self.replies[player] for player in (0, 1))


class NaiveSets:
    """The maximal sets of a game."""

    def __init__(self, game: Game, form: SequenceForm) -> None:
        self.plans = tuple(pure_plans(game, form, player) for player in (0, 1))
        self.choices = tuple(map(all_supports, self.plans))
        self.sides = Side(form, 0, self.plans[1]), Side(form, 1, self.plans[0])

    def has_equilibrium(self, first: Support, second: Support) -> bool:
        """Whether an equilibrium has exactly these supports."""
        values = (
            side.largest(*pair) for side, pair in zip(self.sides, ((first, second), (second, first)), strict=True)
        )
        return all(value is not None and value > 0 for value in values)

    def maximal(self) -> list[NaiveSet]:
        """The sets that no larger set contains."""
        x, y = self.sides
        sets = [
            NaiveSet(pair, (y.always_best(*pair[::-1]), x.always_best(*pair)))
            for pair in product(*self.choices)
            if self.has_equilibrium(*pair)
        ]
        return [inner for inner in sets if not any(inner is not outer and inner.is_within(outer) for outer in sets)]

    def weights(self, naive_set: NaiveSet, player: int) -> list[tuple[mpq, mpq]]:
        """The least and the greatest weight of every sequence of a player in a set."""
        support, opponent_support = naive_set.supports[player], naive_set.supports[1 - player]
        size = len(self.sides[player].constraints[0][0])
        units = np.array([[mpq(k == sequence) for k in range(size)] for sequence in range(size)], dtype=object)
        side = self.sides[player]
        return [
            (-side.largest(support, opponent_support, -unit), side.largest(support, opponent_support, unit))
            for unit in units
        ]
