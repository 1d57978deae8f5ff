"""Commands that describe a game: its facts, forms, strategies, subgames and dominance."""

from __future__ import annotations

from typing import get_args

import click
from gmpy2 import mpq, mpz

from lemke.cli.options import (
    containing_option,
    emit,
    profile_options,
    reduced_option,
    rendered,
    result,
)
from lemke.errors import InputError, located
from lemke.forms.facts import game_facts
from lemke.forms.normal_form import normal_form as build_normal_form
from lemke.forms.sequence_form import TreeForm
from lemke.forms.sequence_form import sequence_form as build_sequence_form
from lemke.game import NodeNames
from lemke.game.conversions import ProfileForm, converted
from lemke.game.pure_strategies import pure_strategies
from lemke.game.sequences import following_sets
from lemke.game.strategy import Missing, centroid, realization_plan
from lemke.game.subgames import Subgames, augmented_information_sets, smallest_subgame
from lemke.game.subgames import subgames as all_subgames
from lemke.ground.rational import quoted, short
from lemke.ground.results import Result
from lemke.io import nfg
from lemke.io import profile as profiles
from lemke.io.lcp_formats import dumps_lcp
from lemke.linear.lcp import LCP
from lemke.public import accepted as games


@click.command()
@click.argument("game")
@click.option(
    "--sequences",
    is_flag=True,
    help="List every player's sequences with the information sets directly after them, and the last moves before every "
    "information set.",
)
@result()
def info(game: str, sequences: bool, form: str, output: str) -> None:
    """Describe a game: its size, recall, subgames, payoffs.

    Prints the number of nodes, information sets, sequences, pure strategies and proper subgames, the recall of every
    player, whether payoffs sum to a constant, and the size of the numbers; for two players with perfect recall also the
    number of nonzero payoffs in the sequence form. Any number of players and any recall.

    \b
    Examples:
      lemke info example:kuhn3
      lemke info example:kuhn3 --sequences
    """
    read_game = games.read(game)
    with located(game):
        description: Result = following_sets(read_game) if sequences else game_facts(read_game)
    emit(output, rendered(description, form))


@click.command("sequence-form")
@click.argument("game")
@result("lcp", help="lcp: the linear complementarity problem, for lemke lcp.")
def sequence_form(game: str, form: str, output: str) -> None:
    """Print the sequence form: E, e, F, f, A, B.

    GAME has two players with perfect recall. --format lcp prints, as JSON, the mixed linear complementarity problem
    whose solutions are the equilibria. Its variables z are x, y, u, v: the plans of both players, and the free values
    of their information sets.

    \b
    Examples:
      lemke sequence-form example:lecture9_imperfect
      lemke sequence-form example:lecture9_imperfect --format lcp | lemke lcp -
    """
    read_game = games.read(game)
    with located(game):
        game_form = build_sequence_form(read_game)
        emit(output, rendered(game_form, form, lcp=lambda: dumps_lcp(_lcp(game_form))))


def _lcp(form: TreeForm) -> LCP:
    """Return the equilibrium conditions as an LCP, with the covering vector for the path from the centroid."""
    plan_1, plan_2 = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    return form.lcp((plan_1, plan_2))


@click.command()
@click.argument("game")
@containing_option(
    "Print only",
    "HISTORY is the moves that lead to the node: labels, in double quotes if they have spaces, or #k, the k-th move. "
    "Or it is @N, node N in breadth-first order from the root, @0.",
)
@click.option("--augmented", is_flag=True, help="Print only the augmented information sets with more than one node.")
@result()
def subgames(game: str, containing: tuple[str, ...], augmented: bool, form: str, output: str) -> None:
    """List the subgames of a game.

    Lists the proper subgames and the minimal imperfect-information subgames, which may have several roots (see
    docs/textbook/subgames.md). Any number of players and any recall.

    \b
    Examples:
      lemke subgames example:centipede6
      lemke subgames example:kuhn3 --containing "JQ bet" --augmented
    """
    read_game = games.read(game)
    with located(game):
        if containing or augmented:
            nodes = map(NodeNames(read_game).node, containing)
            smallest = (smallest_subgame(read_game, nodes),) if containing else ()
            found = Subgames(read_game, (), smallest, augmented_information_sets(read_game) if augmented else ())
        else:
            found = all_subgames(read_game)
    emit(output, rendered(found, form))


@click.command()
@click.argument("game")
@click.option(
    "--player",
    type=click.IntRange(min=1),
    metavar="N",
    help="The player whose strategies to list. Required without --profile.",
)
@reduced_option
@click.option("--count", is_flag=True, help="Print only the number of strategies.")
@click.option("--nth", metavar="K", help="Print only the K-th strategy.")
@click.option("--rank", metavar="STRATEGY", help="Print only the number of this strategy, written as in the list.")
@click.option(
    "--profile",
    metavar="PROFILE",
    help="Convert this profile, as for lemke verify. The realization plans stay the same.",
)
@click.option(
    "--to",
    type=click.Choice(get_args(ProfileForm)),
    help="The form to convert PROFILE to: behavior strategies (the default), mixed strategies over few reduced "
    "strategies, or realization plans. The last two need perfect recall.",
)
@profile_options
@result(
    "gambit",
    help="json: with --profile a profile, otherwise the strategies. gambit: only with --profile, a line NE,…",
)
def strategies(
    game: str,
    player: int | None,
    reduced: bool,
    count: bool,
    nth: str | None,
    rank: str | None,
    profile: str | None,
    to: ProfileForm | None,
    normalize: bool,
    missing: Missing,
    form: str,
    output: str,
) -> None:
    """List pure strategies, or convert a profile.

    A strategy has a move for every information set, in breadth-first order. Strategies are numbered from 1 in
    lexicographic order. A move is written as its label, in double quotes if the label has spaces. The k-th move is
    written as #k if the label is empty, not unique, longer than 80 characters or hard to read, or could be misread,
    such as #2 or *. Any number of players and any recall.

    \b
    Examples:
      lemke strategies example:kuhn3 --player 1 --reduced
      lemke strategies example:kuhn5 --player 2 --reduced --nth 100
      lemke solve example:tracing_2002 --format gambit -o path.ne
      lemke strategies example:tracing_2002 --profile path.ne --to mixed
    """
    if profile is not None:
        list_options = {"--player": player, "--reduced": reduced, "--count": count, "--nth": nth, "--rank": rank}
        for name, value in list_options.items():
            if value is not None and value is not False:
                raise InputError(f"--profile and {name}, expected at most one of them")
        _convert(game, profile, to, normalize, missing, form, output)
        return
    profile_only = {"--to": to, "--normalize": normalize, "--missing": missing, "--format gambit": form == "gambit"}
    for name, value in profile_only.items():
        if value:
            raise InputError(f"{name} without --profile, expected --profile as well")
    if player is None:
        raise InputError("neither --player nor --profile, expected one of them")
    if count + (nth is not None) + (rank is not None) > 1:
        raise InputError("several of --count, --nth and --rank, expected at most one")
    read_game = games.read(game)
    with located(game):
        player_strategies = pure_strategies(read_game, player - 1, reduced)
        total = player_strategies.count if count or nth is not None or rank is not None else mpz(0)
    if nth is not None:
        content = f"{player_strategies.text(player_strategies.nth(_index(nth, total)))}\n"
    elif rank is not None:
        content = f"{player_strategies.rank(player_strategies.parse(rank)) + 1}\n"
    else:
        content = f"{total}\n" if count else rendered(player_strategies, form)
    emit(output, content)


def _convert(
    game: str, profile: str, to: ProfileForm | None, normalize: bool, missing: Missing, form: str, output: str
) -> None:
    """Write the profile of a file in another form."""
    if form == "gambit" and to not in (None, "behavior"):
        raise InputError(f"--format gambit with --to {to}, expected --to behavior: NE lines have behavior strategies")
    read_game = games.read(game)
    stated = profiles.read(profile, read_game, " to convert", normalize, missing).profile
    with located(game):
        document = converted(read_game, stated, to or "behavior")
        emit(output, rendered(document, form, gambit=lambda: profiles.dumps(read_game, stated)))


def _index(number: str, total: mpz) -> mpz:
    """Return the index from 0 of the strategy with this number from 1, a text of any length."""
    if not (number.isascii() and number.isdecimal() and 1 <= mpz(number) <= total):
        raise InputError(f"--nth: strategy {quoted(number)}, expected a number from 1 to {short(mpq(total))}")
    return mpz(number) - 1


@click.command("normal-form")
@click.argument("game")
@reduced_option
@result("nfg")
def normal_form(game: str, reduced: bool, form: str, output: str) -> None:
    """Print the strategic form.

    It has the expected payoffs for all combinations of pure strategies, at most a million. Any number of players
    and any recall.

    \b
    Examples:
      lemke normal-form example:lecture9_imperfect
      lemke normal-form example:tracing_2002 --reduced --format nfg -o tracing.nfg
    """
    read_game = games.read(game)
    with located(game):
        strategic_form = build_normal_form(read_game, reduced)
        emit(output, rendered(strategic_form, form, nfg=lambda: nfg.dumps_form(strategic_form)))


@click.command()
@click.argument("game")
@click.option("--weak", is_flag=True, help="Also eliminate weakly dominated strategies. This may lose equilibria.")
@click.option("--pure", is_flag=True, help="Eliminate only strategies that are dominated by a pure strategy.")
@click.option("--rounds", type=click.IntRange(min=1), metavar="N", help="Stop after N rounds.")
@result(
    "nfg",
    help="json: also beliefs to which the remaining strategies are best replies, but not with --pure or if --rounds "
    "stops the elimination. nfg: the game that remains.",
)
def dominance(game: str, weak: bool, pure: bool, rounds: int | None, form: str, output: str) -> None:
    """Eliminate dominated strategies, round by round.

    A round eliminates all dominated strategies of all players at once, and prints for each of them a pure or mixed
    strategy that dominates it. A tree is converted to its reduced strategic form. Any number of players.

    \b
    Examples:
      lemke dominance example:prisoners_dilemma
      lemke dominance example:centipede6 --weak
      lemke dominance example:kuhn3 --format nfg -o rest.nfg
    """
    from lemke.solvers.dominance import eliminate

    read_game = games.read(game)
    with located(game):
        elimination = eliminate(read_game, weak, pure, rounds)
    emit(output, rendered(elimination, form, nfg=lambda: nfg.dumps_form(elimination.form)))
