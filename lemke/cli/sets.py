"""The commands ``enumerate``, ``ranges`` and ``sweep``, about all equilibria of a game, or of many games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

import lemke
from lemke.cli import shared
from lemke.errors import InputError, located
from lemke.io import profile as profiles

resume_option = click.option(
    "--resume",
    type=shared.FILE,
    metavar="FILE",
    help="Continue from the JSON of an earlier run of lemke enumerate or lemke ranges.",
)


@click.command("enumerate")
@shared.game_argument
@click.option(
    "--by",
    type=click.Choice(["sets", "strategies", "pure"]),
    help="What to list. By default sets for trees, strategies for strategic games.",
)
@click.option("--vertices", is_flag=True, help="With sets: also list the vertices of every set.")
@click.option("--first", type=shared.POSITIVE, metavar="N", help="With sets or pure: stop after N sets or equilibria.")
@resume_option
@click.option("--best", metavar="EXPRESSION", help="Find only an equilibrium that maximizes EXPRESSION.")
@shared.result_options("text", "json", "gambit", "latex")
def enumerate_(game: str, resume: str | None, form: str, output: str, **options: Any) -> None:
    """List all equilibria, with a proof that none is missing.

    GAME has two players with perfect recall. If a limit or Ctrl-C stops the search for sets or pure equilibria, the
    command prints what was found.

    By sets: the maximal sets of equilibria. Such a set is a product X x Y of convex sets of plans in which every pair
    is an equilibrium. The JSON has the proof, which lemke verify checks. By strategies: the extreme equilibria of the
    (reduced) strategic form, and the components. Pure: the equilibria in pure strategies, one for each outcome.

    EXPRESSION is a sum of multiples of u1 and u2, the payoffs, and of x("SET", "MOVE") and y("SET", "MOVE"), the
    realization weights of moves of player 1 and player 2. SET is a label, or a number without quotes. Or EXPRESSION is
    the word support, for an equilibrium that plays the most sequences.

    \b
    Examples:
      lemke enumerate example:tracing_2002 -o tracing.json
      lemke verify example:tracing_2002 tracing.json
      lemke enumerate example:tracing_2002 --by strategies
      lemke enumerate example:tracing_2002 --best "u1 + u2"
    """
    tree = lemke.read(game)
    by = options["by"] or ("strategies" if tree.strategic else "sets")
    if form == "json" and by != "sets" and options["best"] is None:
        raise InputError(f"--format json by {by}, expected --by sets or another format: only sets have JSON")
    with located(game):
        equilibria = lemke.enumerate(tree, resume=resume, **options)
    shared.write_result(equilibria, form, output, {"gambit": lambda: profiles.dumps(tree, *equilibria.profiles)})
    shared.require_end(equilibria, game)


@click.command()
@shared.game_argument
@click.option("--player", type=click.IntRange(1, 2), metavar="N", help="Bound only the moves of player N.")
@click.option("--only", metavar="LABEL", help="Bound only the moves at information sets with this label or number.")
@resume_option
@shared.result_options("text", "json", "latex")
def ranges(game: str, player: int | None, only: str | None, resume: str | None, form: str, output: str) -> None:
    """Prove bounds on move probabilities over all equilibria.

    Prints for every move whether all, some or no equilibria play it, and the least and greatest realization weight and
    probability. The realization weight is the product of the player's own probabilities up to and including the move.
    The bounds of the probability are over the equilibria in which the player's own plan reaches the information set.

    GAME has two players with perfect recall. Constant-sum games may be large; in other games, all equilibria are found
    first. If a limit or Ctrl-C stops the command, it prints what was proved.

    \b
    Examples:
      lemke ranges example:kuhn3 --player 1 --only K
    """
    tree = lemke.read(game)
    with located(game):
        bounds = lemke.ranges(tree, None if player is None else player - 1, only, resume)
    shared.write_result(bounds, form, output)
    shared.require_end(bounds.equilibria, game)


def interval_options(required: bool) -> Callable[[shared.Command], shared.Command]:
    """Return a decorator that adds the options of a sweep."""
    return shared.with_options(
        click.option("--from", "low", required=required, metavar="NUMBER", help="The start of the interval."),
        click.option("--to", "high", required=required, metavar="NUMBER", help="The end of the interval."),
        click.option("--all", "every", is_flag=True, help="Follow all extreme equilibria at sample values."),
    )


@click.command()
@click.argument("game", metavar="FILE", type=shared.FILE)
@interval_options(required=True)
@shared.result_options("text", "json", "latex")
def sweep(game: str, low: str, high: str, every: bool, form: str, output: str) -> None:
    """Follow equilibria while a parameter changes.

    Divides the interval of the parameter into pieces. Every piece has an equilibrium in closed form, proved for all
    values in the piece. The ends of the pieces are exact: rational numbers, or roots of polynomials. FILE is a game
    with a parameter (see docs/reference/file-formats.md). With --all, other equilibria may exist between the values.

    \b
    Example:
      lemke sweep example:kuhn3_parametric --from 0 --to 4
    """
    with located(game):
        swept = lemke.sweep(game, low, high, "all" if every else "one")
    shared.write_result(swept, form, output)
