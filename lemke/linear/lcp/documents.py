"""The outcome of an LCP as a document: a solution, a ray and what it proves, or a proof of infeasibility."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from gmpy2 import mpq

from lemke.ground.document import Block, Document, Format, Members
from lemke.ground.rational import short
from lemke.ground.sparse import exact_dot
from lemke.ground.tables import page_table
from lemke.ground.words import count
from lemke.linear.lcp.outcomes import Feasible, Infeasibility, Ray, Solution
from lemke.linear.lcp.problem import LCP

SOLUTION = Format(
    "lemke-lcp-solution/1",
    """
z, w | lists of numbers | w = q + M z, with zᵢ ≥ 0, wᵢ ≥ 0 and zᵢ wᵢ = 0; for a `free` index i, zᵢ may be negative and
    wᵢ is 0
method, kernel, pivots | texts, whole | the method of `--method`, the kernel, and the number of pivots
bits | whole | size in bits of the largest basis determinant on the path; with the kernel `guided`, size in bits of the
    longest denominator in `z` and, for a ray, `z0`
""",
)
RAY = Format(
    "lemke-lcp-ray/1",
    """
z, direction | lists of numbers | the ray: all points `z` + t `direction` with t ≥ 0
z0, direction_z0 | numbers | the covering variable at these points is `z0` + t `direction_z0`
infeasible | list of numbers | if no z is feasible: `multipliers` as in
    [`lemke-lcp-infeasible/1`](#lemke-lcp-infeasible1)
feasible | list of numbers | otherwise, in place of `infeasible`: a z that satisfies all conditions except zᵀw = 0;
    whether a solution exists remains open
method, kernel, pivots, bits | | as in `lemke-lcp-solution/1`
""",
)
INFEASIBLE = Format(
    "lemke-lcp-infeasible/1",
    """
multipliers | list of numbers | v ≥ 0 with Mᵀv ≤ 0 and qᵀv < 0, a proof that no z is feasible; for a `free` index i, vᵢ
    may be negative, and (Mᵀv)ᵢ is 0
method, kernel, pivots | | as in `lemke-lcp-solution/1`
""",
)


def outcome_document(
    problem: LCP,
    outcome: Solution | Ray | Infeasibility,
    method: str,
    kernel: str,
    feasibility: Feasible | Infeasibility | None = None,
) -> Document:
    """Return the document of an outcome.

    Parameters
    ----------
    problem : LCP
    outcome : Solution | Ray | Infeasibility
    method : str
        The method that solved the problem, of ``METHODS`` in :mod:`lemke.linear.guided`.
    kernel : str
        The kernel that proposed the outcome. JSON always names the kernel, the text only with the method ``lemke``.
    feasibility : Feasible | Infeasibility | None
        For a ray: a feasible point, or a proof of infeasibility. If the multipliers of the proof are the ray's
        direction, the text says that this direction proves infeasibility.
    """
    solver = f"kernel {kernel}" if method == "lemke" else f"method {method}"
    way = f"{solver}, {count(outcome.pivots, 'pivot')}"
    how = {"method": method, "kernel": kernel, "pivots": outcome.pivots}

    def blocks() -> Iterator[Block]:
        table, verdict = _table_and_verdict(problem, outcome, feasibility)
        indices = [*range(1, problem.size + 1), *(["z0"] if isinstance(outcome, Ray) else [])]
        yield page_table(list(zip_longest(indices, *table.values())), ["", *table], indent="")
        yield f"{verdict}; {way}."

    def members() -> Members:
        if isinstance(outcome, Infeasibility):
            return {"multipliers": outcome.multipliers} | how
        if isinstance(outcome, Solution):
            return {"z": outcome.z, "w": outcome.w} | how | {"bits": outcome.bits}
        ray = {"z": outcome.z, "z0": outcome.z0, "direction": outcome.direction, "direction_z0": outcome.direction_z0}
        if isinstance(feasibility, Infeasibility):
            ray["infeasible"] = feasibility.multipliers
        elif feasibility is not None:
            ray["feasible"] = feasibility.z
        return ray | how | {"bits": outcome.bits}

    return Document(blocks, {Solution: SOLUTION, Ray: RAY, Infeasibility: INFEASIBLE}[type(outcome)], members)


def _table_and_verdict(
    problem: LCP, outcome: Solution | Ray | Infeasibility, feasibility: Feasible | Infeasibility | None
) -> tuple[dict[str, list[mpq]], str]:
    """Return the vectors of the table, by name, and the sentence below it."""
    if isinstance(outcome, Solution):
        return {"z": list(outcome.z), "w": list(outcome.w)}, "Solved and proved"
    if isinstance(outcome, Infeasibility):
        proof = f"the multipliers v prove that {_infeasibility_words(problem, outcome)}"
        return {"v": list(outcome.multipliers)}, f"No solution: {proof}"
    table = {"z": [*outcome.z, outcome.z0], "direction": [*outcome.direction, outcome.direction_z0]}
    if feasibility is None:
        return table, "No solution found: the path ended in a ray"
    if isinstance(feasibility, Feasible):
        table["feasible"] = list(feasibility.z)
        return table, "No solution found: the path ended in a ray, which proves nothing by itself: a feasible z exists"
    claim = "its direction v proves"
    if list(feasibility.multipliers) != list(outcome.direction):
        table["v"] = list(feasibility.multipliers)
        claim = "the multipliers v prove"
    return table, f"No solution: the path ended in a ray, and {claim} that {_infeasibility_words(problem, feasibility)}"


def _infeasibility_words(problem: LCP, proof: Infeasibility) -> str:
    """Return words for what the multipliers prove, and the conditions by which they prove it."""
    value = short(exact_dot(problem.q, proof.multipliers))
    if problem.free.any():
        conditions = "v >= 0, but any v at equations, M'v <= 0, but M'v = 0 where z is free"
        return f"nothing is feasible: {conditions}, q.v = {value}"
    return f"no z >= 0 has q + Mz >= 0: v >= 0, M'v <= 0, q.v = {value}"
