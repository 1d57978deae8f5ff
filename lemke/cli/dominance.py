"""``lemke dominance``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import format_option
from lemke.errors import located
from lemke.io import nfg
from lemke.solvers.dominance import eliminate


@click.command()
@click.argument("game")
@click.option("--weak", is_flag=True, help="Eliminate weakly dominated strategies too; then the order matters.")
@click.option("--pure", is_flag=True, help="Only what pure strategies dominate, not what mixed ones do.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Stop after N rounds.")
@format_option(["text", "json", "nfg"])
@output
@limited
def dominance(game: str, weak: bool, pure: bool, rounds: int | None, form: str, output: str) -> int:
    """Eliminate dominated strategies, round by round.

    Of each the exact mixture that dominates it is told. In a round all strategies of all players that are dominated in
    what is left fall at once. A game in extensive form is taken in its reduced strategic form. Any number of players.
    --format nfg writes what is left as a game, --format json also a belief for every strategy left, to which it is a
    best reply.

    \b
    Examples:
      lemke dominance example:prisoners_dilemma
      lemke dominance example:centipede6 --weak
      lemke dominance example:kuhn3 --format nfg -o rest.nfg
    """
    read_game = games.read_game(game)
    with located(game):
        found = eliminate(read_game, weak, pure, rounds)
    emit(output, rendered(found.document(), form, nfg=lambda: nfg.dumps_form(found.form)))
    return 0
