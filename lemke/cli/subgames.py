"""``lemke subgames``."""

from __future__ import annotations

import click

from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import located
from lemke.game import Game, NodeNames
from lemke.subgames import augmented_information_sets, minimal_subgames, proper_subgames, smallest_subgame
from lemke.views.subgames import Found, subgames_json, subgames_text
from lemke.watch import Watch


@click.command()
@click.argument("game")
@click.option(
    "--containing",
    multiple=True,
    metavar="HISTORY",
    help="Only the smallest imperfect-information subgame that holds the node at the end of these moves: labels "
    "separated by spaces, #k for the k-th move, an empty text for the root; or @N, the N-th node in breadth-first "
    "order. May be given several times.",
)
@click.option("--augmented", is_flag=True, help="Only the augmented information sets of more than one node.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@output
@limits
def subgames(
    game: str,
    containing: tuple[str, ...],
    augmented: bool,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """List the proper subgames of GAME, and its minimal subgames of imperfect information.

    An imperfect-information subgame is closed under the moves and under what any player cannot tell apart, also
    where others move and at leaves: augmented information sets. Any number of players and any recall.

    \b
    Examples:
      lemke subgames examples/games/centipede6.efg
      lemke subgames examples/games/kuhn3.efg --containing "JQ bet" --augmented
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        found = _found(read_game, containing, augmented, watch)
        watch.check()
    emit(output, _FORMATS[form](found))
    return 0


def _found(game: Game, containing: tuple[str, ...], augmented: bool, watch: Watch) -> Found:
    if not containing and not augmented:
        proper = proper_subgames(game)
        watch.check()
        return Found(game, proper=proper, minimal=minimal_subgames(game))
    names = NodeNames(game)
    return Found(
        game,
        containing=smallest_subgame(game, map(names.node, containing)) if containing else None,
        augmented=augmented_information_sets(game) if augmented else None,
    )


_FORMATS = {"text": subgames_text, "json": subgames_json}
