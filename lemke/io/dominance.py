"""An elimination of dominated strategies as JSON, ``"format": "lemke-dominance/1"``.

The object has ``weak`` and ``pure`` as asked, ``complete`` (whether nothing more is dominated) and ``rounds``; the
``title``, labels of ``players`` and, per player, of ``strategies``; ``eliminated``, a list of objects with ``round``,
``player``, ``strategy``, ``strict`` and ``mixture``, pairs of a strategy and its probability; ``surviving``, the
strategies left per player; and ``undominated``, for every one of them ``player``, ``strategy`` and ``belief``: an array
of probabilities, nested by the surviving strategies of the other players in turn. Players and strategies are numbers
from 1 in the original game; probabilities are text, ``"p/q"``.
"""

from __future__ import annotations

import numpy as np

from lemke.forms.normal_form.dominance import Elimination
from lemke.ground.rational import text
from lemke.io import json_text

FORMAT = "lemke-dominance/1"


def dumps(found: Elimination) -> str:
    """Return the elimination with all its witnesses as one JSON object."""
    as_text = np.frompyfunc(text, 1, 1)
    document = {
        "format": FORMAT,
        "weak": found.weak,
        "pure": found.pure,
        "complete": found.complete,
        "rounds": found.rounds,
        "title": found.original.title,
        "players": list(found.original.players),
        "strategies": [list(own) for own in found.original.strategies],
        "eliminated": [
            {
                "round": step.round,
                "player": step.player + 1,
                "strategy": step.strategy + 1,
                "strict": step.strict,
                "mixture": [[strategy + 1, text(share)] for strategy, share in step.mixture.items()],
            }
            for step in found.eliminated
        ],
        "surviving": [[strategy + 1 for strategy in own] for own in found.surviving],
        "undominated": [
            {
                "player": each.player + 1,
                "strategy": each.strategy + 1,
                "belief": np.asarray(as_text(each.belief), dtype=object).tolist(),
            }
            for each in found.undominated
        ],
    }
    return json_text.dumps(document)
