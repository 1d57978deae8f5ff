"""The commands ``lemke enumerate`` and ``lemke ranges``, about all equilibria of a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from lemke.api import games
from lemke.certificate import BestEquilibrium, EquilibriumSets, PureEquilibria
from lemke.certificate.equilibrium_sets import SetsMembers
from lemke.cli.options import emit, rendered, result
from lemke.errors import InputError, LimitError, located
from lemke.forms.normal_form import AllEquilibria
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.document import Block, Document
from lemke.ground.results import Result
from lemke.ground.tables import page_table
from lemke.io import enumeration
from lemke.io import profile as profiles
from lemke.io.objective import objective as read_objective
from lemke.io.source import read_text
from lemke.public import accepted as games
from lemke.public.equilibria import enumerate as find_all
from lemke.solvers import all_equilibria

_NAMES = {f"--{name}": name for name in ("first", "resume", "vertices")}
"""The names in Python of the options that only some of ``all_equilibria.WAYS`` accept."""


@click.command("enumerate")
@click.argument("game")
@click.option(
    "--by",
    type=click.Choice(["sets", "strategies"]),
    help="List sets of equilibria (the default for trees), or extreme equilibria (the default for strategic games).",
)
@click.option(
    "--pure",
    is_flag=True,
    help="List only equilibria in pure strategies, at most one for each outcome. An outcome is the moves at the "
    "information sets that play reaches.",
)
@click.option(
    "--payoffs",
    is_flag=True,
    help="List only pairs of payoffs, as text, each pair once; the payoffs of a set may be intervals.",
)
@click.option(
    "--vertices", is_flag=True, help="With --by sets: also list the vertices of every set, in the text at most 8."
)
@click.option(
    "--first", type=click.IntRange(min=1), metavar="N", help="With --by sets or --pure: stop after N sets or outcomes."
)
@click.option("--resume", metavar="FILE", help="With --by sets: continue from the JSON of an earlier run.")
@click.option("--best", metavar="EXPRESSION", help="Find only an equilibrium that maximizes EXPRESSION.")
@result("gambit", help="gambit: a line NE,… for every equilibrium; with --by sets, for an inner point of every set.")
def enumerate_(
    game: str,
    by: str | None,
    pure: bool,
    payoffs: bool,
    vertices: bool,
    first: int | None,
    resume: str | None,
    best: str | None,
    form: str,
    output: str,
) -> None:
    """List all equilibria, with a proof that none is missing.

    GAME has two players with perfect recall. If a limit or Ctrl-C stops the search, the command prints what was found;
    with --by strategies it prints nothing.

    --by sets lists the maximal sets of equilibria. Such a set is a product X x Y of convex sets of plans in which every
    pair is an equilibrium. Prints for every set dimensions, payoffs, and the range of every move's probability over the
    plans that reach the move's information set. The text has the first 40 sets; the JSON has all sets and the proof,
    which lemke verify checks.

    --by strategies lists the extreme equilibria of the strategic form (for a tree, of its reduced strategic form), and
    the components of the set of equilibria. The game may have at most a million combinations of strategies. The JSON
    of --by strategies and of --pure has no proof that nothing is missing.

    --best finds an equilibrium with the largest value of EXPRESSION and proves this, usually without a search for all
    equilibria. EXPRESSION is a sum of multiples of u1 and u2, the payoffs, and of x("SET", "MOVE") and y("SET",
    "MOVE"), the realization weights of moves of player 1 and player 2. SET is a label, or a number without quotes. Or
    EXPRESSION is the word support, for an equilibrium that plays the most sequences.

    \b
    Examples:
      lemke enumerate example:kuhn3
      lemke enumerate example:tracing_2002 --format json -o tracing.json
      lemke verify example:tracing_2002 tracing.json
      lemke enumerate example:tracing_2002 --by strategies
      lemke enumerate example:tracing_2002 --best "u1 + u2"
    """
    # the values of options that the user wrote; None for the other options
    flags = {"--pure": pure or None, "--payoffs": payoffs or None, "--vertices": vertices or None}
    options = {"--by": by, "--first": first, "--resume": resume, **flags}
    used_options = [name for name, value in options.items() if value is not None]
    if best is not None and used_options:
        raise InputError(f"--best and {used_options[0]}, expected at most one of them")
    if pure and by is not None:
        raise InputError("--pure and --by, expected at most one of them")
    if payoffs and vertices:
        raise InputError("--payoffs and --vertices, expected at most one of them")
    if payoffs and form != "text":
        raise InputError(f"--payoffs and --format {form}, expected --format text")
    if vertices and form == "gambit":
        raise InputError("--vertices and --format gambit, expected text, json or latex")
    read_game = games.read(game)
    way: Any = "pure" if pure else by or ("strategies" if read_game.strategic else "sets")
    accepted = all_equilibria.WAYS[way]
    refused = [option for option, name in _NAMES.items() if options[option] and name not in accepted]
    if best is None and refused:
        expected = "--by sets without --pure" if pure else "--by sets"
        raise InputError(f"{refused[0]} with {'--pure' if pure else f'--by {way}'}, expected {expected}")
    equilibria: EquilibriumSets | BestEquilibrium | AllEquilibria | PureEquilibria
    if best is not None:
        objective = best if best == all_equilibria.SUPPORT else read_objective(best, read_game)
        with located(game):
            equilibria = all_equilibria.best_of(read_game, objective)
    else:
        stated = _stated(resume, read_game)
        with located(game):
            equilibria = find_all(read_game, way, first, stated, vertices)
    with limits.lifted():  # equilibria that were found before a limit are written
        gambit = partial(profiles.dumps, read_game, *equilibria.profiles)
        shown: Document | Result = equilibria
        if payoffs:
            shown = Document(partial(_payoffs, equilibria))
        emit(output, rendered(shown, form, gambit=gambit))
    if not isinstance(equilibria, AllEquilibria):
        require_done(game, equilibria)


@click.command()
@click.argument("game")
@click.option("--player", type=click.IntRange(1, 2), metavar="N", help="Bound only the moves of player N.")
@click.option(
    "--only",
    metavar="LABEL",
    help="Bound only the moves at information sets with this label or, if there are none, with this number.",
)
@click.option("--resume", metavar="FILE", help="Continue from the JSON of an earlier run, or of lemke enumerate.")
@result(help="json: also the equilibria and the proofs.")
def ranges(
    game: str,
    player: int | None,
    only: str | None,
    resume: str | None,
    form: str,
    output: str,
) -> None:
    """Prove bounds on move probabilities over all equilibria.

    Prints for every move whether all, some or no equilibria play it, and the least and greatest realization weight and
    probability. The realization weight is the product of the player's own probabilities up to and including the move.
    The bounds of the probability are over the equilibria in which the player's own plan reaches the information set.

    GAME has two players with perfect recall. Constant-sum games may be large; in other games, all equilibria are found
    first. If a limit or Ctrl-C stops the command, it prints what was proved.

    \b
    Examples:
      lemke ranges example:kuhn3 --player 1 --only K
      lemke ranges example:kuhn3 --format json -o ranges.json
      lemke verify example:kuhn3 ranges.json
    """
    read_game = games.read(game)
    stated = _stated(resume, read_game)
    with located(game):
        player_index = None if player is None else player - 1
        answer = all_equilibria.ranges(read_game, player_index, only, stated)
    with limits.lifted():  # bounds that were proved before a limit are written
        emit(output, rendered(answer, form))
    require_done(game, answer.equilibria)


def _payoffs(equilibria: Any) -> Iterator[Block]:
    """Yield a table with every pair of payoffs once; for sets of equilibria, the payoffs may be intervals."""
    answers = equilibria.sets if isinstance(equilibria, EquilibriumSets) else equilibria.equilibria
    pairs = dict.fromkeys(answer.payoffs for answer in answers)  # in this order, without duplicates
    rows = [[None if payoff is None else str(payoff) for payoff in pair] for pair in pairs]
    yield page_table(rows, ["player 1", "player 2"], "", missing="not computed")
    if not isinstance(equilibria, AllEquilibria) and not equilibria.is_complete:
        yield "The search is not finished: there may be more payoffs."


def _stated(path: str | None, game: Game) -> SetsMembers | None:
    """Return the equilibria that a file states for a game; None without a file."""
    return None if path is None else enumeration.sets_in(read_text(path), game, path)


def require_done(game: str, equilibria: EquilibriumSets | BestEquilibrium | PureEquilibria) -> None:
    """Raise an error if a limit or an interrupt stopped a search."""
    if equilibria.stopped == "limit":
        with located(game):
            raise LimitError(equilibria.reason)
    if equilibria.stopped == "interrupt":
        raise KeyboardInterrupt
