"""Lemke's path if the right-hand side is a polynomial in a small ε > 0, which remains a symbol.

    w = q + q₁ ε + … + q_K εᴷ + M z + d z0,        ε ↓ 0

The tableau has K + 1 columns of constants (:mod:`~lemke.linear.pivoting.tableau`). These columns never enter the basis,
so one elimination gives the start basis for all powers of ε.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from lemke.errors import InputError
from lemke.ground import limits
from lemke.ground.rational import ZERO
from lemke.ground.sparse import Vector, vector
from lemke.linear.lcp import LCP, Lost, Solution
from lemke.linear.pivoting.lemke_path import GeneratorWithEnd, complementary_pivots, stage
from lemke.linear.pivoting.tableau import Tableau


def follow(problem: LCP, powers: Sequence[Vector]) -> Solution | Lost:
    """Follow the path from the start basis to z0 = 0; return a checked solution z(ε), w(ε).

    The path starts at the largest z0 at which the start basis is feasible. If the basis is feasible for all large z0,
    the path starts at the least z0 at which it is feasible; if this z0 is 0, the start basis is already the end.

    The problem has M, q, d and the start basis; its start's z0 is not used. ``powers`` are q₁, …, q_K. z and w are
    n x (K + 1) arrays; column k has the coefficients of εᵏ. They solve the problem for all small ε > 0. ``pivots``
    includes the pivot that makes z0 basic. The path is lost if the start basis is infeasible at all z0 for small ε, if
    the path ends in a ray or leads back to its start, or if its end fails the check. Raises InputError if the start
    basis is singular.

    >>> from lemke.linear.lcp import StartBasis
    >>> from lemke.ground.rational import ONE
    >>> bare = LCP.of([[2, 1], [1, 2]], [-5, -5])
    >>> problem = LCP(bare.M, bare.q, bare.d, bare.free, StartBasis(frozenset({0, 1}), ONE))
    >>> follow(problem, [vector([0, -1])]).z.tolist()
    [[mpq(5,3), mpq(-1,3)], [mpq(5,3), mpq(2,3)]]
    """
    powers = list(map(vector, powers))
    outcome = _followed(Tableau(problem, powers))
    broken = check(problem, powers, outcome) if isinstance(outcome, Solution) else ""
    return Lost(broken, outcome.pivots) if broken else outcome


def _followed(tableau: Tableau) -> Solution | Lost:
    """Let z0 enter the start basis at the largest feasible z0, or else at the least, and follow the path to z0 = 0."""
    highest = tableau.leaving(tableau.z0)
    if highest is None and _is_feasible(tableau):  # feasible for all z0 ≥ 0
        return _end(tableau, 0)
    leaving = highest or tableau.leaving(tableau.z0, decreasing=True)
    if leaving is None:
        return Lost("the start basis is infeasible, and no basic variable depends on z0", 0)
    left = tableau.exchange(tableau.z0, leaving)
    places = tableau.places()
    # perturbing the right-hand side by this basis's columns keeps the basis feasible, and its vertex has no ties
    ranked = sorted(places, key=lambda code: (code % tableau.problem.size, code))
    tableau.rank = {code: rank for rank, code in enumerate(ranked)}
    if not _is_feasible(tableau):
        return Lost("the start basis is feasible at no z0 for small numbers", 1)
    # from the largest z0, the path follows the edge of the start basis downwards: the variable that left enters again.
    # From the least z0, this edge leads upwards, so the complement enters
    entering = left if highest else tableau.complement(left)
    pivots, number = GeneratorWithEnd(complementary_pivots(tableau, entering, tableau.leaving(entering))), 1
    try:
        for number, (_, left) in enumerate(pivots, 2):
            if left != tableau.z0:
                limits.report(partial(stage, number, tableau.parameter(), tableau.bits))
    except InputError:
        return Lost("the path leads back to its start", number)
    if pivots.end is not None:
        return Lost("the path ended in a ray", number)
    return _end(tableau, number)


def _is_feasible(tableau: Tableau) -> bool:
    """Return whether all basic variables are nonnegative for small ε; a nonbasic z0 counts as 0."""
    for place in tableau.places().values():
        coefficients = (tableau.entries(code, [place])[0] for code in tableau.constants)
        lowest = next(filter(None, coefficients), 0)  # the first coefficient that is not 0 has the sign of the variable
        if lowest < 0:
            return False
    return True


def _end(tableau: Tableau, pivots: int) -> Solution:
    """Return the current vertex as a solution; ``pivots`` is the number of pivots so far."""
    z, w = map(np.column_stack, zip(*map(tableau.point, range(len(tableau.constants))), strict=True))
    return Solution(z, w, tableau.basis(), pivots, tableau.bits)


def check(problem: LCP, powers: Sequence[Vector], solution: Solution) -> str:
    """Return the condition that a solution breaks for small ε > 0, in words; an empty text if it breaks none.

    The check uses only the problem and the powers, no tableau.
    """
    sides = [problem.q, *powers]
    if any((side + problem.M @ solution.z[:, k] != solution.w[:, k]).any() for k, side in enumerate(sides)):
        return "w = q + Mz fails"
    zero = (ZERO,) * len(sides)
    for i, (z, w) in enumerate(zip(map(tuple, solution.z), map(tuple, solution.w), strict=True), 1):
        if problem.free[i - 1]:
            if w != zero:
                return f"w = 0 of an equation fails at index {i}"
        elif min(z, w) != zero:  # lexicographically, the smaller of z and w must be 0
            return f"z >= 0, w >= 0, zw = 0 for small numbers fails at index {i}"
    return ""
