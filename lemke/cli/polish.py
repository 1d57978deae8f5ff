"""``lemke polish``."""

from __future__ import annotations

import click

from lemke.cli.games import read_game
from lemke.cli.options import emit, limits, make_watch, output, profile_options
from lemke.errors import ProfileError, located
from lemke.io import equilibrium as certificates
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.strategy import Missing
from lemke.studies.polish import Polished
from lemke.studies.polish import polish as polished
from lemke.views.polish import polished_text


@click.command()
@click.argument("game")
@click.argument("profile")
@profile_options
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Of the guided kernel's perturbations, if a path has to be followed.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "gambit"]), default="text", help="json is a certificate."
)
@output
@limits
def polish(
    game: str,
    profile: str,
    normalize: bool,
    missing: Missing,
    seed: int,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Find an exact equilibrium of GAME near PROFILE, an approximate one, and prove it.

    PROFILE is what lemke verify reads. Supports are guessed from its numbers and solved for exactly; if no guess is
    right, Lemke's path goes from the profile as prior. The text says which way it went and how far the profile moved.

    \b
    Examples:
      echo "NE,0.333,0.667,0.2,0.8" > float.ne
      lemke polish examples/games/battle_of_the_sexes.efg float.ne
      lemke polish examples/games/battle_of_the_sexes.efg float.ne --format json -o exact.json
      lemke verify examples/games/battle_of_the_sexes.efg exact.json
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    tree = read_game(game, watch)
    with located(game):
        tree.require_two_players()
    claims = profiles.loads(read_text(profile, watch), tree, profile, watch, normalize, missing)
    if len(claims) != 1:
        with located(profile):
            raise ProfileError(f"{len(claims)} profiles, expected one to polish")
    with located(game):
        emit(output, _FORMATS[form](polished(tree, claims[0].profile, seed, watch)))
    return 0


def _text(found: Polished) -> str:
    return polished_text(found.equilibrium, found.given, found.way, found.guesses, found.distance, found.moved_near)


def _certificate(found: Polished) -> str:
    return certificates.dumps(found.equilibrium)


def _gambit(found: Polished) -> str:
    return profiles.dumps(found.equilibrium.game, found.equilibrium.profile)


_FORMATS = {"text": _text, "json": _certificate, "gambit": _gambit}
