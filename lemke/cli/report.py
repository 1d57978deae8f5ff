"""The command ``lemke report``."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import click
from click.core import ParameterSource

from lemke.certificate import StatedBest, StatedSets, replay
from lemke.cli.options import emit, limited, output, profile_options
from lemke.cli.solve import solving_options
from lemke.cli.sweep import interval_options, swept
from lemke.cli.terminal import is_shown
from lemke.errors import InputError, located
from lemke.game import Game
from lemke.game.strategy import Profile
from lemke.ground.rational import text
from lemke.interop import OPENSPIEL
from lemke.io import bundled, enumeration
from lemke.io import profile as profiles
from lemke.io.source import read_text
from lemke.public import accepted as games
from lemke.public.equilibria import enumerate as find_all
from lemke.public.profiles import as_prior
from lemke.show.web_page import Subject, page
from lemke.solvers import Prior
from lemke.solvers import solve as solve_game
from lemke.studies.report import PRIOR, Origin, of_claims, of_equilibria, of_equilibrium, of_sweep

# the options that only one kind of report accepts, by the names of their parameters
_SOLVING = ("method", "kernel", "prior", "seed")
_JUDGING = ("normalize", "missing")
_SWEEPING = ("low", "high", "every")


@click.command()
@click.argument("game")
@click.argument("profile", required=False)
@solving_options
@profile_options
@interval_options(required=False)
@output
@limited
def report(game: str, profile: str | None, output: str, **options: Any) -> int:
    """Write a report as a web page.

    The page is one HTML file that loads no other files. It has GAME and its tree, an equilibrium, payoffs and regrets,
    the path if the exact kernel followed one, the certificate, and the command that reproduces the page. With PROFILE,
    as for lemke verify, the page is a verdict on this profile. If PROFILE has several profiles, or is the JSON of lemke
    enumerate, a slider selects one. With --from and --to, GAME has a parameter, as in lemke sweep, and the slider
    selects the piece of the interval.

    Status 1: PROFILE is no equilibrium, or a claim is false or not proved. Status 4: PROFILE may be a sequential
    equilibrium. The page is written in both cases.

    \b
    Examples:
      lemke report example:kuhn3 -o report.html
      lemke report example:kuhn3_parametric --from 0 --to 4 -o r.html
      echo "NE,1,0,0,1" | lemke report example:entry_deterrence - -o report.html
    """
    kind = _kind(profile)
    if is_shown(output):
        raise InputError("a web page at a terminal, expected -o report.html")
    if kind == "sweep":
        subject = _of_sweep(game, {name: options[name] for name in _SWEEPING})
    elif profile is not None:
        subject = _of_profile(game, profile, options)
    else:
        subject = _of_solving(game, options)
    with located(game):
        html = page(subject)
    emit(output, html)
    return 0 if subject.holds else 4 if subject.is_open else 1


def _kind(profile: str | None) -> str:
    """Return the kind of report: "solving", "profile" or "sweep"; raise an InputError for options of another kind."""
    is_sweep = any(_is_given(name) for name in ("low", "high"))
    kind = "sweep" if is_sweep else "profile" if profile is not None else "solving"
    kinds = {"solving": (*_SOLVING, "refine"), "profile": (*_JUDGING, "refine"), "sweep": _SWEEPING}
    for name in dict.fromkeys(name for names in kinds.values() for name in names):
        if name not in kinds[kind] and _is_given(name):
            option = "all" if name == "every" else name
            expected = {
                "sweep": "no --from and --to, since a sweep does not use this option",
                "profile": "no PROFILE, since this option is for solving",
                "solving": "a PROFILE",
            }[kind]
            if name in _SWEEPING:
                expected = "--from and --to as well" if kind == "solving" else "--from and --to instead of a PROFILE"
            raise InputError(f"--{option}, expected {expected}")
    if is_sweep and profile is not None:
        raise InputError("--from and --to with a PROFILE, expected either the two options or a PROFILE")
    if is_sweep and not (_is_given("low") and _is_given("high")):
        raise InputError(f"--{'from' if _is_given('low') else 'to'} alone, expected --from and --to")
    return kind


def _is_given(name: str) -> bool:
    """Return whether the user wrote the option whose parameter has this name."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT


def _of_sweep(game: str, interval: dict[str, Any]) -> Subject:
    """Return the subject of a page about a sweep."""
    sweep = swept(game, **interval)
    options = ["--from", text(interval["low"]), "--to", text(interval["high"])]
    if interval["every"]:
        options.append("--all")
    return of_sweep(sweep, Origin(_shown(game), options))


def _of_profile(game: str, profile: str, options: dict[str, Any]) -> Subject:
    """Return the subject of a page about the profiles in a file, or about a proof about all equilibria."""
    read_game, shown = games.read(game), _shown(game)
    content = read_text(profile)
    stated = enumeration.stated_in(content, read_game, profile)
    if stated is not None:
        for name in (*_JUDGING, "refine"):
            if _is_given(name):
                raise InputError(f"--{name} with a proof about all equilibria, expected a profile")
        with located(profile):
            return _of_stated(read_game, stated, Origin(shown, text=content))
    normalize, missing = options["normalize"], options["missing"]
    claims = profiles.loads(content, read_game, profile, normalize, missing)
    judging_options = ["--normalize"] if normalize else []
    if missing is not None:
        judging_options += ["--missing", missing]
    with located(game):
        return of_claims(read_game, claims, Origin(shown, judging_options, text=content), options["refine"])


def _of_stated(game: Game, stated: Stated, origin: Origin) -> Subject:
    """Check a list of equilibria, and return the subject of a page about it."""
    checked = replay(game, stated)
    result = None if checked.objection else checked.result
    if isinstance(result, EquilibriumRanges):
        result = result.equilibria
    if not isinstance(result, EquilibriumSets) or not result.sets:
        raise InputError("a proof that does not hold or has no list of equilibria; lemke verify prints the verdict")
    # the search continues from the stated sets and stops at once: no set is missing, or no further set is asked for
    number = None if stated.complete else len(stated.sets)
    return of_equilibria(find_all(game, "sets", number, stated), origin)


def _of_solving(game: str, options: dict[str, Any]) -> Subject:
    """Return the subject of a page about an equilibrium found by solving the game."""
    read_game, shown = games.read(game), _shown(game)
    with located(game):
        start = as_prior(read_game, options["prior"])
        seed, refine = options["seed"], options["refine"]
        equilibrium = solve_game(read_game, options["method"], options["kernel"], start, seed, refine=refine)
        return of_equilibrium(equilibrium, Origin(shown, _given_solving(start), start))


def _given_solving(start: Prior) -> list[str]:
    """Return the solving options that the user wrote; ``PRIOR``, a name for the page, replaces the file of a prior."""
    options = []
    for name in (*_SOLVING, "refine"):
        if _is_given(name):
            is_file = name == "prior" and isinstance(start, Profile)
            options += [f"--{name}", PRIOR if is_file else str(click.get_current_context().params[name])]
    return options


def _shown(argument: str) -> str:
    """Return the argument for a game as the page prints it: an absolute path is shortened to the file's name."""
    if argument == "-" or argument.startswith((OPENSPIEL, bundled.PREFIX)):
        return argument
    path = PurePath(argument)
    name = path.name if path.is_absolute() else argument
    # ./ keeps the name of a file from being read as an option or as a game of OpenSpiel or lemke
    return f"./{name}" if name.startswith(("-", OPENSPIEL, bundled.PREFIX)) else name
