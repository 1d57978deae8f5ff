"""``lemke solve``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click
from gmpy2 import mpq

from lemke.api import games
from lemke.certificate import EpsilonEquilibrium, Equilibrium
from lemke.cli.options import emit, limited, output, rendered
from lemke.cli.shared_options import check_seed, format_option, solved, solving_options
from lemke.errors import InputError, LimitError, NumberError, located
from lemke.game import Game
from lemke.ground import limits
from lemke.ground.rational import parse
from lemke.io import profile as profiles
from lemke.solvers import METHODS, Option
from lemke.solvers.lemke_howson import Walks
from lemke.solvers.methods import OWNERS


def _number(context: click.Context, parameter: click.Parameter, value: str | None) -> mpq | None:
    if value is None:
        return None
    try:
        number = parse(value)
    except NumberError as error:
        raise click.BadParameter(error.message) from None
    if number < 0:
        raise click.BadParameter(f"{value}, expected 0 or more")
    return number


def _spelled(name: str) -> str:
    """Return an option's name as the command line has it."""
    return f"--{name.replace('_', '-')}"


def _options_of_methods(command: Any) -> Any:
    """Add the options that methods have of their own, each None or False unless given."""
    for method, entry in reversed(METHODS.items()):
        for option in reversed(entry.options):
            kind: dict[str, Any] = {"is_flag": True}
            if option.kind is int:
                kind = {"type": click.IntRange(min=1)}
            elif option.kind is mpq:
                kind = {"callback": _number}
            elif isinstance(option.kind, tuple):
                kind = {"type": click.Choice(option.kind)}
            words = f"With the method {method}: {option.help}"
            command = click.option(_spelled(option.name), metavar=option.metavar, help=words, **kind)(command)
    return command


@click.command()
@click.argument("game")
@solving_options
@_options_of_methods
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
    form: str,
    output: str,
    **options: Any,
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
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    _check_fit(given, method, refine)
    read_game = games.read_game(game)
    with located(game):
        start = games.read_prior(prior, read_game)
        if method in METHODS and not refine:
            if not METHODS[method].seeded:
                check_seed(seed, start, f"the method {method}")
            given = _in_game(METHODS[method].options, given, read_game, form)
        answer = solved(read_game, method, kernel, start, seed, refine, **given)
        if isinstance(answer, EpsilonEquilibrium):
            _emit_unfinished(answer, form, output)
            return 0
        content = rendered(answer.document(), form, gambit=lambda: _gambit(answer))
    emit(output, content)
    return 0


def _in_game(options: Iterable[Option], given: dict[str, Any], game: Game, form: str) -> dict[str, Any]:
    """Return the options of a method as Python takes them, after checking that they fit the game and the format."""
    values = {option.name: option.default for option in options if option.default is not None} | given
    for option in options:
        value = values.get(option.name)
        if option.ends_early and value and form == "gambit":
            found = f"{_spelled(option.name)} with --format gambit"
            raise InputError(f"{found}, which is for equilibria alone, expected text or json")
        if option.in_game is not None and value is not None:
            values[option.name] = option.in_game(value, game)
    return values


def _emit_unfinished(found: EpsilonEquilibrium, form: str, output: str) -> None:
    """Write what is proved where the search was ended before an equilibrium; pass on what ended it."""
    if form != "gambit":
        with limits.lifted():  # what was proved until a limit was reached is written
            emit(output, rendered(found.document(), form))
    if found.stopped == "limit":
        raise LimitError(found.reason)
    if found.stopped == "interrupt":
        raise KeyboardInterrupt


def _check_fit(given: Mapping[str, object], method: str, refine: str | None) -> None:
    """Raise an InputError for options of other methods than the one that is named, and for several that exclude."""
    for entry in METHODS.values():
        if len(several := [_spelled(name) for name in entry.exclusive if name in given]) > 1:
            raise InputError(f"{' and '.join(several)}, expected at most one of them")
    for name, owner in OWNERS.items():
        if name in given and (method != owner or refine):
            found = f"--refine {refine}" if refine else f"the method {method}"
            raise InputError(f"{_spelled(name)} with {found}, expected --method {owner} alone")


def _gambit(answer: Equilibrium | Walks) -> str:
    """Return the line of an equilibrium, or those of several paths' ends, each once."""
    ends = answer.ends if isinstance(answer, Walks) else (answer,)
    return "".join(dict.fromkeys(profiles.dumps(end.game, end.profile) for end in ends if isinstance(end, Equilibrium)))
