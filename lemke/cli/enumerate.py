"""``lemke enumerate``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import format_option
from lemke.errors import located
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.solvers import all_equilibria


@click.command("enumerate")
@click.argument("game")
@format_option(["text", "json", "gambit"], "gambit: a line NE,... each, once if realization equivalent.")
@output
@limited
def enumerate_(game: str, form: str, output: str) -> int:
    """List all extreme equilibria, and their components.

    All are exact. GAME has two players, with perfect recall. Extreme are equilibria of its strategic form, of the
    reduced one if it is a tree; every equilibrium is a convex combination of them within one of the products that are
    listed, or realization equivalent to one.

    \b
    Examples:
      lemke enumerate example:tracing_2002
      lemke enumerate example:battle_of_the_sexes --format gambit
    """
    read_game = games.read_game(game)
    with located(game):
        found = all_equilibria.enumerate(read_game)
        limits.check()
    emit(output, rendered(found.document(), form, gambit=lambda: profiles.dumps(read_game, *found.profiles)))
    return 0
