"""Faces of a polyhedral cone: which variables can be positive when others are 0, with exact proofs.

The cone is {z ≥ 0: N z + G w = 0 for some w}. On a face, where the variables in a set Z are 0, there is a point at
which all variables are positive that can be. The program

    max Σ t    subject to    N (t + p) + G w = 0,    0 ≤ t ≤ 1,    p ≥ 0,    t = p = 0 on Z

finds it: at an optimum every t is 0 or 1 (Freund, Roundy, Todd 1985). Its dual solution π proves that no more can be
positive: with c = −Nᵀπ and Gᵀπ = 0 every point of the cone has Σ c z = 0. So if c is negative on Z alone, all variables
outside of Z with c > 0 are 0 on the face.

HiGHS proposes (:mod:`lemke.linear.guided.face_program`). A point and a proof are checked exactly; where a proposal
fails the check, an exact program decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from gmpy2 import mpq

from lemke.errors import NotProvedError
from lemke.ground.masks import flags_of, mask_where
from lemke.ground.rational import ONE, ZERO
from lemke.ground.sparse import Floats, SparseMatrix, Vector, exact_dot, vector
from lemke.linear.guided.face_program import FaceProgram
from lemke.linear.guided.linear_programs import solve_lp
from lemke.linear.lp import LP, Optimal

POSITIVE = 1e-7
"""Above this HiGHS proposes that a variable is positive. Nothing is decided by it: what is 0 has a proof."""
MULTIPLES = (1, 2, 3, 4, 6, 12, 60)
"""If all numbers are whole multiples of the least one divided by one of these, they are read off the floats."""
NEAR = 1e-7
"""How far from whole numbers such multiples may be. Nothing is decided by it: an exact check follows."""
WORD = 1 << 62
REMEMBERED = 10_000
"""Faces whose proposals are kept."""


class Proof(NamedTuple):
    """Multipliers π of the rows with Gᵀπ = 0: variables in ``zero`` are 0 where all in ``core`` are.

    Attributes
    ----------
    multipliers : exact vector
        One per row.
    core, zero : sets, as bits
        The variables with c < 0, and with c > 0.
    """

    multipliers: Vector
    core: int
    zero: int


class ConePoint(NamedTuple):
    """An exact point of the cone.

    Attributes
    ----------
    z, w : exact vectors
    positive : set, as bits
        The variables with z > 0.
    """

    z: Vector
    w: Vector
    positive: int


class Extreme(NamedTuple):
    """The least value a·z on the points of a face at which a reference variable is 1.

    Attributes
    ----------
    value : mpq
    multipliers : exact vector
        π with Gᵀπ = 0. Let d = a − Nᵀπ, so that a·z = d·z. d is the value at the reference, and nonnegative at all
        other variables that are not 0 on the face.
    point : ConePoint | None
        Where it is attained, up to a factor; None if that is known.
    """

    value: mpq
    multipliers: Vector
    point: ConePoint | None


class Support(NamedTuple):
    """The variables that can be positive on a face, and a point at which they are, in floats.

    Attributes
    ----------
    positive : set, as bits
    values : floats
    exact : bool
        Whether an exact program found them; otherwise HiGHS proposes them.
    """

    positive: int
    values: Floats
    exact: bool


class Cone:
    """The cone {z ≥ 0: N z + G w = 0 for some w}, and its faces.

    Parameters
    ----------
    N, G : SparseMatrix
        m rows; n columns of nonnegative variables z, and those of the free variables w.

    Attributes
    ----------
    matrix : SparseMatrix
        N and G, side by side.
    size : int
        n.
    """

    def __init__(self, N: SparseMatrix, G: SparseMatrix) -> None:
        rows, self.size = N.shape
        self.matrix = SparseMatrix.of_blocks((rows, self.size + G.shape[1]), [(0, 0, N), (0, self.size, G)])
        self.transposed = self.matrix.T
        self._program = FaceProgram(self.matrix, self.size)
        self._supports: dict[int, Support] = {}

    def support(self, zeros: int) -> Support:
        """Return the variables that can be positive if a set is 0: as HiGHS proposes them, or exactly if settled."""
        if zeros not in self._supports:
            if not self._program.maximise(zeros, self._all):
                return self.settle(zeros)
            self._remember(zeros, Support(self._proposed(zeros), self._program.values()[: self.size], exact=False))
        return self._supports[zeros]

    def settle(self, zeros: int) -> Support:
        """Return the variables that can be positive if a set is 0, exactly."""
        point = self.exact_point(zeros)
        largest = max(point.z, default=ZERO) or ONE
        values = np.array([float(value / largest) for value in point.z])
        self._remember(zeros, Support(point.positive, values, exact=True))
        return self._supports[zeros]

    def proof(self, zeros: int, variables: int) -> Proof | None:
        """Return a proof that variables are 0 where a set of others is; None if one of them can be positive."""
        if self._program.maximise(zeros, variables):
            proof = self._proved(_read_off(self._program.multipliers()), zeros, variables)
            proof = proof or self._proved(self._program.basic_multipliers(variables), zeros, variables)
            if proof is not None:
                return proof
        return self._proved(self._exact_face(zeros, variables).y, zeros, variables)

    def point(self, zeros: int) -> ConePoint:
        """Return an exact point where a set of variables is 0, positive wherever HiGHS proposes that it can be.

        That no other variable can be positive remains to be proved.
        """
        if self._program.maximise(zeros, self._all):
            point = self._point(_read_off(self._program.values()), zeros)
            if point is None or point.positive != self._proposed(zeros):
                point = self._point(self._program.basic_point(), zeros)
            if point is not None:
                return point
        return self.exact_point(zeros)

    def exact_point(self, zeros: int) -> ConePoint:
        """Return an exact point where a set of variables is 0, positive wherever any point is.

        It is the sum of points at each of which a further variable is positive.
        """
        total = np.full(self.matrix.shape[1], ZERO)
        left = self._all & ~zeros
        while left:
            optimum = self._exact_face(zeros, left)
            if optimum.value == 0:
                break
            total = total + optimum.x
            left &= ~mask_where(total[: self.size] > 0)
        point = self._point(total, zeros)
        assert point is not None  # a sum of points of the face
        return point

    def least(
        self, zeros: int, objective: Vector, reference: int, attained: Callable[[mpq], bool] = lambda value: False
    ) -> Extreme:
        """Return the least a·z where a reference variable, which is positive somewhere on the face, is 1.

        So a ratio of linear functions is minimised (Charnes, Cooper 1962). The objective must be bounded. If the caller
        knows a point with the least value, ``attained`` says so, and no other is sought.
        """
        proposed = self._program.minimise(zeros, objective, reference)
        extreme = None
        if proposed is not None:
            basis, costs = proposed
            multipliers = basis.multipliers(costs)
            if multipliers is not None:
                bound = self._bound(zeros, objective, reference, multipliers)
                if bound is not None and attained(bound):
                    return Extreme(bound, multipliers, None)
                extreme = self._proved_least(zeros, objective, reference, basis.solution(), multipliers)
        if extreme is None:
            optimum = self._optimum(zeros, objective, mask=1 << reference, sense=0)
            extreme = self._proved_least(zeros, objective, reference, optimum.x, optimum.y)
        if extreme is None:
            raise NotProvedError("the least value of a linear function on a face could not be proved")
        return extreme

    def bound(self, zeros: int, objective: Vector, reference: int) -> Extreme | None:
        """Return a lower bound of a·z where a reference variable is 1, with its proof; None if HiGHS proposes none."""
        proposed = self._program.minimise(zeros, objective, reference)
        multipliers = proposed and proposed[0].multipliers(proposed[1])
        value = None if multipliers is None else self._bound(zeros, objective, reference, multipliers)
        return None if value is None or multipliers is None else Extreme(value, multipliers, None)

    @property
    def _all(self) -> int:
        return (1 << self.size) - 1

    def _proposed(self, zeros: int) -> int:
        """Return the variables that HiGHS proposes as positive, but none that must be 0: they may be off a little."""
        return mask_where(self._program.scaled_values() > POSITIVE) & ~zeros

    def _remember(self, zeros: int, support: Support) -> None:
        if len(self._supports) >= REMEMBERED:
            self._supports.clear()
        self._supports[zeros] = support

    # ------------------------------------------------------------------ checks

    def _proved(self, multipliers: Vector | None, zeros: int, variables: int) -> Proof | None:
        """Return multipliers as a proof; None if they prove nothing."""
        if multipliers is None:
            return None
        combined = self.transposed @ multipliers
        if np.any(combined[self.size :] != 0):
            return None
        proof = Proof(multipliers, mask_where(combined[: self.size] > 0), mask_where(combined[: self.size] < 0))
        return None if proof.core & ~zeros or variables & ~proof.zero else proof

    def _point(self, solution: Vector | None, zeros: int) -> ConePoint | None:
        """Return a solution (z, w) as a point of the face; None if it is none."""
        if solution is None or np.any(solution[: self.size] < 0) or np.any(self.matrix @ solution != 0):
            return None
        positive = mask_where(solution[: self.size] > 0)
        return None if positive & zeros else ConePoint(solution[: self.size], solution[self.size :], positive)

    def _bound(self, zeros: int, objective: Vector, reference: int, multipliers: Vector) -> mpq | None:
        """Return the lower bound of a·z that multipliers prove, with the reference at 1; None if they prove none."""
        combined = self.transposed @ multipliers
        reduced = objective - combined[: self.size]
        negative = mask_where(reduced < 0) & ~(zeros | 1 << reference)
        return None if negative or np.any(combined[self.size :] != 0) else reduced[reference]

    def _proved_least(
        self, zeros: int, objective: Vector, reference: int, solution: Vector | None, multipliers: Vector
    ) -> Extreme | None:
        """Return the least value that a solution and multipliers prove; None unless they do."""
        point = self._point(solution, zeros)
        if point is None or not point.positive >> reference & 1:
            return None
        value = exact_dot(objective, point.z) / point.z[reference]
        proved = self._bound(zeros, objective, reference, multipliers) == value
        return Extreme(value, multipliers, point) if proved else None

    # ------------------------------------------------------------------ exact programs

    def _exact_face(self, zeros: int, variables: int) -> Optimal:
        """Solve min −Σ z over a set of variables whose sum is at most 1; if it is 0 the dual solution is a proof."""
        return self._optimum(zeros, np.where(flags_of(variables, self.size), -ONE, ZERO), mask=variables, sense=-1)

    def _optimum(self, zeros: int, objective: Vector, mask: int, sense: int) -> Optimal:
        """Minimise a·z on a face exactly, with the sum of some variables equal to 1 (sense 0) or at most 1 (−1).

        The dual solution returned is that of the rows of the cone.
        """
        rows, width = self.matrix.shape
        summed = np.flatnonzero(flags_of(mask, self.size))
        kept = np.flatnonzero(np.append(~flags_of(zeros, self.size), np.ones(width - self.size, dtype=bool)))
        bound = SparseMatrix.from_entries((1, width), [0] * len(summed), summed, [ONE] * len(summed))
        A = SparseMatrix.of_blocks((rows + 1, width), [(0, 0, self.matrix), (rows, 0, bound)])
        cost = np.append(objective, np.full(width - self.size, ZERO))
        right, senses = np.append(np.full(rows, ZERO), ONE), np.append(np.zeros(rows, dtype=np.int64), sense)
        optimum = solve_lp(LP(A.part(np.arange(rows + 1), kept), right, cost[kept], senses, kept >= self.size))
        if not isinstance(optimum, Optimal):  # HiGHS was wrong about the face
            raise NotProvedError("a face that is empty, or on which the function is unbounded, expected a least value")
        solution = np.full(width, ZERO)
        solution[kept] = optimum.x
        return Optimal(solution, optimum.y[:-1], optimum.value)


def _read_off(numbers: Floats) -> Vector | None:
    """Return numbers proportional to floats that are whole multiples of a simple part of the least; None for others."""
    sizes = np.abs(numbers)
    sizes[sizes < POSITIVE * sizes.max(initial=0)] = 0
    if not np.isfinite(sizes).all() or not sizes.any():
        return None
    least = sizes[sizes > 0].min()
    for part in MULTIPLES:
        multiples = np.where(sizes > 0, numbers, 0.0) * (part / least)
        rounded = np.rint(multiples)
        if np.abs(rounded).max() < WORD and (np.abs(multiples - rounded) < NEAR * part).all():
            return vector(rounded.astype(np.int64).tolist())
    return None
