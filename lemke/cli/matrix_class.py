"""``lemke matrix-class``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import format_option
from lemke.errors import located
from lemke.io.lcp_formats import read_matrix
from lemke.linear.matrix_classes import CLASSES, matrix_classes
from lemke.linear.matrix_classes.documents import classes_document


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
@format_option(["text", "json"])
@output
@limited
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
