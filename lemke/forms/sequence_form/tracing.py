"""The path of a game from a prior: its vertices as realization plans.

The path of the LCP (:meth:`~lemke.forms.sequence_form.SequenceForm.lcp`) from a prior (p, q) begins at z0 = 1 and ends
at z0 = 0; z0 may rise in between. The points of the path satisfy

    E x + e z0 = e,   F y + f z0 = f,   r = Eᵀu − A (y + q z0) ≥ 0,   s = Fᵀv − Bᵀ(x + p z0) ≥ 0,   xᵀr = 0,   yᵀs = 0

(von Stengel, van den Elzen, Talman 2002). So x + p z0 and y + q z0 are realization plans. For z0 < 1, x/(1−z0) is a
best reply to y + q z0, and u₀ its payoff; y/(1−z0) is a best reply to x + p z0, and v₀ its payoff. So each player
reacts to a mixture of the opponent's prior, with weight z0, and the opponent's reaction, with weight 1 − z0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Generic, TypeVar

import numpy as np
from gmpy2 import mpq
from numpy.typing import NDArray

from lemke.forms.sequence_form.two_players import SequenceForm
from lemke.ground.listing import Listing
from lemke.ground.rational import short
from lemke.ground.results import Result
from lemke.ground.sparse import ByValue, Vector, floats
from lemke.ground.table import Table
from lemke.linear.lcp import LCP
from lemke.linear.pivoting import NamedRule

End_co = TypeVar("End_co", covariant=True)


@dataclass(frozen=True, eq=False, repr=False)
class TracingVertex(ByValue):
    """A vertex of the path.

    Attributes
    ----------
    form : SequenceForm
    prior : (exact vector, exact vector)
        The plans p and q.
    z0 : mpq
        The weight of the prior, from 0 to 1.
    x, y : exact vectors
        A number per sequence, with x(∅) = y(∅) = 1 − z0.
    u, v : exact vectors
        Of player 1 and 2, in units of payoff. Row 0 is the payoff of a best reply, row h + 1 the value of information
        set h.
    number : int
        0 at the prior, then the number of the pivot that led to the vertex. If nothing blocks the fall of z0 from 1 to
        0, there is no pivot, and the end is vertex 1.
    entering, leaving : str
        The variables that the pivot before the vertex exchanged: ``x(SEQUENCE)``, ``y(SEQUENCE)``,
        ``slack r(SEQUENCE)``, ``slack s(SEQUENCE)`` or ``z0``. At the start both are empty; at an end without a pivot
        both are ``z0``.
    basis : tuple of int
        Codes of the basic variables in the LCP, ascending.
    bits : int
        Length in bits of the largest basis determinant so far, in the scaled integer tableau.
    """

    form: SequenceForm
    prior: tuple[Vector, Vector]
    z0: mpq
    x: Vector
    y: Vector
    u: Vector
    v: Vector
    number: int
    entering: str
    leaving: str
    basis: tuple[int, ...]
    bits: int

    def __repr__(self) -> str:
        exchange = f": {self.entering} for {self.leaving}" if self.entering else ""
        return f"<TracingVertex {self.number} at z0 = {short(self.z0)}{exchange}>"

    @cached_property
    def plans(self) -> tuple[Vector, Vector]:
        """The realization plans x + p z0 and y + q z0."""
        p, q = self.prior
        return self.x + p * self.z0, self.y + q * self.z0

    @property
    def best_values(self) -> tuple[mpq, mpq]:
        """u₀ and v₀: the payoffs of best replies to y + q z0 and to x + p z0, in units of payoff."""
        return self.u[0], self.v[0]

    @cached_property
    def payoffs(self) -> tuple[mpq, mpq]:
        """The expected payoffs of both players if they play :attr:`plans`."""
        return self.form.payoffs(*self.plans)

    @property
    def names(self) -> tuple[str, str]:
        """The entering and the leaving variable."""
        return self.entering, self.leaving


def variable_names(form: SequenceForm, problem: LCP) -> list[str]:
    """Return names of the variables of the form's LCP by their codes (see :meth:`lemke.LCP.variable`)."""
    size = problem.size
    names = [problem.variable(code) for code in range(2 * size + 1)]
    names_1, names_2 = map(form.sequence_names, (0, 1))
    code_of = form.plans(np.arange(size, dtype=object))  # plans with codes of variables in place of values
    for letter, slack, codes, sequences in (("x", "r", code_of.x, names_1), ("y", "s", code_of.y, names_2)):
        for code, sequence in zip(codes.tolist(), sequences, strict=True):
            names[code], names[size + code] = f"{letter}({sequence})", f"slack {slack}({sequence})"
    return names


@dataclass(frozen=True, eq=False)
class TracingPath(ByValue, Listing[TracingVertex], Result, Generic[End_co]):
    """The path of a game from a prior to an equilibrium: a sequence of its vertices.

    Attributes
    ----------
    form : SequenceForm
    prior : (exact vector, exact vector)
        The plans p and q from which it starts.
    prior_name : str
        ``centroid``; ``random``; ``profile`` for a prior that the caller passed; ``balanced`` for the prior that
        replaces the centroid in very deep games.
    seed : int | None
        The seed of a random prior.
    tie_rule : str | tuple of int
        The rule for ties: its name, or the order in which it perturbs the complementary pairs.
    vertices : tuple of TracingVertex
        From z0 = 1 to z0 = 0.
    equilibrium : Equilibrium | ProvedPlans
        The equilibrium at the end. For a game it is proved on the tree, for a strategic form on the matrices.
    pivots : int
        The number of exchanges of variables: ``len(vertices) - 1``, or 0 if nothing blocks the fall of z0 from 1 to 0.
    """

    form: SequenceForm
    prior: tuple[Vector, Vector]
    prior_name: str
    seed: int | None
    tie_rule: NamedRule | tuple[int, ...]
    vertices: tuple[TracingVertex, ...]
    equilibrium: End_co
    pivots: int

    def __repr__(self) -> str:
        title = f" of {self.form.title!r}" if self.form.title else ""
        payoffs = ", ".join(map(short, self.vertices[-1].best_values))
        sizes = f"{self.pivots} pivots, {len(self.turning_points)} turns"
        return f"<TracingPath{title}: {sizes}, to payoffs {payoffs}>"

    @property
    def parts(self) -> tuple[TracingVertex, ...]:
        """The vertices."""
        return self.vertices

    @property
    def label(self) -> str:
        """A text with the name of the prior, and the tie rule if it is not the default."""
        start = f"prior {self.prior_name}" + ("" if self.seed is None else f", seed {self.seed}")
        if self.tie_rule == "ascending":
            return start
        return f"{start}, tie rule {self.tie_rule if isinstance(self.tie_rule, str) else 'given'}"

    @property
    def end(self) -> tuple[Vector, ...]:
        """The plans in equilibrium."""
        return self.vertices[-1].plans

    @cached_property
    def turning_points(self) -> tuple[int, ...]:
        """Numbers of the vertices at which z0 turns: first up, then down, and so on. Empty if z0 never rises."""
        turns: list[int] = []
        for before, after in pairwise(self.vertices):
            # z0 falls first, so after an even number of turns it is falling
            if after.z0 != before.z0 and (after.z0 > before.z0) == (len(turns) % 2 == 0):
                turns.append(before.number)
        return tuple(turns)

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of :attr:`rows`; ``1: SEQUENCE`` is a sequence of player 1, ``2: SEQUENCE`` one of player 2."""
        values = (f"{quantity} {player}" for quantity in ("payoff", "best response") for player in (1, 2))
        return ("pivot", "entering", "leaving", "z0", *values, *self.plan_columns(0), *self.plan_columns(1))

    def plan_columns(self, player: int) -> tuple[str, ...]:
        """Return the headings of the probabilities of a player's sequences."""
        return tuple(f"{player + 1}: {name}" for name in self.form.sequence_names(player))

    @cached_property
    def rows(self) -> tuple[tuple[object, ...], ...]:
        """A row per vertex: number, exchange, z0, payoffs of the plans, values of best responses, probabilities."""
        return tuple(
            (v.number, v.entering, v.leaving, v.z0, *v.payoffs, *v.best_values, *v.plans[0], *v.plans[1])
            for v in self.vertices
        )

    def to_table(self) -> Table:
        """Return a row per vertex: its number, the exchange before it, z0, and the bits of the largest determinant.

        The payoffs and plans at the vertices are in :attr:`rows` and in :meth:`to_numpy`.
        """
        turns, payoffs = ", ".join(map(str, self.turning_points)), ", ".join(map(short, self.vertices[-1].best_values))
        notes = [
            f"z0 turns after the vertices {turns}: alternately up and down." if turns else "z0 never rises.",
            f"Ends after {self.pivots} pivots at an equilibrium with payoffs {payoffs}, proved exactly.",
        ]
        title = f"Path from the {self.label}{', ' * bool(self.form.title)}{self.form.title}"
        rows = [(v.number, v.entering, v.leaving, v.z0, v.bits) for v in self.vertices]
        return Table((*self.columns[:4], "bits"), rows, title, notes, 1)

    def to_numpy(self) -> NDArray[np.void]:
        """Return :attr:`rows`, except the names of variables, as an array of the nearest floats with named columns.

        For example, ``path.to_numpy()["z0"]`` is one column.
        """
        labels = [name for name in self.columns if name not in ("entering", "leaving")]
        data = np.zeros(len(self.vertices), dtype=[(name, np.float64) for name in labels])
        for k, (number, _, _, *numbers) in enumerate(self.rows):
            data[k] = (number, *floats(np.array(numbers, dtype=object)))
        return data
