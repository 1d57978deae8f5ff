"""``lemke explore``."""

from __future__ import annotations

import os

import click

from lemke.api import games
from lemke.cli.options import emit, executor_of, kernel_option, rendered, result, seed_option, workers_options
from lemke.errors import InputError, LimitError, NotProvedError, located
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.studies.explore import STARTS
from lemke.studies.explore import explore as run_explore


@click.command()
@click.argument("game")
@click.option(
    "--starts", type=click.IntRange(min=1), default=STARTS, show_default=True, metavar="N", help="How many priors."
)
@seed_option("Of the first prior; the next ones have the next numbers.")
@workers_options
@kernel_option("What follows Lemke's path, as for lemke solve.")
@click.option(
    "--results",
    metavar="FILE",
    help="A file of JSON lines for what is found, as it comes; what is in it already is not computed again.",
)
@result("gambit", help="json has a certificate of each equilibrium, gambit a line NE,....")
def explore(
    game: str,
    starts: int,
    seed: int,
    workers: int,
    scheduler: str | None,
    kernel: str,
    results: str | None,
    form: str,
    output: str,
) -> None:
    """Find different equilibria from many random starts.

    Lists those that Lemke's paths from random priors end at, and how often. The prior with seed K is that of lemke
    solve --prior random --seed K, and so is the equilibrium. Equilibria are different if their realization plans are.
    The last edge of a path may prove an equilibrium normal-form perfect; the list says how many paths do. With
    --results, the same command goes on where it was interrupted, or with more --starts.

    \b
    Examples:
      lemke explore example:tracing_2002 --starts 500
      lemke explore example:tracing_2002 --workers 2 --results tracing.jsonl
    """
    if results == "":
        raise InputError("--results without a name, expected that of a file")
    if results is not None and output != "-" and os.path.realpath(results) == os.path.realpath(output):
        raise InputError(f"--results and -o are both {results}, expected two files")
    read_game = games.read_game(game)
    with executor_of(workers, scheduler) as executor, located(game):
        exploration = run_explore(read_game, "random", starts, seed, executor, kernel, results)
    with limits.lifted():  # what was found until a limit was reached is written
        reached = [each.equilibrium.profile for each in exploration.equilibria]
        emit(output, rendered(exploration.document(), form, gambit=lambda: profiles.dumps(read_game, *reached)))
    if exploration.stopped == "limit":
        with located(game):
            raise LimitError(exploration.reason)
    if exploration.stopped == "interrupt":
        raise KeyboardInterrupt
    if not exploration.equilibria:
        with located(game):
            raise NotProvedError(f"none of {exploration.starts} starts led to an equilibrium, expected one at least")
