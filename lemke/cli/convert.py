"""``lemke convert``."""

from __future__ import annotations

import click

from lemke.cli.options import limits, make_watch
from lemke.io import read, write


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@limits
def convert(source: str, target: str, time_limit: float | None, memory_limit: int | None, quiet: bool) -> int:
    """Convert a game file IN to OUT, whose suffix names the format: .efg, .nfg or .json.

    A strategic game (.nfg) becomes the tree in which the players move in turn without seeing each other; a tree becomes
    its full strategic form.

    \b
    Example:
      lemke convert examples/games/kuhn3.efg kuhn3.json
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    game = read(source, watch)
    watch.check()
    write(game, target)
    return 0
