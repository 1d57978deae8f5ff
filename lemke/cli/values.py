"""``lemke values``."""

from __future__ import annotations

import click

from lemke.best_response import counterfactual
from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output, profile_options
from lemke.errors import ProfileError, located
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.reach import reach
from lemke.strategy import Missing
from lemke.views.report import origin_lines
from lemke.views.values import nodes_text, values_text


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Of every node instead: its reach, by whom, the belief, its values.")
@profile_options
@output
@limits
def values(
    game: str,
    profile: str,
    nodes: bool,
    normalize: bool,
    missing: Missing,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Print what PROFILE reaches in GAME and what is at stake: reach and counterfactual values.

    For every information set: the probability that it is reached, by the profile and by the others alone, and its
    counterfactual value under the profile and under the best response; for its moves, their probabilities and values
    under the profile. A dash is undefined: a value where the others do not get, a belief where the profile does not.
    Numbers are exact up to 40 characters. Any number of players; with --nodes, any recall.

    \b
    Examples:
      lemke solve examples/games/kuhn3.efg --format gambit -o kuhn3.ne
      lemke values examples/games/kuhn3.efg kuhn3.ne
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    claims = profiles.loads(read_text(profile, watch), read_game, profile, watch, normalize, missing)
    if len(claims) != 1:
        with located(profile):
            raise ProfileError(f"{len(claims)} profiles, expected one")
    with located(game):
        found = reach(read_game, claims[0].profile)
        watch.check()
        if nodes:
            content = nodes_text(found, watch)
        else:
            players = range(len(read_game.players))
            values = [counterfactual(read_game, found.profile, player, watch) for player in players]
            content = values_text(found, values, watch)
        watch.check()
    content += "".join(f"{line}\n" for line in origin_lines(found.profile))
    emit(output, content)
    return 0
