"""``lemke strategies`` and ``lemke normal-form``."""

from __future__ import annotations

import click
from gmpy2 import mpq, mpz

from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output, stream
from lemke.errors import InputError, located
from lemke.io import nfg
from lemke.io import normal_form as normal_form_json
from lemke.normal_form import normal_form as build
from lemke.pure_strategies import pure_strategies
from lemke.rational import quoted, short
from lemke.views.normal_form import normal_form_latex, normal_form_text, strategies_heading, strategy_lines


@click.command()
@click.argument("game")
@click.option("--player", type=click.IntRange(min=1), required=True, metavar="N", help="Whose strategies: 1, 2, ....")
@click.option("--reduced", is_flag=True, help="Reduced strategies, with * at sets that they do not reach.")
@click.option("--count", is_flag=True, help="Only how many there are; none is generated.")
@click.option("--nth", metavar="K", help="Only the one of this number, from 1 on.")
@click.option("--rank", metavar="STRATEGY", help="Only the number of this one, written as in the list.")
@limits
def strategies(
    game: str,
    player: int,
    reduced: bool,
    count: bool,
    nth: str | None,
    rank: str | None,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """List the pure strategies of player N in GAME, a move for every information set in breadth-first order.

    Any number of players and any recall. The list is written as it is generated, and may be cut off by its reader.

    \b
    Examples:
      lemke strategies examples/games/kuhn3.efg --player 1 --reduced
      lemke strategies examples/games/kuhn5.efg --player 2 --reduced --count
      lemke strategies examples/games/kuhn5.efg --player 2 --reduced --nth 100
    """
    if count + (nth is not None) + (rank is not None) > 1:
        raise InputError("several of --count, --nth and --rank, expected at most one")
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        own = pure_strategies(read_game, player - 1, reduced, watch)
        total = own.count if count or nth or rank else None
    if nth is not None:
        emit("-", own.text(own.nth(_place(nth, own.count))) + "\n")
    elif rank is not None:
        emit("-", f"{own.rank(own.parse(rank)) + 1}\n")
    elif count:
        emit("-", f"{total}\n")
    else:
        stream(strategies_heading(own), strategy_lines(own), watch)
    return 0


def _place(number: str, total: mpz) -> mpz:
    """Return the place from 0 of a number from 1, however long."""
    if not (number.isascii() and number.isdecimal() and 1 <= mpz(number) <= total):
        raise InputError(f"strategy {quoted(number)}, expected a number from 1 to {short(mpq(total))}")
    return mpz(number) - 1


@click.command("normal-form")
@click.argument("game")
@click.option("--reduced", is_flag=True, help="Over reduced strategies, with * at sets that they do not reach.")
@click.option("--format", "form", type=click.Choice(["text", "json", "latex", "nfg"]), default="text")
@output
@limits
def normal_form(
    game: str,
    reduced: bool,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Print the strategic form of GAME: expected payoffs for all combinations of pure strategies, exact.

    Any number of players and any recall; at most a million combinations.

    \b
    Examples:
      lemke normal-form examples/games/lecture9_imperfect.efg
      lemke normal-form examples/games/lecture9_imperfect.efg --reduced
      lemke normal-form examples/games/tracing_2002.efg --reduced --format nfg -o tracing.nfg
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        built = build(read_game, reduced, watch)
        content = _FORMATS[form](built)
    emit(output, content)
    return 0


_FORMATS = {"text": normal_form_text, "json": normal_form_json.dumps, "latex": normal_form_latex, "nfg": nfg.dumps_form}
