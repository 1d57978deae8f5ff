"""Proofs of equilibria for other programs, from a game and a certificate in any form."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TypeAlias

from lemke.api import games
from lemke.api.profiles import is_text
from lemke.certificate import Equilibrium, Judge
from lemke.errors import InputError, ProfileError, located, suggestion, type_name
from lemke.game import Game
from lemke.io import profile as texts
from lemke.io import proofs
from lemke.io.proofs import PROOF_FORMATS, Certificate
from lemke.io.source import read_text
from lemke.solvers.refinements import judged_claim

Files: TypeAlias = dict[str, str | bytes]


def proof_files(game: object, certificate: object, format: str) -> Files:
    """Return the files that prove an equilibrium to other programs, as ``lemke convert --certificate`` writes them.

    Parameters
    ----------
    game : Game, or what :func:`lemke.solve` takes for one
    certificate : Equilibrium, text or path
        An equilibrium that :func:`lemke.solve` has found, or its certificate, ``lemke-equilibrium/1``. It is judged
        first.
    format : str
        One of :data:`lemke.io.proofs.PROOF_FORMATS`. ``"vipr"``: texts by the names ``player1`` and ``player2``, in a
        constant-sum game ``value`` too. ``"bundle"``: the bytes of a zip file, by an empty name.

    Raises
    ------
    InputError
        For an unknown format, and for what is no certificate of an equilibrium.
    ProfileError
        If the judge does not accept the certificate.

    >>> import lemke
    >>> list(proof_files("example:kuhn3", lemke.solve("example:kuhn3"), "vipr"))
    ['player1', 'player2', 'value']
    """
    if format not in PROOF_FORMATS:
        raise InputError(
            f"no proofs are written as {format!r}, expected {' or '.join(PROOF_FORMATS)}"
            f"{suggestion(str(format), PROOF_FORMATS)}"
        )
    accepted = of_stated(games.game(game), certificate)
    if (refused := refusal(accepted)) is not None:
        raise ProfileError(f"a certificate that does not hold: {refused}")
    return {name: _whole(content) for name, content in proofs.files(accepted, format).items()}


def _whole(content: proofs.Content) -> str | bytes:
    return content if isinstance(content, bytes) else "".join(content)


def of_stated(game: Game, stated: object) -> Certificate:
    """Return a certificate of an equilibrium, not judged yet; an InputError for anything else."""
    if isinstance(stated, Equilibrium):
        return Certificate(game, stated.claim, stated.to_json())
    if not isinstance(stated, str | PathLike):
        raise InputError(f"an object of type {type_name(stated)}, expected an Equilibrium or its certificate")
    source = None if isinstance(stated, str) and is_text(stated) else fspath(stated)
    document = str(stated) if source is None else read_text(source)
    claim = texts.only(texts.loads(document, game, source), source, " to prove")
    if not (claim.plans and claim.duals):
        with located(source):
            raise ProfileError("a profile without a proof, expected a certificate: lemke solve --format json")
    return Certificate(game, claim, document)


def refusal(certificate: Certificate) -> str | None:
    """Return in words why the judge does not accept a certificate; None if it does.

    Raises
    ------
    PlayersError, RecallError
        Unless the game has two players with perfect recall.
    """
    report = judged_claim(Judge.of(certificate.game), certificate.claim)
    if report.holds:
        return None
    if report.objections:
        return report.objections[0]
    gains = ((name, objections[0]) for name, objections in report.refinements.items() if objections)
    name, objection = next(gains, ("", report.sentence(longest=40)))
    return f"not proved {name}: {objection}" if name else objection
