"""Any result that was written as JSON, read back: the table FORMATS names all formats and their readers."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import is_zipfile

from lemke.certificate import Equilibrium, Judge
from lemke.errors import NotProvedError, located, require_type
from lemke.io.bundle import certificate_text
from lemke.io.source import read_text
from lemke.solvers.refinements import judged_claim

FORMATS = {
    "lemke-game/2": ("lemke.studies.parametric", "load_game"),
    "lemke-lcp/2": ("lemke.io.lcp_formats", "lcp_of"),
    "lemke-equilibria/2": ("lemke.io.enumeration", "load"),
    "lemke-ranges/2": ("lemke.io.enumeration", "load"),
    "lemke-best/2": ("lemke.io.enumeration", "load"),
    "lemke-equilibrium/2": ("lemke.studies.load", "load_equilibrium"),
    "lemke-profile/2": ("lemke.io.equilibrium", "load_profile"),
    "lemke-verdict/2": ("lemke.io.enumeration", "load_verdict"),
    "lemke-sweep/2": ("lemke.studies.parametric", "load_sweep"),
}
"""Name of a format → the module and the function that reads a document of this format, which is loaded on first use.

A module has the types of its formats, or imports them: a type with the member ``format`` for each format.
"""


def load(path: str | os.PathLike[str]) -> Any:
    """Return the result, the certificate or the game in JSON of lemke: a file, a text, or ``-``, the standard input.

    Of a bundle, the certificate is returned. The object is equal to the one that was written with ``to_json()``.

    Raises
    ------
    FormatError, NumberError, GameError, ProfileError
        For a file that is no JSON of lemke; the message has the path of the file and of the wrong member.
    NotProvedError
        If what an equilibrium, sets or ranges claim is not proved.

    >>> import lemke
    >>> from tempfile import TemporaryDirectory
    >>> equilibrium = lemke.solve("example:kuhn3")
    >>> with TemporaryDirectory() as folder:
    ...     lemke.write(equilibrium, f"{folder}/kuhn3.json")
    ...     lemke.load(f"{folder}/kuhn3.json") == equilibrium
    True
    """
    if isinstance(path, str) and path.lstrip().startswith("{"):
        return loads(path)
    require_type(path, str | os.PathLike, "the path of a file")
    name = os.fspath(path)
    with located(name):
        is_bundle = name != "-" and os.path.isfile(name) and is_zipfile(name)
        content = certificate_text(Path(name).read_bytes()) if is_bundle else None
    return loads(read_text(name) if content is None else content, name)


def load_equilibrium(document: Any) -> Equilibrium:
    """Return the equilibrium of a document, after a judgment of all that it claims."""
    from lemke.io.equilibrium import equilibrium_of  # noqa: PLC0415  loads msgspec

    equilibrium, claim = equilibrium_of(document)
    if fault := judged_claim(Judge.of(equilibrium.game), claim).fault:
        raise NotProvedError(f"a certificate that does not hold: {fault}")
    return equilibrium


def loads(content: str, source: str | None = None) -> Any:
    """Return the result of a JSON text; ``source`` names the text in messages. Errors are those of :func:`load`.

    >>> import lemke
    >>> equilibrium = lemke.solve("example:kuhn3")
    >>> loads(equilibrium.to_json()) == equilibrium
    True
    """
    from lemke.ground import exact_json  # noqa: PLC0415  msgspec is loaded when JSON is read

    document = exact_json.loads(content, source)
    with located(source):
        module, function = FORMATS[exact_json.require_format(document, *FORMATS)]
        return getattr(import_module(module), function)(document)
