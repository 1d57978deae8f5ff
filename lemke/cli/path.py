"""The commands ``lemke path`` and ``lemke draw``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

import click

from lemke.cli.enumerate import require_done
from lemke.cli.options import FORMS as DOCUMENT_FORMS
from lemke.cli.options import emit, format_option, limited, output, rendered, seed_option
from lemke.cli.terminal import is_shown, stop_progress
from lemke.errors import InputError, located
from lemke.forms.sequence_form import sequence_form
from lemke.game.played import PlayedProfile
from lemke.ground.tables import csv_line
from lemke.io import profile as profiles
from lemke.io.source import write_atomically
from lemke.linear.pivoting import TIE_RULES, NamedRule
from lemke.public import accepted as games
from lemke.public.profiles import as_prior
from lemke.show import plots
from lemke.show.drawing import FORMATS, Drawing, PictureFormat, picture_format
from lemke.show.drawing import draw as drawn
from lemke.solvers import solve
from lemke.solvers.all_equilibria import ranges
from lemke.solvers.tracing import path as tracing_path

_PRIOR_HELP = "The profile at which the path starts, as in lemke solve."
_RULE_HELP = (
    "Which variable leaves the basis in a tie. ascending, descending: the lexicographic rule, with the complementary "
    "pairs in this order. least-index: the least index; then the path may cycle."
)


@click.command()
@click.argument("game")
@click.option("--prior", default="centroid", metavar="centroid|random|PROFILE", show_default=True, help=_PRIOR_HELP)
@seed_option("The seed of the random prior.")
@click.option("--tie-rule", type=click.Choice(TIE_RULES), default="ascending", show_default=True, help=_RULE_HELP)
@format_option(
    [*DOCUMENT_FORMS, "csv"], "json, csv: also the plans at every vertex. latex: the tableaux, if they fit on a page."
)
@click.option("--plot", metavar="FILE.svg", help="Also draw the path.")
@output
@limited
def path(game: str, prior: str, seed: int, tie_rule: NamedRule, form: str, plot: str | None, output: str) -> None:
    """Show Lemke's path, pivot by pivot.

    The path leads from a prior to an equilibrium of GAME, in exact arithmetic. z0 is the weight of the prior: 1 at the
    start, 0 at the end. Prints a line for every pivot. Status 4: the path cycles, and the message shows the cycle.

    \b
    Examples:
      lemke path example:tracing_2002 --prior random --seed 2
      lemke path example:kuhn3 --tie-rule descending --plot kuhn3.svg
    """
    if plot is not None and PurePath(plot).suffix != ".svg":
        raise InputError(f"--plot {plot}, expected a name that ends in .svg")
    read_game = games.read(game)
    with located(game):
        start = as_prior(read_game, prior)
        tracing = tracing_path(read_game, start, seed, tie_rule)
        if plot is not None:
            write_atomically(plot, drawn(tracing).svg)
        emit(output, rendered(tracing, form, csv=lambda: "".join(_csv(tracing.columns, tracing.rows))))


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield csv_line(columns)
    yield from map(csv_line, rows)


# ---------------------------------------------------------------------- pictures

_FORM_HELP = "tex: TikZ, for LaTeX. By default the suffix of OUT decides; on stdout it is svg."


@click.command()
@click.argument("game")
@click.argument("profile", required=False)
@click.option("--solve", "solving", is_flag=True, help="Find an equilibrium, and draw it instead of PROFILE.")
@click.option("--down", is_flag=True, help="Draw the tree from top to bottom; by default from left to right.")
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help="Draw all nodes down to depth N, and fold what is below; by default at most 200 nodes.",
)
@click.option("--matrix", is_flag=True, help="Draw the positions of nonzeros in A, B, E, F and the blocks of the LCP.")
@click.option("--path", "tracing", is_flag=True, help="Draw z0 and the plans along Lemke's path.")
@click.option(
    "--ranges",
    "common",
    is_flag=True,
    help="Draw a bar for every move, from its least to its greatest probability over all equilibria.",
)
@click.option("--strategies", "bars", is_flag=True, help="Draw the probabilities of moves as bars.")
@click.option("--subgames", is_flag=True, help="Shade the proper subgames other than the game itself.")
@click.option(
    "--augmented",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw the augmented information sets of player N instead of the information sets.",
)
@click.option("--format", "form", type=click.Choice([*FORMATS]), help=_FORM_HELP)
@output
@limited
def draw(
    game: str,
    profile: str | None,
    solving: bool,
    down: bool,
    depth: int | None,
    matrix: bool,
    tracing: bool,
    common: bool,
    bars: bool,
    subgames: bool,
    augmented: int | None,
    form: PictureFormat | None,
    output: str,
) -> None:
    """Draw a game's tree, its matrices, a path or ranges.

    In the tree, dashed lines are information sets, and a triangle is a subtree that is folded, with its number of
    nodes. Numbers are exact; long numbers are cut (…) or rounded (≈). With PROFILE, as for lemke verify,
    moves have probabilities, and the moves that are played are thick.

    \b
    Examples:
      lemke draw example:kuhn3 -o tree.svg
      lemke draw example:kuhn3 --solve --down -o tree.pdf
      lemke draw example:kuhn3 --matrix -o matrices.png
      lemke draw example:public_chance --subgames -o subgames.svg
    """
    subjects = {"PROFILE": profile, "--solve": solving, "--matrix": matrix, "--path": tracing, "--ranges": common}
    given_subjects = [name for name, value in subjects.items() if value]
    if len(given_subjects) > 1:
        raise InputError(f"{' and '.join(given_subjects)}, expected one of them")
    if bars and not (profile or solving):
        raise InputError("--strategies alone, expected PROFILE or --solve as well")
    subject = "--strategies" if bars else next(iter(given_subjects), "")
    tree_options = {"--down": down, "--depth": depth is not None, "--subgames": subgames, "--augmented": augmented}
    given_tree_options = [name for name, value in tree_options.items() if value]
    if (matrix or tracing or common or bars) and given_tree_options:
        raise InputError(f"{given_tree_options[0]} with {subject}, expected {given_tree_options[0]} only for a tree")
    form = form or picture_format(output)
    if form in ("png", "pdf") and is_shown(output):
        raise InputError(f"the format {form} at a terminal, expected -o FILE.{form}, or --format svg")
    if (tracing or common or bars) and form == "tex":
        raise InputError(f"the format tex with {subject}, expected svg, png or pdf")
    read_game = games.read(game)
    # the text " line of them" continues a message such as "2 profiles, expected one"
    read_profile = profiles.read(profile, read_game, " line of them").profile if profile is not None else None
    with located(game):
        if common:
            bounds = ranges(read_game)
            require_done(game, bounds.equilibria)
            picture = drawn(bounds)
        elif tracing:
            picture = drawn(tracing_path(read_game))
        elif matrix:
            picture = drawn(sequence_form(read_game))
        elif bars:
            equilibrium_or_profile = (
                solve(read_game) if read_profile is None else PlayedProfile.of_game(read_game, read_profile)
            )
            picture = Drawing(plots.strategies(equilibrium_or_profile))
        else:
            behavior = solve(read_game) if solving else read_profile
            if augmented is not None:
                if augmented > len(read_game.players):
                    raise InputError(f"--augmented {augmented}, expected a player from 1 to {len(read_game.players)}")
                augmented -= 1
            picture = drawn(read_game, behavior, down=down, depth=depth, subgames=subgames, augmented=augmented)
        content = picture.content(form)
    stop_progress()
    write_atomically(output, content)
