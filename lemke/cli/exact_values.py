"""``lemke exact-values``."""

from __future__ import annotations

import click

from lemke.cli.options import emit, limited, output
from lemke.cli.shared_options import format_option
from lemke.ground import limits
from lemke.ground.rational import text
from lemke.ground.tables import columns
from lemke.show.exact_values import Line, values_list
from lemke.studies.exact_values import ExactValue, dumps, named


@click.command("exact-values")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@format_option(["text", "json"], "json has all of it.")
@output
@limited
def exact_values(names: tuple[str, ...], form: str, output: str) -> int:
    """Print proved values of standard games.

    They are exact, and each is proved by the command that is shown with it. Without a NAME, one line for each game.
    With names, or the beginnings of names such as leduc, everything about these games: rules, source, sizes, the
    payoffs in full, and the command that proves them. The values of general-sum games are payoffs in one equilibrium;
    others may pay otherwise.

    \b
    Examples:
      lemke exact-values
      lemke exact-values leduc-3 liars-dice
    """
    found = named(names)
    limits.check()
    if form == "json":
        content = dumps(found)
    elif names:
        content = "\n".join(map(_page, found))
    else:
        content = values_list(Line(each.name, each.value, each.decimal, each.unique) for each in found)
    emit(output, content)
    return 0


def _page(found: ExactValue) -> str:
    """Return everything about a game."""
    payoffs = [f"payoff of player {player}" for player in (1, 2)]
    rows = [
        ["name", found.name],
        ["rules", found.rules],
        ["source", found.source],
        ["nodes", str(found.nodes)],
        ["information sets", "{} and {}".format(*found.information_sets)],
        ["sequences", "{} and {}".format(*found.sequences)],
        *([name, text(payoff)] for name, payoff in zip(payoffs, found.payoffs, strict=True)),
        ["about", found.decimal],
        ["unique", "yes, all equilibria pay this" if found.unique else "no, other equilibria may pay otherwise"],
        ["command", found.command],
        ["SHA-256", found.sha256],
    ]
    return "\n".join([found.title, *columns(rows), ""])
