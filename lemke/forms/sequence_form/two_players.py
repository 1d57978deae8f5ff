"""The sequence form of a two-player game with perfect recall, over the rationals, and its LCP.

Realization plans x and y of the players are the nonnegative solutions of E x = e and F y = f; expected payoffs are
xᵀA y and xᵀB y (Romanovskii 1962; Koller, Megiddo, von Stengel 1994; von Stengel 1996). The equations E x = e are
x(∅) = 1 and, for every information set h of player 1, Σ_c x(σ_h c) = x(σ_h): the sequence σ_h leads to h, and c are the
moves there. A pair (x, y) is an equilibrium iff there are u, v with (Theorem 2.66 of M. Balko's lecture notes on
algorithmic game theory)

    E x = e, x ≥ 0;  F y = f, y ≥ 0;  r = Eᵀu − A y ≥ 0;  s = Fᵀv − Bᵀx ≥ 0;  xᵀr = 0;  yᵀs = 0.

The class that builds the LCP also reads its solution back. No other code knows the order of the variables.

For the test of these conditions alone: the best response values u of the information sets have the least eᵀu with
Eᵀu ≥ A y, and likewise v. So if any u and v satisfy the conditions, the best response values do. By duality eᵀu is the
payoff of a best response. So xᵀ(Eᵀu − A y) = eᵀu − xᵀA y is 0 iff x is a best response to y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError, type_name
from lemke.game import Game, implicit
from lemke.game.best_response import best_response
from lemke.game.implicit import State
from lemke.game.recall import (
    EMPTY,
    Histories,
    Sequences,
    constant_sum,
    histories,
    require_perfect_recall,
    weighted_payoffs,
)
from lemke.game.strategy import require_realization_plan
from lemke.game.tree import Integers
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, SparseMatrix, Vector, exact_dot, exact_sum, vector, zeros
from lemke.ground.table import Table
from lemke.linear.lcp import LCP, StartBasis

if TYPE_CHECKING:
    import sympy

    from lemke.linear.lp import LP


class Plans(NamedTuple):
    """Realization plans x, y and the values u, v of the players' information sets (row 0: the payoff)."""

    x: Vector
    y: Vector
    u: Vector
    v: Vector


@dataclass(frozen=True, eq=False)
class SequenceForm(ByValue, Result):
    """The sequence form of a game.

    Attributes
    ----------
    title : str
    sequences : (Sequences, Sequences)
        Of player 1 and 2. Row h + 1 of E or F belongs to the player's information set h, column k to sequence k; h
        and k count from 0.
    E, F : SparseMatrix
        (1 + information sets) x sequences of player 1 and 2; entries 1 and −1.
    e, f : exact vectors
        (1, 0, …, 0).
    A, B : SparseMatrix
        Payoffs of player 1 and 2 times chance probabilities, sequences of player 1 x sequences of player 2.
    total : mpq | None
        The sum of both payoffs if it is the same at all leaves that chance reaches: 0 in a zero-sum game. Otherwise
        None.
    """

    title: str
    sequences: tuple[Sequences, Sequences]
    E: SparseMatrix
    e: Vector
    F: SparseMatrix
    f: Vector
    A: SparseMatrix
    B: SparseMatrix
    total: mpq | None

    def __repr__(self) -> str:
        title = f" of {self.title!r}" if self.title else ""
        return f"<{type(self).__name__}{title}: {self.A.shape[0]} x {self.A.shape[1]} sequences>"

    def sequence_names(self, player: int) -> list[str]:
        """Return the names of a player's sequences."""
        return self.sequences[player].names()

    def lcp(self, prior: tuple[Vector, Vector]) -> LCP:
        """Return the equilibrium conditions as an LCP whose path starts from a prior.

        The variables are (x, y, u, v); u and v are free. For the prior (p, q) the covering vector is (−A q, −Bᵀp, e, f)
        (von Stengel, van den Elzen, Talman 2002). At the start z0 = 1 and x = y = 0, and u and v are the best response
        values against the prior. Besides u and v, the start basis contains each player's best reply to the prior: the
        empty sequence, and one move at every information set.

        Parameters
        ----------
        prior : (exact vector, exact vector)
            Realization plans of both players, a probability per sequence.

        Raises
        ------
        ProfileError
            If the prior is not a pair of realization plans.
        """
        p, q = prior
        y, u, v, size = accumulate(self._sizes())  # the first index of y, u and v, and the number of variables
        for sequences, plan in zip(self.sequences, prior, strict=True):
            require_realization_plan(sequences, plan)
        against_q, against_p = self.values(p, q)
        blocks = [(0, y, -self.A), (y, 0, -self.B.T), (u, 0, self.E), (v, y, self.F)]  # columns of x and y
        M = SparseMatrix.of_blocks((size, size), [*blocks, (0, u, self.E.T), (y, v, self.F.T)])
        constant = np.concatenate([zeros(u), -self.e, -self.f])
        cover = np.concatenate([-against_q, -against_p, self.e, self.f])
        free = np.arange(size) >= u
        replies = _reply(self.sequences[0], against_q), y + _reply(self.sequences[1], against_p)
        start = StartBasis(frozenset(np.concatenate([*replies, np.flatnonzero(free)]).tolist()), ONE)
        return LCP(M, constant, cover, free, start)

    def plans(self, z: Vector) -> Plans:
        """Return the plans and values in a solution z of :meth:`lcp`."""
        y, u, v, _ = accumulate(self._sizes())  # the first index of y, u and v
        return Plans(z[:y], z[y:u], z[u:v], z[v:])

    @property
    def lcp_size(self) -> int:
        """Number of variables of :meth:`lcp`."""
        return sum(self._sizes())

    def lp(self) -> LP:
        """Return the linear program of a zero-sum or constant-sum game; its solution is player 2's plan.

        In the variables y and u, where u is free: min eᵀu subject to F y = f, Eᵀu − A y ≥ 0, y ≥ 0. The multipliers
        of the rows Eᵀu − A y ≥ 0 are player 1's plan x (Koller, Megiddo, von Stengel 1996).

        Raises InputError unless the game is constant-sum.
        """
        from lemke.linear import lp  # noqa: PLC0415  loaded for programs only

        self.require_constant_sum(" (the method lcp accepts all games)")
        n1, n2, m1, m2 = self._sizes()
        rows = SparseMatrix.of_blocks((m2 + n1, n2 + m1), [(0, 0, self.F), (m2, 0, -self.A), (m2, n2, self.E.T)])
        senses = np.repeat([0, 1], [m2, n1])
        free = np.arange(n2 + m1) >= n2
        return lp.LP(rows, np.concatenate([self.f, zeros(n1)]), np.concatenate([zeros(n2), self.e]), senses, free)

    def require_constant_sum(self, hint: str = "") -> None:
        """Raise InputError if the game is general-sum; the message ends with ``hint``."""
        if self.total is None:
            raise InputError(f"a general-sum game, expected a zero-sum or constant-sum one{hint}")

    def plans_of_lp(self, solution: Vector, dual: Vector) -> tuple[Vector, Vector]:
        """Return the plans x and y in a solution of :meth:`lp` and in the dual solution."""
        return dual[len(self.f) :], solution[: self.A.shape[1]]

    def values(self, x: Vector, y: Vector) -> tuple[Vector, Vector]:
        """Return A y, the payoffs of player 1's sequences against y, and Bᵀx, those of player 2's against x."""
        return self.A @ y, self.B.T @ x

    def replied(self, x: Vector, y: Vector) -> tuple[Plans, tuple[mpq, mpq]]:
        """Return x and y with the values u and v of best responses to them, and the payoffs xᵀA y and xᵀB y.

        The plans are in equilibrium iff u₀ = xᵀA y and v₀ = xᵀB y.
        """
        against_y, against_x = self.values(x, y)
        replies = map(best_response, self.sequences, (against_y, against_x))
        return Plans(x, y, *(reply.dual for reply in replies)), (exact_dot(x, against_y), exact_dot(y, against_x))

    def to_table(self) -> Table:
        """Return the nonzero entries of E, F, A and B, a row each, with the names of their rows and columns."""
        labels = self._labels()
        rows = [
            (letter, rows[i], columns[j], value)
            for letter, (rows, columns) in labels.items()
            for i, j, value in getattr(self, letter).entries
        ]
        sizes = ", ".join(f"{name} {' x '.join(map(str, getattr(self, name).shape))}" for name in labels)
        note = "E x = e and F y = f, where e and f are 1 in the first row and 0 in all others."
        return Table(("matrix", "row", "column", "value"), rows, f"{self.title}: {sizes}".removeprefix(": "), [note], 3)

    def _labels(self) -> dict[str, tuple[list[str], list[str]]]:
        """Return for E, F, A and B the names of the rows, in E and F ∅ and the information sets, and of the columns."""
        names_1, names_2 = self.sequence_names(0), self.sequence_names(1)
        sets_1, sets_2 = (
            ["∅", *(f"{h.number} {h.label}".rstrip() for h in sequences.information_sets)]
            for sequences in self.sequences
        )
        return {"E": (sets_1, names_1), "F": (sets_2, names_2), "A": (names_1, names_2), "B": (names_1, names_2)}

    def to_sympy(self) -> dict[str, sympy.Matrix]:
        """Return a dict of E, e, F, f, A and B with sympy's exact rationals; e and f are columns.

        >>> from lemke.generators import kuhn
        >>> matrices = sequence_form(kuhn(3)).to_sympy()
        >>> matrices["E"].shape, matrices["e"].T[:2], matrices["A"].rank()
        ((7, 13), [1, 0], 8)
        """
        vectors = {name: SparseMatrix.from_dense([[number] for number in getattr(self, name)]) for name in ("e", "f")}
        matrices = {"E": self.E, "e": vectors["e"], "F": self.F, "f": vectors["f"], "A": self.A, "B": self.B}
        return {name: matrix.to_sympy() for name, matrix in matrices.items()}

    def frames(self, floats: bool = False) -> dict[str, Any]:
        """Return a dict of E, F, A and B as data frames of pandas, labeled by sequences and information sets.

        Raises InputError if pandas is not installed.
        """
        return {name: getattr(self, name).to_pandas(*labels, floats) for name, labels in self._labels().items()}

    def against(self) -> SequenceForm:
        """Return the zero-sum form in which player 1 gets A − B and player 2 gets B − A."""
        A = self.A + -self.B
        return SequenceForm(self.title, self.sequences, self.E, self.e, self.F, self.f, A, -A, ZERO)

    def plain(self) -> SequenceForm:
        """Return the form without the tree or strategic form from which it was made."""
        return SequenceForm(**{member.name: getattr(self, member.name) for member in fields(SequenceForm)})

    def payoffs(self, x: Vector, y: Vector) -> tuple[mpq, mpq]:
        """Return xᵀA y and xᵀB y, in units of payoff."""
        return exact_sum(x * (self.A @ y)), exact_sum(x * (self.B @ y))

    def _sizes(self) -> tuple[int, int, int, int]:
        """Return the lengths of x, y, u and v."""
        return (*self.A.shape, len(self.e), len(self.f))


@dataclass(frozen=True, eq=False)
class TreeForm(SequenceForm):
    """The sequence form of a game tree.

    Attributes
    ----------
    game : Game
        The tree.
    behind : Histories
        The histories of the tree's nodes.
    """

    game: Game
    behind: Histories


def sequence_form(game: Game | State) -> TreeForm:
    """Return the sequence form of a game, given as a tree or by the state at its root; see :func:`lemke.sequence_form`.

    A state's tree has an empty title.
    """
    if isinstance(game, State):
        game = implicit.expand(game)
    if isinstance(game, Game):
        game.require_two_players()
        game_histories = histories(game)
        sequences_1, sequences_2 = require_perfect_recall(game, game_histories)
        sequences = sequences_1, sequences_2
        leaves, (last_1, last_2) = game.leaves, game_histories.last_move
        (number_1, terms_1), (number_2, terms_2) = map(partial(weighted_payoffs, game, game_histories), (0, 1))
        payoffs = terms_1[number_1], terms_2[number_2]
        matrices = matrices_of(sequences, last_1[leaves], last_2[leaves], payoffs)
        return TreeForm(
            game.title, sequences, *matrices, constant_sum(game, game_histories), game=game, behind=game_histories
        )
    raise InputError(f"an object of type {type_name(game)}, expected a Game or the State at the root of one")


def matrices_of(
    sequences: tuple[Sequences, Sequences], rows: Integers, columns: Integers, payoffs: Sequence[Vector]
) -> tuple[SparseMatrix, Vector, SparseMatrix, Vector, SparseMatrix, SparseMatrix]:
    """Return E, e, F, f, A and B.

    At every leaf ``rows`` has the sequence of player 1, ``columns`` that of player 2, and ``payoffs`` has each player's
    payoff times the probability of chance. The payoffs of leaves with the same sequences are added.
    """
    sequences_1, sequences_2 = sequences
    E, F = constraints(sequences_1), constraints(sequences_2)
    shape = sequences_1.size, sequences_2.size
    A, B = map(partial(SparseMatrix.from_entries, shape, rows, columns), payoffs)
    e, f = zeros(E.shape[0]), zeros(F.shape[0])
    e[0] = f[0] = ONE
    return E, e, F, f, A, B


def constraints(sequences: Sequences) -> SparseMatrix:
    """Return E: row 0 is x(∅), row h + 1 is Σ_c x(σ_h c) − x(σ_h)."""
    sets = len(sequences.sets)
    rows = np.arange(sets + 1)
    moves = np.diff(sequences.first, append=sequences.size)
    rows = np.concatenate([rows, np.repeat(rows[1:], moves)])
    columns = np.concatenate([[EMPTY], sequences.parent, np.arange(1, sequences.size)])
    values = [ONE, *[-ONE] * sets, *[ONE] * (sequences.size - 1)]
    return SparseMatrix.from_entries((sets + 1, sequences.size), rows, columns, values)


def _reply(sequences: Sequences, values: Vector) -> Integers:
    """Return the numbers of the empty sequence and of a best move at every information set, reached or not."""
    moves = np.array(best_response(sequences, values).moves, dtype=np.int64)
    return np.append(EMPTY, sequences.first + moves)


@dataclass(frozen=True, slots=True)
class BrokenCondition:
    """A condition that plans break; its truth value is False."""

    condition: str  # as in the theorem
    place: str  # a sequence or information set, with its player
    value: mpq  # left minus right side at this place: it should be 0 or, in a condition on signs, ≥ 0

    def __bool__(self) -> Literal[False]:
        return False

    def __str__(self) -> str:
        return f"{self.condition} fails at {self.place}: {short(self.value)}"


def is_equilibrium_by_lcp(form: SequenceForm, x: Vector, y: Vector) -> tuple[Vector, Vector] | BrokenCondition:
    """Return u and v that prove that the plans are in equilibrium, or the first condition that fails.

    The test takes the best response values as u and v. If a condition fails for them, no u and v satisfy all
    conditions. The test computes the conditions from E, F, A and B only. So it is independent of the proof on the tree.
    ``x`` and ``y`` have a number per sequence of player 1 and 2; they need not be realization plans.

    Raises InputError if x or y has a wrong size, and NotProvedError if the best response values do not satisfy
    Eᵀu ≥ A y or Fᵀv ≥ Bᵀx: an error in the library.

    >>> from lemke.game import GameBuilder
    >>> from lemke.forms.sequence_form import sequence_form
    >>> builder = GameBuilder()
    >>> left, right = builder.move(builder.root, 0, ["L", "R"])
    >>> builder.pay(left, 1, 2)
    >>> form = sequence_form(builder.build(unpaid="zero"))
    >>> is_equilibrium_by_lcp(form, [1, 1, 0], [1])[0].tolist()
    [mpq(1,1), mpq(1,1)]
    >>> print(is_equilibrium_by_lcp(form, [1, "1/2", "1/2"], [1]))
    x'(E'u - Ay) = 0 fails at sequence R of player 1: 1/2
    """
    x, y = vector(x), vector(y)
    sequences_1, sequences_2 = form.sequences
    broken_1 = _broken_plan(sequences_1, form.E, x, "Ex = e", "x >= 0")
    if broken := broken_1 or _broken_plan(sequences_2, form.F, y, "Fy = f", "y >= 0"):
        return broken[0]
    multipliers = []
    for sequences, matrix, plan, values, condition in (
        (sequences_1, form.E, x, form.A @ y, "x'(E'u - Ay) = 0"),
        (sequences_2, form.F, y, form.B.T @ x, "y'(F'v - B'x) = 0"),
    ):
        u = best_response(sequences, values).dual
        slack = matrix.T @ u - values
        if np.any(slack < 0):
            raise NotProvedError(f"best response values of player {sequences.player + 1} below the payoff of a reply")
        products = plan * slack
        for sequence in np.flatnonzero(products)[:1].tolist():  # the first one, if there is one
            return BrokenCondition(condition, _sequence(sequences, sequence), products[sequence])
        multipliers.append(u)
    return multipliers[0], multipliers[1]


def _broken_plan(
    sequences: Sequences, matrix: SparseMatrix, plan: Vector, equation: str, sign: str
) -> list[BrokenCondition]:
    """Return the conditions that a plan breaks, at most two: the first negative number, the first wrong equation."""
    first_negative = np.flatnonzero((plan < 0).astype(bool))[:1].tolist()
    broken = [BrokenCondition(sign, _sequence(sequences, sequence), plan[sequence]) for sequence in first_negative]
    residual = matrix @ plan
    residual[0] -= 1  # e is (1, 0, …, 0)
    for row in np.flatnonzero(residual)[:1].tolist():
        place = sequences.information_sets[row - 1].name if row else _sequence(sequences, 0)
        broken.append(BrokenCondition(equation, place, residual[row]))
    return broken


def _sequence(sequences: Sequences, number: int) -> str:
    """Return the name of a sequence, with its player."""
    return f"sequence {sequences.names()[number]} of player {sequences.player + 1}"
