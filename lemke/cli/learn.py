"""The command ``lemke learn``."""

from __future__ import annotations

import os
from pathlib import Path

import click

from lemke.cli.options import emit, rendered, result, seed_option
from lemke.errors import InputError, located
from lemke.io.source import write_atomically
from lemke.public import accepted as games
from lemke.show.drawing import PictureFormat
from lemke.solvers.learning import RULES
from lemke.studies.learn import ITERATIONS
from lemke.studies.learn import learn as learned

PLOTS: dict[str, PictureFormat] = {".svg": "svg", ".png": "png", ".pdf": "pdf"}


@click.command()
@click.argument("game")
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=ITERATIONS,
    show_default=True,
    metavar="N",
    help="The largest number of iterations.",
)
@seed_option("0: learning starts with all moves equally likely. Any other seed: with random regrets.")
@click.option(
    "--rule",
    type=click.Choice(list(RULES)),
    default="predictive",
    show_default=True,
    help="The learning rule: predictive CFR+, CFR+ or CFR.",
)
@click.option("--plot", metavar="FILE", help="Also draw the regrets, in a file .svg, .png or .pdf.")
@result(help="json: also the profile, for lemke verify and lemke polish.")
def learn(game: str, iterations: int, seed: int, rule: str, plot: str | None, form: str, output: str) -> None:
    """Learn strategies by self-play, and judge them exactly.

    The method is counterfactual regret minimization in floating point. Prints the regrets after 1, 2, 4, 8, …
    iterations in floats, and the exact regrets of the final profile. The final profile has the average strategies or,
    with the predictive rule, the last strategies if their larger regret is smaller than that of the average strategies.
    Learning stops early if the regrets in floats are 0 up to rounding errors. If a limit is reached, nothing is
    printed.

    In zero-sum games the average strategies converge to an equilibrium, in general-sum games not always.

    \b
    Examples:
      lemke learn example:kuhn3
      lemke learn example:kuhn3 --iterations 200 --plot kuhn3.svg
      lemke learn example:beer_quiche --format json -o learned.json
    """
    kind = None if plot is None else _kind(plot, output)
    read_game = games.read(game)
    with located(game):
        profile = learned(read_game, iterations, seed, rule)
        text = rendered(profile, form)
    if plot is not None and kind is not None:
        write_atomically(plot, profile.plot().content(kind))
    emit(output, text)


def _kind(plot: str, output: str) -> PictureFormat:
    """Return the format of a picture by its suffix; raise an InputError for a file that cannot be written."""
    path = Path(plot)
    kind = PLOTS.get(path.suffix.lower())
    if kind is None:
        raise InputError(f"--plot {plot}, expected a name that ends in .svg, .png or .pdf")
    if not path.parent.is_dir():
        raise InputError(f"--plot {plot}, expected a file in a folder that exists")
    if output != "-" and os.path.realpath(plot) == os.path.realpath(output):
        raise InputError(f"--plot and -o are both {plot}, expected two files")
    return kind
