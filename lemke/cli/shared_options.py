"""Options that several commands take, each spelled and explained once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import click

from lemke.certificate import Equilibrium
from lemke.cli import games
from lemke.cli.options import limits, make_watch, stream
from lemke.errors import ProfileError, located
from lemke.game import Game
from lemke.io import FORMATS
from lemke.io import profile as profiles
from lemke.io.source import read_text, write_atomically
from lemke.pivoting import KERNELS
from lemke.refinements import REFINEMENTS
from lemke.solvers import METHODS, solve
from lemke.strategy import Missing, Profile
from lemke.watch import Watch

Command = TypeVar("Command", bound=Callable[..., Any])

_METHOD_HELP = (
    "; ".join(f"{name}: {method.description}" for name, method in METHODS.items())
    + "; auto: lp for constant-sum games that are not small, unless a kernel or a prior is named, else lcp."
)
_KERNEL_HELP = (
    "What follows Lemke's path: exact arithmetic, or floats, whose last basis is then solved for and checked exactly "
    "(guided); auto: exact for small games."
)
_PRIOR_HELP = (
    "Where the path starts: all moves equally likely, random (see --seed), or a profile's file; auto: the first, or in "
    "large games that are nearly zero-sum a profile near a zero-sum equilibrium."
)
_REFINE_HELP = (
    "Not any equilibrium, but a refined one; "
    + "; ".join(f"{name}: {refinement.description}" for name, refinement in REFINEMENTS.items())
    + "."
)


def format_option(names: Iterable[str], help: str = "How the result is written.") -> Callable[[Command], Command]:
    """Add --format with a choice of names, of which the first is the default."""
    choices = list(names)
    return click.option(
        "--format", "form", type=click.Choice(choices), default=choices[0], show_default=True, help=help
    )


def game_format_option(command: Command) -> Command:
    """Add --to, also spelled --format, with the formats of games; None unless given."""
    return click.option(
        "--to",
        "--format",
        "form",
        type=click.Choice(list(FORMATS)),
        help="The format of the game that is written; unless given, the suffix of OUT tells.",
    )(command)


def seed_option(help: str) -> Callable[[Command], Command]:
    """Add --seed, which is 0 by default."""
    return click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, metavar="K", help=help)


def kernel_option(help: str = _KERNEL_HELP) -> Callable[[Command], Command]:
    """Add --kernel."""
    return click.option("--kernel", type=click.Choice(["auto", *KERNELS]), default="auto", show_default=True, help=help)


def solving_options(command: Command) -> Command:
    """Add --method, --kernel, --prior, --seed and --refine: what :func:`solved` takes."""
    options: tuple[Callable[[Command], Command], ...] = (
        click.option("--refine", type=click.Choice([*REFINEMENTS]), help=_REFINE_HELP),
        seed_option("Of the random prior, and of the guided kernel's perturbations."),
        click.option(
            "--prior", default="auto", show_default=True, metavar="auto|centroid|random|PROFILE", help=_PRIOR_HELP
        ),
        kernel_option(),
        click.option(
            "--method", type=click.Choice(["auto", *METHODS]), default="auto", show_default=True, help=_METHOD_HELP
        ),
    )
    for option in options:
        command = option(command)
    return command


def solved(
    game: Game,
    method: str,
    kernel: str,
    prior: str | Profile,
    seed: int,
    refine: str | None,
    watch: Watch,
    missing_label: int | None = None,
) -> Equilibrium:
    """Return the equilibrium that the options of :func:`solving_options` ask for.

    The prior may be a profile that was read already.

    Raises
    ------
    LemkeError
        Not located at the game's file.
    """
    start = games.read_prior(prior, game, watch) if isinstance(prior, str) else prior
    if refine is not None:
        return REFINEMENTS[refine].solve(game, method, kernel, start, seed, watch)
    return solve(game, method, kernel, start, seed, watch, missing_label)


def read_profile(
    argument: str,
    game: Game,
    watch: Watch,
    purpose: str = "",
    normalize: bool = False,
    missing: Missing = None,
) -> Profile:
    """Return the one profile in a file, or on the standard input for ``-``.

    ``purpose`` says in the message what one is expected for; the rest is that of :func:`lemke.io.profile.loads`.

    Raises
    ------
    LemkeError
        Located at the file: what is no profile of the game, and several of them.
    """
    claims = profiles.loads(read_text(argument, watch), game, argument, watch, normalize, missing)
    if len(claims) != 1:
        with located(argument):
            raise ProfileError(f"{len(claims)} profiles, expected one{purpose}")
    return claims[0].profile


def watched(command: Callable[..., int]) -> Callable[..., int]:
    """Add --time-limit, --memory-limit and -q, and pass the ``watch`` that they ask for instead of them."""

    @limits
    @wraps(command)
    def with_watch(*, time_limit: float | None, memory_limit: int | None, quiet: bool, **parameters: Any) -> int:
        return command(**parameters, watch=make_watch(time_limit, memory_limit, quiet))

    return with_watch


def emit_stream(target: str, pieces: Iterable[str], watch: Watch) -> None:
    """Write a result that comes in pieces: to stdout as they come, to a file whole or not at all."""
    if target == "-":
        stream("", pieces, watch)
    else:
        write_atomically(target, pieces)
