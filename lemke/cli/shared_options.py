"""Options that several commands take, each spelled and explained once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath
from typing import Any, TypeVar, get_args

import click
from click.core import ParameterSource

from lemke.api import games
from lemke.certificate import Equilibrium
from lemke.cli.options import stream
from lemke.cli.parameters import files_or
from lemke.errors import InputError, located
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground import limits
from lemke.ground.rational import quoted
from lemke.io import FORMATS, SUFFIXES
from lemke.io.source import write_atomically
from lemke.linear.guided import KERNELS
from lemke.show import Form
from lemke.solvers import METHODS, Prior, solve
from lemke.solvers.refinements import REFINEMENTS

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

_PICTURES = (".html", *(f".{form}" for form in get_args(Form)))


def format_option(names: Iterable[str], help: str = "How the result is written.") -> Callable[[Command], Command]:
    """Add --format with a choice of names; unless given, the suffix of OUT tells, else it is the first of them."""
    choices = list(names)

    def chosen(context: click.Context, parameter: click.Parameter, form: str) -> str:
        # what is given is read before what is not, so OUT is known here
        if context.get_parameter_source("form") is not ParameterSource.DEFAULT:
            return form
        out = context.params.get("output", "-")
        suffix = PurePath(out).suffix.lower()
        told = SUFFIXES.get(suffix.removeprefix("."), None if suffix in _PICTURES else form)
        if told not in choices:
            raise InputError(f"{out}: is to hold {form}, expected --format or another name")
        return told

    return click.option(
        "--format",
        "form",
        type=click.Choice(choices),
        default=choices[0],
        show_default=True,
        callback=chosen,
        help=f"{help.rstrip('.')}; unless given, the suffix of OUT tells.",
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


class _Seed(click.ParamType):  # type: ignore[type-arg]  # generic from click 8.5 on
    """A whole number, 0 or more."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            seed = int(value)
        except ValueError:
            seed = -1
        if seed < 0:
            self.fail(f"{quoted(str(value))}, expected a whole number, 0 or more", param, ctx)
        return seed


def seed_option(help: str, optional: bool = False) -> Callable[[Command], Command]:
    """Add --seed, which is 0 by default; if it is ``optional``, None unless given."""
    default = None if optional else 0
    return click.option("--seed", type=_Seed(), default=default, show_default=not optional, metavar="K", help=help)


def kernel_option(help: str = _KERNEL_HELP) -> Callable[[Command], Command]:
    """Add --kernel."""
    return click.option("--kernel", type=click.Choice(["auto", *KERNELS]), default="auto", show_default=True, help=help)


def solving_options(command: Command) -> Command:
    """Add --method, --kernel, --prior, --seed and --refine: what :func:`solved` takes."""
    options: tuple[Callable[[Command], Command], ...] = (
        click.option("--refine", type=click.Choice([*REFINEMENTS]), help=_REFINE_HELP),
        seed_option("Of the random prior, and of the guided kernel's perturbations.", optional=True),
        click.option(
            "--prior",
            default="auto",
            show_default=True,
            metavar="auto|centroid|random|PROFILE",
            help=_PRIOR_HELP,
            shell_complete=files_or("auto", "centroid", "random"),
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
    seed: int | None,
    refine: str | None,
    **options: Any,
) -> Any:
    """Return the equilibrium that the options of :func:`solving_options` ask for, or what the method's own ask for.

    The prior may be a profile that was read already.

    Raises
    ------
    LemkeError
        Not located at the game's file: what solving raises, and an InputError for a seed that nothing uses.
    """
    start = games.read_prior(prior, game) if isinstance(prior, str) else prior
    if kernel == "exact" and refine is None:
        check_seed(seed, start)
    answer = solve(game, method, kernel, start, seed or 0, refine=refine, **options)
    if (
        isinstance(answer, Equilibrium) and answer.seed is None and refine is None
    ):  # what "auto" stands for is known now
        check_seed(seed, start, "" if answer.method == "lcp" else f"the method {answer.method}")
    return answer


def check_seed(seed: int | None, start: Prior, given: str = "") -> None:
    """Raise an InputError if there is a seed, but nothing random to start from."""
    if seed is not None and start != "random":
        named = "of a file" if isinstance(start, Profile) else "centroid" if start == "auto" else start
        raise InputError(f"--seed {seed} with {given or f'the prior {named}'}, expected --prior random")


def emit_stream(source: str, target: str, pieces: Iterable[str]) -> None:
    """Write a result that comes in pieces: to stdout as they come, to a file whole or not at all.

    Raises
    ------
    LemkeError
        Located at the source, the game's file: what stops the pieces, a limit for one.
    """
    if target == "-":
        stream("", _checked(source, pieces))
    else:
        write_atomically(target, _checked(source, pieces))


def _checked(source: str, pieces: Iterable[str]) -> Iterator[str]:
    with located(source):
        for piece in pieces:
            limits.check()
            yield piece
