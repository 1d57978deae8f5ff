"""Explorations as JSON, ``"format": "lemke-explored/1"``.

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


def dumps(exploration: Exploration) -> str:
    """Return an exploration as one JSON object."""
    document = {
        "format": FORMAT,
        "game": identity(exploration.game),
        "priors": exploration.priors,
        "seed": exploration.seed,
        "kernel": exploration.kernel,
        "starts": exploration.starts,
        "wanted": exploration.wanted,
        "stopped": exploration.stopped,
        "failures": [failure._asdict() for failure in exploration.failures],
        "equilibria": [_reached(exploration, *place) for place in enumerate(exploration.equilibria, 1)],
    }
    return json_text.dumps(document)


def _reached(exploration: Exploration, number: int, reached: Reached) -> dict[str, Any]:
    pivots, witness = reached.pivots, reached.witness
    return {
        "number": number,
        "starts": reached.count,
        "share": text(reached.share),
        "first_prior": reached.first,
        "first_seed": exploration.seed + reached.first if exploration.priors == "random" else None,
        "pivots": {"least": pivots.least, "mean": text(pivots.mean), "most": pivots.most},
        "normal_form_perfect": witness and {"proofs": reached.proofs, "first_prior": witness.prior},
        "equilibrium": certificate(reached.equilibrium),
    }
