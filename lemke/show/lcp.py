"""The outcome of an LCP for people."""

from __future__ import annotations

from gmpy2 import mpq

from lemke.ground.rational import short, text
from lemke.ground.sparse import exact_dot
from lemke.ground.tables import columns
from lemke.ground.words import count
from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution


def lcp_text(
    problem: LCP,
    outcome: Solution | Ray | Infeasibility,
    way: str,
    feasibility: Feasible | Infeasibility | None = None,
) -> str:
    """Return a solution, the ray on which the path ended and what it proves, or a proof that nothing is feasible.

    Parameters
    ----------
    problem : LCP
    outcome : Solution | Ray | Infeasibility
    way : str
        How the outcome was found: ``kernel exact``.
    feasibility : Feasible | Infeasibility | None
        Of a ray: what is known of feasibility. An infeasibility whose multipliers are the ray's direction is told as
        the ray's own.
    """
    way += f", {count(outcome.pivots, 'pivot')}"
    table: dict[str, list[mpq]]
    if isinstance(outcome, Solution):
        table = {"z": list(outcome.z), "w": list(outcome.w)}
        return _page(problem, table, f"Solved and proved; {way}.")
    if isinstance(outcome, Infeasibility):
        table = {"v": list(outcome.multipliers)}
        return _page(problem, table, f"No solution: the multipliers v prove that {_nothing(problem, outcome)}; {way}.")
    table = {"z": [*outcome.z, outcome.z0], "direction": [*outcome.direction, outcome.direction_z0]}
    if feasibility is None:
        verdict = f"No solution found: the path ended in a ray; {way}."
    elif isinstance(feasibility, Feasible):
        table["feasible"] = list(feasibility.z)
        verdict = (
            f"No solution found: the path ended in a ray, which proves nothing by itself: a feasible z exists; {way}."
        )
    elif list(feasibility.multipliers) == list(outcome.direction):
        proof = f"its direction v proves that {_nothing(problem, feasibility)}"
        verdict = f"No solution: the path ended in a ray, and {proof}; {way}."
    else:
        table["v"] = list(feasibility.multipliers)
        proof = f"the multipliers v prove that {_nothing(problem, feasibility)}"
        verdict = f"No solution: the path ended in a ray, and {proof}; {way}."
    return _page(problem, table, verdict)


def _nothing(problem: LCP, proof: Infeasibility) -> str:
    """Return what multipliers prove, and how."""
    value = short(exact_dot(problem.q, proof.multipliers))
    if problem.free.any():
        return f"nothing is feasible: v >= 0 and M'v <= 0, at equations any v, M'v = 0 where z is free, q.v = {value}"
    return f"no z >= 0 has q + Mz >= 0: v >= 0, M'v <= 0, q.v = {value}"


def _page(problem: LCP, table: dict[str, list[mpq]], verdict: str) -> str:
    """Return a row for each index, one for z0 where a column goes on to it, and the verdict."""
    height = max(map(len, table.values()))
    names = [str(i) for i in range(1, problem.size + 1)] + ["z0"] * (height - problem.size)
    cells = [[text(value) for value in values] + [""] * (height - len(values)) for values in table.values()]
    rows = [["", *table], *map(list, zip(names, *cells, strict=True))]
    return "\n".join([*columns(rows, indent=""), verdict]) + "\n"
