"""``lemke path``."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

import click

from lemke.api import games
from lemke.certificate import Equilibrium, ProvedPlans
from lemke.cli.options import emit, limited, output, stream
from lemke.cli.shared_options import format_option, seed_option
from lemke.errors import InputError, located
from lemke.forms.sequence_form.path_comparison import compare_paths
from lemke.forms.sequence_form.tracing import TracingForm, TracingPath, TracingVertex, columns_of, row_of
from lemke.game import Game
from lemke.game.tree import count
from lemke.ground import limits
from lemke.ground.rational import short
from lemke.io import path as paths
from lemke.io.source import write_atomically
from lemke.linear.pivoting.tie_rules import TIE_RULES, NamedRule
from lemke.linear.pivoting.walks import Walk
from lemke.show import plots
from lemke.show.path import comparison_text, path_lines
from lemke.solvers.tracing import Tracing, tracing_path

_PRIOR_HELP = "Where the path starts: all moves equally likely, random (see --seed), or a profile's file."
_RULE_HELP = (
    "Which of several tied variables leaves: lexicographic, by the pairs in ascending or descending order, or the one "
    "with the least index, with which the path may cycle."
)


class _Choice(NamedTuple):
    """What a path depends on."""

    prior: str
    seed: int
    tie_rule: NamedRule


@click.command()
@click.argument("game")
@click.option("--prior", default="centroid", metavar="centroid|random|PROFILE", show_default=True, help=_PRIOR_HELP)
@seed_option("Of the random prior.")
@click.option("--tie-rule", type=click.Choice(TIE_RULES), default="ascending", show_default=True, help=_RULE_HELP)
@click.option(
    "--compare-prior", metavar="centroid|random|PROFILE", help="Beside it the path from another prior, pivot by pivot."
)
@click.option(
    "--compare-seed",
    type=click.IntRange(min=0),
    metavar="K",
    help="Of the other path's random prior: where --prior or --compare-prior is random.",
)
@click.option("--compare-tie-rule", type=click.Choice(TIE_RULES), help="Beside it the path with another tie rule.")
@format_option(["text", "json", "csv"])
@click.option("--plot", metavar="FILE.svg", help="Draw the path, or both, as well.")
@output
@limited
def path(
    game: str,
    prior: str,
    seed: int,
    tie_rule: NamedRule,
    compare_prior: str | None,
    compare_seed: int | None,
    compare_tie_rule: NamedRule | None,
    form: str,
    plot: str | None,
    output: str,
) -> int:
    """Show Lemke's path, pivot by pivot.

    It leads from a prior to an equilibrium of GAME, in exact arithmetic; z0 is the weight of the prior, from 1 down to
    0. A line per pivot is printed as it comes. With --format json or csv every vertex has the realization plans of both
    players.

    \b
    Examples:
      lemke path example:tracing_2002
      lemke path example:tracing_2002 --prior random --compare-prior centroid
      lemke path example:kuhn3 --compare-tie-rule descending --plot kuhn3.svg
    """
    if plot is not None and (not plot.endswith(".svg") or not PurePath(plot).suffix):
        raise InputError(f"--plot {plot}, expected a name that ends in .svg")
    choice = _Choice(prior, seed, tie_rule)
    other = None
    if (compare_prior, compare_seed, compare_tie_rule) != (None, None, None):
        other = _Choice(
            prior if compare_prior is None else compare_prior,
            seed if compare_seed is None else compare_seed,
            tie_rule if compare_tie_rule is None else compare_tie_rule,
        )
        if compare_seed is not None and other.prior != "random":
            seeded = f"--compare-seed {compare_seed} with the prior {other.prior}"
            raise InputError(f"{seeded}, expected --compare-prior random")
    read_game = games.read_game(game)
    with located(game):
        if other is not None:
            both = _path(read_game, choice), _path(read_game, other)
            _draw(plot, *both)
            emit(output, _compared(*both, form))
        elif plot is not None or form == "json":
            found = _path(read_game, choice)
            _draw(plot, found)
            lines = [paths.dumps(found)] if form == "json" else _whole(found, form)
            emit(output, "".join(lines))
        else:
            _stream(read_game, choice, form, output)
    return 0


def _path(game: Game, choice: _Choice) -> TracingPath[Equilibrium]:
    return tracing_path(game, games.read_prior(choice.prior, game), choice.seed, choice.tie_rule)


def _stream(game: Game, choice: _Choice, form: str, output: str) -> None:
    """Write lines as the vertices come, and keep none of these."""
    tracing = Tracing.of(game, games.read_prior(choice.prior, game), choice.seed, choice.tie_rule)
    walk, traced = Walk(tracing.walk()), tracing.traced
    lines = _csv(columns_of(traced.form), map(row_of, walk)) if form == "csv" else _text(walk, traced.names)
    if output == "-":  # the lines themselves tell how far it is
        with limits.silent():
            stream("", lines)
    else:
        emit(output, "".join(lines))


def _whole(found: TracingPath[Equilibrium], form: str) -> Iterator[str]:
    if form == "csv":
        return _csv(found.columns, found.rows)
    return _text(_kept(found), TracingForm(found.form, found.prior).names)


def _kept(found: TracingPath[Equilibrium]) -> Walk[TracingVertex, ProvedPlans]:
    """Return a path as a walk, over again."""

    def steps() -> Generator[TracingVertex, None, ProvedPlans]:
        yield from found
        return found.equilibrium

    return Walk(steps())


def _text(walk: Walk[TracingVertex, ProvedPlans], names: Sequence[str]) -> Iterator[str]:
    yield from path_lines(walk, names)
    payoffs = " and ".join(map(short, walk.end.payoffs))
    yield f"Ends after {count(walk.end.pivots, 'pivot')} at an equilibrium with payoffs {payoffs}, proved exactly.\n"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield paths.csv_line(columns)
    yield from map(paths.csv_line, rows)


def _compared(one: TracingPath[Equilibrium], two: TracingPath[Equilibrium], form: str) -> str:
    found = compare_paths(one, two)
    match form:
        case "json":
            return paths.comparison_dumps(found, one, two)
        case "csv":
            return "".join(_csv(found.columns, found.rows))
    return comparison_text(found, [one.label, two.label])


def _draw(target: str | None, *found: TracingPath[Equilibrium]) -> None:
    if target is not None:
        write_atomically(target, plots.svg(plots.plot_path(*found)))
