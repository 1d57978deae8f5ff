"""The sequence form as JSON, ``"format": "lemke-sequence-form/1"``.

``sequences`` names the sequences of both players; each matrix is ``{"shape": [m, n], "entries": [[i, j, "p/q"], …]}``
with rows and columns from 0 in row-major order; ``e`` and ``f`` are lists. Numbers are text, ``"p/q"``.
"""

from __future__ import annotations

from lemke.forms.sequence_form import SequenceForm
from lemke.ground.rational import text
from lemke.ground.sparse import SparseMatrix
from lemke.io import json_text

FORMAT = "lemke-sequence-form/1"


def dumps(form: SequenceForm) -> str:
    """Return the matrices and vectors as one JSON object."""
    document = {
        "format": FORMAT,
        "title": form.title,
        "sequences": [form.sequence_names(player) for player in (0, 1)],
        "E": _matrix(form.E),
        "e": [text(value) for value in form.e],
        "F": _matrix(form.F),
        "f": [text(value) for value in form.f],
        "A": _matrix(form.A),
        "B": _matrix(form.B),
    }
    return json_text.dumps(document)


def _matrix(matrix: SparseMatrix) -> dict[str, object]:
    return {"shape": list(matrix.shape), "entries": [[i, j, text(value)] for i, j, value in matrix.entries]}
