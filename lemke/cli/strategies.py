"""``lemke strategies`` and ``lemke normal-form``."""

from __future__ import annotations

from itertools import chain

import click
from gmpy2 import mpq, mpz

from lemke.api import games
from lemke.cli.options import emit, limited, output
from lemke.cli.shared_options import emit_stream, format_option
from lemke.errors import InputError, located
from lemke.forms.normal_form import normal_form as build
from lemke.game.pure_strategies import pure_strategies
from lemke.ground.rational import quoted, short
from lemke.io import nfg
from lemke.io import normal_form as normal_form_json
from lemke.io import strategies as strategies_json
from lemke.show.normal_form import normal_form_latex, normal_form_text, strategies_heading, strategy_lines


@click.command()
@click.argument("game")
@click.option("--player", type=click.IntRange(min=1), required=True, metavar="N", help="Whose strategies: 1, 2, … .")
@click.option("--reduced", is_flag=True, help="Reduced strategies, with * at sets that they do not reach.")
@click.option("--count", is_flag=True, help="Only how many there are; none is generated.")
@click.option("--nth", metavar="K", help="Only the one of this number, from 1 on.")
@click.option("--rank", metavar="STRATEGY", help="Only the number of this one, written as in the list.")
@format_option(["text", "json"])
@output
@limited
def strategies(
    game: str, player: int, reduced: bool, count: bool, nth: str | None, rank: str | None, form: str, output: str
) -> int:
    """List a player's pure strategies.

    A strategy has a move for every information set, in breadth-first order. Any number of players and any recall. The
    list is written as it is generated, and may be cut off by its reader.

    \b
    Examples:
      lemke strategies example:kuhn3 --player 1 --reduced
      lemke strategies example:kuhn5 --player 2 --reduced --count
      lemke strategies example:kuhn5 --player 2 --reduced --nth 100 --format json
    """
    if count + (nth is not None) + (rank is not None) > 1:
        raise InputError("several of --count, --nth and --rank, expected at most one")
    read_game = games.read_game(game)
    with located(game):
        own = pure_strategies(read_game, player - 1, reduced)
        total = None if nth is rank is None and not count else own.count
    place = None
    if nth is not None:
        place = _place(nth, own.count)
    elif rank is not None:
        place = own.rank(own.parse(rank))
    if form == "json":
        listed = enumerate(own) if place is None else [(place, own.nth(place))]
        pieces = strategies_json.dumps_pieces(read_game, own, None if count else listed, total)
    elif count:
        pieces = iter([f"{total}\n"])
    elif place is None:
        pieces = chain([strategies_heading(own)], strategy_lines(own))
    else:
        pieces = iter([f"{place + 1}\n" if nth is None else f"{own.text(own.nth(place))}\n"])
    emit_stream(game, output, pieces)
    return 0


def _place(number: str, total: mpz) -> mpz:
    """Return the place from 0 of a number from 1, however long."""
    if not (number.isascii() and number.isdecimal() and 1 <= mpz(number) <= total):
        raise InputError(f"strategy {quoted(number)}, expected a number from 1 to {short(mpq(total))}")
    return mpz(number) - 1


_NORMAL_FORM = {
    "text": normal_form_text,
    "json": normal_form_json.dumps,
    "latex": normal_form_latex,
    "nfg": nfg.dumps_form,
}


@click.command("normal-form")
@click.argument("game")
@click.option("--reduced", is_flag=True, help="Over reduced strategies, with * at sets that they do not reach.")
@format_option(_NORMAL_FORM)
@output
@limited
def normal_form(game: str, reduced: bool, form: str, output: str) -> int:
    """Print the strategic form.

    That is the exact expected payoffs for all combinations of pure strategies. Any number of players and any recall; at
    most a million combinations.

    \b
    Examples:
      lemke normal-form example:lecture9_imperfect
      lemke normal-form example:lecture9_imperfect --reduced
      lemke normal-form example:tracing_2002 --reduced --format nfg -o tracing.nfg
    """
    read_game = games.read_game(game)
    with located(game):
        content = _NORMAL_FORM[form](build(read_game, reduced))
    emit(output, content)
    return 0
