"""Bundles: a zip file with a proved equilibrium and a program that checks it with Python alone.

A bundle holds ``certificate.json``, which has the game, VIPR files, the stand-alone checker, ``manifest.json``, which
lists these files, and a ``README.txt`` that says what is claimed and how to check it. With one version of lemke and of
zlib, the same certificate makes the same bytes.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from importlib.metadata import version

from msgspec import Struct

from lemke.errors import FormatError, one_line
from lemke.game import sha256
from lemke.ground import exact_json
from lemke.ground.rational import short
from lemke.io import vipr
from lemke.io.bundled import checker
from lemke.io.proofs import Certificate

FORMAT = "lemke-bundle/2"
DAMAGED = zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError
"""What zipfile raises for a damaged file."""
MANIFEST, CERTIFICATE, CHECKER = "manifest.json", "certificate.json", "check.py"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time stamp of all files, the earliest that zip can hold. As it is constant, equal contents make equal bytes."""
README = """\
An equilibrium and its proof
============================

Game         {title}
Players      {players}
SHA-256      {digest}
             of the game's canonical form, which labels do not change
Claim        the strategies in certificate.json are a Nash equilibrium{refined}:
             neither player can gain anything by playing otherwise, exactly.
             Player 1 gets {payoffs[0]}, player 2 gets {payoffs[1]}.{value}
Written by   lemke {version}

Nothing here has to be believed: all of it can be checked without lemke.

Check with Python 3.11 or later alone
-------------------------------------

    python check.py BUNDLE.zip

BUNDLE.zip is the archive from which these files come. The exit status is 0 if
the certificate and every VIPR file hold, and every VIPR file is about this game
and this certificate. The program needs the standard library and is short: read
it before you trust it. With "python -I -S check.py" nothing else is loaded,
even if somebody has put other files into the folder.

Check with viprchk
------------------

VIPR is a format of proofs for linear and integer programs (K. Cheung,
A. Gleixner, D. Steffy 2017). Its checker viprchk knows nothing of games:
https://github.com/scipopt/vipr

    viprchk player1.vipr

Files
-----

{files}"""
ABOUT = {
    CERTIFICATE: "the game, strategies, payoffs, plans, dual values",
    "player1.vipr": "player 1's plan is a best response to player 2's plan",
    "player2.vipr": "player 2's plan is a best response to player 1's plan",
    "value.vipr": "the value of the game, player 1's payoff",
    CHECKER: "the program that checks all this",
}
"""What each file holds or proves."""


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The list of the files in a bundle, ``manifest.json``.

    Attributes
    ----------
    program : str
        The program that wrote the bundle, and its version.
    sha256 : str
        The SHA-256 of the game's canonical form.
    claim : str
        The method or refinement of the equilibrium.
    certificate : str
        The name of the certificate, ``lemke-equilibrium/2``.
    proofs : list of str
        The names of the VIPR files.
    checker : str
        The name of the program that checks the files.
    format : str
    """

    program: str
    sha256: str
    claim: str
    certificate: str
    proofs: list[str]
    checker: str
    format: str = FORMAT


def files(certificate: Certificate) -> dict[str, bytes]:
    """Return the bundle, one zip file, under the empty name."""
    proofs = {f"{name}.vipr": "".join(pieces) for name, pieces in vipr.files(certificate).items()}
    digest, program = sha256(certificate.game), f"lemke {version('lemke')}"
    manifest = Manifest(program, digest, certificate.claim.method, CERTIFICATE, [*proofs], CHECKER)
    contents = {
        MANIFEST: exact_json.dumps(manifest),
        CERTIFICATE: certificate.document,
        "README.txt": _readme(certificate, digest, [CERTIFICATE, *proofs, CHECKER]),
        CHECKER: checker(CHECKER),
        **proofs,
    }
    return {"": _zip_archive(contents)}


def certificate_text(content: bytes) -> str:
    """Return the certificate in a bundle."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            document = exact_json.loads(archive.read(MANIFEST).decode())
            exact_json.require_format(document, FORMAT)
            return archive.read(exact_json.convert(document, Manifest).certificate).decode()
    except (*DAMAGED, KeyError, ValueError) as error:
        raise FormatError(f"no bundle ({one_line(str(error))}), expected a zip file with {MANIFEST}") from None


def _readme(certificate: Certificate, digest: str, names: list[str]) -> str:
    game, claim = certificate.game, certificate.claim
    payoffs = [short(payoff) for payoff in claim.payoffs]
    is_refined = claim.refinement is not None or claim.method == "subgame-perfect"
    return README.format(
        title=one_line(game.title) or "without a title",
        players=", ".join(one_line(name) or f"player {k}" for k, name in enumerate(game.players, 1)),
        digest=digest,
        refined=f", {claim.method}" if is_refined else "",
        payoffs=payoffs,
        value=f"\n             The value of the game is {payoffs[0]}." if "value.vipr" in names else "",
        version=version("lemke"),
        files="".join(f"  {name:<17}  {ABOUT[name]}\n" for name in names),
    )


def _zip_archive(contents: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # Unix, whose permissions are the upper 16 bits
            archive.writestr(entry, contents[name].encode("utf-8", "backslashreplace"))
    return stream.getvalue()
