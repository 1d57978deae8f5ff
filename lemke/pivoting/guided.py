"""The guided kernel: Lemke's path in floating point on a revised basis. It proposes a basis and proves nothing.

The LCP falls into blocks joined only by z0 (for a two-player game (x, v, s) and (y, u, r)); each has its own
:class:`~lemke.pivoting.revised.RevisedBlock`. While z0 is basic in one block, its *home*, a variable that enters in
another block changes that block alone.

Ties are broken by a small random perturbation: q becomes q + B₀δ with a random δ > 0 for the basic variables of the
start basis B₀ that have a sign. The start stays feasible, and generic δ break ties as the powers of ε do in the
lexicographic rule of the exact kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from lemke.lcp import LCP
from lemke.pivoting.revised import PARAMETER, Floats, Indices, RevisedBlock, Singular
from lemke.sparse import floats
from lemke.watch import Watch

PERTURBATION = 1e-7
"""Size of the largest perturbation at the first try, for a problem scaled to entries near 1."""
FEASIBLE = 1e-3
"""How far a variable may fall below 0 to make room for a larger pivot (Harris 1973), as a share of the perturbation."""
SMALL = 1e-9
"""Rates below this are taken for rounding errors."""
UNSAFE = 1e-6
"""A pivot below this is not trusted before the block has been factored anew."""
REPORT = 64
"""Pivots between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Codes of the basic variables that a path in floating point ended with, as in :meth:`LCP.variable`.

    ``entering`` is the variable that grows along a ray, None for a solution.
    """

    basis: frozenset[int]
    pivots: int
    entering: int | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """The path was lost in floating point: why, and after how many pivots."""

    reason: str
    pivots: int


def propose(problem: LCP, seed: int, perturbation: float, watch: Watch) -> Proposal | Lost:
    """Follow Lemke's path in floats with a seeded perturbation; return the basis at its end.

    Whoever calls this solves for that basis and checks the result, both exactly.
    """
    if problem.start is None and np.any((problem.d < 0) | ((problem.d == 0) & (problem.q < 0))):
        return Lost("the start is infeasible", 0)
    try:
        walk = _Walk(problem, np.random.default_rng(seed), perturbation)
    except Singular as error:
        return Lost(str(error), 0)
    try:
        return walk.run(watch)
    except Singular as error:
        return Lost(str(error), walk.pivots)


class _Walk:
    """The state of a path: the blocks, and where z0 is basic."""

    def __init__(self, problem: LCP, source: np.random.Generator, perturbation: float) -> None:
        self.problem = problem
        self.n = n = problem.size
        self.pivots = 0
        self.tolerance = FEASIBLE * perturbation
        self.blocks, self.rows, self.columns = _blocks(problem, source, perturbation)
        # index of a variable z or w -> block, and number of the column or row there
        self.place: dict[int, tuple[int, int]] = {}
        for index, (rows, columns) in enumerate(zip(self.rows, self.columns, strict=True)):
            width = len(columns)
            self.place |= {int(j): (index, k) for k, j in enumerate(columns)}
            self.place |= {n + int(i): (index, width + k) for k, i in enumerate(rows)}
        self.home: int | None = None
        self.z0 = np.inf

    def run(self, watch: Watch) -> Proposal | Lost:
        """Pivot to the end of the path."""
        first = self._first()
        if first is None:
            return Proposal(self._basis(), 0)
        index, position = first
        left = self._code(index, position)
        self._enter(index, position, PARAMETER, self.blocks[index].parameters.copy())
        limit = 20_000 + 200 * self.n
        while left != 2 * self.n:
            if self.pivots % REPORT == 0:
                watch.report(partial(self._stage))
            if self.pivots > limit:
                return Lost(f"no end after {limit} pivots", self.pivots)
            entering = left - self.n if left >= self.n else left + self.n
            step = self._step(entering)
            if step is None:
                return Proposal(self._basis(), self.pivots, entering)
            left = step
        return Proposal(self._basis(), self.pivots)

    def _stage(self) -> str:
        return f"guided: pivot {self.pivots}, z0 = {self.z0:.4g}"

    def _first(self) -> tuple[int, int] | None:
        """Return where z0 enters: the row that is first to reach 0 as z0 decreases; None if that is not above 0."""
        best: tuple[float, float, int, int] | None = None
        for index, block in enumerate(self.blocks):
            falling = np.flatnonzero(block.parameters * block.signed < -SMALL)
            if len(falling):
                slope, constant = block.parameters[falling], block.constants[falling]
                threshold = constant / slope
                near = np.flatnonzero(threshold >= ((constant + self.tolerance) / slope).max())
                chosen = near[np.argmin(slope[near])]
                found = (float(threshold[chosen]), float(slope[chosen]), index, int(falling[chosen]))
                if best is None or found[0] > best[0]:
                    best = found
        return None if best is None or best[0] <= 0 else best[2:]

    def _step(self, entering: int) -> int | None:
        """Let a variable enter; return the one that leaves, None on a ray."""
        index, code = self.place[entering]
        block = self.blocks[index]
        for _ in range(2):
            column = block.column(code)
            leaving = self._leaving(index, column)
            if leaving is None:
                return None
            where, position = leaving
            pivot = column[position] if where == index else column[self._z0_position()]
            other = 1.0 if where == index else self.blocks[where].parameters[position]
            if min(abs(pivot), abs(other)) >= UNSAFE or not any(each.updates for each in self.blocks):
                break
            for each in {index, where}:
                self.blocks[each].factor()
        left = self._code(where, position)
        if where == index:
            self._enter(index, position, code, column)
            if left == 2 * self.n:
                self.home, self.z0 = None, 0.0
        else:
            # z0 changes, and a variable of another block reaches 0: z0 leaves its home and enters there
            moved = self.blocks[where].parameters.copy()
            self._enter(index, self._z0_position(), code, column)
            self._enter(where, position, PARAMETER, moved)
        return left

    def _leaving(self, index: int, column: Floats) -> tuple[int, int] | None:
        """Return the block and position of the variable that reaches 0 first: the minimum ratio test.

        Among rows within the tolerance of the minimum the largest rate wins (Harris 1973); z0 wins over all.
        """
        block = self.blocks[index]
        rates, values = [column * block.signed], [block.constants]
        blocks = [index]
        if self.home == index:
            z0_rate = column[self._z0_position()]
            for other, each in enumerate(self.blocks):
                if other != index:
                    rates.append(each.parameters * each.signed * -z0_rate)
                    values.append(each.constants - self.z0 * each.parameters)
                    blocks.append(other)
        else:
            values = [block.constants - self.z0 * block.parameters]
        best: tuple[float, float, int, int] | None = None
        bound = np.inf
        found = []
        for where, rate, value in zip(blocks, rates, values, strict=True):
            falling = (rate > SMALL).nonzero()[0]
            if len(falling):
                falling_rate, falling_value = rate[falling], value[falling]
                bound = min(bound, ((np.maximum(falling_value, 0.0) + self.tolerance) / falling_rate).min())
                found.append((where, falling, falling_rate, falling_value))
        for where, falling, rate, value in found:
            near = (value <= bound * rate).nonzero()[0]
            if len(near):
                if where == index == self.home:
                    z0 = near[self.blocks[index].basis[falling[near]] == PARAMETER]
                    if len(z0):
                        return where, int(falling[z0[0]])
                chosen = near[np.argmax(rate[near])]
                if best is None or rate[chosen] > best[0]:
                    best = (float(rate[chosen]), 0.0, where, int(falling[chosen]))
        return None if best is None else best[2:]

    def _enter(self, index: int, position: int, code: int, column: Floats) -> None:
        self.pivots += 1
        block = self.blocks[index]
        block.exchange(position, code, column)
        if code == PARAMETER:
            self.home = index
            self.z0 = float(block.constants[self._z0_position()])
        elif index == self.home and PARAMETER in block.basis:
            self.z0 = float(block.constants[self._z0_position()])

    def _z0_position(self) -> int:
        assert self.home is not None
        return int(np.flatnonzero(self.blocks[self.home].basis == PARAMETER)[0])

    def _code(self, index: int, position: int) -> int:
        """Return the code in the LCP of the basic variable at a position of a block."""
        code = self.blocks[index].basis[position]
        if code == PARAMETER:
            return 2 * self.n
        width = len(self.columns[index])
        return int(self.columns[index][code] if code < width else self.n + self.rows[index][code - width])

    def _basis(self) -> frozenset[int]:
        return frozenset(
            self._code(index, position) for index, block in enumerate(self.blocks) for position in range(block.size)
        )


def _blocks(
    problem: LCP, source: np.random.Generator, perturbation: float
) -> tuple[list[RevisedBlock], list[Indices], list[Indices]]:
    """Return the blocks of a problem at its start, scaled and perturbed, and the indices of their rows and columns."""
    from scipy.sparse import csc_matrix
    from scipy.sparse.csgraph import connected_components

    n, M = problem.size, problem.M
    values = floats(M.values)
    row_scale, column_scale = _even(n, M.rows, M.columns, values)
    values = values * row_scale[M.rows] * column_scale[M.columns]
    q = floats(problem.q) * row_scale
    d = floats(problem.d) * row_scale
    basic = problem.start.basic if problem.start else frozenset()
    is_basic = np.zeros(n, dtype=bool)
    is_basic[list(basic)] = True
    matrix = csc_matrix((-values, (M.rows, M.columns)), shape=(n, n))
    noise = np.where(problem.free, 0.0, perturbation * source.uniform(0.5, 1.0, n))
    q += matrix @ np.where(is_basic, noise, 0.0) + np.where(is_basic, 0.0, noise)
    graph = csc_matrix((np.ones(M.nnz), (M.rows, n + M.columns)), shape=(2 * n, 2 * n))
    count, label = connected_components(graph, directed=False)
    # small blocks, and rows and columns of zeros, stand together in one
    large = np.bincount(label, minlength=count) >= n // 4
    label = np.where(large[label], label, -1)
    blocks, all_rows, all_columns = [], [], []
    for each in np.unique(label):
        rows, columns = np.flatnonzero(label[:n] == each), np.flatnonzero(label[n:] == each)
        slack = np.flatnonzero(~is_basic[rows])
        basis = np.concatenate([np.flatnonzero(is_basic[columns]), len(columns) + slack])
        if len(basis) != len(rows):
            raise Singular("the start basis is singular in one of the blocks")
        part = matrix[rows][:, columns].tocsc()
        blocks.append(RevisedBlock(part, -d[rows], q[rows], basis, problem.free[columns]))
        all_rows.append(rows)
        all_columns.append(columns)
    return blocks, all_rows, all_columns


def _even(n: int, rows: Indices, columns: Indices, values: Floats) -> tuple[Floats, Floats]:
    """Return powers of two for rows and columns between which entries are near 1: geometric scaling."""
    logarithms = np.log2(np.abs(values))
    row, column = np.zeros(n), np.zeros(n)
    for _ in range(3):
        for place, exponent in ((rows, row), (columns, column)):
            now = logarithms + row[rows] + column[columns]
            low, high = np.full(n, np.inf), np.full(n, -np.inf)
            np.minimum.at(low, place, now)
            np.maximum.at(high, place, now)
            low[np.isinf(low)] = high[np.isinf(high)] = 0.0  # empty rows and columns
            exponent -= np.rint((low + high) / 2)
    return np.exp2(row), np.exp2(column)
