"""``lemke lcp``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import located
from lemke.io import lcp_text as problems
from lemke.io.source import read_text
from lemke.lcp import Solution
from lemke.pivoting import KERNELS, lemke
from lemke.views.equilibrium import lcp_text

_KERNEL_HELP = (
    "What follows the path: exact arithmetic, or floats, whose last basis is then solved for and checked exactly "
    "(guided); auto: exact for small problems."
)


@click.command()
@click.argument("file")
@click.option("--kernel", type=click.Choice(["auto", *KERNELS]), default="auto", help=_KERNEL_HELP)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@output
@limits
def lcp(
    file: str,
    kernel: str,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Solve a general LCP: w = q + M z, w >= 0, z >= 0, zw = 0.

    FILE is text, "n= 2 M= 2 1 1 2 q= -5 -6 d= 1 1" (M row by row, d optional), or JSON with M, q and d. Status 1: the
    path ended in a ray.

    \b
    Example:
      echo "n= 2 M= 2 1 1 2 q= -5 -6" | lemke lcp -
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    problem = problems.loads(read_text(file, watch), file)
    with located(file):
        outcome, used, *_ = lemke(problem, kernel, watch)
    content = lcp_text(problem, outcome, used) if form == "text" else problems.dumps(outcome, used)
    emit(output, content)
    return 0 if isinstance(outcome, Solution) else 1
