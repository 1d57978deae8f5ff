"""``lemke report``."""

from __future__ import annotations

from pathlib import PurePath

import click
from click.core import ParameterSource

from lemke.api import games
from lemke.cli.options import emit, limited, output, profile_options
from lemke.cli.solve import solved, solving_options
from lemke.errors import InputError, located
from lemke.game.strategy import Missing, Profile
from lemke.interop import OPENSPIEL
from lemke.io import bundled
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.show.web_page import page
from lemke.solvers import Prior
from lemke.studies.report import PRIOR, Origin, of_claim, of_equilibrium

_SOLVING = ("method", "kernel", "prior", "seed")
_JUDGING = ("normalize", "missing")


@click.command()
@click.argument("game")
@click.argument("profile", required=False)
@solving_options
@profile_options
@output
@limited
def report(
    game: str,
    profile: str | None,
    method: str,
    kernel: str,
    prior: str,
    seed: int | None,
    refine: str | None,
    normalize: bool,
    missing: Missing,
    output: str,
) -> int:
    """Write a report as a web page.

    The page is one HTML file that loads nothing. It has GAME and its tree, an equilibrium with every probability exact,
    payoffs and regrets, the path that led there, the certificate to save, and how to reproduce it. With PROFILE, of any
    kind that lemke verify reads, it is a verdict on that, instead of an equilibrium that is found.

    Status 0: what the page says holds. Status 1: PROFILE is no equilibrium, or not all that it claims is true; the page
    is written and says so.

    \b
    Examples:
      lemke report example:kuhn3 -o report.html
      lemke report example:tracing_2002 --prior random --seed 2 -o report.html
      echo "NE,1,0,0,1" | lemke report example:entry_deterrence - -o report.html
    """
    for name in _SOLVING if profile else _JUDGING:
        if click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT:
            expected = "no PROFILE, since it is for solving" if profile else "a PROFILE"
            raise InputError(f"--{name}, expected {expected}")
    read_game = games.read_game(game)
    shown = _shown(game)
    if profile is not None:
        content = read_text(profile)
        claims = profiles.loads(content, read_game, profile, normalize, missing)
        claim = profiles.only(claims, profile, " for a page")
        with located(game):
            options = ["--normalize"] * normalize + ([] if missing is None else ["--missing", missing])
            subject = of_claim(read_game, claim, Origin(shown, options, text=content), refine)
    else:
        with located(game):
            start = games.read_prior(prior, read_game)
            found = solved(read_game, method, kernel, start, seed, refine)
            subject = of_equilibrium(found, Origin(shown, _given_solving(start), start))
    emit(output, page(subject))
    return 0 if subject.verdict.holds else 1


def _given_solving(start: Prior) -> list[str]:
    """Return the options that say how to solve, as they were given, but a prior's file as that on the page."""
    context = click.get_current_context()
    given = []
    for name in (*_SOLVING, "refine"):
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            own_file = name == "prior" and isinstance(start, Profile)
            given += [f"--{name}", PRIOR if own_file else str(context.params[name])]
    return given


def _shown(argument: str) -> str:
    """Return a game's name as others can type it who do not have its folder."""
    if argument == "-" or argument.startswith((OPENSPIEL, bundled.PREFIX)):
        return argument
    path = PurePath(argument)
    name = path.name if path.is_absolute() else argument
    return f"./{name}" if name.startswith(("-", OPENSPIEL, bundled.PREFIX)) else name
