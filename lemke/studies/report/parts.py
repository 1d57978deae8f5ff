"""The parts of every page: facts about the game, files to save, and commands that reproduce the page."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import PurePath
from typing import Any

from lemke.forms.facts import game_facts
from lemke.game import Game
from lemke.game.played import PlayedProfile
from lemke.game.strategy import Profile
from lemke.io import dumps, suffix_format
from lemke.io.grammar import safe
from lemke.show.web_page import Command, File
from lemke.solvers import Prior

CERTIFICATE, PROFILE, PRIOR, REPORT = "certificate.json", "profile.json", "prior.json", "report.html"
TEXT_PROFILE, EQUILIBRIA, SWEEP = "profile.txt", "equilibria.json", "sweep.json"
WRITTEN = frozenset((CERTIFICATE, PROFILE, TEXT_PROFILE, PRIOR, REPORT, EQUILIBRIA, SWEEP))
"""The names of the files that a page offers or that its commands write, except the game's file."""


@dataclass(frozen=True)
class Origin:
    """Where the game and the result on a page come from."""

    # the game in commands: a path or a name; ``-`` if only its text is known, which the page then offers as a file
    argument: str = "-"
    # options with which ``lemke solve`` finds the equilibrium (a profile as prior is the file ``PRIOR``), or with which
    # ``lemke report`` reads the given profile or sweeps; None if they are not known
    options: Sequence[str] | None = None
    prior: Prior = "auto"  # the prior of the path to the equilibrium
    text: str | None = None  # the text of the given profile or result


def about_game(game: Game) -> dict[str, Any]:
    """Return the members of a Subject that describe a game whose payoffs are numbers."""
    facts = game_facts(game)
    rows = [row for row in facts.rows() if row[0] not in ("title", "SHA-256")]
    return {"game": game, "facts": rows, "digest": facts.sha256, "version": version("lemke")}


def argument(origin: Origin, game_file: File) -> str:
    """Return the game in commands: its path or name; the page's file if there is none, or if commands overwrite it."""
    if origin.argument == "-" or str(PurePath(origin.argument)) in WRITTEN:
        return game_file.name
    return origin.argument


def profile_file(game: Game, profile: Profile, text: str | None) -> File:
    """Return the file of a profile: the given text with all its claims, or JSON if there is no text."""
    if text is None:
        about = "The profile, with every number in full; lemke verify judges it."
        return File(PROFILE, "application/json", behavior(game, profile), about)
    is_json = text.lstrip("\ufeff \n").startswith("{")  # after a byte order mark and blanks
    name, kind = (PROFILE, "application/json") if is_json else (TEXT_PROFILE, "text/plain")
    return File(name, kind, text, "The input, unchanged; lemke verify judges it.")


def behavior(game: Game, profile: Profile) -> str:
    """Return a profile as JSON."""
    return PlayedProfile.of_game(game, profile).to_json()


def game_file(game: Game) -> File:
    """Return the file of the game in Gambit's format, or in lemke's if Gambit's would change the names of moves."""
    actions = [action for information_set in game.information_sets for action in information_set.actions]
    for_gambit = all(safe(action) == action for action in actions)
    suffix = suffix_format("-", game.strategic) if for_gambit else "json"
    readers = "lemke and Gambit read" if for_gambit else "lemke reads"
    about = f"The game: the same tree and numbers, with the same SHA-256, as text that {readers}."
    return File(f"game.{suffix}", "text/plain" if for_gambit else "application/json", dumps(game, suffix), about)


def command(about: str, *words: str) -> Command:
    """Return a command of lemke with a sentence about it."""
    return Command(shlex.join(["lemke", *words]), about)
