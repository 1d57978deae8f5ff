"""``lemke convert``."""

from __future__ import annotations

import click
from click.core import ParameterSource

from lemke.api import games
from lemke.cli.options import game_format_option, limited, output
from lemke.errors import InputError, located
from lemke.game.chance import propagated, prune
from lemke.ground import limits
from lemke.io import suffixes, write


@click.command()
@click.argument("game")
@click.argument("target", metavar="[OUT]", required=False)
@game_format_option
@click.option(
    "--chance",
    type=click.Choice(["propagate", "prune"]),
    help="Make chance uniform and put its probabilities into the payoffs, or remove the chance moves that reveal "
    "nothing before the end; all payoffs then stand at leaves.",
)
@click.option(
    "--snap-payoffs",
    is_flag=True,
    help="Of a game of OpenSpiel: payoffs become the simplest rationals next to OpenSpiel's floats; those that change "
    "are listed in the game's comment.",
)
@output
@limited
def convert(
    game: str, target: str | None, form: str | None, chance: str | None, snap_payoffs: bool, output: str
) -> None:
    """Convert a game to another format, or its chance moves.

    The suffix of OUT names the format, {suffixes}, unless --to does; OUT is stdout where it is left out, .nfg
    for strategic games and .efg for others. A strategic game (.nfg) becomes the tree in which the players move in turn
    without seeing each other; a tree becomes its full strategic form. GAME may be a game of OpenSpiel, openspiel:NAME;
    a comment in OUT says how its numbers came about. Any number of players and any recall.

    \b
    Examples:
      lemke convert example:kuhn3 kuhn3.json
      lemke convert example:kuhn3 --to json
      lemke convert example:sequence_lecture_with_chance pruned.efg --chance prune
    """
    if target is not None and click.get_current_context().get_parameter_source("output") is not ParameterSource.DEFAULT:
        raise InputError(f"OUT {target} and -o {output}, expected one of them")
    read_game = games.read_game(game, "snapped" if snap_payoffs else "binary")
    with located(game):
        if chance is not None:
            read_game = propagated(read_game) if chance == "propagate" else prune(read_game).game
        limits.check()
    write(read_game, target or output, form)


convert.help = str(convert.help).replace("{suffixes}", suffixes("or"))
