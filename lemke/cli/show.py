"""The command ``show``: what a game is, and what follows from it without solving it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import click

import lemke
from lemke.cli import shared
from lemke.errors import InputError, located
from lemke.forms.facts import game_facts
from lemke.forms.programs import FORMS
from lemke.game.best_response import counterfactual_values
from lemke.game.reach import reach
from lemke.game.strategy import centroid, realization_plan
from lemke.game.subgames import subgames
from lemke.io import lp_text
from lemke.io.lcp_formats import dumps_lcp

MOST_STRATEGIES = 1_000_000


def _list_strategies(game: lemke.Game, player: int = 1, reduced: bool = False) -> Any:
    strategies = lemke.pure_strategies(game, player - 1, reduced)
    if strategies.count > MOST_STRATEGIES:
        raise InputError(f"more than {MOST_STRATEGIES} strategies, expected --reduced or a smaller game")
    return strategies


def _compute_values(game: lemke.Game, argument: str = "", nodes: bool = False, **options: Any) -> Any:
    if not argument:
        raise click.UsageError("Missing argument 'PROFILE'.")
    profile = lemke.profile(game, argument, **options).profile
    return reach(game, profile) if nodes else counterfactual_values(game, profile)


def _make_program(
    game: lemke.Game, argument: str = "information-set", player: int = 1, against: str | None = None
) -> Any:
    if argument not in FORMS:
        raise InputError(f"the program {argument!r}, expected one of {', '.join(FORMS)}")
    form, (build, takes), opponent = lemke.sequence_form(game), FORMS[argument], 2 - player
    if takes != "plan":
        if against is not None:
            raise click.UsageError(f"--against with the program {argument}")
        return build(form, player - 1)
    sequences = form.sequences[opponent]
    strategy = centroid(sequences) if against is None else lemke.profile(game, against).profile.behavior[opponent]
    return build(form, player - 1, realization_plan(sequences, strategy))


def _write_lcp(form: Any) -> str:
    """Return the equilibrium conditions as an LCP, with the covering vector for the path from the centroid."""
    plan_1, plan_2 = (realization_plan(sequences, centroid(sequences)) for sequences in form.sequences)
    return dumps_lcp(form.lcp((plan_1, plan_2)))


class What(NamedTuple):
    """A thing that ``lemke show`` prints."""

    make: Callable[..., Any]  # takes the game, and the options by name; returns a result
    options: str = ""  # the names of the parameters that it takes
    format: str = ""  # a format besides text and latex
    write: Callable[[Any], str] = str  # returns the result in this format


WHATS = {
    "info": What(game_facts),
    "sequence-form": What(lemke.sequence_form, "", "lcp", _write_lcp),
    "normal-form": What(lemke.normal_form, "reduced"),
    "strategies": What(_list_strategies, "player reduced"),
    "subgames": What(subgames),
    "values": What(_compute_values, "argument nodes normalize missing"),
    "programs": What(_make_program, "argument player against", "lp", lp_text.dumps),
    "dominance": What(lemke.eliminate, "weak"),
}
"""The things that ``lemke show`` prints, by name."""
OPTIONS = ("argument", "player", "reduced", "nodes", "normalize", "missing", "against", "weak")


@click.command()
@shared.game_argument
@click.argument("what", type=click.Choice([*WHATS]), default="info", metavar="[WHAT]")
@click.argument("argument", metavar="[PROFILE|NAME]", required=False, type=shared.FILE)
@click.option("--player", type=shared.POSITIVE, metavar="N", help="strategies, programs: of player N; default: 1.")
@shared.reduced_option
@click.option("--nodes", is_flag=True, help="values: of every node, with the beliefs.")
@shared.profile_options
@click.option(
    "--against",
    type=shared.FILE,
    metavar="PROFILE",
    help="programs best-response and best-response-dual: against this profile; default: all moves equally likely.",
)
@click.option("--weak", is_flag=True, help="dominance: also of weakly dominated strategies. This may lose equilibria.")
@shared.result_options("text", "latex", "lcp", "lp")
def show(game: str, what: str, form: str, output: str, **options: Any) -> None:
    """Show a game: facts, forms, strategies, subgames, values.

    \b
    WHAT is one of
      info              size, recall, subgames, payoffs (the default)
      sequence-form     E, e, F, f, A, B; with --format lcp the LCP, for lemke lcp
      normal-form       the strategic form, with --reduced the reduced one
      strategies        the pure strategies of a player; * is no move
      subgames          proper subgames, and minimal imperfect-information subgames
      values PROFILE    reach probabilities and counterfactual values of a profile
      programs [NAME]   a linear program; with --format lp for other solvers
      dominance         dominated strategies, eliminated round by round

    NAME is information-set (the default), information-set-min, primal, dual, best-response or best-response-dual. Any
    number of players and any recall; sequence-form and programs need two players with perfect recall.

    \b
    Examples:
      lemke show example:kuhn3
      lemke show example:lecture9_imperfect sequence-form
      lemke show example:kuhn3 strategies --player 2 --reduced
      lemke show example:kuhn3 programs dual --format lp -o kuhn3.lp
    """
    chosen = WHATS[what]
    given = {name: options[name] for name in OPTIONS if shared.is_given(name)}
    for name in given:
        if name not in chosen.options.split():
            option = options["argument"] if name == "argument" else f"--{name}"
            raise click.UsageError(f"{option} with {what}")
    if form not in ("text", "latex", chosen.format):
        raise click.UsageError(f"--format {form} with {what}")
    tree = lemke.read(game)
    shared.require_player(tree, "player", given.get("player"))
    with located(game):
        result = chosen.make(tree, **given)
    shared.write_result(result, form, output, {chosen.format: lambda: chosen.write(result)})
