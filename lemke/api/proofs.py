"""Proofs of equilibria for other programs, from a game and a certificate in any form."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike, fspath

from lemke.api import games
from lemke.api.profiles import is_text
from lemke.certificate import Equilibrium, EquilibriumRanges, Judge, StatedSets, replay
from lemke.errors import InputError, ProfileError, located, suggestion, type_name
from lemke.game import Game
from lemke.ground.rational import shown
from lemke.io import enumeration, proofs
from lemke.io import profile as texts
from lemke.io.proofs import PROOF_FORMATS, Certificate, Files
from lemke.io.source import read_text
from lemke.solvers.refinements import judged_claim
from lemke.studies.range_proofs import range_files


def proof_files(game: object, certificate: object, format: str) -> dict[str, str | bytes]:
    """Return the files that prove an equilibrium for other programs, as ``lemke convert --certificate`` does.

    Parameters
    ----------
    game : Game, or what :func:`lemke.solve` takes for one
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
    InputError
        If the format is unknown, the format for ranges is not ``"vipr"``, or ``certificate`` is another object.
    ProfileError
        If the judge does not accept the certificate.

    >>> import lemke
    >>> list(proof_files("example:kuhn3", lemke.solve("example:kuhn3"), "vipr"))
    ['player1', 'player2', 'value']
    """
    if not isinstance(format, str) or format not in PROOF_FORMATS:
        hint = suggestion(format, PROOF_FORMATS) if isinstance(format, str) else ""
        raise InputError(f"the proof format {shown(format)}, expected {' or '.join(PROOF_FORMATS)}{hint}")
    stated = certificate_or_ranges(games.game(game), certificate)
    if (refused := refusal(stated)) is not None:
        raise ProfileError(f"a certificate that does not hold: {refused}")
    contents = files(stated, format)
    return {name: data if isinstance(data, bytes) else "".join(data) for name, data in contents.items()}


def files(stated: Certificate | Ranges, format: str) -> Files:
    """Return the files for a statement that the judge has accepted; a text is made when it is read.

    Raises InputError for ranges in a format other than VIPR.
    """
    if isinstance(stated, Certificate):
        return proofs.files(stated, format)
    if format != "vipr":
        raise InputError(f"ranges with the proof format {shown(format)}, expected 'vipr'")
    assert stated.sets.overview is not None
    return range_files(stated.game, stated.sets.overview)


@dataclass(frozen=True, eq=False)
class Ranges:
    """Ranges of a game's moves over all equilibria, with their proof."""

    game: Game
    sets: StatedSets


def certificate_or_ranges(game: Game, stated: object) -> Certificate | Ranges:
    """Return a certificate of an equilibrium, or ranges, not yet judged; an InputError for any other object."""
    if isinstance(stated, EquilibriumRanges):
        stated = stated.to_json()
    if isinstance(stated, Equilibrium) and not stated.epsilon:
        return Certificate(game, stated.claim, stated.to_json())
    if not isinstance(stated, str | PathLike):
        expected = "an Equilibrium, EquilibriumRanges, or a certificate as text or path"
        raise InputError(f"an object of type {type_name(stated)}, expected {expected}")
    source = None if isinstance(stated, str) and is_text(stated) else fspath(stated)
    document = str(stated) if source is None else read_text(source)
    ranges = enumeration.stated_in(document, game, source)
    if isinstance(ranges, StatedSets) and ranges.overview is not None:
        return Ranges(game, ranges)
    claim = texts.only(texts.loads(document, game, source), source, " to prove")
    if not (claim.plans and claim.duals):
        with located(source):
            raise ProfileError("a profile without a proof, expected a certificate (lemke solve --format json)")
    return Certificate(game, claim, document)


def refusal(stated: Certificate | Ranges) -> str | None:
    """Return why the judge does not accept the statement, in words; None if it does.

    Raises
    ------
    GameError, RecallError
        Unless the game has two players with perfect recall.
    """
    if isinstance(stated, Ranges):
        replayed = replay(stated.game, stated.sets)
        return None if replayed.holds else replayed.sentence
    report = judged_claim(Judge.of(stated.game), stated.claim)
    if report.holds:
        return None
    if report.objections:
        return report.objections[0]
    refinements = ((name, objections[0]) for name, objections in report.refinements.items() if objections)
    name, objection = next(refinements, ("", report.sentence(longest=40)))
    return f"not proved {name}: {objection}" if name else objection
