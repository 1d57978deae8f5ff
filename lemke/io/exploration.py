"""What an exploration has found as JSON, ``"format": "lemke-explored/1"``.

One object: ``game`` (title, players, sha256 of the canonical form), ``priors`` (``random`` or ``given``), ``seed``,
``kernel``, ``starts`` (done), ``wanted``, ``stopped`` (``done``, ``limit``, ``interrupt``), ``failures`` (``prior`` and
``message``), and ``equilibria``, the most frequent first. Each of these has ``count``, ``share``, ``first`` (the number
of a prior; its seed is ``seed`` + ``first``), ``pivots`` (``least``, ``mean``, ``most``), ``normal_form_perfect`` and
``equilibrium``, a certificate (``lemke-equilibrium/1``). ``normal_form_perfect`` is null where it is not proved, else
an object: the number of ``proofs``, and the ``prior`` of the first of them; that is the certificate's ``refinement``.

Shares and means are text, ``"p/q"``.
"""

from __future__ import annotations

import json
from typing import Any

from lemke.certificate.exploration import Exploration, Reached
from lemke.io.equilibrium import certificate, identity
from lemke.rational import text

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
        "equilibria": list(map(_reached, found.equilibria)),
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _reached(each: Reached) -> dict[str, Any]:
    return {
        "count": each.count,
        "share": text(each.share),
        "first": each.first,
        "pivots": {"least": each.pivots.least, "mean": text(each.pivots.mean), "most": each.pivots.most},
        "normal_form_perfect": _proof(each),
        "equilibrium": certificate(each.equilibrium),
    }


def _proof(each: Reached) -> dict[str, Any] | None:
    if each.witness is None:
        return None
    return {"proofs": each.proofs, "prior": each.witness.prior}
