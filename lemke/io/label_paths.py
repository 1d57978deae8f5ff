"""Lemke–Howson paths as JSON, ``"format": "lemke-paths/1"``.

``labels`` has an object per label, from label 1 on: ``player`` and ``strategy``; ``paths`` one per path: ``from``,
``label``, ``pivots``, ``to``; ``equilibria`` the certificates (see :mod:`lemke.io.equilibrium`) of what the paths lead
to, from number 1 on; 0 is the artificial equilibrium.
"""

from __future__ import annotations

from collections.abc import Sequence

from lemke.certificate import Equilibrium
from lemke.forms.normal_form import LabelPath, NormalForm, labeled_strategies
from lemke.io import json_text
from lemke.io.equilibrium import certificate

FORMAT = "lemke-paths/1"


def dumps(form: NormalForm, paths: Sequence[LabelPath], equilibria: Sequence[Equilibrium]) -> str:
    """Return the paths and equilibria as one JSON object."""
    document = {
        "format": FORMAT,
        "labels": [{"player": player + 1, "strategy": strategy} for player, strategy in labeled_strategies(form)],
        "paths": [
            {"from": each.start, "label": each.label + 1, "pivots": each.pivots, "to": each.end} for each in paths
        ],
        "equilibria": [certificate(each) for each in equilibria],
    }
    return json_text.dumps(document)
