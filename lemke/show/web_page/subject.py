"""What a page is about, as those tell it who may solve, read and write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lemke.certificate import Equilibrium, Verdict
from lemke.forms.sequence_form import TracingPath


@dataclass(frozen=True)
class File:
    """A text to save from the page.

    Attributes
    ----------
    name : str
        Of the file.
    kind : str
        Its media type.
    text : str
    about : str
        A sentence for people.
    """

    name: str
    kind: str
    text: str
    about: str


@dataclass(frozen=True)
class Command:
    """A command that makes again what the page shows, and a sentence on it."""

    line: str
    about: str


@dataclass(frozen=True)
class Subject:
    """A profile of a game with the verdict on it, and how it was found if it is known.

    Attributes
    ----------
    verdict : Verdict
        On the profile, of its game.
    equilibrium : Equilibrium | None
        The profile as a solver found it; None for one that was given.
    path : TracingPath | None
        The path that led to it.
    no_path : str
        A sentence: why there is none.
    argument : str
        How commands name the game.
    files : sequence of File
    commands : sequence of Command
    version : str
        Of this package.
    """

    verdict: Verdict
    equilibrium: Equilibrium | None
    path: TracingPath[Any] | None
    no_path: str
    argument: str
    files: Sequence[File]
    commands: Sequence[Command]
    version: str

    @property
    def as_read(self) -> bool:
        """Whether nothing had to be done to the profile's numbers."""
        profile = self.verdict.claim.profile
        return not any(profile.filled) and (profile.normalization is None or not profile.normalization.sets)
