"""``lemke polish``."""

from __future__ import annotations

import click

from lemke.api.games import read_game
from lemke.cli.options import emit, limited, output, profile_options, rendered
from lemke.cli.shared_options import format_option, seed_option
from lemke.errors import located
from lemke.game.strategy import Missing
from lemke.io import profile as profiles
from lemke.studies.polish import polish as polished


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@seed_option("Of the guided kernel's perturbations, if a path has to be followed.")
@format_option(["text", "json", "gambit"], "json is a certificate, gambit a line NE,....")
@output
@limited
def polish(game: str, profile: str, normalize: bool, missing: Missing, seed: int, form: str, output: str) -> int:
    """Find an exact equilibrium near an approximate one.

    It is proved. PROFILE, an approximate equilibrium, is what lemke verify reads. Supports are guessed from its numbers
    and solved for exactly; if no guess is right, Lemke's path goes from the profile as prior. The text says which way
    it went and how far the profile moved.

    \b
    Examples:
      echo "NE,0.333,0.667,0.2,0.8" > float.ne
      lemke polish example:battle_of_the_sexes float.ne
      lemke polish example:battle_of_the_sexes float.ne --format json -o ne.json
      lemke verify example:battle_of_the_sexes ne.json
    """
    tree = read_game(game)
    with located(game):
        tree.require_two_players()
    given = profiles.read(profile, tree, " to polish", normalize, missing).profile
    with located(game):
        found = polished(tree, given, seed)
        emit(output, rendered(found.document(), form, gambit=lambda: profiles.dumps(tree, found.equilibrium.profile)))
    return 0
