"""``lemke enumerate``."""

from __future__ import annotations

import click

from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import located
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.solvers.all_equilibria import all_equilibria
from lemke.views.enumeration import enumeration_text


@click.command("enumerate")
@click.argument("game")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "gambit"]),
    default="text",
    help="gambit: a line NE,... for every equilibrium, realization-equivalent ones only once.",
)
@output
@limits
def enumerate_(
    game: str, form: str, output: str, time_limit: float | None, memory_limit: int | None, quiet: bool
) -> int:
    """List all extreme equilibria of GAME, exact, and the components of its set of equilibria.

    GAME has two players, with perfect recall. Extreme are equilibria of its strategic form, of the reduced one if it is
    a tree; every equilibrium is a convex combination of them within one of the products that are listed, or realization
    equivalent to one.

    \b
    Examples:
      lemke enumerate examples/games/tracing_2002.efg
      lemke enumerate examples/games/battle_of_the_sexes.efg --format gambit
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        found = all_equilibria(read_game, watch)
        if form == "gambit":
            content = "".join(profiles.dumps(read_game, each) for each in found.profiles)
        else:
            content = _FORMATS[form](found)
        watch.check()
    emit(output, content)
    return 0


_FORMATS = {"text": enumeration_text, "json": enumeration.dumps}
