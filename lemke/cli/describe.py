"""``lemke info``, ``lemke sequence-form`` and ``lemke subgames``: what a game is like."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import emit, rendered, result
from lemke.errors import located
from lemke.forms.facts import game_facts
from lemke.forms.sequence_form import form_latex
from lemke.forms.sequence_form import sequence_form as build
from lemke.game import NodeNames
from lemke.game.subgames import (
    augmented_information_sets,
    minimal_subgames,
    proper_subgames,
    smallest_subgame,
    subgames_document,
)
from lemke.ground import limits


@click.command()
@click.argument("game")
@result("text", "json")
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
@result("text", "json", "latex")
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
@result("text", "json")
def subgames(game: str, containing: tuple[str, ...], augmented: bool, form: str, output: str) -> int:
    """List the subgames of a game.

    Its proper subgames, and its minimal subgames of imperfect information. An imperfect-information subgame is closed
    under the moves and under what any player cannot tell apart, also where others move and at leaves: augmented
    information sets. Any number of players and any recall.

    \b
    Examples:
      lemke subgames example:centipede6
      lemke subgames example:kuhn3 --containing "JQ bet" --augmented
    """
    read_game = games.read_game(game)
    with located(game):
        if containing or augmented:
            names = NodeNames(read_game)
            found = subgames_document(
                read_game,
                containing=smallest_subgame(read_game, map(names.node, containing)) if containing else None,
                augmented=augmented_information_sets(read_game) if augmented else None,
            )
        else:
            proper = proper_subgames(read_game)
            limits.check()
            found = subgames_document(read_game, proper, minimal_subgames(read_game))
        limits.check()
    emit(output, rendered(found, form))
    return 0
