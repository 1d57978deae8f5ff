"""Principal pivoting: Murty's least-index method, and the method of Cottle and Dantzig, in exact arithmetic.

Both methods exchange wᵢ and zᵢ of the same index i. So every basis is complementary: one variable of each pair is
basic. M and q become a principal transform. The methods look for a basis whose variables are all nonnegative (Cottle,
Pang, Stone 1992, sections 4.2 and 4.3; Murty 1988, chapter 4). They use neither the covering vector nor the start of a
problem.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from gmpy2 import mpq

from lemke.errors import InputError, NotProvedError
from lemke.ground import limits
from lemke.ground.rational import ONE, ZERO, short
from lemke.ground.sparse import vector, zeros
from lemke.linear.lcp import LCP, Infeasibility, Solution, check
from lemke.linear.pivoting.lemke_path import CycleDetector, GeneratorWithEnd
from lemke.linear.pivoting.tableau import Tableau

DRIVING = -1
"""In place of the index of a pair that blocks: the driving variable of :func:`cottle_dantzig` was negative and has
reached 0, so it blocks."""


class PrincipalPivot(NamedTuple):
    """One pivot; ``indices`` are the i, from 0, whose zᵢ and wᵢ were exchanged: one index, or two for a 2 x 2 block.

    ``number`` counts pivots from 1; ``bits`` is the length in bits of the largest basis determinant so far.
    """

    number: int
    indices: tuple[int, ...]
    bits: int


PrincipalPath: TypeAlias = Generator[PrincipalPivot, None, Solution | Infeasibility]


def murty(problem: LCP) -> PrincipalPath:
    """Pivot on the diagonal at the least index whose basic variable is negative, until no variable is negative.

    If M is a P-matrix, no basis comes twice, so the method ends at the only solution (Murty 1974; 1988, section 4.1).
    The generator yields each pivot and returns the solution.

    Raises
    ------
    InputError
        If there are free variables.
    NotProvedError
        If a diagonal pivot is zero or negative, or a basis comes twice: M is no P-matrix.

    >>> walk = murty(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> [pivot.indices for pivot in walk]
    [(0,), (1,)]
    """
    state = _Transform(problem)
    bases = CycleDetector()
    while (r := state.least_negative()) is not None:
        state.refuse_repetition(bases)
        state.require_positive(r)
        # the complement raises the basic variable to 0; then the two are exchanged and keep their values
        state.nonbasic[r] = -state.value(r) / state.entry(r, r)
        yield state.exchange(r)
    return state.solution()


def cottle_dantzig(problem: LCP) -> PrincipalPath:
    """Raise one negative variable after another to zero by increasing the nonbasic variable of its pair.

    The pair of the negative variable is the *distinguished* pair; the nonbasic variable of this pair is the *driving*
    variable. At first the driving variable is the complement of the negative variable. After a 2 x 2 block it is the
    negative variable itself, which blocks when it reaches 0. Meanwhile no other basic variable may fall below its
    limit: 0, or a bound below all of q if the variable is negative. The first variable that reaches its limit blocks,
    and is exchanged with its complement. If its diagonal entry is 0, the distinguished pair is exchanged at the same
    time, in a 2 x 2 block. In a tie the distinguished pair blocks, then the pair of least index. If M is row
    sufficient, for example positive semidefinite, and nothing blocks, the row of the distinguished pair proves that the
    problem is infeasible (Dantzig, Cottle 1967; Cottle, Dantzig 1968; Cottle, Pang, Stone 1992, section 4.3). The
    generator yields each pivot and returns the solution, or this proof, which the caller has yet to check.

    Raises
    ------
    InputError
        If there are free variables.
    NotProvedError
        If a diagonal entry is negative, or the determinant of a 2 x 2 block is not positive: then M is not row
        sufficient. Also if a basis comes twice.

    >>> walk = cottle_dantzig(LCP.of([[0, -1], [1, 0]], [1, -1]))
    >>> [pivot.indices for pivot in walk]
    [(1, 0)]
    """
    state = _Transform(problem)
    bound = min(problem.q, default=ZERO) - 1
    while (r := state.least_negative()) is not None:
        vertices, s = CycleDetector(), None  # s is the index of the pair that blocks
        while s not in (r, DRIVING):
            state.refuse_repetition(vertices)
            blocked = state.blocking(r, bound)
            if blocked is None:
                return state.proof(r)
            step, s = blocked
            state.nonbasic[r] += step
            if s != DRIVING:
                block = (s,) if s == r or state.entry(s, s) else (r, s)
                state.require_positive(*block)
                yield state.exchange(*block)
    return state.solution()


PRINCIPAL_METHODS: dict[str, Callable[[LCP], PrincipalPath]] = {"murty": murty, "cottle-dantzig": cottle_dantzig}


def principal(problem: LCP, method: str) -> Solution | Infeasibility:
    """Run a principal pivoting method to its end and check the outcome.

    Errors are those of the method, a NotProvedError if the outcome fails the check, and a LimitError if a limit is
    reached. A NotProvedError names the method.

    >>> principal(LCP.of([[2, 1], [1, 2]], [-5, -6]), "murty").z
    array([mpq(4,3), mpq(7,3)], dtype=object)
    """
    walk = GeneratorWithEnd(PRINCIPAL_METHODS[method](problem))
    limits.check()
    try:
        for pivot in walk:
            limits.report(partial("pivot {}, {} bits".format, pivot.number, pivot.bits))
    except NotProvedError as error:
        raise NotProvedError(f"{method}: {error.message}") from None
    if (defect := check(problem, walk.end)) is not None:
        if isinstance(walk.end, Solution):
            raise NotProvedError(f"{method}: the solution fails the check: {defect}")
        raise NotProvedError(
            f"{method}: no variable blocks, but M is not row sufficient ({defect}), expected another method"
        )
    return walk.end


class _Transform:
    """A principal transform in integer tableaux.

    ``basic`` has the code of each pair's basic variable, ``nonbasic`` the value of each pair's nonbasic variable, and
    ``place`` the row of each basic variable.
    """

    def __init__(self, problem: LCP) -> None:
        if problem.free.any():
            raise InputError("free variables, expected none, as principal pivots need z >= 0 and w >= 0")
        n = problem.size
        self.problem = problem
        self.tableau = Tableau(replace(problem, d=zeros(n), start=None))
        self.place = self.tableau.places()
        self.basic = list(range(n, 2 * n))
        self.nonbasic = [ZERO] * n
        self.pivots = 0

    def entry(self, i: int, j: int) -> mpq:
        """Return an entry of the transform of M: the rate of basic variable i as nonbasic variable j grows."""
        # the tableau is x_B + T x_N = q, so the rate is minus the entry of T
        return -self.tableau.coefficient(self.tableau.complement(self.basic[j]), self.place[self.basic[i]])

    def value(self, i: int) -> mpq:
        """Return the value of the basic variable of pair i."""
        constant = self.tableau.coefficient(self.tableau.constants[0], self.place[self.basic[i]])
        return constant + sum((self.entry(i, j) * value for j, value in enumerate(self.nonbasic) if value), ZERO)

    def least_negative(self) -> int | None:
        """Return the least index of a pair with a negative variable, None if no variable is negative."""
        return next((i for i in range(self.problem.size) if self.nonbasic[i] < 0 or self.value(i) < 0), None)

    def blocking(self, r: int, bound: mpq) -> tuple[mpq, int] | None:
        """Return how far the driving variable of pair r may increase, and the index that blocks; None if none blocks.

        If several indices tie, ``min`` takes the first one: the driving variable, then r, then the least index.
        """
        bounds = [(-self.nonbasic[r], DRIVING)] if self.nonbasic[r] < 0 else []
        for i in [r, *(i for i in range(self.problem.size) if i != r)]:
            # nonnegative variables may fall to 0, negative variables to the bound; variable r, if negative, rises to 0
            rate, value = self.entry(i, r), self.value(i)
            if rate < 0 and (value >= 0 or i != r):
                bounds.append(((value - (bound if value < 0 else ZERO)) / -rate, i))
            elif rate > 0 and value < 0 and i == r:
                bounds.append((-value / rate, i))
        return min(bounds, key=itemgetter(0), default=None)

    def exchange(self, *indices: int) -> PrincipalPivot:
        """Exchange the variables of one pair, or of two pairs, of which the second has the diagonal entry 0.

        All variables keep their values.
        """
        values = [self.value(i) for i in indices]
        # for one pair, i = j; for two pairs, each entering variable replaces the basic variable of the other pair, as
        # entries on the diagonal may be 0
        for i, j in zip(reversed(indices), indices, strict=True):
            place, entering = self.place.pop(self.basic[i]), self.tableau.complement(self.basic[j])
            self.tableau.exchange(entering, place)
            self.place[entering] = place
        for i, value in zip(indices, values, strict=True):
            self.basic[i], self.nonbasic[i] = self.tableau.complement(self.basic[i]), value
        self.pivots += 1
        return PrincipalPivot(self.pivots, indices, self.tableau.bits)

    def refuse_repetition(self, states: CycleDetector) -> None:
        """Raise NotProvedError if a basis comes twice with the same nonbasic values: the pivots would repeat."""
        if states.closed((tuple(self.basic), tuple(self.nonbasic))):
            raise NotProvedError(f"a basis repeats after {self.pivots} pivots: a cycle, expected another method")

    def require_positive(self, r: int, s: int | None = None) -> None:
        """Raise NotProvedError unless the diagonal entry, or the determinant of the 2 x 2 block, is positive."""
        if s is None:
            pivot, description = self.entry(r, r), f"the diagonal entry of index {r + 1}"
        else:
            # entry (s, s) is 0, so the determinant is minus the product of the two entries off the diagonal
            pivot, description = -self.entry(r, s) * self.entry(s, r), f"the determinant of the block {r + 1}, {s + 1}"
        if pivot <= 0:
            raise NotProvedError(
                f"{description} is {short(pivot)} at pivot {self.pivots + 1}, expected a number > 0 or another method"
            )

    def proof(self, r: int) -> Infeasibility:
        """Return the multipliers of the rows of w − Mz = q that combine to the row of pair r: the coefficients of w."""
        n = self.problem.size
        multipliers = vector(-self.entry(r, j) if code < n else ZERO for j, code in enumerate(self.basic))
        if self.basic[r] >= n:
            multipliers[r] = ONE
        return Infeasibility(multipliers, self.pivots)

    def solution(self) -> Solution:
        """Return the values of the basis as a solution; all nonbasic variables are 0 at the end."""
        return Solution(*self.tableau.point(), self.tableau.basis(), self.pivots, self.tableau.bits)
