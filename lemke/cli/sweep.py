"""``lemke sweep``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click
from gmpy2 import mpq

from lemke.cli.options import NUMBER, emit, rendered, result
from lemke.errors import located
from lemke.ground.rational import quoted
from lemke.studies.parametric import ParametricGame, Sweep
from lemke.studies.parametric import sweep as follow


def _settings(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, mpq]:
    """Return the values of parameters by their names."""
    found: dict[str, mpq] = {}
    for given in values:
        name, equals, value = (part.strip() for part in given.partition("="))
        if not equals:
            raise click.BadParameter(f"{quoted(given)}, expected NAME=NUMBER")
        if name in found:
            raise click.BadParameter(f"two values of {name}, expected one")
        found[name] = NUMBER.convert(value, parameter, context)
    return found


def interval_options(required: bool) -> Callable[[Any], Any]:
    """Add the options that say over which interval a game with parameters is swept; :func:`swept` takes them."""

    def options(command: Any) -> Any:
        of_the_interval = (
            click.option(
                "--parameter", metavar="NAME", help="Which parameter; may be left out where only one is left."
            ),
            click.option(
                "--from", "low", required=required, metavar="NUMBER", type=NUMBER, help="Where the interval begins."
            ),
            click.option("--to", "high", required=required, metavar="NUMBER", type=NUMBER, help="Where it ends."),
            click.option(
                "--set",
                "values",
                multiple=True,
                metavar="NAME=NUMBER",
                callback=_settings,
                help="The value of another parameter.",
            ),
            click.option("--all", "every", is_flag=True, help="Follow all extreme equilibria, of small games."),
            click.option(
                "--sample",
                "samples",
                multiple=True,
                metavar="VALUE",
                type=NUMBER,
                help="With --all: look for equilibria there too.",
            ),
        )
        for option in reversed(of_the_interval):
            command = option(command)
        return command

    return options


def swept(
    game: str,
    parameter: str | None,
    low: mpq,
    high: mpq,
    values: dict[str, mpq],
    every: bool,
    samples: tuple[mpq, ...],
) -> Sweep:
    """Return the sweep of the game in a file that the options ask for."""
    with located(game):
        parametric = ParametricGame.read(game).substitute(values)
        name = parameter or parametric.functions.names[0]
        return follow(parametric, name, low, high, "all" if every else "one", samples)


@click.command()
@click.argument("game", metavar="FILE")
@interval_options(required=True)
@result()
def sweep(game: str, form: str, output: str, **interval: Any) -> None:
    """Follow equilibria while a parameter changes.

    An interval of the parameter is cut into pieces, with an equilibrium in closed form on each. FILE is JSON, "format":
    "lemke-parametric-game/1": that of "lemke-game/1" with a list "parameters" of names, and expressions in them as
    payoffs and chance probabilities, such as "(1 + b)/2". Ends of pieces are exact, rational or roots of polynomials,
    and every piece is proved for all values in it. With --all equilibria are looked for at samples, which are printed;
    others may exist where there is no sample.

    \b
    Example:
      lemke sweep example:kuhn3_parametric --set r=0 --parameter b --from 0 --to 4
    """
    result = swept(game, **interval)
    with located(game):
        emit(output, rendered(result.document(), form))
