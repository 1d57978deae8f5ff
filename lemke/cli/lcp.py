"""``lemke lcp``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import format_option, kernel_option
from lemke.errors import located
from lemke.io.lcp_formats import WRITERS, dumps_lcp, read_lcp
from lemke.linear.guided import METHODS, lcp_feasibility, solve_problem
from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution, infeasibility
from lemke.linear.lcp.documents import outcome_document

_METHOD_HELP = (
    "Lemke's path, or principal pivoting: Murty's least-index method for P-matrices, that of Cottle and Dantzig for "
    "positive semidefinite and row sufficient ones too. Those two use no d."
)
_KERNEL_HELP = (
    "What follows Lemke's path: exact arithmetic, or floats, whose last basis is then solved for and checked exactly "
    "(guided); auto: exact for small problems."
)
_VECTOR_HELP = "Of a Matrix Market file: numbers as in -5,-6, or a file with them."


@click.command()
@click.argument("file")
@click.option("--q", metavar="FILE_OR_LIST", help=_VECTOR_HELP)
@click.option("--d", metavar="FILE_OR_LIST", help="The same for the covering vector; all ones unless given.")
@click.option("--method", type=click.Choice(METHODS), default="lemke", show_default=True, help=_METHOD_HELP)
@kernel_option(_KERNEL_HELP)
@click.option("--to", type=click.Choice(list(WRITERS)), help="Write the problem in a format instead of solving it.")
@format_option(["text", "json"])
@output
@limited
def lcp(
    file: str, q: str | None, d: str | None, method: str, kernel: str, to: str | None, form: str, output: str
) -> int:
    """Solve a linear complementarity problem.

    That is: w = q + M z, w >= 0, z >= 0, zw = 0, for any rational M and q; no game is needed. FILE is text, "n= 2 M= 2
    1 1 2 q= -5 -6 d= 1 1" (M row by row, d optional), JSON with M, q and d, or a matrix M in Matrix Market's format,
    with --q. Numbers are exact: 0.1 is 1/10.

    Status 1: there is no solution, proved by multipliers, or the path ended in a ray that proves nothing. In both cases
    it is told which.

    \b
    Examples:
      echo "n= 2 M= 2 1 1 2 q= -5 -6" | lemke lcp -
      lemke lcp problem.json --method cottle-dantzig --format json
      lemke lcp M.mtx --q -5,-6 --to plain -o problem.lcp
    """
    problem = read_lcp(file, q, d)
    with located(file):
        if to is not None:
            emit(output, dumps_lcp(problem, to))
            return 0
        outcome, used, *_ = solve_problem(problem, method, kernel)
        feasibility = _feasibility(problem, outcome) if isinstance(outcome, Ray) else None
    emit(output, rendered(outcome_document(problem, outcome, method, used, feasibility), form))
    return 0 if isinstance(outcome, Solution) else 1


def _feasibility(problem: LCP, ray: Ray) -> Feasible | Infeasibility:
    """Return the proof that the ray's direction is, or what a linear program says of feasibility."""
    return infeasibility(problem, ray) or lcp_feasibility(problem)
