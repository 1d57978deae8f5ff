"""``lemke info`` and ``lemke sequence-form``."""

from __future__ import annotations

import click

from lemke.cli import games
from lemke.cli.options import emit, limits, make_watch, output
from lemke.errors import located
from lemke.io import sequence_form as sequence_form_json
from lemke.sequence_form import sequence_form as build
from lemke.views.game import form_latex, form_text, game_text


@click.command()
@click.argument("game")
@limits
def info(game: str, time_limit: float | None, memory_limit: int | None, quiet: bool) -> int:
    """Describe GAME: nodes, information sets, sequences, nonzeros, recall, sums, size of its numbers.

    Any number of players and any recall.

    \b
    Example:
      lemke info examples/games/kuhn3.efg
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        description = game_text(read_game, watch)
    emit("-", description)
    return 0


@click.command("sequence-form")
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["text", "json", "latex"]), default="text")
@output
@limits
def sequence_form(
    game: str, form: str, output: str, time_limit: float | None, memory_limit: int | None, quiet: bool
) -> int:
    """Print the sequence form of GAME: E, e, F, f, A, B, exact.

    \b
    Example:
      lemke sequence-form examples/games/lecture9_imperfect.efg
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read_game = games.read_game(game, watch)
    with located(game):
        built = build(read_game, watch)
    formats = {"text": form_text, "json": sequence_form_json.dumps, "latex": form_latex}
    emit(output, formats[form](built))
    return 0
