"""``lemke values``."""

from __future__ import annotations

from collections.abc import Iterable

import click

from lemke.api import games
from lemke.cli.options import limited, output, profile_options
from lemke.cli.shared_options import emit_stream, format_option, read_profile
from lemke.errors import located
from lemke.game.best_response import Counterfactual, counterfactual
from lemke.game.reach import Reach, reach
from lemke.game.strategy import Missing
from lemke.ground import limits
from lemke.io import values as values_json
from lemke.show.report import origin_lines
from lemke.show.values import nodes_text, values_text


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
    given = read_profile(profile, read_game, normalize=normalize, missing=missing)
    with located(game):
        found = reach(read_game, given)
        limits.check()
        pieces = _PIECES[form, nodes](found)
        emit_stream(game, output, pieces)
    return 0


def _text(found: Reach) -> Iterable[str]:
    return [values_text(found, _values(found)), *_origin(found)]


def _nodes_text(found: Reach) -> Iterable[str]:
    return [nodes_text(found), *_origin(found)]


def _json(found: Reach) -> Iterable[str]:
    return [values_json.dumps(found, _values(found))]


def _values(found: Reach) -> list[Counterfactual]:
    return [counterfactual(found.game, found.profile, player) for player in range(len(found.game.players))]


def _origin(found: Reach) -> Iterable[str]:
    return (f"{line}\n" for line in origin_lines(found.profile))


_PIECES = {
    ("text", False): _text,
    ("text", True): _nodes_text,
    ("json", False): _json,
    ("json", True): values_json.nodes_pieces,
}
"""What is written, by format and whether --nodes is given, in pieces."""
