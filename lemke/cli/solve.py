"""``lemke solve``."""

from __future__ import annotations

import click

from lemke.certificate import Equilibrium
from lemke.cli.options import emit, limits, make_watch, output, read_extensive
from lemke.errors import ProfileError, located
from lemke.game import Game
from lemke.io import equilibrium as certificates
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.pivoting import KERNELS
from lemke.refinements import REFINEMENTS
from lemke.solvers import METHODS, Prior
from lemke.solvers import solve as solve_game
from lemke.views.equilibrium import equilibrium_text
from lemke.watch import Watch

_METHOD_HELP = (
    "; ".join(f"{name}: {method.description}" for name, method in METHODS.items())
    + "; auto: lp for constant-sum games that are not small, unless a kernel or a prior is named, else lcp."
)
_REFINE_HELP = (
    "Not any equilibrium, but a refined one; "
    + "; ".join(f"{name}: {refinement.description}" for name, refinement in REFINEMENTS.items())
    + "."
)


@click.command()
@click.argument("game")
@click.option("--method", type=click.Choice(["auto", *METHODS]), default="auto", help=_METHOD_HELP)
@click.option(
    "--kernel",
    type=click.Choice(["auto", *KERNELS]),
    default="auto",
    help="What follows Lemke's path: exact arithmetic, or floats, whose last basis is then solved for and checked "
    "exactly (guided); auto: exact for small games.",
)
@click.option(
    "--prior",
    default="auto",
    metavar="auto|centroid|random|PROFILE",
    help="Where the path starts: all moves equally likely, random (see --seed), or a profile's file; auto: the first, "
    "or in large games that are nearly zero-sum a profile near a zero-sum equilibrium.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Of the random prior, and of the guided kernel's perturbations.",
)
@click.option("--refine", type=click.Choice([*REFINEMENTS]), help=_REFINE_HELP)
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "gambit"]), default="text", help="json is a certificate."
)
@output
@limits
def solve(
    game: str,
    method: str,
    kernel: str,
    prior: str,
    seed: int,
    refine: str | None,
    form: str,
    output: str,
    time_limit: float | None,
    memory_limit: int | None,
    quiet: bool,
) -> int:
    """Find an equilibrium of GAME, exact and proved.

    \b
    Examples:
      lemke solve examples/games/kuhn3.efg
      lemke solve examples/games/tracing_2002.efg --prior random --seed 7
      lemke solve examples/games/kuhn3.efg --format json -o kuhn3.json
      lemke solve examples/games/centipede6.efg --refine subgame-perfect
      lemke generate leduc --rake 1/20 | lemke solve -
    """
    watch = make_watch(time_limit, memory_limit, quiet)
    read = read_extensive(game, watch)
    with located(game):
        start = _prior(prior, read, watch)
        find = REFINEMENTS[refine].solve if refine else solve_game
        equilibrium = find(read, method, kernel, start, seed, watch)
    emit(output, _FORMATS[form](equilibrium))
    return 0


def _prior(name: str, game: Game, watch: Watch) -> Prior:
    match name:
        case "auto" | "centroid" | "random":
            return name
    game.require_two_players()
    claims = profiles.loads(read_text(name, watch), game, name)
    if len(claims) != 1:
        with located(name):
            raise ProfileError(f"{len(claims)} profiles, expected one as prior")
    return claims[0].profile


def _gambit(equilibrium: Equilibrium) -> str:
    return profiles.dumps(equilibrium.game, equilibrium.profile)


_FORMATS = {"text": equilibrium_text, "json": certificates.dumps, "gambit": _gambit}
