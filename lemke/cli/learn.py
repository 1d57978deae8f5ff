"""``lemke learn``."""

from __future__ import annotations

import click

from lemke.api import games
from lemke.cli.options import emit, rendered, result, seed_option
from lemke.errors import InputError, located
from lemke.io.source import write_atomically
from lemke.show.drawing import Form, form_of
from lemke.solvers.learning import RULES
from lemke.studies.learn import ITERATIONS
from lemke.studies.learn import learn as learned


@click.command()
@click.argument("game")
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=ITERATIONS,
    show_default=True,
    metavar="N",
    help="How often each player plays and learns, at most.",
)
@seed_option("0: all moves are alike at first; else of random regrets to begin with.")
@click.option(
    "--rule",
    type=click.Choice(list(RULES)),
    default="predictive",
    show_default=True,
    help="The predictive kind of CFR+, plain CFR+, or CFR.",
)
@click.option("--plot", metavar="FILE", help="Draw the regrets as well: FILE.svg, .png or .pdf.")
@result("text", "json", help="json has the profile, too; lemke verify and lemke polish read it.")
def learn(game: str, iterations: int, seed: int, rule: str, plot: str | None, form: str, output: str) -> None:
    """Let players learn by playing, and judge how far they come.

    Counterfactual regret minimisation in floating point. Printed are the regrets after 1, 2, 4, 8, ... iterations as
    floats have them, and the exact ones of the profile at the end: the average strategies, or of the predictive kind
    the last ones if they regret less. In zero-sum games the averages tend to an equilibrium; in general-sum games
    nothing is promised. lemke polish makes an equilibrium of a profile that is near one.

    \b
    Examples:
      lemke learn example:kuhn3
      lemke learn example:kuhn3 --iterations 200 --plot kuhn3.svg
      lemke learn example:kuhn3 --rule cfr+
      lemke learn example:beer_quiche --format json -o learned.json
    """
    kind: Form | None = None
    if plot is not None and (kind := form_of(plot)) == "tex":
        raise InputError(f"--plot {plot}, expected a name that ends in .svg, .png or .pdf")
    read_game = games.read_game(game)
    with located(game):
        profile = learned(read_game, iterations, seed, rule)
    if plot is not None and kind is not None:
        write_atomically(plot, profile.plot().content(kind))
    emit(output, rendered(profile.document(), form))
