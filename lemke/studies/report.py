"""Reports as web pages: what is known of a profile is put together and handed to :mod:`lemke.show.web_page`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import PurePath

import numpy as np

from lemke.certificate import Claim, Equilibrium, Judge, Report, Verdict
from lemke.errors import InputError, ProfileError, type_name
from lemke.forms.sequence_form import TracingPath
from lemke.game import Game
from lemke.game.canonical import sha256
from lemke.game.strategy import Profile, behavior_object
from lemke.ground.document import Document
from lemke.io import dumps, suffix_format
from lemke.io import equilibrium as certificates
from lemke.io.grammar import safe
from lemke.show.web_page import Command, File, Subject, page
from lemke.solvers import Prior, solve, tracing
from lemke.solvers.refinements import objections_to

PIVOTS = 500
"""Pivots of a path that is followed again for its picture."""
CERTIFICATE, PROFILE, PRIOR, REPORT = "certificate.json", "profile.json", "prior.json", "report.html"
TEXT_PROFILE = "profile.txt"
WRITTEN = frozenset((CERTIFICATE, PROFILE, TEXT_PROFILE, PRIOR, REPORT))
"""Names of the files that a page holds or that its commands write; the game's aside."""


def report(game: Game, profile: Equilibrium | Profile | None = None) -> str:
    """Return a report as a web page that holds all it needs: one HTML text, which loads nothing.

    It has the game, its tree and its sequence form, the strategies with exact and decimal probabilities, payoffs and
    regrets, the path that led to the equilibrium, the certificate to save, and how to reproduce it. The same game and
    profile give the same text.

    Parameters
    ----------
    game : Game
    profile : Equilibrium | Profile | None
        An equilibrium of the game; or any profile, which is judged; by default the equilibrium that ``lemke.solve``
        finds.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    ProfileError
        If the profile does not fit the game, or the equilibrium is one of another game.
    InputError
        For what is neither an equilibrium nor a profile.

    >>> from lemke.generators import kuhn
    >>> html = report(kuhn(3))
    >>> html[:15], "An equilibrium, proved: both regrets are exactly 0." in html
    ('<!DOCTYPE html>', True)
    """
    if isinstance(profile, Profile):
        return page(of_claim(game, Claim(profile), Origin()))
    if profile is None:
        return page(of_equilibrium(solve(game), Origin(options=())))
    if not isinstance(profile, Equilibrium):
        raise InputError(f"an object of type {type_name(profile)}, expected an Equilibrium or a Profile")
    if profile.game is not game and sha256(profile.game) != sha256(game):
        raise ProfileError("an equilibrium of another game, expected one of this game")
    return page(of_equilibrium(profile, Origin()))


@dataclass(frozen=True)
class Origin:
    """Where a game and an equilibrium come from."""

    # how commands name the game; ``-`` if nothing but its text is known, which the page then calls ``game.efg``
    argument: str = "-"
    # with which ``lemke solve`` finds the equilibrium, a profile as prior as ``PRIOR``, or with which the profile that
    # was given was read; None if they are not known
    options: Sequence[str] | None = None
    prior: Prior = "auto"  # that the equilibrium was found from
    text: str | None = None  # of the profile that was given


def of_equilibrium(equilibrium: Equilibrium, origin: Origin) -> Subject:
    """Return what a page says of an equilibrium; it is judged again."""
    game = equilibrium.game
    claim = Claim(
        equilibrium.profile,
        equilibrium.payoffs,
        equilibrium.plans,
        equilibrium.duals,
        equilibrium.method,
        refinement=equilibrium.refinement,
    )
    judged = Judge.of(game).judge(claim)
    path = _path(equilibrium, origin.prior)
    about = "The certificate: all that proves the equilibrium, with every number in full; lemke verify judges it."
    files = [File(CERTIFICATE, "application/json", certificates.dumps(equilibrium), about), _game_file(game)]
    name = _argument(origin, files[-1])
    if isinstance(origin.prior, Profile):
        about = "The prior that the path starts from, with every number in full."
        files.append(File(PRIOR, "application/json", _behavior(game, origin.prior), about))
    commands = [_command("The verdict on it:", "verify", name, CERTIFICATE)]
    if (given := origin.options) is not None:
        again = "The certificate:"
        if equilibrium.kernel != "exact":
            again = "A certificate; where floats are computed otherwise, maybe of another equilibrium, as well proved:"
        commands.insert(0, _command(again, "solve", name, *given, "--format", "json", "-o", CERTIFICATE))
        if isinstance(path, TracingPath):  # lemke path has some of the options of lemke solve
            pairs = zip(given[::2], given[1::2], strict=True)
            known = [pair for pair in pairs if pair[0] in ("--prior", "--seed") and pair[1] != "auto"]
            commands.append(_command("The path, pivot by pivot:", "path", name, *chain(*known)))
        commands.append(_command("This page:", "report", name, *given, "-o", REPORT))
    return _subject(game, claim, judged, None, equilibrium, path, name, files, commands)


def of_claim(game: Game, claim: Claim, origin: Origin, refine: str | None = None) -> Subject:
    """Return what a page says of a profile that was given."""
    judged = Judge.of(game).judge(claim)
    profile = _profile_file(game, claim.profile, origin.text)
    file = _game_file(game)
    name = _argument(origin, file)
    asked = (*(origin.options or ()), *(() if refine is None else ("--refine", refine)))
    commands = [
        _command("The verdict:", "verify", name, profile.name, *asked),
        _command("This page:", "report", name, profile.name, *asked, "-o", REPORT),
    ]
    no_path = "The profile was given, so no path is known that leads to it."
    return _subject(game, claim, judged, refine, None, no_path, name, (profile, file), commands)


def _subject(
    game: Game,
    claim: Claim,
    judged: tuple[Report, list[str]],
    refine: str | None,
    equilibrium: Equilibrium | None,
    path: TracingPath[Equilibrium] | str,
    name: str,
    files: Sequence[File],
    commands: Sequence[Command],
) -> Subject:
    verdict = Verdict(game, claim, *judged, objections_to(game, claim, refine))
    traced, no_path = (None, path) if isinstance(path, str) else (path, "")
    return Subject(verdict, equilibrium, traced, no_path, name, files, commands, version("lemke"))


def _path(equilibrium: Equilibrium, prior: Prior) -> TracingPath[Equilibrium] | str:
    """Return the path that led to the equilibrium, or a sentence: why it is not shown."""
    method, kernel, start = equilibrium.method, equilibrium.kernel, equilibrium.prior
    if method in ("lp", "lemke-howson"):
        return f"It was found by the method {method}, which does not follow Lemke’s path from a prior."
    if method != "lcp":
        return f"It was found by the method {method}; this page shows paths of the method lcp only."
    if kernel != "exact":
        return (
            f"It was found by the kernel {kernel}, which follows a path in floating point; only the end was proved. "
            "With --kernel exact the path itself is exact, and lemke path shows it."
        )
    if equilibrium.pivots > PIVOTS:
        return f"It has {equilibrium.pivots} pivots, too many for a picture; lemke path shows them all."
    if start == "profile" and not isinstance(prior, Profile):
        return "It started from a profile that is not known any more."
    known: Prior = prior if isinstance(prior, Profile) else "random" if start == "random" else "centroid"
    path = tracing.path(equilibrium.game, known, equilibrium.seed or 0)
    if not all(map(np.array_equal, path.end, equilibrium.plans)):  # a path in floats was tried first, and left
        return f"The exact path ({path.label}) leads to another equilibrium; lemke path shows it."
    return path


def _argument(origin: Origin, game_file: File) -> str:
    """Return how commands name the game: as the page's own file, too, if they would write over another."""
    if origin.argument == "-" or str(PurePath(origin.argument)) in WRITTEN:
        return game_file.name
    return origin.argument


def _profile_file(game: Game, profile: Profile, text: str | None) -> File:
    """Return the profile as it was given, with all that is claimed of it, or as JSON if it was no text."""
    if text is None:
        about = "The profile, with every number in full; lemke verify judges it."
        return File(PROFILE, "application/json", _behavior(game, profile), about)
    is_json = text.lstrip("\ufeff \n").startswith("{")
    name, kind = (PROFILE, "application/json") if is_json else (TEXT_PROFILE, "text/plain")
    return File(name, kind, text, "The profile as it was given; lemke verify judges it.")


def _behavior(game: Game, profile: Profile) -> str:
    return Document(list, members=lambda: {"behavior": behavior_object(game, profile)}, spread=True).to_json()


def _game_file(game: Game) -> File:
    """Return the game in Gambit's format, or in ours where that would change the names of moves."""
    kept = all(safe(action) == action for each in game.information_sets for action in each.actions)
    suffix = suffix_format("-", game.strategic) if kept else "json"
    readers = "lemke and Gambit read" if kept else "lemke reads"
    about = f"The game: the same tree and numbers, with the same SHA-256, as text that {readers}."
    return File(f"game.{suffix}", "text/plain" if kept else "application/json", dumps(game, suffix), about)


def _command(about: str, *words: str) -> Command:
    return Command(shlex.join(["lemke", *words]), about)
