"""``lemke info`` and ``lemke sequence-form``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import format_option
from lemke.errors import located
from lemke.forms.sequence_form import sequence_form as build
from lemke.forms.sequence_form.documents import form_latex
from lemke.forms.sequence_form.facts import game_facts


@click.command()
@click.argument("game")
@format_option(["text", "json"])
@output
@limited
def info(game: str, form: str, output: str) -> int:
    """Describe a game: sizes, recall, information, sums.

    Nodes, information sets, sequences and pure strategies of each player, recall, proper subgames, whether payoffs sum
    to a constant, nonzeros of the sequence form, size of its numbers. Any number of players and any recall.

    \b
    Examples:
      lemke info example:kuhn3
      lemke info example:kuhn3 --format json
    """
    read_game = games.read_game(game)
    with located(game):
        found = game_facts(read_game)
    emit(output, rendered(found.document(), form))
    return 0


@click.command("sequence-form")
@click.argument("game")
@format_option(["text", "json", "latex"])
@output
@limited
def sequence_form(game: str, form: str, output: str) -> int:
    """Print the sequence form: E, e, F, f, A, B.

    All numbers are exact. GAME has two players, both with perfect recall.

    \b
    Example:
      lemke sequence-form example:lecture9_imperfect
    """
    read_game = games.read_game(game)
    with located(game):
        built = build(read_game)
    emit(output, rendered(built.document(), form, latex=lambda: form_latex(built)))
    return 0
