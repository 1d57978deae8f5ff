"""What every page has: the game's facts, files to save, and commands that make it again."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import PurePath
from typing import Any

from lemke.forms.facts import game_facts
from lemke.game import Game
from lemke.game.strategy import Profile, behavior_object
from lemke.ground.document import Document
from lemke.io import dumps, suffix_format
from lemke.io.grammar import safe
from lemke.show.web_page import Command, File
from lemke.solvers import Prior

CERTIFICATE, PROFILE, PRIOR, REPORT = "certificate.json", "profile.json", "prior.json", "report.html"
TEXT_PROFILE, EQUILIBRIA, SWEEP = "profile.txt", "equilibria.json", "sweep.json"
WRITTEN = frozenset((CERTIFICATE, PROFILE, TEXT_PROFILE, PRIOR, REPORT, EQUILIBRIA, SWEEP))
"""Names of the files that a page holds or that its commands write; the game's aside."""


@dataclass(frozen=True)
class Origin:
    """Where a game and what is shown of it come from."""

    # how commands name the game; ``-`` if nothing but its text is known, which the page then calls ``game.efg``
    argument: str = "-"
    # with which ``lemke solve`` finds the equilibrium, a profile as prior as ``PRIOR``, or with which the profile that
    # was given was read, or ``lemke report`` sweeps; None if they are not known
    options: Sequence[str] | None = None
    prior: Prior = "auto"  # that the equilibrium was found from
    text: str | None = None  # of what was given


def about_game(game: Game) -> dict[str, Any]:
    """Return what a page says of a game with numbers."""
    facts = game_facts(game)
    rows = [row for row in facts.rows() if row[0] not in ("title", "SHA-256")]
    return {"game": game, "facts": rows, "digest": facts.game["sha256"], "version": version("lemke")}


def argument(origin: Origin, game_file: File) -> str:
    """Return how commands name the game: as the page's own file, too, if they would write over another."""
    if origin.argument == "-" or str(PurePath(origin.argument)) in WRITTEN:
        return game_file.name
    return origin.argument


def profile_file(game: Game, profile: Profile, text: str | None) -> File:
    """Return the profile as it was given, with all that is claimed of it, or as JSON if it was no text."""
    if text is None:
        about = "The profile, with every number in full; lemke verify judges it."
        return File(PROFILE, "application/json", behavior(game, profile), about)
    is_json = text.lstrip("\ufeff \n").startswith("{")
    name, kind = (PROFILE, "application/json") if is_json else (TEXT_PROFILE, "text/plain")
    return File(name, kind, text, "What was given, as it was given; lemke verify judges it.")


def behavior(game: Game, profile: Profile) -> str:
    """Return a profile as JSON."""
    return Document(list, members=lambda: {"behavior": behavior_object(game, profile)}, spread=True).to_json()


def game_file(game: Game) -> File:
    """Return the game in Gambit's format, or in ours where that would change the names of moves."""
    kept = all(
        safe(action) == action for information_set in game.information_sets for action in information_set.actions
    )
    suffix = suffix_format("-", game.strategic) if kept else "json"
    readers = "lemke and Gambit read" if kept else "lemke reads"
    about = f"The game: the same tree and numbers, with the same SHA-256, as text that {readers}."
    return File(f"game.{suffix}", "text/plain" if kept else "application/json", dumps(game, suffix), about)


def command(about: str, *words: str) -> Command:
    """Return a command of lemke with a sentence on it."""
    return Command(shlex.join(["lemke", *words]), about)
