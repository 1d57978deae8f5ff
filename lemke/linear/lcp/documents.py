"""The outcome of an LCP as a document: a solution, or a ray and what it proves."""

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
    "lemke-lcp-solution/2",
    """
z, w | lists of numbers | w = q + M z, with zᵢ ≥ 0, wᵢ ≥ 0 and zᵢ wᵢ = 0; for a `free` index i, zᵢ may be negative and
    wᵢ is 0
kernel, pivots | text, whole | the kernel that proposed the outcome, and the number of pivots
bits | whole | size in bits of the largest basis determinant on the path; with the kernel `guided`, size in bits of the
    longest denominator in `z` and, for a ray, `z0`
""",
)
RAY = Format(
    "lemke-lcp-ray/2",
    """
z, direction | lists of numbers | the ray: all points `z` + t `direction` with t ≥ 0
z0, direction_z0 | numbers | the covering variable at these points is `z0` + t `direction_z0`
infeasible | list of numbers | if no z is feasible: multipliers v ≥ 0 with Mᵀv ≤ 0 and qᵀv < 0, which prove it; for a
    `free` index i, vᵢ may be negative, and (Mᵀv)ᵢ is 0
feasible | list of numbers | otherwise, in place of `infeasible`: a z that satisfies all conditions except zᵀw = 0;
    whether a solution exists remains open
kernel, pivots, bits | | as in `lemke-lcp-solution/2`
""",
)


def outcome_document(
    problem: LCP, outcome: Solution | Ray, kernel: str, feasibility: Feasible | Infeasibility | None = None
) -> Document:
    """Return the document of an outcome.

    Parameters
    ----------
    problem : LCP
    outcome : Solution | Ray
    kernel : str
        The kernel that proposed the outcome.
    feasibility : Feasible | Infeasibility | None
        For a ray: a feasible point, or a proof of infeasibility. If the multipliers of the proof are the ray's
        direction, the text says that this direction proves infeasibility. None for a solution.
    """

    def blocks() -> Iterator[Block]:
        table, verdict = _table_and_verdict(problem, outcome, feasibility)
        indices = [*range(1, problem.size + 1), *(["z0"] if isinstance(outcome, Ray) else [])]
        yield page_table(list(zip_longest(indices, *table.values())), ["", *table], indent="")
        yield f"{verdict}; kernel {kernel}, {count(outcome.pivots, 'pivot')}."

    def members() -> Members:
        how = {"kernel": kernel, "pivots": outcome.pivots, "bits": outcome.bits}
        if isinstance(outcome, Solution):
            return {"z": outcome.z, "w": outcome.w} | how
        ray = {"z": outcome.z, "z0": outcome.z0, "direction": outcome.direction, "direction_z0": outcome.direction_z0}
        if isinstance(feasibility, Infeasibility):
            ray["infeasible"] = feasibility.multipliers
        elif isinstance(feasibility, Feasible):
            ray["feasible"] = feasibility.z
        return ray | how

    return Document(blocks, SOLUTION if isinstance(outcome, Solution) else RAY, members)


def _table_and_verdict(
    problem: LCP, outcome: Solution | Ray, feasibility: Feasible | Infeasibility | None
) -> tuple[dict[str, list[mpq]], str]:
    """Return the vectors of the table, by name, and the sentence below it."""
    if isinstance(outcome, Solution):
        return {"z": list(outcome.z), "w": list(outcome.w)}, "Solved and proved"
    table = {"z": [*outcome.z, outcome.z0], "direction": [*outcome.direction, outcome.direction_z0]}
    if not isinstance(feasibility, Infeasibility):
        assert feasibility is not None  # the outcome is a ray
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
