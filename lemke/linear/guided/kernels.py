"""Kernels that propose outcomes of an LCP, and the one function that chooses among them and checks what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from numbers import Integral
from typing import NamedTuple, TypeAlias

from lemke.errors import InputError, NotProvedError
from lemke.ground import limits
from lemke.ground.rational import approximate
from lemke.linear.exact import Proposal, repaired
from lemke.linear.exact import outcome as outcome_of
from lemke.linear.guided.float_path import Lost, propose
from lemke.linear.lcp import LCP, Infeasibility, Ray, Solution, check
from lemke.linear.pivoting import PRINCIPAL_METHODS, Walk, path, principal, stage

PERTURBATIONS = (1e-9, 1e-7, 1e-5)
"""Of the guided kernel's tries, each with a seed of its own: larger ones where rounding errors drown the first. With
10⁻⁷ at first, Leduc poker of 13 ranks ends at a basis that is feasible with the perturbation only."""
VISIBLE = 1e-12
"""Infeasibilities below this are lost among rounding errors."""
SMALL = 100
"""Variables up to which ``auto`` takes the exact kernel, which answers within some milliseconds there; the modules that
factor sparse matrices take longer than that to load. Beyond, the guided kernel is ahead (``benchmarks/README.md``)."""


FEW = 25
"""Variables up to which the exact kernel is quick even if sizes of numbers are so far apart that its integers have
thousands of digits. Beyond, ``auto`` looks for a basis in scaled problems first."""


class Proved(NamedTuple):
    """An outcome that passed the exact check, and how it was found; principal pivoting alone ends in Infeasibility.

    The kernel that proposed it need not be the one that was asked for. ``tries`` counts proposals, this one included.
    The seed is that of the perturbations in floating point, None if the kernel ``exact`` alone was asked.
    """

    outcome: Solution | Ray | Infeasibility
    kernel: str
    tries: int
    seed: int | None


class Attempt(NamedTuple):
    """What a kernel makes of a problem, unchecked: an outcome, or why there is none."""

    kernel: str
    outcome: Solution | Ray | Lost


Attempts: TypeAlias = Iterator[Attempt]


def _exact(problem: LCP, seed: int) -> Attempts:
    """Follow the path in exact arithmetic: the reference."""
    limits.check()
    pivots = Walk(path(problem))
    for number, _, _, z0, bits in pivots:
        limits.report(partial(stage, number, z0, bits))
    yield Attempt("exact", pivots.end)


def _guided(problem: LCP, seed: int) -> Attempts:
    """Follow the path in floats and solve for its basis; again with other perturbations; then exactly.

    From a basis that is infeasible a path leads on, first in floats, at last in exact arithmetic. A ray of that path
    is none of the problem's.
    """
    nearest = None
    for number, size in enumerate(PERTURBATIONS):
        found = _proposed(problem, seed + number, size)
        yield Attempt("guided", found)
        nearer = repaired(problem, found) if isinstance(found, Solution) else None
        if nearer is not None and nearer.start is not None:
            nearest = nearer
            if (away := approximate(nearer.start.z0)) > VISIBLE:
                found = _proposed(nearer, seed + number, min(size, away / 100))
                if not isinstance(found, Ray):
                    yield Attempt("guided", found)
    if nearest is not None:
        try:
            yield from (attempt for attempt in _exact(nearest, seed) if isinstance(attempt.outcome, Solution))
        except InputError as error:  # a singular basis
            yield Attempt("exact", Lost(str(error), 0))
    yield from _exact(problem, seed)


def _scaled(problem: LCP, models: Iterable[LCP], seed: int) -> Attempts:
    """Follow the paths of other problems in floats, and solve the problem itself for the bases where they end."""
    for model in models:
        proposal = propose(model, seed, PERTURBATIONS[0])
        if isinstance(proposal, Lost) or proposal.entering is None:
            yield Attempt("scaled", _solved(problem, proposal))


def _proposed(problem: LCP, seed: int, size: float) -> Solution | Ray | Lost:
    return _solved(problem, propose(problem, seed, size))


def _solved(problem: LCP, proposal: Proposal | Lost) -> Solution | Ray | Lost:
    try:
        return proposal if isinstance(proposal, Lost) else outcome_of(problem, proposal)
    except InputError as error:  # a singular basis
        return Lost(str(error), proposal.pivots)


KERNELS: dict[str, Callable[[LCP, int], Attempts]] = {"exact": _exact, "guided": _guided}
"""What may follow Lemke's path, by name."""


def lemke(
    problem: LCP, kernel: str = "auto", seed: int = 0, *, rays: bool = True, models: Iterable[LCP] = ()
) -> Proved:
    """Solve a problem by Lemke's algorithm; return the outcome, checked exactly, and how it was found.

    ``exact`` follows the path in exact arithmetic. ``guided`` follows it in floating point, solves for the basis at
    its end exactly, and if the result fails the check tries again from other random perturbations, from the infeasible
    basis, and at last by ``exact``. ``auto`` is ``exact`` for small problems, else ``guided``. If there are models,
    ``auto`` first follows their paths, unless the problem is very small: the kernel ``scaled``.

    Parameters
    ----------
    seed : int
        Of the perturbations of the guided kernel; 0 or more.
    rays : bool
        Whether a ray is an outcome. Where theory excludes them, as for games, a path in floats that ends in one went
        astray, and the next is tried.
    models : LCPs
        Problems of the same variables, whose numbers are less far apart in size. The bases where their paths end may
        solve the problem, too. They need not be where its own path ends, so only ``auto`` uses models.

    Raises
    ------
    InputError
        Unknown kernel, negative seed, or a start that is infeasible.
    NotProvedError
        If no kernel returned an outcome that passes the check.
    LimitError
        If a limit is reached.

    >>> proved = lemke(LCP.of([[2, 1], [1, 2]], [-5, -6]))
    >>> proved.outcome.z, proved.kernel
    (array([mpq(4,3), mpq(7,3)], dtype=object), 'exact')
    """
    if not isinstance(kernel, str) or kernel not in ("auto", *KERNELS):
        raise InputError(f"the kernel {kernel!r}, expected one of auto, {', '.join(KERNELS)}")
    if not isinstance(seed, Integral) or isinstance(seed, bool) or seed < 0:
        raise InputError(f"the seed {seed!r}, expected a whole number, 0 or more")
    name = kernel if kernel != "auto" else "exact" if problem.size <= SMALL else "guided"
    seed = int(seed)  # numpy's are taken too
    failures: list[str] = []
    attempts = KERNELS[name](problem, seed)
    if kernel == "auto" and problem.size > FEW:
        attempts = chain(_scaled(problem, models, seed), attempts)
    for used, outcome in attempts:
        if isinstance(outcome, Lost):
            failures.append(f"{used}: {outcome.reason}")
        elif isinstance(outcome, Ray) and not rays:
            failures.append(f"{used}: the path ended in a ray")
        elif (defect := check(problem, outcome)) is not None:
            failures.append(f"{used}: {defect}")
        else:
            return Proved(outcome, used, len(failures) + 1, None if name == used == "exact" else seed)
    raise NotProvedError(f"no outcome is proved after {len(failures)} tries; {'; '.join(failures)}")


METHODS = ("lemke", *PRINCIPAL_METHODS)
"""Ways to solve an LCP, by name."""


def solve_problem(problem: LCP, method: str = "lemke", kernel: str = "auto", seed: int = 0) -> Proved:
    """Solve a problem by one of :data:`METHODS`; return the outcome, checked exactly, and how it was found.

    Parameters and errors are those of :func:`lemke` and :func:`solve_lcp`. The principal pivoting methods are exact.
    They use neither the covering vector nor the start and take problems without free variables; a ``NotProvedError``
    says that M is outside of their class.

    >>> solve_problem(LCP.of([[2, 1], [1, 2]], [-5, -6]), "cottle-dantzig").outcome.z
    array([mpq(4,3), mpq(7,3)], dtype=object)
    """
    if isinstance(method, str) and method == "lemke":
        return lemke(problem, kernel, seed)
    if not isinstance(method, str) or method not in PRINCIPAL_METHODS:
        raise InputError(f"the method {method!r}, expected one of {', '.join(METHODS)}")
    if kernel not in ("auto", "exact"):
        raise InputError(f"the kernel {kernel!r} with the method {method}, expected auto or exact")
    return Proved(principal(problem, method), "exact", 1, None)


def solve_lcp(
    M: object,
    q: object = None,
    d: object = None,
    kernel: str = "auto",
    seed: int = 0,
    *,
    method: str = "lemke",
    floats: bool = False,
) -> Solution | Ray | Infeasibility:
    """Solve w = q + M z, w, z ≥ 0, zᵀw = 0 for rational M and q.

    Parameters
    ----------
    M, q, d, floats
        As in :meth:`LCP.of`. The covering vector d is nonnegative, and positive wherever q is negative.
    kernel, seed
        As in :func:`lemke`.
    method : str
        ``lemke`` follows Lemke's path, whatever M is. ``murty`` and ``cottle-dantzig`` are principal pivoting methods,
        for P-matrices, the second for positive semidefinite and row sufficient ones too.

    Returns
    -------
    Solution | Ray | Infeasibility
        Checked exactly. A :class:`~lemke.linear.lcp.Ray` is an end of Lemke's path without solution;
        :func:`lemke.linear.lcp.infeasibility` says whether it proves that there is none, as it does if M is
        copositive-plus and d > 0 (Lemke 1965), and :func:`~lemke.linear.guided.lcp_feasibility` settles feasibility for
        all M. The method ``cottle-dantzig`` returns the proof, an :class:`~lemke.linear.lcp.Infeasibility`, by itself.

    Raises
    ------
    ShapeError, NumberError, InputError
        Sizes that do not fit, floats, an unknown method or kernel, or a covering vector that makes no feasible start.
    LimitError, NotProvedError
        As :func:`lemke`.

    >>> solve_lcp([[2, 1], [1, 2]], [-5, -6]).z
    array([mpq(4,3), mpq(7,3)], dtype=object)
    >>> ray = solve_lcp([[-1]], [-1])
    >>> ray.z0, ray.direction
    (mpq(1,1), array([mpq(1,1)], dtype=object))
    >>> solve_lcp([[0, 1], [-1, 0]], [0, -1], method="cottle-dantzig").multipliers
    array([mpq(0,1), mpq(1,1)], dtype=object)
    """
    return solve_problem(LCP.of(M, q, d, floats=floats), method, kernel, seed).outcome
