"""``lemke convert``."""

from __future__ import annotations

from collections.abc import Callable

import click

from lemke.chance import propagated, prune
from lemke.cli import games
from lemke.cli.options import limits, make_watch
from lemke.errors import located
from lemke.game import Game
from lemke.io import write
from lemke.watch import Watch

CHANCE: dict[str, Callable[[Game, Watch], Game]] = {
    "propagate": propagated,
    "prune": lambda game, watch: prune(game, watch).game,
}
"""What may be done with chance, by name."""


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option(
    "--chance",
    type=click.Choice(list(CHANCE)),
    help="Make chance uniform and put its probabilities into the payoffs, or remove the chance moves that reveal "
    "nothing before the end; all payoffs then stand at leaves.",
)
@click.option(
    "--snap-payoffs",
    is_flag=True,
    help="Of a game of OpenSpiel: payoffs become the simplest rationals next to OpenSpiel's floats; those that change "
    "are listed in the game's comment.",
)
@limits
def convert(
    source: str,
    target: str,
    chance: str | None,
    snap_payoffs: bool,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Convert a game file IN to OUT, whose suffix names the format: .efg, .nfg or .json.

    A strategic game (.nfg) becomes the tree in which the players move in turn without seeing each other; a tree becomes
    its full strategic form. IN may be a game of OpenSpiel, openspiel:NAME; how its numbers came about is told in OUT.

    \b
    Examples:
      lemke convert examples/games/kuhn3.efg kuhn3.json
      lemke convert examples/games/sequence_lecture_with_chance.efg pruned.efg --chance prune
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    game = games.read_game(source, watch, "snapped" if snap_payoffs else "binary")
    with located(source):
        if chance is not None:
            game = CHANCE[chance](game, watch)
        watch.check()
    write(game, target)
    return 0
