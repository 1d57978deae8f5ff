"""Proofs of equilibria for other programs: the table PROOF_FORMATS names every format and its module."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from lemke.certificate import Claim
from lemke.errors import InputError
from lemke.game import Game
from lemke.io.source import Content

Files: TypeAlias = dict[str, Content]
"""The content of each file by name; a single file has the empty name."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """A certificate of an equilibrium. The judge has accepted the certificate before any file is written.

    Attributes
    ----------
    game : Game
    claim : Claim
        The statements of the certificate, with plans and duals.
    document : str
        The JSON of the certificate, ``lemke-equilibrium/2``.
    """

    game: Game
    claim: Claim
    document: str


PROOF_FORMATS = {
    "vipr": ("vipr", "vipr", "files"),
    "proof": ("proof", "coq", "line_files"),
    "coq": ("v", "coq", "coq_files"),
    "bundle": ("zip", "bundle", "files"),
}
"""Name of a format of proofs → the suffix of its files, and the module here and its function from a certificate to
:data:`Files`; the module is loaded on first use."""


def format_of(path: str) -> str | None:
    """Return the name of the format of proofs that has the suffix of a path; None if no format has it.

    >>> format_of("kuhn3.vipr"), format_of("kuhn3.efg")
    ('vipr', None)
    """
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    return next((name for name, (own_suffix, *_) in PROOF_FORMATS.items() if own_suffix == suffix), None)


def files(certificate: Certificate, format: str) -> Files:
    """Return the files of a proof in one of the PROOF_FORMATS."""
    _, module, function = PROOF_FORMATS[format]
    contents: Files = getattr(import_module(f"lemke.io.{module}"), function)(certificate)
    return contents


def output_files(contents: Files, path: str) -> Iterator[tuple[str, Content]]:
    """Yield the path and the content of every file; in the path, a nonempty name comes before the suffix.

    Raises an InputError for several files on the standard output, ``-``.

    >>> [path for path, content in output_files({"player1": b"", "player2": b""}, "proofs/kuhn3.vipr")]
    ['proofs/kuhn3.player1.vipr', 'proofs/kuhn3.player2.vipr']
    """
    if path == "-" and len(contents) > 1:
        raise InputError(f"{len(contents)} files on the standard output, expected the path of a file as OUT")
    stem, suffix = os.path.splitext(path)
    for name, content in contents.items():
        yield (f"{stem}.{name}{suffix}" if name else path), content
