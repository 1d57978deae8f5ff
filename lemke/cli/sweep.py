"""``lemke sweep``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import FormatError, located
from lemke.io import parametric as files
from lemke.io.source import read_text
from lemke.rational import quoted
from lemke.studies.parametric import ParametricGame, Sweep
from lemke.studies.parametric import sweep as swept
from lemke.views.parametric import dumps, sweep_text


@click.command()
@click.argument("file")
@click.option("--parameter", metavar="NAME", help="Which one; may be left out where only one is left.")
@click.option("--from", "low", required=True, metavar="NUMBER", help="Where the interval begins.")
@click.option("--to", "high", required=True, metavar="NUMBER", help="Where it ends.")
@click.option("--set", "values", multiple=True, metavar="NAME=NUMBER", help="The value of another parameter.")
@click.option("--all", "every", is_flag=True, help="Follow all extreme equilibria, of small games.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@output
@limits
def sweep(
    file: str,
    parameter: str | None,
    low: str,
    high: str,
    values: tuple[str, ...],
    every: bool,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Cut an interval of a parameter into pieces, with an equilibrium in closed form on each.

    FILE is JSON, "format": "lemke-parametric-game/1": that of "lemke-game/1" with a list "parameters" of names, and
    expressions in them as payoffs and chance probabilities, such as "(1 + b)/2". Ends of pieces are exact, rational or
    roots of polynomials, and every piece is proved for all values in it.

    \b
    Example:
      lemke sweep examples/games/kuhn3_parametric.json --set r=0 --parameter b --from 0 --to 4
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    written = files.loads(read_text(file, watch, ("{",)), file, watch)
    with located(file):
        game = ParametricGame.of_texts(
            written.structure, written.parameters, written.payoffs, written.probabilities
        ).substitute(dict(map(_value, values)))
        found = swept(game, parameter or game.functions.names[0], low, high, "all" if every else "one", watch)
        emit(output, _FORMATS[form](found))
    return 0


def _value(given: str) -> tuple[str, str]:
    name, equals, number = given.partition("=")
    if not equals:
        raise FormatError(f"--set {quoted(given)}, expected NAME=NUMBER")
    return name.strip(), number


def _text(found: Sweep) -> str:
    game = found.game
    return sweep_text(
        game.title,
        game.structure.players,
        found.parameter.name,
        found.interval,
        found.pieces,
        found.critical,
        found.undefined,
    )


def _json(found: Sweep) -> str:
    return dumps(found.game.title, found.parameter.name, found.pieces, found.critical, found.undefined)


_FORMATS = {"text": _text, "json": _json}
