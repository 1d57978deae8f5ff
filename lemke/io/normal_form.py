"""The strategic form as JSON, ``"format": "lemke-normal-form/1"``.

``title`` and ``players`` are labels; ``strategies`` has a list of labels per player; ``payoffs`` has one array per
player, nested as deep as there are players, of numbers as text, ``"p/q"``.
"""

from __future__ import annotations

import numpy as np

from lemke.forms.normal_form import NormalForm
from lemke.ground.rational import text
from lemke.io import json_text

FORMAT = "lemke-normal-form/1"


def dumps(form: NormalForm) -> str:
    """Return the strategic form as one JSON object."""
    as_text = np.frompyfunc(text, 1, 1)
    document = {
        "format": FORMAT,
        "title": form.title,
        "players": list(form.players),
        "strategies": [list(own) for own in form.strategies],
        "payoffs": [as_text(table).tolist() for table in form.payoffs],
    }
    return json_text.dumps(document)
