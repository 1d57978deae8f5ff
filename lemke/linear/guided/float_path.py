"""The guided kernel: Lemke's path in floating point on a revised basis. It proposes a basis and proves nothing.

The LCP falls into blocks that share no variable except z0. The LCP of a two-player game usually has two: player 1's
plan with player 2's values, and player 2's plan with player 1's values. Each block has its own
:class:`~lemke.linear.guided.revised_basis.RevisedBlock`. The block where z0 is basic is the *home* of z0. A variable
that enters in another block changes that block alone.

A small random perturbation breaks ties: q becomes q + B₀δ, where B₀ is the start basis. δ is random and positive for
nonnegative basic variables, and 0 for free ones. The start stays feasible. The exact kernel's lexicographic rule has
powers of ε in the place of δ.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from functools import cache
from typing import Any, TypeAlias

import numpy as np

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import approximate
from lemke.ground.sparse import Floats, Indices, mantissas_and_exponents
from lemke.linear.exact import Proposal, independent_parts, permutation_sign, require, scaled_entries
from lemke.linear.guided.kernels import WORK_PER_VARIABLE
from lemke.linear.guided.revised_basis import PARAMETER, RevisedBlock
from lemke.linear.lcp import LCP, NoOutcome

FEASIBLE, FEASIBLE_SHARE = 1e-13, 1e-4
"""How far a variable may fall below 0 so that a larger pivot can be chosen (Harris 1973): min(FEASIBLE, FEASIBLE_SHARE
· perturbation), where q is about 1. With FEASIBLE = 10⁻¹⁰, long degenerate paths meet a basis twice. With 10⁻¹⁴, they
do not notice that z0 has reached 0."""
NEGLIGIBLE = 1e-9
"""Rates below this are taken for rounding errors."""
UNSAFE = 1e-6
"""If |pivot| is below this and its blocks are not fresh, they are factored anew, and the pivot is chosen again."""
INFEASIBLE = 1e-5
"""A start is infeasible if a nonnegative variable is below −INFEASIBLE there; q is about 1."""
EARLY = 1e-6
"""Bases are first proposed before the end of a path when z0 is below this."""
EARLY_FACTOR = 1e-2
"""Further bases are proposed when z0 has fallen by this factor."""
LONGEST, LONGEST_PER_VARIABLE = 5000, 200
"""A path is given up after more than LONGEST + LONGEST_PER_VARIABLE · n pivots, where n is the number of pairs."""
REPORT, LARGE = 64, 200_000
"""Progress is reported after min(REPORT, LARGE / n) pivots, at least one; n is the number of pairs."""
WORK = 40_000
"""A pivot takes WORK + WORK_PER_VARIABLE · n nanoseconds, where n is the number of pairs."""

Place: TypeAlias = tuple[int, int]
"""The block of a basic variable, and its position there."""
Proposals: TypeAlias = Generator[int | Proposal, None, Proposal | NoOutcome]
"""Yields early proposals, and integers: nanoseconds of work. Returns the end of the path, or why the path is lost."""


def propose(problem: LCP, seed: int, perturbation: float, *, early: bool = False, lifted: bool = False) -> Proposals:
    """Follow Lemke's path in floats with a seeded perturbation; return the basis at its end, or why there is none.

    The caller solves exactly for that basis and checks the solution exactly.

    If the problem has no start, its covering vector must make z = 0 feasible for large z0; otherwise the path is lost.
    ``perturbation`` is the largest δ; q is scaled to about 1. With ``early``, bases without z0 are proposed before the
    end of the path too, when z0 falls far below 1. With ``lifted``, the path starts at the problem's start basis
    although variables are negative there. Another covering vector, which raises these variables to 0 or more, replaces
    the problem's. A path that ends in a ray is then lost: this ray proves nothing.
    """
    if problem.start is None and (problem.free.any() or np.any((problem.d < 0) | ((problem.d == 0) & (problem.q < 0)))):
        return NoOutcome("no feasible start", 0)
    walk = end = None
    while end is None:
        with _thread_pools().limit(limits=1, user_api="blas"), np.errstate(all="ignore"):
            try:
                if walk is None:
                    walk = _FloatPath(
                        problem, np.random.default_rng(seed), perturbation, EARLY if early else -np.inf, lifted
                    )
                before = walk.pivots
                end = walk.advance()
                early_proposals = walk.bases_without_z0() if end is None else []
            except InputError as error:
                end, early_proposals = NoOutcome(str(error), walk.pivots if walk else 0), []
        yield from early_proposals
        yield (WORK + WORK_PER_VARIABLE * problem.size) * (walk.pivots - before if walk else 1)
    return end


@cache
def _thread_pools() -> Any:
    """Return the control over BLAS threads: several threads would only wait, as products are small here."""
    import scipy.linalg.blas  # noqa: F401  the controller only knows libraries that are loaded
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


class _FloatPath:
    """The state of a path. Bases are proposed early if z0 is below ``early_z0``."""

    def __init__(
        self, problem: LCP, source: np.random.Generator, perturbation: float, early_z0: float, lifted: bool
    ) -> None:
        self.n = n = problem.size
        self.z0_code = 2 * n
        self.pivots = 0
        self.tolerance = min(FEASIBLE, FEASIBLE_SHARE * perturbation)
        self.blocks, self.codes = _blocks(problem, source, perturbation)
        # code in the LCP → block, and code in that block
        self.place: dict[int, tuple[int, int]] = {}
        for index, codes in enumerate(self.codes):
            self.place |= {code: (index, number) for number, code in enumerate(codes.tolist())}
        self.start = approximate(problem.start.z0) if problem.start else None
        # Zobrist hashing: every variable has a random number. The number of a basis is the exclusive or (^) of the
        # numbers of the variables in which it differs from the start basis; a pivot updates it by two ^
        self.numbers = source.integers(1 << 62, size=2 * n + 1).tolist()
        self.basis_number = 0
        self.earlier_bases: set[int] = set()
        self.home = 0  # the block in which z0 is basic, once it has entered
        self.z0 = np.inf
        self.early_z0 = early_z0
        self.left: int | None = None  # the code of the variable that left last
        self.lifted = lifted
        if lifted:
            self._lift(source)

    def advance(self) -> Proposal | NoOutcome | None:
        """Make some more pivots; return the end of the path, or why the path is lost, or None if it goes on."""
        if self.left is None and (end := self._begin()) is not None:
            return end
        assert self.left is not None
        limits.report(lambda: f"guided: pivot {self.pivots}, z0 = {self.z0:.4g}")
        limit, stop = LONGEST + LONGEST_PER_VARIABLE * self.n, self.pivots + min(REPORT, max(1, LARGE // self.n))
        while self.left != self.z0_code:
            if self.pivots >= stop or self.z0 < self.early_z0:
                return None
            if self.pivots > limit:
                return NoOutcome(f"no end after {limit} pivots", self.pivots)
            if self.basis_number in self.earlier_bases:  # rounding errors: no exact path does that
                return NoOutcome("the path met a basis twice", self.pivots)
            self.earlier_bases.add(self.basis_number)
            entering = self._complement(self.left)
            leaving = self._step(entering)
            if leaving is None and self.lifted:
                return NoOutcome("the path ended in a ray", self.pivots)
            if leaving is None:
                return Proposal(self._basis(), self.pivots, entering)
            self.left = leaving
        return Proposal(self._basis(), self.pivots)

    def bases_without_z0(self) -> list[Proposal]:
        """Return bases in which z0 is replaced, if z0 is below ``early_z0``.

        Each variable of the pair without a basic variable replaces z0 in one basis, unless this basis is singular.
        Afterwards ``early_z0`` is lower: z0 must fall further before the next bases are returned.
        """
        if self.left is None or self.z0 >= self.early_z0:
            return []
        self.early_z0 = self.z0 * EARLY_FACTOR if self.z0 > 0 else -np.inf  # z0 may be negative by rounding
        without_z0, proposals = self._basis() - {self.z0_code}, []
        for code in (self.left, self._complement(self.left)):
            index, number = self.place[code]
            if index == self.home and abs(self.blocks[index].column(number)[self._z0_position()]) > NEGLIGIBLE:
                proposals.append(Proposal(without_z0 | {code}, self.pivots))
        return proposals

    def _lift(self, source: np.random.Generator) -> None:
        """Choose a covering vector that raises negative variables by similar amounts: the start is feasible at z0 = 1.

        The index of a basis is the sign of its determinant. The end of the problem's own path has index 1 (Shapley
        1974). A lifted path has the same index at its start and its end, so a start of index −1 is refused.
        """
        # det M in the basic columns and the rows without a basic slack is the product of the blocks' det K, up to sign
        basic_columns, tight_rows = [], []
        for codes, block in zip(self.codes, self.blocks, strict=True):
            basic_columns.append(codes[block.basis[: block.inner]])
            tight_rows.append(codes[block.width :][block.place < block.inner])
        sign = math.prod(block.sign() for block in self.blocks) * permutation_sign(np.concatenate(basic_columns))
        sign *= permutation_sign(np.concatenate(tight_rows))
        sign *= (-1) ** sum(map(len, basic_columns))  # the blocks hold −M
        require(sign >= 0, "a start basis of index -1")
        for block in self.blocks:
            low = (block.constants < 0) & (block.signed > 0)
            height = -block.constants[low].min(initial=0.0)
            block.lift(np.where(low, height * source.uniform(1, 2, block.size), 0.0))

    def _begin(self) -> Proposal | NoOutcome | None:
        """Let z0 enter; return the end of the path if nothing blocks z0 or the start is infeasible, else None."""
        if self.start is not None:  # rounding may make variables of a feasible start negative; the exact check decides
            for block in self.blocks:
                values = block.constants - self.start * block.parameters
                if not values[block.signed > 0].min(initial=0.0) > -INFEASIBLE:  # `not >` is true for NaN too
                    return NoOutcome("no feasible start", 0)
        first = self._first()
        if first is None:
            return Proposal(self._basis(), 0)
        self.left = self._code(first)
        self._enter(first, PARAMETER, self.blocks[first[0]].parameters.copy())
        return None

    def _first(self) -> Place | None:
        """Return the place of the variable that is first to reach 0 as z0 decreases; None if none does at a z0 > 0.

        Ties are broken as in :meth:`_leaving`, by the largest rate.
        """
        best, highest = None, 0.0
        for index, block in enumerate(self.blocks):
            decreasing = np.flatnonzero(block.parameters * block.signed < -NEGLIGIBLE)
            if len(decreasing):
                slope, constant = block.parameters[decreasing], block.constants[decreasing]
                threshold = constant / slope  # z0 at which the variable is 0; the slope is negative
                tied = np.flatnonzero(threshold >= ((constant + self.tolerance) / slope).max())
                require(len(tied) > 0, "numbers beyond the range of floats")  # a NaN
                chosen = tied[np.argmin(slope[tied])]
                if threshold[chosen] > highest:
                    best, highest = (index, int(decreasing[chosen])), threshold[chosen]
        return best

    def _step(self, entering: int) -> int | None:
        """Let a variable enter; return the code of the variable that leaves, None on a ray.

        If the pivot is too small, factor the blocks anew, unless they just were, and choose the pivot again.
        """
        index, code = self.place[entering]
        block = self.blocks[index]
        while True:
            column = block.column(code)
            place = self._leaving(index, column)
            if place is None:
                return None
            leaving_block, position = place
            in_other_block = leaving_block != index
            pivots = [column[self._z0_position() if in_other_block else position]]
            if in_other_block:
                pivots.append(self.blocks[leaving_block].parameters[position])
            stale = [self.blocks[number] for number in {index, leaving_block} if self.blocks[number].updates]
            if min(map(abs, pivots)) >= UNSAFE or not stale:
                break
            for stale_block in stale:
                stale_block.factor()
        left = self._code(place)
        self._raise_to_zero(place)
        if not in_other_block:
            self._enter(place, code, column)
        else:
            # z0 changes, so that a variable of another block reaches 0: z0 leaves its home and enters that block
            self._enter((index, self._z0_position()), code, column)
            self._enter(place, PARAMETER, self.blocks[leaving_block].parameters.copy())
        return left

    def _leaving(self, index: int, column: Floats) -> Place | None:
        """Return the place of the basic variable that reaches 0 first as a variable enters: the minimum ratio test.

        ``index`` and ``column`` belong to the entering variable: its block, and B⁻¹ times its column. Among rows within
        the tolerance of the minimum ratio, choose that of z0, or else the row with the largest rate (Harris 1973).
        """
        candidates = list(self._decreasing(index, column))
        if not candidates:
            return None
        bound = min(((np.maximum(values, 0.0) + self.tolerance) / rates).min() for _, _, values, rates in candidates)
        best, largest = None, 0.0
        for number, positions, values, rates in candidates:
            tied = (values <= bound * rates).nonzero()[0]
            if not len(tied):
                continue
            if number == self.home and (z0 := self._z0_position()) in positions[tied]:
                return (self.home, z0)
            chosen = tied[np.argmax(rates[tied])]
            if rates[chosen] > largest:
                best, largest = (number, int(positions[chosen])), rates[chosen]
        return best

    def _raise_to_zero(self, place: Place) -> None:
        """If the leaving variable is below 0, change q so that it becomes 0: the path makes no step backwards."""
        index, position = place
        block = self.blocks[index]
        value = block.constants[position]
        if index != self.home:
            value -= self.z0 * block.parameters[position]
        if value < 0 and block.basis[position] != PARAMETER:
            block.shift(position, -value)

    def _decreasing(self, index: int, column: Floats) -> Iterator[tuple[int, Indices, Floats, Floats]]:
        """Yield the basic variables that decrease as a variable enters, block by block.

        A block yields its number, and positions, values and rates of decrease of these variables. If z0 is basic in the
        block of the entering variable, z0 changes, and with it the variables of all other blocks.
        """
        for number, block in enumerate(self.blocks):
            if number == index:
                rates = column * block.signed
            elif index == self.home:
                rates = block.parameters * block.signed * -column[self._z0_position()]
            else:
                continue
            positions = (rates > NEGLIGIBLE).nonzero()[0]
            if len(positions):
                values = block.constants if number == self.home else block.constants - self.z0 * block.parameters
                yield number, positions, values[positions], rates[positions]

    def _enter(self, place: Place, code: int, column: Floats) -> None:
        """Let the variable with a code in a block enter for a basic one; ``column`` is B⁻¹ times its column."""
        self.pivots += 1
        index, position = place
        block = self.blocks[index]
        entering = self.z0_code if code == PARAMETER else int(self.codes[index][code])
        self.basis_number ^= self.numbers[self._code(place)] ^ self.numbers[entering]
        block.exchange(position, code, column)
        if code == PARAMETER:
            self.home = index
        if index == self.home and PARAMETER in block.basis:
            self.z0 = float(block.constants[self._z0_position()])

    def _z0_position(self) -> int:
        """Return the position of z0 in its home."""
        return int((self.blocks[self.home].basis == PARAMETER).argmax())

    def _code(self, place: Place) -> int:
        """Return the code in the LCP of the basic variable at a place."""
        index, position = place
        code = self.blocks[index].basis[position]
        return self.z0_code if code == PARAMETER else int(self.codes[index][code])

    def _complement(self, code: int) -> int:
        """Return the code of the other variable of a pair."""
        return code - self.n if code >= self.n else code + self.n

    def _basis(self) -> frozenset[int]:
        """Return the codes of all basic variables in the LCP."""
        return frozenset(
            self._code((index, position)) for index, block in enumerate(self.blocks) for position in range(block.size)
        )


def _blocks(problem: LCP, source: np.random.Generator, perturbation: float) -> tuple[list[RevisedBlock], list[Indices]]:
    """Return the scaled and perturbed blocks of a problem at its start; and for each block, codes in the LCP.

    The variable with code k in a block has the code ``codes[k]`` in the LCP.
    """
    from scipy.sparse import csc_matrix

    n, M = problem.size, problem.M
    row, _, values = scaled_entries(M)
    if values is None:
        raise InputError("entries of M beyond the range of floats, which only the kernel exact can take")
    # q and d in the scaled rows, as mantissas and exponents: the numbers may be beyond the range of floats
    constants, covers = [(m, k + row) for m, k in map(mantissas_and_exponents, (problem.q, problem.d))]
    basic = problem.start.basic if problem.start else frozenset()
    is_basic = np.zeros(n, dtype=bool)
    is_basic[list(basic)] = True
    # a block has B x_B + N x_N + a₀ z0 = q: the columns of z are −M, and a₀ = −d
    matrix = csc_matrix((-values, (M.rows, M.columns)), shape=(n, n))
    noise = np.where(problem.free, 0.0, perturbation * source.uniform(0.5, 1.0, n))
    blocks, codes = [], []
    for rows, columns in independent_parts(n, M.rows, M.columns):
        basic_slacks = np.flatnonzero(~is_basic[rows])
        basis = np.concatenate([np.flatnonzero(is_basic[columns]), len(columns) + basic_slacks])
        require(len(basis) == len(rows), "the start basis is singular in one of the blocks")
        part = matrix[rows][:, columns].tocsc()
        # the numbers of a block are divided by 2^unit, so that the largest number of q is about 1; of d if q is 0
        unit = next((int(k[rows][m[rows] != 0].max()) for m, k in (constants, covers) if m[rows].any()), 0)
        right, cover = (np.ldexp(m[rows], k[rows] - unit) for m, k in (constants, covers))
        # the perturbation B₀δ: first the basic columns times δ, then δ of the basic slacks
        right += part @ np.where(is_basic, noise, 0.0)[columns] + np.where(is_basic, 0.0, noise)[rows]
        blocks.append(RevisedBlock(part, -cover, right, basis, problem.free[columns]))
        codes.append(np.concatenate([columns, n + rows]))
    return blocks, codes
