"""Kernels that propose outcomes of an LCP, and the functions that choose a kernel and check its outcome exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from numbers import Integral
from typing import NamedTuple, TypeAlias

from lemke.errors import InputError, NotProvedError
from lemke.ground import limits
from lemke.ground.rational import ONE, approximate, shown
from lemke.ground.steps import Steps, done
from lemke.linear import exact, guided  # their names load the code of the guided kernel at the first use
from lemke.linear.lcp import LCP, NoOutcome, Ray, Solution, StartBasis, check, infeasibility
from lemke.linear.pivoting import GeneratorWithEnd, path, stage

PERTURBATION = 1e-9
"""The size of the perturbation of a path in floats. A larger one may change the end of the path: with 10⁻⁷, the path of
Leduc poker of 13 ranks ends at a basis that is infeasible without the perturbation. With this size the first path of 48
of 48 games was accepted (Kuhn poker of 5 to 13 cards, Leduc poker of 2 to 8 ranks, also raked; random payoffs and
matrices), so no second perturbation follows."""
ROUNDS = 6
"""The most paths that look for an approximate solution, each from the infeasible end of the path before."""
SMALL = 100
"""Pairs of variables up to which ``auto`` takes the exact kernel. This kernel then needs some milliseconds, less than
loading the modules that factor sparse matrices. With more pairs, and these modules loaded, the guided kernel is faster
(``benchmarks/README.md``). With 160 pairs, the exact kernel needs half the time of loading these modules for raked Kuhn
poker, and up to four times that time for random bimatrix games."""
DENSE = 10_000
"""Pairs of variables beyond which the guided kernel does not fall back on the exact one. The exact tableau would have
more than 10⁸ integers: gigabytes of memory, and minutes for a pivot."""
WORK_PER_VARIABLE = 50
"""Nanoseconds of a pivot for every pair; in the exact kernel, for every entry of the tableau."""


class Proved(NamedTuple):
    """An outcome that passed the exact check, and how it was found.

    ``kernel`` proposed the outcome; the caller may have named another kernel. ``tries`` is the number of attempts, this
    one included. ``seed`` is the caller's seed; None if the kernel ``exact`` was chosen and proposed the outcome.
    ``early`` says that its basis was proposed before the end of the path, ``lifted`` that the path started at the
    caller's basis.
    """

    outcome: Solution | Ray
    kernel: str
    tries: int
    seed: int | None
    early: bool = False
    lifted: bool = False


Attempt: TypeAlias = tuple[str, Solution | Ray | NoOutcome, bool, bool]
"""A kernel and its result for a problem, unchecked: an outcome, or why there is none; then two flags: whether the
basis was proposed before the end of the path, and whether the path started at the caller's basis."""
Attempts: TypeAlias = Iterator[Attempt | int]
"""Attempts, and between them integers: estimated nanoseconds of the work just done or of the work that comes next."""


def _exact(problem: LCP) -> Attempts:
    """Follow the path in exact arithmetic; the work of a pivot is estimated from the entries of a dense tableau."""
    yield WORK_PER_VARIABLE * problem.size**2  # before the tableau is made, which takes as long as a pivot
    pivots = GeneratorWithEnd(path(problem))
    for number, _, _, z0, bits in pivots:
        limits.report(partial(stage, number, z0, bits))
        yield WORK_PER_VARIABLE * problem.size**2
    yield "exact", pivots.end, False, False


def _guided(problem: LCP, seed: int, early: bool) -> Attempts:
    """Follow the path in floats, and solve exactly for the basis at its end; then follow it in exact arithmetic.

    With more than ``DENSE`` pairs of variables, there is no exact path.
    """
    yield from _follow(problem, seed, early)
    if problem.size > DENSE:
        yield "exact", NoOutcome(f"{problem.size} pairs of variables, too many for a dense tableau", 0), False, False
    else:
        yield from _exact(problem)


def _follow(problem: LCP, seed: int, early: bool, lifted: bool = False) -> Attempts:
    """Follow a path in floats; yield the outcomes of the bases that it proposes, and the work."""
    proposals = guided.propose(problem, seed, PERTURBATION, early=early, lifted=lifted)
    while True:
        try:
            step = next(proposals)
        except StopIteration as end:
            yield "guided", _outcome(problem, end.value), False, lifted
            return
        yield step if isinstance(step, int) else ("guided", _outcome(problem, step), True, lifted)


def _outcome(problem: LCP, proposal: exact.Proposal | NoOutcome) -> Solution | Ray | NoOutcome:
    """Return the exact outcome of a proposed basis, or why there is none."""
    try:
        return proposal if isinstance(proposal, NoOutcome) else exact.outcome(problem, proposal)
    except InputError as error:  # a singular basis
        return NoOutcome(str(error), proposal.pivots)


def approximate_end(problem: LCP, seed: int, basis: Iterable[int] | None = None) -> exact.Proposal | None:
    """Follow paths in floats; return a basis that solves the problem approximately, None if no path leads to one.

    The first path starts at ``basis``, unless ``basis`` solves the problem already. If ``basis`` is None, the first
    path is the problem's own. Each further path starts at the infeasible basis where the path before ended.
    """
    proposal: exact.Proposal | NoOutcome
    if basis is not None:
        proposal = exact.Proposal(frozenset(basis), 0)
    else:
        proposal = done(guided.propose(problem, seed, PERTURBATION))
    for number in range(ROUNDS + 1):  # the last round only tests the last basis
        if isinstance(proposal, NoOutcome) or proposal.entering is not None:  # no end, or a ray
            return None
        try:
            next_problem = _problem_from(problem, proposal)
        except InputError:  # a singular basis
            return None
        if next_problem is None or next_problem.start is None:
            return proposal
        if number < ROUNDS:
            # a perturbation far smaller than the infeasibility of the basis, which is z0 at the start of the next path
            size = min(PERTURBATION, approximate(next_problem.start.z0) / 100)
            proposal = done(guided.propose(next_problem, seed + number, size))
    return None


def may_solve(problem: LCP, basis: frozenset[int]) -> bool:
    """Return whether a basis solves a problem approximately; True also if floats cannot tell."""
    try:
        return _problem_from(problem, exact.Proposal(basis, 0)) is None
    except InputError:  # singular, or nearly so
        return True


def _problem_from(problem: LCP, end: exact.Proposal) -> LCP | None:
    """Return the problem with a path that starts at a basis; None if the basis solves the problem approximately."""
    solution = exact.outcome(problem, end, approximately=True)
    assert isinstance(solution, Solution)
    return exact.repaired(problem, solution)


KERNELS: dict[str, Callable[[LCP, int, bool], Attempts]] = {
    "exact": lambda problem, seed, early: _exact(problem),
    "guided": _guided,
}
"""Kernels that follow Lemke's path, by name. Each takes a problem, a seed, and whether to propose bases early."""


def lemke(problem: LCP, kernel: str = "auto", seed: int = 0, *, rays: bool = True) -> Proved:
    """Solve a problem by Lemke's algorithm; return the outcome, checked exactly, and how it was found.

    ``exact`` follows the path in exact arithmetic. ``guided`` follows the path in floating point and solves exactly for
    the basis at the end. If the outcome does not pass the check, it follows the path in exact arithmetic, for up to
    10,000 pairs of variables. ``auto`` is ``exact`` up to 100 pairs of variables, else ``guided``.

    ``seed``, 0 or more, is that of the perturbations. With ``rays``, a ray may be the outcome. If theory excludes rays,
    as for games, a path that ends in a ray is wrong by rounding errors, and the next attempt follows.

    Raises InputError for an unknown kernel, a wrong seed, or a start that is singular, infeasible, or missing for free
    variables; NotProvedError if no kernel returned an outcome that passes the check.

    >>> proved = lemke(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> proved.outcome.z, proved.kernel
    (array([mpq(4,3), mpq(7,3)], dtype=object), 'exact')
    """
    known = isinstance(kernel, str) and kernel in ("auto", *KERNELS)
    exact.require(known, f"the kernel {shown(kernel)}, expected one of auto, {', '.join(KERNELS)}")
    is_seed = isinstance(seed, Integral) and not isinstance(seed, bool) and seed >= 0
    exact.require(is_seed, f"the seed {shown(seed)}, expected a whole number, 0 or more")
    return done(lemke_steps(problem, kernel, int(seed), rays=rays))  # the seed may be an integer of numpy


def lemke_steps(
    problem: LCP,
    kernel: str,
    seed: int,
    *,
    rays: bool = True,
    early: bool = False,
    basis: frozenset[int] | None = None,
) -> Steps[Proved]:
    """Do what :func:`lemke` does, in steps, without a check of ``kernel`` and ``seed``.

    With ``early``, for problems with a start at z0 = 1, the guided kernel may propose bases before the end of a path.
    From ``basis``, feasible or not, a path is followed before the problem's own path.
    """
    by_size = "exact" if problem.size <= SMALL else "guided"
    name = by_size if kernel == "auto" else kernel
    failures: list[str] = []
    attempts = KERNELS[name](problem, seed, early)
    if basis is not None:
        lifted = replace(problem, start=StartBasis(basis, ONE))
        attempts = chain(_follow(lifted, seed, early, lifted=True), attempts)
    for attempt in attempts:
        if isinstance(attempt, int):
            yield attempt
            continue
        used, outcome, is_early, is_lifted = attempt
        if isinstance(outcome, NoOutcome):
            failures.append(f"{used}: {outcome.reason}")
        elif isinstance(outcome, Ray) and not rays:
            failures.append(f"{used}: the path ended in a ray")
        elif (defect := check(problem, outcome)) is not None:
            failures.append(f"{used}: {defect}")
        else:
            used_seed = None if name == used == "exact" else seed
            return Proved(outcome, used, len(failures) + 1, used_seed, is_early, is_lifted)
    expected = "expected another seed, or the kernel exact" if name == "guided" else "expected another kernel"
    raise NotProvedError(f"no outcome is proved after {len(failures)} tries; {'; '.join(failures)}; {expected}")


def solve_lcp(
    M: object, q: object = None, d: object = None, kernel: str = "auto", seed: int = 0, *, floats: bool = False
) -> Solution | Ray:
    """Solve w = q + M z, w, z ≥ 0, zᵀw = 0 for rational M and q by Lemke's algorithm.

    Parameters
    ----------
    M, q, d, floats
        As in :meth:`LCP.of`. The covering vector d is nonnegative, and positive wherever q is negative.
    kernel, seed
        As in :func:`lemke`.

    Returns
    -------
    Solution | Ray
        The outcome, checked exactly. A :class:`~lemke.linear.lcp.Ray` is an end of Lemke's path without a solution. Its
        ``proof`` says whether the problem is feasible: it has multipliers which prove that there is no solution, or a
        feasible z. If M is copositive-plus and d > 0, a ray proves that no solution exists (Lemke 1965).

    Raises
    ------
    InputError, NumberError
        Sizes that do not fit, floats, a missing q, an unknown kernel, a wrong seed, or a covering vector that makes no
        feasible start.
    LimitError, NotProvedError
        As :func:`lemke`.

    >>> solve_lcp([[2, 1], [1, 2]], [-5, -6]).z
    array([mpq(4,3), mpq(7,3)], dtype=object)
    >>> ray = solve_lcp([[-1]], [-1])
    >>> ray.z0, ray.direction
    (mpq(1,1), array([mpq(1,1)], dtype=object))
    """
    problem = LCP.of(M, q, d, floats=floats)
    outcome = lemke(problem, kernel, seed).outcome
    if isinstance(outcome, Ray):
        return replace(outcome, proof=infeasibility(problem, outcome) or guided.lcp_feasibility(problem))
    return outcome
