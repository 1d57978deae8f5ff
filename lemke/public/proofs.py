"""Proofs of equilibria for other programs, from a game and a certificate."""

from __future__ import annotations

from os import PathLike, fspath
from typing import TypeAlias

from lemke.certificate import Equilibrium, EquilibriumRanges, Judge, Replay, replay
from lemke.certificate.equilibrium_sets import RangesMembers
from lemke.errors import ProfileError, located, require_type
from lemke.game import Game
from lemke.io import enumeration, proofs
from lemke.io import profile as texts
from lemke.io.proofs import PROOF_FORMATS, Certificate, Files
from lemke.io.source import read_text
from lemke.public.accepted import GameLike, Path, as_game, check_choice, is_text
from lemke.solvers.refinements import judged_claim
from lemke.studies.range_proofs import range_files

CertificateLike: TypeAlias = Equilibrium | EquilibriumRanges | Path
"""An equilibrium, ranges, or the JSON of one of them as text or file."""


def proof_files(game: GameLike, certificate: CertificateLike, format: str) -> dict[str, str | bytes]:
    """Return the files that prove an equilibrium for other programs, as ``lemke convert --certificate`` does.

    Parameters
    ----------
    game : game
        As in :func:`lemke.solve`.
    certificate : Equilibrium, ranges, text or path
        An equilibrium from :func:`lemke.solve`, ranges from :func:`lemke.ranges` in a constant-sum game, or the JSON of
        such a result, as text or path. The judge checks the certificate first.
    format : str
        One of :data:`lemke.io.proofs.PROOF_FORMATS`. ``"vipr"``: texts with the names ``player1`` and ``player2``, and
        in a constant-sum game ``value``; for ranges a text for each bound, such as ``player1.2.weight.least``.
        ``"proof"`` and ``"coq"``: a text for the checker in ``proofs/``, or a Coq file; the name is empty.
        ``"bundle"``: the bytes of a zip file; the name is empty.

    Raises
    ------
    ProfileError
        If the judge does not accept the certificate.

    >>> import lemke
    >>> list(proof_files("example:kuhn3", lemke.solve("example:kuhn3"), "vipr"))
    ['player1', 'player2', 'value']
    """
    contents = judged_files(as_game(game), certificate, format)
    return {name: data if isinstance(data, bytes) else "".join(data) for name, data in contents.items()}


def judged_files(game: Game, certificate: CertificateLike, format: str) -> Files:
    """Return the files of :func:`proof_files`; a text is made when it is read."""
    check_choice("format", format, PROOF_FORMATS)
    stated = certificate_or_ranges(game, certificate)
    if (refused := refusal(stated)) is not None:
        raise ProfileError(f"a certificate that does not hold: {refused}")
    return files(stated, format)


def files(stated: Certificate | Replay, format: str) -> Files:
    """Return the files for a statement that the judge has accepted; a text is made when it is read.

    Raises InputError for ranges in a format other than VIPR.
    """
    if isinstance(stated, Certificate):
        return proofs.files(stated, format)
    check_choice("the proof format of ranges", format, ["vipr"])
    ranges = stated.result
    assert isinstance(ranges, EquilibriumRanges)
    return range_files(ranges)


def certificate_or_ranges(game: Game, stated: CertificateLike) -> Certificate | Replay:
    """Return a certificate of an equilibrium, not yet judged, or ranges, checked; InputError for another object."""
    if isinstance(stated, EquilibriumRanges):
        return replay(game, stated)
    if isinstance(stated, Equilibrium) and not stated.epsilon:
        return Certificate(game, stated.claim, stated.to_json())
    if isinstance(stated, Equilibrium):
        raise ProfileError("an equilibrium up to its epsilon, expected an exact one")
    require_type(stated, str | PathLike, "an Equilibrium, EquilibriumRanges, or a certificate as text or path")
    source = None if isinstance(stated, str) and is_text(stated) else fspath(stated)
    document = str(stated) if source is None else read_text(source)
    ranges = enumeration.stated_in(document, game, source)
    if isinstance(ranges, RangesMembers):
        return replay(game, ranges)
    claim = texts.only(texts.loads(document, game, source), source, " to prove")
    if not (claim.plans and claim.duals):
        with located(source):
            raise ProfileError("a profile without a proof, expected a certificate (lemke solve --format json)")
    return Certificate(game, claim, document)


def refusal(stated: Certificate | Replay) -> str | None:
    """Return why the judge does not accept the statement, in words; None if it does."""
    if isinstance(stated, Replay):
        return None if stated.verdict.holds else stated.verdict.sentence
    return judged_claim(Judge.of(stated.game), stated.claim).fault or None
