"""``lemke solve``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import click
from gmpy2 import mpq

from lemke.api import games
from lemke.certificate import Equilibrium
from lemke.cli.options import emit, limited, output
from lemke.cli.shared_options import check_seed, format_option, solved, solving_options
from lemke.errors import InputError, LimitError, NumberError, located
from lemke.game import Game
from lemke.game.pure_strategies import pure_strategies
from lemke.ground import limits
from lemke.ground.rational import ZERO, parse
from lemke.io import epsilon_equilibrium as epsilon_certificates
from lemke.io import equilibrium as certificates
from lemke.io import label_paths
from lemke.io import profile as profiles
from lemke.show.equilibrium import epsilon_equilibrium_text, equilibrium_text
from lemke.show.label_paths import label_paths_text
from lemke.solvers import (
    all_label_equilibria,
    lemke_howson,
    reachable_equilibria,
    solve_by_double_oracle,
)
from lemke.solvers.double_oracle import Expansion
from lemke.solvers.double_oracle.method import METHOD as DOUBLE_ORACLE


def _gap(context: click.Context, parameter: click.Parameter, value: str | None) -> mpq | None:
    if value is None:
        return None
    try:
        gap = parse(value)
    except NumberError as error:
        raise click.BadParameter(error.message) from None
    if gap < 0:
        raise click.BadParameter(f"{value}, expected 0 or more")
    return gap


@click.command()
@click.argument("game")
@solving_options
@click.option(
    "--label",
    type=click.IntRange(min=1),
    metavar="K",
    help="With the method lemke-howson: whose path to follow, 1 by default; the labels are player 1's reduced "
    "strategies, then player 2's.",
)
@click.option(
    "--all-labels", is_flag=True, help="With the method lemke-howson: the paths of all labels, and where they end."
)
@click.option(
    "--reachable",
    is_flag=True,
    help="With the method lemke-howson: all paths also from the equilibria found, as long as they lead to others.",
)
@click.option(
    "--gap",
    metavar="EPS",
    callback=_gap,
    help="With the method double-oracle: stop as soon as the bounds of the value are proved to be no further apart, or "
    "in general-sum games no regret to be greater; 0 by default.",
)
@click.option(
    "--expand",
    type=click.Choice(get_args(Expansion)),
    help="With the method double-oracle: whose best responses to add, both players' (the default), or those of the one "
    "who gains more.",
)
@format_option(["text", "json", "gambit"], "json is a certificate, gambit a line NE,....")
@output
@limited
def solve(
    game: str,
    method: str,
    kernel: str,
    prior: str,
    seed: int | None,
    refine: str | None,
    label: int | None,
    all_labels: bool,
    reachable: bool,
    gap: mpq | None,
    expand: Expansion | None,
    form: str,
    output: str,
) -> int:
    """Find an equilibrium of a game, exact and proved.

    GAME has two players, both with perfect recall.

    \b
    Examples:
      lemke solve example:kuhn3
      lemke solve example:tracing_2002 --prior random --seed 7
      lemke solve example:kuhn3 --format json -o kuhn3.json
      lemke solve example:centipede6 --refine subgame-perfect
      lemke solve example:guess_the_ace --refine quasi-perfect
      lemke solve example:tracing_2002 --method lemke-howson --all-labels
      lemke solve example:kuhn3 --method double-oracle --gap 1/100
      lemke generate leduc --rake 1/20 | lemke solve -
    """
    walks = _asked((("--label", label), ("--all-labels", all_labels), ("--reachable", reachable)))
    if len(walks) > 1:
        raise InputError(f"{' and '.join(walks)}, expected at most one of them")
    growing = _asked((("--gap", gap), ("--expand", expand)))
    for options, expected in ((walks, lemke_howson.METHOD), (growing, DOUBLE_ORACLE)):
        if options and (method != expected or refine):
            given = f"--refine {refine}" if refine else f"the method {method}"
            raise InputError(f"{options[0]} with {given}, expected --method {expected} alone")
    read_game = games.read_game(game)
    with located(game):
        start = games.read_prior(prior, read_game)
        if not refine and method not in ("auto", "lcp"):
            check_seed(seed, start, f"the method {method}")
        if all_labels or reachable:
            content = _paths(read_game, reachable, form)
        elif method == DOUBLE_ORACLE and not refine:
            _oracle(read_game, gap, expand, form, output)
            return 0
        else:
            missing = None if label is None else _label(read_game, label)
            content = _FORMATS[form](solved(read_game, method, kernel, start, seed, refine, missing))
    emit(output, content)
    return 0


def _asked(options: Iterable[tuple[str, object]]) -> list[str]:
    """Return the names of the options that are given."""
    return [name for name, given in options if given is not None and given is not False]


def _oracle(game: Game, gap: mpq | None, expand: Expansion | None, form: str, output: str) -> None:
    """Write what a double oracle finds; if it was stopped, first what it has proved until then."""
    if gap and form == "gambit":
        raise InputError("--gap with --format gambit, which is for equilibria alone, expected text or json")
    run, found = solve_by_double_oracle(game, gap or ZERO, expand or "both")
    with limits.lifted():  # what was proved until a limit was reached is written
        if isinstance(found, Equilibrium):
            emit(output, _FORMATS[form](found))
        elif form != "gambit":
            emit(output, epsilon_certificates.dumps(found) if form == "json" else epsilon_equilibrium_text(found))
    if run.stopped == "limit":
        raise LimitError(run.reason)
    if run.stopped == "interrupt":
        raise KeyboardInterrupt


def _label(game: Game, label: int) -> int:
    """Return a label as it counts from 0; an InputError, in terms of the command line, if there is no such one."""
    game.require_two_players()
    sizes = [pure_strategies(game, player).count for player in (0, 1)]
    if label > sum(sizes):
        raise InputError(
            f"label {label}, expected 1 to {sum(sizes)}: {sizes[0]} of player 1 and {sizes[1]} of player 2"
        )
    return label - 1


def _paths(game: Game, reachable: bool, form: str) -> str:
    walks, equilibria = (reachable_equilibria if reachable else all_label_equilibria)(game)
    if form == "gambit":
        return "".join(dict.fromkeys(map(_gambit, equilibria)))
    written = label_paths.dumps if form == "json" else label_paths_text
    return written(walks.normal_form, walks.paths, equilibria)


def _gambit(equilibrium: Equilibrium) -> str:
    return profiles.dumps(equilibrium.game, equilibrium.profile)


_FORMATS = {"text": equilibrium_text, "json": certificates.dumps, "gambit": _gambit}
