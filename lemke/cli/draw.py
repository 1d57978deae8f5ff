"""``lemke draw``."""

from __future__ import annotations

import sys

import click

from lemke.api import games
from lemke.cli.options import limited, output
from lemke.cli.terminal import wipe
from lemke.errors import InputError, located
from lemke.forms.sequence_form import sequence_form
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.io.source import write_atomically
from lemke.show import drawing
from lemke.show.drawing import DEPTH, FORMATS, NODES, Form, form_of
from lemke.solvers import solve
from lemke.solvers.tracing import path as tracing_path

_FORM_HELP = "The format; by default that of the suffix of OUT, and svg on stdout. tex is TikZ, for LaTeX."


@click.command()
@click.argument("game")
@click.argument("profile", required=False)
@click.option("--solve", "solving", is_flag=True, help="Find an equilibrium first, and draw it, instead of PROFILE.")
@click.option("--down", is_flag=True, help="Play goes downwards, as in textbooks, not from left to right.")
@click.option(
    "--nodes", type=click.IntRange(min=1), default=NODES, show_default=True, metavar="N", help="Draw at most N nodes."
)
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    default=DEPTH,
    show_default=True,
    metavar="N",
    help="Draw at most N moves on a path.",
)
@click.option("--matrix", is_flag=True, help="Draw where A, B, E, F and the blocks of the LCP have entries.")
@click.option("--path", "tracing", is_flag=True, help="Draw z0 and the plans along Lemke's path, as lemke path --plot.")
@click.option("--format", "form", type=click.Choice([*FORMATS]), help=_FORM_HELP)
@output
@limited
def draw(
    game: str,
    profile: str | None,
    solving: bool,
    down: bool,
    nodes: int,
    depth: int,
    matrix: bool,
    tracing: bool,
    form: Form | None,
    output: str,
) -> None:
    """Draw a game's tree, its matrices or a path.

    The tree has players' colours, information sets as dashed links, and exact numbers. With PROFILE, of any kind that
    lemke verify reads, moves have their exact probabilities; those that are played are thick, those of probability 0
    pale. Large games are drawn as an excerpt: subtrees are folded into triangles that tell how many nodes they have.
    The same picture gives the same bytes.

    \b
    Examples:
      lemke draw example:kuhn3 -o tree.svg
      lemke draw example:kuhn3 --solve --down -o tree.pdf
      lemke draw example:kuhn3 kuhn3.json -o tree.tex
      lemke draw example:kuhn3 --matrix -o matrices.png
    """
    subjects = {"PROFILE": profile, "--solve": solving, "--matrix": matrix, "--path": tracing}
    if len(chosen := [name for name, value in subjects.items() if value]) > 1:
        raise InputError(f"{' and '.join(chosen)}, expected one of them")
    form = form or form_of(output)
    if form in ("png", "pdf") and output == "-" and sys.stdout is not None and sys.stdout.isatty():
        raise InputError(f"the format {form} at a terminal, expected -o FILE.{form}, or svg")
    if tracing and form == "tex":
        raise InputError("the format tex with --path, expected svg, png or pdf")
    read_game = games.read_game(game)
    shown = profiles.read(profile, read_game, " line of them").profile if profile is not None else None
    with located(game):
        if tracing:
            drawn = drawing.draw(tracing_path(read_game))
        elif matrix:
            drawn = drawing.draw(sequence_form(read_game))
        else:
            behavior = solve(read_game) if solving else shown
            drawn = drawing.draw(read_game, behavior, down=down, nodes=nodes, depth=depth)
        content = drawn.content(form)
    limits.check()
    wipe()
    write_atomically(output, content)
