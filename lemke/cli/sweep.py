"""The command ``lemke sweep``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from gmpy2 import mpq

from lemke.cli.options import NUMBER, emit, rendered, result
from lemke.errors import located
from lemke.studies.parametric import Sweep
from lemke.studies.parametric import sweep as follow


def interval_options(required: bool) -> Callable[[Any], Any]:
    """Add the options of the interval, for :func:`swept`."""

    def with_options(command: Any) -> Any:
        for option in (  # the last one applied is the first one in the help
            click.option(
                "--all",
                "every",
                is_flag=True,
                help="In small games: find all extreme equilibria at sample values, and follow them.",
            ),
            click.option(
                "--to", "high", required=required, metavar="NUMBER", type=NUMBER, help="The end of the interval."
            ),
            click.option(
                "--from", "low", required=required, metavar="NUMBER", type=NUMBER, help="The start of the interval."
            ),
        ):
            command = option(command)
        return command

    return with_options


def swept(game: str, low: mpq, high: mpq, every: bool) -> Sweep:
    """Return the sweep of the game in a file, with the options of :func:`interval_options`."""
    with located(game):
        return follow(game, low, high, "all" if every else "one")


@click.command()
@click.argument("game", metavar="FILE")
@interval_options(required=True)
@result()
def sweep(game: str, form: str, output: str, **interval: Any) -> None:
    """Follow equilibria while a parameter changes.

    Divides the interval of the parameter into pieces. Every piece has an equilibrium in closed form, proved for all
    values in the piece. The ends of the pieces are exact: rational numbers, or roots of polynomials. FILE is a game
    with a parameter, in the format lemke-game/2 (see docs/reference/file-formats.md). With --all, all
    extreme equilibria at sample values are found and followed. The text lists these values; other equilibria may exist
    between them.

    \b
    Example:
      lemke sweep example:kuhn3_parametric --from 0 --to 4
    """
    result = swept(game, **interval)
    with located(game):
        emit(output, rendered(result, form))
