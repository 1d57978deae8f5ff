"""The command ``lemke solve``."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Any

import click

from lemke.certificate import Equilibrium
from lemke.cli.group import files_or
from lemke.cli.options import (
    CERTIFICATE_FORMS,
    NONNEGATIVE,
    choices_help,
    emit,
    executor_of,
    kernel_option,
    rendered,
    result,
    seed_option,
    workers_options,
)
from lemke.errors import LimitError, located
from lemke.ground import limits
from lemke.io import profile as profiles
from lemke.public import accepted as games
from lemke.public.solving import lemke_howson
from lemke.public.solving import solve as solve_game
from lemke.solvers import METHODS, REFINEMENTS

_AUTO = (
    "lcp if its complementarity problem has up to 100 variables, or if a kernel or a prior is named; otherwise lp for "
    "constant-sum games, and for other games a race of lcp and learn"
)
_PRIOR_HELP = (
    "The profile at which Lemke's path starts. centroid: all moves equally likely. random: a random completely mixed "
    "profile, by --seed. PROFILE: a file. auto: centroid, or a faster start in large games that are nearly zero-sum or "
    "very deep."
)
_CHOICES = choices_help(
    ("Methods", {"auto": _AUTO} | {name: method.description for name, method in METHODS.items()}),
    ("Refinements", {name: refinement.description for name, refinement in REFINEMENTS.items()}),
)


def solving_options(command: Any) -> Any:
    """Add --method, --kernel, --prior, --seed and --refine."""
    options = (
        click.option(
            "--method",
            type=click.Choice(["auto", *METHODS]),
            default="auto",
            show_default=True,
            help="The method; see the end of lemke solve --help.",
        ),
        kernel_option,
        click.option(
            "--prior",
            default="auto",
            show_default=True,
            metavar="auto|centroid|random|PROFILE",
            help=_PRIOR_HELP,
            shell_complete=files_or("auto", "centroid", "random"),
        ),
        seed_option("The seed of the random prior, of the guided kernel's perturbations, and of learning."),
        click.option(
            "--refine",
            type=click.Choice([*REFINEMENTS]),
            metavar="NAME",
            help="Find an equilibrium of this refinement; see the end of lemke solve --help.",
        ),
    )
    return _with(command, options)


def _with(command: Any, options: Iterable[Any]) -> Any:
    """Return a command with options, in their order in the help."""
    return reduce(lambda decorated, option: option(decorated), reversed([*options]), command)


def _options_of_methods(command: Any) -> Any:
    """Add the options of single methods; their defaults are None or False."""
    howson, oracle = "With --method lemke-howson:", "With --method double-oracle:"
    options = (
        click.option(
            "--label", type=click.IntRange(min=1), metavar="K", help=f"{howson} the label of the path, by default 1."
        ),
        click.option("--all-labels", is_flag=True, help=f"{howson} follow the paths of all labels."),
        click.option("--reachable", is_flag=True, help=f"{howson} also from every equilibrium that a path reaches."),
        click.option("--gap", type=NONNEGATIVE, metavar="EPS", help=f"{oracle} stop at this gap."),
        click.option("--expand", type=click.Choice(["both", "larger"]), help=f"{oracle} whose best responses to add."),
        click.option("--rounds", is_flag=True, help=f"{oracle} list the rounds."),
    )
    return _with(command, options)


@click.command(epilog=_CHOICES)
@click.argument("game")
@solving_options
@_options_of_methods
@workers_options
@result("gambit", help=CERTIFICATE_FORMS)
def solve(
    game: str,
    method: str,
    kernel: str,
    prior: str,
    seed: int,
    refine: str | None,
    workers: int,
    scheduler: str | None,
    form: str,
    output: str,
    **options: Any,
) -> None:
    """Find an equilibrium of a game, exact and proved.

    GAME has two players with perfect recall. The last line of the text names the method and the kernel. --workers and
    --scheduler need the method auto, without --kernel, --prior or --refine.

    \b
    Examples:
      lemke solve example:kuhn3
      lemke solve example:tracing_2002 --prior random --seed 7
      lemke solve example:centipede6 --refine subgame-perfect
      lemke solve example:tracing_2002 --method lemke-howson --all-labels
      lemke solve example:kuhn3 --method double-oracle --rounds
      lemke generate leduc --rake 1/20 | lemke solve -
    """
    all_labels, reachable = options.pop("all_labels"), options.pop("reachable")
    if options["label"] is not None:
        options["label"] -= 1  # labels in Python count from 0
    if method == "double-oracle" and options["gap"] is None:
        options["gap"] = 0
    read_game = games.read(game)
    with executor_of(workers, scheduler) as executor, located(game):
        if all_labels or reachable:
            paths = lemke_howson(read_game, reachable=reachable)
            content = paths.to_text() if form != "gambit" else _gambit(paths)
            emit(output, content)
            return
        options |= {"kernel": kernel, "prior": prior, "seed": seed, "refine": refine, "executor": executor}
        answer: Any = solve_game(read_game, method, **options)
        if getattr(answer, "epsilon", 0):
            _emit_unfinished(answer, form, output)
            return
        content = rendered(answer, form, gambit=lambda: _gambit(answer))
    emit(output, content)


def _emit_unfinished(unfinished: Any, form: str, output: str) -> None:
    """Write what was proved before the search stopped; then raise an error if a limit or an interrupt stopped it."""
    if form != "gambit":
        with limits.lifted():  # bounds that were proved before a limit are written
            emit(output, rendered(unfinished, form))
    if unfinished.how.stopped == "limit":
        raise LimitError(unfinished.how.reason)
    if unfinished.how.stopped == "interrupt":
        raise KeyboardInterrupt


def _gambit(answer: Any) -> str:
    """Return the NE line of an equilibrium, or the distinct lines of the equilibria at the ends of several paths."""
    ends = (answer,) if isinstance(answer, Equilibrium) else answer.ends
    return "".join(dict.fromkeys(profiles.dumps(end.game, end.profile) for end in ends))
