"""``lemke values``."""

from __future__ import annotations

from collections.abc import Iterable

import click

from lemke.best_response import Counterfactual, counterfactual
from lemke.cli import games
from lemke.cli.options import output, profile_options
from lemke.cli.shared_options import emit_stream, format_option, read_profile, watched
from lemke.errors import located
from lemke.io import values as values_json
from lemke.reach import Reach, reach
from lemke.strategy import Missing
from lemke.views.report import origin_lines
from lemke.views.values import nodes_text, values_text
from lemke.watch import Watch


@click.command()
@click.argument("game")
@click.argument("profile")
@click.option("--nodes", is_flag=True, help="Of every node instead: its reach, by whom, the belief, its values.")
@profile_options
@format_option(["text", "json"], "json has every number in full.")
@output
@watched
def values(
    game: str,
    profile: str,
    nodes: bool,
    normalize: bool,
    missing: Missing,
    form: str,
    output: str,
    watch: Watch,
) -> int:
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
    read_game = games.read_game(game, watch)
    given = read_profile(profile, read_game, watch, normalize=normalize, missing=missing)
    with located(game):
        found = reach(read_game, given)
        watch.check()
        pieces = _PIECES[form, nodes](found, watch)
        emit_stream(game, output, pieces, watch)
    return 0


def _text(found: Reach, watch: Watch) -> Iterable[str]:
    return [values_text(found, _values(found, watch), watch), *_origin(found)]


def _nodes_text(found: Reach, watch: Watch) -> Iterable[str]:
    return [nodes_text(found, watch), *_origin(found)]


def _json(found: Reach, watch: Watch) -> Iterable[str]:
    return [values_json.dumps(found, _values(found, watch))]


def _values(found: Reach, watch: Watch) -> list[Counterfactual]:
    return [counterfactual(found.game, found.profile, player, watch) for player in range(len(found.game.players))]


def _origin(found: Reach) -> Iterable[str]:
    return (f"{line}\n" for line in origin_lines(found.profile))


_PIECES = {
    ("text", False): _text,
    ("text", True): _nodes_text,
    ("json", False): _json,
    ("json", True): values_json.nodes_pieces,
}
"""What is written, by format and whether --nodes is given, in pieces."""
