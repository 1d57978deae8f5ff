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


@dataclass(frozen=True, slots=True)
class ProofFormat:
    """A format of proofs.

    Attributes
    ----------
    suffix : str
        The suffix of files in this format. For a command, the suffix of the output file names the format.
    module : str
        The module of the format, in this folder; it is imported on first use.
    function : str
        A function of the module, from a :class:`Certificate` to :data:`Files`.
    """

    suffix: str
    module: str
    function: str = "files"

    def files(self, certificate: Certificate) -> Files:
        """Return the content of the files of a proof, by name."""
        contents: Files = getattr(import_module(f"lemke.io.{self.module}"), self.function)(certificate)
        return contents


PROOF_FORMATS = {
    "vipr": ProofFormat("vipr", "vipr"),
    "proof": ProofFormat("proof", "coq", "line_files"),
    "coq": ProofFormat("v", "coq", "coq_files"),
    "bundle": ProofFormat("zip", "bundle"),
}
"""The formats of proofs, by name."""


def format_of(path: str) -> str | None:
    """Return the name of the format of proofs that has the suffix of a path; None if no format has it.

    >>> format_of("kuhn3.vipr"), format_of("kuhn3.efg")
    ('vipr', None)
    """
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    return next((name for name, proof_format in PROOF_FORMATS.items() if proof_format.suffix == suffix), None)


def files(certificate: Certificate, format: str) -> Files:
    """Return the files of a proof in one of the PROOF_FORMATS."""
    return PROOF_FORMATS[format].files(certificate)


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
