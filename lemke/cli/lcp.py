"""``lemke lcp`` and ``lemke matrix-class``: problems that need no game."""

from __future__ import annotations

import click

from lemke.cli.options import emit, kernel_option, rendered, result
from lemke.errors import located
from lemke.io.lcp_formats import WRITERS, dumps_lcp, read_lcp, read_matrix
from lemke.linear.guided import METHODS, lcp_feasibility, solve_problem
from lemke.linear.lcp import LCP, Feasible, Infeasibility, Ray, Solution, infeasibility
from lemke.linear.lcp.documents import outcome_document
from lemke.linear.matrix_classes import CLASSES, matrix_classes
from lemke.linear.matrix_classes.documents import classes_document

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
@result("text", "json")
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


@click.command("matrix-class")
@click.argument("file")
@click.option(
    "--class",
    "names",
    type=click.Choice(list(CLASSES), case_sensitive=False),
    multiple=True,
    metavar="NAME",
    help="Ask for this class, and for others by the same option again; all without it. "
    f"A name is one of {', '.join(CLASSES)}.",
)
@result("text", "json")
def matrix_class(file: str, names: tuple[str, ...], form: str, output: str) -> int:
    """Decide the classes of an LCP's matrix.

    Of each class it is decided exactly whether the matrix M belongs to it, with a witness. FILE is an LCP as for lemke
    lcp, or a matrix in Matrix Market's format. Z, nonnegative, M, H, PD and PSD take one elimination each; the others
    may take 2^n steps for n variables. Status 1: M is not in a class asked for by --class.

    \b
    Examples:
      echo "n= 2 M= 2 1 1 2 q= -5 -6" | lemke matrix-class -
      lemke matrix-class problem.json --class P --class copositive-plus
    """
    M = read_matrix(file)
    with located(file):
        verdicts = matrix_classes(M, names or None)
    emit(output, rendered(classes_document(M.shape[0], verdicts), form))
    return 1 if names and not all(verdicts.values()) else 0
