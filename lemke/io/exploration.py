"""What an exploration has found as JSON, ``"format": "lemke-explored/1"``.

One object: ``game`` (title, players, sha256 of the canonical form), ``priors`` (``random`` or ``given``), ``seed``,
``kernel``, ``starts`` (done), ``wanted``, ``stopped`` (``done``, ``limit``, ``interrupt``), ``failures`` (``prior`` and
``message``), and ``equilibria``, the most frequent first. Each of these has its ``number`` (from 1), the number of
``starts`` that led there and their ``share``, ``first_prior`` (a number, from 0) and ``first_seed`` (null where priors
are given), ``pivots`` (``least``, ``mean``, ``most``), ``normal_form_perfect`` and ``equilibrium``, a certificate
(``lemke-equilibrium/1``). ``normal_form_perfect`` is null where it is not proved, else an object: the number of
``proofs``, and the ``first_prior`` of them; that is the certificate's ``refinement``.

Shares and means are text, ``"p/q"``.
"""

from __future__ import annotations

from typing import Any

from lemke.certificate.exploration import Exploration, Reached
from lemke.game.strategy.documents import identity
from lemke.ground.rational import text
from lemke.io import json_text
from lemke.io.equilibrium import certificate

FORMAT = "lemke-explored/1"


def dumps(found: Exploration) -> str:
    """Return what has been found as one JSON object."""
    document = {
        "format": FORMAT,
        "game": identity(found.game),
        "priors": found.priors,
        "seed": found.seed,
        "kernel": found.kernel,
        "starts": found.starts,
        "wanted": found.wanted,
        "stopped": found.stopped,
        "failures": [each._asdict() for each in found.failures],
        "equilibria": [_reached(found, number, each) for number, each in enumerate(found.equilibria, 1)],
    }
    return json_text.dumps(document)


def _reached(found: Exploration, number: int, each: Reached) -> dict[str, Any]:
    return {
        "number": number,
        "starts": each.count,
        "share": text(each.share),
        "first_prior": each.first,
        "first_seed": found.seed + each.first if found.priors == "random" else None,
        "pivots": {"least": each.pivots.least, "mean": text(each.pivots.mean), "most": each.pivots.most},
        "normal_form_perfect": _proof(each),
        "equilibrium": certificate(each.equilibrium),
    }


def _proof(each: Reached) -> dict[str, Any] | None:
    if each.witness is None:
        return None
    return {"proofs": each.proofs, "first_prior": each.witness.prior}
