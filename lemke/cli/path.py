"""``lemke path``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

import click

from lemke.api import games
from lemke.certificate import ProvedPlans
from lemke.cli.options import emit, format_option, limited, output, rendered, seed_option, stream
from lemke.errors import InputError, located
from lemke.forms.sequence_form import TracingVertex, columns_of, end_line, path_lines, row_of
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.tables import csv_line
from lemke.io.source import write_atomically
from lemke.linear.pivoting import TIE_RULES, NamedRule, Walk
from lemke.show.drawing import draw
from lemke.solvers import Prior, tracing
from lemke.solvers.tracing import Tracing

_PRIOR_HELP = "Where the path starts: all moves equally likely, random (see --seed), or a profile's file."
_RULE_HELP = (
    "Which of several tied variables leaves: lexicographic, by the pairs in ascending or descending order, or the one "
    "with the least index, with which the path may cycle."
)


@click.command()
@click.argument("game")
@click.option("--prior", default="centroid", metavar="centroid|random|PROFILE", show_default=True, help=_PRIOR_HELP)
@seed_option("Of the random prior.")
@click.option("--tie-rule", type=click.Choice(TIE_RULES), default="ascending", show_default=True, help=_RULE_HELP)
@format_option(["text", "json", "csv"])
@click.option("--plot", metavar="FILE.svg", help="Draw the path as well.")
@output
@limited
def path(game: str, prior: str, seed: int, tie_rule: NamedRule, form: str, plot: str | None, output: str) -> None:
    """Show Lemke's path, pivot by pivot.

    It leads from a prior to an equilibrium of GAME, in exact arithmetic; z0 is the weight of the prior, from 1 down to
    0. A line per pivot is printed as it comes. With --format json or csv every vertex has the realization plans of both
    players.

    \b
    Examples:
      lemke path example:tracing_2002
      lemke path example:tracing_2002 --prior random --seed 2
      lemke path example:kuhn3 --tie-rule descending --plot kuhn3.svg
    """
    if plot is not None and (not plot.endswith(".svg") or not PurePath(plot).suffix):
        raise InputError(f"--plot {plot}, expected a name that ends in .svg")
    read_game = games.read_game(game)
    with located(game):
        start = games.read_prior(prior, read_game)
        if plot is None and form != "json":
            _stream(read_game, start, seed, tie_rule, form, output)
            return
        found = tracing.path(read_game, start, seed, tie_rule)
        if plot is not None:
            write_atomically(plot, draw(found).svg)
        emit(output, rendered(found.document(), form, csv=lambda: "".join(_csv(found.columns, found.rows))))


def _stream(game: Game, prior: Prior, seed: int, tie_rule: NamedRule, form: str, output: str) -> None:
    """Write lines as the vertices come, and keep none of these."""
    start = Tracing.of(game, prior, seed, tie_rule)
    walk, traced = Walk(start.walk()), start.traced
    lines = _csv(columns_of(traced.form), map(row_of, walk)) if form == "csv" else _text(walk, traced.names)
    if output == "-":  # the lines themselves tell how far it is
        with limits.silent():
            stream("", lines)
    else:
        emit(output, "".join(lines))


def _text(walk: Walk[TracingVertex, ProvedPlans], names: Sequence[str]) -> Iterator[str]:
    yield from (f"{line}\n" for line in path_lines(walk, names))
    yield f"{end_line(walk.end.pivots, walk.end.payoffs)}\n"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield csv_line(columns)
    yield from map(csv_line, rows)
