"""The command ``lemke explore``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, executor_of, rendered, result, seed_option, workers_options
from lemke.errors import LimitError, NotProvedError, located
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.public import accepted as games
from lemke.studies.explore import explore as run_explore


@click.command()
@click.argument("game")
@click.option(
    "--starts",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    metavar="N",
    help="The number of random priors.",
)
@seed_option("The seed of the first prior, as in lemke solve --prior random; the others have the next numbers.")
@workers_options
@result("gambit", help="json: certificates. gambit: lines NE,…")
def explore(
    game: str,
    starts: int,
    seed: int,
    workers: int,
    scheduler: str | None,
    form: str,
    output: str,
) -> None:
    """Find different equilibria from many random starts.

    Lists the equilibria at which Lemke's paths from random priors end, how many paths end there, and whether a path
    proves the equilibrium normal-form perfect. Equilibria are different if their realization plans differ. To
    print one in full, take its seed for lemke solve --prior random --seed K.

    If a limit stops the command, it prints what was found. Status 4: no start led to an equilibrium.

    \b
    Example:
      lemke explore example:tracing_2002 --starts 500
    """
    read_game = games.read(game)
    with executor_of(workers, scheduler) as executor, located(game):
        exploration = run_explore(read_game, starts, seed, executor)
    with limits.lifted():  # equilibria that were found before a limit are written
        reached = [group.equilibrium.profile for group in exploration.equilibria]
        emit(output, rendered(exploration, form, gambit=lambda: profiles.dumps(read_game, *reached)))
    with located(game):
        if exploration.reason:
            raise LimitError(exploration.reason)
        if not exploration.equilibria:
            raise NotProvedError(f"none of {exploration.starts} starts led to an equilibrium, expected at least one")
