"""``lemke values``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import limited, output, profile_options
from lemke.cli.shared_options import emit_stream, format_option
from lemke.errors import located
from lemke.game.best_response import counterfactual
from lemke.game.best_response.documents import node_values_document, values_document
from lemke.game.reach import reach
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.io import profile as profiles


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Of every node instead: its reach, by whom, the belief, its values.")
@profile_options
@format_option(["text", "json"], "json has every number in full.")
@output
@limited
def values(game: str, profile: str, nodes: bool, normalize: bool, missing: Missing, form: str, output: str) -> int:
    """Show what a profile reaches, and what is at stake there.

    For every information set: the probability that it is reached, by the profile and by the others alone, and its
    counterfactual value under the profile and under the best response; for its moves, their probabilities and values
    under the profile. A dash is undefined: a value where the others do not get, a belief where the profile does not.
    Numbers are exact up to 40 characters. Any number of players; with --nodes, any recall.

    \b
    Examples:
      lemke solve example:kuhn3 --format gambit -o kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne
      lemke values example:kuhn3 kuhn3.ne --nodes --format json
    """
    read_game = games.read_game(game)
    given = profiles.read(profile, read_game, normalize=normalize, missing=missing).profile
    with located(game):
        reached = reach(read_game, given)
        limits.check()
        if nodes:
            found = node_values_document(reached)
        else:
            players = range(len(read_game.players))
            found = values_document(reached, [counterfactual(read_game, given, player) for player in players])
        emit_stream(game, output, found.pieces() if form == "json" else [found.to_text()])
    return 0
